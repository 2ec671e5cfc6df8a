"""Reads a copy of the regulation's text for the pages: the print under each label. It is shown with the rule and stored nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from pitboss.compiler.ground.lines import Line
from pitboss.compiler.ground.provisions import Provision, Text
from pitboss.reports.site.pages import Printed

_MARKUP = re.compile(r"</?u>")


def printed(text: Text) -> Printed:
    """Two prints of one section are two paragraphs of each label; a row of a table keeps its line.

    >>> from pitboss.compiler.ground.lines import lines_of
    >>> from pitboss.compiler.ground.provisions import split
    >>> printed(split({"a": lines_of("1:1-1.1 Tiles\\n(a) One tile:\\n1. A red one.", "a")}))
    {'1:1-1.1': {'(a)': ('One tile:',), '(a)1': ('A red one.',)}}
    >>> rows = "1:1-1.1 Tiles\\n(a) It pays\\nthese odds:\\n<u>Hand</u>\\t<u>Odds</u>\\nPair\\t1 to 1"
    >>> printed(split({"a": lines_of(rows, "a")}))
    {'1:1-1.1': {'(a)': ('It pays these odds:\\nHand · Odds\\nPair · 1 to 1',)}}
    """
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for part in text.parts:
        for provision in part.provisions:
            labels = found.setdefault(part.citation, {})
            labels[provision.label] = (*labels.get(provision.label, ()), "\n".join(_laid_out(provision)))
    return found


def _laid_out(provision: Provision) -> Iterator[str]:
    def is_row(line: Line) -> bool:
        return "\t" in line.text.strip()

    for row, lines in groupby(provision.lines, is_row):
        if row:
            yield from (_MARKUP.sub("", " · ".join(filter(None, line.text.split("\t")))) for line in lines)
        else:
            yield _MARKUP.sub("", Provision(provision.label, tuple(lines)).words)
