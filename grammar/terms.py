"""The small parts of the syntax tree: values, expressions, citations, dates and tables.

>>> str(Path("maximum", "streak"))
'maximum of streak'
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from pitboss.grammar.diagnostics import NOWHERE as NOWHERE
from pitboss.grammar.diagnostics import Place
from pitboss.grammar.quick_start import dataclass, field


def _place() -> Place:
    return field(default=NOWHERE, compare=False, repr=False)


# ---- values and expressions


@dataclass(frozen=True, slots=True)
class Literal:
    """A value as the law writes it. `kind`: number, money, percent, odds_to, odds_for, meter, name, text or date.

    `value` is exact: a Fraction for everything numeric (odds: units won for one staked; percent: the share of one).
    """

    kind: str
    value: Fraction | str | date
    text: str
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Path:
    """`decks`, or `maximum of streak`; `before`: its value in the round before."""

    name: str
    of: str | None = None
    place: Place = _place()
    before: bool = False

    def __str__(self) -> str:
        return (f"{self.name} of {self.of}" if self.of else self.name) + (" before" if self.before else "")


@dataclass(frozen=True, slots=True)
class Argument:
    name: str | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Call:
    name: str
    arguments: tuple[Argument, ...]
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class CardsNode:
    """`first 2 cards`, `last 1 cards of dealer_cards`"""

    which: str
    count: int
    of: str | None = None
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Pattern:
    """`3 of a rank`"""

    count: int
    what: str
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Over:
    """`count of other seats where C`, `sum of A over hands where C`: computed over rows of the round.

    `rows`: seats, other seats, own seats, hands, other hands, own hands, own first hand, own box, boxes. A count has no `value`.
    """

    rows: str
    value: Expr | None = None
    where: Expr | None = None
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Extreme:
    """`greater of A, B` or `lesser of A, B`"""

    which: str
    left: Expr
    right: Expr
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Arithmetic:
    operator: str  # + - * / mod
    left: Expr
    right: Expr
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class ComparisonNode:
    operator: str  # = != < > <= >=
    left: Expr
    right: Expr
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Among:
    """`decks is among 1, 2`; `variation is six_to_five` is the same with one value."""

    path: Path
    values: tuple[Literal, ...]
    negated: bool = False
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class OfferedNode:
    path: Path
    negated: bool = False
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class NotNode:
    item: Expr
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class All:
    items: tuple[Expr, ...]
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Any:
    items: tuple[Expr, ...]
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Otherwise:
    """No other clause states, with a true condition, how the wager of this clause ends."""

    place: Place = _place()


Expr = (
    Literal
    | Path
    | Call
    | CardsNode
    | Pattern
    | Over
    | Extreme
    | Arithmetic
    | ComparisonNode
    | Among
    | OfferedNode
    | NotNode
    | All
    | Any
    | Otherwise
)


# ---- citations, dates and the other trailers


@dataclass(frozen=True, slots=True)
class Cite:
    """A citation as printed, with the editorial reading where the print is wrong."""

    printed: str
    reading: str | None = None
    ground: str | None = None
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Boundary:
    """The first day on which a clause is in force, or the first day on which it no longer is."""

    day: date
    inferred: str | None = None
    operative: date | None = None
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Trailers:
    when: Expr | None = None
    unless: Expr | None = None
    otherwise: Otherwise | None = None
    per: tuple[Cite, ...] = ()
    since: Boundary | None = None
    until: Boundary | None = None
    alias: str | None = None
    despite: tuple[Cite, ...] = ()


# ---- tables


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    value: Literal | None  # None: empty
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class TableNode:
    """The printed table: the first row heads the columns, the first column the rows."""

    rows: tuple[tuple[Cell, ...], ...]
    place: Place = _place()
    labels: tuple[str | None, ...] = ()  # next to the rows; empty if no row has one

    @property
    def head(self) -> tuple[Cell, ...]:
        return self.rows[0]

    @property
    def body(self) -> tuple[tuple[Cell, ...], ...]:
        return self.rows[1:]
