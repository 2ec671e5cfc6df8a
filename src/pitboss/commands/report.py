"""`pitboss report FILING --out DIR`: write the audit report of a check in every format, and the floor worksheet."""

from __future__ import annotations

import argparse
import json
import pathlib
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pitboss import __version__
from pitboss.checker.findings.locator import locator
from pitboss.commands.check import check_filing, ignoring, with_odds
from pitboss.commands.errors import report_error
from pitboss.commands.fail_on import exit_code, parse_fail_on
from pitboss.commands.filing_source import folder_of, paths_of
from pitboss.commands.outputs import screen_width, use_color, write_files
from pitboss.progress import show_progress
from pitboss.reports.shell_word import shell_word
from pitboss.rulebook import load_catalog, load_rulebook

if TYPE_CHECKING:
    from pitboss.checker.account.audit_data import AuditData


def run(arguments: argparse.Namespace) -> int:
    wanted, out = parse_fail_on(arguments.fail_on), pathlib.Path(arguments.out)
    if isinstance(wanted, str):
        return report_error(wanted)
    applied = ignoring(arguments)
    if isinstance(applied, str):
        return report_error(applied)
    if any(out.resolve().is_relative_to(pathlib.Path(path).resolve()) for path in paths_of(arguments.path)):
        return report_error(f"{out} is inside the filing and would be read as part of it; give another folder")
    from pitboss.commands.print_pdf import find_browser, print_pdf

    browser = find_browser() if arguments.pdf else None
    if arguments.pdf and browser is None:
        return report_error(
            "--pdf needs Chromium, Chrome or Edge: install one, or name it in PITBOSS_CHROMIUM; nothing was written"
        )
    folders = tuple(map(pathlib.Path, arguments.rules))
    book, vocabulary = load_rulebook(*folders)
    law = load_catalog(*folders)
    result, source, problems, texts = check_filing(arguments, book, vocabulary)
    from pitboss.reports.problems import problems as report_problems

    errors = report_problems(problems, texts, limits=result.previous_problems)
    errors += "\n" if errors else ""
    if not source.documents:  # a misspelled path must not overwrite the last report with an empty one
        show_progress()
        sys.stdout.write(f"{errors}No document could be read; no report was written.\n")
        return 2
    from dataclasses import replace

    from pitboss.checker.account import ReportRequest, account

    ignored = applied(replace(result, problems=problems), book)
    if isinstance(ignored, str):
        show_progress()
        return report_error(ignored)
    result, odds_failed = with_odds(ignored, arguments, book, vocabulary)
    as_of_from = "option" if arguments.as_of else "filing"
    request = ReportRequest(_command(arguments), as_of_from, arguments.previous, __version__, folder_of(arguments.path))
    show_progress("writing the report")
    data = account(result, book, vocabulary, law, texts, locator(source), request)
    written = write_files(out, _files(data))
    if browser:
        show_progress("printing the report")
        problem = print_pdf(browser, out / "audit.html", out / "audit.pdf")
        if problem:
            show_progress()
            return report_error(problem)
        written += 1
    show_progress()
    from pitboss.checker.findings.ignore import ignored_data
    from pitboss.checker.findings.severity import ranked
    from pitboss.reports.audit_summary import summary
    from pitboss.reports.color import paint
    from pitboss.reports.ignored_text import ignored_text
    from pitboss.reports.next_steps import next_steps
    from pitboss.reports.overview import overview

    tint = paint(use_color())
    sys.stdout.write(errors)
    sys.stdout.write(f"wrote {written} files to {out}\n\n{summary(data)}")
    if figures := overview(result, ranked(result.findings), tint, screen_width()):
        sys.stdout.write(f"{figures}\n")
    if rules := ignored_text(ignored_data(result.ignores), not result.problems):
        sys.stdout.write(f"{rules}\n")
    if figures:
        sys.stdout.write(next_steps(_next_steps(arguments, out), tint))
    return 2 if problems or odds_failed else exit_code(result, wanted)


def _files(data: AuditData) -> Iterator[tuple[str, str | bytes]]:
    """Yield the name and the text of each file; HTML first, because it is the one to open."""
    from pitboss.reports.audit_csv import audit_csv
    from pitboss.reports.audit_html import audit
    from pitboss.reports.audit_markdown import audit_markdown
    from pitboss.reports.worksheet_csv import worksheet
    from pitboss.reports.worksheet_html import worksheet_html

    yield "audit.html", audit(data)
    yield "audit.md", audit_markdown(data)
    yield "findings.csv", audit_csv(data)
    yield "worksheet.csv", worksheet(data)
    yield "worksheet.html", worksheet_html(data)
    if find_spec("openpyxl"):
        from pitboss.reports.worksheet_xlsx import worksheet_xlsx

        yield "worksheet.xlsx", worksheet_xlsx(data)
    yield "audit.json", json.dumps(data, indent=1, ensure_ascii=True) + "\n"


def _next_steps(arguments: argparse.Namespace, out: pathlib.Path) -> Iterator[tuple[str, str]]:
    given = (arguments.path,) if isinstance(arguments.path, str) else arguments.path
    path = " ".join(map(shell_word, given)) + (f" --as-of {shell_word(arguments.as_of)}" if arguments.as_of else "")
    yield "read the report", f"open {shell_word(str(out / 'audit.html'))} in a browser"
    yield "each finding", f"pitboss check {path} --all"
    yield "inspect", f"complete {shell_word(str(out / 'worksheet.csv'))}, then run this again with --inspection"


def _command(arguments: argparse.Namespace) -> str:
    """The command line that reproduces this report."""
    paths = (arguments.path,) if isinstance(arguments.path, str) else arguments.path
    words = ["pitboss", "report", *map(shell_word, paths)]
    for option, given in (
        ("--as-of", [arguments.as_of]),
        ("--previous", [arguments.previous]),
        ("--inspection", arguments.inspection),
        ("--rules", arguments.rules),
        ("--ignore", arguments.ignore),
        ("--select", arguments.select),
    ):
        words += [f"{option} {shell_word(value)}" for value in given if value]
    words += [f"--{name}" for name in ("odds", "pdf") if getattr(arguments, name)]
    return " ".join([*words, "--out", shell_word(arguments.out)])
