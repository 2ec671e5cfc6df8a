"""A name that the rulebook does not have is an error with a suggestion; an empty report would look like one without findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.product import main

EVERY = "it has 1, 2, 3, 4, 5, 7, 11, 19, 20, 26, 27, 28"
RULE = "until 2099-01-01 because it is under review"
FILING = "submission: {id: 1, effective: 2007-01-01}\npits: [{name: A, tables: [{number: 1, game: roulette}]}]\n"


@pytest.mark.parametrize("view", ["coverage", "register", "lint"])
@pytest.mark.parametrize(
    ("subchapter", "stated"),
    [
        ("99", f"no subchapter '99' in the rulebook; {EVERY}"),
        ("", f"no subchapter '' in the rulebook; {EVERY}"),
        ("blackjack", f"no subchapter 'blackjack' in the rulebook; {EVERY}"),
        ("8", f"the rulebook has no text of subchapter 8; {EVERY}"),
    ],
)
def test_a_subchapter(view: str, subchapter: str, stated: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", view, "--subchapter", subchapter]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"pitboss: {stated}\n")


def test_a_subchapter_may_be_cited_with_its_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "register", "--subchapter", "2"]) == 0
    short = capsys.readouterr().out
    assert main(["law", "register", "--subchapter", "19:47-2"]) == 0
    assert capsys.readouterr().out == short != ""


@pytest.mark.parametrize(
    "command",
    [
        ["law", "lint"], ["law", "ground", "--text", "text"], ["law", "drift", "--text", "text"], ["check", "filing.yaml"],
        ["fix", "filing.yaml"], ["report", "filing.yaml", "--out", "out"],
        ["rounds", "audit", "rounds.jsonl", "--filing", "filing.yaml"],
    ],
    ids=lambda command: " ".join(command[:2]),
)  # fmt: skip
@pytest.mark.parametrize(
    ("folder", "stated"),
    [("empty", "there is no .rules file in this folder"), ("nowhere", "No such file or directory")],
)
def test_a_folder_without_rules(
    command: list[str],
    folder: str,
    stated: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("empty", "text"):
        (tmp_path / name).mkdir()
    (tmp_path / "text" / "law.txt").write_text("19:47-2.1 Definitions\n")
    (tmp_path / "filing.yaml").write_text(FILING)
    (tmp_path / "rounds.jsonl").write_text("{}\n")
    assert main([*command, "--rules", folder]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"pitboss: {folder} cannot be used: {stated}\n")


@pytest.mark.parametrize(
    ("command", "stated"),
    [
        (["law", "matrix", "blackjak"], "did you mean blackjack?"),
        (["law", "sets", "blackjak"], "did you mean blackjack?"),
        (["law", "sets", "blackjack", "--decks", "0"], "0 decks are no number of decks"),
        (["law", "may", "blackjak"], "did you mean blackjack?"),
        (["law", "may", "blackjack", "streek"], "did you mean streak?"),
        (["law", "may", "filing.yaml", "--table", "9"], "has no table 9"),
        (["law", "why", "may blackjack offer streek on 2007-01-01"], "did you mean 'streak wager'?"),
        (["law", "odds", "same_suite"], "did you mean same_suit?"),
        (["law", "explain", "2.99"], "the rulebook has no provision 2.99"),
        (["law", "history", "2.99"], "the rulebook has no provision 2.99"),
        (["law", "lint", "--select", "L999"], "no lint code L999"),
        (["explain", "E999"], "no error code 'E999'"),
        (["init", "blackjak"], "blackjack"),
        (["schema", "--of", "filling"], "filing"),
        (["check", "filing.yaml", "--ignore", f"2.99(z) {RULE}"], "'2.99(z)'"),
        (["check", "filing.yaml", "--select", f"2.99(z) {RULE}"], "'2.99(z)'"),
        (["rules", "fmt", "nowhere"], "no .rules files at nowhere"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_any_other_name(
    command: list[str], stated: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "filing.yaml").write_text(FILING)
    assert main(command) == 2
    out, err = capsys.readouterr()
    assert out == "" and stated in err
