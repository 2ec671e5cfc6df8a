"""Reads `fingerprints.json`, next to the rules: for each provision a hash of its text and a hash of what the rules state there.

The first shows what a new print changed. The second seals the comparison: if a figure, a citation or a table of the rules
changes later, the hash no longer matches, even if the text alone could not show it. The file holds hashes and no text.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pitboss.compiler.ground.lines import Line
from pitboss.compiler.ground.pair import Difference, Pair
from pitboss.compiler.ground.provisions import Scan, Text
from pitboss.compiler.ground.rule_figures import rule_figures
from pitboss.compiler.model.transcript import Role, Transcript

NAME = "fingerprints.json"
_SCHEMA = "pitboss.fingerprints/1"
HISTORY, TITLE = " history notes", " title"


@dataclass(frozen=True, slots=True)
class Fingerprints:
    text: dict[str, list[str]] = field(default_factory=dict)  # provision → one hash per print
    stated: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, list[str]] = field(default_factory=dict)  # scan note → hashes of its first and last line


class Unsealed(Exception):
    """The file of fingerprints was not written by this program."""


def read_fingerprints(folder: Path) -> Fingerprints:
    path = folder / NAME
    if not path.exists():
        return Fingerprints()
    try:
        loaded = json.loads(path.read_text(encoding="utf-8"))
        if loaded["schema"] != _SCHEMA:
            raise ValueError(loaded["schema"])
        return Fingerprints(dict(loaded["text"]), dict(loaded["told"]), dict(loaded["pieces"]))
    except (ValueError, KeyError, TypeError) as error:
        raise Unsealed(f"{folder.name}/{NAME}: these are no fingerprints: {error}") from error


def written(prints: Fingerprints) -> str:
    """
    >>> json.loads(written(Fingerprints()))["schema"]
    'pitboss.fingerprints/1'
    """
    made = {"schema": _SCHEMA, "text": prints.text, "told": prints.stated, "pieces": prints.pieces}
    return json.dumps(made, indent=1, sort_keys=True, ensure_ascii=True) + "\n"


def fingerprint(words: str) -> str:
    """
    >>> fingerprint("one  tile") == fingerprint("one tile"), len(fingerprint(""))
    (True, 16)
    """
    return hashlib.sha256(" ".join(words.split()).encode()).hexdigest()[:16]


def of_text(text: Text) -> dict[str, list[str]]:
    """The hashes of every provision and of every section's history notes and title; the key of a piece begins with a plus."""
    found: dict[str, set[str]] = {}
    for part in text.parts:
        for provision in part.provisions:
            mark = "" if part.head else "+"
            found.setdefault(part.citation + provision.label, set()).add(mark + fingerprint(provision.words))
        if part.head and part.title:
            found.setdefault(part.citation + TITLE, set()).add(fingerprint(part.title))
        if part.history:
            found.setdefault(part.citation + HISTORY, set()).add(
                fingerprint(" ".join(line.text for line in part.history))
            )
    return {cite: sorted(hashes) for cite, hashes in found.items()}


def same(now: Iterable[str], known: Iterable[str]) -> bool:
    """Whether a text is a known one: one print of several is enough, but no piece may be missing.

    >>> same(["a"], ["a", "b"]), same(["a"], ["a", "+b"]), same(["c"], ["a"])
    (True, False, False)
    """
    pieces = {h for h in known if h.startswith("+")}
    return pieces <= set(now) <= set(known)


def of_section(section: Transcript) -> dict[str, str]:
    """The hash of the figures, citations and tables of each provision of the rulebook, in their order."""
    made: dict[str, list[str]] = {label: [] for label in section.labels}
    for f in rule_figures(section):
        if f.role is not Role.NAME:
            made.setdefault(f.label, []).append(f"{f.role} {f.figure[0]} {f.figure[1]} {f.past}")
    for c in section.cites:
        made.setdefault(c.label, []).append(f"{c.citation.role} {c.citation.printed} sic {c.citation.reading}")
    for table in section.tables:
        rows = ("|".join(cell.text for cell in row) for row in (table.head, *table.body))
        made.setdefault(table.label, []).append("\n".join(rows))
    return {section.citation + label: fingerprint("\n".join(parts)) for label, parts in made.items()}


def of_pieces(files: Mapping[str, tuple[Line, ...]], scans: Iterable[Scan]) -> dict[str, list[str]]:
    return {scan.at: _ends(files.get(scan.file, ()), scan) for scan in scans}


def fitting(
    files: Mapping[str, tuple[Line, ...]], scans: Iterable[Scan], prints: Fingerprints
) -> dict[Scan, Scan | None]:
    """The scan notes that apply to these files: a new print may have the same piece on other lines, or in its own place.

    >>> lines = tuple(Line("a", n, text) for n, text in enumerate(("new", "one", "two"), 1))
    >>> known = Fingerprints(pieces={"a:1": [fingerprint("one"), fingerprint("two")]})
    >>> list(fitting({"a": lines}, [Scan("a", 1, 2, "1:1-1.1")], known).values())
    [Scan(file='a', first=2, last=3, citation='1:1-1.1', label='')]
    """
    found: dict[Scan, Scan | None] = {}
    for scan in scans:
        lines, known = files.get(scan.file, ()), prints.pieces.get(scan.at, [])
        if any(a == b for a, b in zip(known, _ends(lines, scan), strict=False)):
            found[scan] = scan
            continue
        firsts, lasts = (
            [line.number for line in lines if known and fingerprint(line.text) == h] for h in known or ("", "")
        )
        if len(firsts) == 1 and len(lasts) == 1 and firsts <= lasts:
            found[scan] = replace(scan, first=firsts[0], last=lasts[0])
        else:
            found[scan] = None
    return found


def _ends(lines: tuple[Line, ...], scan: Scan) -> list[str]:
    inside = [line for line in lines if scan.first <= line.number <= scan.last and line.text.strip()]
    return [fingerprint(inside[0].text), fingerprint(inside[-1].text)] if inside else []


def seals(pair: Pair, prints: Fingerprints) -> Iterator[Difference]:
    """Report provisions whose content in the rules has changed since their fingerprint was written."""
    now = of_section(pair.section)
    for cite, known in prints.stated.items():
        if cite == pair.cite or (cite.startswith(pair.cite) and cite[len(pair.cite)] == "("):
            label = cite[len(pair.cite) :]
            if cite not in now:
                yield Difference("sealed", cite, "no longer stated", pair.line(label), pair.place(label))
            elif now[cite] != known:
                yield Difference("sealed", cite, "changed since it was compared", pair.line(label), pair.place(label))
