"""A chart of wagers by house advantage: one line per wager, from least to most, with a dot per figure. Positions are
hundredths of the width.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from pitboss.reports.percent import percent
from pitboss.reports.view_data import ChartedWager, ChartRow, ChartView, TickView

_ROW, _TOP = 38, 6
_TITLE = 46  # characters; the table has the full title
_TICKS = 7
_LOG = 30  # ratio of the largest to the smallest value beyond which equal steps would hide the small ones
_EDGE = 0.8  # space for a dot at either end


def odds_chart(views: Iterable[ChartedWager], name: str) -> ChartView:
    """`views` are those of `odds_view`; `name` is the prefix of the chart's ids.

    >>> dots = [{"given": "", "edge": edge, "edge_percent": ""} for edge in ("1/20", "1/10")]
    >>> view = {"wager": "lamp", "title": "lamp", "least": Fraction(1, 20), "most": Fraction(1, 10), "figures": dots}
    >>> drawn = odds_chart([view], "lamps")
    >>> drawn["ticks"][0], drawn["ticks"][-1]["label"], [mark["at"] for mark in drawn["rows"][0]["marks"]]
    ({'at': 0.8, 'label': '0%', 'anchor': 'start'}, '10%', [50.0, 99.2])
    """
    some = [(v["least"], v["most"], v["wager"], v) for v in views if v["least"] is not None and v["most"] is not None]
    shown = sorted(some, key=lambda row: row[:3])
    scale = _Scale([edge for least, most, _, _ in shown for edge in (least, most)])
    rows = [_row(v, (least, most), n, scale) for n, (least, most, _, v) in enumerate(shown)]
    bottom = _TOP + _ROW * len(rows)
    parts = "; ".join(f"{row['title']} {row['value']}" for row in rows)
    return {
        "name": name, "height": bottom + 24, "bottom": bottom, "rows": rows, "ticks": scale.ticks(), "log": scale.log,
        "zero": scale.at(Fraction(0)) if scale.low < 0 else None,
        "described": f"From the least house advantage to the most{', on a logarithmic scale' if scale.log else ''}: {parts}.",
    }  # fmt: skip


class _Scale:
    """The scale: from zero to the largest value; logarithmic if small values would be lost; on both sides of zero if
    some are negative.
    """

    low: Fraction
    high: Fraction

    def __init__(self, edges: list[Fraction]) -> None:
        least, most = min(edges, default=Fraction(0)), max(edges, default=Fraction(0))
        self.log = least > 0 and most > _LOG * least
        if self.log:
            self.low, self.high = _leads(least)[0], _leads(most)[1]
            return
        zero = Fraction(0)
        self.step = _step((max(most, zero) - min(least, zero)) or Fraction(1, 100))
        self.low, self.high = (
            math.floor(min(least, zero) / self.step) * self.step,
            math.ceil(most / self.step) * self.step,
        )

    def at(self, edge: Fraction) -> float:
        if self.log:
            share = math.log(edge / self.low) / math.log(self.high / self.low)
        else:
            share = float((edge - self.low) / (self.high - self.low)) if self.high > self.low else 0.0
        return round(_EDGE + share * (100 - 2 * _EDGE), 2)

    def ticks(self) -> list[TickView]:
        if self.log:
            powers = range(math.floor(math.log10(self.low)) - 1, math.ceil(math.log10(self.high)) + 1)
            found = [n * Fraction(10) ** p for p in powers for n in (1, 2, 5)]
            values = [v for v in found if self.low <= v <= self.high]
            values = (
                values if len(values) <= _TICKS else [v for v in values if v in (self.low, self.high) or _is_power(v)]
            )
        else:
            values = [self.low + n * self.step for n in range(int((self.high - self.low) / self.step) + 1)]
        places = [(v, self.at(v)) for v in values]
        return [
            {"at": at, "label": _short(v), "anchor": "start" if at < 4 else "end" if at > 96 else "middle"}
            for v, at in places
        ]


def _leads(share: Fraction) -> tuple[Fraction, Fraction]:
    """The nearest of … 1, 2, 5, 10 … below and above.

    >>> _leads(Fraction(3, 100))
    (Fraction(1, 50), Fraction(1, 20))
    """
    power = Fraction(1)
    while power > share:
        power /= 10
    while power * 10 <= share:
        power *= 10
    leads = [n * power for n in (1, 2, 5, 10)]
    return max(n for n in leads if n <= share), min(n for n in leads if n >= share)


def _is_power(share: Fraction) -> bool:
    return 1 in (share.numerator, share.denominator) and set(str(max(share.numerator, share.denominator))) <= set("10")


def _step(span: Fraction) -> Fraction:
    power = Fraction(10) ** (math.floor(math.log10(span)) - 1)
    return next(n * power for n in (1, 2, 5, 10, 20, 50, 100) if span / (n * power) <= _TICKS - 1)


def _short(share: Fraction) -> str:
    parts = percent(share, places=2).removesuffix("%")
    return (parts.rstrip("0").rstrip(".") if "." in parts else parts) + "%"


def _row(view: ChartedWager, span: tuple[Fraction, Fraction], number: int, scale: _Scale) -> ChartRow:
    places: dict[float, list[str]] = {}
    for f in view["figures"]:
        parts = f"{f['edge_percent']} ({f['given']})" if f["given"] else f["edge_percent"]
        places.setdefault(scale.at(Fraction(f["edge"])), []).append(parts)
    title = view["title"] if len(view["title"]) <= _TITLE else view["title"][: _TITLE - 1] + "…"
    ends = dict.fromkeys(percent(e, places=2) for e in span)
    return {
        "title": title, "value": " to ".join(ends), "y": _TOP + _ROW * number, "from": min(places), "to": max(places),
        "marks": [{"at": at, "label": "; ".join(labels)} for at, labels in sorted(places.items())],
    }  # fmt: skip
