"""Every alternative of the grammar becomes a core type: a statement for each, and the types of the clause that it makes.

An alternative that is added to `grammar/rules.lark` fails here until a statement shows what it becomes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from pitboss.compiler.front import resolve
from tests.support import rule_documents
from tests.support.core_nodes import nodes
from tests.support.product import core, lower, problems_of
from tests.support.rule_grammar import alternatives, parse_nodes

VOCABULARY = """\
vocabulary "What the statements speak of"

scope licensee "the licensee"
scope pit of licensee "a pit"
scope table of pit "a table"
scope wager of table "a wager"
scope option of table "an option"
scope event of licensee "an event"
scope round of table "a round"
scope seat of round "a place"
scope hand of seat "a hand"
field decks of table count "decks"
field boxes of table count "boxes"
field price of table money "price"
field share of table percent "share"
field side of table one of left, right "side"
field minimum of wager money "minimum"
field payouts of wager payouts "payouts"
field meter of round money "meter"
field dice of round one of 1, 2 "dice"
field stake of seat money "stake"
field paid of seat money "paid"
field fee of seat money "fee"
field tiles_wager_end of seat one of won, lost "end"
field cards of hand cards "cards"
field dealer_cards of round cards "the dealer's cards"
field consequence of round name "consequence"
"""
SECTION = """\
section 1:1-1.1 "Tiles" at tiles
(a)       game tiles "Tiles"
          wager streak optional "streak"
          wager over optional "over"
          option surrender optional "surrender"
          equipment lamp "lamp"
          streak requires lamp
          ranking hands of 3 cards
            flush has suited
            pair has 2 of a rank
"""

# alternative of the grammar → statements that use it, one for each of its forms, with the core types within their clauses
STATEMENTS: dict[str, tuple[tuple[str, str], ...]] = {
    # declarations
    "game": (('game boxes_game "Boxes"', "Authority"),),
    "offer": (('wager under optional "under"', "Authority"),),
    "equipment": (('equipment box "a box"', "Defined"),),
    "field": (('field room of table count "rooms"', "Defined"),),
    "elect": (('elect order among low, high "order"', "Requirement Member Const"),),
    "define": (('define big means decks > 2 "big"', "Defined Compare"),),
    "outcome": (
        ('outcome trio of streak when size(cards) = 3 "three"', "ReachesRow Compare"),
        ('outcome trio of streak\n            when size(cards) = 3 "three"', "ReachesRow Compare"),
    ),
    "ranking": (('ranking three of 3 cards "three"\n            flush has suited', "Requirement Apply"),),
    "rank": (("ranking three of 3 cards\n            flush has suited", "HasRank Apply"),),
    "deal": (("deal cards 3 from 1 deck", "Deal"), ("deal cards 3 from decks with 2 jokers", "Deal")),
    "dealt": (("deal cards 3, dealer_cards 3 from 1 deck", "Deal"),),
    "chance": (("chance dice among 1, 2", "Chance Const"),),
    "lot": (("chance dice among 1, 2", "Chance"), ("chance dice among 1 of 1, 5 of 2", "Chance")),
    "attest": (('attest kept "it is kept"', "Attested"),),
    "permit": (('permit "it may be so"', "Permitted"),),
    "leave": (('leave "what is good" because "nobody knows"', "Left"),),
    "irregularity": (('irregularity spill "tiles are spilled" leads to void, replay', "LeadsTo Const"),),
    # predicates
    "at_least": (("decks is at least 2", "Requirement Compare Fact Const"),),
    "at_most": (("decks is at most 2", "Requirement Compare"),),
    "exactly": (("decks is exactly 2", "Requirement Compare"),),
    "between": (("decks is between 2 and 4", "Requirement AllOf Compare"),),
    "among": (("decks is among 2, 4", "Requirement Member"),),
    "not_among": (("decks is not among 2, 4", "Requirement Member"),),
    "at_least_by": (("price is at least by decks\n            | decks | price |\n            | 2 | $5 |", "Requirement Lookup"),),
    "at_most_by": (("price is at most by decks\n            | decks | price |\n            | 2 | $5 |", "Requirement Lookup"),),
    "exactly_by": (("price is exactly by decks\n            | decks | price |\n            | 2 | $5 |", "Requirement Lookup"),),
    "uniform": (("decks is uniform", "Requirement Apply Fact"),),
    "follows": (
        ("boxes follows from decks * 2", "Derives Arith"),
        ("fee follows by decks\n            | decks | fee |\n            | 2 | $5 |", "Derives Lookup"),
    ),
    "same": (("price is same at every table of pit with equal decks", "SameAcross"),),
    "offered": (("streak is offered", "Requirement Offered"), ("streak is not offered", "Requirement Not Offered")),
    "independent": (("streak is independent", "Independent"),),
    "bars": (("streak bars over", "Requirement Not Offered"), ("streak, over bars all but one", "Requirement Not Offered")),
    "requires": (("streak requires over", "Requirement Offered"),),
    "pays": (("streak pays exactly 3 to 1", "PayoutTable Const"),),
    "pays_at_least": (("streak pays at least 3 to 1", "PayoutTable Const"),),
    "pays_exactly": (("streak pays exactly 3 to 1", "PayoutTable Const"),),
    "pays_between": (("streak pays between 3 to 1 and 4 to 1", "PayoutTable Const"),),
    "pays_one_table_exactly": (
        ("streak pays one table exactly\n            | hand | a | b |\n            | pair | 1 to 1 | 2 to 1 |", "PayoutTable Table Row"),
    ),
    "pays_one_table_at_least": (
        ("streak pays one table at least\n            | hand | a | b |\n            | pair | 1 to 1 | 2 to 1 |", "PayoutTable Table Row"),
    ),
    "pays_only": (("streak pays only highest", "HighestOnly"),),
    "pays_each": (("streak pays each dice", "PaysEach"),),
    "pays_gross": (("streak pays gross", "PaysGross"),),
    "shares": (("streak shares meter", "Shares Fact"),),
    "rounds": (("streak rounds up to $1", "Rounding Const"), ("fee rounds 5% * paid of streak down to $1", "Rounding Arith")),
    "result": (("streak wins when suited", "Ends Apply"),),
    "notice": (("streak needs notice 2 days written to state before start", "Notice"),),
    "duration": (("streak needs notice 2 days before start", "Notice"),),
    "posting": (("price needs posting", "Posted"),),
    "approval": (("price needs approval", "Approved Fact"),),
    "sees": (("streak sees first 2 cards, dealer_cards", "Sees Cards Fact"),),
    "charges": (("fee charges streak", "Charges"),),
    # conditions and quantities
    "when": (("decks is at least 2 when boxes > 1", "Compare"),),
    "unless": (("decks is at least 2 unless boxes > 1", "Not"),),
    "otherwise": (("streak wins when suited\n          streak loses otherwise", "Not Term"),),
    "exception": (("decks is at least 2\n            except when boxes > 1", "Not"),),
    "disjunction": (("decks is at least 2 when boxes > 1 or price > $1", "AnyOf"),),
    "conjunction": (("decks is at least 2 when boxes > 1 and price > $1", "AllOf"),),
    "negated": (("decks is at least 2 when not boxes > 1", "Not"),),
    "comparison": (("decks is at least 2 when boxes > 1", "Compare"),),
    "is_offered": (
        ("decks is at least 2 when streak is offered", "Offered"), ("decks is at least 2 when streak is not offered", "Not Offered"),
    ),
    "is_value": (
        ("decks is at least 2 when side is left", "Member"), ("decks is at least 2 when side is not left", "Member"),
        ("streak wins when tiles_wager_end before is won", "Member Earlier"),
    ),
    "is_among": (
        ("decks is at least 2 when side is among left, right", "Member"),
        ("decks is at least 2 when side is not among left", "Member"),
        ("streak wins when tiles_wager_end before is among won", "Member Earlier"),
    ),
    "previous": (("streak wins when tiles_wager_end before is won", "Earlier"),),
    "path": (("streak wins when stake of streak > $1", "Fact"), ("streak wins when meter > $1", "Fact")),
    "sum": (("price is at least $1 + $2 * decks - $1", "Arith"),),
    "product": (("price is at least $2 * decks / 3", "Arith"),),
    "extreme": (("price is at least greater of $1, $2 * decks", "Arith"),),
    "call": (("streak wins when points(cards) = 13", "Apply"),),
    "argument": (("streak wins when count(cards, rank: ace) = 1", "Apply Const"),),
    "cards": (("streak wins when points(first 2 cards of dealer_cards) = 13", "Cards"),),
    "pattern": (("streak wins when 2 of a rank", "Apply"), ("streak wins when 2 of a suit", "Apply")),
    "tally": (("streak wins when count of seats > 2", "Fold"),),
    "added": (("streak wins when sum of stake of streak over seats > $2", "Fold Fact"),),
    "tally_where": (("streak wins when (count of seats where stake of streak > $5) > 2", "Fold Compare"),),
    "added_where": (("streak wins when (sum of stake of streak over seats where paid of streak > $5) > $2", "Fold Compare"),),
    # tables and readings
    "block": (
        ("streak pays exactly by decks\n            for decks 2\n              | hand | odds |\n              | pair | 2 to 1 |",
         "PayoutTable Schedule Table Row"),
    ),
    "row": (("streak pays exactly\n            | hand | odds |\n            | pair | 2 to 1 |", "PayoutTable Table Row"),),
    "reading": (('streak wins when suited\n            reading low "the text is open"\n            reading high "the text is open"\n'
                 "              streak wins when 2 of a rank", "Ends"),),
    "idle_reading": (
        ('decks is at most 2\n            reading bound "a limit"\n            reading example "one number of many" without duty',
         "Requirement AnyOf"),
    ),
    "per": (("decks is at least 2 per 1:1-9.1", "Citation"),),
    "from_": (("decks is at least 2 from 2001-01-01", "Version"),),
    "until": (("decks is at least 2 until 2001-01-01", "Version"),),
    "alias": (("decks is at least 2 as probe", "Clause"),),
}  # fmt: skip

# What is a part of the alternatives above, or of files, and has no statement of its own; `tests/grammar` maps it too.
PARTS = {
    "start", "section", "vocabulary", "scope", "edition", "note", "entry", "offer_detail", "parameter", "means", "ordered",
    "simple_type", "one_of", "set_of", "map_of", "rule", "subject", "more", "trailer", "despite", "cites", "cite", "detail",
    "block_row", "values", "value", "names", "word", "type", "limit", "pay_mode",
}  # fmt: skip


def rules_of_the_grammar() -> Iterator[tuple[str, tuple[str, ...]]]:
    """(rule or alias, the forms that it has) as `rules.lark` writes them."""
    text = (Path(resolve.__file__).parents[2] / "grammar" / "rules.lark").read_text("utf-8")
    text = re.sub(r"^//.*\n", "", text.partition("// ---- words")[0], flags=re.M)
    for name, body in re.findall(r"^[?!]*([a-z]\w*): (.*(?:\n +.*)*)", text, re.M):
        hidden = re.sub(r'"[^"]*"|\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\]', lambda m: "·" * len(m[0]), body)
        cuts = [-1, *(m.start() for m in re.finditer(r"\|", hidden)), len(body)]
        forms = [body[a + 1 : b].strip() for a, b in zip(cuts, cuts[1:], strict=False)]
        plain = tuple(form for form in forms if "->" not in form)
        yield from ((form.partition("->")[2].strip(), (form,)) for form in forms if "->" in form)
        if plain:
            yield name, plain


GRAMMAR = dict(rules_of_the_grammar())


def test_every_alternative_has_a_statement() -> None:
    assert set(GRAMMAR) - PARTS == set(STATEMENTS)
    few = {name for name in STATEMENTS if len(set(STATEMENTS[name])) < len(GRAMMAR[name])}
    assert few == set(), "a form of these has no statement"


def test_the_grammar_is_read_as_the_parser_reads_it() -> None:
    known = alternatives()
    assert known <= set(GRAMMAR) <= known | {"type", "limit", "pay_mode"}


@pytest.mark.parametrize(
    ("name", "statement", "types"), [(name, *one) for name, given in STATEMENTS.items() for one in given]
)
def test_a_statement_becomes_these_types(name: str, statement: str, types: str) -> None:
    text = f"{VOCABULARY}\n{SECTION}(b)       {statement}\n"
    resolved = rule_documents.resolved(text)
    assert [f"{d.place} {d.code} {d.message}" for d in problems_of(resolved) if d.code not in ("R212", "R208")] == []
    assert name in {node.data for node in parse_nodes(text.partition("\n\n")[2].partition("\n\n")[2])}
    made = [clause for clause in lower(resolved.rulebook).clauses if clause.label == "(b)"]
    assert set(types.split()) <= {type(node).__name__ for clause in made for node in nodes(clause)}


def test_each_type_of_a_duty_is_shown() -> None:
    shown = {word for given in STATEMENTS.values() for _, types in given for word in types.split()}
    assert {kind.__name__ for kind in get_args(core.Duty)} <= shown | {
        "Ordering"
    }  # a ranking without a title has none of its own
