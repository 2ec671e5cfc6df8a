"""What limits a result as a whole: approvals that only the filing states, and errors of the previous filing."""

from __future__ import annotations

from collections.abc import Mapping


def remarks(filed_approvals: Mapping[str, int], limits: int) -> list[str]:
    """Return the sentences that follow the counts; `limits`: the number of errors of the previous filing.

    >>> remarks({"instruments": 1, "findings": 2, "clauses": 0}, 0)
    ['The verdicts rest on 1 approval that only the filing states.']
    >>> remarks({"instruments": 0, "findings": 0, "clauses": 0}, 2)
    ['Changes are known only in part: the previous filing has 2 errors.']
    """
    approvals, errors = filed_approvals["instruments"], f"{limits} error{'s' * (limits != 1)}"
    made = [f"The verdicts rest on {approvals} approval{'s' * (approvals != 1)} that only the filing states."]
    return made[: bool(approvals)] + (
        [f"Changes are known only in part: the previous filing has {errors}."] if limits else []
    )
