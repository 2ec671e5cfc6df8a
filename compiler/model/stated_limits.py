"""The limits that a clause states for its subject: `is at most $10`, `is between $5 and $10`, `is not one of ...`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from pitboss.compiler.model import core
from pitboss.compiler.model.core import Arith, Compare, Operator, Relation
from pitboss.grammar.limit_kinds import LimitKind


class StatedLimit(NamedTuple):
    """The relation that the subject must have to one operand, or, if it must be one of several values or none, to all."""

    kind: LimitKind
    operands: tuple[core.Expr, ...]

    @property
    def relation(self) -> Relation | None:
        """The relation to the operand; None if the operands are values."""
        return _RELATIONS.get(self.kind)

    @property
    def row(self) -> core.Lookup | None:
        """The operand that is the row of a table."""
        operand = self.operands[0] if self.operands else None
        return operand if isinstance(operand, core.Lookup) else None

    def parts(self) -> tuple[StatedLimit, ...]:
        """The limits that must all be met, each by one of its operands; so one known operand can decide.

        >>> a, b = core.Fact("a"), core.Fact("b")
        >>> greater = Arith(Operator.GREATER, a, b)
        >>> [len(part.operands) for part in StatedLimit(LimitKind.AT_LEAST, (greater,)).parts()]
        [1, 1]
        >>> [len(part.operands) for part in StatedLimit(LimitKind.AT_MOST, (greater,)).parts()]
        [2]
        """
        if self.kind not in _DECISIVE:
            return (self,)
        return tuple(
            StatedLimit(self.kind, operands) for operands in _alternatives(self.operands[0], _DECISIVE[self.kind])
        )


_KINDS = {
    Relation.EXACTLY: LimitKind.EXACTLY, Relation.AT_LEAST: LimitKind.AT_LEAST, Relation.AT_MOST: LimitKind.AT_MOST,
}  # fmt: skip
_RELATIONS = {kind: relation for relation, kind in _KINDS.items()}
_DECISIVE = {LimitKind.AT_LEAST: Operator.GREATER, LimitKind.AT_MOST: Operator.LESSER}  # both operands must be met


def _alternatives(operand: core.Expr, decisive: Operator) -> list[tuple[core.Expr, ...]]:
    match operand:
        case Arith(Operator.GREATER | Operator.LESSER as operator, left, right):
            sides = _alternatives(left, decisive), _alternatives(right, decisive)
            if operator is decisive:
                return [*sides[0], *sides[1]]
            return [(*a, *b) for a, b in product(*sides)]
    return [(operand,)]


def limits_of(duty: core.Duty) -> tuple[StatedLimit, ...]:
    """The limits of a bound, or of an amount of a round that is rounded; none of other duties.

    >>> subject, two = core.Subject(core.SubjectKind.FIELD, "decks"), core.Const(core.ValueKind.NUMBER, 2)
    >>> at_least_two = Compare(Relation.AT_LEAST, core.Fact("decks"), two)
    >>> limits_of(core.Requirement(subject, (), core.Need.BOUND, at_least_two))[0].kind
    <LimitKind.AT_LEAST: 'at_least'>
    """
    match duty:
        case core.Requirement(need=core.Need.BOUND, holds=holds):
            return (*_stated(holds),)
        case core.Rounding(amount=amount) if amount is not None:
            return (StatedLimit(LimitKind.EXACTLY, (amount,)),)  # the subject is exactly what the amount rounds to
    return ()


def _stated(holds: core.Expr) -> Iterator[StatedLimit]:
    match holds:
        case core.Member(_, values, negated):
            yield StatedLimit(LimitKind.NOT_AMONG if negated else LimitKind.AMONG, values)
        case core.AllOf(items):
            for item in items:
                yield from _stated(item)
        case Compare(relation, _, operand):
            yield StatedLimit(_KINDS[relation], (operand,))
        case _:
            raise TypeError(f"no limit: {holds}")


def amounts_of(duty: core.Duty) -> tuple[core.Expr, ...]:
    """The operands of the limits of a duty that are no rows of a table."""
    return tuple(operand for limit in limits_of(duty) if limit.row is None for operand in limit.operands)


def only_limit(duty: core.Duty, *kinds: LimitKind) -> core.Expr | None:
    """The amount of a duty whose only limit has one of the kinds and names no row of a table."""
    match limits_of(duty):
        case (StatedLimit(kind, (operand,)) as limit,) if kind in kinds and limit.row is None:
            return operand
    return None
