"""The register of anomalies of the law's text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap

from pitboss.compiler.catalog.register_data import RegisterData
from pitboss.reports.wrap import wrapped

_WIDTH = 96


def register(data: RegisterData) -> str:
    """
    >>> print(register({"subchapter": None, "oddities": []}), end="")
    all: no anomaly is registered
    """
    return "\n".join(line.rstrip() for line in _lines(data)) + "\n"


def _lines(data: RegisterData) -> Iterator[str]:
    of = f"subchapter {data['subchapter']}" if data["subchapter"] else "all"
    found = data["oddities"]
    if not found:
        yield f"{of}: no anomaly is registered"
        return
    shown = sum(anomaly["derived"] for anomaly in found)
    yield f"{of}: {len(found)} registered, {len(found) - shown} of them by hand and {shown} derived from the rules"
    kinds = Counter(anomaly["kind"] for anomaly in found)
    yield from wrap(", ".join(f"{n} {kind}" for kind, n in kinds.most_common()), _WIDTH, break_on_hyphens=False)
    place = ""
    for anomaly in found:
        if anomaly["place"] != place:
            place = anomaly["place"]
            yield ""
            yield place
        yield f"  {anomaly['code']}  {anomaly['kind']}"
        for name, text in (
            ("printed", anomaly["printed"]),
            ("read", anomaly["reading"]),
            ("ground", anomaly["ground"]),
            ("clauses", "none depends on it" if anomaly["clauses"] == [] else ", ".join(anomaly["clauses"] or ())),
            ("written", anomaly["source"]),
        ):
            if text:
                yield from wrapped(f"    {name:9} ", text)
