"""`pitboss check`: read the filing, evaluate the rulebook, report the findings."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence

from pitboss.checker.filing.assemble import assemble
from pitboss.checker.filing.document_digests import mismatched
from pitboss.checker.filing.faults import place_faults, without_echoes
from pitboss.checker.filing.field_reader import Fault
from pitboss.checker.filing.merge_documents import references
from pitboss.checker.filing.model import Filing, Path
from pitboss.checker.filing.unknown_provisions import unmatched
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.folding import with_consequences
from pitboss.checker.findings.locator import locator
from pitboss.checker.findings.result import Result, check
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.read import NO_FILES, SourceDocuments, Unsaved, resolve_file
from pitboss.checker.read.codes import CELL
from pitboss.checker.runtime.operations import offers_of
from pitboss.commands.effective_day import effective_day, events_not_covered, nothing_judged
from pitboss.commands.errors import report_error
from pitboss.commands.fail_on import exit_code, parse_fail_on
from pitboss.commands.filing_source import FilingSource, folder_of, name_of, paths_of, read_source
from pitboss.commands.outputs import parse_outputs, screen_width, write_outputs
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.grammar.quick_start import TYPE_CHECKING, replace
from pitboss.progress import show_progress
from pitboss.reports.formats import Context, known, render
from pitboss.rulebook import load_catalog, load_rulebook

if TYPE_CHECKING:
    import argparse


_CROSS_CHECKS = ("E211", "E212", "E303")  # errors of a filing that hide nothing of it


def run(arguments: argparse.Namespace) -> int:
    if arguments.watch:
        from pitboss.commands.watch import watch

        paths = paths_of(arguments.path)
        return (
            watch(paths, lambda: _run(arguments)) if paths else report_error("--watch needs a path, not standard input")
        )
    return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    wanted = parse_fail_on(arguments.fail_on)
    if isinstance(wanted, str):
        return report_error(wanted)
    outputs = parse_outputs(arguments.format or ["text"], known(), input_paths(arguments), arguments.baseline)
    if isinstance(outputs, str):
        return report_error(outputs)
    book, vocabulary = load_rulebook(*arguments.rules)
    found = checked(arguments, book, vocabulary)
    if isinstance(found, str):
        return report_error(found)
    texts = found[2]
    result, odds_failed = with_odds(found[0], arguments, book, vocabulary)
    code = 2 if result.problems or odds_failed else exit_code(result, wanted)
    complete = write_outputs(
        outputs,
        lambda name, color: (
            summary_only(result, texts, color)
            if arguments.quiet and name == "text"
            else render(
                name,
                result,
                Context(texts, color, arguments.floor, arguments.all, screen_width((name, None) in outputs), code),
            )
        ),
    )
    return code if complete else 2


def checked(
    arguments: argparse.Namespace, book: CompiledRulebook, vocabulary: Vocabulary, unsaved: Unsaved = NO_FILES
) -> tuple[Result, SourceDocuments, dict[str, str]] | str:
    """Return the check that the command line and the configuration ask for, and what it read; or an error message.

    The check has the errors, the standing of each finding against the baseline, and what the rules ignore. What it read are the
    documents, and the text of each by name. `unsaved`: as in `checker.read.read`.
    """
    applied, mark_known = ignoring(arguments), _baseline(arguments.baseline)
    if isinstance(applied, str):
        return applied
    if isinstance(mark_known, str):
        return mark_known
    result, source, problems, texts = check_filing(arguments, book, vocabulary, unsaved)
    show_progress()
    result = mark_known(replace(result, problems=problems, previous=document_digests(arguments.previous)))
    ignored = applied(result, book)
    return ignored if isinstance(ignored, str) else (ignored, source, texts)


def summary_only(result: Result, texts: Mapping[str, str], color: bool) -> str:
    """Return the text of `--quiet`: the errors, and the summary without the findings."""
    from pitboss.checker.findings.ignore import ignored_data
    from pitboss.reports.against_text import against_text
    from pitboss.reports.check_summary import counted
    from pitboss.reports.color import paint
    from pitboss.reports.ignored_text import ignored_text
    from pitboss.reports.problems import problems

    errors = problems(result.problems, texts, color, result.previous_problems)
    errors += "\n" if errors else ""
    rules = ignored_text(ignored_data(result.ignores), not result.problems)
    return errors + counted(result, paint(color)) + rules + against_text(result)


def with_odds(
    result: Result, arguments: argparse.Namespace, book: CompiledRulebook, vocabulary: Vocabulary
) -> tuple[Result, bool]:
    """Add the odds of the wagers on the floor if `--odds` is given; also return whether computing them failed."""
    if not arguments.odds or result.filing is None or not book.covers(result.as_of):
        return result, False
    import pathlib

    from pitboss.checker.account.floor_odds import odds_of_floor
    from pitboss.commands.odds import odds_by_wager

    offers = {name for table in result.filing.tables for facts in table.variants for name in offers_of(facts)}
    wagers = [name for name in vocabulary.named("wager") if name in offers]
    folders = tuple(map(pathlib.Path, arguments.rules))
    odds = odds_by_wager(load_catalog(*folders), result.as_of, wagers, folders)
    if isinstance(odds, str):
        report_error(odds)
        return result, True
    return replace(result, floor_odds=odds_of_floor(result.filing, odds, vocabulary, book.clauses)), False


def check_filing(
    arguments: argparse.Namespace, book: CompiledRulebook, vocabulary: Vocabulary, unsaved: Unsaved = NO_FILES
) -> tuple[Result, SourceDocuments, tuple[Diagnostic, ...], dict[str, str]]:
    """Check the filing of the command line on its date.

    Return the result, the source documents, all errors, and the text of every document by name.
    """
    return check_source(
        arguments.path, arguments.as_of, arguments.previous, arguments.inspection, book, vocabulary, unsaved
    )


def check_source(
    path: FilingSource, as_of: str | None, previous: str | None, worksheets: Sequence[str], book: CompiledRulebook, vocabulary: Vocabulary,
    unsaved: Unsaved = NO_FILES,
) -> tuple[Result, SourceDocuments, tuple[Diagnostic, ...], dict[str, str]]:  # fmt: skip
    """Check a filing; `check_filing` without a command line. `unsaved`: as in `checker.read.read`."""
    name = name_of(path)
    show_progress(f"reading {name}")
    source, filing, problems, texts, limits = load_with_previous(path, previous, book, vocabulary, worksheets, unsaved)
    day, day_problems = effective_day(as_of, filing, name, book, unread=bool(source.problems))
    problems = (*problems, *day_problems)
    documents = tuple((d.name, d.sha256) for d in source.documents)
    if filing is not None and day:
        show_progress(f"checking {len(filing.tables)} tables as of {day}")
        result = check(name, filing, book, vocabulary, day, documents, locator(source))
        problems = with_consequences(problems, result.folded) or nothing_judged(filing, result.clauses, name)
    else:
        result = Result(name, day or "", book.digest, documents, 0, 0, {}, (), (), {})
    return replace(result, previous_problems=limits), source, problems, texts


def load_with_previous(
    path: FilingSource, previous: str | None, book: CompiledRulebook, vocabulary: Vocabulary, worksheets: Sequence[str] = (),
    unsaved: Unsaved = NO_FILES,
) -> tuple[SourceDocuments, Filing | None, tuple[Diagnostic, ...], dict[str, str], tuple[Diagnostic, ...]]:  # fmt: skip
    """Load a filing and add the differences from the previous filing as events.

    Return the source documents, the filing if it could be read, its errors, the text of every document by name, and the errors of
    the previous filing: what is in them is not compared. If nothing of it could be read, the command cannot do what it was asked,
    and these are errors like the others.
    """
    source, filing, problems = load_filing(path, book, vocabulary, worksheets, unsaved)
    texts, limits = dict(source.texts), tuple[Diagnostic, ...]()
    if previous is not None and filing is not None:
        from pitboss.checker.filing.events import differences

        before, old, faults = load_filing(previous, book, vocabulary)
        texts |= before.texts
        if old is None:
            return source, filing, (*problems, *_in_previous(faults, "the previous filing cannot be read: ")), texts, ()
        limits = _in_previous(faults, "in the previous filing, ")
        unread = _unread(old, faults), _unread(filing, problems)
        events = differences(old, filing, vocabulary.events, unread)
        filing = replace(filing, events=(*filing.events, *events))
    return source, filing, problems, texts, limits


def _unread(filing: Filing, problems: tuple[Diagnostic, ...]) -> bool:
    """Whether there are errors besides those of single entries: a file or a column that could not be read."""
    return any(p.code not in _CROSS_CHECKS and (p.code, p.path) not in filing.faults for p in problems)


def _in_previous(faults: tuple[Diagnostic, ...], start: str) -> tuple[Diagnostic, ...]:
    return tuple(replace(fault, message=start + fault.message) for fault in faults)


def document_digests(path: str | None) -> tuple[tuple[str, str], ...]:
    """Return the name, relative to the filing, and the SHA-256 of each document, as a statement lists them."""
    if path is None:
        return ()
    root = folder_of(path)
    source = _with_referenced_files(read_source(path), root)
    return tuple((posixpath.relpath(d.name, root), d.sha256) for d in source.documents)


def load_filing(
    path: FilingSource,
    book: CompiledRulebook,
    vocabulary: Vocabulary,
    worksheets: Sequence[str] = (),
    unsaved: Unsaved = NO_FILES,
) -> tuple[SourceDocuments, Filing | None, tuple[Diagnostic, ...]]:
    """Load a filing with the answers of inspection worksheets; the filing is None if no document could be read.

    `unsaved`: as in `checker.read.read`.
    """
    folder = folder_of(path)
    source = _with_referenced_files(read_source(path, unsaved), folder, unsaved)
    if not source.documents:
        return source, None, source.problems
    complete = not source.problems
    if worksheets:
        from pitboss.checker.filing.inspection import inspected, with_inspection

        source, inspection, wrong = with_inspection(source, worksheets, unsaved)
    columns: tuple[Fault, ...] = ()
    sheets = any(document.format in ("csv", "xlsx") for document in source.documents)
    if sheets:
        from pitboss.checker.filing.spreadsheets import missing_columns, with_columns

        source, columns = with_columns(source, vocabulary)
    filing, faults = assemble(source.documents, vocabulary, complete=complete and not columns)
    faults = missing_columns(source, (*columns, *faults)) if sheets else faults
    if worksheets:
        filing, more = inspected(filing, inspection)
        faults = (*faults, *wrong, *more)
    if any(
        p.code != CELL for p in source.problems
    ):  # a name that seems unknown may be declared in a file that could not be read
        faults = tuple(f for f in faults if f.code != "E204")
    cross_checks = (
        *_unmatched(filing, book), *mismatched(filing, folder), *events_not_covered(filing, book)
    )  # fmt: skip
    placed = without_echoes(source, place_faults(source, (*faults, *cross_checks)), source.problems)
    return source, filing, (*source.problems, *placed)


def _unmatched(filing: Filing, book: CompiledRulebook) -> tuple[Fault, ...]:
    """The clauses of games that are not filed are read only if an entry rests on none of the others."""
    games = {table.game for table in filing.tables}
    return (*unmatched(filing, book.about(games)),) and (*unmatched(filing, book.clauses),)


def _with_referenced_files(source: SourceDocuments, root: str, unsaved: Unsaved = NO_FILES) -> SourceDocuments:
    """Read also the table lists that the filing refers to and that are outside its folder scan."""
    documents, problems, texts = list(source.documents), list(source.problems), dict(source.texts)
    for at, name in references(source.documents):
        if name in {posixpath.normpath(d.name) for d in documents}:
            continue
        referring = source.documents[int(at[0])]
        found = resolve_file(referring, str(_value_at(referring.data, at[1:])), root, at[1:], unsaved=unsaved)
        if isinstance(found, Diagnostic):
            problems += [found] if found not in problems else []  # the scan of the folder may have reported it
        else:
            documents.append(found)
            texts[found.name] = found.text
    return SourceDocuments(tuple(documents), tuple(problems), texts)


def _value_at(data: object, path: Path) -> object:
    for step in path:
        data = data[step]  # type: ignore[index]
    return data


def input_paths(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the paths of the filing, the previous filing and the worksheets, which no report may overwrite."""
    return tuple(filter(None, (*paths_of(arguments.path), arguments.previous, *arguments.inspection)))


def ignoring(arguments: argparse.Namespace) -> Callable[[Result, CompiledRulebook], Result | str] | str:
    """Return a function that applies the rules that ignore findings, or an error message."""
    if not (arguments.ignores or arguments.ignore or arguments.select):
        return lambda result, book: result
    from pitboss.commands.ignoring import apply_ignores, ignores_of

    rules = ignores_of(arguments)
    return rules if isinstance(rules, str) else lambda result, book: apply_ignores(result, rules, book)


def _baseline(path: str | None) -> Callable[[Result], Result] | str:
    """A function that marks the findings of an earlier report as known, or an error message."""
    if path is None:
        return lambda result: result
    from pitboss.checker.runs.baseline import against
    from pitboss.commands.compare import read_report_file

    old = read_report_file(path)
    if isinstance(old, str):
        return old
    return lambda result: against(result, old)
