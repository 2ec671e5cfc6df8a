"""A finding reads like a notice of violation in every format: where, what is wrong, and which provision it breaches."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests.support.product import main

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def report() -> str:
    return _printed("text")


def _printed(form: str) -> str:
    with redirect_stdout(io.StringIO()) as out:
        assert main(["check", str(ROOT / "examples/boardwalk-troubled"), "--format", form, "--all"]) == 1
    return out.getvalue()


@pytest.mark.parametrize(
    "notice",
    [
        "Tables 207, 208: Players to a box of box sharing are 4; 19:47-2.13(a) allows 1 to 3.",
        "Table 203: Decks in each batch are 10; 19:47-2.2(d)1 requires 8 (the decks at the table divided by 2).",
        "Table 403: Decks of cards in use are 4; 19:47-2.2(a)1 and 19:47-2.2(e) allow 1 or 2.",
        "Table 405: Surrender is combined with 6 to 5 blackjack; 19:47-2.8(c) prohibits this.",
        "Table 308: Splitting aces only once is offered without splitting pairs more than once; 19:47-2.11(e) requires it.",
        "Table 704: House advantage by stake of blackjack bonus wager, for 1 is 24.0%;",
        "Tables 601, 602, 603, 604 and 1 more: Payout of progressive blackjack wager on any three aces",
        "Tables 304, 305: No notice was given of the start of surrender on 2007-01-01 10:00; 19:47-2.8(c) requires notice before",
        "Tables 111, 112: Notice of the withdrawal of multiple action blackjack on 2007-01-01 10:00 was given 5 minutes before,",
        "Table 202: Insurance wager is not offered; 19:47-2.9(a) requires it.",
        "Table 703: House advantage by stake of blackjack bonus wager is $1: 24.5%, $5: 31%, unlike at other Blackjack tables of",
        "Table 802: Lantern jackpot is offered; no provision in force authorizes it.",
        "Table 806: Inspector Harrowgate observed on 2006-12-15 17:05 that this is not done: from the player farthest to the",
        "Table 902: Highest wager accepted of match-the-dealer wager is not posted at the table; 19:47-2.23(c) requires it.",
    ],
)
def test_a_breach_is_stated_with_its_tables_and_its_provision(report: str, notice: str) -> None:
    assert f": {notice}" in report


def test_the_clause_follows_the_notice(report: str) -> None:
    assert "       law  If 6 to 5 blackjack is in use, the decks of cards in use must be 1 or 2.\n" in report


@pytest.mark.parametrize("form", ["json", "sarif", "code_scanning", "junit", "gitlab", "github"])
def test_every_format_has_the_notice(form: str) -> None:
    notice = "Tables 207, 208: Players to a box of box sharing are 4; 19:47-2.13(a) allows 1 to 3."
    assert notice in _printed(form)


def test_every_kind_of_finding_has_a_notice() -> None:
    """Evidence that is not filed, and what can only be seen on the floor, included."""
    findings = json.loads(_printed("json"))["findings"]
    plain = [f["code"] for f in findings if f["notice"] == f["clauses"][0]["rule"]]
    assert plain == []
    assert all(f["notice"].startswith("Table") for f in findings if f["tables"])


def test_the_audit_has_the_notice_in_each_of_its_files(tmp_path: Path) -> None:
    main(["report", str(ROOT / "examples/boardwalk-troubled"), "--out", str(tmp_path)])
    for name in ("audit.html", "audit.md", "findings.csv", "audit.json"):
        assert "Players to a box of box sharing are 4; 19:47" in (tmp_path / name).read_text().replace("\\", ""), name
