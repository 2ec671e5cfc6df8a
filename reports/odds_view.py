"""Lays out the odds of a wager: figures with the same outcomes are shown side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pitboss.checker.findings.odds_data import OddsDifference, OddsFigure, OddsOutcome, WagerOdds
from pitboss.reports.distribution_chart import distribution_chart
from pitboss.reports.hold_by_paytable import hold_by_paytable
from pitboss.reports.percent import percent
from pitboss.reports.view_data import BlockView, DifferenceView, FigureView, OutcomeRow, WagerView

_READ = "read as"


@dataclass(frozen=True, slots=True)
class _Figure:
    """A figure with its shares as numbers; `given` includes the readings."""

    odds: OddsFigure
    given: dict[str, str]
    edge: Fraction
    hit: Fraction


def odds_view(wager: WagerOdds) -> WagerView:
    """`wager` is one of `pitboss.odds/1`; in each block, `by` names the conditions that distinguish its figures and
    `same` the shared ones.

    >>> won = {"name": "win", "title": "a lamp", "count": 1, "probability": "1/3", "pays": "1 to 1", "net": "1"}
    >>> lost = {"name": "lost", "title": "lost", "count": 2, "probability": "2/3", "pays": "lost", "net": "-1"}
    >>> figure = {"readings": [], "space": "3", "outcomes": [won, lost], "hit": "1/3", "edge": "1/3", "decision": None}
    >>> given = [[{"name": "sets", "title": "sets", "value": n}] for n in ("1", "2")]
    >>> wager = {"wager": "lantern", "title": "lantern", "game": "tiles", "cites": []}
    >>> reported = odds_view(wager | {"figures": [figure | {"given": g} for g in given]})
    >>> (block,) = reported["blocks"]
    >>> block["by"], [row["label"] for row in block["figures"]], [len(o["rows"]) for o in block["outcomes"]]
    (['sets'], [['1'], ['2']], [1, 1])
    """
    figures = [_figure(f) for f in wager["figures"]]
    by_outcomes: dict[tuple[tuple[str, str], ...], list[_Figure]] = {}
    for figure in figures:
        by_outcomes.setdefault(tuple((o["name"], o["title"]) for o in figure.odds["outcomes"]), []).append(figure)
    edges, hits = [f.edge for f in figures], [f.hit for f in figures]
    partition = wager.get("partition")
    return {
        "wager": wager["wager"], "title": wager["title"], "game": wager["game"], "cites": wager["cites"],
        "blocks": [_block(some) for some in by_outcomes.values()],
        "hold": hold_by_paytable(wager),
        "plots": [distribution_chart(some[0].odds) for some in by_outcomes.values()],
        "readings": list({(r["name"], r["ground"]): r for f in figures for r in f.odds["readings"]}.values()),
        "differences": [_difference(d) for d in wager.get("differences", ())],
        "notes": list(wager.get("notes", ())),
        "proved": partition["proved"] if partition else None,
        "counterexample": ", ".join(map(str, (partition and partition["counterexample"]) or ())),
        "count": len(figures),
        "least": min(edges, default=None), "most": max(edges, default=None),
        "edge": _span(edges), "hit": _span(hits),
    }  # fmt: skip


def _figure(figure: OddsFigure) -> _Figure:
    given = {g["title"]: str(g["value"]).replace("_", " ") for g in figure["given"]}
    if figure["readings"]:
        given[_READ] = ", ".join(r["name"].replace("_", " ") for r in figure["readings"])
    return _Figure(figure, given, Fraction(figure["edge"]), Fraction(figure["hit"]))


def _block(figures: list[_Figure]) -> BlockView:
    titles = dict.fromkeys(title for f in figures for title in f.given)
    values = {title: [f.given.get(title, "") for f in figures] for title in titles}
    by = [title for title in titles if len(set(values[title])) > 1]
    labels = [[f.given.get(title, "") for title in by] for f in figures]
    return {
        "same": [{"title": title, "value": values[title][0]} for title in titles if title not in by],
        "by": by,
        "figures": [_total(f, label) for f, label in zip(figures, labels, strict=True)],
        "outcomes": [
            {"title": outcome["title"], "rows": _rows([f.odds["outcomes"][n] for f in figures], labels, by)}
            for n, outcome in enumerate(figures[0].odds["outcomes"])
        ],
    }


def _total(figure: _Figure, label: list[str]) -> FigureView:
    edge, hit = figure.edge, figure.hit
    given = ", ".join(f"{title}: {value}" for title, value in figure.given.items())
    return {
        "given": given, "label": label, "ways": f"{int(figure.odds['space']):,}", "decision": figure.odds["decision"],
        "hit": _exact(hit), "hit_percent": percent(hit), "edge": _exact(edge), "edge_percent": percent(edge),
        "contribution": percent(-edge, True),
    }  # fmt: skip


def _rows(outcomes: list[OddsOutcome], labels: list[list[str]], by: list[str]) -> list[OutcomeRow]:
    """One row for each figure; equal rows are merged over the conditions that do not matter."""
    rows, kept = [_row(o) for o in outcomes], set(range(len(by)))
    for n in range(len(by)):
        fewer: dict[tuple[str, ...], OutcomeRow] = {}
        keys = [tuple(cell for m, cell in enumerate(label) if m in kept - {n}) for label in labels]
        if all(fewer.setdefault(key, row) == row for key, row in zip(keys, rows, strict=True)):
            kept.remove(n)
    found: dict[tuple[str, ...], OutcomeRow] = {}
    for label, row in zip(labels, rows, strict=True):
        found.setdefault(tuple(cell if n in kept else "all" for n, cell in enumerate(label)), row)
    return [{**row, "label": list(label)} for label, row in found.items()]


def _row(outcome: OddsOutcome) -> OutcomeRow:
    share = Fraction(outcome["probability"])
    net = None if outcome["net"] is None else Fraction(outcome["net"])
    return {
        "ways": f"{int(outcome['count']):,}", "probability": _exact(share), "percent": percent(share), "pays": outcome["pays"],
        "contribution": "" if net is None else percent(share * net, True),
    }  # fmt: skip


def _difference(difference: OddsDifference) -> DifferenceView:
    edge = abs(Fraction(difference["edge"]))
    names = " and ".join(name.replace("_", " ") for name in difference["between"])
    return {
        "between": names,
        "given": difference.get("given", "").replace("_", " "),
        "edge": _exact(edge),
        "percent": percent(edge),
    }


def _exact(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"


def _span(shares: Iterable[Fraction]) -> str:
    found = sorted(set(shares))
    parts = dict.fromkeys((percent(found[0]), percent(found[-1]))) if found else {}
    return " to ".join(parts)
