"""`pitboss cures`: the smallest changes that make the tables of a filing lawful, verified by the checker."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pitboss.commands.check import check_filing
from pitboss.rulebook import load_rulebook

if TYPE_CHECKING:
    from pitboss.advice.filed_edits import Edit
    from pitboss.advice.smallest_cures import TableCures
    from pitboss.checker.filing.model import Path
    from pitboss.checker.filing.vocabulary import Vocabulary
    from pitboss.checker.judging.judge import CompiledRulebook
    from pitboss.checker.read import SourceDocuments
    from pitboss.grammar.diagnostics import Place
    from pitboss.reports.view_data import CuresView, EditView


def run(arguments: argparse.Namespace) -> int:
    from pitboss.advice.smallest_cures import cures
    from pitboss.reports.cures_text import cures_text
    from pitboss.reports.problems import problems as report

    book, vocabulary = load_rulebook()
    result, source, problems, texts = check_filing(arguments, book, vocabulary)
    sys.stderr.write(report(problems, texts))
    if result.filing is None or not result.clauses:
        return 2
    found = cures(source, result.filing, result, book, vocabulary)
    views = [_view(source, each, book, vocabulary) for each in found]
    if arguments.format == "json":
        data = {"schema": "pitboss.cures/1", "filing": result.name, "as_of": result.as_of, "tables": views}
        sys.stdout.write(json.dumps(data, indent=2) + "\n")
    else:
        sys.stdout.write(cures_text(views))
    return 2 if problems else int(bool(found))


def _view(source: SourceDocuments, found: TableCures, book: CompiledRulebook, vocabulary: Vocabulary) -> CuresView:
    from pitboss.advice.smallest_cures import demand, reason

    places = _places(source, (edit.place for cure in found.cures for edit in cure.edits))
    return {
        "tables": list(found.tables),
        "breaches": list(found.breaches),
        "cures": [
            {
                "kind": cure.kind,
                "edits": [_edit(source, edit, places) for edit in cure.edits],
                "then": [demand(clause, book) for clause in cure.then],
            }
            for cure in found.cures
        ],
        "missing": [reason(each, book, vocabulary) for each in found.missing],
    }


def _edit(source: SourceDocuments, edit: Edit, places: Mapping[Path, Place]) -> EditView:
    place = places[edit.place]
    return {
        "file": source.documents[int(edit.place[0])].name,
        "place": list(edit.place[1:]),
        "line": place.line,
        "column": place.column,
        **({"cell": place.cell} if place.sheet else {}),  # type: ignore[typeddict-item]
        "old": _plain(edit.old),
        "new": _plain(edit.new),
        "kind": edit.kind,
        "words": edit.words,
    }


def _places(source: SourceDocuments, paths: Iterable[Path]) -> Mapping[Path, Place]:
    from pitboss.checker.findings.locator import locator

    return locator(source)(list(paths))


def _plain(value: object) -> object:
    """A value as JSON; decimal numbers as they are written."""
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)
