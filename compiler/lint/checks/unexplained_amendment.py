"""L603 An amendment has a day and no content.

What: A history note prints an amendment without stating what changed, and no rule of the section begins or ends on its day.
Why: What the section stated before that day is unknown; a check of an earlier day applies the later text.
Example: A section was amended on June 17, 1996; its note gives the instrument alone, and no rule starts then.
Remedy: Read the instrument in the New Jersey Register, or its counterpart, and date the clauses that it changed.
Register: incomplete history note.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding


def unexplained_amendment(law: LawUnderLint) -> Iterator[LintFinding]:
    """Notes of amendments without words on whose day no clause of the section changes."""
    for section in law.book.sections:
        versions = [v for clause in law.book.clauses if clause.section == section.citation for v in clause.versions]
        days = {day for version in versions for day in (version.since, version.until, version.operative)}
        for note in section.notes:
            if (
                note.kind == "amended"
                and note.day
                and not note.words
                and not {note.day, note.operative} & days - {None}
            ):
                yield LintFinding(
                    section.citation, "", note.place,
                    f"the amendment of {note.day} has no content, and no rule of the section changes on that day",
                    f"read {note.source or 'the instrument'} and date the clauses that it changed", note.day, note.day,
                    printed=tuple(words for words in (note.source, str(note.day.year)) if words),
                )  # fmt: skip
