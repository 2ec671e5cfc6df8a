"""A copy of the regulation's text as pages show it: what it prints under each label. It is shown beside the rule and kept nowhere."""

from __future__ import annotations

from pitboss.compiler.ground.text import Text
from pitboss.compiler.pages.book import Printed


def printed(text: Text) -> Printed:
    """Two prints of one section are two paragraphs of each label.

    >>> from pitboss.compiler.ground.lines import lines_of
    >>> from pitboss.compiler.ground.text import split
    >>> printed(split({"a": lines_of("1:1-1.1 Tiles\\n(a) One tile:\\n1. A red one.", "a")}))
    {'1:1-1.1': {'(a)': ('One tile:',), '(a)1': ('A red one.',)}}
    """
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for part in text.parts:
        for provision in part.provisions:
            labels = found.setdefault(part.citation, {})
            labels[provision.label] = (*labels.get(provision.label, ()), provision.words)
    return found
