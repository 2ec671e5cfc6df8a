"""`pitboss fix`: cures of failed findings as changes of the filing, tried on the whole filing before they are shown."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pitboss.checker.filing.events import differences
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.findings import Finding
from pitboss.checker.findings.locator import locator
from pitboss.checker.findings.result import Result, check
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.runtime.operations import FAIL, PASS, ClauseKind
from pitboss.commands.check import load_filing
from pitboss.commands.complete_file import complete_file
from pitboss.commands.effective_day import effective_day
from pitboss.commands.errors import report_error
from pitboss.editor.fixes import CheckedTexts, Fix, Fixed, Recheck, all_sound, diff, fixes_of, sound
from pitboss.reports.problems import problems
from pitboss.reports.sanitize import safe
from pitboss.rulebook import load_rulebook


def run(arguments: argparse.Namespace) -> int:
    book, vocabulary = load_rulebook(*map(Path, arguments.rules))
    chosen = _chosen(arguments.choose)
    if isinstance(chosen, str):
        return report_error(chosen)

    def recheck(unsaved: Mapping[str, bytes]) -> CheckedTexts:
        return check_texts(arguments.path, unsaved, book, vocabulary, arguments.as_of)

    before = recheck({})
    if before.filing is None or before.result.problems:
        sys.stderr.write(problems(before.result.problems, before.source.texts))
        return report_error("the filing has errors of form: correct them first, since a fix must not guess what they mean")
    unknown = chosen.keys() - {f.fingerprint for f in before.result.findings if f.verdict == FAIL}
    if unknown:
        return report_error(f"--choose: no failed finding has the fingerprint {min(unknown)}")
    fixed, left = _fixed(before, chosen, vocabulary, recheck)
    out: list[str] = []
    if fixed:
        out += [diff(before.source.documents, fixed.texts).rstrip("\n"), ""]
        out += _applied(before, fixed, book, vocabulary)
    out += _left(left)
    sys.stdout.write("\n".join(map(_line, out)) + "\n")
    if fixed and arguments.write:
        for path, contents in fixed.texts.items():
            with complete_file(Path(path)) as draft:
                Path(draft).write_bytes(contents)
        sys.stdout.write(f"changed {len(fixed.texts)} file{'s' if len(fixed.texts) > 1 else ''}\n")
    return int(bool(left) or bool(fixed) and not arguments.write)


def check_texts(
    path: str, unsaved: Mapping[str, bytes], book: CompiledRulebook, vocabulary: Vocabulary, as_of: str | None
) -> CheckedTexts:
    """Check a filing with unsaved texts of some of its files, on a date or on its own."""
    source, filing, found = load_filing(path, book, vocabulary, unsaved=unsaved)
    day, day_problems = effective_day(as_of, filing, path, book)
    found = (*found, *day_problems)
    if filing is None or not day:
        return CheckedTexts(source, None, Result(path, day or "", book.digest, (), 0, 0, {}, (), (), {}, found))
    return CheckedTexts(
        source, filing, replace(check(path, filing, book, vocabulary, day, (), locator(source)), problems=found)
    )


def _chosen(stated: list[str]) -> dict[str, int] | str:
    """The number of the alternative of each finding that `--choose FINGERPRINT=N` names."""
    found: dict[str, int] = {}
    for one in stated:
        fingerprint, _, number = one.partition("=")
        if not number.isdecimal() or not int(number):
            return f"--choose: '{one}' is not FINGERPRINT=NUMBER"
        found[fingerprint] = int(number)
    return found


def _fixed(
    before: CheckedTexts, chosen: Mapping[str, int], vocabulary: Vocabulary, recheck: Recheck
) -> tuple[Fixed | None, list[tuple[Finding, list[Fix]]]]:
    """The safe and the chosen fixes that are sound together; and the findings that are left, with sound alternatives."""
    wanted: list[Fix] = []
    choices: list[tuple[Finding, list[Fix]]] = []
    for finding in before.result.findings:
        if finding.verdict != FAIL:
            continue
        ways = [fix for fix in fixes_of(before, finding, vocabulary) if sound(before, (fix,), recheck)]
        ways = list({fix.title: fix for fix in reversed(ways)}.values())[::-1]  # the first way of each step
        number = chosen.get(finding.fingerprint)
        pick = ways[number - 1] if number and number <= len(ways) else next((fix for fix in ways if fix.safe), None)
        if pick:
            wanted.append(pick)
        else:
            choices.append((finding, ways))
    fixed = all_sound(before, wanted, recheck)
    missed = [fix for fix in wanted if not fixed or fix not in fixed.fixes]
    return fixed, [*choices, *((fix.finding, [fix]) for fix in missed)]


def _applied(before: CheckedTexts, fixed: Fixed, book: CompiledRulebook, vocabulary: Vocabulary) -> list[str]:
    """The fixes in words, what must change on the floor with them, and the notices that the change needs."""
    lines = [
        f"{'safe' if fix.safe else 'chosen'}  {', '.join(fix.finding.provisions)}: {fix.title}, {_where(fix.finding)}"
        for fix in fixed.fixes
    ]
    lines += ["", "A filing is a representation: the tables on the floor must change with it."]
    due = _notices(before, fixed, book, vocabulary)
    return [*lines, *(f"notice  {line}" for line in due), ""]


def _notices(before: CheckedTexts, fixed: Fixed, book: CompiledRulebook, vocabulary: Vocabulary) -> list[str]:
    """The notices that the law requires before the change, since the changed filing states none."""
    old, new = before.filing, fixed.checked.filing
    assert old is not None and new is not None
    changes = differences(old, new, vocabulary.events)
    if not changes:
        return []
    filing = replace(new, events=(*new.events, *changes))
    result = check("", filing, book, vocabulary, fixed.checked.result.as_of, (), lambda paths: {})
    ids = {event.id for event in changes}
    return [
        f"{', '.join(f.provisions)}: {f.notice}"
        for f in result.findings
        if f.verdict != PASS and f.clauses[0].kind == ClauseKind.NOTICE and any(share.beside in ids for share in f.shares)
    ]


def _left(left: list[tuple[Finding, list[Fix]]]) -> list[str]:
    lines = []
    for finding, ways in left:
        lines.append(f"choice  {finding.fingerprint}  {', '.join(finding.provisions)}: {finding.notice}")
        lines += [f"  {number}  {fix.title}" for number, fix in enumerate(ways, 1)]
        if not ways:
            lines.append(f"  no edit cures it alone{f': {finding.cure}' if finding.cure else ''}")
    if any(ways for _, ways in left):
        lines += ["", "Choose with --choose FINGERPRINT=NUMBER."]
    return lines


def _where(finding: Finding) -> str:
    return f"table{'s' if len(finding.tables) > 1 else ''} {', '.join(finding.tables)}" if finding.tables else "the filing"


def _line(text: str) -> str:
    return "\n".join(safe(line) for line in text.split("\n"))

