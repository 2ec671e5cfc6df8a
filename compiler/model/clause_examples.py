"""Examples of clauses: for a version of a clause, a filing or a record that meets it, and the same one value apart that breaches it.

The text of an example holds both values, `[[met|breached]]`, as the cases do from which it is taken.

>>> example = ClauseExample("1:1-2.1(a)/sets", None, "2004-01-01", "sets: [[6|7]]")
>>> example.values, example.on(BREACHED).tables
(('6', '7'), 'sets: 7')
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property

NAME = "examples.json.gz"
SCHEMA = "pitboss.examples/1"
SUBMISSION = (
    "submission: {id: case, licensee: Case, effective: %s,"
    " certifications: [{by: A. Person, role: counsel, on: 1990-01-01}]}\n"
)
VALUES = re.compile(r"\[\[([^|\]]*)\|([^\]]*)\]\]")
GAP = "___"  # in the place of both values
MET, BREACHED = 1, 2  # the groups of `VALUES`

VERBS = {
    "fail": "fails",
    "open": "is open",
    "pass": "passes",
    "needs evidence": "needs evidence",
    "not applicable": "does not come under the clause",
    "no breach": "breaches nothing",
}  # of the verdicts that a case states


@dataclass(frozen=True, slots=True)
class ClauseExample:
    """A pair of filings, or of records at the table of a filing, that differ in one value.

    `tables`: the filing in YAML, without its submission. `rows`: of a record, one in a line, in YAML. `met` is the verdict with the first
    value, `breached` the one with the second: fail or open, or empty if nothing breaches the clause.
    """

    clause: str
    since: str | None  # of the version
    day: str
    tables: str
    rows: str = ""
    met: str = "pass"
    breached: str = "fail"

    @property
    def filing(self) -> str:
        """The whole filing in YAML; what the case states comes first."""
        return f"{self.tables}{SUBMISSION % self.day}"

    @property
    def values(self) -> tuple[str, str]:
        """The value that meets the clause, and the one that breaches it; both are empty where nothing breaches it."""
        pair = VALUES.search(f"{self.day}\n{self.tables}\n{self.rows}")
        return (pair[MET].strip(), pair[BREACHED].strip()) if pair else ("", "")

    @property
    def lines(self) -> list[str]:
        """The tables and the rows with a gap in the place of both values."""
        return VALUES.sub(GAP, f"{self.tables}{self.rows}").splitlines()

    def on(self, side: int) -> ClauseExample:
        """The example with one of its values, `MET` or `BREACHED`."""
        day, tables, rows = (VALUES.sub(lambda pair: pair[side], text) for text in (self.day, self.tables, self.rows))
        return replace(self, day=day, tables=tables, rows=rows)

    def dated(self, day: str) -> ClauseExample:
        """The example with another day, wherever it states its own."""
        tables, rows = (text.replace(self.day, day) for text in (self.tables, self.rows))
        return replace(self, day=day, tables=tables, rows=rows)


@dataclass(frozen=True, slots=True)
class TurnedExample:
    """A filing or a record that fails by its clause on one day, and in which nothing fails on another."""

    example: ClauseExample  # with one value
    lawful_on: str
    fails_on: str

    @property
    def became_lawful(self) -> bool:
        """Whether the day on which it fails is the earlier one."""
        return self.fails_on < self.lawful_on


@dataclass(frozen=True)
class ClauseExamples:
    """The examples of a rulebook, at most one for each version of a clause."""

    examples: tuple[ClauseExample, ...]

    def of(self, clause: str, since: str | None) -> ClauseExample | None:
        """The example of a version."""
        return next((one for one in self.of_clause(clause) if one.since == since), None)

    def of_clause(self, clause: str) -> tuple[ClauseExample, ...]:
        """The examples of all versions of a clause."""
        return self._by_clause.get(clause, ())

    @cached_property
    def _by_clause(self) -> dict[str, tuple[ClauseExample, ...]]:
        by_clause: dict[str, tuple[ClauseExample, ...]] = {}
        for example in self.examples:
            by_clause[example.clause] = (*by_clause.get(example.clause, ()), example)
        return by_clause


def dumps(examples: Iterable[ClauseExample]) -> bytes:
    """The examples as compressed JSON, one in a line; what most of them have in common is left out."""
    defaults = {field.name: field.default for field in fields(ClauseExample)}
    stated = ({k: v for k, v in asdict(example).items() if v != defaults[k]} for example in examples)
    lines = (json.dumps(example, separators=(",", ":")) for example in stated)
    text = f'{{"schema": "{SCHEMA}", "examples": [\n' + ",\n".join(lines) + "\n]}\n"
    return gzip.compress(text.encode(), mtime=0)  # equal examples give equal bytes


def loads(written: bytes) -> ClauseExamples:
    """The examples that `dumps` wrote."""
    data = json.loads(gzip.decompress(written))
    if data["schema"] != SCHEMA:
        raise ValueError(f"these are no examples: {data['schema']}")
    return ClauseExamples(tuple(ClauseExample(**example) for example in data["examples"]))
