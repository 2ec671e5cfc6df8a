"""Limits on the size of a filing.

>>> Limits(depth=3).depth, Limits().file_bytes
(3, 67108864)
"""

from __future__ import annotations

from pitboss.grammar.quick_start import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on time and memory, generous for a filing of thousands of tables."""

    file_bytes: int = 64 * 1024 * 1024
    total_bytes: int = 256 * 1024 * 1024  # of all files of a folder together
    files: int = 10_000  # of a folder, everything in it counted
    depth: int = 64  # lists and mappings inside one another, aliases followed
    nodes: int = 2_000_000  # values in one file, aliases expanded
    scalar: int = 64 * 1024  # characters of one text
    columns: int = 1_000  # of a CSV table
    digits: int = 30  # of one number
    problems: int = 20  # reported per file


USUAL = Limits()
