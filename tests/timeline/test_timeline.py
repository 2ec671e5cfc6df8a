"""`span.txt` is a session: `check --from --to` and `law diff` of a filing by made-up rules. `REWRITE=1` writes it anew.

The rest looks at single days: the flips of each, against a judgment of the whole filing on every single day of the span.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.product import Result, Timeline, check, flips, load_filing, load_rulebook, locator, main, timeline

HERE = Path(__file__).parent
RULES = (HERE.parent / "madeup/words", HERE / "rules")
FILING = HERE / "filing.yaml"
ROOT = HERE.parents[1]


def run(capsys: pytest.CaptureFixture[str], command: str) -> str:
    rules = [part for folder in RULES for part in ("--rules", str(folder))]
    code = main(["check", "filing.yaml", *rules, *command.split()[1:]])
    out, err = capsys.readouterr()
    return f"{out}{err}exit {code}\n"


def test_the_session_prints_what_it_shows(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)
    text = (HERE / "span.txt").read_text()
    commands = re.findall(r"^\$ (.+)$", text, re.MULTILINE)
    reported = "\n".join(f"$ {c}\n{run(capsys, c)}" for c in commands)
    if os.environ.get("REWRITE"):
        (HERE / "span.txt").write_text(reported)
    assert reported == text


def over(first: str, last: str) -> Timeline:
    book, vocabulary = load_rulebook(*RULES)
    source, filing, problems = load_filing(str(FILING), book, vocabulary)
    assert filing is not None and not problems
    return timeline("filing.yaml", filing, book, vocabulary, first, last, (), locator(source))


def reported(t: Timeline) -> list[str]:
    return [
        f"{f['day']} {f['before']} → {f['after']} {f['code'].removeprefix('1:1-9.4')} {'+'.join(f['tables'])}" for f in flips(t)
    ]  # fmt: skip


def test_each_flip_is_on_its_day() -> None:
    assert reported(over("2002-01-01", "2008-01-01")) == [
        "2003-01-01 fail → pass (a)/oil-authorised 3",
        "2003-01-01 fail → pass (a)/oil-authorised 4",
        "2004-07-01 not in force → fail (b)/wick-bars-oil 4",
        "2005-07-01 fail → pass (d)/boxes-at-most 2",
        "2006-01-01 open → fail (e)/decks-at-least 3",
        "2006-06-01 fail → approved (f)/wick.maximum-at-most 1",
        "2007-01-01 approved → fail (f)/wick.maximum-at-most 1",
    ]


def test_a_bar_that_is_stated_from_the_other_side_too_is_the_same_breach() -> None:
    t = over("2005-01-01", "2005-12-31")
    assert t.judged == ("2005-01-01", "2005-07-01")
    assert not [f for f in flips(t) if "bars" in f["code"]]
    clauses = [{c.id for f in i.result.findings for c in f.clauses if "bars" in c.id} for i in t.intervals]
    assert [len(c) for c in clauses] == [1, 2]


def test_what_is_written_once_flips_only_where_it_is_approved() -> None:
    """The default maximum is one finding at tables 1 and 2; the letter is about table 1."""
    t = over("2006-05-01", "2006-07-01")
    (flip,) = flips(t)
    assert (flip["tables"], flip["place"]["line"], flip["because"]) == (["1"], 3, ["approval Letter 7 starts"])
    assert [w for _, w, _ in t.approvals] == ["starts"]


def test_equal_days_are_one_interval_and_the_intervals_cover_the_span() -> None:
    t = over("2001-01-01", "2011-01-01")
    assert (t.intervals[0].since, t.intervals[-1].until) == ("2001-01-01", "2011-01-01")
    for a, b in zip(t.intervals, t.intervals[1:], strict=False):
        assert date.fromisoformat(a.until) + timedelta(days=1) == date.fromisoformat(b.since)
        assert b.flips or a.not_judged or b.not_judged


def test_behind_the_expiry_nothing_is_lifted() -> None:
    last = over("2009-12-31", "2011-01-01").intervals[-1]
    assert (last.since, bool(last.not_judged), last.flips) == ("2010-01-01", True, ())
    assert (last.result.findings, last.result.verdicts) == ((), ())


def test_before_the_adoption_nothing_is_judged() -> None:
    first, second, *_ = over("2001-02-01", "2009-12-31").intervals
    assert (first.until, bool(first.not_judged), first.result.verdicts) == ("2001-02-28", True, ())
    assert (second.not_judged, second.flips) == ("", ())
    assert second.result.verdicts


def days(first: str, last: str) -> Iterator[str]:
    day = date.fromisoformat(first)
    while day.isoformat() <= last:
        yield day.isoformat()
        day += timedelta(days=1)


def findings(result: Result) -> set[tuple[Any, ...]]:
    return {(f.fingerprint, f.verdict, f.tables) for f in result.findings}


@pytest.mark.parametrize(
    "span",
    [
        ("2002-12-01", "2003-02-01"),
        ("2005-06-01", "2005-08-01"),
        ("2005-12-15", "2007-01-31"),
        ("2009-12-01", "2010-02-01"),
    ],
)
def test_no_day_between_the_boundaries_differs(span: tuple[str, str]) -> None:
    """The efficient way against the plain one: every day is judged."""
    book, vocabulary = load_rulebook(*RULES)
    source, filing, _ = load_filing(str(FILING), book, vocabulary)
    assert filing is not None
    t = over(*span)
    for day in days(*span):
        (interval,) = [i for i in t.intervals if i.since <= day <= i.until]
        plain = check("filing.yaml", filing, book, vocabulary, day, (), locator(source))
        assert findings(plain) == findings(interval.result), day


def test_days_on_which_nothing_of_the_filing_changes_are_not_judged() -> None:
    """The clauses of other games have their days too."""
    book, vocabulary = load_rulebook()
    source, filing, _ = load_filing(str(ROOT / "examples/boardwalk"), book, vocabulary)
    assert filing is not None
    t = timeline("b", filing, book, vocabulary, "2004-07-20", "2005-01-17", (), locator(source))
    assert t.judged == ("2004-07-20", "2004-10-04"), "an approval starts; no blackjack clause does"


def test_progress_is_reported_day_by_day() -> None:
    book, vocabulary = load_rulebook(*RULES)
    source, filing, _ = load_filing(str(FILING), book, vocabulary)
    assert filing is not None
    seen: list[tuple[int, int]] = []
    timeline(
        "f", filing, book, vocabulary, "2002-01-01", "2004-12-31", (), locator(source), lambda a, b: seen.append((a, b))
    )
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--from", "2004-01-01"], "give two dates"),
        (["--to", "2004-01-01"], "give two dates"),
        (["--from", "2005-01-01", "--to", "2004-01-01"], "runs backward"),
        (["--from", "yesterday", "--to", "2004-01-01"], "'yesterday' is not a date"),
        (["--from", "2004-02-30", "--to", "2004-03-01"], "'2004-02-30' is not a date"),
        (["--from", "2004-01-01", "--to", "2005-01-01", "--as-of", "2004-06-01"], "give one date or a period"),
    ],
)
def test_a_span_that_is_none_is_refused(options: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(FILING), *options]) == 2
    out, err = capsys.readouterr()
    assert words in err and out == ""


def test_a_filing_that_cannot_be_read_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("pits: [\n")
    for command in (
        ["check", str(bad), "--from", "2004-01-01", "--to", "2005-01-01"],
        ["law", "diff", "2004-01-01", "2005-01-01", str(bad)],
    ):
        assert main(command) == 2
        assert "bad.yaml" in "".join(capsys.readouterr())


def test_the_worst_day_makes_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    rules = [part for folder in RULES for part in ("--rules", str(folder))]
    clean = ["check", str(ROOT / "examples/boardwalk"), "--format", "json", "--from"]
    assert main([*clean, "2007-01-01", "--to", "2007-06-01"]) == 0
    assert main([*clean, "2007-01-01", "--to", "2008-07-01"]) == 1, "an approval has lapsed on the way"
    assert (
        main(["check", str(FILING), *rules, "--from", "2006-01-01", "--to", "2006-01-02", "--fail-on", "approved"]) == 0
    )
    assert (
        main(["check", str(FILING), *rules, "--from", "2006-01-01", "--to", "2006-12-31", "--fail-on", "approved"]) == 1
    )
    capsys.readouterr()


def test_as_json_twice_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    rules = [part for folder in RULES for part in ("--rules", str(folder))]
    texts = []
    for _ in range(2):
        main(["check", str(FILING), *rules, "--from", "2002-01-01", "--to", "2008-01-01", "--format", "json"])
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    data = json.loads(texts[0])
    assert data["schema"] == "pitboss.timeline/1"
    assert [i["from"] for i in data["intervals"]] == [
        "2002-01-01", "2003-01-01", "2004-07-01", "2005-07-01", "2006-01-01", "2006-06-01", "2007-01-01",
    ]  # fmt: skip
    assert [(a["day"], a["what"]) for a in data["approvals"]] == [("2006-06-01", "starts"), ("2007-01-01", "lapses")]


@pytest.mark.parametrize(
    ("filing", "rules", "span"),
    [
        (str(FILING), RULES, ("2002-01-01", "2012-01-01")),  # with approvals that lapse, and behind the expiry
        ("examples/boardwalk-troubled", (), ("2004-07-01", "2007-06-30")),
        ("tests/madeup/floor.yaml", (HERE.parent / "madeup/words", HERE.parent / "madeup/rules"), ("2004-01-01", "2007-01-01")),
    ],
)  # fmt: skip
def test_json_keeps_its_schema(
    filing: str,
    rules: tuple[Path, ...],
    span: tuple[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert main(["schema", "--of", "timeline"]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    monkeypatch.chdir(ROOT)
    folders = [part for folder in rules for part in ("--rules", str(folder))]
    main(["check", filing, *folders, "--from", span[0], "--to", span[1], "--format", "json"])
    made = json.loads(capsys.readouterr().out)
    assert [f"{e.json_path}: {e.message}" for e in validator.iter_errors(made)] == []
    assert any(interval["flips"] for interval in made["intervals"])
    flip = next(f for i in made["intervals"] for f in i["flips"])
    for at, wrong in (
        (made, {"more": 1}), (made, {"schema": "pitboss.timeline/2"}), (made, {"intervals": []}), (made, {"from": "today"}),
        (flip, {"before": "never"}), (flip, {"clauses": []}), (made["intervals"][0], {"counts": {"pass": 1}}),
    ):  # fmt: skip
        kept = dict(at)
        at.update(wrong)
        assert not validator.is_valid(made), wrong
        at.clear()
        at.update(kept)


def test_a_filing_that_cannot_be_read_is_reported_as_json_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on one day: the same faults at the same places, no day judged, and the exit code 2."""
    assert main(["schema", "--of", "timeline"]) == 0
    validator = jsonschema.Draft202012Validator(json.loads(capsys.readouterr().out))
    broken = tmp_path / "filing.yaml"
    broken.write_text("pits: [")
    for path, code in ((broken, "E020"), (tmp_path / "nowhere", "E001")):
        assert main(["check", str(path), "--format", "json"]) == 2
        of_a_day = json.loads(capsys.readouterr().out)
        assert main(["check", str(path), "--from", "2004-01-01", "--to", "2005-01-01", "--format", "json"]) == 2
        made = json.loads(capsys.readouterr().out)
        assert [f"{e.json_path}: {e.message}" for e in validator.iter_errors(made)] == []
        assert (made["judged"], made["intervals"], made["rulebook"]) == ([], [], of_a_day["rulebook"])
        (fault,), (same,) = made["problems"], of_a_day["problems"]
        assert (fault["code"], fault["place"]) == (code, f"{same['file']}:{same['line']}:{same['column']}")
        assert not validator.is_valid({**made, "problems": []})
        assert main(["check", str(path), "--from", "2004-01-01", "--to", "2005-01-01"]) == 2
        assert capsys.readouterr().out.startswith(f"error {code}: ")


def test_a_diff_reports_the_flips_of_a_filing(capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(ROOT / "examples/boardwalk-troubled")
    assert main(["law", "diff", "2004-01-01", "2005-01-01", folder, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    turned = [f for f in data["flips"] if f["code"].endswith("multiple_action-bars-match_the_dealer")]
    assert [(f["day"], f["before"], f["after"]) for f in turned] == [("2004-07-19", "not in force", "fail")]
    assert main(["law", "diff", "2004-01-01", "2004-01-02", folder]) == 0
    assert "no verdict turns" in capsys.readouterr().out
