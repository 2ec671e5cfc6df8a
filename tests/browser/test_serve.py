"""`pitboss serve` in a browser and over HTTP: what a reader does, and what other pages and programs must not do."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from ruamel.yaml import YAML

from tests.support.page_checks import CONTRAST, DOUBLED, UNNAMED, WIDE
from tests.support.product import filing_workbook, load_rulebook, main
from tests.support.soak import count

httpx = pytest.importorskip("httpx", reason="NOT RUN: httpx is not installed")
pytest.importorskip("uvicorn", reason="NOT RUN: uvicorn is not installed")
ROOT = Path(__file__).parents[2]
FILING = """\
submission: {id: S-1, effective: 2007-01-01}
pits:
  - name: <b>East</b>
    tables:
      - number: 7
        game: blackjack
        decks: 6
        wagers:
          - {wager: streak, payouts: {"2": 3 to 1, "3": 7 to 1, "4": 17 to 1, "5": 35 to 1}}
"""
PAYS = "35 to 1"
QUIET = (
    "() => { const state = document.getElementById('state');"
    " return !state.hasAttribute('data-busy') && state.textContent !== 'starting'; }"
)


class Served(NamedTuple):
    """A running server."""

    process: subprocess.Popen[str]
    address: str
    folder: Path

    @property
    def origin(self) -> str:
        return self.address.partition("/#")[0]

    @property
    def host(self) -> str:
        return self.origin.removeprefix("http://")

    def ask(self, name: str, body: object = None, **headers: str) -> Any:
        """Ask as the page does; headers of the test replace those of the page."""
        own = {"X-Pitboss-Token": self.address.partition("#")[2], "Content-Type": "application/json"}
        sent = own | {key.replace("_", "-"): value for key, value in headers.items()}
        return httpx.post(f"{self.origin}/api/{name}", content=json.dumps(body or {}), headers=sent)


def started(folder: Path, *arguments: str) -> Served:
    command = [sys.executable, "-m", "pitboss", "serve", *arguments, "--no-browser"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    return Served(process, process.stdout.readline().split()[-1], folder)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of a filing on disk, which the tests leave as it was."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "filing").mkdir()
    (folder / "filing" / "floor.yaml").write_text(FILING)
    (folder / "outside.yaml").write_text("secret: of the house\n")
    server = started(folder, "filing")
    yield server
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(10) == 0, "Ctrl+C ends it cleanly"


@pytest.fixture(scope="module")
def dropping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server without a filing."""
    folder = tmp_path_factory.mktemp("dropping")
    (folder / "outside.csv").write_text("number\n1\n")
    server = started(folder)
    yield server
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(10) == 0 and [*folder.iterdir()] == [folder / "outside.csv"]


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a server's page; at the end, there may be no errors and no requests but to it."""
    trouble: list[str] = []
    contexts = []

    def opened(server: Served, width: int = 1440, mode: str = "light") -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=mode, accept_downloads=True
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20000)
        page.on("console", lambda m: "status of 400" in m.text or trouble.append(f"console: {m.text}"))
        page.on("pageerror", lambda e: trouble.append(f"error: {e}"))
        page.on("request", lambda r: r.url.startswith((server.origin, "blob:")) or trouble.append(f"request: {r.url}"))
        page.goto(server.address)
        page.wait_for_function(QUIET)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert trouble == []


def typed(page: Any, text: str) -> None:
    page.fill("#text", text)
    page.wait_for_function(QUIET)


def checked(capsys: pytest.CaptureFixture[str], path: Path, *arguments: str) -> dict[str, Any]:
    main(["check", str(path), "--format", "json", *arguments])
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


# ---- the page


def test_it_shows_the_findings_of_check_while_typing_and_on_another_date(
    served: Served, visit: Callable[..., Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = visit(served)
    notices = "() => [...document.querySelectorAll('.finding .notice')].map((e) => e.textContent).sort()"
    for text, day in ((FILING, ""), (FILING.replace(PAYS, "37 to 1"), ""), (FILING, "2006-01-01"), ("pits: [", "")):
        typed(page, text)
        page.fill("#day", day) if day else page.evaluate("document.getElementById('own-day').click()")
        page.wait_for_function(QUIET)
        while page.locator("#more").is_visible():
            page.click("#more")
        (tmp_path / "floor.yaml").write_text(text)
        report = checked(capsys, tmp_path / "floor.yaml", *(["--as-of", day] if day else []))
        acting = [f for f in report["findings"] if not (f["floor"] and f["verdict"] == "needs evidence")]
        assert page.evaluate(notices) == sorted(f["notice"] for f in acting)
        assert page.locator(".problem").count() == len(report["problems"])
    assert page.locator(".problem").count() == 1 and served.folder.joinpath("filing/floor.yaml").read_text() == FILING


def test_an_answer_to_an_older_text_is_dropped(served: Served, visit: Callable[..., Any]) -> None:
    page = visit(served)
    held: list[Any] = []
    page.route("**/api/check", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/api/check"):
        page.fill("#text", "pits: [")
    page.fill("#text", FILING.replace(PAYS, "37 to 1"))
    page.wait_for_timeout(400)  # longer than the pause after a key stroke: the next check waits for the held one
    held[0].continue_()
    page.wait_for_function(QUIET)
    assert page.locator(".problem").count() == 0 and page.locator(".finding").count() > 0


def test_the_server_answers_with_the_report_of_check(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    found = served.ask("check").json()
    report = checked(capsys, served.folder / "filing")
    assert found["check"]["findings"] and len(found["order"]) == len(found["check"]["findings"])
    for known in (found["check"], report):
        for finding in known["findings"]:
            places = [finding["place"], *finding["related"], *(f["place"] for f in finding["facts"])]
            for each in places:
                each.pop("file", None)  # relative to the folder of each program
    assert found["check"]["findings"] == report["findings"] and found["check"]["counts"] == report["counts"]


def test_a_fix_is_previewed_applied_and_saved_after_a_question(served: Served, visit: Callable[..., Any]) -> None:
    page = visit(served)
    line = page.locator(".finding", has_text="35 to 1").first
    line.locator("summary").click()
    line.locator(".find-fix").click()
    assert "37 to 1" in line.locator(".diff .plus").last.inner_text()
    line.locator(".apply").first.click()
    page.wait_for_function(QUIET)
    assert page.input_value("#text") == FILING.replace(PAYS, "37 to 1")
    assert page.locator(".finding", has_text=PAYS).count() == 0
    file = served.folder / "filing" / "floor.yaml"
    page.click("#save")
    page.click("#ask-no")
    assert file.read_text() == FILING
    page.click("#save")
    page.click("#ask-yes")
    page.wait_for_function("() => document.getElementById('save').disabled")
    assert file.read_text() == FILING.replace(PAYS, "37 to 1")
    file.write_text(FILING)
    typed(page, FILING + "# later\n")
    page.click("#save")
    page.click("#ask-yes")
    page.wait_for_selector("#trouble:visible")
    assert "changed by another program" in page.inner_text("#trouble") and file.read_text() == FILING


def test_the_worksheet_is_filled_in_and_saved_with_the_report(
    served: Served, visit: Callable[..., Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = visit(served, 820)
    page.click("#tab-floor")
    row = page.locator(".seen", has_text="19:47-").first
    assert row.evaluate("e => e.disabled"), "an answer needs an observer and a date"
    page.fill("#by", "=R. Teague")
    page.fill("#on", "2007-01-05")
    page.locator("#on").blur()
    page.wait_for_function(QUIET)  # what is written anew until then has no place on the page
    id_ = row.get_attribute("data-id")
    for label in row.locator(".three label").all():
        assert label.bounding_box()["height"] >= 44
    row.locator(".three label", has_text="No").first.click()
    row.locator(".remark").fill("broken")
    row.locator(".remark").blur()
    page.wait_for_function(QUIET)
    page.reload()
    page.wait_for_function(QUIET)
    page.click("#tab-floor")
    assert page.locator(f'[data-id="{id_}"] input:checked').get_attribute("value") == "no"
    named = {name: lambda d, name=name: d.suggested_filename == name for name in ("audit.html", "worksheet.csv")}
    with page.expect_download(named["audit.html"]) as audit, page.expect_download(named["worksheet.csv"]) as sheet:
        page.click("#report")
    assert "broken" in audit.value.path().read_text("utf-8")
    sheet.value.save_as(tmp_path / "worksheet.csv")
    kept = [r for r in csv.DictReader(io.StringIO((tmp_path / "worksheet.csv").read_text("utf-8-sig"))) if r["answer"]]
    assert [(r["id"], r["answer"], r["by"], r["on"], r["remark"]) for r in kept] == [
        (id_, "no", "'=R. Teague", "2007-01-05", "broken")
    ]
    report = checked(capsys, served.folder / "filing", "--inspection", str(tmp_path / "worksheet.csv"))
    page.click("#tab-findings")
    failing = [f["notice"] for f in report["findings"] if f["verdict"] == "fail"]
    assert sorted(page.locator(".finding:has(> summary .v-fail) .notice").all_inner_texts()) == sorted(failing)


def test_what_a_table_may_offer(served: Served, visit: Callable[..., Any]) -> None:
    page = visit(served)
    page.click("#tab-may")
    assert "table 7" in page.inner_text(".answer h3") and page.locator(".answer li").count() > 5
    parts = page.locator(".answer h4").all_inner_texts()
    assert [part.lower() for part in parts] == [
        "must have", "may also have (each by itself)", "may not have", "limits (each by itself)", "payouts"
    ]  # fmt: skip
    excluded = page.locator(".answer ul").nth(2).locator("li", has_text="progressive blackjack wager")
    assert excluded.locator("p .cite").first.inner_text() == "19:47-2.22(l)"
    assert page.locator(".answer .printed").first.locator("tbody td").first.inner_text() == "King and queen"
    page.select_option("#may-table", "")
    page.fill("#may-facts", "decks=6 nonsense")
    page.click("#ask button")
    page.wait_for_selector("#trouble:visible")
    assert "nonsense" in page.inner_text("#trouble")


def test_the_editor_completes_and_shows_the_law(served: Served, visit: Callable[..., Any]) -> None:
    page = visit(served)
    typed(page, FILING.replace("decks: 6", "dec"))
    at = FILING.index("decks: 6") + 3
    page.evaluate("at => { const t = document.getElementById('text'); t.focus(); t.setSelectionRange(at, at); }", at)
    page.keyboard.press("Control+Space")
    page.wait_for_selector("#choices li")
    page.keyboard.press("Enter")
    assert page.input_value("#text") == FILING.replace("decks: 6", "decks: ")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("F1")
    page.wait_for_selector("#law:visible")
    assert "19:47-" in page.inner_text("#law")


def test_a_filing_is_dropped_and_nothing_outside_is_read(
    dropping: Served, visit: Callable[..., Any], tmp_path: Path
) -> None:
    narrow = visit(dropping, 375)
    assert narrow.locator("#empty").is_visible()
    page = visit(dropping)
    assert page.inner_text("#state") == "no filing" and page.locator("#empty").is_visible()
    (tmp_path / "floor.yaml").write_text(FILING.replace("pits:", "pits:\n  - {name: X, tables: {file: outside.csv}}"))
    page.set_input_files("#picker", tmp_path / "floor.yaml")
    page.wait_for_selector(".finding")
    page.wait_for_function(QUIET)
    assert "outside.csv" in page.inner_text("#problems"), "the folder of the command is not that of what is dropped"
    with page.expect_download() as kept:
        page.click("#save")
    kept.value.save_as(tmp_path / "kept.yaml")
    assert (tmp_path / "kept.yaml").read_text() == (tmp_path / "floor.yaml").read_text()
    page.click('[aria-label="Remove floor.yaml"]')
    page.wait_for_selector("#empty:visible")


def test_a_workbook_is_shown_by_cells_and_a_fix_changes_one(
    dropping: Served, visit: Callable[..., Any], tmp_path: Path
) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="NOT RUN: openpyxl is not installed")
    (tmp_path / "filing.xlsx").write_bytes(filing_workbook(YAML(typ="safe").load(FILING), load_rulebook()[1]))
    page = visit(dropping)
    page.set_input_files("#picker", tmp_path / "filing.xlsx")
    line = page.locator(".finding", has_text=PAYS).first
    line.wait_for()
    page.wait_for_function(QUIET)
    place = line.locator(".where").inner_text()
    sheet, _, cell = place.removeprefix("filing.xlsx:").partition("!")
    line.locator(".where").click()
    assert page.inner_text('#sheets [aria-selected="true"]').startswith(sheet)
    assert (
        page.inner_text(f'#cells [data-cell="{sheet}!{cell}"]').endswith(f"5: {PAYS}")
        and page.locator("#save").is_disabled()
    )
    page.click(f'#cells [data-cell="{sheet}!{cell}"] button')
    line.locator(".find-fix").click()
    assert line.locator(".diff .plus").inner_text() == f"+{sheet}!{cell}: 2: 3 to 1; 3: 7 to 1; 4: 17 to 1; 5: 37 to 1"
    assert page.evaluate(WIDE) == [0] and page.evaluate(CONTRAST)["faint"] == [] and page.evaluate(UNNAMED) == []
    line.locator(".apply").first.click()
    page.wait_for_function(QUIET)
    assert line.count() == 0 and "download the filing" in page.inner_text("#book-hint")
    with page.expect_download() as kept:
        page.click("#save")
    kept.value.save_as(tmp_path / "kept.xlsx")
    before, after = (openpyxl.load_workbook(tmp_path / name)[sheet] for name in ("filing.xlsx", "kept.xlsx"))
    assert after[cell].value == before[cell].value.replace(PAYS, "37 to 1") != before[cell].value
    page.set_input_files("#picker", tmp_path / "filing.xlsx")
    line.wait_for()
    assert page.locator("#save").is_disabled(), "what is dropped again replaces what a fix changed"
    page.click('[aria-label="Remove filing.xlsx"]')
    page.wait_for_selector("#empty:visible")


@pytest.mark.parametrize(
    ("width", "mode"), [(1440, "dark"), (375, "light"), (1440, "light"), (820, "dark")][: count(2, soak=4)]
)
def test_nothing_overflows_and_all_is_legible(served: Served, visit: Callable[..., Any], width: int, mode: str) -> None:
    page = visit(served, width, mode)
    page.locator(".finding summary").first.click()
    page.evaluate(
        "document.getElementById('marks').hidden = true"
    )  # a copy of the text for underlines, not for reading
    for view in ("findings", "may", "floor"):
        page.click(f"#tab-{view}")
        page.wait_for_selector({"findings": ".finding", "may": ".answer", "floor": ".seen"}[view])
        assert page.evaluate(WIDE) == [0]
        assert page.evaluate(CONTRAST)["faint"] == []
        assert page.evaluate(UNNAMED) == [] and page.evaluate(DOUBLED) == []


# ---- other pages and programs


def test_it_listens_on_the_loopback_address_only(served: Served) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#[\w-]{43}", served.address)
    hexadecimal = f"{int(served.host.partition(':')[2]):04X}"
    table = Path("/proc/net/tcp")
    if not table.exists():
        pytest.skip("NOT RUN: this system lists no sockets in /proc")
    bound = [line.split()[1] for line in table.read_text().splitlines()[1:] if line.split()[3] == "0A"]
    assert [address for address in bound if address.endswith(f":{hexadecimal}")] == [f"0100007F:{hexadecimal}"]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost", "127.0.0.1:1", "[::1]"])
def test_another_host_is_refused(served: Served, host: str) -> None:
    """DNS rebinding: a name of another site that leads to this address."""
    named = host if host != "evil.example" else f"evil.example:{served.host.partition(':')[2]}"
    assert served.ask("open", Host=named).status_code == 421
    assert httpx.get(served.origin, headers={"Host": named}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"}, {"X_Pitboss_Token": "x"}, {"X_Pitboss_Token": ""},
    ],
)  # fmt: skip
def test_a_foreign_request_is_refused(served: Served, headers: dict[str, str]) -> None:
    assert served.ask("open").status_code == 200
    assert served.ask("open", **headers).status_code == 403


def test_a_form_or_another_page_reads_and_changes_nothing(served: Served, browser: Any, tmp_path: Path) -> None:
    """CSRF, from a page that even knows the secret: the browser states where a request comes from."""
    assert served.ask("save", Content_Type="text/plain").status_code == 415
    token = served.address.partition("#")[2]
    file = tmp_path / "evil.html"
    file.write_text("<!doctype html><p>another page")
    page = browser.new_page()
    page.goto(file.as_uri())
    tried = page.evaluate(
        """async ([origin, token]) => {
          const out = [];
          for (const headers of [{'Content-Type': 'text/plain'}, {'Content-Type': 'application/json', 'X-Pitboss-Token': token}]) {
            for (const mode of ['cors', 'no-cors']) {
              try { const r = await fetch(origin + '/api/open', {method: 'POST', mode, headers, body: '{}'}); out.push(r.type + r.status); }
              catch { out.push('refused'); }
            }
          }
          const frame = document.createElement('iframe');
          frame.src = origin;
          document.body.append(frame);
          await new Promise((done) => { frame.onload = done; setTimeout(done, 3000); });
          try { out.push(frame.contentDocument.title); } catch { out.push('refused'); }
          return out;
        }""",
        [served.origin, token],
    )
    page.close()
    assert set(tried) <= {"refused", "opaque0"}
    assert (
        httpx.get(served.origin, headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "iframe"}).status_code
        == 403
    )


def test_no_file_is_served_and_none_outside_is_written(served: Served, dropping: Served) -> None:
    for path in ("../outside.yaml", "filing/../../outside.yaml", str(served.folder / "outside.yaml"), "new.yaml"):
        assert served.ask("check", {"texts": {path: "x"}}).status_code == 400, path
        assert served.ask("save", {"texts": {path: "x"}}).status_code == 400, path
    assert served.ask("add", {"file": "new.yaml", "contents": ""}).status_code == 400, "a filing on disk gains no file"
    for name in (
        "../x.yaml",
        "a/../../x.yaml",
        "/x.yaml",
        "C:\\x.yaml",
        "a\\..\\x.yaml",
        ".x.yaml",
        "a//x.yaml",
        "",
        "x\0.yaml",
    ):
        assert dropping.ask("add", {"file": name, "contents": "eA=="}).status_code == 400, name
    assert dropping.ask("remove", {"file": "../outside.csv"}).status_code == 400
    with httpx.Client(base_url=served.origin) as client:
        encoded = "/%2e%2e/outside.yaml"
        for path in (
            "/outside.yaml",
            "/filing/floor.yaml",
            "/../outside.yaml",
            encoded,
            "/api/../../etc/passwd",
            "/api/open",
        ):
            answer = client.get(path)
            assert answer.status_code in (403, 404, 405) and "of the house" not in answer.text, path
    assert [f.name for f in sorted(served.folder.rglob("*"))] == ["filing", "floor.yaml", "outside.yaml"]


@pytest.mark.parametrize(
    "body",
    [
        "", "[]", "null", "{", '{"texts": 1}', '{"answers": {}}', "[" * 100_000, '{"as_of": 5}', '{"books": []}',
        '{"books": {"floor.yaml": "%"}}',
    ],
)  # fmt: skip
def test_a_question_of_another_shape_is_refused(served: Served, body: str) -> None:
    headers = {"X-Pitboss-Token": served.address.partition("#")[2], "Content-Type": "application/json"}
    answer = httpx.post(f"{served.origin}/api/check", content=body, headers=headers)
    assert (answer.status_code, [*answer.json()]) == (400, ["error"])


def test_a_request_has_a_limit_and_answers_have_headers(served: Served) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(65):
            yield b" " * (1 << 20)

    headers = {"X-Pitboss-Token": served.address.partition("#")[2], "Content-Type": "application/json"}
    assert httpx.post(f"{served.origin}/api/check", content=endless(), headers=headers).status_code == 413
    page = httpx.get(served.origin)
    assert page.headers["content-security-policy"] == "frame-ancestors 'none'" and "server" not in page.headers
    assert page.headers["cache-control"] == "no-store" and "access-control-allow-origin" not in page.headers
    assert "default-src 'none'" in page.text.replace("&#39;", "'") and served.address.partition("#")[2] not in page.text
    assert "floor.yaml" not in page.text, "the page has nothing of the filing"


def test_a_port_that_is_taken_is_an_error(served: Served) -> None:
    port = served.host.partition(":")[2]
    command = [sys.executable, "-m", "pitboss", "serve", "filing", "--no-browser", "--port", port]
    done = subprocess.run(command, cwd=served.folder, capture_output=True, text=True)
    assert done.returncode == 2 and "--port" in done.stderr
