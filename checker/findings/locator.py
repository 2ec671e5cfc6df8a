"""Converts paths into a filing to places in the text of its documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.checker.filing.model import Path
from pitboss.checker.findings.result import Locate
from pitboss.checker.read.document import SourceDocuments
from pitboss.grammar.diagnostics import Place


def locator(source: SourceDocuments) -> Locate:
    """Return a function from paths to places in the text; a YAML alias resolves to its anchor.

    The first item of a path is the index of its document.
    """

    def locate(paths: Iterable[Path]) -> Mapping[Path, Place]:
        by_document: dict[int, list[Path]] = {}
        for path in paths:
            by_document.setdefault(int(path[0]), []).append(path[1:])
        found: dict[Path, Place] = {}
        for index, requested in by_document.items():
            for path, place in source.documents[index].origins(requested).items():
                found[(index, *path)] = place
        return found

    return locate
