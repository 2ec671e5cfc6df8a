"""`pitboss law site --out DIR`: write the rulebook as web pages that need no network or server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.commands.errors import report_error
from pitboss.commands.outputs import write_files
from pitboss.rulebook import RULES, load_catalog, load_examples

if TYPE_CHECKING:
    from pitboss.checker.findings.odds_data import OddsData
    from pitboss.compiler.exclusion.sets import SetsData
    from pitboss.compiler.lint.lint import LintData
    from pitboss.compiler.model.catalog_entries import Catalog
    from pitboss.reports.site.pages import Printed

_MARK = '<meta name="generator" content="pitboss">'


def run(arguments: argparse.Namespace) -> int:
    from pitboss.reports.site.files import site
    from pitboss.reports.site.pages import pages

    out = Path(arguments.out)
    error = _not_a_site(out)
    if error:
        return report_error(error)
    text = _printed(Path(arguments.text)) if arguments.text else None
    if isinstance(text, str):
        return report_error(text)
    book = load_catalog()
    odds = None if arguments.no_odds else _odds(book)
    lint = _lint(with_odds=odds is not None)
    files = site(pages(book, text, odds, lint, _sets(book), load_examples()))
    write_files(out, files.items())
    for stale in sorted([*out.glob("*.html"), *out.glob("sets-*.csv")]):
        if stale.name not in files:
            stale.unlink()  # a reader would take a page of an earlier rulebook for current
    count = sum(name.endswith(".html") for name in files)
    sys.stdout.write(f"{count} pages; open {out / 'index.html'}\n")
    return 0


def _odds(book: Catalog) -> OddsData | None:
    """The odds of all wagers on the last day of the text; if they cannot be computed, report why and return None."""
    from pitboss.commands.dates import parse_as_of
    from pitboss.commands.odds import odds_by_wager

    day, error = parse_as_of(None, book.begins, book.expires)
    data = error or odds_by_wager(book, day)
    if isinstance(data, str):
        report_error(f"the site has no odds: {data}")
        return None
    return data


def _sets(book: Catalog) -> dict[str, SetsData]:
    """The maximal sets of each game on the last day of the text; none, and a message, without the solver."""
    from pitboss.commands.dates import parse_as_of
    from pitboss.commands.extras import missing_extra
    from pitboss.compiler.exclusion.sets import sets_data

    day, error = parse_as_of(None, book.begins, book.expires)
    games = [name for name, of in book.names.items() if of.kind == "game" and not error]
    try:
        return {game: data for game in games if (data := sets_data(book, game, day))}
    except ModuleNotFoundError as error:
        if not (missing := missing_extra(error)):
            raise
        report_error(f"the site has no maximal sets: {missing}")
        return {}


def _lint(with_odds: bool) -> LintData | None:
    """What lint finds in this package's rulebook."""
    from pitboss.commands.lint import law_under_lint
    from pitboss.compiler.lint.lint import lint_data

    law = law_under_lint((), with_odds)
    return None if isinstance(law, str) else lint_data(law)


def _not_a_site(out: Path) -> str:
    """An error message, unless the folder is new, empty or an earlier site."""
    if not out.exists():
        return ""
    if not out.is_dir():
        return f"{out} is a file; give a folder"
    index = out / "index.html"
    ours = index.is_file() and _MARK in index.read_text("utf-8", "replace")
    return "" if ours or not any(out.iterdir()) else f"{out} contains other files; give a new folder"


def _printed(folder: Path) -> Printed | str:
    """The user's copy of the text, split by provision, or an error message."""
    from pitboss.compiler.ground.ground import UNREADABLE, read_ground
    from pitboss.reports.site.printed_text import printed

    try:
        return printed(read_ground(folder, Path(RULES)).text)
    except UNREADABLE as error:
        return str(error)
