"""Clauses in plain English: the statement of a rule in reports, and the expected value.

None of this is the law's own text; it is generated from the core, so it cannot drift from the rules. A statement that would be a long
sentence is several: first what is demanded, then each condition and each amount as a sentence with its number or letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, assert_never

from pitboss.compiler.emit.phrases import (
    OPERATORS,
    STAKE,
    alternatives,
    cards,
    cited,
    condition,
    conjunction,
    is_condition,
    is_negatable,
    is_or_are,
    quantity,
    series,
    subject,
    the,
    together,
    upper,
    with_predicate,
    words,
)
from pitboss.compiler.model import core
from pitboss.compiler.model.core import (
    AllOf,
    AnyOf,
    Apply,
    Arith,
    Compare,
    Const,
    Duty,
    End,
    Expr,
    Fact,
    Member,
    Need,
    Not,
    Offered,
    Operator,
    PayMode,
    PayoutTable,
    Relation,
    Requirement,
    Rulebook,
    Subject,
    SubjectKind,
    ValueKind,
)
from pitboss.compiler.model.memo import once_for_each_part
from pitboss.grammar.quick_start import replace

_LONG = 24  # a sentence with more words than this is divided where it can be
_LONG_AMOUNT = 12  # an amount with more words than this has sentences of its own in a divided statement
_LONG_PART = 30  # a part of an amount with more words than this is divided again
_LONG_DEMAND = 16  # a demand with more words than this is a sentence without its conditions
_LONG_LIST = 12  # values; a longer list is one sentence for each
_LIMITS = {Relation.AT_LEAST: "at least", Relation.AT_MOST: "no more than", Relation.EXACTLY: "exactly"}
_EVENTS = {
    "start": "starts", "change": "is changed", "withdrawal": "is withdrawn", "increase": "is raised", "decrease": "is lowered",
}  # fmt: skip
_ENDS = {
    End.WINS: "wins", End.LOSES: "loses", End.STAYS: "stays in play", End.RETURNS: "is returned", End.ADVANCES: "advances",
}  # fmt: skip
_HOUSE = {"paid": ("pays", "on"), "collected": ("collects", "of"), "returned": ("returns", "of")}  # verb, preposition
_NO_DUTY = "The clause demands nothing."


@dataclass(frozen=True, slots=True)
class _Statement:
    """A duty before it is divided into sentences."""

    demand: str  # "the tiles must be offered"
    conditions: list[Expr]
    exceptions: list[str]
    joint: Literal["if", "if and only if"] = "if"
    first: str = ""  # a condition in words, before the others
    amounts: tuple[str, ...] = ()  # that the demand names by letters
    before: bool = True  # the conditions of a sentence stand before its demand


# ---- sentences


@once_for_each_part
def rule(book: Rulebook, duty: Duty) -> str:
    """The whole duty: one sentence, or several where it would be long.

    >>> from pitboss.compiler.model.core import Rulebook, SubjectKind
    >>> tiles, lit = Subject(SubjectKind.WAGER, "tiles"), Offered("lamp", SubjectKind.EQUIPMENT)
    >>> book = Rulebook("", (), {}, {}, (), (), None, "")
    >>> rule(book, Requirement(tiles, (), Need.NO_OFFER, Offered("tiles", tiles.kind)))
    'The tiles may not be offered.'
    >>> rule(book, Requirement(tiles, (lit,), Need.OFFER, lit))
    'If a lamp is in use, the tiles must be offered.'
    """
    if core.NEVER in duty.applies:
        return _NO_DUTY
    whole = _statement(book, duty)
    sentence = _one_sentence(book, whole)
    if _is_short(sentence):
        return _closed(sentence)
    return " ".join(_closed(part) for part in _divided(book, _statement(book, duty, divided=True)))


def demand(book: Rulebook, duty: Duty) -> str:
    """What a duty demands where it applies, as one sentence."""
    return _NO_DUTY if core.NEVER in duty.applies else _closed(_statement(book, duty).demand)


def given(book: Rulebook, duty: Duty) -> str:
    """The conditions and exceptions of a duty, each as one sentence."""
    if core.NEVER in duty.applies:
        return _NO_DUTY
    whole = _statement(book, duty)
    conditions = ([whole.first] if whole.first else []) + together(book, whole.conditions)
    return " ".join(_closed(text) for text in (*conditions, *(f"unless {exception}" for exception in whole.exceptions)))


def _statement(book: Rulebook, duty: Duty, divided: bool = False) -> _Statement:
    """The parts of a statement; `divided`: with a long amount in parts."""
    amounts: tuple[str, ...] = ()
    if divided:
        duty, amounts = _with_letters(book, duty)
    conditions, exceptions = _conditions(book, duty)
    match duty:
        case core.Derives(subject=Subject(name=name), value=value) if _is_flag(book, name) and not isinstance(
            value, Const
        ):
            title = the(book, name)
            if not conditions:
                return _Statement(title, [value], exceptions, "if and only if", before=False)
            parts = together(book, [value])
            if not divided or len(parts) < 2:
                return _Statement(f"{title} if and only if {condition(book, value)}", conditions, exceptions)
            holding = _holding(_letters(0, len(parts)), either=False)
            return _Statement(f"{title} if and only if {holding}", conditions, exceptions, amounts=tuple(parts))
        case core.Defined(words=text, applies=(amount,)) if not is_condition(book, amount):
            if not divided or not (lettered := _lettered(book, amount)):
                return _Statement(f"{text} {is_or_are(text)} {quantity(book, amount)}", [], [])
            return _Statement(f"{text} {is_or_are(text)} {lettered[0].text}", [], [], amounts=lettered[1])
        case core.LeadsTo(words=text, consequences=consequences) if text:
            result = f"the consequence is {_consequences(book, consequences)}"
            return _Statement(result, conditions, exceptions, first=text)
        case core.Attested(words=text) | core.Permitted(words=text) | core.Defined(words=text) if text:
            return _Statement(text, conditions, exceptions, before=not isinstance(duty, core.Defined))
        case core.Left(words=text, because=because):
            return _Statement(f"{text}: {because}", conditions, exceptions)
    sentence = _own_sentence(book, duty) or with_predicate(subject(book, duty.subject), _predicate(book, duty))
    return _Statement(sentence, conditions, exceptions, amounts=amounts)


def _conditions(book: Rulebook, duty: Duty) -> tuple[list[Expr], list[str]]:
    """The conditions of a duty, and its exceptions in words. An exception joins the conditions if its verb can be negated."""
    positive = [c for c in duty.applies if not isinstance(c, Not)]
    excepted = [c.item for c in duty.applies if isinstance(c, Not) and not core.prevailing(c)]
    excepted = [part for e in excepted for part in (e.items if isinstance(e, AnyOf) else (e,))]
    joins = [bool(positive) and is_negatable(book, e) for e in excepted]
    conditions = positive + [Not(e) for e, joined in zip(excepted, joins, strict=True) if joined]
    exceptions = [condition(book, e) for e, joined in zip(excepted, joins, strict=True) if not joined]
    return conditions, exceptions + ([f"{cited(duty.overridden_by)} applies"] if duty.overridden_by else [])


def _one_sentence(book: Rulebook, of: _Statement) -> str:
    """The statement as one sentence."""
    conditions = ([of.first] if of.first else []) + together(book, of.conditions)
    sentence = of.demand
    if conditions and of.before:
        sentence = f"{of.joint} {conjunction(conditions)}, {sentence}"
    elif conditions:
        sentence = with_predicate(sentence, f"{of.joint} {conjunction(conditions)}")
    return sentence + _unless(of.exceptions)


def _unless(exceptions: list[str]) -> str:
    return f", unless {', or unless '.join(exceptions)}" if exceptions else ""


def _divided(book: Rulebook, of: _Statement) -> Iterator[str]:
    """The statement as several sentences: the demand, then each condition with its number and each amount with its letter."""
    conditions, either = ([of.first] if of.first else []) + together(book, of.conditions), False
    if len(of.conditions) == 1 and not of.first:
        options = alternatives(book, of.conditions[0])
        conditions, either = (options, True) if len(options) > 1 else (conditions, False)
    sentence, following = of.demand, [*of.amounts]
    listed: list[str] = []
    if len(conditions) > 1:
        numbers = [f"({number})" for number, _ in enumerate(conditions, 1)]
        holding = _holding(numbers, either)
        if len(sentence.split()) > _LONG_DEMAND or " if " in sentence:
            listed = [f"This applies if {holding}"]
        else:
            sentence = with_predicate(sentence, f"{of.joint} {holding}")
        for number, text in zip(numbers, conditions, strict=True):
            choices = [] if len(text.split()) <= _LONG else _choices(book, of.conditions, text)
            letters = _letters(len(following), len(choices))
            listed.append(f"{number} {upper(_holding(letters, either=True) if choices else text)}")
            following += choices
    elif conditions:
        sentence = _one_sentence(book, replace(of, exceptions=[]))
        if not _is_short(sentence) and of.before and not of.first:
            sentence, listed = of.demand, [f"This applies if {conditions[0]}"]
        elif not _is_short(sentence) and not of.first:
            sentence, listed = with_predicate(of.demand, f"{of.joint} the following holds"), conditions
    exceptions = [*of.exceptions]
    if exceptions and _is_short(sentence + _unless(exceptions[-1:])):  # what is shortest, a citation, is last
        sentence += _unless([exceptions.pop()])
    yield sentence
    yield from listed
    for letter, text in zip(_letters(0, len(following)), following, strict=True):
        yield f"{letter} {upper(text)}"
    for exception in exceptions:
        yield f"This does not apply if {exception}"


def _choices(book: Rulebook, conditions: list[Expr], text: str) -> list[str]:
    """The alternatives of the condition with this text; empty if it has none."""
    of = next((e for e in conditions if isinstance(e, AnyOf) and condition(book, e) == text), None)
    return alternatives(book, of) if of else []


def _letters(first: int, count: int) -> list[str]:
    return [f"({letter})" for letter in "abcdefghijklmnopqrstuvwxyz"[first : first + count]]


def _range(labels: list[str], word: str) -> str:
    """
    >>> _range(["(1)", "(2)"], "and"), _range(["(1)", "(2)", "(3)"], "and")
    ('(1) and (2)', '(1) to (3)')
    """
    return f" {word} ".join(labels) if len(labels) < 3 else f"{labels[0]} to {labels[-1]}"


def _holding(labels: list[str], either: bool) -> str:
    """
    >>> _holding(["(1)", "(2)"], False), _holding(["(1)", "(2)"], True), _holding(["(1)", "(2)", "(3)"], True)
    ('(1) and (2) hold', '(1) or (2) holds', 'one of (1) to (3) holds')
    """
    if either:
        return f"{'one of ' if len(labels) > 2 else ''}{_range(labels, 'or')} holds"
    return f"{_range(labels, 'and')} hold"


def _with_letters(book: Rulebook, duty: Duty) -> tuple[Duty, tuple[str, ...]]:
    """The duty with letters in place of the parts of a long amount or list; and the parts in words."""
    match duty:
        case core.Derives(value=amount) if parts := _lettered(book, amount):
            return replace(duty, value=parts[0]), parts[1]
        case Requirement(holds=Compare(relation, left, amount)) if parts := _lettered(book, amount):
            return replace(duty, holds=Compare(relation, left, parts[0])), parts[1]
        case core.Rounding(amount=core.Arith() as amount) if parts := _lettered(book, amount):
            return replace(duty, amount=parts[0]), parts[1]
        case core.Ordering(order=order) if len(order) > _LONG_LIST:
            return replace(duty, order=(_in_letters(len(order)),)), tuple(words(value.text) for value in order)
        case Requirement(need=Need.ORDER, holds=Apply(name, (ranking, *order))) if len(order) > _LONG_LIST:
            listed = Apply(name, (ranking, _in_letters(len(order))))
            return replace(duty, holds=listed), tuple(quantity(book, rank) for rank in order)
        case Requirement(need=Need.ELECTION | Need.BOUND, holds=Member(item, values, negated)) if (
            len(values) > _LONG_LIST
        ):
            held = Member(item, (_in_letters(len(values)),), negated)
            return replace(duty, holds=held), tuple(quantity(book, value) for value in values)
    return duty, ()


def _in_letters(count: int) -> Const:
    """The letters of a list, in place of its values."""
    text = _range(_letters(0, count), "and")
    return Const(ValueKind.TEXT, text, text)


def _lettered(book: Rulebook, amount: Expr) -> tuple[Const, tuple[str, ...]] | None:
    """An amount by the letters of its parts, and the parts in words; None if it is short or has no parts."""
    whole = _operands(book, amount, 0, _LONG_AMOUNT)
    if whole is None:
        return None
    text, waiting = whole
    parts: list[str] = []
    while len(parts) < len(waiting):
        part = waiting[len(parts)]
        if inner := _operands(book, part, len(waiting), _LONG_PART):
            waiting += inner[1]
        parts.append(inner[0] if inner else quantity(book, part))
    return Const(ValueKind.TEXT, text, text), tuple(parts)


def _operands(book: Rulebook, amount: Expr, first: int, long: int) -> tuple[str, list[Expr]] | None:
    """An amount by the letters of its operands, from a letter on, and the operands; None if it is not a long calculation."""
    if (
        not isinstance(amount, Arith)
        or amount.operator is Operator.MODULO
        or len(quantity(book, amount).split()) <= long
    ):
        return None
    operands = [*_chain(amount, amount.operator)]
    letters = _letters(first, len(operands))
    match amount.operator:
        case Operator.PLUS:
            return f"the sum of {_range(letters, 'and')}", operands
        case Operator.GREATER | Operator.LESSER as operator:
            return f"the {operator} of {_range(letters, 'and')}", operands
    return f" {OPERATORS[amount.operator]} ".join(letters), operands


def _chain(e: Expr, operator: Operator) -> Iterator[Expr]:
    """The operands of a chain of one operation, in order."""
    if isinstance(e, Arith) and e.operator is operator:
        yield from _chain(e.left, operator)
        if operator in (Operator.PLUS, Operator.TIMES):
            yield from _chain(e.right, operator)
        else:
            yield e.right
    else:
        yield e


def _is_short(sentence: str) -> bool:
    return len(sentence.split()) <= _LONG


def _is_flag(book: Rulebook, name: str) -> bool:
    return name in book.fields and book.fields[name].type.kind == "flag"


def _closed(sentence: str) -> str:
    """The sentence with a capital and a full stop."""
    return upper(sentence) + ("" if sentence.endswith(".") else ".")


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
            return f"{_verb(book, duty, 'require')} {_notice(duty)}"
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
        case core.Derives(value=value):
            return f"{_verb(book, duty, 'equal')} {quantity(book, value)}"
        case core.LeadsTo(consequences=consequences):
            return f"leads to {_consequences(book, consequences)}"
        case core.Independent():
            return "does not affect any other wager"
        case core.HighestOnly():
            return "pays only for the best outcome reached"
        case core.PaysEach(unit=unit):
            return f"pays for each {words(unit)}"
        case core.PaysGross():
            return "pays amounts of money that include the stake"
        case core.Shares(amount=amount):
            return f"pays shares of {quantity(book, amount)}"
        case core.Rounding(direction=direction, step=step, amount=None):
            return f"{is_or_are(subject(book, duty.subject))} rounded {direction} to {step.text}"
        case core.Rounding(direction=direction, step=step, amount=amount):
            assert amount is not None
            return f"must be {quantity(book, amount)}, rounded {direction} to {step.text}"
        case core.Chance(lots=lots):
            return f"{is_or_are(subject(book, duty.subject))}, by chance, {_lots(lots)}"
        case core.Sees(cards=seen):
            return f"is placed after seeing {' and '.join(quantity(book, c) for c in seen)}"
        case core.Charges(wager=wager):
            return f"is charged to whoever made {the(book, wager)}"
        case core.Ordering(order=order):
            return f"{_verb(book, duty, 'rank')} {', '.join(words(value.text) for value in order)}, highest first"
        case core.Attested() | core.Permitted() | core.Left() | core.Defined() | core.Deal():
            return ""
        case _:
            assert_never(duty)


def _verb(book: Rulebook, duty: Duty, verb: str) -> str:
    """A verb in the form that the subject takes."""
    return verb if is_or_are(subject(book, duty.subject)) == "are" else f"{verb}s"


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
            return f"{_verb(book, duty, 'require')} {what}"
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
            return f"not together with {_offer(book, other)}"
        case Need.REQUIRES, Offered(other):
            return _offer(book, other)
        case Need.OFFER, _:
            return "offered"
        case Need.NO_OFFER, _:
            return "not offered"
        case Need.ELECTION, Member(_, values):
            return f"one of {series([words(v.text) for v in values], 'or')}"
        case Need.ORDER, Apply(_, (_, *order)):
            return " > ".join(quantity(book, rank) for rank in order)
        case Need.UNIFORM, _:
            return "one value throughout the table"
        case _, Member(_, values, negated):
            return ("not " if negated else "") + series([quantity(book, v) for v in values], "or")
        case _, AllOf((Compare(Relation.AT_LEAST, _, low), Compare(Relation.AT_MOST, _, high))):
            return f"between {quantity(book, low)} and {quantity(book, high)}"
        case _, Compare(relation, _, right):
            return f"{_LIMITS[relation]} {quantity(book, right)}"
    return condition(book, duty.holds)


def _offer(book: Rulebook, name: str) -> str:
    """An offer as an expectation names it: the evidence in users' baselines holds these words, so an option has no article."""
    return book.title(name) if book.kind(name) is SubjectKind.OPTION else the(book, name)


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
    people = " and ".join("the Commission" if x == "commission" else words(x) for x in duty.to)
    to = f" to {people}" if people else ""
    before = " or ".join(_EVENTS.get(x, words(x)) for x in duty.before)
    return f"{lead}{written}notice{to} before it {before}"


def _consequences(book: Rulebook, values: Iterable[Const]) -> str:
    return series([book.title(value.text) for value in values], "or")


def _lots(lots: tuple[tuple[Const, int], ...]) -> str:
    """The values of a chance and their probabilities.

    >>> _lots(tuple((Const(ValueKind.NUMBER, Fraction(n), str(n)), 1) for n in range(1, 7)))
    '1 to 6, each equally likely'
    """
    names = [words(v.text) for v, _ in lots]
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
        ) if name == STAKE and value == 0:
            return f"{the(book, wager)} may not be made"
        case core.ReachesRow(subject=Subject(name=row, of=str() as wager)):
            return f"{the(book, wager)} reaches {book.title(row)}"
        case core.HasRank(subject=Subject(name=row)):
            return f"the hand ranks as {book.title(row)}"
        case core.Deal(dealt=dealt, decks=decks, jokers=jokers):
            hands = ", ".join(f"{count} to {cards(book, Fact(name))}" for name, count in dealt)
            source = the(book, decks) if isinstance(decks, str) else f"{decks} deck{'s' if decks > 1 else ''}"
            return f"cards are dealt from {source}" + (f" with {jokers} joker" if jokers else "") + f": {hands}"
    return ""


def _share(book: Rulebook, amount: Expr, wager: str) -> tuple[str, bool]:
    """An amount in words, and whether they name the wager that it is a share of."""
    of = the(book, wager)
    match amount:
        case Const(value=value) if value == 0:
            return "nothing", False
        case Fact(name, whose) if (name, whose) == (STAKE, wager):
            return f"all of {of}", True
        case Arith(Operator.OVER, Fact(name, whose), Const(value=value)) if (name, whose, value) == (STAKE, wager, 2):
            return f"half of {of}", True
        case Arith(Operator.TIMES, Const(ValueKind.ODDS) as odds, Fact(name, whose)) if (name, whose) == (
            STAKE,
            wager,
        ):
            return odds.text, False
    return quantity(book, amount), False
