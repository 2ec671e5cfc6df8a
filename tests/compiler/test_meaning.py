"""The digest of a version of a clause: it changes with what the version demands, and with nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from pitboss.grammar.quick_start import dataclass
from tests.support import rule_documents
from tests.support.product import core, load_core, lower, version_digest

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


def test_a_class_of_the_core_that_gains_a_field_keeps_the_digests_of_what_does_not_use_it() -> None:
    """Baselines and statements of users hold them: what has another digest is another version, and its findings look changed."""
    book = load_core()
    before, after = all_digests(book), all_digests(gaining(book, ""))
    assert len(before) > 2_000
    assert {name: digest for name, digest in after.items() if digest != before[name]} == {}
    used = all_digests(gaining(book, "a value of its own"))
    assert [name for name, digest in used.items() if digest == before[name]] == []


def all_digests(book: core.Rulebook) -> dict[str, str]:
    chances: dict[str, dict[int, Fraction]] = defaultdict(dict)
    return {
        f"{clause.id}@{version.since}": version_digest(book, clause, version, chances)
        for clause in book.clauses
        for version in clause.versions
    }


def gaining(value: Any, note: str) -> Any:
    """The same value of classes of the core that each have one more field, whose default is empty."""
    if is_dataclass(value) and type(value).__module__ == core.__name__:
        parts = {field.name: gaining(getattr(value, field.name), note) for field in fields(value)}
        return wider(type(value))(**parts, note=note)
    if type(value) is tuple:
        return tuple(gaining(part, note) for part in value)
    if isinstance(value, dict):
        return {key: gaining(part, note) for key, part in value.items()}
    return value


@cache
def wider(kind: type) -> Callable[..., Any]:
    return dataclass(frozen=True, slots=True)(
        type(kind.__name__, (kind,), {"__annotations__": {"note": str}, "note": ""})
    )
