"""Maximal lawful sets as people read them: what is in every set once, and of each set what it adds and what it excludes."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.exclusion.sets import MaximalSet, SetsByDecks, SetsData, SetsUnder
from pitboss.reports.view_data import DecksView, SetsView

_READ = {"every": "under every reading of the law", "some": "under some reading of the law"}


def sets_view(data: SetsData) -> list[DecksView]:
    """The sets by deck count, with titles. Sets that both readings share are listed once, under every reading."""
    titles = {offer["name"]: offer["title"] for offer in data["offers"]}
    return [{"decks": _decks(each), "readings": list(_readings(each, titles))} for each in data["by_decks"]]


def _decks(by_decks: SetsByDecks) -> str:
    if not by_decks["decks"]:
        return ""
    *first, last = by_decks["decks"]
    return f"{', '.join(first)}{' or ' if first else ''}{last} {'deck' if [*first, last] == ['1'] else 'decks'}"


def _readings(by_decks: SetsByDecks, titles: dict[str, str]) -> Iterator[SetsView]:
    every, some = by_decks["readings"]
    yield _view(every, every["sets"], titles)
    if some["sets"] != every["sets"]:
        known = [each["offers"] for each in every["sets"]]
        yield _view(some, [each for each in some["sets"] if each["offers"] not in known], titles)


def _view(reading: SetsUnder, sets: list[MaximalSet], titles: dict[str, str]) -> SetsView:
    always = [name for name in titles if sets and all(name in each["offers"] for each in sets)]
    never = [name for name in titles if len(sets) > 1 and not any(name in each["offers"] for each in sets)]
    grounds = [{other["offer"]: other["grounds"] for other in each["excluded"]} for each in sets]
    shared = {name: [g for g in grounds[0][name] if all(g in some[name] for some in grounds)] for name in never}
    more = "more " if reading["under"] == "some" else ""
    return {
        "under": reading["under"],
        "count": f"{len(sets)} {more}set{'' if len(sets) == 1 else 's'} {_READ[reading['under']]}",
        "always": [titles[name] for name in always],
        "never": [{"title": titles[name], "grounds": found} for name, found in shared.items() if found],
        "sets": [
            {
                "adds": [titles[name] for name in each["offers"] if name not in always],
                "excluded": [
                    {"title": titles[o["offer"]], "grounds": o["grounds"]}
                    for o in each["excluded"] if not shared.get(o["offer"])
                ],
            }
            for each in sets
        ],
    }  # fmt: skip
