"""The page of `pitboss serve`. It contains nothing of a filing: its script asks the server."""

from __future__ import annotations

from functools import cache

from pitboss.reports.html_page import page, policy

_STYLES, _SCRIPTS = ("look.css", "serve.css"), ("serve.js",)
POLICY = policy(_STYLES, _SCRIPTS, connect="'self'")  # also a header of every answer of the server


@cache
def serve_html() -> str:
    """The text of the page."""
    return page("serve.html.j2", styles=_STYLES, scripts=_SCRIPTS)
