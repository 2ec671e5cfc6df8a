"""Odds on the rulebook's pages: at the paytable of their wager, and a chart of a game's wagers; every link resolves."""

from __future__ import annotations

import copy
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support import site_crawler
from tests.support.product import Catalog, load_catalog
from tests.support.product import site_files as site
from tests.support.product import site_pages as pages

SITE = Path(__file__).parents[1] / "site"

Json = dict[str, Any]
HOSTILE = '</title><script>alert("pwned")</script>\u202e'


@pytest.fixture(scope="module")
def book() -> Catalog:
    """Of the rulebook, the sections with the wagers that these tests look at, and one of another game."""
    whole = load_catalog()
    looked_at = ("19:47-2.1", "19:47-2.9", "19:47-2.17", "19:47-2.22", "19:47-5.1")
    return replace(whole, sections=tuple(section for section in whole.sections if section.citation in looked_at))


def named(data: Json, *wagers: str, game: str) -> Json:
    """The made-up odds, assigned to wagers of the rulebook."""
    made = copy.deepcopy(data)
    for each, wager in zip((*made["wagers"], *made["undetermined"]), wagers, strict=True):
        each |= {"wager": wager, "game": game}
    return made | {"as_of": "2007-01-01"}


@pytest.fixture(scope="module")
def files(book: Catalog, data: Json) -> dict[str, str]:
    return site(pages(book, None, named(data, "same_suit", "insurance", "streak", game="blackjack")))


def test_every_link_lands_and_the_drawing_is_well_formed(files: dict[str, str]) -> None:
    assert list(site_crawler.faults(files)) == []


def test_the_odds_are_under_the_paytable_of_their_wager(files: dict[str, str]) -> None:
    text = files["19-47-2.17.html"]
    clause = re.search(r'<div class="clause" id="[^"]*--same_suit-pays[^"]*".*?<p class="does">', text, re.S)
    assert clause and text.count('<details class="odds">') == clause[0].count('<details class="odds">') == 1
    assert "House advantage 2.0000% to 5.5556%, hit rate 30.5556% to 31.0000%" in text
    assert '<td class="num">+36.0000%</td>' in text
    assert not any('<details class="odds">' in files[name] for name in files if name.startswith("19-47-5."))


def test_the_game_has_a_chart_and_next_to_it_a_table_that_leads_to_the_paytables(files: dict[str, str]) -> None:
    text = files["game-blackjack.html"]
    assert text.count('<svg role="img" aria-labelledby="worth-chart-t worth-chart-d"') == 1
    assert '<a href="#pays-same_suit">lantern wager</a>' in text
    assert (
        '<td>sets: 2, oil: whale</td><td class="num">31.0000%</td><td class="num">2.0000%</td><td class="exact">1/50</td>'
        in text
    )
    assert "1 wager that the text does not determine" in text and "which lamps it wins on" in text
    assert "worth-chart" not in files["game-roulette.html"]


def test_wagers_counted_together_are_at_the_paytable_of_each(book: Catalog, data: Json) -> None:
    odds = named(data, "same_suit + insurance", "over_under", "streak", game="blackjack")
    odds["wagers"][0]["of"] = ["same_suit", "insurance"]
    made = site(pages(book, None, odds))
    assert list(site_crawler.faults(made)) == []
    assert (
        '<details class="odds">' in made["19-47-2.9.html"]
        and made["game-blackjack.html"].count('<details class="odds">') == 4
    )
    assert '<a href="#pays-same_suit">lantern wager</a>' in made["game-blackjack.html"]


def test_odds_are_at_no_version_of_another_day(book: Catalog, data: Json) -> None:
    odds = named(data, "same_suit", "insurance", "streak", game="blackjack") | {"as_of": "1970-01-01"}
    made = pages(book, None, odds)
    versions = [
        v
        for s in made["sections"]
        for p in s["provisions"]
        for g in p["groups"]
        for c in g["clauses"]
        for v in c["versions"]
    ]
    assert all(v["since"] is None for v in versions if v["worth"])


def test_words_of_others_are_shown_and_not_obeyed(book: Catalog, data: Json) -> None:
    odds = named(data, "same_suit", "insurance", "streak", game="blackjack")
    for each in (*odds["wagers"], *odds["undetermined"]):
        each["title"] = HOSTILE
    odds["undetermined"][0]["because"] = odds["wagers"][1]["figures"][0]["decision"] = HOSTILE
    made = site(pages(book, None, odds))
    assert list(site_crawler.faults(made)) == []
    for text in made.values():
        assert '<script>alert("pwned")' not in text and "\u202e" not in text


def test_without_odds_no_page_mentions_them(book: Catalog) -> None:
    made = site(pages(book))
    assert not any("worth-chart" in t or 'class="odds"' in t for n, t in made.items() if n.endswith(".html"))
