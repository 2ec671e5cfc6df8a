"""Formats what a table may still offer as text for a pit manager."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.compiler.exclusion.may import Answer, Standing
from pitboss.reports.color import paint
from pitboss.reports.may_view import may_view
from pitboss.reports.view_data import MayView, PrintedView, ReasonView
from pitboss.reports.wrap import wrapped


def may_text(answer: Answer, about: str, color: bool = False) -> str:
    """The answer. `about`: the table, in words.

    >>> answer = Answer("tiles", "Tiles", "2004-01-01", "yes", (), (), (), (), (), {})
    >>> print(may_text(answer, "decks=6"), end="")
    Tiles on 2004-01-01, decks=6
    """
    return "\n".join(line.rstrip() for line in _lines(may_view(answer, about), paint(color))) + "\n"


def _lines(view: MayView, ink: Callable[[str, str], str]) -> Iterator[str]:
    yield ink("bold", view["title"])
    if view["verdict"]:
        yield f"  {ink('fail' if view['lawful'] == 'no' else 'open', view['verdict'])}"
        yield from _because(view["conflict"], "    ")
    for some in view["standings"]:
        yield ""
        if some["standing"] == Standing.MAY:
            yield f"  {some['head']} ({some['note']}; see `pitboss law sets`)"
            yield from wrapped("    ", ", ".join(thing["title"] for thing in some["things"]))
            continue
        yield f"  {some['head']}"
        for thing in some["things"]:
            yield f"    {thing['title']}"
            yield from _because(thing, "      ")
    if view["limits"]:
        yield ""
        yield "  limits (each by itself)"
        for limit in view["limits"]:
            stated = f"; it is {limit['stated']}" if limit["stated"] else ""
            yield from _paragraph(f"{limit['title']}: {limit['values']} ({limit['cites']}){stated}")
    if view["payouts"]:
        yield ""
        yield "  payouts"
        for paid in view["payouts"]:
            yield from _paragraph(f"{paid['title']}: {paid['values']} ({paid['cites']})")
            for table in paid["tables"]:
                yield from _printed(table)


def _because(reason: ReasonView, indent: str) -> Iterator[str]:
    for n, (cite, words) in enumerate(reason["clauses"]):
        yield from wrapped(f"{indent}{'and ' if n else ''}{cite}: ", words)
    if reason["also"]:
        yield from wrapped(f"{indent}also: ", reason["also"])


def _paragraph(text: str) -> Iterator[str]:
    first, *more = wrapped("      ", text)
    yield from (first[2:], *more)


def _printed(table: PrintedView) -> Iterator[str]:
    if table["title"]:
        yield f"      {table['title']}"
    rows = table["rows"]
    width = [max(len(row[n]) if n < len(row) else 0 for row in rows) for n in range(len(rows[0]))]
    for row in rows:
        yield "        " + "  ".join(f"{cell:<{width[n]}}" for n, cell in enumerate(row))
