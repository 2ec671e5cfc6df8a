"""`pitboss fix --alternatives`: every smallest cure of each table, with the places of its edits."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pitboss.checker.findings.ignore import ignored_data
from pitboss.checker.findings.locator import locator

if TYPE_CHECKING:
    from pitboss.advice.filed_edits import Edit
    from pitboss.advice.smallest_cures import TableCures
    from pitboss.checker.filing.model import Path
    from pitboss.checker.filing.vocabulary import Vocabulary
    from pitboss.checker.findings.result import Result
    from pitboss.checker.judging.judge import CompiledRulebook
    from pitboss.checker.read import SourceDocuments
    from pitboss.grammar.diagnostics import Place
    from pitboss.reports.view_data import CuresView, EditView


def alternatives(
    source: SourceDocuments,
    result: Result,
    found: Sequence[TableCures],
    as_json: bool,
    book: CompiledRulebook,
    vocabulary: Vocabulary,
) -> str:
    """The cures of a filing that was checked, as text or as JSON."""
    from pitboss.reports.cures_text import cures_text
    from pitboss.reports.ignored_text import ignored_text

    views, ignored = [_view(source, each, book, vocabulary) for each in found], ignored_data(result.ignores)
    if not as_json:
        return cures_text(views) + ignored_text(ignored)
    data = {"schema": "pitboss.cures/1", "filing": result.name, "as_of": result.as_of, "tables": views}
    return json.dumps(data | ({"ignored": ignored} if ignored else {}), indent=2) + "\n"


def _view(source: SourceDocuments, found: TableCures, book: CompiledRulebook, vocabulary: Vocabulary) -> CuresView:
    from pitboss.advice.smallest_cures import demand, reason

    places = locator(source)([edit.place for cure in found.cures for edit in cure.edits])
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


def _plain(value: object) -> object:
    """A value as JSON; decimal numbers as they are written."""
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)
