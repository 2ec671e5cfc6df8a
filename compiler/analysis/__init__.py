"""What the compiler refuses: each check is a function from the rulebook to diagnostics, in one tuple."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.compiler.analysis.clause_types import kinds_fit
from pitboss.compiler.analysis.codes import CODES
from pitboss.compiler.analysis.collisions import authorities_do_not_overlap, clauses_can_be_kept
from pitboss.compiler.analysis.conditions import (
    conditions_can_hold,
    readings_differ,
    terms_are_not_empty,
    terms_mean_something_else,
)
from pitboss.compiler.analysis.cross_references import citations_resolve
from pitboss.compiler.analysis.exceptions import exceptions_differ, exceptions_run_in_no_circle
from pitboss.compiler.analysis.labels import labels_are_in_order
from pitboss.compiler.analysis.names import names_are_known
from pitboss.compiler.analysis.register_entries import oddities_are_somewhere
from pitboss.compiler.analysis.scopes import scopes_are_kept
from pitboss.compiler.analysis.table_shape import tables_have_their_shape
from pitboss.compiler.analysis.unused import all_is_read
from pitboss.compiler.model.rulebook import Rulebook
from pitboss.grammar.diagnostics import Diagnostic

Check = Callable[[Rulebook], Iterator[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    names_are_known,
    kinds_fit,
    scopes_are_kept,
    tables_have_their_shape,
    labels_are_in_order,
    citations_resolve,
    exceptions_differ,
    exceptions_run_in_no_circle,
    authorities_do_not_overlap,
    terms_are_not_empty,
    clauses_can_be_kept,
    conditions_can_hold,
    readings_differ,
    terms_mean_something_else,
    all_is_read,
    oddities_are_somewhere,
)


def analyse(book: Rulebook) -> tuple[Diagnostic, ...]:
    """
    >>> analyse(Rulebook((), {}, {}, (), (), None, "", "", {}))
    ()
    """
    return tuple(dict.fromkeys(d for check in CHECKS for d in check(book)))


__all__ = ["CHECKS", "CODES", "analyse"]
