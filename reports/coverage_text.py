"""The coverage report as text: how each provision is checked."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.catalog.coverage import KINDS, CoverageData, coverage_data
from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.reports.wrap import wrapped

_WIDTH = 96
_HEADS = ("provisions", "filing", "round", "attested", "defined", "permitted", "left")


def coverage(catalog: Catalog, subchapter: str | None) -> str:
    """The coverage of the law, or of a subchapter.

    >>> coverage(Catalog("d"), "2").splitlines()[0]
    'subchapter 2: 0 provisions in 0 sections, 0 of them decided by code (0 clauses)'
    """
    return "\n".join(line.rstrip() for line in _lines(coverage_data(catalog, subchapter))) + "\n"


def _lines(data: CoverageData) -> Iterator[str]:
    totals = data["totals"]
    of = f"subchapter {data['subchapter']}" if data["subchapter"] else "all"
    made = f"{totals['executable']} of them decided by code ({totals['clauses']} clauses)"
    yield f"{of}: {totals['provisions']} provisions in {totals['sections']} sections, {made}"
    yield ""
    yield from _table(data)
    yield ""
    yield "A provision can be several of these. `left` is what no machine can check; its reason is below."
    if data["limits_not_executable"]:
        yield ""
        yield "numbers and prohibitions that no code decides"
        for kind, why in {
            x["kind"]: x["reason"] for x in data["limits_not_executable"] if x["kind"] != "not checkable"
        }.items():
            yield f"  {kind}: {why}"
        for limit in data["limits_not_executable"]:
            why = f"not checkable: {limit['reason']}" if limit["kind"] == "not checkable" else limit["kind"]
            yield from _entry(limit["provision"], f"{limit['words']} [{why}]")
    if data["left"]:
        yield ""
        yield "left to people"
        for left in data["left"]:
            yield from _entry(left["provision"], left["reason"])
    if data["not_in_hand"]:
        yield ""
        yield "cited, text not available"
        for missing in data["not_in_hand"]:
            yield from _entry(missing["citation"], "cited by " + ", ".join(missing["cited_by"]))


def _table(data: CoverageData) -> Iterator[str]:
    rows = [
        (s["citation"], s["title"], [s["provisions"], *(s["by_kind"][k] for k in KINDS[:-1])]) for s in data["sections"]
    ]
    totals = data["totals"]
    rows.append(("total", "", [totals["provisions"], *(totals["by_kind"][k] for k in KINDS[:-1])]))
    first = max(len(citation) for citation, _, _ in rows)
    room = _WIDTH - first - 2 - sum(len(h) + 2 for h in _HEADS)
    yield " " * (first + 2 + room) + "".join(f"  {head}" for head in _HEADS)
    for citation, title, counts in rows:
        cut = title if len(title) <= room else title[: room - 1] + "…"
        cells = "".join(f"  {count or '·':>{len(head)}}" for head, count in zip(_HEADS, counts, strict=True))
        yield f"{citation:{first}}  {cut:{room}}{cells}"


def _entry(name: str, text: str) -> list[str]:
    return wrapped(f"  {name:20}  ", text)
