"""The audit report in a browser: what a reader does, and what must happen then."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.support.audit_data import ATTACK, attacked, audit_data
from tests.support.page_checks import CONTRAST, DANGLING, DOUBLED, UNNAMED, WIDE
from tests.support.product import audit_html as audit

Show = Callable[..., Any]
TEXT = audit(audit_data())
SHOWN = "() => [...document.querySelectorAll('.finding')].filter((e) => e.checkVisibility()).map((e) => e.id)"


def ids(keep: Callable[[dict[str, Any]], bool]) -> set[str]:
    return {f["id"] for f in audit_data()["findings"] if keep(f)}


def settle(page: Any) -> None:
    """Until what was typed has been applied and drawn: a timer of the page itself, so that a slow machine waits longer."""
    page.evaluate(
        "() => new Promise((d) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(d)), 70))"
    )


def shown(page: Any) -> set[str]:
    settle(page)
    return set(page.evaluate(SHOWN))


# ---- as text, without a browser


def test_it_is_the_same_bytes_again_and_needs_nothing_else() -> None:
    assert audit(audit_data()) == TEXT
    assert all(link.startswith("#") for link in re.findall(r'(?:src|href)\s*=\s*"([^"]*)"', TEXT))
    assert not re.search(r"@import|url\(", TEXT)
    assert TEXT.startswith("<!DOCTYPE html>") and "default-src 'none'" in unescape(TEXT) and "unsafe-inline" not in TEXT


def test_it_reports_everything_that_it_was_given() -> None:
    data = audit_data()
    for reported in (
        data["filing"]["licensee"], data["filing"]["documents"][0]["sha256"], data["rulebook"]["digest"], data["command"],
        "R. Teague", "1:1-99", "Courtesy.", "Rounds of play are not judged.", "as printed", "no note tells", "found, not filed",
        "CCC 1", "no end date", "four at most", "It is lit.", "no such field", "not there", "ODD-1", "Nothing.", "2006-12-14",
    ):  # fmt: skip
        assert reported in TEXT, reported
    for f in data["findings"]:
        for reported in (f["notice"], f["fingerprint"], f["why"][0], f["clauses"][0]["source"], f'id="{f["id"]}"'):
            assert reported in TEXT, reported


def test_a_filing_that_could_not_be_judged_still_makes_a_page() -> None:
    data = audit_data()
    data |= {
        "findings": [],
        "passes": [],
        "not_applicable": [],
        "approvals": [],
        "inspection": [],
        "method": [],
        "basis": [],
    }
    data["summary"] = {"verdicts": [], "sections": []}
    data["relied"] = {"readings": [], "inferred": []}
    data["floor"] = {"pits": [], "counts": [], "tables": [], "reconciled": []}
    assert "no such field" in audit(data)


# ---- links, filters, keys


def test_links_land_also_on_what_the_filters_hide(show: Show) -> None:
    page = show(TEXT, hash_="#verdict=open")
    assert shown(page) == ids(lambda f: f["verdict"] == "open")
    page.evaluate("location.hash = 'f-0'")
    settle(page)
    assert "f-0" in shown(page) and page.locator("#f-0 > details").evaluate("e => e.open")
    assert 0 <= page.locator("#f-0").bounding_box()["y"] < 400
    assert page.evaluate(DANGLING) == [] and page.evaluate(DOUBLED) == []


@pytest.mark.parametrize("id_", ["f-14", "f-0"])
def test_a_deep_link_opens_its_finding(show: Show, id_: str) -> None:
    page = show(TEXT, hash_=f"#{id_}")
    settle(page)
    assert page.locator(f"#{id_} .law").is_visible() and 0 <= page.locator(f"#{id_}").bounding_box()["y"] < 500


def test_filters_narrow_by_verdict_section_pit_table_and_words(show: Show) -> None:
    page = show(TEXT)
    assert len(shown(page)) == 15
    for verdict in ("fail", "open"):
        page.locator(f'[data-verdict="{verdict}"]').click()
    assert shown(page) == ids(lambda f: f["verdict"] in ("fail", "open"))
    page.select_option("#section", "1:1-9.1")
    assert shown(page) == ids(lambda f: f["verdict"] in ("fail", "open") and f["section"] == "1:1-9.1")
    assert page.locator("#told").inner_text().endswith("of 15 findings")
    page.wait_for_url(lambda url: "section=1%3A1-9.1" in url)
    page.reload()
    assert shown(page) == ids(lambda f: f["verdict"] in ("fail", "open") and f["section"] == "1:1-9.1")
    page.locator('.bar [data-do="clear"]').click()
    page.select_option("#pit", "Pit 2")
    assert shown(page) == ids(lambda f: "Pit 2" in f["pits"])
    page.locator('.bar [data-do="clear"]').click()
    page.fill("#table", "104-105, 117")
    assert shown(page) == ids(lambda f: {"104", "105", "117"} & set(f["tables"]))
    page.fill("#table", "")
    page.fill("#q", '"ROW 7" tiles')
    assert shown(page) == {"f-7"}
    page.fill("#q", "117")
    assert shown(page) == ids(lambda f: "117" in f["tables"]), "inside a run of tables too"
    page.fill("#q", "nothing of the kind")
    assert shown(page) == set() and page.locator("#nothing").is_visible()
    page.locator('#nothing [data-do="clear"]').click()
    assert len(shown(page)) == 15
    page.wait_for_url(lambda url: "#" not in url)


def test_by_table_the_same_findings_are_at_their_table(show: Show) -> None:
    page = show(TEXT)
    page.locator('button[data-by="table"]').click()
    assert shown(page) == set()
    row = page.locator(".tables", has=page.locator("text=103")).first
    row.locator("summary").click()
    row.locator('a[href="#f-2"]').click()
    assert row.locator("#f-2-body").is_visible()
    page.fill("#table", "103")
    settle(page)
    assert page.locator(".tables:visible").count() == 1
    page.locator('button[data-by="provision"]').click()
    assert page.locator("#f-2 #f-2-body").count() == 1


def test_keys_search_walk_open_and_help(show: Show) -> None:
    page = show(TEXT)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.type("jk?")
    assert page.input_value("#q") == "jk?"
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    order = page.evaluate(SHOWN)
    at = "document.activeElement.closest('.finding').id"
    page.keyboard.press("j")
    assert page.evaluate(at) == order[0]
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert page.evaluate(at) == order[1]
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    page.keyboard.press("Enter")
    assert outline != "none" and page.locator(f"#{order[1]} .law").is_visible()
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()
    page.keyboard.press("d")
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"


def test_answers_are_stored_and_saved_with_the_file(show: Show, tmp_path: Path) -> None:
    page = show(TEXT, hash_="#f-0")
    page.fill('[name="f-0-response"]', "It was <b>moved</b> on 3 January.")
    page.fill('[name="f-0-owner"]', "R. Teague")
    page.reload()
    assert page.input_value('[name="f-0-response"]') == "It was <b>moved</b> on 3 January."
    with page.expect_download() as kept:
        page.locator('[data-do="save"]').click()
    kept.value.save_as(tmp_path / "kept.html")
    page = show((tmp_path / "kept.html").read_text("utf-8"), hash_="#f-0")
    assert page.input_value('[name="f-0-owner"]') == "R. Teague" and len(shown(page)) == 15


# ---- how it looks


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_nothing_overflows_and_all_is_legible(show: Show, width: int, mode: str) -> None:
    page = show(TEXT, width, mode)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    if width == 375:
        page.locator(".fold").click()
    for by in ("provision", "table"):
        page.locator(f'button[data-by="{by}"]').click()
        page.locator('[data-verdict="fail"]').click()
        settle(page)
        assert page.evaluate(WIDE) == [0]
        reported = page.evaluate(CONTRAST)
        assert reported["seen"] > 300 and reported["faint"] == []
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (mode == "dark")


def test_the_contrast_check_sees_what_is_faint(show: Show) -> None:
    page = show("<!DOCTYPE html><body style='background:#fff'><p style='color:#999'>faint<p>dark")
    assert page.evaluate(CONTRAST) == {"seen": 2, "faint": ["P.: 2.85"]}


def test_without_a_script_everything_is_there(show: Show) -> None:
    page = show(TEXT, java_script_enabled=False)
    assert page.locator(".finding").count() == 15 and page.locator("#by-table").is_visible()
    assert not page.locator(".bar").is_visible() and not page.locator(".tools").is_visible()


# ---- paper


@pytest.mark.parametrize("script", [True, False])
def test_paper_has_it_all_and_no_controls(show: Show, script: bool) -> None:
    page = show(TEXT, java_script_enabled=script)
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", pdf)) > 8
    page.emulate_media(media="print")
    for hidden in (".bar", ".side", ".skip"):
        assert not page.locator(hidden).is_visible()
    for reported in ("#by-provision", "#by-table", "#f-0 .law", "#sign", ".see td >> nth=0"):
        assert page.locator(reported).first.bounding_box()["height"] > 0, reported


# ---- attacks


def test_no_string_of_a_filing_is_obeyed(show: Show) -> None:
    text = audit(attacked(audit_data()))
    assert not {"\u202e", "\u2066", "\u2028", "\x1b", "\x00"} & set(text)
    page = show(text, width=375)
    page.keyboard.press("o")
    page.locator(".fold").click()
    page.locator('button[data-by="table"]').click()
    page.fill("#q", ATTACK[:40])
    settle(page)
    page.fill("#table", ATTACK)
    page.select_option("#pit", index=1)
    settle(page)
    assert page.locator("img").count() == 0 and page.locator("script").count() == 2
    assert page.evaluate(DANGLING) == [] and page.evaluate(WIDE) == [0]
    page.goto(page.url.partition("#")[0] + "#q=" + "<img src=x onerror=alert(4)>")
    page.reload()
    assert page.locator("img").count() == 0


def test_a_script_that_came_in_another_way_would_not_run(browser: Any, tmp_path: Path) -> None:
    """The policy of the page names its own style and scripts by their hashes."""
    file = tmp_path / "page.html"
    file.write_text(
        TEXT.replace(
            "</main>", "<script>window.ran = 1</script><p id='p' style='color:red' onclick='window.ran = 1'>p</main>"
        )
    )
    page = browser.new_page()
    page.goto(file.as_uri())
    page.locator("#p").click()
    ran = page.evaluate("[window.ran, getComputedStyle(document.getElementById('p')).color === 'rgb(255, 0, 0)']")
    page.close()
    assert ran == [None, False]
