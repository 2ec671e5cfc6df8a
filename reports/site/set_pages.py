"""Adds the maximal lawful sets to the page of each game: a page of their own, whose clauses link to the law, and a CSV file."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.compiler.exclusion.sets import SetsData
from pitboss.reports.sets_csv import sets_csv
from pitboss.reports.sets_view import sets_view
from pitboss.reports.site.links import Links, slug
from pitboss.reports.site.matrices import ClauseLink, clause_link
from pitboss.reports.site.page_data import GamePage
from pitboss.reports.view_data import ExcludedView


def add_sets(known: Links, games: list[GamePage], sets: Mapping[str, SetsData]) -> None:
    """Give each game its `sets`: the page on its maximal sets (`pitboss.sets/1`), or none if it has fewer than two offers."""
    for game in games:
        data = sets.get(game["name"])
        game["sets"] = None if data is None or len(data["offers"]) < 2 else _page(known, data)


def _page(known: Links, data: SetsData) -> dict[str, object]:
    name = slug(data["game"]["name"])
    return {
        "page": f"sets-{name}.html",
        "file": f"sets-{name}.csv",
        "csv": sets_csv(data),
        "day": data["day"],
        "by_decks": [
            {
                "decks": view["decks"],
                "readings": [
                    {
                        "count": reading["count"],
                        "always": reading["always"],
                        "never": [_excluded(known, data, other) for other in reading["never"]],
                        "sets": [
                            {"adds": each["adds"], "excluded": [_excluded(known, data, o) for o in each["excluded"]]}
                            for each in reading["sets"]
                        ],
                    }
                    for reading in view["readings"]
                ],
            }
            for view in sets_view(data)
        ],
    }


def _excluded(known: Links, data: SetsData, other: ExcludedView) -> dict[str, object]:
    """The offer, and each group of clauses that excludes it; a provision is named once in a group."""
    grounds: dict[tuple[str, ...], list[ClauseLink]] = {}
    for ground in other["grounds"]:
        clauses = {link["cite"]: link for link in (clause_link(known, data["clauses"], clause) for clause in ground)}
        grounds.setdefault(tuple(clauses), list(clauses.values()))
    return {"title": other["title"], "grounds": list(grounds.values())}
