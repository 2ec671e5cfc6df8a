"""`pitboss law site --out DIR`: the rulebook as pages, which need no network and no server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.commands.errors import report_error
from pitboss.commands.outputs import write_files
from pitboss.rulebook import RULES, load_catalog

if TYPE_CHECKING:
    from pitboss.reports.site.pages import Printed

_MARK = '<meta name="generator" content="pitboss">'


def run(arguments: argparse.Namespace) -> int:
    from pitboss.reports.site.files import site
    from pitboss.reports.site.pages import pages

    out = Path(arguments.out)
    fault = _not_ours(out)
    if fault:
        return report_error(fault)
    text = _printed(Path(arguments.text)) if arguments.text else None
    if isinstance(text, str):
        return report_error(text)
    book = load_catalog()
    files = site(pages(book, text, None if arguments.no_odds else _odds(book)))
    write_files(out, files.items())
    for stale in sorted(out.glob("*.html")):
        if stale.name not in files:
            stale.unlink()  # a page of an earlier rulebook would be found, and believed
    made = sum(name.endswith(".html") for name in files)
    sys.stdout.write(f"{made} pages; open {out / 'index.html'}\n")
    return 0


def _odds(book: dict[str, Any]) -> dict[str, Any] | None:
    """What all wagers are worth on the last day of the text; nothing, and why, where it cannot be counted."""
    from pitboss.commands.dates import parse_as_of
    from pitboss.commands.odds import counted

    day, wrong = parse_as_of(None, book["expires"])
    data = wrong or counted(day)
    if isinstance(data, str):
        report_error(f"without odds: {data}")
        return None
    return data


def _not_ours(out: Path) -> str:
    """Why nothing may be written there; nothing where the folder is new, empty or a site of ours."""
    if not out.exists():
        return ""
    if not out.is_dir():
        return f"{out} is a file"
    index = out / "index.html"
    ours = index.is_file() and _MARK in index.read_text("utf-8", "replace")
    return "" if ours or not any(out.iterdir()) else f"{out} holds something else; name a new folder"


def _printed(folder: Path) -> Printed | str:
    """The user's copy of the text, split as the rules say, or why it cannot be read."""
    from pitboss.compiler.ground.ground import UNREADABLE, read_ground
    from pitboss.reports.site.printed_text import printed

    try:
        return printed(read_ground(folder, RULES).text)
    except UNREADABLE as error:
        return str(error)
