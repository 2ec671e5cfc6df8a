"""Parts of the sentences in the catalog."""

from __future__ import annotations

from pitboss.compiler.model.catalog_entries import Wording


def unconditional(of: Wording) -> str:
    """The sentence without its conditions; exceptions at its end stay.

    >>> unconditional(Wording("If a lamp is in use, the tiles are shown.", "If a lamp is in use", "", (), (), ()))
    'The tiles are shown.'
    >>> unconditional(Wording("The light is on if a lamp is in use.", "If a lamp is in use", "", (), (), ()))
    'The light is on.'
    """
    words, given = of.words.removesuffix("."), of.given
    if given:
        words = words.removeprefix(f"{given}, ").removesuffix(f" {given[:1].lower()}{given[1:]}")
    return f"{words[:1].upper()}{words[1:]}."
