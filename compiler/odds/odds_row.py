"""The rows of the odds engine: the figures of one wager under one choice of options and readings, or why there are none."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class EngineOutcome(TypedDict):
    """An end of the wager, and the number of hands with it."""

    name: str
    title: NotRequired[str]
    count: int
    probability: str
    net: str  # of a stake of one
    meter: NotRequired[str]  # share of the meter
    charge: NotRequired[str]


class OddsRow(TypedDict, total=False):
    """Every row has the first four; a row without figures has `undetermined`, and one with figures has everything from `hands` on."""

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
    payouts: dict[str, str]  # of the rows, if outcomes are sums of them
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
