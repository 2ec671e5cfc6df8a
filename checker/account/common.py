"""What the parts of the account share: citations, kinds of verdicts in order, places as data.

>>> provision("1:2-3.4(b)2/x"), section("1:2-3.4(b)2"), worst(["pass", "open", "approved"])
('1:2-3.4(b)2', '1:2-3.4', 'open')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pitboss.checker.account.attestations import AttestationIndex
from pitboss.checker.account.audit_data import PlaceData, ReadingData
from pitboss.checker.filing.model import Filing, Path
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.findings import FLOOR, Finding
from pitboss.checker.judging.judge import ClauseVerdict, CompiledRulebook, NotApplicable
from pitboss.checker.runtime.operations import (
    APPROVED,
    FAIL,
    NEEDS,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    CompiledClause,
    Facts,
    Verdict,
)
from pitboss.grammar.diagnostics import Place

ORDER: tuple[str, ...] = (FAIL, OPEN, NEEDS, FLOOR, APPROVED, PASS, NOT_APPLICABLE)
RANK = {kind: n for n, kind in enumerate(ORDER)}


@dataclass(frozen=True, slots=True)
class JudgedFiling:
    """One filing, judged on one day, with all that its account is made from."""

    filing: Filing
    verdicts: tuple[ClauseVerdict, ...]
    not_applicable: tuple[NotApplicable, ...]
    findings: tuple[Finding, ...]
    ids: tuple[str, ...]  # of the findings, in their order
    book: CompiledRulebook
    vocabulary: Vocabulary
    day: str
    places: Mapping[Path, Place]
    texts: Mapping[str, str]
    attested: AttestationIndex
    pit_of: Mapping[str, str] = field(default_factory=dict)
    position: Mapping[str, int] = field(default_factory=dict)  # of a table in the filing, by number

    def in_order(self, numbers: Iterable[str]) -> list[str]:
        """The table numbers in the order of the filing."""
        return sorted(numbers, key=lambda number: self.position[number])


def provision(clause: str) -> str:
    return clause.partition("/")[0]


def section(cite: str) -> str:
    return cite.partition("(")[0]


def worst(kinds: Iterable[str], otherwise: str = NOT_APPLICABLE) -> str:
    return min(kinds, key=RANK.__getitem__, default=otherwise)


def kind_of(verdict: Verdict, floor: bool) -> str:
    """The kind of a verdict; evidence that only the floor can give is a kind of its own."""
    return FLOOR if verdict == NEEDS and floor else verdict


def where(place: Place | None) -> PlaceData | None:
    if place is None:
        return None
    made: PlaceData = {"file": place.file, "line": place.line, "column": place.column}
    return {**made, "cell": place.cell} if place.sheet else made


def facts_of(v: ClauseVerdict) -> tuple[Facts, ...]:
    """What the functions of its clause are called with."""
    return (v.event.facts, v.facts) if v.event else (v.facts,)


def readings_of(clause: CompiledClause, facts: tuple[Facts, ...] | None) -> list[ReadingData]:
    """Each reading of the text, and the verdict that it leads to."""
    return [
        {"name": name, "ground": ground, "expected": expected, "verdict": check(*facts) if facts else None}
        for name, ground, check, expected in clause.readings
    ]


def approved_places(findings: Iterable[Finding]) -> frozenset[tuple[str, str | None]]:
    """Each (clause, table) at which an instrument dispenses from everything that would fail."""
    found: dict[Verdict, set[tuple[str, str | None]]] = {APPROVED: set(), FAIL: set()}
    for f in findings:
        if f.verdict in found:
            found[f.verdict].update((c.id, number) for c in f.clauses for number in f.tables or (None,))
    return frozenset(found[APPROVED] - found[FAIL])
