"""The findings of lint for a terminal: by provision, each with its place, its time and the entries of the register."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.lint.lint import LintData, LintFindingData
from pitboss.reports.color import paint
from pitboss.reports.sanitize import safe
from pitboss.reports.wrap import wrapped


def lint_text(data: LintData, color: bool = False) -> str:
    """`data` is `pitboss.lint/1`."""
    return "".join(line.rstrip() + "\n" for line in _lines(data, color))


def _lines(data: LintData, color: bool) -> Iterator[str]:
    ink, totals = paint(color), data["totals"]
    provision = ""
    for finding in data["findings"]:
        if finding["provision"] != provision:
            provision = finding["provision"]
            yield from (
                ("", ink("bold", provision))
                if provision != data["findings"][0]["provision"]
                else (ink("bold", provision),)
            )
        yield from wrapped(f"  {finding['code']}  ", safe(finding["message"]) + ".")
        yield from wrapped("        ", f"{finding['clause']}{_time(finding)}".strip())
        yield f"        {finding['file']}:{finding['line']}"
        yield from wrapped("        do  ", safe(finding["hint"]))
        known = ", ".join(finding["explained"])
        yield from wrapped("        ", f"explained by {known}" if known else "new: the register has no entry")
    if data["findings"]:
        yield ""
    of = f"subchapter {data['subchapter']}: " if data["subchapter"] else ""
    yield f"{of}{totals['findings']} findings, {totals['explained']} explained by the register and {totals['new']} new"
    counts = ", ".join(f"{code} {n}" for code, n in totals["by_code"].items() if n)
    yield from wrapped("by code: ", counts) if counts else ()
    yield f"of {totals['register_entries']} entries of the register, lint finds {totals['register_found']} by itself"
    if data["not_run"]:
        yield f"not run, because they need --odds: {', '.join(data['not_run'])}"


def _time(finding: LintFindingData) -> str:
    since, until = finding["since"], finding["until"]
    return (f" from {since}" if since else "") + (f" until {until}" if until else "")
