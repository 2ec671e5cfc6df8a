"""What the core and the catalog both say of a clause. Commands that read the catalog alone do not load the core."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    """At what a clause is judged."""

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
    EXCEPT = "except"  # where an exception is provided
