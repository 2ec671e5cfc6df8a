"""The comparison of two runs as Markdown, for a pull request: a table for each state, persisting findings folded."""

from __future__ import annotations

import re

from pitboss.checker.runs.compare import STATES, Change, Comparison, Report
from pitboss.reports.notice_text import without_tables
from pitboss.reports.sanitize import safe


def compare_markdown(found: Comparison) -> str:
    counts = [(state, sum(c.state == state for c in found.changes)) for state in STATES]
    counted = ", ".join(f"{n} {state}" for state, n in counts if n) or "no findings in either run"
    lines = [
        f"**{counted}** (preliminary determination)",
        "",
        f"- old: {_head(found.old)}",
        f"- new: {_head(found.new)}",
    ]
    lines += [f"- {_plain(note)}" for note in found.notes]
    for state in STATES:
        some = [c for c in found.changes if c.state == state]
        if not some:
            continue
        folded = state == "persisting"
        lines += ["", f"<details><summary>{state}: {len(some)}</summary>" if folded else f"### {state}", ""]
        lines += [
            "| verdict | provisions | notice | tables | expected | actual | where | since |",
            "|---|---|---|---|---|---|---|---|",
        ]
        lines += [_row(c) for c in some]
        lines += ["", "</details>"] if folded else []
    return "\n".join(lines) + "\n"


def _head(report: Report) -> str:
    return _plain(f"{report.name}, as of {report.as_of or 'no day'}, rulebook {report.rulebook[:12]}")


def _row(c: Change) -> str:
    was = c.before.actual if c.before and c.after and c.before.actual != c.after.actual else ""
    verdict = c.finding.verdict + (f" ({c.why})" if c.why else "")
    tables = ", ".join(c.tables[:8]) + (f" and {len(c.tables) - 8} more" if len(c.tables) > 8 else "")
    actual = c.finding.actual + (f" (was {was})" if was else "")
    cells = (
        verdict,
        ", ".join(c.finding.provisions),
        without_tables(c.finding.notice),
        tables,
        c.finding.expected,
        actual,
        c.finding.place,
        c.first_seen,
    )
    return "| " + " | ".join(_plain(cell) for cell in cells) + " |"


def _plain(text: str) -> str:
    r"""The text of a filing without effect as Markdown: no markup, no link, no mention.

    >>> print(_plain("a|b <i> [x](y) @all https://z"))
    a\|b &lt;i&gt; \[x\](y) &#64;all https&#58;//z
    """
    text = " ".join(safe(text).split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"([\\`*_\[\]|~#!])", r"\\\1", text)
    return text.replace("@", "&#64;").replace("://", "&#58;//").replace("www.", "www&#46;")
