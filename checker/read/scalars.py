"""The meaning of an unquoted word: the core schema of YAML 1.2, without its surprises.

`6:5` is not 365, `on` is not true, `017` is not 15, and a date stays text.

>>> [plain(word) for word in ("6", "0.50", "true", "~", "6:5", "on", "017", "2024-01-01", "1e3")]
[6, Decimal('0.50'), True, None, '6:5', 'on', '017', '2024-01-01', '1e3']
"""

from __future__ import annotations

from decimal import Decimal

from pitboss.grammar.quick_start import regex

NUMBER = regex(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?")
WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip


class TooLong(ValueError):
    """A text with too many characters, or a number with too many digits."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def plain(word: str, digits: int = 30, characters: int = 65536) -> str | int | Decimal | bool | None:
    """The value of an unquoted word; raises TooLong."""
    if len(word) > characters:
        raise TooLong("E053", too_long(word, characters))
    if word in WORDS:
        return WORDS[word]
    number = NUMBER.fullmatch(word)
    if not number:
        return word
    if len(word) > digits and sum(map(str.isdigit, word)) > digits:
        raise TooLong("E054", too_many_digits(word, digits))
    return Decimal(word) if number[1] else int(word)


def too_long(text: str, characters: int) -> str:
    return f"this text has {len(text):,} characters; {characters:,} are the most that is read"


def too_many_digits(number: str, digits: int) -> str:
    return f"this number has {sum(map(str.isdigit, number)):,} digits; {digits} are the most that is read"
