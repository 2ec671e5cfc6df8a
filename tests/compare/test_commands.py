"""`pitboss check --baseline` and `pitboss compare` as commands: what they print, how they exit, what they refuse."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.product import compare, compare_json, compare_markdown, main, read_report
from tests.support.product import compare_text as text
from tests.support.soak import examples

MADEUP = Path(__file__).parents[1] / "madeup"
FLOOR = (MADEUP / "floor.yaml").read_text("utf-8")
RULES = ["--rules", str(MADEUP / "words"), "--rules", str(MADEUP / "rules")]
BOXES = "{number: 4, game: tiles, decks: 2, boxes: 9"
RANKED = "tile_hands: [dragon, trio, pair], wagers: [{wager: lantern"
Out = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out) -> Path:
    """A folder with a filing, and the report of it as `old.json`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "floor.yaml").write_text(FLOOR)
    (tmp_path / "old.json").write_text(report(capsys))
    return tmp_path


def report(capsys: Out, *more: str) -> str:
    assert main(["check", "floor.yaml", *RULES, "--format", "json", *more]) in (0, 1)
    return capsys.readouterr().out


def edit(folder: Path, old: str, new: str) -> None:
    assert old in FLOOR
    text = FLOOR.replace(old, new)
    if old == "number: 2,":  # and wherever else the table is named
        text = text.replace("tables: [1, 2, 3]", "tables: [1, 5, 3]").replace("tables: [2]", "tables: [5]")
    (folder / "floor.yaml").write_text(text)


def test_what_was_reported_is_marked_and_is_no_failure(folder: Path, capsys: Out) -> None:
    assert main(["check", "floor.yaml", *RULES, "--baseline", "old.json", "--all"]) == 0
    reported = capsys.readouterr().out
    assert reported.count("\nfail ") + reported.startswith("fail ") == 11, "nothing is dropped"
    assert reported.count("baseline  persisting, first seen 2006-01-01") == 15
    assert reported.endswith("against floor.yaml as of 2006-01-01, rulebook 26aec934c79a: 15 persisting.\n")


def test_what_is_new_fails(folder: Path, capsys: Out) -> None:
    edit(folder, "boxes: 8, opening: right", "boxes: 8, opening: upwards")
    assert main(["check", "floor.yaml", *RULES, "--baseline", "old.json"]) == 2, "a fault of form stays one"
    edit(folder, "decks: 2, boxes: 9", "decks: 3, boxes: 9")
    assert main(["check", "floor.yaml", *RULES, "--baseline", "old.json"]) == 1
    capsys.readouterr()
    made = json.loads(report(capsys, "--baseline", "old.json"))
    states = {f["code"].partition("/")[2]: f["baseline"] for f in made["findings"]}
    assert {code for code, state in states.items() if state == "new"} == {"lantern_decks"}
    assert states["boxes-at-most"] == "changed"
    assert made["baseline"]["cured"] == 0 and made["baseline"]["filing"] == "floor.yaml"


@pytest.mark.parametrize(
    ("old", "new", "fail_on", "code"),
    [
        ("boxes: 9, tile_hands", "boxes: 10, tile_hands", "fail", 0),  # changed, and no worse
        ("boxes: 9, tile_hands", "boxes: 8, tile_hands", "fail", 0),  # cured
        (RANKED, RANKED.replace("dragon, trio", "trio, dragon"), "fail", 1),
        (RANKED, RANKED.replace("dragon, trio", "trio, dragon"), "open", 0),
        ("opening: right, tile_hands", "tile_hands", "needs evidence", 1),
        ("tables: [1, 2, 3], answer: yes", "tables: [1, 2], answer: yes", "fail,needs evidence", 0),
        ("tables: [1, 2, 3], answer: yes", "tables: [1, 2], answer: yes", "floor", 1),
        ("number: 2,", "number: 5,", "fail", 1),  # nobody was reported of table 5
    ],
)  # fmt: skip
def test_both_commands_exit_with_the_same_code(
    old: str, new: str, fail_on: str, code: int, folder: Path, capsys: Out
) -> None:
    edit(folder, old, new)
    (folder / "new.json").write_text(report(capsys))
    assert main(["check", "floor.yaml", *RULES, "--baseline", "old.json", "--fail-on", fail_on]) == code
    assert main(["compare", "old.json", "new.json", "--fail-on", fail_on]) == code


def test_a_comparison_for_people(folder: Path, capsys: Out) -> None:
    edit(folder, BOXES, BOXES.replace("9", "10"))
    (folder / "new.json").write_text(report(capsys))
    assert main(["compare", "old.json", "new.json"]) == 0
    reported = capsys.readouterr().out
    assert reported[: reported.index("persisting")] == (
        "old  floor.yaml, as of 2006-01-01, rulebook 26aec934c79a\n"
        "new  floor.yaml, as of 2006-01-01, rulebook 26aec934c79a\n\n"
        "changed\n"
        "  fail 1:1-9.1(e) boxes-at-most\n"
        "      notice  Betting positions are 10; 1:1-9.1(e) allows no more than 8.\n"
        "          at  floor.yaml:14:47\n"
        "      tables  4\n"
        "    expected  no more than 8\n"
        "         was  9\n"
        "      actual  10\n"
        "     because  on other facts\n"
        "       since  2006-01-01\n\n"
    )
    assert reported.endswith("\n1 changed, 14 persisting. Preliminary determination.\n")
    assert main(["compare", "old.json", "new.json", "--format", "markdown"]) == 0
    page = capsys.readouterr().out
    notice = "Betting positions are 10; 1:1-9.1(e) allows no more than 8."
    row = f"| 1:1-9.1(e) | {notice} | 4 | no more than 8 | 10 (was 9) | floor.yaml:14:47 | 2006-01-01 |\n"
    assert f"| fail (on other facts) {row}" in page
    assert "<details><summary>persisting: 14</summary>\n\n|" in page


def test_a_comparison_for_machines(folder: Path, capsys: Out) -> None:
    edit(folder, BOXES, BOXES.replace("9", "8"))
    (folder / "new.json").write_text(report(capsys, "--baseline", "old.json"))
    assert main(["compare", "old.json", "new.json", "--format", "json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["schema"] == "pitboss.compare/1"
    assert made["counts"] == {"new": 0, "changed": 0, "persisting": 14, "cured": 1, "not comparable": 0}
    (cured,) = [c for c in made["changes"] if c["state"] == "cured"]
    assert (cured["code"], cured["new"], cured["old"]["actual"]) == ("1:1-9.1(e)/boxes-at-most", None, "9")


def test_the_same_bytes_under_another_seed(folder: Path, capsys: Out) -> None:
    edit(folder, "number: 2,", "number: 5,")
    (folder / "new.json").write_text(report(capsys))
    reported = set()
    for seed in ("0", "1"):
        for how in ("text", "json", "markdown"):
            command = [sys.executable, "-m", "pitboss", "compare", "old.json", "new.json", "--format", how]
            surroundings = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(MADEUP.parents[1] / "src")}
            reported.add(subprocess.run(command, capture_output=True, env=surroundings, check=False).stdout)
    assert len(reported) == 3 and all(reported)


# ---- findings that cannot be compared


@pytest.mark.parametrize(
    ("content", "stated"),
    [
        (None, "old.json cannot be read: No such file or directory"),
        (b"", "Expecting value: line 1 column 1"),
        (b"\xff", "it is not JSON in UTF-8"),
        (b"[" * 100_000, "it is not JSON in UTF-8"),
        (b"3", "it is not a mapping"),
        (b'{"schema": "pitboss.check/1", "schema": "x"}', "a mapping has the key 'schema' twice"),
        (b"{}", "it names no schema, not pitboss.check/1"),
        (b'{"schema": "pitboss.check/2"}', "its schema is pitboss.check/2, not pitboss.check/1"),
        (b'{"schema": "\\u001b[31m"}', "its schema is \\x1b[31m, not"),
        (b'{"schema": "pitboss.check/1"}', "it lacks judged; write it again with pitboss check --format json"),
        (b'{"schema": "pitboss.check/1", "judged": 3}', "judged is not a mapping"),
    ],
)
@pytest.mark.parametrize("command", ["baseline", "compare"])
def test_a_baseline_that_cannot_be_read(
    command: str, content: bytes | None, stated: str, folder: Path, capsys: Out
) -> None:
    if content is None:
        (folder / "old.json").unlink()
    else:
        (folder / "old.json").write_bytes(content)
    words = (
        ["check", "floor.yaml", *RULES, "--baseline", "old.json"]
        if command == "baseline"
        else ["compare", "old.json", "old.json"]
    )
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert stated in err and out == ""


def test_a_span_of_days_has_no_baseline(folder: Path, capsys: Out) -> None:
    assert main(["check", "floor.yaml", "--baseline", "old.json", "--from", "2006-01-01", "--to", "2006-02-01"]) == 2
    assert "--baseline" in capsys.readouterr().err


def test_a_filing_that_was_not_read_whole_exits_with_2(folder: Path, capsys: Out) -> None:
    edit(folder, "boxes: 8, opening: right", "boxs: 8, opening: right")
    assert main(["check", "floor.yaml", *RULES, "--format", "json"]) == 2
    (folder / "new.json").write_text(capsys.readouterr().out)
    assert main(["compare", "old.json", "new.json"]) == 2
    assert "the new filing could not be read as a whole" in capsys.readouterr().out


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(p for key, item in items for p in paths(item, (*path, key)))]


@pytest.fixture(scope="module")
def sound() -> dict[str, Any]:
    command = [sys.executable, "-m", "pitboss", "check", str(MADEUP / "floor.yaml"), *RULES, "--format", "json"]
    surroundings = os.environ | {"PYTHONPATH": str(MADEUP.parents[1] / "src")}
    return dict(json.loads(subprocess.run(command, capture_output=True, env=surroundings, check=False).stdout))


ATTACK = "\x1b[31m<script>alert(1)</script>|`\u202e@all https://x.example [a](javascript:b)\n=1+1"


@examples(200)
@given(data=st.data())
def test_no_report_makes_it_stumble(sound: dict[str, Any], data: st.DataObject) -> None:
    """Whatever replaces a value: the report is rejected with a message, or compared and reported."""
    made = copy.deepcopy(sound)
    *above, last = data.draw(st.sampled_from([p for p in paths(made) if p]))
    holder: Any = made
    for step in above:
        holder = holder[step]
    if data.draw(st.booleans()):
        del holder[last]
    else:
        holder[last] = data.draw(st.sampled_from([None, 3, True, [], {}, "", ATTACK, [None], {"a": 1}, float("inf")]))
    read = read_report(json.dumps(made).encode(), "r.json")
    if isinstance(read, str):
        assert read.startswith("r.json is not a report")
        return
    found = compare(read, read)
    for reported in (text(found), compare_json(found), compare_markdown(found)):
        assert "\x1b" not in reported and "\u202e" not in reported
    page = compare_markdown(found)
    assert (
        "<script" not in page
        and "@all" not in page
        and "https://" not in page
        and "[a](" not in page.replace("\\[", "")
    )


def test_words_of_a_filing_are_no_markup(sound: dict[str, Any]) -> None:
    made = json.loads(
        json.dumps(sound)
        .replace("other:dice", json.dumps(ATTACK)[1:-1])
        .replace("dice offered", json.dumps(ATTACK)[1:-1])
    )
    found = compare(again(sound), again(made))
    page = compare_markdown(found)
    assert (
        r"\\x1b\[31m&lt;script&gt;alert(1)&lt;/script&gt;\|\`\\u202e&#64;all https&#58;//x.example \[a\](javascript:b)\\n=1+1"
        in page
    )


def again(data: dict[str, Any]) -> Any:
    read = read_report(json.dumps(data).encode(), "r.json")
    assert not isinstance(read, str), read
    return read
