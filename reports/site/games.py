"""The page of a game: what is on offer with the rules of each, every paytable, and which of the offers exclude each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.compiler.model.citations import label_order, law_order
from pitboss.reports.site.links import Links, clause_anchor, page, slug
from pitboss.reports.site.paytables import shown

_OFFERS = ("wager", "option", "variation")
_QUIET = ("definition", "outcome", "rank", "ranking", "left", "permission")
_Json = dict[str, Any]


def game_pages(catalog: _Json, known: Links, matrices: dict[str, list[_Json]]) -> list[_Json]:
    """`matrices`: what excludes what, by game."""
    order = dict.fromkeys(s["game"] for s in catalog["sections"] if s["game"] in known.games)
    return [_game(catalog, known, game, matrices.get(game, [])) for game in order]


def _game(catalog: _Json, known: Links, game: str, matrix: list[_Json]) -> _Json:
    sections = [s for s in catalog["sections"] if s["game"] == game]
    offers = sorted(
        (t for t in catalog["terms"] if t["game"] == game and t["kind"] in _OFFERS),
        key=lambda t: (_OFFERS.index(t["kind"]) > 0, *_place(t["cite"]), t["name"]),
    )
    clauses = [(s, p, c) for s in sections for p in s["provisions"] for c in p["clauses"] if c["kind"] not in _QUIET]
    return {
        "page": f"game-{slug(game)}.html",
        "name": game,
        "title": known.terms[game]["title"],
        "subchapters": list(dict.fromkeys(subchapter(s["citation"]) for s in sections)),
        "sections": [
            {
                "cite": s["citation"],
                "title": s["title"],
                "href": page(s["citation"]),
                "provisions": len(s["provisions"]),
            }
            for s in sections
        ],
        "offers": [_offer(t, clauses, known) for t in offers],
        "paytables": [p for t in offers if (p := _paytables(t, clauses))],
        "matrix": matrix,
    }


def subchapter(citation: str) -> str:
    """
    >>> subchapter("19:47-2.22"), subchapter("19:47")
    ('2', '')
    """
    return citation.partition("-")[2].partition(".")[0]


def _place(cite: str) -> tuple[Any, Any]:
    section, bracket, label = cite.partition("(")
    return law_order(section), label_order(bracket + label) if bracket else ()


def _offer(term: _Json, clauses: list[tuple[_Json, _Json, _Json]], known: Links) -> _Json:
    own = [(s, p, c) for s, p, c in clauses if c["about"][:1] == [term["name"]]]
    starts = [v for _, _, c in own if c["kind"] == "authority" for v in c["versions"]]
    return {
        "name": term["name"],
        "anchor": slug(term["name"]),
        "title": term["title"],
        "kind": term["kind"],
        "term": known.term(term["name"]),
        "cite": {"cite": term["cite"], "href": known.cite(term["cite"])},
        "since": starts[0]["since"] if starts else None,
        "basis": starts[0]["basis"] if starts else "firm",
        "until": starts[-1]["until"] if starts else None,
        "filing": list(_rules(own, "filing")),
        "round": list(_rules(own, "round")),
        "attested": list(_rules([(s, p, c) for s, p, c in clauses if term["name"] in c["speaks_of"]], "attested")),
    }


def _rules(own: list[tuple[_Json, _Json, _Json]], does: str) -> Iterator[_Json]:
    for section, provision, clause in own:
        if clause["does"] != does or clause["kind"] == "authority":
            continue
        href = f"{page(section['citation'])}#{clause_anchor(provision['label'], clause['name'])}"
        for version in clause["versions"]:
            yield {
                "cite": provision["cite"], "href": href, "words": version["words"],
                "since": version["since"], "until": version["until"], "open": len(version["readings"]) > 1,
            }  # fmt: skip


def _paytables(term: _Json, clauses: list[tuple[_Json, _Json, _Json]]) -> _Json | None:
    found = []
    for section, provision, clause in clauses:
        if clause["kind"] == "payout" and clause["about"][:1] == [term["name"]]:
            href = f"{page(section['citation'])}#{clause_anchor(provision['label'], clause['name'])}"
            for version in clause["versions"]:
                told = [(r["name"], r["tables"]) for r in version["readings"]] or [(None, version["tables"])]
                for reading, tables in told[:1] if len({str(t) for _, t in told}) == 1 else told:
                    found.append({
                        "cite": provision["cite"], "href": href, "words": version["words"], "reading": reading,
                        "since": version["since"], "until": version["until"], "tables": shown(tables, clause["id"]),
                        "clause": clause["id"],
                    })  # fmt: skip
    pays = sorted((p for p in found if p["tables"] or " pays " in p["words"]), key=lambda p: not p["tables"])
    return {"title": term["title"], "anchor": slug(term["name"]), "pays": pays} if pays else None
