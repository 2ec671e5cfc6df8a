"""The table of lessons is its own test: parsing each snippet stops at its mark and reports the lesson's message."""

from __future__ import annotations

import inspect
import re

import pytest

from pitboss.grammar import errors, parse, term_builder, tree_builder
from pitboss.grammar.errors import STOPS, STRANGE
from pitboss.grammar.fault_context import HEADING, Lesson, expected_words, snippet
from tests.support.product import LESSONS
from tests.support.product import SYNTAX_CODES as CODES

ALL = (*LESSONS, STOPS, STRANGE)
CASES = [(lesson, example) for lesson in ALL for example in lesson.examples]


@pytest.mark.parametrize(
    ("lesson", "example"), CASES, ids=[f"{lesson.code}-{n}" for n, (lesson, _) in enumerate(CASES)]
)
def test_the_snippet_is_reported_its_lesson(lesson: Lesson, example: str) -> None:
    text = snippet(example)
    before = (HEADING if text == HEADING + example.replace("▸", "") else "") + example[: example.index("▸")]
    (problem,) = parse.parse(text, "t.rules").problems
    assert problem.code == lesson.code
    assert (problem.place.line, problem.place.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))
    assert problem.place.end is not None and problem.place.end > problem.place.column
    pattern = re.sub(r"\\\{f\\?\.\w+\\\}", ".+", re.escape(lesson.message))
    assert re.fullmatch(pattern, problem.message)
    assert problem.help and "{" not in problem.message + problem.help


def test_codes_and_lessons_name_each_other() -> None:
    sources = "".join(inspect.getsource(module) for module in (tree_builder, term_builder, parse))
    raised = {lesson.code for lesson in ALL} | set(re.findall(r'"(R1\d\d)"', sources))
    raised |= set(re.findall(r'Diagnostic\("(R1\d\d)"', inspect.getsource(errors)))
    assert raised == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_code_has_one_sentence(code: str) -> None:
    assert re.fullmatch(r"R1\d\d", code) and re.fullmatch(r"[A-Z][^.]*\.", CODES[code].replace("`", ""))


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        ("streak pay exactly 3 to 1", "the verb is always singular: not 'pay'", "write 'pays'"),
        ("streak baars sevens", "'baars' is no verb", "did you mean 'bars'?"),
        ("streak pays exactly 3:2", "odds are not written with a colon or a hyphen", "write 3 to 2"),
        ("streak bars over under", "a comma is missing before 'under'", "write: over, under"),
        ("decks is at least", "the line stops too soon", "a value such as 6, $5, 5% or 3 to 1"),
        ("equipmnt shaker", "no statement begins with 'equipmnt'", "did you mean 'equipment'?"),
    ],
)
def test_the_words_help(text: str, message: str, help: str) -> None:
    (problem,) = parse.parse(f"{HEADING}(a)  {text}\n", "t").problems
    assert problem.message == message and help in problem.help


def test_at_most_six_phrases_are_expected_and_the_rest_is_owned_up_to() -> None:
    words = expected_words(frozenset({"STRING", "DATE", "CITE", "ROW", "LABEL", "SOURCE", "REPORTER"}))
    assert words.count(", ") == 5 and words.endswith(" ...")
