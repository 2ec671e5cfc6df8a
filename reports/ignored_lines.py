"""The rules that ignore findings in sentences, as checks and audit reports list them."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.checker.findings.ignore import IgnoredData, ignored_by


def ignored_lines(uses: Iterable[IgnoredData], complete: bool = True) -> list[str]:
    """Return a line for the number of ignored findings and one for each rule; none if there is no rule.

    `complete`: the whole filing was judged, so that a rule without findings is not needed.
    """
    rules = list(uses)
    if not rules:
        return []
    many = len(ignored_by(rules))
    lines = [f"{many} finding{'' if many == 1 else 's'} ignored; an ignored finding keeps its verdict and is no pass."]
    unused = "matches no finding; remove it" if complete else "matches no finding, but errors hide a part of the filing"
    for use in rules:
        count = len(use["findings"])
        what = f"all but {', '.join(use['select'])}" if "select" in use else ", ".join(use["ignore"])
        if use["expired"]:
            state = f"expired on {use['until']}; {count} finding{'' if count == 1 else 's'} of it count again"
        else:
            state = f"until {use['until']}, {count} finding{'' if count == 1 else 's'}" if count else unused
        lines.append(f"{what}: {state}: {use['reason']} ({use['written']})")
    return lines
