"""Formats the comparison of text and rules, section by section: how much was compared, and every unexplained difference."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.ground.ground import Column, GroundData, GroundTotals, SectionCounts

_COLUMNS: tuple[Column, ...] = ("printed", "told", "figures", "cells", "citations", "notes", "explained", "unexplained")
_HEADS: dict[Column, str] = {"told": "stated"}  # where the heading differs from the key of the data
_TITLE = 30


def ground(data: GroundData) -> str:
    """
    >>> from pitboss.compiler.ground.fingerprints import Fingerprints
    >>> from pitboss.compiler.ground.ground import Corpus, Ground, Text, ground_data
    >>> print(ground(ground_data(Ground({}, Text(()), Corpus((), (), "", ()), (), (), (), Fingerprints()))).splitlines()[0])
    0 sections compared with the text: 0 differences explained, 0 unexplained
    """
    return "\n".join(line.rstrip() for line in _lines(data)) + "\n"


def _lines(data: GroundData) -> Iterator[str]:
    totals = data["totals"]
    compared = f"{totals['sections']} section{'s'[: totals['sections'] != 1]} compared with the text"
    yield f"{compared}: {totals['explained']} differences explained, {totals['unexplained']} unexplained"
    if data["sections"]:
        yield ""
        yield from _table(data)
        yield ""
        yield "printed, stated: provisions. figures: of the rulebook. cells, citations, notes: of the text."
    if totals["unsealed"]:
        yield f"{totals['unsealed']} provisions of the rulebook have no fingerprint yet: --write makes it."
    if data["differences"]:
        yield ""
        yield "unexplained"
        for d in data["differences"]:
            yield f"  {d['provision']}  {d['check']}: {d['difference']}"
            yield f"    text {d['text'] or '(nowhere)'}   rules {d['rules'] or '(nowhere)'}"
    yield from _listed(
        "filed where a scan note says", (f"{p['lines']}  {p['are'] or 'no law'}" for p in data["placed"])
    )
    missing = (
        f"{m['citation']:12} {m['provisions']:3} provisions  {', '.join(m['text']):18}  {m['title']}"
        for m in data["not_transcribed"]
    )
    yield from _listed("not transcribed", missing)
    runs = (
        f"{n['from']} to {n['to']}, {n['lines']} line{'s'[: n['lines'] != 1]} under no heading and in no scan note"
        for n in data["not_placed"]
    )
    yield from _listed("not placed", runs)


def _table(data: GroundData) -> Iterator[str]:
    rows: list[tuple[str, SectionCounts | GroundTotals]] = [("total", data["totals"])]
    rows[:0] = [(f"{s['citation']}  {s['title']}", s) for s in data["sections"]]
    width = 12 + _TITLE
    yield " " * width + "".join(f"  {_HEADS.get(head, head)}" for head in _COLUMNS)
    for name, row in rows:
        cut = name if len(name) <= width else name[: width - 1] + "…"
        yield f"{cut:{width}}" + "".join(f"  {row[head] or '·':>{len(_HEADS.get(head, head))}}" for head in _COLUMNS)


def _listed(head: str, lines: Iterator[str]) -> Iterator[str]:
    for index, line in enumerate(lines):
        if not index:
            yield ""
            yield head
        yield f"  {line}"
