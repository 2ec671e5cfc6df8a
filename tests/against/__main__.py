"""`python -m tests.against REV [PART]`: compare the verdicts of the working tree with those of another commit, by clause.

The other commit states what both judge (`inputs.py`). Each runs in processes of its own with its own rules and code (`verdicts.py`).
The verdicts of the other commit are kept in `build/against`. PART, any part of the name of a run, selects what is compared. The exit
code is 1 if a verdict differs.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tests.against import inputs
from tests.against.verdicts import NOT_APPLICABLE

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "against"
ABSENT = "no finding"

Verdicts: TypeAlias = dict[str, dict[str, Any]]  # by job: what `verdicts.py` wrote


class Difference(NamedTuple):
    clause: str
    before: str
    after: str
    place: str  # an example


def main(revision: str, part: str = "", tree: Path = ROOT) -> int:
    """Print the differences between a commit and a checkout, and return the exit code."""
    old, new = verdicts_of(revision, part, tree)
    counts: Counter[tuple[str, str, str]] = Counter()
    examples: dict[tuple[str, str, str], str] = {}
    for clause, was, now, place in differences(old, new):
        counts[clause, was, now] += 1
        examples.setdefault((clause, was, now), place)
    for (clause, was, now), count in sorted(counts.items()):
        print(f"{clause}: {was} → {now}, {count:,} ({examples[clause, was, now]})")
    verdicts = sum(n for job in old.values() for each in job["counts"].values() for n in each.values())
    total = sum(counts.values())
    number = "no difference" if not total else "1 difference" if total == 1 else f"{total:,} differences"
    print(f"{number} from {revision} in {verdicts:,} verdicts of {len(old):,} runs")
    return int(bool(counts))


def verdicts_of(revision: str, part: str, tree: Path) -> tuple[Verdicts, Verdicts]:
    """The verdicts of a commit, and those of a checkout on the same."""
    commit = _commit(revision)
    made_by = hashlib.sha256(b"".join((HERE / name).read_bytes() for name in ("inputs.py", "verdicts.py"))).hexdigest()
    folder = BUILD / f"{commit[:12]}-{made_by[:8]}"
    jobs, before, selected, after = (
        folder / "jobs.json", folder / "verdicts.jsonl", BUILD / "jobs.json", BUILD / "verdicts.jsonl",
    )  # fmt: skip
    if not before.exists():
        _prepare(commit, folder, jobs)
        _judge(folder / "tree", jobs, before)
    selected.write_text(
        json.dumps([job for job in json.loads(jobs.read_text("utf-8")) if part in job["name"]]), "utf-8"
    )
    _judge(tree, selected, after)
    new = _read(after)
    return {name: job for name, job in _read(before).items() if name in new}, new


def differences(old: Verdicts, new: Verdicts) -> Iterator[Difference]:
    """Every verdict that differs, with its place where it is a finding; what only the number of verdicts shows has its run as place."""
    for job, was in old.items():
        for clause in sorted(was["counts"].keys() | new[job]["counts"].keys()):
            yield from _of_clause(job, clause, was, new[job])


def _of_clause(job: str, clause: str, was: dict[str, Any], now: dict[str, Any]) -> Iterator[Difference]:
    before, after = Counter(was["counts"].get(clause, {})), Counter(now["counts"].get(clause, {}))
    fewer, more = sorted((before - after).elements()), sorted((after - before).elements())
    places = _places(_findings(was, clause), _findings(now, clause))
    for verdict, other in zip_longest(fewer, more, fillvalue=NOT_APPLICABLE):
        yield Difference(clause, verdict, other, f"{job}{_taken(places, verdict, other)}")
    for (verdict, other), several in places.items():  # findings that moved from one place to another
        yield from (Difference(clause, verdict, other, f"{job}, {place}") for place in several)


def _places(old: set[tuple[str, str]], new: set[tuple[str, str]]) -> dict[tuple[str, str], list[str]]:
    """The places of findings that differ, by their verdicts before and after."""
    places: dict[tuple[str, str], list[str]] = {}
    for place in sorted({place for _, place in old ^ new}):
        was, now = (
            ", ".join(sorted(verdict for verdict, at in some if at == place)) for some in (old - new, new - old)
        )
        places.setdefault((was or ABSENT, now or ABSENT), []).append(place)
    return places


def _taken(places: dict[tuple[str, str], list[str]], before: str, after: str) -> str:
    """Take a place at which the findings changed in this way."""
    for (was, now), some in places.items():
        if some and was in (before, ABSENT) and now in (after, ABSENT):
            return f", {some.pop(0)}"
    return ""


def _findings(job: dict[str, Any], clause: str) -> set[tuple[str, str]]:
    return {(verdict, place) for id, verdict, place in job["findings"] if id == clause}


# ---- processes


def _prepare(commit: str, folder: Path, jobs: Path) -> None:
    """Check the commit out, compile its rules, and write what it is judged by."""
    tree, files = folder / "tree", folder / "files"
    for each in (tree, files):
        each.mkdir(parents=True, exist_ok=True)
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(tree)], input=archive, check=True)
    subprocess.run([sys.executable, "hatch_build.py"], cwd=tree, env=_environment(tree), check=True)
    jobs.write_text(json.dumps(inputs.write(tree, files, lambda *command: _pitboss(tree, command)), indent=1), "utf-8")


def _judge(tree: Path, jobs: Path, out: Path) -> None:
    script = [sys.executable, "-P", str(HERE / "verdicts.py"), str(jobs), str(out), str(tree)]
    subprocess.run(script, cwd=tree, env=_environment(tree), check=True)


def _pitboss(tree: Path, command: Iterable[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "pitboss", *command],
        cwd=tree, env=_environment(tree), capture_output=True, text=True,
    )  # fmt: skip


def _environment(tree: Path) -> dict[str, str]:
    """The code of a checkout comes before the editable installation."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, "PYTHONPATH": str(tree / "src"), "NO_COLOR": "1"}


def _commit(revision: str) -> str:
    command = ["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"'{revision}' is not a commit of this repository; give one as REV")
    return made.stdout.strip()


def _read(path: Path) -> Verdicts:
    return {line["job"]: line for line in map(json.loads, path.read_text("utf-8").splitlines())}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
