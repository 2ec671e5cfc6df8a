"""Escapes a text for Markdown: it is shown unchanged on one line, without formatting, links or mentions."""

from __future__ import annotations

import re

from pitboss.reports.sanitize import safe

_PUNCTUATION = re.compile(r"[\\`*_\[\]#|~$]")
_LEADING = re.compile(
    r"^[-+=](?=\s|$|[-=])|(?<=^[0-9])[.)](?=\s|$)|(?<=^[0-9]{2})[.)](?=\s|$)"
)  # at the start of a line: a list, a heading
_CALLS = re.compile(r"@|://|(?i:mailto|javascript|data|www|GH)(?=[:.-])|:(?=[a-z+][a-z0-9_+-]*:)|(?<=\\#)(?=[0-9])")
_BREAK = "<!-- -->"  # invisible; it breaks up text that would become a link or a mention


def inert(text: object) -> str:
    r"""
    >>> inert("*@you*"), inert("a | <b>"), inert("http://x.y"), inert("1. 2.")
    ('\\*@<!-- -->you\\*', 'a \\| &lt;b&gt;', 'http:<!-- -->//x.y', '1\\. 2.')
    """
    line = " ".join(safe(" ".join(str(text).split())).split())
    line = _PUNCTUATION.sub(r"\\\g<0>", line.replace("&", "&amp;")).replace("<", "&lt;").replace(">", "&gt;")
    line = _LEADING.sub(r"\\\g<0>", line)
    return _CALLS.sub(lambda m: f":{_BREAK}//" if m[0] == "://" else m[0] + _BREAK, line)
