"""Formats a verification as JSON (`pitboss.verify/1`): what a statement was compared with, and the differences."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pitboss.checker.runs.verify import Stated, StatementDifference


def verify_json(
    name: str, stated: Stated, found: Iterable[StatementDifference], installed: str, filing: str | None
) -> str:
    listed = list(found)
    made = {
        "schema": "pitboss.verify/1",
        "statement": name,
        "signatures": stated.signatures,
        "signatures_verified": False,
        "rulebook": stated.rulebook,
        "installed": installed,
        "filing": filing,
        "verified": filing is not None and not listed,
        "as_of": stated.as_of,
        "result": stated.result,
        "differences": [{"what": d.what, "stated": d.stated, "found": d.found} for d in listed],
    }
    return json.dumps(made, indent=2, ensure_ascii=True) + "\n"
