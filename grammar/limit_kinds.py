"""How a limit of a bound relates to the field: the compiler names the relation, the checker compares by it."""

from __future__ import annotations

from enum import StrEnum


class LimitKind(StrEnum):
    """`among` and `not_among` have values; the others an amount."""

    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    EXACTLY = "exactly"
    AMONG = "among"
    NOT_AMONG = "not_among"
