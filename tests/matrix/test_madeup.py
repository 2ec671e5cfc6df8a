"""Each status of a pair, and each way to come to it, in a law of our own: `law.rules`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support import rule_documents
from tests.support.product import Catalog, matrix_csv, matrix_data
from tests.support.product import emit_catalog as catalog
from tests.support.product import matrix_text as matrix

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def law() -> Catalog:
    return catalog(rule_documents.book((HERE / "law.rules").read_text(), "law.rules"))


def pair(law: Catalog, day: str, first: str, second: str) -> dict[str, Any]:
    data = matrix_data(law, "tiles", day)
    assert data is not None
    return next(p for p in data["pairs"] if {p["first"], p["second"]} == {first, second})


@pytest.mark.parametrize(
    ("day", "first", "second", "status", "stated", "grounds"),
    [
        ("2006-01-01", "kites", "gates", "barred", "both ways", [("stated", "(e)"), ("stated", "(e)")]),
        ("2006-01-01", "runs", "gates", "barred", "one way", [("stated", "(c)")]),
        ("2006-01-01", "mist", "dusk", "barred", "of both at once", [("stated", "(i)"), ("equipment", "(d) (d)")]),
        ("2006-01-01", "echo", "gates", "barred", "", [("through", "(c) (c)")]),
        ("2006-01-01", "trios", "gates", "impossible", "", [("values", "(g) (g)")]),
        ("2006-01-01", "trios", "runs", "conditional", "", [("condition", "(b)")]),
        ("2006-01-01", "winds", "trios", "open", "one way", [("stated", "(f)")]),
        ("2003-01-01", "echo", "dusk", "open", "one way", [("stated", "(h)")]),
        ("2006-01-01", "echo", "dusk", "barred", "one way", [("stated", "(h)")]),
        ("2006-01-01", "echo", "runs", "required", "", []),
        ("2006-01-01", "pairs", "gates", "allowed", "", []),
    ],
)
def test_status(
    law: Catalog, day: str, first: str, second: str, status: str, stated: str, grounds: list[tuple[str, str]]
) -> None:
    found = pair(law, day, first, second)
    reported = [
        (g["how"], " ".join(c.partition("/")[0].removeprefix("1:1-9.1") for c in g["clauses"]))
        for g in found["grounds"]
    ]
    assert (found["status"], found["stated"], reported) == (status, stated, grounds)


def test_equipment_that_an_offer_never_meets_has_a_column(law: Catalog) -> None:
    data = matrix_data(law, "tiles", "2006-01-01")
    assert data is not None
    assert [e["name"] for e in data["equipment"]] == ["lamp"]
    assert pair(law, "2006-01-01", "dusk", "lamp")["status"] == "barred"


def test_a_condition_is_reported(law: Catalog) -> None:
    data = matrix_data(law, "tiles", "2006-01-01")
    assert data is not None
    assert data["clauses"]["1:1-9.1(b)/trios-bars-runs"]["conditions"] == ["the colour of the layout is red"]


def test_what_no_text_authorises_is_left_out(law: Catalog) -> None:
    early, before = matrix_data(law, "tiles", "2003-01-01"), matrix_data(law, "tiles", "2000-01-01")
    assert early is not None
    assert before is not None
    assert [(a["name"], a["since"]) for a in early["absent"]] == [("winds", "2005-07-01"), ("kites", "2005-07-01")]
    assert (before["offers"], before["pairs"]) == ([], [])
    assert matrix(before).startswith("Tiles on 2000-01-01: nothing is authorized")


def test_an_offer_whose_requirement_is_not_authorized_can_never_be_offered() -> None:
    text = 'section 1:1-9.1 "Tiles" at tiles\nadopted 2001-03-01 R.2001 d.900\n\n'
    text += '(a)       game tiles "Tiles"\n          wager runs optional "runs wager"\n          wager gates optional "gates wager"\n'
    text += '          wager trios optional "trios wager" until 2004-01-01\n          runs requires trios\n'
    data = matrix_data(catalog(rule_documents.book(text)), "tiles", "2006-01-01")
    assert data is not None
    assert {o["name"]: o["alone"] for o in data["offers"]} == {"runs": "impossible", "gates": "lawful"}
    (pair,) = data["pairs"]
    assert pair["status"] == "impossible"
    assert {c.partition("/")[2] for g in pair["grounds"] for c in g["clauses"]} == {
        "runs-requires-trios",
        "trios-authorised",
    }
    assert "runs wager cannot lawfully be offered on that day" in matrix(data)


def test_the_grid(law: Catalog) -> None:
    data = matrix_data(law, "tiles", "2006-01-01")
    assert data is not None
    assert matrix(data).splitlines()[:13] == [
        "Tiles on 2006-01-01: 6 wagers and 3 options",
        "",
        "  1 pairs wager",
        "  2 trios wager   ·",
        "  3 runs wager    ·  c",
        "  4 gates wager   ·  #  x",
        "  5 winds wager   ·  ?  ·  ·",
        "  6 kites wager   ·  ·  ·  x  ·",
        "  7 echo          ·  ·  r  x  ·  ·",
        "  8 mist          ·  x  ·  ·  ·  ·  ·",
        "  9 dusk          ·  x  ·  ·  ·  ·  x  x",
        " 10 lamp          ·  ·  ·  ·  ·  ·  ·  r  x",
        "                  1  2  3  4  5  6  7  8  9",
    ]


def test_csv_has_a_row_a_pair_and_a_row_a_requirement(law: Catalog) -> None:
    data = matrix_data(law, "tiles", "2006-01-01")
    assert data is not None
    rows = [line.split(",") for line in matrix_csv(data).splitlines()]
    assert rows[0][:6] == ["game", "day", "first", "second", "status", "stated"]
    kept = [r[2:6] for r in rows if "gates" in r and r[4] != "allowed"]
    assert ["runs", "gates", "barred", "one way"] in kept
    assert ["echo", "runs", "required", ""] in [r[2:6] for r in rows]


def test_no_such_game(law: Catalog) -> None:
    assert matrix_data(law, "tile", "2006-01-01") is None
    assert matrix_data(law, "lamp", "2006-01-01") is None
