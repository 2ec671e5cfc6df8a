"""Measures an audit report of 2,000 tables: `python -m bench.report [audit.json]`.

It measures the time to write the report, its size, and in a headless Chromium (on the path, or PITBOSS_CHROMIUM)
the seconds until the page is complete and until each filter is applied.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from pitboss.commands.print_pdf import find_browser
from pitboss.reports.audit_html import audit

ROOT = Path(__file__).parents[1]
TABLES, FINDINGS = 2000, (400, 2000)
FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))"
TYPED = (
    "{ const e = document.getElementById('%s'); e.%s = %s; e.dispatchEvent(new Event('input', { bubbles: true })); }"
)
STEPS = {
    "a verdict": "document.querySelector('button[data-verdict]').click()",
    "a pit": TYPED % ("pit", "selectedIndex", "2"),
    "cleared": "document.querySelector('.bar [data-do=clear]').click()",
    "words, the first": TYPED % ("q", "value", "'must'"),
    "words, another": TYPED % ("q", "value", "'12'"),
    "no words": TYPED % ("q", "value", "''"),
    "by table": "document.querySelector('button[data-by=table]').click()",
    "a range of tables": TYPED % ("table", "value", "'300-320'"),
    "all opened": "document.querySelector('.bar [data-do=clear]').click(); document.querySelector('button[data-by=provision]').click(); "
    "document.querySelector('[data-do=all]').click()",
}


def made(findings: int) -> dict[str, Any]:
    from tests.support.audit_data import audit_data

    data: dict[str, Any] = audit_data(TABLES, findings)
    return data


def written(data: dict[str, Any]) -> str:
    start = perf_counter()
    text = audit(data)
    print(f"{len(data['floor']['tables'])} tables, {len(data['findings'])} findings")
    print(f"  written in {(perf_counter() - start) * 1000:,.0f} ms, {len(text.encode()) / 1e6:.1f} MB")
    return text


def looked_at(text: str, driver: Any, chromium: str) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "audit.html"
        file.write_text(text, "utf-8")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(file.as_uri())
        ready = page.evaluate(FRAME)
        print(f"  {page.evaluate('document.querySelectorAll(`*`).length'):,} elements, drawn after {ready:,.0f} ms")
        page.wait_for_timeout(1500)
        page.evaluate("document.getElementById('work').scrollIntoView({ behavior: 'instant' })")
        for name, step in STEPS.items():
            print(f"  {took(page, step):7,.0f} ms  {name}")
        browser.close()


def took(page: Any, step: str) -> float:
    """Seconds from the input until the next frame is drawn, without the pause that waits for more typing."""
    pause = "await new Promise((r) => setTimeout(r, 61))"
    code = f"async () => {{ const t = performance.now(); {step}; {pause}; await ({FRAME})(); return performance.now() - t - 61; }}"
    return max(0.0, float(page.evaluate(code)))


def main() -> None:
    given = [json.loads(Path(name).read_text("utf-8")) for name in sys.argv[1:]]
    texts = [written(data) for data in given] if given else [written(made(n)) for n in FINDINGS]
    chromium = find_browser()
    if not chromium:
        sys.exit("no Chromium was found: the rest was not measured")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        for text in texts:
            looked_at(text, driver, chromium)


if __name__ == "__main__":
    main()
