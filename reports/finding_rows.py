"""The findings of an audit as rows for a workbook: one each, the most severe first, with room for the licensee's answer."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.checker.account.audit_data import AuditData, AuditedFinding
from pitboss.checker.findings.ignore import IgnoredData, ignored_by

_HEAD = (
    "rank", "finding", "verdict", "duty", "section", "provisions", "clause", "headline", "notice", "expected", "actual",
    "why", "cure", "pits", "tables",
    "file", "line", "column", "rule", "approval", "would be otherwise", "fingerprint", "ignored",
    "response", "corrective action", "owner", "due",
)  # fmt: skip


def finding_rows(data: AuditData) -> list[tuple[object, ...]]:
    """The names of the columns, then a row for each finding."""
    rules = ignored_by(data["ignored"])
    return [_HEAD, *(_row(f, rules) for f in sorted(data["findings"], key=lambda f: f["rank"]))]


def _row(f: AuditedFinding, rules: Mapping[str, IgnoredData]) -> tuple[object, ...]:
    place = f["place"]
    cell = f":{place['cell']}" if place and place.get("cell") else ""
    where = (place["file"] + cell, place["line"], place["column"]) if place else ("", "", "")
    otherwise = "; ".join(f"{a['verdict']}, if {a['if']}" for a in f["alternatives"])
    sources = ", ".join(dict.fromkeys(c["source"] for c in f["clauses"]))
    return (
        f["rank"], f["id"], f["verdict"], f["duty"], f["section"], ", ".join(f["cites"]), f["code"], f["headline"], f["notice"],
        f["expected"], f["actual"],
        "; ".join(f["why"]), f["cure"], ", ".join(f["pits"]), ", ".join(f["tables"]), *where,
        sources, f["approval"]["instrument"] if f["approval"] else "", otherwise, f["fingerprint"], _ignored(rules.get(f["fingerprint"])),
        "", "", "", "",
    )  # fmt: skip


def _ignored(rule: IgnoredData | None) -> str:
    return f"until {rule['until']}: {rule['reason']}" if rule else ""
