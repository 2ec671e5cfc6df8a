"""The format of a record of rounds: its columns, and the conversion of a row to facts.

A row is one seat (one hand of a seat) in one round; a field with one entry per wager has one column per wager: `stake.NAME`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.checker.filing.scalar_values import shown
from pitboss.checker.filing.typed_values import Misfit, closest, part_name
from pitboss.checker.filing.vocabulary import Type, Vocabulary
from pitboss.checker.rounds.cells import Cell, a_cell
from pitboss.checker.runtime.operations import Facts

SCOPES = ("round", "seat", "hand")
WHERE: dict[str, Type] = {
    "round": ("text",), "table": ("text",), "moment": ("moment",), "game": ("name",), "licensee": ("text",),
    "pit": ("text",), "shoe": ("text",), "sequence": ("count",), "seat": ("text",), "hand": ("text",),
    "player": ("text",), "role": ("name",), "consequence": ("name",), "part": ("set_of", ("text",)),
}  # fmt: skip
NO_IRREGULARITY = "none"
NEEDED = ("round", "table", "moment")
MONEY = (
    "stake",
    "paid",
    "collected",
    "returned",
)  # a wager without an entry was not staked, paid, collected or returned


@dataclass(frozen=True, slots=True)
class RecordRow:
    facts: Facts
    place: str  # file:line
    text: str = ""  # as written

    @property
    def table(self) -> str:
        return str(self.facts["table"])

    @property
    def round(self) -> str:
        return str(self.facts["round"])

    @property
    def moment(self) -> str:
        return str(self.facts["moment"])

    @property
    def day(self) -> str:
        return self.moment[:10]


class UnreadableRow(ValueError):
    """A row that is set aside, and the reason."""


class Form:
    def __init__(self, vocabulary: Vocabulary, by_wager: Iterable[str], irregularities: Iterable[str] = ()) -> None:
        self.vocabulary = vocabulary
        self.by_wager = tuple(by_wager)
        fields = {f.name: f.type for f in vocabulary.fields.values() if {*f.owners} & {*SCOPES}}
        self.irregularities = (NO_IRREGULARITY, *irregularities)
        self.fields: dict[str, Type] = {**fields, **WHERE, "irregularity": ("one_of", self.irregularities)}
        mine = (f for f in vocabulary.fields.values() if "round" in f.owners and not {*f.owners} & {"seat", "hand"})
        self.of_round = tuple(f.name for f in mine if f.name not in (*self.by_wager, "irregularity", "consequence"))
        self.wagers = {n.name: n.game for n in vocabulary.names.values() if n.kind in ("wager", "option")}

    def type_of(self, column: str) -> Type | None:
        name, _, wager = column.partition(".")
        if wager:
            return self.fields[name] if name in self.by_wager and wager in self.wagers else None
        return None if name in self.by_wager else self.fields.get(name)

    def read(self, raw: Mapping[str, object], place: str) -> RecordRow:
        """The facts of a row; raises Unreadable with all of its faults."""
        facts: Facts = {}
        entries: dict[str, dict[str, Cell]] = {}  # of the fields with one entry per wager
        faults: list[str] = []
        for column, value in _flat(raw, self.by_wager):
            of = self.type_of(column)
            if value is None or value == "":
                continue
            if of is None:
                name, _, wager = column.partition(".")
                if column in self.by_wager:
                    faults.append(f"{column}: an amount or outcome is recorded for each wager, as {column}.WAGER")
                    continue
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
            if column == "part" and isinstance(found, tuple):  # named as in a filing: case and punctuation are ignored
                found = tuple(part_name(str(name)) for name in found)
            name, _, wager = column.partition(".")
            if wager:
                facts[name] = entries.setdefault(name, {})
                entries[name][wager] = found
            else:
                facts[name] = found
        faults += [f"'{name}' is missing" for name in NEEDED if facts.get(name) is None and not faults]
        if faults:
            raise UnreadableRow("; ".join(faults))
        return RecordRow({k: v for k, v in facts.items() if v is not None}, place)

    def zeros(self, game: str) -> dict[str, dict[str, int]]:
        wagers = [wager for wager, of in self.wagers.items() if of in (None, game)]
        return {name: dict.fromkeys(wagers, 0) for name in MONEY if name in self.by_wager}


def _flat(raw: Mapping[str, object], by_wager: tuple[str, ...]) -> Iterable[tuple[str, object]]:
    for key, value in raw.items():
        if key in by_wager and isinstance(value, dict):
            yield from ((f"{key}.{wager}", part) for wager, part in value.items())
        else:
            yield key, value


def cells_of(facts: Facts) -> Iterator[tuple[str, Cell]]:
    """The fields of a row by column; a field with one entry per wager has one column per wager."""
    for name, value in facts.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{wager}", part) for wager, part in value.items())
        elif value is None or isinstance(value, int | Fraction | str | tuple):
            yield name, value


def entries_of(facts: Facts, field: str) -> Facts:
    """The entries of a field by wager; empty if the facts do not have the field."""
    entries = facts.get(field)
    return entries if isinstance(entries, dict) else {}
