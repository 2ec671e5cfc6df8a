"""Clauses in plain English: the statement of a rule in reports, and the expected value.

None of this is the law's own text; it is generated from the core, so it cannot drift from the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from pitboss.compiler.model import core, query
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
from pitboss.compiler.model.memo import once_for_each_part

_RELATIONS = {
    Relation.EQUAL: "", Relation.EXACTLY: "", Relation.UNEQUAL: "not ", Relation.LESS: "less than ", Relation.MORE: "more than ",
    Relation.AT_MOST: "no more than ", Relation.AT_LEAST: "at least ",
}  # fmt: skip
_LIMITS = {Relation.AT_LEAST: "at least", Relation.AT_MOST: "no more than", Relation.EXACTLY: "exactly"}
_OPERATORS = {
    Operator.PLUS: "plus", Operator.MINUS: "minus", Operator.TIMES: "times", Operator.OVER: "divided by", Operator.MODULO: "modulo",
}  # fmt: skip
_EVENTS = {
    "start": "starts", "change": "is changed", "withdrawal": "is withdrawn", "increase": "is raised", "decrease": "is lowered",
}  # fmt: skip
_ENDS = {
    End.WINS: "wins", End.LOSES: "loses", End.STAYS: "stays in play", End.RETURNS: "is returned", End.ADVANCES: "advances",
}  # fmt: skip
_NO_DUTY = "The clause demands nothing."
_PLACES = {Where.TABLE: "", Where.PIT: " anywhere in the pit", Where.LICENSEE: " anywhere in the casino"}
_NEGATED_VERBS = {
    "is": "is not", "are": "are not", "was": "was not", "were": "were not", "has": "does not have", "have": "do not have",
    "include": "do not include", "includes": "does not include",
}  # fmt: skip
_SINGULAR_VERBS = {"are": "is", "include": "includes"}
_ROWS = {
    Rows.OWN_HANDS: "hands of the seat",
    Rows.OWN_FIRST_HAND: "the first hand of the seat",
    Rows.OWN_SEATS: "seats of the player",
    Rows.OWN_BOX: "players at the seat",
    Rows.BOXES: "hands, of a shared box those of one player",
}
_NUMBERS = {Fraction(n): word for n, word in enumerate(("two", "three", "four", "five", "six", "seven"), 2)}
_RANK_NAMES = {Fraction(1): "ace", Fraction(11): "jack", Fraction(12): "queen", Fraction(13): "king"}
_STAKE, *_SETTLED = query.MONEY
_HOUSE = {"paid": ("pays", "on"), "collected": ("collects", "of"), "returned": ("returns", "of")}  # verb, preposition
_DETERMINERS = {"the", "a", "an", "any", "no", "every", "each", "all", "other", "its", "none"}
_QUESTIONS = {"what", "how", "where", "who", "whether", "which", "by"}
_PHRASE_ENDS = re.compile(r" (?:of|in|on|to|at|for|that|after|from|between|with|by|against|allowed|dealt|wagered) ")
_SENTENCE = re.compile(r"^((?:the|a|an|every|all)(?: [\w'-]+){1,3}?) (is|are|was|were|has|have) (.+)$")
_PAST = re.compile(r"^((?:the|a|an)(?: [\w'-]+){1,3}?) (\w+[^e\W])ed( .+)?$")
_BETWEEN = re.compile(r"between \S+ and \S+$")
_WHOLE = re.compile(r"^(?:the|a|an) [^,;]* (?:is|are|was|were|has|have) [^,;]*$")
_COMPOUND = re.compile(r", | and | or |\(")  # a list of such conditions keeps its "and"s
_AMBIGUOUS = re.compile(r"[,;]| and | that | whose | who | not | no | nor | neither ")


@dataclass(frozen=True, slots=True)
class _Range:
    """A quantity between two bounds."""

    quantity: Expr
    low: Const
    high: Const


# ---- sentences


@once_for_each_part
def rule(book: Rulebook, duty: Duty) -> str:
    """The whole duty as one sentence.

    >>> from pitboss.compiler.model.core import Rulebook, SubjectKind
    >>> tiles = Subject(SubjectKind.WAGER, "tiles")
    >>> rule(Rulebook("", (), {}, {}, (), (), None, ""), Requirement(tiles, (), Need.NO_OFFER, Offered("tiles", tiles.kind)))
    'The tiles may not be offered.'
    """
    if core.NEVER in duty.applies:
        return _NO_DUTY
    match duty:
        case core.Attested(words=words) | core.Permitted(words=words) | core.Defined(words=words) if words:
            sentence = words
        case core.Left(words=words, because=because):
            sentence = f"{words}: {because}"
        case core.LeadsTo(words=words) if words:
            sentence = f"{words}, which {_predicate(book, duty)}"
        case _:
            sentence = _own_sentence(book, duty) or f"{subject(book, duty.subject)} {_predicate(book, duty)}".strip()
    when, unless = given(book, duty), _exceptions(book, duty)
    if when and isinstance(duty, core.Defined):
        sentence += f" {when[0].lower()}{when[1:]}"
    elif when:
        sentence = f"{when}, {sentence}"
    sentence += f", unless {unless}" if unless else ""
    return upper(sentence) + ("" if sentence.endswith(".") else ".")


def given(book: Rulebook, duty: Duty) -> str:
    """The conditions of a duty, as the beginning of its sentence; empty where it has none or only exceptions.

    >>> from pitboss.compiler.model.core import Rulebook, SubjectKind
    >>> tiles, lit = Subject(SubjectKind.WAGER, "tiles"), Offered("lamp", SubjectKind.EQUIPMENT)
    >>> book, requirement = Rulebook("", (), {}, {}, (), (), None, ""), Requirement(tiles, (lit,), Need.OFFER, lit)
    >>> given(book, requirement), rule(book, requirement)
    ('If a lamp is in use', 'If a lamp is in use, the tiles must be offered.')
    """
    joined, _ = _conditions(book, duty)
    return f"If {_and(joined)}" if joined else ""


def _exceptions(book: Rulebook, duty: Duty) -> str:
    """What follows "unless" at the end of the sentence."""
    return ", or unless ".join(_conditions(book, duty)[1])


@once_for_each_part
def _conditions(book: Rulebook, duty: Duty) -> tuple[list[str], list[str]]:
    """The conditions of a duty in words, and its exceptions. An exception joins the conditions if its verb can be negated."""
    positive = [c for c in duty.applies if not isinstance(c, Not) and c != core.NEVER]
    excepted = [c.item for c in duty.applies if isinstance(c, Not) and not core.prevailing(c)]
    negated = [_negation(book, e) if positive else "" for e in excepted]
    alone = len(positive) + sum(map(bool, negated)) == 1
    joined = [_plain(book, c) if alone else condition(book, c) for c in _ranged(_items(positive))]
    joined += [n for n in negated if n]
    exceptions = [_plain(book, e) for e, n in zip(excepted, negated, strict=True) if not n]
    return joined, exceptions + ([f"{_cited(duty.overridden_by)} applies"] if duty.overridden_by else [])


def _cited(clauses: Iterable[str]) -> str:
    """The provisions of clauses of one chapter; three or more that follow each other in one sequence are a range.

    >>> _cited(f"1:1-{provision}/wager" for provision in ("5.2(d)2", "5.4(a)", "5.4(b)", "5.4(c)", "5.4(c)"))
    '5.2(d)2 or 5.4(a) to (c)'
    """
    ranges: list[list[str]] = []
    for provision in dict.fromkeys(clause.partition("/")[0].partition("-")[2] for clause in clauses):
        if ranges and _follows(provision, ranges[-1][-1]):
            ranges[-1].append(provision)
        else:
            ranges.append([provision])
    short = ([f"{r[0]} to {r[-1][r[-1].rfind('(') :]}"] if len(r) > 2 else r for r in ranges)
    return _or([part for parts in short for part in parts])


def _follows(provision: str, before: str) -> bool:
    """
    >>> _follows("5.4(b)", "5.4(a)"), _follows("5.4(b)", "5.3(a)"), _follows("5.4(a)2", "5.4(a)1")
    (True, False, False)
    """
    place, letter, last = before.rpartition("(")
    return len(last) == 2 and provision == f"{place}{letter}{chr(ord(last[0]) + 1)})"


def _plain(book: Rulebook, e: Expr | _Range) -> str:
    """A condition of a list; alternatives begin with "either"."""
    demanded = _demanded(book, e)
    if isinstance(demanded, AnyOf):
        return "either " + " or ".join(condition(book, i) for i in demanded.items)
    return condition(book, demanded)


def _demanded(book: Rulebook, e: Expr | _Range) -> Expr | _Range:
    """Of a condition that a hand has a rank, what the rank demands."""
    match e:
        case Compare(_, Apply("best", (RankingRef(name, str() as rank), _))):
            return core.only(book.rankings[name], rank).ranks[0].has
    return e


def expected(book: Rulebook, duty: Duty) -> str:
    """What the subject should be, short enough to print next to its actual value; empty if nothing is compared."""
    if core.NEVER in duty.applies:
        return _NO_DUTY[0].lower() + _NO_DUTY[1:-1]
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
        case (
            core.Ends()
            | core.ReachesRow()
            | core.HasRank()
            | core.Independent()
            | core.HighestOnly()
            | core.PaysEach()
            | core.PaysGross()
            | core.Shares()
            | core.Rounding()
            | core.ChanceDuty()
            | core.DeclaredDuty()
        ):
            return ""
    assert_never(duty)


def upper(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


# ---- duties


def _predicate(book: Rulebook, duty: Duty) -> str:
    """The predicate of a duty."""
    match duty:
        case Requirement():
            return _required(book, duty)
        case PayoutTable():
            return f"pays {_pays(book, duty)}"
        case core.Authority():
            return "may be offered only while it is authorized"
        case core.Notice():
            return f"requires {_notice(duty)}"
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
        case core.Derives(value=Const() as value):
            return f"must be {quantity(book, value)}"
        case core.Derives(subject=Subject(name=name), value=value) if (
            name in book.fields and book.fields[name].type.kind == "flag"
        ):
            return f"if and only if {condition(book, value)}"
        case core.Derives(value=value):
            verb = "equal" if _is(subject(book, duty.subject)) == "are" else "equals"
            return f"{verb} {quantity(book, value)}"
        case core.LeadsTo(consequences=consequences):
            return f"leads to {_consequences(book, consequences)}"
        case core.Independent():
            return "does not affect any other wager"
        case core.HighestOnly():
            return "pays only for the best outcome reached"
        case core.PaysEach(unit=unit):
            return f"pays for each {_words(unit)}"
        case core.PaysGross():
            return "pays amounts of money that include the stake"
        case core.Shares(amount=amount):
            return f"pays shares of {quantity(book, amount)}"
        case core.Rounding(direction=direction, step=step, amount=None):
            return f"is rounded {direction} to {step.text}"
        case core.Rounding(direction=direction, step=step, amount=amount):
            assert amount is not None
            return f"must be {quantity(book, amount)}, rounded {direction} to {step.text}"
        case core.Chance(lots=lots):
            return f"is, by chance, {_lots(lots)}"
        case core.Sees(cards=cards):
            return f"is placed after seeing {' and '.join(quantity(book, c) for c in cards)}"
        case core.Charges(wager=wager):
            return f"is charged to whoever made {the(book, wager)}"
        case core.Ordering(order=order):
            return f"ranks {_list(order)}, highest first"
        case core.Attested() | core.Permitted() | core.Left() | core.Defined() | core.Deal():
            return ""
        case _:
            assert_never(duty)


def _required(book: Rulebook, duty: Requirement) -> str:
    """The predicate of a requirement."""
    what = _requirement(book, duty)
    match duty.need:
        case Need.BOUND if isinstance(duty.holds, Member) and duty.holds.negated:
            return f"may not be {what.removeprefix('not ')}"
        case Need.UNIFORM:
            return "must be the same throughout the table"
        case Need.BOUND:
            return f"must be {what.removeprefix('exactly ')}"
        case Need.BARS:
            return f"may not be combined with {what.removeprefix('not together with ')} at one table"
        case Need.REQUIRES:
            return f"requires {what}"
        case Need.OFFER:
            return "must be offered"
        case Need.NO_OFFER:
            return "may not be offered"
        case Need.ELECTION:
            return f"must be stated as {what.removeprefix('one of ')}"
        case Need.ORDER:
            return f"must rank {what.replace(' > ', ', ')}, highest first"
        case _:
            assert_never(duty.need)


def _requirement(book: Rulebook, duty: Requirement) -> str:
    """What the subject must be."""
    match duty.need, duty.holds:
        case Need.BARS, Not(Offered(other)):
            return f"not together with {the(book, other)}"
        case Need.REQUIRES, Offered(other):
            return the(book, other)
        case Need.OFFER, _:
            return "offered"
        case Need.NO_OFFER, _:
            return "not offered"
        case Need.ELECTION, Member(_, values):
            return f"one of {_or([_words(v.text) for v in values])}"
        case Need.ORDER, Apply(_, (_, *order)):
            return " > ".join(quantity(book, rank) for rank in order)
        case Need.UNIFORM, _:
            return "one value throughout the table"
        case _, Member(_, values, negated):
            return ("not " if negated else "") + _or([quantity(book, v) for v in values])
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
            return f"exactly what one of the printed tables states, as a whole{by}"
        case PayMode.ONE_TABLE_AT_LEAST:
            return f"at least what one of the printed tables states, as a whole{by}"
        case PayMode.EXACTLY | PayMode.AT_LEAST:
            word = "exactly" if duty.mode is PayMode.EXACTLY else "at least"
            return f"{word} {limits[0]}{by}" if limits else f"{word} what the table states{by}"
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
    return _or([book.title(value.text) for value in values])


def _lots(lots: tuple[tuple[Const, int], ...]) -> str:
    """The values of a chance and their probabilities.

    >>> _lots(tuple((Const(ValueKind.NUMBER, Fraction(n), str(n)), 1) for n in range(1, 7)))
    '1 to 6, each equally likely'
    """
    names = [_words(v.text) for v, _ in lots]
    if len({ways for _, ways in lots}) > 1:
        return ", ".join(
            f"{name} in {ways} way{'' if ways == 1 else 's'}" for name, (_, ways) in zip(names, lots, strict=True)
        )
    figures = [v.value for v, _ in lots if isinstance(v.value, Fraction)]
    row = len(figures) == len(lots) > 3 and all(b - a == 1 for a, b in zip(figures, figures[1:], strict=False))
    return (f"{names[0]} to {names[-1]}" if row else ", ".join(names)) + ", each equally likely"


def _own_sentence(book: Rulebook, duty: Duty) -> str:
    """The sentence of a duty whose grammatical subject differs from its subject; empty for every other duty."""
    match duty:
        case Requirement(
            subject=Subject(name=name, of=str() as wager), need=Need.BOUND, holds=Compare(relation, Fact(), right)
        ) if name in _HOUSE:
            verb, preposition = _HOUSE[name]
            amount, whole = _share(book, right, wager)
            if verb == "pays" and amount.startswith("all of "):
                amount = f"an amount equal to {amount.removeprefix('all of ')}"
            exact = relation is Relation.EXACTLY or amount == "nothing"
            bound = "" if exact else f"{_LIMITS[relation]} "
            return f"the house {verb} {bound}{amount}" + ("" if whole else f" {preposition} {the(book, wager)}")
        case Requirement(
            subject=Subject(name=name, of=str() as wager), holds=Compare(Relation.EXACTLY, _, Const(value=value))
        ) if name == _STAKE and value == 0:
            return f"{the(book, wager)} may not be made"
        case core.ReachesRow(subject=Subject(name=row, of=str() as wager)):
            return f"{the(book, wager)} reaches {book.title(row)}"
        case core.HasRank(subject=Subject(name=row)):
            return f"the hand ranks as {book.title(row)}"
        case core.Deal(dealt=dealt, decks=decks, jokers=jokers):
            hands = ", ".join(f"{count} to {_cards(book, Fact(name))}" for name, count in dealt)
            source = the(book, decks) if isinstance(decks, str) else f"{decks} deck{'s' if decks > 1 else ''}"
            return f"cards are dealt from {source}" + (f" with {jokers} joker" if jokers else "") + f": {hands}"
    return ""


def _share(book: Rulebook, amount: Expr, wager: str) -> tuple[str, bool]:
    """An amount in words, and whether they name the wager that it is a share of."""
    of = the(book, wager)
    match amount:
        case Const(value=value) if value == 0:
            return "nothing", False
        case Fact(name, whose) if (name, whose) == (_STAKE, wager):
            return f"all of {of}", True
        case Arith(Operator.OVER, Fact(name, whose), Const(value=value)) if (name, whose, value) == (_STAKE, wager, 2):
            return f"half of {of}", True
        case Arith(Operator.TIMES, Const(ValueKind.ODDS) as odds, Fact(name, whose)) if (name, whose) == (
            _STAKE,
            wager,
        ):
            return odds.text, False
    return quantity(book, amount), False


# ---- names


def subject(book: Rulebook, of: Subject | Fact) -> str:
    """What a clause is about, or a fact: `the maximum of the lantern wager`."""
    if isinstance(of, Subject) and of.where is not Where.TABLE:
        return the(book, of.name) + _PLACES[of.where]
    if not of.of:
        return the(book, of.name)
    preposition = "on" if of.name in _SETTLED else "of"
    return f"{the(book, of.name)} {preposition} {the(book, of.of)}"


def the(book: Rulebook, name: str) -> str:
    """A title with its article: options, variations and games have none, nor have titles with a word in its place."""
    title = book.title(name)
    bare = book.kind(name) in (SubjectKind.OPTION, SubjectKind.VARIATION, SubjectKind.GAME, SubjectKind.TERM)
    first = title.partition(" ")[0]
    if bare or first.lower() in _DETERMINERS | _QUESTIONS or first.endswith("s'") or _is_sentence(title):
        return title
    return f"the {title}"


def _one(title: str) -> str:
    """A title with the indefinite article."""
    if title.partition(" ")[0] in _DETERMINERS | _QUESTIONS:
        return title
    return f"an {title}" if title[:1].lower() in "aeiou" else f"a {title}"


def _is_sentence(title: str) -> bool:
    return bool(_SENTENCE.match(title) or _PAST.match(title))


def _or(items: list[str]) -> str:
    """
    >>> _or(["red"]), _or(["red", "blue"]), _or(["red", "blue", "gray"])
    ('red', 'red or blue', 'red, blue, or gray')
    """
    if len(items) < 3:
        return " or ".join(items)
    return f"{', '.join(items[:-1])}, or {items[-1]}"


def _and(items: list[str]) -> str:
    """
    >>> _and(["a is 1"]), _and(["a is 1", "b is 2"]), _and(["a is 1", "b is 2", "c is 3"])
    ('a is 1', 'a is 1 and b is 2', 'a is 1, b is 2, and c is 3')
    >>> _and(["a is 1", "b is 2 and 3", "c is 4"])
    'a is 1 and b is 2 and 3 and c is 4'
    """
    if len(items) < 3 or any(_COMPOUND.search(_BETWEEN.sub("", item)) for item in items):
        return " and ".join(items)
    return f"{', '.join(items[:-1])}, and {items[-1]}"


def _items(items: Iterable[Expr]) -> list[Expr]:
    """The conditions, with nested conjunctions merged."""
    return [part for item in items for part in (_items(item.items) if isinstance(item, AllOf) else [item])]


def _ranged(items: list[Expr]) -> list[Expr | _Range]:
    """The conditions, with two bounds of one quantity merged into a range."""
    made: list[Expr | _Range] = []
    for item in items:
        last = made[-1] if made else None
        match last, item:
            case (
                Compare(Relation.AT_LEAST, left, Const() as low),
                Compare(Relation.AT_MOST, other, Const() as high),
            ) if left == other:
                made[-1] = _Range(left, low, high)
            case _:
                made.append(item)
    return made


def _is(phrase: str) -> str:
    """The form of "to be" that a noun phrase takes.

    >>> _is("the decks of cards in use"), _is("the number of decks"), _is("the first 2 cards")
    ('are', 'is', 'are')
    """
    head = _PHRASE_ENDS.split(phrase, maxsplit=1)[0]
    plural = head.endswith("s") and not head.endswith(("ss", "us", "'s"))
    return "are" if plural and phrase.partition(" ")[0] not in _QUESTIONS else "is"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _list(values: Iterable[Const]) -> str:
    return ", ".join(_words(value.text) for value in values)


# ---- expressions


def condition(book: Rulebook, e: Expr | _Range) -> str:
    """A condition as a sentence without a capital or a full stop; alternatives are in brackets."""
    e = _demanded(book, e)
    if isinstance(e, _Range):
        phrase = quantity(book, e.quantity)
        return f"{phrase} {_is(phrase)} between {quantity(book, e.low)} and {quantity(book, e.high)}"
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
        case Term(_, str() as clause):
            return f"{_cited([clause])} applies"
        case Term(name) | RankingRef(name):
            return book.title(name)
        case Offered():
            return _offering(book, e)
        case Cards(which, count, of):
            whose = f" of {the(book, of)}" if of != "cards" else ""
            return f"the {which} card{whose}" if count == 1 else f"the {which} {count} cards{whose}"
        case Apply():
            return _call(book, e)
        case Arith():
            return _arithmetic(book, e)
        case Compare():
            return _comparison(book, e)
        case Lookup(_, rows):
            return ", ".join(f"{value.text} for {key.text}" for key, value in rows)
        case Member(item, values, negated):
            phrase = quantity(book, item)
            verb = _NEGATED_VERBS[_is(phrase)] if negated else _is(phrase)
            return f"{phrase} {verb} {_or([_words(v.text) for v in values])}"
        case Not(item):
            phrase = _plain(book, item)
            plain = isinstance(item, Term) and _WHOLE.match(phrase)
            return _negation(book, item) or (f"it is not true that {phrase}" if plain else f"not ({phrase})")
        case AllOf(items):
            return _and([condition(book, i) for i in _ranged(_items(items))])
        case AnyOf(items):
            return "(" + " or ".join(condition(book, i) for i in items) + ")"
        case Fold():
            return _fold(book, e)
        case _:
            assert_never(e)


def _negation(book: Rulebook, e: Expr) -> str:
    """The negation of a condition, by its verb; empty where it has no verb to negate."""
    match e:
        case Not(item):
            return condition(book, item)
        case Offered():
            return _offering(book, e, negated=True)
        case Compare(relation, left, right):
            return _comparison(book, Compare(relation.negated, left, right))
        case Member(item, values, negated):
            return condition(book, Member(item, values, not negated))
        case Apply(name) if FUNCTIONS[name].result == "flag":
            return _call(book, e, negated=True)
        case Term(_, str() as clause):
            return f"{_cited([clause])} does not apply"
        case Term(name) | Fact(name, None):
            return _negated_sentence(book.title(name))
    return ""


def _negated_sentence(text: str) -> str:
    """The negation of a simple sentence; empty for any other text.

    >>> _negated_sentence("the dealer has a pair"), _negated_sentence("the player folded")
    ('the dealer does not have a pair', 'the player did not fold')
    >>> _negated_sentence("the spin is none"), _negated_sentence("four of a suit")
    ('the spin is not none', '')
    """
    if _AMBIGUOUS.search(text):
        return ""
    if found := _SENTENCE.match(text):
        return f"{found[1]} {_NEGATED_VERBS[found[2]]} {found[3]}"
    if found := _PAST.match(text):
        return f"{found[1]} did not {found[2]}{found[3] or ''}"
    return ""


def _offering(book: Rulebook, e: Offered, negated: bool = False) -> str:
    """Whether something is offered or in use."""
    phrase = _one(book.title(e.name)) if e.kind is SubjectKind.EQUIPMENT else the(book, e.name)
    used = "in use" if e.kind in (SubjectKind.EQUIPMENT, SubjectKind.VARIATION) else "offered"
    if negated and e.kind is SubjectKind.EQUIPMENT:
        return f"no {book.title(e.name)}{_PLACES[e.where]} is {used}"
    return f"{phrase}{_PLACES[e.where]} is {'not ' if negated else ''}{used}"


def _comparison(book: Rulebook, e: Compare) -> str:
    match e:
        case Compare(Relation.MORE, Fact(name, str() as wager), Const(value=value)) if name == _STAKE and value == 0:
            return f"{the(book, wager)} was made"
        case Compare(Relation.EQUAL | Relation.AT_MOST, Fact(name, str() as wager), Const(value=value)) if (
            name == _STAKE and value == 0
        ):
            return f"{the(book, wager)} was not made"
        case Compare(relation, Apply("count", (hand,), named), Const(value=Fraction() as number)) if named:
            if counted := _counted(book, relation, number, named):
                phrase = _cards(book, hand)
                return (
                    f"{phrase} {'include' if _is(phrase) == 'are' else 'is' if number == 1 else 'includes'} {counted}"
                )
        case Compare(relation, Apply("best", (RankingRef(_, str() as rank), hand))):
            phrase = _cards(book, hand)
            verb = "make" if _is(phrase) == "are" else "makes"
            negated = "do not make" if verb == "make" else "does not make"
            return f"{phrase} {verb if relation is Relation.EQUAL else negated} {_words(rank)}"
    left, right = quantity(book, e.left), quantity(book, e.right)
    if e.relation is Relation.EQUAL and not isinstance(e.right, Const):
        return f"{left} {'equal' if _is(left) == 'are' else 'equals'} {right}"
    if e.relation is Relation.UNEQUAL and not isinstance(e.right, Const):
        return f"{left} {'differ' if _is(left) == 'are' else 'differs'} from {right}"
    return f"{left} {_is(left)} {_RELATIONS[e.relation]}{right}"


def _counted(book: Rulebook, relation: Relation, number: Fraction, named: tuple[tuple[str, Expr], ...]) -> str:
    """How many cards of a rank or suit: `at least 2 queens of hearts`; empty for ranks that are not constant."""
    words = {name: _named(book, FUNCTIONS["count"].named[name], value) for name, value in named}
    if not all(isinstance(value, Const) for _, value in named) or "rank" not in words:
        return ""
    rank = words["rank"]
    one, many = rank, f"{rank}s" if not rank.endswith("x") else f"{rank}es"
    of = f" of {words['suit']}" if "suit" in words else ""
    if number == 0 and relation is Relation.EQUAL:
        return f"no {many}{of}"
    if number == 1 and relation in (Relation.EQUAL, Relation.AT_LEAST):
        return ("at least " if relation is Relation.AT_LEAST else "") + f"{_one(one)}{of}".replace(
            "at least a ", "at least one "
        )
    return f"{_RELATIONS[relation]}{_NUMBERS.get(number, number)} {many}{of}"


def _arithmetic(book: Rulebook, e: Arith) -> str:
    left, right = quantity(book, e.left), quantity(book, e.right)
    match e:
        case Arith(Operator.GREATER | Operator.LESSER as operator):
            return f"the {operator} of {left} and {right}"
        case Arith(Operator.MODULO, _, Const(value=value)) if value == 10:
            return f"the last digit of {left}"
        case Arith(Operator.TIMES, Const(ValueKind.PERCENT)):
            return f"{left} of {right}"
    return f"{left} {_OPERATORS[e.operator]} {right}"


def _fold(book: Rulebook, e: Fold) -> str:
    rows = _ROWS.get(e.rows, e.rows.value)
    if isinstance(e.value, Fact) and book.fields[e.value.name].type.kind == "cards":
        return f"{_cards(book, e.value)} of all {rows}"
    total = "{} of" if e.rows is Rows.OWN_FIRST_HAND else "the total of {} over"
    counted = "the number of" if e.value is None else total.format(quantity(book, e.value))
    return f"{counted} {rows}" + (f" where {_plain(book, e.where)}" if e.where is not None else "")


# ---- functions


def _call(book: Rulebook, call: Apply, negated: bool = False) -> str:
    """A function of the function table with its arguments, by the table's own words."""
    function = FUNCTIONS[call.function]
    args = _arguments(book, function, call.args)
    if function.result == "flag":
        verb = function.verb if _is(args[0]) == "are" else _SINGULAR_VERBS[function.verb]
        return f"{args[0]} {_NEGATED_VERBS[verb] if negated else verb} {function.english.format(*args)}"
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
    """The arguments in words. Hands beyond the declared ones are listed with the last; without any, the hand's cards."""
    texts = [_argument(book, arg) for arg in args or (Fact("cards"),)]
    last = len(function.params) - 1
    return [*texts[:last], " and ".join(filter(None, (", ".join(texts[last:-1]), texts[-1])))]


def _argument(book: Rulebook, e: Expr) -> str:
    return (
        the(book, e.value)
        if isinstance(e, Const) and isinstance(e.value, str) and e.value in book.names
        else _cards(book, e)
    )


def _cards(book: Rulebook, e: Expr) -> str:
    """An argument; of cards, without the order in which they are filed."""
    return quantity(book, e).partition(", in ")[0]


def _named(book: Rulebook, kind: str, e: Expr) -> str:
    """A named argument; a rank that is written as a number has its name."""
    if kind == "rank" and isinstance(e, Const) and isinstance(e.value, Fraction) and e.value in _RANK_NAMES:
        return _RANK_NAMES[e.value]
    return quantity(book, e)
