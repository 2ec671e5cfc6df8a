"""A small plot of the distribution of a wager: a bar for each amount that a unit staked can win, on a logarithmic scale."""

from __future__ import annotations

import math
from fractions import Fraction

from pitboss.checker.findings.odds_data import OddsFigure
from pitboss.reports.percent import percent
from pitboss.reports.view_data import DistributionBar, DistributionView

_ROW = 20
_MOST = 12  # bars; what is rarest is merged
_LEFT, _WIDTH = 30.0, 52.0  # hundredths: where bars start, and how long a certain outcome is
_SHORTEST = 0.8


def distribution_chart(figure: OddsFigure) -> DistributionView:
    """`figure` is one of `pitboss.odds/1`. The longest bar is certainty, each step of the scale a tenth.

    >>> lost = {"name": "lost", "title": "lost", "count": 2, "probability": "9/10", "pays": "lost", "net": "-1"}
    >>> won = {"name": "win", "title": "a lamp", "count": 1, "probability": "1/10", "pays": "8 to 1", "net": "8"}
    >>> figure = {"given": [], "readings": [], "space": "3", "outcomes": [lost, won], "hit": "1/10", "edge": "1/10", "decision": None}
    >>> plot = distribution_chart(figure)
    >>> [(bar["label"], bar["value"]) for bar in plot["bars"]], plot["deviation"]
    ([('8 to 1', '10.0000%'), ('lost', '90.0000%')], '2.70')
    """
    shares: dict[str, Fraction] = {}
    nets: dict[str, Fraction | None] = {}
    for outcome in figure["outcomes"]:
        label = outcome["pays"]
        shares[label] = shares.get(label, Fraction(0)) + Fraction(outcome["probability"])
        nets[label] = None if outcome["net"] is None else Fraction(outcome["net"])
    possible = [label for label in shares if shares[label] > 0]
    order = sorted(possible, key=lambda label: (nets[label] is not None, -(nets[label] or 0)))
    rare = sorted(order, key=lambda label: shares[label])[: max(0, len(order) - _MOST + 1)]
    shown = [(label, shares[label]) for label in order if label not in rare]
    if rare:
        shown.insert(0, (f"{len(rare)} rarer amounts", sum((shares[label] for label in rare), Fraction(0))))
    decades = max(1.0, -math.log10(min((float(share) for _, share in shown), default=1.0)))
    bars: list[DistributionBar] = [
        {
            "label": label, "value": percent(share), "y": n * _ROW,
            "width": round(max(_SHORTEST, _WIDTH * (1 + math.log10(float(share)) / (decades + 0.5))), 2),
        }
        for n, (label, share) in enumerate(shown)
    ]  # fmt: skip
    given = ", ".join(f"{g['title']}: {g['value']}".replace("_", " ") for g in figure["given"])
    words = "; ".join(f"{bar['label']} {bar['value']}" for bar in bars)
    return {
        "given": given, "bars": bars, "height": len(bars) * _ROW, "left": _LEFT,
        "deviation": _deviation(shares, nets), "described": f"Probability by amount won for one staked: {words}.",
    }  # fmt: skip


def _deviation(shares: dict[str, Fraction], nets: dict[str, Fraction | None]) -> str:
    """The standard deviation of what one unit staked wins, in units; empty where an amount depends on a meter."""
    if any(net is None for net in nets.values()):
        return ""
    mean = sum((share * (nets[label] or 0) for label, share in shares.items()), Fraction(0))
    square = sum((share * (nets[label] or 0) ** 2 for label, share in shares.items()), Fraction(0))
    return f"{math.sqrt(square - mean * mean):.2f}"
