"""Proofs that a mutant changes no answer, found by the program.

*The same code.* Notes and citations are the same. The generated code of the section, of every clause that differs and of every clause
that uses a name that differs is that of the rules without mutation; docstrings, lines of the rule file, and the day of the copy do
not count, since no verdict depends on them. Names differ at most in fields of a round that belong to a hand instead of a seat, or the
reverse: readers of records look only at whether a field belongs to a round as a whole.

*The same classes.* The clauses that differ are run, as they were and as they are, on every class of facts that they can tell apart
(`tests/proof`). On filings their verdicts are compared, and the facts that they read. On rounds the functions of each step are compared
one by one, its role as it is, so that any settlement that is made of them comes to the same. Of a function only the innermost part that
differs needs to come to the same, else the part around it, and so on. Cards and what functions make of them are opaque: a number, a
truth or nothing known, the same for the same cards.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, NoReturn

from tests.mutation.recompile import Original, Recompiled
from tests.proof.evaluators import Event
from tests.proof.facts import MISSING, Exploration
from tests.proof.observed import Cuts, NotEnumerable
from tests.proof.proof import _of_code, names
from tests.support.product import Plan, core, emit_python, emit_rounds, query, row_operations, run
from tests.support.product import tree as t

BOUND = 2_000  # of classes
NO_VERDICT = {"source", "printed"}  # of the record of a clause: the line of its rule, and the day of the copy
ROUND_SCOPES = {"round", "seat", "hand"}
ROWS: Any = row_operations


def proven(original: Original, made: Recompiled) -> str:
    """How it is proven that the mutant changes no answer; empty if it is not."""
    if not _same_names(original.core, made) or {c.id for c in made.core.clauses} != original.clauses.keys():
        return ""
    ids = {*made.changed}
    if any(c.scope is core.Scope.NONE and c.kind != "definition" for c in made.core.clauses if c.id in ids):
        return ""  # it counts for something else: a deal, a chance, an order of hands
    if any(_citations(c) != _citations(original.clauses[c.id]) for c in made.core.clauses if c.id in ids):
        return ""  # a report names them
    if _stated(original.core) != _stated(made.core):
        return ""
    here = {c.id for c in made.core.clauses if c.section == getattr(made.tree, "citation", None)}
    try:
        if _code(original.core, ids | here) == _code(made.core, ids | here):
            return "the code is the same"
    except NotEnumerable:
        return ""
    if made.parts - original.core.terms.keys():
        return ""
    try:
        judged = [c.id for c in made.core.clauses if c.id in ids and c.kind != "definition"]
        classes = sum(_classes(original.core, made.core, id) for id in judged)
    except NotEnumerable:
        return ""
    return f"the same in all of {classes:,} classes" if classes else ""


def _same_names(old: core.Rulebook, made: Recompiled) -> bool:
    """Whether readers of filings and of records read the same."""
    new = made.core
    for part in ("begins", "expires", "parameters", "names"):
        if getattr(old, part) != getattr(new, part):
            return False
    if old.fields.keys() != new.fields.keys():
        return False
    return all(_as_read(old.fields[name]) == _as_read(new.fields[name]) for name in made.parts & old.fields.keys())


def _as_read(field: core.Field) -> core.Field:
    """A field, with what distinguishes a seat from a hand left out."""
    of_row = bool({"seat", "hand"} & {*field.owners})
    return replace(
        field,
        owners=tuple(sorted({"seat" if o == "hand" else o for o in field.owners} - ({"round"} if of_row else set()))),
    )


# ---- the same code


def _code(book: core.Rulebook, ids: set[str]) -> list[str]:
    some = _only(book, ids)
    return [ast.dump(_bare(ast.parse(text))) for text in (*emit_python(some).values(), emit_rounds(some))]


def _only(book: core.Rulebook, ids: set[str]) -> core.Rulebook:
    clauses = tuple(c for c in book.clauses if c.id in ids)
    cited = {c.section for c in clauses}
    sections = tuple(replace(s, entries=()) for s in book.sections if s.citation in cited)
    duties = [r.duty for c in clauses for v in c.versions for r in v.readings]
    if any(_is_chance(one) for duty in duties for one in _through(book, duty)):
        raise NotEnumerable("computes with chances")
    terms, derivations = (
        {name: expr for name, expr in part.items() if not any(map(_is_chance, core.walk(expr)))}
        for part in (book.terms, book.derivations)
    )
    return replace(book, clauses=clauses, sections=sections, register=(), terms=terms, derivations=derivations)


def _is_chance(expr: core.Expr) -> bool:
    return isinstance(expr, core.Apply) and expr.function in ("hit", "edge")


def _through(book: core.Rulebook, duty: core.Duty) -> Iterator[Any]:
    yield from query.through_terms(book, *core.expressions(duty))


def _bare(tree: ast.Module) -> ast.Module:
    """Without docstrings and without what no verdict depends on."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Module) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
        if isinstance(node, ast.Call):
            node.keywords = [k for k in node.keywords if k.arg not in NO_VERDICT]
    return tree


# ---- the same classes


class OpaqueCards:
    """Cards of which nothing is known but what they are called: two functions of equal cards are equal."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def _seen(self, *_: object) -> NoReturn:
        raise NotEnumerable("looks at cards")

    __len__ = __iter__ = __getitem__ = __contains__ = _seen


class OpaqueExploration(Exploration):
    """Facts whose cards are opaque. More cases than there are: what is equal in all of them is equal in those that there are."""

    def of_type(self, path: Any, kind: t.TypeNode, required: bool = False) -> Any:
        return OpaqueCards(repr(path)) if kind.kind == "cards" else super().of_type(path, kind, required)


class OpaqueOperations:
    """The operations on one row, with functions of cards that can come to anything, also to nothing known."""

    NUMBERS = {"points", "size", "count", "copies", "peak", "pairs", "suits", "strays"}
    TRUTHS = {"suited", "consecutive", "same_rank", "same_color", "of_a_suit", "of_a_rank", "soft_draw", "hard_draw"}
    CARDS = {"first", "last"}

    def __init__(self, explored: Exploration) -> None:
        self.explored = explored

    def __getattr__(self, name: str) -> Any:
        if name not in self.NUMBERS | self.TRUTHS | self.CARDS:
            return getattr(ROWS, name)

        def opaque(*given: object, **named: object) -> Any:
            what = f"{name}{given!r}{sorted(named.items())!r}"
            if name in self.CARDS:
                return OpaqueCards(what)
            if name in self.TRUTHS:
                found = self.explored.choose(("opaque", what), [True, False, MISSING])
            else:
                found = self.explored.figure(("opaque", what))
            return None if found is MISSING else found

        return opaque


def _classes(old: core.Rulebook, new: core.Rulebook, id: str) -> int:
    """The number of classes on which a clause comes to the same; raises if it does not, or if that cannot be shown."""
    was, now = (next(c for c in book.clauses if c.id == id) for book in (old, new))
    if _apart(was) != _apart(now) or was.kind == "authority" or was.scope is core.Scope.SAME:
        raise NotEnumerable("differs in more than its duty")
    both = _compiled(old, id), _compiled(new, id)
    return _on_rounds(was, *both) if was.scope is core.Scope.ROUND else _on_filings(was, *both)


def _apart(clause: core.Clause) -> Any:
    """What two clauses must have in common apart from the duties of their readings."""
    versions = tuple(replace(v, readings=tuple((r.name, r.ground) for r in v.readings)) for v in clause.versions)  # type: ignore[misc]
    return replace(clause, versions=versions)


def _stated(book: core.Rulebook) -> Any:
    """The notes of each section except the day of the copy, and the citations of each statement."""
    parts = [
        ([note for note in section.notes if note.kind != "printed"], [(e.label, e.citations) for e in section.entries])
        for section in book.sections
    ]
    return parts, [(entry.label, entry.citations) for entry in book.vocabulary]


def _citations(clause: core.Clause) -> Any:
    return [version.citations for version in clause.versions]


def _compiled(book: core.Rulebook, id: str) -> dict[str, Any]:
    some, space = _only(book, {id}), dict[str, Any]()
    for name, text in emit_python(some).items():
        exec(compile(text, name, "exec"), space)
        space["VERSIONS"] = space[f"CLAUSES_{name.upper()}"]
    text = emit_rounds(some)
    exec(compile(text, "rounds", "exec"), space)
    functions = {f.name: f.body[-1] for f in ast.parse(text).body if isinstance(f, ast.FunctionDef)}
    space["RETURNED"] = {name: last.value for name, last in functions.items() if isinstance(last, ast.Return)}
    return space


def _constants(*spaces: dict[str, Any]) -> Iterator[object]:
    for space in spaces:
        for found in space.values():
            if getattr(found, "__code__", None):
                yield from _of_code(found.__code__, found.__globals__, set())


def _on_filings(clause: core.Clause, old: dict[str, Any], new: dict[str, Any]) -> int:
    was, now = old["VERSIONS"], new["VERSIONS"]
    if [v.footprint for v in was] != [v.footprint for v in now]:
        raise NotEnumerable("reads other facts")
    dates = {date.fromisoformat(day) for v in was for day in (v.since, v.until, v.opened) if day} or {date(2000, 1, 1)}
    days = sorted({day + timedelta(step) for day in dates for step in (-1, 0)})
    count = 0
    for day in days:
        text = day.isoformat()
        first, second = (Plan(versions, text).chosen.get(clause.id) for versions in (was, now))
        if first is None or second is None:
            assert first is second
            continue

        def verdict(version: Any, facts: Any, text: str = text) -> Any:
            given = (Event(facts), facts) if clause.scope is core.Scope.EVENT else (facts,)
            return run(version, text, *given)

        count += _compare(
            clause, (old, new), lambda facts, v=first: verdict(v, facts), lambda facts, v=second: verdict(v, facts)
        )
    return count


def _on_rounds(clause: core.Clause, old: dict[str, Any], new: dict[str, Any]) -> int:
    count = 0
    if len(old["STEPS"]) != len(new["STEPS"]) or not old["STEPS"]:
        raise NotEnumerable("has other steps")
    for was, now in zip(old["STEPS"], new["STEPS"], strict=True):
        if (was.id, was.since, was.reading, was.role, was.reach) != (
            now.id,
            now.since,
            now.reading,
            now.role,
            now.reach,
        ):
            raise NotEnumerable("has another role")
        for part in ("applies", "holds", "value"):
            trees = [_returned(space, getattr(step, part)) for space, step in ((old, was), (new, now))]
            if ast.dump(trees[0]) != ast.dump(trees[1]):
                count += _compare_inside(clause, old, new, *trees)
    return count


def _returned(space: dict[str, Any], function: Any) -> ast.expr:
    """What a function of a step returns; a step without conditions always applies."""
    return ast.Constant(True) if function is None else space["RETURNED"][function.__name__]  # type: ignore[no-any-return]


def _compare_inside(clause: core.Clause, old: dict[str, Any], new: dict[str, Any], was: ast.expr, now: ast.expr) -> int:
    """The number of classes on which the innermost part that differs comes to the same, else the part around it, and so on."""
    pairs = [(was, now)]
    while inner := _inner(*pairs[-1]):
        pairs.append(inner)
    reason = NotEnumerable("differs")
    for first, second in reversed(pairs):
        try:
            return _compare(clause, (old, new), _function(old, first), _function(new, second))
        except (NotEnumerable, NameError) as why:  # a part of a function of rows has variables of its own
            reason = why if isinstance(why, NotEnumerable) else reason
    raise reason


def _inner(was: ast.expr, now: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """The only arguments in which two calls of one function differ."""
    if not isinstance(was, ast.Call) or not isinstance(now, ast.Call) or len(was.args) != len(now.args):
        return None
    if ast.dump(was.func) != ast.dump(now.func) or [*map(ast.dump, was.keywords)] != [*map(ast.dump, now.keywords)]:
        return None
    differing = [(a, b) for a, b in zip(was.args, now.args, strict=True) if ast.dump(a) != ast.dump(b)]
    return differing[0] if len(differing) == 1 else None


def _function(space: dict[str, Any], part: ast.expr) -> Any:
    arguments = ast.arguments([], [ast.arg("t"), ast.arg("ops")], None, [], [], None, [])
    made = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, part)))
    function = eval(compile(made, "part", "eval"), space)
    return lambda facts: function(facts, OpaqueOperations(facts.explored))


def _compare(clause: core.Clause, spaces: tuple[dict[str, Any], dict[str, Any]], old: Any, new: Any) -> int:
    cuts = Cuts(_constants(*spaces), names().of_wager)
    subject = clause.versions[0].readings[0].duty.subject
    explored = OpaqueExploration(names(), cuts, t.Path(subject.name, subject.of), BOUND)
    for facts in explored.leaves():
        was, now = old(facts), new(facts)
        if (type(was) is not type(now) or was != now) and not cuts.changed:
            raise NotEnumerable("differs")
    return explored.leaf
