"""`rules fmt`: one layout, the same tree, the author's comments, and nothing left to do the second time."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.grammar import tree as t
from pitboss.grammar import unparse
from pitboss.grammar.format import TEXT, WIDTH, format_tree
from pitboss.grammar.literals import literal
from tests.support.product import Rejected, format_text, main, parse
from tests.support.soak import examples

HERE = Path(__file__).parent
FILES = [*(HERE / "good").glob("*.rules"), *(HERE.parents[1] / "rulespecs").rglob("*.rules")]
TEXTS = [path.read_text("utf-8") for path in sorted(FILES)]
HEAD = 'section 1:1-1.1 "Tiles"\n'


def formatted(text: str) -> str:
    return format_text(text, "t")


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.lstrip("# ").split("\n")[0][:30])
def test_a_file_gives_the_same_result_and_stays(text: str) -> None:
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


def chain(first: int, last: int, gap: str = " ") -> str:
    return f"{gap}and ".join(f"condition_{number} = {number}" for number in range(first, last))


def wagers(first: int, last: int) -> str:
    return ", ".join(f"wager_number_{number}" for number in range(first, last))


def words(first: int, last: int) -> str:
    return " ".join(f"word{number}" for number in range(first, last))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (  # the references go below, then the conditions, then each reference
            f"(a)  x bars {wagers(0, 5)} when run = 2 from 2001-01-01 until 2002-01-01  # c",
            f"""
(a)       x bars {wagers(0, 5)} when run = 2  # c
            from 2001-01-01 until 2002-01-01""",
        ),
        (
            f"(a)  x bars {wagers(0, 6)} when run = 2 from 2001-01-01 as y",
            f"""
(a)       x bars {wagers(0, 6)}
            when run = 2
            from 2001-01-01 as y""",
        ),
        (
            f'(a)  x is offered from 2001-01-01 inferred "{words(0, 13)}" until 2002-01-01 as y',
            f"""
(a)       x is offered
            from 2001-01-01 inferred "{words(0, 13)}"
            until 2002-01-01
            as y""",
        ),
        (  # a chain of conditions is broken at its connectives
            f"(a)  x wins when {chain(0, 6)}",
            f"""
(a)       x wins
            when {chain(0, 6, chr(10) + 16 * " ")}""",
        ),
        (
            f"(a)  x wins when {chain(0, 4)} or aa = 1 and (bb = 2 or cc = 3)",
            f"""
(a)       x wins
            when {chain(0, 4)}
                or aa = 1 and (bb = 2 or cc = 3)""",
        ),
        (
            f"(a)  x wins when {chain(0, 6)} or aa = 1 and (bb = 2 or cc = 3)",
            f"""
(a)       x wins
            when {chain(0, 6, chr(10) + 20 * " ")}
                or aa = 1 and (bb = 2 or cc = 3)""",
        ),
        (
            f"(a)  x wins when run = 2 and ({chain(0, 5)} or aa = 1 and bb = 2)",
            f"""
(a)       x wins
            when run = 2
                and ({chain(0, 5)}
                        or aa = 1 and bb = 2)""",
        ),
        (  # lists are filled
            f'(a)  field x of seat one of {wagers(0, 9)} "title"',
            f"""
(a)       field x of seat one of {wagers(0, 5)},
              {wagers(5, 9)}
              "title\"""",
        ),
        (  # a text is broken last, into parts of about the same length
            f'(a)  attest x "{words(0, 26)}" at table when run = 2',
            f"""
(a)       attest x
              "{words(0, 14)}"
              "{words(14, 26)}" at table
            when run = 2""",
        ),
        (
            f'(a)  permit "{words(0, 26)}" per (b)',
            f"""
(a)       permit "{words(0, 14)}"
                 "{words(14, 26)}"
            per (b)""",
        ),
        (
            f'(a)  leave "{words(0, 17)}" because "{words(0, 3)}"',
            f"""
(a)       leave "{words(0, 17)}"
              because "{words(0, 3)}\"""",
        ),
        (
            f"(a)  some_amount follows from sum of stake of some_long_wager over other hands where {chain(0, 3)}",
            f"""
(a)       some_amount follows from sum of stake of some_long_wager over other hands
              where {chain(0, 3)}""",
        ),
        (
            f"(a)  outcome some_outcome of some_wager when {chain(0, 4)}",
            f"""
(a)       outcome some_outcome of some_wager
            when {chain(0, 4)}""",
        ),
        (
            "(a)  some_amount_of_money is exactly some_other_amount_of_money - 10"
            " * (some_amount_of_the_first_kind + some_amount_of_the_second_kind)",
            """
(a)       some_amount_of_money is exactly some_other_amount_of_money
              - 10 * (some_amount_of_the_first_kind + some_amount_of_the_second_kind)""",
        ),
    ],
)
def test_a_line_too_long_is_broken(text: str, expected: str) -> None:
    once = formatted(f"{HEAD}{text}\n")
    assert once == HEAD.rstrip() + expected + "\n"
    assert parse(once, "t").tree == parse(f"{HEAD}{text}\n", "t").tree
    assert formatted(once) == once


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.lstrip("# ").split("\n")[0][:30])
def test_only_headings_comments_and_rows_may_be_too_long(text: str) -> None:
    for line in formatted(text).splitlines():
        if not re.match(r"section |vocabulary |(\(\S+)? *[|#]", line):
            words = re.sub(r'("[^"]*"[^"#]*)#.*', r"\1", line)
            assert len(words) <= WIDTH + (TEXT if '"' in line else 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (  # in a clause: above it
            "(a) x is offered\n      # c\n\n      from 2001-01-01\n      # d\n      as y\n    z is offered",
            "          # c\n          # d\n(a)       x is offered  from 2001-01-01 as y\n          z is offered",
        ),
        (  # at the end of a row that stays a row
            f"(a) x bars {wagers(0, 6)}  # c\n      when run = 2  # d\n      from 2001-01-01  # e",
            f"(a)       x bars {wagers(0, 6)}  # c\n            when run = 2  # d\n            from 2001-01-01  # e",
        ),
        (  # between two provisions: with the one that no blank line parts it from
            "(a) x is offered\n# c\n\n# d\n(b) z is offered\n\n# e\n",
            "(a)       x is offered\n          # c\n\n          # d\n(b)       z is offered\n\n# e",
        ),
        (
            "# b\n\n(a) x is offered\n      except when y = 1\n# c\n      except when y = 2\n#d\n\n    z is offered",
            "# b\n\n(a)       x is offered\n            except when y = 1\n            # c\n"
            "            except when y = 2\n          #d\n\n          z is offered",
        ),
        (  # between the parts of a text
            '(a) attest x "a"  # "b"\n      # c\n       "# d"  # e',
            '          # c\n(a)       attest x "a # d"  # "b"  # e',
        ),
    ],
)
def test_a_comment_stays_with_its_statement(text: str, expected: str) -> None:
    assert formatted(HEAD + text + "\n") == HEAD + expected + "\n"
    assert formatted(HEAD + expected + "\n") == HEAD + expected + "\n"


def test_the_rulebook_is_formatted(capsys: pytest.CaptureFixture[str]) -> None:
    assert (main(["rules", "fmt", "--check", str(HERE.parents[1] / "rulespecs")]), capsys.readouterr().out) == (0, "")


@pytest.mark.parametrize("text", ["", "(a)  x is offered\n", HEAD + "(a)  x is 6\n", HEAD + "\t(a) x is offered\n"])
def test_what_cannot_be_read_is_not_formatted(text: str) -> None:
    with pytest.raises(Rejected) as rejected:
        formatted(text)
    assert rejected.value.diagnostics


# ---- whitespace and comments, mutated


@examples(40)
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


# ---- other layouts of the same file

CANONICAL = st.sampled_from(TEXTS).map(cache(formatted))
TRAILER = re.compile(r" +(?:when|unless|per|from|until|despite|as)\b")
CONTINUATION = re.compile(r' +(?:(?:and|or|where|because|leads)\b|[-+*/] |")')
IN_CLAUSE = re.compile(r"(?<=\S) (?=(?:and|or|where|because|leads)\b|[-+*/] )|(?<=,) |(?<=\w) $")
IN_TEXT = re.compile(r"(?<=\w) (?=\w)")


def rows_below(rows: list[str], number: int) -> bool:
    """Whether a row goes on with the row above it, as a trailer or as a continuation."""
    above = next((row for row in reversed(rows[:number]) if row.strip()), "").rstrip()
    return bool(TRAILER.match(rows[number]) or CONTINUATION.match(rows[number])) or above.endswith(",")


def other_layout(text: str, random: Random) -> str:
    """The same statements and comments, with rows joined and broken where the language allows it."""
    rows = text.split("\n")
    out: list[str] = []
    for number, row in enumerate(rows):
        if is_broken(row) and rows_below(rows, number) and is_broken(out[-1]) and random.random() < 0.5:
            glued = out[-1].endswith('"') and row.lstrip().startswith('"')
            out[-1] = out[-1][:-1] + " " + row.lstrip()[1:] if glued else f"{out[-1]} {row.lstrip()}"
        else:
            out.append(row)
    return "\n".join(broken(row, random) if is_broken(row) else row for row in out)


def is_broken(row: str) -> bool:
    return bool(row.strip()) and "#" not in row and "|" not in row and not row.startswith(("section", "vocabulary"))


def broken(row: str, random: Random) -> str:
    """A row with some new lines before connectives and texts, after commas, and between the words of a text."""
    column = re.match(r"(?:\(\S+)? *", row).end()  # type: ignore[union-attr]

    def gap(found: re.Match[str]) -> str:
        pause = '"' if found.re is IN_TEXT else ""
        new_line = "\n" + " " * (column + random.randint(7, 14))
        return f"{pause}{new_line}{pause}" if random.random() < 0.2 else found[0]

    parts = re.split(r'("[^"]*")', row)
    return "".join((IN_TEXT if part.startswith('"') else IN_CLAUSE).sub(gap, part) for part in parts)


@examples(50)
@given(CANONICAL, st.randoms(use_true_random=False))
def test_the_layout_depends_on_the_statements_only(text: str, random: Random) -> None:
    other = other_layout(text, random)
    assert parse(other, "t").problems == ()
    assert parse(other, "t").tree == parse(text, "t").tree
    assert formatted(other) == text


@examples(60)
@given(CANONICAL, st.data())
def test_a_comment_stays_with_its_statement_wherever_it_is_written(text: str, data: st.DataObject) -> None:
    rows = text.split("\n")
    number = data.draw(st.sampled_from([i for i, row in enumerate(rows) if row.strip() and "#" not in row]))
    first = number
    while rows_below(rows, first):
        first -= 1
    indent = data.draw(st.integers(0, 30))
    once = formatted("\n".join([*rows[:number], " " * indent + "# added", *rows[number:]])).split("\n")
    at = next(i for i, row in enumerate(once) if row.strip() == "# added")
    assert once[:at] + once[at + 1 :] == rows
    assert at == first


# ---- trees, made up

NAMES = st.sampled_from(["side", "run", "decks", "up_card", "x1"])
VALUES = st.sampled_from(["6", "1,000", "5 1/2", "$5", "70%", "3 to 1", "5 1/2 for 1", "3% of meter"])
LITERALS = VALUES.map(lambda text: literal(text, t.NOWHERE))
PATHS = st.builds(t.Path, NAMES, st.none() | NAMES)
LISTED = st.lists(LITERALS | NAMES.map(lambda n: t.Literal("name", n, n)), min_size=1, max_size=3).map(tuple)
ATOMS: st.SearchStrategy[t.Expr | None] = (
    LITERALS | PATHS | st.builds(t.CardsNode, st.sampled_from(["first", "last"]), st.integers(1, 9))
)
ATOMS = ATOMS | st.builds(t.Pattern, st.integers(2, 5), NAMES)
TESTS = st.builds(t.Among, PATHS, LISTED, st.booleans()) | st.builds(t.OfferedNode, PATHS, st.booleans())


def grown(inner: st.SearchStrategy[t.Expr | None]) -> st.SearchStrategy[t.Expr | None]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    arguments = st.lists(st.builds(t.Argument, st.none() | NAMES, inner), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(t.Arithmetic, st.sampled_from("+-*/"), inner, inner),
        st.builds(t.ComparisonNode, st.sampled_from(["=", "!=", "<", ">", "<=", ">="]), inner, inner),
        st.builds(t.Extreme, st.sampled_from(["greater", "lesser"]), inner, inner),
        st.builds(t.Call, NAMES, arguments),
        st.builds(t.NotNode, inner),
        st.builds(t.All, several),
        st.builds(t.Any, several),
    )


@examples(300)
@given(st.recursive(ATOMS | TESTS, grown, max_leaves=12))
def test_an_expression_is_read_as_it_was_printed(expression: t.Expr) -> None:
    tree = parse(f"{HEAD}(a)  x wins when {unparse.expression(expression)}\n", "t").tree
    assert tree is not None, unparse.expression(expression)
    assert tree.items[0].statement.trailers.when == expression  # type: ignore[union-attr]
