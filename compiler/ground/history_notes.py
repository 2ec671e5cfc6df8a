"""Extracts instruments, days and reporters from history notes in prose.

Two styles: `Amended by R.2006 d.205, effective June 5, 2006.` with `See: 38 N.J.R. 1177(a)` below it, and a bare
`As amended, effective: 10/05/09`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from pitboss.compiler.ground.lines import Line

_MONTHS = ["January", "February", "March", "April", "May", "June", "July"]
_MONTHS += ["August", "September", "October", "November", "December"]
_DAY = rf"(?:(?:{'|'.join(_MONTHS)}) \d{{1,2}}, \d{{4}}|\d{{1,2}}/\d{{1,2}}/\d{{2,4}})"
_SOURCE = re.compile(r"R\.\s?(\d{4}) d\.\s?(\d+)")
_DATED = re.compile(rf"(?P<what>effective|eff\.|operative|expires(?: on)?):? (?P<day>{_DAY})", re.I)
_REPORTER = re.compile(r"(\d+) N\.J\.R\. (\d+)(\([a-z]\))?((?:, \d+\([a-z]\))*)")
_CENTURY = 78  # the chapter is of 1978: 10/19/92 is of 1992, 05/20/07 of 2007


@dataclass(frozen=True, slots=True)
class PrintedItem:
    """One thing that a history note prints: `what` is instrument, day or reporter; an instrument may have a day."""

    what: str
    source: str
    day: date | None
    line: Line

    @property
    def shown(self) -> str:
        return " ".join(x for x in (self.source, self.day.isoformat() if self.day else "") if x)


def printed_notes(lines: Iterable[Line]) -> Iterator[PrintedItem]:
    """
    >>> notes = (Line("a", 1, "Amended by R.2006 d. 205, effective June 5, 2006. See: 38 N.J.R. 11(a), 19(b)."),)
    >>> [(n.what, n.shown) for n in printed_notes(notes)]
    [('instrument', 'R.2006 d.205 2006-06-05'), ('reporter', '38 N.J.R. 11(a)'), ('reporter', '38 N.J.R. 19(b)')]
    """
    for line in lines:
        yield from _in_line(line)


def _in_line(line: Line) -> Iterator[PrintedItem]:
    text = " ".join(line.text.split())
    sources = list(_SOURCE.finditer(text))
    days = [(m.start(), m["what"].lower().rstrip("."), day(m["day"])) for m in _DATED.finditer(text)]
    for index, match in enumerate(sources):
        end = sources[index + 1].start() if index + 1 < len(sources) else len(text)
        mine = [(what, d) for at, what, d in days if match.end() <= at < end]
        effective = next((d for what, d in mine if what in ("effective", "eff")), None)
        yield PrintedItem("instrument", f"R.{match[1]} d.{match[2]}", effective, line)
        yield from (PrintedItem("day", what, d, line) for what, d in mine if what not in ("effective", "eff"))
    first = sources[0].start() if sources else len(text)
    yield from (
        PrintedItem("day", what if what.startswith("exp") else "", d, line) for at, what, d in days if at < first
    )
    for match in _REPORTER.finditer(text):
        yield PrintedItem("reporter", f"{match[1]} N.J.R. {match[2]}{match[3] or ''}", None, line)
        for page in re.findall(r"\d+\([a-z]\)", match[4]):
            yield PrintedItem("reporter", f"{match[1]} N.J.R. {page}", None, line)


def day(text: str) -> date | None:
    """
    >>> day("June 5, 2006"), day("10/19/92"), day("05/20/07")
    (datetime.date(2006, 6, 5), datetime.date(1992, 10, 19), datetime.date(2007, 5, 20))
    """
    try:
        if "/" in text:
            month, of_month, year = map(int, text.split("/"))
            return date(year if year > 99 else year + (1900 if year >= _CENTURY else 2000), month, of_month)
        name, of_month_text, year_text = text.replace(",", "").split()
        return date(int(year_text), _MONTHS.index(name) + 1, int(of_month_text))
    except ValueError:
        return None
