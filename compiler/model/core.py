"""The core: the meaning of the rulebook, with every name resolved and every construct in one form.

    .rules → syntax tree → front (names, narrowing, lowering) → CORE → every consumer

The core is closed (two unions: `Expr` and `Duty`), typed, immutable and serializable (`serial.py`). Consumers read the core and
nothing above it; only the oracle reads the resolved tree, so that a wrong lowering cannot confirm itself.

An expression is a condition (true, false or unknown) or a quantity (a value or unknown). Names in it are resolved: a `Fact` is filed
or recorded, a `Term` is defined by the law, `Offered` tests for an offer or a piece of equipment, a `Const` is a value.

>>> str(Fact("maximum", "streak", Source.OFFER))
'maximum of streak'
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from enum import Enum, StrEnum
from fractions import Fraction
from typing import assert_never

from pitboss.compiler.model.clause_terms import Basis as Basis
from pitboss.compiler.model.clause_terms import CitationRole as CitationRole
from pitboss.compiler.model.clause_terms import Scope as Scope
from pitboss.grammar.diagnostics import NOWHERE, Place
from pitboss.grammar.quick_start import dataclass, field, replace

# ---- enumerations


class ValueKind(StrEnum):
    """The kind of a constant. Odds are always net: units won for one staked, however the law prints them."""

    NUMBER = "number"
    MONEY = "money"
    PERCENT = "percent"  # the share of one
    ODDS = "odds"
    METER = "meter"  # a share of a progressive meter
    NAME = "name"
    TEXT = "text"
    DATE = "date"
    RANK = "rank"  # of a card: 1 to 13, joker 0
    SUIT = "suit"  # of a card: one of SUIT_LETTERS
    FLAG = "flag"


SUIT_LETTERS = "cdhs"  # clubs, diamonds, hearts, spades


class Source(StrEnum):
    """The place of a field in the facts."""

    FACTS = "facts"  # facts[field]
    OFFER = "offer"  # facts["offers"][offer][field]
    ENTRY = "entry"  # facts[field][offer]: a round records one entry for each wager


class Where(StrEnum):
    """The span of tables in which an offer is looked for."""

    TABLE = "table"
    PIT = "pit"
    LICENSEE = "licensee"


class Relation(StrEnum):
    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    MORE = ">"
    AT_MOST = "<="
    AT_LEAST = ">="
    EXACTLY = "exactly"  # every element of a set and every value of a map equals the value

    @property
    def negated(self) -> Relation:
        return _NEGATED[self]

    @property
    def flipped(self) -> Relation:
        """The same relation with its sides exchanged."""
        return _FLIPPED.get(self, self)


_NEGATED = {
    Relation.EQUAL: Relation.UNEQUAL, Relation.UNEQUAL: Relation.EQUAL, Relation.EXACTLY: Relation.UNEQUAL,
    Relation.LESS: Relation.AT_LEAST, Relation.AT_LEAST: Relation.LESS,
    Relation.MORE: Relation.AT_MOST, Relation.AT_MOST: Relation.MORE,
}  # fmt: skip
_FLIPPED = {
    Relation.LESS: Relation.MORE, Relation.MORE: Relation.LESS,
    Relation.AT_LEAST: Relation.AT_MOST, Relation.AT_MOST: Relation.AT_LEAST,
}  # fmt: skip


class Operator(StrEnum):
    PLUS = "+"
    MINUS = "-"
    TIMES = "*"
    OVER = "/"
    MODULO = "mod"
    GREATER = "greater"
    LESSER = "lesser"


class Which(StrEnum):
    FIRST = "first"
    LAST = "last"


class Rows(StrEnum):
    """The rows of a round that a `Fold` ranges over."""

    SEATS = "seats"
    OTHER_SEATS = "other seats"
    OWN_SEATS = "own seats"  # those of the row's player
    OWN_BOX = "own box"  # the players at the row's seat
    BOXES = "boxes"  # the hands, of a box that players share those of one of them
    HANDS = "hands"
    OTHER_HANDS = "other hands"
    OWN_HANDS = "own hands"
    OWN_FIRST_HAND = "own first hand"  # of the row's seat: the hand that the record has first


class Span(StrEnum):
    """The earlier round of an `Earlier` value: the round before at the table, or the one before at the same seat."""

    ROUND = "round"
    SEAT = "seat"


class SubjectKind(StrEnum):
    FIELD = "field"
    WAGER = "wager"
    OPTION = "option"
    VARIATION = "variation"
    EQUIPMENT = "equipment"
    GAME = "game"
    TERM = "define"
    SCOPE = "scope"  # table, pit or licensee
    ROW = "row"  # a row of a paytable, or a rank
    IRREGULARITY = "irregularity"

    @property
    def is_offer(self) -> bool:
        return self in (SubjectKind.WAGER, SubjectKind.OPTION, SubjectKind.VARIATION)


# ---- expressions


ConstValue = Fraction | str | date | bool


@dataclass(frozen=True, slots=True)
class _Leaf:
    """An expression without parts."""

    def parts(self) -> tuple[Expr, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class Const(_Leaf):
    """A value; `text` is how the law prints it."""

    kind: ValueKind
    value: ConstValue
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Fact(_Leaf):
    """A field that is filed or recorded.

    `derived`: it need not be filed, because it follows from a clause (`Rulebook.derivations`).
    """

    name: str
    of: str | None = None  # an offer
    source: Source = Source.FACTS
    derived: bool = False

    def __str__(self) -> str:
        return f"{self.name} of {self.of}" if self.of else self.name


@dataclass(frozen=True, slots=True)
class Earlier:
    """The value of a fact in the round before."""

    fact: Fact
    span: Span

    def parts(self) -> tuple[Expr, ...]:
        return (self.fact,)


@dataclass(frozen=True, slots=True)
class Term(_Leaf):
    """A named condition or quantity: its meaning is the shared node `Rulebook.terms[name]`.

    `clause`: the clause whose conditions it names; without one, it is a term that a rule defines.
    """

    name: str
    clause: str | None = field(default=None, repr=False, compare=False)


def end_term(wager: str) -> str:
    """The name of the term for "some clause states how the wager ends", which `otherwise` negates. No rule can declare this name."""
    return f"end of {wager}"


def is_otherwise(expr: Expr) -> bool:
    """Whether a condition is `otherwise`: no other clause states how the wager ends.

    >>> is_otherwise(Not(Term(end_term("streak")))), is_otherwise(Not(Term("large_shoe")))
    (True, False)
    """
    return isinstance(expr, Not) and isinstance(expr.item, Term) and expr.item.name.startswith(end_term(""))


def prevailing(expr: Expr) -> str | None:
    """The clause that prevails if its conditions hold, for a condition that states this exception; None for any other condition.

    >>> prevailing(Not(Term("large_shoe"))), prevailing(Not(Term("s1_void", "1:1-1.2(a)/red-returns")))
    (None, '1:1-1.2(a)/red-returns')
    """
    return expr.item.clause if isinstance(expr, Not) and isinstance(expr.item, Term) else None


@dataclass(frozen=True, slots=True)
class Offered(_Leaf):
    """Whether an offer is offered, or a piece of equipment is in use, at the table or anywhere in the pit or the casino."""

    name: str
    kind: SubjectKind
    where: Where = Where.TABLE


@dataclass(frozen=True, slots=True)
class Cards(_Leaf):
    """The first or last `count` cards of a hand; unknown if there are fewer."""

    which: Which
    count: int
    of: str = "cards"


@dataclass(frozen=True, slots=True)
class RankingRef(_Leaf):
    """The ranking that `best` and `strength` evaluate; with `rank` no other rank of it."""

    name: str
    rank: str | None = None


@dataclass(frozen=True, slots=True)
class Apply:
    """A function of the function table (`functions.py`) with its arguments."""

    function: str
    args: tuple[Expr, ...] = ()
    named: tuple[tuple[str, Expr], ...] = ()
    place: Place = field(default=NOWHERE, compare=False, repr=False)  # of a function of what a filing states

    def parts(self) -> tuple[Expr, ...]:
        return (*self.args, *[value for _, value in self.named]) if self.named else self.args


@dataclass(frozen=True, slots=True)
class Arith:
    operator: Operator
    left: Expr
    right: Expr

    def parts(self) -> tuple[Expr, ...]:
        return (self.left, self.right)


@dataclass(frozen=True, slots=True)
class Compare:
    relation: Relation
    left: Expr
    right: Expr

    def parts(self) -> tuple[Expr, ...]:
        return (self.left, self.right)


@dataclass(frozen=True, slots=True)
class Lookup:
    """The row of a table that a key selects. Without a key the fact compared with it is a map, taken entry by entry."""

    key: Fact | None
    rows: tuple[tuple[Const, Const], ...]
    title: str = ""  # the name of the key in the rule
    columns: tuple[str, ...] = field(default=(), compare=False)  # the printed heads of key and value

    def parts(self) -> tuple[Expr, ...]:
        return () if self.key is None else (self.key,)


@dataclass(frozen=True, slots=True)
class Member:
    """Whether a value, or every element of a set, is one of the values."""

    item: Expr
    values: tuple[Const, ...]
    negated: bool = False

    def parts(self) -> tuple[Expr, ...]:
        return (self.item,)


@dataclass(frozen=True, slots=True)
class Not:
    item: Expr

    def parts(self) -> tuple[Expr, ...]:
        return (self.item,)


@dataclass(frozen=True, slots=True)
class AllOf:
    items: tuple[Expr, ...]

    def parts(self) -> tuple[Expr, ...]:
        return self.items


@dataclass(frozen=True, slots=True)
class AnyOf:
    items: tuple[Expr, ...]

    def parts(self) -> tuple[Expr, ...]:
        return self.items


@dataclass(frozen=True, slots=True)
class Fold:
    """A count (no `value`) or a sum over rows of the round."""

    rows: Rows
    value: Expr | None = None
    where: Expr | None = None

    def parts(self) -> tuple[Expr, ...]:
        return tuple([part for part in (self.value, self.where) if part is not None])


Condition = Offered | Compare | Member | Not | AllOf | AnyOf  # always a truth
Expr = Condition | Const | Fact | Earlier | Term | Cards | RankingRef | Apply | Arith | Lookup | Fold
NEVER = AnyOf(())  # the condition of a reading without duty


def children(expr: Expr) -> tuple[Expr, ...]:
    """The direct parts of an expression; a term's meaning is not one of them.

    >>> children(Not(Term("large_shoe")))
    (Term(name='large_shoe'),)
    """
    return expr.parts()


def walk(*exprs: Expr) -> Iterator[Expr]:
    """The expressions and all their parts, in reading order."""
    waiting = [*reversed(exprs)]
    while waiting:
        expr = waiting.pop()
        yield expr
        waiting += reversed(expr.parts())


# ---- tables


@dataclass(frozen=True, slots=True)
class Row:
    key: Const | None
    cells: tuple[Const | None, ...]  # None: empty
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A printed table: heads of all columns, then rows; the first column has the keys."""

    heads: tuple[Const | None, ...]
    rows: tuple[Row, ...]

    def column(self, number: int = 1) -> Iterator[tuple[Const, Const]]:
        """(key, value) of each row that has both."""
        for row in self.rows:
            value = row.cells[number - 1] if number <= len(row.cells) else None
            if row.key is not None and value is not None:
                yield row.key, value


@dataclass(frozen=True, slots=True)
class Schedule:
    """The table printed for one value of the selecting field (`for decks 6`)."""

    field: str
    value: Const
    table: Table | None
    label: str | None = None


# ---- duties


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a clause: a field (of an offer), an offer, equipment, a game, a scope, a row."""

    kind: SubjectKind
    name: str
    of: str | None = None
    where: Where = Where.TABLE

    def __str__(self) -> str:
        return f"{self.name} of {self.of}" if self.of else self.name


@dataclass(frozen=True, slots=True)
class DutyBase:
    """The attributes that all duties have: the subject, and `applies`, the conditions under which the duty is demanded."""

    subject: Subject
    applies: tuple[Expr, ...]

    @property
    def overridden_by(self) -> tuple[str, ...]:
        """The clauses that prevail over this one where they apply."""
        return tuple(clause for expr in self.applies if (clause := prevailing(expr)))


@dataclass(frozen=True, slots=True)
class RoundDuty(DutyBase):
    """A duty on rounds alone: what is filed is not judged by it."""


@dataclass(frozen=True, slots=True)
class FilingDuty(DutyBase):
    """A duty on what is filed, attested, posted or approved alone: no round is settled by it."""


@dataclass(frozen=True, slots=True)
class ChanceDuty(DutyBase):
    """What odds are computed from: the deal, the draws, and what the player knows and is charged. Nothing is judged by it."""


@dataclass(frozen=True, slots=True)
class DeclaredDuty(DutyBase):
    """A statement that demands nothing that code can check."""


class Need(Enum):
    """The kinds of `Requirement`."""

    BOUND = "bound"
    UNIFORM = "uniform"  # one value in all parts of the table
    BARS = "bars"
    REQUIRES = "requires"
    OFFER = "offered"
    NO_OFFER = "not offered"
    ELECTION = "election"
    ORDER = "order"  # the ranks of a ranking, highest first


@dataclass(frozen=True, slots=True)
class Requirement(DutyBase):
    """A condition on what is filed or recorded: `maximum of streak is at most $100`, `streak bars multiple_action`."""

    need: Need
    holds: Expr
    exclusive: bool = False  # bars: of a list of offers no two may be combined


class PayMode(StrEnum):
    EXACTLY = "exactly"
    AT_LEAST = "at_least"
    BETWEEN = "between"
    ONE_TABLE_EXACTLY = "one_table_exactly"
    ONE_TABLE_AT_LEAST = "one_table_at_least"

    @property
    def whole(self) -> bool:
        """Whether one of several printed tables must be met as a whole."""
        return self in (PayMode.ONE_TABLE_EXACTLY, PayMode.ONE_TABLE_AT_LEAST)

    @property
    def exact(self) -> bool:
        return self in (PayMode.EXACTLY, PayMode.ONE_TABLE_EXACTLY)


@dataclass(frozen=True, slots=True)
class PayoutTable(DutyBase):
    """The payouts of a wager: single figures (`limits`), one printed table, or one for each value of `by`."""

    mode: PayMode
    by: str | None = None
    limits: tuple[Expr, ...] = ()
    table: Table | None = None
    schedules: tuple[Schedule, ...] = ()


@dataclass(frozen=True, slots=True)
class Authority(FilingDuty):
    """The subject may be offered while the clause is in force."""


@dataclass(frozen=True, slots=True)
class Notice(FilingDuty):
    before: tuple[str, ...]  # start, change, withdrawal, increase, decrease
    to: tuple[str, ...] = ()
    written: bool = False
    lead: tuple[Fraction, str] | None = None  # (number, unit)
    lead_minutes: int | None = None


@dataclass(frozen=True, slots=True)
class SameAcross(FilingDuty):
    """The fact has one value at all tables of the span, of a game if one is named, that have equal `equal` facts."""

    fact: Fact
    span: Where
    game: str | None = None
    equal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Attested(FilingDuty):
    words: str


@dataclass(frozen=True, slots=True)
class Posted(FilingDuty):
    pass


@dataclass(frozen=True, slots=True)
class Approved(FilingDuty):
    fact: Fact | None = None  # the value that the instrument has to approve


@dataclass(frozen=True, slots=True)
class Permitted(DeclaredDuty):
    words: str


@dataclass(frozen=True, slots=True)
class Left(DeclaredDuty):
    """A duty that code cannot check, and the reason."""

    words: str
    because: str


@dataclass(frozen=True, slots=True)
class Defined(DeclaredDuty):
    words: str


class End(StrEnum):
    WINS = "wins"
    LOSES = "loses"
    STAYS = "stays"
    RETURNS = "returns"
    ADVANCES = "advances"


@dataclass(frozen=True, slots=True)
class Ends(RoundDuty):
    """The end of a wager if the clause applies."""

    end: End


@dataclass(frozen=True, slots=True)
class ReachesRow(RoundDuty):
    """The condition for reaching a row of a wager's paytable; the row is the subject, `of` its wager."""


@dataclass(frozen=True, slots=True)
class HasRank(RoundDuty):
    """The condition for a hand to have a rank; the rank is the subject."""

    ranking: str


@dataclass(frozen=True, slots=True)
class Derives(DutyBase):
    """The derivation of a field."""

    value: Expr


@dataclass(frozen=True, slots=True)
class LeadsTo(RoundDuty):
    """The required consequence of an irregularity."""

    consequences: tuple[Const, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Independent(RoundDuty):
    pass


@dataclass(frozen=True, slots=True)
class HighestOnly(RoundDuty):
    """Only the highest row that was reached is paid."""


@dataclass(frozen=True, slots=True)
class PaysEach(RoundDuty):
    unit: str


@dataclass(frozen=True, slots=True)
class PaysGross(RoundDuty):
    """The stake is part of an amount that is paid in money."""


@dataclass(frozen=True, slots=True)
class Shares(RoundDuty):
    """The meter of which a payout is a share."""

    amount: Expr


class Direction(StrEnum):
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Rounding(RoundDuty):
    """Round to the next multiple of `step`: the payout of a wager, or the subject, which is computed from `amount`."""

    direction: Direction
    step: Const
    amount: Expr | None = None


@dataclass(frozen=True, slots=True)
class Sees(ChanceDuty):
    """The player sees these cards before placing the wager."""

    cards: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Charges(ChanceDuty):
    """The subject, an amount, is collected from the player who made the wager, whatever the wager pays."""

    wager: str


@dataclass(frozen=True, slots=True)
class Deal(ChanceDuty):
    """The fields that get cards, how many, and from how many decks."""

    dealt: tuple[tuple[str, int], ...]
    decks: int | str  # a number, or the field that holds it
    jokers: int = 0


@dataclass(frozen=True, slots=True)
class Chance(ChanceDuty):
    """The values of a field, and the number of ways of each."""

    lots: tuple[tuple[Const, int], ...]


@dataclass(frozen=True, slots=True)
class Ordering(DeclaredDuty):
    """The order of a ranking that is used only in conditions and is not filed."""

    order: tuple[Const, ...]


# The demand of one reading of a clause on its subject.
Duty = (
    Requirement | PayoutTable | Authority | Notice | SameAcross | Attested | Posted | Approved
    | Ends | ReachesRow | HasRank | Derives | LeadsTo | Independent
    | HighestOnly | PaysEach | PaysGross | Shares | Rounding
    | Deal | Chance | Sees | Charges
    | Permitted | Left | Defined | Ordering
)  # fmt: skip


def expressions(duty: Duty) -> tuple[Expr, ...]:
    """Every expression of a duty: the conditions, then the demand."""
    match duty:
        case Requirement(holds=holds):
            own: tuple[Expr, ...] = (holds,)
        case PayoutTable(limits=limits):
            own = limits
        case SameAcross(fact=fact):
            own = (fact,)
        case Approved(fact=approved):
            own = () if approved is None else (approved,)
        case Derives(value=value):
            own = (value,)
        case Shares(amount=amount):
            own = (amount,)
        case Rounding(amount=rounded):
            own = () if rounded is None else (rounded,)
        case Sees(cards=cards):
            own = cards
        case (
            Authority()
            | Notice()
            | Attested()
            | Posted()
            | Ends()
            | ReachesRow()
            | HasRank()
            | LeadsTo()
            | Independent()
            | HighestOnly()
            | PaysEach()
            | PaysGross()
            | Deal()
            | Chance()
            | Charges()
            | DeclaredDuty()
        ):
            own = ()
        case _:
            assert_never(duty)
    return (*duty.applies, *own)


# ---- clauses


@dataclass(frozen=True, slots=True)
class Citation:
    """A citation as printed, with the editorial reading if the print is wrong."""

    role: CitationRole
    printed: str
    reading: str | None = None
    ground: str | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a clause. A clause whose text has one meaning has one reading without a name.

    `since`: for a later version that may be in force already, its inferred start.
    """

    name: str | None
    ground: str
    duty: Duty
    place: Place = field(default=NOWHERE, compare=False)
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """A clause as in force on `[since, until)`."""

    since: date | None
    until: date | None
    basis: Basis
    ground: str
    operative: date | None
    readings: tuple[Reading, ...]
    label: str
    citations: tuple[Citation, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def duty(self) -> Duty:
        """The duty of the first reading."""
        return self.readings[0].duty

    @property
    def is_open(self) -> bool:
        """Whether the text has competing readings."""
        return len(self.readings) > 1

    @property
    def alone(self) -> Version:
        """The version without the readings of later ones that may be in force already."""
        own = tuple(reading for reading in self.readings if reading.since is None)
        if len(own) == len(self.readings):
            return self
        return replace(self, readings=(replace(own[0], name=None),) if len(own) == 1 else own)

    def in_force(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)

    def overlaps(self, other: Version) -> bool:
        """Whether both are in force on some day."""
        mine, theirs = ((v.since or date.min, v.until or date.max) for v in (self, other))
        return mine[0] < theirs[1] and theirs[0] < mine[1]


@dataclass(frozen=True, slots=True)
class Clause:
    """A provision plus a stable name, with its versions from the earliest to the latest."""

    id: str
    section: str
    label: str
    name: str
    kind: str
    scope: Scope
    game: str | None
    versions: tuple[Version, ...]

    @property
    def provision(self) -> str:
        return self.id.partition("/")[0]

    @property
    def subject(self) -> Subject:
        return self.versions[0].duty.subject


# ---- declarations


@dataclass(frozen=True, slots=True)
class Name:
    """A game, an offer, a piece of equipment or a defined term."""

    kind: SubjectKind
    name: str
    title: str
    game: str | None
    cite: str
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Type:
    """`kind`: a simple type's name, or one_of, set_of, list_of, map_of."""

    kind: str
    values: tuple[Const, ...] = ()
    items: tuple[Type, ...] = ()

    @property
    def element(self) -> Type:
        """The element type of a set, map or list, because comparisons go element by element."""
        return self.items[-1] if self.items else self


@dataclass(frozen=True, slots=True)
class Field:
    """A fact that a filing or a record of a round can hold."""

    name: str
    owners: tuple[str, ...]  # scopes, or names of offers
    type: Type
    title: str
    game: str | None
    cite: str
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def of_round(self) -> bool:
        return any(owner in ("round", "seat", "hand") for owner in self.owners)


@dataclass(frozen=True, slots=True)
class Rank:
    """`pair has 2 of a rank with joker as ace by groups(cards)`"""

    name: str
    has: Expr
    title: str | None = None
    joker: str | None = None  # the cards that it may stand for here: any, or an ace
    by: Expr | None = None  # the order of the hands of this rank, ahead of their remaining cards
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Ranks from the highest to the lowest, for hands of `count` cards. A ranking without a title is used only in conditions."""

    name: str
    count: int
    title: str | None
    ranks: tuple[Rank, ...]
    place: Place = field(default=NOWHERE, compare=False)


def only(ranking: Ranking, rank: str | None) -> Ranking:
    """The ranking, with no other rank if one is named."""
    return ranking if rank is None else replace(ranking, ranks=tuple(one for one in ranking.ranks if one.name == rank))


def ranked_by(ranking: Ranking) -> tuple[Expr, ...]:
    """Every expression of a ranking: the condition of each rank, and the order of its hands."""
    return tuple(expr for rank in ranking.ranks for expr in (rank.has, rank.by) if expr is not None)


@dataclass(frozen=True, slots=True)
class Note:
    """A history note: kind, day, instrument, and the declared change."""

    kind: str
    day: date | None = None
    source: str | None = None
    operative: date | None = None
    until: date | None = None
    see: tuple[str, ...] = ()
    per: tuple[Citation, ...] = ()
    words: str | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Edition:
    name: str
    since: date | None
    until: date | None
    words: str | None = None
    place: Place = field(default=NOWHERE, compare=False)


class PartKind(StrEnum):
    SCHEDULE = "schedule"
    RANK = "rank"
    PARAMETER = "parameter"
    EXCEPTION = "exception"
    READING = "reading"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a statement that has a label of its own in the law."""

    label: str
    kind: PartKind
    title: str
    condition: Expr | None = None  # of a rank or an exception
    values: tuple[Const, ...] = ()  # of a parameter
    table: Table | None = None  # of a schedule, or the row below its heads
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """A statement next to its label in the margin, in the law's order."""

    label: str
    clauses: tuple[str, ...]  # ids of the clauses that the statement makes
    citations: tuple[Citation, ...]
    parts: tuple[Part, ...]
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Section:
    citation: str
    title: str
    game: str | None
    adopted: date | None
    notes: tuple[Note, ...]
    labels: tuple[str, ...]  # in the law's order
    file: str
    editions: tuple[Edition, ...] = ()
    entries: tuple[Entry, ...] = ()

    @property
    def printed(self) -> date | None:
        """The last day on which the latest print of the section can have appeared."""
        return max((note.day for note in self.notes if note.kind == "printed" and note.day), default=None)


@dataclass(frozen=True, slots=True)
class ScopeName:
    """A scope that the vocabulary declares: licensee > pit > table > offer; event; round > seat > hand."""

    name: str
    of: str | None
    title: str


@dataclass(frozen=True, slots=True)
class Anomaly:
    """A defect of the law's text, from the register or from a rule."""

    code: str
    cite: str  # the provision, or the section
    kind: str
    printed: str
    reading: str
    ground: str
    clauses: tuple[str, ...] | None  # names of the clauses of that provision that depend on it; None: all of them
    since: date | None = None  # of an inferred start: which version
    derived: bool = False
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that a consumer of the rules needs."""

    digest: str
    scopes: tuple[ScopeName, ...]
    names: dict[str, Name]
    fields: dict[str, Field]
    sections: tuple[Section, ...]
    clauses: tuple[Clause, ...]
    expires: date | None
    expiry_cite: str
    parameters: dict[str, tuple[Const, ...]] = field(default_factory=dict)
    terms: dict[str, Expr] = field(default_factory=dict)  # the meanings of terms: conditions and quantities
    rankings: dict[str, Ranking] = field(default_factory=dict)
    derivations: dict[str, Expr] = field(
        default_factory=dict
    )  # by `str(Fact)`: the derivations of facts that need not be filed
    register: tuple[Anomaly, ...] = ()
    vocabulary: tuple[Entry, ...] = ()  # statements outside of sections: they have no labels and make no clauses

    @property
    def begins(self) -> date | None:
        """The adoption of the chapter: the first day of the period that ends with its expiry."""
        chapter = self.section(self.expiry_cite)
        return chapter.adopted if chapter else None

    def covers(self, day: date) -> bool:
        """Whether the text applies on a day."""
        return (self.begins is None or self.begins <= day) and (self.expires is None or day < self.expires)

    def section(self, citation: str) -> Section | None:
        return next((s for s in self.sections if s.citation == citation), None)

    def kind(self, name: str | None) -> SubjectKind | None:
        """The kind of a declared name; None for any other name."""
        known = self.names.get(name or "")
        return known.kind if known else None

    def title(self, name: str) -> str:
        known = self.names.get(name) or self.fields.get(name)
        return known.title if known else name.replace("_", " ")
