"""Deals rounds of each game, injects mistakes into some, audits them, and compares the findings with the key of the mistakes.

    python -m bench.injected              # a million rounds of the first game, 100,000 of each other: an hour of two cores
    python -m bench.injected --scale 0.01 # one hundredth of that

The first lot of a game has as many seats in a round as its filing allows, the others at most two.

The exit status is 1 if a mistake was missed or attributed to another provision, or if anything else was flagged.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from datetime import date
from io import StringIO
from multiprocessing import get_context
from pathlib import Path

from bench.rounds import GAMES, deal
from pitboss.cli import main
from pitboss.commands.check import load_filing
from pitboss.compiler.oracle.fast.settlement import Settlement
from pitboss.compiler.simulate.mutate import breachable
from pitboss.rulebook import load_core, load_rulebook

MANY = {"punto_banco": 1_000_000}  # of the other games a tenth
WIDE, LOT = 5_000, 50_000  # rounds that one process deals with one seed: at first with all seats

Breaches = set[tuple[str, str, str]]  # round, clause, verdict


def deal_lot(game: str, rounds: int, mistakes: float, seed: int, out: str) -> None:
    """Deal rounds into OUT.parquet and the key of their mistakes into OUT.key."""
    seats = ["--seats", "2"] if seed else []
    deal(
        game,
        rounds,
        Path(f"{out}.parquet"),
        "--seed",
        str(seed),
        "--mistakes",
        str(mistakes),
        "--key",
        f"{out}.key",
        "--processes",
        "1",
        *seats,
    )


def injected(folder: Path) -> Iterator[tuple[str, str, str]]:
    """The breaches that the keys of dealt rounds list."""
    for path in sorted(folder.glob("*.key")):
        for line in path.read_text().splitlines():
            key = json.loads(line)
            for clause, verdict in key["breaches"].items():
                yield f"{path.stem}:{key['table']}:{key['round']}", clause, verdict


def breachable_clauses(game: str) -> set[str]:
    """The clauses that some row of the game can breach, though not every one of them alone."""
    rules, (book, vocabulary) = load_core(), load_rulebook()
    filed = load_filing(GAMES[game], book, vocabulary)[1]
    assert filed is not None and filed.effective
    tables = (table for table in filed.tables if table.game == game)
    day = date.fromisoformat(filed.effective)
    settlements = [Settlement(rules, game, table.variants[0], day) for table in tables]
    return {active.clause.id for one in settlements for active in one.clauses if breachable(active.first)}


def found(folder: Path, game: str) -> tuple[Breaches, float, int]:
    """The breaches that the audit finds, the seconds that it takes, and the number of rows."""
    started, out = time.perf_counter(), StringIO()
    with redirect_stdout(out):
        command = ["rounds", "audit", str(folder), "--filing", GAMES[game], "--engine", "columnar", "--format", "json"]
        main(command)
    spent, data = time.perf_counter() - started, json.loads(out.getvalue())
    breaches = {
        (f"{f['place'].partition('.')[0]}:{f['table']}:{f['round']}", f["clause"], f["verdict"])
        for f in data["findings"]
    }
    return breaches, spent, data["rows"]


def run() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--mistakes", type=float, default=0.01, help="the share of rounds with a mistake")
    parser.add_argument("--game", action="append", help="only this game")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    wrong, never = 0, dict[str, list[str]]()
    print(
        "| game | rounds | rows | injected breaches | clauses | never | missed | also flagged | rows/s audited | seconds to deal |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for game in GAMES:
        if arguments.game and game not in arguments.game:
            continue
        with tempfile.TemporaryDirectory() as place:
            folder, rounds, started = Path(place), int(MANY.get(game, 100_000) * arguments.scale), time.perf_counter()
            lots = [min(WIDE, rounds), *(min(LOT, rounds - first) for first in range(WIDE, rounds, LOT))]
            jobs = [(game, n, arguments.mistakes, seed, str(folder / f"{seed:04}")) for seed, n in enumerate(lots)]
            with ProcessPoolExecutor(arguments.processes, get_context("spawn")) as pool:
                for dealt in [pool.submit(deal_lot, *job) for job in jobs]:
                    dealt.result()
            dealing = time.perf_counter() - started
            expected = set(injected(folder))
            got, spent, rows = found(folder, game)
            missed, also_flagged = len(expected - got), len(got - expected)
            wrong += missed + also_flagged
            for what, breaches in (("missed", expected - got), ("also flagged", got - expected)):
                print(*(f"{game}: {what} {' '.join(one)}\n" for one in sorted(breaches)[:20]), end="", file=sys.stderr)
            clauses = {clause for _, clause, _ in expected}
            never[game] = sorted(breachable_clauses(game) - clauses)
            seen, speed = (len(expected), len(clauses), len(never[game]), missed, also_flagged), int(rows / spent)
            cells = (game, rounds, rows, *seen, speed, int(dealing))
            print("|", *(f"{cell:,} |" if isinstance(cell, int) else f"{cell} |" for cell in cells), flush=True)
    for game, clauses in never.items():
        print(*(f"\n{game}: never breached {clause}" for clause in clauses), end="")
    print()
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(run())
