"""Documents that the compiler must refuse, at these places with these codes, and documents that it must take."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.compiler.front import resolve
from pitboss.compiler.oracle.cards import WORDS
from tests.support import rule_documents
from tests.support.product import CALLABLE, CORE_CHECKS, FILING_FUNCTIONS, FUNCTIONS, RULE_CHECKS, lower
from tests.support.product import COMPILER_CODES as CODES
from tests.support.product import SYNTAX_CODES as SYNTAX

HERE = Path(__file__).parent

BAD, GOOD = sorted((HERE / "bad").glob("*.rules")), sorted((HERE / "good").glob("*.rules"))


@pytest.mark.parametrize("path", BAD, ids=lambda p: p.stem)
def test_a_bad_document_is_refused_for_these_reasons(path: Path) -> None:
    text = path.read_text()
    found = rule_documents.problems(text)
    places = [f"{d.place.line}:{d.place.column} {d.code}" for d in found]
    target = rule_documents.expected(text)
    assert places == [place for place, _ in target], "\n".join(
        f"{d.place} {d.code} {d.message} ({d.help})" for d in found
    )
    for diagnostic, (_, words) in zip(found, target, strict=True):
        assert words in f"{diagnostic.message}; {diagnostic.help}; {diagnostic.related}"


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_a_good_document_is_taken(path: Path) -> None:
    assert rule_documents.problems(path.read_text()) == []


def _chain(count: int) -> str:
    """A section with a term that is defined through so many others, one below the other."""
    steps = [f'define term{n} means term{n + 1} or decks = {n} "step"' for n in range(count)]
    lines = [
        'game tiles "Tiles"',
        *steps,
        f'define term{count} means decks = 90 "end"',
        "boxes is at most 4 when term0",
    ]
    head = 'section 1:1-9.1 "Tiles" at tiles\nadopted 2001-03-01 R.2001 d.900\n\n(a)       '
    return head + "\n          ".join(lines) + "\n"


def test_a_chain_of_definitions_has_a_bound() -> None:
    assert rule_documents.problems(_chain(40)) == []
    for count in (41, 1500):  # the definition is named that is one step too far from the end
        (too_deep,) = rule_documents.problems(_chain(count))
        assert (too_deep.code, too_deep.place.line) == ("R216", 5 + count - 41)
        assert (
            too_deep.message == f"'term{count - 41}' is defined through a chain of 41 others; at most 40 are followed"
        )


def test_every_code_has_a_sentence_and_a_document_that_earns_it() -> None:
    shown = {place.split()[1] for path in BAD for place, _ in rule_documents.expected(path.read_text())}
    assert shown == set(CODES)
    assert not set(CODES) & set(SYNTAX)
    assert all(sentence.endswith(".") for sentence in CODES.values())


def test_every_code_that_is_written_has_a_sentence() -> None:
    folder = Path(resolve.__file__).parents[1]
    written = {c for p in folder.rglob("*.py") for c in re.findall(r"\bR2\d\d\b", p.read_text())}
    assert written == set(CODES)


def test_every_card_word_has_a_signature() -> None:
    assert set(CALLABLE) == {*WORDS, "best", "strength", "makes", *FILING_FUNCTIONS} & set(CALLABLE)
    assert set(FUNCTIONS) - set(CALLABLE) == {"of_a_rank", "of_a_suit", "uniform", "in_order"}


def test_the_made_up_game_is_taken() -> None:
    text = (HERE.parent / "madeup/rules/1-1-9.1.rules").read_text()
    own = (HERE.parent / "madeup/vocabulary.rules", HERE.parents[1] / "rulespecs/vocabulary.rules")
    vocabulary = next((p for p in own if p.exists()), None)
    if vocabulary is None:
        pytest.skip("an unpacked sdist has no rulespecs folder beside the tests")
    assert rule_documents.problems(f"{vocabulary.read_text()}\n{text}") == []


def test_an_empty_rulebook_has_no_faults() -> None:
    empty = resolve.ResolvedRulebook((), {}, {}, (), (), None, "", "", {})
    assert [list(check(empty)) for check in RULE_CHECKS] == [[] for _ in RULE_CHECKS]
    assert [list(check(lower(empty))) for check in CORE_CHECKS] == [[] for _ in CORE_CHECKS]
