"""A rule that a finding does not fail the check until a date, for a stated reason. The finding keeps its verdict."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.grammar.quick_start import TYPE_CHECKING, TypedDict, dataclass

if TYPE_CHECKING:
    from typing import NotRequired


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


class IgnoredData(TypedDict):
    """A rule as reports list it; it has either `ignore` or `select`."""

    ignore: NotRequired[list[str]]
    select: NotRequired[list[str]]
    until: str
    reason: str
    written: str
    expired: bool
    findings: list[str]  # fingerprints


def ignored_data(uses: Iterable[IgnoreUse]) -> list[IgnoredData]:
    """Return every rule that ignores findings, with their fingerprints, as machine formats and statements list it."""
    return [_rule(use) for use in uses]


def _rule(use: IgnoreUse) -> IgnoredData:
    rule, names = use.rule, list(use.rule.names)
    named: IgnoredData = {
        "until": rule.until,
        "reason": rule.reason,
        "written": rule.written,
        "expired": use.expired,
        "findings": list(use.fingerprints),
    }
    return {"select": names, **named} if rule.select else {"ignore": names, **named}


def ignored_by(uses: Iterable[IgnoredData]) -> dict[str, IgnoredData]:
    """Return the rule that ignores each finding, by fingerprint: the first one that has not expired."""
    made: dict[str, IgnoredData] = {}
    for use in uses:
        for fingerprint in use["findings"] if not use["expired"] else ():
            made.setdefault(fingerprint, use)
    return made
