"""R215: the probability that a wager wins can be computed if a clause refers to it."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.model import core
from pitboss.compiler.model.core import Apply, Const
from pitboss.compiler.odds.win_chance import winning
from pitboss.grammar.diagnostics import Diagnostic


def uncountable_chances(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report calls of functions of a chance, for wagers whose chance depends on more than the first cards of one hand."""
    for clause in book.clauses:
        for version in clause.versions:
            for reading in version.readings:
                for node in core.walk(*core.expressions(reading.duty)):
                    match node:
                        case Apply("hit" | "edge", (Const(value=str(wager)), *_)):
                            reason = winning(book, wager) if book.kind(wager) is core.SubjectKind.WAGER else None
                            if isinstance(reason, str):
                                message = f"how likely {wager} wins cannot be counted here: {reason}"
                                yield Diagnostic("R215", message, node.place)
