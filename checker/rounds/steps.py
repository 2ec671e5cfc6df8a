"""The compiled clauses that judge a round: the role of each in a settlement, and its functions.

A function takes the facts and a set of operations: with `row_operations.py` it evaluates one row, with
`column_operations.py` many rows at once. The types of both differ in the form of many rows: a column `C`, and a column
of verdicts `W`. The operations on one row have neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import ClassVar, Generic, Protocol, TypeVar, cast

from pitboss.checker.rounds.cells import Cell
from pitboss.checker.runtime.operations import Facts, Payout, Quantity, Rows, Scalar, Truth, Value, Verdict


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


class Operations(Protocol[C, W]):
    """What a settlement uses of `row_operations` and `column_operations`; a clause may call all that both define."""

    def both(self, *truths: Truth | C) -> Truth | C: ...
    def either(self, *truths: Truth | C) -> Truth | C: ...
    def no(self, truth: Truth | C, /) -> Truth | C: ...
    def choose(self, truth: Truth | C, this: Truth | C, other: Truth | C, /) -> Truth | C: ...
    def offered(self, t: Facts, name: str, /) -> Truth | C: ...
    def more(self, a: Value | C, b: Value | C, /) -> Truth | C: ...
    def less(self, a: Value | C, b: Value | C, /) -> Truth | C: ...
    def equal(self, a: Value | C, b: Value | C, /) -> Truth | C: ...
    def same(self, a: Cell | C, b: Cell | C, /) -> Truth | C: ...
    def among(self, a: Value | C, values: tuple[Scalar, ...], /) -> Truth | C: ...
    def to_cent(self, stated: Quantity | C, comes_to: Quantity | C, /) -> Truth | C: ...
    def known(self, value: object, /) -> Truth | C: ...
    def known_in(self, value: object, /) -> int: ...
    def complete(self, value: object, /) -> bool: ...
    def entry(self, t: Facts, field: str, name: str, /) -> Value | C: ...
    def amount(self, t: Facts, field: str, wager: str, /) -> Quantity | C: ...
    def or_else(self, value: object, other: Cell | C, /) -> object: ...
    def given(self, applies: Truth | C, value: Cell | C, /) -> Cell | C: ...
    def agreed(self, *values: Cell | C) -> Cell | C: ...
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


def comes_to(field: str, wager: str, figure: Quantity) -> Condition:
    """The amount of a wager is a figure of the law, to the cent."""

    def condition(t: Facts, ops: Operations[C, W]) -> Truth | C:
        return ops.to_cent(cast("Quantity | C", ops.entry(t, field, wager)), figure)

    return condition


def derived_as(field: str, value: Amount) -> Condition:
    """A field is what it is derived as."""

    def condition(t: Facts, ops: Operations[C, W]) -> Truth | C:
        return ops.same(cast("Cell | C", t.get(field)), value(t, ops))

    return condition


class WagerEnd(StrEnum):
    """How a wager ends."""

    WINS = "wins"
    LOSES = "loses"
    RETURNS = "returns"
    STAYS = "stays"
    ADVANCES = "advances"


class Mode(StrEnum):
    """How a bound compares a field with its limit; `_BY`: with the row of a table."""

    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    EXACTLY = "exactly"
    BETWEEN = "between"
    AMONG = "among"
    NOT_AMONG = "not_among"
    AT_LEAST_BY = "at_least_by"
    AT_MOST_BY = "at_most_by"
    EXACTLY_BY = "exactly_by"


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
class BoundRole:
    """A limit on a field; if a wager is named, on the wager's entry in it."""

    wager: str
    field: str
    mode: Mode
    computed: bool = False  # the limit depends on other facts
    by_payouts: bool = False  # among them the filed payouts of the wager


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
    value: Amount | None = None  # the quantity that it names: a limit, an amount, a step of rounding
    reach: RowReach = RowReach.ROW

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
