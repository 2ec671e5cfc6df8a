"""The examples of the clauses of a provision as text, below its explanation."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pitboss.compiler.catalog.lookup import found
from pitboss.compiler.model.catalog_entries import Catalog, ClauseEntry
from pitboss.compiler.model.citations import is_below
from pitboss.compiler.witness.entries import Example, Witnesses
from pitboss.reports.example_sentence import sentence

_WIDTH = 96


def examples(catalog: Catalog, witnesses: Witnesses, citation: str) -> str:
    """The examples of every clause on filings of a provision or a section."""
    return "".join(f"{line}\n" for clause in _clauses(catalog, citation) for line in _clause(catalog, witnesses, clause))


def _clauses(catalog: Catalog, citation: str) -> Iterator[ClauseEntry]:
    place = found(catalog, citation)
    section, label = place if place else (None, "")
    for provision in section.provisions if section else ():
        if not label or provision.label == label or is_below(provision.label, label):
            yield from provision.clauses


def _clause(catalog: Catalog, witnesses: Witnesses, clause: ClauseEntry) -> Iterator[str]:
    for version in clause.versions:
        known = witnesses.of(clause.id, version.since)
        if known:
            yield ""
            yield f"examples of {clause.id}" + (f" since {version.since}" if len(clause.versions) > 1 else "")
        for example in Example:
            if example in known:
                yield from _wrapped("  ", sentence(catalog, known[example]))


def _wrapped(start: str, text: str) -> list[str]:
    safe = "".join(c if c.isprintable() else "?" for c in text)
    return wrap(
        safe, _WIDTH, initial_indent=start, subsequent_indent=" " * (len(start) + 2), break_on_hyphens=False, break_long_words=False
    )
