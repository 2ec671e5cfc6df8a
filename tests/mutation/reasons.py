"""The reasons why a mutant that nothing notices changes no answer, from `reasons.toml`.

A mutant is named by its section, the line that it changes, and the change, so that lines above it can come and go; of several equal
changes of a line, a number says which.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from tests.mutation.mutants import Mutant

REASONS = Path(__file__).with_name("reasons.toml")


def name_of(mutant: Mutant, text: str) -> str:
    """The name of a mutant of a file with this text.

    >>> name_of(Mutant("r/1-1.rules", 14, 15, "number", 2, "6", "5"), "section ...\\n  6 sets\\n")
    "1-1 | 6 sets | '6' -> '5'"
    >>> name_of(Mutant("r/1-1.rules", 23, 24, "number", 2, "6", "5"), "section ...\\n  6 sets of 6\\n")
    "1-1 | 6 sets of 6 | '6' -> '5' (2)"
    """
    section = mutant.file.rpartition("/")[2].removesuffix(".rules")
    line = text.splitlines()[mutant.line - 1].strip()
    earlier = text[text.rfind("\n", 0, mutant.start) + 1 : mutant.start].count(mutant.old)
    return f"{section} | {line} | {mutant.old!r} -> {mutant.new!r}" + (f" ({earlier + 1})" if earlier else "")


@cache
def reasons() -> dict[str, str]:
    """By mutant: the reason."""
    entries = tomllib.loads(REASONS.read_text("utf-8"))["reason"]
    found = [(name, entry["why"]) for entry in entries for name in entry["mutants"]]
    assert len(found) == len(dict(found)), "a mutant has two reasons"
    return dict(found)
