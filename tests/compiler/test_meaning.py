"""The digest of a version of a clause: it changes with what the version demands, and with nothing else."""

from __future__ import annotations

import pytest

from tests.support import rule_documents
from tests.support.product import lower, version_digest

LAW = """section 1:1-9.1 "Tiles" at tiles
adopted 2001-03-01

(a)       game tiles "Tiles"
          wager lantern optional "lantern wager"
          define large_pit means decks >= 6 "a pit with large shoes"
          maximum of lantern is at most $1,000 when large_pit as capped
          lantern pays exactly as paid
            | outcome | pays   |
            | pair    | 5 to 1 |
            | trips   | 9 to 1 |
"""


def digests(text: str) -> dict[str, str]:
    """By the name of each clause, the digest of its first version."""
    book = lower(rule_documents.book(text, "law.rules"))
    return {clause.name: version_digest(book, clause, clause.versions[0], {}) for clause in book.clauses}


@pytest.mark.parametrize(
    ("was", "now", "changed"),
    [
        ("$1,000", "$1,001", {"capped"}),
        ("when large_pit", "unless large_pit", {"capped"}),
        ("decks >= 6", "decks >= 5", {"capped"}),  # what a term means is part of the demand
        ("5 to 1", "6 to 1", {"paid"}),
        ("| trips", "| runs ", {"paid"}),
        ("5 to 1", "6 for 1", set()),  # the same figure in other words
        ("$1,000", "$1000", set()),
        ('"lantern wager"', '"wager on lanterns"', set()),
        ("adopted 2001-03-01", "adopted 2002-03-01", set()),
        ("(a)       game", "(b)       game", set()),
    ],
)
def test_the_digest_changes_with_the_demand(was: str, now: str, changed: set[str]) -> None:
    assert was in LAW
    before, after = digests(LAW), digests(LAW.replace(was, now))
    assert {name for name in ("capped", "paid") if before[name] != after[name]} == changed
