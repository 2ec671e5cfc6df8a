"""Parse dates of the command line."""

from __future__ import annotations

from datetime import date, timedelta


def parse_range(first: str | None, last: str | None, what: str) -> tuple[str, str] | str:
    """Return two ISO dates in order, or an error message that starts with `what`.

    >>> parse_range("2004-01-01", "2007-01-01", "the period"), parse_range("2007-01-01", "2004-01-01", "the period")
    (('2004-01-01', '2007-01-01'), 'the period runs backward: 2007-01-01 is after 2004-01-01')
    """
    if not first or not last:
        return f"{what}: give two dates, the first and the last"
    dates = []
    for given in (first, last):
        try:
            dates.append(date.fromisoformat(given).isoformat())
        except ValueError:
            return _invalid(given)
    if dates[0] > dates[1]:
        return f"{what} runs backward: {dates[0]} is after {dates[1]}"
    return dates[0], dates[1]


def parse_as_of(given: str | None, begins: str | None, expires: str | None) -> tuple[str, str]:
    """Return a date on which the text is in force, and an error message; one of them is empty.

    The default is the last day before the text expires, never today.

    >>> parse_as_of(None, None, "2010-01-01"), parse_as_of("2004-01-31", None, "2010-01-01"), parse_as_of("2004-01-31", None, None)
    (('2009-12-31', ''), ('2004-01-31', ''), ('2004-01-31', ''))
    >>> parse_as_of(None, None, None)
    ('', 'a date is required: --as-of 2007-01-31')
    >>> parse_as_of("2010-01-01", None, "2010-01-01")[1]
    'the text expired on 2010-01-01, and its successor is not available; give an earlier date'
    >>> parse_as_of("1977-01-01", "1978-01-01", None)[1]
    'the chapter was adopted on 1978-01-01; give a later date'
    """
    if given is None:
        if expires is None:
            return "", "a date is required: --as-of 2007-01-31"
        return (date.fromisoformat(expires) - timedelta(days=1)).isoformat(), ""
    try:
        day = date.fromisoformat(given).isoformat()
    except ValueError:
        return "", _invalid(given)
    if begins and day < begins:
        return "", f"the chapter was adopted on {begins}; give a later date"
    if expires and day >= expires:
        return "", f"the text expired on {expires}, and its successor is not available; give an earlier date"
    return day, ""


def _invalid(given: str) -> str:
    return f"'{given}' is not a date; write dates as 2007-01-31"
