"""The filings that a change of the law made lawful or unlawful, as text."""

from __future__ import annotations

from textwrap import wrap

from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.compiler.witness.turned import Changed
from pitboss.reports.example_facts import changed
from pitboss.reports.sanitize import safe

_WIDTH = 96


def turned_text(catalog: Catalog, changes: Changed) -> str:
    """The filings that became unlawful, and those that became lawful."""
    lines: list[str] = []
    for title, lawful in (("lawful before, unlawful after", False), ("unlawful before, lawful after", True)):
        some = [one for one in changes.turned if one.became_lawful == lawful]
        if some:
            lines += ["", f"smallest filings that were {title}"]
        for one in some:
            told = "; ".join(changed(catalog, one.changes)) or "nothing else"
            start = f"{catalog.names[one.game].title}, the lawful table of {one.lawful_on} with "
            lines += [f"  {one.clause}", *_wrapped("    ", start + told)]
    if changes.without:
        count = len(changes.without)
        lines += [
            "",
            *_wrapped(
                "",
                f"{count} changed clause{'s' * (count > 1)} on filings alone turn{'s' * (count == 1)} no known filing",
            ),
        ]
    return "".join(f"{line}\n" for line in lines)


def _wrapped(start: str, text: str) -> list[str]:
    return wrap(
        safe(text),
        _WIDTH,
        initial_indent=start,
        subsequent_indent=" " * (len(start) + 2),
        break_on_hyphens=False,
        break_long_words=False,
    )
