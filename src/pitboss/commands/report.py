"""`pitboss report FILING --out DIR`: write the audit report of a check in every format, and the floor worksheet."""

from __future__ import annotations

import argparse
import json
import pathlib
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from shlex import quote
from typing import TYPE_CHECKING

from pitboss import __version__
from pitboss.checker.findings.locator import locator
from pitboss.commands.check import check_filing, with_odds
from pitboss.commands.errors import report_error
from pitboss.commands.fail_on import exit_code, parse_fail_on
from pitboss.commands.outputs import write_files
from pitboss.progress import show_progress
from pitboss.rulebook import load_catalog, load_rulebook

if TYPE_CHECKING:
    from pitboss.checker.account.audit_data import AuditData


def run(arguments: argparse.Namespace) -> int:
    wanted, out = parse_fail_on(arguments.fail_on), pathlib.Path(arguments.out)
    if isinstance(wanted, str):
        return report_error(wanted)
    if out.resolve().is_relative_to(pathlib.Path(arguments.path).resolve()):
        return report_error(f"{out} is inside the filing and would be read as part of it; give another folder")
    folders = tuple(map(pathlib.Path, arguments.rules))
    book, vocabulary = load_rulebook(*folders)
    law = load_catalog(*folders)
    result, source, problems, texts = check_filing(arguments, book, vocabulary)
    from pitboss.reports.problems import problems as format_problems

    errors = format_problems(problems, texts) + ("\n" if problems else "")
    if not source.documents:  # a misspelled path must not overwrite the last report with an empty one
        show_progress()
        sys.stdout.write(f"{errors}No document could be read; no report was written.\n")
        return 2
    from dataclasses import replace

    from pitboss.checker.account import ReportRequest, account
    from pitboss.checker.filing.document_digests import root_of

    result, odds_failed = with_odds(replace(result, problems=problems), arguments, book, vocabulary)
    as_of_from = "option" if arguments.as_of else "filing"
    request = ReportRequest(_command(arguments), as_of_from, arguments.previous, __version__, root_of(arguments.path))
    show_progress("writing the report")
    data = account(result, book, vocabulary, law, texts, locator(source), request)
    written = write_files(out, _files(data))
    show_progress()
    from pitboss.reports.audit_summary import summary

    sys.stdout.write(errors)
    sys.stdout.write("".join(f"wrote {path}\n" for path in written) + summary(data))
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


def _command(arguments: argparse.Namespace) -> str:
    """The command line that reproduces this report."""
    words = ["pitboss", "report", quote(arguments.path)]
    for option, given in (
        ("--as-of", [arguments.as_of]),
        ("--previous", [arguments.previous]),
        ("--inspection", arguments.inspection),
        ("--rules", arguments.rules),
    ):
        words += [f"{option} {quote(value)}" for value in given if value]
    words += ["--odds"] if arguments.odds else []
    return " ".join([*words, "--out", quote(arguments.out)])
