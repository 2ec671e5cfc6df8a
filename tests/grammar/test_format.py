"""`rules fmt`: one layout, the same tree, the author's comments, and nothing left to do the second time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.grammar import tree as t
from pitboss.grammar import unparse
from pitboss.grammar.diagnostics import Rejected
from pitboss.grammar.format import WIDTH, format_text, format_tree
from pitboss.grammar.literals import literal
from pitboss.grammar.parse import parse
from tests.support.soak import examples

HERE = Path(__file__).parent
FILES = [*(HERE / "good").glob("*.rules"), *(HERE.parents[1] / "rulespecs").rglob("*.rules")]
TEXTS = [path.read_text("utf-8") for path in sorted(FILES)]
HEAD = 'section 1:1-1.1 "Tiles"\n'


def formatted(text: str) -> str:
    return format_text(text, "t")


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.lstrip("# ").split("\n")[0][:30])
def test_a_file_says_the_same_and_stays(text: str) -> None:
    once = formatted(text)
    assert parse(once, "t").tree == parse(text, "t").tree is not None
    assert formatted(once) == once
    assert sorted(re.findall(r"#.*", once)) == sorted(re.findall(r"#.*", text))


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.lstrip("# ").split("\n")[0][:30])
def test_a_tree_without_its_text_is_printed_all_the_same(text: str) -> None:
    tree = parse(text, "t").tree
    assert tree is not None
    assert parse(format_tree(tree), "t").tree == tree


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(a) x   is  offered", "(a)       x is offered"),
        ("(a) x is offered from 2001-01-01 when y = 1", "(a)       x is offered when y = 1  from 2001-01-01"),
        (
            "(a) x is offered as w despite (c) until 2002-01-01 per (b) unless z = 1 when y = 1",
            "(a)       x is offered when y = 1 unless z = 1  per (b) until 2002-01-01 despite (c) as w",
        ),
        ("(a) x is offered\n      per (b)", "(a)       x is offered  per (b)"),
        ("(a) x is offered # c  ", "(a)       x is offered  # c"),
        ("(a) x is offered # c\n     per (b)   # d", "(a)       x is offered  per (b)  # c  # d"),
        (
            "(a) x is offered\n\n\n\n# c\n    y is offered",
            "(a)       x is offered\n\n          # c\n          y is offered",
        ),
        ("\n\n(a) x is offered\n\n\n", "\n(a)       x is offered"),
        (
            "(a) x pays at least\n  | a|bb |\n  # c\n  |1 | 3  to 1|",
            "(a)       x pays at least\n            | a | bb     |\n            # c\n            | 1 | 3 to 1 |",
        ),
        (
            '(a)    x is offered\n         reading b "c"\n              x is not offered\n'
            "(a)1i    except when z = 1 per (b)",
            '(a)       x is offered\n            reading b "c"\n              x is not offered\n'
            "(a)1i       except when z = 1  per (b)",
        ),
        ("(a)123viii x is offered\n           y is offered", "(a)123viii  x is offered\n            y is offered"),
        ("(a) x is offered when ((a1 and (b1 or (c1))))", "(a)       x is offered when a1 and (b1 or c1)"),
        ("(a) x is at least ( 1+2 )*3 - (4 - 5)", "(a)       x is at least (1 + 2) * 3 - (4 - 5)"),
        ("(a) x is at least (greater of 1, 2) + 3", "(a)       x is at least (greater of 1, 2) + 3"),
        ("(a) x needs notice 1 1/2 hours before start", "(a)       x needs notice 1 1/2 hours before start"),
    ],
)
def test_the_layout(text: str, expected: str) -> None:
    assert formatted(HEAD + text + "\n") == HEAD + expected + "\n"
    assert formatted(HEAD + expected + "\n") == HEAD + expected + "\n"


def test_a_line_too_long_puts_its_trailers_below() -> None:
    names = ", ".join(f"wager_number_{number}" for number in range(6))
    once = formatted(f"{HEAD}(a)  streak bars {names} when run = 2 per 1:1-1.2(a)  # c\n")
    assert once.splitlines()[1:] == [
        f"(a)       streak bars {names}  # c",
        "            when run = 2",
        "            per 1:1-1.2(a)",
    ]
    assert formatted(once) == once and max(map(len, once.splitlines())) <= WIDTH + 6


@pytest.mark.parametrize("text", ["", "(a)  x is offered\n", HEAD + "(a)  x is 6\n", HEAD + "\t(a) x is offered\n"])
def test_what_cannot_be_read_is_not_formatted(text: str) -> None:
    with pytest.raises(Rejected) as rejected:
        formatted(text)
    assert rejected.value.diagnostics


# ---- whitespace and comments, mutated


@examples(80)
@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
def test_space_between_words_and_comments_do_not_matter(text: str, random) -> None:  # type: ignore[no-untyped-def]
    out = []
    for line in text.split("\n"):
        found = re.match(r"(\s*(?:\(\S+\)\S*)?\s*)(.*)", line)
        assert found
        margin, words = found[1], found[2]
        parts = re.split(r'("[^"]*"|#.*| +)', words)
        spaced = "".join(" " * random.randint(1, 3) if part.isspace() else part for part in parts)
        spaced += (
            random.choice(["", "", "", "  ", "# note", "  # a | b"]) if "#" not in line and "|" not in line else ""
        )
        out.append(margin + spaced)
        out += [random.choice(["", "   ", "# one", "      # two"])] * random.choice([0, 0, 0, 1, 2])
    mutated = "\n".join(out)
    once = formatted(mutated)
    assert parse(once, "t").tree == parse(text, "t").tree
    assert formatted(once) == once
    assert len(re.findall("#", once)) == len(re.findall("#", mutated))
    assert "\n\n\n" not in once and not re.search(r"[ \t]$", once, re.MULTILINE)


# ---- trees, made up

NAMES = st.sampled_from(["side", "run", "decks", "up_card", "x1"])
VALUES = st.sampled_from(["6", "1,000", "5 1/2", "$5", "70%", "3 to 1", "5 1/2 for 1", "3% of meter"])
LITERALS = VALUES.map(lambda text: literal(text, t.NOWHERE))
PATHS = st.builds(t.Path, NAMES, st.none() | NAMES)
LISTED = st.lists(LITERALS | NAMES.map(lambda n: t.Literal("name", n, n)), min_size=1, max_size=3).map(tuple)
ATOMS: st.SearchStrategy[t.Expr | None] = (
    LITERALS | PATHS | st.builds(t.Cards, st.sampled_from(["first", "last"]), st.integers(1, 9))
)
ATOMS = ATOMS | st.builds(t.Pattern, st.integers(2, 5), NAMES)
TESTS = st.builds(t.Among, PATHS, LISTED, st.booleans()) | st.builds(t.Offered, PATHS, st.booleans())


def grown(inner: st.SearchStrategy[t.Expr | None]) -> st.SearchStrategy[t.Expr | None]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    arguments = st.lists(st.builds(t.Argument, st.none() | NAMES, inner), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(t.Arithmetic, st.sampled_from("+-*/"), inner, inner),
        st.builds(t.Comparison, st.sampled_from(["=", "!=", "<", ">", "<=", ">="]), inner, inner),
        st.builds(t.Extreme, st.sampled_from(["greater", "lesser"]), inner, inner),
        st.builds(t.Call, NAMES, arguments),
        st.builds(t.Not, inner),
        st.builds(t.All, several),
        st.builds(t.Any, several),
    )


@examples(300)
@given(st.recursive(ATOMS | TESTS, grown, max_leaves=12))
def test_an_expression_is_read_as_it_was_printed(expression: t.Expr) -> None:
    tree = parse(f"{HEAD}(a)  x wins when {unparse.expression(expression)}\n", "t").tree
    assert tree is not None, unparse.expression(expression)
    assert tree.items[0].statement.trailers.when == expression  # type: ignore[union-attr]
