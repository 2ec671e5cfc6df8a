"""Formats odds as CSV: one row for each outcome of each figure, and one for each wager that the text does not determine.

Fractions are two columns of whole numbers, because a spreadsheet takes 1/18 for a date.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Context, Decimal
from fractions import Fraction

from pitboss.checker.findings.odds_data import OddsData
from pitboss.reports.csv_text import csv_text

_HEAD = (
    "as of", "rulebook", "game", "wager", "title", "given", "readings", "outcome", "outcome title", "ways", "of", "probability",
    "pays", "net", "net over", "hit", "hit over", "hit rate", "advantage", "advantage over", "house advantage", "decision",
    "outcomes proved", "provisions", "not determined because",
)  # fmt: skip
_EXACT = Context(prec=18)


def odds_csv(data: OddsData) -> str:
    """
    >>> odds_csv({"as_of": "2004-01-01", "rulebook": "d", "wagers": [], "undetermined": []}).split(",")[:4]
    ['as of', 'rulebook', 'game', 'wager']
    """
    return csv_text([_HEAD, *_rows(data)])


def _rows(data: OddsData) -> Iterator[tuple[object, ...]]:
    whose = (data["as_of"], data["rulebook"])
    for w in data["wagers"]:
        start = (*whose, w["game"], w["wager"], w["title"])
        proved = w["partition"]["proved"] if "partition" in w else None
        end = ("" if proved is None else "yes" if proved else "no", ", ".join(w["cites"]), "")
        for f in w["figures"]:
            given = "; ".join(f"{g['name']}: {g['value']}" for g in f["given"])
            figure = (*_share(f["hit"]), *_share(f["edge"]), f["decision"], *end)
            for o in f["outcomes"]:
                yield (
                    *start, given, "; ".join(r["name"] for r in f["readings"]), o["name"], o["title"], int(o["count"]), int(f["space"]),
                    _decimal(Fraction(o["probability"])), o["pays"], *_net(o["net"]), *figure,
                )  # fmt: skip
    for u in data["undetermined"]:
        yield (*whose, u["game"], u["wager"], u["title"], *[""] * (len(_HEAD) - 6), u["because"])


def _share(text: str) -> tuple[int, int, Decimal]:
    share = Fraction(text)
    return share.numerator, share.denominator, _decimal(share)


def _net(text: str | None) -> tuple[int | str, int | str]:
    return ("", "") if text is None else Fraction(text).as_integer_ratio()


def _decimal(share: Fraction) -> Decimal:
    made = _EXACT.divide(Decimal(share.numerator), Decimal(share.denominator))
    return Decimal(f"{made:f}")
