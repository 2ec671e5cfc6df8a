"""`pitboss explain NAME`: an error code, a lint code, a provision, or a clause by its name."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches

from pitboss.commands.errors import report_error

_PAGES = (  # the beginning of a code, what it is about, and where it is described
    ("E0", "a file of a filing cannot be read", "docs/codes.md"),
    ("E2", "a value in a filing has the wrong form", "docs/filings.md"),
    ("E3", "the date of a check", "docs/codes.md"),
    ("R1", "a rule file has a syntax error", "docs/language.md"),
    ("R2", "a rule file contradicts itself", "docs/language.md"),
    ("R3", "the register of anomalies", "docs/register.md"),
)


def run(arguments: argparse.Namespace) -> int:
    name = arguments.name.strip()
    codes = error_codes()
    if (code := name.upper()) in codes:
        about, page = next((about, page) for start, about, page in _PAGES if code.startswith(start))
        sys.stdout.write(f"{code}: {codes[code]}\n  about  {about}\n   page  {page}\n")
        return 0
    if name[:1].upper() in "ELR" and name[1:].isdecimal():
        from pitboss.compiler.lint.lint_check import lint_checks
        from pitboss.reports.lint_explanation import lint_explanation

        checks = {check.code: check for check in lint_checks()}
        if code in checks:
            sys.stdout.write(lint_explanation(checks[code]))
            return 0
        near = get_close_matches(code, [*codes, *checks], 3, 0.7)
        advice = f"similar are {', '.join(near)}" if near else "docs/codes.md and docs/lint.md list them"
        return report_error(f"no error code '{name}'; {advice}")
    from pitboss.reports.explain_text import explain
    from pitboss.rulebook import load_catalog

    book = load_catalog()
    clauses = {clause.id: section for section in book.sections for clause in section.clauses}
    cites = {clause.partition("/")[0]: None for clause in clauses if name in (clause, clause.partition("/")[2])}
    texts = [text for cite in cites or (name,) if (text := explain(book, cite))]
    if not texts:
        names = sorted({clause.partition("/")[2] for clause in clauses})
        near = get_close_matches(name, names, 1)
        advice = (
            f"did you mean {near[0]}?" if near else "give a code as E205, a provision as 19:47-2.13(a), or a clause"
        )
        return report_error(f"nothing is known as '{name}'; {advice}")
    sys.stdout.write("\n".join(texts))
    return 0


def error_codes() -> dict[str, str]:
    """Return every error code of filings, rules and the register, with its meaning."""
    from pitboss.checker.filing.faults import FAULT_CODES
    from pitboss.checker.read.codes import CODES as READING
    from pitboss.commands.effective_day import CODES as DATES
    from pitboss.compiler.analysis.codes import CODES as ANALYSIS
    from pitboss.compiler.front.register import CODES as REGISTER
    from pitboss.grammar.errors import CODES as SYNTAX

    return {**READING, **FAULT_CODES, **DATES, **SYNTAX, **ANALYSIS, **REGISTER}
