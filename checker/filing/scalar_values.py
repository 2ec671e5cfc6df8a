"""Scalars as a filing writes them, exact. Each reader returns the value, or None if the text is not of its kind.

>>> an_amount("$2,500"), a_percentage("4%"), a_payout("5 1/2 to 1"), a_payout("6:5")
(2500, Fraction(1, 25), ('odds', Fraction(11, 2)), None)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from pitboss.checker.runtime.awards import stated
from pitboss.grammar.quick_start import regex

# a piece of "$1,000" that was cut at its comma is not an amount
FIGURE = r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|0|[1-9][0-9]*)(?:\.[0-9]+)?"
MIXED = rf"{FIGURE}(?: [0-9]+/[0-9]+)?"
LONGEST_FIGURE = 60  # characters; a longer text is not a figure

MONEY_TEXT = regex(rf"\$? ?({FIGURE})")
PERCENT_TEXT = regex(rf"({MIXED}) ?%")
ODDS_TEXT = regex(rf"({MIXED}) (to|for) ([0-9]+)")
METER_TEXT = regex(rf"({MIXED}) ?% of (?:the )?meter")
NUMBER_TEXT = regex(rf"-?(?:{MIXED}|[0-9]+/[0-9]+)")
OTHER_RATIO = regex(rf"({FIGURE}) ?(?::|/|-|–|-to-) ?({FIGURE})")
OTHER_DAY = regex(r"([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})")  # month first, as in America
OTHER_AMOUNT = regex(rf"(?:USD|US\$)? ?({FIGURE}) ?(?:dollars?|USD|\$)?", re.IGNORECASE)
RANGE = regex(r"([0-9]+) ?(?:-|–|to|or|and) ?([0-9]+)")
THOUSANDS = regex(r"\$? ?([0-9]{1,4}(?:\.[0-9]{1,3})?) ?[Kk]")
COUNTED = regex(r"([1-9][0-9]{0,3}) [a-z]+", re.IGNORECASE)  # 6 decks
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAY_IN_WORDS = regex(r"([A-Za-z]{3,9})\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4})")
IN_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
DAY_TEXT = regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
TIME_TEXT = regex(r"[0-9]{2}:[0-9]{2}(?::[0-9]{2})?")
MOMENT_TEXT = regex(rf"({DAY_TEXT.pattern})[T ]({TIME_TEXT.pattern})(Z|[+-][0-9]{{2}}:[0-9]{{2}})?")

WRITE_ODDS = 'write odds as "6 to 5"; some YAML readers make 6:5 the number 365'
YES_NO = {"yes": True, "true": True, "no": False, "false": False}


def shown(value: object) -> str:
    """A value inside a message, on one line."""
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "yes (true)", False: "no (false)"}[value]
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= LONGEST_FIGURE else text[: LONGEST_FIGURE - 3] + "..."


def tidy(number: Fraction) -> int | Fraction:
    return number.numerator if number.denominator == 1 else number


def figure(text: str) -> Fraction | None:
    """
    >>> figure("5 1/2"), figure("1,000"), figure("1/0")
    (Fraction(11, 2), Fraction(1000, 1), None)
    """
    if len(text) > LONGEST_FIGURE:
        return None
    try:
        return sum((Fraction(part) for part in text.replace(",", "").split()), Fraction(0))
    except ZeroDivisionError:
        return None


@lru_cache(maxsize=1 << 9)
def canonical(words: str) -> str:
    """
    >>> canonical("King and queen")
    'king_and_queen'
    """
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")


def in_reason(value: int | Decimal | float) -> bool:
    """Whether the number is finite, with no more decimal places than anything that is counted here."""
    number = Decimal(value)
    return number.is_finite() and abs(number.adjusted()) <= LONGEST_FIGURE


def exact(value: object, pattern: re.Pattern[str]) -> Fraction | None:
    """A number unchanged, or the first group (or all) of a text in figures."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | Decimal | float):
        return Fraction(str(value)) if in_reason(value) else None
    found = pattern.fullmatch(" ".join(value.split())) if isinstance(value, str) else None
    return figure(found[1] if pattern.groups else found[0]) if found else None


def a_count(value: object) -> int | None:
    return value if type(value) is int and value >= 1 else None


def a_chance(value: object) -> int | Fraction | None:
    """A number, or the same as a percentage."""
    number = a_percentage(value)
    return a_number(value) if number is None else tidy(Fraction(number))


def a_number(value: object) -> int | Fraction | None:
    number = exact(value, NUMBER_TEXT)
    return None if number is None else tidy(number)


def an_amount(value: object) -> int | Fraction | None:
    number = exact(value, MONEY_TEXT)
    return None if number is None or number < 0 or 100 % number.denominator else tidy(number)


def a_percentage(value: object) -> Fraction | None:
    """A decimal that remembers the number of its decimal places; a fraction is exact."""
    number = exact(value, PERCENT_TEXT)
    if number is None or not isinstance(value, str):
        return None
    places = Decimal(value.strip(" %").replace(",", "")).as_tuple().exponent if "/" not in value else None
    return stated(number / 100, Fraction(10) ** int(places) / 200 if places is not None else Fraction(0))


def chances(value: Mapping[int | Fraction, int | Fraction]) -> str:
    """What is wrong with the probabilities of mutually exclusive outcomes; empty if nothing is.

    >>> chances({5: Fraction(9, 10), 50: Fraction(1, 5)}), chances({5: Fraction(1)})
    ('the chances come to 11/10 together, and not to 1', '')
    """
    if not value:
        return "no chance is stated"
    if any(not 0 < chance <= 1 for chance in value.values()):
        return "a chance is more than 0, and at most 1"
    total = sum(map(Fraction, value.values()), Fraction(0))
    return "" if total == 1 else f"the chances come to {total} together, and not to 1"


def a_flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else YES_NO.get(value.lower()) if isinstance(value, str) else None


def a_text(value: object) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    return str(value).strip() or None


def a_name(value: object) -> str | None:
    return canonical(a_text(value) or "") or None


def a_day(value: object) -> str | None:
    """A date; it must exist in the calendar."""
    if not isinstance(value, str) or not DAY_TEXT.fullmatch(value):
        return None
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        return None


def a_moment(value: object) -> str | None:
    """A time of day, or a date and a time, with its offset if it has one."""
    found = MOMENT_TEXT.fullmatch(value) if isinstance(value, str) else None
    text = "T".join(found.group(1, 2)) + (found[3] or "") if found else value
    if not isinstance(text, str) or not (found or TIME_TEXT.fullmatch(text)):
        return None
    try:
        datetime.fromisoformat(text if found else f"2000-01-01T{text}")
    except ValueError:
        return None
    return text


def a_day_or_moment(value: object) -> str | None:
    return a_day(value) or (a_moment(value) if isinstance(value, str) and MOMENT_TEXT.fullmatch(value) else None)


def a_payout(value: object) -> tuple[str, int | Fraction] | None:
    text = " ".join(value.lower().split()) if isinstance(value, str) else ""
    if found := ODDS_TEXT.fullmatch(text):
        won, staked = figure(found[1]), figure(found[3])
        return ("odds", tidy(won / staked - (found[2] == "for"))) if staked and won is not None else None
    if found := METER_TEXT.fullmatch(text):
        share = figure(found[1])
        return ("meter", tidy(share / 100)) if share is not None else None
    amount = an_amount(text) if text.startswith("$") else None
    return ("money", amount) if amount is not None else None


def net_odds(value: object) -> int | Fraction | None:
    found = a_payout(value)
    return found[1] if found and found[0] == "odds" else None


SCALARS: dict[str, Callable[[object], object]] = {
    "count": a_count, "number": a_number, "chance": a_chance, "money": an_amount, "percent": a_percentage,
    "odds": net_odds, "payout": a_payout, "flag": a_flag, "text": a_text, "name": a_name,
    "date": a_day, "time": a_moment, "moment": a_day_or_moment,
}  # fmt: skip
TYPE_WORDS = {
    "count": "a whole number from 1 on", "number": "a number", "chance": "a chance", "money": "an amount of money, to the cent",
    "percent": "a percentage", "odds": "odds", "payout": "a payout", "flag": "yes or no", "text": "text",
    "name": "a name", "date": "a day of the calendar", "time": "a time", "moment": "a day, or a day and a time",
}  # fmt: skip
WRITTEN_AS = {
    "chance": "1/20, 0.05 or 5%", "count": "6, without a fraction", "money": '"$2,500" or 2500',
    "date": "2024-07-01: year, month, day", "time": '"09:30"', "moment": '2024-07-01 or "2024-07-01 09:30"',
}  # fmt: skip


def other_day(text: str) -> str | None:
    """The day that an American date or a date in words means.

    >>> other_day("7/1/2010"), other_day("July 1, 2010"), other_day("13/13/2010")
    ('2010-07-01', '2010-07-01', None)
    """
    if found := OTHER_DAY.fullmatch(text):
        return a_day(f"{found[3]}-{int(found[1]):02}-{int(found[2]):02}")
    found = DAY_IN_WORDS.fullmatch(text)
    if not found or found[1][:3].lower() not in MONTHS:
        return None
    return a_day(f"{found[3]}-{MONTHS.index(found[1][:3].lower()) + 1:02}-{int(found[2]):02}")


def _with_sign(text: str) -> str:
    """A number without the sign of a percentage; a share below 1 may be the share or the percentage.

    >>> _with_sign("5"), _with_sign("0.05")
    ('write "5%" with its sign', 'write "5%" or "0.05%", whichever is meant')
    """
    number = figure(text)
    if number is None or not 0 < number < 1 or "/" in text:
        return f'write "{text}%" with its sign'
    return f'write "{(Decimal(text) * 100).normalize():f}%" or "{text}%", whichever is meant'


def help_for(kind: str, value: object) -> str:
    """How to write what was probably meant."""
    text = value.strip() if isinstance(value, str) else ""
    number = isinstance(value, int | Decimal | float) and not isinstance(value, bool)
    if kind in ("odds", "payout"):
        ratio = OTHER_RATIO.fullmatch(text)
        if ratio:
            return f'write "{ratio[1]} to {ratio[2]}"'
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 60:
            return f'write "{value} to 1"'
        if text.lower() in ("even", "even money"):
            return 'write "1 to 1"'
        return WRITE_ODDS if number or text else ""  # 365 was 6:5
    if kind == "percent" and (number or NUMBER_TEXT.fullmatch(text)):
        return _with_sign(text or str(value))
    if kind == "flag":
        answer = {"on": "yes", "y": "yes", "off": "no", "n": "no"}.get(text.lower())
        return f'write "{answer}"' if answer else 'write "yes" or "no"'
    if kind in ("text", "name") and (number or isinstance(value, bool)):
        return "write it in quotes"
    if kind == "money" and (amount := OTHER_AMOUNT.fullmatch(text)):
        return f'write "${amount[1]}"'
    if kind == "money" and (thousands := THOUSANDS.fullmatch(text)):
        return f'write "${int(Decimal(thousands[1]) * 1000):,}"'
    if kind == "money" and text and RANGE.fullmatch(text.replace("$", "")):
        return "write one amount: the lowest wager and the highest wager are two fields"
    if kind == "money" and (number or text.startswith("-")):
        return "an amount is not negative, and has whole cents"
    if kind in ("date", "moment") and (day := other_day(text)):
        return f"write {day}: year, month, day"
    if kind == "count" and (text.isdecimal() or text.lower() in IN_WORDS):
        return "write it without quotes" if text.isdecimal() else f"write {IN_WORDS.index(text.lower()) + 1}"
    if kind == "count" and (counted := COUNTED.fullmatch(text)):
        return f"write {counted[1]}"
    if kind == "count" and (span := RANGE.fullmatch(text)):
        return f"list the values that are in use, as [{span[1]}, {span[2]}]"
    return f"write it as {WRITTEN_AS[kind]}" if kind in WRITTEN_AS else ""


def plain_value(value: object) -> tuple[str, object]:
    """The kind that a value's form shows, and the value; a word without such a form is a name."""
    if isinstance(value, bool):
        return "name", "yes" if value else "no"
    if isinstance(value, str):
        for kind, read in (("percent", a_percentage), ("payout", a_payout), ("number", a_number)):
            if (found := read(value)) is not None:
                return (kind, found) if kind != "payout" else found  # type: ignore[return-value]
        return "name", canonical(value)
    number = a_number(value)
    return ("number", number) if number is not None else ("nothing", None)
