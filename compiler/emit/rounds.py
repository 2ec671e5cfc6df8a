"""Rulebook → the clauses that judge a settled round: the functions of each reading, and the part it plays in a settlement.

A function takes the facts and a set of operations, so the same function evaluates one row or many rows in columns.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from pitboss.compiler.emit import english
from pitboss.compiler.emit.expressions import Writer, constant, module_name, ranking_name
from pitboss.compiler.front.inheritance import borrowed
from pitboss.compiler.front.lower import core_of, duty_of
from pitboss.compiler.front.paths import reach
from pitboss.compiler.front.resolve import ROUND_SCOPES
from pitboss.compiler.front.wager_columns import by_wager
from pitboss.compiler.front.walk import within
from pitboss.compiler.model.rulebook import Check, Clause, Rulebook, Said, Version
from pitboss.grammar import tree as t

_MODULE = "rounds"
_PURPOSE = {"applies": "When {} applies", "value": "The quantity in {}", "holds": "What {} requires"}


@dataclass(frozen=True, slots=True)
class _Reading:
    """One reading of a clause version, and the name that its functions begin with."""

    clause: Clause
    version: Version
    check: Check
    name: str

    @property
    def citation(self) -> str:
        since = f"from {self.version.since}" if self.version.since else "since ever"
        until = f" until {self.version.until}" if self.version.until else ""
        read_as = f", read as {self.check.reading}" if self.check.reading else ""
        return f"{self.clause.cite} ({since}{until}{read_as})"


def rounds(book: Rulebook) -> str:
    """One module: rankings and functions, `STEPS` in the law's order, and which fields have a value per wager."""
    functions: list[str] = []
    steps: list[str] = []
    for reading in _readings(book):
        role = _role(book, reading.clause, reading.check)
        if not role:
            continue
        writer = Writer(book, _MODULE)
        parts = dict(_parts(book, reading, writer))
        functions += writer.constants
        functions += [_function(book, reading, part, expression) for part, expression in parts.items()]
        steps.append(_step(book, reading, role, parts))
    names = set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", "\n".join(functions)))
    rankings = [r for r in book.rankings.values() if ranking_name(r.name, _MODULE) in names]
    ranked = [Writer(book, _MODULE).ranking(r) for r in rankings]
    used = sorted({node.id for node in ast.walk(ast.parse("\n".join(ranked))) if _is_operation(node)} - {"t"})
    imports = f"from pitboss.checker.rounds.row_operations import {', '.join(used)}\n" if used else ""
    body = "\n\n\n".join([*ranked, *functions])
    needed = sorted({*re.findall(r"\b[A-Z][A-Za-z]+(?=[(.])", "".join(steps)), "Facts", "Operations", "Step"})
    fractions = "from fractions import Fraction\n" if "Fraction(" in body else ""
    return (
        f'"""The clauses that judge a settled round. Generated from the rulebook; do not edit."""\n\n'
        f"from __future__ import annotations\n\n{fractions}from typing import Any\n\n"
        f"{imports}from pitboss.checker.rounds.steps import {', '.join(needed)}\n\n\n{body}\n\n\n"
        f"BY_WAGER = {by_wager(book)!r}\nBORROWED = {_borrowed(book)!r}\n\nSTEPS = (\n{''.join(steps)})\n"
    )


def _readings(book: Rulebook) -> Iterator[_Reading]:
    for clause in book.clauses:
        for version in clause.versions:
            for check in version.checks:
                yield _Reading(clause, version, check, _name(clause, version, check))


def _borrowed(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """By game: the clauses of other games that also count in its rounds."""
    found = {name.name: borrowed(book, name.name) for name in book.names.values() if name.kind == "game"}
    return {game: clauses for game, clauses in found.items() if clauses}


def _role(book: Rulebook, clause: Clause, check: Check) -> str:
    """The role of a clause in a settlement, as an expression of `checker/rounds/steps.py`; empty if it has none."""
    name, of = check.subject.name, check.subject.of
    match check.predicate:
        case t.Result(verb):
            return f'Ends("{name}", End.{verb.upper()})'
        case Said("outcome") if clause.kind == "outcome":
            return f'ReachesRow("{of or ""}", "{name}")'
        case Said("outcome"):
            return f'HasRank("{name}")'
        case Said("irregular"):
            return f'LeadsTo("{name}")'
        case t.PaysOnly():
            return f'HighestOnly("{name}")'
        case t.PaysEach():
            return f'PaysEach("{name}")'
        case t.PaysGross():
            return f'PaysGross("{name}")'
        case t.Shares():
            return f'Shares("{name}")'
        case t.Rounds(_, _, (_,)):
            return f'RoundsField("{of or name}")'
        case t.Rounds(direction):
            return f'RoundsDue("{of or name}", Direction.{direction.upper()})'
        case t.Limit() if clause.kind == "derived" and clause.scope == "round":
            return f'Derives("{name}")'
        case t.Limit(mode) if clause.scope == "round":
            computed = ", computed=True" if _is_computed(check.predicate) else ""
            return f'Bound("{of or ""}", "{name}", Mode.{mode.upper()}{computed})'
        case t.Pays():
            return f'Pays("{of or name}")'
        case t.Requires((other,)) if _wager(book, name) and _wager(book, other):
            return f'RequiresWager("{name}", "{other}")'
    return ""


def _is_computed(limit: t.Limit) -> bool:
    return len(limit.values) == 1 and not isinstance(limit.values[0], t.Literal)


def _wager(book: Rulebook, name: str) -> bool:
    return name in book.names and book.names[name].kind == "wager"


def _looked_at(check: Check) -> Iterator[tuple[str, int]]:
    """How many first cards of a hand an outcome looks at: it is not reached by a hand that was settled with fewer."""
    if isinstance(check.predicate, Said) and check.predicate.what == "outcome":
        for part in (part for condition in check.conditions for part in within(condition)):
            if isinstance(part, t.Cards) and part.which == "first":
                yield part.of or "cards", part.count


def _in_money(book: Rulebook, path: t.Path) -> bool:
    field = book.fields.get(path.name)
    return field is not None and field.type.kind == "money" and bool({*field.owners} & {*ROUND_SCOPES})


def _parts(book: Rulebook, reading: _Reading, writer: Writer) -> Iterator[tuple[str, str]]:
    """(part, expression) of each function of a reading: `applies` (unless it always does), `value` and `holds`."""
    clause, check, name = reading.clause, reading.check, reading.name
    predicate, subject, value = check.predicate, check.subject, f"{name}_value(t, ops)"
    if isinstance(predicate, t.Pays | t.Requires):
        return
    irregular = isinstance(predicate, Said) and predicate.what == "irregular"
    conditions = [f'equal(t.get("irregularity"), "{subject.name}")'] if irregular else []
    conditions += [f'at_least(size(t.get("{of}")), {count})' for of, count in _looked_at(check)]
    conditions += [writer.condition(c) for c in check.conditions]
    if conditions:
        yield "applies", writer.both(conditions)
    match predicate:
        case t.Limit(mode) if mode.startswith("follows"):
            yield "value", writer.follows(check, f"{name}_value")
            yield "holds", f"{'to_cent' if _in_money(book, subject) else 'same'}({writer.value(subject)}, {value})"
        case t.Limit(mode):
            named = clause.kind != "derived" and (
                _is_computed(predicate) or subject.of is not None and mode in ("at_most", "exactly")
            )
            if named:
                yield "value", writer.value(predicate.values[0])
            if mode == "exactly":
                compare = "to_cent" if _in_money(book, subject) else "all_equal"
                yield (
                    "holds",
                    f"{compare}({writer.value(subject)}, {value if named else writer.value(predicate.values[0])})",
                )
            else:
                yield "holds", writer.limit(check, name)
        case t.Rounds(direction, step, (amount,)):
            yield "value", f'rounded({writer.value(amount)}, {writer.value(step)}, "{direction}")'
            yield "holds", f"equal({writer.value(subject)}, {value})"
        case t.Rounds(_, step):
            yield "value", writer.value(step)
        case t.Shares((amount,)):
            yield "value", writer.value(amount)
        case Said("irregular", values):
            yield "holds", f'among(t.get("consequence"), {constant(tuple(v.value for v in values))})'


def _function(book: Rulebook, reading: _Reading, part: str, expression: str) -> str:
    purpose = _PURPOSE[part].format(reading.citation)
    doc = _docstring(f"{purpose}: {english.rule(core_of(book), duty_of(book, reading.check))}")
    name = f"{reading.name}_{part}"
    return f"def {name}(t: Facts, ops: Operations) -> Any:\n    {doc}\n    return {_with_operations(expression)}"


def _docstring(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""{escaped[:-1]}\\""""' if escaped.endswith('"') else f'"""{escaped}"""'


def _with_operations(expression: str) -> str:
    """The expression with each operation taken from `ops`.

    >>> _with_operations('both(no(truthy(t.get("lit"))), equal(1, Fraction(1, 2)))')
    "ops.both(ops.no(ops.truthy(t.get('lit'))), ops.equal(1, Fraction(1, 2)))"
    """
    return ast.unparse(_Operations().visit(ast.parse(expression, mode="eval")))


class _Operations(ast.NodeTransformer):
    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Attribute(ast.Name("ops"), node.id) if _is_operation(node) and node.id not in ("t", "ops") else node


def _is_operation(node: ast.AST) -> TypeGuard[ast.Name]:
    """Operations have lower-case names; tables and rankings have upper-case names, functions of this module digits."""
    return isinstance(node, ast.Name) and re.fullmatch("[a-z_]+", node.id) is not None


def _step(book: Rulebook, reading: _Reading, role: str, parts: dict[str, str]) -> str:
    clause, version, check = reading.clause, reading.version, reading.check
    since = version.since.isoformat() if version.since else None
    given = "".join(f", {part}={reading.name}_{part}" for part in parts)
    far = reach(*check.conditions, *getattr(check.predicate, "values", ()), means=book.definitions)
    given += f", reach=Reach.{far.upper()}" if far else ""
    return f"    Step({clause.id!r}, {since!r}, {check.reading or ''!r}, {role}{given}),\n"


def _name(clause: Clause, version: Version, check: Check) -> str:
    place = re.sub(r"\W+", "_", f"{module_name(clause.section)}{clause.label}").strip("_")
    name = f"{place}_{re.sub(r'[^a-z0-9]+', '_', clause.name)}"
    if len(clause.versions) > 1:
        name += f"_from_{version.since:%Y_%m_%d}" if version.since else "_at_first"
    return name + (f"_read_as_{check.reading}" if check.reading else "")
