"""Formats errors of a rule file or faults of a filing for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pitboss.grammar.diagnostics import Diagnostic
from pitboss.reports.color import paint
from pitboss.reports.excerpt import excerpt
from pitboss.reports.same_column import once_in_a_column
from pitboss.reports.sanitize import safe


def problems(found: Iterable[Diagnostic], texts: Mapping[str, str], color: bool = False) -> str:
    """Each error with its place, its cause and its cure; once if it repeats down a column."""
    return "\n".join(_problem(p, more, texts, paint(color)) for p, more in once_in_a_column(found))


def _problem(p: Diagnostic, more: str, texts: Mapping[str, str], tint: Callable[[str, str], str]) -> str:
    lines = [f"{tint('fail', 'error')} {tint('bold', p.code)}: {safe(p.message)}", *excerpt(p.place, texts, tint)]
    lines += [f"  {safe(what)}: {safe(str(place))}" for what, place in p.related]
    if more:
        lines.append(f"  {tint('dim', '    also')}  {safe(more)}")
    if p.help:
        lines.append(f"  {tint('dim', '    help')}  {safe(p.help)}")
    return "\n".join(lines) + "\n"
