"""Reads scan notes: remarks that assign lines of the text to a provision, or to none.

`remark "scan: 000 lines 12-15 are 1:1-2.3(c)"`, or `... line 7 is no law`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pitboss.compiler.ground.provisions import Scan
from pitboss.compiler.model.core import Note
from pitboss.compiler.model.transcript import Transcript
from pitboss.grammar.diagnostics import Place

_SCAN = re.compile(
    r"scan: (\S+) lines? (\d+)(?:-(\d+))? (?:is|are) (?:(no law)|(\d+:\d+[A-Z]?(?:-[\d.]+[A-Z]*)?)(\(\w+\)\w*)?)"
)


def scans(section: Transcript) -> Iterator[tuple[Scan, Place]]:
    """The scan notes of a section, each with its place.

    >>> from pitboss.compiler.front.transcribe import transcribe
    >>> from pitboss.grammar.parse import parse
    >>> note = 'remark "scan: 000 line 7 is 1:1-1.1(c)2"'
    >>> next(scans(transcribe(parse(f'section 1:1-1.1 "A"\\n{note}\\n(a)  decks is offered\\n', "a").tree)))[0]
    Scan(file='000', first=7, last=7, citation='1:1-1.1', label='(c)2')
    """
    for note in section.notes:
        if note.kind == "remark" and (found := _SCAN.fullmatch(note.words or "")):
            first, last = int(found[2]), int(found[3] or found[2])
            yield Scan(found[1], first, last, found[5] or "", found[6] or ""), note.place


def malformed_scans(section: Transcript) -> Iterator[Note]:
    """Remarks that begin like scan notes and are invalid."""
    for note in section.notes:
        words = note.words or ""
        if note.kind == "remark" and words.startswith("scan") and not _SCAN.fullmatch(words):
            yield note
