"""Texts are wrapped and shortened as `textwrap` does it, without its import."""

from __future__ import annotations

import random
from textwrap import shorten, wrap

from pitboss.reports.shorten import shortened
from pitboss.reports.wrap import wrapped
from tests.support.soak import count

PIECES = ["a", "bb", "ccc-ddd", " ", " ", "  ", "longlonglonglong", "\u00a0", "\t", "\n", "é…"]


def test_texts_are_wrapped_as_textwrap_wraps_them() -> None:
    chance = random.Random(3)
    for _ in range(count(5000, soak=200_000)):
        text = "".join(
            chance.choices(PIECES, weights=[5, 5, 3, 4, 4, 2, 1, 0.3, 0.05, 0.05, 1], k=chance.randrange(30))
        )
        start, width = chance.choice(["", " ", "  x  ", "name: "]), chance.randrange(5, 60)
        aligned = {"initial_indent": start, "subsequent_indent": " " * len(start)}
        assert wrapped(start, text, width) == wrap(
            text, width, **aligned, break_on_hyphens=False, break_long_words=False
        )
        assert shortened(text, width) == shorten(text, width, placeholder=" …")
