"""Formats the exclusion matrix as CSV: one row per pair, and one per requirement."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from pitboss.compiler.exclusion.matrix import MatrixData, MatrixNeed

_HEAD = (
    "game", "day", "first", "second", "status", "stated", "how", "clauses", "through", "values", "conditions", "readings",
    "since", "start", "words",
)  # fmt: skip


def matrix_csv(data: MatrixData) -> str:
    """
    >>> reported = {"game": {"name": "tiles"}, "day": "2004-01-01", "pairs": [], "requires": [], "clauses": {}}
    >>> matrix_csv(reported).split(",")[:4]
    ['game', 'day', 'first', 'second']
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEAD)
    writer.writerows(_rows(data))
    return text.getvalue()


def _rows(data: MatrixData) -> Iterator[list[str]]:
    for pair in data["pairs"]:
        if pair["status"] != "required":
            yield _row(data, pair, pair["stated"], pair["status"])
    for need in data["requires"]:
        yield _row(data, need, "", "required" if need["status"] == "required" else "required, open")


def _row(data: MatrixData, pair: MatrixNeed, stated: str, status: str) -> list[str]:
    grounds = pair["grounds"]
    clauses = list(dict.fromkeys(c for g in grounds for c in g["clauses"]))
    known = [data["clauses"][c] for c in clauses]
    values = dict.fromkeys(f"{v['clause']}: {v['field']} {v['is']}" for g in grounds for v in g["values"])
    return [
        data["game"]["name"], data["day"], pair["first"], pair["second"], status, stated,
        _listed(dict.fromkeys(g["how"] for g in grounds)), _listed(clauses),
        _listed(dict.fromkeys(n for g in grounds for n in g["through"])), _listed(values),
        _listed(dict.fromkeys(c for k in known for c in k["conditions"])),
        _listed(dict.fromkeys(f"{r['clause']}: {r['reading']}" for g in grounds for r in g["readings"])),
        min((g["since"] or "" for g in grounds), default=""),
        _listed(dict.fromkeys(k["basis"] for k in known)), " ".join(dict.fromkeys(k["words"] for k in known)),
    ]  # fmt: skip


def _listed(items: Iterable[str]) -> str:
    return "; ".join(items)
