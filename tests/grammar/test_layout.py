"""The margin and the offside rule; and that the grammar leaves nothing to a parser's preference."""

from __future__ import annotations

import logging

import lark
import pytest

from pitboss.grammar.tree import EntryNode, Rule
from tests.support.product import parse
from tests.support.rule_grammar import grammar

HEAD = 'section 1:1-1.1 "Tiles"\n'


def shape(text: str) -> list[tuple[str | None, int]]:
    """Each entry's label, and how many details nest in its clause."""
    tree = parse(HEAD + text, "t").tree
    assert tree is not None
    entries = [item for item in tree.items if isinstance(item, EntryNode)]
    rules = [entry.statement for entry in entries if isinstance(entry.statement, Rule)]
    return [(e.label, len(r.exceptions) + len(r.blocks)) for e, r in zip(entries, rules, strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(a) x is offered\n    y is offered\n", [("(a)", 0), (None, 0)]),
        ("(a)       x is offered\n            except when y = 1\n          z is offered\n", [("(a)", 1), (None, 0)]),
        ("(a) x is offered\n(a)1     except when y = 1\n(b) z is offered\n", [("(a)", 1), ("(b)", 0)]),
        ("(a) x is offered\n\n# c\n\n     except when y = 1\n# c\n     except when y = 2\n", [("(a)", 2)]),
        (
            "(-) x is offered  # c\n     for decks 6\n       | a | b |\n       | 1 | 2 |\n     for decks 8\n",
            [("(-)", 2)],
        ),
        ("(aa)12iv x is offered\n(I)      y is offered\n", [("(aa)12iv", 0), ("(I)", 0)]),
        ("(a) x is offered\ny is offered\n", [("(a)", 0), (None, 0)]),
        ("(a) x is offered\n      when y = 1\n      per (b)\n", [("(a)", 0)]),
    ],
)
def test_nesting_goes_by_the_column_of_the_first_word(text: str, expected: list[tuple[str | None, int]]) -> None:
    assert shape(text) == expected


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("(a)   x is offered\n     y is offered\n", (3, 6), "R115"),
        ("(a)   x is offered\n       y is offered\n", (3, 8), "R115"),
        ("(a)   x is offered\n(b)  y is offered\n", (3, 6), "R115"),
        ("(a)   x is offered\n          except when y = 1\n        except when y = 2\n", (4, 9), "R115"),
        ("(a)   x is offered\n        except when y = 1\n          except when y = 2\n", (4, 11), "R115"),
        ('(a)   game x "X"\n        when\n', (3, 13), "R130"),
        ("      x is offered\n", (2, 7), "R115"),
        ("(a)   x is offered\n (b)  y is offered\n", (3, 2), "R114"),
        ("(abcde) x is offered\n", (2, 1), "R123"),
        ("(a)mix x is offered\n", (2, 1), "R114"),
        ("a) x is offered\n", (2, 1), "R123"),
    ],
)
def test_a_line_out_of_place_is_reported(text: str, place: tuple[int, int], code: str) -> None:
    (problem,) = parse(HEAD + text, "t").problems
    assert (problem.place.line, problem.place.column, problem.code) == (*place, code)


def test_the_grammar_has_no_conflict_but_one(caplog: pytest.LogCaptureFixture) -> None:
    """`sic CITE "text"`: in a history note the text could be the note's own; it is the ground of the reading."""
    with caplog.at_level(logging.DEBUG, logger=lark.logger.name):
        grammar(debug=True)
    conflicts = [record.getMessage() for record in caplog.records if "onflict" in record.getMessage()]
    assert len(conflicts) == 1 and "STRING" in conflicts[0]


@pytest.mark.parametrize(
    ("text", "mode"),
    [("at  least 6", "at_least"), ("at\tmost 6", "at_most"), ("between 1 and 2", "between"), ("among 1, 2", "among")],
)
def test_words_may_be_separated(text: str, mode: str) -> None:
    tree = parse(f"{HEAD}(a)  x is {text}\n", "t").tree
    assert tree is not None and tree.items[0].statement.predicate.mode == mode  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["1,200", "1,200, 3", "1, 200", "1,\t2"])
def test_a_comma_groups_thousands_unless_a_space_follows(text: str) -> None:
    tree = parse(f"{HEAD}(a)  x is among {text}\n", "t").tree
    assert tree is not None
    values = [value.value for value in tree.items[0].statement.predicate.values]  # type: ignore[union-attr]
    assert values == {"1,200": [1200], "1,200, 3": [1200, 3], "1, 200": [1, 200], "1,\t2": [1, 2]}[text]
