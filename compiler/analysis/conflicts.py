"""R210: a filing can comply with all clauses in force on one day together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import assert_never

from pitboss.compiler.exclusion.encoding import EncodedFacts, Encoding
from pitboss.compiler.model import core
from pitboss.compiler.model.citations import resolved
from pitboss.compiler.model.core import CitationRole, Compare, Lookup, Need
from pitboss.grammar.diagnostics import Diagnostic, Place

_Dated = tuple[core.Clause, core.Version]
_Topic = tuple[object, ...]


def conflicting_clauses(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report pairs of clauses on one subject that no filing can satisfy together, unless one takes precedence over the other."""
    topics: dict[_Topic, list[_Dated]] = {}
    limits = ComparedLimits(book)
    for clause in book.clauses:
        for version in clause.versions:
            for about in dict.fromkeys(topic(reading.duty) for reading in version.readings):
                if about:
                    topics.setdefault(about, []).append((clause, version))
    entries = {(entry.place, section.citation): entry for section in book.sections for entry in section.entries}
    for found in topics.values():
        for (a, before), (b, after) in combinations(found, 2):
            if before.place == after.place or not before.overlaps(after) or not _one_game(a, b):
                continue
            pairs = [(x.duty, y.duty) for x in before.readings for y in after.readings]
            if all(limits.collide(x, y) for x, y in pairs) and not _ordered(entries, (a, before), (b, after)):
                yield Diagnostic(
                    "R210", f"no filing can satisfy this together with {a.provision}", after.place,
                    (("the other clause", before.place),),
                    "state in one of them where it gives way: `except when ... per`, or dates",
                )  # fmt: skip


def topic(duty: core.Duty) -> _Topic:
    """The topic of a duty: only duties on one topic can conflict. Empty for duties that are not compared."""
    subject = (duty.subject.name, duty.subject.of, duty.subject.where)
    match duty:
        case core.Requirement(need=Need.BOUND | Need.ELECTION, holds=holds):
            by_table = isinstance(holds, Compare) and isinstance(holds.right, Lookup)
            return () if by_table else ("bound", *subject)
        case core.PayoutTable(by=None):
            return ("pays", *subject)
        case core.Requirement(need=Need.OFFER | Need.NO_OFFER):
            return ("offered", *subject)
        case core.Requirement(need=Need.BARS, holds=core.Not(core.Offered(other))):
            return ("together", *subject, other)
        case core.Requirement(need=Need.REQUIRES, holds=core.Offered(other)):
            return ("together", *subject, other)
        case (
            core.Requirement()
            | core.PayoutTable()
            | core.Authority()
            | core.Notice()
            | core.SameAcross()
            | core.Attested()
            | core.Posted()
            | core.Approved()
            | core.Derives()
            | core.RoundDuty()
            | core.ChanceDuty()
            | core.DeclaredDuty()
        ):
            return ()
    assert_never(duty)


def _one_game(a: core.Clause, b: core.Clause) -> bool:
    return a.game == b.game or None in (a.game, b.game)


class ComparedLimits:
    """What the duties of one rulebook demand of one subject. Of a set, a list or a map, a demand limits each value."""

    def __init__(self, book: core.Rulebook) -> None:
        self._conditions, self._values = Encoding(book), Encoding(book, EncodedFacts.ELEMENTS)

    def collide(self, a: core.Duty, b: core.Duty) -> bool:
        """Whether no value satisfies both, wherever one of them applies."""
        return not self._allow(a, True, b, True) and (self._implies(a, b) or self._implies(b, a))

    def idle(self, wide: core.Duty, strict: core.Duty) -> bool:
        """Whether the second duty applies wherever the first one does, and allows fewer values."""
        implied = not self._allow(strict, True, wide, False) and self._allow(wide, True, strict, False)
        return implied and self._implies(wide, strict)

    def _allow(self, a: core.Duty, met: bool, b: core.Duty, also_met: bool) -> bool:
        """Whether some value meets the first duty, or breaches it, and meets or breaches the second."""
        return self._values.possible(self._values.demand(a, met), self._values.demand(b, also_met))

    def _implies(self, a: core.Duty, b: core.Duty) -> bool:
        """Whether the second duty applies wherever the first one does, which it does somewhere."""
        applies = self._conditions.applies(a)
        return self._conditions.possible(applies) and not self._conditions.possible(applies, self._conditions.exempt(b))


def _ordered(entries: dict[tuple[Place, str], core.Entry], one: _Dated, two: _Dated) -> bool:
    """Whether the law states which of two clauses prevails."""
    (a, before), (b, after) = one, two
    first, second = entries.get((before.place, a.section)), entries.get((after.place, b.section))
    if first is None or second is None:
        return False
    return _gives_way(first, a.section, second, b.section) or _gives_way(second, b.section, first, a.section)


def _gives_way(one: core.Entry, section: str, two: core.Entry, other: str) -> bool:
    for citation in one.citations:
        if citation.role is CitationRole.PER:
            continue
        cited, label = resolved(citation.reading or citation.printed, section)
        if cited == other and (not label or two.label.startswith(label) or label.startswith(two.label)):
            return True
    return False
