"""`pitboss fix`: cures of failed findings as changes of the filing, tried on the whole filing before they are shown."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pitboss.advice.smallest_cures import Cure, TableCures, cures, demand, reason
from pitboss.checker.filing.events import differences
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.findings import Finding
from pitboss.checker.findings.ignore import ignored_data
from pitboss.checker.findings.locator import locator
from pitboss.checker.findings.result import Result, check
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.read import NO_FILES
from pitboss.checker.runtime.operations import FAIL, PASS
from pitboss.commands.check import ignoring, load_filing
from pitboss.commands.complete_file import complete_files
from pitboss.commands.effective_day import effective_day
from pitboss.commands.errors import report_error
from pitboss.commands.filing_source import FilingSource, name_of, reads_standard_input, standard_input
from pitboss.editor.fixes import CheckedTexts, Fix, Recheck, all_sound, diff, fixes_of
from pitboss.editor.text_edits import text_edits
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.reports.ignored_text import ignored_text
from pitboss.reports.problems import problems
from pitboss.reports.sanitize import safe
from pitboss.rulebook import load_rulebook


def run(arguments: argparse.Namespace) -> int:
    lists = arguments.alternatives or arguments.format == "json"
    if lists and (arguments.write or arguments.choose):
        return report_error("--alternatives and --format json only list cures; leave out --write and --choose")
    piped = reads_standard_input(arguments.path)
    if piped and arguments.write:
        return report_error("--write: standard input has no file to change; give the filing as a path")
    applied, chosen = ignoring(arguments), _chosen(arguments.choose)
    if isinstance(applied, str):
        return report_error(applied)
    if isinstance(chosen, str):
        return report_error(chosen)
    book, vocabulary = load_rulebook(*map(Path, arguments.rules))
    typed = standard_input() if piped else NO_FILES  # it can be read only once

    def recheck(unsaved: Mapping[str, bytes]) -> CheckedTexts:
        checked = check_texts(arguments.path, {**typed, **unsaved}, book, vocabulary, arguments.as_of)
        result = applied(checked.result, book)
        if isinstance(result, str):
            raise _NothingIgnored(result)
        return replace(checked, result=result)

    try:
        before = recheck({})
    except _NothingIgnored as refused:
        return report_error(str(refused))
    if before.filing is None or before.result.problems:
        sys.stderr.write(problems(before.result.problems, before.source.texts))
        if before.source.documents and before.result.as_of:
            report_error("correct the errors first: a fix must not guess what they mean")
        return 2
    if lists:
        from pitboss.commands.alternatives import alternatives

        found = _cures(before, book, vocabulary)
        sys.stdout.write(
            alternatives(before.source, before.result, found, arguments.format == "json", book, vocabulary)
        )
        return int(any(True for _ in _failed(before)))
    return _fix(before, recheck, arguments.write, chosen, book, vocabulary)


class _NothingIgnored(Exception):
    """A rule that ignores findings names nothing; the message is for its owner."""


def _fix(
    before: CheckedTexts,
    recheck: Recheck,
    write: bool,
    chosen: Mapping[str, int],
    book: CompiledRulebook,
    vocabulary: Vocabulary,
) -> int:
    """Take the safe fixes and the chosen ones, and report what they change and what is left; return the exit code."""
    fixed = all_sound(before, list(_safe(before, vocabulary)), recheck)
    after, texts = (fixed.checked, dict(fixed.texts)) if fixed else (before, {})
    taken = list(fixed.fixes if fixed else ())
    left = _cures(after, book, vocabulary)
    unknown = chosen.keys() - {number for group in left for number in group.tables}
    if unknown:
        return report_error(f"--choose: table {min(unknown)} has no cure to choose")
    picked = list(_picked(after, left, chosen))
    if isinstance(picked[-1] if picked else None, str):
        return report_error(str(picked[-1]))
    wanted = [fix for fix in picked if isinstance(fix, Fix)]
    if wanted:
        both = all_sound(after, wanted, lambda more: recheck({**texts, **more}))
        if both is None or len(both.fixes) < len(wanted):
            return report_error("--choose: the chosen cures cannot be made together by edits; choose one at a time")
        texts, after, taken = {**texts, **both.texts}, both.checked, [*taken, *both.fixes]
    out: list[str] = []
    if texts:
        out += [diff(before, texts).rstrip("\n"), ""]
        out += _applied(before, after, taken, book, vocabulary)
    open_ = [group for group in left if chosen.keys().isdisjoint(group.tables)]
    out += _left(open_, after, book, vocabulary)
    if rules := ignored_text(ignored_data(after.result.ignores)):
        out.append(rules.rstrip("\n"))
    sys.stdout.write("\n".join(safe(line) for text in out for line in text.split("\n")) + "\n")
    if texts and write:
        try:
            complete_files(texts.items())
        except OSError as error:
            names = {os.path.abspath(document.path): document.name for document in before.source.documents}
            return report_error(
                f"--write: {names.get(error.filename, error.filename)} cannot be written: {error.strerror}"
            )
        sys.stdout.write(f"changed {len(texts)} file{'s' if len(texts) > 1 else ''}\n")
    return int(any(True for _ in _failed(after)) or bool(texts) and not write)


def check_texts(
    path: FilingSource, unsaved: Mapping[str, bytes], book: CompiledRulebook, vocabulary: Vocabulary, as_of: str | None
) -> CheckedTexts:
    """Check a filing with unsaved texts of some of its files, on a date or on its own."""
    name = name_of(path)
    source, filing, found = load_filing(path, book, vocabulary, unsaved=unsaved)
    day, day_problems = effective_day(as_of, filing, name, book)
    found = (*found, *day_problems)
    if filing is None or not day:
        return CheckedTexts(source, None, Result(name, day or "", book.digest, (), 0, 0, {}, (), (), {}, found))
    result = check(name, filing, book, vocabulary, day, (), locator(source))
    return CheckedTexts(source, filing, replace(result, problems=found), unsaved)


def _failed(checked: CheckedTexts) -> Iterator[Finding]:
    """The failed findings that no rule ignores."""
    return (f for f in checked.result.findings if f.verdict == FAIL and f.fingerprint not in checked.result.ignored)


def _cures(checked: CheckedTexts, book: CompiledRulebook, vocabulary: Vocabulary) -> tuple[TableCures, ...]:
    assert checked.filing is not None
    result = replace(checked.result, findings=tuple(_failed(checked)))
    return cures(checked.source, checked.filing, result, book, vocabulary)


def _chosen(stated: list[str]) -> dict[str, int] | str:
    """The number of the cure of each table that `--choose TABLE=N` names."""
    found: dict[str, int] = {}
    for one in stated:
        table, _, number = one.rpartition("=")
        if not table or not number.isdecimal() or not int(number):
            return f"--choose: '{one}' is not TABLE=NUMBER"
        found[table] = int(number)
    return found


def _safe(checked: CheckedTexts, vocabulary: Vocabulary) -> Iterator[Fix]:
    """The first safe fix of each finding."""
    for finding in _failed(checked):
        if fix := next((fix for fix in fixes_of(checked, finding, vocabulary) if fix.safe), None):
            yield fix


def _picked(checked: CheckedTexts, left: Iterable[TableCures], chosen: Mapping[str, int]) -> Iterator[Fix | str]:
    """The chosen cures as fixes of the texts; the last is a message if one cannot be."""
    for group in left:
        number = next((chosen[table] for table in group.tables if table in chosen), None)
        if number is None:
            continue
        if number > len(group.cures):
            yield f"--choose: table {group.tables[0]} has {len(group.cures)} cures to choose from"
            return
        edits = text_edits(checked.source.documents, group.cures[number - 1].edits, checked.unsaved)
        if edits is None:
            yield f"--choose: the text at table {group.tables[0]} has no form for this edit; make it by hand"
            return
        cured = tuple(f for f in _failing(checked, group) if {*f.tables} <= {*group.tables})
        chosen_cure = group.cures[number - 1]
        yield Fix(cured, _words(chosen_cure), False, edits, tables=group.tables, then=frozenset(chosen_cure.then))


def _failing(checked: CheckedTexts, group: TableCures) -> list[Finding]:
    """The findings that the cures of tables are for."""
    tables = {*group.tables}
    return [f for f in _failed(checked) if _is_of(f, group) and tables & {*f.tables}]


def _is_of(finding: Finding, group: TableCures) -> bool:
    return any((share.beside or share.clause) in group.breaches for share in finding.shares)


def _words(cure: Cure) -> str:
    return "; ".join(dict.fromkeys(edit.words for edit in cure.edits))


def _applied(
    before: CheckedTexts, after: CheckedTexts, fixes: Iterable[Fix], book: CompiledRulebook, vocabulary: Vocabulary
) -> list[str]:
    """The fixes in words, what must change on the floor with them, and the notices that the change needs."""
    lines = [f"{'safe' if fix.safe else 'chosen'}  {fix.title}, {_where(fix)}" for fix in fixes]
    lines += ["", "A filing is a representation: the tables on the floor must change with it."]
    return [*lines, *(f"notice  {line}" for line in _notices(before, after, book, vocabulary)), ""]


def _notices(before: CheckedTexts, after: CheckedTexts, book: CompiledRulebook, vocabulary: Vocabulary) -> list[str]:
    """The notices that the law requires before the change, since the changed filing states none."""
    old, new = before.filing, after.filing
    assert old is not None and new is not None
    changes = differences(old, new, vocabulary.events)
    if not changes:
        return []
    filing = replace(new, events=(*new.events, *changes))
    result = check("", filing, book, vocabulary, after.result.as_of, (), lambda paths: {})
    ids = {event.id for event in changes}
    return [
        f"{', '.join(f.provisions)}: {f.notice}"
        for f in result.findings
        if f.verdict != PASS
        and f.clauses[0].kind == ClauseKind.NOTICE
        and any(share.beside in ids for share in f.shares)
    ]


def _left(
    left: Iterable[TableCures], checked: CheckedTexts, book: CompiledRulebook, vocabulary: Vocabulary
) -> list[str]:
    """What is left to choose, and what no edit cures."""
    lines, choices = list[str](), False
    for group in left:
        cites = ", ".join(dict.fromkeys(cite for f in _failing(checked, group) for cite in f.provisions))
        lines.append(f"choose  {_tables(group.tables)}: {cites}")
        for number, cure in enumerate(group.cures, 1):
            lines += [
                f"  {number}  {_words(cure)}",
                *(f"     then show: {demand(clause, book)}" for clause in cure.then),
            ]
        choices = choices or bool(group.cures)
        if not group.cures:
            see = "" if group.missing else " without a new finding; see the findings of `pitboss check`"
            lines += [
                f"  no edit cures this{see}",
                *(f"     {reason(each, book, vocabulary)}" for each in group.missing),
            ]
    people = [f for f in _failed(checked) if not any(_is_of(f, group) for group in left)]
    lines += [
        f"people  {', '.join(f.provisions)}: {f.notice}" + (f" Cure: {f.cure}." if f.cure else "") for f in people
    ]
    return [*lines, "", "Choose with --choose TABLE=NUMBER."] if choices else lines


def _where(fix: Fix) -> str:
    return _tables(fix.tables or tuple(dict.fromkeys(n for finding in fix.findings for n in finding.tables)))


def _tables(numbers: tuple[str, ...]) -> str:
    return f"table{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}" if numbers else "the filing"
