"""Checks of the rules as written, before lowering: names, types, scopes, tables, labels, conditions and exceptions.

Each check is a function from the resolved rulebook to diagnostics, all of them in one tuple. These checks need the syntax tree:
they point at single expressions and cells. The checks of meaning are in `compiler/analysis`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pitboss.compiler.front.checks.clause_types import type_errors
from pitboss.compiler.front.checks.conditions import unsatisfiable_conditions
from pitboss.compiler.front.checks.exceptions import circular_exceptions, repeated_exceptions
from pitboss.compiler.front.checks.labels import misplaced_labels
from pitboss.compiler.front.checks.names import undeclared_names
from pitboss.compiler.front.checks.scopes import scope_errors
from pitboss.compiler.front.checks.table_shape import malformed_tables
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.grammar.resolved_rulebook import ResolvedRulebook

Check = Callable[[ResolvedRulebook], Iterable[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    undeclared_names,
    type_errors,
    scope_errors,
    malformed_tables,
    misplaced_labels,
    repeated_exceptions,
    circular_exceptions,
    unsatisfiable_conditions,
)


def check_rules(book: ResolvedRulebook) -> tuple[Diagnostic, ...]:
    """What the checks find, each diagnostic once.

    >>> check_rules(ResolvedRulebook((), {}, {}, (), (), None, "", "", {}))
    ()
    """
    return tuple(dict.fromkeys(found for check in CHECKS for found in check(book)))


__all__ = ["CHECKS", "check_rules"]
