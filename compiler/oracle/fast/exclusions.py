"""Rules that a single recorded value excludes, whatever else a row states: they are looked up instead of evaluated.

A rule on one irregularity cannot apply where the row names another one, so its further conditions need not be evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pitboss.compiler.model import core, query
from pitboss.compiler.model.footprint import FactPath, Footprint
from pitboss.compiler.oracle.fast.closures import SINGLE, Condition
from pitboss.compiler.oracle.fast.memoization import CAPACITY
from pitboss.compiler.oracle.fast.row_footprints import RowFootprints
from pitboss.compiler.oracle.values import Facts

Excludes = Callable[[Facts], bool]  # whether the value at one path excludes a rule


class Excluded(dict[object, int]):
    """By the value at one path of a row: the numbers of the clauses that it excludes, as bits.

    `tests`: by number of a clause, whether the value excludes each of its readings.
    """

    def __init__(self, tests: dict[int, list[Excludes]]) -> None:
        self.tests = tests

    def learn(self, value: object, facts: Facts) -> int:
        """The bits for a value that is new; `facts` is a row which has it."""
        if len(self) >= CAPACITY:
            self.clear()
        found = self[value] = sum(1 << n for n, tests in self.tests.items() if all(test(facts) for test in tests))
        return found


def single_conditions(
    book: core.Rulebook, footprints: RowFootprints, exprs: Iterable[core.Expr]
) -> Iterator[tuple[FactPath, core.Expr]]:
    """The conditions that have to hold together and depend on one value that can be looked up, each with its path."""
    for expr in exprs:
        match expr:
            case core.AllOf(items):
                yield from single_conditions(book, footprints, items)
            case core.Term(name) if name in book.terms:
                yield from single_conditions(book, footprints, [book.terms[name]])
            case _:
                path = single_path(book, footprints.of(expr))
                if path is not None:
                    yield path, expr


def single_path(book: core.Rulebook, footprint: Footprint) -> FactPath | None:
    """The only path that is observed, if its value is a number, a word or a truth."""
    if footprint.views or footprint.beyond_row or len(footprint.facts) != 1:
        return None
    [path] = footprint.facts
    if path[0] in query.SETTLEMENT:
        return path if len(path) == 2 else None
    single = path[0] in book.fields and book.fields[path[0]].type.kind in SINGLE
    return path if len(path) == 1 and (single or path[0] in ("irregularity", "consequence")) else None


def one_false(conditions: list[Condition]) -> Excludes:
    """Whether any of the conditions is false."""
    return lambda facts: any(holds(facts) is False for holds in conditions)


def not_all_true(conditions: list[Condition]) -> Excludes:
    """Whether any of the conditions is false or unknown."""
    return lambda facts: any(holds(facts) is not True for holds in conditions)
