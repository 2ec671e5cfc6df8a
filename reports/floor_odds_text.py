"""The house edge of the wagers on a floor, as a table for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.checker.findings.odds_data import FloorOdds, FloorWagerOdds
from pitboss.reports.color import paint
from pitboss.reports.declared_odds_text import declared_and_exact
from pitboss.reports.percent import percent
from pitboss.reports.sanitize import safe
from pitboss.reports.text_columns import columns
from pitboss.reports.wrap import wrapped

_TABLES = 6


def floor_odds_text(data: FloorOdds, color: bool = False) -> str:
    """
    >>> print(floor_odds_text({"as_of": "2004-01-01", "wagers": [], "without": []}), end="")
    house edge: no odds are computed for the wagers on this floor
    """
    return "".join(line + "\n" for line in _lines(data, color))


def _lines(data: FloorOdds, color: bool) -> Iterator[str]:
    ink = paint(color)
    if not data["wagers"]:
        yield "house edge: no odds are computed for the wagers on this floor"
    else:
        yield f"{ink('bold', 'house edge')}, as of {data['as_of']}; for information"
        head, *lines = columns(
            [
                ("wager", "for", "paid", "hit rate", "house advantage", "", "above floor", "tables"),
                *map(_row, data["wagers"]),
            ],
            (3, 4, 6),
        )
        yield ink("dim", head)
        game = None
        for row, line in zip(data["wagers"], lines, strict=True):
            if row["game"] != game:
                game = row["game"]
                yield ink("bold", safe(row["game_title"]))
            yield line
    for d in data.get("declared", ()):
        yield from wrapped(f"  {safe(d['title'])}: ", safe(f"{declared_and_exact(d)} (tables {_some(d['tables'])})"))
    for u in data["without"]:
        yield from wrapped(f"  {safe(u['title'])}: ", safe(f"{u['because']} (tables {_some(u['tables'])})"))


def _row(row: FloorWagerOdds) -> tuple[str, ...]:
    given = [f"{g['title']} {g['value']}" for g in row["given"]]
    given += [f"read as {r.replace('_', ' ')}" for r in row["readings"]]
    paid = ", ".join(filter(None, (row["paytable"] and f"paytable {row['paytable']}", row["paid"])))
    edge = Fraction(row["edge"])
    cells = (
        row["title"],
        ", ".join(given),
        paid,
        percent(Fraction(row["hit"])),
        percent(edge),
        str(edge),
        _above(row["above_floor"]),
        _some(row["tables"]),
    )
    return tuple(map(safe, cells))


def _above(floor: str | None) -> str:
    """How much more than the least lawful payouts the filed ones give to the player."""
    return "not known" if floor is None else "at it" if Fraction(floor) == 0 else percent(Fraction(floor))


def _some(numbers: list[str]) -> str:
    more = len(numbers) - _TABLES
    return ", ".join(numbers[:_TABLES]) + (f" and {more} more" if more > 0 else "")
