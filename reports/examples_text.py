"""The examples of the clauses of a provision as text, below its explanation."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pitboss.compiler.catalog.lookup import found
from pitboss.compiler.model.catalog_entries import Catalog, ClauseEntry
from pitboss.compiler.model.citations import is_below
from pitboss.compiler.witness.entries import Example, Witnesses
from pitboss.compiler.witness.round_entries import RoundWitnesses
from pitboss.reports.example_sentence import sentence
from pitboss.reports.round_sentence import round_sentence
from pitboss.reports.sanitize import safe

_WIDTH = 96


def examples(catalog: Catalog, witnesses: Witnesses, rounds: RoundWitnesses, citation: str) -> str:
    """The examples of every clause of a provision or a section, on filings and on rounds."""
    return "".join(
        f"{line}\n" for clause in _clauses(catalog, citation) for line in _clause(catalog, witnesses, rounds, clause)
    )


def _clauses(catalog: Catalog, citation: str) -> Iterator[ClauseEntry]:
    place = found(catalog, citation)
    section, label = place if place else (None, "")
    for provision in section.provisions if section else ():
        if not label or provision.label == label or is_below(provision.label, label):
            yield from provision.clauses


def _clause(catalog: Catalog, witnesses: Witnesses, rounds: RoundWitnesses, clause: ClauseEntry) -> Iterator[str]:
    for version in clause.versions:
        known = witnesses.of(clause.id, version.since)
        told = {example: sentence(catalog, one) for example, one in known.items()}
        played = rounds.of(clause.id, version.since)
        told |= {example: round_sentence(catalog, rounds, one) for example, one in played.items()}
        if told:
            yield ""
            yield f"examples of {clause.id}" + (f" since {version.since}" if len(clause.versions) > 1 else "")
        for example in Example:
            if example in told:
                yield from _wrapped("  ", told[example])


def _wrapped(start: str, text: str) -> list[str]:
    return wrap(
        safe(text),
        _WIDTH,
        initial_indent=start,
        subsequent_indent=" " * (len(start) + 2),
        break_on_hyphens=False,
        break_long_words=False,
    )
