"""Reads the text and the rules, compares every section, separates explained differences, and seals the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypedDict

from pitboss.compiler.front.corpus import Corpus, read_corpus
from pitboss.compiler.front.transcribe import transcribe
from pitboss.compiler.ground import fingerprints as prints
from pitboss.compiler.ground.checks import CHECKS, compare
from pitboss.compiler.ground.explanations import Explained, Unexplained, read_explained, sift
from pitboss.compiler.ground.history_notes import printed_notes
from pitboss.compiler.ground.lines import Line, Unreadable, read_lines
from pitboss.compiler.ground.pair import Difference, Pair
from pitboss.compiler.ground.printed_tables import printed_tables
from pitboss.compiler.ground.prose_citations import citations
from pitboss.compiler.ground.provisions import Scan, SectionPart, Text, split
from pitboss.compiler.ground.scan_notes import malformed_scans, scans
from pitboss.compiler.model.citations import law_order
from pitboss.compiler.model.transcript import Role, Transcript
from pitboss.grammar.diagnostics import Place, Rejected

KINDS = (*(name for name, _ in CHECKS), "sealed", "scan", "explained")
UNREADABLE = (Unreadable, Unexplained, prints.Unsealed)


class SectionCounts(TypedDict):
    """How much of a section was compared."""

    citation: str
    title: str
    file: str
    printed: int
    told: int
    figures: int
    cells: int
    citations: int
    notes: int
    explained: int
    unexplained: int


class GroundTotals(TypedDict):
    """The sums over all sections."""

    sections: int
    printed: int
    told: int
    figures: int
    cells: int
    citations: int
    notes: int
    explained: int
    unexplained: int
    by_check: dict[str, int]
    unsealed: int


class DifferenceData(TypedDict):
    """A difference that nothing explains."""

    check: str
    provision: str
    difference: str
    text: str | None
    rules: str | None


class UntranscribedSection(TypedDict):
    """A section of the text that the rules do not have."""

    citation: str
    title: str
    provisions: int
    text: list[str]


UnplacedRun = TypedDict("UnplacedRun", {"from": str, "to": str, "lines": int})
"""Lines of the text under no heading."""


class PlacedLines(TypedDict):
    """Lines that a scan note assigns to a provision."""

    lines: str
    are: str | None


class GroundData(TypedDict):
    """The document `pitboss.ground/1`."""

    schema: str
    sections: list[SectionCounts]
    totals: GroundTotals
    differences: list[DifferenceData]
    not_transcribed: list[UntranscribedSection]
    not_placed: list[UnplacedRun]
    placed: list[PlacedLines]


Column = Literal["printed", "told", "figures", "cells", "citations", "notes", "explained", "unexplained"]


@dataclass(frozen=True, slots=True)
class Ground:
    """The text and the rules."""

    files: dict[str, tuple[Line, ...]]
    text: Text
    corpus: Corpus
    sections: tuple[Transcript, ...]  # of the corpus
    scans: tuple[tuple[Scan, Place], ...]
    explained: tuple[Explained, ...]
    prints: prints.Fingerprints


def read_ground(text: Path, rules: Path) -> Ground:
    """Read both; raises Unreadable, Rejected, Unexplained or Unsealed."""
    files, corpus = read_lines(text), read_corpus(rules)
    if corpus.problems:
        raise Rejected(*corpus.problems)
    sections = tuple(map(transcribe, corpus.sections))
    notes = tuple(found for section in sections for found in scans(section))
    made = split(files, dict.fromkeys(scan for scan, _ in notes))
    return Ground(files, made, corpus, sections, notes, read_explained(rules), prints.read_fingerprints(rules))


def differences(ground: Ground) -> tuple[tuple[Difference, ...], tuple[Difference, ...]]:
    """Return the unexplained and the explained differences."""
    found = [*_scan_faults(ground)]
    for section in ground.sections:
        pair = Pair(section, ground.text, ground.sections)
        found += [*compare(pair), *prints.seals(pair, ground.prints)]
    left, sifted = sift(dict.fromkeys(found), ground.explained)
    return tuple(dict.fromkeys(left)), sifted


def waiting(ground: Ground) -> int:
    """The number of differences that new fingerprints would not resolve."""
    return sum(d.check != "sealed" for d in differences(ground)[0])


def sealed(ground: Ground) -> str:
    """The current fingerprints of text and rules, as the text of their file."""
    stated = {cite: seal for s in ground.sections for cite, seal in prints.of_section(s).items()}
    pieces = prints.of_pieces(ground.files, (scan for scan, _ in ground.scans))
    return prints.written(prints.Fingerprints(prints.of_text(ground.text), stated, pieces))


def ground_data(ground: Ground) -> GroundData:
    """The comparison as data: counts of each section, and every unexplained difference.

    >>> from pitboss.compiler.ground.fingerprints import Fingerprints
    >>> ground_data(Ground({}, Text(()), Corpus((), (), "", ()), (), (), (), Fingerprints()))["totals"]["unexplained"]
    0
    """
    left, sifted = differences(ground)
    known = {s.citation for s in ground.sections}
    sections = [_section(Pair(s, ground.text, ground.sections), left, sifted) for s in ground.sections]

    def total(column: Column) -> int:
        return sum(s[column] for s in sections)

    return {
        "schema": "pitboss.ground/1",
        "sections": sections,
        "totals": {
            "sections": len(sections),
            "printed": total("printed"),
            "told": total("told"),
            "figures": total("figures"),
            "cells": total("cells"),
            "citations": total("citations"),
            "notes": total("notes"),
            "explained": total("explained"),
            "unexplained": len(left),
            "by_check": {kind: sum(d.check == kind for d in left) for kind in KINDS},
            "unsealed": len({c for s in ground.sections for c in prints.of_section(s)} - set(ground.prints.stated)),
        },
        "differences": [_difference(d) for d in left],
        "not_transcribed": [
            _missing(citation, parts)
            for citation, parts in sorted(ground.text.sections.items(), key=lambda x: in_order(x[0]))
            if citation not in known and "." in citation
        ],
        "not_placed": [{"from": run[0].at, "to": run[-1].at, "lines": len(run)} for run in ground.text.unplaced],
        "placed": [_piece(scan) for scan in dict.fromkeys(scan for scan, _ in ground.scans)],
    }


def _scan_faults(ground: Ground) -> Iterator[Difference]:
    for section in ground.sections:
        for note in malformed_scans(section):
            yield Difference(
                "scan", section.citation, "not of the form: scan: FILE lines A-B are CITATION", None, note.place
            )
    placed: dict[tuple[str, int], Scan] = {}
    for scan, place in ground.scans:
        if scan in ground.text.missing or scan.last < scan.first:
            yield Difference("scan", scan.citation, f"no such lines: {_range(scan)}", None, place)
        for number in range(scan.first, scan.last + 1):
            other = placed.setdefault((scan.file, number), scan)
            if other != scan:
                yield Difference("scan", scan.citation, f"placed twice: {scan.file}:{number}", None, place)
                break


def _section(pair: Pair, left: tuple[Difference, ...], sifted: tuple[Difference, ...]) -> SectionCounts:
    inside = [p for part in pair.parts for p in part.provisions]
    tables = [table for p in inside for table in printed_tables(p.lines)]
    return {
        "citation": pair.cite,
        "title": pair.section.title,
        "file": pair.section.file,
        "printed": len(pair.printed),
        "told": len(pair.section.labels),
        "figures": sum(f.role is not Role.NAME for f in pair.figures),
        "cells": sum(len(row.cells) for table in tables for row in table.rows),
        "citations": sum(len(citations(p.words, pair.cite)) for p in inside),
        "notes": sum(1 for _ in printed_notes(line for part in pair.parts for line in part.history)),
        "explained": len({(d.provision, d.check, d.difference, d.line) for d in sifted if _of(d, pair)}),
        "unexplained": sum(_of(d, pair) for d in left),
    }


def _of(d: Difference, pair: Pair) -> bool:
    return d.provision == pair.cite or (d.provision.startswith(pair.cite) and d.provision[len(pair.cite)] == "(")


def _difference(d: Difference) -> DifferenceData:
    rules = f"{d.rules.file}:{d.rules.line}" if d.rules else None
    return {
        "check": d.check,
        "provision": d.provision,
        "difference": d.difference,
        "text": d.line or None,
        "rules": rules,
    }


def _missing(citation: str, parts: tuple[SectionPart, ...]) -> UntranscribedSection:
    firsts = [p.head or (p.provisions[0].lines[0] if p.provisions else p.history[0]) for p in parts]
    labels = {provision.label for p in parts for provision in p.provisions}
    title = next((p.title for p in parts if p.title), "")
    return {"citation": citation, "title": title, "provisions": len(labels), "text": [line.at for line in firsts]}


def _piece(scan: Scan) -> PlacedLines:
    return {"lines": _range(scan), "are": scan.citation + scan.label or None}


def _range(scan: Scan) -> str:
    return f"{scan.file}:{scan.first}" + (f"-{scan.last}" if scan.last != scan.first else "")


def in_order(citation: str) -> tuple[object, ...]:
    """The sort key of a citation with a label: the law's order.

    >>> sorted(["1:1-2.10(a)", "1:1-2.9"], key=in_order)
    ['1:1-2.9', '1:1-2.10(a)']
    """
    section, _, label = citation.partition("(")
    return (law_order(section.partition(" ")[0]), label, section)
