"""Rows of one round agree on what the round as a whole has; of what they do not agree on nothing is known.

A field that follows from others is left out: what is recorded of it is compared with what follows, row by row. A round that
names no irregularity had none; of one that names any, the rows that do not name it leave it unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pitboss.checker.rounds.record_format import RecordRow

IRREGULARITY = "irregularity"


def note_on(name: str) -> str:
    """What is to be said of a field on which the rows of a round do not agree."""
    return f"the rows of the round do not agree on {name}, so that nothing is known of it"


def agreeing(rows: Sequence[RecordRow], names: Iterable[str]) -> tuple[list[RecordRow], tuple[str, ...]]:
    """The rows of a round without the fields, among these, on which they do not agree; and these fields."""
    apart = tuple(name for name in names if differ([row.facts.get(name) for row in rows]))
    irregular = any(row.facts.get(IRREGULARITY) is not None for row in rows)
    return [without(row, apart, irregular) for row in rows], apart


def differ(values: Iterable[object]) -> bool:
    """Whether two of the values that are known are not equal.

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
