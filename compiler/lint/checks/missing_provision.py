"""L101 A citation names a provision that does not exist.

What: The printed citation names a label that its section does not have, or a section that is not available and that the
    contents of its subchapter do not list.
Why: Nobody can look up what the citation calls for, so a condition, an exception or a procedure hangs in the air.
Example: A paragraph about splitting cites 1:1-2.10(h), and 1:1-2.10 ends with (f).
Remedy: Find out which provision is meant and write it next to the print: per 1:1-2.10(h) sic 1:1-2.10(f). Propose the
    correction to the agency.
Register: misprinted citation, stale citation.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model import core, query
from pitboss.compiler.model.citations import resolved


def missing_provision(law: LawUnderLint) -> Iterator[LintFinding]:
    """Citations of labels that a section lacks, and of sections that the contents of the chapter do not list."""
    book = law.book
    labels = {section.citation: query.labels(book, section.citation) for section in book.sections}
    listed = {
        resolved(cite.printed, section.citation)[0]
        for section in book.sections
        for note in section.notes
        if note.kind == "contents"
        for cite in note.per
    }
    subchapters = {_subchapter(citation) for citation in listed}
    for section in book.sections:
        for entry in section.entries:
            for cite in entry.citations:
                cited, label = resolved(cite.printed, section.citation)
                if cited in labels and label and label not in labels[cited]:
                    problem = f"{cited} has no {label}"
                elif "." in cited and not {cited} & {*labels, *listed} and _subchapter(cited) in subchapters:
                    problem = f"the contents of its subchapter list no {cited}"
                else:
                    continue
                hint = f"{cite.reading} is meant" if cite.reading else "write the provision that is meant with sic"
                since, until = _time(law, entry)
                yield LintFinding(
                    section.citation + entry.label, "", cite.place, f"cites {cite.printed}, and {problem}", hint, since, until,
                    printed=(cite.printed,),
                )  # fmt: skip


def _subchapter(citation: str) -> str:
    """
    >>> _subchapter("1:1-9.1")
    '1:1-9'
    """
    return citation.partition(".")[0]


def _time(law: LawUnderLint, entry: core.Entry) -> tuple[date | None, date | None]:
    """The days on which the statement is in force."""
    for id in entry.clauses:
        clause = law.clause(id)
        for version in clause.versions if clause else ():
            if version.place == entry.place:
                return version.since, version.until
    return None, None
