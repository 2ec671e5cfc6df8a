"""Fixes of a filing: cures as edits, each tried on the whole filing before it is offered.

A fix is sound if the findings that it promises to cure are gone, no finding is new but what people have to show for it, no error is new,
and the facts of no other table changed.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from pitboss.advice.filed_edits import SAFE, edits
from pitboss.checker.filing.model import FiledTable, Filing
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.fact_text import fact_type, show_named
from pitboss.checker.findings.findings import Finding
from pitboss.checker.findings.result import Result
from pitboss.checker.read.document import Document, SourceDocuments
from pitboss.checker.runtime.cures import Set, Step, words
from pitboss.checker.runtime.operations import FAIL, Facts
from pitboss.editor.cell_edits import cell_lines, sheet_name, with_cells
from pitboss.editor.node_edits import Edit, applied_to
from pitboss.editor.text_edits import text_edits

Key = tuple[str, str, str, str]
_SUMMARIES = ("licensee_offers", "pit_offers")


@dataclass(frozen=True, slots=True)
class CheckedTexts:
    """A filing as it was read from its texts, and the result of its check; `filing` is None if it could not be read."""

    source: SourceDocuments
    filing: Filing | None
    result: Result
    unsaved: Mapping[str, bytes] = field(
        default_factory=dict, repr=False
    )  # contents by absolute path that are not those of the file


Recheck = Callable[[Mapping[str, bytes]], CheckedTexts]


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to cure a finding. `safe`: it raises payouts to the floor of the law and changes nothing else."""

    findings: tuple[Finding, ...]
    title: str  # in the imperative
    safe: bool
    edits: Mapping[str, tuple[Edit, ...]] = field(repr=False)  # by the name of the document
    step: Step | None = None
    tables: tuple[str, ...] = ()  # that it is for, if not all of the findings
    then: frozenset[str] = frozenset()  # the clauses that people have to show besides


@dataclass(frozen=True, slots=True)
class Fixed:
    """What fixes made of the texts: the new contents by absolute path, the fixes, and the filing with them."""

    texts: Mapping[str, bytes]
    fixes: tuple[Fix, ...]
    checked: CheckedTexts


def fixes_of(checked: CheckedTexts, finding: Finding, vocabulary: Vocabulary) -> Iterator[Fix]:
    """The ways to cure a failed finding that edits can take, untried; the nearest value of several comes first."""
    filing, documents = checked.filing, checked.source.documents
    if filing is None or finding.verdict != FAIL:
        return
    tables = tuple(table for table in filing.tables if table.number in finding.tables)
    names = [document.name for document in documents]
    for step in finding.steps if tables else ():
        for one in _alternatives(step, tables, vocabulary):
            made = edits(filing, tables, (one,), names, vocabulary)
            texts = text_edits(documents, made, checked.unsaved) if made else None
            if texts:
                yield Fix((finding,), words((one,)), all(edit.kind == SAFE for edit in made), texts, one)


def _alternatives(step: Step, tables: tuple[FiledTable, ...], vocabulary: Vocabulary) -> list[Step]:
    """The step with each of the values that it names, the nearest to what is filed first."""
    if not isinstance(step, Set) or not step.values:
        return [step]
    filed, values = _filed(step, tables), list(step.values)
    if isinstance(filed, int | Fraction) and not isinstance(filed, bool):
        numbers = [(abs(value - filed), value) for value in values if isinstance(value, int | Fraction)]
        values = [value for _, value in sorted(numbers)] or values
    type_ = fact_type(step.fact, vocabulary)
    return [replace(step, values=(value,), to=show_named(value, type_, vocabulary)) for value in values]


def _filed(step: Set, tables: tuple[FiledTable, ...]) -> object:
    value: object = tables[0].variants[0] if tables else None
    for name in step.fact:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def sound(before: CheckedTexts, fixes: Iterable[Fix], recheck: Recheck) -> Fixed | None:
    """The filing with fixes that do not overlap, if they keep what they promise; None if they do not."""
    some = tuple(fixes)
    texts = _texts(before, some)
    if texts is None:
        return None
    after = recheck(texts)
    if before.filing is None or after.filing is None or len(after.result.problems) > len(before.result.problems):
        return None
    was, left = _keys(before.result.findings), _keys(after.result.findings)
    shown = {clause for fix in some for clause in fix.then}
    if any(key[0] not in shown for key in left - was) or left & _keys(
        finding for fix in some for finding in fix.findings
    ):
        return None
    curable = {number for fix in some for finding in fix.findings for number in finding.tables}
    curable |= {number for fix in some for number in fix.tables}
    return Fixed(texts, some, after) if _changed(before.filing, after.filing) <= curable else None


def all_sound(before: CheckedTexts, fixes: list[Fix], recheck: Recheck) -> Fixed | None:
    """As many of the fixes as keep their promise together; each half is tried by itself where the whole does not."""
    apart = _apart(fixes)
    if not apart:
        return None
    whole = sound(before, apart, recheck)
    if whole is not None or len(apart) == 1:
        return whole
    middle = len(apart) // 2
    found = list[Fix]()
    for half in (apart[:middle], apart[middle:]):
        part = all_sound(before, half, recheck)
        found += part.fixes if part else ()
    return sound(before, found, recheck) if found else None


def diff(before: CheckedTexts, texts: Mapping[str, bytes]) -> str:
    """The changes as a unified diff."""
    lines: list[str] = []
    for document in before.source.documents:
        path = os.path.abspath(document.path)
        new = texts.get(path)
        if new is not None:
            if document.format == "xlsx":
                old_lines, new_lines = (
                    cell_lines(before.unsaved.get(path) or Path(document.path).read_bytes()),
                    cell_lines(new),
                )
            else:
                old_lines, new_lines = document.text.splitlines(True), new.decode("utf-8-sig").splitlines(True)
            around = 0 if document.format == "xlsx" else 3
            lines += difflib.unified_diff(old_lines, new_lines, document.name, document.name, n=around)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _texts(before: CheckedTexts, fixes: Iterable[Fix]) -> dict[str, bytes] | None:
    by_name: dict[str, set[tuple[int, int, str]]] = {}
    for fix in fixes:
        for name, some in fix.edits.items():
            by_name.setdefault(name, set()).update(some)
    made: dict[str, bytes] = {}
    for document in before.source.documents:
        path = os.path.abspath(document.path)
        if document.format == "xlsx":
            prefix = sheet_name(document.name, "")
            sheets = {name.removeprefix(prefix): some for name, some in by_name.items() if name.startswith(prefix)}
            if any(len({at for at, _, _ in some}) < len(some) for some in sheets.values()):
                return None
            if sheets:
                made[path] = with_cells(before.unsaved.get(path) or Path(document.path).read_bytes(), sheets)
            continue
        edits = tuple(sorted(by_name.get(document.name, ())))
        if any(first[1] > second[0] for first, second in zip(edits, edits[1:], strict=False)):
            return None
        if edits:
            raw = applied_to(document.text, edits).encode()
            made[path] = _MARK + raw if _has_mark(document) else raw
    return made


_MARK = b"\xef\xbb\xbf"


def _has_mark(document: Document) -> bool:
    """Whether the file begins with a byte order mark, which its text does not have."""
    try:
        with open(document.path, "rb") as file:
            return file.read(3) == _MARK
    except OSError:
        return False


def _apart(fixes: Iterable[Fix]) -> list[Fix]:
    """The fixes whose edits do not touch those of one before."""
    taken: dict[str, list[tuple[int, int]]] = {}
    kept = []
    for fix in fixes:
        parts = [(name, start, end) for name, some in fix.edits.items() for start, end, _ in some]
        if any(start <= b and a <= end for name, start, end in parts for a, b in taken.get(name, ())):
            continue
        kept.append(fix)
        for name, start, end in parts:
            taken.setdefault(name, []).append((start, end))
    return kept


def _keys(findings: Iterable[Finding]) -> set[Key]:
    return {key for finding in findings for share in finding.shares for key in share.where()}


def _changed(before: Filing, after: Filing) -> set[str]:
    """The tables whose own facts differ, not those that sum up the offers of a pit or of the house."""
    old, new = (
        {table.number: [_own_facts(facts) for facts in table.variants] for table in filing.tables}
        for filing in (before, after)
    )
    return {number for number in old.keys() | new.keys() if old.get(number) != new.get(number)}


def _own_facts(facts: Facts) -> Facts:
    return {name: value for name, value in facts.items() if name not in _SUMMARIES}
