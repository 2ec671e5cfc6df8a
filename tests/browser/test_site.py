"""The rulebook's site in a browser: the law of a day, the search, the matrix; nothing overflows, nothing complains."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.audit_data import odds_data
from tests.support.product import lines_of, load_catalog
from tests.support.product import site_files as site
from tests.support.product import site_pages as pages
from tests.support.product import site_printed_text as printed
from tests.support.product import split_provisions as split

TEXT = "19:47-2.22 Streak wager\n\n(a) A made-up paragraph of lamps.\n"
PAGES = (
    "index.html", "19-47.html", "19-47-2.2.html", "19-47-2.17.html", "19-47-2.22.html", "19-47-11.14.html", "game-blackjack.html",
    "game-pai_gow_poker.html", "glossary.html", "coverage.html", "register.html", "missing.html", "search.html?q=streak",
)  # fmt: skip
Go = Callable[..., Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    for name, text in site(pages(load_catalog(), printed(split({"a": lines_of(TEXT, "a")})), odds_data())).items():
        (out / name).write_text(text, encoding="utf-8")
    return out


@pytest.fixture
def go(browser: Any, folder: Path) -> Iterator[Go]:
    """Opens a page of the site; fails at the end if the page had anything to complain of."""
    received: list[str] = []
    opened = []

    def to(name: str, width: int = 1280, scheme: str = "light", script: bool = True) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            java_script_enabled=script,
            reduced_motion="reduce",
        )
        opened.append(context)
        page = context.new_page()
        page.on("console", lambda message: received.append(f"{name}: {message.text}"))
        page.on("pageerror", lambda error: received.append(f"{name}: {error}"))
        page.goto(f"{folder.as_uri()}/{name}")
        return page

    yield to
    for context in opened:
        context.close()
    assert received == []


@pytest.mark.parametrize("width", [1280, 375])
def test_nothing_overflows(go: Go, width: int) -> None:
    page = go("index.html", width)
    for name in PAGES:
        page.goto(page.url.rpartition("/")[0] + "/" + name)
        over = page.evaluate(
            "[...document.querySelectorAll('body *')].filter(e => !e.closest('.wide, svg, .hush, .skip, [hidden]')"
            " && e.getBoundingClientRect().width && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 90))"
        )
        assert over == [], name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def lands(page: Any, end: str) -> None:
    """A click begins to leave a page and does not wait: the page that it leads to must have come, and its script have run."""
    page.wait_for_url(lambda url: url.endswith(end), wait_until="load")


def shown(page: Any, selector: str) -> list[str]:
    return [text for e in page.locator(selector).all() if e.is_visible() for text in [e.inner_text()]]


def test_a_day_shows_the_law_of_that_day(go: Go) -> None:
    page = go("19-47-2.22.html")
    bars = "#l .say"
    assert len(shown(page, bars)) == 4
    page.fill("#day", "2004-01-01")
    assert len(shown(page, bars)) == 3 and not any(
        "Twenty point" in text or "twenty point" in text for text in shown(page, bars)
    )
    lands(page, "as-of=2004-01-01")
    assert page.locator(".axis .now").count() == 1
    page.select_option("#turn", "2006-06-05")
    assert len(shown(page, bars)) == 4
    page.fill("#day", "2000-01-01")
    assert shown(page, bars) == [] and shown(page, "#l .void") == ["Nothing of this was in force on that day."]
    page.click("#asof button[type=reset]")
    lands(page, "19-47-2.22.html")
    assert len(shown(page, bars)) == 4


def test_what_had_ended_by_that_day_is_hidden(go: Go) -> None:
    page = go("19-47-2.2.html")
    card = "#a--cutting_card_color .say"
    yellow, opaque, later = shown(page, card)
    assert yellow == "The cutting card is yellow or green." and opaque == later
    page.fill("#day", "1998-09-07")
    assert shown(page, card) == [yellow, opaque], "the start of the later rule is inferred: it may be in force already"
    page.fill("#day", "1998-09-08")
    assert shown(page, card) == [later]


def test_the_day_goes_along_a_link_and_survives_a_reload(go: Go) -> None:
    page = go("19-47-2.22.html?as-of=2004-01-01")
    page.click("#l .refs a >> nth=0")
    lands(page, "19-47-2.18.html?as-of=2004-01-01")
    assert page.input_value("#day") == "2004-01-01"
    page.reload()
    assert "The law of 2004-01-01" in page.inner_text("#asof-told")
    page.fill("#find", "streak")
    page.press("#find", "Enter")
    page.wait_for_selector("#results li")
    page.wait_for_url(lambda url: "q=streak" in url and "as-of=2004-01-01" in url)
    assert "as-of=2004-01-01" in page.get_attribute("#results a", "href")


def test_a_point_on_the_line_of_time_is_a_day(go: Go) -> None:
    page = go("19-47-2.22.html")
    page.click("circle[data-day='2006-06-05']")
    assert page.input_value("#day") == "2006-06-05"


def test_without_a_script_every_version_is_there_with_its_dates(go: Go) -> None:
    page = go("19-47-2.2.html", script=False)
    assert not page.is_visible("#asof")
    assert "1982-09-15 to 2006-01-17" in page.inner_text("#a")
    assert page.locator("#a .version").count() == len([e for e in page.locator("#a .version").all() if e.is_visible()])


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("2.22(l)", "19:47-2.22(l)"),
        ("19:47-11.14(d)", "19:47-11.14(d)"),
        ("N.J.A.C. 19:47-2.3", "19:47-2.3"),
        ("streak wager", "streak wager"),
        ("insurance", "19:47-2.9"),
        ("how many decks?", "19:47-2.2"),
        ("8,000 to 1", "19:47-11.16(a)"),
        ("ODD-2.22-l-other-name", "19:47-2.22(l)"),
    ],
)
def test_the_search_finds(go: Go, typed: str, first: str) -> None:
    page = go("search.html")
    page.fill("#q", typed)
    assert page.inner_text("#results li:first-child a") == first
    page.press("#q", "Enter")
    page.wait_for_url(lambda url: "search.html" not in url)


def test_what_is_searched_for_is_text_and_nothing_else(go: Go) -> None:
    page = go("search.html?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")
    assert page.locator("#results img").count() == 0 and "Nothing has all of" in page.inner_text("#count")
    page.fill("#q", "(((")
    assert page.inner_text("#count")


def test_a_slash_leads_to_the_search(go: Go) -> None:
    page = go("19-47-2.22.html")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "find"


def test_a_sign_of_the_matrix_leads_to_its_clauses(go: Go) -> None:
    page = go("game-blackjack.html?as-of=2007-01-01")
    assert len([m for m in page.locator("[data-matrix]").all() if m.is_visible()]) == 1
    page.click("[data-matrix]:not([hidden]) td a[title='streak wager, multiple action blackjack: barred']")
    place = page.locator(":target")
    assert place.is_visible() and "19:47-2.22(l)" in place.inner_text()
    place.locator("a", has_text="19:47-2.22(l)").first.click()
    lands(page, "19-47-2.22.html?as-of=2007-01-01#l--streak-bars-multiple_action")
    assert page.locator(":target").is_visible()


def test_the_matrix_of_another_day(go: Go) -> None:
    page = go("game-blackjack.html?as-of=2000-01-01")
    (matrix,) = [m for m in page.locator("[data-matrix]").all() if m.is_visible()]
    assert "streak wager" not in matrix.locator("table").inner_text()
    page.select_option("#span", index=0)
    (matrix,) = [m for m in page.locator("[data-matrix]").all() if m.is_visible()]
    assert "streak wager" in matrix.locator("table").inner_text()


def test_a_place_in_a_closed_list_opens_it(go: Go) -> None:
    page = go("19-47-11.14.html#d--pgp_progressive.flush-outcome")
    assert page.locator(":target").is_visible()


def test_the_copy_of_the_text_comes_and_goes(go: Go) -> None:
    page = go("19-47-2.22.html")
    assert shown(page, "#a blockquote") == ["A made-up paragraph of lamps."]
    rule, text = page.locator("#a .rules").bounding_box(), page.locator("#a blockquote").bounding_box()
    assert text["x"] > rule["x"] + rule["width"] - 1
    page.uncheck("#show-text")
    assert shown(page, "#a blockquote") == []


def test_names_and_sources_are_reported_on_demand(go: Go) -> None:
    page = go("19-47-2.22.html")
    assert shown(page, "#l .clause .meta") == []
    page.check("#show-meta")
    assert "streak-bars-multiple_action" in shown(page, "#l .clause .meta")[0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(go: Go, scheme: str) -> None:
    page = go("19-47-2.2.html", scheme=scheme)
    for name in ("19-47-2.2.html", "game-blackjack.html", "index.html"):
        page.goto(page.url.rpartition("/")[0] + "/" + name)
        assert page.evaluate(CONTRAST) == [], name


CONTRAST = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  const known = new Map();
  const rgb = (colours) => known.get(colours.join()) ?? known.set(colours.join(), drawn(colours)).get(colours.join());
  const drawn = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (c) => c.map((x) => x / 255).map((x) => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
    .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
  const faint = new Set();
  for (const e of document.querySelectorAll("main *, header *, footer *")) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !e.getClientRects().length || e.closest("svg")) continue;
    const behind = [];
    for (let a = e; a; a = a.parentElement) behind.unshift(getComputedStyle(a).backgroundColor);
    const [a, b] = [light(rgb([...behind, getComputedStyle(e).color])), light(rgb(behind))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.add(`${e.tagName}.${e.className} ${ratio.toFixed(2)}`);
  }
  return [...faint];
}"""
