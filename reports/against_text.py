"""The comparison of a check with the earlier run that is its baseline, in one line."""

from __future__ import annotations

from pitboss.checker.findings.result import Result
from pitboss.reports.sanitize import safe


def against_text(result: Result) -> str:
    """Return the comparison with the earlier run, over all findings: those that must be seen on the floor are not listed one by one."""
    a = result.against
    if a is None or not result.clauses:
        return ""
    states = list(result.baseline.values())
    changes = [f"{states.count(s)} {s}" for s in ("new", "changed", "persisting") if s in states]
    changes += [f"{a.cured} cured"] if a.cured else []
    changes += [f"{a.not_comparable} of it not comparable (pitboss compare states why)"] if a.not_comparable else []
    earlier = safe(f"against {a.filing} as of {a.as_of}, rulebook {a.rulebook[:12]}")
    return f"{earlier}: {', '.join(changes) or 'no findings in either'}.\n"
