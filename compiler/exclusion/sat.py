"""Questions about constraints that need a proven solver: maximal sets, and minimal conflicts. The only module that imports one.

It reads the same `Problem` as the search behind the matrix (`exclusion/solver.py`). python-sat is the extra `reason`; ARCHITECTURE.md
(Decisions) compares it with other solvers.

>>> both = Problem({"a": BOTH, "b": BOTH, "c": BOTH}, {"bar": [[("a", NO), ("b", NO)]], "duty": [[("c", NO), ("b", YES)]]})
>>> with Solver(both) as solver:
...     list(solver.maximal(["a", "b", "c"], {})), list(solver.conflicts({"a": YES, "c": YES})), solver.lawful({"a": YES})
([('a',), ('b', 'c')], [('bar', 'duty')], True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from types import TracebackType
from typing import Protocol

from pitboss.compiler.exclusion.solver import BOTH, NO, YES, Problem

_ENGINE = "minisat22"


class _Engine(Protocol):
    """What python-sat's solvers do. A negative literal negates its variable."""

    def add_clause(self, clause: list[int], /) -> object: ...
    def set_phases(self, literals: list[int], /) -> None: ...
    def solve(self, assumptions: list[int] = ...) -> bool | None: ...
    def get_model(self) -> list[int] | None: ...
    def get_core(self) -> list[int] | None: ...
    def delete(self) -> None: ...


class Solver:
    """One problem, loaded once. A rule counts only while its selector is assumed, so that conflicts can name rules."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._count = 0
        self._literals: dict[str, dict[int, int]] = {}  # of a variable: by bit, the literal that states it
        self._solver = _solver()
        for name, domain in problem.domains.items():
            self._declare(name, domain)
        self._selectors = {name: self._new() for name in problem.rules}
        self._solver.set_phases(
            [*self._selectors.values()]
        )  # a model then satisfies most of the rules that it need not
        for name, disjunctions in problem.rules.items():
            for disjunction in disjunctions:
                literals = [bit for variable, bits in disjunction for bit in self._any(variable, bits)]
                self._solver.add_clause([-self._selectors[name], *literals])

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
        if not self.lawful(given):
            return None
        true = set(self._solver.get_model() or ())
        return {name: next(bit for bit, one in bits.items() if one in true) for name, bits in self._literals.items()}

    def maximal(self, names: Sequence[str], given: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
        """Every maximal set of two-valued variables that can be true together, in lexicographic order of the names.

        A set grows by any number of members at a time, since one may require another.
        """
        fixed, found = [*self._selectors.values(), *self._given(given)], []
        yes = {name: self._literals[name][YES] for name in names}
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

    # ---- variables

    def _new(self) -> int:
        self._count += 1
        return self._count

    def _declare(self, name: str, domain: int) -> None:
        if domain == BOTH:
            yes = self._new()
            self._literals[name] = {YES: yes, NO: -yes}
            return
        self._literals[name] = {1 << n: self._new() for n in range(domain.bit_length()) if domain & 1 << n}
        self._solver.add_clause([*self._literals[name].values()])
        for a, b in combinations(self._literals[name].values(), 2):
            self._solver.add_clause([-a, -b])

    def _any(self, name: str, bits: int) -> list[int]:
        """Literals of which one is true if the variable has one of the values."""
        return [literal for bit, literal in self._literals[name].items() if bit & bits]

    def _given(self, given: Mapping[str, int]) -> list[int]:
        """Literals that are all true exactly if each variable has one of its given values."""
        return [
            -literal for name, bits in given.items() for bit, literal in self._literals[name].items() if not bit & bits
        ]


def cheapest(costs: Mapping[str, int], clauses: Iterable[Mapping[str, bool]], most: int = 20) -> list[frozenset[str]]:
    """The sets of choices of the least total cost that satisfy all clauses, at most `most` of them; none if there is none.

    A clause is satisfied if one of its choices is made, or not made, as it states.

    >>> some = cheapest({"a": 2, "b": 1, "c": 1}, [{"a": True, "b": True}, {"a": True, "c": True}])
    >>> [sorted(each) for each in some]
    [['a'], ['b', 'c']]
    """
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    number = {name: n for n, name in enumerate(sorted(costs), 1)}
    formula = WCNF()
    for clause in clauses:
        formula.append([number[name] if made else -number[name] for name, made in clause.items()])
    for name, cost in costs.items():
        formula.append([-number[name]], weight=cost)
    found: list[frozenset[str]] = []
    with RC2(formula) as solver:
        least = None
        while len(found) < most and (model := solver.compute()) is not None:
            if least is not None and solver.cost > least:
                break
            least = solver.cost
            true = {literal for literal in model if literal > 0}
            found.append(frozenset(name for name, n in number.items() if n in true))
            if not found[-1]:
                break
            solver.add_clause([-number[name] for name in found[-1]])
    return sorted(found, key=sorted)


def _solver() -> _Engine:
    from pysat.solvers import Solver as Engine

    made: _Engine = Engine(name=_ENGINE)
    return made
