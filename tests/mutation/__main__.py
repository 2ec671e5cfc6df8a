"""`python -m tests.mutation [SECTION ...] [--sample N] [--write]`: mutates the rules, and reports who notices each mutant.

Without sections, those of the whole rulebook; `--sample` takes a seeded part of the mutants. The report, by section, is printed;
the mutants that nothing noticed are listed after it. `--write` writes it to `report.txt` too.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections import Counter
from pathlib import Path
from random import Random

from tests.mutation.kill import CASE, COMPILER, NO_EFFECT, SURVIVED, TEXT, Fate, fate, rules
from tests.mutation.mutants import Mutant, mutants

REPORT = Path(__file__).with_name("report.txt")
FATES = (COMPILER, TEXT, CASE, NO_EFFECT, SURVIVED)


def chosen(sections: list[str], sample: int | None) -> list[Mutant]:
    """The mutants of these sections, or of all; a seeded sample of them where asked."""
    files = {
        file for section in sections for file in rules().texts if file.endswith(f"/{section.replace(':', '-')}.rules")
    }
    found = [m for file, text in rules().texts.items() if file in files or not sections for m in mutants(text, file)]
    return sorted(Random(1).sample(found, sample)) if sample is not None and sample < len(found) else found


def report(fates: list[Fate]) -> str:
    """A line for each section and each kind of mutant, and every mutant that survived."""
    lines = [f"{'':28} {'mutants':>8} " + " ".join(f"{by:>9}" for by in FATES)]
    groups: dict[str, list[Fate]] = {}
    for one in fates:
        groups.setdefault(one.mutant.file.rpartition("/")[2].removesuffix(".rules"), []).append(one)
    for kind in sorted({one.mutant.kind for one in fates}):
        groups[f"all: {kind}"] = [one for one in fates if one.mutant.kind == kind]
    for name, some in [*groups.items(), ("all", fates)]:
        by = Counter(one.by for one in some)
        lines.append(f"{name:28} {len(some):8} " + " ".join(f"{by[each]:9}" for each in FATES))
    survivors = [str(one.mutant) for one in fates if one.by in (SURVIVED, NO_EFFECT)]
    return "\n".join([*lines, "", f"noticed by nothing: {len(survivors)}", *survivors]) + "\n"


def main(*arguments: str) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION", help="a section, such as 19:47-2.8")
    parser.add_argument("--sample", type=int, metavar="N", help="take N of the mutants")
    parser.add_argument("--write", action="store_true", help=f"write {REPORT.name}")
    given = parser.parse_args(arguments)
    if given.write and given.sections:
        parser.error("the report is about all sections")
    some = chosen(given.sections, given.sample)
    assert rules().differences or rules().ground is None  # read before the workers start, which share it
    fates = list[Fate]()
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        for number, one in enumerate(pool.imap(fate, some, chunksize=8), 1):  # neighbors share the cases of a section
            fates.append(one)
            if number % 100 == 0 or one.by == SURVIVED:
                print(f"{number} of {len(some)}  {one.by}  {one.mutant}", file=sys.stderr, flush=True)
    every = chosen(given.sections, None)
    text = f"{len(some):,} of {len(every):,} mutants, by who noticed each\n\n{report(fates)}"
    sys.stdout.write(text)
    if given.write:
        REPORT.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
