"""The made-up game of the rounds tests: its active law, and rows of a record."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.product import LawIndex, Raw, load_law

FOLDER = Path(__file__).parents[1] / "rounds"
RULES = [str(FOLDER / "words.rules"), str(FOLDER / "tiles.rules")]


@cache
def tiles() -> LawIndex:
    law_index, faults = load_law([str(FOLDER / "tiles.yaml")], RULES)
    assert faults == ""
    return law_index


def raw(number: int = 1, **row: Any) -> Raw:
    given = {"round": "1", "table": "1", "moment": "2005-06-01T20:00", **row}
    return Raw(f"made.jsonl:{number}", given, "", json.dumps(given, default=str))
