"""Completion, hover, definitions, references and outline of rule files.

A name is a word outside comments and texts in quotes. A file that cannot be parsed at the moment contributes its references, and the
declarations of its last sound text (`known`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.editor.answers import Suggestion, Suggestions, Symbol, TextSpan
from pitboss.grammar.declared_names import DeclaredName, declared_names
from pitboss.grammar.expected import expected_at_end
from pitboss.grammar.layout import LABEL

_TOKEN = re.compile(
    r'"[^"\n]*"?|\#[^\n]*|(?P<cite>(?:\d+:\d+[A-Z]*-)?\d+\.\d+[A-Z]*\([A-Za-z]+\)[0-9a-z]*|\d+:\d+[A-Z]*-\d+\.\d+[A-Z]*)|(?P<word>[A-Za-z_][A-Za-z0-9_]*)'
)


@dataclass(frozen=True, slots=True)
class RuleTexts:
    """The texts of the rule files of one rulebook by file; `known`: declarations by file, kept from one text to the next."""

    texts: Mapping[str, str]
    catalog: Catalog | None = None
    known: dict[str, tuple[str, tuple[DeclaredName, ...]]] = field(default_factory=dict)

    # ---- declarations

    def declarations(self) -> Iterator[DeclaredName]:
        """Every declaration of the rulebook."""
        for file in self.texts:
            yield from self._declared_in(file)

    def _declared_in(self, file: str) -> tuple[DeclaredName, ...]:
        text = self.texts[file]
        cached = self.known.get(file)
        if cached is None or cached[0] != text:
            found = declared_names(text, file)
            if found is None:
                found = cached[1] if cached else ()
            cached = self.known[file] = (text, found)
        return cached[1]

    # ---- what is at an offset

    def hover(self, file: str, offset: int) -> tuple[int, int, str] | None:
        """What a name means and where it is declared, or what a cited provision requires, with the place of the word."""
        from pitboss.reports.explain_text import explain

        found = _token(self.texts[file], offset)
        if found is None:
            return None
        word, start, end, is_cite = found
        if is_cite:
            text = explain(self.catalog, self._whole(word, file)) if self.catalog else None
            return (start, end, f"```text\n{text}```") if text else None
        lines = [f"**{d.name}**, {d.kind}: {d.title}  \n{d.provision}" for d in self._declared(word, file)]
        lines += self._sentences(file, self.texts[file].count("\n", 0, offset) + 1) if lines else []
        return (start, end, "\n\n".join(dict.fromkeys(lines))) if lines else None

    def _sentences(self, file: str, line: int) -> list[str]:
        """The clauses that the rulebook has at a line, in plain English."""
        return [
            f"> {version.words}"
            for section in (self.catalog.sections if self.catalog else ())
            if file.endswith(section.file.rpartition("/")[2])
            for clause in section.clauses
            for version in clause.versions
            if version.source.rpartition(":")[2] == str(line)
        ]

    def definition(self, file: str, offset: int) -> tuple[TextSpan, ...]:
        """Location a name is declared, or where a cited provision begins."""
        found = _token(self.texts[file], offset)
        if found is None:
            return ()
        if found[3]:
            return self.provision(self._whole(found[0], file))
        return tuple(TextSpan(d.file, d.start, d.end) for d in self._declared(found[0], file))

    def named(self, name: str) -> tuple[TextSpan, ...]:
        """Location a name is declared, in any file."""
        return tuple(TextSpan(d.file, d.start, d.end) for d in self.declarations() if d.name == name)

    def provision(self, citation: str) -> tuple[TextSpan, ...]:
        """Location a provision begins: its label in the margin, or the heading of its section."""
        section, label = re.fullmatch(r"([^(]*)(.*)", citation).groups()  # type: ignore[union-attr]
        for file, text in self.texts.items():
            heading = re.search(rf"^section {re.escape(section)}\b", text, re.M)
            if heading and label:
                at = re.search(rf"^{re.escape(label)}(?!\S)", text, re.M)
                return (TextSpan(file, *(at or heading).span()),)
            if heading:
                return (TextSpan(file, *heading.span()),)
        return ()

    def _whole(self, citation: str, file: str) -> str:
        """A citation with its chapter: `2.3(e)` is of the chapter of the section that cites it."""
        heading = re.match(r"section (\S+-)", self.texts[file])
        return f"{heading[1]}{citation}" if heading and ":" not in citation else citation

    def _declared(self, name: str, file: str) -> list[DeclaredName]:
        """The declarations of a name; those of the same file alone, if there are any: outcomes have the same names at many wagers."""
        found = [d for d in self.declarations() if d.name == name]
        return [d for d in found if d.file == file] or found

    def references(self, file: str, offset: int) -> list[TextSpan]:
        """Every place of a name or a citation."""
        found = _token(self.texts[file], offset)
        if found is None or not (found[3] or self._declared(found[0], file)):
            return []
        return [
            TextSpan(each, start, end)
            for each, text in self.texts.items()
            for word, start, end, _ in _tokens(text)
            if word == found[0]
        ]

    def complete(self, file: str, offset: int) -> Suggestions:
        """The keywords that the grammar allows, and where it allows them the names, nearest first, and the provisions."""
        before = self.texts[file][:offset]
        start = re.search(r"[A-Za-z0-9_]*\Z", before).start()  # type: ignore[union-attr]
        fits = expected_at_end(before[:start])
        citing = re.search(r"[0-9][^\s,]*\Z", before)
        if citing and (cites := expected_at_end(before[: citing.start()])) and cites.citation:
            start, fits = citing.start(), cites
        chosen: dict[str, Suggestion] = {}
        for d in (
            sorted(self.declarations(), key=lambda d: _distance(file, d.file)) if fits is None or fits.name else ()
        ):
            chosen.setdefault(d.name, Suggestion(d.name, f"{d.kind}: {d.title}"))
        words = (
            [Suggestion(word, "keyword", kind="keyword") for word in fits.words if word not in chosen] if fits else []
        )
        cited = self._provisions(file) if fits and fits.citation else ()
        return Suggestions(start, offset, (*words, *chosen.values(), *cited))

    def _provisions(self, file: str) -> Iterator[Suggestion]:
        """Every provision of the rulebook, those of the same file and folder first."""
        for each in sorted(self.texts, key=lambda other: (_distance(file, other), other)):
            if heading := re.search(r'^section (\S+)(?: "([^"\n]*)")?', self.texts[each], re.M):
                yield Suggestion(heading[1], heading[2] or "")
                for label in dict.fromkeys(m.group() for m in LABEL.finditer(self.texts[each]) if m.group() != "(-)"):
                    yield Suggestion(f"{heading[1]}{label}", heading[2] or "")

    # ---- outline

    def outline(self, file: str) -> tuple[Symbol, ...]:
        """The section, its provisions, and what each declares."""
        text = self.texts[file]
        heading = re.search(r"^(?:section|vocabulary)\b.*", text, re.M)
        labels = [m for m in re.finditer(LABEL.pattern, text) if m.start() == 0 or text[m.start() - 1] == "\n"]
        starts = [m.start() for m in labels]
        declared = self._declared_in(file)
        provisions = []
        for number, match in enumerate(labels):
            end = starts[number + 1] if number + 1 < len(starts) else len(text)
            line_end = text.find("\n", match.start())
            detail = " ".join(text[match.end() : line_end if line_end >= 0 else len(text)].split())
            inside = tuple(
                Symbol(d.name, f"{d.kind}: {d.title}", "name", d.start, d.end, d.start, d.end)
                for d in declared
                if match.start() <= d.start < end
            )
            last = len(text[:end].rstrip())
            provisions.append(
                Symbol(match.group(), detail, "clause", match.start(), max(last, match.end()), *match.span(), inside)
            )
        if heading is None:
            return tuple(provisions)
        return (Symbol(heading.group(), "", "section", heading.start(), len(text), *heading.span(), tuple(provisions)),)


def _distance(file: str, other: str) -> int:
    """0 for the same file, 1 for one of the same folder, 2 for any other."""
    return 0 if file == other else 1 if os.path.dirname(file) == os.path.dirname(other) else 2


def _tokens(text: str) -> Iterator[tuple[str, int, int, bool]]:
    """Words and citations outside comments and texts: word, start, end, whether it is a citation."""
    for match in _TOKEN.finditer(text):
        if match["word"] or match["cite"]:
            yield match.group(), match.start(), match.end(), bool(match["cite"])


def _token(text: str, offset: int) -> tuple[str, int, int, bool] | None:
    return next((one for one in _tokens(text) if one[1] <= offset <= one[2]), None)
