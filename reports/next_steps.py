"""Formats the commands to try next."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pitboss.reports.sanitize import safe


def next_steps(steps: Iterable[tuple[str, str]], tint: Callable[[str, str], str]) -> str:
    """Commands to try next, each after what it shows."""
    rows = list(steps)
    width = max(len(what) for what, _ in rows)
    return "".join(f"{tint('dim', f'{what:<{width}}')}  {safe(command)}\n" for what, command in rows)
