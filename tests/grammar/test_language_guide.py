"""Every example of the language guide compiles and is in canonical layout, and together they show the whole grammar.

Names that an example uses and does not declare are in the preamble below, one declaration per line. A line that declares
something that the example declares itself is left out, so that one preamble does for all.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from tests.support.core_nodes import nodes
from tests.support.product import (
    COMPILER_CODES,
    Rejected,
    core,
    core_rulebook,
    format_text,
    parse,
    serial,
)
from tests.support.product import SYNTAX_CODES as CODES
from tests.support.product import compiled_files as files
from tests.support.rule_grammar import alternatives, grammar, parse_nodes

GUIDE = (Path(__file__).parents[2] / "docs" / "language.md").read_text("utf-8")
PART = 'section 1:1-1.1 "Tiles" at tiles\n'
EXAMPLES = [
    (PART if kind else "") + text for kind, text in re.findall(r"^```rules(-part)?\n(.*?)^```$", GUIDE, re.M | re.S)
]

DECLARED = re.compile(
    r"^(?:\([a-z]\))? +(?:(?:game|variation|option|wager|equipment|field|elect|define) (\w+)|(\w+) is one of) ", re.M
)
VOCABULARY = """\
vocabulary "What the examples of the guide speak of"

scope licensee "the licensee"
scope pit of licensee "a pit"
scope table of pit "a table"
scope wager of table "a wager on offer"
scope option of table "an option on offer"
scope event of licensee "something that changes"
scope round of table "a round"
scope seat of round "a player's place"
scope hand of seat "a hand of tiles"

field game of table game "game"
field variation of table variation "variation"
field decks of table count "sets in use"
field boxes of table count "boxes"
field splits of table count "splits"
field settlement_order of table one of left, right "who is paid first"
field vigorish of table money "commission"
field minimum of wager money "lowest wager"
field maximum of wager money "highest wager"
field payouts of wager payouts "payouts"
field selection of wager name "printed table selected"
field stake of seat money "stake"
field cards of hand cards "the hand"
field run of hand one of 2, 3, 4, 5 "wins in a row"
field side of hand one of over, under "side"
field seven of hand flag "the tile is a seven"
field result of hand one of won, lost, pushed "how the hand ended"
field marks of table set of money "amounts marked"
field counts of table map of name to count "tiles by kind"
field called_off of round flag "the round counts for nothing"
field banker of round name "what the banker does"
field banker_points of round count "points of the banker"
field player_third of round name "third tile of the player"
field dealer_cards of round cards "the dealer's hand"
field tiles_cards of round cards "tiles"
field commission of seat money "commission"
field royal_stake of wager one of returned, kept "what becomes of a stake that won"
field meter_reading of round money "the meter"
field royal_hands of round count "royals of the round"
field tiles_total of round count "total"
field tiles_extra of round count "further tiles"
field tiles_copies of seat count "how often one tile is there"
field tiles_hand of seat name "what the tiles make"
field against_dealer of seat one of higher, lower, draw "hand against the dealer's"
field wheel_pocket of round one of zero, number "pocket"
field wheel_number of round count "number"
"""
DECLARATIONS = """\
section 1:1-1.9 "What the examples offer and read" at tiles
(a)       leave "what follows is for the guide alone" because "an example shows one thing"
          game tiles "Tiles"
          variation six_to_five "six to five"
          wager tiles_wager required "tiles wager"
          wager streak optional "streak"
          wager over optional "over"
          wager under optional "under"
          wager over_under optional "over and under"
          wager sevens optional "sevens"
          wager insurance optional "insurance"
          wager same_suit optional "same suit"
          wager royal optional "royal"
          wager raise optional "raise"
          wager wager_one optional "one"
          wager wager_two optional "two"
          wager wager_three optional "three"
          wager wager_four optional "four"
          wager wager_five optional "five"
          wager wager_six optional "six"
          option resplit optional "splitting again"
          option surrender optional "surrender"
          ranking tiles_ranking of 3 cards "hands of tiles"
            straight has consecutive
            flush has suited
            pair has 2 of a rank
          equipment streak_layout "layout"
          equipment shaker "shaker"
          define large_shoe means decks >= 6 "a large shoe"
          streak requires streak_layout, shaker
          streak stays when run = 2 and side of streak is over
          marks is among $5, $25 when large_shoe
          counts is at most 9
"""


def names(text: str) -> set[str]:
    return {one or other for one, other in DECLARED.findall(text)}


def without(lines: str, declared: set[str]) -> str:
    return "".join(line for line in lines.splitlines(keepends=True) if not names(f" {line}") & declared)


def written(text: str, folder: Path) -> Path:
    """A folder of rules with the example and the declarations that it needs."""
    (folder / "example.rules").write_text(text, "utf-8")
    if not text.startswith("vocabulary"):
        (folder / "vocabulary.rules").write_text(without(VOCABULARY, names(text)), "utf-8")
        (folder / "declarations.rules").write_text(without(DECLARATIONS, names(text)), "utf-8")
    return folder


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_example_compiles(text: str, tmp_path: Path) -> None:
    try:
        made = files(core_rulebook(written(text, tmp_path)))
    except Rejected as rejected:
        pytest.fail("\n".join(f"{d.place}: {d.code} {d.message}" for d in rejected.diagnostics))
    for name, code in made.items():
        if name.endswith(".py"):
            compile(code, name, "exec")


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_example_is_parsed_and_in_canonical_layout(text: str) -> None:
    assert parse(text, "guide").problems == ()
    assert format_text(text, "guide") == text


def test_every_rule_of_the_grammar_is_shown() -> None:
    shown = {node.data for text in EXAMPLES for node in parse_nodes(text)}
    kept = (rule for rule in grammar().rules if not rule.origin.name.startswith("_") and not rule.options.expand1)
    assert {str(rule.alias or rule.origin.name) for rule in kept} <= shown


def test_every_word_of_the_language_is_shown() -> None:
    words = set(re.findall(r"[a-z]+", " ".join(EXAMPLES) + " ".join(re.findall("`[^`]*`", GUIDE))))
    terminals = {terminal.pattern.value for terminal in grammar().terminals}
    listed = {word for one in terminals if re.fullmatch(r"\([a-z|]+\)\\b", one) for word in one[1:-3].split("|")}
    assert {word for word in terminals if re.fullmatch("[a-z]+", word)} | listed <= words


def test_every_code_is_listed() -> None:
    assert dict(re.findall(r"^\| (R\d\d\d) \| (.*) \|$", GUIDE, re.MULTILINE)) == CODES | COMPILER_CODES


# ---- lowering

# The grammar's alternative → the core type that it becomes.
ALTERNATIVES = {
    # files
    "start": "Rulebook", "section": "Section", "vocabulary": "Rulebook", "scope": "ScopeName", "edition": "Edition", "note": "Note",
    "entry": "Clause|Field",
    # declarations
    "game": "Authority", "offer": "Authority", "offer_detail": "Authority", "parameter": "Field", "equipment": "Name", "field": "Field",
    "elect": "Requirement", "define": "Defined", "means": "Expr", "outcome": "ReachesRow", "ranking": "Ranking", "rank": "Rank",
    "ordered": "Rank", "deal": "Deal", "dealt": "Deal", "chance": "Chance", "lot": "Chance",
    "simple_type": "Type", "one_of": "Type", "set_of": "Type", "map_of": "Type",
    "attest": "Attested", "permit": "Permitted", "leave": "Left", "irregularity": "LeadsTo",
    # rules
    "rule": "Clause", "subject": "Subject", "path": "Subject",
    "at_least": "Requirement", "at_most": "Requirement", "exactly": "Requirement", "between": "Requirement", "among": "Requirement",
    "not_among": "Requirement", "at_least_by": "Lookup", "at_most_by": "Lookup", "exactly_by": "Lookup", "follows": "Derives",
    "uniform": "Requirement",
    "same": "SameAcross", "offered": "Requirement", "independent": "Independent", "bars": "Requirement", "requires": "Requirement",
    "pays": "PayoutTable", "pays_at_least": "PayoutTable", "pays_exactly": "PayoutTable", "pays_between": "PayoutTable",
    "pays_one_table_exactly": "PayoutTable", "pays_one_table_at_least": "PayoutTable", "pays_only": "HighestOnly",
    "pays_each": "PaysEach", "pays_gross": "PaysGross", "shares": "Shares", "rounds": "Rounding", "result": "Ends",
    "notice": "Notice", "duration": "Notice", "posting": "Posted", "approval": "Approved", "sees": "Sees", "charges": "Charges",
    # trailers and details
    "more": "Clause", "trailer": "Clause", "when": "Expr", "unless": "Not", "otherwise": "Term", "per": "Citation", "from_": "Version",
    "until": "Version", "alias": "Clause", "despite": "Clause", "cites": "Citation", "cite": "Citation", "detail": "Clause",
    "reading": "Reading", "idle_reading": "Reading",
    "exception": "Not", "block": "Schedule", "block_row": "Row", "row": "Row|Lookup",
    # expressions
    "disjunction": "AnyOf", "conjunction": "AllOf", "negated": "Not", "comparison": "Compare", "is_offered": "Offered",
    "is_value": "Member", "is_among": "Member", "previous": "Earlier", "sum": "Arith", "product": "Arith", "extreme": "Arith",
    "call": "Apply", "argument": "Apply", "cards": "Cards", "pattern": "Apply", "tally": "Fold", "added": "Fold",
    "tally_where": "Fold", "added_where": "Fold",
    "values": "Const", "value": "Const", "names": "Rulebook", "word": "Rulebook",
}  # fmt: skip


def names_of(made: core.Rulebook) -> set[str]:
    found = {type(node).__name__ for node in nodes(made)}
    expressions = {kind.__name__ for kind in get_args(core.Expr)}
    return found | ({"Expr"} if found & expressions else set())


def test_every_alternative_of_the_grammar_has_a_core_type() -> None:
    assert alternatives() == set(ALTERNATIVES)
    known = {name for name, kind in vars(core).items() if isinstance(kind, type)} | {"Expr"}
    assert {name for types in ALTERNATIVES.values() for name in types.split("|")} <= known


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_example_lowers_to_the_types_of_its_alternatives(text: str, tmp_path: Path) -> None:
    made = core_rulebook(written(text, tmp_path))
    used = {node.data for node in parse_nodes(text)} & set(ALTERNATIVES)
    found = names_of(made)
    assert [name for name in sorted(used) if not found & {*ALTERNATIVES[name].split("|")}] == []
    assert serial.loads(serial.dumps(made)) == made
