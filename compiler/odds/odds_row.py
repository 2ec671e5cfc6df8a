"""The rows of the odds engine: the figures of one wager under one choice of options and readings, or why there are none."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class EngineOutcome(TypedDict):
    """How the wager ends, for so many of the hands."""

    name: str
    title: NotRequired[str]
    count: int
    probability: str
    net: str  # of a stake of one
    meter: NotRequired[str]  # share of the meter
    charge: NotRequired[str]


class OddsRow(TypedDict, total=False):
    """The first four are in every row; `undetermined` is in a row without figures, all from `hands` on in one with figures."""

    wager: str
    title: str
    game: str
    cite: str
    undetermined: str
    option: dict[str, str]
    readings: dict[str, str]
    decks: int
    stake: str
    paytable: str
    least: bool
    no_stake: bool
    clauses: list[str]
    rests_on: list[str]
    hands: int
    outcomes: list[EngineOutcome]
    hit: str
    advantage: str
    decimal: str
    folded: str
    payouts: dict[str, str]  # of the rows, where outcomes are sums of them
    meter: str
    lost_by_default: int
    overlaps: list[str]
    gaps: list[str]
    assumes: list[str]


class OddsRows(TypedDict):
    """The rows of some wagers on a day, and the digest of the rulebook."""

    schema: NotRequired[str]
    as_of: str
    rulebook: str
    rows: list[OddsRow]
