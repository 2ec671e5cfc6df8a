"""The facts of a round that its rows share: what one row records holds for all of them, and what they disagree on is unknown.

A field that the law of the day derives is left out: what a row records of it is compared with what follows. An irregularity is of the
row that names it, since it may be of the cards of one seat. A round that names none had none; if some row names one, it is unknown in
the rows that name none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pitboss.checker.rounds.law_index import ActiveTableLaw
from pitboss.checker.rounds.record_format import RecordRow
from pitboss.checker.runtime.operations import Facts

IRREGULARITY = "irregularity"


def note_on(name: str) -> str:
    """The note on a field on which the rows of a round disagree."""
    return f"the rows of the round do not agree on {name}, so that nothing is known of it"


def shared_by(laws: Iterable[ActiveTableLaw | str]) -> tuple[str, ...]:
    """The facts that the rows of a round share, under the laws that judge them."""
    first, *others = dict.fromkeys(() if isinstance(law, str) else law.shared for law in laws)
    return tuple(name for name in first if all(name in other for other in others))


def agreeing(rows: Sequence[RecordRow], names: Iterable[str]) -> tuple[list[RecordRow], tuple[str, ...]]:
    """The rows of a round, each with those of these fields that any row records; and the fields on which they disagree."""
    if len(rows) == 1:
        return [*rows], ()
    recorded = {name: [value for row in rows if (value := row.facts.get(name)) is not None] for name in names}
    shared = {name: None if _differ(values) else values[0] for name, values in recorded.items() if values}
    irregular = any(row.facts.get(IRREGULARITY) is not None for row in rows)
    return [sharing(row, shared, irregular) for row in rows], tuple(n for n, value in shared.items() if value is None)


def _differ(values: list[object]) -> bool:
    return any(value != values[0] for value in values)


def sharing(row: RecordRow, shared: Facts, irregular: bool) -> RecordRow:
    """The row with these facts; one without a value is unknown. `irregular`: whether its round names an irregularity."""
    facts = {name: value for name, value in row.facts.items() if name not in shared}
    facts |= {name: value for name, value in shared.items() if value is not None}
    return replace(row, facts={IRREGULARITY: None, **facts} if irregular else facts)
