"""Faults injected into valid files, one and several at a time: all are found, none is spurious."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.grammar.errors import LIMIT, MOST
from pitboss.grammar.layout import LINE, is_top, margin_of
from tests.support.product import LESSONS, parse, read_rules
from tests.support.soak import examples

HERE = Path(__file__).parent
FILES = [*(HERE / "good").glob("*.rules"), *(HERE.parents[1] / "rulespecs").rglob("*.rules")]
SOUND = [text for path in sorted(FILES) if (text := path.read_text("utf-8")).lstrip().startswith("section")]
FAULTS = [  # every lesson of one labelled line, whatever it teaches
    (lesson.code, example[5:-1])
    for lesson in LESSONS
    for example in lesson.examples
    if example.startswith("(a)  ") and example.count("\n") == 1
]
HEAD = 'section 1:1-1.1 "Tiles"\n'


def inject(text: str, faults: dict[int, tuple[str, str]]) -> tuple[str, list[tuple[int, str]]]:
    """The text with its n-th labelled items replaced by faults, and where they must be found."""
    lines = text.split("\n")
    margin = margin_of(lines)
    tops = [i for i, line in enumerate(lines) if is_top(line, margin)] + [len(lines)]
    items = [(i, end) for i, end in zip(tops, tops[1:], strict=False) if (m := LINE.match(lines[i])) and m["label"]]
    expected: list[tuple[int, str]] = []
    for number, (code, fault) in faults.items():
        first, last = items[number % len(items)]
        if any(line == first + 1 for line, _ in expected):
            continue
        label = LINE.match(lines[first])["label"]  # type: ignore[index]
        lines[first:last] = [f"{label:<{margin}}{fault.replace('▸', '')}", *[""] * (last - first - 1)]
        expected.append((first + 1, code))
    return "\n".join(lines), sorted(expected)


def found(text: str) -> list[tuple[int, str]]:
    return [(problem.place.line, problem.code) for problem in parse(text, "t").problems]


@pytest.mark.parametrize("text", SOUND, ids=lambda text: text.lstrip("# ").split("\n")[0][:30])
def test_what_is_sound_stays_sound(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("number", range(len(FAULTS)))
def test_one_fault_is_found_alone(number: int) -> None:
    text, expected = inject(SOUND[-1], {number: FAULTS[number]})
    assert found(text) == expected


@examples(60)
@given(st.sampled_from(SOUND), st.dictionaries(st.integers(0, 40), st.sampled_from(FAULTS), min_size=2, max_size=12))
def test_several_faults_are_found_together(text: str, faults: dict[int, tuple[str, str]]) -> None:
    injected, expected = inject(text, faults)
    assert found(injected) == expected


PIECES = st.sampled_from(
    [*'()|"#$%,.:=-\t\n ', "\n(a)  ", "\n     ", "when ", "from ", "is ", "6 ", "x ", "3 to 1", "\u00e9", "| a |", "\r"]
)


@examples(150)
@given(st.sampled_from(SOUND), st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 30), PIECES), max_size=6))
def test_no_text_is_too_broken_to_be_reported_so(text: str, edits: list[tuple[int, int, str]]) -> None:
    for at, cut, piece in edits:
        at %= len(text)
        text = text[:at] + piece + text[at + cut :]
    parsed = parse(text, "t")
    assert (parsed.tree is None) == bool(parsed.problems)
    lines = text.split("\n")
    for problem in parsed.problems:
        assert 1 <= problem.place.line <= len(lines) and problem.place.column <= len(lines[problem.place.line - 1]) + 1


@examples(100)
@given(st.text() | st.lists(PIECES, max_size=30).map("".join))
def test_any_text_at_all_is_answered(text: str) -> None:
    parsed = parse(text, "t")
    assert (parsed.tree is None) == bool(parsed.problems)


def test_a_nested_fault_leaves_the_rest_of_its_clause_to_be_judged() -> None:
    text = HEAD + "(a)  x pays at least\n       | a | b |\n       | 1 | 2 | 3 |\n       | 1 | 2\n(b)  y is 6\n"
    assert found(text) == [(4, "R106"), (5, "R117"), (6, "R132")]


def test_a_ranking_that_loses_its_ranks_is_reported_once() -> None:
    text = HEAD + "(a)  ranking hands of 3 cards\n       flush have suited\n(b)  y is 6\n"
    assert [line for line, _ in found(text)] == [3, 4]


def test_a_table_whose_first_row_is_faulty_is_reported_once() -> None:
    assert found(HEAD + "(a)  x pays at least\n       | a | b |\n       | 1 | 2\n") == [(4, "R117")]


def test_the_first_label_survives_its_fault() -> None:
    assert found(HEAD + "(a)  decks is 6\n     boxes is at most 7\n") == [(2, "R132")]


def test_a_faulty_heading_hides_nothing() -> None:
    assert found("section Tiles\n(a)  decks is 6\n") == [(1, "R126"), (2, "R132")]


def test_at_most_so_many_faults_are_reported_and_that_there_are_more() -> None:
    reported = found(HEAD + "(a)  decks is 6\n" * 50)
    assert reported[:MOST] == [(line, "R132") for line in range(2, MOST + 2)]
    assert [code for _, code in reported[MOST:]] == ["R138"]


@pytest.mark.parametrize(
    "character",
    ["\x00", "\x07", "\x0c", "\x1b", "\x7f", "\x85", "\xa0", "\u200b", "\u202e", "\u2028", "\ufeff", "\ud800"],
)
@pytest.mark.parametrize(
    "where", ['(a)  attest hands "in {}sight"\n', "(a)  decks {}is at least 6\n", "(a)  decks is at least 6  # {}\n"]
)
def test_what_cannot_be_seen_is_reported(character: str, where: str) -> None:
    (problem,) = parse(HEAD + where.replace("{}", character), "t").problems
    assert (problem.code, problem.place.line, problem.place.column) == ("R109", 2, where.index("{}") + 1)
    assert f"U+{ord(character):04X}" in problem.message


def test_a_lone_carriage_return_is_no_line_end() -> None:
    assert found(HEAD + "(a)  decks is at least 6\r(b)  decks is 6\n") == [(2, "R109")]


def test_a_tab_between_words_or_on_an_empty_line_does_no_harm() -> None:
    assert found(HEAD + "(a)  decks\tis at\tleast 6\n\t\n\t# comment\n") == []


@pytest.mark.parametrize(("before", "after"), [("not ", ""), ("up_card or (", ")"), ("f(", ")"), ("3 - (", ")")])
def test_what_nests_too_deeply_is_reported(before: str, after: str) -> None:
    nested = before * 150 + "side" + after * 150
    assert found(HEAD + f"(a)  x wins when {nested}\n") == [(2, "R135")]


def test_brackets_alone_nest_as_deep_as_they_like() -> None:
    assert found(HEAD + f"(a)  x wins when {'(' * 2000}side{')' * 2000}\n") == []


def test_a_file_has_a_size(tmp_path: Path) -> None:
    large = HEAD + "# " + "x" * LIMIT
    assert found(large) == [(1, "R100")]
    (tmp_path / "large.rules").write_text(large * 5)
    assert [problem.code for problem in read_rules(tmp_path / "large.rules").problems] == ["R100"]


def test_a_file_is_text(tmp_path: Path) -> None:
    path = tmp_path / "latin.rules"
    path.write_bytes('section 1:1-1.1 "Tiles"\n(a)  attest hands "é'.encode() + b'\xe9"\n')
    (problem,) = read_rules(path).problems
    assert (problem.code, problem.place.line, problem.place.column) == ("R108", 2, 21)
    path.write_text(HEAD + "(a)  decks is at least 6\n")
    assert read_rules(path).tree is not None
