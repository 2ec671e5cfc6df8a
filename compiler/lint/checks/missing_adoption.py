"""L604 The history of a section does not begin with its adoption.

What: A section has history notes with days, and none of them is an adoption.
Why: Since when its rules are in force is then an inference.
Example: The notes of a section begin with an amendment of 1982.
Remedy: Look up the adoption; until then the rules count as old as the chapter, which the register records.
Register: incomplete history note.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding


def missing_adoption(law: LawUnderLint) -> Iterator[LintFinding]:
    """Sections with dated amendments and without an adoption."""
    for section in law.book.sections:
        changes = [note for note in section.notes if note.day and note.kind not in ("printed", "remark", "petition")]
        if changes and not any(note.kind in ("adopted", "recodified") for note in changes):
            first = min(changes, key=lambda note: note.day or date.max)
            printed = tuple(words for words in (first.source, str(first.day)[:4]) if words)
            yield LintFinding(
                section.citation, "", first.place, f"the history notes begin with a note of {first.day}; no adoption is printed",
                "look up the adoption", until=first.day, printed=printed,
            )  # fmt: skip
