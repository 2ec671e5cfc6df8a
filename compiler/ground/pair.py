"""A section as printed, paired with the section as the rules state it, for the checks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from pitboss.compiler.ground.lines import Line
from pitboss.compiler.ground.provisions import Provision, SectionPart, Text
from pitboss.compiler.ground.rule_figures import RuleFigure, rule_figures
from pitboss.compiler.model.citations import ancestors, is_below
from pitboss.compiler.model.transcript import Transcript
from pitboss.grammar.diagnostics import Place


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference that one check found: figures only, never the law's sentences; with both places if there are two."""

    check: str
    provision: str
    difference: str
    text: Line | None
    rules: Place | None

    @property
    def line(self) -> str:
        return self.text.at if self.text else ""


@dataclass(frozen=True)
class Pair:
    """A section as printed, in one part or several, and as its file states it."""

    section: Transcript
    text: Text
    corpus: tuple[Transcript, ...] = ()

    @cached_property
    def figures(self) -> tuple[RuleFigure, ...]:
        """The figures that the rules state."""
        return rule_figures(self.section)

    @property
    def cite(self) -> str:
        return self.section.citation

    @cached_property
    def parts(self) -> tuple[SectionPart, ...]:
        return self.text.sections.get(self.cite, ())

    @cached_property
    def printed(self) -> dict[str, tuple[Provision, ...]]:
        found: dict[str, tuple[Provision, ...]] = {}
        for provision in self.text.provisions(self.cite):
            found[provision.label] = (*found.get(provision.label, ()), provision)
        return found

    @cached_property
    def history(self) -> tuple[Line, ...]:
        """The section's own notes; for a chapter also those of its subchapters, as far as they are transcribed."""
        known = {s.citation.partition(".")[0] for s in self.corpus} if "-" not in self.cite else set()
        inside = [
            p for p in self.text.parts if p.citation in known and "." not in p.citation and p.citation != self.cite
        ]
        return tuple(line for part in (*self.parts, *inside) for line in part.history)

    @cached_property
    def above(self) -> tuple[Line, ...]:
        """The notes of the chapter and of the subchapter that contain a section."""
        over = {self.cite.partition("-")[0], self.cite.partition(".")[0]} - {self.cite}
        return tuple(line for c in sorted(over) for part in self.text.sections.get(c, ()) for line in part.history)

    def line(self, label: str) -> Line | None:
        """The place where a provision is printed; its section if it is not printed."""
        near = [self.printed[x][0].lines[0] for x in (label, *reversed(ancestors(label))) if x in self.printed]
        heads = [p.head or (p.provisions[0].lines[0] if p.provisions else None) for p in self.parts]
        return next(iter(near), None) or next((h for h in heads if h), None)

    def place(self, label: str) -> Place | None:
        """The place where the rules state a provision; its section if they do not."""
        known = self.section.labels
        near = [x for x in (label, *reversed(ancestors(label))) if x in known]
        below = [x for x in known if is_below(x, label)]
        return known[(near or below)[0]] if near or below else self.section.place


def around(label: str, labels: Iterable[str]) -> list[str]:
    """A provision with the provisions that contain it and those that it contains.

    >>> around("(b)1", ["(a)", "(b)", "(b)1", "(b)1i", "(b)2"])
    ['(b)', '(b)1', '(b)1i']
    """
    above = set(ancestors(label))
    return [x for x in labels if x == label or x in above or is_below(x, label)]


def prose(text: Text, citation: str, label: str, whole: bool = True) -> str:
    """The text of the provision with those that contain it and those that it contains; for a section without labels, all of its text."""
    printed = list(text.provisions(citation))
    names = {p.label for p in printed}
    expected = names if whole and not label else set(around(label, names)) if label else {""}
    return "\n".join(p.words for p in printed if p.label in expected)
