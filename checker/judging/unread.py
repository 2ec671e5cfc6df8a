"""Figures and equipment that are filed and on which no clause decides: they are judged open, so that nothing filed is ignored.

The payouts of an offer are decided on where a clause on their figures applies. Of any other field, and of equipment that
is present, it is enough that a clause of the game in force reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.checker.judging.partition import Group, Partition, numbers_of
from pitboss.checker.runtime.operations import ClauseScope, CompiledClause, FactPath, Facts
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.grammar.quick_start import dataclass

PAYS = ("payouts", "selection")
_SHAPE = frozenset({  # what is no figure: the structure of the facts, and what statements and other tables add
    "game", "offers", "equipment", "variation", "closed", "at_once", "part",
    "attested", "posted", "approved", "licensee_offers", "pit_offers",
})  # fmt: skip
_BY_READER = ("paytable", "payout_stakes")  # which figures of an offer are meant, and for which stakes


@dataclass(frozen=True, slots=True)
class Unread:
    """A filed figure, or equipment that is present, on which no clause decides at some tables."""

    fact: FactPath
    groups: tuple[Group, ...]
    idle: tuple[str, ...]  # provisions whose clauses decide on it where they apply; they do not apply here
    elsewhere: tuple[str, ...]  # what the clause on the game cites and is not available


class Deciders:
    """Which clauses decide on the figures of one game, and where they apply."""

    def __init__(self, clauses: Iterable[CompiledClause]) -> None:
        self._elsewhere: tuple[str, ...] = ()
        self._known = True  # what every clause reads
        self._by_fact: dict[FactPath, list[CompiledClause]] = {}
        self._applied: dict[FactPath, list[tuple[Group, ...]]] = {}
        for clause in clauses:
            self._known &= clause.footprint is not None
            if clause.kind == ClauseKind.AUTHORITY and clause.subject == ("game",):
                self._elsewhere = clause.elsewhere
            for fact in clause.footprint or ():
                if fact[2:] not in _PAID or clause.scope == ClauseScope.TABLE and clause.kind != ClauseKind.POSTING:
                    self._by_fact.setdefault(fact, []).append(clause)

    def applies(self, clause: CompiledClause, groups: tuple[Group, ...]) -> None:
        """Note that a clause at tables applies to these groups."""
        for fact in clause.footprint or ():
            if fact[2:] in _PAID and clause.kind != ClauseKind.POSTING:
                self._applied.setdefault(fact, []).append(groups)

    def unread(self, partition: Partition) -> Iterator[Unread]:
        """The figures that these tables file and on which no clause decides."""
        for fact in partition.everything() if self._known else ():
            known = self._by_fact.get(fact, [])
            if not _is_figure(fact) or known and fact[2:] not in _PAID:
                continue
            decided = numbers_of(self._applied.get(fact, ()))
            groups = tuple(g for g in partition.groups if g.number not in decided and _filed(g.facts, fact))
            if groups:
                yield Unread(fact, groups, tuple(dict.fromkeys(clause.cite for clause in known)), self._elsewhere)


_PAID = tuple((name,) for name in PAYS)


def _is_figure(fact: FactPath) -> bool:
    if fact[0] == "offers":
        return len(fact) == 3 and fact[2] not in _BY_READER
    if fact[0] == "equipment":
        return len(fact) == 2
    return fact[0] not in _SHAPE


def _filed(facts: Facts, fact: FactPath) -> bool:
    value: object = facts
    for name in fact:
        value = value.get(name) if isinstance(value, dict) else None
    return value is True if fact[0] == "equipment" else value is not None
