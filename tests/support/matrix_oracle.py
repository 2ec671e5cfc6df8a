"""Whether a table with two offers can be lawful, determined by evaluating the compiled clauses and nothing else.

The matrix reasons from constraints in the catalog. Here the functions that judge a filing are run on tables of which only a part
is known: a breach then holds however the rest is filled in. Facts that leave a verdict open are tried both ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from typing import Any

from tests.support.product import FAIL, NEEDS, OPEN, CompiledRulebook, Plan, Vocabulary, run

KINDS = ("bound", "bars", "requires", "offered", "payout", "election", "authority")
DECKS = range(1, 13)
Step = tuple[str, str, Any]  # offer, equipment or field; its name; its value


class Partial(dict[str, Any]):
    """A table's facts, some of them unknown; it records reads of unknown facts.

    An offer is known to be there, known not to be there, or unknown. Compiled clauses evaluate `name in offers`, then whether the list
    of offers is closed: it is, for the name just read, if that offer is known not to be there.
    """

    def __init__(self, game: str, steps: tuple[Step, ...]) -> None:
        known = {what: {n: v for w, n, v in steps if w == what} for what in ("offer", "equipment", "field")}
        self.absent = {name for name, there in known["offer"].items() if not there}
        offers = Noting(self, {name: {} for name, there in known["offer"].items() if there}, "offer")
        here = dict.fromkeys(offers, True)
        more = {"equipment": Noting(self, known["equipment"], "equipment"), "licensee_offers": here, "pit_offers": here}
        super().__init__({"game": game, **known["field"], **more, "offers": offers})
        self.requested = ""
        self.unknown: dict[tuple[str, str], None] = {}

    def get(self, key: str, default: Any = None) -> Any:
        if key == "closed":
            if self.requested in self.absent:
                return True
            self.unknown.setdefault(("offer", self.requested))
            return False
        if key not in self:
            self.unknown.setdefault(("field", key))
        return super().get(key, default)


class Noting(dict[str, Any]):
    def __init__(self, table: Partial, known: dict[str, Any], what: str) -> None:
        super().__init__(known)
        self.table, self.what = table, what

    def __contains__(self, name: object) -> bool:
        self.table.requested = str(name)
        return super().__contains__(name)

    def __bool__(self) -> bool:
        return True

    def get(self, name: str, default: Any = None) -> Any:
        self.table.requested = name
        if self.what == "equipment" and not super().__contains__(name):
            self.table.unknown.setdefault(("equipment", name))
        return super().get(name, default)


class Oracle:
    def __init__(self, book: CompiledRulebook, vocabulary: Vocabulary, game: str, day: str) -> None:
        self.vocabulary, self.game, self.day = vocabulary, game, day
        found = Plan(book.clauses, day).of("table", game)
        self.clauses = [c for c in found if (c.check or c.readings) and c.kind in KINDS]

    def of(self, ids: list[str]) -> Oracle:
        """The same, by these clauses alone."""
        made = copy(self)
        made.clauses = [c for c in self.clauses if c.id in ids]
        return made

    def breaches(self, steps: tuple[Step, ...], also: str = "") -> tuple[list[str], list[tuple[str, str]]]:
        """Clauses that are breached whatever else is filed, and the unknown facts that the undecided clauses read."""
        broken, requested = [], dict[tuple[str, str], None]()
        for clause in self.clauses:
            table = Partial(self.game, steps)
            verdict = run(clause, self.day, table)
            if verdict in (FAIL, also):
                broken.append(clause.id)
            elif verdict in (NEEDS, OPEN):
                requested |= table.unknown
        return broken, [a for a in requested if any(self.values(*a))]

    def values(self, what: str, name: str) -> Iterator[Any]:
        """The possible values of an unknown fact; none if they cannot be listed."""
        if what != "field":
            yield from (False, True)
            return
        field = self.vocabulary.fields.get(name)
        if field is not None and field.type[0] == "one_of":
            yield from map(_value, field.type[1])  # type: ignore[arg-type]
        elif field is not None and field.type[0] == "count":
            yield from map(Fraction, DECKS)

    def lawful(self, steps: tuple[Step, ...], also: str = "") -> tuple[Step, ...] | None:
        """A table that holds these and breaks nothing; None when there is none. What leaves least room is tried first."""
        broken, requested = self.breaches(steps, also)
        if broken:
            return None
        best: list[tuple[Step, ...]] | None = None
        for what, name in requested:
            left = [t for v in self.values(what, name) if not self.breaches(t := (*steps, (what, name, v)), also)[0]]
            if best is None or len(left) < len(best):
                best = left
            if len(best) < 2:
                break
        if best is None:
            return steps
        return next((found for t in best if (found := self.lawful(t, also))), None)


def of_example(example: dict[str, Any], game: str) -> dict[str, Any]:
    """The facts of the table that the matrix names: what it does not offer is not offered."""
    offers: dict[str, dict[str, Any]] = {name: {} for name in example["offers"]}
    table = {"game": game, "closed": True, "offers": offers, "equipment": example["equipment"]}
    for path, value in example["fields"].items():
        name, _, of = path.partition(" of ")
        (offers.get(of, {}) if of else table)[name] = _value(value)
    here = dict.fromkeys(example["offers"], True)
    return {**table, "licensee_offers": here, "pit_offers": here}


def _value(text: str | int) -> Any:
    if isinstance(text, int):
        return text
    if text in ("True", "False"):
        return text == "True"
    if text.endswith("%"):
        return Fraction(text[:-1]) / 100
    return Fraction(text) if text[:1].isdigit() or text[:1] == "-" else text
