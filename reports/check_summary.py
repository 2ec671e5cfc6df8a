"""A check in a line: the number of findings of each kind, what was judged, the day, and the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from pitboss.checker.findings.result import Result
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN, PASS
from pitboss.reports.remarks import remarks

_COUNTED = (FAIL, OPEN, NEEDS, APPROVED)  # items that must be seen on the floor have a line of their own


def counted(result: Result, tint: Callable[[str, str], str] = lambda style, text: text) -> str:
    """
    >>> counted(Result("a.yaml", "2007-01-01", "c77e", (), 1, 2, {}, (), (), {}))
    'no findings: 1 table, 2 clauses, as of 2007-01-01, rulebook c77e. Preliminary determination.\\n'
    >>> counted(Result("a.yaml", "", "c77e", (), 0, 0, {}, (), (), {}))
    'nothing was judged.\\n'
    """
    if not result.clauses:
        return "nothing was judged.\n"
    counts = Counter(f.counts_as for f in result.findings)
    counts_text = ", ".join(tint(v, f"{counts[v]} {v}") for v in _COUNTED if counts[v]) or tint(PASS, "no findings")
    tables, clauses = (
        f"{n} {what}{'' if n == 1 else 's'}" for n, what in ((result.tables, "table"), (result.clauses, "clause"))
    )
    over = f"{tables}, {clauses}, as of {result.as_of}, rulebook {result.rulebook[:12]}"
    stated = [
        f"{counts_text}: {over}. Preliminary determination.",
        *remarks(result.filed_approvals(), len(result.previous_problems)),
    ]
    return " ".join(stated) + "\n"
