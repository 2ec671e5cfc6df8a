"""The odds of a wager laid out for reading: figures that end in the same outcomes stand side by side, whatever tells them apart."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pitboss.reports.percent import percent

_READ = "read as"
_Json = dict[str, Any]


def odds_view(wager: _Json) -> _Json:
    """`wager` is one of `pitboss.odds/1`; in each block, `by` names what tells its figures apart and `same` what does not.

    >>> won = {"name": "win", "title": "a lamp", "count": 1, "probability": "1/3", "pays": "1 to 1", "net": "1"}
    >>> lost = {"name": "lost", "title": "lost", "count": 2, "probability": "2/3", "pays": "lost", "net": "-1"}
    >>> figure = {"readings": [], "space": "3", "outcomes": [won, lost], "hit": "1/3", "edge": "1/3", "decision": None}
    >>> given = [[{"name": "sets", "title": "sets", "value": n}] for n in ("1", "2")]
    >>> wager = {"wager": "lantern", "title": "lantern", "game": "tiles", "cites": []}
    >>> told = odds_view(wager | {"figures": [figure | {"given": g} for g in given]})
    >>> (block,) = told["blocks"]
    >>> block["by"], [row["label"] for row in block["figures"]], [len(o["rows"]) for o in block["outcomes"]]
    (['sets'], [['1'], ['2']], [1, 1])
    """
    figures = [_figure(f) for f in wager["figures"]]
    alike: dict[tuple[tuple[str, str], ...], list[_Json]] = {}
    for figure in figures:
        alike.setdefault(tuple((o["name"], o["title"]) for o in figure["outcomes"]), []).append(figure)
    edges, hits = [f["edge"] for f in figures], [f["hit"] for f in figures]
    partition = wager.get("partition") or {"proved": None, "counterexample": None}
    return {
        **{key: wager[key] for key in ("wager", "title", "game", "cites")},
        "blocks": [_block(some) for some in alike.values()],
        "readings": list({(r["name"], r["ground"]): r for f in figures for r in f["readings"]}.values()),
        "differences": [_difference(d) for d in wager.get("differences", ())],
        "notes": list(wager.get("notes", ())),
        "proved": partition["proved"],
        "counterexample": ", ".join(map(str, partition["counterexample"] or ())),
        "count": len(figures),
        "least": min(edges, default=None), "most": max(edges, default=None),
        "edge": _span(edges), "hit": _span(hits),
    }  # fmt: skip


def _figure(figure: _Json) -> _Json:
    given = {g["title"]: str(g["value"]).replace("_", " ") for g in figure["given"]}
    if figure["readings"]:
        given[_READ] = ", ".join(r["name"].replace("_", " ") for r in figure["readings"])
    return {**figure, "given": given, "edge": Fraction(figure["edge"]), "hit": Fraction(figure["hit"])}


def _block(figures: list[_Json]) -> _Json:
    titles = dict.fromkeys(title for f in figures for title in f["given"])
    values = {title: [f["given"].get(title, "") for f in figures] for title in titles}
    by = [title for title in titles if len(set(values[title])) > 1]
    labels = [[f["given"].get(title, "") for title in by] for f in figures]
    return {
        "same": [{"title": title, "value": values[title][0]} for title in titles if title not in by],
        "by": by,
        "figures": [_total(f, label) for f, label in zip(figures, labels, strict=True)],
        "outcomes": [
            {"title": outcome["title"], "rows": _rows([f["outcomes"][n] for f in figures], labels, by)}
            for n, outcome in enumerate(figures[0]["outcomes"])
        ],
    }


def _total(figure: _Json, label: list[str]) -> _Json:
    edge, hit = figure["edge"], figure["hit"]
    given = ", ".join(f"{title}: {value}" for title, value in figure["given"].items())
    return {
        "given": given, "label": label, "ways": f"{int(figure['space']):,}", "decision": figure["decision"],
        "hit": _exact(hit), "hit_percent": percent(hit), "edge": _exact(edge), "edge_percent": percent(edge),
        "contribution": percent(-edge, True),
    }  # fmt: skip


def _rows(outcomes: list[_Json], labels: list[list[str]], by: list[str]) -> list[_Json]:
    """A row a figure; one for all those that say the same whatever a thing is that tells figures apart."""
    rows, kept = [_row(o) for o in outcomes], set(range(len(by)))
    for n in range(len(by)):
        fewer: dict[tuple[str, ...], _Json] = {}
        keys = [tuple(cell for m, cell in enumerate(label) if m in kept - {n}) for label in labels]
        if all(fewer.setdefault(key, row) == row for key, row in zip(keys, rows, strict=True)):
            kept.remove(n)
    found: dict[tuple[str, ...], _Json] = {}
    for label, row in zip(labels, rows, strict=True):
        found.setdefault(tuple(cell if n in kept else "all" for n, cell in enumerate(label)), row)
    return [{"label": list(label), **row} for label, row in found.items()]


def _row(outcome: _Json) -> _Json:
    share = Fraction(outcome["probability"])
    net = None if outcome["net"] is None else Fraction(outcome["net"])
    return {
        "ways": f"{int(outcome['count']):,}", "probability": _exact(share), "percent": percent(share), "pays": outcome["pays"],
        "contribution": "" if net is None else percent(share * net, True),
    }  # fmt: skip


def _difference(difference: _Json) -> _Json:
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
    told = dict.fromkeys((percent(found[0]), percent(found[-1]))) if found else {}
    return " to ".join(told)
