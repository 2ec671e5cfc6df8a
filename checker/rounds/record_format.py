"""What a record of rounds can say: its columns, and how one row of it becomes facts.

A row is one seat (one hand of a seat) in one round; what is kept by wager has a column a wager: `stake.NAME`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pitboss.checker.filing.scalar_values import shown
from pitboss.checker.filing.typed_values import Misfit, closest
from pitboss.checker.filing.vocabulary import Type, Vocabulary
from pitboss.checker.rounds.cells import a_cell

SCOPES = ("round", "seat", "hand")
WHERE: dict[str, Type] = {
    "round": ("text",), "table": ("text",), "moment": ("moment",), "game": ("name",), "licensee": ("text",),
    "pit": ("text",), "shoe": ("text",), "sequence": ("count",), "seat": ("text",), "hand": ("text",),
    "player": ("text",), "role": ("name",), "consequence": ("name",),
}  # fmt: skip
NO_IRREGULARITY = "none"
NEEDED = ("round", "table", "moment")
MONEY = ("stake", "paid", "collected", "returned")  # nothing said of a wager is nothing staked, paid, taken, given back


@dataclass(frozen=True, slots=True)
class RecordRow:
    facts: dict[str, Any]
    place: str  # file:line
    text: str = ""  # as written

    @property
    def day(self) -> str:
        return str(self.facts["moment"])[:10]


class UnreadableRow(ValueError):
    """A row that is set aside, and why."""


class Form:
    def __init__(self, vocabulary: Vocabulary, by_wager: Iterable[str], irregularities: Iterable[str] = ()) -> None:
        self.vocabulary = vocabulary
        self.by_wager = tuple(by_wager)
        fields = {f.name: f.type for f in vocabulary.fields.values() if {*f.owners} & {*SCOPES}}
        self.irregularities = (NO_IRREGULARITY, *irregularities)
        self.fields: dict[str, Type] = {**fields, **WHERE, "irregularity": ("one_of", self.irregularities)}
        self.wagers = {n.name: n.game for n in vocabulary.names.values() if n.kind in ("wager", "option")}

    def type_of(self, column: str) -> Type | None:
        name, _, wager = column.partition(".")
        if wager:
            return self.fields[name] if name in self.by_wager and wager in self.wagers else None
        return self.fields.get(column)

    def read(self, raw: dict[str, Any], place: str) -> RecordRow:
        """The facts of a row; raises Unreadable with everything that is wrong with it."""
        facts: dict[str, Any] = {}
        faults: list[str] = []
        for column, value in _flat(raw, self.by_wager):
            of = self.type_of(column)
            if value is None or value == "":
                continue
            if of is None:
                name, _, wager = column.partition(".")
                near = closest(wager, self.wagers) if name in self.by_wager else closest(column, self.fields)
                faults.append(f"unknown column '{column}'" + (f" ({near})" if near else ""))
                continue
            try:
                found = a_cell(value, of)
            except Misfit as misfit:
                if column == "irregularity":
                    near = closest(str(value), self.irregularities)
                    faults.append(f"unknown irregularity {shown(value)}" + (f" ({near})" if near else ""))
                    continue
                faults.append(f"{column}: {misfit.message}" + (f" ({misfit.help})" if misfit.help else ""))
                continue
            name, _, wager = column.partition(".")
            if wager:
                facts.setdefault(name, {})[wager] = found
            else:
                facts[name] = found
        faults += [f"'{name}' is missing" for name in NEEDED if facts.get(name) is None and not faults]
        if faults:
            raise UnreadableRow("; ".join(faults))
        return RecordRow({k: v for k, v in facts.items() if v is not None}, place)

    def zeros(self, game: str) -> dict[str, dict[str, int]]:
        wagers = [wager for wager, of in self.wagers.items() if of in (None, game)]
        return {name: dict.fromkeys(wagers, 0) for name in MONEY if name in self.by_wager}


def _flat(raw: dict[str, Any], by_wager: tuple[str, ...]) -> Iterable[tuple[str, Any]]:
    for key, value in raw.items():
        if key in by_wager and isinstance(value, dict):
            yield from ((f"{key}.{wager}", part) for wager, part in value.items())
        else:
            yield key, value
