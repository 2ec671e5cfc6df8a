"""A rule that a finding does not fail the check until a date, for a stated reason. The finding keeps its verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ignore:
    """`names` are provisions, sections or clauses. With `select`, it ignores everything that they do not name."""

    names: tuple[str, ...]
    until: str  # the last day of the calendar, not of the law, on which it applies
    reason: str
    written: str  # the option, or the file, that has it
    select: bool = False


@dataclass(frozen=True, slots=True)
class IgnoreUse:
    """What a rule did in a check."""

    rule: Ignore
    expired: bool
    fingerprints: tuple[str, ...]  # of the findings that it ignores, or would ignore if it had not expired


def ignored_data(uses: Iterable[IgnoreUse]) -> list[dict[str, object]]:
    """Return every rule that ignores findings, with their fingerprints, as machine formats and statements list it."""
    return [
        {
            ("select" if use.rule.select else "ignore"): list(use.rule.names),
            "until": use.rule.until,
            "reason": use.rule.reason,
            "written": use.rule.written,
            "expired": use.expired,
            "findings": list(use.fingerprints),
        }
        for use in uses
    ]
