"""Removes the shared facts of a round on which its rows disagree; those facts are then unknown.

A derived field is left out: its recorded value is compared with the derived one, row by row. A round that
names no irregularity had none; if some row names one, it is unknown in the rows that do not name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pitboss.checker.rounds.record_format import RecordRow

IRREGULARITY = "irregularity"


def note_on(name: str) -> str:
    """The note on a field on which the rows of a round disagree."""
    return f"the rows of the round do not agree on {name}, so that nothing is known of it"


def agreeing(rows: Sequence[RecordRow], names: Iterable[str]) -> tuple[list[RecordRow], tuple[str, ...]]:
    """The rows of a round without those of these fields on which they disagree; and the disputed fields."""
    apart = tuple(name for name in names if differ([row.facts.get(name) for row in rows]))
    irregular = any(row.facts.get(IRREGULARITY) is not None for row in rows)
    return [without(row, apart, irregular) for row in rows], apart


def differ(values: Iterable[object]) -> bool:
    """Whether two of the known values differ.

    >>> differ([5, None, 5]), differ([5, 6])
    (False, True)
    """
    known = [value for value in values if value is not None]
    return any(value != known[0] for value in known)


def without(row: RecordRow, names: Iterable[str], irregular: bool) -> RecordRow:
    """The row without these fields. `irregular`: whether its round names an irregularity."""
    gone = {*names}
    facts = {name: value for name, value in row.facts.items() if name not in gone}
    return replace(row, facts={IRREGULARITY: None, **facts} if irregular else facts)
