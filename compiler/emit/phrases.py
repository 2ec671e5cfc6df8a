"""Conditions and quantities in plain English, as parts of the sentences of `english.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal, assert_never

from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import (
    AllOf,
    AnyOf,
    Apply,
    Arith,
    Cards,
    Compare,
    Const,
    Earlier,
    Expr,
    Fact,
    Fold,
    Lookup,
    Member,
    Not,
    Offered,
    Operator,
    RankingRef,
    Relation,
    Rows,
    Rulebook,
    Subject,
    SubjectKind,
    Term,
    ValueKind,
    Where,
)
from pitboss.compiler.model.functions import FUNCTIONS, Function

OPERATORS = {
    Operator.PLUS: "plus", Operator.MINUS: "minus", Operator.TIMES: "times", Operator.OVER: "divided by", Operator.MODULO: "modulo",
}  # fmt: skip
_COUNTED = {
    Relation.EQUAL: "", Relation.EXACTLY: "", Relation.UNEQUAL: "not ", Relation.LESS: "fewer than ", Relation.MORE: "more than ",
    Relation.AT_MOST: "at most ", Relation.AT_LEAST: "at least ",
}  # fmt: skip
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
STAKE, *_SETTLED = query.MONEY
_MOVED = {
    "paid": "was paid",
    "collected": "was collected",
    "returned": "was returned",
}  # what became of a wager's amount
_DETERMINERS = {"the", "a", "an", "any", "no", "every", "each", "all", "other", "its", "none"}
_QUESTIONS = {"what", "how", "where", "who", "whether", "which", "by"}
_COUNTABLE = {
    "limit",
    "bonus",
    "bank",
    "rule",
    "rounding",
    "reshuffle",
    "version",
}  # a title of an option that takes an article
_PHRASE_ENDS = re.compile(
    r" (?:of|in|on|to|at|for|that|after|from|between|with|by|before|against|allowed|dealt|wagered) "
)
_SENTENCE = re.compile(r"^((?:the|a|an|every|all)(?: [\w'-]+){1,3}?) (is|are|was|were|has|have) (.+)$")
_PAST = re.compile(r"^((?:the|a|an)(?: [\w'-]+){1,3}?) (\w+[^e\W])ed( .+)?$")
_PRESENT = re.compile(
    r"^((?:the|a|an)(?: [\w'-]+){1,3}?) (complete|deal|decide|earn|hold|make|offer|oblige|state)s (.+)$"
)
_ASIDE = re.compile(r", [^()]*$")
_BETWEEN = re.compile(r"between \S+ and \S+$")
_COMPOUND = re.compile(r", | and | or |\(")  # a list of such conditions keeps its "and"s
_AMBIGUOUS = re.compile(r"[,;]| and | that | whose | who | not | no | nor | neither ")
_OWNER = re.compile(r"(.+)'s cards|the cards of (.+)")


@dataclass(frozen=True, slots=True)
class Range:
    """A quantity between two bounds."""

    quantity: Expr
    low: Const
    high: Const


@dataclass(frozen=True, slots=True)
class Said:
    """A condition in words: its subject, empty where it cannot be told apart, and what it says of it."""

    subject: str
    predicate: str

    def __str__(self) -> str:
        return with_predicate(self.subject, self.predicate)


# ---- conditions


def condition(book: Rulebook, e: Expr | Range) -> str:
    """A condition as a sentence without a capital or a full stop."""
    return str(said(book, e))


def quantity(book: Rulebook, e: Expr) -> str:
    """A quantity as a noun phrase."""
    return _expression(book, e)


def said(book: Rulebook, e: Expr | Range) -> Said:
    """A condition in words."""
    e = _demanded(book, e)
    match e:
        case Range(of, low, high):
            phrase = quantity(book, of)
            return Said(phrase, f"{is_or_are(phrase)} between {quantity(book, low)} and {quantity(book, high)}")
        case Offered():
            return _offering(book, e)
        case Compare():
            return _comparison(book, e)
        case Member(item, values, negated):
            phrase = quantity(book, item)
            verb = _NEGATED_VERBS[is_or_are(phrase)] if negated else is_or_are(phrase)
            return Said(phrase, f"{verb} {series([words(v.text) for v in values], 'or')}")
        case Apply(name) if FUNCTIONS[name].result == "flag":
            return _flag(book, e)
        case Not(item):
            return _negation(book, item)
    return Said("", _expression(book, e))


def together(book: Rulebook, items: Iterable[Expr], word: Literal["and", "or"] = "and") -> list[str]:
    """The conditions in words; those on one subject that follow each other are one.

    >>> book = Rulebook("", (), {}, {}, (), (), None, "")
    >>> spin, (zero, one) = Fact("spin"), (Const(ValueKind.NUMBER, Fraction(n), str(n)) for n in range(2))
    >>> together(book, [Compare(Relation.EQUAL, spin, zero), Compare(Relation.EQUAL, spin, one)], "or")
    ['the spin is 0 or 1']
    """
    phrases = [said(book, item) for item in (_ranged(_flat(items, AllOf)) if word == "and" else _flat(items, AnyOf))]
    found = []
    for subject_, group in groupby(phrases, lambda phrase: phrase.subject):
        predicates = [phrase.predicate for phrase in group]
        found += [with_predicate(subject_, _predicates(predicates, word))] if subject_ else predicates
    return found


def alternatives(book: Rulebook, e: Expr | Range) -> list[str]:
    """The alternatives of which a condition demands one, in words; of any other condition, the condition."""
    e = _demanded(book, e)
    return together(book, e.items, "or") if isinstance(e, AnyOf) else [condition(book, e)]


def series(items: list[str], word: str) -> str:
    """
    >>> series(["red"], "or"), series(["red", "blue"], "or"), series(["red", "blue", "gray"], "or")
    ('red', 'red or blue', 'red, blue, or gray')
    """
    if len(items) < 3:
        return f" {word} ".join(items)
    return f"{', '.join(items[:-1])}, {word} {items[-1]}"


def conjunction(items: list[str]) -> str:
    """
    >>> conjunction(["a is 1"]), conjunction(["a is 1", "b is 2"]), conjunction(["a is 1", "b is 2", "c is 3"])
    ('a is 1', 'a is 1 and b is 2', 'a is 1, b is 2, and c is 3')
    >>> conjunction(["a is 1", "b is 2 and 3", "c is 4"])
    'a is 1 and b is 2 and 3 and c is 4'
    """
    if any(_COMPOUND.search(_BETWEEN.sub("", item)) for item in items):
        return " and ".join(items)
    return series(items, "and")


def is_condition(book: Rulebook, e: Expr) -> bool:
    """Whether an expression is a truth."""
    match e:
        case Term(_, str()):
            return True
        case Term(name):
            return name not in book.terms or is_condition(book, book.terms[name])
        case Fact(name) | Earlier(Fact(name)):
            return name in book.fields and book.fields[name].type.kind == "flag"
        case Apply(name):
            return FUNCTIONS[name].result == "flag"
    return isinstance(e, core.Condition)


def is_negatable(book: Rulebook, e: Expr) -> bool:
    """Whether the negation of a condition has a verb of its own."""
    match e:
        case Not() | Offered() | Compare() | Member():
            return True
        case Apply(name):
            return FUNCTIONS[name].result == "flag"
        case Term(_, str()):
            return True
        case Term(name) | Fact(name, None):
            return bool(_negated_sentence(book.title(name)))
    return False


def _predicates(predicates: list[str], word: Literal["and", "or"]) -> str:
    """What is said of one subject; a verb that all have is said once.

    >>> _predicates(["is 1", "is 2", "is 3"], "or"), _predicates(["is red", "has two cards"], "and")
    ('is 1, 2, or 3', 'is red and has two cards')
    """
    verbs = {predicate.partition(" ")[0] for predicate in predicates}
    if len(verbs) == 1 and not any(_COMPOUND.search(predicate) for predicate in predicates):
        predicates = [predicates[0], *(predicate.partition(" ")[2] for predicate in predicates[1:])]
    return conjunction(predicates) if word == "and" else series(predicates, word)


def _flat(items: Iterable[Expr], kind: type[AllOf] | type[AnyOf]) -> list[Expr]:
    """The conditions, with nested ones of the kind merged."""
    return [part for item in items for part in (_flat(item.items, kind) if isinstance(item, kind) else [item])]


def _ranged(items: list[Expr]) -> list[Expr | Range]:
    """The conditions, with two bounds of one quantity merged into a range."""
    merged: list[Expr | Range] = []
    for item in items:
        match merged[-1] if merged else None, item:
            case (
                Compare(Relation.AT_LEAST, left, Const() as low),
                Compare(Relation.AT_MOST, other, Const() as high),
            ) if left == other:
                merged[-1] = Range(left, low, high)
            case _:
                merged.append(item)
    return merged


def _demanded(book: Rulebook, e: Expr | Range) -> Expr | Range:
    """Of a condition that a hand has a rank, what the rank demands."""
    match e:
        case Compare(_, Apply("best", (RankingRef(name, str() as rank), _))):
            return core.only(book.rankings[name], rank).ranks[0].has
    return e


def _negation(book: Rulebook, e: Expr) -> Said:
    """The negation of a condition."""
    match e:
        case Not(item):
            return said(book, item)
        case Offered():
            return _offering(book, e, negated=True)
        case Compare(relation, left, right):
            return _comparison(book, Compare(relation.negated, left, right))
        case Member(item, values, negated):
            return said(book, Member(item, values, not negated))
        case Apply(name) if FUNCTIONS[name].result == "flag":
            return _flag(book, e, negated=True)
        case AllOf(items) if all(is_negatable(book, item) for item in items):
            return said(book, AnyOf(tuple(Not(item) for item in items)))
        case AnyOf(items) if all(is_negatable(book, item) for item in items):
            return said(book, AllOf(tuple(Not(item) for item in items)))
        case Term(_, str() as clause):
            return Said("", f"{cited([clause])} does not apply")
        case Term(name) | Fact(name, None) if negated_title := _negated_sentence(book.title(name)):
            return Said("", negated_title)
    return Said("", f"it is not true that {condition(book, e)}")


def _negated_sentence(text: str) -> str:
    """The negation of a simple sentence; empty for any other text.

    >>> _negated_sentence("the dealer has a pair"), _negated_sentence("the player folded")
    ('the dealer does not have a pair', 'the player did not fold')
    >>> _negated_sentence("the spin is none"), _negated_sentence("the dealer holds a pair"), _negated_sentence("four of a suit")
    ('the spin is not none', 'the dealer does not hold a pair', '')
    >>> _negated_sentence("all hands are void")
    'not all hands are void'
    """
    if _AMBIGUOUS.search(text):
        return ""
    if text.startswith(("all ", "every ")):
        return f"not {text}"
    if sentence := _SENTENCE.match(text):
        return f"{sentence[1]} {_NEGATED_VERBS[sentence[2]]} {sentence[3]}"
    if sentence := _PRESENT.match(text):
        return f"{sentence[1]} does not {sentence[2]} {sentence[3]}"
    if sentence := _PAST.match(text):
        return f"{sentence[1]} did not {sentence[2]}{sentence[3] or ''}"
    return ""


def _offering(book: Rulebook, e: Offered, negated: bool = False) -> Said:
    """Whether something is offered or in use."""
    phrase = indefinite(book.title(e.name)) if e.kind is SubjectKind.EQUIPMENT else the(book, e.name)
    used = "in use" if e.kind in (SubjectKind.EQUIPMENT, SubjectKind.VARIATION) else "offered"
    if negated and e.kind is SubjectKind.EQUIPMENT:
        return Said("", f"no {book.title(e.name)}{_PLACES[e.where]} is {used}")
    return Said(f"{phrase}{_PLACES[e.where]}", f"is {'not ' if negated else ''}{used}")


# ---- comparisons


def _comparison(book: Rulebook, e: Compare) -> Said:
    match e:
        case Compare(relation, Fact(name, str() as wager), right) if name in query.MONEY and (
            phrase := _settled(book, relation, name, wager, right)
        ):
            return phrase
        case Compare(relation, Fold(rows, None, where), Const(value=Fraction() as number)) if where is not None and (
            rows in _SINGLE and (relation, number) in _SOME_OR_NONE
        ):
            return Said("", f"{_SOME_OR_NONE[relation, number]} {_SINGLE[rows]} {condition(book, where)}")
        case Compare(relation, Apply("size", (hand,)), Const(value=Fraction() as number, text=text)):
            if owner := _owner(cards(book, hand)):
                has = "has" if is_or_are(owner) == "is" else "have"
                return Said(
                    owner,
                    f"{has} {_COUNTED[relation]}{text} card{'s' * (number != 1)}".replace("has not", "does not have"),
                )
        case Compare(relation, Apply("count", (hand,), named), Const(value=Fraction() as number)) if named:
            if counted := _counted(book, relation, number, named):
                phrase_ = cards(book, hand)
                verb = "include" if is_or_are(phrase_) == "are" else "is" if number == 1 else "includes"
                return Said(phrase_, f"{verb} {counted}")
        case Compare(relation, Apply("best", (RankingRef(_, str() as rank), hand))):
            phrase_ = cards(book, hand)
            verb = "make" if is_or_are(phrase_) == "are" else "makes"
            negated = "do not make" if verb == "make" else "does not make"
            return Said(phrase_, f"{verb if relation is Relation.EQUAL else negated} {words(rank)}")
    left = quantity(book, e.left)
    return Said(left, _compares(book, left, e))


def _compares(book: Rulebook, left: str, e: Compare) -> str:
    """What a comparison says of its left side."""
    right, be = quantity(book, e.right), is_or_are(left)
    s = "" if be == "are" else "s"
    match e.relation:
        case Relation.EQUAL | Relation.EXACTLY:
            return f"{be} {right}" if isinstance(e.right, Const) else f"equal{s} {right}"
        case Relation.UNEQUAL:
            return f"{be} not {right}" if isinstance(e.right, Const) else f"differ{s} from {right}"
        case Relation.MORE:
            return f"exceed{s} {right}"
        case Relation.LESS:
            return f"{be} below {right}"
        case Relation.AT_MOST:
            return f"{be} at most {right}"
        case Relation.AT_LEAST:
            return f"{be} at least {right}"
    assert_never(e.relation)


_SINGLE = {
    Rows.OWN_HANDS: "hand of the seat", Rows.OTHER_SEATS: "other seat", Rows.SEATS: "seat", Rows.HANDS: "hand",
    Rows.OTHER_HANDS: "other hand", Rows.OWN_SEATS: "seat of the player", Rows.OWN_BOX: "player at the seat",
}  # fmt: skip
_SOME_OR_NONE = {
    (Relation.MORE, Fraction(0)): "for at least one", (Relation.AT_LEAST, Fraction(1)): "for at least one",
    (Relation.EQUAL, Fraction(0)): "for no", (Relation.AT_MOST, Fraction(0)): "for no", (Relation.LESS, Fraction(1)): "for no",
    (Relation.EQUAL, Fraction(1)): "for exactly one",
}  # fmt: skip


def _settled(book: Rulebook, relation: Relation, name: str, wager: str, right: Expr) -> Said | None:
    """Whether a wager was made, paid, collected or returned; None for any other comparison of its amounts."""
    of = the(book, wager)
    match right:
        case Const(value=value) if value == 0:
            moved = "was made" if name == STAKE else _MOVED[name]
            if relation is Relation.MORE:
                return Said(of, moved) if name in (STAKE, "paid") else Said(f"some of {of}", moved)
            if relation in (Relation.EQUAL, Relation.AT_MOST):
                whole = name in (STAKE, "paid")
                return Said(of, moved.replace("was", "was not")) if whole else Said("", f"nothing of {of} {moved}")
        case Fact("stake", other) if name in ("collected", "returned") and other == wager:
            if relation is Relation.EQUAL:
                return Said(f"all of {of}", _MOVED[name])
            if relation is Relation.LESS:
                return Said(f"not all of {of}", _MOVED[name])
    return None


def _counted(book: Rulebook, relation: Relation, number: Fraction, named: tuple[tuple[str, Expr], ...]) -> str:
    """How many cards of a rank or suit: `at least 2 queens of hearts`; empty for ranks that are not constant."""
    filters = {name: _named(book, FUNCTIONS["count"].named[name], value) for name, value in named}
    if not all(isinstance(value, Const) for _, value in named) or "rank" not in filters:
        return ""
    rank = filters["rank"]
    one, many = rank, _plural(rank)
    of = f" of {filters['suit']}" if "suit" in filters else ""
    if number == 0 and relation is Relation.EQUAL:
        return f"no {many}{of}"
    if number == 1 and relation is Relation.EQUAL:
        return f"{indefinite(one)}{of}"
    if number == 1 and relation is Relation.AT_LEAST:
        return f"at least one {one}{of}"
    return f"{_COUNTED[relation]}{_NUMBERS.get(number, number)} {many}{of}"


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
    """A title with its article: most options, variations and games have none, nor have titles with a word in its place."""
    title, kind = book.title(name), book.kind(name)
    first = title.partition(" ")[0]
    if first.lower() in _DETERMINERS | _QUESTIONS or first.endswith("s'") or is_sentence(title):
        return title
    bare = kind in (SubjectKind.OPTION, SubjectKind.VARIATION, SubjectKind.GAME, SubjectKind.TERM)
    countable = kind is SubjectKind.OPTION and _PHRASE_ENDS.split(title)[0].rpartition(" ")[2] in _COUNTABLE
    return title if bare and not countable else f"the {title}"


def indefinite(title: str) -> str:
    """A title with the indefinite article."""
    if title.partition(" ")[0] in _DETERMINERS | _QUESTIONS:
        return title
    return f"an {title}" if title[:1].lower() in "aeiou" else f"a {title}"


def with_predicate(subject_: str, predicate: str) -> str:
    """A sentence; a subject that ends with an aside is followed by a comma.

    >>> with_predicate("the high hand, as set", "is a pair"), with_predicate("the strength (of hands, as set)", "is 2")
    ('the high hand, as set, is a pair', 'the strength (of hands, as set) is 2')
    """
    return f"{subject_}{',' if _ASIDE.search(subject_) else ''} {predicate}".strip()


def is_sentence(title: str) -> bool:
    """Whether a title is a simple sentence."""
    return bool(_SENTENCE.match(title) or _PAST.match(title))


def is_or_are(phrase: str) -> str:
    """The form of "to be" that a noun phrase takes.

    >>> is_or_are("the decks of cards in use"), is_or_are("the number of decks"), is_or_are("the first 2 cards")
    ('are', 'is', 'are')
    """
    head = _PHRASE_ENDS.split(phrase, maxsplit=1)[0]
    plural = head.endswith("s") and not head.endswith(("ss", "us", "basis", "'s"))
    return "are" if plural and phrase.partition(" ")[0] not in _QUESTIONS else "is"


def upper(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def words(name: str) -> str:
    """A name in words."""
    return name.replace("_", " ")


def cited(clauses: Iterable[str]) -> str:
    """The provisions of clauses of one chapter; three or more that follow each other in one sequence are a range.

    >>> cited(f"1:1-{provision}/wager" for provision in ("5.2(d)2", "5.4(a)", "5.4(b)", "5.4(c)", "5.4(c)"))
    '5.2(d)2 or 5.4(a) to (c)'
    """
    ranges: list[list[str]] = []
    for provision in dict.fromkeys(clause.partition("/")[0].partition("-")[2] for clause in clauses):
        if ranges and _follows(provision, ranges[-1][-1]):
            ranges[-1].append(provision)
        else:
            ranges.append([provision])
    short = ([f"{r[0]} to {r[-1][r[-1].rfind('(') :]}"] if len(r) > 2 else r for r in ranges)
    return series([part for parts in short for part in parts], "or")


def _follows(provision: str, before: str) -> bool:
    """
    >>> _follows("5.4(b)", "5.4(a)"), _follows("5.4(b)", "5.3(a)"), _follows("5.4(a)2", "5.4(a)1")
    (True, False, False)
    """
    place, letter, last = before.rpartition("(")
    return len(last) == 2 and provision == f"{place}{letter}{chr(ord(last[0]) + 1)})"


# ---- expressions


def _expression(book: Rulebook, e: Expr) -> str:
    match e:
        case Const(ValueKind.NAME, str() as name) if book.kind(name) not in (None, SubjectKind.TERM):
            return book.title(name)
        case Const():
            return words(e.text)
        case Fact():
            return subject(book, e)
        case Earlier(fact):
            title = subject(book, fact)
            is_flag = book.fields[fact.name].type.kind == "flag"
            return f"in the round before, {title}" if is_flag else f"{title} in the round before"
        case Term(_, str() as clause):
            return f"{cited([clause])} applies"
        case Term(name) | RankingRef(name):
            return book.title(name)
        case Cards(which, count, of):
            return _part_of_hand(
                f"{which}" if count == 1 else f"{which} {count}", count, the(book, of) if of != "cards" else ""
            )
        case Apply():
            return _call(book, e)
        case Arith():
            return _arithmetic(book, e)
        case Lookup(key, rows):
            return _looked_up(book, key, rows)
        case AllOf(items):
            return conjunction(together(book, items))
        case AnyOf():
            items_ = alternatives(book, e)
            return f"either {series(items_, 'or')}" if len(items_) > 1 else items_[0]
        case Fold():
            return _fold(book, e)
        case Offered() | Compare() | Member() | Not():
            return condition(book, e)
        case _:
            assert_never(e)


def _part_of_hand(which: str, count: int, hand: str) -> str:
    """
    >>> _part_of_hand("first 2", 2, "the player's cards before any split"), _part_of_hand("last", 1, "the bank's cards, as set")
    ("the player's first 2 cards before any split", "the bank's last card, as set")
    >>> _part_of_hand("first 3", 3, "the cards of the table"), _part_of_hand("first 3", 3, "")
    ('the first 3 cards of the table', 'the first 3 cards')
    """
    part = f"{which} card" if count == 1 else f"{which} cards"
    if not hand:
        return f"the {part}"
    named = re.fullmatch(r"(.+'s) cards(\W.*)?", hand) or re.fullmatch(r"(the) cards(\W.*)", hand)
    return f"{named[1]} {part}{named[2] or ''}" if named else f"the {part} of {hand}"


def _looked_up(book: Rulebook, key: Fact | None, rows: tuple[tuple[Const, Const], ...]) -> str:
    """What a table has for each key; keys that follow each other with one value are a range, and a long table is named."""
    runs: list[tuple[Const, Const, Const]] = []
    for at, value in rows:
        match runs:
            case [*_, (first, Const(value=Fraction() as before), same)] if same == value and at.value == before + 1:
                runs[-1] = first, at, value
            case _:
                runs.append((at, at, value))
    if len(runs) > 4:
        return f"what the table states for {subject(book, key)}" if key else "what the table states"
    parts = (f"{v.text} for {low.text}" + ("" if low is high else f" to {high.text}") for low, high, v in runs)
    return ", ".join(words(part) for part in parts)


def _arithmetic(book: Rulebook, e: Arith) -> str:
    match e:
        case Arith(Operator.GREATER | Operator.LESSER as operator):
            return f"the {operator} of {quantity(book, e.left)} and {quantity(book, e.right)}"
        case Arith(Operator.MODULO, _, Const(value=value)) if value == 10:
            return f"the last digit of {quantity(book, e.left)}"
    if ranks := _ranks_counted(e):
        hand, names = ranks
        return f"the number of {series([_plural(name) for name in names], 'and')} among {cards(book, hand)}"
    left, right = _operand(book, e, e.left), _operand(book, e, e.right)
    if e.operator is Operator.TIMES and isinstance(e.left, Const) and e.left.kind is ValueKind.PERCENT:
        return f"{left} of {right}"
    return f"{left} {OPERATORS[e.operator]} {right}"


def _ranks_counted(e: Expr) -> tuple[Expr, list[str]] | None:
    """The hand and the ranks, if an expression is the number of its cards of these ranks."""
    match e:
        case Arith(Operator.PLUS, left, right) if (a := _ranks_counted(left)) and (b := _ranks_counted(right)):
            return (a[0], a[1] + b[1]) if a[0] == b[0] else None
        case Apply("count", (hand,), (("rank", Const(value=Fraction() as rank, text=text)),)):
            return hand, [_RANK_NAMES.get(rank, words(text))]
    return None


def _plural(rank: str) -> str:
    return f"{rank}es" if rank.endswith("x") else f"{rank}s"


def _operand(book: Rulebook, of: Arith, e: Expr) -> str:
    """An operand; a sum that is not a summand, and what is subtracted in steps, is in brackets."""
    text = quantity(book, e)
    sums = (Operator.PLUS, Operator.MINUS)
    if isinstance(e, Arith) and e.operator in (*sums, Operator.MODULO):
        plain = of.operator in sums and (e is of.left or of.operator is Operator.PLUS) and e.operator in sums
        return text if plain else f"({text})"
    return text


def _fold(book: Rulebook, e: Fold) -> str:
    rows = _ROWS.get(e.rows, e.rows.value)
    if isinstance(e.value, Fact) and book.fields[e.value.name].type.kind == "cards":
        return f"{cards(book, e.value)} of all {rows}"
    total = "{} of" if e.rows is Rows.OWN_FIRST_HAND else "the total of {} over"
    counted = "the number of" if e.value is None else total.format(quantity(book, e.value))
    return f"{counted} {rows}" + (f" where {condition(book, e.where)}" if e.where is not None else "")


# ---- functions


def _flag(book: Rulebook, call: Apply, negated: bool = False) -> Said:
    """A function whose result is a truth."""
    function = FUNCTIONS[call.function]
    args = _arguments(book, function, call.args)
    verb = function.verb if is_or_are(args[0]) == "are" else _SINGULAR_VERBS[function.verb]
    return Said(args[0], f"{_NEGATED_VERBS[verb] if negated else verb} {function.english.format(*args)}")


def _call(book: Rulebook, call: Apply) -> str:
    """A function of the function table with its arguments, by the table's own words."""
    function = FUNCTIONS[call.function]
    if function.result == "flag":
        return str(_flag(book, call))
    args = _arguments(book, function, call.args)
    text, extra = function.english.format(*args), []
    if ranks := _ranks_counted(call):
        return f"the number of {_plural(ranks[1][0])} among {args[0]}"
    if call.function == "points" and (owner := _owner(args[0])):
        text = f"{owner}'s points" if args[0].endswith("'s cards") else f"the points of {owner}"
    for name, value in call.named:
        named = _named(book, function.named[name], value)
        alone = named.startswith(("the rank of", "the suit of"))
        extra.append(f" of {named}" if alone else function.named_english[name].format(named))
    match call.args:
        case (RankingRef(ranking), *_):
            title = book.rankings[ranking].title
            asides = [*([title] if title else []), *extra]
            return f"{text} ({', '.join(asides)})" if asides else text
    return text + "".join(extra)


def _owner(phrase: str) -> str:
    """Whose cards a phrase names: `the dealer` of "the dealer's cards"; empty for any other phrase."""
    named = _OWNER.fullmatch(phrase)
    return (named[1] or named[2]) if named else ""


def _arguments(book: Rulebook, function: Function, args: tuple[Expr, ...]) -> list[str]:
    """The arguments in words. Hands beyond the declared ones are listed with the last; without any, the hand's cards."""
    texts = [_argument(book, arg) for arg in args or (Fact("cards"),)]
    last = len(function.params) - 1
    return [*texts[:last], " and ".join(filter(None, (", ".join(texts[last:-1]), texts[-1])))]


def _argument(book: Rulebook, e: Expr) -> str:
    return (
        the(book, e.value)
        if isinstance(e, Const) and isinstance(e.value, str) and e.value in book.names
        else cards(book, e)
    )


def cards(book: Rulebook, e: Expr) -> str:
    """A hand, or another argument; of cards, without the order in which they are filed."""
    return quantity(book, e).partition(", in ")[0]


def _named(book: Rulebook, kind: str, e: Expr) -> str:
    """A named argument; a rank that is written as a number has its name."""
    if kind == "rank" and isinstance(e, Const) and isinstance(e.value, Fraction) and e.value in _RANK_NAMES:
        return _RANK_NAMES[e.value]
    return quantity(book, e)
