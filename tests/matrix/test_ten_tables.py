"""What ten tables may still offer, as a reader of the law expects it: each fact below is written from the text of its provision.

`no` has every offer that the table cannot have, with the provision that excludes it; what is neither there nor named is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import pytest

from tests.support.product import (
    Answer,
    Standing,
    filed_facts,
    load_catalog,
    load_filing,
    load_rulebook,
    may,
    may_text,
    parse_fact,
)

CATALOG = load_catalog()


@dataclass(frozen=True)
class Expected:
    """A table, partly known or filed, and what the law leaves it."""

    game: str
    day: str
    known: str  # facts, or a table number of examples/lighthouse
    must: str = ""  # what is not stated and must be there
    should: str = ""  # likewise, under a reading of the law
    open: str = ""  # what is lawful under some reading only
    no: dict[str, str] = field(default_factory=dict)
    lines: tuple[str, ...] = ()  # of the text: limits and payouts
    absent: tuple[str, ...] = ()  # what the text must not have

    def __str__(self) -> str:
        return f"{self.game}-{self.known.split()[0] if self.known else 'any'}"


NOT_WITH_STREAK = {"multiple_action": "2.18(a)", "progressive_blackjack": "2.22(l)", "blackjack_bonus": "2.20(l)"}

TABLES = [
    Expected(
        "blackjack", "2007-01-01", "six_to_five",
        must="blackjack_wager insurance shuffler",  # 2.3(a), 2.9(a), 2.2(e)
        open="sevens progressive_blackjack",  # 2.2(a)3 asks for four decks, 2.2(a)1 allows two: each is "the minimum"
        no={"surrender": "2.8(c)", "match_the_dealer": "2.2(a)4"},
        lines=(
            "decks of cards in use: 1 or 2 (19:47-2.2(a)1",
            "cutting cards in use: 2 (19:47-2.2(a))",
            "dealer's drawing rule: hits soft 17 (19:47-2.12(d))",
            "minimum number of wagers of the multiple action blackjack: 2 or 3 (19:47-2.18(b))",
            "insurance wager: exactly 2 to 1 (19:47-2.9(c))",
            "King and queen 50 to 1 10 to 1 5 to 1 25 to 1",  # one deck: 2.17(e)2i
            "King and queen 10 to 1 5 to 1 25 to 1 20 to 1",  # two decks: 2.17(e)2ii
            "Queen of hearts pair 125 to 1 200 to 1",  # 2.24(f)
        ),
        absent=("King and queen 5 to 1 25 to 1 20 to 1 15 to 1",),  # six decks: 2.17(e)2v
    ),
    Expected(
        "blackjack", "2005-01-01", "streak decks=6",
        must="blackjack_wager insurance streak_layout",  # 2.3(a), 2.9(a), 2.22(a)
        no={
            **NOT_WITH_STREAK,
            "six_to_five": "2.2(a)", "no_double_after_split": "2.10(d)",  # of 2006-01-17
            "twenty_point": "2.24(a)", "twenty_point_cap": "2.24(h)",  # of 2006-06-05
        },
        lines=(
            "The twenty point bonus wager is authorized only from 2006-06-05 on.",
            "players to a box of the box sharing: 1 to 3 (19:47-2.13(a))",
            "2 3 to 1", "3 7 to 1", "4 17 to 1", "5 37 to 1",  # 2.22(j)
        ),
    ),
    Expected(
        "roulette", "2010-06-01", "roulette_seven_color",
        open="roulette_eight_color",  # for a double zero wheel, which 5.2(d) lets be used as one with a single zero
        no={"roulette_dozen": "5.1(g)", "roulette_red": "5.1(g)", "roulette_black": "5.1(g)"},
        lines=(
            "wheel in use: single zero; under some reading of the law also double zero as single (19:47-5.1(e)7)",
            "seven numbers color wager: at least 4 to 1 (19:47-5.2(a))",
        ),
    ),
    Expected(
        "roulette", "2010-06-01", "401",  # double zero, with the dozen and the colors
        no={
            "roulette_six_color": "5.1(g)", "roulette_seven_color": "5.1(e)7", "roulette_eight_color": "5.1(g)",
            "roulette_seven_numbers": "5.1(f)",  # no area for it on the layout
        },
        lines=("straight wager: at least 35 to 1 (19:47-5.2(a))", "first five numbers wager: at least 6 to 1"),
    ),
    Expected(
        "minibaccarat", "2010-06-01", "",
        must="mini_banker mini_player mini_tie mini_shoe",  # 7.2(a)1 to 3, 7.6(a)
        lines=(
            "type of vigorish: on winnings or on tie", "rate of vigorish: 4% or 5% or 25%",  # 7.3(c), (d)
            "step of the rounding of the vigorish on winnings: $0.05 (19:47-7.3(c))", "decks of cards in use: at least 6 (19:47-7.4(a))",
            "wager on the player's hand: exactly 1 to 1 (19:47-7.3(a))", "tie bet: at least 8 to 1 (19:47-7.3(b))",
        ),
    ),
    Expected(
        "minibaccarat", "2010-06-01", "301",  # five percent on winnings, six decks
        lines=("type of vigorish: on winnings (", "rate of vigorish: 4% or 5% (19:47-7.3(c)); it is 5%", "(19:47-7.4(a)); it is 6"),
    ),
    Expected(
        "punto_banco", "2000-01-01", "punto_vigorish=4%",
        must="punto_banker punto_player punto_tie baccarat_shoe",  # 3.2(a)1 to 3, 3.6(a)
        lines=("cutting cards in use: 2 (19:47-3.1(a))", "step of the rounding of the vigorish: $0.20 (19:47-3.3(c))", "at least 8 to 1"),
    ),
    Expected(
        "three_card_poker", "2007-01-01", "",
        must="tcp_ante tcp_play tcp_ante_bonus tcp_cover_card",  # 20.6(a)1, 20.11(a)3, 20.2(a)
        should="tcp_pair_plus",  # 20.6(a)2: "may be placed"
        lines=(
            "betting positions to a player of the play at two betting positions: 1 or 2 (19:47-20.6(e))",
            "lowest ante per pair plus wager of the half-ante version: 50% (19:47-20.6(f)2)",
            "Straight flush 40 to 1 35 to 1 40 to 1 35 to 1",  # 20.11(a)2, ledgers A to D
            "Three-of-a-kind 4 to 1 5 to 1",  # 20.11(a)3 and 3i
            "if the table deals a version of 20.6(f) and the pair plus odds are those of pay table B (19:47-20.11(a)3i)",
        ),
    ),
    Expected(
        "four_card_poker", "2007-06-01", "shuffler=no",
        must="fcp_ante fcp_play fcp_ante_bonus fcp_cover_card",  # 27.6(a)1, 27.11(a)2, 27.2(a)
        should="fcp_aces_up",  # 27.6(a)2: "may be placed"
        no={"fcp_from_hand": "27.8(b)1"},
        lines=(
            "decks of cards in use: 1 (19:47-27.2(a)",  # a second deck needs the shuffler: 27.2(b)
            "Four-of-a-kind 25 to 1",  # 27.11(a)2
            "Three-of-a-kind 9 to 1 7 to 1 9 to 1 7 to 1 8 to 1 8 to 1 7 to 1",  # 27.11(a)3, tables I to VII
        ),
    ),
    Expected(
        "pai_gow_poker", "1999-01-01", "",
        must="pgp_wager pgp_surrender",  # 11.7(a), 11.9(e)
        open="pgp_progressive",  # 11.14 prints a day and not what changed
        no={
            "pgp_insurance": "11.15(a)", "pgp_bonus": "11.15(a)", "pgp_envy": "11.15(a)", "pgp_bonus_cap": "11.16(d)",
            "pgp_three_card": "11.17(a)", "pgp_seven_card": "11.17(a)", "pgp_seven_card_cap": "11.18(d)",
        },
        lines=(
            "pai gow poker progressive payout wager is authorized from 2002-06-17 on; whether it was before is not established",
            "vigorish on the amount won of the pai gow poker wager: 5% (19:47-11.9(j))",
            "the house's share of the winning wagers of the co-banking: 50% (19:47-11.10(e))",
            "pai gow poker wager: exactly 1 to 1 (19:47-11.9(j))",
        ),
    ),
    Expected(
        "pai_gow_poker", "2010-06-01", "505",  # bonus and insurance wagers, automated shoe, shaker, ace to five lowest
        no={
            "pgp_rng_wager": "11.13(a)", "pgp_three_card": "11.17(a)", "pgp_seven_card": "11.17(a)", "pgp_seven_card_cap": "11.17(a)",
        },
        lines=(
            "dice in the pai gow poker shaker: 3 (19:47-11.4(a)1)",
            "licensee-funded reset amount of the pai gow poker progressive payout wager: at least $10,000 (19:47-11.14(f))",
            "Nine high 400 to 1 250 to 1 100 to 1 100 to 1 100 to 1",  # 11.16(c)
        ),
    ),
    Expected(
        "chemin_de_fer", "1996-01-01", "baccarat_shoe=no",
        must="chemin_banker chemin_against baccarat_shoe",  # 4.6(a), 4.7(a), 4.5(a)
        lines=("no table with these facts is lawful", "requires the baccarat dealing shoe"),
    ),
]  # fmt: skip


@cache
def lighthouse() -> dict[str, dict[str, object]]:
    _, filing, problems = load_filing("examples/lighthouse", *load_rulebook())
    assert filing is not None and not problems
    return {table.number: table.variants[0] for table in filing.tables}


@cache
def answer(table: int) -> Answer:
    expected = TABLES[table]
    if expected.known.isdigit():
        facts = [*filed_facts(lighthouse()[expected.known])]
    else:
        facts = [
            fact
            for text in expected.known.split()
            if not isinstance(fact := parse_fact(CATALOG, expected.game, text), str)
        ]
        assert len(facts) == len(expected.known.split())
    found = may(CATALOG, expected.game, expected.day, facts)
    assert found is not None
    return found


def news(found: Answer, standing: Standing) -> Iterator[str]:
    """What has the standing and is not stated."""
    yield from (p.name for p in (*found.offers, *found.equipment) if p.standing is standing and p.filed is None)


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda n: str(TABLES[n]))
def test_a_table_as_the_law_has_it(table: int) -> None:
    expected, found = TABLES[table], answer(table)
    text = " ".join(may_text(found, "").split())
    if found.lawful != "no":
        assert {*news(found, Standing.MUST)} == {*expected.must.split()}
        assert {*news(found, Standing.SHOULD)} == {*expected.should.split()}
        assert {*news(found, Standing.OPEN)} == {*expected.open.split()}
        excluded = {p.name: p.grounds for p in found.offers if p.standing is Standing.NO}
        assert excluded.keys() == expected.no.keys()
        for name, cite in expected.no.items():
            assert any(clause.startswith(f"19:47-{cite}") for ground in excluded[name] for clause in ground)
    assert [line for line in expected.lines if line not in text] == []
    assert [line for line in expected.absent if line in text] == []
