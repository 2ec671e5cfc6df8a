"""The examples of the clauses of a provision as text, below its explanation."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.catalog.lookup import found
from pitboss.compiler.model.catalog_entries import Catalog, ClauseEntry
from pitboss.compiler.model.citations import is_below
from pitboss.compiler.model.clause_examples import GAP, ClauseExamples
from pitboss.reports.example_sentence import sentence
from pitboss.reports.sanitize import safe


def examples(catalog: Catalog, known: ClauseExamples, citation: str) -> str:
    """The examples of every clause of a provision or a section."""
    return "".join(f"{line}\n" for clause in _clauses(catalog, citation) for line in _clause(known, clause))


def _clauses(catalog: Catalog, citation: str) -> Iterator[ClauseEntry]:
    place = found(catalog, citation)
    section, label = place if place else (None, "")
    for provision in section.provisions if section else ():
        if not label or provision.label == label or is_below(provision.label, label):
            yield from provision.clauses


def _clause(known: ClauseExamples, clause: ClauseEntry) -> Iterator[str]:
    for version in clause.versions:
        if example := known.of(clause.id, version.since):
            yield ""
            yield f"example of {clause.id}" + (f" since {version.since}" if len(clause.versions) > 1 else "")
            yield f"  {sentence(example)}" + (f", in place of {GAP}" if any(example.values) else "")
            yield from (f"    {safe(line)}" for line in example.lines)
