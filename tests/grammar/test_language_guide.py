"""Every example of the language guide is read, stands in the one layout, and together they show the whole grammar."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.grammar.errors import CODES
from pitboss.grammar.format import format_text
from pitboss.grammar.parse import parse, parser

GUIDE = (Path(__file__).parents[2] / "docs" / "language.md").read_text("utf-8")
PART = 'section 1:1-1.1 "Tiles" at tiles\n'
EXAMPLES = [
    (PART if kind else "") + text for kind, text in re.findall(r"^```rules(-part)?\n(.*?)^```$", GUIDE, re.M | re.S)
]


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_example_is_read_and_stands_in_the_one_layout(text: str) -> None:
    assert parse(text, "guide").problems == ()
    assert format_text(text, "guide") == text


def test_every_rule_of_the_grammar_is_shown() -> None:
    shown = {str(tree.data) for text in EXAMPLES for tree in parser().parse(text).iter_subtrees()}
    kept = (rule for rule in parser().rules if not rule.origin.name.startswith("_") and not rule.options.expand1)
    assert {str(rule.alias or rule.origin.name) for rule in kept} <= shown


def test_every_word_of_the_language_is_shown() -> None:
    words = set(re.findall(r"[a-z]+", " ".join(EXAMPLES) + " ".join(re.findall("`[^`]*`", GUIDE))))
    terminals = {terminal.pattern.value for terminal in parser().terminals}
    listed = {word for one in terminals if re.fullmatch(r"\([a-z|]+\)\\b", one) for word in one[1:-3].split("|")}
    assert {word for word in terminals if re.fullmatch("[a-z]+", word)} | listed <= words


def test_every_code_is_listed() -> None:
    assert dict(re.findall(r"^\| (R1\d\d) \| (.*) \|$", GUIDE, re.MULTILINE)) == CODES
