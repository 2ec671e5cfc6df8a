"""The columns of a row of a round that each clause can observe.

>>> row_columns(core.Rulebook("", (), {}, {}, (), (), None, ""))
{}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from pitboss.compiler.model import core, query
from pitboss.compiler.model.footprint import Footprints
from pitboss.compiler.model.memo import once_for_each

_IDENTIFIED_BY = {core.Rows.OWN_SEATS: "player", core.Rows.OWN_BOX: "seat", core.Rows.BOXES: "seat"}


@once_for_each
def row_columns(book: core.Rulebook) -> dict[str, tuple[str, ...]]:
    """By clause that can judge a round: the fields of a row that it can observe; fields with one entry per wager as `field.wager`."""
    footprints = Footprints(book)
    found: dict[str, set[str]] = {}
    for clause in book.clauses:
        for version in clause.versions:
            for reading in version.readings:
                if _is_judged(reading.duty):
                    found.setdefault(clause.id, set()).update(_columns(book, footprints, reading.duty))
    return {clause: tuple(sorted(names)) for clause, names in found.items() if names}


def _is_judged(duty: core.Duty) -> bool:
    match duty:
        case core.Independent() | core.Permitted() | core.Left() | core.Defined() | core.ChanceDuty():
            return False
        case (
            core.Requirement()
            | core.PayoutTable()
            | core.FilingDuty()
            | core.Derives()
            | core.RoundDuty()
            | core.Ordering()
        ):
            return True
    assert_never(duty)


def _columns(book: core.Rulebook, footprints: Footprints, duty: core.Duty) -> Iterator[str]:
    subject = duty.subject
    facts = [query.fact_of(book, subject)] if subject.kind is core.SubjectKind.FIELD else []
    found = footprints.of(*core.expressions(duty), *facts)
    for path in {*found.facts, *((view.hand,) for view in found.views)}:
        if query.of_round(book, path[0]):
            yield ".".join(path)
    for node in query.through_terms(book, *core.expressions(duty)):
        if isinstance(node, core.Fold) and node.rows in _IDENTIFIED_BY:
            yield _IDENTIFIED_BY[node.rows]
    if isinstance(duty, core.LeadsTo):
        yield from ("irregularity", "consequence")
