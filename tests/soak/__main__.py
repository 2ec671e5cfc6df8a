"""`python -m tests.soak filings|rounds [--count N] [--seed S] [--write]`: random filings or rounds, until N have been judged.

Seeds are S, S+1, ...; each is printed with what it found, so that one seed can be repeated. The closing line states what was judged;
`--write` adds it to `runs.txt`. The exit code is 1 where two evaluators differ.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

RUNS = Path(__file__).with_name("runs.txt")
EACH = 3  # the least number of cases with each verdict that a clause can reach, for each seed
ROUNDS_OF_A_FLOOR = 400  # for each seed


def filings(least: int, seed: int) -> tuple[str, list[str]]:
    """Filings of as many seeds as it takes, each of them for every clause on filings."""
    from tests.soak import filings as soak

    made, first, started = soak.Count(), seed, time.process_time()
    while made.filings < least and not made.differences:
        for clause in soak.clauses():
            if clause.scope != "round":
                soak.soak(made, clause, EACH, str(seed))
        _progress(f"seed {seed}: {made.filings:,} filings", made.differences)
        seed += 1
    by_verdict = ", ".join(f"{many:,} {verdict}" for verdict, many in sorted(made.verdicts.items()))
    line = (
        f"filings, seeds {first} to {seed - 1}: {made.filings:,} judged by oracle and generated code ({by_verdict}); "
    )
    line += f"{made.encoded:,} of them have an encoding, which excludes {made.excluded:,}; "
    return _closed(line, made.differences, started), made.differences


def rounds(least: int, seed: int) -> tuple[str, list[str]]:
    """Rounds of as many seeds as it takes, each of them at every floor."""
    from tests.soak import rounds as soak

    made, first, started = soak.Count(), seed, time.process_time()
    while made.rounds < least and not made.differences:
        for name in soak.FLOORS:
            soak.soak(made, name, ROUNDS_OF_A_FLOOR, str(seed))
        _progress(f"seed {seed}: {made.rounds:,} rounds", made.differences)
        seed += 1
    line = f"rounds, seeds {first} to {seed - 1}: {made.rounds:,} of {made.rows:,} rows judged by oracle, audit and simulation "
    return _closed(f"{line}({made.verdicts:,} verdicts); ", made.differences, started), made.differences


def _closed(line: str, differences: list[str], started: float) -> str:
    return f"{line}{len(differences)} differences; {(time.process_time() - started) / 60:.0f} minutes of CPU"


def _progress(line: str, differences: list[str]) -> None:
    print("\n".join([line, *differences]), file=sys.stderr, flush=True)


def main(*arguments: str) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("filings", "rounds"))
    parser.add_argument("--count", type=int, default=1_000_000, metavar="N", help="the least number to judge")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first seed")
    parser.add_argument("--write", action="store_true", help=f"add the closing line to {RUNS.name}")
    given = parser.parse_args(arguments)
    line, differences = {"filings": filings, "rounds": rounds}[given.what](given.count, given.seed)
    print(line)
    if given.write:
        with RUNS.open("a", encoding="utf-8") as record:
            record.write(f"{line}\n")
    return int(bool(differences))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
