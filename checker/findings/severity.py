"""How severe a finding is. `DUTIES` is the whole definition; every list that begins with the worst uses `ranked`.

The order is: the verdict, then the kind of duty that is breached, then the number of tables, then the order of the filing.
The law does not rank its provisions; this order says what to read first and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.checker.findings.findings import FLOOR, Finding
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN, ClauseKind

VERDICTS: tuple[str, ...] = (FAIL, OPEN, NEEDS, FLOOR, APPROVED)  # the worst first


class Duty:
    """A kind of duty, and why its breach ranks where it does."""

    __slots__ = ("kinds", "name", "reason")  # a plain class: each check imports it

    def __init__(self, name: str, reason: str, kinds: tuple[ClauseKind, ...]) -> None:
        self.name, self.reason, self.kinds = name, reason, kinds


_K = ClauseKind
DUTIES = (  # the worst first
    Duty("payment", "players lose money in every round: a wager is paid less, or charged more, than the law allows",
         (_K.PAYOUT, _K.CHARGE, _K.ROUNDING, _K.RESULT, _K.OUTCOME)),
    Duty("authorization", "the table offers a game that nobody authorized in this form, or leaves out what it must offer",
         (_K.AUTHORITY, _K.APPROVAL, _K.BARS, _K.REQUIRES, _K.OFFERED)),
    Duty("conduct", "equipment, figures or procedures of an authorized game differ from the law",
         (_K.BOUND, _K.SAME, _K.DERIVED, _K.INDEPENDENT, _K.IRREGULARITY, _K.RANK, _K.RANKING, _K.SIGHT)),
    Duty("disclosure", "the game itself may comply, but players or the regulator were not informed of it as required",
         (_K.NOTICE, _K.POSTING, _K.ATTEST, _K.ELECTION)),
)  # fmt: skip
_RANK = {kind: n for n, duty in enumerate(DUTIES) for kind in duty.kinds}


def duty_of(finding: Finding) -> Duty:
    """The gravest duty among the clauses of the finding."""
    return DUTIES[min(_RANK[clause.kind] for clause in finding.clauses)]


def ranked(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, the most severe first; equally severe ones stay in the order of the filing."""
    return sorted(findings, key=_severity)


def heading_of(finding: Finding) -> str:
    """The group of a finding in a ranked list: its verdict and the kind of its duty."""
    kind = "to be seen on the floor" if finding.counts_as == FLOOR else finding.counts_as
    return f"{kind}: {duty_of(finding).name}"


def _severity(finding: Finding) -> tuple[int, int, int]:
    duty = min(_RANK[clause.kind] for clause in finding.clauses)
    return VERDICTS.index(finding.counts_as), duty, -len(finding.tables)
