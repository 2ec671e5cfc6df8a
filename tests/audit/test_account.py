"""The account of a filing agrees, piece by piece, with the check that it was made from."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import PASS, IgnoredData, Vocabulary, reads_of, watch

ROOT = Path(__file__).parents[2]
EXAMPLES = ("boardwalk", "boardwalk-troubled", "lighthouse", "lighthouse-troubled")
ODDS = {  # only with --odds: see tests/odds_reports
    "given", "title", "game_title", "wager", "paytable", "paid", "hit", "edge", "edge_decimal", "without", "because", "wagers",
    "declared", "what", "of", "exact", "exact_decimal", "agrees",
}  # fmt: skip
Example = Callable[[str], Any]

SMALL = """\
submission: {id: S-1, licensee: Lantern, effective: 2007-01-01, certifications: [{by: A. Person, role: counsel, on: 2006-12-20}]}
pits:
- name: A
  tables:
  - {number: 1, game: blackjack, wagers: [blackjack_wager, {wager: streak, minimum: 5}], options: [],
     decks: 9, equipment: {shuffler: no}}
  - {number: 2, game: blackjack, wagers: [blackjack_wager], options: [surrender]}
attestations:
- {provision: 2.3(a), answer: yes, by: A. Person, on: 2006-12-20}
- {provision: 2.3(a), answer: yes, basis: observed, by: I. Spector, on: 2006-12-21, tables: 2}
documents:
- {path: there.txt, kind: letter, sha256: "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}
- {path: gone.txt, kind: letter, sha256: "0000000000000000000000000000000000000000000000000000000000000000"}
"""


@pytest.fixture
def small(tmp_path: Path, report: Any) -> Any:
    (tmp_path / "there.txt").write_text("x")
    (tmp_path / "filing.yaml").write_text(SMALL)
    return report(tmp_path / "filing.yaml")


# ---- against the check


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_is_plain_json_with_every_part(name: str, example: Example) -> None:
    data = example(name).data
    assert json.loads(json.dumps(data)) == data
    assert (data["schema"], data["determination"]) == ("pitboss.audit/1", "preliminary")
    assert [row["verdict"] for row in data["summary"]["verdicts"]] == [
        "fail", "open", "needs evidence", "floor", "approved", "pass", "not applicable",
    ]  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_nothing_is_lost_between_verdicts_and_account(name: str, example: Example) -> None:
    reported = example(name)
    rows = {row["verdict"]: row for row in reported.data["summary"]["verdicts"]}
    counts = reported.result.counts
    assert rows["pass"]["places"] == counts["pass"] == sum(row["passes"] for row in reported.data["basis"])
    assert rows["not applicable"]["places"] == counts["not applicable"]
    assert sum(row["places"] for row in reported.data["not_applicable"]) == counts["not applicable"]
    assert rows["fail"]["places"] + rows["approved"]["places"] == counts.get("fail", 0)
    assert rows["needs evidence"]["places"] + rows["floor"]["places"] == counts.get("needs evidence", 0)
    assert sum(row["findings"] for row in rows.values()) == len(reported.result.findings)
    provisions = {clause.id.partition("/")[0] for clause in reported.result.judged}
    assert sum(row["provisions"] for row in rows.values()) == len(provisions)
    by_section = Counter(
        {
            kind: sum(section[kind] for section in reported.data["summary"]["sections"])
            for kind in rows
            if rows[kind]["provisions"]
        }
    )
    assert by_section == {kind: row["provisions"] for kind, row in rows.items() if row["provisions"]}


@pytest.mark.parametrize("name", EXAMPLES)
def test_findings_are_those_of_the_check(name: str, example: Example) -> None:
    reported = example(name)
    found = reported.data["findings"]
    assert [(f["code"], f["fingerprint"], f["tables"]) for f in found] == [
        (f.code, f.fingerprint, list(f.tables)) for f in reported.result.findings
    ]
    assert len({f["id"] for f in found}) == len(found)
    listed = {t["number"]: t["findings"] for t in reported.data["floor"]["tables"]}
    for f in found:
        assert all(f["id"] in listed[number] for number in f["tables"])
        assert [c["cite"] for c in f["clauses"] if c["cite"] not in f["cites"]] == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_excerpt_marks_the_value(name: str, example: Example) -> None:
    reported = example(name)
    marked = 0
    for f, of in zip(reported.data["findings"], reported.result.findings, strict=True):
        place = reported.result.places.get(of.path)
        for row in f["excerpt"]:
            assert (row["mark"] is not None) == (row["line"] == f["place"]["line"])
            assert len(row["text"]) <= 161
            if row["mark"] and place and place.end:
                start, end = row["mark"]
                assert 0 <= start < end
                whole = Path(place.file).read_text().splitlines()[place.line - 1][place.column - 1 : place.end - 1]
                assert row["text"][start:end].rstrip("…") == whole[: len(row["text"][start:end].rstrip("…"))] != ""
                marked += 1
    assert marked or not reported.data["findings"]


@pytest.mark.parametrize("name", ["boardwalk-troubled", "lighthouse"])
def test_what_passed_is_reported_with_the_facts_that_it_read(name: str, example: Example) -> None:
    """Rows are found again by what was read; here every pass is run over facts that remember."""
    from tests.support.product import load_rulebook

    reported = example(name)
    vocabulary: Vocabulary = load_rulebook()[1]
    dealt: dict[str | None, list[str]] = {None: [t.number for t in reported.result.filing.tables]}
    for table in reported.result.filing.tables:
        dealt.setdefault(table.game, []).append(table.number)
    rows: dict[tuple[str, str], list[Any]] = {}
    for row in reported.data["passes"]:
        facts = {(f["name"], f["value"]) for f in row["facts"] if "values" not in f}
        for number in dealt[row["game"]] if row["everywhere"] else row["tables"] or [""]:
            rows.setdefault((row["clause"], number), []).append(
                None if any("values" in f for f in row["facts"]) else facts
            )
    seen = 0
    for v in reported.result.verdicts:
        if v.verdict != PASS:
            continue
        for table in v.tables or (None,):
            facts = watch(v)
            reads = reads_of(v, facts, reported.result.filing, table, vocabulary)
            expected = {
                (r.name, r.value)
                for r in reads
                if r.basis != "missing" and len(r.fact) and r.fact[1:] != (v.clause.id,)
            }
            here = rows[v.clause.id, table.number if table else ""]
            assert any(row is None or expected <= row for row in here), (v.clause.id, table)
            seen += 1
    assert seen == reported.result.counts["pass"]


# ---- piece by piece


def test_a_finding_reports_all_of_itself(small: Any) -> None:
    f = small.finding("19:47-2.22(a)/streak-requires-streak_layout", "1")
    assert {k: f[k] for k in ("verdict", "cites", "section", "tables", "pits", "approval", "alternatives")} == {
        "verdict": "needs evidence", "cites": ["19:47-2.22(a)"], "section": "19:47-2.22", "tables": ["1"], "pits": ["A"],
        "approval": None, "alternatives": [],
    }  # fmt: skip
    assert f["id"] == f"f-{f['fingerprint']}" and f["code"].startswith("19:47-2.22(a)/")
    assert [c["id"] for c in f["clauses"]] == [f["code"]]
    assert [(x["fact"], x["basis"]) for x in f["facts"]] == [
        ("offers.streak", "filed"),
        ("equipment.streak_layout", "missing"),
    ]
    assert f["excerpt"][-1]["line"] - f["place"]["line"] == 1


def test_filed_documents_are_compared_with_the_folder(small: Any) -> None:
    assert [(p["path"], p["state"]) for p in small.data["filing"]["papers"]] == [
        ("there.txt", "as filed"), ("gone.txt", "not there"),
    ]  # fmt: skip
    assert small.data["filing"]["certifications"] == [{"by": "A. Person", "role": "counsel", "on": "2006-12-20"}]


def test_of_one_clause_one_table_is_represented_and_another_observed(small: Any) -> None:
    own = [r for r in small.data["passes"] if r["cite"] == "19:47-2.3(a)" and r["basis"] in ("represented", "observed")]
    rows = {tuple(r["tables"]): r for r in own if r["clause"] == own[0]["clause"]}
    assert {tables: (r["basis"], r["facts"][-1]["by"]) for tables, r in rows.items()} == {
        ("1",): ("represented", "A. Person"), ("2",): ("observed", "I. Spector"),
    }  # fmt: skip


def test_the_floor_is_reconciled_with_what_was_judged(small: Any) -> None:
    assert small.data["floor"]["counts"] == [{"pit": "A", "game": "blackjack", "title": "Blackjack", "tables": 2}]
    assert [(r["state"], r["count"]) for r in small.data["floor"]["reconciled"]] == [
        ("filed", 2), ("judged", 2), ("unknown", 2),
    ]  # fmt: skip


def test_what_is_not_stated_to_be_offered_is_requested_and_not_withdrawn(tmp_path: Path, report: Any) -> None:
    wagers = "{roulette_straight: {pays: 34 to 1}, roulette_red: {}, roulette_seven_color: {}}"
    table = f"{{number: 1, game: roulette, roulette_wheel: single_zero, wagers: {wagers}}}"
    (tmp_path / "f.yaml").write_text(f"pits: [{{name: A, tables: [{table}]}}]\n", "utf-8")
    cures = {f["code"]: f["cure"] for f in report(tmp_path / "f.yaml", "2010-01-01").data["findings"]}
    bars = "19:47-5.1(g)/roulette_{}-bars-roulette_{}".format
    assert cures[bars("seven_color", "red")] == "withdraw the seven numbers color wager or the red wager at this table"
    assert cures[bars("seven_color", "black")] == "file whether black wager is offered"
    assert cures[bars("six_color", "black")] == "file whether six numbers color wager and black wager are offered"
    assert cures["19:47-5.2(a)/roulette_split-pays"] == "file whether split wager is offered"
    assert cures["19:47-5.2(a)/roulette_straight-pays"] == "pay at least 35 to 1"
    assert cures["19:47-5.2(a)/roulette_red-pays"] == "pay at least 1 to 1", "offered, and the payout is missing"


def test_a_reading_with_another_subject_names_it(example: Example) -> None:
    (found,) = (
        r
        for r in example("boardwalk-troubled").data["relied"]["readings"]
        if r["cite"] == "19:47-2.17(g)1" and r["matters"]
    )
    assert [r["expected"].partition(" no more than")[0] for r in found["readings"]] == [
        "no more than the highest wager accepted of the blackjack wager",
        "the lowest wager accepted of the over or under 13 wager",
    ]


def test_each_reading_has_its_own_verdict(example: Example) -> None:
    f = example("boardwalk-troubled").finding("19:47-2.20(j)/blackjack_bonus.largest_award-at-least-by", "705")
    assert f["verdict"] == "open"
    assert f["alternatives"] == [
        {"if": "the text is read as floors", "verdict": "pass"}, {"if": "the text is read as range", "verdict": "fail"},
    ]  # fmt: skip
    assert [(r["name"], r["verdict"]) for c in f["clauses"] for r in c["readings"]] == [
        ("floors", "pass"),
        ("range", "fail"),
    ]
    relied = [
        r for r in example("boardwalk-troubled").data["relied"]["readings"] if r["clause"] == f["code"] and r["matters"]
    ]
    assert [(r["verdict"], r["tables"]) for r in relied] == [("open", ["705"])]


def test_an_inferred_start_is_reported_with_the_other_result(example: Example, report: Any) -> None:
    name = "19:47-2.9(b)/early_insurance-bars-card_reader"
    row = next(r for r in example("boardwalk-troubled").data["relied"]["inferred"] if r["clause"] == name)
    assert (row["since"], row["verdict"], row["alternative"], row["tables"]) == (
        "1998-12-07",
        "open",
        "not applicable",
        ["306"],
    )
    before = report("examples/boardwalk-troubled", "1998-12-06").finding(name, "306")
    assert before["verdict"] == "open"
    assert [a["verdict"] for a in before["alternatives"]] == ["fail", "not applicable", "fail", "not applicable"]


def test_of_unavailable_law_only_what_this_floor_is_judged_by_is_named(example: Example) -> None:
    scope = example("boardwalk-troubled").data["scope"]
    judged = tuple(f"{cite}(" for cite in scope["judged"])
    gap = next(g for g in scope["not_in_hand"] if g["cite"] == "19:46-1.17")
    assert gap["cited_here"] == ["19:47-2.2(a)"], "blackjack only"
    assert "19:47-20.2(a)" in gap["cited_by"]
    assert all(g["in_scope"] == bool(g["cited_here"]) for g in scope["not_in_hand"])
    assert not [c for g in scope["not_in_hand"] for c in g["cited_here"] if "(" in c and not c.startswith(judged)]


def test_why_a_provision_is_left_to_people_is_reported_once(example: Example) -> None:
    rows = example("boardwalk-troubled").data["scope"]["not_checkable"]
    assert rows and all(row["reason"] and row["reason"] not in row["words"] for row in rows)


def test_law_without_available_text_leaves_the_verdict_open(example: Example) -> None:
    f = example("boardwalk-troubled").finding("19:47-2.18(a)/multiple_action-notice", "111")
    assert f["verdict"] == "open"
    assert [(a["verdict"], "19:47-8.3" in a["if"]) for a in f["alternatives"]] == [("pass", True), ("fail", True)]
    (gap,) = (g for g in example("boardwalk-troubled").data["scope"]["not_in_hand"] if g["cite"] == "19:47-8.3")
    assert gap["in_scope"] and "19:47-2.18(a)" in gap["cited_by"]


def test_approvals_state_what_rests_on_them(example: Example) -> None:
    data = example("boardwalk-troubled").data
    (approved,) = (f for f in data["findings"] if f["verdict"] == "approved")
    assert approved["tables"] == ["604"]
    assert [a["instrument"] for a in data["approvals"] if approved["id"] in a["relied_on"]] == [
        approved["approval"]["instrument"]
    ]
    (row,) = (row for row in data["summary"]["verdicts"] if row["verdict"] == "approved")
    assert (row["findings"], row["places"]) == (1, 1)
    expired = next(a for a in data["approvals"] if a["until"] == "2006-12-12")
    assert (expired["in_force"], expired["relied_on"]) == (False, [])


def test_what_must_be_seen_is_listed_by_table_with_its_answers(example: Example) -> None:
    data = example("boardwalk-troubled").data
    items = {t["number"]: {i["clause"]: i for i in g["items"]} for g in data["inspection"] for t in g["tables"]}
    assert set(items) == {t["number"] for t in data["floor"]["tables"]}
    requested = {(f["code"], number) for f in data["findings"] if f["verdict"] == "floor" for number in f["tables"]}
    assert requested == {
        (code, number) for number, of in items.items() for code, item in of.items() if not item["answer"]
    }
    assert items["201"]["19:47-2.2(d)4/batches_alternate"]["basis"] == "contradicted"
    stated = items["101"]["19:47-2.2(a)/cutting_card_color"]
    assert (stated["answer"], stated["basis"], stated["by"], stated["on"]) == (
        "yes",
        "represented",
        "Rosalind Teague",
        "2006-12-14",
    )


def test_nothing_is_judged_after_the_expiry(report: Any) -> None:
    data = report("examples/boardwalk", "2011-06-09").data
    assert (data["findings"], data["not_applicable"]) == ([], [])
    assert (data["passes"], data["floor"]["reconciled"][2]["state"]) == ([], "not judged")


def test_a_floor_of_thousands_is_reported_in_rows_that_can_be_read(tmp_path: Path, report: Any) -> None:
    """Every table has a limit of its own; a clause is still reported in a few rows."""
    tables = [
        {
            "number": n,
            "game": "blackjack",
            "wagers": ["blackjack_wager", {"wager": "sevens", "minimum": 1, "maximum": 100 + n}],
            "options": [],
        }
        for n in range(1, 301)
    ]
    filing = {
        "submission": {"effective": "2007-01-01", "certifications": [{"by": "A", "role": "B", "on": "2006-12-20"}]}
    }
    (tmp_path / "f.json").write_text(json.dumps({**filing, "pits": [{"name": "A", "tables": tables}]}))
    data = report(tmp_path / "f.json").data
    rows = Counter(row["clause"] for row in data["passes"])
    assert max(rows.values()) <= 24
    assert sum(row["passes"] for row in data["basis"]) == sum(row["count"] for row in data["passes"])


def test_every_key_is_documented(example: Example) -> None:
    page = (ROOT / "docs/audit.md").read_text()

    def keys(value: Any) -> set[str]:
        if isinstance(value, list):
            return set().union(*map(keys, value))
        return set(value).union(*map(keys, value.values())) if isinstance(value, dict) else set()

    used = set().union(*(keys(example(name).data) for name in EXAMPLES)) | {
        "event",
        "values",
        *ODDS,
        *IgnoredData.__annotations__,
    }
    assert [key for key in sorted(used) if f'"{key}"' not in page] == []
    named = set(re.findall(r'"([a-z_]+)"(?=[]:?,}) ])', page.partition("```text")[2]))
    faulty = {"code", "message", "help", "place"}  # of what cannot be read, which no example has
    words = {
        "option",
        "filing",
        "represented",
        "observed",
        "computed",
        "filed",
        "contradicted",
        "yes",
        "no",
        "preliminary",
    }
    assert named - used - faulty - words == set()
