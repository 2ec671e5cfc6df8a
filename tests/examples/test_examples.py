"""The example filings: two houses that meet the law, and the same houses with faults, each marked where it is written.

A mark is a comment: `# expect: fail 19:47-2.22(l)`, several separated by semicolons, the provisions of one finding by
commas. `floor` stands for evidence that only the floor can give. `# expect FILE:LINE: ...` speaks of a line of another
file in the same folder, for lists of tables have no comments.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import Filing, assemble, load_rulebook, main, read

ROOT = Path(__file__).parents[2]
BOARDWALK, LIGHTHOUSE = "examples/boardwalk", "examples/lighthouse"
CLEAN = (BOARDWALK, LIGHTHOUSE)
TROUBLED = tuple(f"{folder}-troubled" for folder in CLEAN)
EVERY = (*CLEAN, *TROUBLED)
MARK = re.compile(r"#\ expect(?:\ (?P<where>\S+:[0-9]+))?:\ (?P<findings>.+)$")
VERDICTS = ("needs evidence", "not applicable", "fail", "open", "approved", "floor")
Mark = tuple[str, int, str, tuple[str, ...]]  # file, line, verdict, provisions


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def marks(folder: str) -> Iterator[Mark]:
    for path in sorted(Path(folder).rglob("*.yaml")):
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            found = MARK.search(line)
            assert found or "# expect" not in line, f"{path}:{number}: no mark that is understood"
            if not found:
                continue
            name, _, other = (found["where"] or f"{path.name}:{number}").rpartition(":")
            for one in found["findings"].split(";"):
                verdict = next((v for v in VERDICTS if one.strip().startswith(v + " ")), None)
                assert verdict, f"{path}:{number}: {one.strip()!r} begins with no verdict"
                provisions = tuple(p.strip() for p in one.strip().removeprefix(verdict).split(","))
                yield (path.parent / name).as_posix(), int(other), verdict, provisions


def findings(reported: dict[str, Any]) -> Iterator[Mark]:
    for f in reported["findings"]:
        verdict = "floor" if f["floor"] and f["verdict"] == "needs evidence" else f["verdict"]
        yield f["place"]["file"], f["place"]["line"], verdict, tuple(f["provisions"])


def checked(folder: str, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict[str, Any]]:
    code = main(["check", folder, "--format", "json", *options])
    return code, json.loads(capsys.readouterr().out)


def filed(folder: str) -> Filing:
    source = read(folder)
    filing, faults = assemble(source.documents, load_rulebook()[1])
    assert not source.problems and not faults
    return filing


@pytest.mark.parametrize("folder", EVERY)
def test_every_finding_is_marked_and_every_mark_found(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    exit_code, reported = checked(folder, capsys)
    assert reported["problems"] == []
    found, marked = Counter(findings(reported)), Counter(marks(folder))
    assert found - marked == Counter(), "found, and not marked"
    assert marked - found == Counter(), "marked, and not found"
    assert exit_code == (folder in TROUBLED)


@pytest.mark.parametrize(("folder", "tables"), [(BOARDWALK, 60), (LIGHTHOUSE, 40)])
def test_a_clean_floor_leaves_nothing_to_do(folder: str, tables: int, capsys: pytest.CaptureFixture[str]) -> None:
    code, reported = checked(folder, capsys, "--fail-on", "fail,needs evidence,floor,approved")
    assert code == 0
    assert {verdict for _, _, verdict, _ in findings(reported)} <= {"open"}
    assert reported["tables"] >= tables


@pytest.mark.parametrize("folder", TROUBLED)
def test_a_troubled_floor_has_faults_of_every_kind(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, reported = checked(folder, capsys)
    verdicts = Counter(verdict for _, _, verdict, _ in findings(reported))
    assert verdicts["fail"] >= 24
    assert set(verdicts) == {"fail", "open", "needs evidence", "floor", "approved"}
    games = {table.number: table.game for table in filed(folder).tables}
    faults = {(games[number], f["code"]) for f in reported["findings"] for number in f["tables"]}
    assert all(sum(game == of for of, _ in faults) >= 2 for game in games.values()), "each game has two faults at least"


def test_the_faults_of_the_boardwalk_are_reported_once_and_in_lists_too(capsys: pytest.CaptureFixture[str]) -> None:
    _, reported = checked(f"{BOARDWALK}-troubled", capsys)
    assert any(len(f["provisions"]) == 2 for f in reported["findings"]), "a bar that is stated twice is reported once"
    assert {Path(f["place"]["file"]).suffix for f in reported["findings"]} == {".yaml", ".csv"}


def test_every_name_of_every_game_is_in_use() -> None:
    """Derived from the vocabulary: a new wager needs a table that offers it, and a new game needs a table."""
    _, vocabulary = load_rulebook()
    filings = [filed(folder) for folder in CLEAN]
    tables = [table for filing in filings for table in filing.tables]
    facts = [facts for table in tables for facts in table.variants]
    assert {table.game for table in tables} == set(vocabulary.named("game"))
    names = set(vocabulary.named("wager", "option", "variation", "equipment"))
    used = {name for f in facts for name in f["offers"]}
    used |= {name for f in facts for name, there in f["equipment"].items() if there}
    assert names and names - used == set()
    for name, printed in vocabulary.selections.items():
        assert set(printed) - {f["offers"][name].get("selection") for f in facts if name in f["offers"]} == set()
    assert set(vocabulary.postable) - {about for f in facts for about in f["posted"]} == set()
    happened = {(event.facts["subject"], event.facts["kind"]) for filing in filings for event in filing.events}
    noticed = {(subject, kind) for subject, kinds in vocabulary.events.items() for kind in kinds}
    assert {subject for subject, _ in noticed} - {subject for subject, _ in happened} == set()
    assert happened <= noticed


@pytest.mark.parametrize("folder", EVERY)
def test_documents_are_what_is_filed_of_them(folder: str) -> None:
    filing = filed(folder)
    digests = {document.name: document.sha256 for document in filing.documents}
    there = {p.relative_to(folder).as_posix() for p in Path(folder, "documents").iterdir()}
    assert digests.keys() == there
    assert {n: hashlib.sha256(Path(folder, n).read_bytes()).hexdigest() for n in there} == digests
    assert {approval.digest for approval in filing.approvals} <= set(digests.values())
    for approval in filing.approvals:
        text = next(Path(folder, name).read_text() for name, digest in digests.items() if digest == approval.digest)
        assert approval.instrument.removeprefix("CCC ") in text


@pytest.mark.parametrize("folder", EVERY)
def test_all_are_of_the_schema_s_shape(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The schema fixes shape, never lawfulness."""
    jsonschema = pytest.importorskip("jsonschema")
    assert main(["schema"]) == 0
    schema = jsonschema.Draft202012Validator(json.loads(capsys.readouterr().out))
    documents = [d for d in read(folder).documents if isinstance(d.data, dict)]
    assert documents
    for document in documents:
        plain = json.loads(json.dumps(document.data, default=float))
        assert [error.message for error in schema.iter_errors(plain)] == [], document.name


@pytest.mark.parametrize(
    ("folder", "day", "provision", "since", "tables"),
    [
        (BOARDWALK, "2006-06-01", "2.24(a)", "2006-06-05", {"1001", "1002", "1003", "1004", "1005"}),
        (LIGHTHOUSE, "2009-06-01", "5.1(e)8", "2009-06-15", {"406"}),
    ],
)
def test_a_wager_before_its_day(
    folder: str, day: str, provision: str, since: str, tables: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The same floor earlier: what the law did not have yet fails, citing the day it came."""
    code, reported = checked(folder, capsys, "--as-of", day)
    early = [f for f in reported["findings"] if f["provisions"] == [f"19:47-{provision}"]]
    assert code == 1 and early
    assert {t for f in early for t in f["tables"]} == tables
    assert all(f["verdict"] == "fail" and since in " ".join(f["why"]) for f in early)


@pytest.mark.parametrize(
    ("folder", "code"),
    [(BOARDWALK, "19:47-2.11(e)/resplit-notice"), (LIGHTHOUSE, "19:47-3.5(b)/punto_reshuffle-notice")],
)
def test_against_the_previous_filing(folder: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What one filing changes of the other needs its notice, declared or not."""
    _, reported = checked(f"{folder}-troubled", capsys, "--previous", folder)
    more = Counter(findings(reported)) - Counter(marks(f"{folder}-troubled"))
    assert more and {verdict for _, _, verdict, _ in more} <= {"needs evidence", "open", "fail"}
    assert code in {f["code"] for f in reported["findings"]}
