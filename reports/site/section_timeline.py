"""The timeline of a section: the days of its notes, and the spans of the versions of each provision that changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import TypedDict

from pitboss.compiler.catalog.history import DayData, HistoryData
from pitboss.compiler.model.catalog_entries import ClauseEntry, ProvisionEntry, SectionEntry, VersionEntry
from pitboss.compiler.model.clause_terms import Basis
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.reports.site.links import anchor, clause_anchor

_NAMES = {
    "adoption": "adopted", "amendments": "amended", "readoptions": "readopted", "experiments": "experiment", "repeals": "repealed",
    "petitions": "petition", "recodifications": "recodified", "corrections": "corrected", "operative days": "operative",
    "editions": "print", "expiry": "text expires", "remarks": "remark",
}  # fmt: skip
_FIRST, _LAST = date(1978, 1, 1), date(2012, 1, 1)  # if no day is known


class YearTick(TypedDict):
    """A year on the scale."""

    at: float
    label: str


class EventView(TypedDict):
    """A day of a note."""

    at: float
    day: str
    kinds: list[str]
    sources: list[str]


class BarView(TypedDict):
    """The span of versions of a provision."""

    at: float
    width: float
    lane: int
    since: str
    until: str
    to: str
    inferred: bool
    words: list[str]


class LaneView(TypedDict):
    """A provision that has changed."""

    label: str
    cite: str
    to: str
    lanes: int
    bars: list[BarView]


class TimelineView(TypedDict):
    """The drawing of a section."""

    first: str
    last: str
    end: float
    ticks: list[YearTick]
    events: list[EventView]
    rows: list[LaneView]
    steady: int


def timeline(history: HistoryData, section: SectionEntry, expires: str | None) -> TimelineView:
    """The drawing of a section, its positions in percent of the width. `history`: `pitboss.history/1` of the section.

    >>> section = SectionEntry("1:1-9.1", "Tiles", None, "2001-07-02", "t.rules")
    >>> drawn = timeline({"timeline": [{"day": "2004-01-01", "events": [], "starts": [], "ends": []}]}, section, "2005-01-01")
    >>> drawn["ticks"][0], drawn["end"], drawn["rows"]
    ({'at': 0.0, 'label': '2001'}, 80.01, [])
    """
    days = [d["day"] for d in history["timeline"]] + [d for d in (section.adopted, expires) if d]
    first = date(int(min(days)[:4]), 1, 1) if days else _FIRST
    last = date(int(max(days)[:4]) + 1, 1, 1) if days else _LAST
    scale = _TimeScale(first, last)
    end = scale.at(expires) if expires else 100.0
    rows = [row for p in section.provisions for row in _row(p, section, scale, end)]
    return {
        "first": first.isoformat(), "last": last.isoformat(), "end": end,
        "ticks": [{"at": scale.at(f"{year}-01-01"), "label": str(year)} for year in _years(first.year, last.year)],
        "events": list(_events(history["timeline"], scale)),
        "rows": rows,
        "steady": sum(bool(_rules(p)) for p in section.provisions) - len(rows),
    }  # fmt: skip


class _TimeScale:
    def __init__(self, first: date, last: date) -> None:
        self.first, self.days = first, (last - first).days

    def at(self, day: str) -> float:
        return round(min(max((date.fromisoformat(day) - self.first).days / self.days, 0), 1) * 100, 2)


def _years(first: int, last: int) -> Iterable[int]:
    step = 10 if last - first > 24 else 5 if last - first > 12 else 2 if last - first > 6 else 1
    return [first, *(y for y in range(first + 1, last) if not y % step and y - first > step / 2)]


def _events(days: list[DayData], scale: _TimeScale) -> Iterator[EventView]:
    for day in days:
        kinds = list(dict.fromkeys(happened(e["kind"]) for e in day["events"]))
        if kinds:
            sources = dict.fromkeys(e["source"] for e in day["events"] if e["source"])
            yield {"at": scale.at(day["day"]), "day": day["day"], "kinds": kinds, "sources": list(sources)}


def happened(kind: str) -> str:
    """The event on the day of a note of this kind.

    >>> happened("amendments"), happened("end of experiments")
    ('amended', 'end of experiment')
    """
    ended, _, name = kind.rpartition("end of ")
    return ("end of " if ended or kind.startswith("end of ") else "") + _NAMES.get(name, name)


def _rules(provision: ProvisionEntry) -> list[ClauseEntry]:
    return [c for c in provision.clauses if c.kind not in (ClauseKind.DEFINITION, ClauseKind.OUTCOME, ClauseKind.RANK)]


def _row(provision: ProvisionEntry, section: SectionEntry, scale: _TimeScale, end: float) -> Iterator[LaneView]:
    """The row of a provision; none if it has not changed since the section was adopted."""
    spans: dict[tuple[str, str], list[tuple[ClauseEntry, VersionEntry]]] = {}
    for clause in _rules(provision):
        for version in clause.versions:
            key = (version.since or section.adopted or "", version.until or "")
            spans.setdefault(key, []).append((clause, version))
    if not spans or set(spans) == {(section.adopted or "", "")}:
        return
    lanes: list[str] = []
    bars: list[BarView] = []
    for (since, until), versions in sorted(spans.items()):
        free = (n for n, taken in enumerate(lanes) if taken and taken <= since)
        lane = next(free, len(lanes))
        lanes[lane : lane + 1] = [until]
        at = scale.at(since) if since else 0.0
        bars.append({
            "at": at, "width": round((scale.at(until) if until else end) - at, 2), "lane": lane,
            "since": since, "until": until, "to": clause_anchor(provision.label, versions[0][0].name),
            "inferred": any(v.basis is Basis.INFERRED for _, v in versions),
            "words": [v.words for _, v in versions],
        })  # fmt: skip
    yield {
        "label": provision.label,
        "cite": provision.cite,
        "to": anchor(provision.label),
        "lanes": len(lanes),
        "bars": bars,
    }
