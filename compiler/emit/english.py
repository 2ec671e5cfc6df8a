"""Clauses in plain words: what a report says of a rule, what was expected, and what would cure a breach.

Nothing here is the law's own sentence; it is generated from the core, so it cannot drift from the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import assert_never

from pitboss.compiler.model import core
from pitboss.compiler.model.core import (
    AllOf,
    AnyOf,
    Apply,
    Arith,
    Cards,
    Compare,
    Const,
    Duty,
    Earlier,
    End,
    Expr,
    Fact,
    Fold,
    Lookup,
    Member,
    Need,
    Not,
    Offered,
    Operator,
    PayMode,
    PayoutTable,
    RankingRef,
    Relation,
    Requirement,
    Rows,
    Rulebook,
    Subject,
    SubjectKind,
    Term,
    ValueKind,
    Where,
)
from pitboss.compiler.model.functions import FUNCTIONS, Function

_RELATIONS = {
    Relation.EQUAL: "is", Relation.EXACTLY: "is", Relation.UNEQUAL: "is not", Relation.LESS: "is below",
    Relation.MORE: "is above", Relation.AT_MOST: "is at most", Relation.AT_LEAST: "is at least",
}  # fmt: skip
_LIMITS = {Relation.AT_LEAST: "at least", Relation.AT_MOST: "at most", Relation.EXACTLY: "exactly"}
_OPERATORS = {
    Operator.PLUS: " plus", Operator.MINUS: " less", Operator.TIMES: " times", Operator.OVER: " divided by",
    Operator.MODULO: ", modulo",
}  # fmt: skip
_EVENTS = {
    "start": "starts", "change": "is changed", "withdrawal": "is withdrawn", "increase": "is raised", "decrease": "is lowered",
}  # fmt: skip
_ENDS = {
    End.WINS: "wins", End.LOSES: "loses", End.STAYS: "stays in play", End.RETURNS: "is returned", End.ADVANCES: "advances",
}  # fmt: skip
_PLACES = {Where.TABLE: "", Where.PIT: " anywhere in the pit", Where.LICENSEE: " anywhere in the casino"}
_NEGATIVE_VERBS = {"is": "is not", "are": "are not", "include": "do not include", "includes": "does not include"}
_SINGULAR_VERBS = {"are": "is", "include": "includes"}
_RANK_NAMES = {Fraction(1): "ace", Fraction(11): "jack", Fraction(12): "queen", Fraction(13): "king"}


# ---- sentences


def rule(book: Rulebook, duty: Duty) -> str:
    """The whole duty as one sentence.

    >>> from pitboss.compiler.model.core import Rulebook, SubjectKind
    >>> tiles = Subject(SubjectKind.WAGER, "tiles")
    >>> rule(Rulebook("", (), {}, {}, (), (), None, ""), Requirement(tiles, (), Need.NO_OFFER, Offered("tiles", tiles.kind)))
    'Tiles may not be offered.'
    """
    match duty:
        case core.Attested(words=words) | core.Permitted(words=words) | core.Defined(words=words) if words:
            said = words
        case core.Left(words=words, because=because):
            said = f"{words}: {because}"
        case core.LeadsTo(words=words) if words:
            said = f"{words}, which {_predicate(book, duty)}"
        case _:
            said = f"{subject(book, duty.subject)} {_predicate(book, duty)}".strip()
    said += given(book, duty)
    return upper(said) + ("" if said.endswith(".") else ".")


def given(book: Rulebook, duty: Duty) -> str:
    """When a duty applies, as the end of its sentence; empty when it always does.

    >>> from pitboss.compiler.model.core import Rulebook, SubjectKind
    >>> tiles = Subject(SubjectKind.WAGER, "tiles")
    >>> duty = Requirement(tiles, (Not(Term("lit")),), Need.NO_OFFER, Offered("tiles", tiles.kind))
    >>> given(Rulebook("", (), {}, {}, (), (), None, ""), duty)
    ', unless lit'
    """
    where = [_plain(book, c) for c in duty.applies if not isinstance(c, Not)]
    unless = [_plain(book, c.item) for c in duty.applies if isinstance(c, Not)]
    text = ""
    if where:
        text = (", when " if isinstance(duty, core.Ends) else ", where ") + " and ".join(where)
    if unless:
        text += ", unless " + ", or unless ".join(unless)
    return text


def _plain(book: Rulebook, e: Expr) -> str:
    """A condition by itself, which needs no brackets."""
    return " or ".join(condition(book, i) for i in e.items) if isinstance(e, AnyOf) else condition(book, e)


def expected(book: Rulebook, duty: Duty) -> str:
    """What the subject should be, short enough to print next to what it is; empty where nothing is compared."""
    match duty:
        case Requirement():
            return _requirement(book, duty)
        case PayoutTable():
            return _pays(book, duty)
        case core.Derives(value=value):
            return quantity(book, value)
        case core.Rounding(direction=direction, step=step, amount=amount) if amount is not None:
            return f"{quantity(book, amount)}, rounded {direction} to {step.text}"
        case core.SameAcross():
            return "the same at each of them"
        case core.Notice():
            return _notice(duty)
        case core.Posted():
            return "posted at the table"
        case core.Approved():
            return "approved by an instrument in force"
        case core.Authority():
            return "authorized on that day"
        case core.Attested():
            return "seen and attested"
        case core.LeadsTo(consequences=consequences):
            return _consequences(book, consequences)
        case _:
            return ""


def cure(book: Rulebook, duty: Duty) -> str:
    """What would cure a breach, in the imperative; empty where no cure is known."""
    who = subject(book, duty.subject)
    match duty:
        case Requirement(need=Need.BARS, holds=Not(Offered(other))):
            return f"withdraw {who} or {book.title(other)} at this table"
        case Requirement(need=Need.REQUIRES, holds=Offered(other)):
            return f"add {book.title(other)}, or withdraw {who}"
        case Requirement(need=Need.OFFER):
            return f"offer {who}"
        case Requirement(need=Need.NO_OFFER):
            return f"withdraw {who}"
        case Requirement(need=Need.ELECTION):
            return f"state {_requirement(book, duty)}"
        case Requirement(need=Need.BOUND):
            return f"set {who} to {_requirement(book, duty)}"
        case core.Derives():
            return f"state {who} as it follows from what is filed, or put that right"
        case PayoutTable():
            return f"pay {_pays(book, duty)}"
        case core.SameAcross(span=span):
            return f"use one and the same at every such table of the {span}"
        case core.Authority():
            return f"withdraw {who}"
        case core.Posted():
            return "post it, and file the statement or an attestation"
        case core.Approved():
            return "file the instrument of approval"
        case core.Notice():
            return "give the notice, and record it with the event"
        case core.Attested():
            return "see it on the floor, and file an attestation"
        case _:
            return ""


def upper(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


# ---- duties


def _predicate(book: Rulebook, duty: Duty) -> str:
    """What a duty says of its subject."""
    match duty:
        case Requirement():
            return _required(book, duty)
        case PayoutTable():
            return f"pays {_pays(book, duty)}"
        case core.Authority():
            return "may be offered only while the law allows it"
        case core.Notice():
            return f"needs {_notice(duty)}"
        case core.SameAcross(span=span, game=game, equal=equal):
            where = f"every {book.title(game)} table" if game else "every table"
            alike = f" with equal {' and '.join(book.title(e) for e in equal)}" if equal else ""
            return f"must be the same at {where} of the {span}{alike}"
        case core.Posted():
            return "must be posted at the table"
        case core.Approved():
            return "must be approved"
        case core.Ends(end=end):
            return _ENDS[end]
        case core.ReachesRow() | core.HasRank():
            return "is reached"
        case core.Derives(value=value):
            return f"comes to {quantity(book, value)}"
        case core.LeadsTo(consequences=consequences):
            return f"leads to {_consequences(book, consequences)}"
        case core.Independent():
            return "has no bearing on any other wager"
        case core.HighestOnly():
            return "pays only for the best outcome reached"
        case core.PaysEach(unit=unit):
            return f"pays for each {_words(unit)}"
        case core.PaysGross():
            return "pays amounts of money with the stake in them"
        case core.Shares(amount=amount):
            return f"pays shares of {quantity(book, amount)}"
        case core.Rounding(direction=direction, step=step, amount=None):
            return f"is rounded {direction} to {step.text}"
        case core.Rounding(direction=direction, step=step, amount=amount):
            assert amount is not None
            return f"must be {quantity(book, amount)}, rounded {direction} to {step.text}"
        case core.Deal(dealt=dealt, decks=decks, jokers=jokers):
            hands = ", ".join(f"{count} to {book.title(name)}" for name, count in dealt)
            source = book.title(decks) if isinstance(decks, str) else f"{decks} deck{'s' if decks > 1 else ''}"
            return f"is dealt: {hands}, from {source}" + (f" with {jokers} joker" if jokers else "")
        case core.Chance(lots=lots):
            return f"is, by chance, {_lots(lots)}"
        case core.Sees(cards=cards):
            return f"is placed with sight of {' and '.join(quantity(book, c) for c in cards)}"
        case core.Charges(wager=wager):
            return f"is charged to who made the {book.title(wager)}"
        case core.Ordering(order=order):
            return f"ranks {_list(order)}, highest first"
        case core.Attested() | core.Permitted() | core.Left() | core.Defined():
            return ""
        case _:
            assert_never(duty)


def _required(book: Rulebook, duty: Requirement) -> str:
    """What a requirement says of its subject."""
    what = _requirement(book, duty)
    match duty.need:
        case Need.BOUND if isinstance(duty.holds, Member) and duty.holds.negated:
            return f"may not be {what.removeprefix('not ')}"
        case Need.BOUND:
            return f"must be {what}"
        case Need.BARS:
            return f"may not stand beside {what.removeprefix('not together with ')} at one table"
        case Need.REQUIRES:
            return f"requires {what}"
        case Need.OFFER:
            return "must be offered"
        case Need.NO_OFFER:
            return "may not be offered"
        case Need.ELECTION:
            return f"must be stated: {what}"
        case Need.ORDER:
            return f"must rank {what.replace(' > ', ', ')}, highest first"
        case _:
            assert_never(duty.need)


def _requirement(book: Rulebook, duty: Requirement) -> str:
    """What the subject must be."""
    match duty.need, duty.holds:
        case Need.BARS, Not(Offered(other)):
            return f"not together with {book.title(other)}"
        case Need.REQUIRES, Offered(other):
            return book.title(other)
        case Need.OFFER, _:
            return "offered"
        case Need.NO_OFFER, _:
            return "not offered"
        case Need.ELECTION, Member(_, values):
            return f"one of {_list(values)}"
        case Need.ORDER, Apply(_, (_, *order)):
            return " > ".join(quantity(book, rank) for rank in order)
        case _, Member(_, values, negated):
            return ("not " if negated else "") + " or ".join(quantity(book, v) for v in values)
        case _, AllOf((Compare(Relation.AT_LEAST, _, low), Compare(Relation.AT_MOST, _, high))):
            return f"between {quantity(book, low)} and {quantity(book, high)}"
        case _, Compare(relation, _, right):
            return f"{_LIMITS[relation]} {quantity(book, right)}"
    return condition(book, duty.holds)


def _pays(book: Rulebook, duty: PayoutTable) -> str:
    by = f", by {book.title(duty.by)}" if duty.by else ""
    limits = [quantity(book, limit) for limit in duty.limits]
    match duty.mode:
        case PayMode.BETWEEN:
            return f"between {limits[0]} and {limits[1]}{by}"
        case PayMode.ONE_TABLE_EXACTLY:
            return f"exactly one whole table of those printed{by}"
        case PayMode.ONE_TABLE_AT_LEAST:
            return f"no less than one whole table of those printed{by}"
        case PayMode.EXACTLY | PayMode.AT_LEAST:
            word = "exactly" if duty.mode is PayMode.EXACTLY else "at least"
            return f"{word} {limits[0]}{by}" if limits else f"{word} what the table says{by}"
        case _:
            assert_never(duty.mode)


def _notice(duty: core.Notice) -> str:
    lead = f"{duty.lead[0]} {duty.lead[1]}' " if duty.lead else ""
    written = "written " if duty.written else ""
    people = " and ".join("the Commission" if x == "commission" else _words(x) for x in duty.to)
    to = f" to {people}" if people else ""
    before = " or ".join(_EVENTS.get(x, _words(x)) for x in duty.before)
    return f"{lead}{written}notice{to} before it {before}"


def _consequences(book: Rulebook, values: Iterable[Const]) -> str:
    return " or ".join(book.title(value.text) for value in values)


def _lots(lots: tuple[tuple[Const, int], ...]) -> str:
    """The values of a chance and how likely each is.

    >>> _lots(tuple((Const(ValueKind.NUMBER, Fraction(n), str(n)), 1) for n in range(1, 7)))
    '1 to 6, each as likely'
    """
    names = [_words(v.text) for v, _ in lots]
    if len({ways for _, ways in lots}) > 1:
        return ", ".join(
            f"{name} in {ways} way{'' if ways == 1 else 's'}" for name, (_, ways) in zip(names, lots, strict=True)
        )
    figures = [v.value for v, _ in lots if isinstance(v.value, Fraction)]
    row = len(figures) == len(lots) > 3 and all(b - a == 1 for a, b in zip(figures, figures[1:], strict=False))
    return (f"{names[0]} to {names[-1]}" if row else ", ".join(names)) + ", each as likely"


# ---- names


def subject(book: Rulebook, of: Subject | Fact) -> str:
    """What a clause is about, or a fact: `maximum of the streak wager`."""
    if isinstance(of, Subject) and of.where is not Where.TABLE:
        return book.title(of.name) + _PLACES[of.where]
    return f"{book.title(of.name)} of the {book.title(of.of)}" if of.of else book.title(of.name)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _list(values: Iterable[Const]) -> str:
    return ", ".join(_words(value.text) for value in values)


# ---- expressions


def condition(book: Rulebook, e: Expr) -> str:
    """A condition as a sentence without a capital or a full stop; alternatives are in brackets."""
    return _expression(book, e)


def quantity(book: Rulebook, e: Expr) -> str:
    """A quantity as a noun phrase."""
    return _expression(book, e)


def _expression(book: Rulebook, e: Expr) -> str:
    match e:
        case Const(ValueKind.NAME, str() as name) if book.kind(name) not in (None, SubjectKind.TERM):
            return book.title(name)
        case Const():
            return _words(e.text)
        case Fact():
            return subject(book, e)
        case Earlier(fact):
            return f"{subject(book, fact)} in the round before"
        case Term(name) | RankingRef(name):
            return book.title(name)
        case Offered(name, kind, where):
            return f"{book.title(name)}{_PLACES[where]} is {_offered(kind)}"
        case Cards(which, count, of):
            return f"the {which} {count} cards" + (f" of {book.title(of)}" if of != "cards" else "")
        case Apply():
            return _call(book, e)
        case Arith(Operator.GREATER | Operator.LESSER as operator, left, right):
            return f"the {operator} of {quantity(book, left)} and {quantity(book, right)}"
        case Arith(operator, left, right):
            return f"{quantity(book, left)}{_OPERATORS[operator]} {quantity(book, right)}"
        case Compare(relation, left, right):
            return f"{quantity(book, left)} {_RELATIONS[relation]} {quantity(book, right)}"
        case Lookup(_, rows):
            return "; ".join(f"{value.text} for {key.text}" for key, value in rows)
        case Member(item, values, negated):
            listed = " or ".join(_words(v.text) for v in values)
            return f"{quantity(book, item)} is {'not ' if negated else ''}{listed}"
        case Not(item):
            return _not(book, item)
        case AllOf(items):
            return " and ".join(condition(book, i) for i in items)
        case AnyOf(items):
            return "(" + " or ".join(condition(book, i) for i in items) + ")"
        case Fold():
            return _fold(book, e)
        case _:
            assert_never(e)


def _not(book: Rulebook, e: Expr) -> str:
    """The negation of a condition, in its verb where it has one."""
    match e:
        case Offered(name, kind, where):
            return f"{book.title(name)}{_PLACES[where]} is not {_offered(kind)}"
        case Compare(relation, left, right):
            return condition(book, Compare(relation.negated, left, right))
        case Member(item, values, negated):
            return condition(book, Member(item, values, not negated))
        case Apply(name) if FUNCTIONS[name].result == "flag":
            return _call(book, e, negated=True)
    return f"not ({condition(book, e)})"


def _offered(kind: SubjectKind) -> str:
    return "in use" if kind in (SubjectKind.EQUIPMENT, SubjectKind.VARIATION) else "offered"


def _fold(book: Rulebook, e: Fold) -> str:
    rows = "hands of the seat" if e.rows is Rows.OWN_HANDS else e.rows.value
    if isinstance(e.value, Fact) and book.fields[e.value.name].type.kind == "cards":
        return f"{_cards(book, e.value)} of all {rows}"
    counted = "the number of" if e.value is None else f"the total of {quantity(book, e.value)} over"
    return f"{counted} {rows}" + (f" where {_plain(book, e.where)}" if e.where is not None else "")


# ---- functions


def _call(book: Rulebook, call: Apply, negated: bool = False) -> str:
    """A function of the function table with its arguments, by the table's own words."""
    function = FUNCTIONS[call.function]
    args = _arguments(book, function, call.args)
    if function.result == "flag":
        verb = function.verb if args[0].endswith("s") else _SINGULAR_VERBS[function.verb]
        return f"{args[0]} {_NEGATIVE_VERBS[verb] if negated else verb} {function.english.format(*args)}"
    text, extra = function.english.format(*args), []
    for name, value in call.named:
        words = _named(book, function.named[name], value)
        alone = words.startswith(("the rank of", "the suit of"))
        extra.append(f" of {words}" if alone else function.named_english[name].format(words))
    match call.args:
        case (RankingRef(ranking), *_):
            known = book.rankings[ranking].title
            asides = [*([known] if known else []), *extra]
            return f"{text} ({', '.join(asides)})" if asides else text
    return text + "".join(extra)


def _arguments(book: Rulebook, function: Function, args: tuple[Expr, ...]) -> list[str]:
    """The arguments in words. Hands beyond the declared ones are listed with the last; without any, the hand itself."""
    texts = [_cards(book, arg) for arg in args] or ["its cards"]
    if texts == ["cards"] or args and args[0] == Fact("cards") and function.result == "flag":
        texts[0] = "its cards"
    last = len(function.params) - 1
    return [*texts[:last], " and ".join(filter(None, (", ".join(texts[last:-1]), texts[-1])))]


def _cards(book: Rulebook, e: Expr) -> str:
    """An argument; of cards, without the order in which they are filed."""
    return quantity(book, e).partition(", in ")[0]


def _named(book: Rulebook, kind: str, e: Expr) -> str:
    """A named argument; a rank that is written as a number has its name."""
    if kind == "rank" and isinstance(e, Const) and isinstance(e.value, Fraction) and e.value in _RANK_NAMES:
        return _RANK_NAMES[e.value]
    return quantity(book, e)
