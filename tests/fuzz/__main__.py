"""`python -m tests.fuzz [TARGET ...] [--seconds N] [--write]`: coverage-guided fuzzing of what reads files, with atheris.

Each target runs in a process of its own. A finding is an input that breaks a rule of `tests/fuzz/harness.py`; the first of each kind is
kept in `.fuzz/TARGET/found`, where fuzzing goes on. An input that found new code is kept in `.fuzz/TARGET/inputs`, where the next run
begins. `--write` adds a line for each target to `runs.txt`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from tests.fuzz.harness import CORPUS, ROOT, TARGETS, complaint, scratch, target

KEPT = ROOT / ".fuzz"
RUNS = Path(__file__).with_name("runs.txt")
LONGEST = 20_000  # bytes of an input
# What is instrumented; the compiled rules are large, and their branches are not those of a reader.
INSTRUMENTED = (
    "pitboss.checker.read", "pitboss.checker.filing", "pitboss.checker.findings", "pitboss.checker.rounds", "pitboss.grammar",
    "pitboss.compiler.front", "csv", "json",
)  # fmt: skip


def fuzz(name: str, seconds: int) -> None:
    """Fuzz one target in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=list(INSTRUMENTED)):
        of = target(name)
    inputs, found = KEPT / name / "inputs", KEPT / name / "found"
    for folder in (inputs, found):
        folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(sorted({path for pattern in of.SEEDS for path in ROOT.glob(pattern)})):
        if seed.stat().st_size <= LONGEST:
            (inputs / f"seed{number}").write_bytes(seed.read_bytes())
    known: set[str] = set()
    folder = scratch()

    def once(data: bytes) -> None:
        why = complaint(of, data, Path(folder.name))
        kind = why.partition(": ")[0]
        if why and kind not in known:
            known.add(kind)
            (found / f"{len(known)}").write_bytes(data)
            with (found / "complaints.txt").open("a", encoding="utf-8") as notes:
                notes.write(f"{len(known)}: {why}\n")
            sys.stderr.write(f"FOUND {name} {len(known)}: {why}\n")

    once(next(inputs.glob("seed*")).read_bytes())  # what is loaded once is not the first input's time
    limits = [
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST}",
        "-timeout=60",
        "-rss_limit_mb=4096",
        "-print_final_stats=1",
    ]
    limits += [f"-artifact_prefix={found}/", "-report_slow_units=60"]
    where = [str(inputs), *([str(CORPUS / name)] if (CORPUS / name).is_dir() else [])]
    atheris.Setup([sys.argv[0], *limits, "-verbosity=1", *where], once)
    atheris.Fuzz()


def main(*arguments: str) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)} (default: all)")
    parser.add_argument("--seconds", type=int, default=60, help="how long for each target (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help=f"add what was done to {RUNS.name}")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.here:
        fuzz(given.targets[0], given.seconds)
    failed = False
    for name in given.targets or TARGETS:
        before = _findings(name)
        command = [sys.executable, "-m", "tests.fuzz", name, "--here", "--seconds", str(given.seconds)]
        done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
        executed = [line.split()[-1] for line in done.stderr.splitlines() if "number_of_executed_units" in line]
        new = [line for line in done.stderr.splitlines() if line.startswith("FOUND")]
        ended = ", ended before its time" if done.returncode else ""
        many = f"{int(executed[0]) if executed else 0:,} executions in {given.seconds} seconds"
        line = f"{name}: {many}, {len(new)} kinds of findings{ended}\n"
        sys.stdout.write(line)
        if given.write:
            with RUNS.open("a", encoding="utf-8") as runs:
                runs.write(line)
        sys.stdout.write("".join(f"  {line}\n" for line in new))
        if done.returncode or not executed:  # the process was killed, by a limit or by a library
            sys.stdout.write(done.stderr[-2_000:])
        failed |= bool(new or done.returncode or _findings(name) > before)
    return int(failed)


def _findings(name: str) -> int:
    return len([*(KEPT / name / "found").glob("*")])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
