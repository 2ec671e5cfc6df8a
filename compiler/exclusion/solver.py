"""Whether constraints are satisfiable together; if not, every minimal set of them that is not.

A variable has a few values, one bit each. A rule is a conjunction of disjunctions of literals; a literal is a variable with the bits that
satisfy it.

>>> both = Problem({"a": 2, "b": 2}, {"bar": [[("a", NO), ("b", NO)]], "duty": [[("b", YES)]]})
>>> satisfying(both, {"b": YES}), satisfying(both, {"a": YES})
({'a': 1, 'b': 2}, None)
>>> conflicts(both, {"a": YES, "b": YES}), conflicts(both, {"a": YES})
([('bar',)], [('bar', 'duty')])
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

NO, YES = 1, 2
Disjunction = list[tuple[str, int]]  # literals
Assignment = dict[str, int]  # bits that remain of each variable

MOST = 200  # sets of removed rules that are tried in search of further conflicts


@dataclass
class Problem:
    """Variables and rules."""

    sizes: dict[str, int]  # how many values a variable has
    rules: dict[str, list[Disjunction]]  # by name
    _cached: dict[tuple[tuple[str, int], ...], list[tuple[str, ...]]] = field(default_factory=dict)

    @cached_property
    def disjunctions(self) -> list[tuple[str, Disjunction]]:
        """All disjunctions, each with the name of its rule."""
        return [(name, disjunction) for name, some in self.rules.items() for disjunction in some]

    @cached_property
    def by_variable(self) -> dict[str, list[tuple[str, Disjunction]]]:
        """The disjunctions in which each variable occurs."""
        found: dict[str, list[tuple[str, Disjunction]]] = {}
        for name, disjunction in self.disjunctions:
            for variable, _ in disjunction:
                found.setdefault(variable, []).append((name, disjunction))
        return found


def satisfying(problem: Problem, given: Mapping[str, int], without: frozenset[str] = frozenset()) -> Assignment | None:
    """An assignment that satisfies every rule, with as little at the table as possible; None if there is none."""
    found = _solve(problem, given, without)
    return None if isinstance(found, frozenset) else found


def conflicts(problem: Problem, given: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Every minimal set of rules that is unsatisfiable under `given`, the shortest first; none if all rules are satisfiable."""
    key = tuple(sorted(given.items()))
    if key not in problem._cached:
        order = {name: n for n, name in enumerate(problem.rules)}
        found: list[frozenset[str]] = []
        seen: set[frozenset[str]] = set()
        todo: list[frozenset[str]] = [frozenset()]
        while todo and len(seen) < MOST:
            without = todo.pop(0)
            if without in seen:
                continue
            seen.add(without)
            conflict = next((r for r in found if not r & without), None) or _minimal(problem, given, without)
            if conflict is not None:
                found += [conflict] if conflict not in found else []
                todo += [without | {name} for name in sorted(conflict, key=order.__getitem__)]
        sets = [tuple(sorted(names, key=order.__getitem__)) for names in found]
        problem._cached[key] = sorted(sets, key=lambda r: (len(r), [order[name] for name in r]))
    return problem._cached[key]


def _minimal(problem: Problem, given: Mapping[str, int], without: frozenset[str]) -> frozenset[str] | None:
    """A minimal conflict among the rules that are not removed."""
    core = _solve(problem, given, without)
    if not isinstance(core, frozenset):
        return None
    small = Problem(problem.sizes, {name: rule for name, rule in problem.rules.items() if name in core})
    for name in sorted(core):
        less = _solve(small, given, frozenset({name}))
        if isinstance(less, frozenset):
            small = Problem(problem.sizes, {n: small.rules[n] for n in small.rules if n in less})
    return frozenset(small.rules)


# ---- the search: propagate, then branch


def _solve(problem: Problem, given: Mapping[str, int], without: frozenset[str]) -> Assignment | frozenset[str]:
    """A satisfying assignment, or the rules of a conflict."""
    left = {variable: (1 << size) - 1 for variable, size in problem.sizes.items()}
    for variable, bits in given.items():
        left[variable] &= bits
    return _search(problem, without, left, {}, None)


def _search(
    problem: Problem,
    without: frozenset[str],
    left: Assignment,
    why: dict[str, frozenset[str]],
    changed: list[str] | None,
) -> Assignment | frozenset[str]:
    """`why`: the rules that narrowed each variable. `changed`: the variables narrowed since the last propagation; None: all."""
    core = _propagate(problem, without, left, why, changed)
    if core is not None:
        return core
    lowest = {variable: bits & -bits for variable, bits in left.items()}
    for name, disjunction in problem.disjunctions:
        if name not in without and not any(lowest[v] & bits for v, bits in disjunction):
            variable, bits = next((v, bits) for v, bits in disjunction if left[v] & bits)
            cores: frozenset[str] = frozenset()
            for side in (left[variable] & bits, left[variable] & ~bits):
                found = _search(problem, without, {**left, variable: side}, dict(why), [variable])
                if not isinstance(found, frozenset):
                    return found
                cores |= found
            return cores
    return lowest


def _propagate(
    problem: Problem,
    without: frozenset[str],
    left: Assignment,
    why: dict[str, frozenset[str]],
    changed: list[str] | None,
) -> frozenset[str] | None:
    """Narrow the variables in place by unit propagation; the result is the rules behind a contradiction, if there is one."""
    todo = problem.disjunctions if changed is None else [c for v in changed for c in problem.by_variable.get(v, ())]
    while todo:
        fresh: list[str] = []
        for name, disjunction in todo:
            if name in without:
                continue
            open_ = [(v, bits) for v, bits in disjunction if left[v] & bits]
            if len(open_) > 1 or open_ and not left[open_[0][0]] & ~open_[0][1]:
                continue
            behind = frozenset({name}).union(*(why.get(v, frozenset()) for v, _ in disjunction))
            if not open_:
                return behind
            variable, bits = open_[0]
            left[variable] &= bits
            why[variable] = behind | why.get(variable, frozenset())
            fresh.append(variable)
        todo = [c for v in fresh for c in problem.by_variable.get(v, ())]
    return None
