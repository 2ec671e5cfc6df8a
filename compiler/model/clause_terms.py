"""Terms of a clause that the core and the catalog share. Commands that read only the catalog do not load the core."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    """The scope in which a clause is judged."""

    LICENSEE = "licensee"
    PIT = "pit"
    TABLE = "table"
    SAME = "same"  # tables together
    EVENT = "event"
    ROUND = "round"
    NONE = "none"


class Basis(StrEnum):
    """How well the start of a version is established."""

    FIRM = "firm"
    INFERRED = "inferred"
    PRESUMED = "presumed"


class CitationRole(StrEnum):
    """Why a clause cites a provision."""

    PER = "per"
    DESPITE = "despite"  # the clause prevails over the provision cited
    EXCEPT = "except"  # the provision contains an exception
