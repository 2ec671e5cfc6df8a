"""The rules that ignore findings, as lines after the summary of a check."""

from __future__ import annotations

from pitboss.checker.findings.result import Result
from pitboss.reports.sanitize import safe


def ignored_text(result: Result) -> str:
    """Return a line for the number of ignored findings and one for each rule; empty if there is no rule."""
    if not result.ignores:
        return ""
    many = len(result.ignored)
    lines = [f"{many} finding{'' if many == 1 else 's'} ignored; an ignored finding keeps its verdict and is no pass."]
    for use in result.ignores:
        rule, count = use.rule, len(use.fingerprints)
        what = f"all but {', '.join(rule.names)}" if rule.select else ", ".join(rule.names)
        if use.expired:
            state = f"expired on {rule.until}; {count} finding{'' if count == 1 else 's'} of it count again"
        else:
            state = f"until {rule.until}, {count} finding{'' if count == 1 else 's'}" if count else "matches no finding; remove it"
        lines.append(f"  {what}: {state}: {rule.reason} ({rule.written})")
    return "".join(f"{safe(line)}\n" for line in lines)
