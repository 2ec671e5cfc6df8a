"""The lawful paytables with the lowest and the highest hold of a wager, for each number of decks and each other condition."""

from __future__ import annotations

from fractions import Fraction

from pitboss.checker.findings.odds_data import OddsFigure, WagerOdds
from pitboss.reports.percent import percent
from pitboss.reports.view_data import HoldView

_PAYTABLE = "selection"  # the condition that names a paytable


def hold_by_paytable(wager: WagerOdds) -> list[HoldView]:
    """A row for each set of conditions and readings under which several paytables are lawful; none if there is no choice.

    Hold is the house advantage. Where payouts are floors, a licensee may pay more and hold less than the lowest.

    >>> figure = {"readings": [], "space": "3", "outcomes": [], "hit": "1/3", "decision": None}
    >>> given = [{"name": "decks", "title": "decks", "value": "6"}]
    >>> tables = [("A", "1/4"), ("B", "1/5"), ("C", "1/2")]
    >>> chosen = [given + [{"name": "selection", "title": "paytable", "value": name}] for name, _ in tables]
    >>> figures = [figure | {"given": g, "edge": edge} for g, (_, edge) in zip(chosen, tables, strict=True)]
    >>> (row,) = hold_by_paytable({"wager": "lamp", "title": "lamp", "game": "tiles", "cites": [], "figures": figures})
    >>> row["given"], row["lowest"], row["lowest_percent"], row["highest"], row["tables"]
    ('decks: 6', 'B', '20.0000%', 'C', 3)
    """
    groups: dict[str, list[tuple[Fraction, str, OddsFigure]]] = {}
    for figure in wager["figures"]:
        paytable = next((g["value"] for g in figure["given"] if g["name"] == _PAYTABLE), "")
        if paytable:
            groups.setdefault(_condition(figure), []).append((Fraction(figure["edge"]), paytable, figure))
    rows: list[HoldView] = []
    for given, some in groups.items():
        if len(some) > 1:
            (least, lowest, figure), (most, highest, _) = min(some, key=lambda s: s[0]), max(some, key=lambda s: s[0])
            rows.append({
                "given": given, "lowest": lowest.replace("_", " "), "highest": highest.replace("_", " "), "tables": len(some),
                "lowest_percent": percent(least), "highest_percent": percent(most), "floor": figure.get("floor", False),
            })  # fmt: skip
    return rows


def _condition(figure: OddsFigure) -> str:
    """The conditions without the paytable, and the readings."""
    parts = [f"{g['title']}: {g['value']}".replace("_", " ") for g in figure["given"] if g["name"] != _PAYTABLE]
    parts += [f"read as: {reading['name'].replace('_', ' ')}" for reading in figure["readings"]]
    return ", ".join(parts)
