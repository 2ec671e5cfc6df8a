"""Converts one filed table and its game's defaults to facts: one dictionary for each combination of choices and parts.

>>> from pitboss.checker.filing.vocabulary import Vocabulary, VocabularyField
>>> decks = VocabularyField("decks", ("table",), ("count",), "decks", "")
>>> reader = FieldReader(Vocabulary({"decks": decks}, {}, {}, {}, (), {}))
>>> tables = Tables(reader, Offers(reader), certified=False)
>>> [facts["decks"] for facts in tables.variants("tiles", {"decks": [6, 8]}, (0, "defaults", "tiles"))]
[6, 8]
>>> [facts["part"] for facts in tables.variants("tiles", {"decks": {"left": 6, "right": 8}}, (0, "defaults", "tiles"))]
[{'decks': 'left'}, {'decks': 'right'}]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from pitboss.checker.filing.facts import field_name
from pitboss.checker.filing.field_reader import Choice, FieldReader, Parts
from pitboss.checker.filing.model import Path
from pitboss.checker.filing.offers import OFFER_LISTS, Offers, limits_cross
from pitboss.checker.runtime.operations import Facts, offers_of
from pitboss.grammar.quick_start import dataclass

MOST_VARIANTS = 64
REQUIRED = ("number", "game")
TABLE_KEYS = ("wagers", "options", "variation", "equipment")
OFFER_KEYS = ("wagers", "options", "variation")


@dataclass(frozen=True, slots=True)
class MappingFacts:
    """What one mapping states about a table; `broken` are keys with a fault, from which nothing may be concluded."""

    facts: Facts
    broken: frozenset[str]


NOTHING = MappingFacts({}, frozenset())


class Tables:
    def __init__(self, reader: FieldReader, offers: Offers, certified: bool) -> None:
        self.reader, self.offers, self.certified = reader, offers, certified
        self.defaults: dict[str, MappingFacts] = {}
        self.types = {k: of for k, of in reader.fields("table").items() if k not in (*REQUIRED, *TABLE_KEYS)}
        self._seen: dict[tuple[str, str], tuple[Facts, ...]] = {}

    def variants(self, game: str, raw: dict[str, object], path: Path) -> tuple[Facts, ...]:
        """Converts tables. Tables with equal text share their facts, because a floor of thousands has few kinds of
        table.
        """
        key = (game, repr(raw))
        found = self._seen.get(key)
        if found is None:
            before = len(self.reader.faults)
            found = self._spread(self._facts(game, self.part(raw, path)), path)
            if len(self.reader.faults) == before:
                self._seen[key] = found
        return found

    def part(self, raw: dict[str, object], path: Path) -> MappingFacts:
        facts: Facts = {}
        broken = []
        for key, value in raw.items():
            before = len(self.reader.faults)
            if value is None and (key in TABLE_KEYS or key in self.types):
                facts[key] = None
            elif key in OFFER_LISTS:
                facts[key] = self.offers.read(value, (*path, key), key)
            elif key == "variation":
                facts[key] = self.offers.variation(value, (*path, key))
            elif key == "equipment":
                facts[key] = self.offers.equipment(value, (*path, key))
            elif key in self.types:
                facts[key] = self.reader.choice(value, self.types[key], (*path, key))
            else:
                own = () if "defaults" in path else REQUIRED
                self.reader.unknown_key(key, (*path, key), (*own, *TABLE_KEYS, *self.types))
            if len(self.reader.faults) > before:
                broken.append(key)
        return MappingFacts(facts, frozenset(broken))

    def _facts(self, game: str, own: MappingFacts) -> Facts:
        """A key of the table replaces the same key of the defaults entirely; `key:` with nothing makes it unknown."""
        defaults = self.defaults.get(game, NOTHING)
        stated = {**defaults.facts, **own.facts}
        broken = own.broken | (defaults.broken - own.facts.keys())
        offers = {**_offers_in(stated, "wagers"), **_offers_in(stated, "options")}
        variation = stated.get("variation")
        for name in (variation,) if isinstance(variation, str) else variation if isinstance(variation, tuple) else ():
            offers.setdefault(name, {})
        listed = stated.get("wagers") is not None and stated.get("options") is not None
        closed = self.certified and listed and broken.isdisjoint(OFFER_KEYS)
        facts = {k: v for k, v in stated.items() if v is not None and k not in ("wagers", "options", "equipment")}
        return {"game": game, **facts, "offers": offers, "equipment": stated.get("equipment") or {}, "closed": closed}

    def _spread(self, facts: Facts, path: Path) -> tuple[Facts, ...]:
        """Every combination of the choices, and of the parts of the table."""
        choices = [(place, value) for place, value in _fields(facts) if isinstance(value, Choice)]
        divided = [(place, value) for place, value in _fields(facts) if isinstance(value, Parts)]
        if not choices and not divided:
            return (facts,)
        divisions = _divisions(divided)
        many = prod(len(value) for _, value in choices) * prod(len(names) for names, _ in divisions)
        if many > MOST_VARIANTS:
            listed = ", ".join(" ".join(place[1:] or place) for place, _ in (*choices, *divided))
            message = f"the values of this table ({listed}) make {many} combinations; {MOST_VARIANTS} are the most"
            self.reader.fault("E209", message, path, "file tables that differ apart, or fewer values")
            return (chosen(facts, [(place, None) for place, _ in (*choices, *divided)]),)
        at_once = {
            field_name(place): {name: values.get(name) for name in names}
            for names, some in divisions
            for place, values in some
        }
        found = []
        for combination in product(*(value for _, value in choices), *(names for names, _ in divisions)):
            made = [(place, value) for (place, _), value in zip(choices, combination, strict=False)]
            part: dict[str, object] = {}
            for name, (_, some) in zip(combination[len(choices) :], divisions, strict=True):
                made += [(place, values.get(str(name))) for place, values in some]
                part |= {field_name(place): name for place, _ in some}
            found.append(chosen(facts, made) | ({"at_once": at_once, "part": part} if divided else {}))
        return tuple(facts for facts in found if not _contradictory(facts)) or tuple(found)


_Place = tuple[str, ...]  # (field,) of the table, ("offers", offer, field)
_Divided = tuple[_Place, Parts[object]]


def _fields(facts: Facts) -> Iterator[tuple[_Place, object]]:
    """The fields of a table and of its offers."""
    yield from (((key,), value) for key, value in facts.items())
    for name, offer in offers_of(facts).items():
        yield from ((("offers", name, key), value) for key, value in offer.items())


def _contradictory(facts: Facts) -> bool:
    """Whether alternatives are combined that cannot be in use together."""
    return any(limits_cross(offer.get("minimum"), offer.get("maximum")) for offer in offers_of(facts).values())


def _divisions(divided: list[_Divided]) -> list[tuple[tuple[str, ...], list[_Divided]]]:
    """The names of the parts, with the fields that use them: fields with the same part names vary together."""
    found: list[tuple[tuple[str, ...], list[_Divided]]] = []
    for one in divided:
        shared = [division for division in found if not one[1].keys().isdisjoint(division[0])]
        names = dict.fromkeys(name for part, _ in (*shared, (one[1], ())) for name in part)
        fields = [field for _, some in shared for field in some]
        found = [*(division for division in found if division not in shared), (tuple(names), [*fields, one])]
    return found


def _offers_in(stated: Facts, key: str) -> dict[str, Facts]:
    offers = stated.get(key)
    return offers if isinstance(offers, dict) else {}


def chosen(facts: Facts, choices: list[tuple[tuple[str, ...], object]]) -> Facts:
    """A copy of the facts with these values; None makes a fact unknown."""
    offers = {name: dict(offer) for name, offer in offers_of(facts).items()}
    made: Facts = {**facts, "offers": offers}
    for (*above, last_key), value in choices:
        inside = offers[above[1]] if above else made
        if value is None:
            del inside[last_key]
        else:
            inside[last_key] = value
    return made
