"""The page model: every page of the site as data, from the catalog."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.checker.findings.odds_data import OddsData
from pitboss.compiler.catalog.coverage import CoverageData, coverage_data
from pitboss.compiler.catalog.json_shape import entry_data
from pitboss.compiler.catalog.register_data import register_data
from pitboss.compiler.exclusion.sets import SetsData
from pitboss.compiler.lint.lint import LintData
from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.compiler.model.clause_examples import ClauseExamples
from pitboss.reports.site.examples import add_examples
from pitboss.reports.site.games import game_pages, subchapter
from pitboss.reports.site.glossary_page import glossary
from pitboss.reports.site.links import Links, anchor, links, page, slug
from pitboss.reports.site.lint_page import lint_page
from pitboss.reports.site.matrices import SIGNS, matrices
from pitboss.reports.site.odds import add_odds
from pitboss.reports.site.page_data import CoverageView, GlossaryView, SectionPage, SitePages, TableView
from pitboss.reports.site.sections import section_pages
from pitboss.reports.site.set_pages import add_sets

Printed = Mapping[str, Mapping[str, tuple[str, ...]]]  # section → label → what a copy of the text prints there


def pages(
    catalog: Catalog, printed: Printed | None = None, odds: OddsData | None = None, lint: LintData | None = None,
    sets: Mapping[str, SetsData] | None = None, examples: ClauseExamples | None = None,
) -> SitePages:  # fmt: skip
    """The page model. `printed`: the user's copy of the text; `odds`, `lint`: the documents of those names, if the site shows them;
    `sets`: `pitboss.sets/1` of each game, if it shows maximal sets; `examples`: filings and records that meet and breach the clauses,
    if it shows them.

    >>> sorted(pages(Catalog("d")))
    ['book', 'coverage', 'games', 'glossary', 'lint', 'missing', 'odds', 'register', 'search', 'sections']
    """
    known = links(catalog)
    sections = section_pages(catalog, known)
    for section in sections:
        _add_printed_text(section, None if printed is None else printed.get(section["citation"], {}))
    games = game_pages(catalog, known, matrices(catalog, known))
    add_odds(catalog, sections, games, odds)
    add_sets(known, games, sets or {})
    add_examples(sections, examples)
    words = glossary(catalog, known)
    coverage = coverage_data(catalog, None)
    return {
        "book": {
            "digest": catalog.digest,
            "expires": catalog.expires,
            "expiry_cite": {"cite": catalog.expiry_cite, "href": known.cite(catalog.expiry_cite)},
            "totals": coverage["totals"],
            "with_text": printed is not None,
            "with_lint": lint is not None,
            "signs": SIGNS,
            "subchapters": _subchapters(sections, known),
        },
        "sections": sections,
        "games": games,
        "odds": odds,
        "glossary": words,
        "coverage": _linked(coverage, known),
        "register": [{**o, "href": known.cite(o["place"])} for o in register_data(catalog)["oddities"]],
        "missing": [
            {
                **entry_data(n),
                "anchor": slug(n.citation),
                "cited_by": [{"cite": c, "href": known.cite(c)} for c in n.cited_by],
            }
            for n in catalog.missing
            if n.is_cited
        ],
        "lint": None if lint is None else lint_page(lint, known),
        "search": _entries(sections, words),
    }


def _subchapters(sections: list[SectionPage], known: Links) -> list[dict[str, object]]:
    """The index: subchapters in the law's order, each a game with its sections."""
    found: dict[str, list[SectionPage]] = {}
    for section in sections:
        found.setdefault(subchapter(section["citation"]), []).append(section)
    return [
        {
            "number": number,
            "game": {"title": known.terms[game].title, "href": known.game(game)} if game in known.games else None,
            "sections": [
                {"cite": s["citation"], "title": s["title"], "href": s["page"], "odd": _odd(s)} for s in inside
            ],
        }
        for number, inside in found.items()
        for game in [inside[0]["game"]]
    ]


def _odd(section: SectionPage) -> int:
    return len(section["odd"]) + sum(len(p["odd"]) for p in section["provisions"])


def _linked(coverage: CoverageData, known: Links) -> CoverageView:
    """The coverage, with a link for each of its citations."""
    return {
        "totals": coverage["totals"],
        "sections": [{**row, "href": page(row["citation"])} for row in coverage["sections"]],
        "limits_not_executable": [{**x, "href": known.cite(x["provision"])} for x in coverage["limits_not_executable"]],
        "left": [{**x, "href": known.cite(x["provision"])} for x in coverage["left"]],
    }


def _add_printed_text(section: SectionPage, text: Mapping[str, tuple[str, ...]] | None) -> None:
    """The user's own copy of the text: its print for each provision, and the text without a provision here."""
    labels = {p["label"] for p in section["provisions"]}
    for provision in section["provisions"]:
        provision["text"] = list(text.get(provision["label"], ())) if text else []
    section["text"] = [
        {"anchor": f"text-{anchor(label)}", "label": label, "words": list(words)}
        for label, words in (text or {}).items()
        if label not in labels
    ]


def _entries(sections: list[SectionPage], words: list[GlossaryView]) -> list[list[str]]:
    """The search index: target, title, and text."""
    found = []
    for section in sections:
        found.append([section["page"], section["citation"], section["title"], ""])
        for p in section["provisions"]:
            versions = [v for g in p["groups"] for c in g["clauses"] for v in c["versions"]]
            phrase = [v["words"] for v in versions]
            phrase += [v["words"] for d in p["defined"] for v in d["versions"]] + [x["words"] for x in p["parts"]]
            phrase += [" ".join((o["code"], o["ground"])) for o in p["odd"]]
            phrase += [
                _cells(t)
                for tables in (
                    *(part["tables"] for v in versions for part in (v, *v["readings"])),
                    *(part["tables"] for part in p["parts"]),
                )
                for t in tables
            ]
            if p["label"]:
                found.append([f"{section['page']}#{p['anchor']}", p["cite"], section["title"], " ".join(phrase)])
            elif phrase:
                found[-1][3] = " ".join(phrase)
    found += [
        [f"glossary.html#{t['anchor']}", t["title"], "glossary", f"{t['says']} {t['name']}".strip()] for t in words
    ]
    return found


def _cells(table: TableView) -> str:
    """A table as words: its head, and each row."""
    return "; ".join(
        " ".join(row) for row in (table["head"], *(row for block in table["blocks"] for row in block["rows"]))
    )
