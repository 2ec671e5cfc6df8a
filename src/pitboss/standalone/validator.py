"""Checks a JSON filing against the compiled rulebook, with the standard library alone."""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from pitboss.checker.filing.assemble import assemble
from pitboss.checker.filing.document_digests import mismatched, root_of
from pitboss.checker.filing.faults import place_faults, without_echoes
from pitboss.checker.filing.unknown_provisions import unmatched
from pitboss.checker.findings.folding import with_consequences
from pitboss.checker.findings.locator import locator
from pitboss.checker.findings.result import Result, check
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.read.decoding import decode, escaped
from pitboss.checker.read.document import Document, SourceDocuments
from pitboss.checker.read.json_load import load
from pitboss.checker.read.limits import Limits
from pitboss.checker.read.regular_file import contents
from pitboss.commands.effective_day import effective_day, events_not_covered, nothing_judged
from pitboss.commands.fail_on import exit_code, parse_fail_on
from pitboss.compiled import BEGINS, DIGEST, EXPIRES
from pitboss.compiled.clauses import CLAUSES
from pitboss.compiled.vocabulary import VOCABULARY
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import replace, sha256
from pitboss.reports.formats.json import json
from pitboss.reports.remarks import remarks
from pitboss.reports.sanitize import safe


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the filing of the command line, write the report and return the exit code."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # the same bytes on every platform
    options = _options(arguments)
    options.path = options.path.replace(os.sep, "/")
    wanted = parse_fail_on(options.fail_on)
    if isinstance(wanted, str):
        sys.stderr.write(escaped(wanted) + "\n")
        return 2
    source = _read_all(options.path)
    book = CompiledRulebook(CLAUSES, BEGINS, EXPIRES, DIGEST)
    filing, problems = None, source.problems
    if source.documents:
        filing, faults = assemble(source.documents, VOCABULARY, complete=not source.problems)
        if source.problems:  # a name that seems unknown may be declared in the file that could not be read
            faults = tuple(f for f in faults if f.code != "E204")
        cross_checks = (
            *unmatched(filing, CLAUSES), *mismatched(filing, root_of(options.path)), *events_not_covered(filing, book)
        )  # fmt: skip
        problems = (*problems, *without_echoes(source, place_faults(source, (*faults, *cross_checks)), source.problems))
    day, day_problems = effective_day(options.as_of, filing, options.path, book)
    documents = tuple((d.name, d.sha256) for d in source.documents)
    result = Result(options.path, day or "", DIGEST, documents, 0, 0, {}, (), (), {})
    if filing is not None and day:
        result = check(options.path, filing, book, VOCABULARY, day, documents, locator(source))
        problems = with_consequences(problems, result.folded)
    problems = (*problems, *day_problems)
    if day:
        problems = problems or nothing_judged(filing, result.clauses, options.path)
    result = replace(result, problems=problems)
    sys.stdout.write(json(result) if options.format == "json" else _plain_text(result))
    return 2 if result.problems else exit_code(result, wanted)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Check a JSON filing against the rulebook in this file.")
    parser.add_argument("path", metavar="PATH", help="filing: a JSON file, or a folder")
    parser.add_argument("--as-of", metavar="DATE", help="apply the law of this date (default: the effective date)")
    parser.add_argument(
        "--fail-on", metavar="VERDICT,...", default="fail,needs evidence", help="verdicts that exit with 1"
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="output format (default: %(default)s)"
    )
    return parser.parse_args(arguments)


def _read_all(path: str) -> SourceDocuments:
    """The documents of a file or a folder; other formats and links are problems."""
    documents: list[Document] = []
    problems: list[Diagnostic] = []
    texts: dict[str, str] = {}
    limits = Limits()
    for each in _json_files(path):
        name, file = _shown_path(each), pathlib.Path(each)
        if os.path.exists(each) and (not each.lower().endswith(".json") or each != path and os.path.islink(each)):
            message = "this validator reads JSON files only and does not follow links in a folder"
            problems.append(Diagnostic("E005", message, Place(name, 1, 1)))
            continue
        raw = contents(file, name, limits)
        text = raw if isinstance(raw, Diagnostic) else decode(raw, name)
        if isinstance(raw, Diagnostic) or isinstance(text, Diagnostic):
            assert isinstance(text, Diagnostic)
            problems.append(text)
            continue
        texts[name] = text
        loaded = load(text, name, limits)
        problems += loaded.problems
        if loaded.look is not None:
            documents.append(Document(name, loaded.data, sha256(raw), text, "json", str(file), loaded.look))
    return SourceDocuments(tuple(documents), tuple(problems), texts)


def _json_files(path: str) -> list[str]:
    """The file, or every file of the folder that could be part of a filing, in order."""
    if not os.path.isdir(path):
        return [path]
    kinds = (".json", ".yaml", ".yml", ".csv")
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = [f for f in folders if not f.startswith(".")]
        found += [os.path.join(folder, n) for n in names if n.lower().endswith(kinds) and not n.startswith(".")]
    return sorted(found, key=lambda each: each.replace(os.sep, "/").split("/")) or [path]


def _shown_path(path: str) -> str:
    """A path as the user would write it: relative to the working directory when below it, and safe to print."""
    absolute, here = os.path.abspath(path), os.path.join(os.getcwd(), "")
    shorter = absolute[len(here) :] if absolute.startswith(here) else path
    shorter = os.path.normpath(shorter).replace(os.sep, "/")
    return escaped(shorter.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace"))


def _plain_text(result: Result) -> str:
    lines = [f"{p.place}: error {p.code} {p.message}" + (f" ({p.help})" if p.help else "") for p in result.problems]
    for f in result.findings:
        cites = ", ".join(f.provisions)
        where = result.places.get(f.path) or result.name
        lines.append(f"{where}: {f.verdict} {cites} {f.code}: expected {f.expected}; actual {f.actual}")
    counts = ", ".join(f"{n} {verdict}" for verdict, n in result.counts.items())
    stated = f"as of {result.as_of}, rulebook {result.rulebook[:12]}: {counts}. Preliminary determination."
    lines.append(" ".join([stated, *remarks(result.filed_approvals(), 0)]))
    return "".join(safe(line) + "\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
