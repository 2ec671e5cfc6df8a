"""The page of a game: its offers with the rules on each, every paytable, and the exclusion matrix."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.compiler.model.catalog_entries import (
    Catalog,
    CheckedAs,
    ClauseEntry,
    GlossaryEntry,
    PrintedTable,
    ProvisionEntry,
    SectionEntry,
)
from pitboss.compiler.model.citations import label_order, law_order
from pitboss.compiler.model.core import Basis, SubjectKind
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.reports.site.links import Links, clause_anchor, page, slug
from pitboss.reports.site.page_data import GamePage, OfferView, PayoutView, PaytableView, RuleView
from pitboss.reports.site.paytables import shown

_OFFERS: tuple[str, ...] = (SubjectKind.WAGER, SubjectKind.OPTION, SubjectKind.VARIATION)
_QUIET = (
    ClauseKind.DEFINITION,
    ClauseKind.OUTCOME,
    ClauseKind.RANK,
    ClauseKind.RANKING,
    ClauseKind.LEFT,
    ClauseKind.PERMISSION,
)


@dataclass(frozen=True, slots=True)
class _Stated:
    """A clause and its place."""

    section: SectionEntry
    provision: ProvisionEntry
    clause: ClauseEntry

    @property
    def href(self) -> str:
        return f"{page(self.section.citation)}#{clause_anchor(self.provision.label, self.clause.name)}"


def game_pages(catalog: Catalog, known: Links, matrices: dict[str, list[dict[str, object]]]) -> list[GamePage]:
    """The pages of all games. `matrices`: the exclusion matrices, by game."""
    order = dict.fromkeys(s.game for s in catalog.sections if s.game in known.games)
    return [_game(catalog, known, game, matrices.get(game, [])) for game in order]


def _game(catalog: Catalog, known: Links, game: str, matrix: list[dict[str, object]]) -> GamePage:
    sections = [s for s in catalog.sections if s.game == game]
    offers = sorted(
        (t for t in catalog.terms if t.game == game and t.kind in _OFFERS),
        key=lambda t: (_OFFERS.index(t.kind) > 0, *_place(t.cite), t.name),
    )
    clauses = [_Stated(s, p, c) for s in sections for p in s.provisions for c in p.clauses if c.kind not in _QUIET]
    return {
        "page": f"game-{slug(game)}.html",
        "name": game,
        "title": known.terms[game].title,
        "subchapters": list(dict.fromkeys(subchapter(s.citation) for s in sections)),
        "sections": [
            {
                "cite": s.citation,
                "title": s.title,
                "href": page(s.citation),
                "provisions": len(s.provisions),
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


def _place(cite: str) -> tuple[tuple[object, ...], tuple[object, ...]]:
    section, bracket, label = cite.partition("(")
    return law_order(section), label_order(bracket + label) if bracket else ()


def _offer(term: GlossaryEntry, clauses: list[_Stated], known: Links) -> OfferView:
    own = [x for x in clauses if x.clause.about[:1] == (term.name,)]
    starts = [v for x in own if x.clause.kind == ClauseKind.AUTHORITY for v in x.clause.versions]
    return {
        "name": term.name,
        "anchor": slug(term.name),
        "title": term.title,
        "kind": term.kind,
        "term": known.term(term.name),
        "cite": {"cite": term.cite, "href": known.cite(term.cite)},
        "since": starts[0].since if starts else None,
        "basis": (starts[0].basis if starts else Basis.FIRM).value,
        "until": starts[-1].until if starts else None,
        "filing": list(_rules(own, CheckedAs.FILING)),
        "round": list(_rules(own, CheckedAs.ROUND)),
        "attested": list(_rules([x for x in clauses if term.name in x.clause.refers_to], CheckedAs.ATTESTED)),
    }


def _rules(own: list[_Stated], checked_as: CheckedAs) -> Iterator[RuleView]:
    for stated in own:
        if stated.clause.checked_as is not checked_as or stated.clause.kind == ClauseKind.AUTHORITY:
            continue
        for version in stated.clause.versions:
            yield {
                "cite": stated.provision.cite, "href": stated.href, "words": version.words,
                "since": version.since, "until": version.until, "open": len(version.readings) > 1,
            }  # fmt: skip


def _paytables(term: GlossaryEntry, clauses: list[_Stated]) -> PaytableView | None:
    found: list[PayoutView] = []
    for stated in clauses:
        clause = stated.clause
        if clause.kind == ClauseKind.PAYOUT and clause.about[:1] == (term.name,):
            for version in clause.versions:
                readings: list[tuple[str | None, tuple[PrintedTable, ...]]]
                readings = [(r.name, r.tables) for r in version.readings] or [(None, version.tables)]
                for reading, tables in readings[:1] if len({t for _, t in readings}) == 1 else readings:
                    found.append({
                        "cite": stated.provision.cite, "href": stated.href, "words": version.words, "reading": reading,
                        "since": version.since, "until": version.until, "tables": shown(tables, clause.id),
                        "clause": clause.id,
                    })  # fmt: skip
    pays = sorted((p for p in found if p["tables"] or " pays " in p["words"]), key=lambda p: not p["tables"])
    return {"title": term.title, "anchor": slug(term.name), "pays": pays} if pays else None
