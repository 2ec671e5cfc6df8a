"""Extracts citations from prose, with the section and label of each, one by one; and the prose without them.

The law strings them together: `1:1-2.3(a) and (d)`, `1:1-2.7, 2.8 or 2.9`, `(b) through (d) below`, `(a)1 and 2 above`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LABEL = r"(?:section )?\([A-Za-z]{1,2}\)(?: ?\d+)?(?:[ivxl]+\b)?"
_SECTION = r"\d+:\d+[A-Z]?(?:-\d+(?:\.\d+[A-Z]*)?|(?=\W))"
_STATUTE = r"\d+:\d+-\d+(?:\.\d+)?[a-z]?\b"
_SHORT = r"\d+\.\d+[A-Z]*"
_JOIN = r"(?:,? and/or |,? and |,? or |, | through | to )"
_TAIL = r"(?:\([A-Za-z]{1,2}\)\d*(?:[ivxl]+\b)?|\d+(?:[ivxl]+\b)?|[ivxl]+\b)(?![\w.:-])"
_CODE = re.compile(
    rf"(?:N\.J\.A\.C\. |§ ?)?(?P<section>{_SECTION})(?P<label>(?:{_LABEL})?)"
    rf"(?P<more>(?:{_JOIN}(?:{_SECTION}(?:{_LABEL})?|{_SHORT}(?:{_LABEL})?"
    r"|\([A-Za-z]{1,2}\)(?: ?\d+)?(?:[ivxl]+\b)?))*)"
)
_ACT = re.compile(rf"N\.J\.S\.A\. (?P<first>{_STATUTE})(?P<more>(?:{_JOIN}{_STATUTE})*)")
_INNER = re.compile(
    rf"(?:(?:paragraph|subsection|section)s? )?(?<![\w.)])(?P<label>{_LABEL})(?P<more>(?:{_JOIN}{_TAIL})*)"
    r"(?P<near> (?:above|below)| of this (?:section|subsection))?"
)
_NEAR = re.compile(rf"((?:{_JOIN}{_TAIL})*) (?:above|below)")
_OWN = re.compile(rf"{_JOIN}(\([A-Za-z]{{1,2}}\)(?:[^:]*))$")  # a phrase after a citation that refers to this section
_INSTRUMENTS = re.compile(r"R\.\d{4} d\.\s?\d+|\d+ N\.J\.R\. \d+(?:\([a-z]\))?(?:, \d+\([a-z]\))*")
_WEIGHTY = re.compile(
    r"(?:[Ee]xcept as (?:otherwise )?provided in|[Nn]otwithstanding(?: [a-z ]{1,60}(?: of| in))?|[Ss]ubject to) $"
)
_STEP = re.compile(rf"({_JOIN})({_SECTION}|{_SHORT})?((?:\([A-Za-z]{{1,2}}\))?(?: ?\d+)?(?:[ivxl]+\b)?)")


@dataclass(frozen=True, slots=True)
class PrintedCitation:
    """A citation in prose: `inner` if it names no section; `weighty` if it states which rule yields."""

    section: str
    label: str
    inner: bool
    weighty: bool = False

    @property
    def shown(self) -> str:
        return self.label if self.inner else self.section + self.label


def citations(prose: str, section: str) -> tuple[PrintedCitation, ...]:
    """The citations of a text in a section.

    >>> [c.shown for c in citations("as 1:1-2.3(a) and (d), 1:1-2.7, 2.8A or 2.9(b)", "1:1-4.1")]
    ['1:1-2.3(a)', '1:1-2.3(d)', '1:1-2.7', '1:1-2.8A', '1:1-2.9(b)']
    >>> [c.shown for c in citations("except as provided in (b) through (d) below and (a)1 or 2 above", "1:1-4.1")]
    ['(b)', '(c)', '(d)', '(a)1', '(a)2']
    >>> [c.shown for c in citations("of 1:1-2.8(e)1 and (b) through (d) below", "1:1-4.1")]
    ['1:1-2.8(e)1', '(b)', '(c)', '(d)']
    >>> [c.shown for c in citations("as in 1:1-2.8C and (i)2 through 4 above", "1:1-4.1")]
    ['1:1-2.8C', '(i)2', '(i)3', '(i)4']
    """
    text = " ".join(prose.split())
    found: list[tuple[int, PrintedCitation]] = []
    for match in _ACT.finditer(text):
        each = [match["first"], *re.findall(_STATUTE, match["more"])]
        found += [(match.start(), PrintedCitation(f"N.J.S.A. {s}", "", False)) for s in each]
    text = _ACT.sub(lambda m: " " * len(m[0]), text)
    for match in _CODE.finditer(text):
        if _looks_like_code(match["section"], section):
            weighty = bool(_WEIGHTY.search(text[: match.start()]))
            more, near = match["more"], ""
            if (here := _NEAR.match(text[match.end() :])) and (own := _OWN.search(more)):
                more, near = more[: own.start()], own[1] + here[1]
            listed = _listed(match["section"], match["label"], more)
            found += [(match.start(), PrintedCitation(s, x, False, weighty)) for s, x in listed]
            if near and (inner := _INNER.fullmatch(near)):
                listed = _listed(section, inner["label"], inner["more"])
                found += [(match.start(), PrintedCitation(section, x, True, weighty)) for _, x in listed]
    text = _CODE.sub(lambda m: " " * len(m[0]), text)
    for match in _INNER.finditer(text):
        if match["near"] or match["more"] or re.search(r"\d", match["label"]) or _pointed(text[: match.start()]):
            weighty = bool(_WEIGHTY.search(text[: match.start()]))
            listed = _listed(section, match["label"], match["more"])
            found += [(match.start(), PrintedCitation(section, x, True, weighty)) for _, x in listed]
    return tuple(dict.fromkeys(c for _, c in sorted(found, key=lambda x: x[0])))


def without_citations(prose: str) -> str:
    """The prose without its citations, instruments and reporters, so that their digits are not taken for figures.

    >>> without_citations("at 1:1-2.3(a) and (d) by R.2001 d.24, 5 tiles (see (b)2 above)").split()
    ['at', ';', 'by', ';', ',', '5', 'tiles', '(see', ';', ')']
    """
    text = " ".join(prose.split())
    for pattern in (_INSTRUMENTS, _ACT, _CODE):
        text = pattern.sub(" ; ", text)
    return _INNER.sub(" ; ", re.sub(rf"(?<![\w$.]){_SHORT}{_LABEL}", " ; ", text))


def normal(label: str) -> str:
    """
    >>> normal("(a) 1"), normal("section (c)ii")
    ('(a)1', '(c)ii')
    """
    return label.replace("section ", "").replace(" ", "")


def _looks_like_code(section: str, here: str) -> bool:
    return "-" in section or section.partition(":")[0] == here.partition(":")[0]


def _pointed(before: str) -> bool:
    return bool(re.search(r"\b(?:in|of|to|under|with|by|see|per|pursuant to|paragraph|subsection) $", before))


def _listed(section: str, label: str, more: str) -> Iterator[tuple[str, str]]:
    """Each citation of a string of them; `(b) through (d)` includes the one between."""
    label = normal(label)
    yield section, label
    for join, place, tail in _STEP.findall(more):
        tail = normal(tail)
        if place:
            section = place if ":" in place else f"{section.partition('-')[0]}-{place}"
            label = tail
        elif tail.startswith("("):
            if join.strip() in ("through", "to") and all(re.fullmatch(r"\([a-z]\)", x) for x in (tail, label)):
                yield from ((section, f"({chr(c)})") for c in range(ord(label[1]) + 1, ord(tail[1])))
            label = tail
        elif tail:
            first, last = re.search(r"\d+$", label), re.fullmatch(r"\d+", tail)
            if join.strip() in ("through", "to") and first and last:
                yield from ((section, label[: first.start()] + str(n)) for n in range(int(first[0]) + 1, int(tail)))
            head = re.match(r"\([A-Za-z]+\)", label)
            steps = re.fullmatch(r"(\([A-Za-z]+\)\d*)[ivxl]*", label)
            label = (steps[1] if steps and not tail[0].isdigit() else head[0] if head else "") + tail
        yield section, label
