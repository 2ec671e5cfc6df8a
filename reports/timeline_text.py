"""A filing over a span of days, for a terminal: intervals with equal findings, and what appears or disappears between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from pitboss.checker.findings.findings import FLOOR
from pitboss.checker.findings.result import Result
from pitboss.checker.runs.timeline import ABSENT, Timeline
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, NOT_APPLICABLE, OPEN, PASS
from pitboss.reports.color import paint
from pitboss.reports.group_changes import grouped
from pitboss.reports.notice_text import without_tables
from pitboss.reports.sanitize import safe
from pitboss.reports.timeline_changes import flips
from pitboss.reports.view_data import FlipGroup

_VERDICTS = (FAIL, OPEN, NEEDS, APPROVED)


def timeline(checked: Timeline, color: bool = False) -> str:
    return "\n".join(_lines(checked, paint(color))) + "\n"


def _lines(checked: Timeline, tint: Callable[[str, str], str]) -> Iterator[str]:
    by_day: dict[str, list[FlipGroup]] = {}
    for flip in grouped(flips(checked)):
        by_day.setdefault(flip["day"], []).append(flip)
    days = _many(len(checked.judged), "day")
    yield f"{safe(checked.name)} from {checked.first} to {checked.last}: {days} on which something could change"
    pending = list(checked.approvals)
    for interval in checked.intervals:
        yield ""
        span = interval.since if interval.since == interval.until else f"{interval.since} to {interval.until}"
        yield f"{tint('bold', span)}  {tint(FAIL, 'not judged') if interval.not_judged else _counts(interval.result, tint)}"
        if interval.not_judged:
            yield f"  {interval.not_judged}; findings of other dates are not repeated"
        for flip in by_day.get(interval.since, ()):
            yield from _flip(flip, tint)
        while pending and pending[0][0] <= interval.until:
            day, what, approval = pending.pop(0)
            where = (
                f", at table{'s' * (len(approval.tables) > 1)} {_some(list(approval.tables))}"
                if approval.tables
                else ""
            )
            yield f"  {day}  approval {safe(approval.instrument)} of {safe(approval.provision)} {what}{where}"
    yield ""
    yield _summary(checked)


def _flip(flip: FlipGroup, tint: Callable[[str, str], str]) -> Iterator[str]:
    sign = "+" if flip["before"] in (PASS, NOT_APPLICABLE, ABSENT) else "-"
    sign = "~" if flip["before"] in _VERDICTS and flip["after"] in _VERDICTS else sign
    verdicts = f"{flip['before']} → {tint(flip['after'], flip['after'])}"
    cites = ", ".join(flip["provisions"])
    notice = safe(without_tables(flip["notice"]))
    tables = f" at table{'s' * (len(flip['tables']) > 1)} {_some(flip['tables'])}" if flip["tables"] else ""
    yield f"  {sign} {verdicts}  {tint('bold', cites)} {tint('dim', flip['code'].partition('/')[2])}: {notice}"
    places = [safe(f"{p['file']}:{p['line']}:{p['column']}") for p in flip["places"]]
    if places:
        yield f"      {_some(places, 2)}{tables}"
    yield f"      {safe(flip['actual'])}, expected {safe(flip['expected'])}"
    if flip["because"]:
        yield f"      since {_some(flip['because'], 3)}"


def _counts(result: Result, tint: Callable[[str, str], str]) -> str:
    counts = Counter(f.counts_as for f in result.findings)
    counted = [tint(v, f"{counts[v]} {v}") for v in _VERDICTS if counts[v]]
    counted += [f"{counts[FLOOR]} to be seen on the floor"] if counts[FLOOR] else []
    return ", ".join(counted) or tint(PASS, "no findings")


def _summary(checked: Timeline) -> str:
    """When breaches start and end."""
    changes = []
    fails = [any(f.verdict == FAIL for f in i.result.findings) for i in checked.intervals]
    for number, interval in enumerate(checked.intervals):
        if interval.not_judged:
            changes += [f"not judged from {interval.since} on"] if number else []
        elif number and checked.intervals[number - 1].not_judged:
            changes.append(f"{'in breach' if fails[number] else 'no breach'} on {interval.since}")
        elif number and fails[number] and not fails[number - 1]:
            changes.append(f"breaches the law from {interval.since}")
        elif number and fails[number - 1] and not fails[number]:
            changes.append(f"complies again from {interval.since}")
    first = "not judged" if checked.intervals[0].not_judged else "in breach" if fails and fails[0] else "no breach"
    return f"{first} on {checked.first}" + "".join(f"; {s}" for s in changes) + ". Preliminary determination."


def _some(names: list[str], most: int = 8) -> str:
    more = len(names) - most
    return safe(", ".join(names[:most])) + (f" and {more} more" if more > 0 else "")


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
