"""A filing as a workbook: written, read back, it gets the same verdicts; findings and faults name sheet and cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.product import (
    Filing,
    Vocabulary,
    assemble,
    filing_workbook,
    judge,
    load_rulebook,
    read,
    with_columns,
)
from tests.support.tile_filings import VOCABULARY, cases, whole, write_files

pytest.importorskip("openpyxl", reason="NOT RUN: no openpyxl here")
ROOT = Path(__file__).parents[2]
LISTS = ("pits", "statements", "events", "attestations", "approvals", "documents")


def combined(path: Path, vocabulary: Vocabulary) -> dict[str, Any]:
    """The filing of a folder as one mapping, its lists of tables in place."""
    source, _ = with_columns(read(path), vocabulary)
    sheets = {Path(d.name).name: d.data for d in source.documents if isinstance(d.data, list)}
    made: dict[str, Any] = {}
    for data in (d.data for d in source.documents if isinstance(d.data, dict)):
        for key, value in data.items():
            if key in LISTS:
                made.setdefault(key, []).extend(value if isinstance(value, list) else [])
            else:
                for name, entry in (value or {}).items():
                    known = made.setdefault(key, {}).setdefault(name, entry)
                    if isinstance(entry, dict):
                        known.update(entry)
    for pit in made["pits"]:
        listed = pit["tables"] if isinstance(pit["tables"], list) else [pit["tables"]]
        pit["tables"] = [
            t for row in listed for t in (cells(sheets[Path(row["file"]).name]) if "file" in row else [row])
        ]
    return made


def cells(rows: Any) -> list[Any]:
    return [
        {k: [part.strip() for part in v.split(";")] if isinstance(v, str) and ";" in v else [v] if k in ("wagers", "options") else v
         for k, v in row.items()} for row in rows
    ]  # fmt: skip


def verdicts(documents: Any, vocabulary: Vocabulary, day: str) -> Any:
    filing, faults = assemble(documents, vocabulary)
    judged = judge(filing, load_rulebook()[0], day).verdicts
    found = sorted((v.clause.id, str(v.verdict), tuple(t.number for t in v.tables), v.name) for v in judged)
    return found, sorted((f.code, f.message) for f in faults)


@pytest.mark.parametrize("name", sorted(p.name for p in (ROOT / "examples").iterdir()))
def test_an_example_gets_the_same_verdicts_from_its_workbook(name: str, tmp_path: Path) -> None:
    _, vocabulary = load_rulebook()
    source, _ = with_columns(read(ROOT / "examples" / name), vocabulary)
    data = combined(ROOT / "examples" / name, vocabulary)
    (tmp_path / "filing.xlsx").write_bytes(filing_workbook(data, vocabulary))
    back = read(tmp_path / "filing.xlsx")
    assert back.problems == ()
    back, faults = with_columns(back, vocabulary)
    assert faults == ()
    day = str(data["submission"]["effective"])
    assert verdicts(back.documents, vocabulary, day) == verdicts(source.documents, vocabulary, day)


def content(filing: Filing) -> Any:
    """What a filing states, without where."""
    tables = [(t.number, t.pit, t.game, t.variants) for t in filing.tables]
    attested = [(a.provision, a.tables, a.answer, a.basis, a.by, a.on, a.note) for a in filing.attestations]
    approved = [
        (a.instrument, a.digest, a.provision, a.tables, a.value, a.since, a.until, a.conditions) for a in filing.approvals
    ]
    events, papers = [(e.id, e.facts) for e in filing.events], [(d.name, d.kind, d.sha256) for d in filing.documents]
    return filing.licensee, filing.effective, filing.certified, filing.pits, tables, attested, approved, events, papers


@pytest.mark.parametrize(("text", "expected"), [*cases("good")])
def test_every_form_that_a_filing_may_have_comes_back(text: str, expected: list[str], tmp_path: Path) -> None:
    write_files(whole(text), tmp_path)
    source, _ = with_columns(read(tmp_path), VOCABULARY)
    filed, faults = assemble(source.documents, VOCABULARY)
    assert faults == ()
    (tmp_path / "filing.xlsx").write_bytes(filing_workbook(combined(tmp_path, VOCABULARY), VOCABULARY))
    back, unread = with_columns(read(tmp_path / "filing.xlsx"), VOCABULARY)
    again, faults = assemble(back.documents, VOCABULARY)
    assert (unread, faults) == ((), ())
    assert content(again) == content(filed)
