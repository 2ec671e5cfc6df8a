"""The two example filings: a floor that meets the law, and the same floor with faults, each marked where it is written.

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

from pitboss.book import compiled
from pitboss.checker.filing import assemble
from pitboss.checker.model import Filing
from pitboss.checker.read import read
from pitboss.cli import main

ROOT = Path(__file__).parents[2]
CLEAN, TROUBLED = "examples/boardwalk", "examples/boardwalk-troubled"
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


def findings(told: dict[str, Any]) -> Iterator[Mark]:
    for f in told["findings"]:
        verdict = "floor" if f["floor"] and f["verdict"] == "needs evidence" else f["verdict"]
        yield f["place"]["file"], f["place"]["line"], verdict, tuple(f["provisions"])


def checked(folder: str, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict[str, Any]]:
    code = main(["check", folder, "--format", "json", *options])
    return code, json.loads(capsys.readouterr().out)


def filed(folder: str) -> Filing:
    source = read(folder)
    filing, faults = assemble(source.documents, compiled()[1])
    assert not source.problems and not faults
    return filing


@pytest.mark.parametrize(("folder", "code"), [(CLEAN, 0), (TROUBLED, 1)])
def test_every_finding_is_marked_and_every_mark_found(
    folder: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    exit_code, told = checked(folder, capsys)
    assert told["problems"] == []
    found, marked = Counter(findings(told)), Counter(marks(folder))
    assert found - marked == Counter(), "found, and not marked"
    assert marked - found == Counter(), "marked, and not found"
    assert exit_code == code


def test_the_clean_floor_leaves_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = checked(CLEAN, capsys, "--fail-on", "fail,needs evidence,floor,approved")
    assert code == 0
    assert {verdict for _, _, verdict, _ in findings(told)} <= {"open"}
    assert told["tables"] >= 60


def test_the_troubled_floor_has_faults_of_every_kind(capsys: pytest.CaptureFixture[str]) -> None:
    _, told = checked(TROUBLED, capsys)
    verdicts = Counter(verdict for _, _, verdict, _ in findings(told))
    assert verdicts["fail"] >= 24
    assert set(verdicts) == {"fail", "open", "needs evidence", "floor", "approved"}
    assert any(len(f["provisions"]) == 2 for f in told["findings"]), "a bar that is stated twice is told once"
    files = {Path(f["place"]["file"]).suffix for f in told["findings"]}
    assert files == {".yaml", ".csv"}


def test_every_name_of_the_game_is_in_use() -> None:
    """Derived from the vocabulary: a new wager asks for a table that offers it."""
    _, vocabulary = compiled()
    filing = filed(CLEAN)
    facts = [facts for table in filing.tables for facts in table.variants]
    games = {table.game for table in filing.tables}
    kinds = ("wager", "option", "variation", "equipment")
    names = {named.name for named in vocabulary.named(*kinds).values() if named.game in games}
    used = {name for f in facts for name in f["offers"]}
    used |= {name for f in facts for name, there in f["equipment"].items() if there}
    assert names and names - used == set()
    for name, printed in vocabulary.selections.items():
        selected = {f["offers"][name].get("selection") for f in facts if name in f["offers"]}
        assert name not in names or set(printed) - selected == set()
    posted = {about for f in facts for about in f["posted"]}
    assert {p for p in vocabulary.postable if _game(p, vocabulary) in games} - posted == set()
    happened = {(event.facts["subject"], event.facts["kind"]) for event in filing.events}
    noticed = {(s, kind) for s, kinds in vocabulary.events.items() if _game(s, vocabulary) in games for kind in kinds}
    assert {subject for subject, _ in noticed} - {subject for subject, _ in happened} == set()
    assert happened <= noticed


def _game(subject: str, vocabulary: Any) -> str | None:
    known = vocabulary.names.get(subject.rpartition(" of ")[2])
    return known.game if known else None


@pytest.mark.parametrize("folder", [CLEAN, TROUBLED])
def test_documents_are_what_is_filed_of_them(folder: str) -> None:
    filing = filed(folder)
    digests = {d["path"]: d["sha256"] for d in filing.documents}
    there = {p.relative_to(folder).as_posix() for p in Path(folder, "documents").iterdir()}
    assert digests.keys() == there
    assert {n: hashlib.sha256(Path(folder, n).read_bytes()).hexdigest() for n in there} == digests
    assert {approval.digest for approval in filing.approvals} <= set(digests.values())
    for approval in filing.approvals:
        text = next(Path(folder, name).read_text() for name, digest in digests.items() if digest == approval.digest)
        assert approval.instrument.removeprefix("CCC ") in text


@pytest.mark.parametrize("folder", [CLEAN, TROUBLED])
def test_both_are_of_the_schema_s_shape(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The schema fixes shape, never lawfulness."""
    jsonschema = pytest.importorskip("jsonschema")
    assert main(["schema"]) == 0
    schema = jsonschema.Draft202012Validator(json.loads(capsys.readouterr().out))
    documents = [d for d in read(folder).documents if isinstance(d.data, dict)]
    assert documents
    for document in documents:
        plain = json.loads(json.dumps(document.data, default=float))
        assert [error.message for error in schema.iter_errors(plain)] == [], document.name


def test_a_wager_before_its_day(capsys: pytest.CaptureFixture[str]) -> None:
    """The same floor six months earlier: what the law did not have yet fails, citing the day it came."""
    code, told = checked(CLEAN, capsys, "--as-of", "2006-06-01")
    early = [f for f in told["findings"] if f["provisions"] == ["19:47-2.24(a)"]]
    assert code == 1 and early
    assert {t for f in early for t in f["tables"]} == {"1001", "1002", "1003", "1004", "1005"}
    assert all(f["verdict"] == "fail" and "2006-06-05" in " ".join(f["why"]) for f in early)


def test_against_the_previous_filing(capsys: pytest.CaptureFixture[str]) -> None:
    """What one filing changes of the other needs its notice, declared or not."""
    _, told = checked(TROUBLED, capsys, "--previous", CLEAN)
    more = Counter(findings(told)) - Counter(marks(TROUBLED))
    assert more and {verdict for _, _, verdict, _ in more} <= {"needs evidence", "open", "fail"}
    codes = {f["code"] for f in told["findings"]}
    assert "19:47-2.11(e)/resplit-notice" in codes
