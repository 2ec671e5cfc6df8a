"""Rules that read over the seats of a round and the rounds of a table: their results, and when they are unknown."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.checker.rounds import row_files as files
from tests.support import random_rounds
from tests.support.product import (
    LawIndex,
    Lot,
    Raw,
    judge_rows,
    load_law,
    lots,
    rounds_json,
)
from tests.support.product import audit_rounds as audit
from tests.support.soak import count

HERE = Path(__file__).parent
RULES = [str(HERE / "words.rules"), str(HERE / "rows.rules")]


@cache
def rows() -> LawIndex:
    law_index, faults = load_law([str(HERE / "rows.yaml")], RULES)
    assert faults == ""
    return law_index


def record(*given: dict[str, Any]) -> list[dict[str, Any]]:
    """Rows of table 1; each begins a round unless it states which."""
    made = []
    for n, row in enumerate(given, 1):
        one = {"round": str(n), "table": "1", "moment": f"2005-06-01T20:{n:02}", "seat": "1", "opening": "no", **row}
        made.append({name: value for name, value in one.items() if value is not None})
    return made


def judged(*given: dict[str, Any]) -> Lot:
    written = [Raw(f"made.jsonl:{n}", row, "", json.dumps(row)) for n, row in enumerate(record(*given), 1)]
    return judge_rows(rows(), written)


def output(*given: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """(round, clause, expected, recorded) of each breach."""
    return [
        (f.round, f.clause.partition("/")[2], f.expected.rpartition("(")[2].rstrip(")"), f.actual)
        for f in judged(*given).findings
    ]


def test_a_running_count_goes_from_round_to_round():
    won, lost = {"end": "won"}, {"end": "lost"}
    assert output(lost, won, won, {"end": "pushed"}, {**won, "row": 3}) == []
    assert output(lost, won, won, {"end": "pushed"}, {**won, "row": 4}) == [("5", "one_more", "3", "4")]
    assert output({**won, "opening": "yes"}, {**won, "row": 1}) == [("2", "one_more", "2", "1")]


def test_without_a_known_start_nothing_is_known():
    lot = judged({"end": "won"}, {"end": "won", "row": 7})
    assert lot.findings == [] and lot.counts["1:1-1.2(a)/one_more", "needs evidence"] == 2


def test_one_mistake_is_one_finding():
    """The next step continues from the recorded value."""
    given = [{"end": "lost"}, {"end": "won", "row": 5}, {"end": "won", "row": 6}, {"end": "won", "row": 7}]
    assert output(*given) == [("2", "one_more", "1", "5")]


def test_a_seat_is_a_seat_and_its_player():
    given = {"end": "won", "player": "A"}
    assert output({**given, "opening": "yes"}, {**given, "row": 3}) == [("2", "one_more", "2", "3")]
    assert output({**given, "opening": "yes"}, {**given, "row": 3, "player": "B"}) == []
    assert output({**given, "opening": "yes"}, {**given, "row": 3, "seat": "2"}) == []
    assert output({**given, "opening": "yes", "seat": None}, {**given, "row": 3, "seat": None}) != []
    bare = {"end": "won", "seat": None}
    assert output({**bare, "opening": "yes"}, {**bare, "row": 3}) == []


def test_the_cards_of_all_hands_are_put_together():
    one, two, three = (
        {"round": "1", "cards": "Ah 2h"},
        {"round": "1", "seat": "2", "cards": "Ah"},
        {"round": "1", "seat": "3", "cards": "Ah"},
    )
    assert output(one, two) == []
    assert output(one, two, three) == [("1", "twins-at-most", "no more than 2", "3")] * 3
    assert output(one, two, {**three, "cards": None}) == []  # nothing is known of a hand
    assert (
        output(one, {**two, "seat": "1"}, {**three, "seat": "1"})
        == [
            ("1", "twins-at-most", "no more than 2", "3"),
            ("1", "own_twins-at-most", "no more than 2", "3"),
        ]
        * 3
    )


def test_the_first_hand_of_a_seat_is_the_one_that_the_record_has_first():
    """All rows of the seat see the same one; a hand of several rows is one hand; without a seat a row has its own."""
    first = {"round": "1", "end": "won", "stake": {"streak": 5}, "player": "A", "begun": 5, "first_won": 1}
    second = {**first, "end": "lost", "stake": {"streak": 20}}
    other = {**second, "player": "B", "begun": 0, "first_won": 0}
    assert output(first, other, second) == []
    assert output({**first, "begun": 20}, {**second, "begun": 20}) == [("1", "begun-follows", "$5", "$20")] * 2
    repeated = [{**first, "hand": "1"}, {**second, "hand": "2"}, {**first, "hand": "1", "end": "lost"}]
    assert output(*repeated) == []
    bare = {"seat": None, "player": None, "begun": 20, "first_won": 0}
    assert output({**first, **bare}, {**second, **bare}) == [
        ("1", "begun-follows", "$5", "$20"),
        ("1", "first_won-follows", "1", "0"),
        ("1", "begun-follows", "$0", "$20"),
    ]


def test_seats_hands_and_the_others():
    first = {"round": "1", "end": "won", "stake": {"streak": 5}, "winners": 1, "mine": 1, "others": 30, "neighbors": 20}
    second = {"round": "1", "end": "lost", "stake": {"streak": 5}, "winners": 1, "mine": 1, "others": 30}
    third = {"round": "1", "end": "pushed", "stake": {"streak": 20}, "seat": "2", "mine": 0}
    fourth = {"round": "1", "end": "lost", "stake": {"streak": 10}, "seat": "3"}
    given = [
        first,
        {**second, "neighbors": 25},
        {**third, "others": 15, "neighbors": 5},
        {**fourth, "others": 25, "neighbors": 25},
    ]
    assert output(*given) == []
    wrong = [{**first, "others": 35}, {**second, "mine": 2}, {**given[2], "neighbors": 15}, {**given[3], "winners": 2}]
    assert [one[1:3] for one in output(*wrong)] == [
        ("others-follows", "$30"), ("mine-follows", "1"), ("neighbors-follows", "$5"), ("winners-follows", "1"),
    ]  # fmt: skip


def test_the_seats_of_a_player_and_the_players_at_a_seat():
    one = {"round": "1", "player": "A", "cards": "Ah", "end": "won", "stake": {"streak": 5}}
    neighbors, elsewhere = {**one, "player": "B"}, {**one, "seat": "2"}
    third = {**one, "player": "C"}
    assert output(one, neighbors, {**elsewhere, "cards": "2h"}) == []
    assert output(one, neighbors, {**elsewhere, "box_twins": 3})[-1][1:] == ("box_twins-follows", "2", "3")
    shared, several = output(one, neighbors, third), output(one, elsewhere, {**one, "seat": "3"})
    assert {found[1] for found in shared} == {"sharers-at-most", "twins-at-most"}
    assert {found[1] for found in several} == {"places-at-most", "twins-at-most"}
    wrong = {**one, "sharers": 1, "box_twins": 1, "box_wins": 1, "placed": 5}
    # rows may be missing, but a number below that of the rows is wrong in any case
    elsewhere |= {"cards": "2h"}
    assert [found[1:] for found in output({**wrong, "box_twins": 2}, neighbors, elsewhere)] == [
        ("sharers-follows", "2", "1"), ("box_twins-follows", "1", "2"), ("box_wins-follows", "2", "1"), ("placed-follows", "$10", "$5"),
    ]  # fmt: skip
    lot = judged({**wrong, "sharers": 3}, neighbors, elsewhere)
    assert lot.counts["1:1-1.2(d)/sharers-follows", "needs evidence"] == 1


def test_of_what_the_rows_of_a_round_do_not_agree_on_nothing_is_known():
    one, two = {"round": "1", "end": "won", "opening": "yes", "row": 5}, {"round": "1", "seat": "2", "end": "won"}
    lot = judged(one, {**two, "opening": "yes"})
    assert [found.clause for found in lot.findings] == ["1:1-1.2(a)/first_of_all"] and lot.notes == []
    lot = judged(one, {**two, "opening": "no"})
    assert lot.findings == [] and lot.counts["1:1-1.2(a)/first_of_all", "needs evidence"] == 2
    note = "the rows of the round do not agree on opening, so that nothing is known of it"
    assert lot.notes == [("made.jsonl:1", note)]
    # each row of a derived field is compared with the derived value
    lot = judged({**one, "row": 1, "winners": 1}, {**two, "opening": "yes", "winners": 2})
    assert [(found.clause, found.place) for found in lot.findings] == [("1:1-1.2(b)/winners-follows", "made.jsonl:1")]


def test_whose_seat_it_is_must_be_recorded_where_there_are_several():
    one, two = {"round": "1", "placed": 9, "sharers": 2}, {"round": "1", "seat": "2"}
    lot = judged(one, two)
    assert lot.findings == [] and lot.counts["1:1-1.2(d)/placed-follows", "needs evidence"] == 2
    assert lot.missing["1:1-1.2(d)/places-at-most", "player"] == 2
    assert [found[1] for found in output({"round": "1", "placed": 9, "stake": {"streak": 5}})] == ["placed-follows"]


def test_what_one_row_does_not_report_is_not_counted():
    lot = judged({"round": "1", "end": "won", "winners": 3}, {"round": "1", "seat": "2"})
    assert lot.findings == [] and lot.counts["1:1-1.2(b)/winners-follows", "needs evidence"] == 2


def test_a_limit_can_look_at_other_rows_too():
    given = [{"round": "1", "end": "lost", "stake": {"streak": 8}}, {"round": "1", "seat": "2", "end": "lost"}]
    assert [one[1] for one in output(*given)] == ["streak.stake-at-most"]
    assert output(*given, {"round": "1", "seat": "3", "end": "lost", "stake": {"streak": 4}}) == [
        ("1", "streak.stake-at-most", "$2", "$8"),
    ]


@pytest.mark.parametrize(
    ("second", "note"),
    [
        ({"sequence": 9}, "rounds are missing before it"),
        ({"sequence": 7}, "recorded behind a later one"),
        ({"sequence": 8, "moment": "2005-06-01T19:00"}, "recorded behind a later one"),
        ({"sequence": 8}, ""),
        ({"sequence": 1, "shoe": "B"}, ""),
        ({"sequence": None}, ""),
    ],
)
def test_a_hole_is_reported_and_nothing_is_known_behind_it(second, note):
    lot = judged(
        {"end": "won", "opening": "yes", "sequence": 7, "shoe": "A"}, {"end": "won", "row": 9, "shoe": "A", **second}
    )
    assert len(lot.findings) == (not note) and len(lot.notes) == bool(note)
    assert all(note in stated and place == "made.jsonl:2" for place, stated in lot.notes)


def test_rows_apart_are_reported():
    lot = judged(
        {"end": "won", "round": "1"},
        {"end": "won", "round": "2"},
        {"end": "won", "round": "2", "table": "2"},
        {"round": "2", "seat": "2", "winners": 5},
    )
    assert lot.findings == [] and [place for place, _ in lot.notes] == ["made.jsonl:4"]


def test_a_row_that_is_set_aside_may_be_of_the_rounds_next_to_it():
    good = {"end": "won", "opening": "yes"}
    lot = judged(
        good, {"end": "won", "winners": 9}, {"end": "lots"}, {"end": "won", "winners": 9}, {"end": "won", "row": 9}
    )
    assert len(lot.aside) == 1 and lot.findings == []
    assert [place for place, _ in lot.notes] == ["made.jsonl:2", "made.jsonl:4"]


# ---- engines, and the oracle


def reported(path: Path, engine: Any) -> str:
    aside: list[Any] = []
    text = rounds_json(audit("r", rows(), engine, aside.append))
    return json.dumps([text, [(one.place, one.reason) for one in aside]]).replace(path.name, "r")


@pytest.mark.parametrize("seed", range(count(1, soak=12)))
@pytest.mark.parametrize("lot", [7, 50_000])
def test_every_engine_agrees(seed, lot, tmp_path, monkeypatch):
    pl = pytest.importorskip("polars")
    from pitboss.checker.rounds.columnar_evaluator import lots_in_columns

    monkeypatch.setattr(files, "CHUNK", lot)
    given = random_rounds.at_random(seed, 60)
    path, table = tmp_path / "r.jsonl", tmp_path / "r.parquet"
    path.write_text("".join(json.dumps(row) + "\n" for row in given))
    plain = reported(path, lots(rows(), str(path)))
    assert reported(path, lots_in_columns(rows(), str(path))) == plain
    pl.DataFrame([random_rounds.flat(row) for row in given], infer_schema_length=None).write_parquet(table)
    plain = reported(table, lots(rows(), str(table)))
    assert reported(table, lots_in_columns(rows(), str(table))) == plain
    assert "fail" in plain and "not_in_sequence" in plain


def test_what_goes_on_for_too_long_is_left_to_the_plain_evaluator(tmp_path, monkeypatch):
    pytest.importorskip("polars")
    from pitboss.checker.rounds import columnar_sequence
    from pitboss.checker.rounds.columnar_evaluator import lots_in_columns

    monkeypatch.setattr(columnar_sequence, "MOST_PASSES", 3)
    path = tmp_path / "r.jsonl"
    given = record({"opening": "yes"}, *({"turn": n % 9} for n in range(1, 40)))
    path.write_text("".join(json.dumps(row) + "\n" for row in given))
    plain = reported(path, lots(rows(), str(path)))
    assert reported(path, lots_in_columns(rows(), str(path))) == plain and "one_later" in plain
