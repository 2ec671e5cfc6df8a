"""A finding in the text format reads like a notice of violation: where, what is wrong, and which provision it breaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.product import main

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def report() -> str:
    import io
    from contextlib import redirect_stdout

    with redirect_stdout(io.StringIO()) as out:
        assert main(["check", str(ROOT / "examples/boardwalk-troubled")]) == 1
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
    ],
)
def test_a_breach_is_stated_with_its_tables_and_its_provision(report: str, notice: str) -> None:
    assert f": {notice}" in report


def test_the_clause_follows_the_notice(report: str) -> None:
    assert "       law  If 6 to 5 blackjack is in use, the decks of cards in use must be 1 or 2.\n" in report
