"""The verdicts on recorded rounds by the reference semantics, by the audit and by the simulation, for tests to compare."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

from tests.support.product import (
    Declared,
    FiledTable,
    Law,
    LawIndex,
    OverWorlds,
    Raw,
    RecordRow,
    ResolvedRulebook,
    RowSequence,
    Settlement,
    UnreadableRow,
    Verdicts,
    core,
    facts_of,
    facts_on,
    judge_in_sequence,
    judge_rows,
    judged_in_worlds,
    least_severe,
    load_core,
    load_law,
    of_stakes,
    reference_in_sequence,
    resolved_law,
    resolved_rulebook,
)

ROUNDS = Path(__file__).parents[1] / "rounds"
PLACE = ("round", "table", "moment", "seat", "player", "hand", "sequence", "shoe", "game")

Record = dict[str, Any]  # a row as written
Round = Counter[tuple[str, str]]  # (clause, verdict) → rows of the round


@cache
def resolved(*folders: Path) -> ResolvedRulebook:
    """The resolved rulebook before precedence is written into conditions; of the project's rules without arguments."""
    return resolved_rulebook(*folders) if folders else resolved_law()


@cache
def lowered(*folders: Path) -> core.Rulebook:
    """The core, which the simulation reads; of the project's rules without arguments."""
    return load_core(*folders)


@dataclass(frozen=True)
class Floor:
    """A filing, and the rules that its rounds are judged by."""

    filing: str
    rules: tuple[str, ...] = ()

    @property
    def law_index(self) -> LawIndex:
        return _law_index(self)

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(ROUNDS / name for name in self.rules)

    def audited(self, records: list[Record]) -> list[Round]:
        """The verdicts of the row engine, by round."""
        sequence, found = RowSequence(), []
        for rows in rounds_of(records):
            raws = [Raw(f"r.jsonl:{n}", row, "", json.dumps(row)) for n, row in enumerate(rows, 1)]
            lot = judge_rows(self.law_index, raws, sequence)
            assert lot.aside == []
            found.append(lot.counts)
        return found

    def by_reference(
        self, records: list[Record], law: type[Law] = Law, over: OverWorlds = judged_in_worlds
    ) -> list[Round]:
        """The verdicts of the reference semantics, by round: over all worlds, or as `over` says."""
        return self._by_table(records, lambda at, rows: reference_in_sequence(partial(_law, at, kind=law), rows, over))

    def simulated(self, records: list[Record]) -> list[Round]:
        """The verdicts of the semantics that the simulation optimizes, by round, in the first world."""

        def judge(at: _At, rows: list[Record]) -> list[Verdicts]:
            zeros = self.law_index.form.zeros(at.table.game)
            whole = [recorded_facts({**_facts(at), **zeros, "zeros": zeros}, row) for row in rows]
            staked = [{name: many for name, many in row["stake"].items() if many} for row in whole]
            return [
                found | _law(at, row).permitted(stakes)  # the simulation deals what is filed and does not judge it
                for row, stakes, found in zip(
                    rows, staked, judge_in_sequence(partial(_settlement, at), whole), strict=True
                )
            ]

        return self._by_table(records, judge)

    def _by_table(self, records: list[Record], judge: Callable[..., list[Verdicts]]) -> list[Round]:
        """The verdicts of each table in sequence, merged by round in the order of the record."""
        by_row: dict[int, Verdicts] = {}
        for number in dict.fromkeys(row["table"] for row in records):
            places = [n for n, row in enumerate(records) if row["table"] == number]
            day = records[places[0]]["moment"][:10]
            table = next(t for t in self.law_index.filings[0].tables if t.number == number)
            rows = [self.law_index.form.read(records[n], "").facts for n in places]
            choices = [judge(_At(self, number, choice, day), rows) for choice in range(len(table.variants))]
            for n, row, *found in zip(places, rows, *choices, strict=True):
                own = of_stakes(list(table.variants), row.get("stake", {}), row.get("part", ()))
                by_row[n] = least_severe([found[choice] for choice in own])
        found, n = [], 0
        for rows in rounds_of(records):
            found.append(Counter(item for each in range(n, n + len(rows)) for item in by_row[each].items()))
            n += len(rows)
        return found


def recorded_facts(table: Record, row: Record) -> Record:
    """The facts of a row for the simulation, which itself decides what a round without an irregularity had."""
    found = facts_of(table, RecordRow(row, ""))
    return {name: value for name, value in found.items() if name in row or name not in ("irregularity", "consequence")}


@cache
def _law_index(floor: Floor) -> LawIndex:
    law_index, faults = load_law([str(ROUNDS / floor.filing)], [str(folder) for folder in floor.folders])
    assert faults == ""
    return law_index


@dataclass(frozen=True)
class _At:
    """A variant of a table, with the facts of a day."""

    floor: Floor
    number: str
    choice: int
    day: str

    @property
    def table(self) -> FiledTable:
        return next(t for t in self.floor.law_index.filings[0].tables if t.number == self.number)


@cache
def _facts(at: _At) -> Record:
    return facts_on(at.floor.law_index.filings[0], at.table, at.table.variants[at.choice], at.day)


def _law(at: _At, row: Record, kind: type[Law] = Law) -> Law:
    return _law_of_day(at, row["moment"][:10], kind)


@cache
def _law_of_day(at: _At, day: str, kind: type[Law]) -> Law:
    return kind(resolved(*at.floor.folders), at.table.game, _facts(at), date.fromisoformat(day))


def _settlement(at: _At, row: Record) -> Settlement:
    return _settlement_of_day(at, row["moment"][:10])


@cache
def _settlement_of_day(at: _At, day: str) -> Settlement:
    return Settlement(lowered(*at.floor.folders), at.table.game, _facts(at), date.fromisoformat(day))


def rounds_of(records: list[Record]) -> list[list[Record]]:
    """The rows of each round, which follow one another."""
    return [[*rows] for _, rows in groupby(records, key=lambda row: (row["table"], row["round"]))]


def differences(records: list[Record], expected: list[Round], found: list[Round]) -> list[str]:
    """The differences, by round."""
    return [
        f"{rows[0]['table']}, round {rows[0]['round']}: expected {dict(a - b)}, found {dict(b - a)}: {rows}"
        for rows, a, b in zip(rounds_of(records), expected, found, strict=True)
        if a != b
    ]


def mutated(records: list[Record], floor: Floor, random: Random) -> list[Record]:
    """The same rows with values left out, taken from other rows, or changed a little; sometimes with an irregularity."""
    book = resolved(*floor.folders)
    columns = {name: [row[name] for row in records if name in row] for row in records for name in row}
    irregular = [
        (check.subject.name, [value.value for value in check.predicate.values])
        for clause in book.clauses for version in clause.versions for check in version.checks
        if isinstance(check.predicate, Declared) and check.predicate.what == "irregular" and clause.game == _game(book, records)
    ]  # fmt: skip
    made = []
    for original in records:
        row = dict(original)
        for name in random.sample([*columns], min(len(columns), random.choice((0, 1, 2, 3)))):
            if name not in PLACE:
                row = {key: value for key, value in row.items() if key != name}
                row |= {name: _changed(random.choice(columns[name]), random)} if random.random() < 0.8 else {}
        if irregular and random.random() < 0.1:
            name, leads_to = random.choice(irregular)
            row |= {"irregularity": name}
            row |= {"consequence": random.choice(leads_to)} if leads_to and random.random() < 0.9 else {}
        made.append(row if _is_readable(row, floor.law_index) else original)
    return made


def _is_readable(row: Record, law_index: LawIndex) -> bool:
    try:
        law_index.form.read(row, "")
    except UnreadableRow:
        return False
    return True


def _game(book: ResolvedRulebook, records: list[Record]) -> str | None:
    fields = [book.fields[name].game for row in records for name in row if name in book.fields]
    return next((game for game in fields if game), None)


def _changed(value: Any, random: Random) -> Any:
    """A value of the same type, mostly the same."""
    if isinstance(value, bool):
        return value == (random.random() < 0.7)
    if isinstance(value, int) and random.random() < 0.3:
        return max(0, value + random.choice((-1, 1)))
    return value


def lines(path: Path) -> Iterator[Record]:
    """The rows of a record in JSON lines, with a column for each wager."""
    for line in path.read_text("utf-8").splitlines():
        row: Record = {}
        for name, value in json.loads(line).items():
            row |= (
                {f"{name}.{wager}": part for wager, part in value.items()} if isinstance(value, dict) else {name: value}
            )
        yield row
