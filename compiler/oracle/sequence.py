"""What the rows of a table in sequence breach, by docs/semantics.md (Other rows): slow, and the reference."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from pitboss.compiler.oracle.interpreter import Facts
from pitboss.compiler.oracle.other_rows import EARLIER, OWN, ROWS
from pitboss.compiler.oracle.settlement import Law, Verdicts


def judge_in_sequence(law: Callable[[Facts], Law], rows: list[Facts]) -> list[Verdicts]:
    """For each row of one table, as recorded: its verdicts. `law` returns what judges the round of a row."""
    found: list[Verdicts] = []
    last: list[Facts] = []
    for _, group in groupby(rows, key=lambda row: row.get("round")):
        recorded = [*group]
        ours = law(recorded[0])
        known = bool(last) and follows_on(last[0], recorded[0])
        made = complete_round(ours, [ours.facts(row) for row in recorded], last if known else None)
        found += map(ours.judge_facts, made)
        last = [{name: row[name] for name in row if name not in (ROWS, EARLIER)} for row in made]
    return found


def follows_on(last: Facts, here: Facts) -> bool:
    """Whether a round is the one after the last at its table, as far as the record shows."""
    if here.get("moment", "") < last.get("moment", "") or last.get("round") == here.get("round"):
        return False
    numbers, shoes = ([row[name] for row in (last, here) if row.get(name) is not None] for name in ("sequence", "shoe"))
    new_shoe = len(shoes) == 2 and shoes[0] != shoes[1]
    return len(numbers) < 2 or new_shoe or bool(numbers[1] == numbers[0] + 1)


def complete_round(law: Law, rows: list[Facts], before: list[Facts] | None) -> list[Facts]:
    """The rows of a round with all that follows: what follows in one can depend on another."""
    made: list[Facts] = []
    made += [{**row, ROWS: made, OWN: number, EARLIER: before} for number, row in enumerate(rows)]
    while True:
        known = [len(row) for row in made]
        for number, row in enumerate(made):
            made[number] = law.complete(row)
        if known == [len(row) for row in made]:
            return made
