"""The ledger: money on a wager that neither what was wagered nor a clause explains is a finding of kind `record`."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.support.product import main
from tests.support.soak import count

HERE = Path(__file__).parent
SUBMISSION = (
    "submission: {id: L, licensee: House, effective: 2010-03-01, certifications: [{by: A, role: B, on: 2010-03-01}]}"
)
FILING = f"""
{SUBMISSION}
pits:
- name: A
  tables:
  - {{number: 1, game: blackjack, decks: 6, options: [surrender],
     wagers: [blackjack_wager, {{wager: streak, payouts: {{2: 3 to 1, 3: 7 to 1, 4: 17 to 1, 5: 37 to 1}}}}]}}
  - {{number: 2, game: punto_banco, decks: 8, punto_vigorish: 5%}}
  - {{number: 3, game: chemin_de_fer, decks: 6}}
  - {{number: 4, game: roulette, roulette_wheel: double_zero, roulette_zero_loss: half}}
  - {{number: 5, game: minibaccarat, decks: 8, mini_vigorish_type: on_tie, mini_vigorish_rate: 25%}}
  - {{number: 6, game: pai_gow_poker, decks: 1, pgp_dealer_wager_basis: last_wager,
     wagers: [pgp_wager, {{wager: pgp_bonus, pgp_royal_match: king_and_queen, payouts: {{
       seven_card_straight_flush_with_no_joker: "8,000 to 1", royal_flush_plus_royal_match: "2,000 to 1",
       seven_card_straight_flush_with_joker: "1,000 to 1", five_aces: 400 to 1, royal_flush: 150 to 1, straight_flush: 50 to 1,
       four_of_a_kind: 25 to 1, full_house: 5 to 1, flush: 4 to 1, three_of_a_kind: 3 to 1, straight: 2 to 1}}}}],
     options: [pgp_player_bank, pgp_co_banking, {{option: pgp_envy, payouts: {{seven_card_straight_flush_with_no_joker: "$5,000",
       royal_flush_plus_royal_match: "$1,000", seven_card_straight_flush_with_joker: $500, five_aces: $250, royal_flush: $50,
       straight_flush: $20, four_of_a_kind: $5}}}}]}}
  - {{number: 7, game: three_card_poker, decks: 1,
     options: [{{option: tcp_ante_bonus, payouts: {{straight: 1 to 1, three_of_a_kind: 4 to 1, straight_flush: 5 to 1}}}}]}}
  - {{number: 8, game: four_card_poker, decks: 1}}
"""
WAGERS = {  # table → a wager, and the provision on it
    "1": ("blackjack_wager", "19:47-2.3(a)"),
    "2": ("punto_tie", "19:47-3.2(a)3"),
    "3": ("chemin_banker", "19:47-4.6(a)"),
    "4": ("roulette_odd", "19:47-5.1(e)13"),
    "5": ("mini_player", "19:47-7.2(a)2"),
    "6": ("pgp_wager", "19:47-11.7(a)"),
    "7": ("tcp_pair_plus", "19:47-20.6(a)2"),
    "8": ("fcp_aces_up", "19:47-27.6(a)2"),
}
VIOLATIONS = {  # amounts on the wager → what the finding reports
    (0, 10, 0, 0): "paid $10",
    (0, 0, 10, 0): "collected $10",
    (0, 0, 0, 10): "returned $10",
    (10, 0, 10.01, 0): "collected $10.01",
    (10, 0, 0, 15): "returned $15",
    (10, 0, 7, 3.01): "collected $7, returned $3.01",
}
LAWFUL = ((10, 10, 0, 0), (10, 0, 10, 0), (10, 0, 0, 10), (10, 0, 5, 5), (10, 0, 0, 0), (0, 0, 0, 0))
ENTRIES = ("stake", "paid", "collected", "returned")


class Audited(NamedTuple):
    code: int
    report: dict[str, Any]

    @property
    def records(self) -> list[dict[str, Any]]:
        return [finding for finding in self.report["findings"] if finding["kind"] == "record"]

    @property
    def breached(self) -> list[str]:
        return [f["clause"] for f in self.report["findings"] if (f["kind"], f["verdict"]) == ("clause", "fail")]

    def of(self, name: str) -> Audited:
        """What is found in the rounds whose names begin with this one."""
        findings = [f for f in self.report["findings"] if f["round"].startswith(f"{name}: ")]
        return Audited(self.code, {**self.report, "findings": findings})


def money(wager: str, amounts: tuple[float, ...]) -> dict[str, Any]:
    return {entry: {wager: amount} for entry, amount in zip(ENTRIES, amounts, strict=True) if amount}


@pytest.fixture
def audited(tmp_path, capsys) -> Callable[..., Audited]:
    """`audited(row, ..., engine=..., fail_on=...)`: the audit of these rows, each of a round of its own unless it names one."""
    filing, record = tmp_path / "filing.yaml", tmp_path / "record.jsonl"
    filing.write_text(FILING)

    def audit(*rows: dict[str, Any], engine: str = "plain", form: str = "json", fail_on: str = "") -> Any:
        start = {"moment": "2010-03-02T20:00"}
        lines = [json.dumps({"round": str(n), **start, **row}) for n, row in enumerate(rows, 1)]
        record.write_text("\n".join(lines))
        capsys.readouterr()
        asked = ["rounds", "audit", str(record), "--filing", str(filing), "--engine", engine, "--format", form]
        code = main([*asked, *(["--fail-on", fail_on] if fail_on else [])])
        written = capsys.readouterr().out
        return Audited(code, json.loads(written)) if form == "json" else (code, written)

    return audit


# ---- what the ledger finds


HOUSE = {"6": {"pgp_banker": "house"}}  # in a round that a player banks, its row needs no stake
ROWS = [
    {"table": t, **HOUSE.get(t, {}), **money(wager, amounts)}
    for t, (wager, _) in WAGERS.items()
    for amounts in (*VIOLATIONS, *LAWFUL)
]


def test_money_that_was_not_wagered_is_a_finding_in_every_game(audited):
    due = [
        (f"record.jsonl:{n}", provision, f"{provision}/{wager}-authorised", "fail", VIOLATIONS[amounts])
        for n, (wager, provision, amounts) in enumerate(
            ((*WAGERS[t], amounts) for t in WAGERS for amounts in (*VIOLATIONS, *LAWFUL)), 1
        )
        if amounts in VIOLATIONS
    ]
    code, report = found = audited(*ROWS)
    keys = ("place", "provision", "clause", "verdict", "actual")
    assert [tuple(finding[key] for key in keys) for finding in found.records] == due
    assert code == 1
    assert report["ledger"] == [
        {"clause": f"{provision}/{wager}-authorised", "verdict": "fail", "rows": len(VIOLATIONS)}
        for wager, provision in sorted(WAGERS.values(), key=lambda one: f"{one[1]}/{one[0]}")
    ]


@pytest.mark.parametrize("engine", ["columnar", pytest.param("dask", marks=pytest.mark.soak)])
def test_every_engine_writes_the_same(audited, engine):
    """JSON has all that the other formats read; test_cluster.py compares a report that dask writes."""
    pytest.importorskip("polars" if engine == "columnar" else "distributed")
    assert audited(*ROWS, engine=engine) == audited(*ROWS)


def test_what_a_finding_states(audited):
    odd = {"table": "4", "seat": "3"}
    found = audited(
        {**odd, **money("roulette_odd", (0, 20, 0, 0)), "roulette_number": 5},
        {**odd, **money("roulette_odd", (20, 20, 0, 25)), "roulette_number": 5, "roulette_pocket": "number"},
    )
    unstaked, above = found.records
    assert found.breached == []
    assert (unstaked["seat"], unstaked["expected"]) == ("3", "a stake of the odd wager, or no money on it")
    assert unstaked["facts"] == {"paid.roulette_odd": "$20"}
    assert above["expected"] == "at most $20 collected and returned of the odd wager"
    assert above["facts"] == {"stake.roulette_odd": "$20", "paid.roulette_odd": "$20", "returned.roulette_odd": "$25"}
    assert above["lawful"] == ["the odd wager of $20 wins"]


def test_the_stake_of_a_bonus_is_not_wagered_again(audited):
    [finding] = audited({**BONUS, "returned": {"tcp_ante_bonus": 10}}).records
    assert finding["provision"] == "19:47-20.11(a)3"
    assert finding["expected"] == "nothing collected or returned of the ante bonus, whose stake repeats that of a wager"


def test_a_wager_of_another_game_is_accounted_for(audited):
    found = audited({"table": "4", "collected": {"punto_tie": 5}, "stake": {"roulette_odd": 5}})
    assert [finding["provision"] for finding in found.records] == ["19:47-3.2(a)3"]


def test_text_and_csv_name_the_kind(audited):
    row = {"table": "4", "stake": {"roulette_even": 5}, "paid": {"roulette_odd": 20}}
    code, text = audited(row, form="text")
    assert code == 1
    assert text.startswith("fail record 19:47-5.1(e)13 in 1 row: Money moves only on a wager that was staked")
    assert "unexplained money in 1 entry" in text
    _, lines = audited(row, form="csv")
    head, first = lines.splitlines()[:2]
    assert head.endswith(",kind,readings") and first.startswith("fail,19:47-5.1(e)13,") and first.endswith(",record,")


# ---- what makes the exit code 1


@pytest.mark.parametrize(
    ("fail_on", "code"), [("", 1), ("record", 1), ("fail", 1), ("none", 0), ("open", 0), ("needs evidence", 1)]
)
def test_which_verdicts_exit_with_one(audited, fail_on, code):
    row = {"table": "4", "stake": {"roulette_even": 5}, "paid": {"roulette_odd": 20}}
    assert audited(row, fail_on=fail_on).code == code


@pytest.mark.parametrize(("fail_on", "code"), [("", 1), ("record", 1), ("fail", 0), ("needs evidence", 1)])
def test_a_record_without_any_stake_needs_evidence(audited, fail_on, code):
    """Not one row states a stake, so that the stakes are missing; one stake in the record shows that it has them."""
    row = {"table": "4", "roulette_number": 5, "paid": {"roulette_odd": 20}}
    found = audited(row, row, fail_on=fail_on)
    assert [(finding["verdict"], finding["actual"]) for finding in found.records] == 2 * [
        ("needs evidence", "paid $20, and no row of the record states a stake")
    ]
    assert [entry["verdict"] for entry in found.report["ledger"]] == ["needs evidence"]
    assert found.code == code


@pytest.mark.parametrize("engine", ["plain", "columnar"])
def test_one_stake_shows_that_the_record_has_them(audited, engine):
    pytest.importorskip("polars")
    paid = {"table": "4", "paid": {"roulette_odd": 20}}
    found = audited(paid, paid, {"table": "2", "stake": {"punto_tie": 5}}, engine=engine)
    assert [finding["verdict"] for finding in found.records] == ["fail", "fail"]


@pytest.mark.parametrize(("stakes", "verdict"), [((None, None), "needs evidence"), ((None, 5.0), "fail")])
def test_an_empty_stake_column_is_none(tmp_path, capsys, stakes, verdict):
    """A column of Parquet in which no row states a stake is no stake column; each engine reads it so."""
    pl = pytest.importorskip("polars")
    (tmp_path / "filing.yaml").write_text(FILING)
    start = {"round": ["1", "2"], "table": ["4", "4"], "moment": ["2010-03-02T20:00"] * 2}
    money = {"stake.roulette_even": list(stakes), "paid.roulette_odd": [20.0, None]}
    pl.DataFrame({**start, **money}, schema_overrides=dict.fromkeys(money, pl.Float64)).write_parquet(
        tmp_path / "r.parquet"
    )
    asked = [
        "rounds",
        "audit",
        str(tmp_path / "r.parquet"),
        "--filing",
        str(tmp_path / "filing.yaml"),
        "--format",
        "json",
    ]
    written = []
    for engine in ("plain", "columnar"):
        capsys.readouterr()
        assert main([*asked, "--engine", engine]) == 1
        written.append(capsys.readouterr().out)
    assert written[0] == written[1]
    assert [(f["kind"], f["verdict"]) for f in json.loads(written[0])["findings"]] == [("record", verdict)]


def test_money_that_a_missing_fact_may_explain_needs_evidence(audited):
    """Where the record does not show whether the row is that of the bank, 11.10 may state what it gets."""
    row, staked = {"table": "6", "paid": {"pgp_wager": 10}}, {"table": "6", "stake": {"pgp_wager": 5}}
    [finding] = audited(row, staked).records
    assert finding["verdict"] == "needs evidence"
    assert finding["expected"] == (
        "a stake of the pai gow poker wager, or no money on it, unless 19:47-11.10(l) or 19:47-11.10(m) states the amount"
    )
    [finding] = audited({**row, "pgp_banker": "house"}, staked).records
    assert finding["verdict"] == "fail"


# ---- one breach, one finding


def test_rows_of_one_hand_are_one_entry_and_rows_without_a_seat_are_not(audited):
    """Streak wagers on two areas repeat the row of the hand, and the money that both rows state counts once."""
    paid = {"table": "1", "round": "1", "stake": {"streak": 5}, "paid": {"blackjack_wager": 20}}
    hand = {**paid, "seat": "1", "hand": "1"}
    assert [f["place"] for f in audited({**hand, "run": 2}, {**hand, "run": 3}).records] == ["record.jsonl:1"]
    found = audited(paid, paid)
    assert [f["place"] for f in found.records] == ["record.jsonl:1", "record.jsonl:2"]
    assert found.report["ledger"] == [
        {"clause": "19:47-2.3(a)/blackjack_wager-authorised", "verdict": "fail", "rows": 2}
    ]


@pytest.mark.parametrize(
    ("row", "clause"),
    [
        (  # it loses, whatever else is recorded
            {"table": "4", "roulette_number": 6, "roulette_pocket": "number", **money("roulette_odd", (20, 0, 20, 25))},
            "19:47-5.3(e)/roulette_odd-loses",
        ),
        (  # a surrendered hand gives back one half
            {"table": "1", "surrendered": "yes", "dealer_cards": "9h 8d", **money("blackjack_wager", (10, 0, 5, 10))},
            "19:47-2.8(a)/blackjack_wager.returned-exactly",
        ),
    ],
)
def test_a_breach_of_a_paragraph_is_not_reported_again(audited, row, clause):
    found = audited(row)
    assert found.records == [] and clause in found.breached


# ---- what the law excepts: each on its lawful side, and beyond it

BANKED = {"table": "6", "round": "b", "pgp_banker": "player", "pgp_dealer_wager": 0, "pgp_against_bank": "pushed"}
CO_BANKED = {"table": "6", "round": "b", "pgp_banker": "co_bank", "pgp_dealer_wager": 0}
DOUBLED = {"table": "1", "cards": "5h 6d 9c", "doubling": 10}
FOUR_OF_A_KIND = {"table": "6", "round": "e", "seat": "2", "player": "b", "cards": "9h 9c 9d 9s 5h 2c 3d"}
ENVIED = {**FOUR_OF_A_KIND, **money("pgp_wager", (10, 0, 0, 0))}
STREAK = {"table": "1", "seat": "1", "run": 5, "stake": {"blackjack_wager": 10, "streak": 5}}
BONUS = {"table": "7", "stake": {"tcp_ante": 10, "tcp_play": 10, "tcp_ante_bonus": 10}}


def bank(role: str, **amounts: Any) -> list[dict[str, Any]]:
    """A round with a loser and a winner of these stakes, and the row of the bank."""
    whole = BANKED if role == "bank" else CO_BANKED
    lost, won = amounts.pop("lost"), amounts.pop("won")
    return [
        {**whole, "seat": "1", "player": "a", "pgp_seat_role": role, **amounts},
        {**whole, "seat": "2", "player": "b", "pgp_seat_role": "player", **money("pgp_wager", (lost, 0, lost, 0))},
        {**whole, "seat": "3", "player": "c", "pgp_seat_role": "player", **money("pgp_wager", (won, won, 0, 0))},
    ]


EXCEPTIONS = {  # name → rows on the lawful side, rows beyond it, and by what those are found: a clause, or the record
    "the bank pays what is short": (
        bank("bank", lost=10, won=40, pgp_from_bank=30, collected={"pgp_wager": 30}),
        bank("bank", lost=10, won=40, pgp_from_bank=30, collected={"pgp_wager": 31}),
        "19:47-11.10(l)/collected_from_bank",
    ),
    "the bank gets the surplus": (
        bank(
            "bank", lost=40, won=10, pgp_surplus=30, pgp_bank_vigorish=1.5, pgp_to_bank=28.5, paid={"pgp_wager": 28.5}
        ),
        bank("bank", lost=40, won=10, pgp_surplus=30, pgp_bank_vigorish=1.5, pgp_to_bank=28.5, paid={"pgp_wager": 30}),
        "19:47-11.10(l)/paid_to_bank",
    ),
    "nothing is given back to a bank": (
        bank("bank", lost=40, won=40, pgp_from_bank=0),
        bank("bank", lost=40, won=40, pgp_from_bank=0, returned={"pgp_wager": 5}),
        "record",
    ),
    "the co-bank pays one half": (
        bank("co_bank", lost=10, won=40, pgp_from_bank=15, pgp_from_container=15, collected={"pgp_wager": 15}),
        bank("co_bank", lost=10, won=40, pgp_from_bank=15, pgp_from_container=15, collected={"pgp_wager": 30}),
        "19:47-11.10(m)/collected_from_co_bank",
    ),
    "who is no bank has to stake": (
        bank("bank", lost=10, won=40, pgp_from_bank=30),
        [
            *bank("bank", lost=10, won=40, pgp_from_bank=30)[:2],
            {**BANKED, "seat": "3", "player": "c", "pgp_seat_role": "player", "collected": {"pgp_wager": 30}},
        ],
        "record",
    ),
    "an envy bonus is paid for another's hand": (
        [
            {
                "table": "6",
                "round": "e",
                "seat": "1",
                "player": "a",
                "stake": {"pgp_wager": 10, "pgp_bonus": 5},
                "paid": {"pgp_envy": 5},
            },
            ENVIED,
        ],
        [
            {
                "table": "6",
                "round": "e",
                "seat": "1",
                "player": "a",
                "stake": {"pgp_wager": 10, "pgp_bonus": 5},
                "paid": {"pgp_envy": 6},
            },
            ENVIED,
        ],
        "19:47-11.15(d)3i/envy_for_each_other_hand",
    ),
    "an envy bonus needs a bonus wager": (
        [{"table": "6", "round": "e", "seat": "1", "player": "a", "stake": {"pgp_wager": 10}}, ENVIED],
        [
            {
                "table": "6",
                "round": "e",
                "seat": "1",
                "player": "a",
                "stake": {"pgp_wager": 10},
                "paid": {"pgp_envy": 5},
            },
            ENVIED,
        ],
        "19:47-11.15(c)/no_envy_below_five_dollars",
    ),
    "the stake of an ante bonus repeats the ante": (
        [{**BONUS, "collected": {"tcp_ante": 10, "tcp_play": 10}, "paid": {"tcp_ante_bonus": 10}}],
        [{**BONUS, "collected": {"tcp_ante": 10, "tcp_play": 10, "tcp_ante_bonus": 10}}],
        "record",
    ),
    "vigorish stands beside the wager": (
        [{"table": "2", "punto_vigorish_taken": 5, **money("punto_banker", (100, 95, 0, 0))}],
        [{"table": "2", **money("punto_banker", (100, 0, 5, 100))}],
        "record",
    ),
    "the 25 percent stand beside the wager": (
        [{"table": "5", "mini_tie_collected": 25, **money("mini_banker", (100, 0, 0, 100))}],
        [{"table": "5", **money("mini_banker", (100, 0, 25, 100))}],
        "record",
    ),
    "the dealer's wager comes back with what it won": (
        [{"table": "6", "pgp_dealer_wager": 10, **money("pgp_wager", (10, 10, 0, 10))}],
        [{"table": "6", "pgp_dealer_wager": 10, **money("pgp_wager", (10, 10, 0, 20))}],
        "record",
    ),
    "half is lost on a zero": (
        [{"table": "4", "roulette_number": 0, "roulette_pocket": "zero", **money("roulette_odd", (10, 0, 5, 5))}],
        [{"table": "4", "roulette_number": 0, "roulette_pocket": "zero", **money("roulette_odd", (10, 0, 5, 6))}],
        "19:47-5.2(b)/roulette_odd.returned-exactly",
    ),
    "what was doubled is part of the wager": (
        [
            {**DOUBLED, **money("blackjack_wager", (10, 0, 20, 0))},
            {**DOUBLED, **money("blackjack_wager", (10, 0, 10, 10))},
        ],
        [{**DOUBLED, **money("blackjack_wager", (10, 0, 20.01, 0))}],
        "record",
    ),
    "what was not doubled is not": (
        [{"table": "1", "cards": "5h 6d 9c", **money("blackjack_wager", (10, 0, 10, 0))}],
        [{"table": "1", "cards": "5h 6d 9c", **money("blackjack_wager", (10, 0, 20, 0))}],
        "record",
    ),
    "an open streak wager is staked once": (
        [STREAK, STREAK, {**STREAK, "collected": {"streak": 5}}],
        [STREAK, STREAK, {**STREAK, "collected": {"streak": 15}}],
        "record",
    ),
}


@pytest.mark.parametrize("engine", ["plain", "columnar"])
def test_an_exception_of_the_law_ends_where_the_law_ends_it(audited, engine):
    """In two records, one lawful and one not, whose rounds are named after the exceptions."""
    pytest.importorskip("polars")
    lawful, beyond = (
        audited(*(row for name in EXCEPTIONS for row in in_rounds_named(name, EXCEPTIONS[name][side])), engine=engine)
        for side in (0, 1)
    )
    wrong = []
    for name, (_, _, by) in EXCEPTIONS.items():
        inside, outside = lawful.of(name), beyond.of(name)
        wrong += [name] if inside.records or by in inside.breached else []
        if by == "record":
            wrong += [name] if [finding["verdict"] for finding in outside.records] != ["fail"] else []
        else:
            wrong += [name] if outside.records or by not in outside.breached else []
    assert wrong == []


def in_rounds_named(name: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, "round": f"{name}: {row.get('round', n)}"} for n, row in enumerate(rows, 1)]


# ---- random rows, by a plain statement of the rule


def unexplained(row: dict[str, Any], wager: str) -> bool:
    """The rule in its own words, for wagers without exceptions: no clause states money on them where nothing is staked."""
    stake, paid, collected, returned = (Fraction(str(row.get(entry, {}).get(wager, 0))) for entry in ENTRIES)
    wagered = stake + (Fraction(row.get("doubling", 0)) if wager == "blackjack_wager" else 0)
    if not wagered:
        return bool(paid or collected or returned)
    return collected + returned > wagered


def at_random(chance: Random) -> dict[str, Any]:
    table = chance.choice([*WAGERS])
    row: dict[str, Any] = {"table": table, **HOUSE.get(table, {})}
    row |= {"doubling": chance.choice([0, 5, 10])} if table == "1" else {}
    for wager in {WAGERS[table][0], *chance.choices([wager for wager, _ in WAGERS.values()], k=1)}:
        for entry in ENTRIES:
            if chance.random() < 0.5:
                row.setdefault(entry, {})[wager] = chance.choice([0, 5, 7.5, 10, 15])
    return row


@pytest.mark.parametrize("engine", ["plain", "columnar"])
def test_random_rows_are_judged_as_the_rule_states(audited, engine):
    """Where a clause on the wager fails too, the breach is reported there, and only there."""
    pytest.importorskip("polars")
    chance = Random(24)
    rows = [at_random(chance) for _ in range(count(400, soak=20_000))]
    found = audited(*rows, engine=engine)
    reported: set[tuple[str, str]] = set()
    by_clause: set[tuple[str, str]] = set()
    for finding in found.report["findings"]:
        wager = finding["clause"].partition("/")[2].partition("-")[0].partition(".")[0]
        kept = reported if finding["kind"] == "record" else by_clause if finding["verdict"] == "fail" else set()
        kept.add((finding["round"], wager))
    due = {(str(n), wager) for n, row in enumerate(rows, 1) for wager, _ in WAGERS.values() if unexplained(row, wager)}
    assert reported <= due <= reported | by_clause
    assert len(reported) > len(rows) / 10 and len(due - reported) < len(due) / 4


# ---- lawful rounds


GAMES = {
    "blackjack": "box", "punto_banco": "cards", "chemin_de_fer": "chemin", "roulette": "wheel", "minibaccarat": "mini",
    "pai_gow_poker": "seven", "three_card_poker": "three", "four_card_poker": "four",
}  # fmt: skip


@pytest.mark.soak  # test_engines.py compares all findings of dealt rounds of each game with the mistakes made in them
@pytest.mark.parametrize("game", GAMES)
def test_no_lawful_row_has_unexplained_money(game, tmp_path, capsys):
    pytest.importorskip("polars")
    rounds = "1500"
    filing, record = str(HERE / f"{GAMES[game]}.yaml"), str(tmp_path / "dealt.jsonl")
    assert main(["rounds", "deal", game, "--rounds", rounds, "--seed", "24", "--filing", filing, "--out", record]) == 0
    capsys.readouterr()
    main(["rounds", "audit", record, "--filing", filing, "--engine", "columnar", "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert report["rows"] >= int(rounds) and report["ledger"] == []
