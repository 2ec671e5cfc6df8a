"""`pitboss report FILING --out DIR`: the audit report of a check, in every form that people file, read and fill in."""

from __future__ import annotations

import argparse
import json
import pathlib
import sys
from collections.abc import Iterator
from shlex import quote
from typing import Any

from pitboss import __version__
from pitboss.book import catalog, compiled
from pitboss.commands.check import VERDICTS, exit_code, judged, locator
from pitboss.grammar.diagnostics import Rejected
from pitboss.progress import say


def run(arguments: argparse.Namespace) -> int:
    strange = [v for v in arguments.fail_on.split(",") if v.strip() not in VERDICTS]
    out = pathlib.Path(arguments.out)
    if strange:
        return _refused(f"--fail-on knows {', '.join(VERDICTS)}; not {', '.join(strange)}")
    if out.resolve().is_relative_to(pathlib.Path(arguments.path).resolve()):
        return _refused(f"{out} is inside the filing, and would be read as part of it; give another folder")
    folders = tuple(map(pathlib.Path, arguments.rules))
    try:
        book, vocabulary = compiled(*folders)
        told = catalog(*folders)
    except Rejected as rejected:
        from pitboss.commands.rules import tell

        tell(rejected.diagnostics)
        return 2
    result, source, problems, texts = judged(arguments, book, vocabulary)
    from dataclasses import replace

    from pitboss.checker.account import Asked, account
    from pitboss.checker.papers import root_of

    result = replace(result, problems=problems)
    said = "option" if arguments.as_of else "filing"
    asked = Asked(_command(arguments), said, arguments.previous, __version__, root_of(arguments.path))
    say("writing the report")
    data = account(result, book, vocabulary, told, texts, locator(source), asked)
    try:
        out.mkdir(parents=True, exist_ok=True)
        written = [_write(out / name, text) for name, text in _files(data)]
    except OSError as error:
        say()
        return _refused(f"{error.filename or out} cannot be written: {error.strerror}")
    say()
    from pitboss.reports.problems import problems as faults
    from pitboss.reports.summary import summary

    sys.stdout.write(faults(problems, texts) + ("\n" if problems else ""))
    sys.stdout.write("".join(f"wrote {path}\n" for path in written) + summary(data))
    return 2 if problems else exit_code(result, arguments.fail_on)


def _files(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each form and the name of its file; HTML first, since that is the one to open."""
    from pitboss.reports.audit import audit
    from pitboss.reports.audit_csv import audit_csv
    from pitboss.reports.audit_markdown import audit_markdown
    from pitboss.reports.worksheet import worksheet
    from pitboss.reports.worksheet_html import worksheet_html

    yield "audit.html", audit(data)
    yield "audit.md", audit_markdown(data)
    yield "findings.csv", audit_csv(data)
    yield "worksheet.csv", worksheet(data)
    yield "worksheet.html", worksheet_html(data)
    yield "audit.json", json.dumps(data, indent=1, ensure_ascii=True) + "\n"


def _write(path: pathlib.Path, text: str) -> pathlib.Path:
    path.write_bytes(text.encode("utf-8"))
    return path


def _command(arguments: argparse.Namespace) -> str:
    """What makes this report again."""
    words = ["pitboss", "report", quote(arguments.path)]
    for option, given in (
        ("--as-of", [arguments.as_of]),
        ("--previous", [arguments.previous]),
        ("--inspection", arguments.inspection),
        ("--rules", arguments.rules),
    ):
        words += [f"{option} {quote(value)}" for value in given if value]
    return " ".join([*words, "--out", quote(arguments.out)])


def _refused(why: str) -> int:
    sys.stderr.write(f"pitboss: {why}\n")
    return 2
