"""The explanation page of a lint code as text."""

from __future__ import annotations

from pitboss.compiler.lint.lint_check import LintCheck
from pitboss.reports.wrap import wrapped


def lint_explanation(check: LintCheck) -> str:
    """The code and its name, then what it finds, why that matters, an example, and what to do."""
    lines = [f"{check.code}  {check.name}", *wrapped("  ", check.title), ""]
    for name, text in (
        ("what", check.what), ("why", check.why), ("example", check.example), ("to do", check.remedy),
        ("register", ", ".join(check.kinds)), ("needs", "--odds" if check.needs_odds else ""),
    ):  # fmt: skip
        lines += wrapped(f"  {name:9} ", text) if text else []
    return "\n".join(lines) + "\n"
