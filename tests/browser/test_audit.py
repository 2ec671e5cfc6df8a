"""The audit report in a browser: what a reader does, and what must happen then."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.support.audit_data import ATTACK, attacked, audit_data, faulty_audit
from tests.support.page_checks import CONTRAST, DANGLING, DOUBLED, UNNAMED, WIDE
from tests.support.product import audit_html as audit
from tests.support.product import find_browser, main
from tests.support.soak import count

Show = Callable[..., Any]
ROOT = Path(__file__).parents[2]
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
    page.locator("#f-0 .respond > summary").click()
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
    assert pages(page) <= 12
    page.emulate_media(media="print")
    for hidden in (".bar", ".side", ".skip", "#f-0 .respond", "#passed", "#beside", "#f-0 .read"):
        assert not page.locator(hidden).is_visible(), hidden
    for reported in ("#severe", "#by-provision", "#by-table", "#f-0 .law", "#sign", ".checks td >> nth=0", "#method"):
        assert page.locator(reported).first.bounding_box()["height"] > 0, reported


NAMES: dict[str, Callable[[str], str]] = {
    "short": str,
    "long": lambda text: (
        f"{text} of the Boardwalk Lantern Casino Hotel and Marina on the north side, as renumbered in the spring"
    ),
    "one word": lambda text: text.replace(" ", "_") + "_" + "lantern" * 30,
    "broad": lambda text: text + " " + "WM" * 120,
    "east": lambda text: text + "\u724c" * 150,
}
AFTER_SUMMARY = "main > section[aria-labelledby='rests'], main > section[aria-labelledby='rests'] ~ *"


@pytest.mark.parametrize("name", [*NAMES][:: count(3, soak=1)])
def test_the_summary_has_two_pages_in_any_order(show: Show, name: str) -> None:
    """And nothing in the report is wider than the paper, or the browser would shrink every page."""
    page = show(audit(faulty_audit(50, NAMES[name])), width=665, bypass_csp=True)
    page.emulate_media(media="print")
    assert page.evaluate(WIDE) == [0]
    page.add_style_tag(content=f":is({AFTER_SUMMARY}) {{ display: none !important; }}")
    for order in ("by rank", "Pit", "Finding"):
        page.evaluate(
            "what => document.querySelectorAll('#ranked .sort').forEach((b) => b.textContent === what && b.click())",
            order,
        )
        assert page.locator("#ranked tbody tr:visible").count() >= 2
        assert summary_pages(page) == [2, 2], order


@pytest.mark.parametrize(
    ("findings", "name", "notes", "expected"),
    [
        (1, "short", 1, 1), (1, "short", 2, 2), (60, "broad", 0, 2), (60, "long", 1, 2), (500, "long", 2, 2),
        *(
            pytest.param(*row, marks=pytest.mark.soak)
            for row in (
                (1, "broad", 2, 2), (60, "long", 0, 2), (60, "broad", 1, 2), (500, "short", 2, 2), (2000, "long", 2, 2),
            )
        ),
    ],
)  # fmt: skip
def test_the_summary_has_two_pages_at_most(show: Show, findings: int, name: str, notes: int, expected: int) -> None:
    data = faulty_audit(findings, NAMES[name])
    data["ignored"] = data["ignored"] if notes > 1 else []
    data["filing"]["problems"] = data["filing"]["problems"] if notes else []
    if notes < 2:
        data["filing"]["previous_problems"], data["filed_approvals"]["instruments"] = [], 0
    text = audit(data)
    page = show(text[: text.index('<section aria-labelledby="rests">')], bypass_csp=True)
    assert summary_pages(page) == [expected, expected]


def summary_pages(page: Any) -> list[int]:
    counted = []
    for paper in ("letter", "A4"):
        page.add_style_tag(content=f"@page {{ size: {paper}; }}")
        counted.append(pages(page))
    return counted


def test_what_the_summary_shortens_is_in_the_report(show: Show) -> None:
    data = faulty_audit(50, NAMES["long"])
    page = show(audit(data))
    page.emulate_media(media="print")
    text = page.locator(AFTER_SUMMARY).all_inner_texts()
    rest = " ".join("\n".join(text).split())
    noted = page.locator(".note .clip, .note li").all_inner_texts()
    filing = data["filing"]
    for stated in (
        filing["licensee"], filing["id"], filing["supersedes"], *(c["by"] for c in filing["certifications"]),
        *(g["title"] for g in data["scope"]["games"]), *(p["pit"] for p in data["floor"]["pits"]),
        *(s["title"] for s in data["rulebook"]["sections"][:50]), *(f["notice"] for f in data["findings"]),
    ):  # fmt: skip
        assert stated in rest, stated
    problems = (*filing["problems"], *filing["previous_problems"])
    for stated in (*(p["message"] for p in problems), *(r["ignore"][0] for r in data["ignored"])):
        assert stated in rest + " ".join(noted), stated


def pages(page: Any) -> int:
    return pages_of(page.pdf(prefer_css_page_size=True))


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def test_the_command_prints_the_report(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a browser; without one it names what it needs, and one that fails is named."""
    monkeypatch.setenv("PITBOSS_CHROMIUM", str(find_browser()))
    command = ["report", str(ROOT / "examples/boardwalk-troubled"), "--pdf", "--out"]
    assert main([*command, str(tmp_path / "a")]) == 1
    assert 15 < pages_of((tmp_path / "a/audit.pdf").read_bytes()) < 40
    monkeypatch.setenv("PITBOSS_CHROMIUM", "false")
    assert main([*command, str(tmp_path / "b")]) == 2
    assert "did not print" in capsys.readouterr().err
    monkeypatch.delenv("PITBOSS_CHROMIUM")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([*command, str(tmp_path / "c")]) == 2
    assert "--pdf needs Chromium, Chrome or Edge" in capsys.readouterr().err and not (tmp_path / "c").exists()


def test_forms_evidence_and_annexes_are_printed_on_request(show: Show) -> None:
    page = show(TEXT)
    short = pages(page)
    for what in ("responses", "evidence", "annexes"):
        page.locator(f'[data-print="{what}"]').check()
    assert pages(page) > short
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for reported in ("#f-0 .respond textarea >> nth=0", "#passed", "#beside", "#f-0 .read"):
        assert page.locator(reported).first.is_visible(), reported


def test_a_response_that_was_entered_is_printed(show: Show) -> None:
    page = show(TEXT, hash_="#f-0")
    page.locator("#f-0 .respond > summary").click()
    page.fill('[name="f-0-action"]', "moved")
    page.emulate_media(media="print")
    assert page.locator("#f-0 .respond").is_visible() and not page.locator("#f-5 .respond").is_visible()


def test_every_page_names_the_filing_and_no_text_of_it_is_style() -> None:
    data = audit_data()
    data["filing"]["id"] = 'T"; } body { display: none } @page { content: "\\'
    (rule,) = re.findall(r'@page { @bottom-left { content: "([^"]*)"; } }\n', audit(data))
    assert re.fullmatch(r"(?:[A-Za-z0-9]|\\[0-9a-f]+ )+", rule)
    plain = re.sub(r"\\([0-9a-f]+) ", lambda code: chr(int(code[1], 16)), rule)
    assert data["filing"]["id"][:40] in plain and plain.startswith("Preliminary determination, ")


COVERED = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility())
    .flatMap((e) => [...e.getClientRects()].map((r) => [e.textContent, r]));
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const badges = boxes("main .badge");
  return boxes("main .cite").flatMap(([cite, a]) => badges.filter(([, b]) => meet(a, b)).map(([badge]) => `${cite} under ${badge}`));
}"""


@pytest.mark.parametrize(("width", "media"), [(1280, "screen"), (1000, "screen"), (375, "screen"), (700, "print")])
def test_no_badge_covers_a_citation(show: Show, width: int, media: str) -> None:
    data = audit_data()
    for f in data["findings"]:
        f["cites"] = [f"1:{n}-24.{n}(e)1ii" for n in (1, 2, 3)]
    page = show(audit(data), width)
    page.emulate_media(media=media)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    page.evaluate(
        "document.querySelectorAll('.finding, .pit').forEach((e) => { e.style.contentVisibility = 'visible'; })"
    )
    assert page.evaluate(COVERED) == []


def test_every_link_of_the_contents_lands(show: Show) -> None:
    page = show(audit(audit_data(tables=80, findings=120)))
    page.set_viewport_size({"width": 1280, "height": 700})
    for link in page.locator(".side a").all():
        link.click()
        settle(page)
        id_ = link.get_attribute("href")[1:]
        top = page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", id_)
        bottom = page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 2")
        assert 0 <= top < 450 or bottom, (id_, top)


# ---- sorting and downloads


def test_a_column_sorts_by_its_heading(show: Show) -> None:
    page = show(TEXT)
    cells = "() => [...document.querySelectorAll('#ranked tbody tr')].map((r) => r.cells[3].textContent.match(/row (\\d+)/)[1] * 1)"
    page.locator("#ranked").get_by_role("button", name="Finding", exact=True).click()
    assert page.evaluate(cells) == sorted(range(15))
    page.locator("#ranked").get_by_role("button", name="Finding", exact=True).click()
    assert page.evaluate(cells) == sorted(range(15), reverse=True)
    assert page.locator("#ranked th[aria-sort]").get_attribute("aria-sort") == "descending"
    page.locator("#ranked .sort", has_text="Verdict").click()
    assert page.evaluate("document.querySelector('#ranked tbody .badge').textContent") == "fail"
    assert (
        page.locator("#ranked tbody tr:visible").count() == 7
    )  # a note on what could not be read takes the room of three
    page.locator('[data-do="severe"]').click()
    assert page.locator("#ranked tbody tr:visible").count() == 15


def downloaded(page: Any, what: str, folder: Path) -> Path:
    with page.expect_download() as made:
        page.locator(f'[data-do="{what}"]').click()
    made.value.save_as(folder / made.value.suggested_filename)
    return folder / str(made.value.suggested_filename)


def test_findings_are_downloaded_with_responses_as_filtered(show: Show, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="NOT RUN: openpyxl is not installed")
    data = audit_data()
    data["findings"][0]["notice"] = '=HYPERLINK("x") & <b>\u202e'
    page = show(audit(data), hash_="#verdict=fail")
    page.evaluate("document.querySelectorAll('#f-0 details').forEach((d) => { d.open = true; })")
    page.fill('[name="f-0-response"]', '=1+1, or "so"')
    (head, *rows) = csv.reader(io.StringIO(downloaded(page, "csv", tmp_path).read_text("utf-8-sig")))
    fails = ids(lambda f: f["verdict"] == "fail")
    assert {row[head.index("finding")] for row in rows} == fails
    first = next(row for row in rows if row[head.index("finding")] == "f-0")
    assert first[head.index("response")] == '\'=1+1, or "so"' and first[head.index("notice")].startswith("'=HYPERLINK")
    sheet = openpyxl.load_workbook(downloaded(page, "xlsx", tmp_path)).active
    table = [list(row) for row in sheet.iter_rows(values_only=True)]
    assert table[0] == head and len(table) == len(rows) + 1
    cell = next(row for row in sheet.iter_rows() if row[head.index("finding")].value == "f-0")
    assert cell[head.index("response")].value == '=1+1, or "so"' and cell[head.index("response")].data_type == "s"
    assert cell[head.index("line")].value == 2 and "<b>\\u202e" in cell[head.index("notice")].value
    assert sheet.freeze_panes == "A2" and sheet.auto_filter.ref


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
    assert page.locator("img").count() == 0 and page.locator("script").count() == 3
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
