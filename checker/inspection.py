"""The inspection: a worksheet of what must be seen on the floor, taken there and read back as attestations.

Each row has an id made of its clause and its table, so that a row that was changed for another is noticed.

>>> row_id("1:2-3.4(a)/lamp_lit", "7") == row_id("1:2-3.4(a)/lamp_lit", "8"), len(clause_id("1:2-3.4(a)/lamp_lit"))
(False, 10)
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

STANDS = "table stands as filed"
BLANK = "blank"


@dataclass(frozen=True, slots=True)
class Seen:
    """Whether a table of the filing stands on the floor as it is filed."""

    table: str
    answer: bool
    by: str
    on: str
    remark: str


@dataclass(frozen=True, slots=True)
class Stranger:
    """A table that was found on the floor and is not in the filing."""

    table: str
    pit: str
    game: str
    by: str
    on: str
    remark: str


@dataclass(frozen=True, slots=True)
class Inspection:
    seen: tuple[Seen, ...] = ()
    strangers: tuple[Stranger, ...] = ()


def clause_id(clause: str) -> str:
    return _hash(clause)


def row_id(clause: str, table: str) -> str:
    """Of a row of the worksheet; without a clause, of the row that asks whether the table stands as filed."""
    return _hash(clause or STANDS, table)


def _hash(*parts: str) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()[:10]
