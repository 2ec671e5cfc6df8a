"""Formats the changes of a new print against the old fingerprints: changed, appeared and vanished text, and what depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pitboss.compiler.ground.drift import DriftData

_WIDTH = 96


def drift(data: DriftData) -> str:
    """
    >>> empty = {"known": 2, "same": 2, "changes": [], "not_in_this_print": [], "not_placed": []}
    >>> empty |= {"scan_notes_dropped": [], "totals": {"changed": 0, "appeared": 0, "vanished": 0}}
    >>> print(drift(empty), end="")
    2 fingerprints: 2 the same, 0 changed, 0 appeared, 0 vanished
    """
    return "\n".join(line.rstrip() for line in _lines(data)) + "\n"


def _lines(data: DriftData) -> Iterator[str]:
    totals = ", ".join(f"{count} {what}" for what, count in data["totals"].items())
    yield f"{data['known']} fingerprints: {data['same']} the same, {totals}"
    for what in data["totals"]:
        found = [c for c in data["changes"] if c["what"] == what]
        if found:
            yield ""
            yield what
        for change in found:
            yield f"  {change['provision']}" + (f"  at {change['text']}" if change["text"] else "")
            yield from _rests("clauses", change["clauses"])
            yield from _rests("cited by", change["citing"])
            yield from _rests("paytables", change["paytables"])
            yield from _rests("cases", change["cases"])
    if data["not_in_this_print"]:
        yield ""
        yield from _rests("not in this print, nor anything of their subchapters", data["not_in_this_print"])
    if data["not_placed"] or data["scan_notes_dropped"]:
        yield ""
    for run in data["not_placed"]:
        yield f"not placed: {run['from']} to {run['to']}, {run['lines']} lines under no heading"
    for at in data["scan_notes_dropped"]:
        yield f"scan note not followed, its lines read otherwise here: {at}"


def _rests(name: str, ids: list[str]) -> Iterator[str]:
    if ids:
        start = f"    {name:10}  "
        listed = ", ".join(ids)
        yield from wrap(
            listed,
            _WIDTH,
            initial_indent=start,
            subsequent_indent=" " * len(start),
            break_on_hyphens=False,
            break_long_words=False,
        )
