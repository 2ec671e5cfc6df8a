"""What may be written at the end of a rule that is being written, for an editor."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pitboss.grammar.layout import LABEL
from pitboss.grammar.parse import parser
from pitboss.grammar.table_parser import Unexpected

_NOWHERE = "\x01"  # no token begins with it
_HEADING = re.compile(r"(?:section|vocabulary)\b[^\n]*\n")


@dataclass(frozen=True, slots=True)
class Expected:
    """The keywords that fit, and whether a name or a citation does."""

    words: tuple[str, ...]
    name: bool
    citation: bool


def expected_at_end(text: str) -> Expected | None:
    """What may follow a text that ends in the middle of a rule; None where it cannot be parsed.

    Only the provision that the text ends in is read, since those before it may be unfinished.

    >>> expected_at_end('section 1:1-1.1 "Tiles" at tiles\\n(a)       decks is at ')
    Expected(words=('least', 'most'), name=False, citation=False)
    >>> expected_at_end('section 1:1-1.1 "Tiles" at tiles\\n(a)       decks is at least 6 per ')
    Expected(words=(), name=False, citation=True)
    """
    heading = _HEADING.search(text)
    if heading is None:
        return None
    labels = [m for m in LABEL.finditer(text, heading.end()) if text[m.start() - 1] == "\n"]
    rest = text[labels[-1].start() if labels else heading.end() :]
    at = re.search(r"\b(at|at most|all|all but)[ \t]+\Z", rest)  # these are part of a token
    try:
        parser().parse(f"{heading[0]}{rest[: at.start()] if at else rest}{_NOWHERE}\n")
    except Unexpected as error:
        kinds = error.accepted
    else:
        return None
    words = [word for kind in kinds for word in _words().get(kind, ())]
    if at:
        words = [word.removeprefix(at[1]).lstrip() for word in words if word.startswith(f"{at[1]} ")]
    return Expected(tuple(sorted(words)), "NAME" in kinds and not at, "CITE" in kinds and not at)


@cache
def _words() -> dict[str, tuple[str, ...]]:
    """The words of each terminal that consists of words."""
    found = {}
    for name, pattern in parser().terminals:
        words = re.sub(r"\[ \\?\t\]\+", " ", pattern).removesuffix(r"\b")
        if re.fullmatch(r"\(?[a-z]+(?:[ |][a-z]+)*\)?", words):
            found[name] = tuple(words.strip("()").split("|"))
    return found
