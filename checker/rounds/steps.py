"""The clauses that judge a round, as they are compiled: what part each plays, and its functions of a row's facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Function = Callable[[Any], Any]


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
    judge: Function | None = None  # the facts of a row → a verdict
    applies: Function | None = None  # its conditions
    value: Function | None = None  # the quantity that it names
    reach: str = ""  # how far it looks beyond its row: `round`, to the others of its round, or `before`
