"""`import pitboss`: stable names, and the same result from a path, from several, from data and from standard input."""

from __future__ import annotations

import io
import json
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import pitboss
from tests.support.product import main

ROOT = Path(__file__).parents[2]
FLOOR = ROOT / "tests/madeup/floor.yaml"
RULES = [str(ROOT / "tests/madeup/words"), str(ROOT / "tests/madeup/rules")]
NAMES = {
    "Diagnostic", "Finding", "PitbossError", "Place", "Rejected", "Result", "LoadedRulebook", "Verdict", "__version__",
    "audit", "check", "load_rulebook", "odds", "render",
}  # fmt: skip
DATA: dict[str, Any] = {
    "submission": {"licensee": "Lantern", "effective": date(2007, 1, 1)},
    "pits": [{"name": "A", "tables": [{"number": "1", "game": "blackjack", "decks": 9}]}],
}


@pytest.fixture(scope="module")
def tiles() -> pitboss.LoadedRulebook:
    return pitboss.load_rulebook(*RULES)


def test_the_names_are_stable() -> None:
    assert set(pitboss.__all__) == NAMES == set(dir(pitboss))
    assert all(getattr(pitboss, name) is not None for name in NAMES)
    assert "api.md" in (ROOT / "docs/README.md").read_text("utf-8") if (ROOT / "docs").exists() else True
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        _ = pitboss.chekc


def test_a_rulebook_of_folders(tiles: pitboss.LoadedRulebook) -> None:
    result = pitboss.check(FLOOR, rulebook=tiles)
    assert (result.rulebook, result.problems) == (tiles.digest, ())
    (first, *_) = result.failing(["fail"])
    assert (
        first.verdict == "fail"
        and str(result.place(first)).startswith("tests/madeup/floor.yaml:")
        or not ROOT.samefile(".")
    )
    assert pitboss.render(result, "json").startswith('{\n  "schema": "pitboss.check/1"')
    with pytest.raises(pitboss.PitbossError, match="'pfd' is not a format; use "):
        pitboss.render(result, "pfd")


def test_data_gives_the_findings_of_the_same_file(tmp_path: Path) -> None:
    """Also several files that make one filing, and a YAML file."""
    file = tmp_path / "filing.json"
    file.write_text(json.dumps(DATA, default=str))
    submission, floor = tmp_path / "submission.yaml", tmp_path / "floor.json"
    submission.write_text("submission: {licensee: Lantern, effective: 2007-01-01}\n")
    floor.write_text(json.dumps({"pits": DATA["pits"]}))
    results = [pitboss.check(each) for each in (DATA, file, str(file), [submission, floor], (floor, submission, floor))]
    found = [{(f.fingerprint, f.notice) for f in result.findings} for result in results]
    assert found[0] and all(each == found[0] for each in found[1:])
    assert {result.as_of for result in results} == {"2007-01-01"} and not any(result.problems for result in results)
    assert [name for name, _ in results[0].documents] == ["data"]
    assert [Path(name).name for name, _ in results[4].documents] == ["floor.json", "submission.yaml"]


def test_standard_input_is_a_filing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def given(raw: bytes) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        assert main(["check", "-", "--format", "json", "--as-of", "2007-01-01"]) == (2 if raw == b"{" else 1)
        return capsys.readouterr().out

    as_json = json.loads(given(json.dumps(DATA, default=str).encode()))
    as_yaml = json.loads(
        given(b"submission: {licensee: Lantern}\npits: [{name: A, tables: [{number: 1, game: blackjack, decks: 9}]}]")
    )
    assert as_json["filing"] == "standard input"
    assert [f["fingerprint"] for f in as_json["findings"]] == [f["fingerprint"] for f in as_yaml["findings"]] != []
    assert [p["code"] for p in json.loads(given(b"{"))["problems"]] == ["E020"]


def test_what_cannot_be_used_is_an_error() -> None:
    with pytest.raises(pitboss.PitbossError, match=r"a filing cannot contain \{1\}, of type set"):
        pitboss.check({"pits": {1}})
    with pytest.raises(pitboss.PitbossError, match="Decimal"):
        pitboss.check({"pits": Decimal("0.1234567890123456789012")})
    with pytest.raises(pitboss.PitbossError, match="no game or wager 'roulete' in the rulebook; did you mean roulette"):
        pitboss.odds("roulete")
    with pytest.raises(pitboss.PitbossError, match="adopted on"):
        pitboss.odds("roulette", as_of=date(1900, 1, 1))
    with pytest.raises(pitboss.PitbossError, match="nothing-here"):
        pitboss.audit("nothing-here.jsonl", ROOT / "tests/rounds/wheel.yaml")
    with pytest.raises(pitboss.PitbossError, match="E001"):
        pitboss.audit("nothing-here.jsonl", ["no filing.yaml"])
    with pytest.raises(pitboss.Rejected, match="R2"):
        pitboss.load_rulebook(RULES[1])


@pytest.mark.parametrize("given", ["2007-01-01", date(2007, 1, 1)])
def test_a_day_is_text_or_a_date(given: Any) -> None:
    assert pitboss.check({"pits": []}, as_of=given).as_of == "2007-01-01"
    assert [p.code for p in pitboss.check({"pits": []}).problems] == ["E302"]


def test_no_paths_are_no_filing() -> None:
    """A pattern that matches no file must not look like a filing without breaches."""
    with pytest.raises(pitboss.PitbossError, match="the list of paths is empty"):
        pitboss.check([])
    for wrong in (3, None, [3]):
        with pytest.raises(pitboss.PitbossError, match="must be a path or a list of paths"):
            pitboss.check(wrong)  # type: ignore[arg-type]
    with pytest.raises(pitboss.PitbossError, match="'nowhere' is not a folder of rules"):
        pitboss.load_rulebook("nowhere")


def test_one_worksheet_may_be_a_path(tiles: pitboss.LoadedRulebook) -> None:
    result = pitboss.check(FLOOR, rulebook=tiles, inspection="nowhere.csv")
    assert [(problem.code, problem.place.file) for problem in result.problems] == [("E001", "nowhere.csv")]


def test_a_result_is_shown_in_one_line(tiles: pitboss.LoadedRulebook) -> None:
    """A notebook, and pytest where an assertion fails, print it."""
    shown = repr(pitboss.check(FLOOR, rulebook=tiles))
    assert shown.startswith("<Result of ") and " problems, findings: " in shown and " fail" in shown
    assert len(shown.splitlines()) == 1 and len(shown) < 300
