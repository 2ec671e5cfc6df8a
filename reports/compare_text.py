"""Two runs held against one another, for a terminal: what is new first, what cannot be compared last."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.checker.runs.compare import STATES, Change, Comparison, Report
from pitboss.reports.color import paint
from pitboss.reports.sanitize import safe

_COLOUR = {"new": "fail", "changed": "needs evidence", "persisting": "dim", "cured": "pass", "not comparable": "open"}


def compare(found: Comparison, colour: bool = False) -> str:
    tint = paint(colour)
    lines = [f"old  {_head(found.old)}", f"new  {_head(found.new)}", *(f"     {note}" for note in found.notes)]
    for state in STATES:
        some = [c for c in found.changes if c.state == state]
        if some:
            lines += ["", tint("bold", state)]
        for c in some:
            cites = ", ".join(c.told.provisions)
            name = safe(c.told.code.partition("/")[2])
            lines.append(f"  {tint(c.told.verdict, c.told.verdict)} {tint('bold', safe(cites))} {tint('dim', name)}")
            lines += [f"    {tint('dim', key.rjust(8))}  {safe(value)}" for key, value in _rows(c)]
    counts = [(state, sum(c.state == state for c in found.changes)) for state in STATES]
    told = ", ".join(tint(_COLOUR[state], f"{n} {state}") for state, n in counts if n)
    return "\n".join([*lines, "", f"{told or 'no findings in either run'}. Preliminary determination."]) + "\n"


def _head(report: Report) -> str:
    return safe(f"{report.name}, as of {report.as_of or 'no day'}, rulebook {report.rulebook[:12]}")


def _rows(c: Change) -> Iterator[tuple[str, str]]:
    if c.told.place:
        yield "at", c.told.place
    if c.tables:
        yield "tables", ", ".join(c.tables[:8]) + (f" and {len(c.tables) - 8} more" if len(c.tables) > 8 else "")
    if c.points:
        yield "entries", ", ".join(c.points)
    if c.state != "persisting":
        yield "expected", c.told.expected
        if c.before and c.after and c.before.actual != c.after.actual:
            yield "was", c.before.actual
        yield ("was" if c.state == "cured" else "actual"), c.told.actual
    if c.why:
        yield "because", c.why + (", and it is worse" if c.worse else "")
    yield "since", c.first_seen
