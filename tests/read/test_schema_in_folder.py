"""The schema that `init --out` writes is next to the filing, and is no part of it."""

from __future__ import annotations

from pathlib import Path

from tests.support.product import read


def test_a_schema_next_to_the_filing_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "filing.yaml").write_text("pits: []\n")
    (tmp_path / "filing.schema.json").write_text("{}\n")
    assert [Path(d.path).name for d in read(tmp_path).documents] == ["filing.yaml"]


def test_any_other_json_is_read(tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text("{}\n")
    assert [Path(d.path).name for d in read(tmp_path).documents] == ["schema.json"]
