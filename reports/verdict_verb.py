"""What a verdict says of a clause, as a verb."""

from __future__ import annotations

_VERBS = {
    "fail": "fails",
    "open": "is open",
    "pass": "passes",
    "needs evidence": "needs evidence",
    "approved": "is approved",
}


def verb(verdict: str) -> str:
    """The verb of a verdict.

    >>> verb("fail")
    'fails'
    """
    return _VERBS[verdict]
