"""Mutated rounds: the oracle, the audit by generated code and the simulation give each clause the same verdicts on them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass, field
from io import StringIO
from itertools import chain
from pathlib import Path
from random import Random

from tests.differential.test_rounds import FLOORS, dealt
from tests.support.observed_facts import RememberingLaw
from tests.support.product import main
from tests.support.round_verdicts import ROUNDS, Floor, Record, differences, lines, mutated, rounds_of

NEWLY_DEALT = 12  # rounds of a seed that are dealt anew, and then mutated; dealing takes longer than judging


@dataclass
class Count:
    """The rounds and rows that were judged, their verdicts on clauses, and what differed."""

    rounds: int = 0
    rows: int = 0
    verdicts: int = 0
    differences: list[str] = field(default_factory=list)


def soak(count: Count, name: str, rounds: int, seed: str) -> None:
    """Judge at least so many rounds of a floor: those of its record and newly dealt ones, mutated again and again."""
    floor, random = FLOORS[name], Random(f"{seed} {name}")
    records = [*dealt(name), *_newly_dealt(floor, name, seed)]
    least = count.rounds + rounds
    while count.rounds < least:
        judge(count, name, mutated(records, floor, random), seed)


def judge(count: Count, name: str, records: list[Record], seed: str) -> None:
    """Compare the verdicts on the records; a difference is reported with the fewest rows and facts that show it."""
    floor = FLOORS[name]
    expected = floor.by_reference(records, RememberingLaw)
    count.rounds += len(rounds_of(records))
    count.rows += len(records)
    count.verdicts += sum(found.total() for found in expected)
    for what in ("audited", "simulated"):
        if differences(records, expected, getattr(floor, what)(records)):
            small = smallest(records, floor, what)
            count.differences += [
                f"{name}, {what}, seed {seed}: {line}" for line in _differences(small, floor, what)[:3]
            ]


def _differences(records: list[Record], floor: Floor, what: str) -> list[str]:
    return differences(records, floor.by_reference(records), getattr(floor, what)(records))


def smallest(records: list[Record], floor: Floor, what: str) -> list[Record]:
    """The records without the rounds, rows and facts on which their difference does not depend."""
    several = rounds_of(records)
    for one in [*several]:
        if len(several) > 1 and _differences([*chain(*(each for each in several if each is not one))], floor, what):
            several = [each for each in several if each is not one]
    left = [dict(row) for row in chain(*several)]
    for row in left:
        for fact in [name for name in row if name not in ("round", "table", "moment")]:
            value = row.pop(fact)
            if not _differences(left, floor, what):
                row[fact] = value
    return left


def _newly_dealt(floor: Floor, name: str, seed: str) -> Iterator[Record]:
    """Rounds dealt by the simulation, a third of them with a mistake; none of a floor with made-up rules."""
    if floor.rules:
        return
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "rounds.jsonl"
        command = [
            "rounds",
            "deal",
            name.partition("-")[0],
            "--rounds",
            str(NEWLY_DEALT),
            "--seed",
            str(Random(seed).randrange(10**9)),
        ]
        command += ["--seats", "2", "--mistakes", "0.3", "--filing", str(ROUNDS / floor.filing), "--out", str(out)]
        with redirect_stderr(StringIO()):
            code = main(command)
        assert code == 0, command
        known = {row["round"] for row in dealt(name)}
        for row in lines(out):
            yield {**row, "round": f"{row['round']}-{seed}" if row["round"] in known else row["round"]}
