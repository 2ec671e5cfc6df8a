"""House edges on a floor: each table has the figure for its filing, in a check and in the audit report."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pitboss.commands import odds as command
from tests.support import hostile_filing, odds_data, output_safety
from tests.support.product import load_rulebook, load_with_previous, main, odds_of_floor

HERE = Path(__file__).parent
Json = dict[str, Any]


WIN, LOST = ("win", "dealer has the hand"), ("lost", "lost")


def insurance(decks: str, won: int, lost: int, **more: Any) -> Json:
    rows = [(WIN, won, "2 to 1", "2"), (LOST, lost, "lost", "-1")]
    return odds_data.figure({"decks": decks}, rows, **more)  # type: ignore[no-any-return]


ODDS: Json = {
    "schema": "pitboss.odds/1", "as_of": "2007-01-01", "rulebook": "d",
    "wagers": [
        odds_data.wager(
            "insurance", [insurance("6", 96, 215), insurance("8", 128, 287)], game="blackjack", title="insurance wager"
        )
    ],
    "undetermined": [{"wager": "blackjack_wager", "title": "blackjack wager", "game": "blackjack", "because": "it is played in many ways"}],
}  # fmt: skip

FLOOR = """
submission: {id: L-1, effective: 2007-01-01, licensee: The Lamp}
paytables:
  house: {wager: insurance, pays: 2 to 1}
pits:
- name: East
  tables:
  - {number: 1, game: blackjack, decks: 6, wagers: [blackjack_wager, {wager: insurance, paytable: house}]}
  - {number: 2, game: blackjack, decks: 8, wagers: [blackjack_wager, {wager: insurance, paytable: house}]}
  - {number: 3, game: blackjack, decks: 6, wagers: [blackjack_wager, {wager: insurance, paytable: house}]}
  - {number: 4, game: blackjack, decks: 8, wagers: [{wager: insurance, pays: 3 to 1}]}
  - {number: 5, game: blackjack, wagers: [insurance]}
  - {number: 6, game: blackjack, decks: 4, wagers: [insurance]}
"""


@pytest.fixture
def floor(tmp_path: Path) -> Path:
    (tmp_path / "floor.yaml").write_text(FLOOR, "utf-8")
    return tmp_path / "floor.yaml"


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A stand-in for the engine: it records the request and returns the odds above."""
    requested: list[Any] = []

    def counted(law: Any, day: str, expected: Any = None, folders: Any = ()) -> Json:
        requested.append((day, expected))
        return ODDS

    monkeypatch.setattr(command, "odds_by_wager", counted)
    return requested


def reported(path: Path, odds: Json = ODDS) -> Json:
    book, vocabulary = load_rulebook()
    _, filing, *_ = load_with_previous(str(path), None, book, vocabulary)
    assert filing is not None
    return odds_of_floor(filing, odds, vocabulary)


def short(data: Json) -> list[tuple[str, str, str, list[str]]]:
    return [(r["given"][0]["value"], r["paid"], r["edge"], r["tables"]) for r in data["wagers"]]


# ---- which figure is a table's


def test_each_table_has_the_figure_of_what_it_files(floor: Path) -> None:
    """By hand: six decks 96 tens in 311, 2 x 96 - 215 = -23; eight 128 in 415. At 3 to 1, 3 x 128 - 287 = 97 for the player."""
    assert short(reported(floor)) == [
        ("6", "the least the law allows", "23/311", ["5"]),
        ("6", "as filed", "23/311", ["1", "3"]),
        ("8", "as filed", "-97/415", ["4"]),
        ("8", "the least the law allows", "31/415", ["5"]),
        ("8", "as filed", "31/415", ["2"]),
    ]


def test_what_the_text_does_not_determine_is_reported_with_its_tables(floor: Path) -> None:
    unknown, unfit = reported(floor)["without"]
    assert (unknown["wager"], unknown["tables"]) == ("blackjack_wager", ["1", "2", "3"])
    assert (unfit["wager"], unfit["tables"]) == ("insurance", ["6"]) and "conditions for which no odds" in unfit[
        "because"
    ]


def test_no_wager_on_the_floor_goes_without_a_word(floor: Path) -> None:
    assert [
        (u["wager"], u["because"]) for u in reported(floor, {**ODDS, "wagers": [], "undetermined": []})["without"]
    ] == [
        ("blackjack_wager", "no odds are computed for it"),
        ("insurance", "no odds are computed for it"),
    ]


def test_where_play_depends_on_payouts_others_are_not_set_in(floor: Path) -> None:
    odds = {**ODDS, "wagers": [{**ODDS["wagers"][0], "figures": [insurance("8", 128, 287, decision="raise on tens")]}]}
    assert ("8", "the least the law allows; filed otherwise", "31/415", ["4"]) in short(reported(floor, odds))


def test_of_several_options_the_one_that_is_filed_is_reported(floor: Path) -> None:
    rows = [(WIN, 128, "3 to 1", "3"), (LOST, 287, "lost", "-1")]
    dear = odds_data.figure({"decks": "8", "option": "B"}, rows)
    cheap = insurance("8", 128, 287)
    odds = {**ODDS, "wagers": [{**ODDS["wagers"][0], "figures": [cheap, dear]}]}
    assert [(r[2], r[3]) for r in short(reported(floor, odds)) if "5" not in r[3]] == [
        ("31/415", ["2"]),
        ("-97/415", ["4"]),
    ]


def test_wagers_counted_together_are_reported_where_both_are_offered(floor: Path) -> None:
    both = {**ODDS["wagers"][0], "wager": "blackjack_wager + insurance", "of": ["blackjack_wager", "insurance"]}
    data = reported(floor, {**ODDS, "wagers": [both], "undetermined": []})
    assert short(data) == [
        ("6", "the least the law allows", "23/311", ["1", "3"]),
        ("8", "the least the law allows", "31/415", ["2"]),
    ]
    assert [(u["wager"], u["tables"]) for u in data["without"]] == [("insurance", ["4", "5", "6"])]


# ---- in a check


TABLE = """\
house edge, as of 2007-01-01; for information
  wager            for      paid                      hit rate  house advantage           above floor  tables
Blackjack
  insurance wager  decks 6  the least the law allows  30.8682%          7.3955%  23/311         at it  5
  insurance wager  decks 6  paytable house, as filed  30.8682%          7.3955%  23/311         at it  1, 3
  insurance wager  decks 8  as filed                  30.8434%        -23.3735%  -97/415     30.8434%  4
  insurance wager  decks 8  the least the law allows  30.8434%          7.4699%  31/415         at it  5
  insurance wager  decks 8  paytable house, as filed  30.8434%          7.4699%  31/415         at it  2
  blackjack wager: it is played in many ways (tables 1, 2, 3)
  insurance wager: the table files conditions for which no odds are computed (tables 6)
"""


def test_the_table_follows_the_findings(floor: Path, engine: Any, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["check", str(floor)])
    plain = capsys.readouterr().out
    assert main(["check", str(floor), "--odds"]) == code == 1
    out = capsys.readouterr().out
    before, _, after = out.partition(TABLE)
    assert after and plain == before + after.removeprefix("\n")
    assert engine == [("2007-01-01", ["blackjack_wager", "insurance"])]


def test_json_has_it_and_keeps_to_its_schema(floor: Path, engine: Any, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(floor), "--odds", "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    main(["schema", "--of", "check"])
    jsonschema.validate(data, json.loads(capsys.readouterr().out))
    assert [r["edge"] for r in data["odds"]["wagers"]] == ["23/311", "23/311", "-97/415", "31/415", "31/415"]
    assert [r["above_floor"] for r in data["odds"]["wagers"]] == ["0", "0", "128/415", "0", "0"]
    assert all(Fraction(r["edge_decimal"]) == pytest.approx(Fraction(r["edge"])) for r in data["odds"]["wagers"])


def test_nothing_is_computed_without_a_request(floor: Path, engine: Any, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(floor), "--format", "json"])
    assert engine == [] and "odds" not in json.loads(capsys.readouterr().out)


def test_what_cannot_be_counted_is_reported_and_the_rest_all_the_same(
    floor: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "odds_by_wager", lambda *_: "odds cannot be computed: no abacus")
    assert main(["check", str(floor), "--odds"]) == 2
    stated = capsys.readouterr()
    assert "no abacus" in stated.err and "as of 2007-01-01" in stated.out and "worth" not in stated.out


def test_odds_are_of_one_day(floor: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(floor), "--odds", "--from", "2004-01-01", "--to", "2007-01-01"]) == 2
    assert "applies to one date" in capsys.readouterr().err


# ---- in the audit report


def test_the_audit_has_a_section_of_it(floor: Path, engine: Any, tmp_path: Path) -> None:
    main(["report", str(floor), "--odds", "--out", str(tmp_path / "out")])
    page = (tmp_path / "out/audit.html").read_text("utf-8")
    section = page[page.index('<section aria-labelledby="worth">') : page.index('<section aria-labelledby="method">')]
    assert section.count("<circle") == 3 and 'aria-labelledby="worth-1-t worth-1-d"' in section
    assert re.search(r"house, as filed</td>.*30\.8682%.*7\.3955%.*23/311.*1, 3", section)
    assert "it is played in many ways" in section and list(output_safety.html(page)) == []
    assert "**insurance wager** decks 8" in (tmp_path / "out/audit.md").read_text("utf-8")
    data = json.loads((tmp_path / "out/audit.json").read_text("utf-8"))
    assert data["odds"]["wagers"][0]["wager"] == "insurance" and data["command"].endswith(
        f"--odds --out {tmp_path}/out"
    )


def test_without_odds_the_audit_has_none(floor: Path, engine: Any, tmp_path: Path) -> None:
    main(["report", str(floor), "--out", str(tmp_path / "out")])
    page = (tmp_path / "out/audit.html").read_text("utf-8")
    assert 'id="worth"' not in page and json.loads((tmp_path / "out/audit.json").read_text("utf-8"))["odds"] is None


def test_a_hostile_filing_is_harmless_with_odds(
    tmp_path: Path, engine: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = hostile_filing.filing(tmp_path / "in")
    figure = odds_data.figure({}, [(WIN, 96, "2 to 1", "2"), (LOST, 215, "lost", "-1")])
    monkeypatch.setitem(ODDS, "wagers", [{**w, "figures": [figure]} for w in ODDS["wagers"]])
    main(["check", str(path), "--odds", "--as-of", "2007-01-01"])
    reported = capsys.readouterr().out
    assert "house edge" in reported and list(output_safety.lines(reported)) == []
    main(["report", str(path), "--odds", "--as-of", "2007-01-01", "--out", str(tmp_path / "out")])
    page = (tmp_path / "out/audit.html").read_text("utf-8")
    main(["report", str(path), "--as-of", "2007-01-01", "--out", str(tmp_path / "plain")])
    assert 'id="worth-1-t"' in page
    for form, name in ((output_safety.html, "audit.html"), (output_safety.markdown, "audit.md")):
        added, plain = ((tmp_path / folder / name).read_text("utf-8") for folder in ("out", "plain"))
        assert set(form(added)) <= set(form(plain)), name


# ---- the command


def test_a_game_is_all_of_its_wagers(engine: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "odds", "blackjack", "--as-of", "2007-01-01"]) == 0
    assert capsys.readouterr().out.startswith("odds on 2007-01-01: 1 wager, 1 that the text does not determine")
    (requested,) = engine
    assert requested[0] == "2007-01-01" and {"insurance", "streak"} <= set(requested[1])


@pytest.mark.parametrize(
    ("name", "expected"), [("insurance", ["insurance"]), ("Same-Suit", ["same_suit"]), ("--all", None)]
)
def test_a_wager_is_itself_and_all_is_all(
    name: str, expected: Any, engine: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["law", "odds", name, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == ODDS
    assert [requested[1] for requested in engine] == [expected]


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["insurence"], "did you mean insurance?"),
        ([], "give a game or a wager, or --all"),
        (["insurance", "--all"], "not both"),
        (["insurance", "--as-of", "soon"], "'soon' is not a date"),
    ],
)
def test_unknown_wagers_and_dates(
    words: list[str], reported: str, engine: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["law", "odds", *words]) == 2
    assert reported in capsys.readouterr().err and engine == []


def test_csv(engine: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "odds", "--all", "--format", "csv"]) == 0
    assert capsys.readouterr().out.count("insurance") == 8
