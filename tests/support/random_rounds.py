"""Rounds of rows.yaml that nobody would think of, in sequence and out of it, for engines to agree on."""

from __future__ import annotations

import random
from typing import Any


def at_random(seed: int, many: int, clean: bool = False) -> list[dict[str, Any]]:
    """Rounds of two tables, not in turn, with what follows recorded here and there, rightly or not."""
    chance, tiles, hands, firsts = (random.Random(seed) for _ in range(4))
    made: list[dict[str, Any]] = []
    numbers, minutes = {"1": 0, "2": 0}, 100
    for _ in range(many):
        table = chance.choice("112")
        numbers[table] += 1 if clean or chance.random() < 0.95 else chance.choice([-2, 2])
        minutes += 1 if clean or chance.random() < 0.97 else -3
        moment = f"2005-06-{1 + minutes // 1440:02}T{minutes // 60 % 24:02}:{minutes % 60:02}"
        whole: dict[str, Any] = {"round": f"{table}-{len(made)}", "table": table, "moment": moment}
        if chance.random() < 0.9:
            whole["sequence"] = max(0, numbers[table])
        if chance.random() < 0.9:
            whole["opening"] = chance.choice(["yes", "no", "no", "no", "no"])
        if chance.random() < 0.2:
            whole |= {chance.choice(["winners", "turn"]): chance.randrange(3)}
        if tiles.random() < 0.1:
            whole["twins"] = tiles.randrange(4)
        known = tiles.random()
        for seat in tiles.choices("123", k=tiles.randrange(1, 4)):
            player = {"player": tiles.choice("AB")} if tiles.random() < known else {}
            if tiles.random() < 0.05:
                seat = None
            for _ in range(chance.choice([1, 1, 1, 2])):
                row = {
                    **whole,
                    **({"seat": seat} if seat else {}),
                    **player,
                    "stake": {"streak": chance.choice([5, 10, 2.5])},
                }
                if chance.random() < 0.9:
                    row["end"] = chance.choice(["won", "lost", "pushed"])
                if tiles.random() < 0.9:
                    row["cards"] = " ".join(
                        tiles.choice(["Ah", "2h", "3h", "Jk"]) for _ in range(tiles.choice([1, 1, 2]))
                    )
                if chance.random() < 0.2:
                    row |= {chance.choice(["row", "mine", "others", "neighbors"]): chance.choice([0, 1, 2, 5, 10])}
                if tiles.random() < 0.2:
                    row |= {tiles.choice(["places", "sharers", "box_wins", "placed"]): tiles.choice([0, 1, 2, 5, 10])}
                if tiles.random() < 0.04:
                    row["opening"] = tiles.choice(["yes", "no"])
                if hands.random() < 0.4:
                    row["hand"] = hands.choice("12")
                if firsts.random() < 0.1:
                    row |= {firsts.choice(["begun", "first_won"]): firsts.choice([0, 1, 5, 10])}
                made.append(row)
        if not clean and chance.random() < 0.03:
            made.append(chance.choice([{"round": "x"}, {**whole, "end": "lots"}, {**whole, "table": "77"}]))
    return made


def flat(row: dict[str, Any]) -> dict[str, Any]:
    stakes = {f"stake.{wager}": float(amount) for wager, amount in row.get("stake", {}).items()}
    return {name: value for name, value in row.items() if name != "stake"} | stakes
