"""The compiled clauses that judge a round: the role of each in a settlement, and its functions.

A function takes the facts and a set of operations: with `row_operations.py` it evaluates one row, with
`column_operations.py` many rows at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

Operations = ModuleType  # `row_operations` or `column_operations`
Facts = dict[str, Any]  # of one row, or of many rows in columns
Function = Callable[[Facts, Operations], Any]


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


# ---- roles; `wager` is empty where the clause is not about one wager


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
    """A limit on a field; of a wager's entry in it, where a wager is named."""

    wager: str
    field: str
    mode: Mode
    computed: bool = False  # the limit depends on other facts


@dataclass(frozen=True, slots=True)
class DerivesRole:
    """What a field comes to."""

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
    """A won wager is paid by the filed payouts."""

    wager: str


@dataclass(frozen=True, slots=True)
class SharesRole:
    """The amount of which a payout that is a share of a meter is a share."""

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
    reading: str  # its name, where the text is open
    role: R
    applies: Function | None = None  # the conditions; None: it always applies
    holds: Function | None = None  # whether the requirement is met
    value: Function | None = None  # the quantity that it names: a limit, an amount, a step of rounding
    reach: RowReach = RowReach.ROW

    def condition(self, t: Facts, ops: Operations) -> Any:
        """Whether the clause applies."""
        return True if self.applies is None else self.applies(t, ops)

    def derived(self, t: Facts, ops: Operations) -> Any:
        """What follows from the facts; unknown where the clause does not apply or names no quantity."""
        return ops.given(self.condition(t, ops), self.value(t, ops)) if self.value else None
