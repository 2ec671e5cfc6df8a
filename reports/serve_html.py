"""The page of `pitboss serve`. It contains nothing of a filing: its script asks the server."""

from __future__ import annotations

from functools import cache

from pitboss.reports.html_page import page


@cache
def serve_html() -> str:
    """The text of the page."""
    return page("serve.html.j2", styles=("look.css", "serve.css"), scripts=("serve.js",))
