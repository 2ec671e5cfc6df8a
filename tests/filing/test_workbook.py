"""A filing as a workbook: written, read back, it gets the same verdicts; findings and faults name sheet and cell."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import (
    Filing,
    Vocabulary,
    assemble,
    filing_workbook,
    judge,
    load_filing,
    load_rulebook,
    main,
    read,
    with_columns,
)
from tests.support.rule_cases import Case, read_case
from tests.support.rule_cases import cases as rule_cases
from tests.support.tile_filings import VOCABULARY, cases, whole, write_files

openpyxl = pytest.importorskip("openpyxl", reason="NOT RUN: no openpyxl here")
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
        (a.instrument, a.digest, a.provision, a.tables, a.value, a.since, a.until, a.conditions)
        for a in filing.approvals
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


def comes_back(case: Case, side: int, folder: Path) -> None:
    """Assert that the filing of a case states the same when it is read from its workbook."""
    _, vocabulary = load_rulebook()
    source, filed, _ = read_case(case, side, folder)
    (folder / "book").mkdir(exist_ok=True)
    (folder / "book/filing.xlsx").write_bytes(filing_workbook(source.documents[0].data, vocabulary))
    back, unread = with_columns(read(folder / "book/filing.xlsx"), vocabulary)
    again, faults = assemble(back.documents, vocabulary)
    assert (back.problems, unread, faults) == ((), (), ())
    assert content(again) == content(filed)


SAMPLE = sorted(random.Random(14).sample(range(len(rule_cases())), 12))


@pytest.mark.parametrize("number", SAMPLE)
def test_filings_of_the_rulebooks_cases_come_back(number: int, tmp_path: Path) -> None:
    comes_back(rule_cases()[number], 2, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("side", [1, 2])
def test_every_filing_of_the_rulebooks_cases_comes_back(side: int, tmp_path: Path) -> None:
    for case in rule_cases():
        comes_back(case, side, tmp_path)


FILED: dict[str, Any] = {
    "submission": {"effective": "2010-07-01", "certifications": [{"by": "A", "role": "B", "on": "2010-06-30"}]},
    "paytables": {"short": {"wager": "roulette_straight", "pays": "34 to 1"}},
    "pits": [{"name": "A", "tables": [
        {"number": "101", "game": "roulette", "roulette_wheel": "single_zero", "options": [],
         "wagers": [{"wager": "roulette_straight", "paytable": "short"}, {"wager": "roulette_red", "minimum": "x", "pays": "1 to 1"}]},
    ]}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("form", "stated"),
    [
        ("text", "filing.xlsx:Wagers!G3"), ("text", "filing.xlsx:Paytables!E2"), ("json", '"cell": "Wagers!G3"'),
        ("sarif", '"fullyQualifiedName": "Paytables!E2"'), ("junit", "filing.xlsx:Paytables!E2"), ("github", "Paytables!E2: "),
        ("gitlab", "Paytables!E2: "),
    ],
)  # fmt: skip
def test_findings_and_faults_name_sheet_and_cell(
    form: str, stated: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "filing.xlsx").write_bytes(filing_workbook(FILED, load_rulebook()[1]))
    assert main(["check", "filing.xlsx", "--format", form]) == 2
    assert stated in capsys.readouterr().out


def sheets(folder: Path, **rows: list[list[Any]]) -> list[str]:
    """The faults of a workbook with these sheets, as `code sheet!cell message`."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, listed in rows.items():
        for row in (sheet := made.create_sheet(name), listed)[1]:
            sheet.append(row)
    made.save(folder / "filing.xlsx")
    _, _, problems = load_filing(str(folder / "filing.xlsx"), *load_rulebook())
    return [f"{p.code} {p.place.cell} {p.message}" for p in problems]


TABLES = [["Pit", "Table No.", "Game", "Roulette wheel"], ["A", 101, "Roulette", "single zero"]]


def test_a_workbook_as_people_fill_it_in(tmp_path: Path) -> None:
    wagers = [
        ["Table", "Wager", "Pays", "Minimum"],
        [101, "Red wager", "1:1", "$5"],
        ["101; 102", "roulette_straight", "35 to 1", 2.5],
    ]
    tables = [*TABLES, ["A", 102, "Roulette", None]]
    assert sheets(tmp_path, Tables=tables, Wagers=wagers) == []
    _, filing, _ = load_filing(str(tmp_path / "filing.xlsx"), *load_rulebook())
    assert filing is not None
    first, second = (t.variants[0] for t in filing.tables)
    assert first["offers"]["roulette_red"] == {"payouts": {"win": ("odds", 1)}, "minimum": 5}
    assert list(second["offers"]) == ["roulette_straight"] and first["roulette_wheel"] == "single_zero"


@pytest.mark.parametrize(
    ("rows", "stated"),
    [
        ({"Tabels": TABLES}, "E201 Tabels!A1 unknown sheet 'Tabels'"),
        (
            {"Tables": [["Pit", "Table No.", "Game", "Wheels"], ["A", 1, "roulette", 2]]},
            "E201 Tables!D1 unknown key 'Wheels'",
        ),
        ({"Tables": TABLES, "Tables 2": TABLES}, "E201 Tables 2!A1 unknown sheet 'Tables 2'"),
        (
            {"Tables": [["Pit", "Table No.", "Game"], ["A", 1, "roulette"], ["A", 2, None]]},
            "E203 Tables!C3 'game' is missing",
        ),
        ({"Tables": [["Table No.", "Game"], [1, "roulette"]]}, "E203 Tables!A2 'pit' is missing"),
        ({"Tables": [["Pit", "Table No.", "Game"], ["A", 1, "rulet"]]}, "E204 Tables!C2 there is no game 'rulet'"),
        (
            {"Tables": TABLES, "Wagers": [["Table", "Wager"], [109, "roulette_red"]]},
            "E204 Wagers!A2 there is no table '109'",
        ),
        (
            {"Tables": TABLES, "Wagers": [["Table", "Wager", "Pays"], [101, "roulette_red", "a lot"]]},
            "E205 Wagers!C2 'a lot' is not",
        ),
        (
            {"Tables": TABLES, "Paytables": [["Wager", "Pays"], ["roulette_red", "1 to 1"]]},
            "E203 Paytables!A2 'paytable' is missing",
        ),
        (
            {"Tables": TABLES, "Approvals": [["Instrument", "Provision"], ["L 1", "5.1(f)"]]},
            "E203 Approvals!A2 'sha256' is missing",
        ),
        (
            {"Tables": TABLES, "Submission": [["Key", "Value"], ["effective", "soon"]]},
            "E205 Submission!B2 'soon' is not a day",
        ),
        ({"Tables": [*TABLES, ["A", 101, "roulette", None]]}, "E206 Tables!B3 two tables have the number '101'"),
        ({"Tables": [*TABLES, ["A", 102, "roulette", "[single"]]}, "E205 Tables!D3 '[single' is not one of"),
        (
            {"Tables": [*TABLES, ["A", 102, "roulette", "{a: }: b}"]]},
            "E205 Tables!D3 this cell begins as YAML and is none",
        ),
    ],
)
def test_a_mistake_in_a_workbook_is_placed_in_its_cell(rows: Any, stated: str, tmp_path: Path) -> None:
    problems = sheets(tmp_path, **rows)
    assert any(problem.startswith(stated) for problem in problems), problems


def helps(folder: Path, **rows: list[list[Any]]) -> list[str]:
    sheets(folder, **rows)
    return [p.help for p in load_filing(str(folder / "filing.xlsx"), *load_rulebook())[2]]


THREE = [*TABLES, ["A", 102, "Roulette", None], ["A", 103, "Roulette", None]]


@pytest.mark.parametrize(
    ("rows", "help"),
    [
        ({"Wagers": [["Table", "Wager"], ["101-103", "Red wager"]]}, "list the tables: 101; 102; 103"),
        (
            {"Wagers": [["Table", "Wager"], [109, "Red wager"]]},
            "the sheet Tables has no row that can be read with this number",
        ),
        ({"Wagers": [["Table", "Wager", "Pays"], [101, "Red wager", "even money"]]}, 'write "1 to 1"'),
        ({"Wagers": [["Table", "Wager", "Minimum"], [101, "Red wager", "5k"]]}, 'write "$5,000"'),
        (
            {"Wagers": [["Table", "Wager", "Minimum", "Maximum"], [101, "Red wager", 50, 10]]},
            "50 is above 10: correct one of the two",
        ),
        ({"Tables 2": TABLES}, "move its rows into the sheet Tables"),
        ({"Defaults": [["Game", "Roulette wheel"], ["Roulette", "3 zeros"]]}, "write one of these"),
    ],
)
def test_a_cure_fits_a_spreadsheet(rows: Any, help: str, tmp_path: Path) -> None:
    assert helps(tmp_path, **{"Tables": THREE, **rows}) == [help]


def test_a_hidden_sheet_of_the_filing_is_reported(tmp_path: Path) -> None:
    """What it holds is not read: a row that nobody sees must neither count nor be passed over in silence."""
    made = openpyxl.Workbook()
    made.active.title = "Tables"
    for row in TABLES:
        made.active.append(row)
    for name in ("Wagers", "Notes"):
        made.create_sheet(name).append(["Table", "Wager"])
        made[name].sheet_state = "hidden"
    made.save(tmp_path / "filing.xlsx")
    _, _, problems = load_filing(str(tmp_path / "filing.xlsx"), *load_rulebook())
    assert [p.message for p in problems] == ["the sheet 'Wagers' is hidden and was not read"]


def test_equipment_may_state_what_is_absent(tmp_path: Path) -> None:
    tables = [["Pit", "Table No.", "Game", "Equipment"], ["A", 1, "Blackjack", "cutting card; shuffler: no"]]
    assert sheets(tmp_path, Tables=tables) == []
    _, filing, _ = load_filing(str(tmp_path / "filing.xlsx"), *load_rulebook())
    assert filing is not None
    assert filing.tables[0].variants[0]["equipment"] == {"cutting_card": True, "shuffler": False}


def test_a_filing_with_an_unreadable_cell_is_judged_without_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One formula must not leave everything else unjudged."""
    tables = [*TABLES, ["A", 102, "Roulette", "=1"], ["A", 103, "Roulette", "double zero"], ["A", 104, None, None]]
    wagers = [["Table", "Wager", "Pays"], ["101; 103", "Straight wager", "a lot"], [101, "Split wager", "16 to 1"]]
    found = sheets(tmp_path, Tables=tables, Wagers=wagers, Submission=[["Key", "Value"], ["effective", "2010-07-01"]])
    assert [problem[:18] for problem in found].count("E205 Wagers!C2 'a ") == 2
    assert main(["check", str(tmp_path / "filing.xlsx")]) == 2
    out = capsys.readouterr().out
    assert out.count("'a lot' is not a payout") == 1 and "not judged at 2 tables because of it" in out
    assert "tables      4 filed, 3 judged, 1 skipped: 1 could not be read\n" in out
    assert "faults      3, listed above; what they hide was not judged; 2 tables judged only in part" in out
    assert "Payout of split wager on win is 16 to 1" in out


def test_an_error_in_a_whole_column_is_printed_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = [TABLES[0], *(["A", number, "Roulette", "three"] for number in (1, 2, 3, 5))]
    sheets(tmp_path, Tables=tables, Submission=[["Key", "Value"], ["effective", "2010-07-01"]])
    assert main(["check", str(tmp_path / "filing.xlsx")]) == 2
    out = capsys.readouterr().out
    assert out.count("'three' is not one of") == 1 and "also  3 more cells: D3 to D5\n" in out
    assert "faults      4, listed above" in out


def test_a_template_of_each_game_is_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is left empty is asked for; nothing in the template itself is a fault, and drop-downs have the names of the game."""
    _, vocabulary = load_rulebook()
    for game in ("roulette", "four_card_poker"):
        assert main(["init", game, "--format", "xlsx", "--out", str(tmp_path / game)]) == 0
        assert main(["check", str(tmp_path / game), "--as-of", "2010-01-01"]) == 1
        book = openpyxl.load_workbook(tmp_path / game / "filing.xlsx")
        assert {"Tables", "Wagers", "Paytables", "Approvals"} <= {*book.sheetnames}
        offered = {cell.value for column in book["Lists"].columns for cell in column}
        wagers = vocabulary.named("wager").values()
        assert {n.name for n in wagers if n.game == game} <= offered
        assert not {n.name for n in wagers if n.game != game} & offered
        assert book["Tables"].data_validations.dataValidation
    assert main(["init", "roulette", "--format", "xlsx", "--out", str(tmp_path / "roulette")]) == 2
    assert "exists and is not overwritten" in capsys.readouterr().err


def test_a_template_has_a_column_for_each_field_of_an_offer_and_explains_it(tmp_path: Path) -> None:
    _, vocabulary = load_rulebook()
    assert main(["init", "blackjack", "--format", "xlsx", "--out", str(tmp_path)]) == 0
    book = openpyxl.load_workbook(tmp_path / "filing.xlsx")
    for name, kind in (("Wagers", "wager"), ("Options", "option")):
        keys = {str(cell.value).lower().replace(" ", "_") for cell in book[name][1]}
        offers = {n.name for n in vocabulary.named(kind).values() if n.game == "blackjack"}
        own = {f.name for f in vocabulary.fields.values() if not offers.isdisjoint(f.owners)}
        assert own and own <= keys
    prompts = {v.promptTitle: v.prompt for v in book["Options"].data_validations.dataValidation}
    assert prompts["Players per box"] == "players to a box (19:47-2.13(a))"


def test_a_workbook_is_the_same_every_time() -> None:
    _, vocabulary = load_rulebook()
    assert filing_workbook(FILED, vocabulary) == filing_workbook(FILED, vocabulary)


def test_a_filing_may_be_a_workbook_and_other_files(tmp_path: Path) -> None:
    (tmp_path / "submission.yaml").write_text(
        "submission: {effective: 2010-07-01}\npaytables: {p: {wager: roulette_red, pays: 1 to 1}}\n"
    )
    tables = [["Pit", "Table No.", "Game"], ["A", 101, "roulette"]]
    assert sheets(tmp_path, Tables=tables, Wagers=[["Table", "Wager", "Paytable"], [101, "roulette_red", "p"]]) != []
    _, filing, problems = load_filing(str(tmp_path), *load_rulebook())
    assert problems == () and filing is not None and filing.effective == "2010-07-01"
