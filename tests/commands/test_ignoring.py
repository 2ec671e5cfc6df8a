"""`--ignore` and `--select`: a finding that is ignored keeps its verdict, is listed everywhere, and never becomes a pass."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.product import main

FLOOR = """\
submission: {licensee: Lantern, effective: 2007-01-01}
pits: [{name: A, tables: [{number: 1, game: roulette, roulette_wheel: double_zero, wagers: [], options: []}]}]
"""
REASON = "until 2027-01-31 because the wheel is on order"
TODAY = "1790000000"  # 2026-09-21


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "floor.yaml").write_text(FLOOR)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", TODAY)
    return tmp_path


def check(capsys: pytest.CaptureFixture[str], *more: str, form: str = "json") -> tuple[int, str]:
    code = main(["check", "floor.yaml", "--format", form, *more])
    return code, capsys.readouterr().out


def provisions(report: str) -> set[str]:
    return {
        cite
        for f in json.loads(report)["findings"]
        if f["verdict"] == "needs evidence" and not f["floor"]
        for cite in f["provisions"]
    }


def test_an_ignored_failure_is_listed_and_is_no_pass(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, plain = check(capsys)
    cites = sorted(provisions(plain))
    assert code == 1 and cites
    every = ["--ignore", f"{', '.join(cites)} {REASON}"]
    code, out = check(capsys, *every)
    made, before = json.loads(out), json.loads(plain)
    assert code == 0
    assert (made["findings"], made["counts"], made["clauses"]) == (
        before["findings"],
        before["counts"],
        before["clauses"],
    )
    (rule,) = made["ignored"]
    assert (rule["ignore"], rule["until"], rule["reason"]) == (cites, "2027-01-31", "the wheel is on order")
    assert set(rule["findings"]) >= {
        f["fingerprint"] for f in made["findings"] if f["verdict"] == "needs evidence" and not f["floor"]
    }
    text = check(capsys, *every, form="text")[1]
    assert f"{len(rule['findings'])} findings ignored; an ignored finding keeps its verdict and is no pass.\n" in text
    assert f"until 2027-01-31, {len(rule['findings'])} findings: the wheel is on order (--ignore)" in text
    statement = json.loads(check(capsys, *every, form="intoto")[1])["predicate"]
    assert (
        statement["result"] == "FAILED"
        and statement["failedTests"]
        and statement["pitboss_check"]["ignored"] == made["ignored"]
    )
    run = json.loads(check(capsys, *every, form="sarif")[1])["runs"][0]
    suppressed = [r for r in run["results"] if "suppressions" in r]
    assert {r["kind"] for r in suppressed} <= {"review", "fail"} and len(suppressed) == len(rule["findings"])
    assert run["properties"]["ignored"] == made["ignored"]
    suites = ElementTree.fromstring(check(capsys, *every, form="junit")[1])
    messages = [skipped.get("message", "") for skipped in suites.iter("skipped")]
    assert any(m.startswith("needs evidence, ignored until 2027-01-31: the wheel is on order: ") for m in messages)
    assert not list(suites.iter("error")) and not list(suites.iter("failure"))
    log = check(capsys, *every, form="github")[1]
    assert "::warning " not in log and "ignored until 2027-01-31" in log and "is no pass" in log
    quality = json.loads(check(capsys, *every, form="gitlab")[1])
    assert sum("Ignored until 2027-01-31: the wheel is on order." in issue["description"] for issue in quality) == len(
        rule["findings"]
    )


def test_a_statement_with_ignored_findings_is_verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "s.json").write_text(check(capsys, "--ignore", f"19:47-5 {REASON}", form="intoto")[1])
    assert main(["verify", "s.json", "floor.yaml"]) == 0


def test_an_expired_rule_is_reported_and_ignores_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rule = ["--ignore", "19:47-5 until 2026-09-20 because the wheel was on order"]
    code, out = check(capsys, *rule)
    assert code == 1 and json.loads(out)["ignored"][0]["expired"] is True
    text = check(capsys, *rule, form="text")[1]
    assert (
        "0 findings ignored" in text
        and "expired on 2026-09-20; " in text
        and "count again: the wheel was on order" in text
    )
    on_its_last_day = check(capsys, "--ignore", "19:47-5 until 2026-09-21 because x")[1]
    assert json.loads(on_its_last_day)["ignored"][0]["expired"] is False


def test_select_ignores_all_the_rest(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cites = sorted(provisions(check(capsys)[1]))
    for cite, code in ((cites[0], 1), ("19:47-2.2(c)" if "19:47-2.2(c)" not in cites else "19:47-2.10(a)", 0)):
        assert check(capsys, "--select", f"{cite} {REASON}")[0] == code
    text = check(capsys, "--select", f"{cites[0]} {REASON}", form="text")[1]
    assert f"all but {cites[0]}: until 2027-01-31" in text


def test_a_rule_names_a_provision_or_a_clause_exactly(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """19:47-2.1 is not 19:47-2.10; a clause may be named as findings print it."""
    finding = next(
        f
        for f in json.loads(check(capsys)[1])["findings"]
        if f["verdict"] == "needs evidence" and len(f["clauses"]) == 1
    )
    clause, section = finding["clauses"][0]["id"], finding["provisions"][0].partition("(")[0]
    for name in (clause, clause.partition("/")[2], finding["provisions"][0], section):
        assert (
            finding["fingerprint"]
            in json.loads(check(capsys, "--ignore", f"{name} {REASON}")[1])["ignored"][0]["findings"]
        ), name
    text = check(capsys, "--ignore", f"19:47-2.1 {REASON}", form="text")[1]
    assert "19:47-2.1: matches no finding; remove it" in text


@pytest.mark.parametrize(
    ("given", "stated"),
    [
        ("19:47-5.2(a)", "a rule without a reason and an end date is not accepted"),
        ("19:47-5.2(a) until 2027-01-31", "a rule without a reason and an end date is not accepted"),
        ("19:47-5.2(a) because of nothing", "a rule without a reason and an end date is not accepted"),
        ("19:47-5.2(a) until May because x", "'May' is not a date"),
        ("19:47-5.2(z) until 2027-01-31 because x", "no provision or clause '19:47-5.2(z)'"),
    ],
)
def test_a_rule_without_reason_or_date_is_refused(
    given: str, stated: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for option in ("--ignore", "--select"):
        assert main(["check", "floor.yaml", option, given]) == 2
        assert stated in capsys.readouterr().err
    assert main(["check", "floor.yaml", "--ignore", given, "--from", "2006-01-01", "--to", "2006-02-01"]) == 2


def test_the_report_ignores_as_the_check_does(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The audit lists the rule and marks its findings in every format; verdicts and counts do not change."""
    cites = sorted(provisions(check(capsys)[1]))
    rule = f"{', '.join(cites)} {REASON}"
    assert main(["report", "floor.yaml", "--no-config", "--out", "plain"]) == 1
    (folder / "pitboss.toml").write_text(
        f'[[ignore]]\nprovision = {json.dumps(cites)}\nuntil = 2027-01-31\nreason = "the wheel is on order"\n'
    )
    capsys.readouterr()
    assert main(["report", "floor.yaml", "--out", "configured"]) == 0
    assert "findings ignored; an ignored finding keeps its verdict and is no pass." in capsys.readouterr().out
    assert main(["report", "floor.yaml", "--out", "given", "--no-config", "--ignore", rule]) == 0
    plain, data = (json.loads((folder / name / "audit.json").read_text()) for name in ("plain", "given"))
    listed = json.loads((folder / "configured/audit.json").read_text())["ignored"]
    assert plain["ignored"] == [] and [{**each, "written": "--ignore"} for each in listed] == data["ignored"] != []
    assert (data["findings"], data["summary"]) == (plain["findings"], plain["summary"])
    assert f"--ignore '{rule}'" in data["command"]
    ignored, codes = data["ignored"][0]["findings"], [f["fingerprint"] for f in data["findings"]]
    assert ignored and {*ignored} <= {*codes}
    page, text = ((folder / "given" / name).read_text() for name in ("audit.html", "audit.md"))
    stated = f"{len(ignored)} findings ignored; an ignored finding keeps its verdict and is no pass."
    assert stated in page.partition("Sign-off</h3>")[0] and stated in text
    assert (
        page.count('<span class="tag">ignored</span>')
        == page.count('<span class="tag">ignored until 2027-01-31</span>')
        == len(ignored)
    )
    assert text.count("<br>\n  ignored until 2027-01-31: the wheel is on order") > 0
    rows = list(csv.DictReader((folder / "given/findings.csv").read_text().splitlines()))
    assert [r["ignored"] for r in rows if r["fingerprint"] in ignored] == [
        "until 2027-01-31: the wheel is on order"
    ] * len(ignored)
    assert not any(r["ignored"] for r in rows if r["fingerprint"] not in ignored)
    assert (
        main(["report", "floor.yaml", "--out", "none", "--ignore", "19:47-5.2(a)"]) == 2
        and not (folder / "none").exists()
    )


def test_a_provision_may_be_named_without_its_chapter(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the help of `check` shows it, and `law explain` reads it."""
    whole = json.loads(check(capsys, "--ignore", f"19:47-5.2(a) {REASON}")[1])["ignored"][0]["findings"]
    short = json.loads(check(capsys, "--ignore", f"5.2(a) {REASON}")[1])["ignored"][0]["findings"]
    assert short == whole != []
    chapter = json.loads(check(capsys, "--ignore", f"19:47 {REASON}")[1])["ignored"][0]["findings"]
    assert set(chapter) > set(whole)
    assert main(["check", "floor.yaml", "--ignore", f"2(a) {REASON}"]) == 2
    assert "no provision or clause '2(a)'" in capsys.readouterr().err


def test_a_rule_is_not_called_unneeded_where_errors_hide_the_filing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "matches no finding; remove it" in check(capsys, "--ignore", f"19:47-2.13(a) {REASON}", form="text")[1]
    (folder / "floor.yaml").write_text(FLOOR.replace("effective: 2007-01-01", "effective: May"))
    code, text = check(capsys, "--ignore", f"19:47-2.13(a) {REASON}", form="text")
    assert code == 2 and "matches no finding, but errors hide a part of the filing: the wheel is on order" in text


def test_the_quiet_summary_states_what_is_new_since_the_baseline(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = json.loads(check(capsys)[1])
    (folder / "old.json").write_text(json.dumps({**old, "findings": old["findings"][1:]}))
    assert main(["check", "floor.yaml", "--quiet", "--baseline", "old.json"]) == 1
    assert " as of 2007-01-01, rulebook " in (last := capsys.readouterr().out.splitlines()[-1])
    assert last.startswith("against floor.yaml") and ": 1 new" in last
