"""The engine's rows grouped by wager: every value of a row is in its figure, and nothing is lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.support.product import catalog_entries as entries
from tests.support.product import core
from tests.support.product import house_edges_by_wager as by_wager

Json = dict[str, Any]
_BRIGHT, _LIT = (
    entries.ReadingEntry("", "", "", (), (), (), name, ground)
    for name, ground in (("bright", "a lamp is to see by"), ("lit", ""))
)
_VERSION = entries.VersionEntry(
    "", "", "", (), (), (), None, None, core.Basis.FIRM, "", None, (), "", (_BRIGHT, _LIT), ()
)  # fmt: skip
_CLAUSE = entries.ClauseEntry(
    "1:1-9.1(a)/lamp-wins", "lamp-wins", "wins", entries.CheckedAs.ROUND, core.Scope.ROUND, ("lamp",), (), "lamp", (), False,
    (_VERSION,),
)  # fmt: skip
_PROVISION = entries.ProvisionEntry("(a)", "1:1-9.1(a)", clauses=(_CLAUSE,))
CATALOG = entries.Catalog(
    "d",
    sections=(entries.SectionEntry("1:1-9.1", "", None, None, "", provisions=(_PROVISION,)),),
    terms=(entries.GlossaryEntry("fact", "oil", "oil that is burnt", None, "", ("lamp",), ""),),
)


def row(**more: Any) -> Json:
    won = {"name": "two_lamps", "count": 1, "probability": "1/4", "net": "5/2"}
    lost = {"name": "lost", "count": 3, "probability": "3/4", "net": "-1"}
    return {
        "wager": "lamp", "title": "lamp wager", "game": "tiles", "cite": "1:1-9.1(a)", "option": {}, "readings": {},
        "clauses": ["1:1-9.1(a)/lamp-wins", "1:1-9.2(b)1/lamp-loses"], "rests_on": [], "hands": 4, "outcomes": [won, lost],
        "hit": "1/4", "advantage": "1/8", "decimal": "0.1250000000", **more,
    }  # fmt: skip


def reported(*rows: Json) -> Json:
    return by_wager({"as_of": "2004-01-01", "rulebook": "d", "rows": list(rows)}, CATALOG)


def test_a_row_is_a_figure() -> None:
    (wager,) = reported(row(option={"oil of lamp": "whale"}, decks=6, stake="$5", paytable="Option 1"))["wagers"]
    assert wager["cites"] == ["1:1-9.1(a)", "1:1-9.2(b)1"] and wager["partition"] == {
        "proved": True,
        "counterexample": None,
    }
    (figure,) = wager["figures"]
    assert [(g["name"], g["title"], g["value"]) for g in figure["given"]] == [
        ("oil", "oil that is burnt", "whale"), ("decks", "decks", "6"), ("stake", "stake", "$5"), ("selection", "paytable", "Option 1"),
    ]  # fmt: skip
    assert [(o["title"], o["count"], o["pays"]) for o in figure["outcomes"]] == [
        ("two lamps", 1, "2.5 to 1"),
        ("lost", 3, "lost"),
    ]
    assert (figure["space"], figure["hit"], figure["edge"], figure["edge_decimal"]) == (
        "4",
        "1/4",
        "1/8",
        "0.1250000000",
    )


def test_readings_have_their_ground_and_what_they_differ_by() -> None:
    rows = [
        row(readings={"bright or lit": name}, advantage=edge, decks=6, least=True)
        for name, edge in (("bright", "1/8"), ("lit", "-1/8"))
    ]
    (wager,) = reported(*rows)["wagers"]
    assert [f["readings"] for f in wager["figures"]] == [
        [{"name": "bright", "ground": "a lamp is to see by"}],
        [{"name": "lit", "ground": ""}],
    ]
    assert wager["differences"] == [{"between": ["bright", "lit"], "given": "decks 6", "edge": "1/4"}]


def test_figures_that_differ_in_more_than_the_reading_are_not_compared() -> None:
    (wager,) = reported(
        row(readings={"bright or lit": "bright"}, decks=6), row(readings={"bright or lit": "lit"}, decks=8)
    )["wagers"]
    assert wager["differences"] == []


def test_a_gap_is_a_counterexample_and_what_it_rests_on_is_reported() -> None:
    (wager,) = reported(
        row(gaps=["wins and has no row: 7c"], assumes=["not: the lamp broke"], rests_on=["1:1-8", "1:1-8"])
    )["wagers"]
    assert wager["partition"] == {"proved": False, "counterexample": ["wins and has no row: 7c"]}
    assert wager["notes"] == ["assumes: not: the lamp broke", "depends on 1:1-8, whose text is not available"]


def test_a_meter_is_reported_and_is_no_part_of_the_advantage() -> None:
    outcomes = [{"name": "all", "count": 4, "probability": "1", "net": "-1", "meter": "1/10"}]
    (wager,) = reported(row(outcomes=outcomes, meter="1/10"))["wagers"]
    assert wager["figures"][0]["outcomes"][0]["pays"] == "10% of the meter"
    assert "meter" in wager["notes"][0]


def test_what_is_not_determined_states_for_what() -> None:
    del (without := row(decks=6))["outcomes"]
    some = reported(
        row(decks=6),
        {**without, "decks": 7, "undetermined": "no row"},
        {**without, "decks": 9, "undetermined": "no row"},
    )
    assert [u["because"] for u in some["undetermined"]] == ["for decks 7 or 9: no row"]
    assert [u["because"] for u in reported({**without, "undetermined": "no row"})["undetermined"]] == ["no row"]


def test_wagers_that_are_counted_together_are_each_known() -> None:
    data = reported(row(wager="lamp + wick", title="lamp and wick", folded="1/3"))
    assert data["wagers"][0]["of"] == ["lamp", "wick"]
    assert "1/3 of all hands are folded" in data["wagers"][0]["figures"][0]["decision"]


def test_every_key_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs/odds.md").read_text("utf-8")

    def keys(value: Any) -> set[str]:
        if isinstance(value, list):
            return set().union(*map(keys, value))
        return set(value).union(*map(keys, value.values())) if isinstance(value, dict) else set()

    rows = [
        row(readings={"bright or lit": name}, advantage=edge, decks=6, least=True)
        for name, edge in (("bright", "1/8"), ("lit", "-1/8"))
    ]
    del (without := row(decks=7))["outcomes"]
    used = keys(reported(*rows, {**without, "undetermined": "no row"}))
    assert sorted(used) == sorted(
        set(re.findall(r'"([a-z_]+)"(?=[]:?,}) ])', page.partition("```text")[2].partition("```")[0]))
    )
