"""What a rule says of tables, as plain constraints: the catalogue carries them, and the exclusion matrix is reasoned from them.

A constraint is a list of alternatives, each a literal: something is at the table or not, a field has one of some values or
none of them. Where a rule speaks of anything else, "anything" stands in its place: it may hold or not, so nothing that a
table could still do is ever ruled out.

>>> book = Rulebook((), {"lamp": Name("wager", "lamp", "lamp", None, "", NOWHERE)}, {}, (), (), None, "", "", {})
>>> constraints(book, Check(t.Path("lamp"), t.Limit("at_least", (t.Literal("number", Fraction(4), "4"),))))
[[['lamp', 'is', False], ['anything']]]
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from pitboss.compiler.analysis.satisfiability import Value, plain
from pitboss.compiler.front.walk import OFFERS, OUTER, expanded, of_round
from pitboss.compiler.model.rulebook import Check, Rulebook, Said
from pitboss.compiler.model.rulebook import Name as Name
from pitboss.grammar import tree as t
from pitboss.grammar.terms import NOWHERE as NOWHERE

Literal = list[Any]  # [name, "is", true or false], [field, sign, values], or ["anything"]
Clauses = list[list[Literal]]  # all of them hold; of each, one literal

MOST = 64  # alternatives of one rule; one that has more is not reasoned about
_ANYTHING: Clauses = [[["anything"]]]
_SIGN = {"at_least": ">=", "at_most": "<=", "exactly": "="}
_NEGATED = {"=": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
_FLIP = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_SIMPLE = ("count", "number", "money", "percent", "one_of", "flag")


def constraints(book: Rulebook, check: Check) -> Clauses:
    """What a table must be like for this check not to be breached; empty when it is no such rule."""
    holds = _holds(book, check)
    if holds is None:
        return []
    names = () if isinstance(check.predicate, t.MustOffer) else (check.subject.name, check.subject.of)
    idle = [_present(n, False) for n in names if n and _kind(book, n) in OFFERS]
    idle += [_clauses(book, c, False) for c in check.conditions]
    made = _any([*idle, holds])
    return [] if made == _ANYTHING else made


def _holds(book: Rulebook, check: Check) -> Clauses | None:
    subject = check.subject
    match check.predicate:
        case t.Bars((name,)):
            return _present(name, False) if _known(book, name) else None
        case t.Requires((name,)):
            return _present(name, True) if _known(book, name) else None
        case t.MustOffer(negated):
            return _clauses(book, t.Offered(subject, negated), True)
        case t.Limit("among" | "not_among" as mode, values) | Said("elected" as mode, values):
            return _in(book, subject, values, mode != "not_among")
        case t.Limit("between", (low, high)):
            return _all([_compared(book, subject, ">=", low), _compared(book, subject, "<=", high)])
        case t.Limit(mode, (quantity,)) if mode in _SIGN:
            return _compared(book, subject, _SIGN[mode], quantity)
        case t.Pays(by=str() as by) if check.blocks:  # where no table is printed for a key, none can be met
            return _in(book, t.Path(by), [b.value for b in check.blocks], True)
    return None


# ---- conditions


def _clauses(book: Rulebook, e: t.Expr, wanted: bool) -> Clauses:
    match expanded(book, e):
        case t.Not(item):
            return _clauses(book, item, not wanted)
        case t.All(items) | t.Any(items) as several:
            parts = [_clauses(book, i, wanted) for i in items]
            return _all(parts) if isinstance(several, t.All) == wanted else _any(parts)
        case t.Offered(path, negated):
            return _offered(book, path, wanted != negated)
        case t.Among(path, values, negated):
            return _read(book, path, _in(book, path, values, wanted != negated), wanted)
        case t.Comparison(sign, left, right):
            for subject, word, other in ((left, sign, right), (right, _FLIP[sign], left)):
                if isinstance(subject, t.Path) and _simple(book, subject):
                    made = _compared(book, subject, word if wanted else _NEGATED[word], other)
                    return _read(book, subject, made, wanted)
        case t.Path(name, None) if name in book.names and name not in book.fields and _known(book, name):
            return _present(name, wanted)
        case t.Path() as path if _simple(book, path) == "flag":
            return _read(book, path, [[[str(path), "in", [str(wanted)]]]], wanted)
    return _ANYTHING


def _offered(book: Rulebook, path: t.Path, wanted: bool) -> Clauses:
    """What a table offers, its pit and its licensee offer; of what other tables do nothing is known."""
    if not _known(book, path.name):
        return _ANYTHING
    if path.of in OUTER:
        return _ANYTHING if wanted else _present(path.name, False)
    return _present(path.name, wanted)


def _read(book: Rulebook, path: t.Path, made: Clauses, wanted: bool) -> Clauses:
    """A comparison with a field of an offer that is not offered is false."""
    if not path.of or _kind(book, path.of) not in OFFERS:
        return made
    return _all([_present(path.of, True), made]) if wanted else _any([_present(path.of, False), made])


# ---- fields


def _in(book: Rulebook, path: t.Path, values: Iterable[t.Expr], among: bool) -> Clauses:
    listed = [_value(book, path, v) for v in values]
    if not _simple(book, path) or None in listed:
        return _ANYTHING
    return [[[str(path), "in" if among else "not in", [_text(v) for v in listed if v is not None]]]]


def _compared(book: Rulebook, path: t.Path, sign: str, other: t.Expr) -> Clauses:
    value = _value(book, path, other)
    if not _simple(book, path) or value is None:
        return _ANYTHING
    if sign in ("=", "!="):
        return [[[str(path), "in" if sign == "=" else "not in", [_text(value)]]]]
    return [[[str(path), sign, [_text(value)]]]] if isinstance(value, Fraction) else _ANYTHING


def _value(book: Rulebook, path: t.Path, e: t.Expr) -> Value | None:
    if isinstance(e, t.Literal):
        return plain(e)
    listed = {v.value for v in book.fields[path.name].type.values} if path.name in book.fields else set()
    return e.name if isinstance(e, t.Path) and not e.of and e.name in listed else None


def _simple(book: Rulebook, path: t.Path) -> str:
    """The type of a field of a table or an offer that has one value; of sets, maps and rounds nothing is reasoned."""
    of = book.fields.get(path.name)
    if of is None or of.type.kind not in _SIMPLE or of_round(book, path.name):
        return ""
    return "" if path.of in OUTER or path.of is None and not {"table"} & {*of.owners} else of.type.kind


def _text(value: Value) -> str:
    return str(value)


def _kind(book: Rulebook, name: str) -> str:
    return book.names[name].kind if name in book.names else ""


def _known(book: Rulebook, name: str) -> bool:
    return _kind(book, name) in (*OFFERS, "equipment")


# ---- clauses of literals


def _present(name: str, wanted: bool) -> Clauses:
    return [[[name, "is", wanted]]]


def _all(parts: Iterable[Clauses]) -> Clauses:
    found = [clause for part in parts for clause in part]
    return _without_repeats(c for c in found if c != _ANYTHING[0]) or _ANYTHING


def _any(parts: list[Clauses]) -> Clauses:
    size = 1
    for part in parts:
        size *= len(part)
    if size > MOST:
        return _ANYTHING
    return _without_repeats([lit for clause in chosen for lit in clause] for chosen in product(*parts))


def _without_repeats(clauses: Iterable[list[Literal]]) -> Clauses:
    found: Clauses = []
    for clause in clauses:
        once: list[Literal] = []
        for literal in clause:
            if literal not in once:
                once.append(literal)
        if once not in found:
            found.append(once)
    return found
