"""A section of the rules as written, label by label, for comparison with the printed text.

The core holds the meaning of a rule. The printed text is compared with what the rule's file states, figure by figure and cell by
cell, each with its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from pitboss.compiler.model.core import Citation, Note
from pitboss.grammar.diagnostics import Place

Figure = tuple[str, Fraction]  # the kind of the literal, and its value


class Role(StrEnum):
    """What a figure is part of."""

    VALUE = "value"  # a bound, an amount, a cell
    CONDITION = "condition"
    WORDS = "words"  # a text in quotes
    NAME = "name"  # a name that spells odds, as `six_to_five` does


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A figure, or a text or name that may contain figures. `past`: of a version that has ended, which the current text may lack."""

    label: str
    content: Figure | str
    role: Role
    past: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation of the section at its label."""

    label: str
    citation: Citation
    past: bool


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table; `figure` is None if it is a name or empty."""

    text: str
    figure: Figure | None
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A table of the section at its label. Tables with the same cells are equal: the text may print them once."""

    label: str = field(compare=False)
    head: tuple[TableCell, ...]
    body: tuple[tuple[TableCell, ...], ...]
    past: bool = field(compare=False)


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything that the file of a section states, in its order."""

    citation: str
    title: str
    file: str
    notes: tuple[Note, ...]
    place: Place
    labels: dict[str, Place]  # with the place where each first occurs
    past: frozenset[str]  # labels all of whose versions have ended
    excerpts: tuple[Excerpt, ...]
    cites: tuple[Cited, ...]
    tables: tuple[RuleTable, ...]
