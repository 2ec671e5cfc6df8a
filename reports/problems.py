"""Formats errors of a rule file or faults of a filing for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pitboss.checker.runtime.operations import FAIL, OPEN
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.reports.color import paint
from pitboss.reports.excerpt import excerpt
from pitboss.reports.same_column import once_in_a_column
from pitboss.reports.sanitize import safe


def problems(
    found: Iterable[Diagnostic], texts: Mapping[str, str], color: bool = False, limits: Iterable[Diagnostic] = ()
) -> str:
    """Each error with its place, its cause and its cure, once if it repeats down a column; then what limits a comparison."""
    tint = paint(color)
    listed = (_listed(found, texts, tint, tint(FAIL, "error")), _listed(limits, texts, tint, tint(OPEN, "limit")))
    return "\n".join(filter(None, listed))


def _listed(found: Iterable[Diagnostic], texts: Mapping[str, str], tint: Callable[[str, str], str], kind: str) -> str:
    return "\n".join(_problem(p, more, texts, tint, kind) for p, more in once_in_a_column(found))


def _problem(p: Diagnostic, more: str, texts: Mapping[str, str], tint: Callable[[str, str], str], kind: str) -> str:
    lines = [f"{kind} {tint('bold', p.code)}: {safe(p.message)}", *excerpt(p.place, texts, tint)]
    lines += [f"  {safe(what)}: {safe(str(place))}" for what, place in p.related]
    if more:
        lines.append(f"  {tint('dim', '    also')}  {safe(more)}")
    if p.help:
        lines.append(f"  {tint('dim', '    help')}  {safe(p.help)}")
    return "\n".join(lines) + "\n"
