"""Facts for `may`: as a user writes them, and as a filed table has them.

>>> from pitboss.compiler.model.catalog_entries import FieldEntry, NameEntry
>>> book = Catalog("d", names={"runs": NameEntry("wager", "runs wager", "tiles")}, fields={
...     "decks": FieldEntry("decks", "count", ()), "maximum": FieldEntry("maximum", "money", ()),
...     "wheel": FieldEntry("wheel", "one_of", ("single", "double"))})
>>> for text in ("runs", "runs=no", "decks=6,8", "runs.maximum<=$100"):
...     print(parse_fact(book, "tiles", text))
Presence(name='runs', present=True)
Presence(name='runs', present=False)
ValueTest(field='decks', sign=<Sign.IN: 'in'>, values=('6', '8'))
ValueTest(field='maximum of runs', sign=<Sign.AT_MOST: '<='>, values=('100',))
>>> parse_fact(book, "tiles", "deck=6")
"'deck' is no offer, equipment or field of this game; did you mean decks?"
>>> parse_fact(book, "tiles", "double")
"'double' is a value: write wheel=double"
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction

from pitboss.compiler.exclusion.problem import is_number
from pitboss.compiler.model.catalog_entries import Catalog, Literal, Presence, Sign, ValueTest

_FACT = re.compile(r"\s*(?P<of>[\w-]+\.)?(?P<name>[\w-]+)\s*(?:(?P<sign>>=|<=|=)\s*(?P<values>.+))?")
_SIGNS = {"=": Sign.IN, ">=": Sign.AT_LEAST, "<=": Sign.AT_MOST}
_ANSWERS = {"yes": True, "no": False}


def parse_fact(catalog: Catalog, game: str, text: str) -> Literal | str:
    """The fact that a text states, or an error message.

    NAME, NAME=no: an offer or a piece of equipment. FIELD=VALUE[,VALUE…], FIELD>=NUMBER, FIELD<=NUMBER: a field of the
    table; OFFER.FIELD of an offer.
    """
    match = _FACT.fullmatch(text)
    if match is None:
        return f"'{text}' is no fact; write NAME, NAME=no, FIELD=VALUE, FIELD>=NUMBER or OFFER.FIELD<=NUMBER"
    name, of = match["name"].replace("-", "_"), (match["of"] or "").rstrip(".").replace("-", "_")
    sign, value = match["sign"], (match["values"] or "").strip()
    # games share equipment
    names = {
        n
        for n, entry in catalog.names.items()
        if entry.kind == "equipment" or entry.game in (None, game) and entry.kind != "game"
    }
    if of and of not in names:
        return _unknown(of, names, "offer")
    if name in names and not of:
        if not sign:
            return Presence(name, True)
        if sign == "=" and value in _ANSWERS:
            return Presence(name, _ANSWERS[value])
        return f"{name} is there or not: write {name} or {name}=no"
    field = catalog.fields.get(name)
    if field is None:
        if of_value := [key for key, each in catalog.fields.items() if name in each.values]:
            return f"'{name}' is a value: write {' or '.join(f'{key}={name}' for key in of_value)}"
        return _unknown(name, {*(() if of else names), *catalog.fields}, "offer, equipment or field")
    if not sign:
        return f"{name} needs a value: write {name}=VALUE"
    values = [_value(each.strip(), field.type) for each in re.split(r",(?!\d{3}\b)", value)]
    allowed = {"flag": ("True", "False"), "one_of": field.values}.get(field.type, ())
    for each in values:
        if allowed and each not in allowed:
            return f"{name} is one of {', '.join(map(_shown, allowed))}, not '{_shown(each)}'".replace(
                "True, False", "yes, no"
            )
        if field.type not in ("flag", "one_of") and not is_number(each):
            return f"'{each}' is no number for {name}"
    if sign != "=" and (allowed or len(values) > 1):
        return f"{name}{sign}{value} compares what has no order; write {name}=VALUE[,VALUE…]"
    return ValueTest(f"{name} of {of}" if of else name, _SIGNS[sign], tuple(values))


def filed_facts(facts: Mapping[str, object]) -> Iterator[Literal]:
    """What a filed table states, as far as `may` can use it. What it does not list may still be added.

    >>> list(filed_facts({"game": "tiles", "decks": 6, "offers": {"runs": {"minimum": 5, "payouts": {}}}, "equipment": {"lamp": False}}))
    ... # doctest: +NORMALIZE_WHITESPACE
    [ValueTest(field='decks', sign=<Sign.IN: 'in'>, values=('6',)), Presence(name='lamp', present=False),
     Presence(name='runs', present=True), ValueTest(field='minimum of runs', sign=<Sign.IN: 'in'>, values=('5',))]
    """
    yield from _fields(facts, "")
    for kind in ("equipment", "offers"):
        things = facts.get(kind)
        for name, own in things.items() if isinstance(things, Mapping) else ():
            if own is not None:
                yield Presence(name, own is not False)
            if isinstance(own, Mapping):
                yield from _fields(own, f" of {name}")


def _fields(facts: Mapping[str, object], of: str) -> Iterator[ValueTest]:
    for name, value in facts.items():
        if isinstance(value, int | Fraction | str) and name not in ("game", "closed"):
            exact = (
                Fraction(value) if isinstance(value, Fraction) else value
            )  # a figure as filed may have places besides
            yield ValueTest(name + of, Sign.IN, (str(exact),))


def _value(text: str, of: str) -> str:
    if of == "flag":
        return str(_ANSWERS[text]) if text in _ANSWERS else text
    if of == "one_of" and not text.endswith("%"):
        return text.replace("-", "_").replace(" ", "_")
    plain = text.replace("$", "").replace(",", "")
    if plain.endswith("%") and is_number(plain[:-1]):
        return str(Fraction(plain[:-1]) / 100)
    return plain


def _shown(value: str) -> str:
    """A value of a list as a user writes it: a share as a percentage."""
    return f"{float(Fraction(value)) * 100:g}%" if "/" in value and is_number(value) else value


def _unknown(name: str, known: set[str], what: str) -> str:
    near = get_close_matches(name, sorted(known), 1)
    return f"'{name}' is no {what} of this game" + (f"; did you mean {near[0]}?" if near else "")
