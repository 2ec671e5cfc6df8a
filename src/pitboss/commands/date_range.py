"""`pitboss check FILING --from DATE --to DATE`: the filing on every day on which its verdicts could change."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import Rulebook
from pitboss.checker.runs.timeline import Timeline, timeline
from pitboss.commands.check import input_paths, load_with_previous, locator
from pitboss.commands.dates import parse_range
from pitboss.commands.errors import report_error
from pitboss.commands.fail_on import exit_code, parse_fail_on
from pitboss.commands.outputs import parse_outputs, write_outputs
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.rulebook import load_rulebook


def run(arguments: argparse.Namespace) -> int:
    days = parse_range(arguments.first, arguments.last, "--from and --to")
    if isinstance(days, str):
        return report_error(days)
    if arguments.as_of:
        return report_error("--as-of names one day, --from and --to a span: give one or the other")
    if arguments.baseline:
        return report_error("--baseline holds one day to another: with --from and --to it says nothing")
    wanted = parse_fail_on(arguments.fail_on)
    if isinstance(wanted, str):
        return report_error(wanted)
    asked = parse_outputs(
        arguments.format or ["text"], ("json", "text"), input_paths(arguments), where=" over a span of days"
    )
    if isinstance(asked, str):
        return report_error(asked)
    book, vocabulary = load_rulebook(*map(Path, arguments.rules))
    told, problems, texts = timeline_of(
        arguments.path, arguments.previous, book, vocabulary, *days, arguments.inspection
    )
    delivered = write_outputs(asked, lambda name, colour: _report(name, told, problems, texts, colour))
    if not delivered or problems:
        return 2
    return max(exit_code(interval.result, wanted) for interval in told.intervals)


def _report(name: str, told: Timeline, problems: tuple[Diagnostic, ...], texts: Mapping[str, str], colour: bool) -> str:
    if name == "json":
        from pitboss.reports.timeline_json import timeline_json

        return timeline_json(told, problems)
    from pitboss.reports.problems import problems as report
    from pitboss.reports.timeline_text import timeline as text

    read = report(problems, texts, colour) + ("\n" if problems and told.judged else "")
    return read + (text(told, colour) if told.judged else "")


def timeline_of(
    path: str,
    previous: str | None,
    book: Rulebook,
    vocabulary: Vocabulary,
    first: str,
    last: str,
    worksheets: Sequence[str] = (),
) -> tuple[Timeline, tuple[Diagnostic, ...], dict[str, str]]:
    """The timeline of a filing, of no day when it cannot be read."""
    source, filing, problems, texts = load_with_previous(path, previous, book, vocabulary, worksheets)
    documents = tuple((d.name, d.sha256) for d in source.documents)
    if filing is None:
        return Timeline(path, first, last, book.digest, documents), problems, texts
    made = timeline(path, filing, book, vocabulary, first, last, documents, locator(source), progress())
    return made, problems, texts


def progress() -> Callable[[int, int], None]:
    """On a terminal a line that moves on with the days; elsewhere nothing."""
    if not sys.stderr.isatty():
        return lambda done, of: None

    def tell(done: int, of: int) -> None:
        sys.stderr.write(f"\rjudging day {done + 1} of {of}" if done < of else "\r\x1b[K")
        sys.stderr.flush()

    return tell
