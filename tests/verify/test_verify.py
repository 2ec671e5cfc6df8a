"""A statement of a check binds verdicts to digests: whatever is altered, on either side, is named."""

from __future__ import annotations

import base64
import copy
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.checker.runs.verify import StatementDifference
from tests.support.product import (
    Stated,
    check,
    departures,
    load_rulebook,
    load_with_previous,
    main,
    read_statement,
    statement,
    verify_json,
)
from tests.support.product import verify_text as text
from tests.support.soak import examples

TESTS = Path(__file__).parents[1]
MADEUP = TESTS / "madeup"
RULES = ["--rules", str(MADEUP / "words"), "--rules", str(MADEUP / "rules")]
PAPER = "On this day the boxes of table 4 are approved.\n"
Out = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out) -> Path:
    """`filing/` of two documents and a filed paper, and the statement of its check next to it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "filing" / "papers").mkdir(parents=True)
    first, second = (MADEUP / "floor.yaml").read_text("utf-8").split("attestations:")
    (tmp_path / "filing" / "floor.yaml").write_text(first)
    (tmp_path / "filing" / "papers" / "order.txt").write_text(PAPER)
    digest = sha256(PAPER.encode()).hexdigest()
    papers = f'documents: [{{path: papers/order.txt, kind: approval, sha256: "{digest}"}}]\n'
    (tmp_path / "filing" / "said.yaml").write_text(f"{papers}attestations:{second}")
    (tmp_path / "s.json").write_text(stated(capsys, "filing"))
    return tmp_path


def stated(capsys: Out, *words: str) -> str:
    assert main(["check", *words, *RULES, "--format", "intoto"]) in (0, 1)
    return capsys.readouterr().out


def verify(capsys: Out, *words: str) -> tuple[int, dict[str, tuple[str, str]]]:
    code = main(["verify", *words, *RULES, "--format", "json"])
    out, err = capsys.readouterr()
    assert out, err
    return code, {d["what"]: (d["stated"], d["found"]) for d in json.loads(out)["differences"]}


def test_it_is_a_statement_as_in_toto_has_it(folder: Path) -> None:
    made = json.loads((folder / "s.json").read_text())
    assert made["_type"] == "https://in-toto.io/Statement/v1"
    assert made["predicateType"] == "https://in-toto.io/attestation/test-result/v0.1"
    assert [s["name"] for s in made["subject"]] == ["floor.yaml", "said.yaml"]
    predicate = made["predicate"]
    assert {s["name"] for s in predicate["configuration"]} == {"rulebook"}
    assert predicate["result"] == "FAILED"
    tests = [predicate[key] for key in ("passedTests", "warnedTests", "failedTests")]
    assert "1:1-9.1(e)/boxes-at-most" in tests[2] and "1:1-9.1(a)/decks-at-least" in tests[0]
    assert len({*tests[0], *tests[1], *tests[2]}) == sum(map(len, tests)), "each clause in one list"
    check = predicate["pitboss_check"]
    assert [p["name"] for p in check["papers"]] == ["papers/order.txt"]
    assert (check["counts"]["fail"], check["problems"], check["as_of"]) == (12, 0, "2006-01-01")


def test_a_lawful_filing_passes_and_what_is_seen_on_the_floor_is_a_warning(folder: Path, capsys: Out) -> None:
    pits = "[{name: A, side_door: open, tables: [{number: 1, game: tiles, decks: 2, boxes: 6, opening: left,"
    rest = " tile_hands: [dragon, trio, pair], wagers: [tile_wager], options: []}]}]"
    head = "submission: {id: A, licensee: B, effective: 2006-01-01, house_flag: raised, certifications: [{by: A, role: B, on: 2006-01-01}]}"
    (folder / "one.yaml").write_text(f"{head}\npits: {pits}{rest}\n")
    predicate = json.loads(stated(capsys, "one.yaml"))["predicate"]
    assert (predicate["result"], predicate["failedTests"], predicate["warnedTests"]) == (
        "WARNED",
        [],
        ["1:1-9.1(g)/tiles_washed"],
    )
    seen = "attestations: [{provision: 1:1-9.1(g), answer: yes, basis: observed, by: A, on: 2006-01-01}]\n"
    (folder / "one.yaml").write_text(f"{head}\npits: {pits}{rest}\n{seen}")
    assert json.loads(stated(capsys, "one.yaml"))["predicate"]["result"] == "PASSED"


def test_the_same_filing_in_another_folder_is_as_stated(folder: Path, capsys: Out) -> None:
    shutil.copytree(folder / "filing", folder / "elsewhere" / "kept")
    assert verify(capsys, "s.json", "elsewhere/kept") == (0, {})
    assert verify(capsys, "s.json", str(folder / "elsewhere" / "kept")) == (0, {})


def test_a_changed_document_is_named_though_the_verdicts_are_the_same(folder: Path, capsys: Out) -> None:
    file = folder / "filing" / "said.yaml"
    file.write_text(file.read_text() + "# seen\n")
    code, found = verify(capsys, "s.json", "filing")
    assert code == 1 and found.keys() == {"document said.yaml"}


@pytest.mark.parametrize(
    ("old", "new", "reported"),
    [
        ("boxes: 9, tile_hands: [dragon, trio, pair], wagers: [{", "boxes: 8, tile_hands: [dragon, trio, pair], wagers: [{", {
            "finding 1:1-9.1(e)/boxes-at-most": ("fail at 4", "nothing"),
            "clause 1:1-9.1(e)/boxes-at-most": ("failed", "passed"),
            "verdicts that are fail": ("12", "11"),
            "verdicts that are pass": ("37", "38"),
        }),
        ("pays: 6 to 1", "pays: 5 to 1", {"finding 1:1-9.1(d)/lantern-pays": None}),  # another fact, and the same verdict
        ("number: 1,", "number: 1, ratio: 3,", {"faults of form": ("0", "1")}),
    ],
)  # fmt: skip
def test_what_differs_is_stated(old: str, new: str, reported: dict[str, Any], folder: Path, capsys: Out) -> None:
    file = folder / "filing" / "floor.yaml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    code, found = verify(capsys, "s.json", "filing")
    assert code == 1 and "document floor.yaml" in found
    found.pop("digest of the verdicts", None)
    assert {w: f for w, f in found.items() if w != "document floor.yaml" and reported.get(w, 1)} == {
        w: f for w, f in reported.items() if f
    }
    assert reported.keys() <= found.keys()


def test_the_digest_does_not_depend_on_how_tables_were_evaluated() -> None:
    book, vocabulary = load_rulebook()
    path = str(TESTS.parent / "examples" / "boardwalk-troubled")
    _, filing, *_ = load_with_previous(path, None, book, vocabulary)
    assert filing is not None
    result = check(path, filing, book, vocabulary, str(filing.effective), (), lambda places: {})
    before = statement(result)["predicate"]["pitboss_check"]
    apart = [replace(v, tables=(t,)) for v in result.verdicts for t in v.tables]
    apart += [v for v in result.verdicts if not v.tables]
    twice = [*reversed(apart), *result.verdicts]
    for verdicts in (apart, twice):
        after = statement(replace(result, verdicts=tuple(verdicts)))["predicate"]["pitboss_check"]
        assert {**after, "verdicts": before["verdicts"]} == before
        assert after["verdicts"] == before["verdicts"]
    some = next(v for v in result.verdicts if v.verdict == "pass" and len(v.tables) > 1)
    other = replace(some.clause, version="another")
    rest = [v for v in result.verdicts if v is not some]
    for changed in (
        [],
        [replace(some, tables=some.tables[1:])],
        [replace(some, verdict="open")],
        [replace(some, clause=other)],
    ):
        after = statement(replace(result, verdicts=(*rest, *changed)))["predicate"]["pitboss_check"]
        assert after["verdicts"] != before["verdicts"]


def test_documents_that_went_and_came(folder: Path, capsys: Out) -> None:
    (folder / "filing" / "said.yaml").rename(folder / "filing" / "told.yaml")
    code, found = verify(capsys, "s.json", "filing")
    assert code == 1
    assert (found["document said.yaml"][1], found["document told.yaml"][0]) == ("nothing", "nothing")


def test_a_filed_paper_that_is_another_one(folder: Path, capsys: Out) -> None:
    (folder / "filing" / "papers" / "order.txt").write_text("All is approved.\n")
    assert verify(capsys, "s.json", "filing") == (1, {"faults of form": ("0", "1")})


def test_another_rulebook_is_named_with_and_without_the_filing(folder: Path, capsys: Out) -> None:
    assert main(["verify", "s.json", "--format", "json"]) == 1
    made = json.loads(capsys.readouterr().out)
    assert [d["what"] for d in made["differences"]] == ["rulebook"]
    assert made["differences"][0]["stated"] == made["rulebook"] != made["installed"]
    assert main(["verify", "s.json"]) == 1
    assert "NOT the one installed" in capsys.readouterr().out


def test_without_a_filing_it_states_what_was_not_looked_at(folder: Path, capsys: Out) -> None:
    assert main(["verify", "s.json", *RULES]) == 4
    reported = capsys.readouterr().out
    assert "not given: documents and verdicts NOT verified" in reported and "s.json, unsigned" in reported
    assert reported.endswith("well-formed, and NOT verified: give the FILING\n")
    assert main(["verify", "s.json", *RULES, "--format", "json"]) == 4
    made = json.loads(capsys.readouterr().out)
    assert (made["filing"], made["verified"], made["differences"]) == (None, False, [])


def test_only_what_was_compared_and_matches_is_verified(folder: Path, capsys: Out) -> None:
    words = ["verify", "s.json", "filing", *RULES, "--format", "json"]
    assert main(words) == 0 and json.loads(capsys.readouterr().out)["verified"] is True
    (folder / "filing" / "floor.yaml").write_text((folder / "filing" / "floor.yaml").read_text() + "\n")
    assert main(words) == 1 and json.loads(capsys.readouterr().out)["verified"] is False


@pytest.mark.parametrize(
    ("place", "value", "what"),
    [
        (("predicate", "result"), "PASSED", "result"),
        (("predicate", "pitboss_check", "counts", "fail"), 0, "verdicts that are fail"),
        (("predicate", "pitboss_check", "as_of"), "2006-01-02", None),
        (("predicate", "pitboss_check", "findings", 0, "verdict"), "approved", "finding 1:1-9.1(c)/pairs.payouts-same"),
        (("predicate", "pitboss_check", "findings", 0, "evidence"), "0", "finding 1:1-9.1(c)/pairs.payouts-same"),
        (("predicate", "pitboss_check", "verdicts", "sha256"), "0" * 64, "digest of the verdicts"),
        (("predicate", "passedTests", 0), "1:1-9.9/x", None),
        (("predicate", "configuration", 0, "digest", "sha256"), "0" * 64, "rulebook"),
        (("subject", 0, "digest", "sha256"), "0" * 64, "document floor.yaml"),
        (("predicate", "pitboss_check", "papers", 0, "digest", "sha256"), "0" * 64, "filed paper papers/order.txt"),
    ],
)  # fmt: skip
def test_a_statement_that_was_tampered_with(
    place: tuple[Any, ...], value: object, what: str | None, folder: Path, capsys: Out
) -> None:
    made = json.loads((folder / "s.json").read_text())
    holder = made
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    (folder / "s.json").write_text(json.dumps(made))
    code, found = verify(capsys, "s.json", "filing")
    assert code == 1 and (what is None or list(found) == [what])


def test_the_previous_filing_is_part_of_it(folder: Path, capsys: Out) -> None:
    shutil.copytree(folder / "filing", folder / "before")
    old = folder / "before" / "floor.yaml"
    old.write_text(old.read_text().replace("opening: left", "opening: right"))
    (folder / "s.json").write_text(stated(capsys, "filing", "--previous", "before"))
    assert verify(capsys, "s.json", "filing", "--previous", "before") == (0, {})
    assert main(["verify", "s.json", "filing", *RULES]) == 2
    assert "was made with a previous filing; give it with --previous" in capsys.readouterr().err
    code, found = verify(capsys, "s.json", "filing", "--previous", "filing")
    assert code == 1 and "document of the previous filing floor.yaml" in found


def envelope(payload: bytes, kind: str = "application/vnd.in-toto+json") -> dict[str, Any]:
    return {
        "payloadType": kind,
        "payload": base64.b64encode(payload).decode(),
        "signatures": [{"keyid": "", "sig": "AAAA"}],
    }


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (("predicate", "url"), "it has predicate.url, which pitboss does not write"),
        (("predicate", "pitboss_check", "certified"), "it has predicate.pitboss_check.certified, which"),
        (("predicate", "pitboss_check", "determination"), "predicate.pitboss_check.determination is not preliminary"),
        (("predicate", "configuration", 0, "name"), "predicate.configuration does not name one rulebook"),
        (("subject", 0, "digest", "sha512"), "it has subject[0].digest.sha512, which"),
    ],
)
def test_unverified_content_is_rejected(place: tuple[Any, ...], message: str, folder: Path, capsys: Out) -> None:
    """It would seem to be as stated."""
    made = json.loads((folder / "s.json").read_text())
    holder = made
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = "final"
    (folder / "s.json").write_text(json.dumps(made))
    assert main(["verify", "s.json", "filing", *RULES]) == 2
    assert message in capsys.readouterr().err


def test_an_envelope_is_opened_and_its_signatures_are_not_vouched_for(folder: Path, capsys: Out) -> None:
    signed = envelope((folder / "s.json").read_bytes())
    for data in (signed, {"mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json", "dsseEnvelope": signed}):
        (folder / "signed.json").write_text(json.dumps(data))
        assert main(["verify", "signed.json", "filing", *RULES]) == 0
        assert "in an envelope with 1 signature, not verified here" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "s.json cannot be read"),
        (b"", "Expecting value"),
        (b"\xff\xfe", "it is not JSON in UTF-8"),
        (b"[" * 100_000, "it is not JSON in UTF-8"),
        (b"[]", "it is not a mapping"),
        (b'{"_type": "a", "_type": "b"}', "a mapping has the key '_type' twice"),
        (b"{}", "it lacks _type"),
        (json.dumps(envelope(b"{}", "text/plain")).encode(), "the payload type of its envelope is not"),
        (json.dumps(envelope(b"{}") | {"payload": "%"}).encode(), "the payload of its envelope is not base64"),
        (json.dumps(envelope(b"\xff")).encode(), "it is not JSON in UTF-8"),
        (json.dumps(envelope(b"{}")).encode(), "it lacks _type"),
        (b'{"_type": "https://in-toto.io/Statement/v1", "predicateType": "\\u001b"}', "predicateType is not https"),
    ],
)
def test_what_is_no_statement(content: bytes | None, message: str, folder: Path, capsys: Out) -> None:
    if content is None:
        (folder / "s.json").unlink()
    else:
        (folder / "s.json").write_bytes(content)
    assert main(["verify", "s.json", "filing", *RULES]) == 2
    out, err = capsys.readouterr()
    assert message in err and out == "" and "\x1b" not in err


def test_a_filing_that_is_not_there(folder: Path, capsys: Out) -> None:
    assert main(["verify", "s.json", "gone.yaml", *RULES]) == 2
    assert "gone.yaml" in capsys.readouterr().err


def test_the_same_bytes_under_another_seed(folder: Path) -> None:
    made = set()
    for seed in ("0", "1"):
        surroundings = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(TESTS.parent / "src")}
        command = [sys.executable, "-m", "pitboss", "check", "filing", *RULES, "--format", "intoto"]
        made.add(subprocess.run(command, capture_output=True, env=surroundings, check=False).stdout)
    assert made == {(folder / "s.json").read_bytes()}


# ---- whatever is written in a statement


@pytest.fixture(scope="module")
def sound() -> dict[str, Any]:
    surroundings = os.environ | {"PYTHONPATH": str(TESTS.parent / "src")}
    command = [sys.executable, "-m", "pitboss", "check", str(MADEUP / "floor.yaml"), *RULES, "--format", "intoto"]
    return dict(json.loads(subprocess.run(command, capture_output=True, env=surroundings, check=False).stdout))


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(p for key, item in items for p in paths(item, (*path, key)))]


@cache
def places_of(statement: str) -> list[tuple[Any, ...]]:
    return [path for path in paths(json.loads(statement)) if path]


@cache
def stated_in(statement: str) -> Stated | str:
    return read_statement(statement.encode(), "s.json")


@examples(60)
@given(data=st.data())
def test_no_statement_makes_it_stumble(sound: dict[str, Any], data: st.DataObject) -> None:
    """A value that is another one is a difference, or refused."""
    made = copy.deepcopy(sound)
    *above, last = data.draw(st.sampled_from(places_of(json.dumps(sound))))
    holder: Any = made
    for step in above:
        holder = holder[step]
    before = holder[last]
    holder[last] = data.draw(st.sampled_from([None, 3, True, [], {}, "", "\x1b[31m\u202e", [None], {"a": 1}]))
    read, true = read_statement(json.dumps(made).encode(), "s.json"), stated_in(json.dumps(sound))
    assert isinstance(true, Stated)
    if isinstance(read, str):
        assert read.startswith("s.json is not a statement")
        return
    found = tuple(departures(read, true))
    assert found or holder[last] == before
    for page in (
        text("s.json", read, found, true.rulebook, "f"),
        verify_json("s.json", read, found, true.rulebook, "f"),
    ):
        assert "\x1b" not in page and "\u202e" not in page


def test_of_many_differences_the_first_of_each_kind_are_listed() -> None:
    found = [StatementDifference(f"clause 1:1-9.1({n})", "passed", "failed") for n in range(20)]
    found.append(StatementDifference("result", "PASSED", "FAILED"))
    stated = Stated(None, "r", "2006-01-01", "PASSED", 0, 1, "d", (), (), (), {}, {}, {})
    lines = text("s.json", stated, found, "r", "f").splitlines()
    assert sum(line.startswith("differs: clause") for line in lines) == 8 and "differs: result" in lines
    assert lines[-3:] == ["not listed: 12 more of 'clause' (--format json lists all)", "", "21 differences"]
