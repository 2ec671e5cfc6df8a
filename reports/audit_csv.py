"""The findings of an audit as CSV, for a workbook: one row each, and room for the licensee's answer."""

from __future__ import annotations

from pitboss.checker.account.audit_data import AuditData, AuditedFinding
from pitboss.reports.csv_text import csv_text

_HEAD = (
    "finding", "verdict", "section", "provisions", "clause", "headline", "notice", "expected", "actual", "why", "cure", "pits", "tables",
    "file", "line", "column", "rule", "approval", "would be otherwise", "fingerprint", "response", "corrective action", "owner", "due",
)  # fmt: skip


def audit_csv(data: AuditData) -> str:
    return csv_text([_HEAD, *(_row(f) for f in data["findings"])])


def _row(f: AuditedFinding) -> tuple[object, ...]:
    place = f["place"]
    where = (place["file"], place["line"], place["column"]) if place else ("", "", "")
    otherwise = "; ".join(f"{a['verdict']}, if {a['if']}" for a in f["alternatives"])
    rules = ", ".join(dict.fromkeys(c["source"] for c in f["clauses"]))
    return (
        f["id"], f["verdict"], f["section"], ", ".join(f["cites"]), f["code"], f["headline"], f["notice"], f["expected"], f["actual"],
        "; ".join(f["why"]), f["cure"], ", ".join(f["pits"]), ", ".join(f["tables"]), *where,
        rules, f["approval"]["instrument"] if f["approval"] else "", otherwise, f["fingerprint"], "", "", "", "",
    )  # fmt: skip
