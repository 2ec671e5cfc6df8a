"""Whole files: `good/` with facts of their trees (`#= fact`), `bad/` with every fault (`#! line:column code`)."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.grammar import tree as nodes
from tests.support.product import parse, read_rules

HERE = Path(__file__).parent
CORPUS = sorted((HERE.parents[1] / "rulespecs").rglob("*.rules"))
GOOD = sorted((HERE / "good").glob("*.rules"))
BAD = sorted((HERE / "bad").glob("*.rules"))


def facts(path: Path) -> list[str]:
    return re.findall(r"^#= (.*)$", path.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("path", "fact"), [(path, fact) for path in GOOD for fact in facts(path)])
def test_the_tree_states_it(path: Path, fact: str) -> None:
    parsed = read_rules(path)
    assert parsed.problems == () and parsed.tree is not None
    entries = [item for item in parsed.tree.items if isinstance(item, nodes.EntryNode)]
    names: dict[str, Any] = {**vars(nodes), "tree": parsed.tree, "entry": entries.__getitem__}
    assert eval(fact, {**names, "date": date, "Fraction": Fraction})


@pytest.mark.parametrize("path", GOOD)
def test_a_document_has_facts(path: Path) -> None:
    assert facts(path)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_every_fault_is_reported_and_no_other(path: Path) -> None:
    parsed = read_rules(path)
    reported = [f"{problem.place.line}:{problem.place.column} {problem.code}" for problem in parsed.problems]
    assert reported == re.findall(r"^#! (.*)$", path.read_text("utf-8"), re.MULTILINE)
    assert parsed.tree is None


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_the_corpus_is_read(path: Path) -> None:
    assert read_rules(path).problems == ()


@pytest.mark.parametrize(
    "word", ["require", "wager", "bars", "table", "first", "down", "not", "and", "is", "at", "offered"]
)
def test_a_keyword_is_a_whole_word(word: str) -> None:
    text = f'section 1:1-1.1 "Tiles"\n(a)  {word}deck, {word}_deck, deck{word} bars {word}s_deck\n'
    parsed = parse(text, "t")
    assert parsed.tree is not None
    rule = parsed.tree.items[0].statement  # type: ignore[union-attr]
    assert [str(path) for path in rule.subjects] == [f"{word}deck", f"{word}_deck", f"deck{word}"]  # type: ignore[union-attr]


def test_carriage_returns_and_a_missing_last_newline_change_nothing() -> None:
    text = (HERE / "good" / "tiles.rules").read_text("utf-8")
    assert parse(text.replace("\n", "\r\n").rstrip(), "t").tree == parse(text, "t").tree is not None
