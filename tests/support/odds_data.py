"""Odds as the engine gives them (`pitboss.odds/1`), made up and counted by hand: a game of lanterns, in small numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

Json = dict[str, Any]
LANTERN = (("both", "both lamps"), ("one", "one lamp"), ("push", "pushed"), ("lost", "lost"))
TRIO = (("trio", "trio"), ("pair", "pair"), ("lost", "lost"))


def figure(given: Json, rows: Iterable[tuple[tuple[str, str], int, str, str]], **more: Any) -> Json:
    """Everything that follows from counts and what is won: shares, hit rate and advantage."""
    listed = list(rows)
    space = sum(count for _, count, _, _ in listed)
    edge = -sum((Fraction(count, space) * Fraction(net) for _, count, _, net in listed), Fraction(0))
    hit = sum((Fraction(count, space) for _, count, _, net in listed if Fraction(net) > 0), Fraction(0))
    return {
        "given": [{"name": name, "title": name.replace("_", " "), "value": value} for name, value in given.items()],
        "readings": [], "space": str(space),
        "outcomes": [
            {"name": name, "title": title, "count": count, "probability": str(Fraction(count, space)), "pays": pays, "net": net}
            for (name, title), count, pays, net in listed
        ],
        "hit": str(hit), "edge": str(edge), "edge_decimal": f"{float(edge):.10f}", "decision": None, **more,
    }  # fmt: skip


def wager(name: str, figures: list[Json], **more: Any) -> Json:
    return {
        "wager": name, "title": f"{name.replace('_', ' ')} wager", "game": "tiles", "cites": ["1:1-9.1(a)", "1:1-9.2(c)2"],
        "source": "tiles/1-1-9.1.rules:7", "figures": figures, "differences": [],
        "partition": {"proved": True, "counterexample": None}, **more,
    }  # fmt: skip


def lantern(sets: str, counts: tuple[int, int, int, int], oil: str = "whale") -> Json:
    paid = (("12 to 1", "12"), ("1 to 1", "1"), ("push", "0"), ("lost", "-1"))
    return figure({"sets": sets, "oil": oil}, [(o, n, *p) for o, n, p in zip(LANTERN, counts, paid, strict=True)])


def trio(reading: str, ground: str, counts: tuple[int, int, int]) -> Json:
    paid = (("$50", "50"), ("2 to 1", "2"), ("lost", "-1"))
    rows = [(o, n, *p) for o, n, p in zip(TRIO, counts, paid, strict=True)]
    return figure(
        {}, rows, readings=[{"name": reading, "ground": ground}], decision="raise on a pair of eights or better"
    )
