"""`pitboss check`: read, assemble, judge, report."""

from __future__ import annotations

import argparse
import pathlib
import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from pitboss.checker.filing.assemble import assemble
from pitboss.checker.filing.document_digests import mismatched, root_of
from pitboss.checker.filing.faults import place_faults
from pitboss.checker.filing.merge_documents import references
from pitboss.checker.filing.model import Filing, Path
from pitboss.checker.filing.unknown_provisions import unmatched
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.result import Locate, Result, check
from pitboss.checker.judging.judge import Rulebook
from pitboss.checker.read import Source, read, resolve_file
from pitboss.commands.errors import report_error
from pitboss.commands.fail_on import exit_code, parse_fail_on
from pitboss.commands.outputs import parse_outputs, write_outputs
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.progress import show_progress
from pitboss.reports.formats import Context, known, render
from pitboss.rulebook import load_rulebook


def run(arguments: argparse.Namespace) -> int:
    if arguments.odds and (arguments.first or arguments.last):
        return report_error("--odds is of one day; leave --from and --to out")
    if arguments.first or arguments.last:
        from pitboss.commands import date_range

        return date_range.run(arguments)
    wanted = parse_fail_on(arguments.fail_on)
    if isinstance(wanted, str):
        return report_error(wanted)
    asked = parse_outputs(arguments.format or ["text"], known(), input_paths(arguments), arguments.baseline)
    if isinstance(asked, str):
        return report_error(asked)
    hold = _baseline(arguments.baseline)
    if isinstance(hold, str):
        return report_error(hold)
    book, vocabulary = load_rulebook(*map(pathlib.Path, arguments.rules))
    result, _, problems, texts = check_filing(arguments, book, vocabulary)
    show_progress()
    result = hold(replace(result, problems=problems, previous=document_digests(arguments.previous)))
    result, uncounted = with_odds(result, arguments, book, vocabulary)
    code = 2 if problems or uncounted else exit_code(result, wanted)
    told = write_outputs(
        asked, lambda name, colour: render(name, result, Context(texts, colour, arguments.floor, code))
    )
    return code if told else 2


def with_odds(
    result: Result, arguments: argparse.Namespace, book: Rulebook, vocabulary: Vocabulary
) -> tuple[Result, bool]:
    """With what the wagers on the floor are worth, where that is asked for; and whether it could not be counted."""
    if not arguments.odds or result.filing is None:
        return result, False
    from pitboss.checker.account.floor_odds import worth_of_floor
    from pitboss.commands.odds import counted

    offers = {name for table in result.filing.tables for facts in table.variants for name in facts["offers"]}
    wagers = [name for name in vocabulary.named("wager") if name in offers]
    odds = counted(result.as_of, wagers, tuple(map(pathlib.Path, arguments.rules)))
    if isinstance(odds, str):
        report_error(odds)
        return result, True
    return replace(result, worth=worth_of_floor(result.filing, odds, vocabulary, book.clauses)), False


def check_filing(
    arguments: argparse.Namespace, book: Rulebook, vocabulary: Vocabulary
) -> tuple[Result, Source, tuple[Diagnostic, ...], dict[str, str]]:
    """The filing that the command line names, on the day that it names; all faults, and the texts of all documents."""
    show_progress(f"reading {arguments.path}")
    source, filing, problems, texts = load_with_previous(
        arguments.path, arguments.previous, book, vocabulary, arguments.inspection
    )
    day, trouble = _day(arguments.as_of, filing, arguments.path)
    problems = (*problems, *trouble)
    documents = tuple((d.name, d.sha256) for d in source.documents)
    if filing is not None and day:
        show_progress(f"judging {len(filing.tables)} tables as of {day}")
        result = check(arguments.path, filing, book, vocabulary, day, documents, locator(source))
    else:
        result = Result(arguments.path, day or "", book.digest, documents, 0, 0, {}, (), (), {})
    return result, source, problems, texts


def load_with_previous(
    path: str, previous: str | None, book: Rulebook, vocabulary: Vocabulary, worksheets: Sequence[str] = ()
) -> tuple[Source, Filing | None, tuple[Diagnostic, ...], dict[str, str]]:
    """The filing, with what differs from the previous one as events; its faults, and the texts of all documents."""
    source, filing, problems = load_filing(path, book, vocabulary, worksheets)
    texts = dict(source.texts)
    if previous and filing is not None:
        from pitboss.checker.filing.events import differences

        before, old, more = load_filing(previous, book, vocabulary)
        problems, texts = (*problems, *more), texts | dict(before.texts)
        if old is not None:
            filing = replace(filing, events=(*filing.events, *differences(old, filing, vocabulary.events)))
    return source, filing, problems, texts


def document_digests(path: str | None) -> tuple[tuple[str, str], ...]:
    """Names and digests of an earlier filing, as a statement binds them; names are those inside of it."""
    if path is None:
        return ()
    source, root = with_references(read(path), pathlib.Path(path)), root_of(path)
    return tuple((posixpath.relpath(d.name, root), d.sha256) for d in source.documents)


def load_filing(
    path: str, book: Rulebook, vocabulary: Vocabulary, worksheets: Sequence[str] = ()
) -> tuple[Source, Filing | None, tuple[Diagnostic, ...]]:
    """The filing, with the answers of an inspection's worksheets; and its faults."""
    source = with_references(read(path), pathlib.Path(path))
    if not source.documents:
        return source, None, source.problems
    whole = not source.problems
    if worksheets:
        from pitboss.checker.filing.inspection import inspected, with_inspection

        source, inspection, wrong = with_inspection(source, worksheets)
    filing, faults = assemble(source.documents, vocabulary, complete=whole)
    if worksheets:
        filing, more = inspected(filing, inspection)
        faults = (*faults, *wrong, *more)
    if not whole:  # what a file that was not read would have named is not held against the others
        faults = tuple(f for f in faults if f.code != "E204")
    besides = (*unmatched(filing, book.clauses), *mismatched(filing, root_of(path)))
    return source, filing, (*source.problems, *place_faults(source, (*faults, *besides)))


def with_references(source: Source, path: pathlib.Path) -> Source:
    """The lists of tables that a filing refers to and that were not read with it."""
    documents, problems, texts = list(source.documents), list(source.problems), dict(source.texts)
    root = path if path.is_dir() else path.parent
    for at, name in references(source.documents):
        if name in {posixpath.normpath(d.name) for d in documents}:
            continue
        asking = source.documents[int(at[0])]
        found = resolve_file(asking, str(value_at(asking.data, at[1:])), root, at[1:])
        if isinstance(found, Diagnostic):
            problems.append(found)
        else:
            documents.append(found)
            texts[found.name] = found.text
    return Source(tuple(documents), tuple(problems), texts)


def value_at(data: object, path: Path) -> object:
    for step in path:
        data = data[step]  # type: ignore[index]
    return data


def locator(source: Source) -> Locate:
    """Places of paths whose first item is a document's index; through anchors, where the text really stands."""

    def locate(paths: Iterable[Path]) -> Mapping[Path, Place]:
        by_document: dict[int, list[Path]] = {}
        for path in paths:
            by_document.setdefault(int(path[0]), []).append(path[1:])
        found: dict[Path, Place] = {}
        for index, wanted in by_document.items():
            for path, place in source.documents[index].origins(wanted).items():
                found[(index, *path)] = place
        return found

    return locate


def _day(given: str | None, filing: Filing | None, path: str) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """As-of is the option given, else the filing's effective date, else an error; never today."""
    if given is not None:
        try:
            return date.fromisoformat(given).isoformat(), ()
        except ValueError:
            return None, (
                Diagnostic("E301", f"there is no day '{given}'", Place("--as-of", 1, 1), help="write it as 2007-01-31"),
            )
    if filing is None:
        return None, ()
    if filing.effective is None:
        return None, (
            Diagnostic(
                "E302",
                "the filing has no effective date",
                Place(path, 1, 1),
                help="state submission.effective, or give --as-of DATE",
            ),
        )
    return filing.effective, ()


def input_paths(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Where what is filed stands, which no report may touch."""
    return tuple(filter(None, (arguments.path, arguments.previous, *arguments.inspection)))


def _baseline(path: str | None) -> Callable[[Result], Result] | str:
    """What holds a result to an earlier report, or why that cannot be read."""
    if path is None:
        return lambda result: result
    from pitboss.checker.runs.baseline import against
    from pitboss.commands.compare import read_report_file

    old = read_report_file(path)
    if isinstance(old, str):
        return old
    return lambda result: against(result, old)
