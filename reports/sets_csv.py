"""Formats maximal lawful sets as CSV: one row per offer of each set, in the set or excluded from it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from pitboss.compiler.exclusion.sets import SetsData

_HEAD = ("game", "day", "decks", "readings", "set", "offer", "status", "clauses")


def sets_csv(data: SetsData) -> str:
    """
    >>> some = {"offers": ["runs"], "excluded": [{"offer": "gates", "grounds": [["1:1-9.1(c)/a"], ["1:1-9.1(d)/b", "1:1-9.1(e)/c"]]}]}
    >>> by = [{"decks": ["6", "8"], "readings": [{"under": "every", "sets": [some]}]}]
    >>> data = {"game": {"name": "tiles"}, "day": "2004-01-01", "offers": [{"name": "runs"}, {"name": "gates"}], "by_decks": by}
    >>> print(sets_csv(data), end="")
    game,day,decks,readings,set,offer,status,clauses
    tiles,2004-01-01,6; 8,every,1,runs,in the set,
    tiles,2004-01-01,6; 8,every,1,gates,excluded,1:1-9.1(c)/a; 1:1-9.1(d)/b and 1:1-9.1(e)/c
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEAD)
    writer.writerows(_rows(data))
    return text.getvalue()


def _rows(data: SetsData) -> Iterator[list[str]]:
    for by_decks in data["by_decks"]:
        for reading in by_decks["readings"]:
            for number, some in enumerate(reading["sets"], 1):
                start = [data["game"]["name"], data["day"], "; ".join(by_decks["decks"]), reading["under"], str(number)]
                grounds = {other["offer"]: other["grounds"] for other in some["excluded"]}
                for offer in data["offers"]:
                    clauses = "; ".join(" and ".join(ground) for ground in grounds.get(offer["name"], ()))
                    status = "excluded" if offer["name"] in grounds else "in the set"
                    yield [*start, offer["name"], status, clauses]
