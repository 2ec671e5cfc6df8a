"""Worlds in the reference semantics (docs/semantics.md, Worlds): the readings of texts with competing readings, chosen consistently.

Plain, and on its own: clauses that hang on a common choice are judged in every combination of these choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Protocol

from pitboss.compiler.oracle.interpreter import readings
from pitboss.compiler.oracle.kleene import FAIL, NOT_APPLICABLE, OPEN, of_readings
from pitboss.compiler.oracle.syntax import through_terms
from pitboss.grammar import tree as t
from pitboss.grammar.resolved_rulebook import Check, ResolvedClause, ResolvedRulebook, ResolvedVersion

Choice = tuple[str, tuple[str, ...]]  # a section, and the names of the readings of a clause in it
World = Mapping[Choice, str]  # the chosen readings
Verdicts = dict[str, str]  # clause → verdict


class LawInForce(Protocol):
    """The clauses that judge a row."""

    @property
    def book(self) -> ResolvedRulebook: ...
    @property
    def in_force(self) -> list[tuple[ResolvedClause, ResolvedVersion, bool]]: ...
    @property
    def doubtful(self) -> frozenset[str]: ...


OverWorlds = Callable[[Sequence[LawInForce], Callable[[World], list[Verdicts]]], list[Verdicts]]


def choice_of(clause: ResolvedClause, version: ResolvedVersion) -> Choice | None:
    """The choice among the readings of a clause; None if there is one reading."""
    names = tuple(check.reading or "" for _, check in readings(clause, version))
    return (clause.section, names) if len(names) > 1 else None


def in_first_world(laws: Sequence[LawInForce], judge: Callable[[World], list[Verdicts]]) -> list[Verdicts]:
    """The verdicts on rows by the first reading of each clause."""
    return [over_worlds(row, [row], law.doubtful) for row, law in zip(judge({}), laws, strict=True)]


def judged_in_worlds(laws: Sequence[LawInForce], judge: Callable[[World], list[Verdicts]]) -> list[Verdicts]:
    """The verdicts on rows over all worlds. `laws`: what judges each row; `judge`: the verdicts on all rows in one world."""
    rows = in_first_world(laws, judge)
    for choices, clauses in components(laws):
        worlds = [dict(zip(choices, names, strict=True)) for names in product(*(names for _, names in choices))]
        found = [judge(world) for world in worlds]
        for n, (row, law) in enumerate(zip(rows, laws, strict=True)):
            row |= over_worlds(clauses, [in_world[n] for in_world in found], law.doubtful)
    return rows


def over_worlds(clauses: Iterable[str], worlds: Sequence[Verdicts], doubtful: frozenset[str]) -> Verdicts:
    """One verdict for each clause that is judged in some world; of clauses that fail only together, the fewest fail."""
    judged = [clause for clause in clauses if any(clause in world for world in worlds)]
    each = {clause: [world.get(clause, NOT_APPLICABLE) for world in worlds] for clause in judged}
    found = {clause: of_readings(verdicts) for clause, verdicts in each.items()}
    firm = [clause for clause in judged if clause not in doubtful]
    if not any(found[clause] == FAIL for clause in firm):
        failing = [clause for clause in firm if FAIL in each[clause]]
        for size in range(2, len(worlds) + 1):
            for group in combinations(failing, size):
                if all(any(each[clause][n] == FAIL for clause in group) for n in range(len(worlds))):
                    return found | dict.fromkeys(group, FAIL)
    return found | {clause: OPEN for clause in judged if clause in doubtful and found[clause] == FAIL}


def components(laws: Iterable[LawInForce]) -> list[tuple[list[Choice], list[str]]]:
    """The choices that hang together, and the clauses that hang on them, in the order of the law."""
    hanging: dict[str, set[Choice]] = {}
    for law in {id(law): law for law in laws}.values():
        for clause, choices in _hanging(law).items():
            hanging.setdefault(clause, set()).update(choices)
    groups: list[set[Choice]] = []
    for choices in hanging.values():
        if choices:
            joined = [group for group in groups if group & choices]
            groups = [group for group in groups if group not in joined] + [choices.union(*joined)]
    return [(sorted(group), [clause for clause, choices in hanging.items() if choices & group]) for group in groups]


def _hanging(law: LawInForce) -> dict[str, set[Choice]]:
    """Clause → the choices on which its verdict depends: its own, and those of the clauses that decide what it reads."""
    readers: dict[str, set[str]] = {}  # field or wager → the clauses that are about it or read it
    decides: dict[str, set[str]] = {}  # clause → the fields and wagers that it decides
    own: dict[str, Choice] = {}
    for clause, version, _ in law.in_force:
        if choice := choice_of(clause, version):
            own[clause.id] = choice
        decides[clause.id] = {*_decided(law.book, clause, version.check)}
        names = {name for _, check in readings(clause, version) for name in _read(law.book, check)}
        for name in names | {name for name in decides[clause.id] if name != "ranks"}:
            readers.setdefault(name, set()).add(clause.id)
        if clause.kind == "payout":
            readers.setdefault("ranks", set()).add(clause.id)
    found: dict[str, set[Choice]] = {clause: set() for clause in decides}
    for start, choice in own.items():
        waiting = {start}
        while waiting:
            here = waiting.pop()
            if choice not in found[here]:
                found[here].add(choice)
                waiting |= {reader for name in decides[here] for reader in readers.get(name, ())}
    return found


def _decided(book: ResolvedRulebook, clause: ResolvedClause, check: Check) -> Iterator[str]:
    """The field that follows by a clause, what becomes of an irregularity, and the wager that it is about."""
    if clause.kind == "derived":
        yield check.subject.name
    if clause.kind == "irregularity":
        yield "consequence"
    if clause.kind == "rank":
        yield "ranks"
    for name in (check.subject.name, check.subject.of):
        if name in book.names and book.names[name].kind in ("wager", "option"):
            yield f"wager {name}"


def _read(book: ResolvedRulebook, check: Check) -> Iterator[str]:
    """The fields that a check reads."""
    yield from filter(None, [getattr(check.predicate, "by", None)])
    for node in through_terms(book, (check.conditions, check.predicate)):
        if isinstance(node, t.Path):
            yield node.name
        elif isinstance(node, t.CardsNode):
            yield node.of or "cards"
