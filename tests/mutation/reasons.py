"""The reasons why a mutant that nothing notices changes no answer, from `reasons.toml`.

A mutant is named by its section, the line that it changes, and the change, so that lines above it can come and go.
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
    """
    section = mutant.file.rpartition("/")[2].removesuffix(".rules")
    line = text.splitlines()[mutant.line - 1].strip()
    return f"{section} | {line} | {mutant.old!r} -> {mutant.new!r}"


@cache
def reasons() -> dict[str, str]:
    """By mutant: the reason."""
    entries = tomllib.loads(REASONS.read_text("utf-8"))["reason"]
    found = [(name, entry["why"]) for entry in entries for name in entry["mutants"]]
    assert len(found) == len(dict(found)), "a mutant has two reasons"
    return dict(found)
