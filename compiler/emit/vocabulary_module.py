"""Generates the module with the vocabulary of filings for the checker."""

from __future__ import annotations

from pitboss.compiler.emit.line_breaks import wrapped
from pitboss.compiler.model import core
from pitboss.compiler.model.filing_terms import filing_terms


def vocabulary(book: core.Rulebook) -> str:
    """The module's text: fields, names, and what each wager can pay on and each event can be about."""
    terms = filing_terms(book)
    fields = [
        f"    {f.name!r}: VocabularyField({f.name!r}, {f.owners!r}, {f.type!r}, {f.title!r}, {f.cite!r}{_more(f.elsewhere)}),\n"
        for f in terms.fields.values()
    ]
    names = [
        f"    {n.name!r}: Named({n.kind!r}, {n.name!r}, {n.title!r}, {n.game!r}, {n.cite!r}),\n"
        for n in terms.names.values()
    ]
    return wrapped(
        '"""What a filing can state. Generated from the rulebook; do not edit."""\n\n'
        "from pitboss.checker.filing.vocabulary import Named, Vocabulary, VocabularyField\n\n"
        f"FIELDS = {{\n{''.join(fields)}}}\n\nNAMES = {{\n{''.join(names)}}}\n\n"
        f"OUTCOMES = {terms.outcomes!r}\n\nSELECTIONS = {terms.selections!r}\n\n"
        f"VOCABULARY = Vocabulary(FIELDS, NAMES, OUTCOMES, SELECTIONS, {terms.postable!r}, {terms.events!r})\n"
    )


def _more(elsewhere: tuple[str, ...]) -> str:
    return f", {elsewhere!r}" if elsewhere else ""
