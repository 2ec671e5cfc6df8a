"""L502 Two names mean one thing, or one name means two.

What: In one game, two terms have the same meaning, two facts are derived in the same way, or two names have the same words.
Why: A reader looks for a difference that does not exist; an amendment of one of them creates one.
Example: One section defines a large shoe as six decks or more, another a big shoe as six decks or more.
Remedy: Keep one name.
Register: two names.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.lint.law_under_lint import LawUnderLint
from pitboss.compiler.lint.lint_finding import LintFinding
from pitboss.compiler.model import core


def two_names(law: LawUnderLint) -> Iterator[LintFinding]:
    """Names of one game with equal meaning or equal words, each with the first of them."""
    book = law.book
    seen: dict[tuple[object, ...], core.Name | core.Field] = {}
    meanings: list[tuple[object, core.Name | core.Field]] = [
        *((("means", meaning), book.names[name]) for name, meaning in book.terms.items() if name in book.names),
        *(
            (("follows", meaning), book.fields[name])
            for name, meaning in book.derivations.items()
            if name in book.fields
        ),
        *((("title", _plain(name.title)), name) for name in book.names.values()),
        *((("title", _plain(field.title)), field) for field in book.fields.values()),
    ]
    for meaning, name in meanings:
        first = seen.setdefault((name.game, meaning), name)
        if first.name != name.name:
            what = "has the words" if isinstance(meaning, tuple) and meaning[0] == "title" else "means the same"
            yield LintFinding(
                name.cite, "", name.place, f"'{_words(name.name)}' {what} as '{_words(first.name)}' does at {first.cite}",
                "keep one name", about=(first.cite,),
            )  # fmt: skip


def _plain(title: str) -> str:
    """A title without case and hyphens.

    >>> _plain("Same-suit wager")
    'same suit wager'
    """
    return title.lower().replace("-", " ")


def _words(name: str) -> str:
    return name.replace("_", " ")
