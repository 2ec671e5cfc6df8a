"""`pitboss law matrix`: days, games and formats as people give them."""

from __future__ import annotations

import csv
import json
from itertools import combinations

import pytest

from tests.support.product import main

Captured = pytest.CaptureFixture[str]


def reported(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = main(["law", "matrix", *arguments])
    return code, *capsys.readouterr()


def test_text_fits_a_terminal_and_names_the_day(capsys: Captured) -> None:
    code, out, _ = reported(capsys, "blackjack", "--as-of", "2007-01-01")
    assert code == 0
    assert out.startswith("Blackjack on 2007-01-01: 1 variation, 10 wagers and 11 options\n")
    assert max(map(len, out.splitlines())) <= 100
    assert "\x1b" not in out


def test_without_a_day_the_last_one_of_the_text_counts(capsys: Captured) -> None:
    assert reported(capsys, "blackjack")[1].startswith("Blackjack on 2011-06-08: ")


@pytest.mark.parametrize("day", ["2007-02-30", "yesterday"])
def test_no_such_day(capsys: Captured, day: str) -> None:
    code, out, error = reported(capsys, "blackjack", "--as-of", day)
    assert (code, out) == (2, "")
    assert f"'{day}' is not a date" in error


def test_after_the_text_expired_nothing_is_reported(capsys: Captured) -> None:
    code, out, error = reported(capsys, "blackjack", "--as-of", "2011-06-09")
    assert (code, out) == (2, "")
    assert "the text expired on 2011-06-09" in error


def test_a_game_that_is_nearly_one(capsys: Captured) -> None:
    assert reported(capsys, "blakjack") == (
        2,
        "",
        "pitboss: no game 'blakjack' in the rulebook; did you mean blackjack?\n",
    )


def test_a_game_that_is_none_gets_the_list(capsys: Captured) -> None:
    code, _, error = reported(capsys, "xyzzy")
    assert code == 2
    assert "its games are blackjack, chemin_de_fer, craps, " in error


def test_a_game_with_dashes(capsys: Captured) -> None:
    assert reported(capsys, "pai-gow-poker", "--as-of", "2005-01-01")[0] == 0


def test_json_has_every_pair_once_and_every_clause_it_cites(capsys: Captured) -> None:
    code, out, _ = reported(capsys, "roulette", "--as-of", "2010-01-01", "--format", "json")
    data = json.loads(out)
    assert (code, data["schema"], data["day"]) == (0, "pitboss.matrix/1", "2010-01-01")
    names = [o["name"] for o in data["offers"]]
    assert [(p["first"], p["second"]) for p in data["pairs"]] == list(combinations(names, 2))
    cited = {c for p in data["pairs"] for g in p["grounds"] for c in g["clauses"]}
    assert cited <= data["clauses"].keys()


def test_readings_that_exclude_each_other_when_read_in_the_same_way(capsys: Captured) -> None:
    data = json.loads(reported(capsys, "roulette", "--as-of", "2010-01-01", "--format", "json")[1])
    (pair,) = [p for p in data["pairs"] if p["status"] == "open"]
    assert (pair["first"], pair["second"]) == ("roulette_seven_color", "roulette_eight_color")
    assert pair["alike"] == ["wheel_as_used", "wheel_itself"]
    assert "If all of these are read in the same way" in reported(capsys, "roulette", "--as-of", "2010-01-01")[1]


def test_csv_has_a_row_a_pair(capsys: Captured) -> None:
    rows = list(
        csv.DictReader(reported(capsys, "blackjack", "--as-of", "2007-01-01", "--format", "csv")[1].splitlines())
    )
    (row,) = [r for r in rows if (r["first"], r["second"]) == ("multiple_action", "streak")]
    assert (row["status"], row["stated"], row["since"]) == ("barred", "both ways", "2001-01-16")
    assert row["clauses"] == "19:47-2.18(a)/multiple_action-bars-streak; 19:47-2.22(l)/streak-bars-multiple_action"
