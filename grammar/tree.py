"""The syntax tree of a rule file: frozen values named as the rules of the grammar, each with its place.

A class whose plain name is also the name of a class of the core or of the checker ends in `Node`.

`place` is excluded from comparison, so two trees are equal if they state the same (`parse → format → parse`).

>>> Rule((Path("decks"),), Limit("exactly", (Path("shoes"),))).predicate.mode
'exactly'
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from pitboss.grammar.diagnostics import Place
from pitboss.grammar.quick_start import dataclass, field
from pitboss.grammar.terms import NOWHERE as NOWHERE
from pitboss.grammar.terms import All as All
from pitboss.grammar.terms import Among as Among
from pitboss.grammar.terms import Any as Any
from pitboss.grammar.terms import Argument as Argument
from pitboss.grammar.terms import Arithmetic as Arithmetic
from pitboss.grammar.terms import Boundary as Boundary
from pitboss.grammar.terms import Call as Call
from pitboss.grammar.terms import CardsNode as CardsNode
from pitboss.grammar.terms import Cell as Cell
from pitboss.grammar.terms import Cite as Cite
from pitboss.grammar.terms import ComparisonNode as ComparisonNode
from pitboss.grammar.terms import Expr as Expr
from pitboss.grammar.terms import Extreme as Extreme
from pitboss.grammar.terms import Literal as Literal
from pitboss.grammar.terms import NotNode as NotNode
from pitboss.grammar.terms import OfferedNode as OfferedNode
from pitboss.grammar.terms import Otherwise as Otherwise
from pitboss.grammar.terms import Over as Over
from pitboss.grammar.terms import Path as Path
from pitboss.grammar.terms import Pattern as Pattern
from pitboss.grammar.terms import TableNode as TableNode
from pitboss.grammar.terms import Trailers as Trailers
from pitboss.grammar.terms import _place

# ---- predicates: the demand of a rule on its subject


@dataclass(frozen=True, slots=True)
class Limit:
    """`is at least N`; mode: at_least at_most exactly between among not_among at_least_by at_most_by exactly_by uniform.

    Or `follows from N`, `follows by KEY`; mode: follows follows_by.
    """

    mode: str
    values: tuple[Expr, ...]
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Same:
    game: str | None
    scope: str
    equal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MustOffer:
    negated: bool = False


@dataclass(frozen=True, slots=True)
class IndependentNode:
    pass


@dataclass(frozen=True, slots=True)
class Bars:
    names: tuple[str, ...]
    all_but_one: bool = False


@dataclass(frozen=True, slots=True)
class Requires:
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PaysNode:
    """mode: at_least exactly between one_table_exactly one_table_at_least; `values` if there is no table."""

    mode: str
    values: tuple[Expr, ...] = ()
    by: str | None = None


@dataclass(frozen=True, slots=True)
class PaysOnly:
    pass


@dataclass(frozen=True, slots=True)
class PaysEachNode:
    name: str


@dataclass(frozen=True, slots=True)
class PaysGrossNode:
    """The stake is part of an amount that is paid in money."""


@dataclass(frozen=True, slots=True)
class SharesNode:
    """The meter of which a payout is a share."""

    values: tuple[Expr]


@dataclass(frozen=True, slots=True)
class Rounds:
    """Round to the next multiple: for a wager its payout, for an amount of a round the quantity that it is computed from."""

    direction: str
    to: Literal
    values: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultNode:
    """wins, loses, stays, returns or advances, if the condition in the trailers holds"""

    verb: str


@dataclass(frozen=True, slots=True)
class NoticeNode:
    before: tuple[str, ...]
    to: tuple[str, ...] = ()
    written: bool = False
    lead: tuple[Fraction, str] | None = None


@dataclass(frozen=True, slots=True)
class Posting:
    pass


@dataclass(frozen=True, slots=True)
class ApprovalNode:
    pass


@dataclass(frozen=True, slots=True)
class SeesNode:
    """The player sees these cards before placing the wager."""

    values: tuple[CardsNode | Path, ...]


@dataclass(frozen=True, slots=True)
class ChargesNode:
    """The amount is collected from the player who made the wager, whatever the wager pays."""

    name: str


Predicate = (
    Limit | Same | MustOffer | IndependentNode | Bars | Requires | PaysNode | PaysOnly | PaysEachNode | PaysGrossNode | SharesNode | Rounds
    | ResultNode | NoticeNode | Posting | ApprovalNode | SeesNode | ChargesNode
)  # fmt: skip


# ---- statements


@dataclass(frozen=True, slots=True)
class ReadingNode:
    """One reading of an open text; a reading without a rule of its own is the reading that the clause itself states.

    `idle`: in this reading the text requires nothing.
    """

    name: str
    ground: str
    rule: Rule | None = None
    place: Place = _place()
    label: str | None = None
    idle: bool = False


@dataclass(frozen=True, slots=True)
class Exception_:
    when: Expr
    per: tuple[Cite, ...] = ()
    place: Place = _place()
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """`for decks 6` and the table printed under it."""

    name: str
    value: Literal
    table: TableNode | None
    label: str | None = None
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Rule:
    subjects: tuple[Path, ...]
    predicate: Predicate
    trailers: Trailers = Trailers()
    readings: tuple[ReadingNode, ...] = ()
    exceptions: tuple[Exception_, ...] = ()
    blocks: tuple[Block, ...] = ()
    table: TableNode | None = None
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Game:
    name: str
    title: str
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    values: tuple[Literal, ...]
    title: str | None = None
    label: str | None = None
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Offer:
    """A wager, an option or a variation that the law authorizes."""

    kind: str
    name: str
    duty: str | None
    title: str
    trailers: Trailers = Trailers()
    parameters: tuple[Parameter, ...] = ()
    readings: tuple[ReadingNode, ...] = ()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Equipment:
    name: str
    title: str
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class TypeNode:
    """kind: a simple type's name, or one_of, set_of, map_of."""

    kind: str
    values: tuple[Literal, ...] = ()
    items: tuple[TypeNode, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldNode:
    name: str
    owners: tuple[str, ...]  # scopes, or names of offers
    type: TypeNode
    title: str
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Elect:
    name: str
    of: str | None
    values: tuple[Literal, ...]
    title: str | None
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Define:
    name: str
    means: Expr | None
    words: str
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Outcome:
    name: str
    of: str
    when: Expr
    title: str | None
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class RankNode:
    """`pair has 2 of a rank with joker as ace by groups(cards)`"""

    name: str
    has: Expr
    title: str | None = None
    joker: str | None = None  # the cards that it may stand for here: any, or an ace
    by: Expr | None = None  # the order of the hands of this rank, ahead of their remaining cards
    label: str | None = None
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class RankingNode:
    name: str
    count: int
    title: str | None
    ranks: tuple[RankNode, ...]
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class DealNode:
    """`deal cards 3, dealer_cards 3 from 1 deck`: the fields that get cards, how many, and from how many decks."""

    dealt: tuple[tuple[str, int], ...]
    decks: int | str  # a number, or the field that holds it
    jokers: int = 0
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """`chance wheel_pocket among 1 of zero, 36 of number`: the values of a field, and the number of ways of each."""

    field: str
    lots: tuple[tuple[Literal, int], ...]
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Attest:
    name: str
    words: str
    scope: str | None = None
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Permit:
    words: str
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Leave:
    words: str
    because: str
    trailers: Trailers = Trailers()
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class Irregularity:
    name: str
    words: str
    leads_to: tuple[str, ...]
    trailers: Trailers = Trailers()
    place: Place = _place()


Statement = (
    Game | Offer | Equipment | FieldNode | Elect | Define | Outcome | RankingNode | DealNode | ChanceNode | Attest | Permit | Leave
    | Irregularity | Rule
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EntryNode:
    """A statement with its label; a line without a label continues the provision above it."""

    label: str | None
    statement: Statement
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class EditionNode:
    name: str
    since: date | None
    until: date | None
    words: str | None = None
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class NoteNode:
    """A history note: its kind, date and instrument, and the declared change."""

    kind: str
    day: date | None = None
    source: str | None = None
    operative: date | None = None
    until: date | None = None
    see: tuple[str, ...] = ()
    per: tuple[Cite, ...] = ()
    words: str | None = None
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class SectionNode:
    citation: str
    title: str
    game: str | None
    notes: tuple[NoteNode, ...]
    items: tuple[EditionNode | EntryNode, ...]
    file: str = field(default="", compare=False)
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class ScopeNode:
    name: str
    of: str | None
    title: str
    place: Place = _place()


@dataclass(frozen=True, slots=True)
class VocabularyNode:
    title: str
    items: tuple[ScopeNode | EntryNode, ...]
    file: str = field(default="", compare=False)
    place: Place = _place()


File = SectionNode | VocabularyNode
