"""A game that exists only here, in `.rules` files: ranking, paytables by decks, exclusion, uniformity, amendment, exception.

None of it is in Python; the command judges the filing next to it end to end.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.product import main

HERE = Path(__file__).parent


def reported(capsys: pytest.CaptureFixture[str], *more: str) -> set[str]:
    """`verdict clause tables line:column` of every finding."""
    main(
        [
            "check",
            str(HERE / "floor.yaml"),
            "--rules",
            str(HERE / "words"),
            "--rules",
            str(HERE / "rules"),
            "--format",
            "json",
            *more,
        ]
    )
    report = json.loads(capsys.readouterr().out)
    assert not report["problems"]
    return {
        f"{f['verdict']} {f['code'].removeprefix('1:1-9.1')} {'+'.join(f['tables'])} {f['place']['line']}:{f['place']['column']}"
        for f in report["findings"]
    }  # fmt: skip


ALWAYS = {
    "fail (b)/tile_hands-ranked 2 10:78",  # the ranking, out of order
    "fail (c)/pairs-pays 2 4:56",  # a table that mixes two options, reported where the paytable is written
    "fail (c)/pairs.payouts-same 2 4:34",  # the same in a pit, at tables with equal sets
    "fail (a)/tiles-authorised 4 14:125",  # nothing authorises dice
    "fail (a)/tile_wager-required 4 14:92",
    "fail (f)/opening-notice 1 21:73",  # a minute short
    "fail (g)/tiles_washed 4 17:46",  # seen, and denied
    "needs evidence (c)/pairs-pays 3 13:152",
    "needs evidence (h)/side_door-elected 3+4 11:3",  # a choice of the pit, reported as missing once, at the pit
    "needs evidence (h)/house_flag-elected  1:13",  # a choice of the licensee, at the submission
    "needs evidence (f)/opening-elected 4 14:5",
}


def test_on_the_day_of_the_filing(capsys: pytest.CaptureFixture[str]) -> None:
    """Tables 1 and 3 have nine boxes by the exception for one set of tiles with pairs; table 4 has no such excuse."""
    assert reported(capsys) == ALWAYS | {
        "fail (d)/lantern_decks 3 13:37",
        "fail (d)/lantern-bars-pairs 3 13:120",
        "fail (d)/lantern-pays 3 13:143",
        "fail (e)/boxes-at-most 4 14:47",
    }


def test_the_day_before_the_amendment(capsys: pytest.CaptureFixture[str]) -> None:
    """The lantern wager is not authorized yet, so its own duties do not apply; the older limit has no exception."""
    assert reported(capsys, "--as-of", "2005-06-30") == ALWAYS | {
        "fail (d)/lantern-authorised 3 13:120",
        "fail (d)/lantern-authorised 4 14:93",
        *(f"fail (e)/boxes-at-most {table} {line}:47" for table, line in ((1, 9), (2, 10), (3, 13), (4, 14))),
    }


def test_the_day_of_the_amendment(capsys: pytest.CaptureFixture[str]) -> None:
    assert reported(capsys, "--as-of", "2005-07-01") == reported(capsys)


def test_before_the_section_there_is_no_such_game(capsys: pytest.CaptureFixture[str]) -> None:
    before = reported(capsys, "--as-of", "2001-02-28")
    assert {
        f"fail (a)/tiles-authorised {table} {line}:23" for table, line in ((1, 9), (2, 10), (3, 13), (4, 14))
    } < before
    assert not any("pays" in t or "ranked" in t or "boxes" in t for t in before)
