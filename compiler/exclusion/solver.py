"""Whether constraints are satisfiable together; if not, every minimal set of them that is not.

A variable has a few values, one bit each. A rule is a conjunction of disjunctions of literals; a literal is a variable with the bits that
satisfy it.

>>> both = Problem({"a": BOTH, "b": BOTH}, {"bar": [[("a", NO), ("b", NO)]], "duty": [[("b", YES)]]})
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
BOTH = NO | YES
Disjunction = list[tuple[str, int]]  # literals
Assignment = dict[str, int]  # bits that remain of each variable

MOST = 200  # sets of removed rules that are tried in search of further conflicts


@dataclass
class Problem:
    """Variables and rules."""

    domains: dict[str, int]  # the bits that a variable can have
    rules: dict[str, list[Disjunction]]  # by name
    _cached: dict[tuple[tuple[str, int], ...], list[tuple[str, ...]]] = field(default_factory=dict)
    _narrowed: dict[int, tuple[list[int], list[int], int]] = field(default_factory=dict)  # by the rules removed

    @cached_property
    def numbered(self) -> Numbered:
        """The disjunctions with numbers for names, as the search reads them."""
        places = {variable: place for place, variable in enumerate(self.domains)}
        clauses = [
            (1 << n, tuple((places[variable], bits) for variable, bits in disjunction))
            for n, some in enumerate(self.rules.values())
            for disjunction in some
        ]
        by_place: list[list[NumberedClause]] = [[] for _ in places]
        for clause in clauses:
            for place, _ in clause[1]:
                by_place[place].append(clause)
        return Numbered(places, [*self.domains.values()], clauses, by_place)

    def narrowed(self, removed: int) -> tuple[list[int], list[int], int]:
        """What the rules leave of each variable whatever is given, the rules behind it, and those of a conflict."""
        if removed not in self._narrowed:
            left = self.numbered.values.copy()
            why = [0] * len(left)
            self._narrowed[removed] = left, why, _propagate(self.numbered, removed, left, why, self.numbered.clauses)
        return self._narrowed[removed]


NumberedClause = tuple[int, tuple[tuple[int, int], ...]]  # the bit of its rule; literals: the place of a variable, bits


@dataclass(frozen=True, slots=True)
class Numbered:
    """A set of rules is an integer with one bit for each: most of a search is to unite such sets."""

    places: dict[str, int]  # of the variables
    values: list[int]  # all bits of each variable
    clauses: list[NumberedClause]
    by_place: list[list[NumberedClause]]  # those in which a variable occurs


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
    small = Problem(problem.domains, {name: rule for name, rule in problem.rules.items() if name in core})
    for name in sorted(core):
        less = _solve(small, given, frozenset({name}))
        if isinstance(less, frozenset):
            small = Problem(problem.domains, {n: small.rules[n] for n in small.rules if n in less})
    return frozenset(small.rules)


# ---- the search: propagate, then branch


def _solve(problem: Problem, given: Mapping[str, int], without: frozenset[str]) -> Assignment | frozenset[str]:
    """A satisfying assignment, or the rules of a conflict."""
    numbered = problem.numbered
    if not all(problem.domains[variable] & bits for variable, bits in given.items()):
        return frozenset()  # what is given contradicts itself
    removed = sum(1 << n for n, name in enumerate(problem.rules) if name in without) if without else 0
    left, why, core = problem.narrowed(removed)
    found: list[int] | int = core
    if not core:
        left, todo = left.copy(), []
        for variable, bits in given.items():
            left[numbered.places[variable]] &= bits
            todo += numbered.by_place[numbered.places[variable]]
        found = _search(numbered, removed, left, why.copy(), todo)
    if isinstance(found, int):
        return frozenset(name for n, name in enumerate(problem.rules) if found >> n & 1)
    return dict(zip(numbered.places, found, strict=True))


def _search(
    numbered: Numbered, removed: int, left: list[int], why: list[int], todo: list[NumberedClause]
) -> list[int] | int:
    """The values found, or the rules of a conflict. `why`: the rules that narrowed each variable; `todo`: what to propagate first."""
    core = _propagate(numbered, removed, left, why, todo)
    if core:
        return core
    lowest = [bits & -bits for bits in left]
    for rule, literals in numbered.clauses:
        if rule & removed:
            continue
        for place, bits in literals:
            if lowest[place] & bits:
                break
        else:
            place, bits = next((place, bits) for place, bits in literals if left[place] & bits)
            for side in (left[place] & bits, left[place] & ~bits):
                branch = left.copy()
                branch[place] = side
                found = _search(numbered, removed, branch, why.copy(), numbered.by_place[place])
                if not isinstance(found, int):
                    return found
                core |= found
            return core
    return lowest


def _propagate(numbered: Numbered, removed: int, left: list[int], why: list[int], todo: list[NumberedClause]) -> int:
    """Narrow the variables in place by unit propagation; the result is the rules behind a contradiction, 0 if there is none."""
    while todo:
        fresh: list[NumberedClause] = []
        for rule, literals in todo:
            if rule & removed:
                continue
            only = -1
            for place, bits in literals:
                if left[place] & bits:
                    if only >= 0 or not left[place] & ~bits:
                        break  # it can be satisfied in two ways, or is
                    only, rest = place, bits
            else:
                for place, _ in literals:
                    rule |= why[place]
                if only < 0:
                    return rule
                left[only] &= rest
                why[only] |= rule
                fresh += numbered.by_place[only]
        todo = fresh
    return 0
