"""Suggestions for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint with the known word closest to a misspelled one; empty if none is close.

    >>> nearest("dekcs", ["decks", "boxes"])
    "did you mean 'decks'?"
    """
    from difflib import get_close_matches  # its import takes longer than to find that no name is misspelled

    found = get_close_matches(word, list(known), 1)
    return f"did you mean '{found[0]}'?" if found else ""
