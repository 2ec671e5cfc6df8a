"""Formats odds for a terminal: an overview if there are several wagers, then the figures and outcomes of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.checker.findings.odds_data import OddsData, UndeterminedOdds
from pitboss.reports.color import paint
from pitboss.reports.edge_order import by_edge
from pitboss.reports.odds_view import odds_view
from pitboss.reports.sanitize import safe
from pitboss.reports.text_columns import columns
from pitboss.reports.view_data import BlockView, HoldView, WagerView
from pitboss.reports.wrap import wrapped

_Paint = Callable[[str, str], str]
_MEANS = (
    "House advantage is the average share of the initial stake that the house keeps if it pays the least that the law allows; a "
    "negative figure favors the player. Every figure is exact; none is simulated."
)


def odds(data: OddsData, color: bool = False) -> str:
    """`data` is `pitboss.odds/1`.

    >>> print(odds({"as_of": "2004-01-01", "rulebook": "d", "wagers": [], "undetermined": []}), end="")
    odds on 2004-01-01: none
    """
    return "".join(line + "\n" for line in _lines(data, paint(color)))


def _lines(data: OddsData, ink: _Paint) -> Iterator[str]:
    views, unknown = [odds_view(w) for w in data["wagers"]], data["undetermined"]
    if not views and not unknown:
        yield f"odds on {data['as_of']}: none"
        return
    parts = [f"{len(views)} wager{'' if len(views) == 1 else 's'}"]
    others = {u["wager"] for u in unknown} - {v["wager"] for v in views}
    parts += [f"{len(others)} that the text does not determine"] if others else []
    yield f"odds on {data['as_of']}: {', '.join(parts)}; rulebook {data['rulebook'][:12]}"
    if views:
        yield ""
        yield from wrapped("", _MEANS)
    if len(views) > 1:
        yield from _overview(views, ink)
    for view in views:
        yield ""
        yield from _wager(view, ink)
    yield from _undetermined(unknown, ink)


# ---- several wagers


def _overview(views: list[WagerView], ink: _Paint) -> Iterator[str]:
    """Game by game, the highest house advantage last."""
    rows = [("wager", "figures", "hit rate", "house advantage")]
    order: list[str | None] = [None]
    for game in dict.fromkeys(v["game"] for v in views):
        some = [v for v in views if v["game"] == game]
        for view in sorted(some, key=by_edge):
            rows.append((safe(view["title"]), str(view["count"]), view["hit"], view["edge"]))
            order.append(game)
    lines = columns(rows, right=(1, 2, 3))
    yield ""
    yield ink("dim", lines[0])
    for before, after, line in zip(order, order[1:], lines[1:], strict=False):
        if after != before:
            yield ink("bold", safe(str(after).replace("_", " ")))
        yield line


# ---- one wager


def _wager(view: WagerView, ink: _Paint) -> Iterator[str]:
    start = safe(view["title"])
    first, *rest = wrapped(f"{start}  ", ", ".join(map(safe, view["cites"]))) or [start]
    yield ink("bold", start) + first.removeprefix(start)
    yield from rest
    for number, block in enumerate(view["blocks"]):
        if number:
            yield ""
        yield from _block(block, ink)
    yield from _hold(view["hold"], ink)
    for reading in view["readings"]:
        yield from wrapped(
            f"  read as {safe(reading['name'].replace('_', ' '))}: ", safe(reading["ground"] or "as printed")
        )
    for d in view["differences"]:
        given = f"{d['given']}: " if d["given"] else ""
        yield from wrapped(
            "  ", safe(f"{given}between {d['between']} the house advantage differs by {d['edge']}, {d['percent']}")
        )
    for phrase, which in _decisions(view).items():
        yield from wrapped(f"  played best{safe(which)}: ", safe(phrase))
    for note in view["notes"]:
        yield from wrapped("  ", safe(note))
    if view["proved"]:
        yield "  the outcomes neither overlap nor leave a gap: every deal counts once"
    elif view["proved"] is False:
        yield from wrapped(
            "  " + ink("fail", "the outcomes overlap or leave a gap: "),
            safe(view["counterexample"] or "no example"),
        )


def _block(block: BlockView, ink: _Paint) -> Iterator[str]:
    by, figures = [safe(title) for title in block["by"]], block["figures"]
    if block["same"]:
        yield from wrapped("  ", ", ".join(safe(f"{s['title']}: {s['value']}") for s in block["same"]))
    rows = [(*by, "hit rate", "", "house advantage", "")]
    for f in figures:
        rows.append((*map(safe, f["label"]), f["hit_percent"], f["hit"], f["edge_percent"], f["edge"]))
    yield from _table(rows, [len(by), len(by) + 2], ink)
    yield ""
    rows = [("outcome", *by, "ways", "probability", "", "pays", "contribution")]
    for outcome in block["outcomes"]:
        title = safe(outcome["title"])
        for row in outcome["rows"]:
            cells = (row["ways"], row["percent"], row["probability"], safe(row["pays"]), row["contribution"])
            rows.append((title, *map(safe, row["label"]), *cells))
            title = ""
    title = "together"
    for f in figures:
        rows.append((title, *map(safe, f["label"]), f["ways"], "", "", "", f["contribution"]))
        title = ""
    yield from _table(rows, [len(by) + n for n in (1, 2, 5)], ink)


def _hold(rows: list[HoldView], ink: _Paint) -> Iterator[str]:
    """The paytables with the lowest and the highest hold, by the conditions that a licensee does not choose with them."""
    if not rows:
        return
    yield ""
    found: list[tuple[str, ...]] = [("lowest and highest hold", "paytables", "lowest", "", "highest", "")]
    for row in rows:
        cells = (
            row["given"],
            str(row["tables"]),
            row["lowest"],
            row["lowest_percent"],
            row["highest"],
            row["highest_percent"],
        )
        found.append(tuple(map(safe, cells)))
    yield from _table(found, [1, 3, 5], ink)
    if any(row["floor"] for row in rows):
        yield from wrapped("  ", "the payouts are floors: a licensee that pays more holds less")


def _decisions(view: WagerView) -> dict[str, str]:
    """Each once, with what it applies to if there are several."""
    found: dict[str, list[str]] = {}
    for figure in (f for block in view["blocks"] for f in block["figures"] if f["decision"]):
        found.setdefault(figure["decision"] or "", []).append(" ".join(filter(None, figure["label"])))
    return {phrase: f" ({', '.join(which)})" if len(found) > 1 else "" for phrase, which in found.items()}


def _table(rows: list[tuple[str, ...]], right: list[int], ink: _Paint) -> Iterator[str]:
    head, *lines = columns(rows, right)
    yield ink("dim", head)
    yield from lines


def _undetermined(unknown: list[UndeterminedOdds], ink: _Paint) -> Iterator[str]:
    if unknown:
        yield ""
        yield ink("bold", "not determined by the text")
    for each in unknown:
        yield from wrapped(f"  {safe(each['title'])}: ", safe(each["because"]))
