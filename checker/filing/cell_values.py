"""What a spreadsheet makes of a value, as a filing writes it: dates, ratios and percentages.

>>> day_in_cell("7/1/2010"), day_in_cell("40360.5"), day_in_cell("7/1/2010 2:20 PM"), ratio_in_cell("03:02:00")
('2010-07-01', '2010-07-01 12:00', '2010-07-01 14:20', '3 to 2')
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from pitboss.checker.read.document import Data
from pitboss.grammar.quick_start import regex

_US_DAY = regex(
    r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})(?:,?[ T]([0-9]{1,2}):([0-9]{2})(?::[0-9]{2})?(?: ?([AaPp])\.?[Mm]\.?)?)?"
)
_SERIAL = regex(r"[1-9][0-9]{4}(?:\.[0-9]+)?")
_RATIO = regex(r"([0-9]{1,4}(?:\.[0-9]+)?) ?(?::|-?to-?|/) ?([0-9]{1,4})(?::00)?")
_EPOCH = datetime(1899, 12, 30)  # day 0 of the serial numbers of a spreadsheet
_DATES, _RATIOS = ("date", "moment"), ("payout", "odds")


def day_in_cell(text: str) -> str | None:
    """The day, or the day and time, of a date in American order or a serial number; None for any other text."""
    if _SERIAL.fullmatch(text):
        seconds = round(Decimal(text) * 86400)
        return shown_day(_EPOCH + timedelta(seconds=seconds))
    found = _US_DAY.fullmatch(text)
    if not found:
        return None
    month, day, year = map(int, found.group(1, 2, 3))
    hour, minute, half = int(found[4] or 0), int(found[5] or 0), (found[6] or "").lower()
    if half and 1 <= hour <= 12:
        hour = hour % 12 + 12 * (half == "p")
    try:
        moment = datetime(year, month, day, hour, minute)
    except ValueError:
        return None
    return moment.strftime("%Y-%m-%d %H:%M") if found[4] else moment.date().isoformat()


def shown_day(moment: datetime) -> str:
    """A day, with its time unless that is midnight."""
    at = moment + timedelta(seconds=30)  # a serial number is inexact
    return moment.strftime("%Y-%m-%d") if (at.hour, at.minute) == (0, 0) else at.strftime("%Y-%m-%d %H:%M")


def ratio_in_cell(text: str) -> str | None:
    """Odds that a spreadsheet shows as `35:1`, or keeps as a time of day."""
    found = _RATIO.fullmatch(text)
    return f"{found[1].lstrip('0') or '0'} to {found[2].lstrip('0') or '0'}" if found else None


def equipment_in_cell(items: Sequence[Data]) -> Data:
    """What is at the table: a list of what is present; a mapping if the cell also states what is absent, as `shuffler: no`.

    >>> equipment_in_cell(["cutting card", "shuffler: no"]), equipment_in_cell(["cutting card"])
    ({'cutting card': 'yes', 'shuffler': 'no'}, ['cutting card'])
    """
    parts = [str(item).partition(":") for item in items]
    if not any(separator for _, separator, _ in parts):
        return list(items)
    return {name.strip(): answer.strip() if separator else "yes" for name, separator, answer in parts}


# What helps in a file of YAML, and what in a spreadsheet.
_IN_A_SHEET = (
    (regex(r"add '(\w+):' with its value"), r"fill in the column '\1'"),
    (regex(r"; some YAML readers make 6:5 the number 365"), ""),
    (regex(r"list the values that are in use, as \[(.*), (.*)\]"), r"list the values that are in use, as \1; \2"),
)


def help_in_cell(help: str) -> str:
    """
    >>> help_in_cell("add 'game:' with its value")
    "fill in the column 'game'"
    """
    for pattern, instead in _IN_A_SHEET:
        help = pattern.sub(instead, help)
    return help


def as_filed(value: object, kind: str) -> object:
    """The value of a cell as a filing would write it, for a field of a simple type."""
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return (day_in_cell(str(value)) or value) if kind in _DATES else value
    if not isinstance(value, str):
        return value
    if kind in _DATES:
        return day_in_cell(value) or value
    return (ratio_in_cell(value) or value) if kind in _RATIOS else value
