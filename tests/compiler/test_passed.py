"""Rules that were compiled passed the analysis then: they are known by their digest, and are not analysed again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.product import Rejected, core_rulebook, read_corpus, resolve

VOCABULARY = """vocabulary "tables"

scope licensee "the licensee"
scope table of licensee "a table"

field game of table game "game"
field decks of table count "decks"
"""
SECTION = """section 1:1-1.1 "Tiles" at tiles
adopted 2000-01-01

(a)       game tiles "Tiles"
(b)       decks is at least {least} when decks {sign} 6
"""


def written(folder: Path, least: int, sign: str) -> Path:
    (folder / "vocabulary.rules").write_text(VOCABULARY)
    (folder / "1-1-1.1.rules").write_text(SECTION.format(least=least, sign=sign))
    return folder


def test_what_is_rejected_is_let_through_by_its_own_digest_alone(tmp_path: Path) -> None:
    faulty = written(tmp_path, 4, "< 2 and decks >")
    digest = resolve(read_corpus(faulty)).rulebook.digest
    for passed in ("", "another", digest[:-1]):
        with pytest.raises(Rejected):
            core_rulebook(faulty, passed=passed)
    assert core_rulebook(faulty, passed=digest).digest == digest


def test_the_rulebook_is_the_same(tmp_path: Path) -> None:
    sound = written(tmp_path, 4, "<")
    assert core_rulebook(sound, passed=core_rulebook(sound).digest) == core_rulebook(sound)
