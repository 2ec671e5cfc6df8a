"""A progress line on standard error, if that is a terminal."""

from __future__ import annotations

import os
import sys


def show_progress(text: str = "") -> None:
    """Replace the progress line; without text, clear it. A line that wraps could not be cleared, so it is cut."""
    if sys.stderr.isatty():
        try:
            width = os.get_terminal_size(sys.stderr.fileno()).columns
        except OSError:  # a terminal that does not state its size
            width = len(text) + 1
        text = text[: width - 1]
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
