"""Formats errors of a rule file or faults of a filing for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pitboss.grammar.diagnostics import Diagnostic
from pitboss.reports.color import paint
from pitboss.reports.excerpt import excerpt
from pitboss.reports.sanitize import safe


def problems(found: Iterable[Diagnostic], texts: Mapping[str, str], color: bool = False) -> str:
    return "\n".join(_problem(p, texts, paint(color)) for p in found)


def _problem(p: Diagnostic, texts: Mapping[str, str], tint: Callable[[str, str], str]) -> str:
    lines = [f"{tint('fail', 'error')} {tint('bold', p.code)}: {safe(p.message)}", *excerpt(p.place, texts, tint)]
    lines += [f"  {safe(what)}: {safe(str(place))}" for what, place in p.related]
    if p.help:
        lines.append(f"  {tint('dim', '    help')}  {safe(p.help)}")
    return "\n".join(lines) + "\n"
