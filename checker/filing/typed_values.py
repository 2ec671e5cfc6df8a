"""Converts one filed value to its type; an error states what does not fit and how to write it.

>>> typed("$2,500", ("money",)), typed([8, 6, 8], ("set_of", ("count",))), typed("4%", ("one_of", ("4%", "5%")))
(2500, (6, 8), Fraction(1, 25))
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from pitboss.checker.filing.scalar_values import (
    SCALARS,
    TYPE_WORDS,
    an_amount,
    canonical,
    chances,
    help_for,
    in_reason,
    plain_value,
    shown,
)
from pitboss.checker.filing.vocabulary import Type
from pitboss.grammar.quick_start import regex

ASCII_DIGITS = regex(r"[0-9]{1,18}")  # a key is always text, also where it means a number


class Misfit(ValueError):
    """A value that does not have its type; `steps` lead to it from the value that was read."""

    def __init__(self, message: str, help: str = "", steps: tuple[str | int, ...] = (), on_key: bool = False) -> None:
        super().__init__(message)
        self.message, self.help, self.steps, self.on_key = message, help, steps, on_key
        self.container = False  # a list or mapping where none belongs, or the other way round


def typed(value: object, of: Type) -> object:
    """Convert the value to its type; raises Misfit."""
    kind = str(of[0])
    if kind in SCALARS and isinstance(value, str | int):
        return typed_scalar(kind, value)
    if kind in ("set_of", "list_of"):
        return typed_list(value, of)
    if kind == "map_of":
        return typed_map(value, of)
    if kind == "chances":
        return typed_chances(value)
    if isinstance(value, list | dict):
        raise wrong_container(value, f"one value, {TYPE_WORDS.get(kind, 'one of a few words')}")
    if isinstance(value, Decimal | float) and not in_reason(value):
        raise Misfit(f"{shown(value)} is not a number that a filing can state")
    return typed_choice(value, of[1], len(of) > 2) if kind == "one_of" else typed_scalar(kind, value)  # type: ignore[arg-type]


def typed_list(value: object, of: Type) -> tuple[object, ...]:
    """A set is sorted, so that two spellings of it are equal; a list retains its order."""
    if not isinstance(value, list):
        raise wrong_container(value, "a list", "put the values in brackets, with commas between them")
    found = []
    for i, item in enumerate(value):
        try:
            found.append(typed(item, of[1]))  # type: ignore[arg-type]
        except Misfit as misfit:
            misfit.steps = (i, *misfit.steps)
            raise
    if of[0] == "list_of":
        return tuple(found)
    return tuple(sorted(dict.fromkeys(found), key=lambda item: (isinstance(item, str | tuple), item)))


def typed_map(value: object, of: Type) -> dict[object, object]:
    if not isinstance(value, dict):
        raise wrong_container(value, "a mapping")
    found: dict[object, object] = {}
    for key, item in value.items():
        step, on_key = key, True
        try:
            known = typed(int(key) if ASCII_DIGITS.fullmatch(key) else key, of[1])  # type: ignore[arg-type]
            if known in found:
                raise Misfit(f"{shown(key)} is here twice, written in two ways")
            on_key = False
            found[known] = typed(item, of[2])  # type: ignore[arg-type]
        except Misfit as misfit:
            misfit.steps, misfit.on_key = (step, *misfit.steps), on_key
            raise
    return found


def typed_chances(value: object) -> dict[object, object]:
    """The probability of each amount; the probabilities add up to 1."""
    found = typed_map(value, ("map_of", ("money",), ("chance",)))
    stated = {k: v for k, v in found.items() if isinstance(k, int | Fraction) and isinstance(v, int | Fraction)}
    if wrong := chances(stated):
        raise Misfit(wrong, "write each exactly, as 1/3 or 0.25, so that they come to 1")
    return found


@lru_cache(maxsize=1 << 9)
def as_named(text: str) -> str:
    """A name as the facts hold it; a name that no rule knows keeps its prefix `other:`."""
    return f"other:{canonical(text[6:])}" if text.startswith("other:") else canonical(text)


def part_name(text: str) -> str:
    """The name that a filing gives to a part of a table; an amount is a stake.

    >>> part_name("Seats 1 to 3"), part_name("$5.00")
    ('seats_1_to_3', '$5')
    """
    amount = an_amount(text) if text.startswith("$") else None
    return canonical(text) if amount is None else stake_part(amount)


def stake_part(amount: int | Fraction) -> str:
    """The name of the part in which the stake is this amount."""
    return f"${float(amount):,.2f}".removesuffix(".00")


def wrong_container(value: object, expected: str, help: str = "") -> Misfit:
    what = "a list" if isinstance(value, list) else "a mapping" if isinstance(value, dict) else shown(value)
    misfit = Misfit(f"expected {expected}, not {what}", help)
    misfit.container = True
    return misfit


@lru_cache(maxsize=1 << 9, typed=True)
def typed_scalar(kind: str, value: object) -> object:
    if kind not in SCALARS:
        raise Misfit(f"a filing cannot state a value of type {kind}")
    found = SCALARS[kind](value)
    if found is None:
        raise Misfit(f"{shown(value)} is not {TYPE_WORDS[kind]}", help_for(kind, value))
    return found


@lru_cache(maxsize=1 << 10)
def choices_by_value(choices: tuple[object, ...]) -> dict[tuple[str, object], object]:
    """An enumeration lists values as a filing writes them; the facts hold their typed values."""
    known = [(plain_value(choice), choice) for choice in choices]
    return {of: choice if of[0] == "name" else of[1] for of, choice in known}


def typed_choice(value: object, choices: tuple[object, ...], elected: bool = False) -> object:
    """An elected value may be something else of the same kind, or `other:`: it is read, and a clause then fails.

    >>> typed_choice("6%", ("4%", "5%"), True), typed_choice("other:Both ways", ("up", "down"), True)
    (Fraction(3, 50), 'other:both_ways')
    """
    known = choices_by_value(choices)
    form = plain_value(value)
    if form in known:
        return known[form]
    names = any(of == "name" for of, _ in known)
    if elected and form[0] != "name" and any(of == form[0] for of, _ in known):
        return form[1]
    if elected and names and isinstance(value, str) and value.startswith("other:") and as_named(value)[6:]:
        return as_named(value)
    listed = ", ".join(str(choice) for choice in choices)
    help = closest(str(form[1]), tuple(str(choice) for choice in choices)) if form[0] == "name" else ""
    if form[0] == "number" and isinstance(form[1], int | Fraction):  # 5 or 0.05 for 5%
        percents = (("percent", form[1]), ("percent", Fraction(form[1]) / 100))
        meant = [choice for choice in choices if plain_value(choice) in percents]
        help = f'write "{meant[0]}" with its sign' if meant else ""
    if elected and names and not help and form[0] == "name":
        help = f"write one of these; a choice that is none of them is other:{form[1]}, and fails"
    raise Misfit(f"{shown(value)} is not one of {listed}", help or "write one of these")


def closest(word: str, known: Iterable[str]) -> str:
    """
    >>> closest("dekcs", ("decks", "boxes"))
    "did you mean 'decks'?"
    """
    return closest_of(word, tuple(known))


@lru_cache(maxsize=1 << 10)
def closest_of(word: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches  # only needed when something is wrong

    found = get_close_matches(word[:60], known, 1)
    return f"did you mean '{found[0]}'?" if found else ""
