"""Roulette, spun and settled from the text of 5.1 to 5.4; see test_outside.py.

The print of 5.1 begins within (e)6. What a straight, a split and the like cover is in what is lost, so the record has the
place of the ball's compartment among those that the wager covers; sections and backgrounds are as on the wheel.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from itertools import count
from random import Random

from tests.outside.plain_dealing import (
    Mistake,
    Round,
    Row,
    first,
    heading,
    in_turn,
    money,
    noted,
    pay,
    settled,
    wrong_ways,
)

COVERS = {"straight": 1, "split": 2, "three": 3, "four": 4, "first_five": 5, "six": 6}
PAYS = {"straight": 35, "split": 17, "three": 11, "four": 8, "first_five": 6, "six": 5}  # 5.2(a)
PAYS |= {"seven_numbers": 4, "seven_color": 4, "eight_color": 3, "column": 2, "dozen": 2}
EVEN_MONEY = ["red", "black", "odd", "even", "low", "high"]
PAYS |= dict.fromkeys(EVEN_MONEY, 1)
SEVEN_NUMBERS = {10, 11, 12, 13, 14, 15, 33}
REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
SECTIONS = ["black", "blue", "gold", "red", "purple", "green"]
NO_SPIN = {"ball_with_wheel": "5.4(a)", "ball_short_of_four": "5.4(b)", "object_in_wheel": "5.4(c)"}

# The compartments of zeros and the wagers, by table of roulette.yaml. The wheel of table 4 has a double zero that is void.
FEW = ["straight", "column", "odd", "even", "low", "high"]
MOST = [wager for wager in PAYS if wager not in ("seven_color", "eight_color")]
SINGLE = [wager for wager in MOST if wager != "first_five"]
ZEROS = {"1": ["0", "00"], "2": ["0", "00"], "3": ["0"], "4": ["0", "00"], "5": ["0"], "6": ["0", "00"]}
OFFERS = {"1": MOST, "2": MOST, "3": SINGLE, "4": SINGLE, "5": [*FEW, "seven_color"], "6": [*FEW, "eight_color"]}
ON_ZERO = {"1": "5.2(b)", "2": "5.2(b)", "3": "5.2(c)", "4": "5.2(d)3"}  # what a zero costs at these tables
HALF = ("1", "6")  # where a zero takes half of an even money wager, 5.2(b)


def wins(row: Row, wager: str) -> bool:
    number = row.get("roulette_number", 0)
    if wager in COVERS:
        return int(row["roulette_covered"]) <= COVERS[wager]
    if wager.endswith("_color"):
        return number == 0 or row["roulette_section"] == row["roulette_section_chosen"]
    return (
        number > 0
        and {
            "seven_numbers": number in SEVEN_NUMBERS,
            "column": row["roulette_column_chosen"] == (number - 1) % 3 + 1,
            "dozen": row["roulette_dozen_chosen"] == (number - 1) // 12 + 1,
            "red": number in REDS,
            "black": number not in REDS,
            "odd": number % 2 == 1,
            "even": number % 2 == 0,
            "low": number <= 18,
            "high": number >= 19,
        }[wager]
    )


def settle(row: Row) -> None:
    if row["roulette_spin"] == "no_spin":
        del row["roulette_adjacent_result"], row["roulette_moved"]
    for name, stake in row["stake"].items():
        wager = name.removeprefix("roulette_")
        if row["roulette_spin"] == "no_spin":
            pay(row, name, "returned", stake)
        elif wager == "five_adjacent":
            settle_adjacent(row)
        elif wins(row, wager):
            pay(row, name, "paid", stake * PAYS[wager])
        else:
            pay(row, name, "collected", stake)
            if row["table"] in HALF and row["roulette_pocket"] != "number" and wager in EVEN_MONEY:
                half_of(row, name)


def settle_adjacent(row: Row) -> None:
    """A fifth of a winner goes to its number as a straight wager, 5.3(d); what becomes of the rest is not in hand."""
    fifth = Decimal(row["stake"]["roulette_five_adjacent"]) / 5
    won = row["roulette_adjacent_result"] == "won"
    row["roulette_moved"] = str(fifth if won else 0)
    pay(row, "roulette_five_adjacent", "paid" if won else "collected", fifth * (PAYS["straight"] if won else 5))


def half_of(row: Row, name: str) -> None:
    half = Decimal(row["stake"][name]) / 2
    row["collected"][name] = row["returned"][name] = str(half)


def rounds(seed: int, number: int) -> Iterator[Round]:
    random = Random(seed)
    return in_turn([spin(random, table) for table in OFFERS], number)


def spin(random: Random, table: str) -> Iterator[Round]:
    for number in count(1):
        ball = random.choice([*map(str, range(1, 37)), *ZEROS[table] * 8])  # zeros more often than they come up
        whole = heading("roulette", table, "2009-07-01", number) | result(ball) | {"sequence": number}
        wrong = random.choice(list(NO_SPIN)) if random.random() < 0.03 else ""
        if wrong:
            whole |= {"irregularity": wrong, "consequence": "no_spin"}
        elif table == "4" and ball == "00":
            whole |= {"consequence": "void_and_respun"}
        valid = {"roulette_ball_spun": "against_wheel", "roulette_revolutions": random.randint(4, 30)}
        whole |= valid | {"roulette_spin": "no_spin" if "consequence" in whole else "valid"}
        if wrong == "ball_with_wheel":
            whole["roulette_ball_spun"] = "with_wheel"
        elif wrong == "ball_short_of_four":
            whole["roulette_revolutions"] = random.randint(0, 3)
        rows = [whole | {"seat": seat} | wagers(random, table, ball) for seat in range(1, random.randint(1, 4) + 1)]
        for row in rows:
            settle(row)
        yield rows


def result(ball: str) -> Row:
    """The compartment of the ball, as the record names it."""
    if ball in ("0", "00"):
        pocket = {"0": "zero", "00": "double_zero"}[ball]
        return {"roulette_pocket": pocket, "roulette_section": "none", "roulette_background": "other"}
    number = int(ball)
    return {
        "roulette_pocket": "number",
        "roulette_number": number,
        "roulette_column_hit": (number - 1) % 3 + 1,
        "roulette_section": SECTIONS[(number - 1) // 6],
        "roulette_background": "red" if number in REDS else "black",
    }


def wagers(random: Random, table: str, ball: str) -> Row:
    """What a player stakes and selects: at most one wager of those that the place of the ball's compartment decides."""
    chosen = random.sample(OFFERS[table], random.randint(1, 4))
    placed = [wager for wager in chosen if wager in COVERS][:1] + [wager for wager in chosen if wager not in COVERS]
    layout = [*ZEROS[table], *map(str, range(1, 37))]
    if table == "4":
        layout.remove("00")  # it is announced as void, and no wager covers it
    if placed[0] != "first_five":
        random.shuffle(layout)
    stake = {f"roulette_{wager}": random.choice([1, 5, 10, 25, 100]) for wager in placed}
    if table == "1" and random.random() < 0.2:
        stake["roulette_five_adjacent"] = random.choice([5, 10, 25])
    return {
        "stake": stake,
        "roulette_adjacent_result": "won" if random.random() < 5 / 38 else "lost",
        "roulette_moved": 0,
        "roulette_covered": layout.index(ball) + 1 if ball in layout else len(layout) + 1,
        "roulette_column_chosen": random.randint(1, 3),
        "roulette_dozen_chosen": random.randint(1, 3),
        "roulette_section_chosen": random.choice(SECTIONS),
    }


UNSTATED = {"roulette_adjacent_result", "roulette_moved"}  # of a spin that is none


# -- mistakes

WON = dict.fromkeys(COVERS, "19:47-5.2(a)") | {"seven_color": "19:47-5.1(e)7", "eight_color": "19:47-5.1(e)8"}
WON |= {wager: f"19:47-5.1(e){n}" for n, wager in enumerate(["column", "dozen", *EVEN_MONEY], 9)}
WON |= {"seven_numbers": "19:47-5.1(f)"}


def number(row: Row) -> bool:
    return bool(row["roulette_pocket"] == "number")


def each_wager() -> Iterator[Mistake]:
    for wager, pays in PAYS.items():
        name = f"roulette_{wager}"
        yield from wrong_ways(name, WON[wager], "19:47-5.3(e)", where=number)
        # The row of seven is that of the older wager of 5.1(f), or of every wager on seven numbers: the text leaves it open.
        short = "open" if wager == "seven_color" else "fail"
        yield Mistake(f"{name} paid short", "19:47-5.2(a)", money(name, "paid", "paid", Decimal(pays) / 2), short)
        more = money(name, "paid", "paid", pays + 1)
        yield Mistake(f"{name} paid more than is posted", "19:47-5.2(a)", more, "open")


def on_zero(table: str, provision: str, wager: str) -> Iterator[Mistake]:
    """An even money wager when the ball is in a zero, which costs all of it or half."""
    name = f"roulette_{wager}"

    def lost(row: Row) -> bool:
        return row["table"] == table and not number(row) and settled(row, name, "collected")

    yield from wrong_ways(name, loses=provision, where=lost, what=f"on a zero at table {table}")
    if table in HALF:
        yield Mistake(
            f"{name} taken whole at table {table}", provision, money(name, "collected", "collected", where=lost)
        )
    else:
        half = first(lost, partial(half_of, name=name))
        yield Mistake(f"{name} taken by half at table {table}", provision, half)


def void_spins() -> Iterator[Mistake]:
    """A wager is settled although the spin is none."""
    void = {f"19:47-{provision}": ("irregularity", name) for name, provision in NO_SPIN.items()}
    for provision, (field, value) in (void | {"19:47-5.2(d)2": ("consequence", "void_and_respun")}).items():

        def none(row: Row, field: str = field, value: str = value) -> bool:
            twice = field == "irregularity" and row["table"] == "4" and row["roulette_pocket"] == "double_zero"
            return row.get(field) == value and not twice

        for how in ("paid", "collected"):
            yield Mistake(f"{how} after a spin void by {provision}", provision, first(none, partial(decide, how=how)))
        if field == "irregularity":
            other = noted("consequence", "void_and_respun", none)
            yield Mistake(f"a spin void by {provision} treated as one on a double zero", provision, other)


def valid(row: Row) -> bool:
    return bool(row["roulette_spin"] == "valid")


def decide(row: Row, how: str) -> None:
    name = next(iter(row["stake"]))
    pay(row, name, how, row["stake"][name])


def adjacent_won(row: Row) -> bool:
    return ADJACENT in row["stake"] and settled(row, ADJACENT, "paid")


def tenth_moved(row: Row) -> None:
    row["roulette_moved"] = str(Decimal(row["stake"][ADJACENT]) / 10)


ADJACENT = "roulette_five_adjacent"
MISTAKES = [
    *each_wager(),
    *(wrong for table, of in ON_ZERO.items() for wager in EVEN_MONEY for wrong in on_zero(table, f"19:47-{of}", wager)),
    *void_spins(),
    *wrong_ways(ADJACENT, loses="19:47-5.3(e)", where=valid),
    Mistake("five adjacent numbers paid 6 to 1", "19:47-5.3(d)", money(ADJACENT, "paid", "paid", 6), "open"),
    Mistake("a tenth moved to the number", "19:47-5.3(d)", first(adjacent_won, tenth_moved)),
    Mistake("ball spun with the wheel", "19:47-5.3(a)", noted("roulette_ball_spun", "with_wheel", valid)),
    Mistake("three revolutions", "19:47-5.3(a)", noted("roulette_revolutions", 3, valid)),
]
