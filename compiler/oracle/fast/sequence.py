"""The rows of a table in sequence: what follows over the rows of a round and from round to round, and what each row breaches.

Written from docs/semantics.md, Other rows; the oracle of what `checker/rounds` does in lots and columns.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from pitboss.compiler.oracle.fast.settlement import Facts, Settlement
from pitboss.compiler.oracle.other_rows import EARLIER, OWN, ROWS


def judge_in_sequence(law: Callable[[Facts], Settlement], rows: list[Facts]) -> list[dict[str, str]]:
    """For each row of one table, as recorded: clause → verdict. `law` gives what judges a row."""
    found: list[dict[str, str]] = []
    before: list[Facts] = []
    for _, group in groupby(rows, key=lambda row: row.get("round")):
        recorded = [*group]
        settlement = law(recorded[0])
        known = goes_on(before[0], recorded[0]) if before else False
        made = complete_round(settlement, recorded, before if known else None)
        found += [settlement.judge(row) for row in made]
        before = [{name: row[name] for name in row if name not in (ROWS, EARLIER)} for row in made]
    return found


def goes_on(last: Facts, here: Facts) -> bool:
    """Whether the one round comes right after the other, as far as the record tells."""
    numbers = [row.get("sequence") for row in (last, here)]
    shoes = [row.get("shoe") for row in (last, here)]
    if here.get("moment", "") < last.get("moment", "") or last.get("round") == here.get("round"):
        return False
    new_shoe = None not in shoes and shoes[0] != shoes[1]
    return None in numbers or new_shoe or bool(numbers[1] == numbers[0] + 1)  # type: ignore[operator]


def complete_round(settlement: Settlement, rows: list[Facts], before: list[Facts] | None) -> list[Facts]:
    """The rows with what follows, over and over, since one can hang on another."""
    made: list[Facts] = []
    made += [{**row, ROWS: made, OWN: n, EARLIER: before} for n, row in enumerate(rows)]
    while True:
        known: Any = [len(row) for row in made]
        for n, row in enumerate(made):
            made[n] = settlement.complete(row)
        if known == [len(row) for row in made]:
            return made
