"""The reference semantics of a sequence of rows of a table (docs/semantics.md, Other rows): slow and plain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from pitboss.compiler.oracle.other_rows import EARLIER, OWN, ROWS
from pitboss.compiler.oracle.reading_choices import OverWorlds, World, judged_in_worlds
from pitboss.compiler.oracle.settlement import Law, Verdicts
from pitboss.compiler.oracle.values import Facts, as_number, entries


def judge_in_sequence(
    law: Callable[[Facts], Law], rows: list[Facts], over: OverWorlds = judged_in_worlds
) -> list[Verdicts]:
    """The verdicts on each row of one table, as recorded: a world holds for all rounds.

    `law` returns what judges the round of a row; `over` judges in all worlds, or in some.
    """
    rounds = [[*group] for _, group in groupby(rows, key=lambda row: row.get("round"))]
    laws = [law(recorded[0]) for recorded in rounds]
    by_row = [ours for ours, recorded in zip(laws, rounds, strict=True) for _ in recorded]
    found = over(by_row, lambda world: [*_in_world(world, laws, rounds)])
    return [
        verdicts | ours.permitted({wager: amount for wager, amount in entries(row, "stake").items() if amount})
        for verdicts, ours, row in zip(found, by_row, rows, strict=True)
    ]


def _in_world(world: World, laws: list[Law], rounds: list[list[Facts]]) -> Iterator[Verdicts]:
    last: list[Facts] = []
    for law, rows in zip(laws, rounds, strict=True):
        ours = law.in_world(world)
        recorded = agreed(rows, ours)
        known = bool(last) and follows_on(last[0], recorded[0])
        made = complete_round(ours, [ours.facts(row) for row in recorded], last if known else None)
        yield from map(ours.judge_facts, made)
        last = [{name: row[name] for name in row if name not in (ROWS, EARLIER)} for row in made]


def agreed(given: list[Facts], law: Law) -> list[Facts]:
    """The rows of a round, with what any of them records of the round as a whole, and without that on which they contradict each other."""
    follow = {check.subject.name for c, _, check in law.clauses if c.kind == "derived" and c.scope == "round"}
    whole = {f.name for f in law.book.fields.values() if {*f.owners} & {"round", "seat", "hand"} == {"round"}}
    rows = given
    for name in whole - follow - {"irregularity", "consequence"}:
        recorded = [row[name] for row in rows if row.get(name) is not None]
        if any(value != recorded[0] for value in recorded):
            rows = [{other: value for other, value in row.items() if other != name} for row in rows]
        elif recorded:
            rows = [{**row, name: recorded[0]} for row in rows]
    if any(row.get("irregularity") is not None for row in given):
        rows = [
            {"irregularity": None, **row} for row in rows
        ]  # the round had one, so that a row without it does not say none
    return rows


def follows_on(last: Facts, here: Facts) -> bool:
    """Whether a round is the one after the last at its table, as far as the record shows."""
    if str(here.get("moment", "")) < str(last.get("moment", "")) or last.get("round") == here.get("round"):
        return False
    before, after = as_number(last.get("sequence")), as_number(here.get("sequence"))
    shoes = [row["shoe"] for row in (last, here) if row.get("shoe") is not None]
    new_shoe = len(shoes) == 2 and shoes[0] != shoes[1]
    return before is None or after is None or new_shoe or after == before + 1


def complete_round(law: Law, rows: list[Facts], before: list[Facts] | None) -> list[Facts]:
    """The rows of a round with everything that follows: a fact of one row may follow from another row."""
    made: list[Facts] = []
    made += [{**row, ROWS: made, OWN: n, EARLIER: before} for n, row in enumerate(rows)]
    while True:
        known = [len(row) for row in made]
        for n, row in enumerate(made):
            made[n] = law.complete(row)
        if known == [len(row) for row in made]:
            return made
