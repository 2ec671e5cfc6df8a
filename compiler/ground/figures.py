"""Finds figures in prose: numbers, amounts, percentages and odds, in digits or in words.

A figure is (kind, value); the kinds are those of the language's literals. Number words are figures. A few phrases represent
a figure that a condition needs. All these words are listed here and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from pitboss.compiler.ground.prose_citations import without_citations
from pitboss.compiler.model.transcript import Figure
from pitboss.grammar.literals import number

_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TEENS = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "tenth": 10}

WORDS: dict[str, Fraction] = {
    **{word: Fraction(n) for n, word in enumerate((*_ONES, *_TEENS))},
    **{word: Fraction(10 * n) for n, word in enumerate(_TENS, 2)},
    **{f"{ten}-{one}": Fraction(10 * n + m) for n, ten in enumerate(_TENS, 2) for m, one in enumerate(_ONES[1:10], 1)},
    **{word: Fraction(n) for n, word in enumerate(_ORDINALS, 1)},
    **{f"one-{word}": Fraction(1, n) for word, n in _PARTS.items()},
    "half": Fraction(1, 2),
    "once": Fraction(1),
    "single": Fraction(1),
    "twice": Fraction(2),
    "double": Fraction(2),
    "both": Fraction(2),
    "sevens": Fraction(7),
}


def _any_of(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words.split())})\b", re.I)


# Phrases that represent a figure in a condition, if a rule cannot do without one.
PHRASES: dict[Figure, re.Pattern[str]] = {
    ("number", Fraction(0)): _any_of("no not none never nor neither only without unless except if lost lose"),
    ("money", Fraction(0)): _any_of(
        "no not none never nor only without unless except if any each every make made placed placing"
    ),
    ("percent", Fraction(0)): _any_of("zero no not any"),
    ("number", Fraction(1)): _any_of("a an any each either every more split splits aces? pairs?"),
    ("number", Fraction(11)): _any_of("jacks?"),
    ("number", Fraction(12)): _any_of("queens?"),
    ("number", Fraction(13)): _any_of("kings?"),
}

_WORD = "|".join(sorted(WORDS, key=len, reverse=True))
_NUMBER = rf"(?:(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?(?: \d+/\d+|/\d+)?|\b(?:{_WORD})\b)"
_METER = re.compile(rf"(?P<a>{_NUMBER}) ?(?:%|percent) of (?:the )?(?:\w+ )?meter", re.I)
_PERCENT = re.compile(rf"(?:(?P<b>{_NUMBER}) (?:or|and|to) )?(?P<a>{_NUMBER}) ?(?:%|percent)", re.I)
_MONEY = re.compile(
    rf"\$ ?(?P<d>{_NUMBER})|(?P<w>\bwhole dollar)"
    rf"|(?:(?P<b>{_NUMBER}) (?:or|and) )?(?P<a>{_NUMBER})[ -](?:dollars?|(?P<c>cents?))\b",
    re.I,
)
_ODDS = re.compile(rf"(?P<from>\bfrom )?(?P<a>{_NUMBER})[ -](?P<form>to|for)[ -](?P<b>{_NUMBER})(?! inclusive)", re.I)
_EVEN = re.compile(r"\beven[ -]money\b", re.I)
_PLAIN = re.compile(_NUMBER, re.I)
_TAGS = re.compile(r"</?u>")


def value(text: str) -> Fraction:
    """
    >>> value("twenty-one"), value("5 1/2"), value("one-half")
    (Fraction(21, 1), Fraction(11, 2), Fraction(1, 2))
    """
    return WORDS[text.lower()] if text.lower() in WORDS else number(text)


@lru_cache(maxsize=4096)
def figures(prose: str) -> frozenset[Figure]:
    """Every figure of a text; the digits of citations are not figures.

    >>> sorted(figures("at odds of 21-to-1 under 1:1-2.3(a), one dollar"))
    [('money', Fraction(1, 1)), ('odds_to', Fraction(21, 1))]
    >>> sorted(figures("25 cents, or the nearest whole dollar"))
    [('money', Fraction(1, 4)), ('money', Fraction(1, 1))]
    >>> sorted(figures("from one to three people")) == [("number", Fraction(1)), ("number", Fraction(3))]
    True
    """
    return frozenset(_found(" ".join(_TAGS.sub("", without_citations(prose)).split())))


def _found(text: str) -> Iterator[Figure]:
    for kind, pattern in (("meter", _METER), ("percent", _PERCENT), ("money", _MONEY)):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            small = kind in ("meter", "percent") or groups.get("c")
            yield from ((kind, value(groups[n]) / (100 if small else 1)) for n in ("a", "b", "d") if groups.get(n))
            if groups.get("w"):
                yield kind, Fraction(1)
        text = pattern.sub(lambda m: " ; " if m.re is not _METER else f" ; {m[0].partition(' of ')[0]} ", text)
    for match in _ODDS.finditer(text):
        left, right = value(match["a"]), value(match["b"])
        if right and not match["from"]:
            yield f"odds_{match['form'].lower()}", left / right
    if _EVEN.search(text):
        yield "odds_to", Fraction(1)
    for match in _PLAIN.finditer(_ODDS.sub(lambda m: " ; " if value(m["b"]) == 1 and not m["from"] else m[0], text)):
        yield "number", value(match[0])


def digits(words: str) -> Iterator[Figure]:
    """The figures that a text in quotes writes in digits; odds there are two numbers.

    >>> sorted(digits("pays 21 to 1, a $1 chip, (a)2"))
    [('money', Fraction(1, 1)), ('number', Fraction(1, 1)), ('number', Fraction(21, 1))]
    """
    words = re.sub(r"(?<![$\d.,])\b\d{1,2}\.\d{1,2}[A-Z]*(?!\d|%| to | for | percent)", ";", words)  # 2.17 is a section
    for match in re.finditer(r"(\$?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(%?)(?![\w])", without_citations(words)):
        kind = "money" if match[1] else "percent" if match[3] else "number"
        yield kind, number(match[2]) / (100 if match[3] else 1)


def parts(prose: str) -> frozenset[Figure]:
    """`figures`, and the single numbers in its odds.

    >>> ("number", Fraction(21)) in parts("21 to 1")
    True
    """
    plain = {("number", value(m[0])) for m in _PLAIN.finditer(_TAGS.sub("", without_citations(prose)))}
    return figures(prose) | plain


def stands(figure: Figure, prose: str) -> bool:
    """Whether a phrase of this text represents the figure, in a condition.

    >>> stands(("number", Fraction(1)), "a pair"), stands(("number", Fraction(2)), "a pair")
    (True, False)
    """
    pattern = PHRASES.get(figure)
    return pattern is not None and pattern.search(prose) is not None


def shown(figure: Figure) -> str:
    """
    >>> shown(("odds_to", Fraction(11, 2))), shown(("money", Fraction(25000))), shown(("percent", Fraction(7, 10)))
    ('5 1/2 to 1', '$25,000', '70%')
    """
    kind, size = figure
    if kind in ("percent", "meter"):
        return f"{_number(size * 100)}%" + (" of meter" if kind == "meter" else "")
    if kind.startswith("odds"):
        form = kind.partition("_")[2]
        whole = size.denominator == 1 or size.denominator == 2
        return f"{_number(size)} {form} 1" if whole else f"{size.numerator} {form} {size.denominator}"
    return f"${_number(size)}" if kind == "money" else _number(size)


def _number(size: Fraction) -> str:
    whole, rest = divmod(size, 1)
    if not rest:
        return f"{int(whole):,}"
    if 10_000 % rest.denominator == 0 and rest.denominator != 2:
        digits = f"{float(size):,.4f}".rstrip("0")
        return digits if len(digits.partition(".")[2]) > 1 else digits + "0"
    return f"{int(whole):,} {rest}" if whole else str(rest)
