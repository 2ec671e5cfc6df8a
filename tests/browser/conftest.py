"""One browser for all of these tests; without a browser they report NOT RUN."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import find_browser

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    found = find_browser()
    if not found:
        pytest.skip("NOT RUN: no Chromium found; install one, or name it in PITBOSS_CHROMIUM")
    playwright = pytest.importorskip("playwright.sync_api", reason="NOT RUN: playwright is not installed")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=found, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a page from its text; at the end, there may be no errors, requests, or executed attacks."""
    trouble: list[str] = []
    contexts = []

    def opened(text: str, width: int = 1280, mode: str = "light", hash_: str = "", **options: Any) -> Any:
        file = tmp_path / "page.html"
        file.write_text(text, "utf-8")
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=mode, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15000)
        page.on("console", lambda m: trouble.append(f"console: {m.text}"))
        page.on("pageerror", lambda e: trouble.append(f"error: {e}"))
        page.on("dialog", lambda d: (trouble.append(f"dialog: {d.message}"), d.dismiss()))
        page.on("request", lambda r: r.url.startswith(("file:", "blob:")) or trouble.append(f"request: {r.url}"))
        page.goto(file.as_uri() + hash_)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert trouble == []
