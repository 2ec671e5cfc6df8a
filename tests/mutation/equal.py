"""Proofs that a mutant changes no answer, found by the program.

*The same code.* The generated code of the section, of every clause that differs and of every clause that uses a name that differs is
that of the rules without mutation; docstrings, lines of the rule file, and the day of the copy do not count, since no verdict depends
on them. Names differ at most in fields of a round that belong to a hand instead of a seat, or the reverse: readers of records look only
at whether a field belongs to a round as a whole.

*The same classes.* The clauses that differ are run, as they were and as they are, on every class of facts that they can tell apart
(`tests/proof`). On filings their verdicts are compared, and the facts that they read. On rounds the functions of each step are compared
one by one, its role as it is, so that any settlement that is made of them comes to the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from tests.mutation.recompile import Original, Recompiled
from tests.proof.evaluators import Event
from tests.proof.facts import Exploration
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
    here = {c.id for c in made.core.clauses if c.section == getattr(made.tree, "citation", None)}
    try:
        if _code(original.core, ids | here) == _code(made.core, ids | here):
            return "the code is the same"
    except NotEnumerable:
        return ""
    if made.parts - original.core.terms.keys():
        return ""
    try:
        classes = sum(_classes(original.core, made.core, id) for id in made.changed)
    except NotEnumerable:
        return ""
    return f"the same in all of {classes:,} classes" if classes else ""


def _same_names(old: core.Rulebook, made: Recompiled) -> bool:
    """Whether readers of filings and of records read the same."""
    new = made.core
    if (old.begins, old.expires, old.parameters, old.names, old.fields.keys()) != (new.begins, new.expires, new.parameters, new.names, new.fields.keys()):
        return False
    return all(_as_read(old.fields[name]) == _as_read(new.fields[name]) for name in made.parts & old.fields.keys())


def _as_read(field: core.Field) -> core.Field:
    """A field, with what distinguishes a seat from a hand left out."""
    of_row = bool({"seat", "hand"} & {*field.owners})
    return replace(field, owners=tuple(sorted({"seat" if o == "hand" else o for o in field.owners} - ({"round"} if of_row else set()))))


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


def _compiled(book: core.Rulebook, id: str) -> dict[str, Any]:
    some, space = _only(book, {id}), dict[str, Any]()
    for name, text in emit_python(some).items():
        exec(compile(text, name, "exec"), space)
        space["VERSIONS"] = space[f"CLAUSES_{name.upper()}"]
    exec(compile(emit_rounds(some), "rounds", "exec"), space)
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

        count += _compare(clause, (old, new), lambda facts, v=first: verdict(v, facts), lambda facts, v=second: verdict(v, facts))
    return count


def _on_rounds(clause: core.Clause, old: dict[str, Any], new: dict[str, Any]) -> int:
    count = 0
    if len(old["STEPS"]) != len(new["STEPS"]) or not old["STEPS"]:
        raise NotEnumerable("has other steps")
    for was, now in zip(old["STEPS"], new["STEPS"], strict=True):
        if (was.id, was.since, was.reading, was.role, was.reach) != (now.id, now.since, now.reading, now.role, now.reach):
            raise NotEnumerable("has another role")
        for part in ("applies", "holds", "value"):
            functions = getattr(was, part), getattr(now, part)
            if functions == (None, None):
                continue

            def answer(facts: Any, function: Any) -> Any:
                return True if function is None else function(facts, ROWS)

            count += _compare(clause, (old, new), *(lambda facts, f=f: answer(facts, f) for f in functions))
    return count


def _compare(clause: core.Clause, spaces: tuple[dict[str, Any], dict[str, Any]], old: Any, new: Any) -> int:
    cuts = Cuts(_constants(*spaces), names().of_wager)
    subject = clause.versions[0].readings[0].duty.subject
    explored = Exploration(names(), cuts, t.Path(subject.name, subject.of), BOUND)
    for facts in explored.leaves():
        was, now = old(facts), new(facts)
        if type(was) is not type(now) or was != now:
            if not cuts.changed:
                raise NotEnumerable(f"differs: {explored.plain()}")
    return explored.leaf
