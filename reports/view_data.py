"""The shape of the data that reports lay out: odds, charts, changes of findings over time, and what a table may offer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from pitboss.checker.account.audit_data import PlaceData
from pitboss.checker.findings.odds_data import FloorWagerOdds, OddsReading


class DotView(TypedDict):
    """What the chart shows of a figure."""

    given: str
    edge: str
    edge_percent: str


class FigureView(DotView):
    """A figure in the table of a wager."""

    label: list[str]
    ways: str
    decision: str | None
    hit: str
    hit_percent: str
    contribution: str


class OutcomeRow(TypedDict):
    """A row of an outcome."""

    label: NotRequired[list[str]]
    ways: str
    probability: str
    percent: str
    pays: str
    contribution: str


class OutcomeView(TypedDict):
    """An outcome, with a row for each figure that differs."""

    title: str
    rows: list[OutcomeRow]


class SameView(TypedDict):
    """A condition that all figures of a block share."""

    title: str
    value: str


class BlockView(TypedDict):
    """Figures that end in the same outcomes."""

    same: list[SameView]
    by: list[str]
    figures: list[FigureView]
    outcomes: list[OutcomeView]


class DifferenceView(TypedDict):
    """The difference between two readings."""

    between: str
    given: str
    edge: str
    percent: str


class HoldView(TypedDict):
    """The lawful paytables with the lowest and the highest hold under one set of conditions."""

    given: str
    lowest: str
    lowest_percent: str
    highest: str
    highest_percent: str
    tables: int
    floor: bool


class DistributionBar(TypedDict):
    """A bar of a distribution."""

    label: str
    value: str
    y: int
    width: float


class DistributionView(TypedDict):
    """The distribution of a figure."""

    given: str
    bars: list[DistributionBar]
    height: int
    left: float
    deviation: str
    described: str


class WagerView(TypedDict):
    """A wager, with its figures in blocks."""

    wager: str
    title: str
    game: str
    cites: list[str]
    blocks: list[BlockView]
    hold: list[HoldView]
    plots: list[DistributionView]
    readings: list[OddsReading]
    differences: list[DifferenceView]
    notes: list[str]
    proved: bool | None
    counterexample: str
    count: int
    least: Fraction | None
    most: Fraction | None
    edge: str
    hit: str


class ChartedWager(TypedDict):
    """What the chart shows of a wager."""

    wager: str
    title: str
    least: Fraction | None
    most: Fraction | None
    figures: Sequence[DotView]


class TickView(TypedDict):
    """A tick of the scale."""

    at: float
    label: str
    anchor: str


class MarkView(TypedDict):
    """The dot of one or several figures."""

    at: float
    label: str


ChartRow = TypedDict(
    "ChartRow", {"title": str, "value": str, "y": int, "from": float, "to": float, "marks": list[MarkView]}
)
"""The line of a wager, and its dots."""


class ChartView(TypedDict):
    """The whole chart."""

    name: str
    height: int
    bottom: int
    rows: list[ChartRow]
    ticks: list[TickView]
    log: bool
    zero: float | None
    described: str


class FloorRow(FloorWagerOdds):
    """A row of the table."""

    share: Fraction
    hit_percent: str
    edge_percent: str
    exact: str
    condition: str


class FloorGameView(TypedDict):
    """The chart and the rows of a game."""

    title: str
    rows: list[FloorRow]
    chart: ChartView


class FlipClause(TypedDict):
    """A clause of a finding."""

    id: str
    rule: str
    source: str
    since: str | None
    basis: str


class FlipData(TypedDict):
    """A finding that appears, disappears or changes its verdict on a day."""

    day: str
    before: str
    after: str
    code: str
    provisions: list[str]
    clauses: list[FlipClause]
    place: PlaceData | None
    tables: list[str]
    rule: str
    notice: str
    expected: str
    actual: str
    because: list[str]
    fingerprint: str


class FlipGroup(FlipData):
    """Flips that differ only in their places."""

    places: list[PlaceData]


# ---- maximal sets


class ExcludedView(TypedDict):
    """What a set excludes, and the clauses by alternative."""

    title: str
    grounds: list[list[str]]


class SetView(TypedDict):
    """A set, without what is in every set."""

    adds: list[str]
    excluded: list[ExcludedView]


class SetsView(TypedDict):
    """The sets under every reading, or under some reading."""

    under: str
    count: str
    always: list[str]
    never: list[ExcludedView]  # in no set, on the grounds that hold for each set
    sets: list[SetView]


class DecksView(TypedDict):
    """The sets with some deck counts."""

    decks: str
    readings: list[SetsView]


# ---- cures


class EditView(TypedDict):
    """One edit of a filing. `old`: null if nothing is written there; `new`: null if the entry is removed."""

    file: str
    place: list[str | int]
    line: int
    column: int
    cell: NotRequired[str]  # sheet and cell, in a workbook
    old: object
    new: object
    kind: str
    words: str


class CureView(TypedDict):
    """Edits that together make the tables lawful."""

    kind: str
    edits: list[EditView]
    then: list[str]  # what people have to show afterwards, in words


class CuresView(TypedDict):
    """Tables, what they breach, and every smallest cure of it; where there is none, what is missing, in words."""

    tables: list[str]
    breaches: list[str]
    cures: list[CureView]
    missing: list[str]


class ReasonView(TypedDict):
    """Why: the clauses that decide together, and the provisions that decide as well."""

    clauses: list[tuple[str, str]]  # provision, words
    also: str


class ThingView(ReasonView):
    """An offer or a piece of equipment."""

    title: str


class StandingView(TypedDict):
    """What has one standing."""

    standing: str  # may
    head: str
    note: str
    things: list[ThingView]


class LimitView(TypedDict):
    """What a field can be."""

    title: str
    values: str
    cites: str
    stated: str  # the value that is given, where the law leaves another one


class PrintedView(TypedDict):
    """A printed table; its first row has the headings."""

    title: str
    rows: list[list[str]]


class PayoutsView(TypedDict):
    """What a wager pays, or several wagers with the same single figure."""

    title: str
    values: str
    cites: str
    tables: list[PrintedView]


class MayView(TypedDict):
    """The answer about one table."""

    title: str
    lawful: str  # yes, open or no
    verdict: str  # in words, if not yes
    conflict: ReasonView
    standings: list[StandingView]
    limits: list[LimitView]
    payouts: list[PayoutsView]
