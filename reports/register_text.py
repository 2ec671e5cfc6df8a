"""Everything odd in the law itself, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from pitboss.reports.wrap import wrapped

_WIDTH = 96
_Json = dict[str, Any]


def register(data: _Json) -> str:
    """
    >>> print(register({"subchapter": None, "oddities": []}), end="")
    all: nothing odd is registered
    """
    return "\n".join(line.rstrip() for line in _lines(data)) + "\n"


def _lines(data: _Json) -> Iterator[str]:
    of = f"subchapter {data['subchapter']}" if data["subchapter"] else "all"
    found = data["oddities"]
    if not found:
        yield f"{of}: nothing odd is registered"
        return
    shown = sum(odd["derived"] for odd in found)
    yield f"{of}: {len(found)} registered, {len(found) - shown} of them by hand and {shown} by what the rules themselves say"
    kinds = Counter(odd["kind"] for odd in found)
    yield from wrap(", ".join(f"{n} {kind}" for kind, n in kinds.most_common()), _WIDTH, break_on_hyphens=False)
    place = ""
    for odd in found:
        if odd["place"] != place:
            place = odd["place"]
            yield ""
            yield place
        yield f"  {odd['code']}  {odd['kind']}"
        for name, text in (
            ("printed", odd["printed"]),
            ("read", odd["reading"]),
            ("ground", odd["ground"]),
            ("clauses", "none rests on it" if odd["clauses"] == [] else ", ".join(odd["clauses"] or ())),
            ("written", odd["source"]),
        ):
            if text:
                yield from wrapped(f"    {name:9} ", text)
