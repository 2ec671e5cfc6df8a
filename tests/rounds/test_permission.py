"""A round is judged by what its table may offer: an offer that `check` bars at a table fails in a round that shows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.product import (
    FAIL,
    OPEN,
    CompiledClause,
    Law,
    LawIndex,
    audit_rounds,
    facts_on,
    interpreter,
    judge,
    judge_rows,
    load_filing,
    load_law,
    load_rulebook,
    main,
)
from tests.support.round_verdicts import resolved
from tests.support.tile_rounds import raw

BOOK, VOCABULARY = load_rulebook()
OFFERING = ("authority", "bars", "requires", "offered")
DAY = "2007-05-01"


def filing(path: Path, tables: list[dict[str, Any]], certified: bool = True) -> str:
    """A filing with these tables, as a file."""
    submission: dict[str, Any] = {"licensee": "Lantern", "effective": DAY}
    if certified:
        submission["certifications"] = [{"by": "A", "role": "B", "on": DAY}]
    path.write_text(yaml.safe_dump({"submission": submission, "pits": [{"name": "A", "tables": tables}]}))
    return str(path)


def law_index_of(path: str) -> LawIndex:
    law_index, faults = load_law([path], [])
    assert faults == ""
    return law_index


def table(game: str, wagers: list[str], options: list[str], number: int = 1, **more: Any) -> dict[str, Any]:
    return {"number": number, "game": game, "wagers": wagers, "options": options, **more}


def found_in(law_index: LawIndex, staked: list[str], moment: str = f"{DAY}T20:00", **more: Any) -> dict[str, str]:
    """The clauses on what a table may offer that a round with these stakes does not pass."""
    lot = judge_rows(law_index, [raw(1, moment=moment, stake=dict.fromkeys(staked, 5), **more)])
    assert lot.aside == []
    of = {clause.id for clause in BOOK.clauses if clause.kind in OFFERING}
    return {
        clause: verdict for clause, verdict in lot.counts if clause in of and verdict not in ("pass", "not applicable")
    }


def barred_pairs() -> Iterator[tuple[CompiledClause, str, str]]:
    for clause in BOOK.clauses:
        names = [path[-1] for path in (clause.subject, clause.other) if path]
        kinds = [VOCABULARY.names[name].kind if name in VOCABULARY.names else "" for name in names]
        in_force = (clause.since or "") <= DAY and (clause.until is None or clause.until > DAY)
        if clause.kind == "bars" and len(names) == 2 and in_force and "wager" in kinds and "equipment" not in kinds:
            yield clause, names[0], names[1]


PAIRS = [*barred_pairs()]


@pytest.mark.parametrize(("clause", "first", "second"), PAIRS, ids=[pair[0].id for pair in PAIRS])
def test_what_check_bars_fails_in_a_round_that_shows_it(clause, first, second, tmp_path):
    of = {name: VOCABULARY.names[name].kind for name in (first, second)}
    offered = {kind: [name for name in of if of[name] == kind] for kind in ("wager", "option", "variation")}
    more = {"variation": offered["variation"]} if offered["variation"] else {}
    main = ["blackjack_wager"] if clause.game == "blackjack" else []  # a reading of 2.17(a) requires this wager only
    path = filing(tmp_path / "f.yaml", [table(clause.game, main + offered["wager"], offered["option"], **more)])
    source, read, problems = load_filing(path, BOOK, VOCABULARY)
    assert read is not None and not problems
    checked = {v.clause.id: v.verdict for v in judge(read, BOOK, DAY).verdicts}
    assert checked[clause.id] in (FAIL, OPEN)
    staked = offered["wager"]
    assert found_in(law_index_of(path), staked)[clause.id] == checked[clause.id]
    if len(staked) == 2:  # not filed together, and staked together
        path = filing(tmp_path / "g.yaml", [table(clause.game, main + staked[:1], [])], certified=False)
        assert found_in(law_index_of(path), staked)[clause.id] == checked[clause.id]


def test_a_bar_is_judged_although_one_of_its_readings_has_a_part_in_a_settlement(tmp_path):
    clause, first, second = next(pair for pair in PAIRS if all(VOCABULARY.names[n].kind == "wager" for n in pair[1:]))
    main = ["blackjack_wager"] if clause.game == "blackjack" else []
    law_index = law_index_of(filing(tmp_path / "f.yaml", [table(clause.game, [*main, first, second], [])]))
    law_index.steps[clause.id, clause.since] = next(iter(law_index.steps.values()))
    assert found_in(law_index, [first, second])[clause.id] in (FAIL, OPEN)


def test_there_are_pairs():
    assert len(PAIRS) > 20


@pytest.mark.parametrize("certified", [True, False])
@pytest.mark.parametrize("day", ["2000-01-01", "2007-05-01", "2010-01-01"])
@pytest.mark.parametrize("game", ["blackjack", "pai_gow_poker", "three_card_poker", "roulette"])
def test_the_reference_judges_the_table_with_the_staked_offers_equally(game, day, certified, tmp_path):
    wagers = [n.name for n in VOCABULARY.names.values() if n.kind == "wager" and n.game == game]
    filed = wagers[::2]
    path = filing(tmp_path / "f.yaml", [table(game, filed, [])], certified)
    text = yaml.safe_load(Path(path).read_text())
    text["submission"]["effective"] = "1990-01-01"
    Path(path).write_text(yaml.safe_dump(text))
    law_index, book = law_index_of(path), resolved()
    place = law_index.filings[0].tables[0]
    facts = facts_on(law_index.filings[0], place, place.variants[0], day)
    for staked in ([wager] for wager in wagers):
        shown = {**facts, "offers": {**facts["offers"], **{w: {} for w in staked if w not in facts["offers"]}}}
        expected = {}
        for clause in book.clauses:
            mine = clause.kind in OFFERING and clause.scope == "table" and clause.game in (None, game)
            if mine and clause.versions[0].check.subject.name in staked:
                verdict = interpreter.judge_table(book, clause, shown, date.fromisoformat(day))
                if verdict in (FAIL, OPEN):
                    expected[clause.id] = verdict
                elif clause.kind == "authority" and staked[0] not in facts["offers"]:
                    expected[clause.id] = FAIL if certified else "needs evidence"
        found = found_in(law_index, staked, f"{day}T20:00")
        assert {id_: v for id_, v in found.items() if id_ in expected} == expected


def test_a_wager_of_another_game_is_not_authorized(tmp_path):
    law_index = law_index_of(filing(tmp_path / "f.yaml", [table("blackjack", ["blackjack_wager"], [])]))
    (clause,) = [
        c.id for c in BOOK.clauses if c.kind == "authority" and c.subject == ("game",) and c.game == "blackjack"
    ]
    assert found_in(law_index, ["blackjack_wager"]) == {}
    assert found_in(law_index, ["roulette_red"])[clause] in (FAIL, OPEN)


def test_a_wager_that_the_table_does_not_file_needs_a_complete_list_to_fail(tmp_path):
    tables = [table("blackjack", ["blackjack_wager"], [])]
    (clause,) = {c.id for c in BOOK.clauses if c.kind == "authority" and c.subject[-1] == "insurance"}
    for certified, verdict in ((True, FAIL), (False, "needs evidence")):
        law_index = law_index_of(filing(tmp_path / "f.yaml", tables, certified))
        assert found_in(law_index, ["blackjack_wager", "insurance"])[clause] == verdict


def test_an_instrument_dispenses_from_a_bar(tmp_path):
    tables = [table("blackjack", ["blackjack_wager", "streak"], ["multiple_action"])]
    path = Path(filing(tmp_path / "f.yaml", tables))
    data = yaml.safe_load(path.read_text())
    bar = "19:47-2.22(l)/streak-bars-multiple_action"
    data["approvals"] = [
        {"instrument": "order", "sha256": "0" * 64, "provision": bar, "value": "multiple_action", "from": DAY}
    ]
    path.write_text(yaml.safe_dump(data))
    assert found_in(law_index_of(str(path)), ["streak"])[bar] == "approved"


def test_it_is_reported_once_a_round_in_plain_words(tmp_path):
    path = filing(tmp_path / "f.yaml", [table("blackjack", ["blackjack_wager", "streak"], ["multiple_action"])])
    law_index = law_index_of(path)
    rows = [raw(n, round="12", seat=str(n), moment=f"{DAY}T20:00", stake={"streak": 5}) for n in (1, 2)]
    result = audit_rounds("r", law_index, [judge_rows(law_index, rows)], lambda aside: None)
    bar = "19:47-2.22(l)/streak-bars-multiple_action"
    (finding,) = [f for f in result.findings if f.clause == bar]
    assert (finding.round, finding.table, finding.seat) == ("12", "1", "")
    assert finding.actual == "the streak wager was staked at a table that offers the multiple action blackjack"
    assert dict(dict(result.counts)[bar]) == {FAIL: 1}


@pytest.mark.parametrize("game", ["blackjack", "roulette", "three_card_poker"])
def test_engines_agree_on_wagers_that_are_not_permitted(game, tmp_path, capsys):
    pytest.importorskip("polars")
    wagers = [n.name for n in VOCABULARY.names.values() if n.kind == "wager" and n.game == game]
    tables = [
        table(game, wagers[: len(wagers) // 2], [], 1),
        table(game, wagers, ["multiple_action"] if game == "blackjack" else [], 2),
    ]
    path = filing(tmp_path / "f.yaml", tables)
    rows = [
        {"round": f"{n}", "table": str(1 + k), "moment": f"{DAY}T20:{n % 60:02}", "seat": str(seat),
         "stake": {wagers[(n * 7 + seat * 3 + j) % len(wagers)]: 5 for j in range(1 + n % 3)}}
        for k in (0, 1) for n in range(30) for seat in (1, 2)
    ]  # fmt: skip
    records = tmp_path / "r.jsonl"
    records.write_text("".join(json.dumps(row) + "\n" for row in rows))
    reported = []
    for engine in ("plain", "columnar"):
        capsys.readouterr()
        assert main(["rounds", "audit", str(records), "--filing", path, "--engine", engine, "--format", "json"]) == 1
        reported.append(capsys.readouterr().out)
    assert reported[0] == reported[1]
    clauses = {c.id: c.kind for c in BOOK.clauses}
    assert {"authority"} <= {clauses[f["clause"]] for f in json.loads(reported[0])["findings"]}


def test_dealt_rounds_pass_but_for_the_barred_offer(tmp_path, capsys):
    """Lawful rounds at a table that passes; the same at one whose filing adds an offer that another one bars."""
    for barred in (False, True):
        wagers = ["blackjack_wager", "insurance", "match_the_dealer"] + (["progressive_blackjack"] if barred else [])
        data = yaml.safe_load((Path(__file__).parent / "box.yaml").read_text())
        here = next(t for t in data["pits"][0]["tables"] if str(t["number"]) == "4")
        here["options"] = ["surrender"] if barred else []
        here["wagers"] = [w for w in here["wagers"] if w["wager"] in wagers]
        data["pits"] = [{"name": "A", "tables": [here]}]
        data["submission"]["certifications"] = [{"by": "A", "role": "B", "on": DAY}]
        path, records = tmp_path / "f.yaml", tmp_path / "r.jsonl"
        path.write_text(yaml.safe_dump(data))
        ask = ["rounds", "deal", "blackjack", "--rounds", "30", "--seed", "5", "--filing", str(path)]
        assert main([*ask, "--out", str(records)]) == 0
        capsys.readouterr()
        main(["rounds", "audit", str(records), "--filing", str(path), "--format", "json", "--fail-on", "none"])
        found = json.loads(capsys.readouterr().out)
        shown = {
            row["round"]
            for row in map(json.loads, records.read_text().splitlines())
            if any(name.startswith("progressive") and amount for name, amount in row.get("stake", {}).items())
        }
        bar = "19:47-2.8(c)/surrender-bars-progressive_blackjack"
        reported = {(f["clause"], f["round"]) for f in found["findings"] if f["verdict"] == "fail"}
        assert reported == {(bar, number) for number in shown if barred}
        assert bool(shown) is barred


@pytest.mark.parametrize(
    ("players", "certified", "options", "expected"),
    [
        (1, True, [], {}),
        (2, True, [], {"nobody_shares_without_option": FAIL}),
        (2, True, ["shared_boxes"], {}),
        (
            2,
            False,
            [],
            {"nobody_shares_without_option": "needs evidence", "nobody_shares_with_progressive": "needs evidence"},
        ),
        (4, True, ["shared_boxes"], {"players_on_box-between": FAIL}),
        (4, True, [], {"players_on_box-between": FAIL, "nobody_shares_without_option": FAIL}),
    ],
)
def test_people_at_a_box(players, certified, options, expected, tmp_path):
    """Four always breach 2.13(a); two or three only where sharing is certainly not offered."""
    path = filing(tmp_path / "f.yaml", [table("blackjack", ["blackjack_wager", "insurance"], options)], certified)
    row = raw(1, moment=f"{DAY}T20:00", stake={"blackjack_wager": 5}, players_on_box=players)
    counts = judge_rows(law_index_of(path), [row]).counts
    names = {"players_on_box-between", "nobody_shares_without_option", "nobody_shares_with_progressive"}
    found = {clause.partition("/")[2]: verdict for clause, verdict in counts if clause.partition("/")[2] in names}
    assert {name: v for name, v in found.items() if v not in ("pass", "not applicable")} == expected


@pytest.mark.parametrize(("certified", "staked", "expected"), [
    (False, ["over_under"], FAIL),  # filed or not, it was staked without its main wager
    (False, ["over_under", "blackjack_wager"], None),
    (True, ["over_under"], FAIL),
])  # fmt: skip
@pytest.mark.parametrize("filed", [["blackjack_wager"], ["blackjack_wager", "over_under"]])
def test_a_wager_that_requires_another_is_not_staked_without_it(certified, staked, expected, filed, tmp_path):
    """Although the table files the other wager, and even where it does not file the one that was staked."""
    path = filing(tmp_path / "f.yaml", [table("blackjack", filed, [])], certified)
    clause = "19:47-2.17(b)/over_under-requires-blackjack_wager"
    law_index, facts = law_index_of(path), Law(resolved(), "blackjack", facts_of_table(path), date.fromisoformat(DAY))
    stakes = dict.fromkeys(staked, 5)
    assert found_in(law_index, staked).get(clause) == expected
    verdict = facts.judge({"stake": stakes, "round": "1", "table": "1", "moment": f"{DAY}T20:00"}).get(clause)
    assert (verdict if verdict == FAIL else None) == expected


def facts_of_table(path: str) -> dict[str, Any]:
    law_index = law_index_of(path)
    place = law_index.filings[0].tables[0]
    return facts_on(law_index.filings[0], place, place.variants[0], DAY)
