"""`pitboss law ground` and `pitboss law drift`: what they print, and how they exit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import ground_law
from tests.support.product import main

HERE = Path(__file__).parent

ONE = "1-1-9.1.rules"
SAME = """\
2 sections compared with the text: 0 differences explained, 0 unexplained

                                            printed  stated  figures  cells  citations  notes  explained  unexplained
1:1-9.1  Sets of tiles                            6       5        6      ·          3      4          ·            ·
1:1-9.4  Payment of pairs                         2       2        8      6          1      2          ·            ·
total                                             8       7       14      6          4      6          ·            ·

printed, stated: provisions. figures: of the rulebook. cells, citations, notes: of the text.
7 provisions of the rulebook have no fingerprint yet: --write makes it.

filed where a scan note says
  law:41  1:1-9.1(b)
  law:39  no law

not transcribed
  1:1-9.2        1 provisions  law:31              (Reserved)
"""


def run(place: Path, what: str, *more: str) -> int:
    return main(["law", what, "--text", str(place / "text"), "--rules", str(place / "rules"), *more])


def test_what_agrees_is_reported_in_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ground_law.laid_out(tmp_path)
    assert run(tmp_path, "ground") == 0
    assert capsys.readouterr().out == SAME


def test_what_differs_is_reported_with_both_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ground_law.laid_out(
        tmp_path, rules={**ground_law.RULES, ONE: ground_law.changed(ground_law.RULES[ONE], "at least 6", "at least 7")}
    )
    assert run(tmp_path, "ground") == 1
    reported = "unexplained\n  1:1-9.1(a)  numbers: 7\n    text law:13   rules rules/1-1-9.1.rules:5\n"
    assert reported in capsys.readouterr().out
    assert run(tmp_path, "ground", "--format", "json") == 1
    data = json.loads(capsys.readouterr().out)
    assert data["schema"] == "pitboss.ground/1"
    assert data["differences"] == [
        {
            "check": "numbers",
            "provision": "1:1-9.1(a)",
            "difference": "7",
            "text": "law:13",
            "rules": "rules/1-1-9.1.rules:5",
        }
    ]


def test_fingerprints_are_written_when_nothing_differs_and_only_then(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {**ground_law.RULES, ONE: ground_law.changed(ground_law.RULES[ONE], "at least 6", "at least 7")}
    ground_law.laid_out(tmp_path, rules=wrong)
    assert run(tmp_path, "ground", "--write") == 1
    assert "fingerprints not written" in capsys.readouterr().err
    assert not (tmp_path / "rules/fingerprints.json").exists()
    ground_law.laid_out(tmp_path)
    assert run(tmp_path, "ground", "--write") == 0
    assert "--write" not in capsys.readouterr().out
    assert run(tmp_path, "drift") == 0
    assert capsys.readouterr().out == "16 fingerprints: 16 the same, 0 changed, 0 appeared, 0 vanished\n"


def test_a_changed_seal_is_a_difference_until_it_is_written_again(tmp_path: Path) -> None:
    ground_law.laid_out(tmp_path)
    assert run(tmp_path, "ground", "--write") == 0
    swapped = ground_law.changed(ground_law.RULES[ONE], "sets is at least 8 when", "sets is at least 6 when")
    ground_law.laid_out(tmp_path, rules={**ground_law.RULES, ONE: swapped})
    assert run(tmp_path, "ground") == 1
    assert run(tmp_path, "ground", "--write") == 0
    assert run(tmp_path, "ground") == 0


def test_drift_exits_with_1_and_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ground_law.laid_out(tmp_path)
    run(tmp_path, "ground", "--write")
    ground_law.laid_out(tmp_path, text=ground_law.changed(ground_law.TEXT, "Two lamps", "Three lamps"))
    capsys.readouterr()
    assert run(tmp_path, "drift", "--format", "json") == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["schema"], data["totals"]) == ("pitboss.drift/1", {"changed": 1, "appeared": 0, "vanished": 0})


@pytest.mark.parametrize("what", ["ground", "drift"])
@pytest.mark.parametrize(
    ("name", "content", "reported"),
    [
        ("text", None, "No such file"),
        ("text/law.txt", "", "no .txt file"),
        ("rules/ground.yaml", "- [", "rules/ground.yaml"),
        ("rules/fingerprints.json", "[]", "rules/fingerprints.json"),
        ("rules/1-1-9.1.rules", "section", "R1"),
    ],
)
def test_what_cannot_be_read_is_reported_and_exits_with_2(
    what: str, name: str, content: str | None, reported: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ground_law.laid_out(tmp_path)
    path = tmp_path / name
    if content is None:
        path.rename(tmp_path / "elsewhere")
    elif content:
        path.write_text(content)
    else:
        path.unlink()
    assert run(tmp_path, what) == 2
    assert reported in capsys.readouterr().err
