"""Days as people give them on the command line."""

from __future__ import annotations

from datetime import date


def span(first: str | None, last: str | None, what: str) -> tuple[str, str] | str:
    """Two days in order, or what is wrong with them.

    >>> span("2004-01-01", "2007-01-01", "a span"), span("2007-01-01", "2004-01-01", "a span")
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
