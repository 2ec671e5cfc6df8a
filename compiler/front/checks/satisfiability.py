"""Whether conditions can hold together. A "no" is always right; a "yes" means that no contradiction was found.

The module reads the rules as written: the checks that use it point at single conditions, whose places the core does not hold.

>>> six = t.Literal("number", Fraction(6), "6")
>>> book = ResolvedRulebook((), {}, {}, (), (), None, "", "", {})
>>> can_hold(book, t.ComparisonNode("<", t.Path("decks"), six), t.ComparisonNode(">", t.Path("decks"), six))
False
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from fractions import Fraction

from pitboss.compiler.front.walk import expanded, simple
from pitboss.compiler.model.bounds import COUNT, Bounds, Value, bounds
from pitboss.compiler.model.core import Relation
from pitboss.grammar import tree as t
from pitboss.grammar.resolved_rulebook import ResolvedRulebook

MOST = 200  # the number of branches of a condition to examine; beyond it, the condition is assumed to hold
_Atom = tuple[t.Expr, bool]


def can_hold(book: ResolvedRulebook, *conditions: t.Expr) -> bool:
    """Whether all the conditions can be true at once."""
    expected = t.All(tuple(expanded(book, c) for c in conditions))
    return any(number >= MOST or _consistent(book, branch) for number, branch in enumerate(_branches(expected, True)))


def _branches(e: t.Expr, expected: bool) -> Iterator[tuple[_Atom, ...]]:
    """The ways in which an expression has the expected truth, each as atoms with their signs."""
    match e:
        case t.NotNode(item):
            yield from _branches(item, not expected)
        case t.All(items) | t.Any(items):
            if isinstance(e, t.All) == expected:
                yield from _together(items, expected)
            else:
                for item in items:
                    yield from _branches(item, expected)
        case t.OfferedNode(path, negated):
            yield ((t.OfferedNode(path), expected != negated),)
        case t.Among(path, values, True):
            yield ((t.Among(path, values), not expected),)
        case _:
            yield ((e, expected),)


def _together(items: tuple[t.Expr, ...], expected: bool) -> Iterator[tuple[_Atom, ...]]:
    if not items:
        yield ()
        return
    for head in _branches(items[0], expected):
        for tail in _together(items[1:], expected):
            yield (*head, *tail)


def _consistent(book: ResolvedRulebook, atoms: Iterable[_Atom]) -> bool:
    signs: dict[t.Expr, bool] = {}
    left: dict[t.Expr, Bounds] = {}
    for atom, sign in atoms:
        if isinstance(atom, t.Path) and atom.name in book.names and atom.name not in book.fields:
            atom = t.OfferedNode(atom)  # a bare name means that it is offered
        if signs.setdefault(atom, sign) != sign:
            return False
        for subject, found in _bounds(book, atom, sign):
            left[subject] = left.get(subject, domain(book, subject)).both(found)
    return not any(b.empty() for b in left.values())


def _bounds(book: ResolvedRulebook, atom: t.Expr, sign: bool) -> Iterator[tuple[t.Expr, Bounds]]:
    match atom:
        case t.Among(path, values) if not _many(book, path):
            listed = frozenset(value for v in values if (value := plain(v)) is not None)
            if len(listed) == len(values) and _sensible(book, path, listed):
                yield path, Bounds(among=listed) if sign else Bounds(never=listed)
        case t.ComparisonNode(operator, left, right):
            relation = Relation(operator)
            for subject, other, found in ((left, right, relation), (right, left, relation.flipped)):
                value = _constant(book, subject, other)
                if (
                    value is not None
                    and not isinstance(subject, t.Literal | t.Arithmetic)
                    and not _many(book, subject)
                    and _sensible(book, subject, {value})
                ):
                    yield subject, bounds(found if sign else found.negated, value)


def _constant(book: ResolvedRulebook, subject: t.Expr, e: t.Expr) -> Value | None:
    if isinstance(e, t.Literal):
        return plain(e)
    of = simple(book, subject.name) if isinstance(subject, t.Path) else None
    if isinstance(e, t.Path) and not e.of and of and e.name in {v.value for v in of.values}:
        return e.name
    return None


def plain(v: t.Literal) -> Value | None:
    """A literal as a comparable value. Odds are net of the stake, so that `4 for 1` equals `3 to 1`."""
    if isinstance(v.value, Fraction):
        return v.value - 1 if v.kind == "odds_for" else v.value
    return v.value if isinstance(v.value, str) else None


def _many(book: ResolvedRulebook, e: t.Expr) -> bool:
    """Sets, maps and lists are compared element by element: two of their values can differ."""
    return isinstance(e, t.Path) and e.name in book.fields and bool(book.fields[e.name].type.items)


def _sensible(book: ResolvedRulebook, subject: t.Expr, listed: Set[Value]) -> bool:
    """Whether the values fit the field. Unknown names and values of a wrong kind are reported by the checks of names and types."""
    among = domain(book, subject).among
    if among is None:
        return True
    return all(v in among if isinstance(v, str) else not any(isinstance(a, str) for a in among) for v in listed)


def domain(book: ResolvedRulebook, e: t.Expr) -> Bounds:
    """The values that a quantity can have: a count is not negative, a choice is one of its values."""
    if isinstance(e, t.Call):
        return COUNT
    of = simple(book, e.name) if isinstance(e, t.Path) else None
    if of is None:
        return Bounds()
    if of.kind == "one_of":
        listed = [plain(v) for v in of.values]
        return Bounds(among=frozenset(v for v in listed if v is not None))
    return COUNT if of.kind == "count" else Bounds()
