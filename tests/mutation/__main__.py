"""`python -m tests.mutation [SECTION ...] [--sample N | --minutes N] [--write]`: mutates the rules, and reports who notices.

Without sections, those of the whole rulebook, one of each game in turn; `--minutes` starts no section after that time, and `--sample`
takes a seeded part of the mutants. The report, by section and by kind, is printed; the mutants that nothing noticed and that
`reasons.toml` does not explain are listed after it. What a run has judged is stored in `.mutation`, section by section, and not judged
again as long as nothing that it depends on changes (judged.py). `--write` writes it to `report.txt` too. A reason for a mutant that does
not exist, or that something notices, is an error.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.mutation.judged import keep, kept
from tests.mutation.kill import CASE, COMPILER, EQUAL, SAME, SURVIVED, TEXT, Fate, fate, rules, warm
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.reasons import name_of, reasons

REPORT = Path(__file__).with_name("report.txt")
REASON = "reason"
FATES = (COMPILER, TEXT, CASE, SAME, EQUAL, REASON, SURVIVED)
UNIT = 20  # mutants that a process judges before they are stored


def chosen(sections: list[str], sample: int | None) -> list[Mutant]:
    """The mutants of these sections, or of all; a seeded sample of them where asked."""
    files = {
        file for section in sections for file in rules().texts if file.endswith(f"/{section.replace(':', '-')}.rules")
    }
    found = [m for file, text in rules().texts.items() if file in files or not sections for m in mutants(text, file)]
    return sorted(Random(1).sample(found, sample)) if sample is not None and sample < len(found) else found


def in_turn(some: Iterable[Mutant]) -> Iterator[list[Mutant]]:
    """The mutants of each file, one file of each game in turn: a run that is cut short covers every game."""
    games: dict[str, dict[str, list[Mutant]]] = {}
    for mutant in some:
        games.setdefault(mutant.file.rpartition("/")[0], {}).setdefault(mutant.file, []).append(mutant)
    waiting = [[*files.values()] for files in games.values()]
    for one in waiting:
        Random(3).shuffle(one)
    while any(waiting):
        yield from (one.pop() for one in waiting if one)


def fates_of(some: list[Mutant]) -> list[Fate]:
    return list(map(fate, some))


class Judged:
    """The fates of mutants so far, with those of earlier runs; stored as they come."""

    def __init__(self, files: Iterable[str]) -> None:
        self.known = {file: kept(file) for file in files}

    def missing(self, some: list[Mutant]) -> list[Mutant]:
        return [mutant for mutant in some if mutant not in self.known[mutant.file]]

    def add(self, fates: list[Fate]) -> None:
        file = fates[0].mutant.file
        self.known[file] |= {one.mutant: one for one in fates}
        keep(file, self.known[file])

    def of(self, some: Iterable[Mutant]) -> list[Fate]:
        """The fates of those of some mutants that were judged."""
        return [one for mutant in some if (one := self.known[mutant.file].get(mutant))]


def report(fates: list[Fate]) -> str:
    """A line for each section and each kind of mutant, and every mutant that nothing noticed and that has no reason."""
    lines = [f"{'':28} {'mutants':>8} " + " ".join(f"{by:>9}" for by in FATES)]
    groups: dict[str, list[Fate]] = {}
    for one in fates:
        groups.setdefault(one.mutant.file.rpartition("/")[2].removesuffix(".rules"), []).append(one)
    for kind in sorted({one.mutant.kind for one in fates}):
        groups[f"all: {kind}"] = [one for one in fates if one.mutant.kind == kind]
    for name, some in [*groups.items(), ("all", fates)]:
        by = Counter(column(one) for one in some)
        lines.append(f"{name:28} {len(some):8} " + " ".join(f"{by[each]:9}" for each in FATES))
    survivors = [
        f"{provision(one.mutant):20} {one.mutant.kind:10} {one.mutant}" for one in fates if column(one) == SURVIVED
    ]
    return "\n".join([*lines, "", f"noticed by nothing, without a reason: {len(survivors)}", *survivors]) + "\n"


def column(one: Fate) -> str:
    """The column of the report: that of the reason, if the mutant survived and has one."""
    known = one.by == SURVIVED and name_of(one.mutant, rules().texts[one.mutant.file]) in reasons()
    return REASON if known else one.by


def provision(mutant: Mutant) -> str:
    """The provision in whose clause the mutant is."""
    tree = rules().original.trees[mutant.file]
    above = [getattr(item, "label", None) for item in tree.items if item.place.line <= mutant.line]
    label = next((label for label in reversed(above) if label), "")
    return getattr(tree, "citation", "vocabulary") + ("" if label == "(-)" else label)


def wrong_reasons(fates: list[Fate], known: dict[str, str]) -> list[str]:
    """The reasons for mutants that something notices, or that are none."""
    texts = rules().texts
    noticed = {name_of(one.mutant, texts[one.mutant.file]): one for one in fates if one.by != SURVIVED}
    sections = sorted({name.partition(" | ")[0] for name in known})
    every = {name_of(mutant, texts[mutant.file]) for mutant in (chosen(sections, None) if sections else ())}
    found = [f"{name}: noticed by {noticed[name].by} {noticed[name].how}".rstrip() for name in known if name in noticed]
    return found + [f"{name}: no such mutant" for name in known if name not in every]


def main(*arguments: str) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION", help="a section, such as 19:47-2.8")
    parser.add_argument("--sample", type=int, metavar="N", help="take N of the mutants")
    parser.add_argument("--minutes", type=float, metavar="N", help="start no section after N minutes")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="use N processes")
    parser.add_argument("--write", action="store_true", help=f"write {REPORT.name}")
    given = parser.parse_args(arguments)
    if given.write and given.sections:
        parser.error("the report is about all sections")
    some, start = chosen(given.sections, given.sample), time.monotonic()
    warm()  # before the workers start, which share it
    ends = float("inf") if given.minutes is None else start + 60 * given.minutes
    judged, started = Judged({mutant.file for mutant in some}), list[Any]()
    with multiprocessing.get_context("fork").Pool(given.processes) as pool:
        for whole in in_turn(some):
            unit = judged.missing(whole)
            for at in range(0, len(unit), UNIT):
                while len(started) > given.processes:
                    judged.add(started.pop(0).get())
                if time.monotonic() < ends:
                    started.append(pool.apply_async(fates_of, [unit[at : at + UNIT]]))
        for one in started:
            judged.add(one.get())
    fates = judged.of(some)
    text = summary(fates, len(chosen(given.sections, None)))
    sys.stdout.write(text)
    if given.write:
        REPORT.write_text(text, "utf-8")
    wrong = wrong_reasons(fates, reasons())
    print(*wrong, sep="\n", file=sys.stderr)
    return int(bool(wrong))


def summary(fates: list[Fate], many: int) -> str:
    """The report with its heading, in the order of the files."""
    judged = sorted(fates, key=lambda one: one.mutant)
    return f"{len(fates):,} of {many:,} mutants, by who noticed each first\n\n{report(judged)}"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
