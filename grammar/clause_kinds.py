"""The kinds of clauses: one row for each, with everything that depends on the kind alone.

The compiler names the kind of each clause; the checker and the reports read the row. Every check imports this module and a standalone
validator contains it, so it needs nothing but enumerations.

>>> ClauseKind.POSTING.evidence, ClauseKind.POSTING.severity.reason
('posted', 'the game itself may comply, but players or the regulator were not informed of it as required')
"""

from __future__ import annotations

from enum import StrEnum


class CheckedAs(StrEnum):
    """How a provision or a clause is checked."""

    FILING = "filing"  # decided by code, on a filing
    ROUND = "round"  # decided by code, on records of rounds
    ATTESTED = "attested"  # a person has to attest it
    DEFINITION = "definition"
    PERMISSION = "permission"
    NOT_CHECKABLE = "not checkable"
    HEADING = "heading"  # a label without a clause of its own
    MISSING = "cited, text not available"


class Severity(StrEnum):
    """How severe the breach of a duty is, the worst first, and why. The law does not rank its provisions."""

    reason: str

    def __new__(cls, value: str, reason: str) -> Severity:
        member = str.__new__(cls, value)
        member._value_, member.reason = value, reason
        return member

    PAYMENT = "payment", "players lose money in every round: a wager is paid less, or charged more, than the law allows"
    AUTHORIZATION = (
        "authorization", "the table offers a game that nobody authorized in this form, or leaves out what it must offer"
    )  # fmt: skip
    CONDUCT = "conduct", "equipment, figures or procedures of an authorized game differ from the law"
    DISCLOSURE = (
        "disclosure", "the game itself may comply, but players or the regulator were not informed of it as required"
    )  # fmt: skip


_KindRow = tuple[str, Severity | None, CheckedAs | None, str, bool, bool, bool]


def _kind_row(
    value: str,
    severity: Severity | None,
    checked_as: CheckedAs | None = None,
    evidence: str = "",
    on_floor: bool = False,
    offering: bool = False,
    settles: bool = False,
) -> _KindRow:
    return value, severity, checked_as, evidence, on_floor, offering, settles


class ClauseKind(StrEnum):
    """What a clause demands."""

    severity: Severity | None  # of a breach; None: nothing breaches it
    checked_as: CheckedAs | None  # None: by code, on filings or on rounds
    evidence: (
        str  # attested, posted or approved: the statement of people that shows compliance; empty: the facts show it
    )
    on_floor: bool  # the evidence can be found only on the floor
    offering: bool  # it decides what a table may offer
    settles: bool  # a clause on what is filed is part of a settlement

    def __new__(
        cls, value: str, severity: Severity | None = None, checked_as: CheckedAs | None = None,
        evidence: str = "", on_floor: bool = False, offering: bool = False, settles: bool = False,
    ) -> ClauseKind:  # fmt: skip
        member = str.__new__(cls, value)
        member._value_, member.severity, member.checked_as = value, severity, checked_as
        member.evidence, member.on_floor, member.offering, member.settles = evidence, on_floor, offering, settles
        return member

    APPROVAL = _kind_row("approval", Severity.AUTHORIZATION, evidence="approved")
    ATTEST = _kind_row("attest", Severity.DISCLOSURE, CheckedAs.ATTESTED, evidence="attested", on_floor=True)
    AUTHORITY = _kind_row("authority", Severity.AUTHORIZATION, offering=True)
    BARS = _kind_row("bars", Severity.AUTHORIZATION, offering=True)
    BOUND = _kind_row("bound", Severity.CONDUCT, settles=True)
    CHANCE = _kind_row("chance", None)
    CHARGE = _kind_row("charge", None)
    DEAL = _kind_row("deal", None)
    DEFINITION = _kind_row("definition", None, CheckedAs.DEFINITION)
    DERIVED = _kind_row("derived", Severity.CONDUCT, settles=True)
    ELECTION = _kind_row("election", Severity.DISCLOSURE)
    INDEPENDENT = _kind_row("independent", Severity.CONDUCT)
    IRREGULARITY = _kind_row("irregularity", Severity.CONDUCT, settles=True)
    LEFT = _kind_row("left", None, CheckedAs.NOT_CHECKABLE)
    NOTICE = _kind_row("notice", Severity.DISCLOSURE, evidence="attested")
    OFFERED = _kind_row("offered", Severity.AUTHORIZATION, offering=True)
    OUTCOME = _kind_row("outcome", Severity.PAYMENT, settles=True)
    PAYOUT = _kind_row("payout", Severity.PAYMENT, settles=True)
    PERMISSION = _kind_row("permission", None, CheckedAs.PERMISSION)
    POSTING = _kind_row("posting", Severity.DISCLOSURE, evidence="posted", on_floor=True)
    RANK = _kind_row("rank", Severity.CONDUCT, settles=True)
    RANKING = _kind_row("ranking", Severity.CONDUCT)
    REQUIRES = _kind_row("requires", Severity.AUTHORIZATION, offering=True, settles=True)
    RESULT = _kind_row("result", Severity.PAYMENT, settles=True)
    ROUNDING = _kind_row("rounding", Severity.PAYMENT, settles=True)
    SAME = _kind_row("same", Severity.CONDUCT)
    SIGHT = _kind_row("sight", None)
