"""Bounds on a field in one form: `between $5 and $10`, `is not one of ...`, `is at most ... by decks`, `rounds up to ...`."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from pitboss.compiler.model import core


class BoundKind(Enum):
    EXACTLY = "exactly"
    AT_LEAST = "at least"
    AT_MOST = "at most"
    BETWEEN = "between"
    AMONG = "among"
    NOT_AMONG = "not among"


class Bound(NamedTuple):
    """The demand of a clause on the value of its subject. With a `lookup` the operand is the row that a key selects."""

    kind: BoundKind
    operands: tuple[core.Expr, ...]
    lookup: core.Lookup | None = None

    def plain(self, *kinds: BoundKind) -> bool:
        """Whether the bound is of one of the kinds, and its operand is not a table lookup."""
        return self.lookup is None and self.kind in kinds


_KINDS = {
    core.Relation.EXACTLY: BoundKind.EXACTLY,
    core.Relation.AT_LEAST: BoundKind.AT_LEAST,
    core.Relation.AT_MOST: BoundKind.AT_MOST,
}


def bound_of(duty: core.Duty) -> Bound | None:
    """The bound of a requirement or of an amount of a round that is rounded; None for other duties.

    >>> subject, two = core.Subject(core.SubjectKind.FIELD, "decks"), core.Const(core.ValueKind.NUMBER, 2)
    >>> held = core.Compare(core.Relation.AT_LEAST, core.Fact("decks"), two)
    >>> bound_of(core.Requirement(subject, (), core.Need.BOUND, held)).kind
    <BoundKind.AT_LEAST: 'at least'>
    """
    match duty:
        case core.Requirement(need=core.Need.BOUND, holds=holds):
            return _of_condition(holds)
        case core.Rounding(amount=amount) if amount is not None:
            return Bound(BoundKind.EXACTLY, (amount,))  # the subject is exactly what the amount rounds to
    return None


def _of_condition(holds: core.Expr) -> Bound:
    match holds:
        case core.Member(_, values, negated):
            return Bound(BoundKind.NOT_AMONG if negated else BoundKind.AMONG, values)
        case core.AllOf((core.Compare(right=low), core.Compare(right=high))):
            return Bound(BoundKind.BETWEEN, (low, high))
        case core.Compare(relation, _, core.Lookup() as lookup):
            return Bound(_KINDS[relation], (), lookup)
        case core.Compare(relation, _, operand):
            return Bound(_KINDS[relation], (operand,))
    raise TypeError(f"no bound of {holds}")
