"""The words of the rulebook as a glossary: what each is called, where it is named, and which provisions speak of it."""

from __future__ import annotations

from typing import Any

from pitboss.reports.site.links import Links, slug

_Json = dict[str, Any]
KINDS = ("game", "wager", "option", "variation", "equipment", "define", "fact")


def glossary(catalog: _Json, known: Links) -> list[_Json]:
    """By title; names of one title follow each other.

    >>> from pitboss.reports.site.links import links
    >>> lamp = {"kind": "equipment", "name": "lamp", "title": "red lamp", "game": None, "cite": "", "owners": [], "type": ""}
    >>> book = {"sections": [], "not_in_hand": [], "terms": [lamp]}
    >>> [(t["title"], t["anchor"], t["cite"], t["used"]) for t in glossary(book, links(book))]
    [('red lamp', 'lamp', None, [])]
    """
    used: dict[str, dict[str, None]] = {}
    for section in catalog["sections"]:
        for provision in section["provisions"]:
            for name in (n for clause in provision["clauses"] for n in clause["speaks_of"]):
                used.setdefault(name, {})[provision["cite"]] = None
    told = [
        {
            "name": term["name"],
            "anchor": slug(term["name"]),
            "title": term["name"].replace("_", " ") if term["kind"] == "define" else term["title"],
            "says": term["title"] if term["kind"] == "define" else "",
            "kind": term["kind"],
            "game": term["game"],
            "type": term["type"],
            "of": [known.terms[o]["title"] if o in known.terms else o for o in term["owners"]],
            "cite": {"cite": term["cite"], "href": known.cite(term["cite"])} if term["cite"] else None,
            "used": [{"cite": c, "href": known.cite(c)} for c in used.get(term["name"], ()) if c != term["cite"]],
        }
        for term in catalog["terms"]
    ]
    return sorted(told, key=lambda t: (t["title"].casefold().lstrip("'\"("), t["name"]))
