"""What the rules in force on a day say of a game, found by name: what a wager's end, its pay and its chances hang on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise, permutations
from typing import Any

from pitboss.compiler.front.walk import within
from pitboss.compiler.model.cards import CARDS, SUITS
from pitboss.compiler.model.rulebook import Check, Clause, Name, Rulebook, Version
from pitboss.grammar import tree as t


@dataclass(frozen=True, slots=True)
class Said:
    """One clause in force, with its readings."""

    clause: Clause
    version: Version

    @property
    def checks(self) -> tuple[Check, ...]:
        return self.version.checks

    @property
    def readings(self) -> frozenset[str]:
        return frozenset(c.reading for c in self.checks if c.reading)

    def read(self, readings: dict[frozenset[str], str]) -> Check:
        """The check of the reading that is chosen."""
        chosen = readings.get(self.readings)
        return next((c for c in self.checks if c.reading == chosen), self.checks[0])


@dataclass(eq=False, slots=True)
class Law:
    book: Rulebook
    game: str
    day: date
    said: dict[str, list[Said]] = field(default_factory=dict)  # by kind of clause
    derived: dict[str, list[Said]] = field(default_factory=dict)  # by field
    dealt: dict[str, list[tuple[Said, int]]] = field(default_factory=dict)
    deals: list[Said] = field(default_factory=list)
    chances: dict[str, list[Said]] = field(default_factory=dict)
    meanings: dict[str, t.Expr] = field(default_factory=dict)
    cache: dict[Any, Any] = field(default_factory=dict)  # what is found out of its expressions

    def about(self, kind: str, wager: str) -> list[Said]:
        """Clauses of a kind on the wager, or on a field of it."""
        return [s for s in self.said.get(kind, ()) if wager in (s.checks[0].subject.name, s.checks[0].subject.of)]

    def results(self, wager: str, verb: str) -> list[Said]:
        found = self.about("result", wager)
        return [s for s in found if isinstance(s.checks[0].predicate, t.Result) and s.checks[0].predicate.verb == verb]

    def wagers(self) -> list[Name]:
        """What has an end of its own: wagers, and options that pay, in force on the day."""
        names = [
            n for n in self.book.names.values() if n.game == self.game and n.kind in ("wager", "option", "variation")
        ]
        authorised = {s.checks[0].subject.name for s in self.said.get("authority", ())}
        paid = {s.checks[0].subject.name for s in self.said.get("payout", ())}
        return [n for n in names if n.name in authorised and (n.kind == "wager" or n.name in paid)]


def law_of(book: Rulebook, game: str, day: date) -> Law:
    law = Law(book, game, day)
    for clause in book.clauses:
        version = next((v for v in clause.versions if v.in_force(day)), None)
        if version is None or (book.expires and day >= book.expires):
            continue
        said, check = Said(clause, version), version.checks[0]
        ours = clause.game in (None, game)
        if clause.kind == "derived":
            law.derived.setdefault(check.subject.name, []).append(said)
        elif clause.kind == "definition" and check.conditions:
            law.meanings[clause.name] = check.conditions[0]
        elif ours and isinstance(check.predicate, t.Deal):
            law.deals.append(said)
            for name, many in check.predicate.dealt:
                law.dealt.setdefault(name, []).append((said, many))
        elif ours and isinstance(check.predicate, t.Chance):
            law.chances.setdefault(check.subject.name, []).append(said)
        elif ours:
            law.said.setdefault(clause.kind, []).append(said)
    _prefer_ours(law)
    return law


def _prefer_ours(law: Law) -> None:
    """What the game's own sections say of a field goes before what those of another game say."""
    for name, found in law.derived.items():
        ours = [s for s in found if s.clause.game in (None, law.game)]
        law.derived[name] = ours or found


@dataclass(eq=False, slots=True)
class Needs:
    """Everything that some expressions hang on."""

    paths: dict[str, t.Path] = field(default_factory=dict)
    views: dict[str, set[tuple[str, int]]] = field(default_factory=dict)  # of each hand: whole, first N, last N
    readings: set[frozenset[str]] = field(default_factory=set)
    ranks: set[int | str] = field(default_factory=set)  # ranks told apart: "points", "all", or one of them
    suits: bool = False
    expressions: list[t.Expr] = field(default_factory=list)
    asked: list[t.Expr] = field(default_factory=list)  # those that are not within a ranking
    clauses: dict[str, Said] = field(default_factory=dict)


WORDS = ("suited", "consecutive", "same_rank", "same_color")  # what can be asked without saying of which cards
_RANKED = ("consecutive", "same_rank", "rank", "pairs", "peak", "groups")
_SUITED = ("suited", "same_color", "suit", "suits")


def needs(law: Law, said: Iterable[Said], more: Iterable[t.Expr] = ()) -> Needs:
    """What the clauses hang on, through defined terms, through what follows, and through what is dealt."""
    found, waiting = Needs(), [*said]
    for expr in more:
        _expression(law, expr, found, waiting, False)
    while waiting:
        one = waiting.pop(0)
        if one.clause.id in found.clauses:
            continue
        found.clauses[one.clause.id] = one
        if one.readings:
            found.readings.add(one.readings)
        for check in one.checks:
            for expr in _said(check):
                _expression(law, expr, found, waiting, False)
    return found


def of_another(expr: t.Expr) -> bool:
    """Whether it counts other hands, which are dealt like one's own: of a single one it can be told what is counted."""
    return isinstance(expr, t.Over) and expr.rows.startswith("other") and expr.value is None and expr.where is not None


def _said(check: Check) -> Iterator[t.Expr]:
    yield from check.conditions
    predicate = check.predicate
    if isinstance(predicate, t.Limit):
        yield from predicate.values
        if predicate.by:
            yield t.Path(predicate.by)
    if isinstance(predicate, t.Pays) and predicate.by:
        yield t.Path(predicate.by)


def _expression(law: Law, expr: t.Expr, found: Needs, waiting: list[Said], in_rank: bool) -> None:
    found.expressions.append(expr)
    if not in_rank:
        found.asked.append(expr)
    parts = [*within(expr)]
    # Of a hand that is looked at in part the whole is not looked at.
    in_calls = {id(of) for part, of in pairwise(parts) if isinstance(part, t.Cards) and part.of}
    elsewhere = {id(i) for part in parts if isinstance(part, t.Over) and not of_another(part) for i in within(part)}
    for part in parts:
        if id(part) in elsewhere:  # what other rows of a round hold is no part of one hand
            continue
        match part:
            case t.Path(before=True):
                found.paths[str(part)] = part
            case t.Cards(which, count, of):
                _view(law, of or "cards", (which, count), found, waiting, in_rank)
            case t.Pattern(_, what):
                found.ranks |= {"all"} if what == "rank" else set()
                found.suits |= what == "suit"
                _view(law, "cards", ("whole", 0), found, waiting, in_rank)
            case t.Call("best" | "strength", (ranking, *_)):
                found.ranks.add("all")
                in_calls.add(id(ranking.value))
                for rank in law.book.rankings[str(ranking.value)].ranks:
                    for inner in (rank.has, rank.by):
                        if inner is not None:
                            _expression(law, inner, found, waiting, True)
            case t.Call("rank" | "suit" as name, (t.Argument(_, t.Path(hand) as of),)):  # of the first card alone
                _atom(name, (), found)
                _view(law, hand, ("first", 1), found, waiting, in_rank)
                in_calls.add(id(of))
            case t.Call(name, arguments):
                _atom(name, arguments, found)
                in_calls |= {id(a.value) for a in arguments if a.name in ("rank", "suit")}
            case t.Path(name, _) if id(part) not in in_calls:
                _path(law, part, found, waiting, in_rank)


def _atom(name: str, arguments: tuple[t.Argument, ...], found: Needs) -> None:
    named = {a.name: a.value for a in arguments if a.name}
    found.suits |= name in _SUITED or "suit" in named
    if name in _RANKED:
        found.ranks.add("all")
    elif name == "points":
        found.ranks.add("points")
    elif "rank" in named:
        rank = named["rank"]
        constant = rank_of(rank)
        found.ranks.add("all" if constant is None else constant)


def rank_of(expr: t.Expr) -> int | None:
    if isinstance(expr, t.Literal) and expr.kind == "number":
        return int(expr.value)  # type: ignore[arg-type]
    found = CARDS.get(expr.name) if isinstance(expr, t.Path) else None
    return found if isinstance(found, int) else None


def _path(law: Law, path: t.Path, found: Needs, waiting: list[Said], in_rank: bool) -> None:
    name, book = path.name, law.book
    if name in book.fields and book.fields[name].type.kind == "cards":
        _view(law, name, ("whole", 0), found, waiting, in_rank)
    elif name in book.fields:
        found.paths[str(path)] = path
        waiting += law.derived.get(name, ())
        waiting += law.chances.get(name, ())
    elif name in law.meanings:
        if f"meaning of {name}" not in found.paths:
            found.paths[f"meaning of {name}"] = path
            _expression(law, law.meanings[name], found, waiting, in_rank)
    elif name not in book.names:
        _atom(name, (), found)
        if name in (*_RANKED, *_SUITED):
            _view(law, "cards", ("whole", 0), found, waiting, in_rank)


def _view(law: Law, name: str, view: tuple[str, int], found: Needs, waiting: list[Said], in_rank: bool) -> None:
    if in_rank:
        return  # of the hand that is ranked
    if name not in law.dealt and name in law.derived:
        waiting += law.derived[name]
        return
    known = found.views.setdefault(name, set())
    if view not in known:
        known.add(view)
        dealt = 0
        for said, many in law.dealt.get(name, ()):
            if said.checks[0].conditions and (view[0] != "first" or dealt < view[1]):
                waiting.append(said)
            dealt += many


_BLACK = (True, False, False, True)


def renamings(expressions: Iterable[t.Expr]) -> tuple[tuple[int, ...], ...]:
    """The ways in which the suits may change names, so that every expression still asks the same.

    >>> hearts = t.Call("count", (t.Argument(None, t.Path("cards")), t.Argument("suit", t.Path("hearts"))))
    >>> [len(renamings([e])) for e in (hearts, t.Path("suited"), t.Path("same_color"))]
    [6, 24, 8]
    """
    ways = list(permutations(range(4)))
    for expr in dict.fromkeys(expressions):
        names = {p.name for p in within(expr) if isinstance(p, t.Path | t.Call)}
        if "same_color" in names:
            ways = [way for way in ways if len({_BLACK[a] == _BLACK[b] for a, b in enumerate(way)}) == 1]
        if names & {*SUITS, *(name[0] for name in SUITS)}:
            plain = _normal(expr, {})
            ways = [way for way in ways if _normal(expr, _renamed(way)) == plain]
    return tuple(ways)


def _renamed(way: tuple[int, ...]) -> dict[str, str]:
    """Suits by either of their names, the short ones as what no rule says."""
    long = {name: SUITS[way[n]] for n, name in enumerate(SUITS)}
    return long | {name[0]: f"{SUITS[way[n]]} in short" for n, name in enumerate(SUITS)}


def _normal(expr: object, names: dict[str, str]) -> str:
    """The expression with suits renamed, and the parts whose order says nothing in one order."""
    match expr:
        case t.Path(name, of):
            return f"{names.get(name, name)}/{of}"
        case t.All(items) | t.Any(items):
            return f"{type(expr).__name__}({sorted(_normal(i, names) for i in items)})"
        case t.Arithmetic("+" | "*" as sign):
            return f"{sign}({sorted(_normal(i, names) for i in _terms(expr, sign))})"
        case t.Call(name, arguments):
            return f"{name}({[(a.name, _normal(a.value, names)) for a in arguments]})"
        case t.Comparison(sign, left, right) | t.Arithmetic(sign, left, right):
            return f"({_normal(left, names)}{sign}{_normal(right, names)})"
        case t.Not(item):
            return f"not {_normal(item, names)}"
    return repr(expr).partition(", place=")[0]


def _terms(expr: t.Expr, sign: str) -> Iterator[t.Expr]:
    if isinstance(expr, t.Arithmetic) and expr.operator == sign:
        yield from _terms(expr.left, sign)
        yield from _terms(expr.right, sign)
    else:
        yield expr
