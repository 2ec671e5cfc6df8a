"""An audit of rounds as CSV: a row for each finding, then one for each clause that lacks a field in some rows."""

from __future__ import annotations

import csv
import io

from pitboss.checker.rounds.audit import Audit
from pitboss.checker.runtime.operations import NEEDS
from pitboss.reports.sanitize import safe

_HEAD = (
    "verdict", "provision", "clause", "round", "table", "moment", "seat", "hand", "place", "expected", "actual",
    "facts", "lawful", "departure", "per", "print", "kind", "readings",
)  # fmt: skip


def rounds_csv(result: Audit) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEAD)
    for f in result.findings:
        facts = "; ".join(f"{fact.name} {fact.value}" for fact in f.facts)
        cells = (
            f.verdict, f.cite, f.clause, f.round, f.table, f.moment, f.seat, f.hand, f.place, f.expected, f.actual,
            facts, "; ".join(f.lawful), "yes" if f.departs else "", "; ".join(f.per),
            result.clauses[f.clause].older_print(f.moment[:10]), f.kind,
            "; ".join(f"{r.name}: {r.verdict}, {r.expected}" for r in f.readings),
        )  # fmt: skip
        writer.writerow([_cell(text) for text in cells])
    for clause, lacks in result.missing.items():
        facts = "; ".join(f"{name} missing in {many}" for name, many in lacks)
        rows = dict(dict(result.counts)[clause]).get(NEEDS, 0)
        cite = result.clauses[clause].cite
        empty = [""] * 6  # it has no round, table, moment, seat, hand and place of its own
        writer.writerow([NEEDS, cite, clause, *empty, "", f"{rows} rows", _cell(facts), "", "", "", "", "", ""])
    return out.getvalue()


def _cell(text: str) -> str:
    """Prevent a spreadsheet from reading a recorded value as a formula."""
    text = safe(text)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
