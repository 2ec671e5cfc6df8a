"""The exclusion matrix of a game, by span of days: a grid whose cells link to the clauses behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypedDict

from pitboss.compiler.exclusion.active_constraints import days_of_change
from pitboss.compiler.exclusion.matrix import (
    ExcludingClause,
    ExclusionGround,
    MatrixData,
    MatrixNeed,
    MatrixPair,
    NamedThing,
    matrix_data,
)
from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.reports.site.links import Links, clause_anchor, page, slug

SIGNS = {"barred": "✕", "impossible": "∅", "open": "?", "conditional": "~", "required": "→", "allowed": ""}
_LISTED = ("barred", "impossible", "open", "conditional")


class ClauseLink(TypedDict):
    """A clause, and its place on the page of its section."""

    cite: str
    href: str | None
    words: str


def matrices(catalog: Catalog, known: Links) -> dict[str, list[dict[str, object]]]:
    """The matrices by game, the newest span first. Spans between which nothing changes are merged.

    >>> from pitboss.reports.site.links import links
    >>> matrices(Catalog("d"), links(Catalog("d")))
    {}
    """
    return {game: spans for game in sorted(known.games) if (spans := _spans(catalog, known, game))}


def _spans(catalog: Catalog, known: Links, game: str) -> list[dict[str, object]]:
    found: list[tuple[str, MatrixData, list[object]]] = []
    for day in days_of_change(catalog, game):
        data = matrix_data(catalog, game, day)
        if data is None or len(data["offers"]) < 2:
            continue
        same: list[object] = [data["offers"], data["pairs"], data["requires"], data["absent"]]
        if not found or same != found[-1][2]:
            found.append((day, data, same))
    ends = [day for day, _, _ in found[1:]] + [None]
    made = [_span(known, data, day, end) for (day, data, _), end in zip(found, ends, strict=False)]
    return made[::-1]


def _span(known: Links, data: MatrixData, since: str, until: str | None) -> dict[str, object]:
    things: list[NamedThing] = [*data["offers"], *data["equipment"]]
    pairs = {frozenset((p["first"], p["second"])): p for p in data["pairs"]}
    key = f"x-{since}"
    return {
        "key": key,
        "since": since,
        "until": until,
        "things": [{"title": t["title"], "href": f"#{slug(t['name'])}" if t in data["offers"] else None} for t in things],
        "rows": [
            {"title": row["title"], "href": f"#{slug(row['name'])}", "cells": [_cell(data, pairs, key, row, t) for t in things]}
            for row in data["offers"]
        ],
        "counts": {s: n for s in SIGNS if (n := Counter(p["status"] for p in data["pairs"])[s])},
        "pairs": [_pair(known, data, key, p) for s in _LISTED for p in data["pairs"] if p["status"] == s],
        "requires": [_need(known, data, key, n) for n in data["requires"]],
        "always": [
            {"title": o["title"], "clauses": [clause_link(known, data["clauses"], c) for c in o["required"]]}
            for o in data["offers"] if o["required"]
        ],
        "absent": [
            {"title": a["title"], "since": a["since"], "until": a["until"], "clause": clause_link(known, data["clauses"], a["clause"])}
            for a in data["absent"]
        ],
    }  # fmt: skip


def _cell(
    data: MatrixData, pairs: dict[frozenset[str], MatrixPair], key: str, row: NamedThing, column: NamedThing
) -> dict[str, object] | None:
    if row["name"] == column["name"]:
        return None
    pair = pairs.get(frozenset((row["name"], column["name"])))
    status = pair["status"] if pair else "allowed"
    needs = [n for n in data["requires"] if {n["first"], n["second"]} == {row["name"], column["name"]}]
    to = None
    if pair and status in _LISTED:
        to = f"#{_anchor(key, pair)}"
    elif needs:
        to = f"#{_anchor(key, needs[0])}"
    return {"status": status, "sign": SIGNS[status], "to": to, "told": f"{row['title']}, {column['title']}: {status}"}


def _anchor(key: str, pair: MatrixNeed) -> str:
    return f"{key}-{slug(pair['first'])}-{slug(pair['second'])}"


def _pair(known: Links, data: MatrixData, key: str, pair: MatrixPair) -> dict[str, object]:
    through = dict.fromkeys(data["titles"][n] for g in pair["grounds"] for n in g["through"])
    return {
        "anchor": _anchor(key, pair),
        "first": data["titles"][pair["first"]],
        "second": data["titles"][pair["second"]],
        "status": pair["status"],
        "stated": pair["stated"],
        "since": pair["since"],
        "through": list(through),
        "clauses": list(_grounds(known, data, pair["grounds"])),
    }


def _need(known: Links, data: MatrixData, key: str, need: MatrixNeed) -> dict[str, object]:
    return {
        "anchor": _anchor(key, need),
        "first": data["titles"][need["first"]],
        "second": data["titles"][need["second"]],
        "status": need["status"],
        "clauses": list(_grounds(known, data, need["grounds"])),
    }


def _grounds(known: Links, data: MatrixData, grounds: list[ExclusionGround]) -> Iterator[dict[str, object]]:
    """Each clause once, with its restriction of a field if that restriction excludes the pair."""
    for clause in dict.fromkeys(c for g in grounds for c in g["clauses"]):
        values = [v for g in grounds for v in g["values"] if v["clause"] == clause]
        says = dict.fromkeys(f"{data['titles'][v['field']]}: {v['is']}" for v in values)
        reads = dict.fromkeys(r["reading"] for g in grounds for r in g["readings"] if r["clause"] == clause)
        yield {**clause_link(known, data["clauses"], clause), "values": list(says), "readings": list(reads)}


def clause_link(known: Links, clauses: dict[str, ExcludingClause], clause: str) -> ClauseLink:
    """A clause, with its address where its provision is available."""
    cite, _, name = clause.partition("/")
    section, bracket, label = cite.partition("(")
    in_hand = known.cite(cite) is not None
    words = clauses[clause]["words"] if clause in clauses else ""
    return {
        "cite": cite,
        "href": f"{page(section)}#{clause_anchor(bracket + label, name)}" if in_hand else None,
        "words": words,
    }
