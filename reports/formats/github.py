"""Formats a check as GitHub annotations: one workflow command in the log of an action for each finding.

GitHub shows ten annotations of a kind per step, in the order of the log. If there are more, the first become annotations and the
others log lines, and the last notice states their number. A finding that an earlier run reported is a notice.
"""

from __future__ import annotations

from pitboss.checker.findings.findings import FLOOR, Finding
from pitboss.checker.findings.ignore import ignored_data
from pitboss.checker.findings.result import Result
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.reports.check_summary import counted
from pitboss.reports.formats import Context
from pitboss.reports.ignored_text import ignored_text
from pitboss.reports.sanitize import safe

_LEVELS = {FAIL: "error", NEEDS: "warning", OPEN: "notice", APPROVED: "notice"}
_SHOWN = 10
_Annotation = tuple[str, str, Place | None, str]  # level, title, place, text


def github(result: Result, context: Context) -> str:
    seen = [f for f in result.findings if f.counts_as == FLOOR]
    annotations = [_fault(p, "error") for p in result.problems] + [
        _fault(p, "warning") for p in result.previous_problems
    ]
    annotations += [_finding(f, result) for f in result.findings if f not in seen]
    if seen:
        cites = ", ".join(dict.fromkeys(cite for f in seen for cite in f.provisions))
        annotations.append(
            ("notice", "to be seen on the floor", None, f"to be seen on the floor and attested: {cites}")
        )
    # The last notice states how many are not shown.
    room = {"error": _SHOWN, "warning": _SHOWN, "notice": _SHOWN - 1}
    commands, rest = [], []
    for each in annotations:
        room[each[0]] -= 1
        commands.append(_command(*each)) if room[each[0]] >= 0 else rest.append(each)
    lines = [*commands, *(_line(*each) for each in rest)]
    if rest:
        left = {level: sum(each[0] == level for each in rest) for level in room}
        counts = ", ".join(f"{n} {level}{'' if n == 1 else 's'}" for level, n in left.items() if n)
        lines.append(
            _command(
                "notice", "not all is shown here", None, f"{counts} not shown as annotations: see the log of this step"
            )
        )
    return (
        "".join(f"{line}\n" for line in lines)
        + counted(result)
        + ignored_text(ignored_data(result.ignores), not result.problems)
    )


def _finding(f: Finding, result: Result) -> _Annotation:
    rows = [
        f.notice,
        *([f"law: {f.law}"] if f.law else []),
        f"expected: {f.expected}",
        f"actual: {f.actual}",
        *(f"why: {w}" for w in f.why),
    ]
    if f.approval:
        rows.append(f"approved: {f.approval.instrument}, until {f.approval.until or 'withdrawn'}")
    elif f.cure:
        rows.append(f"cure: {f.cure}")
    if f.tables:
        rows.append(f"tables: {', '.join(f.tables[:8])}{' and more' if len(f.tables) > 8 else ''}")
    level = _LEVELS[f.verdict] if result.standing(f) == "new" else "notice"
    if rule := result.ignored.get(f.fingerprint):
        level, rows = "notice", [*rows, f"ignored until {rule.until}: {rule.reason}"]
    return level, f"{f.verdict} {', '.join(f.provisions)}", result.places.get(f.path), "\n".join(map(safe, rows))


def _fault(p: Diagnostic, level: str) -> _Annotation:
    """An option of the command line has no place in a file."""
    text = f"{safe(p.message)}\nhelp: {safe(p.help)}" if p.help else safe(p.message)
    return level, p.code, None if p.place.file.startswith("--") else p.place, text


def _command(level: str, title: str, place: Place | None, text: str) -> str:
    properties = {"title": title}
    if place:
        properties = {"file": safe(place.file), "line": str(place.line), "col": str(place.column)} | properties
        properties |= {"endColumn": str(place.end)} if place.end else {}
    text = f"{safe(place.cell)}: {text}" if place and place.sheet else text
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{level} {listed}::{_data(text)}"


def _line(level: str, title: str, place: Place | None, text: str) -> str:
    """A line of the log: it starts with a fixed prefix, so that its content is not executed as a workflow command."""
    return f"{level} {safe(title)}{f' {safe(str(place))}' if place else ''}: " + text.replace("\n", "; ")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
