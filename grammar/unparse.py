"""Converts nodes of the tree to the words that parse to them.

>>> from pitboss.grammar.tree import All, Any, Path
>>> expression(All((Path("a"), Any((Path("b"), Path("c"))))))
'a and (b or c)'
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pitboss.grammar import tree as t

WHERE, ANY, ALL, NOT, TEST, SUM, PRODUCT, FACTOR = range(8)  # the precedence of an expression


def quoted(words: str) -> str:
    return f'"{words}"'


def listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def cites(items: Iterable[t.Cite]) -> str:
    return listed(_cite(item) for item in items)


def _cite(it: t.Cite) -> str:
    reading = f" sic {it.reading}" if it.reading else ""
    return it.printed + reading + (f" {quoted(it.ground)}" if it.ground is not None else "")


def figure(value: Fraction) -> str:
    """
    >>> figure(Fraction(3, 2)), figure(Fraction(30))
    ('1 1/2', '30')
    """
    whole, rest = divmod(value, 1)
    return str(whole) if not rest else f"{whole} {rest}" if whole else str(rest)


# ---- expressions


def expression(it: t.Expr, least: int = ANY) -> str:
    """The expression, in brackets if its precedence is lower than `least`."""
    holds, words = _held(it)
    return f"({words})" if holds < least else words


def _held(it: t.Expr) -> tuple[int, str]:
    match it:
        case t.Literal():
            return FACTOR, it.text
        case t.Otherwise():
            return FACTOR, "otherwise"
        case t.Path():
            return FACTOR, str(it)
        case t.Call():
            return FACTOR, f"{it.name}({listed(map(_argument, it.arguments))})"
        case t.CardsNode():
            return FACTOR, f"{it.which} {it.count} cards{_of(it.of)}"
        case t.Pattern():
            return FACTOR, f"{it.count} of a {it.what}"
        case t.Over():
            text = f"count of {it.rows}" if it.value is None else f"sum of {_side(it.value)} over {it.rows}"
            return (FACTOR, text) if it.where is None else (WHERE, f"{text} where {expression(it.where)}")
        case t.Extreme():
            return TEST, f"{it.which} of {_side(it.left)}, {_side(it.right)}"
        case t.Arithmetic():
            level = SUM if it.operator in "+-" else PRODUCT
            return level, f"{expression(it.left, level)} {it.operator} {expression(it.right, level + 1)}"
        case t.ComparisonNode():
            return TEST, f"{_side(it.left)} {it.operator} {_side(it.right)}"
        case t.Among():
            isnt = "is not" if it.negated else "is"
            one = len(it.values) == 1 and it.values[0].kind == "name"
            return TEST, f"{it.path} {isnt}{'' if one else ' among'} {listed(value.text for value in it.values)}"
        case t.OfferedNode():
            return TEST, f"{it.path} is {'not ' if it.negated else ''}offered"
        case t.NotNode():
            return NOT, f"not {expression(it.item, NOT)}"
        case t.All():
            return ALL, " and ".join(expression(item, NOT) for item in it.items)
        case t.Any():
            return ANY, " or ".join(expression(item, ALL) for item in it.items)


def _side(it: t.Expr) -> str:
    """One side of a comparison: a sum, or `greater of` without brackets."""
    return expression(it, TEST if isinstance(it, t.Extreme) else SUM)


def _argument(it: t.Argument) -> str:
    return f"{it.name}: {_side(it.value)}" if it.name else _side(it.value)


# ---- clauses


def conditions(it: t.Statement) -> list[str]:
    """The conditions of a statement: `otherwise`, `when`, `unless`."""
    if isinstance(it, t.Outcome):
        return [f"when {expression(it.when)}{_title(it.title)}"]
    both = (("when", it.trailers.when), ("unless", it.trailers.unless))
    first = [expression(it.trailers.otherwise)] if it.trailers.otherwise is not None else []
    return first + [f"{word} {expression(condition)}" for word, condition in both if condition is not None]


def references(it: t.Trailers) -> list[str]:
    """The citations, dates and name of a statement, in canonical order."""
    parts = (
        it.per and f"per {cites(it.per)}",
        it.since and f"from {_boundary(it.since)}",
        it.until and f"until {_boundary(it.until)}",
        it.despite and f"despite {cites(it.despite)}",
        it.alias and f"as {it.alias}",
    )
    return [words for words in parts if words]


def _boundary(it: t.Boundary) -> str:
    inferred = f" inferred {quoted(it.inferred)}" if it.inferred is not None else ""
    return it.day.isoformat() + inferred + (f" operative {it.operative}" if it.operative else "")


def clause(it: t.Rule) -> str:
    return f"{listed(map(str, it.subjects))} {_predicate(it.predicate)}"


def _predicate(it: t.Predicate) -> str:
    match it:
        case t.Limit("follows" | "follows_by"):
            return f"follows from {expression(it.values[0], WHERE)}" if it.values else f"follows by {it.by}"
        case t.Limit():
            return f"is {_limit(it)}"
        case t.Same():
            game, equal = it.game and f"{it.game} " or "", it.equal and f" with equal {listed(it.equal)}" or ""
            return f"is same at every {game}table of {it.scope}{equal}"
        case t.MustOffer():
            return "is not offered" if it.negated else "is offered"
        case t.IndependentNode():
            return "is independent"
        case t.Bars():
            return "bars all but one" if it.all_but_one else f"bars {listed(it.names)}"
        case t.Requires():
            return f"requires {listed(it.names)}"
        case t.PaysNode():
            values = " and ".join(map(_side, it.values))
            return f"pays {it.mode.replace('_', ' ')}{values and ' ' + values}{_by(it.by)}"
        case t.PaysOnly():
            return "pays only highest"
        case t.PaysEachNode():
            return f"pays each {it.name}"
        case t.Rounds():
            amount = "".join(f"{_side(value)} " for value in it.values)
            return f"rounds {amount}{it.direction} to {it.to.text}"
        case t.PaysGrossNode():
            return "pays gross"
        case t.SharesNode((value,)):
            return f"shares {_side(value)}"
        case t.ResultNode():
            return it.verb
        case t.NoticeNode():
            lead = f" {figure(it.lead[0])} {it.lead[1]}" if it.lead else ""
            to = f" to {listed(it.to)}" if it.to else ""
            return f"needs notice{lead}{' written' if it.written else ''}{to} before {listed(it.before)}"
        case t.Posting():
            return "needs posting"
        case t.ApprovalNode():
            return "needs approval"
        case t.ChargesNode():
            return f"charges {it.name}"
        case t.SeesNode():
            return f"sees {listed(map(expression, it.values))}"


def _by(name: str | None) -> str:
    return f" by {name}" if name else ""


def _limit(it: t.Limit) -> str:
    words = it.mode.removesuffix("_by").replace("_", " ")
    between = " and " if it.mode == "between" else ", "
    values = between.join(map(_side, it.values))
    return f"{words}{values and ' ' + values}{_by(it.by)}"


# ---- statements, without conditions and references


def statement(it: t.Statement) -> str:
    match it:
        case t.Rule():
            return clause(it)
        case t.Game():
            return f"game {it.name} {quoted(it.title)}"
        case t.Offer():
            return f"{it.kind} {it.name} {it.duty + ' ' if it.duty else ''}{quoted(it.title)}"
        case t.Equipment():
            return f"equipment {it.name} {quoted(it.title)}"
        case t.FieldNode():
            return f"field {it.name} of {listed(it.owners)} {_type(it.type)} {quoted(it.title)}"
        case t.Elect():
            return f"elect {it.name}{_of(it.of)} among {listed(v.text for v in it.values)}{_title(it.title)}"
        case t.Define():
            means = f" means {expression(it.means)}" if it.means is not None else ""
            return f"define {it.name}{means} {quoted(it.words)}"
        case t.Outcome():
            return f"outcome {it.name} of {it.of}"
        case t.RankingNode():
            return f"ranking {it.name} of {it.count} cards{_title(it.title)}"
        case t.DealNode():
            decks = it.decks if isinstance(it.decks, str) else f"{it.decks} deck{'s' if it.decks > 1 else ''}"
            jokers = f" with {it.jokers} joker{'s' if it.jokers > 1 else ''}" if it.jokers else ""
            return f"deal {listed(f'{name} {count}' for name, count in it.dealt)} from {decks}{jokers}"
        case t.ChanceNode():
            even = all(many == 1 for _, many in it.lots)
            lots = (value.text if even else f"{many} of {value.text}" for value, many in it.lots)
            return f"chance {it.field} among {listed(lots)}"
        case t.Attest():
            return f"attest {it.name} {quoted(it.words)}{' at ' + it.scope if it.scope else ''}"
        case t.Permit():
            return f"permit {quoted(it.words)}"
        case t.Leave():
            return f"leave {quoted(it.words)} because {quoted(it.because)}"
        case t.Irregularity():
            return f"irregularity {it.name} {quoted(it.words)} leads to {listed(it.leads_to)}"


def _of(name: str | None) -> str:
    return f" of {name}" if name else ""


def _title(words: str | None) -> str:
    return f" {quoted(words)}" if words is not None else ""


def _type(it: t.TypeNode) -> str:
    match it.kind:
        case "one_of":
            return f"one of {listed(value.text for value in it.values)}"
        case "set_of":
            return f"set of {_type(it.items[0])}"
        case "map_of":
            return f"map of {_type(it.items[0])} to {_type(it.items[1])}"
    return it.kind
