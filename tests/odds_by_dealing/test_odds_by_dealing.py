"""The odds engine has the figures that were counted by dealing every hand through the oracle; a small sample is dealt again."""

from __future__ import annotations

import pytest

from .__main__ import Json, deal, ends, key, of_engine, read, rows
from .wagers import Wager


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


def test_a_sample_is_dealt_again() -> None:
    again = [figure for figure, _ in deal("roulette_first_five", most=200)]
    assert again == [figure for figure in written() if figure["wager"] == "roulette_first_five"] != []


def test_a_wrong_end_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dealer for whom no number has a red background."""
    right = Wager._at

    def wrong(self: Wager, facts: Json, meter: int) -> object:
        return right(self, facts | {"roulette_background": "black"} if facts.get("roulette_background") == "red" else facts, meter)

    monkeypatch.setattr(Wager, "_at", wrong)
    assert [figure["agrees"] for figure, _ in deal("roulette_red", most=200)] == [False] * 4
