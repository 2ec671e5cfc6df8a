"""Two runs of the made-up floor, the second after an edit: what is new, changed, persisting, cured, or not comparable.

An edit is a replacement of text in `tests/madeup/floor.yaml`; what is looked at is (state, clause, tables, why).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from json import loads
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.product import (
    NEW,
    Comparison,
    CompiledRulebook,
    Report,
    ReportedFinding,
    Result,
    Vocabulary,
    against,
    compare,
    load_filing,
    load_rulebook,
    locator,
    read_report,
    report_of,
    standing,
)
from tests.support.product import check as judged
from tests.support.product import json_format as json
from tests.support.soak import examples

MADEUP = Path(__file__).parents[1] / "madeup"
FLOOR = (MADEUP / "floor.yaml").read_text("utf-8")
DAY = "2006-01-01"
EVENT = next(line for line in FLOOR.splitlines(True) if "kind: change" in line).partition("kind: change")[2]

EDITS = {
    "a line above": ("paytables:", "\n\npaytables:"),
    "fewer boxes": ("{number: 4, game: tiles, decks: 2, boxes: 9", "{number: 4, game: tiles, decks: 2, boxes: 8"),
    "more boxes": ("{number: 4, game: tiles, decks: 2, boxes: 9", "{number: 4, game: tiles, decks: 2, boxes: 10"),
    "table 2 renumbered": ("number: 2,", "number: 22,"),
    "another row off": ("trio: 30 to 1, pair: 4 to 1", "trio: 31 to 1, pair: 3 to 1"),
    "a second row off": ("trio: 30 to 1, pair: 4 to 1", "trio: 31 to 1, pair: 4 to 1"),
    "paytable shared": ("boxes: 9, opening: left, tile_hands: [dragon, trio, pair], wagers: [tile_wager, {wager: pairs, paytable: house}]",
                        "boxes: 9, opening: left, tile_hands: [dragon, trio, pair], wagers: [tile_wager, {wager: pairs, paytable: mixed}]"),
    "washed": ("tables: 4, answer: no", "tables: 4, answer: yes"),
    "washing unsaid": ("- {provision: 1:1-9.1(g), tables: 4, answer: no, basis: observed, by: I. Spector, on: 2006-01-02}\n", ""),
    "another attestation first": ("attestations:\n", "attestations:\n- {provision: 1:1-9.1(b), answer: yes, by: A, on: 2006-01-02}\n"),
    "another answered no first": ("tables: [1, 2, 3], answer: yes", "tables: [1, 2, 3], answer: no"),
    "sooner notice": ("lead: 29 minutes", "lead: 20 minutes"),
    "event gone": (f"- {{kind: change{EVENT}", ""),
    "pit renamed": ("name: West", "name: North"),
    "door said": ("- name: West", "- name: West\n  side_door: open"),
    "pays unsaid": ("{wager: lantern, pays: 6 to 1}", "lantern"),
    "a table more": ("- name: West\n  tables:\n", "- name: West\n  tables:\n  - {number: 5, game: tiles, wagers: [tile_wager]}\n"),
    "not read": ("decks: 2, boxes: 9", "decks: 2, boxs: 9"),
}  # fmt: skip
Change = tuple[str, str, tuple[str, ...], str]


@cache
def rules() -> tuple[CompiledRulebook, Vocabulary]:
    return load_rulebook(MADEUP / "words", MADEUP / "rules")


@cache
def run(edits: frozenset[str] = frozenset(), day: str = DAY) -> Result:
    text = FLOOR
    for name in sorted(edits):
        assert EDITS[name][0] in text or len(edits) > 1, name
        text = text.replace(*EDITS[name])
    if "table 2 renumbered" in edits:
        text = text.replace("tables: [1, 2, 3]", "tables: [1, 22, 3]").replace("tables: [2]", "tables: [22]")
    with TemporaryDirectory() as folder:
        file = Path(folder, "floor.yaml")
        file.write_text(text, encoding="utf-8")
        book, vocabulary = rules()
        source, filing, problems = load_filing(str(file), book, vocabulary)
        assert filing is not None
        result = judged("floor.yaml", filing, book, vocabulary, day, (), locator(source))
        return replace(result, problems=problems)


def report(*edits: str, day: str = DAY) -> Report:
    return report_of(run(frozenset(edits), day))


def short(found: Comparison, but: Iterable[str] = ("persisting",)) -> list[Change]:
    return [
        (c.state + (", worse" if c.worse else ""), c.finding.code.partition("/")[2], c.tables, c.why)
        for c in found.changes if c.state not in but
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("edit", "changes"),
    [
        ("a line above", []),
        ("another attestation first", []),
        ("fewer boxes", [("cured", "boxes-at-most", ("4",), "")]),
        ("more boxes", [("changed", "boxes-at-most", ("4",), "on other facts")]),
        ("sooner notice", [("changed", "opening-notice", ("1",), "on other facts")]),
        ("washed", [("cured", "tiles_washed", ("4",), "")]),
        ("washing unsaid", [("changed", "tiles_washed", ("4",), "was fail")]),
        ("event gone", [("not comparable", "opening-notice", ("1",), "the event is not in the new filing")]),
        ("door said", [("cured", "side_door-elected", ("3", "4"), "")]),
        ("pit renamed", [
            ("not comparable", "side_door-elected", ("3", "4"), "the pit is not in the old filing"),
            ("not comparable", "side_door-elected", ("3", "4"), "the pit is not in the new filing"),
        ]),
        ("pays unsaid", [("changed", "lantern-pays", ("3",), "was fail")]),
        ("paytable shared", [
            ("new", "pairs-pays", ("1",), ""),  # the same finding as that of table 2, which goes on
            ("cured", "pairs.payouts-same", ("2",), ""),
        ]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_an_edit_is_reported(edit: str, changes: list[Change]) -> None:
    assert short(compare(report(), report(edit))) == changes


def test_a_table_that_is_gone_is_not_cured_and_one_that_has_come_is_reported_as_such() -> None:
    found = compare(report(), report("table 2 renumbered"))
    assert {(c.state, c.tables, c.why) for c in found.changes if c.state != "persisting"} == {
        ("not comparable", ("22",), "the table is not in the old filing"),
        ("not comparable", ("2",), "the table is not in the new filing"),
    }
    assert {c.counts_as_new for c in found.changes if c.tables == ("22",)} == {True}
    assert {c.counts_as_new for c in found.changes if c.tables == ("2",)} == {False}


def test_a_second_entry_that_goes_wrong_is_new_although_its_clause_failed_already() -> None:
    found = compare(report(), report("a second row off"))
    pays = [(c.state, c.points) for c in found.changes if c.finding.code.endswith("pairs-pays") and "2" in c.tables]
    # Of the two printed tables another one comes closest now, so that the first entry is not what is off.
    assert pays == [("new", ("offers.pairs.payouts.trio",)), ("cured", ("offers.pairs.payouts.pair",))]


def test_one_entry_put_right_and_another_wrong_is_no_change_of_value() -> None:
    found = compare(report(), report("another row off"))
    pays = [(c.state, c.points) for c in found.changes if c.finding.code.endswith("pairs-pays") and "2" in c.tables]
    assert pays == [("new", ("offers.pairs.payouts.trio",)), ("cured", ("offers.pairs.payouts.pair",))]


def test_the_same_finding_is_new_at_one_table_and_goes_on_at_another() -> None:
    found = compare(report(), report("paytable shared"))
    (finding,) = [t for t in found.new.findings if t.code.endswith("pairs-pays") and t.verdict == "fail"]
    assert finding.tables == ("1", "2")
    assert [(c.state, c.tables) for c in found.changes if c.after is finding] == [
        ("new", ("1",)),
        ("persisting", ("2",)),
    ]
    assert standing(found)[finding.fingerprint] == NEW


def test_a_finding_whose_first_table_is_gone_goes_on_at_the_others() -> None:
    found = compare(report("paytable shared"), report("paytable shared", "table 2 renumbered"))
    same = [c for c in found.changes if c.finding.code.endswith("pairs-pays") and c.finding.verdict == "fail"]
    assert [c.tables for c in same if c.state == "persisting"] == [("1",)]


@pytest.mark.parametrize("edit", ["a line above", "another attestation first", "another answered no first"])
def test_a_fingerprint_survives_an_edit_elsewhere(edit: str) -> None:
    def prints(report: Report) -> dict[tuple[object, ...], str]:
        return {(t.code, t.verdict, t.tables): t.fingerprint for t in report.findings}

    assert prints(report()).items() <= prints(report(edit)).items()


def test_what_is_missing_of_a_pit_is_not_new_for_a_table_that_is_added_to_it() -> None:
    (door,) = [
        c for c in compare(report(), report("a table more")).changes if c.finding.code.endswith("side_door-elected")
    ]
    assert (door.state, door.tables) == ("persisting", ("5", "3", "4"))


@pytest.mark.parametrize(
    ("silent", "why"),
    [
        ({}, ""),
        ({"tables": {"4": "cards"}}, "the table has another game in the new filing"),
        ({"whole": False}, "the new filing could not be read as a whole"),
        ({"tables": {}, "whole": False}, "the table is not in the new filing"),
    ],
)
def test_silence_is_a_cure_only_where_it_was_judged(silent: dict[str, Any], why: str) -> None:
    whole = report()
    boxes = replace(whole, findings=tuple(t for t in whole.findings if t.code.endswith("boxes-at-most")))
    (change,) = compare(boxes, replace(boxes, findings=(), **silent)).changes
    assert (change.state, change.why) == ("not comparable" if why else "cured", why)
    (other,) = compare(replace(boxes, findings=(), **silent), boxes).changes
    assert (other.state, other.why) == ("not comparable" if why else "new", why.replace("new", "old"))


def test_what_gets_worse_counts_as_new_and_what_gets_better_does_not() -> None:
    worse = [c for c in compare(report("washing unsaid"), report()).changes if c.state == "changed"]
    better = [c for c in compare(report(), report("washing unsaid")).changes if c.state == "changed"]
    assert [(c.why, c.worse, c.counts_as_new) for c in worse] == [("was needs evidence", True, True)]
    assert [(c.why, c.worse, c.counts_as_new) for c in better] == [("was fail", False, False)]
    states = standing(compare(report("washing unsaid"), report()))
    assert [states[c.finding.fingerprint] for c in worse] == ["new"]


def test_what_is_not_reported_of_a_filing_that_was_not_read_is_no_cure() -> None:
    assert run(frozenset({"not read"})).problems
    found = compare(report(), report("not read"))
    assert "the new filing could not be read as a whole: a finding that it lacks is not cured" in found.notes
    assert [c for c in short(found) if c[0] == "cured"] == []
    # The fault accounts for what it leaves unknown: the clause has no finding of its own there.
    assert ("not comparable", "boxes-at-most", ("4",), "the new filing could not be read as a whole") in short(found)


def test_another_day_is_stated_and_a_clause_that_is_not_in_force_there_is_not_cured() -> None:
    found = compare(report(), report(day="2005-01-01"))
    assert found.notes[0] == "the old run is as of 2006-01-01, the new one as of 2005-01-01"
    assert ("not comparable", "lantern_decks", ("3",), "the clause is not judged in the new run") in short(found)
    assert ("not comparable", "boxes-at-most", ("4",), "the clause is another version") in short(found)
    assert "tile_hands-ranked" in {c.finding.code.partition("/")[2] for c in found.changes if c.state == "persisting"}


def test_another_rulebook_matters_only_for_the_clauses_that_it_changed(tmp_path: Path) -> None:
    shutil.copytree(MADEUP / "rules", tmp_path / "rules")
    (file,) = (tmp_path / "rules").iterdir()
    text = file.read_text("utf-8")
    moved = text.replace("(a)       game", "# moved down\n\n(a)       game").replace(
        "lantern pays at least 7 to 1", "lantern pays at least 8 to 1"
    )
    file.write_text(
        moved.replace("from 2005-07-01 as lantern_decks", "from 2001-03-01 as lantern_decks"), encoding="utf-8"
    )
    book, vocabulary = load_rulebook(MADEUP / "words", tmp_path / "rules")
    source, filing, _ = load_filing(str(MADEUP / "floor.yaml"), book, vocabulary)
    assert filing is not None
    other = report_of(judged("floor.yaml", filing, book, vocabulary, DAY, (), locator(source)))
    assert other.rulebook != report().rulebook
    assert short(compare(report(), other)) == [
        ("not comparable", "lantern-pays", ("3",), "the clause is another version"),
        ("not comparable", "lantern-pays", ("4",), "the clause is another version"),
    ]


def test_the_first_day_is_carried_from_report_to_report() -> None:
    first = report(day="2005-08-01")
    second = against(run(), first)
    assert second.against is not None
    third = compare(read(second), report("more boxes", day="2006-06-01"))
    days = {(c.finding.code.partition("/")[2], c.state): c.first_seen for c in third.changes}
    assert days["tile_hands-ranked", "persisting"] == "2005-08-01"
    assert days["boxes-at-most", "changed"] == "2005-08-01"
    late = against(run(frozenset({"a second row off"})), report("another row off"))
    assert {p["first_seen"] for f in loads(json(late))["findings"] for p in f["parts"]} == {DAY}


# ---- what always holds

edits = st.frozensets(st.sampled_from(sorted(EDITS)), max_size=5)


def read(result: Result) -> Report:
    found = read_report(json(result).encode(), "r.json")
    assert isinstance(found, Report)
    return found


def at_tables(reported: ReportedFinding) -> bool:
    """A verdict on a pit is one finding, regardless of its tables; the report lists those of the newer run."""
    return all(share.scope != "pit" for share, _ in reported.shares)


@examples(30)
@given(edits)
def test_a_report_is_read_as_it_was_made(some: frozenset[str]) -> None:
    made, back = report_of(run(some)), read(run(some))
    assert replace(back, sha256="") == made


@examples(30)
@given(edits)
def test_compared_with_itself_everything_persists(some: frozenset[str]) -> None:
    found = compare(report_of(run(some)), report_of(run(some)))
    assert {c.state for c in found.changes} <= {"persisting"}
    assert {id(c.finding) for c in found.changes} == {id(t) for t in found.new.findings}
    assert set(standing(found).values()) <= {"persisting"}


@examples(60)
@given(edits, edits)
def test_the_other_way_round_new_is_cured_and_the_rest_stays(one: frozenset[str], other: frozenset[str]) -> None:
    there, back = (
        compare(report_of(run(one)), report_of(run(other))),
        compare(report_of(run(other)), report_of(run(one))),
    )

    def reported(found: Comparison, names: dict[str, str]) -> set[tuple[object, ...]]:
        return {
            (
                names.get(c.state, c.state),
                c.finding.code,
                frozenset(c.tables) if at_tables(c.finding) else "",
                frozenset(c.points),
                c.first_seen,
            )
            for c in found.changes
        }

    assert reported(there, {}) == reported(back, {"new": "cured", "cured": "new"})


@examples(60)
@given(edits, edits)
def test_nothing_is_dropped(one: frozenset[str], other: frozenset[str]) -> None:
    """Every finding of either run is in the comparison, at each of its tables, and every fingerprint has a state."""
    found = compare(report_of(run(one)), report_of(run(other)))
    for side, reported in ((found.old.findings, "before"), (found.new.findings, "after")):
        for t in side:
            tables = {n for c in found.changes if getattr(c, reported) is t for n in c.tables}
            assert tables == set(t.tables) if at_tables(t) else tables, t.code
    assert standing(found).keys() == {t.fingerprint for t in found.new.findings}
    assert len({t.fingerprint for t in found.new.findings}) == len(found.new.findings)
