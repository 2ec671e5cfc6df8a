"""A report names what could not be judged: the clause, the columns that are missing, and the number of rows."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import COMPILED, load_round_clauses, main

BOX = str(Path(__file__).parent / "box.yaml")
ROWS: list[dict[str, Any]] = [
    {"cards": "10h 10d", "paid": {"blackjack_wager": 20}},
    {"cards": "10h 10d", "dealer_cards": "10c 9d", "paid": {"blackjack_wager": 20}},
    {
        "cards": "10h 9d",
        "dealer_cards": "10c 9c",
        "surrendered": "no",
        "from_split": "no",
        "returned": {"blackjack_wager": 20},
    },
]


def audited(folder: Path, capsys: Any, form: str, engine: str = "plain") -> str:
    records = folder / "r.jsonl"
    rows = [
        {"round": f"{n}", "table": "1", "moment": "2007-05-01T20:00", "stake": {"blackjack_wager": 20}, **row}
        for n, row in enumerate(ROWS, 1)
    ]
    records.write_text("".join(json.dumps(row) + "\n" for row in rows))
    capsys.readouterr()
    assert main(["rounds", "audit", str(records), "--filing", BOX, "--format", form, "--engine", engine]) == 0
    return str(capsys.readouterr().out)


def test_the_missing_columns_of_each_clause_are_counted_by_row(tmp_path, capsys):
    found = json.loads(audited(tmp_path, capsys, "json"))
    clauses = {one["clause"]: one for one in found["clauses"]}
    total = clauses["19:47-2.12(b)/dealer_total-follows"]  # it follows from the cards
    assert total["missing"] == {"dealer_cards": 1} and total["verdicts"]["needs evidence"] == 1
    placed = clauses["19:47-2.9(b)/insurance_placed-among"]
    assert (
        placed["missing"] == {"insurance_placed": 3} and "19:47-2.9(b)/insurance_placed-among" in found["never_judged"]
    )
    assert "19:47-2.12(b)/dealer_total-follows" not in found["never_judged"]
    for one in found["clauses"]:
        assert bool(one["missing"]) is ("needs evidence" in one["verdicts"]), one
        assert max(one["missing"].values(), default=0) <= one["verdicts"].get("needs evidence", 0)


def test_text_and_csv_name_them_too(tmp_path, capsys):
    text = audited(tmp_path, capsys, "text")
    assert (
        "needs evidence 19:47-2.9(b)/insurance_placed-among in 3 rows, never judged: missing insurance_placed\n" in text
    )
    assert "needs evidence 19:47-2.12(b)/dealer_total-follows in 1 row: missing dealer_cards\n" in text
    never = len(json.loads(audited(tmp_path, capsys, "json"))["never_judged"])
    assert f"({never} clauses never judged)" in text.splitlines()[-1]
    rows = [*csv.DictReader(io.StringIO(audited(tmp_path, capsys, "csv")))]
    (placed,) = [row for row in rows if row["clause"] == "19:47-2.9(b)/insurance_placed-among"]
    assert (placed["verdict"], placed["actual"], placed["facts"]) == (
        "needs evidence",
        "3 rows",
        "insurance_placed missing in 3",
    )


def test_recording_what_is_missing_judges_the_clause(tmp_path, capsys, monkeypatch):
    before = {one["clause"]: one for one in json.loads(audited(tmp_path, capsys, "json"))["clauses"]}
    monkeypatch.setitem(ROWS[0], "dealer_cards", "10c 9d")
    after = {one["clause"]: one for one in json.loads(audited(tmp_path, capsys, "json"))["clauses"]}
    only = [clause for clause, one in before.items() if one["missing"] == {"dealer_cards": 1}]
    assert len(only) > 5 and all("needs evidence" not in after[clause]["verdicts"] for clause in only)


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_engines_agree(form, tmp_path, capsys):
    pytest.importorskip("polars")
    assert audited(tmp_path, capsys, form) == audited(tmp_path, capsys, form, "columnar")


def test_the_schema_states_the_use_of_each_field():
    schema = json.loads((COMPILED / "rounds.schema.json").read_text())
    reads = load_round_clauses().READS
    fields = schema["$defs"]["blackjack"]["properties"]
    assert "19:47-2.9(b)/insurance_placed-among" in fields["insurance_placed"]["x-judges"]
    for name, field in fields.items():
        for clause in field.get("x-judges", ()):
            assert any(column.partition(".")[0] == name for column in reads[clause])
