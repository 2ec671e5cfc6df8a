"""The order of wagers by house advantage."""

from __future__ import annotations

from fractions import Fraction

from pitboss.reports.view_data import WagerView


def by_edge(view: WagerView) -> tuple[Fraction, Fraction, str]:
    """The sort key of wagers: the smallest house advantage first."""
    return view["least"] or Fraction(0), view["most"] or Fraction(0), view["wager"]
