"""A progress line on standard error, if that is a terminal."""

from __future__ import annotations

import sys


def show_progress(text: str = "") -> None:
    """Replace the progress line; without text, clear it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
