"""Tables with alternatives, where the law requires one value at every table: what each of two tables may use is tried out alone.

The oracle files every combination of the alternatives of each two tables as two tables with one value each.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from tests.support.product import Filing, assemble, check, judge, load_rulebook
from tests.support.soak import count

LAW, VOCABULARY = load_rulebook()
SAME_SUIT, SETTLEMENT = "19:47-2.17(e)2/same_suit.payouts-same", "19:47-3.10(c)1/punto_settlement-same"
DAY = "2007-02-01"
PASS, FAIL, NEEDS = "pass", "fail", "needs evidence"


class Document:
    name = "floor.yaml"

    def __init__(self, tables: list[dict[str, Any]]) -> None:
        listed = [{"number": n, **table} for n, table in enumerate(tables)]
        self.data = {"submission": {"id": "a", "licensee": "A"}, "pits": [{"name": "A", "tables": listed}]}


def filed(tables: list[dict[str, Any]]) -> Filing:
    filing, faults = assemble([Document(tables)], VOCABULARY)  # type: ignore[list-item]
    assert not faults, faults
    return filing


def judged(clause: str, *tables: dict[str, Any]) -> str:
    """The worst verdict of the clause."""
    law = replace(LAW, clauses=tuple(each for each in LAW.clauses if each.id == clause))
    found = {v.verdict for v in judge(filed(list(tables)), law, DAY).verdicts if v.clause.id == clause}
    return next((verdict for verdict in (FAIL, NEEDS) if verdict in found), PASS)


def suited(selection: Any, decks: Any = 6) -> dict[str, Any]:
    wager = {"wager": "same_suit"} | ({} if selection is None else {"selection": selection})
    return {"game": "blackjack", "decks": decks, "wagers": [wager]}


def settled(procedure: Any) -> dict[str, Any]:
    return {"game": "punto_banco"} | ({} if procedure is None else {"punto_settlement": procedure})


def alternatives(table: dict[str, Any]) -> list[dict[str, Any]]:
    """The table with one value of each list; what it uses at once stays a mapping."""
    wager = dict(table.get("wagers", [{}])[0])
    both = {**table, **{f"wager {key}": value for key, value in wager.items()}}
    listed = [key for key, value in both.items() if isinstance(value, list) and key != "wagers"]
    found = []
    for values in product(*(both[key] for key in listed)):
        one = both | dict(zip(listed, values, strict=True))
        offer = {key.removeprefix("wager "): value for key, value in one.items() if key.startswith("wager ")}
        found.append(
            {k: v for k, v in one.items() if not k.startswith("wager ")} | ({"wagers": [offer]} if offer else {})
        )
    return found


def expected(clause: str, tables: list[dict[str, Any]]) -> str:
    """An alternative that agrees with none of another table is a breach; one that agrees with some needs evidence."""
    choices = [alternatives(table) for table in tables]
    if len(tables) == 1:
        return max((judged(clause, one) for one in choices[0]), key=[PASS, NEEDS, FAIL].index)
    verdicts = [PASS]
    for mine, others in permutations(choices, 2):
        for one in mine:
            together = [judged(clause, one, other) for other in others]
            verdicts.append(FAIL if set(together) == {FAIL} else PASS if set(together) == {PASS} else NEEDS)
    return max(verdicts, key=[PASS, NEEDS, FAIL].index)


@pytest.mark.parametrize(
    ("tables", "verdict"),
    [
        ([suited(["option_1", "option_2"])], PASS),
        ([suited({"left": "option_1", "right": "option_2"})], FAIL),
        ([suited(["option_1", "option_2"]), suited("option_1")], FAIL),
        ([suited(["option_1", "option_2"]), suited(["option_2", "option_1"])], NEEDS),
        ([suited(["option_1", "option_2"]), suited(["option_2", "option_1"], 8)], PASS),
        ([suited(["option_1", "option_2"], [6, 8]), suited("option_1", 8)], FAIL),
        ([suited("option_2", [6, 8]), suited("option_1", [8, 6])], NEEDS),
        ([suited("option_2", [6, 8]), suited("option_1", 8)], FAIL),
        ([suited(None), suited(["option_1", "option_2"])], NEEDS),
        ([settled([1, 2])], PASS),
        ([settled([1, 2]), settled([3, 2])], FAIL),
        ([settled([1, 2]), settled([2, 1])], NEEDS),
    ],
)
def test_one_alternative_is_in_use_at_a_time(tables: list[dict[str, Any]], verdict: str) -> None:
    clause = SAME_SUIT if tables[0]["game"] == "blackjack" else SETTLEMENT
    assert judged(clause, *tables) == expected(clause, tables) == verdict


def drawn(random: Random) -> tuple[str, list[dict[str, Any]]]:
    def some(values: list[Any]) -> Any:
        few = random.sample(values, random.choice((1, 1, 2, 3)))
        return few[0] if len(few) == 1 else few

    if random.random() < 0.5:
        return SETTLEMENT, [settled(random.choice((None, some([1, 2, 3])))) for _ in range(random.randint(1, 4))]
    options: list[Any] = ["option_1", "option_2", "option_3"]
    parts = {"left": "option_1", "right": random.choice(options)}
    return SAME_SUIT, [
        suited(random.choice((None, parts, some(options), some(options))), random.choice((6, [6, 8])))
        for _ in range(random.randint(1, 3))
    ]


@pytest.mark.parametrize("seed", range(count(60, soak=600)))
def test_tables_agree_as_each_two_of_their_alternatives_do(seed: int) -> None:
    clause, tables = drawn(Random(seed))
    assert judged(clause, *tables) == expected(clause, tables), tables


def test_a_finding_names_the_tables_whose_alternatives_decide() -> None:
    tables = [suited(["option_1", "option_2"]), suited(["option_2", "option_1"])]
    found = check("a", filed(tables), LAW, VOCABULARY, DAY, (), lambda requested: {})
    notices = [f.notice for f in found.findings if f.code == SAME_SUIT]
    assert [notice[:8] for notice in notices] == ["Table 0:", "Table 1:"]
    assert all("which alternatives are in use together" in notice for notice in notices)
