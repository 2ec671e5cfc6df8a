"""The rules that ignore findings in sentences, as checks and audit reports list them."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.checker.findings.ignore import IgnoredData, ignored_by


def ignored_lines(uses: Iterable[IgnoredData]) -> list[str]:
    """Return a line for the number of ignored findings and one for each rule; none if there is no rule."""
    rules = list(uses)
    if not rules:
        return []
    many = len(ignored_by(rules))
    lines = [f"{many} finding{'' if many == 1 else 's'} ignored; an ignored finding keeps its verdict and is no pass."]
    for use in rules:
        count = len(use["findings"])
        what = f"all but {', '.join(use['select'])}" if "select" in use else ", ".join(use["ignore"])
        if use["expired"]:
            state = f"expired on {use['until']}; {count} finding{'' if count == 1 else 's'} of it count again"
        else:
            state = f"until {use['until']}, {count} finding{'' if count == 1 else 's'}" if count else "matches no finding; remove it"
        lines.append(f"{what}: {state}: {use['reason']} ({use['written']})")
    return lines
