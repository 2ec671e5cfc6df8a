"""Formats facts as people write them."""

from __future__ import annotations

from fractions import Fraction

from pitboss.checker.filing.facts import path_of
from pitboss.checker.filing.vocabulary import Type, Vocabulary
from pitboss.checker.runtime.awards import StatedFigure

_TEXT: Type = ("text",)


def show(value: object, type_: Type = _TEXT) -> str:
    """
    >>> show(Fraction(5, 2), ("money",)), show(("odds", 3)), show(Fraction(7, 10), ("percent",)), show(None)
    ('$2.50', '3 to 1', '70%', 'not filed')
    """
    if value is None:
        return "not filed"
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, dict):
        key, inner = (element_type(type_, 1), element_type(type_, 2)) if type_[0] == "map_of" else (_TEXT, _TEXT)
        if type_[0] == "chances":
            key, inner = ("money",), ("number",)
        each = [f"{show(k, key)}: {show(v, inner)}" for k, v in value.items()]
        return ("; " if inner[0] in ("map_of", "chances") else ", ").join(each) or "nothing"
    if isinstance(value, tuple):
        match value:
            case ("odds", int() | Fraction() as odds):
                return f"{_number(odds)} to 1"
            case ("money", int() | Fraction() as amount):
                return show(amount, ("money",))
            case ("meter", int() | Fraction() as share):
                return f"{show(share, ('percent',))} of meter"
        inner = element_type(type_, 1) if type_[0] in ("set_of", "list_of") else _TEXT
        return ", ".join(show(v, inner) for v in value)
    if not isinstance(value, int | Fraction):
        return str(value).replace("_", " ") if type_[0] in ("one_of", "name", "variation") else str(value)
    if type_[0] == "one_of":
        listed = "".join(map(str, type_[1] if isinstance(type_[1], tuple) else ()))
        type_ = ("percent",) if "%" in listed else ("money",) if "$" in listed else type_
    if type_[0] == "money":
        return f"${value:,.2f}".removesuffix(".00") if isinstance(value, int) else f"${float(value):,.2f}"
    if type_[0] != "percent":
        return _number(value)
    if isinstance(value, StatedFigure) and value.half:  # with the decimal places that were filed
        places = len(str(Fraction(1, 200) / value.half)) - 1
        return f"{float(value * 100):,.{places}f}%" if places <= 9 else f"{_number(value * 100)}%"
    percent = _number(value * 100)
    return f"{value} ({float(value * 100):.6f}%)" if "/" in percent else f"{percent}%"


def element_type(type_: Type, position: int = 1) -> Type:
    """The type of the keys or values of a map, or of the elements of a set or list."""
    part = type_[position] if len(type_) > abs(position) else None
    return part if isinstance(part, tuple) else _TEXT


def show_named(value: object, type_: Type, vocabulary: Vocabulary) -> str:
    """The same fact, with the titles of offers instead of their names.

    >>> from types import SimpleNamespace as Of
    >>> show_named(("lamp_wager", "no_one"), ("set_of", ("name",)), Of(names={"lamp_wager": Of(title="lantern wager")}))
    'lantern wager, no one'
    """
    inner = element_type(type_, 1) if type_[0] in ("set_of", "list_of") else type_
    if inner[0] == "name" and value is not None:
        each = value if isinstance(value, tuple) else (value,)
        return ", ".join(vocabulary.names[v].title if v in vocabulary.names else show(v, inner) for v in each)
    return show(value, type_)


def _number(value: int | Fraction) -> str:
    exact = Fraction(value)
    if exact.denominator == 1:
        return f"{exact.numerator:,}"
    if 10**6 % exact.denominator == 0:
        return f"{float(exact):,}"
    return f"{exact.numerator}/{exact.denominator}"


def show_parts(parts: dict[str, object], type_: Type, vocabulary: Vocabulary) -> str:
    """The values that a field has at once in several parts of a table."""
    return " and ".join(in_part(show_named(value, type_, vocabulary), part) for part, value in parts.items())


def in_part(value: str, part: str) -> str:
    """A value, and the part of the table that has it.

    >>> in_part("4%", "seats_1_to_3"), in_part("$20", "$5")
    ('4% (seats 1 to 3)', '$20 (stake $5)')
    """
    words = f"stake {part}" if part.startswith("$") else part.replace("_", " ")
    return f"{value} ({words})" if part else value


def fact_name(path: tuple[str, ...], vocabulary: Vocabulary) -> str:
    """A place in the facts, in plain words."""
    if not path:
        return "the licensee"
    if path[0] == "at_once":
        return fact_name(path_of(path[-1]), vocabulary)
    if path[0] == "offers":
        if len(path) == 1:
            return "the wagers and options on offer"
        offer = _title(path[1], vocabulary)
        if len(path) == 2:
            return offer
        if path[2] == "payouts" and len(path) == 4:
            return f"payout of {offer} on {path[3].replace('_', ' ')}"
        return f"{_title(path[2], vocabulary)} of {offer}{f', for {path[3]}' if len(path) > 3 else ''}"
    if path[0] == "equipment" and len(path) > 1:
        return _title(path[1], vocabulary)
    if path[0] in ("licensee_offers", "pit_offers"):
        return f"{_title(path[-1], vocabulary)}, at any table of the {path[0].partition('_')[0]},"
    if path[0] in ("attested", "approved", "posted"):
        return {
            "attested": "attestation",
            "approved": "instrument of approval",
            "posted": "statement of what is posted",
        }[path[0]]
    return _title(path[0], vocabulary)


def capitalized(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def be(name: str) -> str:
    """The form of "to be" that a name takes.

    >>> be("Decks of cards in use"), be("Highest wager accepted"), be("Players to a box of box sharing")
    ('are', 'is', 'are')
    """
    head = name
    for preposition in (" of ", " in ", " to ", " at ", " for ", " after ", " that ", " allowed"):
        head = head.partition(preposition)[0]
    return "are" if head.endswith("s") and not head.endswith(("ss", "us", "'s")) else "is"


def _title(name: str, vocabulary: Vocabulary) -> str:
    known = vocabulary.names.get(name) or vocabulary.fields.get(name)
    return known.title if known else name.replace("_", " ")


def fact_type(path: tuple[str, ...], vocabulary: Vocabulary) -> Type:
    name = path[2] if path[:1] == ("offers",) and len(path) > 2 else path[0] if path else ""
    known = vocabulary.fields.get(name)
    return known.type if known else _TEXT
