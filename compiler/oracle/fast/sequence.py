"""The rows of a table in sequence: what follows over the rows of a round and from round to round, and what each row breaches.

It follows docs/semantics.md, Other rows. `checker/rounds` does the same in lots and columns.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from pitboss.compiler.oracle.fast.memoization import Facts
from pitboss.compiler.oracle.fast.settlement import Settlement
from pitboss.compiler.oracle.other_rows import EARLIER, OWN, ROWS


def judge_in_sequence(settlement_of: Callable[[Facts], Settlement], rows: list[Facts]) -> list[dict[str, str]]:
    """For each row of one table, as recorded: clause → verdict. `settlement_of` returns what judges a row."""
    verdicts: list[dict[str, str]] = []
    before: list[Facts] = []
    for _, group in groupby(rows, key=lambda row: row.get("round")):
        recorded = [*group]
        settlement = settlement_of(recorded[0])
        continues = follows_directly(before[0], recorded[0]) if before else False
        completed = complete_round(settlement, recorded, before if continues else None)
        verdicts += [settlement.judge(row) for row in completed]
        before = [{name: row[name] for name in row if name not in (ROWS, EARLIER)} for row in completed]
    return verdicts


def follows_directly(last: Facts, here: Facts) -> bool:
    """Whether one round comes directly after the other, as far as the record shows."""
    last_number, number = last.get("sequence"), here.get("sequence")
    last_shoe, shoe = last.get("shoe"), here.get("shoe")
    if here.get("moment", "") < last.get("moment", "") or last.get("round") == here.get("round"):
        return False
    new_shoe = last_shoe is not None and shoe is not None and last_shoe != shoe
    return last_number is None or number is None or new_shoe or bool(number == last_number + 1)


def complete_round(settlement: Settlement, rows: list[Facts], before: list[Facts] | None) -> list[Facts]:
    """The rows with what follows, repeated until nothing more does, since one row can depend on another."""
    made: list[Facts] = []
    made += [{**row, ROWS: made, OWN: n, EARLIER: before} for n, row in enumerate(rows)]
    while True:
        known: Any = [len(row) for row in made]
        for n, row in enumerate(made):
            made[n] = settlement.complete(row)
        if known == [len(row) for row in made]:
            return made
