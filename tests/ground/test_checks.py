"""One error injected for each thing that can differ: it is found, at its line of the text and its line of the rules."""

# ruff: noqa: E501
from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import ground_law
from tests.support.product import Pair, ground_compare, lines_of, parse, split_provisions, transcribe

HERE = Path(__file__).parent

ONE, FOUR = "1-1-9.1.rules", "1-1-9.4.rules"


def test_the_made_up_rules_state_what_the_made_up_text_states(tmp_path: Path) -> None:
    assert ground_law.left(tmp_path) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        # provisions
        (ONE, '(a)2ii    attest no_red_lamp "neither of the lamps is red"\n', "", "provisions 1:1-9.1(a)2ii: printed, not stated (19, 5)"),
        (ONE, "\n(b)    ", '\n(a)3      permit "a third way"\n(b)    ', "provisions 1:1-9.1(a)3: stated, not printed (13, 13)"),
        (ONE, "Sets of tiles", "Sets of dice", "provisions 1:1-9.1: title (11, 1)"),
        # numbers: a bound, a condition's part, a division, digits in quotes, an amount, a percentage
        (ONE, "sets is at least 6", "sets is at least 7", "numbers 1:1-9.1(a): 7 (13, 5)"),
        (ONE, "is exactly 2", "is exactly 3", "numbers 1:1-9.1(a)2i: 3 (18, 10)"),
        (ONE, "months / 2", "months / 3", "numbers 1:1-9.1(b): 1/3 (21, 15)"),
        (ONE, "list of 12", "list of 13", "numbers 1:1-9.1(b): 13 (21, 16)"),
        (FOUR, "$1,000", "$1,001", "numbers 1:1-9.4(a): $1,001 (33, 10)"),
        (FOUR, "$1,000", "$5", "numbers 1:1-9.4(a): $1,000: printed, not stated (33, 6)"),
        (FOUR, "exactly 5%", "exactly 6%", "numbers 1:1-9.4(a): 6% (33, 11)"),
        # tables: a cell, a heading, the order of rows, a row too few, a column too many
        (FOUR, "5 1/2 to 1", "6 1/2 to 1", "tables 1:1-9.4(a): row 1, column 2: 5 1/2 to 1 printed, 6 1/2 to 1 stated (36, 8)"),
        (FOUR, "Table B", "Table C", "tables 1:1-9.4(a): heading, column 3: table_c stated (35, 7)"),
        (FOUR, "| Trio     |", "| Pair     |", "tables 1:1-9.4(a): row 1, column 1: pair stated (36, 8)"),
        (FOUR, "            | Pair any | 2 to 1     | 3 to 1  |\n", "", "tables 1:1-9.4(a): row 2: printed, not stated (37, 7)"),
        (FOUR, "| Table B |\n", "| Table B |\n            | Solo | 2 to 1 | 6 to 1 |\n", "tables 1:1-9.4(a): row 3: stated, not printed (35, 10)"),
        # citations: dropped, invented, one of those that yield
        (ONE, "1:1-9.2(b), 1:1-9.2(c)", "1:1-9.2(b)", "citations 1:1-9.1(a): 1:1-9.2(c): printed, not stated (13, 5)"),
        (ONE, "1:1-9.2(c)", "1:1-9.2(c), 1:1-9.7", "citations 1:1-9.1(a): 1:1-9.7: stated, not printed (13, 8)"),
        (ONE, "  per (a)1", "", "citations 1:1-9.1(b): (a)1: printed, not stated (21, 13)"),
        (ONE, "per (a)1", "per (a)1, (a)2i", "citations 1:1-9.1(b): (a)2i: stated, not printed (21, 14)"),
        # history: instrument, day, operative day, reporter, and what is invented
        (ONE, "R.2001 d.24", "R.2001 d.25", "history 1:1-9.1: R.2001 d.24 2001-01-16: printed, not stated (25, 1)"),
        (ONE, "2001-01-16", "2001-01-17", "history 1:1-9.1: 2001-01-17: stated, not printed (11, 3)"),
        (ONE, "operative 2001-02-01", "operative 2001-02-02", "history 1:1-9.1: operative 2001-02-01: printed, not stated (25, 1)"),
        (ONE, "32 N.J.R. 287(a)", "33 N.J.R. 287(a)", "history 1:1-9.1: 32 N.J.R. 287(a): printed, not stated (27, 1)"),
        (ONE, "petition see 33 N.J.R. 10(a)", "petition see 33 N.J.R. 11(a)", "history 1:1-9.1: 33 N.J.R. 11(a): stated, not printed (11, 2)"),
        # scan notes
        (FOUR, "law line 39 is no law", "law line 39 is nothing", "scan 1:1-9.4: not of the form: scan: FILE lines A-B are CITATION (, 4)"),
        (FOUR, "law line 39", "law lines 390-391", "scan : no such lines: law:390-391 (, 4)"),
        (FOUR, "law line 39", "law lines 39-41", "scan : placed twice: law:41 (, 4)"),
    ],
)  # fmt: skip
def test_an_injected_error_is_found_where_it_is(file: str, old: str, new: str, found: str, tmp_path: Path) -> None:
    rules = {**ground_law.RULES, file: ground_law.changed(ground_law.RULES[file], old, new)}
    assert found in ground_law.left(tmp_path, rules=rules)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("at least six sets", "at least five sets", "numbers 1:1-9.1(a): 6 (13, 5)"),
        ("Pair, any\t2 to 1", "Pair, any\t2 for 1", "tables 1:1-9.4(a): row 2, column 2: 2 for 1 printed, 2 to 1 stated (37, 9)"),
        ("Trio\t5 1/2 to 1\t6 to 1", "Trio\t5 1/2 to 1", "tables 1:1-9.4(a): row 1: 2 cells printed, 3 stated (36, 8)"),
        ("(b) Except as provided in (a)1 above", "(c) Except as provided in (a)1 above", "provisions 1:1-9.1(c): printed, not stated (21, 1)"),
        ("wager of N.J.A.C. 1:1-9.1(a)2i", "wager of N.J.A.C. 1:1-9.1(a)2ii", "citations 1:1-9.4(a): 1:1-9.1(a)2i: stated, not printed (33, 6)"),
        ("no set is older", "no set of (a)3 above is older", "citations 1:1-9.1(b): (a)3: printed, not stated (21, 13)"),
        ("March 4, 2002", "March 5, 2002", "history 1:1-9.4: R.2002 d.7 2002-03-05: printed, not stated (45, 1)"),
    ],
)  # fmt: skip
def test_an_error_in_the_text_is_found_as_well(old: str, new: str, found: str, tmp_path: Path) -> None:
    assert found in ground_law.left(tmp_path, text=ground_law.changed(ground_law.TEXT, old, new))


PAID = """1:1-9.4 Payment of pairs

(a) Pairs are paid:

{table}
"""
LEDGER = """section 1:1-9.4 "Payment of pairs" at tiles

(a)       pair pays {rest}
"""


@pytest.mark.parametrize(
    ("table", "rest", "found"),
    [
        ("Trio\tpays\t3 to 1\nPair\tpays\t1 to 1", "at least\n  | Hand | odds |\n  | Trio | 3 to 1 |\n  | Pair | 1 to 1 |", []),
        ("Trio\t3 to 1\nPair\t1 to 1", "at least 3 to 1\n          two pays at least 1 to 1", []),
        ("Trio\t3 to 1\nPair\t1 to 1", "at least 1 to 1\n          two pays at least 3 to 1", ["no table: 2 columns, 2 rows"]),
        (
            "\t<u>A</u>\t<u>B</u>\nTrio\t3 to 1\t4 to 1\n\n<u>Hand</u>\t<u>C</u>\nTrio\t5 to 1",
            "one table at least\n  | Hand | A | B | C |\n  | Trio | 3 to 1 | 4 to 1 | 5 to 1 |",
            [],
        ),
        (
            "\t<u>A</u>\t<u>B</u>\nTrio\t3 to 1\t4 to 1\n\n<u>Hand</u>\t<u>C</u>\nTrio\t5 to 1",
            "one table at least\n  | Hand | A | C | B |\n  | Trio | 3 to 1 | 4 to 1 | 5 to 1 |",
            ["row 1, column 3: 4 to 1 printed, 5 to 1 stated", "row 1, column 2: 5 to 1 printed, 4 to 1 stated"],
        ),
        (
            "<u>Stake</u>\t<u>Award</u>\n\\$1.00\t\\$5.00 minimum to \\$9 maximum",
            "at least\n  | Stake | minimum |\n  | $1 | $5 |\n          two pays at least\n  | Stake | maximum |\n  | $1 | $9 |",
            [],
        ),
        ("<u>Hand</u>\t<u>Pays</u>\nTrio\t100 percent of the meter", "at least\n  | Hand | Pays |\n  | Trio | 100% of meter |", []),
        ("<u>Run</u>\t<u>Pays</u>\n2 hands in a row\t3 to 1", "at least\n  | Run | Pays |\n  | 2 | 3 to 1 |", []),
        ("<u>Hand</u>\t<u>Pays</u>\nTrio\t3 to 1", "at least\n  | Hand | Pays | More |\n  | Trio | 3 to 1 | 4 to 1 |", ["column 3: stated, not printed"]),
    ],
)  # fmt: skip
def test_tables_in_every_style(table: str, rest: str, found: list[str], tmp_path: Path) -> None:
    rules = {FOUR: LEDGER.format(rest=rest.replace("\n  |", "\n            |"))}
    reported = ground_law.differences(ground_law.ground(tmp_path, PAID.format(table=table), rules))[0]
    assert [d.difference for d in reported if d.check == "tables"] == found


EXPLAINED = """
- provision: 1:1-9.1(a)
  check: numbers
  difference: ["7"]
  line: law:13
  because: a try
"""


def test_what_is_explained_is_no_difference_and_what_explains_nothing_is_one(tmp_path: Path) -> None:
    rules = {
        **ground_law.RULES,
        ONE: ground_law.changed(ground_law.RULES[ONE], "sets is at least 6", "sets is at least 7"),
    }
    assert ground_law.left(tmp_path / "a", rules=rules, explained=EXPLAINED) == []
    assert ground_law.left(tmp_path / "b", explained=EXPLAINED) == [
        "explained 1:1-9.1(a): explains nothing: numbers 7 at law:13 (, 2)"
    ]
    twice = ground_law.left(tmp_path / "c", rules=rules, explained=EXPLAINED + EXPLAINED)
    assert twice == ["explained 1:1-9.1(a): explained twice: numbers 7 at law:13 (, 8)"]
    elsewhere = EXPLAINED.replace("law:13", "law:14")
    assert len(ground_law.left(tmp_path / "d", rules=rules, explained=elsewhere)) == 2


@pytest.mark.parametrize("text", ["- [", "a: b", "- {provision: a}", EXPLAINED.replace("a try", '" "')])
def test_a_list_of_explanations_that_cannot_be_read_reports_it(text: str, tmp_path: Path) -> None:
    from pitboss.compiler.ground.explanations import Unexplained

    with pytest.raises(Unexplained, match="rules/ground.yaml"):
        ground_law.left(tmp_path, explained=text)


def test_a_seal_finds_what_the_text_alone_cannot(tmp_path: Path) -> None:
    """One figure of a provision in the place of another is no figure that the text lacks."""
    from tests.support.product import sealed

    rules = {
        **ground_law.RULES,
        ONE: ground_law.changed(ground_law.RULES[ONE], "sets is at least 8 when", "sets is at least 6 when"),
    }
    assert ground_law.left(tmp_path, rules=rules) == []
    ground_law.laid_out(tmp_path, rules=ground_law.RULES)
    (tmp_path / "rules/fingerprints.json").write_text(sealed(ground_law.ground(tmp_path)))
    assert ground_law.left(tmp_path) == []
    assert ground_law.left(tmp_path, rules=rules) == ["sealed 1:1-9.1(a): changed since it was compared (13, 5)"]
    gone = {
        **ground_law.RULES,
        FOUR: ground_law.changed(ground_law.RULES[FOUR], "(b)       loss is between $5 and $20\n", ""),
    }
    assert "sealed 1:1-9.4(b): no longer stated (43, 1)" in ground_law.left(tmp_path, rules=gone)


def test_the_fingerprints_hold_no_word_of_the_law(tmp_path: Path) -> None:
    from tests.support.product import sealed

    written = json.loads(sealed(ground_law.ground(tmp_path)))
    hashes = [
        *written["told"].values(),
        *(h for many in (*written["text"].values(), *written["pieces"].values()) for h in many),
    ]
    assert hashes
    assert all(len(h.removeprefix("+")) == 16 and int(h, 16) >= 0 for h in hashes)


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        (["1.1 Tiles", "1.2 Dice"], []),
        (["1.1 Tiles", "1.3 Dice"], ["1:1-1.2 printed, not stated", "1:1-1.3 stated, not printed"]),
        (["1.1 Tiles", "1.2 Cards"], ["1:1-1.2 printed, not stated", "1:1-1.2 stated, not printed"]),
        (["1.2 Dice"], ["1:1-1.1 printed, not stated"]),
    ],
)
def test_the_contents_name_the_sections_that_the_print_names(stated: list[str], found: list[str]) -> None:
    """A heading without a body is an entry of the contents, as is a line with a dash."""
    text = split_provisions({"a": lines_of("1:1-1.1 Tiles\n- 1:1-1.2 Dice", "a")})
    notes = "\n".join('contents per 1:1-{} "{}"'.format(*entry.split(" ")) for entry in stated)
    pair = Pair(transcribe(parse(f'section 1:1 "Games"\n{notes}\n(-)  permit "games"\n', "t.rules").tree), text)
    differing = [f"{d.provision} {d.difference}" for d in ground_compare(pair) if d.check == "contents"]
    assert differing == found
