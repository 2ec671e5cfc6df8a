"""Facts of a dealt row → the row as a record writes it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pitboss.compiler.model import core, query
from pitboss.compiler.oracle.fast.memoization import Facts


def as_record(facts: Facts, book: core.Rulebook) -> dict[str, Any]:
    """The row without what the filing of the table states already, and without zeros."""
    made: dict[str, Any] = {}
    for name, value in facts.items():
        if name in ("irregularity", "consequence") and value == "none":
            continue
        if name in query.SETTLEMENT:
            made |= {f"{name}.{wager}": _written(part, "money") for wager, part in value.items() if part}
        elif name == "irregularity":
            made[name] = value
        elif query.of_round(book, name):
            made[name] = _written(value, book.fields[name].type.kind)
    return made


def _written(value: Any, kind: str) -> Any:
    if kind == "cards":
        names = {1: "A", 11: "J", 12: "Q", 13: "K"}
        return " ".join("Jk" if rank == 0 else f"{names.get(rank, rank)}{suit}" for rank, suit in value)
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, Iterable):
        return "; ".join(str(_written(part, "")) for part in value)
    if kind in ("percent", "one_of") and 0 < value < 1:
        return f"{float(value * 100):g}%"
    number = Fraction(value)
    return number.numerator if number.denominator == 1 else float(number)
