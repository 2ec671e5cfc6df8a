"""The odds engine has the figures that were counted by dealing every hand through the oracle; a small sample is dealt again."""

from __future__ import annotations

import pytest

from .__main__ import Json, deal, ends, key, of_engine, read, rows
from .wagers import Net, Wager


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
    sample = ("roulette_first_five", "pgp_rng_wager")
    again = [figure for figure, _ in deal(*sample, most=100)]
    assert [figure for figure in written() if figure["wager"] in sample] == sorted(again, key=lambda figure: figure["game"])


def test_a_wrong_end_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dealer who pays one deal in 38 as another."""
    right = Wager._at

    def wrong(self: Wager, facts: Json, meter: int) -> Net | None:
        return right(self, {**facts, "roulette_number": 7} if facts.get("roulette_number") == 8 else facts, meter)  # type: ignore[return-value]

    monkeypatch.setattr(Wager, "_at", wrong)
    assert not any(figure["agrees"] for figure, _ in deal("roulette_seven_color", most=100))
