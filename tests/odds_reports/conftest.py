"""A document of odds (`pitboss.odds/1`) for the reports."""

from __future__ import annotations

import pytest

from tests.support.odds_data import Json, lantern, trio, wager


@pytest.fixture(scope="session")
def data() -> Json:
    return {
        "schema": "pitboss.odds/1", "as_of": "2004-01-01", "rulebook": "0123456789abcdef" * 4,
        "wagers": [
            wager("lantern", [lantern("1", (1, 10, 1, 24)), lantern("2", (3, 28, 3, 66))]),
            wager(
                "trio",
                [
                    trio("best_rank", "the rank counts, as elsewhere", (10, 6500, 15590)),
                    trio("best_payout", "what pays most counts, as the sign says", (20, 6490, 15590)),
                ],
                differences=[{"between": ["best_rank", "best_payout"], "edge": "24/1105"}],
                partition={"proved": False, "counterexample": ["8S", "8H", "8D"]},
            ),
        ],
        "undetermined": [
            {"wager": "wick", "title": "wick wager", "game": "tiles", "because": "the text does not say which lamps it wins on"}
        ],
    }  # fmt: skip
