"""Lays out the house edges of the wagers on a floor for a page: per game a chart and the rows of a table."""

from __future__ import annotations

from fractions import Fraction

from pitboss.checker.findings.odds_data import FloorOdds, FloorWagerOdds
from pitboss.reports.odds_chart import odds_chart
from pitboss.reports.percent import percent
from pitboss.reports.view_data import ChartedWager, DotView, FloorGameView, FloorRow


def view_of_floor_odds(data: FloorOdds | None) -> list[FloorGameView]:
    """`data`: the result of `checker/account/floor_odds.py`; None yields no games.

    >>> view_of_floor_odds(None), view_of_floor_odds({"wagers": []})
    ([], [])
    """
    games: dict[str, list[FloorRow]] = {}
    for row in data["wagers"] if data else ():
        games.setdefault(row["game_title"], []).append(_row(row))
    return [
        {"title": title, "rows": rows, "chart": odds_chart(_views(rows), f"worth-{number}")}
        for number, (title, rows) in enumerate(games.items(), start=1)
    ]


def _row(row: FloorWagerOdds) -> FloorRow:
    edge = Fraction(row["edge"])
    given = [f"{g['title']}: {g['value']}" for g in row["given"]]
    given += [f"read as: {reading.replace('_', ' ')}" for reading in row["readings"]]
    return {
        **row, "condition": ", ".join(given), "share": edge,
        "hit_percent": percent(Fraction(row["hit"])), "edge_percent": percent(edge), "exact": f"{edge.numerator}/{edge.denominator}",
    }  # fmt: skip


def _views(rows: list[FloorRow]) -> list[ChartedWager]:
    """One line per wager, with a dot for each of its rows."""
    found: dict[str, list[FloorRow]] = {}
    for row in rows:
        found.setdefault(row["wager"], []).append(row)
    return [
        {
            "wager": wager, "title": some[0]["title"], "least": min(r["share"] for r in some), "most": max(r["share"] for r in some),
            "figures": [_dot(row) for row in some],
        }
        for wager, some in found.items()
    ]  # fmt: skip


def _dot(row: FloorRow) -> DotView:
    return {"given": row["condition"], "edge": row["edge"], "edge_percent": row["edge_percent"]}
