"""The compiled clauses that judge a round: the part that each plays in a settlement, and its functions.

A function takes the facts and a set of operations: with `row_operations.py` it evaluates one row, with
`column_operations.py` many rows at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

Operations = ModuleType  # `row_operations` or `column_operations`
Facts = dict[str, Any]  # of one row, or of many rows in columns
Function = Callable[[Facts, Operations], Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One reading of one version of one clause.

    `role` begins with the part that it plays: result, outcome, rank, irregularity, highest, each, gross, rounds,
    rounding, bound, derived, pays, shares, requires; a wager, where it is about one; and what else tells it.
    """

    id: str
    since: str | None
    reading: str
    role: tuple[str, ...]
    applies: Function | None = None  # the conditions; None: it always applies
    holds: Function | None = None  # whether the requirement is met
    value: Function | None = None  # the quantity that it names: a limit, an amount, a step of rounding
    reach: str = ""  # how far it looks beyond its row: `round`, to the others of its round, or `before`

    def condition(self, t: Facts, ops: Operations) -> Any:
        """Whether the clause applies."""
        return True if self.applies is None else self.applies(t, ops)

    def derived(self, t: Facts, ops: Operations) -> Any:
        """What follows from the facts; unknown where the clause does not apply or names no quantity."""
        return ops.given(self.condition(t, ops), self.value(t, ops)) if self.value else None
