"""Rejects inconsistent rulebooks: each check is a function from the core to diagnostics, all of them in one tuple.

The checks of `front/checks` come first: they need the rules as written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pitboss.compiler.analysis.authorities import overlapping_authorities
from pitboss.compiler.analysis.codes import CODES
from pitboss.compiler.analysis.conflicts import conflicting_clauses
from pitboss.compiler.analysis.cross_references import dangling_citations
from pitboss.compiler.analysis.dates import empty_intervals, unprinted_dates
from pitboss.compiler.analysis.definitions import changing_meanings, circular_definitions
from pitboss.compiler.analysis.readings import equal_readings
from pitboss.compiler.analysis.register_entries import misplaced_anomalies
from pitboss.compiler.analysis.unused import unused_declarations
from pitboss.compiler.analysis.win_chances import uncountable_chances
from pitboss.compiler.model import core
from pitboss.grammar.diagnostics import Diagnostic

Check = Callable[[core.Rulebook], Iterable[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    uncountable_chances,
    dangling_citations,
    overlapping_authorities,
    empty_intervals,
    unprinted_dates,
    conflicting_clauses,
    equal_readings,
    circular_definitions,
    changing_meanings,
    unused_declarations,
    misplaced_anomalies,
)


def analyze(book: core.Rulebook) -> tuple[Diagnostic, ...]:
    """All diagnostics of the checks, without duplicates.

    >>> analyze(core.Rulebook("", (), {}, {}, (), (), None, ""))
    ()
    """
    return tuple(dict.fromkeys(found for check in CHECKS for found in check(book)))


__all__ = ["CHECKS", "CODES", "analyze"]
