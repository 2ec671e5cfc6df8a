"""The sentences of the catalog, taken apart."""

from __future__ import annotations

from typing import Any


def unconditional(version: dict[str, Any]) -> str:
    """The sentence of a version without its conditions; exceptions at its end stay.

    >>> unconditional({"words": "If a lamp is in use, the tiles are shown.", "given": "If a lamp is in use"})
    'The tiles are shown.'
    >>> unconditional({"words": "The light is on if a lamp is in use.", "given": "If a lamp is in use"})
    'The light is on.'
    """
    words, given = str(version["words"]).removesuffix("."), str(version["given"])
    if given:
        words = words.removeprefix(f"{given}, ").removesuffix(f" {given[:1].lower()}{given[1:]}")
    return f"{words[:1].upper()}{words[1:]}."
