"""The odds engine has the figures that were counted by dealing every hand through the oracle; a small sample is dealt again."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.support.product import resolved_law

from .__main__ import DAY, Json, deal, deals_of, ends, key, of_engine, read, rows
from .wagers import Wager, choice_of


def written() -> list[Json]:
    figures: list[Json] = read()["figures"]
    return figures


WAGERS = tuple(dict.fromkeys(figure["wager"] for figure in written()))


@pytest.fixture(scope="module")
def engine() -> list[Json]:
    return rows(*WAGERS)


def test_the_engine_has_every_figure_that_was_dealt(engine: list[Json]) -> None:
    expected = [{**key(figure), "ends": figure["ends"]} for figure in written()]
    found = [{**key(row), "ends": ends(of_engine(row))} for row in engine]
    order = lambda one: (one["game"], one["wager"])  # noqa: E731
    assert sorted(found, key=order) == sorted(expected, key=order)
    assert all(figure["agrees"] for figure in written())


def test_what_was_not_dealt_has_a_reason() -> None:
    left = read()["not dealt"]
    assert all(left.values()) and not left.keys() & {*WAGERS}


@pytest.mark.soak  # it guards the reasons why wagers are not dealt, which are read by these tests alone
def test_the_reason_states_how_many_deals_there_are() -> None:
    left = read()["not dealt"]
    alone = [wager for wager in left if " + " not in wager]
    first = {row["wager"]: row for row in reversed(rows(*alone))}
    for wager in alone:
        what = Wager(resolved_law(), choice_of(first[wager]), DAY, {}).hands
        assert what is not None and left[wager].startswith(f"{deals_of(what)}, "), wager


def test_a_player_s_choice_that_changes_the_odds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Wager._at

    def wrong(self: Wager, facts: Json, meter: int) -> object:
        return Fraction(1) if facts["roulette_column_chosen"] == 2 else right(self, facts, meter)

    monkeypatch.setattr(Wager, "_at", wrong)
    assert [reason for _, reason in deal("roulette_column", most=200)] == [
        "the facts that are given here do not decide it: what the player chooses: roulette_column_chosen"
    ] * 3


def test_a_sample_is_dealt_again() -> None:
    again = [figure for figure, _ in deal("roulette_first_five", most=200)]
    assert again == [figure for figure in written() if figure["wager"] == "roulette_first_five"] != []


@pytest.mark.soak  # it guards the tests above alone
def test_a_wrong_end_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dealer for whom no number has a red background."""
    right = Wager._at

    def wrong(self: Wager, facts: Json, meter: int) -> object:
        return right(
            self,
            facts | {"roulette_background": "black"} if facts.get("roulette_background") == "red" else facts,
            meter,
        )

    monkeypatch.setattr(Wager, "_at", wrong)
    assert [figure["agrees"] for figure, _ in deal("roulette_red", most=200)] == [False] * 4
