"""Questions about constraints that need a proven solver: maximal sets, and minimal conflicts. The only module that imports one.

It reads the same `Problem` as the search behind the matrix (`exclusion/solver.py`). python-sat is the extra `reason`; ARCHITECTURE.md
(Decisions) compares it with other solvers.

>>> both = Problem({"a": BOTH, "b": BOTH, "c": BOTH}, {"bar": [[("a", NO), ("b", NO)]], "duty": [[("c", NO), ("b", YES)]]})
>>> with Solver(both) as solver:
...     list(solver.maximal(["a", "b", "c"], {})), list(solver.conflicts({"a": YES, "c": YES})), solver.lawful({"a": YES})
([('a',), ('b', 'c')], [('bar', 'duty')], True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from types import TracebackType
from typing import Protocol

from pitboss.compiler.exclusion.solver import BOTH, NO, YES, Disjunction, Problem

_ENGINE = "minisat22"


class _Engine(Protocol):
    """What python-sat's solvers do. A negative literal negates its variable."""

    def add_clause(self, clause: list[int], /) -> object: ...
    def set_phases(self, literals: list[int], /) -> None: ...
    def solve(self, assumptions: list[int] = ...) -> bool | None: ...
    def get_model(self) -> list[int] | None: ...
    def get_core(self) -> list[int] | None: ...
    def delete(self) -> None: ...


class _SolverVariables:
    """The variables of a problem as those of python-sat."""

    def __init__(self, problem: Problem, add: Callable[[list[int]], object]) -> None:
        """`add`: adds a clause."""
        self.count = 0
        self.literals: dict[str, dict[int, int]] = {}  # of a variable: by bit, the literal that states it
        for name, domain in problem.domains.items():
            if domain == BOTH:
                yes = self.new()
                self.literals[name] = {YES: yes, NO: -yes}
                continue
            literals = {1 << n: self.new() for n in range(domain.bit_length()) if domain & 1 << n}
            self.literals[name] = literals
            add([*literals.values()])
            for a, b in combinations(literals.values(), 2):
                add([-a, -b])

    def new(self) -> int:
        self.count += 1
        return self.count

    def any(self, disjunction: Disjunction) -> list[int]:
        """Literals of which one is true if the disjunction is."""
        return [literal for name, bits in disjunction for bit, literal in self.literals[name].items() if bit & bits]

    def given(self, given: Mapping[str, int]) -> list[int]:
        """Literals that are all true exactly if each variable has one of its given values."""
        return [
            -literal for name, bits in given.items() for bit, literal in self.literals[name].items() if not bit & bits
        ]

    def values(self, model: Iterable[int] | None) -> dict[str, int]:
        """The value of each variable in a model, as one bit."""
        true = set(model or ())
        return {name: next(bit for bit, one in bits.items() if one in true) for name, bits in self.literals.items()}


class Solver:
    """One problem, loaded once. A rule counts only while its selector is assumed, so that conflicts can name rules."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._solver = _solver()
        self._variables = _SolverVariables(problem, self._solver.add_clause)
        self._given, self._new = self._variables.given, self._variables.new
        self._selectors = {name: self._new() for name in problem.rules}
        self._solver.set_phases([*self._selectors.values()])  # models then satisfy most of the rules that they need not
        for name, disjunctions in problem.rules.items():
            for disjunction in disjunctions:
                self._solver.add_clause([-self._selectors[name], *self._variables.any(disjunction)])

    def __enter__(self) -> Solver:
        """Use as a context, which frees the solver."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free the solver."""
        self._solver.delete()

    def lawful(self, given: Mapping[str, int]) -> bool:
        """Whether all rules can be satisfied with these bits of the variables."""
        return bool(self._solver.solve(assumptions=[*self._selectors.values(), *self._given(given)]))

    def example(self, given: Mapping[str, int]) -> dict[str, int] | None:
        """The value of each variable, as one bit, in some assignment that satisfies all rules; None if there is none."""
        return self._variables.values(self._solver.get_model()) if self.lawful(given) else None

    def maximal(self, names: Sequence[str], given: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
        """Every maximal set of two-valued variables that can be true together, in lexicographic order of the names.

        A set grows by any number of members at a time, since one may require another.
        """
        fixed, found = [*self._selectors.values(), *self._given(given)], []
        yes = {name: self._variables.literals[name][YES] for name in names}
        blocked = self._new()  # assumed while this enumeration runs
        while self._solver.solve(assumptions=[blocked, *fixed]):
            members = self._members(yes)
            while len(members) < len(yes):
                step = self._new()
                self._solver.add_clause([-step, *(yes[name] for name in names if name not in members)])
                if not self._solver.solve(assumptions=[step, *fixed, *(yes[name] for name in members)]):
                    break
                members = self._members(yes)
            found.append(tuple(name for name in names if name in members))
            self._solver.add_clause([-blocked, *(yes[name] for name in names if name not in members)])
        order = {name: n for n, name in enumerate(names)}
        yield from sorted(found, key=lambda some: [order[name] for name in some])

    def conflicts(self, given: Mapping[str, int]) -> list[tuple[str, ...]]:
        """Every minimal set of rules that cannot all be satisfied, the shortest first; none if all rules can be.

        Maps which sets of rules are decided: each known conflict must lose a rule, each satisfiable set must gain one.
        """
        order = {name: n for n, name in enumerate(self.problem.rules)}
        kept = {name: n + 1 for n, name in enumerate(order)}
        found: list[tuple[str, ...]] = []
        chart, facts = _solver(), self._given(given)
        chart.set_phases(list(kept.values()))
        while chart.solve():
            model = set(chart.get_model() or ())
            some = [name for name, bit in kept.items() if -bit not in model]
            core = self._core(some, facts)
            if core is None:
                grown = self._grown(some, facts)
                rest = [name for name in order if name not in grown]
                chart.add_clause([kept[name] for name in rest])
                if not rest:
                    break
            else:
                found.append(core)
                chart.add_clause([-kept[name] for name in core])
        chart.delete()
        return sorted(found, key=lambda some: (len(some), [order[name] for name in some]))

    def _core(self, rules: Iterable[str], facts: list[int]) -> tuple[str, ...] | None:
        """A minimal conflict among the rules; None if they can be satisfied."""
        names = {self._selectors[name]: name for name in rules}
        if self._solver.solve(assumptions=[*facts, *names]):
            return None
        left = [bit for bit in self._solver.get_core() or () if bit in names]
        for bit in list(left):
            less = [other for other in left if other != bit]
            if bit in left and not self._solver.solve(assumptions=[*facts, *less]):
                core = set(self._solver.get_core() or ())
                left = [other for other in less if other in core]
        return tuple(name for name in self.problem.rules if self._selectors[name] in left)

    def _grown(self, rules: list[str], facts: list[int]) -> set[str]:
        """A maximal satisfiable set of rules that contains these, whose model was found last."""
        some = self._members(self._selectors) | {*rules}
        for name in self.problem.rules:
            if name not in some and self._solver.solve(
                assumptions=[*facts, *(self._selectors[one] for one in some), self._selectors[name]]
            ):
                some |= self._members(self._selectors)
        return some

    def _members(self, yes: dict[str, int]) -> set[str]:
        true = set(self._solver.get_model() or ())
        return {name for name, bit in yes.items() if bit in true}


def cheapest(costs: Mapping[str, int], problem: Problem, most: int = 20) -> list[frozenset[str]]:
    """The sets of two-valued variables of the least total cost that satisfy all rules, at most `most` of them; none if there is none.

    >>> either = Problem(dict.fromkeys("abc", BOTH), {"": [[("a", YES), ("b", YES)], [("a", YES), ("c", YES)]]})
    >>> [sorted(each) for each in cheapest({"a": 2, "b": 1, "c": 1}, either)]
    [['a'], ['b', 'c']]
    """
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    formula = WCNF()
    variables = _SolverVariables(problem, formula.append)
    for disjunction in (each for disjunctions in problem.rules.values() for each in disjunctions):
        formula.append(variables.any(disjunction))
    for name, cost in costs.items():
        formula.append([variables.literals[name][NO]], weight=cost)
    sets: list[frozenset[str]] = []
    with RC2(formula) as solver:
        least = None
        while len(sets) < most and (model := solver.compute()) is not None:
            if least is not None and solver.cost > least:
                break
            least, values = solver.cost, variables.values(model)
            sets.append(frozenset(name for name, value in values.items() if value == YES))
            if not sets[-1]:
                break
            solver.add_clause([variables.literals[name][NO] for name in sets[-1]])
    return sorted(sets, key=sorted)


def _solver() -> _Engine:
    from pysat.solvers import Solver as Engine

    made: _Engine = Engine(name=_ENGINE)
    return made
