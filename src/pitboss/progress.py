"""One line on a terminal's standard error, while something takes its time; nothing anywhere else."""

from __future__ import annotations

import sys


def show_progress(words: str = "") -> None:
    """Show what is being done in place of what was; without words, clear the line."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{words}")
        sys.stderr.flush()
