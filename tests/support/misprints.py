"""Errors of five kinds, injected into the text of a rule file: each is a copy with one change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

_ENTRY = re.compile(r"^(?:\((?:[A-Za-z]{1,3}|-)\)[0-9]*[ivxl]*)?\s+\S|^\(")
_LABEL = re.compile(r"^(\((?:[A-Za-z]{1,3}|-)\)[0-9]*[ivxl]*)(?=\s)")
_HIDDEN = (
    re.compile(  # what holds digits that are no figures: texts, dates, citations, names, labels, the word behind `as`
        r'"[^"]*"|#.*|\d{4}-\d\d-\d\d|\d+:\d+[A-Z]?-\d+\.\d+[A-Z]*(?:\(\w+\)\w*)?|\d+\.\d+[A-Z]*\(\w+\)\w*'
        r"|N\.J\.S\.A\. \S+|\(\w{1,2}\)\w*|[a-z]\w*\d\w*|\bas \w+"
    )
)
_CITE = re.compile(r"\d+:\d+[A-Z]?-\d+\.\d+[A-Z]*(?:\(\w+\)\w*)?")


@dataclass(frozen=True)
class Injection:
    kind: str
    file: str
    line: int
    text: str  # the whole file, changed

    def __str__(self) -> str:
        return f"{self.kind} at {self.file}:{self.line}"


def plants(text: str, file: str, random: Random) -> Iterator[Injection]:
    """One error of each kind that the file has room for."""
    for kind, inject in (
        ("digit", _digit),
        ("swap", _swap),
        ("citation", _citation),
        ("provision", _provision),
        ("note", _note),
    ):
        made = inject(text.split("\n"), random)
        if made is not None:
            line, lines = made
            yield Injection(kind, file, line, "\n".join(lines))


def _hide(line: str) -> str:
    return _HIDDEN.sub(lambda m: " " * len(m[0]), line)


def _body(lines: list[str]) -> range:
    start = next(i for i, line in enumerate(lines) if line.startswith("("))
    return range(start, len(lines))


def _digit(lines: list[str], random: Random) -> tuple[int, list[str]] | None:
    """A digit of a figure becomes another."""
    places = [(i, m.start()) for i in _body(lines) for m in re.finditer(r"(?<![\w.])\d(?:[\d,.]*\d)?", _hide(lines[i]))]
    if not places:
        return None
    index, start = random.choice(places)
    figure = re.compile(r"\d(?:[\d,.]*\d)?").match(lines[index], start)
    assert figure is not None
    at = random.choice([k for k in range(figure.start(), figure.end()) if lines[index][k].isdigit()])
    new = random.choice([d for d in "123456789" if d != lines[index][at]])
    return index + 1, [*lines[:index], lines[index][:at] + new + lines[index][at + 1 :], *lines[index + 1 :]]


def _swap(lines: list[str], random: Random) -> tuple[int, list[str]] | None:
    """Two cells of a column change places."""
    rows = [
        i
        for i in _body(lines)
        if lines[i].lstrip().startswith("|") or _LABEL.sub("", lines[i]).lstrip().startswith("|")
    ]
    pairs = []
    for a, b in zip(rows, rows[1:], strict=False):
        head = a - 1 not in rows
        if b == a + 1 and not head:
            one, two = lines[a].split("|"), lines[b].split("|")
            pairs += [(a, b, c) for c in range(1, len(one) - 1) if one[c].strip() != two[c].strip()]
    if not pairs:
        return None
    a, b, c = random.choice(pairs)
    one, two = lines[a].split("|"), lines[b].split("|")
    one[c], two[c] = two[c], one[c]
    return a + 1, [*lines[:a], "|".join(one), "|".join(two), *lines[b + 1 :]]


def _citation(lines: list[str], random: Random) -> tuple[int, list[str]] | None:
    """A citation of another section goes."""
    found = []
    for i in _body(lines):
        per = re.search(r"\bper ((?:\d+:\d+\S+?)(?:, \d+:\d+[^\s,]+)*)(?=\s|$)", lines[i].partition(" #")[0])
        if per and not lines[i].lstrip().startswith("#") and '"' not in per[1] and " sic " not in lines[i]:
            found += [(i, per, cite) for cite in _CITE.finditer(per[1])]
    if not found:
        return None
    index, per, cite = random.choice(found)
    kept = [c for c in per[1].split(", ") if c != cite[0]]
    new = lines[index][: per.start()] + (f"per {', '.join(kept)}" if kept else "") + lines[index][per.end() :]
    return index + 1, [*lines[:index], *([new] if new.strip() else []), *lines[index + 1 :]]


def _provision(lines: list[str], random: Random) -> tuple[int, list[str]] | None:
    """Everything under a label is removed."""
    where, label = {}, ""
    for i in _body(lines):
        if (found := _LABEL.match(lines[i])) and not lines[i][found.end() :].startswith("            "):
            label = found[1]
        where[i] = label
    labels = sorted(set(where.values()))
    if len(labels) < 2:
        return None
    gone = random.choice(labels)
    line = next(i for i in where if where[i] == gone)
    return line + 1, [text for i, text in enumerate(lines) if where.get(i) != gone]


def _note(lines: list[str], random: Random) -> tuple[int, list[str]] | None:
    """A digit of a history note becomes another: in the instrument, the day or the reporter."""
    notes = [
        i
        for i in range(_body(lines).start)
        if re.match(r"(adopted|amended|readopted|recodified|corrected|petition) ", lines[i])
    ]
    if not notes:
        return None
    index = random.choice(notes)
    stated = re.sub(r'"[^"]*"', lambda m: " " * len(m[0]), lines[index]).partition(" per ")[0]
    at = random.choice([k for k, c in enumerate(stated) if c.isdigit()])
    new = random.choice([d for d in "123456789" if d != lines[index][at]])
    return index + 1, [*lines[:index], lines[index][:at] + new + lines[index][at + 1 :], *lines[index + 1 :]]
