"""The compiled clauses that judge a round: the role of each in a settlement, and its functions.

A function takes the facts and a set of operations: with `row_operations.py` it evaluates one row, with
`column_operations.py` many rows at once. The types of both differ in the form of many rows: a column `C`, and a column
of verdicts `W`. The operations on one row have neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import reduce
from typing import ClassVar, Generic, Protocol, TypeVar, cast

from pitboss.checker.rounds.cells import Cell
from pitboss.checker.runtime.operations import Facts, Payout, Quantity, Rows, Scalar, Truth, Value, Verdict
from pitboss.grammar.limit_kinds import LimitKind


class ColumnOfValues(Protocol):
    """A value for each of many rows, as `column.Column` holds them."""

    @property
    def is_truth(self) -> bool: ...


C = TypeVar("C", bound=ColumnOfValues)  # a column of values


class ColumnOfVerdicts(Protocol):
    """A verdict for each of many rows, as `column_operations.Verdicts` holds them."""

    @property
    def codes(self) -> Sized: ...


W = TypeVar("W", bound=ColumnOfVerdicts)  # a column of verdicts


class Reads(Protocol[C]):
    """The operations that read facts. No other code of a clause or of a settlement does."""

    def fact(self, t: Facts, name: str, /) -> Cell | C: ...
    def entry(self, t: Facts, field: str, name: str, /) -> Value | C: ...
    def amount(self, t: Facts, field: str, wager: str, /) -> Quantity | C: ...
    def offered(self, t: Facts, name: str, /) -> Truth | C: ...
    def by_row(
        self, t: Facts, value: Value | C, key: str, rows: Mapping[object, Scalar],
        test: Callable[[Value | C, Value | C], Truth | C], /,
    ) -> Truth | C: ...  # fmt: skip


class Operations(Reads[C], Protocol[C, W]):
    """What a settlement uses of `row_operations` and `column_operations`; a clause may call all that both define."""

    def both(self, *truths: Truth | C) -> Truth | C: ...
    def either(self, *truths: Truth | C) -> Truth | C: ...
    def no(self, truth: Truth | C, /) -> Truth | C: ...
    def choose(self, truth: Truth | C, this: Truth | C, other: Truth | C, /) -> Truth | C: ...
    def at_least(self, a: Value | C, b: Value | C, /) -> Truth | C: ...
    def at_most(self, a: Value | C, b: Value | C, /) -> Truth | C: ...
    def all_equal(self, a: Value | C, b: Value | C, /) -> Truth | C: ...
    def more(self, a: Value | C, b: Value | C, /) -> Truth | C: ...
    def less(self, a: Value | C, b: Value | C, /) -> Truth | C: ...
    def equal(self, a: Value | C, b: Value | C, /) -> Truth | C: ...
    def same(self, a: Cell | C, b: Cell | C, /) -> Truth | C: ...
    def among(self, a: Value | C, values: tuple[Scalar, ...], /) -> Truth | C: ...
    def not_among(self, a: Value | C, values: tuple[Scalar, ...], /) -> Truth | C: ...
    def to_cent(self, stated: Quantity | C, comes_to: Quantity | C, /) -> Truth | C: ...
    def known(self, value: object, /) -> Truth | C: ...
    def known_in(self, value: object, /) -> int: ...
    def complete(self, value: object, /) -> bool: ...
    def or_else(self, value: object, other: Cell | C, /) -> object: ...
    def given(self, applies: Truth | C, value: Cell | C, /) -> Cell | C: ...
    def greater(self, a: Quantity | C, b: Quantity | C, /) -> Quantity | C: ...
    def lesser(self, a: Quantity | C, b: Quantity | C, /) -> Quantity | C: ...
    def times(self, a: Quantity | C, b: Quantity | C, /) -> Quantity | C: ...
    def plus(self, a: Quantity | C, b: Quantity | C, /) -> Quantity | C: ...
    def minus(self, a: Quantity | C, b: Quantity | C, /) -> Quantity | C: ...
    def rounded(self, value: Quantity | C, step: Quantity | C, direction: str, /) -> Quantity | C: ...
    def pick(self, truth: Truth | C, this: Quantity | C, other: Quantity | C, /) -> Quantity | C: ...
    def highest(self, amounts: Iterable[tuple[Truth | C, Quantity | C]], /) -> Quantity | C: ...
    def verdict(self, applies: Truth | C, holds: Truth | C, /) -> Verdict | W: ...
    def doubted(self, outcome: Verdict | W, doubt: Truth | C, /) -> Verdict | W: ...
    def where(self, truth: Truth | C, outcome: Verdict | W, /) -> Verdict | W: ...
    def of_readings(self, verdicts: Iterable[Verdict | W], /) -> Verdict | W: ...
    def failed(self, outcome: Verdict | W, /) -> Truth | C: ...
    def occurs(self, truth: Truth | C, /) -> bool: ...


class Condition(Protocol):
    """A truth for one row, or a column of truths."""

    def __call__(self, t: Facts, ops: Operations[C, W], /) -> Truth | C: ...


class Amount(Protocol):
    """A quantity of one row, or a column of quantities."""

    def __call__(self, t: Facts, ops: Operations[C, W], /) -> Cell | C: ...


def fixed(figure: Cell) -> Amount:
    """A quantity that is a figure of the law."""

    def amount(t: Facts, ops: Operations[C, W]) -> Cell | C:
        return figure

    return amount


def derived_as(field: str, value: Amount) -> Condition:
    """A field is what it is derived as."""

    def condition(t: Facts, ops: Operations[C, W]) -> Truth | C:
        return ops.same(ops.fact(t, field), value(t, ops))

    return condition


class WagerEnd(StrEnum):
    """How a wager ends."""

    WINS = "wins"
    LOSES = "loses"
    RETURNS = "returns"
    STAYS = "stays"
    ADVANCES = "advances"


class RoundingDirection(StrEnum):
    UP = "up"
    DOWN = "down"


class RowReach(IntEnum):
    """Which rows a clause reads: its own, all rows of its round, or those of the round before too."""

    ROW = 0
    ROUND = 1
    BEFORE = 2


# ---- roles; `wager` is empty if the clause is not about one wager


@dataclass(frozen=True, slots=True)
class EndsRole:
    """When a wager wins, loses, is returned, stays or advances."""

    wager: str
    end: WagerEnd


@dataclass(frozen=True, slots=True)
class ReachesRowRole:
    """When a wager reaches a row of its payouts."""

    wager: str
    row: str


@dataclass(frozen=True, slots=True)
class HasRankRole:
    """When a hand has a rank: every wager with a row of that name, and no `ReachesRowRole` for it, reaches the row."""

    row: str
    wager: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class SelectedRow:
    """The row of a table of the law that a fact selects."""

    by: str
    rows: Mapping[object, Scalar]


@dataclass(frozen=True, slots=True)
class FieldLimit:
    """One limit of a bound: the relation that the field must have to any of the amounts, or to the row of a table.

    `among` and `not_among` relate it to all of the amounts, which are constants.
    """

    kind: LimitKind
    amounts: tuple[Scalar | Amount, ...] | SelectedRow

    @property
    def is_computed(self) -> bool:
        """Whether it depends on other facts, except on the one that selects a row of a table."""
        return isinstance(self.amounts, tuple) and any(map(callable, self.amounts))

    def values(self, t: Facts, ops: Operations[C, W]) -> list[Value | C]:
        """The amounts; none of a table."""
        amounts = self.amounts if isinstance(self.amounts, tuple) else ()
        return [amount if isinstance(amount, Scalar) else cast("Value | C", amount(t, ops)) for amount in amounts]

    def is_met(self, value: Value | C, money: bool, t: Facts, ops: Operations[C, W]) -> Truth | C:
        """Whether a value is within the limit; an exact amount of money is compared to the cent."""
        if isinstance(self.amounts, SelectedRow):
            return ops.by_row(t, value, self.amounts.by, self.amounts.rows, _comparison(self.kind, ops))
        if self.kind in (LimitKind.AMONG, LimitKind.NOT_AMONG):
            listed = tuple(amount for amount in self.amounts if isinstance(amount, Scalar))
            return ops.among(value, listed) if self.kind is LimitKind.AMONG else ops.not_among(value, listed)
        if money and self.kind is LimitKind.EXACTLY:
            stated = cast("Quantity | C", value)
            return ops.either(*[ops.to_cent(stated, cast("Quantity | C", one)) for one in self.values(t, ops)])
        compare = _comparison(self.kind, ops)
        return ops.either(*[compare(value, amount) for amount in self.values(t, ops)])


def _comparison(kind: LimitKind, ops: Operations[C, W]) -> Callable[[Value | C, Value | C], Truth | C]:
    if kind is LimitKind.EXACTLY:
        return ops.all_equal
    return ops.at_least if kind is LimitKind.AT_LEAST else ops.at_most


@dataclass(frozen=True, slots=True)
class BoundRole:
    """A bound on a field; if a wager is named, on the wager's entry in it. All limits must be met."""

    wager: str
    field: str
    limits: tuple[FieldLimit, ...]
    money: bool = False  # the field is an amount of money in a round
    by_payouts: bool = False  # a limit depends on the filed payouts of the wager
    filed: Amount | None = None  # reads the field, if it is none of a round

    @property
    def kind(self) -> LimitKind | None:
        """The kind of the limits; None if they are of several kinds, or rows of a table."""
        kinds = {None if isinstance(limit.amounts, SelectedRow) else limit.kind for limit in self.limits}
        return kinds.pop() if len(kinds) == 1 else None

    @property
    def is_computed(self) -> bool:
        return any(limit.is_computed for limit in self.limits)

    def is_met(self, t: Facts, ops: Operations[C, W]) -> Truth | C:
        """Whether the field is within all limits."""
        value = ops.entry(t, self.field, self.wager) if self.wager else ops.fact(t, self.field)
        value = self.filed(t, ops) if self.filed else value
        return ops.both(*[limit.is_met(cast("Value | C", value), self.money, t, ops) for limit in self.limits])

    def limit(self, t: Facts, ops: Operations[C, W]) -> Quantity | C:
        """The amount that the limits together come to; None if they have no common kind, or list values."""
        if self.kind in (None, LimitKind.AMONG, LimitKind.NOT_AMONG):
            return None
        amounts = [cast("list[Quantity | C]", limit.values(t, ops)) for limit in self.limits]
        any_of, all_of = (ops.greater, ops.lesser) if self.kind is LimitKind.AT_MOST else (ops.lesser, ops.greater)
        return reduce(all_of, [reduce(any_of, values) for values in amounts])


@dataclass(frozen=True, slots=True)
class DerivesRole:
    """The derivation of a field."""

    field: str
    wager: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class RoundsFieldRole:
    """A field is an amount rounded to a multiple of a step."""

    field: str
    wager: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class LeadsToRole:
    """The lawful consequences of an irregularity."""

    irregularity: str
    wager: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class RequiresWagerRole:
    """A wager may be made only together with another."""

    wager: str
    other: str


@dataclass(frozen=True, slots=True)
class PaysRole:
    """A won wager is paid by the filed payouts, and these by the figures of the law.

    `tables`: by the value of the table's field `by`, each printed table by its name; or `low` and `high` for every outcome.
    """

    wager: str
    exact: bool = True  # else the figures of the tables are floors
    by: str = ""
    tables: Mapping[object, Mapping[str, Rows]] = field(default_factory=dict)
    low: Payout | None = None
    high: Payout | None = None


@dataclass(frozen=True, slots=True)
class SharesRole:
    """The meter of which a payout is a share."""

    wager: str


@dataclass(frozen=True, slots=True)
class HighestOnlyRole:
    """Only the highest row that a wager reached is paid."""

    wager: str


@dataclass(frozen=True, slots=True)
class PaysEachRole:
    """A wager is paid for each of several events, so the record does not determine the amount due."""

    wager: str


@dataclass(frozen=True, slots=True)
class PaysGrossRole:
    """The stake is part of a payout in money."""

    wager: str


@dataclass(frozen=True, slots=True)
class RoundsDueRole:
    """The amount due is rounded to a multiple of a step."""

    wager: str
    direction: RoundingDirection


Role = (
    EndsRole | ReachesRowRole | HasRankRole | BoundRole | DerivesRole | RoundsFieldRole | LeadsToRole | RequiresWagerRole
    | PaysRole | SharesRole | HighestOnlyRole | PaysEachRole | PaysGrossRole | RoundsDueRole
)  # fmt: skip


R = TypeVar("R", bound=Role, covariant=True)


@dataclass(frozen=True, slots=True)
class Step(Generic[R]):
    """One reading of one version of one clause."""

    id: str
    since: str | None
    reading: str  # its name, if the text is open
    role: R
    applies: Condition | None = None  # the conditions; None: it always applies
    holds: Condition | None = None  # whether the requirement is met
    value: Amount | None = None  # the quantity that it names: an amount, a step of rounding
    reach: RowReach = RowReach.ROW
    unavailable: bool = False  # a text that is not available decides where it fails

    def condition(self, t: Facts, ops: Operations[C, W]) -> Truth | C:
        """Whether the clause applies."""
        return True if self.applies is None else self.applies(t, ops)

    def derived(self, t: Facts, ops: Operations[C, W]) -> Cell | C:
        """The derived value; unknown if the clause does not apply or names no quantity."""
        return ops.given(self.condition(t, ops), self.value(t, ops)) if self.value else None

    def quantity(self, t: Facts, ops: Operations[C, W]) -> Quantity | C:
        """The number that it names; None if it names none."""
        value = self.value(t, ops) if self.value else None
        return None if isinstance(value, str | tuple | list | dict) else value
