"""Whether constraints can hold together; and if not, every smallest set of them that cannot.

A variable has a few values, one bit each; a constraint is clauses, a clause literals, a literal the bits that satisfy it.

>>> both = Problem({"a": 2, "b": 2}, {"bar": [[("a", NO), ("b", NO)]], "duty": [[("b", YES)]]})
>>> met(both, {"b": YES}), met(both, {"a": YES})
({'a': 1, 'b': 2}, None)
>>> reasons(both, {"a": YES, "b": YES}), reasons(both, {"a": YES})
([('bar',)], [('bar', 'duty')])
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

NO, YES = 1, 2
Clause = list[tuple[str, int]]
Chosen = dict[str, int]

MOST = 200  # sets of removed constraints that are looked at in search of further reasons


@dataclass
class Problem:
    sizes: dict[str, int]  # how many values a variable has
    rules: dict[str, list[Clause]]  # constraints by name
    _known: dict[tuple[tuple[str, int], ...], list[tuple[str, ...]]] = field(default_factory=dict)

    @cached_property
    def clauses(self) -> list[tuple[str, Clause]]:
        return [(name, clause) for name, some in self.rules.items() for clause in some]

    @cached_property
    def by_variable(self) -> dict[str, list[tuple[str, Clause]]]:
        found: dict[str, list[tuple[str, Clause]]] = {}
        for name, clause in self.clauses:
            for variable, _ in clause:
                found.setdefault(variable, []).append((name, clause))
        return found

    @cached_property
    def units(self) -> list[tuple[str, Clause]]:
        return [(name, clause) for name, clause in self.clauses if len(clause) <= 1]


def met(problem: Problem, given: Mapping[str, int], without: frozenset[str] = frozenset()) -> Chosen | None:
    """A value of each variable that meets everything, with as little at the table as will do; None when there is none."""
    found = _solve(problem, given, without)
    return None if isinstance(found, frozenset) else found


def reasons(problem: Problem, given: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Every smallest set of constraints that cannot hold where `given` does, the shortest first; none when all can."""
    key = tuple(sorted(given.items()))
    if key not in problem._known:
        order = {name: n for n, name in enumerate(problem.rules)}
        found: list[frozenset[str]] = []
        seen: set[frozenset[str]] = set()
        todo: list[frozenset[str]] = [frozenset()]
        while todo and len(seen) < MOST:
            without = todo.pop(0)
            if without in seen:
                continue
            seen.add(without)
            reason = next((r for r in found if not r & without), None) or _reason(problem, given, without)
            if reason is not None:
                found += [reason] if reason not in found else []
                todo += [without | {name} for name in sorted(reason, key=order.__getitem__)]
        told = [tuple(sorted(r, key=order.__getitem__)) for r in found]
        problem._known[key] = sorted(told, key=lambda r: (len(r), [order[name] for name in r]))
    return problem._known[key]


def _reason(problem: Problem, given: Mapping[str, int], without: frozenset[str]) -> frozenset[str] | None:
    core = _solve(problem, given, without)
    if not isinstance(core, frozenset):
        return None
    small = Problem(problem.sizes, {name: rule for name, rule in problem.rules.items() if name in core})
    for name in sorted(core):
        less = _solve(small, given, frozenset({name}))
        if isinstance(less, frozenset):
            small = Problem(problem.sizes, {n: small.rules[n] for n in small.rules if n in less})
    return frozenset(small.rules)


# ---- the search: what must be is made so, then one thing is tried either way


def _solve(problem: Problem, given: Mapping[str, int], without: frozenset[str]) -> Chosen | frozenset[str]:
    """The values found, or the constraints that were in the way."""
    left = {variable: (1 << size) - 1 for variable, size in problem.sizes.items()}
    for variable, bits in given.items():
        left[variable] &= bits
    return _search(problem, without, left, {}, None)


def _search(
    problem: Problem, without: frozenset[str], left: Chosen, why: dict[str, frozenset[str]], changed: list[str] | None
) -> Chosen | frozenset[str]:
    core = _narrow(problem, without, left, why, changed)
    if core is not None:
        return core
    lowest = {variable: bits & -bits for variable, bits in left.items()}
    for name, clause in problem.clauses:
        if name not in without and not any(lowest[v] & bits for v, bits in clause):
            variable, bits = next((v, bits) for v, bits in clause if left[v] & bits)
            cores: frozenset[str] = frozenset()
            for side in (left[variable] & bits, left[variable] & ~bits):
                found = _search(problem, without, {**left, variable: side}, dict(why), [variable])
                if not isinstance(found, frozenset):
                    return found
                cores |= found
            return cores
    return lowest


def _narrow(
    problem: Problem, without: frozenset[str], left: Chosen, why: dict[str, frozenset[str]], changed: list[str] | None
) -> frozenset[str] | None:
    """What follows, in place; the constraints behind a contradiction, if there is one."""
    todo = problem.clauses if changed is None else [c for v in changed for c in problem.by_variable.get(v, ())]
    while todo:
        fresh: list[str] = []
        for name, clause in todo:
            if name in without:
                continue
            open_ = [(v, bits) for v, bits in clause if left[v] & bits]
            if len(open_) > 1 or open_ and not left[open_[0][0]] & ~open_[0][1]:
                continue
            behind = frozenset({name}).union(*(why.get(v, frozenset()) for v, _ in clause))
            if not open_:
                return behind
            variable, bits = open_[0]
            left[variable] &= bits
            why[variable] = behind | why.get(variable, frozenset())
            fresh.append(variable)
        todo = [c for v in fresh for c in problem.by_variable.get(v, ())]
    return None
