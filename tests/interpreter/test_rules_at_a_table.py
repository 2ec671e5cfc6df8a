"""When a rule applies, and when it holds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

PASS, FAIL, NEEDS, OPEN, NOT = "pass", "fail", "needs evidence", "open", "not applicable"


def offers(*names: str, closed: bool = True, **fields: Any) -> dict[str, Any]:
    """Facts of a table that offers these, with the fields of `streak`."""
    return {"offers": {name: fields if name == "streak" else {} for name in names}, "closed": closed}


@pytest.mark.parametrize(
    ("lit", "decks", "verdict"),
    [
        (False, 6, NOT),
        (False, 5, NOT),
        (False, None, NOT),
        (True, 6, PASS),
        (None, 6, PASS),
        (True, 5, FAIL),
        (True, None, NEEDS),
        (None, 5, NEEDS),
        (None, None, NEEDS),
    ],
)
def test_applies_and_holds(judge, lit, decks, verdict):
    facts = {key: value for key, value in (("lit", lit), ("decks", decks)) if value is not None}
    assert judge("decks is at least 6 when lit", facts) == verdict


def test_a_rule_is_for_tables_of_its_sections_game(judge):
    assert judge("decks is at least 6", {"decks": 5}) == FAIL
    assert judge("decks is at least 6", {"decks": 5, "game": "bricks"}) == NOT
    plain = 'section 1:1-1.1 "All games"\n(a)  decks is at least 6\n'
    assert judge(plain, {"decks": 5, "game": "bricks"}, name="decks-at-least", whole=True) == FAIL


def test_when_unless_and_except(judge):
    rule = """decks is at least 6 when boxes > 2 unless lit
            except when cap > $5
            except when cap = $3"""
    breach = {"decks": 5, "boxes": 3, "lit": False, "cap": 5}
    assert judge(rule, breach) == FAIL
    for exempt in ({"boxes": 2}, {"lit": True}, {"cap": 6}, {"cap": 3}):
        assert judge(rule, breach | exempt) == NOT
    for unknown in ("boxes", "lit", "cap"):
        assert judge(rule, {k: v for k, v in breach.items() if k != unknown}) == NEEDS


@pytest.mark.parametrize(
    "rule",
    [
        "maximum of streak is at least $5",
        "streak requires shuffler",
        "streak bars bluff",
        "streak pays exactly 2 to 1",
        "maximum of streak needs posting",
        "streak needs approval",
        "live of streak needs approval",
        "elect mode of streak among quick, slow",
        "streak needs posting",
    ],
)
def test_every_offer_that_the_subject_names_is_offered(judge, rule):
    """With facts on which each of these fails when it applies."""
    bad = {"equipment": {"shuffler": False}, "attested": {"1:1-1.1(b)1ii": False}, "licensee_offers": {"streak": True}}
    fields = {"maximum": 4, "payouts": {"two": ("odds", 3)}, "mode": "loud"}
    assert judge(rule, bad | offers("streak", "bluff", **fields)) == FAIL
    assert judge(rule, bad | offers("bluff")) == NOT
    assert judge(rule, bad | offers("bluff", closed=False)) == NEEDS


# ---- is


@pytest.mark.parametrize(
    ("limit", "good", "bad"),
    [
        ("at least 6", (6, 7), (5,)),
        ("at most 6", (5, 6), (7,)),
        ("exactly 6", (6,), (5, 7)),
        ("between 4 and 6", (4, 5, 6), (3, 7)),
        ("among 2, 4", (2, 4), (1, 3, 5)),
        ("not among 2, 4", (1, 3, 5), (2, 4)),
        ("at least boxes + 1", (4, 5), (3,)),
    ],
)
def test_limits(judge, limit, good, bad):
    assert [judge(f"decks is {limit}", {"decks": n, "boxes": 3}) for n in good] == [PASS] * len(good)
    assert [judge(f"decks is {limit}", {"decks": n, "boxes": 3}) for n in bad] == [FAIL] * len(bad)
    assert judge(f"decks is {limit}", {"boxes": 3}) == NEEDS


@pytest.mark.parametrize("limit", ["at least boxes", "at most boxes", "exactly boxes"])
def test_an_unknown_quantity_makes_it_unknown(judge, limit):
    assert judge(f"decks is {limit}", {"decks": 3}) == NEEDS
    assert judge(f"decks is {limit}", {"decks": 12}) == NEEDS


@pytest.mark.parametrize(("limit", "open_", "broken"), [("between 4 and boxes", 5, 3), ("between boxes and 9", 8, 12)])
def test_a_known_bound_decides_despite_an_unknown_one(judge, limit, open_, broken):
    assert judge(f"decks is {limit}", {"decks": open_}) == NEEDS
    assert judge(f"decks is {limit}", {"decks": broken}) == FAIL


@pytest.mark.parametrize(
    ("limit", "boxes", "decks", "verdict"),
    [
        ("at least greater of 4, boxes", 6, 6, PASS),
        ("at least greater of 4, boxes", 6, 5, FAIL),
        ("at least greater of 4, boxes", None, 3, FAIL),
        ("at least greater of boxes, 4", None, 4, NEEDS),
        ("at least lesser of 4, boxes", 6, 4, PASS),
        ("at least lesser of 4, boxes", 6, 3, FAIL),
        ("at least lesser of 4, boxes", None, 4, PASS),
        ("at least lesser of boxes, 4", None, 3, NEEDS),
        ("at most greater of 4, boxes", 6, 6, PASS),
        ("at most greater of 4, boxes", 6, 7, FAIL),
        ("at most greater of 4, boxes", None, 4, PASS),
        ("at most greater of boxes, 4", None, 5, NEEDS),
        ("at most lesser of 4, boxes", 6, 4, PASS),
        ("at most lesser of 4, boxes", 6, 5, FAIL),
        ("at most lesser of 4, boxes", None, 5, FAIL),
        ("at most lesser of boxes, 4", None, 4, NEEDS),
    ],
)
def test_greater_and_lesser(judge, limit, boxes, decks, verdict):
    assert judge(f"decks is {limit}", {"decks": decks} | ({} if boxes is None else {"boxes": boxes})) == verdict


@pytest.mark.parametrize(
    ("limit", "good", "bad"),
    [
        ("at least $5", (5, 6), (4, 6)),
        ("at most $5", (4, 5), (5, 6)),
        ("exactly $5", (5,), (5, 6)),
        ("between $2 and $5", (2, 5), (2, 6)),
        ("among $2, $5", (2, 5), (2, 3)),
        ("not among $2, $5", (1, 3), (1, 5)),
    ],
)
def test_limits_of_sets_and_maps_hold_of_every_element(judge, limit, good, bad):
    assert judge(f"chips is {limit}", {"chips": good}) == PASS
    assert judge(f"chips is {limit}", {"chips": bad}) == FAIL
    assert judge(f"floors is {limit}", {"floors": dict(enumerate(good))}) == PASS
    assert judge(f"floors is {limit}", {"floors": dict(enumerate(bad))}) == FAIL


def test_limits_of_names(judge):
    assert judge("shape is among round, lit", {"shape": "lit", "lit": False}) == PASS
    assert judge("shape is exactly oval", {"shape": "oval"}) == PASS
    assert judge("shape is exactly oval", {"shape": "round"}) == FAIL
    assert judge("marks is among red, blue", {"marks": ("red",)}) == PASS
    assert judge("marks is among red, blue", {"marks": ("red", "green")}) == FAIL


def test_percent_is_a_share(judge):
    assert judge("rake is at most 5%", {"rake": Fraction(1, 20)}) == PASS
    assert judge("rake is at most 5%", {"rake": Fraction(51, 1000)}) == FAIL


def test_a_row_by_key(judge):
    rule = """cap is at least by decks
            | decks | cap |
            | 2     | $10 |
            | 4     | $20 |"""
    assert judge(rule, {"decks": 2, "cap": 10}) == PASS
    assert judge(rule, {"decks": 4, "cap": 10}) == FAIL
    assert judge(rule, {"decks": 4, "cap": 20}) == PASS
    assert judge(rule, {"decks": 3, "cap": 100}) == FAIL  # a value without a row
    assert judge(rule, {"cap": 5}) == NEEDS
    assert judge(rule, {"decks": 2}) == NEEDS
    assert judge(rule.replace("at least", "at most"), {"decks": 2, "cap": 11}) == FAIL
    assert judge(rule.replace("at least", "exactly"), {"decks": 2, "cap": 10}) == PASS
    assert judge(rule.replace("at least", "exactly"), {"decks": 2, "cap": 11}) == FAIL


def test_a_map_is_compared_entry_by_entry(judge):
    rule = """floors is at least by place
            | place     | floor |
            | high seat | $10   |
            | rail      | $20   |"""
    assert judge(rule, {"floors": {"high_seat": 10, "rail": 20}}) == PASS
    assert judge(rule, {"floors": {"high_seat": 10}}) == PASS
    assert judge(rule, {"floors": {"high_seat": 10, "rail": 19}}) == FAIL
    assert judge(rule, {"floors": {"high_seat": 10, "cellar": 99}}) == FAIL
    assert judge(rule, {"place": "rail"}) == NEEDS


# ---- requires, bars, is offered


def test_requires(judge):
    assert judge("streak requires ante", offers("streak", "ante")) == PASS
    assert judge("streak requires ante", offers("streak")) == FAIL
    assert judge("streak requires ante", offers("streak", closed=False)) == NEEDS
    for there, verdict in ((True, PASS), (False, FAIL), (None, NEEDS)):
        equipment = {} if there is None else {"shuffler": there}
        assert judge("streak requires shuffler", offers("streak") | {"equipment": equipment}) == verdict


def test_requires_is_one_clause_a_name(judge):
    facts = offers("streak", "ante")
    assert judge("streak requires ante, bluff", facts, name="streak-requires-ante") == PASS
    assert judge("streak requires ante, bluff", facts, name="streak-requires-bluff") == FAIL


def test_bars(judge):
    assert judge("streak bars bluff", offers("streak")) == PASS
    assert judge("streak bars bluff", offers("streak", "bluff")) == FAIL
    assert judge("streak bars bluff", offers("streak", closed=False)) == NEEDS
    for there, verdict in ((True, FAIL), (False, PASS), (None, NEEDS)):
        equipment = {} if there is None else {"shuffler": there}
        assert judge("streak bars shuffler", offers("streak") | {"equipment": equipment}) == verdict


def test_all_but_one_is_a_clause_for_each_two(judge):
    def verdicts(*names):
        pairs = ("streak-bars-ante", "streak-bars-bluff", "ante-bars-bluff")
        return [judge("streak, ante, bluff bars all but one", offers(*names), name=name) for name in pairs]

    assert verdicts("streak", "ante") == [FAIL, PASS, PASS]
    assert verdicts("bluff", "ante") == [NOT, NOT, FAIL]
    assert verdicts("streak", "bluff") == [PASS, FAIL, NOT]


def test_is_offered(judge):
    assert judge("streak is offered", offers("streak")) == PASS
    assert judge("streak is offered", offers("ante")) == FAIL  # its own offer is no part of applies
    assert judge("streak is offered", offers("ante", closed=False)) == NEEDS
    assert judge("streak is not offered", offers("streak")) == FAIL
    assert judge("streak is not offered", offers("ante")) == PASS
    assert judge("streak is not offered", offers("ante", closed=False)) == NEEDS
    assert judge("streak is not offered when ante is offered", offers("streak")) == NOT
    assert judge("streak of licensee is not offered", {"licensee_offers": {"streak": True}}) == FAIL


# ---- statements by people: posting, approval, attestations, elections


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ({"posted": ("maximum of streak",)}, PASS),
        ({"posted": ("minimum of streak", "maximum")}, NEEDS),
        ({"attested": {"1:1-1.1(b)1ii": True}}, PASS),
        ({"attested": {"1:1-1.1(b)1ii": False}}, FAIL),
        ({}, NEEDS),
        ({"posted": ("maximum of streak",), "attested": {"1:1-1.1(b)1ii": False}}, PASS),
        ({"approved": (("1:1-1.1(b)1ii", None),)}, NEEDS),
    ],
)
def test_posting(judge, facts, verdict):
    assert judge("maximum of streak needs posting", offers("streak") | facts) == verdict


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ({"approved": (("1:1-1.1(b)1ii", None),)}, PASS),
        ({"approved": (("1:1-1.1(c)", None),)}, NEEDS),
        ({"attested": {"1:1-1.1(b)": True, "1:1-1.1": True}}, NEEDS),
        ({}, NEEDS),
        ({"attested": {"1:1-1.1(b)1ii": True}}, PASS),
        ({"attested": {"1:1-1.1(b)1ii": False}}, FAIL),
        ({"approved": (("1:1-1.1(b)1ii", None),), "attested": {"1:1-1.1(b)1ii": False}}, PASS),
        ({"posted": ("streak",)}, NEEDS),
    ],
)
def test_approval(judge, facts, verdict):
    assert judge("streak needs approval", offers("streak") | facts) == verdict


def test_approval_of_equipment_applies_where_it_is_present(judge):
    bad = {"attested": {"1:1-1.1(b)1ii": False}}
    assert judge("shuffler needs approval", bad | {"equipment": {"shuffler": True}}) == FAIL
    assert judge("shuffler needs approval", bad | {"equipment": {"shuffler": False}}) == NOT
    assert judge("shuffler needs approval", bad) == NEEDS
    assert judge("shuffler needs posting", bad) == FAIL  # only approval depends on whether it is present


@pytest.mark.parametrize(
    ("attested", "verdict"),
    [
        ({}, NEEDS),
        ({"1:1-1.1(b)1ii": None}, NEEDS),
        ({"1:1-1.1(b)1ii/swept": True}, PASS),
        ({"1:1-1.1(b)1ii": False}, FAIL),
        ({"1:1-1.1(b)1": True}, PASS),
        ({"1:1-1.1(b)": False}, FAIL),
        ({"1:1-1.1": True}, PASS),
        ({"1:1-1.1(b)1ii/swept": True, "1:1-1.1(b)1ii": False}, PASS),
        ({"1:1-1.1(b)1ii": True, "1:1-1.1(b)1": False}, PASS),
        ({"1:1-1.1(b)1": True, "1:1-1.1(b)": False}, PASS),
        ({"1:1-1.1(b)": True, "1:1-1.1": False}, PASS),
        ({"1:1-1.1(b)1ii": None, "1:1-1.1": True}, NEEDS),
        ({"1:1-1.1(b)1i": True, "1:1-1.1(b)2": True, "1:1-1.1(a)": True, "1:1-1": True, "1:1-1.1(b)1iii": True}, NEEDS),
    ],
)
def test_the_narrowest_attestation_counts_for_a_clause(judge, attested, verdict):
    assert judge('attest swept "the floor is swept"', {"attested": attested}) == verdict


def test_an_attestation_of_a_provision_states_nothing_of_what_contains_it(judge):
    assert judge('(c)       attest swept "swept"', {"attested": {"1:1-1.1(c)1": True, "1:1-1.1(cc)": True}}) == NEEDS


def test_attest_at_the_licensee_requests_no_game(judge):
    rule = 'attest swept "the floor is swept" at licensee'
    assert judge(rule, {"game": None, "attested": {"1:1-1.1": False}}) == FAIL


def test_elect(judge):
    rule = "elect order among 1, 2, slow"
    assert judge(rule, {"order": 2}) == PASS
    assert judge(rule, {"order": "slow"}) == PASS
    assert judge(rule, {"order": 3}) == FAIL
    assert judge(rule) == NEEDS


def test_a_ranking_is_filed_in_the_laws_order(judge):
    rule = 'ranking order of 3 cards "order"\n            pair has same_rank(first 2 cards)\n            flush has suited(cards)'
    assert judge(rule, {"order": ("pair", "flush")}, name="order-ranked") == PASS
    assert judge(rule, {"order": ("flush", "pair")}, name="order-ranked") == FAIL
    assert judge(rule, {}, name="order-ranked") == NEEDS


# ---- the licensee and the pit


def test_rules_of_the_licensee_and_of_a_pit_read_its_own_facts(judge):
    assert judge("cages is at least 2", {"game": None, "cages": 1}) == FAIL
    assert judge("rails is at least 2", {"game": None, "rails": 2}) == PASS


@pytest.mark.parametrize(
    ("at_once", "verdict"),
    [
        ({}, PASS),
        ({"boxes": {"a": 1, "b": 2}}, PASS),
        ({"decks": {"a": 6, "b": 6}}, PASS),
        ({"decks": {"a": 6, "b": 8}}, FAIL),
        ({"decks": {"a": 6, "b": None, "c": 8}}, FAIL),
        ({"decks": {"a": 6, "b": None}}, NEEDS),
    ],
)
def test_what_is_uniform_has_one_value_in_all_parts_of_a_table(judge, at_once, verdict):
    assert judge("decks is uniform", {"decks": 6, "at_once": at_once}) == verdict


def test_what_is_uniform_and_not_filed_needs_evidence(judge):
    assert judge("decks is uniform", {}) == NEEDS
    assert judge("maximum of streak is uniform", offers("streak")) == NEEDS
    assert judge("maximum of streak is uniform", offers()) == NOT
    several = {"at_once": {"maximum of streak": {"a": 5, "b": 10}}}
    assert judge("maximum of streak is uniform", offers("streak", maximum=5) | several) == FAIL


# ---- what no filing reaches


@pytest.mark.parametrize(
    "rule",
    [
        "splits is at most 3",
        "streak wins when held",
        'outcome big of streak when held "big"',
        "streak is independent",
        'irregularity slip "a slip" leads to replay',
        'permit "to smile"',
        'leave "tact" because "no machine"',
        'field spots of table count "spots"',
        "maximum of streak is same at every table of pit",
        "streak needs notice before start",
        'define plain "in words"',
        "streak pays only highest",
    ],
)
def test_what_is_no_rule_at_a_table_is_not_judged_there(judge, rule):
    assert judge(rule, offers("streak")) is None
