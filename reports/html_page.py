"""Renders an HTML page from a template; only scripts and styles of the templates are active."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from pitboss.reports.sanitize import safe

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_TEMPLATES = files("pitboss.reports") / "templates"


def page(template: str, **values: object) -> str:
    """Render the template. Every string is escaped for HTML; control characters and direction overrides are made visible.

    In a template, `style("a.css", "b.css")` and `script("a.js")` include template files. `policy(("a.css", "b.css"), ("a.js",))`
    is the content security policy that allows only these; `text` is style of the page's own, given to both; `connect` is where
    the scripts may send requests, by default nowhere. `data("id", value)` is JSON for a script to read.
    """
    return str(_environment().get_template(template).render(**values))


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # slow to import

    environment = Environment(
        loader=FunctionLoader(_text), autoescape=True, undefined=StrictUndefined, finalize=_shown,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.globals |= {"style": _style, "script": _script, "policy": _policy, "data": _data}
    return environment


def _text(name: str) -> str:
    return (_TEMPLATES / name).read_text("utf-8").replace("\r\n", "\n")


def _shown(value: object) -> object:
    return safe(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _style(*names: str, text: str = "") -> Markup:
    return _markup(f"<style>{_joined(names)}{text}</style>")


def _script(*names: str) -> Markup:
    return _markup(f"<script>{_joined(names)}</script>")


def _joined(names: tuple[str, ...]) -> str:
    return "\n" + "".join(_text(name) for name in names)


def _policy(styles: tuple[str, ...], scripts: tuple[str, ...], text: str = "", connect: str = "") -> str:
    """The content security policy by hashes, so that the browser applies no other style or script, wherever it comes from."""
    return (
        f"default-src 'none'; style-src {_hash(styles, text)}; script-src {_hash(scripts)}; "
        f"{f'connect-src {connect}; ' if connect else ''}"
        "base-uri 'none'; form-action 'none'"
    )


def _hash(names: tuple[str, ...], text: str = "") -> str:
    digest = hashlib.sha256((_joined(names) + text).encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'" if names else "'none'"


def _data(name: str, value: object) -> Markup:
    """JSON in ASCII that cannot end the element that contains it."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")
    return _markup(f'<script type="application/json" id="{name}">{text}</script>')


def _markup(text: str) -> Markup:
    from markupsafe import Markup

    return Markup(text)
