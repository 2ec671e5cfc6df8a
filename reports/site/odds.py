"""Adds the odds of wagers to the page model: to a paytable those of its wager, to a game those of all its wagers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.checker.findings.odds_data import OddsData
from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.reports.site.links import slug
from pitboss.reports.site.page_data import ClauseView, GamePage, SectionPage, VersionView


def add_odds(catalog: Catalog, sections: list[SectionPage], games: list[GamePage], odds: OddsData | None) -> None:
    """Give every version of a clause and every game its `worth`: names of wagers of `odds` (`pitboss.odds/1`), or none.

    Odds are for one day: only versions in force on it have any.
    """
    known = {w["wager"]: w for w in odds["wagers"]} if odds else {}
    parts = {part: name for name, w in known.items() for part in w.get("of", [name])}
    day = odds["as_of"] if odds else ""
    of = {c.id: c.about[0] for c in catalog.clauses if c.kind == ClauseKind.PAYOUT and c.about}
    for version, clause in _versions(sections):
        wager = parts.get(of.get(clause["id"], ""))
        in_force = (version["since"] or "") <= day and (version["until"] is None or day < version["until"])
        version["worth"] = wager if in_force else None
    for game in games:
        mine = [w["wager"] for w in known.values() if w["game"] == game["name"]]
        anchors = {o["name"]: f"#{o['anchor']}" for o in game["offers"]}
        paid = {p["anchor"]: f"#pays-{p['anchor']}" for p in game["paytables"]}
        for table in game["paytables"]:
            table["worth"] = next((n for part, n in parts.items() if n in mine and slug(part) == table["anchor"]), None)
        unknown = [u for u in (odds["undetermined"] if odds else ()) if u["game"] == game["name"]]
        places = {part: paid.get(slug(part)) or anchors.get(part) for part in parts}
        hrefs = {n: places[part] for part, n in reversed(parts.items()) if n in mine and places[part]}
        game["worth"] = (
            {"day": day, "wagers": mine, "hrefs": hrefs, "undetermined": unknown} if mine or unknown else None
        )


def _versions(sections: Iterable[SectionPage]) -> Iterator[tuple[VersionView, ClauseView]]:
    clauses = (c for s in sections for p in s["provisions"] for g in p["groups"] for c in g["clauses"])
    return ((version, clause) for clause in clauses for version in clause["versions"])
