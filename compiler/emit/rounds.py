"""Core → the clauses that judge a settled round, as one module.

A function takes the facts and a set of operations, so the same function evaluates one row or many rows in columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.compiler.emit.condition_functions import functions_of_exceptions
from pitboss.compiler.emit.expressions import Library
from pitboss.compiler.emit.extracts import SectionSteps, extracts
from pitboss.compiler.emit.line_breaks import wrapped
from pitboss.compiler.emit.round_expressions import RoundModule
from pitboss.compiler.emit.section_rounds import section_rounds
from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import SubjectKind


def rounds(book: core.Rulebook, steps: Mapping[str, SectionSteps] | None = None) -> str:
    """One module: terms, rankings and functions, `STEPS` in the law's order, and which fields have a value per wager.

    `steps` are what its sections add, by citation, if that is known.
    """
    parts = ({of.section.citation: section_rounds(of) for of in extracts(book)} if steps is None else steps).values()
    module = RoundModule(book, functions_of_exceptions(book))
    module.terms.update(*(part.terms for part in parts))
    module.rankings.update(*(part.rankings for part in parts))
    names = {"C", "Operations", "Step", "W"}.union(*(part.names for part in parts))
    kinds = "from pitboss.grammar.limit_kinds import LimitKind\n" if "LimitKind" in names else ""
    body = "\n\n\n".join([*module.definitions(), *(part.functions for part in parts if part.functions)])
    read = [f"    {clause!r}: {columns!r},\n" for part in parts for clause, columns in part.reads.items()]
    used = sorted(set().union(*(module.operations[library] for library in Library)))
    imports = f"from pitboss.checker.rounds.row_operations import {', '.join(used)}\n" if used else ""
    fractions = "from fractions import Fraction\n" if "Fraction(" in body else ""
    return wrapped(
        f'"""The clauses that judge a settled round. Generated from the rulebook; do not edit."""\n\n'
        f"from __future__ import annotations\n\n{fractions}from pitboss.checker.rounds.cells import Cell\n{imports}"
        f"from pitboss.checker.rounds.steps import {', '.join(sorted(names - {'LimitKind'}))}\n"
        f"from pitboss.checker.runtime.operations import Facts, Truth\n{kinds}\n\n{body}\n\n\n"
        f"BY_WAGER = {query.by_wager(book)!r}\nBORROWED = {_borrowed(book)!r}\nADDITIONS = {_additions(book)!r}\n"
        f"DEPARTURE = {_departure(book)!r}\n\n"
        f"READS = {{\n{''.join(read)}}}\n\nSTEPS = (\n{''.join(part.steps for part in parts)})\n"
    )


def _borrowed(book: core.Rulebook) -> dict[str, tuple[str, ...]]:
    """By game: the clauses of other games that also count in its rounds."""
    games = [name.name for name in book.names.values() if name.kind is SubjectKind.GAME]
    found = {game: query.borrowed(book, game) for game in games}
    return {game: clauses for game, clauses in found.items() if clauses}


def _additions(book: core.Rulebook) -> dict[str, tuple[str, ...]]:
    """By wager: the amounts that were wagered in addition to its stake.

    A clause names them that states what is collected or returned of the wager as its stake and more.
    """
    found: dict[str, dict[str, None]] = {}
    for duty in (reading.duty for clause in book.clauses for v in clause.versions for reading in v.readings):
        match duty:
            case core.Requirement(
                core.Subject(name="collected" | "returned", of=str(wager)),
                holds=core.Compare(relation=core.Relation.EXACTLY, right=core.Arith() as whole),
            ):
                facts = [(part.name, part.of) for part in _summands(whole) if isinstance(part, core.Fact)]
                if ("stake", wager) in facts:
                    found.setdefault(wager, {}).update(dict.fromkeys(name for name, of in facts if of is None))
    return {wager: tuple(fields) for wager, fields in found.items()}


def _summands(amount: core.Expr) -> Iterator[core.Expr]:
    if isinstance(amount, core.Arith) and amount.operator is core.Operator.PLUS:
        yield from (part for side in amount.parts() for part in _summands(side))
    else:
        yield amount


def _departure(book: core.Rulebook) -> tuple[str, ...]:
    """The provisions that decide whether a wager may be paid otherwise than filed, if their text is not available."""
    left = [c for c in book.clauses if c.name == "departure" and isinstance(c.versions[-1].duty, core.Left)]
    return tuple(citation.printed for clause in left for citation in clause.versions[-1].citations)
