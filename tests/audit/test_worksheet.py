"""A worksheet goes to the floor and comes back: its answers count as observed, and what was changed in it is noticed."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import main
from tests.support.product import worksheet_csv as worksheet

ROOT = Path(__file__).parents[2]
TROUBLED = ROOT / "examples/boardwalk-troubled"
CLEARED = "19:47-2.20(h)/layout_cleared"
Rows = list[dict[str, str]]


def rows_of(data: dict[str, Any]) -> Rows:
    return list(csv.DictReader(io.StringIO(worksheet(data).removeprefix("\ufeff"))))


def filled(path: Path, rows: Rows) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return path


def answer(rows: Rows, stated: str, *only: tuple[str, str]) -> Rows:
    """All rows, or those of (clause, table), with an answer by an inspector."""
    by = {"answer": stated, "by": "I. Spector", "on": "2007-01-03 14:20"}
    return [
        {**row, **by} if (row["clause"], row["table"]) in only or not only and not row["id"].startswith("new-") else row
        for row in rows
    ]


@pytest.fixture
def troubled(example: Callable[[str], Any]) -> Any:
    return example("boardwalk-troubled")


@pytest.fixture
def back(tmp_path: Path, report: Any) -> Callable[[Rows], Any]:
    return lambda rows: report(TROUBLED, None, filled(tmp_path / "worksheet.csv", rows))


# ---- there


def test_a_row_for_every_table_and_everything_to_be_seen_there(troubled: Any) -> None:
    rows = rows_of(troubled.data)
    items = {(i["clause"], t["number"]) for g in troubled.data["inspection"] for t in g["tables"] for i in g["items"]}
    assert {(r["clause"], r["table"]) for r in rows if r["clause"]} == items
    stands = [r["table"] for r in rows if r["table"] and not r["clause"]]
    assert stands == [t["number"] for t in troubled.data["floor"]["tables"]]
    assert len({r["id"] for r in rows}) == len(rows)
    assert {r["answer"] + r["by"] + r["on"] + r["remark"] for r in rows} == {""}
    assert [r["id"] for r in rows][-10:] == [f"new-{n}" for n in range(1, 11)]


def test_an_empty_worksheet_changes_nothing(troubled: Any, back: Any) -> None:
    read = back(rows_of(troubled.data))
    assert read.result.problems == ()
    assert read.data["findings"] == troubled.data["findings"]
    states = [(r["state"], r["count"]) for r in read.data["floor"]["reconciled"]]
    assert states[2:] == [("seen", 0), ("seen otherwise", 0), ("not seen", 86), ("not filed", 0)]


# ---- and back


def test_all_yes_and_what_the_floor_shows_passes_as_observed(report: Any, tmp_path: Path, example: Any) -> None:
    clean = example("boardwalk")
    sheet = filled(tmp_path / "w.csv", answer(rows_of(clean.data), "yes"))
    read = report(ROOT / "examples/boardwalk", None, sheet)
    assert read.result.problems == ()
    seen = {i["clause"] for g in clean.data["inspection"] for i in g["items"]}
    assert {row["basis"] for row in clean.data["passes"] if row["clause"] in seen} == {
        "filed",
        "represented",
        "observed",
    }
    assert {row["basis"] for row in read.data["passes"] if row["clause"] in seen} == {"observed"}
    answers = {(i["answer"], i["basis"]) for g in read.data["inspection"] for i in g["items"]}
    assert answers == {("yes", "observed")}
    assert [(r["state"], r["count"]) for r in read.data["floor"]["reconciled"]][2] == ("seen", 86)


def test_what_only_the_floor_shows_is_settled_by_a_yes(troubled: Any, back: Any) -> None:
    assert troubled.finding(CLEARED, "705")["verdict"] == "floor"
    read = back(answer(rows_of(troubled.data), "yes", (CLEARED, "705")))
    assert [f["code"] for f in read.data["findings"] if f["code"] == CLEARED and "705" in f["tables"]] == []
    (row,) = (r for r in read.data["passes"] if r["clause"] == CLEARED and "705" in r["tables"])
    assert (row["basis"], row["facts"][-1]["by"], row["facts"][-1]["on"]) == (
        "observed",
        "I. Spector",
        "2007-01-03T14:20",
    )


def test_a_no_fails_at_its_row_and_overrides_a_representation(troubled: Any, back: Any) -> None:
    color = "19:47-2.2(a)/cutting_card_color"
    rows = rows_of(troubled.data)
    read = back(
        [{**row, "remark": row["answer"] and "lets light through"} for row in answer(rows, "no", (color, "101"))]
    )
    f = read.finding(color, "101")
    line = next(n for n, row in enumerate(rows, start=2) if (row["clause"], row["table"]) == (color, "101"))
    assert (f["verdict"], f["tables"], f["place"]["line"]) == ("fail", ["101"], line)
    assert f["place"]["file"].endswith("worksheet.csv") and f["excerpt"]
    assert f["why"] == ["answered no by I. Spector on 2007-01-03T14:20 (observed): lets light through"]


def test_a_yes_against_another_observation_leaves_it_unknown(troubled: Any, back: Any) -> None:
    """Two observations that contradict each other do so whoever wrote them down."""
    alternate = "19:47-2.2(d)4/batches_alternate"
    rows = rows_of(troubled.data)
    twice = [*answer(rows, "yes", (CLEARED, "705")), *answer(rows, "no", (CLEARED, "705"))]
    assert back(twice).finding(CLEARED, "705")["verdict"] == "floor"
    assert back(answer(rows, "no", (alternate, "201"))).finding(alternate, "201")["verdict"] == "fail"


def test_tables_seen_otherwise_and_tables_that_are_not_filed(troubled: Any, back: Any) -> None:
    rows = answer(answer(rows_of(troubled.data), "yes", ("", "101")), "no", ("", "102"))
    rows = [{**r, "remark": "stands in West"} if (r["table"], r["clause"]) == ("102", "") else r for r in rows]
    rows[-1] = {**rows[-1], "table": "999", "pit": "East", "game": "blackjack", "remark": "dealt all night"}
    read = back(rows)
    assert read.result.problems == ()
    reported = {r["state"]: (r["tables"], r["remarks"]) for r in read.data["floor"]["reconciled"]}
    assert reported["seen"] == (["101"], [])
    assert reported["seen otherwise"] == (["102"], ["102: stands in West; I. Spector, 2007-01-03 14:20"])
    assert reported["not filed"] == (["999"], ["999: East blackjack; dealt all night"])


NO_SPIN = (
    "19:47-5.4(a)/ball_with_wheel_removed",
    "19:47-5.4(b)/ball_short_of_four_removed",
    "19:47-5.4(c)/object_in_wheel_ball_removed",
)


def test_equal_questions_of_several_provisions_are_one_row(report: Any, tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_text(
        "submission: {effective: 2010-01-01}\npits: [{name: A, tables: [{number: 1, game: roulette}]}]\n"
    )
    rows = rows_of(report(tmp_path / "f.yaml").data)
    (line,) = (n for n, row in enumerate(rows, start=2) if NO_SPIN[1] in row["clause"])
    row = rows[line - 2]
    assert (row["provision"], row["clause"]) == ("19:47-5.4(a), (b), (c)", "; ".join(NO_SPIN))

    yes = report(tmp_path / "f.yaml", None, filled(tmp_path / "w.csv", answer(rows, "yes", (row["clause"], "1"))))
    assert yes.result.problems == ()
    assert {r["clause"] for r in yes.data["passes"] if r["basis"] == "observed"} == {*NO_SPIN}

    no = report(tmp_path / "f.yaml", None, filled(tmp_path / "w.csv", answer(rows, "no", (row["clause"], "1"))))
    failed = [f for f in no.data["findings"] if f["verdict"] == "fail"]
    assert {c["id"] for f in failed for c in f["clauses"]} == {*NO_SPIN}
    assert {f["place"]["line"] for f in failed} == {line}


# ---- what a spreadsheet does to a worksheet

NUMBERED = "submission: {effective: 2010-01-01}\npits: [{name: A, tables: [{number: '007', game: roulette}]}]\n"


def test_no_cell_that_comes_back_looks_like_a_number_or_a_date(troubled: Any) -> None:
    """Ids are letters, with which no spreadsheet begins a number, a date, a time or a boolean; provisions and clauses have more signs."""
    for row in rows_of(troubled.data):
        assert re.fullmatch(r"[a-z]{10}|new-[0-9]+", row["id"])
        assert not re.fullmatch(r"[-+0-9.,:/eE ]*", row["clause"]) or not row["clause"]


@pytest.mark.parametrize(
    ("on", "read_as"),
    [
        ("7/1/2010", "2010-07-01"), ("7/1/2010 2:20 PM", "2010-07-01T14:20"),
        ("40360", "2010-07-01"), ("40360.5972222222", "2010-07-01T14:20"),
    ],
)  # fmt: skip
def test_dates_as_a_spreadsheet_saves_them(on: str, read_as: str, troubled: Any, back: Any) -> None:
    rows = [{**row, "on": row["answer"] and on} for row in answer(rows_of(troubled.data), "yes", (CLEARED, "705"))]
    read = back(rows)
    assert read.result.problems == ()
    (row,) = (r for r in read.data["passes"] if r["clause"] == CLEARED and "705" in r["tables"])
    assert row["facts"][-1]["on"] == read_as


def test_a_table_number_that_lost_its_zeros_is_found_by_its_id(report: Any, tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_text(NUMBERED)
    rows = [{**row, "table": row["table"].lstrip("0")} for row in rows_of(report(tmp_path / "f.yaml").data)]
    read = report(tmp_path / "f.yaml", None, filled(tmp_path / "w.csv", answer(rows, "yes")))
    assert read.result.problems == ()
    assert read.data["floor"]["reconciled"][2]["count"] == 1


def test_a_worksheet_with_ids_as_they_were_is_still_read(troubled: Any, back: Any) -> None:
    old = str.maketrans("ghjkmnpqrtabcdef", "0123456789abcdef")
    rows = [
        {**r, "id": r["id"] if r["id"].startswith("new-") else r["id"].translate(old)} for r in rows_of(troubled.data)
    ]
    read = back(answer(rows, "yes", (CLEARED, "705")))
    assert read.result.problems == ()


# ---- what is wrong with a worksheet


def change(rows: Rows, n: int, **cells: str) -> Rows:
    return [{**row, **cells} if i == n else row for i, row in enumerate(rows)]


GOOD = {"answer": "yes", "by": "I. Spector", "on": "2007-01-03"}
# what is done to row 1, the first that is about a clause; then code, column (by its header), and words of the message
FAULTS = [
    ({**GOOD, "answer": "maybe"}, "E213", "answer", "neither yes nor no"),
    ({**GOOD, "answer": "N"}, "E213", "answer", "neither yes nor no"),
    ({**GOOD, "answer": "1"}, "E213", "answer", "neither yes nor no"),
    ({**GOOD, "id": "0123456789"}, "E213", "id", "is not the id of clause"),
    ({**GOOD, "clause": CLEARED}, "E213", "id", "is not the id of clause"),
    ({**GOOD, "table": "102"}, "E213", "id", "at table '102'"),
    ({**GOOD, "id": ""}, "E213", "id", "nothing"),
    ({**GOOD, "by": ""}, "E203", "id", "'by' is missing"),
    ({**GOOD, "on": "yesterday"}, "E205", "on", "'yesterday'"),
]


@pytest.mark.parametrize(("cells", "code", "column", "words"), FAULTS)
def test_a_changed_row_is_reported_at_its_place(
    cells: dict[str, str], code: str, column: str, words: str, troubled: Any, back: Any, tmp_path: Path
) -> None:
    rows = change(rows_of(troubled.data), 1, **cells)
    read = back(rows)
    (problem,) = read.result.problems
    assert cells.get("answer") != "N" or problem.help.startswith('write "no"; ')
    text = (tmp_path / "worksheet.csv").read_text().splitlines()[2]
    before = next(csv.reader([text]))[: list(rows[0]).index(column)]
    assert (problem.code, problem.place.line, words in problem.message or words == "nothing") == (code, 3, True)
    written = io.StringIO()
    csv.writer(written, lineterminator="").writerow(before)
    assert problem.place.column == len(written.getvalue()) + (2 if before else 1)
    assert [f["fingerprint"] for f in read.data["findings"]] == [f["fingerprint"] for f in troubled.data["findings"]]


def test_tables_that_the_filing_has_or_has_not(troubled: Any, back: Any) -> None:
    from pitboss.checker.filing.inspection import row_id

    rows = rows_of(troubled.data)
    rows[-1] = {**rows[-1], "table": "101"}
    rows.append({**rows[0], **GOOD, "id": row_id("", "998"), "table": "998"})
    rows.append({**rows[1], **GOOD, "id": row_id(rows[1]["clause"], "998"), "table": "998"})
    rows += [{**rows[0], **GOOD}, {**rows[0], **GOOD, "answer": "no"}]
    read = back(rows)
    assert [(p.code, p.place.line - len(rows)) for p in read.result.problems] == [
        ("E213", -3), ("E213", -2), ("E204", -1), ("E213", 1),
    ]  # fmt: skip


def test_something_else_in_csv_is_no_worksheet(report: Any, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("number,game\n1,blackjack\n")
    (tmp_path / "y.yaml").write_text("a: 1\n")
    read = report(TROUBLED, None, tmp_path / "x.csv", tmp_path / "y.yaml", tmp_path / "gone.csv")
    assert [(p.code, Path(p.place.file).name) for p in read.result.problems] == [
        ("E213", "y.yaml"), ("E001", "gone.csv"), ("E213", "x.csv"),
    ]  # fmt: skip


def test_check_reads_it_too(tmp_path: Path, troubled: Any, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = filled(tmp_path / "w.csv", answer(rows_of(troubled.data), "yes", (CLEARED, "705")))
    main(["check", str(TROUBLED), "--floor", "--inspection", str(sheet)])
    assert "layout_cleared" not in capsys.readouterr().out
    main(["check", str(TROUBLED), "--floor"])
    assert "layout_cleared" in capsys.readouterr().out


def test_a_span_of_days_reads_it_too(tmp_path: Path, troubled: Any, capsys: pytest.CaptureFixture[str]) -> None:
    color = "19:47-2.2(a)/cutting_card_color"
    sheet = filled(tmp_path / "w.csv", answer(rows_of(troubled.data), "no", (color, "101")))
    span = ["check", str(TROUBLED), "--from", "2007-01-01", "--to", "2007-01-02", "--format", "json"]
    stated = []
    for more in ([], ["--inspection", str(sheet)]):
        main([*span, *more])
        stated.append(sheet.name in capsys.readouterr().out)
    assert stated == [False, True]


def test_the_report_states_first_what_was_found_amiss(
    tmp_path: Path, troubled: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = answer(rows_of(troubled.data), "no", ("", "102"))
    rows[-1] = {**rows[-1], "table": "999"}
    sheet = filled(tmp_path / "w.csv", rows)
    main(["report", str(TROUBLED), "--out", str(tmp_path / "out"), "--inspection", str(sheet)])
    stated = capsys.readouterr().out
    assert "1 seen on the floor, not as filed.\n1 found on the floor, not in the filing.\n" in stated


def test_a_number_that_looks_like_a_formula_comes_back(tmp_path: Path, report: Any) -> None:
    (tmp_path / "f.yaml").write_text(
        "submission: {effective: 2007-01-01}\npits: [{name: =A, tables: [{number: =1+1, game: blackjack, wagers: [], options: []}]}]\n"
    )
    rows = rows_of(report(tmp_path / "f.yaml").data)
    assert (rows[0]["table"], rows[0]["pit"]) == ("'=1+1", "'=A")
    read = report(tmp_path / "f.yaml", None, filled(tmp_path / "w.csv", answer(rows, "yes")))
    assert read.result.problems == ()
    assert read.data["floor"]["reconciled"][2]["state"] == "seen"
    assert read.data["floor"]["reconciled"][2]["count"] == 1


def test_a_worksheet_may_be_a_workbook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="NOT RUN: no openpyxl here")
    (tmp_path / "f.yaml").write_text(NUMBERED)
    main(["report", str(tmp_path / "f.yaml"), "--out", str(tmp_path / "out")])
    book = openpyxl.load_workbook(tmp_path / "out/worksheet.xlsx")
    head, first, *_ = book.active.iter_rows(values_only=True)
    for name, text in {"answer": "maybe", "by": "I. Spector", "on": "7/1/2010"}.items():
        book.active.cell(2, head.index(name) + 1).value = text
    assert first[head.index("table")] == "007"
    book.save(tmp_path / "w.xlsx")
    capsys.readouterr()
    assert main(["check", str(tmp_path / "f.yaml"), "--inspection", str(tmp_path / "w.xlsx")]) == 2
    assert "w.xlsx:Worksheet!I2" in capsys.readouterr().out
    book.active.cell(2, head.index("answer") + 1).value = "yes"
    book.save(tmp_path / "w.xlsx")
    assert main(["check", str(tmp_path / "f.yaml"), "--inspection", str(tmp_path / "w.xlsx"), "--fail-on", "none"]) == 0
