"""`pitboss law site --out DIR`: the rulebook as pages, which need no network and no server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.book import RULES, catalog

if TYPE_CHECKING:
    from pitboss.compiler.pages.book import Printed

_MARK = '<meta name="generator" content="pitboss">'


def run(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.pages.book import pages
    from pitboss.reports.site import site

    out = Path(arguments.out)
    fault = _not_ours(out)
    if fault:
        sys.stderr.write(f"pitboss: {fault}\n")
        return 2
    text: Printed | None = None
    if arguments.text:
        text = _printed(Path(arguments.text))
        if text is None:
            return 2
    files = site(pages(catalog(), text))
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (out / name).write_text(content, encoding="utf-8", newline="\n")
    for stale in sorted(out.glob("*.html")):
        if stale.name not in files:
            stale.unlink()  # a page of an earlier rulebook would be found, and believed
    made = sum(name.endswith(".html") for name in files)
    sys.stdout.write(f"{made} pages; open {out / 'index.html'}\n")
    return 0


def _not_ours(out: Path) -> str:
    """Why nothing may be written there; nothing where the folder is new, empty or a site of ours."""
    if not out.exists():
        return ""
    if not out.is_dir():
        return f"{out} is a file"
    index = out / "index.html"
    ours = index.is_file() and _MARK in index.read_text("utf-8", "replace")
    return "" if ours or not any(out.iterdir()) else f"{out} holds something else; name a new folder"


def _printed(folder: Path) -> Printed | None:
    """The user's copy of the text, split as the rules say; None, and why, when it cannot be read."""
    from pitboss.commands.rules import tell
    from pitboss.compiler.ground.ground import UNREADABLE, read_ground
    from pitboss.compiler.pages.printed import printed
    from pitboss.grammar.diagnostics import Rejected

    try:
        return printed(read_ground(folder, RULES).text)
    except Rejected as rejected:
        tell(rejected.diagnostics)
    except UNREADABLE as error:
        sys.stderr.write(f"pitboss: {error}\n")
    return None
