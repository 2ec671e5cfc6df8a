"""Reads JSON as plain data with the standard library's C parser; a slower pass then finds the place of an error.

>>> from pitboss.checker.read.limits import Limits
>>> load('{"a": 1.50, "a": 2}', "f.json", Limits()).problems[0].place
Place(file='f.json', line=1, column=13, end=16)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from itertools import islice
from json import JSONDecodeError, JSONDecoder, loads

from pitboss.checker.read.decoding import EMPTY, UNFIT, place, quoted, unfit
from pitboss.checker.read.document import Data, Loaded, Steps, existing
from pitboss.checker.read.json_places import locate
from pitboss.checker.read.limits import Limits
from pitboss.checker.read.scalars import too_long, too_many_digits
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import regex

# An escape that may denote a refused character: one half of a surrogate pair counts, a complete pair does not.
_ESCAPE = regex(
    r"\\[bf]|\\u00[0189][0-9a-fA-F]|\\u007[fF]|\\u[fF]{3}[eEfF]"
    r"|\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]"
)
_TOKEN = regex(
    r'[ \t\r\n]*+(?:("[^"\\]*+(?:\\.[^"\\]*+)*+")([ \t\r\n]*+:)?|([\[{])|([\]}])|([^\s"\[\]{},:]++)|.)', re.S
)
_NUMBER = regex(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")  # as far as the parser takes a number


class _Refused(Exception):
    pass


def load(text: str, file: str, limits: Limits) -> Loaded:
    """The data of a text with one value."""
    if not text.strip(" \t\r\n"):
        return Loaded(problems=(Diagnostic("E012", "the file is empty", Place(file, 1, 1), help=EMPTY),))
    decoder = JSONDecoder(
        object_pairs_hook=_mapping,
        parse_float=partial(_decimal, digits=limits.digits),
        parse_int=partial(_integer, digits=limits.digits),
        parse_constant=_refuse,
    )
    # Commas and brackets bound the number of values before anything is built.
    many = text.count(",") + text.count("[") + text.count("{") >= limits.nodes
    if many and (problems := _flaws(text, file, limits)):
        return Loaded(problems=problems)
    try:
        data = decoder.decode(text)
        fits = _fits(data, limits) and not _ESCAPE.search(text)
    except JSONDecodeError as error:
        return Loaded(problems=(_explained(error, file),))
    except (_Refused, RecursionError):
        # If the text has no flaw, the caller's own stack was too deep.
        unread = Diagnostic("E052", "this cannot be read from so deep a call", Place(file, 1, 1), internal=True)
        return Loaded(problems=_flaws(text, file, limits) or (unread,))
    if not fits and (problems := _flaws(text, file, limits)):
        return Loaded(problems=problems)
    return Loaded(data, partial(_look, text, file, data))


def _mapping(pairs: list[tuple[str, Data]]) -> dict[str, Data]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise _Refused
    return mapping


def _integer(number: str, digits: int) -> int:
    if len(number) > digits and _digits(number) > digits:
        raise _Refused
    return int(number)


def _decimal(number: str, digits: int) -> Decimal:
    if (len(number) > digits or "e" in number or "E" in number) and _digits(number) > digits:
        raise _Refused
    return Decimal(number)


def _digits(number: str) -> int:
    """The number of digits of the number written out: 1e9 has ten."""
    mantissa, _, exponent = number.lower().partition("e")
    count = sum(map(str.isdigit, mantissa))
    return count + (abs(int(exponent)) if len(exponent) < 9 else 10**9) if exponent else count


def _refuse(word: str) -> Data:
    raise _Refused


def _fits(data: Data, limits: Limits) -> bool:
    level: list[Data] = [data]
    nodes = 1
    for _ in range(limits.depth + 1):
        inside: list[Data] = []
        for value in level:
            if isinstance(value, dict):
                inside.extend(value.values())
                inside.extend(key for key in value if len(key) > limits.scalar)
            elif isinstance(value, list):
                inside.extend(value)
            elif isinstance(value, str) and len(value) > limits.scalar:
                return False
        nodes += len(inside)
        if not inside or nodes > limits.nodes:
            return nodes <= limits.nodes
        level = inside
    return False


def _flaws(text: str, file: str, limits: Limits) -> tuple[Diagnostic, ...]:
    return tuple(islice(_each_flaw(text, file, limits), limits.problems))


def _each_flaw(text: str, file: str, limits: Limits) -> Iterator[Diagnostic]:
    """What the hooks above refuse, with its place; the text may end in anything."""
    open_: list[dict[str, int]] = []
    nodes = 0
    for match in _TOKEN.finditer(text):
        string, key, opening, closing, word = match.groups()
        start, end = match.span(match.lastindex if match.lastindex != 2 else 1) if match.lastindex else (0, 0)
        nodes += not key and bool(string or opening or word)
        if nodes > limits.nodes:
            yield Diagnostic("E055", f"more than {limits.nodes:,} values in one file", place(text, file, start))
            return
        if string:
            try:
                value = loads(string, strict=False)
            except ValueError:
                return
            here = place(text, file, start, end) if len(value) > limits.scalar or "\\" in string else None
            if len(value) > limits.scalar:
                yield Diagnostic("E053", too_long(value, limits.scalar), here or place(text, file, start, end))
            elif here and (bad := UNFIT.search(value)):
                yield Diagnostic("E011", unfit(bad[0]), here)
            if key and open_:
                if value in open_[-1]:
                    first = open_[-1][value]
                    related = (("first written here", place(text, file, first, first + end - start)),)
                    message = f"the key {quoted(value)} is written twice"
                    yield Diagnostic("E050", message, place(text, file, start, end), related)
                open_[-1].setdefault(value, start)
        elif opening:
            open_.append({})
            if len(open_) > limits.depth:
                message = f"more than {limits.depth} lists and mappings inside one another"
                yield Diagnostic("E052", message, place(text, file, start, end))
                return
        elif closing and open_:
            open_.pop()
        elif word in ("NaN", "Infinity", "-Infinity"):
            yield Diagnostic("E031", f"{word} is not a number that can be filed", place(text, file, start, end))
        elif word and (number := _NUMBER.match(word)) and _digits(number[0]) > limits.digits:
            yield Diagnostic("E054", too_many_digits(number[0], limits.digits), place(text, file, start, end))


# message of the json module: our message, and our hint
_WORDS = {
    "Expecting property name": ("a key in double quotes should be here", "no comma may follow the last entry"),
    "Illegal trailing comma": ("a comma follows the last entry", "remove it"),
    "Expecting ',' delimiter": ("a comma or a closing bracket should be here", "a text is in double quotes"),
    "Expecting ':' delimiter": ("a ':' should follow the key", ""),
    "Expecting value": ("a value should be here", "text is in double quotes; no comma may follow the last entry"),
    "Extra data": ("something follows the end of the document", "one file holds one document"),
    "Unterminated string": ("this quote is never closed", "end the text with a double quote"),
    "Invalid control character": ("this text goes on over the end of its line", "write \\n for a line break"),
    "Invalid \\": ("this backslash means nothing here", "write \\\\ for a backslash"),
}


def _explained(error: JSONDecodeError, file: str) -> Diagnostic:
    message, hint = next((words for begin, words in _WORDS.items() if error.msg.startswith(begin)), (error.msg, ""))
    found = error.doc[error.pos : error.pos + 1]
    if found == "'":
        hint = "write double quotes in place of single ones"
    elif found in ("/", "#"):
        hint = "JSON has no comments: remove it, or save the file as .yaml"
    elif not error.pos and found.isalpha():
        hint = "if this is YAML, save the file as .yaml"
    code = "E021" if error.msg == "Extra data" else "E030"
    return Diagnostic(code, message, place(error.doc, file, error.pos), help=hint)


def _look(text: str, file: str, data: Data, paths: list[Steps], key: bool, written: bool) -> dict[Steps, Place | None]:
    if written:
        return dict.fromkeys(paths)
    there = {path: existing(data, path) for path in paths}
    found = locate(text, there.values(), key)
    return {path: Place(file, *found[real]) for path, real in there.items()}
