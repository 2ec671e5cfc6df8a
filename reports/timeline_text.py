"""A filing over a span of days, for a terminal: intervals with equal findings, and what appears or disappears between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from pitboss.checker.findings.result import Result
from pitboss.checker.runs.timeline import Timeline
from pitboss.reports.color import paint
from pitboss.reports.group_changes import grouped
from pitboss.reports.sanitize import safe
from pitboss.reports.timeline_changes import flips

_VERDICTS = ("fail", "open", "needs evidence", "approved")


def timeline(told: Timeline, colour: bool = False) -> str:
    return "\n".join(_lines(told, paint(colour))) + "\n"


def _lines(told: Timeline, tint: Callable[[str, str], str]) -> Iterator[str]:
    by_day: dict[str, list[dict[str, Any]]] = {}
    for flip in grouped(flips(told)):
        by_day.setdefault(flip["day"], []).append(flip)
    yield f"{safe(told.name)} from {told.first} to {told.last}: {_many(len(told.judged), 'day')} on which something could change"
    pending = list(told.approvals)
    for interval in told.intervals:
        yield ""
        span = interval.since if interval.since == interval.until else f"{interval.since} to {interval.until}"
        yield f"{tint('bold', span)}  {tint('fail', 'not judged') if interval.not_judged else _counts(interval.result, tint)}"
        if interval.not_judged:
            yield f"  {interval.not_judged}; findings of other days are neither repeated nor lifted"
        for flip in by_day.get(interval.since, ()):
            yield from _flip(flip, tint)
        while pending and pending[0][0] <= interval.until:
            day, what, approval = pending.pop(0)
            where = (
                f", at table{'s' * (len(approval.tables) > 1)} {_some(list(approval.tables))}"
                if approval.tables
                else ""
            )
            yield f"  {day}  approval {safe(approval.instrument)} of {approval.provision} {what}{where}"
    yield ""
    yield _summary(told)


def _flip(flip: dict[str, Any], tint: Callable[[str, str], str]) -> Iterator[str]:
    sign = "+" if flip["before"] in ("pass", "not applicable", "not in force") else "-"
    sign = "~" if flip["before"] in _VERDICTS and flip["after"] in _VERDICTS else sign
    verdicts = f"{flip['before']} → {tint(flip['after'], flip['after'])}"
    cites = ", ".join(flip["provisions"])
    tables = f" at table{'s' * (len(flip['tables']) > 1)} {_some(flip['tables'])}" if flip["tables"] else ""
    yield f"  {sign} {verdicts}  {tint('bold', cites)} {tint('dim', flip['code'].partition('/')[2])}: {safe(flip['rule'])}"
    places = [safe(f"{p['file']}:{p['line']}:{p['column']}") for p in flip["places"]]
    if places:
        yield f"      {_some(places, 2)}{tables}"
    yield f"      {safe(flip['actual'])}, expected {safe(flip['expected'])}"
    if flip["because"]:
        yield f"      since {_some(flip['because'], 3)}"


def _counts(result: Result, tint: Callable[[str, str], str]) -> str:
    counts = Counter(f.counts_as for f in result.findings)
    told = [tint(v, f"{counts[v]} {v}") for v in _VERDICTS if counts[v]]
    told += [f"{counts['floor']} to be seen on the floor"] if counts["floor"] else []
    return ", ".join(told) or tint("pass", "no findings")


def _summary(told: Timeline) -> str:
    """When it stops being lawful, and when it is lawful again."""
    said = []
    fails = [any(f.verdict == "fail" for f in i.result.findings) for i in told.intervals]
    for number, interval in enumerate(told.intervals):
        if interval.not_judged:
            said += [f"not judged from {interval.since} on"] if number else []
        elif number and told.intervals[number - 1].not_judged:
            said.append(f"{'in breach' if fails[number] else 'without a breach'} on {interval.since}")
        elif number and fails[number] and not fails[number - 1]:
            said.append(f"stops being lawful on {interval.since}")
        elif number and fails[number - 1] and not fails[number]:
            said.append(f"is without a breach again on {interval.since}")
    first = "not judged" if told.intervals[0].not_judged else "in breach" if fails and fails[0] else "without a breach"
    return f"{first} on {told.first}" + "".join(f"; {s}" for s in said) + ". Preliminary determination."


def _some(names: list[str], most: int = 8) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
