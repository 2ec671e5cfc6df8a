"""`pitboss law lint`: defects of the law that the rules show by themselves."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.commands.errors import report_error
from pitboss.commands.outputs import use_color
from pitboss.commands.subchapter import find_subchapter
from pitboss.rulebook import load_catalog, load_core

if TYPE_CHECKING:
    from pitboss.compiler.lint.law_under_lint import LawUnderLint
    from pitboss.compiler.lint.lint import LintData


def run(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.lint.lint import lint_data
    from pitboss.compiler.lint.lint_check import lint_checks

    checks = {check.code: check for check in lint_checks()}
    asked = [code.strip().upper() for code in (arguments.explain or arguments.select or "").split(",") if code.strip()]
    if unknown := [code for code in asked if code not in checks]:
        return report_error(f"no lint code {', '.join(unknown)}; the codes are {', '.join(checks)}")
    if arguments.explain is not None:
        from pitboss.reports.lint_explanation import lint_explanation

        sys.stdout.write("\n".join(map(lint_explanation, [checks[code] for code in asked or checks])))
        return 0
    law = law_under_lint(tuple(map(Path, arguments.rules)), arguments.odds)
    if isinstance(law, str):
        return report_error(law)
    subchapter, error = find_subchapter(law.catalog, arguments.subchapter)
    if error:
        return report_error(error)
    data = lint_data(law, asked, subchapter)
    sys.stdout.write(_report(data, arguments.format))
    failing = {"never": 0, "new": data["totals"]["new"], "any": data["totals"]["findings"]}
    return int(failing[arguments.fail_on] > 0)


def law_under_lint(folders: tuple[Path, ...], with_odds: bool) -> LawUnderLint | str:
    """Return the rules in the folders, or this package's rulebook, with exact odds of the last day if asked; or an error message."""
    from pitboss.commands.dates import parse_as_of
    from pitboss.commands.odds import odds_rows
    from pitboss.compiler.emit.catalog import catalog
    from pitboss.compiler.lint.law_under_lint import LawUnderLint

    book = load_core(*folders)
    views = catalog(book) if folders else load_catalog()
    if not with_odds:
        return LawUnderLint(book, views)
    day, error = parse_as_of(None, views.begins, views.expires)
    counted = error or odds_rows(views, day, folders=folders)
    return counted if isinstance(counted, str) else LawUnderLint(book, views, tuple(counted["rows"]), day)


def _report(data: LintData, form: str) -> str:
    if form == "json":
        return json.dumps(data, indent=2) + "\n"
    if form == "sarif":
        from pitboss.reports.lint_sarif import lint_sarif

        return lint_sarif(data)
    from pitboss.reports.lint_text import lint_text

    return lint_text(data, use_color())
