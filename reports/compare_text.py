"""The comparison of two runs, for a terminal: new findings first, findings that cannot be compared last."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.checker.runs.compare import STATES, Change, Comparison, Report
from pitboss.checker.runtime.operations import FAIL, NEEDS, OPEN, PASS
from pitboss.reports.color import paint
from pitboss.reports.notice_text import without_tables
from pitboss.reports.sanitize import safe

_COLOR = {"new": FAIL, "changed": NEEDS, "persisting": "dim", "cured": PASS, "not comparable": OPEN}


def compare(found: Comparison, color: bool = False) -> str:
    tint = paint(color)
    lines = [f"old  {_head(found.old)}", f"new  {_head(found.new)}", *(f"     {note}" for note in found.notes)]
    for state in STATES:
        some = [c for c in found.changes if c.state == state]
        if some:
            lines += ["", tint("bold", state)]
        for c in some:
            cites = ", ".join(c.finding.provisions)
            name = safe(c.finding.code.partition("/")[2])
            lines.append(
                f"  {tint(c.finding.verdict, c.finding.verdict)} {tint('bold', safe(cites))} {tint('dim', name)}"
            )
            lines += [f"    {tint('dim', key.rjust(8))}  {safe(value)}" for key, value in _rows(c)]
    counts = [(state, sum(c.state == state for c in found.changes)) for state in STATES]
    counted = ", ".join(tint(_COLOR[state], f"{n} {state}") for state, n in counts if n)
    return "\n".join([*lines, "", f"{counted or 'no findings in either run'}. Preliminary determination."]) + "\n"


def _head(report: Report) -> str:
    return safe(f"{report.name}, as of {report.as_of or 'no day'}, rulebook {report.rulebook[:12]}")


def _rows(c: Change) -> Iterator[tuple[str, str]]:
    if c.finding.notice:
        yield "notice", without_tables(c.finding.notice)
    if c.finding.place:
        yield "at", c.finding.place
    if c.tables:
        yield "tables", ", ".join(c.tables[:8]) + (f" and {len(c.tables) - 8} more" if len(c.tables) > 8 else "")
    if c.points:
        yield "entries", ", ".join(c.points)
    if c.state != "persisting":
        yield "expected", c.finding.expected
        if c.before and c.after and c.before.actual != c.after.actual:
            yield "was", c.before.actual
        yield ("was" if c.state == "cured" else "actual"), c.finding.actual
    if c.why:
        yield "because", c.why + (", and it is worse" if c.worse else "")
    yield "since", c.first_seen
