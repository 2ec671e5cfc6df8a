"""The shape of `pitboss.audit/1`: what the account of a check contains, and what its reports read."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from pitboss.checker.findings.ignore import IgnoredData
from pitboss.checker.findings.odds_data import FloorOdds


class PlaceData(TypedDict):
    """A place in a file."""

    file: str
    line: int
    column: int
    cell: NotRequired[str]  # sheet and cell, in a workbook


Alternative = TypedDict("Alternative", {"if": str, "verdict": str})
"""The verdict that another fact, or another reading of the text, leads to."""


class ReadingData(TypedDict):
    """A reading of an ambiguous text, and the verdict that it leads to."""

    name: str
    ground: str
    expected: str
    verdict: str | None


class AnomalyData(TypedDict):
    """An anomaly of the text."""

    code: str
    kind: str
    short: str


class AuditedClause(TypedDict):
    """A clause of a finding."""

    id: str
    cite: str
    words: str
    source: str
    since: str | None
    until: str | None
    basis: str
    ground: str
    per: list[str]
    readings: list[ReadingData]
    odd: list[AnomalyData]


class ExcerptLine(TypedDict):
    """A line of a document; `mark` is where the value starts and ends."""

    line: int
    text: str
    mark: list[int] | None


class RelatedPlace(TypedDict):
    """A second place that a finding is about."""

    what: str
    place: PlaceData | None


class AuditedFact(TypedDict):
    """A fact that a finding rests on."""

    fact: str
    name: str
    value: str
    basis: str
    place: PlaceData | None


ApprovalOfFinding = TypedDict(
    "ApprovalOfFinding",
    {
        "instrument": str,
        "digest": str,
        "from": str | None,
        "until": str | None,
        "conditions": list[str],
        "place": PlaceData | None,
    },
)
"""The instrument that dispenses with a breach."""


class AuditedFinding(TypedDict):
    """A finding, with its rules, its place, the lines around it, and its alternatives."""

    id: str
    verdict: str
    duty: str
    rank: int
    code: str
    cites: list[str]
    section: str
    headline: str
    notice: str
    clauses: list[AuditedClause]
    expected: str
    actual: str
    why: list[str]
    cure: str
    place: PlaceData | None
    excerpt: list[ExcerptLine]
    related: list[RelatedPlace]
    tables: list[str]
    pits: list[str]
    facts: list[AuditedFact]
    approval: ApprovalOfFinding | None
    fingerprint: str
    evidence: str
    alternatives: list[Alternative]


class AuditProblem(TypedDict):
    """What could not be read."""

    code: str
    message: str
    help: str
    place: PlaceData | None


class AuditDocument(TypedDict):
    """A document that was read."""

    name: str
    sha256: str


class AuditedFiling(TypedDict):
    """What is known of the filing itself."""

    name: str
    id: object
    licensee: object
    effective: str | None
    supersedes: object
    previous: str | None
    certifications: list[dict[str, str | None]]
    certified: bool
    documents: list[AuditDocument]
    papers: list[dict[str, str]]
    problems: list[AuditProblem]
    previous_problems: list[AuditProblem]  # of the comparison with the previous filing


class SectionOfRulebook(TypedDict):
    """A section of the rulebook."""

    cite: str
    title: str
    game: str | None
    adopted: str | None


class DutyData(TypedDict):
    """A kind of duty, and why its breach ranks where it does."""

    duty: str
    reason: str


class RulebookData(TypedDict):
    """The rulebook by which a filing was judged."""

    version: str
    digest: str
    expires: str | None
    sections: list[SectionOfRulebook]


class GameCount(TypedDict):
    """The number of tables of a game."""

    game: str
    title: str
    tables: int


class MissingLaw(TypedDict):
    """A text that the law cites and the rulebook does not have."""

    cite: str
    cited_by: list[str]
    cited_here: list[str]
    in_scope: bool


class UncheckedRule(TypedDict):
    """A part of the law that only people can check."""

    cite: str
    words: str
    reason: str


class ScopeData(TypedDict):
    """What was judged, and what was not."""

    judged: list[str]
    games: list[GameCount]
    not_in_hand: list[MissingLaw]
    not_checkable: list[UncheckedRule]
    exclusions: list[str]


class VerdictCount(TypedDict):
    """Findings, provisions and places with a verdict."""

    verdict: str
    findings: int
    provisions: int
    places: int


class TallyData(TypedDict):
    """Counts by verdict, over all and by section."""

    verdicts: list[VerdictCount]
    sections: list[dict[str, str | int]]


class BasisCount(TypedDict):
    """The number of passes that rest on one kind of fact."""

    basis: str
    passes: int


class PitTables(TypedDict):
    """The tables of a pit."""

    pit: str
    tables: list[str]


class PitCount(GameCount):
    """The number of tables of a game in a pit."""

    pit: str


class AuditedTable(TypedDict):
    """A table, and the findings at it."""

    number: str
    pit: str
    game: str
    title: str
    variation: str
    worst: str
    findings: list[str]
    place: PlaceData | None


class ReconciledTables(TypedDict):
    """How many tables of the filing were judged, or found on the floor."""

    state: str
    what: str
    count: int
    tables: list[str]
    remarks: list[str]


class FloorData(TypedDict):
    """The floor, table by table."""

    pits: list[PitTables]
    counts: list[PitCount]
    tables: list[AuditedTable]
    reconciled: list[ReconciledTables]


class PassedFact(TypedDict):
    """A fact that a pass rests on."""

    name: str
    value: str
    basis: str
    by: NotRequired[str]
    on: NotRequired[str]
    values: NotRequired[int]


class PassData(TypedDict):
    """A clause that passed, at tables where it read the same facts."""

    clause: str
    cite: str
    section: str
    words: str
    source: str
    game: str | None
    tables: list[str]
    everywhere: bool
    count: int
    event: str
    facts: list[PassedFact]
    basis: str


class NotApplicableClause(TypedDict):
    """A clause that did not apply at some places; `nowhere`: at no place at all."""

    clause: str
    cite: str
    words: str
    places: int
    nowhere: bool


class ReadingReliance(TypedDict):
    """A reading of an ambiguous text that verdicts rest on."""

    cite: str
    clause: str
    words: str
    verdict: str
    readings: list[ReadingData]
    matters: bool
    tables: list[str]


class InferredReliance(TypedDict):
    """An inferred start that verdicts rest on."""

    cite: str
    clause: str
    words: str
    verdict: str
    since: str | None
    basis: str
    ground: str
    alternative: str
    alternatives: list[Alternative]
    matters: bool
    tables: list[str]


class RelianceData(TypedDict):
    """What the verdicts rest on that the law does not plainly print."""

    readings: list[ReadingReliance]
    inferred: list[InferredReliance]


FiledApproval = TypedDict(
    "FiledApproval",
    {
        "instrument": str,
        "digest": str,
        "provision": str,
        "tables": list[str] | None,
        "value": str | None,
        "from": str | None,
        "until": str | None,
        "conditions": list[str],
        "in_force": bool,
        "relied_on": list[str],
        "place": PlaceData | None,
    },
)
"""An instrument that was filed, and what rests on it."""


class ObservedTable(TypedDict):
    """A table to inspect."""

    number: str
    pit: str


class InspectionItem(TypedDict):
    """What to look for at a table, and the answer so far."""

    id: str
    cite: str
    clause: str
    words: str
    asks: str
    answer: str
    basis: str
    by: str
    on: str


class InspectionGroup(TypedDict):
    """Tables of a game with the same items and the same answers."""

    tables: list[ObservedTable]
    game: str
    title: str
    items: list[InspectionItem]


class AuditData(TypedDict):
    """The document `pitboss.audit/1`."""

    schema: str
    determination: str
    command: str
    as_of: str
    as_of_from: str
    filing: AuditedFiling
    rulebook: RulebookData
    scope: ScopeData
    method: list[str]
    summary: TallyData
    basis: list[BasisCount]
    floor: FloorData
    severity: list[DutyData]
    findings: list[AuditedFinding]
    passes: list[PassData]
    not_applicable: list[NotApplicableClause]
    relied: RelianceData
    approvals: list[FiledApproval]
    inspection: list[InspectionGroup]
    filed_approvals: dict[str, int]
    ignored: list[IgnoredData]
    odds: FloorOdds | None
