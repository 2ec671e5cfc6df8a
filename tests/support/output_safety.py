"""What makes a report harmless, form by form, seen with a real parser of that form. Each gives complaints; none is harmless.

`of(text)` chooses by how the text begins, so that a format that is added is looked at without being named anywhere.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

MARK = "pwned"
_OBEYED = re.compile(r"##\w*\[|^\s*::", re.M)
_FORGED = re.compile(r"^(fail 19:47-9\.9|0 findings|#+ *pwned|\| *pwned)", re.M)


def of(text: str) -> list[str]:
    start = text.lstrip()[:15].lower()
    if start.startswith(("<!doctype html", "<html")):
        return [*html(text)]
    if start.startswith("<?xml"):
        return [*xml(text)]
    if start[:1] in ("{", "["):
        return [*sarif(text)] if '"runs"' in text else [*data(text)]
    return [*(workflow(text) if start.startswith("::") else lines(text))]


def characters(text: str) -> Iterator[str]:
    """Nothing that a terminal or an editor obeys, and nothing that is not text."""
    strange = {c for c in set(text) - {"\n"} if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Cn")}
    yield from (f"has the character {ascii(c)}" for c in sorted(strange))


def lines(text: str) -> Iterator[str]:
    """For a terminal, or the log of a machine that obeys some lines."""
    yield from characters(text)
    yield from (f"is obeyed by a log: {found[0]!r}" for found in _OBEYED.finditer(text))
    yield from (f"forges a line: {found[0]!r}" for found in _FORGED.finditer(text))


def data(text: str) -> Iterator[str]:
    """JSON: what it holds is data, however strange; what it is written in is plain."""
    json.loads(text)
    if not text.isascii():
        yield "is not ASCII"
    yield from characters(text)


def sarif(text: str) -> Iterator[str]:
    yield from data(text)
    for key, value in _strings(json.loads(text)):
        if key == "uri":
            parts = urlsplit(value)
            if parts.scheme not in ("", "file") or parts.netloc or parts.query or parts.fragment:
                yield f"has the address {value!r}"
            if not re.fullmatch(r"(?:[\w./~-]|%[0-9A-F]{2}|^file:///)*", value, re.ASCII):
                yield f"has characters in an address that are not encoded: {value!r}"
        if key in ("text", "markdown", "justification"):
            yield from (f"{complaint} in {value[:80]!r}" for complaint in characters(value))
        if key == "text" and re.search(r"(?<!\\)\]\(", value):
            yield f"has a link in a message: {value[:80]!r}"
        if key == "text" and re.search(r"(?<!\{)(?:\{\{)*\{\d+\}", value):
            yield f"has a placeholder in a message: {value[:80]!r}"


def _strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _strings(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each, key)


def xml(text: str) -> Iterator[str]:
    yield from characters(text)
    if "<!" in text:
        yield "declares something, or has a comment or a CDATA section"
    root = ET.fromstring(text)
    for element in root.iter():
        if MARK in element.tag or any(MARK in name for name in element.attrib) or element.tag in ("script", "img", "a"):
            yield f"has the element {element.tag}"


def workflow(text: str) -> Iterator[str]:
    """Commands of a workflow: each of ours, each with properties of ours."""
    yield from characters(text)
    for line in text.split("\n"):
        if not line.startswith("::"):
            yield from lines(line)
            continue
        found = re.match(r"::(?:error|warning|notice) ([^:]*)::", line)
        if not found:
            yield f"has a command that is not ours: {line[:80]!r}"
            continue
        for each in found[1].split(","):
            if each.partition("=")[0] not in ("file", "line", "col", "endColumn", "title"):
                yield f"has a property that is not ours: {each!r}"


def html(text: str) -> Iterator[str]:
    """A page: no string of the filing is an element, an active attribute, a script, a style or an external link."""
    yield from characters(text)
    looked = _Page()
    looked.feed(text)
    looked.close()
    yield from looked.complaints


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.complaints: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self.inside.append("data" if tag == "script" and ("type", "application/json") in attrs else tag)
        if tag in ("img", "iframe", "object", "embed", "base", "form", "meta", "link") and any(
            MARK in str(v) for _, v in attrs
        ):
            self.complaints.append(f"has <{tag}> from the filing")
        for name, value in attrs:
            stated = re.sub(r"[\s\x00-\x20]", "", value or "").lower()
            if name.startswith("on"):
                self.complaints.append(f"<{tag} {name}> acts")
            if MARK in name:
                self.complaints.append(f"<{tag}> has the attribute {name}")
            leads = name in ("href", "src", "action", "formaction", "xlink:href") and not stated.startswith(
                ("#", "data:image/")
            )
            if leads and (MARK in stated or stated.startswith(("javascript:", "http:", "https:", "//", "data:"))):
                self.complaints.append(f"<{tag}> leads to {value!r}")
            if name == "style" and MARK in stated:
                self.complaints.append(f"<{tag}> has a style from the filing")

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] in (tag, "data"):
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if self.inside and self.inside[-1] == "data":  # no browser executes it; it must not end before its end tag
            if "<" in data:
                self.complaints.append("has a < in data")
        elif self.inside and re.search(r"alert\(|</?script|<!--", data):
            self.complaints.append(f"has the filing's words in <{self.inside[-1]}>")

    def handle_comment(self, data: str) -> None:
        if MARK in data:
            self.complaints.append("has the filing's words in a comment")


def table(text: str) -> Iterator[str]:
    """CSV for a workbook: no cell that it would compute."""
    yield from (c for c in characters(text.replace("\r\n", "\n")))
    for row in csv.reader(io.StringIO(text)):
        for cell in row:
            if cell.lstrip(" \t\r\n'\"").startswith(("=", "+", "@")) and not cell.startswith("'"):
                yield f"computes {cell[:40]!r}"
            if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not re.fullmatch(r"-?\d+(\.\d+)?", cell):
                yield f"computes {cell[:40]!r}"


def markdown(text: str) -> Iterator[str]:
    """For a pull request: no element, no link, no picture, nobody called by name."""
    yield from characters(text)
    bare = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "", re.sub(r"\\[!-/:-@\[-`{-~]", "", text))
    yield from (f"has the element {found[0]!r}" for found in re.finditer(r"<[a-zA-Z!/][^>]{0,40}", bare))
    yield from (
        f"has the link {found[0]!r}"
        for found in re.finditer(r"\]\((?!#)[^)]{0,40}", bare)
        if "javascript" in found[0] or MARK in found[0]
    )
    yield from (f"calls {found[0]!r}" for found in re.finditer(rf"(?<![\w\\])@{MARK}", bare))
    yield from (f"forges a line: {found[0]!r}" for found in _FORGED.finditer(text))
