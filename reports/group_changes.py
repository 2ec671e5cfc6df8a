"""Groups findings with the same change at several places, so that a report states the change of one rule once."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.reports.view_data import FlipData, FlipGroup


def grouped(flips: Iterable[FlipData]) -> list[FlipGroup]:
    """One entry for each group, with all of its `tables` and `places`; the rest is from the first flip.

    >>> flip = {"day": "2006-06-05", "before": "pass", "after": "fail", "code": "c", "because": [], "expected": "6", "actual": "5"}
    >>> two = grouped([{**flip, "place": {"line": 1}, "tables": ["1"]}, {**flip, "place": {"line": 2}, "tables": ["2"]}])
    >>> [(f["tables"], f["places"]) for f in two]
    [(['1', '2'], [{'line': 1}, {'line': 2}])]
    """
    same: dict[tuple[str, ...], FlipGroup] = {}
    for f in flips:
        key = (f["day"], f["before"], f["after"], f["code"], f["expected"], f["actual"], *f["because"])
        group = same.setdefault(key, {**f, "tables": [], "places": []})
        group["tables"] += [t for t in f["tables"] if t not in group["tables"]]
        if f["place"] and f["place"] not in group["places"]:
            group["places"].append(f["place"])
    return list(same.values())
