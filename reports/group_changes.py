"""Flips that differ only in where they are, as one: a floor on which one rule turns is told in one entry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def grouped(flips: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each with the `places` of all, told in the first one's words.

    >>> flip = {"day": "2006-06-05", "before": "pass", "after": "fail", "code": "c", "because": [], "expected": "6", "actual": "5"}
    >>> two = grouped([{**flip, "place": {"line": 1}, "tables": ["1"]}, {**flip, "place": {"line": 2}, "tables": ["2"]}])
    >>> [(f["tables"], f["places"]) for f in two]
    [(['1', '2'], [{'line': 1}, {'line': 2}])]
    """
    same: dict[tuple[object, ...], dict[str, Any]] = {}
    for flip in flips:
        key = (*(flip[k] for k in ("day", "before", "after", "code", "expected", "actual")), *flip["because"])
        known = same.setdefault(key, {**flip, "tables": [], "places": []})
        known["tables"] += [t for t in flip["tables"] if t not in known["tables"]]
        known["places"] += [flip["place"]] if flip["place"] and flip["place"] not in known["places"] else []
    return list(same.values())
