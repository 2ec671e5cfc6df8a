"""Collects the figures that a section of the rules states: its literals, the digits of its texts, and odds that its names spell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.compiler.ground.figures import digits, figures
from pitboss.compiler.model.transcript import Excerpt, Figure, Role, Transcript
from pitboss.grammar.diagnostics import Place


@dataclass(frozen=True, slots=True)
class RuleFigure:
    """A figure of the rulebook. A name that spells odds (`six_to_five`) states them, but need not be in the text."""

    label: str
    figure: Figure
    role: Role
    past: bool  # of a version that has ended: the current text need not have it
    place: Place


def rule_figures(transcript: Transcript) -> tuple[RuleFigure, ...]:
    """Every figure of a section, in its order."""
    return tuple(
        RuleFigure(excerpt.label, figure, excerpt.role, excerpt.past, excerpt.place)
        for excerpt in transcript.excerpts
        for figure in _figures(excerpt)
    )


def _figures(excerpt: Excerpt) -> Iterator[Figure]:
    match excerpt.content:
        case str(words) if excerpt.role is Role.WORDS:
            yield from digits(words)
        case str(name):
            spelled = figures(name.replace("_", " "))
            yield from (figure for figure in sorted(spelled) if figure[0].startswith("odds"))
        case figure:
            yield figure
