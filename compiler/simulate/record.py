"""Converts the facts of a dealt row to the row as a record writes it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pitboss.compiler.model import core, query
from pitboss.compiler.model.memo import once_for_each
from pitboss.compiler.oracle.values import Facts, entries

Written = bool | int | float | str | None


def as_record(facts: Facts, book: core.Rulebook) -> dict[str, Written]:
    """The row without the facts that the filing of the table already states, without zeros, and without amounts that no cents make:

    a record cannot state them, and they follow from what it states.
    """
    made: dict[str, Written] = {}
    kinds = _kinds(book)
    for name, value in facts.items():
        if name in ("irregularity", "consequence") and value == "none":
            continue
        if name in query.SETTLEMENT:
            made |= {f"{name}.{wager}": _written(part, "money") for wager, part in entries(facts, name).items() if part}
        elif name == "irregularity":
            made[name] = str(value)
        elif name in kinds and not _between_cents(value, kinds[name]):
            made[name] = _written(value, kinds[name])
    return made


@once_for_each
def _kinds(book: core.Rulebook) -> dict[str, str]:
    """By field of a round: the kind of its values."""
    return {name: field.type.kind for name, field in book.fields.items() if field.of_round}


def _between_cents(value: object, kind: str) -> bool:
    return kind == "money" and isinstance(value, Fraction) and (value * 100).denominator != 1


def _written(value: object, kind: str) -> Written:
    if kind == "cards" and isinstance(value, tuple):
        names = {1: "A", 11: "J", 12: "Q", 13: "K"}
        return " ".join("Jk" if rank == 0 else f"{names.get(rank, rank)}{suit}" for rank, suit in value)
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, Iterable):
        return "; ".join(str(_written(part, "")) for part in value)
    if not isinstance(value, int | Fraction):
        raise TypeError(f"no value of a record: {value!r}")
    if kind in ("percent", "one_of") and 0 < value < 1:
        return f"{float(value * 100):g}%"
    return value.numerator if value.denominator == 1 else float(value)
