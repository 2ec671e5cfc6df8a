"""The filings and records that a change of the law made lawful or unlawful, as text."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.compiler.model.clause_examples import TurnedExample
from pitboss.reports.sanitize import safe


def turned_text(turned: Sequence[TurnedExample]) -> str:
    """The examples that became unlawful, and those that became lawful."""
    lines: list[str] = []
    for title, became_lawful in (("lawful before, unlawful after", False), ("unlawful before, lawful after", True)):
        examples = [one.example for one in turned if one.became_lawful == became_lawful]
        if examples:
            lines += ["", f"examples that were {title}"]
        for example in examples:
            lines.append(f"  {example.clause}")
            lines += [f"    {safe(line)}" for line in example.lines]
    return "".join(f"{line}\n" for line in lines)
