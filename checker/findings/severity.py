"""How severe a finding is. `ClauseKind` states it for each kind of duty; every list that begins with the worst uses `ranked`.

The order is: the verdict, then the kind of duty that is breached, then the number of tables, then the order of the filing.
The law does not rank its provisions; this order says what to read first and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.checker.findings.findings import FLOOR, Finding
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN
from pitboss.grammar.clause_kinds import Severity

VERDICTS: tuple[str, ...] = (FAIL, OPEN, NEEDS, FLOOR, APPROVED)  # the worst first


_RANK: dict[Severity | None, int] = {severity: n for n, severity in enumerate(Severity)}


def severity_of(finding: Finding) -> Severity:
    """The severity of the gravest duty among the clauses of the finding."""
    return tuple(Severity)[_rank(finding)]


def ranked(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, the most severe first; equally severe ones stay in the order of the filing."""
    return sorted(findings, key=_severity)


def heading_of(finding: Finding) -> str:
    """The group of a finding in a ranked list: its verdict and the kind of its duty."""
    kind = "to be seen on the floor" if finding.counts_as == FLOOR else finding.counts_as
    return f"{kind}: {severity_of(finding)}"


def _severity(finding: Finding) -> tuple[int, int, int]:
    return VERDICTS.index(finding.counts_as), _rank(finding), -len(finding.tables)


def _rank(finding: Finding) -> int:
    return min(_RANK[clause.kind.severity] for clause in finding.clauses)
