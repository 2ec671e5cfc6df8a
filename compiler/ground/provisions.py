"""Divides a text of the regulation into citable provisions, down to roman numerals.

Sections are recognized by their headings, provisions by the labels at the start of a line; history notes are separate. A
piece that the scan prints under another heading, or under none, is assigned as the rulebook's scan note states (`Scan`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from pitboss.compiler.ground.lines import Line
from pitboss.compiler.model.citations import ancestors, following

_CITE = r"\d+:\d+[A-Z]?-\d+\.\d+[A-Z]*"
_HEADING = re.compile(rf"(?:\d+:)?({_CITE})\.?\s+((?:[A-Z(]|\d).*[^.;,\s])\s*")
_CONTENTS = re.compile(rf"-\s+({_CITE})\s+(.*)")
_SUBCHAPTER = re.compile(r"SUBCHAPTER\s+(\d+[A-Z]?)\.\s*(.*)")
_CHAPTER = re.compile(r"CHAPTER\s+(\d+[A-Z]?)")
_FRONT = {"Authority": "body", "CHAPTER TABLE OF CONTENTS": "contents"}
_FRONT |= dict.fromkeys(("Source and Effective Date", "Chapter Expiration Date", "Chapter Historical Note"), "history")
_LETTER = re.compile(r"(?:-\s+)?\(([A-Za-z]{1,3})\)\s+(?!above\b|below\b|and\b|or\b|through\b|of this\b)(.*)")
_DIGIT = re.compile(r"(?:-\s+)?(\d{1,2})\.\s+(.*)")
_ROMAN = re.compile(r"(?:-\s+)?([ivxl]+)\.\s+(.*)")
_HISTORY = re.compile(
    r"(?:As )?[Aa]mended(?: by| on|,)|As adopted|Adopted,? (?:effective|by|R\.)|New [Rr]ule|Readopted|Recodified"
    r"|Repealed|Temporary (?:amendment|adoption|Amendment)|Experimental|Emergency|Administrative [Cc]"
    r"|Petition for|Public Notice"
    r"|Notice of|Effective:|See:|R\.\d{4} d\.|A rule concerning|Prior rulemaking|Subchapter Historical|Historical Note"
)
_ANNOTATION = re.compile(r"Cross References?$|Case Notes?$|Law Review")
_TRAILING = re.compile(r"(?<=[a-z])-$")


@dataclass(frozen=True, slots=True)
class Scan:
    """Lines of a file that belong to a provision whatever is printed above them; to no provision if `citation` is empty."""

    file: str
    first: int
    last: int
    citation: str
    label: str = ""

    @property
    def at(self) -> str:
        return f"{self.file}:{self.first}"


@dataclass(frozen=True, slots=True)
class Provision:
    """The text printed under one label, without the label."""

    label: str
    lines: tuple[Line, ...]

    @property
    def words(self) -> str:
        """The lines as one; a word divided at the end of a line is joined."""
        made = ""
        for line in self.lines:
            text = " ".join(line.text.split())
            made = made[:-1] + text if _TRAILING.search(made) and text[:1].islower() else f"{made} {text}".strip()
        return made

    @property
    def leads_in(self) -> bool:
        """Whether the text only introduces the list below it."""
        return self.words.endswith((":", " -"))


@dataclass(frozen=True, slots=True)
class SectionPart:
    """A run of a section in one file: the section as printed there, or a piece of it. Two prints are two parts.

    A subchapter's own history notes are a part without provisions, named after it (`1:1-2`).
    """

    citation: str
    title: str
    head: Line | None
    provisions: tuple[Provision, ...]
    history: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A section as the table of contents names it."""

    citation: str
    title: str
    line: Line


@dataclass(frozen=True, slots=True)
class Text:
    parts: tuple[SectionPart, ...]
    unplaced: tuple[tuple[Line, ...], ...] = ()  # runs of lines that no heading and no scan note assigns
    aside: tuple[Line, ...] = ()
    missing: tuple[Scan, ...] = ()  # scan notes about lines that do not exist
    contents: tuple[ContentsEntry, ...] = ()
    sections: dict[str, tuple[SectionPart, ...]] = field(default_factory=dict, compare=False)

    def provisions(self, citation: str) -> Iterator[Provision]:
        for part in self.sections.get(citation, ()):
            yield from part.provisions


def split(files: Mapping[str, tuple[Line, ...]], scans: Iterable[Scan] = ()) -> Text:
    """
    >>> from pitboss.compiler.ground.lines import lines_of
    >>> made = split({"a": lines_of("1:1-1.1 Tiles\\n(a) One tile:\\n1. A red one.\\n(b) No dice.", "a")})
    >>> [(p.label, p.words) for p in made.parts[0].provisions]
    [('(a)', 'One tile:'), ('(a)1', 'A red one.'), ('(b)', 'No dice.')]
    """
    pieces: dict[Scan, list[Line]] = {scan: [] for scan in scans}
    parts: list[SectionPart] = []
    unplaced: list[tuple[Line, ...]] = []
    contents: list[ContentsEntry] = []
    for file, lines in files.items():
        own = [scan for scan in pieces if scan.file == file]
        splitter = _Splitter()
        for line in lines:
            scan = next((s for s in own if s.first <= line.number <= s.last), None)
            if scan is None:
                splitter.take(line)
            else:
                pieces[scan].append(line)
        parts += splitter.done()
        unplaced += splitter.unplaced
        contents += splitter.contents
    aside: list[Line] = []
    missing = [scan for scan, piece in pieces.items() if not any(line.text.strip() for line in piece)]
    for scan, piece in pieces.items():
        if not scan.citation:
            aside += [line for line in piece if line.text.strip()]
            continue
        splitter = _Splitter(SectionPart(scan.citation, "", None, (), ()), scan.label)
        for line in piece:
            splitter.take(line)
        parts += splitter.done()
        unplaced += splitter.unplaced
    named = _chapters(parts)
    sections: dict[str, tuple[SectionPart, ...]] = {}
    for part in named:
        sections[part.citation] = (*sections.get(part.citation, ()), part)
    return Text(named, tuple(unplaced), tuple(aside), tuple(missing), tuple(contents), sections)


def _chapters(parts: list[SectionPart]) -> tuple[SectionPart, ...]:
    """The title of a chapter without its citation: the chapter's own heading does not print it, its sections do."""
    known = {
        p.citation.partition("-")[0].partition(":")[2]: p.citation.partition("-")[0] for p in parts if "-" in p.citation
    }
    last, made = "", []
    for part in parts:
        if part.citation.startswith("?"):
            _, chapter, subchapter = part.citation.split("/")
            chapter = known.get(chapter, chapter) if chapter else last
            part = replace(part, citation=f"{chapter}-{subchapter}" if subchapter else chapter)
        else:
            last = part.citation.partition("-")[0]
        made.append(part)
    first = next(iter(known.values()), "")
    return tuple(replace(p, citation=first + p.citation) if p.citation.startswith("-") else p for p in made)


class _Splitter:
    """Reads the lines of one file, or of one piece, in order."""

    def __init__(self, part: SectionPart | None = None, label: str = "") -> None:
        self.parts: list[SectionPart] = []
        self.unplaced: list[tuple[Line, ...]] = []
        self.contents: list[ContentsEntry] = []
        self.part, self.label, self.mode = part, label, "body"
        self.found: dict[str, list[Line]] = {}
        self.history: list[Line] = []
        self.stray: list[Line] = []

    def done(self) -> list[SectionPart]:
        self._close()
        return self.parts

    def take(self, line: Line) -> None:
        text = line.text.strip()
        if not text:
            return
        heading, subchapter, chapter = _HEADING.fullmatch(text), _SUBCHAPTER.fullmatch(text), _CHAPTER.fullmatch(text)
        if entry := _CONTENTS.fullmatch(text):
            self._close()
            self.contents.append(ContentsEntry(entry[1], entry[2], line))
        elif heading:
            self._open(SectionPart(heading[1], heading[2], line, (), ()))
        elif subchapter:
            self._open(SectionPart(f"?//{subchapter[1]}", subchapter[2], line, (), ()), "history")
        elif chapter:
            self._open(SectionPart(f"?/{chapter[1]}/", "", line, (), ()), "title")
        elif self.part is None:
            self.stray.append(line)
        elif self.mode == "title":  # the line below CHAPTER is its title
            self.part, self.mode = replace(self.part, title=text), "body"
        elif self.part.citation.startswith("?") and text in _FRONT:
            self.mode = _FRONT[text]
        else:
            self._inside(line, text)

    def _inside(self, line: Line, text: str) -> None:
        if self.mode == "body" and _HISTORY.match(text):
            self.mode = "history"
        if self.mode != "contents" and _ANNOTATION.match(text):
            self.mode = "annotation"
        elif self.mode == "annotation" and _HISTORY.match(text):
            self.mode = "history"
        if self.mode == "history":
            self.history.append(line)
        elif self.mode == "body":
            self.label, rest = self._labelled(text)
            self.found.setdefault(self.label, []).append(replace(line, text=rest) if rest != text else line)

    def _labelled(self, text: str) -> tuple[str, str]:
        """The label at the start of a line, and the rest of the line."""
        steps = ancestors(self.label)
        if found := _LETTER.fullmatch(text):
            letters = found[1]
            expected = following(steps[0]) if steps else "(a)"
            same_letters = letters.lower().replace("l", "i") == expected[1:-1].replace(
                "l", "i"
            )  # (I) is printed for (l)
            return (
                expected if same_letters else f"({letters.lower() if steps and letters.isupper() else letters})",
                found[2],
            )
        if found := _DIGIT.fullmatch(text):
            return f"{steps[0] if steps else '(-)'}{int(found[1])}", found[2]
        if found := _ROMAN.fullmatch(text):
            above = steps[1] if len(steps) > 1 else steps[0] if steps else "(-)"
            return above + found[1], found[2]
        return self.label, text

    def _open(self, part: SectionPart, mode: str = "body") -> None:
        self._close()
        self.part, self.mode = part, mode

    def _close(self) -> None:
        """Finish the current part. A heading without a body is an entry of the contents, unless it is marked as reserved."""
        if self.part is not None:
            provisions = tuple(Provision(label, tuple(lines)) for label, lines in self.found.items())
            if self.part.title == "(Reserved)" and self.part.head and not provisions:
                provisions = (Provision("", (replace(self.part.head, text=self.part.title),)),)
            if provisions or self.history:
                self.parts.append(replace(self.part, provisions=provisions, history=tuple(self.history)))
            elif self.part.head and "-" in self.part.citation:
                self.contents.append(ContentsEntry(self.part.citation, self.part.title, self.part.head))
        if self.stray:
            self.unplaced.append(tuple(self.stray))
        self.part, self.label, self.mode = None, "", "body"
        self.found, self.history, self.stray = {}, [], []
