"""Witnesses of clauses on rounds as data: for each version, rows that breach it and rows that satisfy it, or why there are none.

`rulespecs/round_witnesses.json` has them, one entry in a line. Each names a lawful table by the digest of its facts; its rows are as a
record writes them, without the table and the moment, which `records` adds.

>>> rows = ({"round": "1", "cards": "Kd 6h"},)
>>> of = VersionKey("1:1-1.1(a)/tiles-loses", "0123", None)
>>> records(RoundWitness(of, Example.BREACH, "fail", "2004-01-01", "ab", rows))
[{'round': '1', 'table': '1', 'moment': '2004-01-01T12:01:00', 'cards': 'Kd 6h'}]
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from pitboss.compiler.witness.draft import Draft, filing
from pitboss.compiler.witness.entries import Example, Unshown, VersionKey, joined, key_data, read_key, split
from pitboss.compiler.witness.lacking import Lacking
from pitboss.grammar.json_types import Json

NAME = "round_witnesses.json"
SCHEMA = "pitboss.round_witnesses/1"
TABLE = "1"  # the number of the table in its filing

Row = Mapping[str, Json]  # by column; `round` is always stated


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A lawful table at which rounds are dealt."""

    game: str
    day: str
    facts: Draft

    @property
    def key(self) -> str:
        """The digest by which witnesses name the table."""
        stated = json.dumps([self.game, self.day, joined(self.facts)], separators=(",", ":"))
        return sha256(stated.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class RoundWitness:
    """The smallest record that was found to breach a version, or to satisfy it.

    `verdict` is fail, open or pass. `also`: the further findings of the audit in these rows, verdict and clause.
    """

    of: VersionKey
    example: Example
    verdict: str
    day: str
    table: str  # key
    rows: tuple[Row, ...]
    also: tuple[tuple[str, str], ...] = ()

    @property
    def alone(self) -> bool:
        """Whether the audit finds nothing else."""
        return not self.also


@dataclass(frozen=True)
class RoundWitnesses:
    """The witnesses of all clauses on rounds."""

    tables: Mapping[str, RoundTable]  # by key
    found: tuple[RoundWitness, ...]
    unshown: tuple[Unshown, ...]
    kinds: Mapping[str, str] = field(default_factory=dict)  # of offers: wager, option or variation

    def of(self, clause: str, since: str | None) -> dict[Example, RoundWitness | Unshown]:
        """The examples of a version."""
        return self._by_version.get((clause, since), {})

    @cached_property
    def _by_version(self) -> dict[tuple[str, str | None], dict[Example, RoundWitness | Unshown]]:
        made: dict[tuple[str, str | None], dict[Example, RoundWitness | Unshown]] = {}
        entries: tuple[RoundWitness | Unshown, ...] = (*self.found, *self.unshown)
        for one in entries:
            made.setdefault((one.of.clause, one.of.since), {})[one.example] = one
        return made

    def filing(self, witness: RoundWitness) -> dict[str, Json]:
        """The filing of the table of a witness."""
        return self.filing_of(witness.table)

    def filing_of(self, key: str) -> dict[str, Json]:
        """The filing of a table."""
        table = self.tables[key]
        return filing(table.facts, table.game, table.day, self.kinds)


def records(witness: RoundWitness) -> list[dict[str, Json]]:
    """The rows of a witness, each with its table and its moment."""
    return [placed(row, witness.day) for row in witness.rows]


def placed(row: Row, day: str) -> dict[str, Json]:
    """A row with its table and its moment: a round is a minute."""
    number = int(str(row["round"]))
    place: dict[str, Json] = {"round": row["round"], "table": TABLE, "moment": f"{day}T12:{number:02}:00"}
    return {**place, **row}


# ---- JSON


def dumps(witnesses: RoundWitnesses) -> str:
    """The witnesses as JSON, one entry in a line, in a fixed order."""
    tables: Iterator[Json] = (
        {"key": key, "game": table.game, "day": table.day, "facts": joined(table.facts)}
        for key, table in sorted(witnesses.tables.items(), key=lambda one: (one[1].game, one[1].day, one[0]))
    )
    found: Iterator[Json] = (
        {
            **key_data(one.of), "example": one.example.value, "verdict": one.verdict, "day": one.day, "table": one.table,
            "rows": [dict(row) for row in one.rows], **({"also": [list(other) for other in one.also]} if one.also else {}),
        }
        for one in witnesses.found
    )  # fmt: skip
    unshown: Iterator[Json] = (
        {**key_data(one.of), "example": one.example.value, "reason": one.reason.value} for one in witnesses.unshown
    )
    parts = {"tables": tables, "found": found, "unshown": unshown}
    kinds: Json = dict(sorted(witnesses.kinds.items()))
    lines = [f'"schema": {json.dumps(SCHEMA)}', f'"kinds": {json.dumps(kinds)}']
    for name, entries in parts.items():
        lines.append(
            f'"{name}": [\n' + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries) + "\n]"
        )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def loads(text: str | bytes) -> RoundWitnesses:
    """The witnesses that `dumps` wrote."""
    data = json.loads(text)
    if data["schema"] != SCHEMA:
        raise ValueError(f"these are no witnesses of rounds: {data['schema']}")
    tables = {entry["key"]: RoundTable(entry["game"], entry["day"], split(entry["facts"])) for entry in data["tables"]}
    found = tuple(
        RoundWitness(
            read_key(one), Example(one["example"]), one["verdict"], one["day"], one["table"], tuple(one["rows"]),
            tuple((verdict, clause) for verdict, clause in one.get("also", ())),
        )
        for one in data["found"]
    )  # fmt: skip
    unshown = tuple(Unshown(read_key(one), Example(one["example"]), Lacking(one["reason"])) for one in data["unshown"])
    return RoundWitnesses(tables, found, unshown, data["kinds"])
