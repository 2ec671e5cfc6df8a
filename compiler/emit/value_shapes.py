"""The JSON Schema of filed values: the counterpart of `checker/filing/scalar_values.py` and `typed_values.py`.

>>> import re
>>> bool(re.search(SCALARS["odds"]["pattern"], "5 1/2 to 1")), bool(re.search(SCALARS["odds"]["pattern"], "6:5"))
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pitboss.grammar.json_types import Json

Schema = dict[str, Json]

_WHOLE = "(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)"
_MIXED = rf"{_WHOLE}(?:\.[0-9]+)?(?:\s+[0-9]+/0*[1-9][0-9]*)?"
_CENTS = rf"{_WHOLE}(?:\.[0-9]{{1,2}}0*)?"
_ODDS = rf"{_MIXED}\s+(?:[tT][oO]|[fF][oO][rR])\s+0*[1-9][0-9]*"
_METER = rf"{_MIXED}\s*%\s+[oO][fF]\s+(?:[tT][hH][eE]\s+)?[mM][eE][tT][eE][rR]"
_DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME = "[0-9]{2}:[0-9]{2}(?::[0-9]{2})?"
_MOMENT = rf"{_DAY}[T ]{_TIME}(?:Z|[+-][0-9]{{2}}:[0-9]{{2}})?"
_YES_NO = "[yY][eE][sS]|[nN][oO]|[tT][rR][uU][eE]|[fF][aA][lL][sS][eE]"
OTHER = r"other:[\s\S]*[A-Za-z0-9][\s\S]*"
FEW = 16  # names that a message lists
NAMED = ("game", "wager", "option", "variation", "equipment")  # types whose values are declared names


def text(pattern: str, *also: str, **more: Json) -> Schema:
    return {"type": ["string", *also], "pattern": f"^(?:{pattern})$", **more}


SCALARS: dict[str, Schema] = {
    "count": {"type": ["integer"], "minimum": 1},
    "number": text(rf"\s*-?(?:{_MIXED}|[0-9]+/0*[1-9][0-9]*)\s*", "number"),
    "chance": text(rf"\s*(?:{_MIXED}\s*%?|[0-9]+/0*[1-9][0-9]*)\s*", "number", examples=["1/20"]),
    "money": text(rf"\s*\$?\s*{_CENTS}\s*", "number", minimum=0, examples=["$2,500"]),
    "percent": text(rf"\s*{_MIXED}\s*%\s*", examples=["4%"]),
    "odds": text(rf"\s*{_ODDS}\s*", examples=["3 to 2"]),
    "payout": text(rf"\s*(?:{_ODDS}|{_METER}|\$\s*{_CENTS})\s*", examples=["3 to 2", "$250", "100% of meter"]),
    "flag": text(_YES_NO, "boolean"),
    "text": {"type": ["string", "integer"], "pattern": r"\S"},
    "name": {"type": ["string", "integer"], "pattern": "[A-Za-z0-9]"},
    "date": text(_DAY, format="date"),
    "time": text(f"{_MOMENT}|{_TIME}"),
    "moment": text(f"{_DAY}|{_MOMENT}"),
}
_FORMS = {  # what an editor says of a value that has another form
    "count": "a whole number from 1 on, as 8",
    "number": "a number, as 4, 2.5 or 1/2",
    "chance": "a probability, as 1/20, 0.05 or 5%",
    "money": "an amount of money, as 2500 or $2,500",
    "percent": "a percentage, as 4%",
    "odds": "odds, as 3 to 2",
    "payout": "what it pays, as 3 to 2, $250 or 100% of meter",
    "flag": "yes or no",
    "text": "a text or a number",
    "name": "a name",
    "date": "a day, as 2006-12-31",
    "time": "a time of day, as 09:30",
    "moment": "a day, with or without a time, as 2006-12-31 09:30",
}
SCALARS = {kind: {**of, "errorMessage": f"This must be {_FORMS[kind]}."} for kind, of in SCALARS.items()}
PROVISION = text(
    r"\s*(?:[A-Za-z.§][A-Za-z.§\s]*)?(?:[0-9]+:[0-9]+[A-Z]*-)?[0-9]+\.[0-9]+[A-Z]?"
    r"(?:\s*\([A-Za-z0-9]+\)\s*[0-9]*[a-z]*)*(?:/\S+)?\s*",
    examples=["1:2-3.4(a)1i"],
    errorMessage="This must be a provision, as 1:2-3.4(a)1i.",
)
SHA256 = text("[0-9a-fA-F]{64}", errorMessage="This must be a SHA-256 digest: 64 hexadecimal digits.")
LEAD = text(
    r"\s*[0-9]{1,6}\s+(?:[mM][iI][nN][uU][tT][eE]|[hH][oO][uU][rR]|[dD][aA][yY]|[wW][eE][eE][kK])[sS]?\s*",
    examples=["30 minutes", "2 days"],
    errorMessage="This must be a number of minutes, hours, days or weeks, as 30 minutes.",
)


FIELD = "#/$defs/field:"


# ---- containers


def an_object(properties: dict[str, Schema], *required: str, **more: Json) -> Schema:
    """A mapping with these keys and no others; a key without a value is allowed unless it is required."""
    shown = {key: of if key in required else or_nothing(of) for key, of in properties.items()}
    made: Schema = {"type": "object", "properties": shown, "additionalProperties": False, **more}
    return {**made, "required": list(required)} if required else made


def or_nothing(of: Schema) -> Schema:
    """The value, or no value. The definition of a field allows that by itself."""
    if str(of.get("$ref", "")).startswith(FIELD):
        return of
    notes: Schema = {key: of[key] for key in ("title", "description") if key in of}
    if of == notes:
        return of
    if "type" in of:
        listed = of["type"] if isinstance(of["type"], list) else [of["type"]]
        return {**of, "type": [*listed, "null"]}
    nothing: Schema = {"type": "null"}
    if isinstance(ways := of.get("anyOf"), list):
        return {**of, "anyOf": [*ways, nothing]}
    return {**notes, "anyOf": [{key: part for key, part in of.items() if key not in notes}, nothing]}


def a_list(items: Schema, **more: Json) -> Schema:
    return {"type": "array", "items": items, **more}


def one_or_list(of: Schema, **more: Json) -> Schema:
    ways = of.get("anyOf")
    return {"anyOf": [*(ways if isinstance(ways, list) else [of]), a_list(of, **more)]}


def by_part(of: Schema, **more: Json) -> Schema:
    """A value for each part of a table, by a name of the filer's choice."""
    named: Schema = {
        "type": "object",
        "propertyNames": {"pattern": "[A-Za-z0-9]"},
        "additionalProperties": or_nothing(of),
    }
    return {**named, "minProperties": 1, **more}


def either(one: Schema, *others: Schema) -> Schema:
    """A value of one of the shapes, described as the first."""
    notes: Schema = {key: one[key] for key in ("title", "description") if key in one}
    plain = {key: value for key, value in one.items() if key not in notes}
    ways = plain.get("anyOf") if len(plain) == 1 else None
    return {"anyOf": [*(ways if isinstance(ways, list) else [plain]), *others], **notes}


def reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def about(title: str, cite: str = "") -> Schema:
    """A description for the reader. A declaration of the vocabulary itself cites no provision."""
    cited = f" ({cite})" if cite[:1].isdigit() else ""
    return {"title": title, "description": f"{title[:1].upper()}{title[1:]}{cited}"}


# ---- names


def canonical(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")


def spelled(name: str, between: str = "[^A-Za-z0-9]") -> str:
    """A pattern for a name in any spelling: `King and queen` is `king_and_queen`.

    >>> bool(re.fullmatch(spelled("king_and_queen"), "King and queen"))
    True
    """
    words = ["".join(f"[{c}{c.upper()}]" if c.isalpha() else c for c in word) for word in name.split("_")]
    return f"{between}*{f'{between}+'.join(words)}{between}*"


def names(known: Iterable[str], *patterns: str) -> Schema:
    """Declared names in any spelling, listed for an editor to offer; and any text with one of the patterns."""
    listed = list(known)
    if not listed and not patterns:
        return {"not": {}}
    spelling = any_spelling(listed, *patterns)
    return {"anyOf": [{"enum": listed}, spelling], "errorMessage": spelling["errorMessage"]} if listed else spelling


def any_spelling(known: Iterable[str], *patterns: str) -> Schema:
    """The same, without a list to offer."""
    listed = list(known)
    few = f"one of {', '.join(listed)}" if len(listed) <= FEW else "a declared name"
    also = ", or other:NAME for one that no rule names" if OTHER in patterns else ""
    pattern = f"^(?:{'|'.join([*map(spelled, listed), *patterns])})$"
    return {"type": "string", "pattern": pattern, "errorMessage": f"This must be {few}{also}."}


def choices(listed: tuple[object, ...], elected: bool = False) -> Schema:
    """Words as declared. Names may have any spelling, figures may be numbers, and yes and no may be the YAML booleans.

    An elected value may be something else of the same kind: the rules decide whether it complies.
    """
    words = [str(choice) for choice in listed]
    plain = [word for word in words if re.fullmatch("[a-z][a-z0-9_]*", word)]
    figures = [choice for choice in listed if isinstance(choice, int)]
    answers = [word == "yes" for word in words if word in ("yes", "no")]
    shown = ", ".join(dict.fromkeys(words))
    message: Schema = {"errorMessage": f"This must be one of {shown}{', or another value' if elected else ''}."}
    made: list[Schema] = [{"enum": [*words, *figures, *answers], **message}]
    percents = "|".join(rf"{word[:-1]}(?:\.0+)?" for word in words if re.fullmatch("[0-9]+%", word))
    if percents:
        made.append(text(rf"\s*(?:{percents})\s*%\s*", **message))
    if plain:
        made.append({"type": "string", "pattern": f"^(?:{'|'.join(map(spelled, plain))})$", **message})
    if elected:
        made += [SCALARS["percent"]] if percents else []
        made += [SCALARS["number"]] if figures else []
        made += [{"type": "string", "pattern": f"^(?:{OTHER})$", **message}] if plain else []
    return {"anyOf": made}
