"""One table as filed, with the defaults of its game, to its facts: one dictionary for each combination of choices.

>>> from pitboss.checker.filing.vocabulary import Vocabulary, VocabularyField
>>> decks = VocabularyField("decks", ("table",), ("count",), "decks", "")
>>> clerk = Clerk(Vocabulary({"decks": decks}, {}, {}, {}, (), {}))
>>> tables = Tables(clerk, Offers(clerk), certified=False)
>>> [facts["decks"] for facts in tables.variants("tiles", {"decks": [6, 8]}, (0, "defaults", "tiles"))]
[6, 8]
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

from pitboss.checker.filing.field_reader import Choice, Clerk
from pitboss.checker.filing.model import Path
from pitboss.checker.filing.offers import OFFER_LISTS, Offers
from pitboss.checker.runtime.operations import Facts, offers_of

MOST_VARIANTS = 64
TABLE_KEYS = ("wagers", "options", "variation", "equipment")
OFFER_KEYS = ("wagers", "options", "variation")


@dataclass(frozen=True, slots=True)
class MappingFacts:
    """What one mapping says of a table; `broken` are keys with a fault, of which nothing may be concluded."""

    facts: Facts
    broken: frozenset[str]


NOTHING = MappingFacts({}, frozenset())


class Tables:
    def __init__(self, clerk: Clerk, offers: Offers, certified: bool) -> None:
        self.clerk, self.offers, self.certified = clerk, offers, certified
        self.defaults: dict[str, MappingFacts] = {}
        self.types = {k: of for k, of in clerk.fields("table").items() if k not in ("number", "game", *TABLE_KEYS)}
        self._seen: dict[tuple[str, str], tuple[Facts, ...]] = {}

    def variants(self, game: str, raw: dict[str, object], path: Path) -> tuple[Facts, ...]:
        """Tables filed in the same words share their facts: a floor of thousands has few kinds of table."""
        key = (game, repr(raw))
        found = self._seen.get(key)
        if found is None:
            before = len(self.clerk.faults)
            found = self._spread(self._facts(game, self.part(raw, path)), path)
            if len(self.clerk.faults) == before:
                self._seen[key] = found
        return found

    def part(self, raw: dict[str, object], path: Path) -> MappingFacts:
        facts: Facts = {}
        broken = []
        for key, value in raw.items():
            before = len(self.clerk.faults)
            if value is None and (key in TABLE_KEYS or key in self.types):
                facts[key] = None
            elif key in OFFER_LISTS:
                facts[key] = self.offers.read(value, (*path, key), key)
            elif key == "variation":
                facts[key] = self.offers.variation(value, (*path, key))
            elif key == "equipment":
                facts[key] = self.offers.equipment(value, (*path, key))
            elif key in self.types:
                facts[key] = self.clerk.choice(value, self.types[key], (*path, key))
            else:
                self.clerk.unknown_key(key, (*path, key), (*TABLE_KEYS, *self.types))
            if len(self.clerk.faults) > before:
                broken.append(key)
        return MappingFacts(facts, frozenset(broken))

    def _facts(self, game: str, own: MappingFacts) -> Facts:
        """A key of the table replaces the same key of the defaults whole; `key:` with nothing makes it unknown."""
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
        """Every combination of the choices."""
        at: list[tuple[tuple[str, ...], Choice]] = []
        at += [((key,), value) for key, value in facts.items() if isinstance(value, Choice)]
        for name, offer in offers_of(facts).items():
            at += [(("offers", name, key), value) for key, value in offer.items() if isinstance(value, Choice)]
        if not at:
            return (facts,)
        many = prod(len(value) for _, value in at)
        if many > MOST_VARIANTS:
            listed = ", ".join(" ".join(place[1:] or place) for place, _ in at)
            message = f"the choices of this table ({listed}) make {many} combinations; {MOST_VARIANTS} are the most"
            self.clerk.fault("E209", message, path, "file tables that differ apart, or fewer choices")
            return (chosen(facts, [(place, None) for place, _ in at]),)
        places = [place for place, _ in at]
        combinations = product(*(value for _, value in at))
        return tuple(chosen(facts, list(zip(places, values, strict=True))) for values in combinations)


def _offers_in(stated: Facts, key: str) -> dict[str, Facts]:
    offers = stated.get(key)
    return offers if isinstance(offers, dict) else {}


def chosen(facts: Facts, choices: list[tuple[tuple[str, ...], object]]) -> Facts:
    """A copy of the facts with these values; None leaves unknown."""
    offers = {name: dict(offer) for name, offer in offers_of(facts).items()}
    made: Facts = {**facts, "offers": offers}
    for (*above, last_key), value in choices:
        inside = offers[above[1]] if above else made
        if value is None:
            del inside[last_key]
        else:
            inside[last_key] = value
    return made
