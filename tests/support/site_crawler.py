"""A crawler for pages on disk: what is linked, what can be linked to, and whether the HTML is well formed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

VOID = {"meta", "link", "input", "br", "hr", "img", "col", "source", "wbr"}
SELF_CLOSED = {"line", "circle", "rect", "path"}


@dataclass
class Page(HTMLParser):
    """One page, read: every id, every link, every fault of form."""

    name: str
    ids: list[str] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    labels: list[tuple[int, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    open: list[tuple[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line = self.getpos()[0]
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.faults.append(f"{self.name}:{line}: <{tag}> says an attribute twice")
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src", "action"):
                self.links.append((line, value or ""))
            elif name in ("for", "aria-labelledby"):
                self.labels.extend((line, x) for x in (value or "").split())
            elif name.startswith("on"):
                self.faults.append(f"{self.name}:{line}: <{tag}> has {name}")
        if tag not in VOID:
            self.open.append((tag, line))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()
            if tag not in SELF_CLOSED:
                self.faults.append(f"{self.name}:{self.getpos()[0]}: <{tag}/> is no element without content")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1][0] != tag:
            self.faults.append(f"{self.name}:{self.getpos()[0]}: </{tag}> closes {self.open[-1:] or 'nothing'}")
        else:
            self.open.pop()


def read(files: Mapping[str, str]) -> dict[str, Page]:
    return {name: _page(name, text) for name, text in files.items() if name.endswith(".html")}


@cache
def _page(name: str, text: str) -> Page:
    """A page as read; most pages are the same in several sites."""
    page = Page(name)
    page.feed(text)
    page.close()
    return page


def faults(files: Mapping[str, str]) -> Iterator[str]:
    """Every dangling link, duplicate id and malformed element."""
    pages = read(files)
    ids = {name: Counter(page.ids) for name, page in pages.items()}
    for name, page in pages.items():
        yield from page.faults
        yield from (f"{name}:{line}: <{tag}> is never closed" for tag, line in page.open)
        yield from (f"{name}: two elements are called {x}" for x, n in sorted(ids[name].items()) if n > 1)
        yield from (f"{name}:{line}: a label of nothing: {x}" for line, x in page.labels if x not in ids[name])
        for line, link in page.links:
            parts = urlsplit(link)
            file, place = unquote(parts.path) or name, unquote(parts.fragment)
            if parts.scheme or parts.netloc:
                yield f"{name}:{line}: leaves the site: {link}"
            elif file not in files:
                yield f"{name}:{line}: there is no {link}"
            elif place and place not in ids[file]:
                yield f"{name}:{line}: there is no place {link}"
