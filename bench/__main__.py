"""Print one table of ratios, measured in one run, and append its figures to the history.

python -m bench             # everything, some minutes of CPU
python -m bench yaml odds   # some parts, which are not recorded
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from bench import columnar, commands, compiling, dealing, judging, loading, odds, start
from bench.measure import ROOT, Measurement, Sizes, clock, command
from pitboss.rulebook import COMPILED, ensure_compiled

PARTS: dict[str, Callable[[Sizes], Iterator[Measurement]]] = {
    "start": start.measure,
    "yaml": loading.measure,
    "judging": judging.measure,
    "command": commands.measure,
    "columnar": columnar.measure,
    "dealing": dealing.measure,
    "compiling": compiling.measure,
    "odds": odds.measure,
}
HISTORY = Path(__file__).parent / "history.jsonl"
HEAD = "| what | measured | peer | ratio | goal | met |\n|---|--:|---|--:|--:|---|"


def line(row: Measurement) -> str:
    """The row as printed."""
    measured = "not installed" if row.value is None else f"{figure(row.value)} {row.unit}"
    peer = row.peer and (f"{row.peer}: " + ("not installed" if row.peer_value is None else figure(row.peer_value)))
    ratio = "" if row.ratio is None else f"{figure(row.ratio)} ×"
    goal = ""
    if row.goal:
        goal = f"{'≥' if row.goal.at_least else '≤'} {figure(row.goal.limit)} {'×' if row.goal.of_ratio else row.unit}"
    met = {True: "yes", False: "no", None: ""}[row.met]
    return f"| {row.what} | {measured} | {peer} | {ratio} | {goal} | {met} |"


def figure(value: float) -> str:
    """Three digits that count.

    >>> figure(25), figure(0.06), figure(0.03456), figure(123456.7)
    ('25', '0.06', '0.0346', '123,457')
    """
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def record(parts: dict[str, list[Measurement]]) -> dict[str, Any]:
    """A line of the history: by part, each row as value, unit and ratio to its peer."""
    ask = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--exclude", "*"]
    commit = subprocess.run(ask, capture_output=True, text=True).stdout.strip()
    return {
        "date": date.today().isoformat(),
        "commit": commit,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "figures": {
            name: {row.what: [rounded(row.value), row.unit, rounded(row.ratio)] for row in rows}
            for name, rows in parts.items()
        },
    }


def rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.4g}")


def prepare() -> None:
    """Compile the checkout to bytecode, in case the surroundings forbid to write it at the first import.

    The rules come second, because a new folder of bytecode counts as a change of the compiler.
    """
    sources = [str(ROOT / name) for name in ("algebra", "grammar", "compiler", "checker", "reports", "src")]
    command(sys.executable, "-m", "compileall", "-q", *sources)
    ensure_compiled()
    command(sys.executable, "-m", "compileall", "-q", COMPILED)


def run() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}")
    parts = parser.parse_args().parts
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}")
    prepare()
    started, found = clock(), dict[str, list[Measurement]]()
    print(HEAD)
    for name in parts or PARTS:
        for row in PARTS[name](Sizes()):
            found.setdefault(name, []).append(row)
            print(line(row), flush=True)
    goals = [row.met for rows in found.values() for row in rows if row.met is not None]
    print(f"\n{sum(goals)} of {len(goals)} goals met, {clock() - started:.0f} s of CPU")
    if not parts:
        with HISTORY.open("a") as history:
            history.write(json.dumps(record(found), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    run()
