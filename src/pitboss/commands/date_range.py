"""`pitboss check FILING --from DATE --to DATE`: check on each date on which a verdict can change."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.locator import locator
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.runs.timeline import Timeline, timeline
from pitboss.commands.check import input_paths, load_with_previous
from pitboss.commands.dates import parse_range
from pitboss.commands.effective_day import not_covered, nothing_judged
from pitboss.commands.errors import report_error
from pitboss.commands.fail_on import exit_code, parse_fail_on
from pitboss.commands.filing_source import FilingSource, name_of
from pitboss.commands.outputs import parse_outputs, write_outputs
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.progress import show_progress
from pitboss.rulebook import load_rulebook


def run(arguments: argparse.Namespace) -> int:
    if arguments.odds:
        return report_error("--odds applies to one date; omit --from and --to")
    if arguments.ignore or arguments.select:
        return report_error("--ignore and --select apply to one date; omit --from and --to")
    if arguments.watch:
        return report_error("--watch applies to one date; omit --from and --to")
    days = parse_range(arguments.first, arguments.last, "--from and --to")
    if isinstance(days, str):
        return report_error(days)
    if arguments.as_of:
        return report_error("--as-of cannot be combined with --from and --to: give one date or a period")
    if arguments.baseline:
        return report_error("--baseline cannot be combined with --from and --to: it applies to one date")
    wanted = parse_fail_on(arguments.fail_on)
    if isinstance(wanted, str):
        return report_error(wanted)
    outputs = parse_outputs(
        arguments.format or ["text"], ("json", "text"), input_paths(arguments), where=" with --from and --to"
    )
    if isinstance(outputs, str):
        return report_error(outputs)
    book, vocabulary = load_rulebook(*map(Path, arguments.rules))
    checked, problems, texts = timeline_of(
        arguments.path, arguments.previous, book, vocabulary, *days, arguments.inspection
    )
    complete = write_outputs(outputs, lambda name, color: _report(name, checked, problems, texts, color))
    if not complete or problems:
        return 2
    return max(exit_code(interval.result, wanted) for interval in checked.intervals)


def _report(
    name: str, checked: Timeline, problems: tuple[Diagnostic, ...], texts: Mapping[str, str], color: bool
) -> str:
    if name == "json":
        from pitboss.reports.timeline_json import timeline_json

        return timeline_json(checked, problems)
    from pitboss.reports.problems import problems as report_problems
    from pitboss.reports.timeline_text import timeline as text

    errors = report_problems(problems, texts, color, checked.previous_problems)
    errors += "\n" if errors and checked.intervals else ""
    return errors + (text(checked, color) if checked.intervals else "")


def timeline_of(
    path: FilingSource,
    previous: str | None,
    book: CompiledRulebook,
    vocabulary: Vocabulary,
    first: str,
    last: str,
    worksheets: Sequence[str] = (),
) -> tuple[Timeline, tuple[Diagnostic, ...], dict[str, str]]:
    """Return the timeline of a filing, all errors, and the text of every document by name.

    The timeline is empty if the filing cannot be read. Days that the rulebook does not cover are errors.
    """
    source, filing, problems, texts, limits = load_with_previous(path, previous, book, vocabulary, worksheets)
    documents = tuple((d.name, d.sha256) for d in source.documents)
    unjudged = Timeline(name_of(path), first, last, book.digest, documents, previous_problems=limits)
    if filing is None:
        return unjudged, problems, texts
    checked = timeline(name_of(path), filing, book, vocabulary, first, last, documents, locator(source), _show_date)
    not_judged = [
        error
        for interval in checked.intervals
        for error in not_covered(book, interval.since, "--from" if interval.since == first else "--to")
    ]
    if problems := (*problems, *not_judged):
        return replace(checked, previous_problems=limits), problems, texts
    clauses = max(interval.result.clauses for interval in checked.intervals)
    if problems := nothing_judged(filing, clauses, name_of(path)):
        return unjudged, problems, texts
    return replace(checked, previous_problems=limits), (), texts


def _show_date(done: int, total: int) -> None:
    show_progress(f"checking date {done + 1} of {total}" if done < total else "")
