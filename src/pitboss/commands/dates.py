"""Days as people give them on the command line."""

from __future__ import annotations

from datetime import date, timedelta


def parse_range(first: str | None, last: str | None, what: str) -> tuple[str, str] | str:
    """Two days in order, or what is wrong with them.

    >>> parse_range("2004-01-01", "2007-01-01", "a span"), parse_range("2007-01-01", "2004-01-01", "a span")
    (('2004-01-01', '2007-01-01'), 'a span runs backwards: 2007-01-01 is after 2004-01-01')
    """
    if not first or not last:
        return f"{what}: two days are needed, the first and the last"
    read = []
    for given in (first, last):
        try:
            read.append(date.fromisoformat(given).isoformat())
        except ValueError:
            return f"there is no day '{given}'; write it as 2007-01-31"
    if read[0] > read[1]:
        return f"{what} runs backwards: {read[0]} is after {read[1]}"
    return read[0], read[1]


def parse_as_of(given: str | None, expires: str | None) -> tuple[str, str]:
    """A day whose law is in hand, and what is wrong; where none is given, the last one of the text, never today.

    >>> parse_as_of(None, "2010-01-01"), parse_as_of("2004-01-31", "2010-01-01"), parse_as_of("2004-01-31", None)
    (('2009-12-31', ''), ('2004-01-31', ''), ('2004-01-31', ''))
    >>> parse_as_of(None, None), parse_as_of("2010-01-01", "2010-01-01")[1]
    (('', 'a day is needed: --as-of 2007-01-31'), 'the text expired on 2010-01-01; what is in force since is not in hand')
    """
    if given is None:
        if expires is None:
            return "", "a day is needed: --as-of 2007-01-31"
        return (date.fromisoformat(expires) - timedelta(days=1)).isoformat(), ""
    try:
        day = date.fromisoformat(given).isoformat()
    except ValueError:
        return "", f"there is no day '{given}'; write it as 2007-01-31"
    if expires and day >= expires:
        return "", f"the text expired on {expires}; what is in force since is not in hand"
    return day, ""
