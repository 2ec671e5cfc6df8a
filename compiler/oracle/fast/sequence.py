"""Judges the rows of a table in sequence: derives facts over the rows of a round and from round to round, and returns the breaches.

It follows docs/semantics.md, Other rows. `checker/rounds` does the same in lots and columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from pitboss.compiler.oracle.fast.settlement import Settlement
from pitboss.compiler.oracle.other_rows import EARLIER, OWN, ROWS
from pitboss.compiler.oracle.values import Facts, as_number


def judge_in_sequence(settlement_of: Callable[[Facts], Settlement], rows: list[Facts]) -> list[dict[str, str]]:
    """For each row of one table, as recorded: clause → verdict. `settlement_of` returns what judges a row."""
    verdicts: list[dict[str, str]] = []
    before: list[Facts] = []
    for _, group in groupby(rows, key=lambda row: row.get("round")):
        recorded = [*group]
        settlement = settlement_of(recorded[0])
        recorded = agreeing(recorded, settlement.stated_once)
        continues = follows_directly(before[0], recorded[0]) if before else False
        completed = complete_round(settlement, recorded, before if continues else None)
        verdicts += [settlement.judge(row) for row in completed]
        before = [{name: row[name] for name in row if name not in (ROWS, EARLIER)} for row in completed]
    return verdicts


def agreeing(rows: list[Facts], names: list[str]) -> list[Facts]:
    """The rows of a round with what one of them names of it, if no other contradicts. Only a round that names no irregularity had none."""
    named = {name: [row[name] for row in rows if row.get(name) is not None] for name in names}
    contradicted = {name for name, values in named.items() if _differ(values)}
    agreed = {name: values[0] for name, values in named.items() if values and name not in contradicted}
    if any(row.get("irregularity") is not None for row in rows):
        unsaid: Facts = {"irregularity": None}
    else:
        unsaid = {"irregularity": "none", "consequence": "none"}
    left = [{name: value for name, value in row.items() if name not in contradicted} for row in rows]
    return [{**unsaid, **row, **agreed} for row in left]


def _differ(values: list[object]) -> bool:
    return any(value != values[0] for value in values)


def follows_directly(last: Facts, here: Facts) -> bool:
    """Whether one round comes directly after the other, as far as the record shows."""
    before, now = as_number(last.get("sequence")), as_number(here.get("sequence"))
    last_shoe, shoe = last.get("shoe"), here.get("shoe")
    if str(here.get("moment", "")) < str(last.get("moment", "")) or last.get("round") == here.get("round"):
        return False
    new_shoe = last_shoe is not None and shoe is not None and last_shoe != shoe
    return before is None or now is None or new_shoe or now == before + 1


def complete_round(
    settlement: Settlement, rows: list[Facts], before: list[Facts] | None, changed: Iterable[str] | None = None
) -> list[Facts]:
    """The rows with everything that follows, repeated until nothing more does, because one row can depend on another.

    `changed`: of rows that were complete, the fields that changed.
    """
    made: list[Facts] = []
    made += [{**row, ROWS: made, OWN: n, EARLIER: before} for n, row in enumerate(rows)]
    changed = None if changed is None else (*changed, ROWS)
    while True:
        known = [len(row) for row in made]
        for n, row in enumerate(made):
            made[n] = settlement.complete(row, changed)
        if len(made) == 1 or known == [len(row) for row in made]:
            return made
        changed = (ROWS,)  # each row is complete but for what depends on others
