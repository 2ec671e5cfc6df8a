"""Shortens a text to a width: words are left out at its end."""

from __future__ import annotations


def shortened(text: str, width: int) -> str:
    """
    >>> shortened("six or   eight of them", 22), shortened("six or   eight of them", 14)
    ('six or eight of them', 'six or eight …')
    """
    text = " ".join(text.split())
    if len(text) <= width:
        return text
    from textwrap import shorten

    return shorten(text, width, placeholder=" …")
