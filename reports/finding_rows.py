"""The findings of an audit as rows for a workbook: one each, the most severe first, with room for the licensee's answer."""

from __future__ import annotations

from pitboss.checker.account.audit_data import AuditData, AuditedFinding

_HEAD = (
    "rank", "finding", "verdict", "duty", "section", "provisions", "clause", "headline", "notice", "expected", "actual",
    "why", "cure", "pits", "tables",
    "file", "line", "column", "rule", "approval", "would be otherwise", "fingerprint", "response", "corrective action", "owner", "due",
)  # fmt: skip


def finding_rows(data: AuditData) -> list[tuple[object, ...]]:
    """The names of the columns, then a row for each finding."""
    return [_HEAD, *(_row(f) for f in sorted(data["findings"], key=lambda f: f["rank"]))]


def _row(f: AuditedFinding) -> tuple[object, ...]:
    place = f["place"]
    where = (place["file"], place["line"], place["column"]) if place else ("", "", "")
    otherwise = "; ".join(f"{a['verdict']}, if {a['if']}" for a in f["alternatives"])
    rules = ", ".join(dict.fromkeys(c["source"] for c in f["clauses"]))
    return (
        f["rank"], f["id"], f["verdict"], f["duty"], f["section"], ", ".join(f["cites"]), f["code"], f["headline"], f["notice"],
        f["expected"], f["actual"],
        "; ".join(f["why"]), f["cure"], ", ".join(f["pits"]), ", ".join(f["tables"]), *where,
        rules, f["approval"]["instrument"] if f["approval"] else "", otherwise, f["fingerprint"], "", "", "", "",
    )  # fmt: skip
