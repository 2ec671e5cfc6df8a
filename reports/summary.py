"""One line on an audit: how many findings of each kind, of how much, on which day."""

from __future__ import annotations

from typing import Any


def summary(data: dict[str, Any]) -> str:
    """
    >>> rows = [{"verdict": "fail", "findings": 2}, {"verdict": "floor", "findings": 1}, {"verdict": "pass", "findings": 0}]
    >>> told = {"summary": {"verdicts": rows}, "floor": {"tables": [1, 2, 3]}, "as_of": "2007-01-01", "rulebook": {"digest": "c77e"}}
    >>> summary(told)
    '2 fail, 1 to be seen on the floor: 3 tables, as of 2007-01-01, rulebook c77e. Preliminary determination.\\n'
    """
    rows = data["summary"]["verdicts"]
    if not rows:
        return "nothing was judged.\n"
    names = {"floor": "to be seen on the floor"}
    said = ", ".join(f"{r['findings']} {names.get(r['verdict'], r['verdict'])}" for r in rows if r["findings"])
    tables = len(data["floor"]["tables"])
    return (
        f"{said or 'no findings'}: {tables} table{'' if tables == 1 else 's'}, as of {data['as_of']},"
        f" rulebook {data['rulebook']['digest'][:12]}. Preliminary determination.\n"
    )
