"""`pitboss check FILING --from DATE --to DATE`: the filing on every day on which its verdicts could change."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pitboss.book import compiled
from pitboss.checker.judge import Rulebook
from pitboss.checker.timeline import Timeline, timeline
from pitboss.checker.vocabulary import Vocabulary
from pitboss.commands.check import filed, filed_at, locator
from pitboss.commands.days import span
from pitboss.commands.fail_on import exit_code, fail_on
from pitboss.commands.outputs import deliver, outputs
from pitboss.commands.trouble import refuse
from pitboss.grammar.diagnostics import Diagnostic


def run(arguments: argparse.Namespace) -> int:
    days = span(arguments.first, arguments.last, "--from and --to")
    if isinstance(days, str):
        return refuse(days)
    if arguments.as_of:
        return refuse("--as-of names one day, --from and --to a span: give one or the other")
    if arguments.baseline:
        return refuse("--baseline holds one day to another: with --from and --to it says nothing")
    wanted = fail_on(arguments.fail_on)
    if isinstance(wanted, str):
        return refuse(wanted)
    asked = outputs(arguments.format or ["text"], ("json", "text"), filed_at(arguments), where=" over a span of days")
    if isinstance(asked, str):
        return refuse(asked)
    book, vocabulary = compiled(*map(Path, arguments.rules))
    told, problems, texts = over(arguments.path, arguments.previous, book, vocabulary, *days, arguments.inspection)
    delivered = deliver(asked, lambda name, colour: _report(name, told, problems, texts, colour))
    if not delivered or problems:
        return 2
    return max(exit_code(interval.result, wanted) for interval in told.intervals)


def _report(name: str, told: Timeline, problems: tuple[Diagnostic, ...], texts: Mapping[str, str], colour: bool) -> str:
    if name == "json":
        from pitboss.reports.timeline_json import timeline_json

        return timeline_json(told, problems)
    from pitboss.reports.problems import problems as report
    from pitboss.reports.timeline import timeline as text

    read = report(problems, texts, colour) + ("\n" if problems and told.judged else "")
    return read + (text(told, colour) if told.judged else "")


def over(
    path: str,
    previous: str | None,
    book: Rulebook,
    vocabulary: Vocabulary,
    first: str,
    last: str,
    worksheets: Sequence[str] = (),
) -> tuple[Timeline, tuple[Diagnostic, ...], dict[str, str]]:
    """The timeline of a filing, of no day when it cannot be read."""
    source, filing, problems, texts = filed(path, previous, book, vocabulary, worksheets)
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
