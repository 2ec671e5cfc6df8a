"""The shape of `pitboss.odds/1`, and of the odds of the wagers on a floor. The checker imports no compiler, so it states what it reads."""

from __future__ import annotations

from pitboss.grammar.quick_start import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from typing import NotRequired


class OddsCondition(TypedDict):
    """One choice that distinguishes a figure from the others of its wager."""

    name: str
    title: str
    value: str


class OddsReading(TypedDict):
    """A reading of an ambiguous text that a figure depends on."""

    name: str
    ground: str


class OddsOutcome(TypedDict):
    """One outcome of a wager: its probability and its net of each unit staked."""

    name: str
    title: str
    count: int
    probability: str
    pays: str
    net: str | None
    charge: NotRequired[str]


class OddsFigure(TypedDict):
    """The odds of a wager under one set of conditions and readings."""

    given: list[OddsCondition]
    readings: list[OddsReading]
    space: str
    outcomes: list[OddsOutcome]
    hit: str
    edge: str
    edge_decimal: NotRequired[str]
    decision: str | None
    payouts: NotRequired[dict[str, str]]  # where outcomes are sums: what each row of the paytable pays
    floor: NotRequired[bool]  # the payouts are the least that is lawful, and a licensee may pay more


class OddsDifference(TypedDict):
    """The difference in house advantage between readings of a text."""

    between: list[str]
    given: NotRequired[str]
    edge: str


class OddsPartition(TypedDict):
    """Whether the outcomes of a wager neither overlap nor leave a gap."""

    proved: bool | None
    counterexample: list[object] | None


class WagerOdds(TypedDict):
    """All figures of one wager, or of wagers that are computed together."""

    wager: str
    title: str
    game: str
    of: NotRequired[list[str]]
    cites: list[str]
    figures: list[OddsFigure]
    differences: NotRequired[list[OddsDifference]]
    partition: NotRequired[OddsPartition]
    notes: NotRequired[list[str]]


class UndeterminedOdds(TypedDict):
    """A wager whose odds the text does not determine."""

    wager: str
    title: str
    game: str
    of: NotRequired[list[str]]
    because: str


class OddsData(TypedDict):
    """The document `pitboss.odds/1`."""

    schema: NotRequired[str]
    as_of: str
    rulebook: str
    wagers: list[WagerOdds]
    undetermined: list[UndeterminedOdds]


# ---- the wagers on a floor


class FloorWagerOdds(TypedDict):
    """The odds of a wager at the tables that offer it on the same terms."""

    wager: str
    title: str
    game: str
    game_title: str
    given: list[OddsCondition]
    readings: list[str]
    paytable: str
    paid: str
    tables: list[str]
    hit: str
    edge: str
    edge_decimal: str
    above_floor: str | None  # how much less the house holds than at the lawful payouts with the highest hold


class FloorWithoutOdds(TypedDict):
    """A wager on the floor that has no odds, and the reason."""

    wager: str
    title: str
    because: str
    tables: list[str]


class DeclaredOdds(TypedDict):
    """A figure that a filing declares, and its exact value."""

    wager: str
    title: str
    what: str
    of: str
    declared: str | None
    exact: str | None
    exact_decimal: str | None
    agrees: bool | None
    cite: str
    tables: list[str]


class FloorOdds(TypedDict):
    """The odds of all wagers on a floor."""

    as_of: str
    wagers: list[FloorWagerOdds]
    without: list[FloorWithoutOdds]
    declared: NotRequired[list[DeclaredOdds]]
