"""Formats the maximal lawful sets of a game as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.compiler.exclusion.sets import SetsData
from pitboss.reports.color import paint
from pitboss.reports.sets_view import sets_view
from pitboss.reports.view_data import SetsView
from pitboss.reports.wrap import wrapped


def sets(data: SetsData, color: bool = False) -> str:
    """
    >>> print(sets({"game": {"title": "Tiles"}, "day": "2004-01-01", "offers": [], "by_decks": []}), end="")
    Tiles on 2004-01-01: no table is lawful
    """
    return "\n".join(_lines(data, paint(color))) + "\n"


def _lines(data: SetsData, ink: Callable[[str, str], str]) -> Iterator[str]:
    start = f"{data['game']['title']} on {data['day']}"
    views = sets_view(data)
    if not any(reading["sets"] for view in views for reading in view["readings"]):
        yield f"{start}: no table is lawful"
        return
    yield f"{start}: the largest sets of offers that one table may have"
    for view in views:
        yield ""
        yield ink("bold", view["decks"] or "any table")
        for reading in view["readings"]:
            yield from _reading(reading, ink)


def _reading(reading: SetsView, ink: Callable[[str, str], str]) -> Iterator[str]:
    yield f"  {reading['count']}"
    if reading["always"]:
        yield from wrapped("    in each: ", ", ".join(reading["always"]))
    for other in reading["never"]:
        yield from wrapped(f"    in none: {other['title']}: ", _cites(other["grounds"]))
    for number, each in enumerate(reading["sets"], 1):
        if each["adds"]:
            yield from wrapped(f"    {number:>2}. ", ", ".join(each["adds"]))
        for other in each["excluded"]:
            lines = wrapped(f"        not {other['title']}: ", _cites(other["grounds"]))
            yield from (ink("dim", line) for line in lines)


def _cites(grounds: list[list[str]]) -> str:
    """Each alternative as provisions; clauses that exclude together are joined by *with*."""
    provisions = ([clause.partition("/")[0] for clause in ground] for ground in grounds)
    return "; ".join(dict.fromkeys(" with ".join(dict.fromkeys(some)) for some in provisions))
