"""A wager in the form that the chart shows."""

from __future__ import annotations

from pitboss.reports.view_data import ChartedWager, WagerView


def charted(view: WagerView) -> ChartedWager:
    """What the chart shows of a wager."""
    return {
        "wager": view["wager"], "title": view["title"], "least": view["least"], "most": view["most"],
        "figures": [figure for block in view["blocks"] for figure in block["figures"]],
    }  # fmt: skip
