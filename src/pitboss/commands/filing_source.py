"""Where a filing is: one path, several, standard input, or documents that were read already."""

from __future__ import annotations

import os
import sys

from pitboss.checker.filing.document_digests import root_of
from pitboss.checker.read import NO_FILES, SourceDocuments, Unsaved, read
from pitboss.checker.read.file import name_in_text
from pitboss.checker.read.limits import USUAL
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

FilingSource: TypeAlias = str | tuple[str, ...] | SourceDocuments
STANDARD_INPUT = "-"


def paths_of(source: FilingSource) -> tuple[str, ...]:
    """Return the paths, without standard input."""
    if isinstance(source, SourceDocuments):
        return ()
    return tuple(path for path in ((source,) if isinstance(source, str) else source) if path != STANDARD_INPUT)


def name_of(source: FilingSource) -> str:
    """Return the name of the filing in reports, the same on every platform.

    >>> name_of("floor.yaml"), name_of(("a.yaml", "b.csv")), name_of("-")
    ('floor.yaml', 'a.yaml, b.csv', 'standard input')
    """
    if isinstance(source, SourceDocuments):
        return ", ".join(dict.fromkeys(document.name for document in source.documents)) or "data"
    named = (source,) if isinstance(source, str) else source
    names = ("standard input" if path == STANDARD_INPUT else path.replace(os.sep, "/") for path in named)
    return name_in_text(", ".join(names))


def folder_of(source: FilingSource) -> str:
    """Return the folder of the filing: that of its one path, or the one that contains all of its paths.

    >>> folder_of("floor.yaml"), folder_of("-"), folder_of(("a/b/c.yaml", "a/d.csv")), folder_of(("a.yaml", "b.csv"))
    ('.', '.', 'a', '.')
    """
    roots = [root_of(path) for path in paths_of(source)]
    if len(roots) == 1:
        return roots[0]
    if not roots:
        return "."
    try:
        whole = os.path.commonpath([os.path.abspath(root) for root in roots])
    except ValueError:  # on several drives of Windows
        return "."
    try:
        return os.path.relpath(whole)
    except ValueError:  # on another drive than the working directory
        return whole


def read_source(source: FilingSource, unsaved: Unsaved = NO_FILES) -> SourceDocuments:
    """Read all documents of a filing. A file that several paths reach is read once. `unsaved`: as in `checker.read.read`."""
    if isinstance(source, SourceDocuments):
        return source
    if isinstance(source, str):
        return _standard_input(unsaved) if source == STANDARD_INPUT else read(source, unsaved=unsaved)
    parts = [
        _standard_input(unsaved) if path == STANDARD_INPUT else read(path, unsaved=unsaved)
        for path in dict.fromkeys(source)
    ]
    documents = {document.name: document for part in parts for document in part.documents}
    problems = dict.fromkeys(problem for part in parts for problem in part.problems)
    texts = {name: text for part in parts for name, text in part.texts.items()}
    return SourceDocuments(tuple(documents.values()), tuple(problems), texts)


def reads_standard_input(source: FilingSource) -> bool:
    """Return whether one of the paths is standard input.

    >>> reads_standard_input("-"), reads_standard_input(("a.yaml", "b.csv"))
    (True, False)
    """
    return not isinstance(source, SourceDocuments) and STANDARD_INPUT in (
        (source,) if isinstance(source, str) else source
    )


def standard_input() -> dict[str, bytes]:
    """Read standard input; return it as an unsaved text, so that the filing can be read again."""
    return {os.path.abspath(name_of(STANDARD_INPUT)): sys.stdin.buffer.read(USUAL.file_bytes + 1)}


def _standard_input(unsaved: Unsaved) -> SourceDocuments:
    from pitboss.checker.read.stream import read_bytes

    name = name_of(STANDARD_INPUT)
    try:
        known = unsaved if os.path.abspath(name) in unsaved else standard_input()
        return read_bytes(known[os.path.abspath(name)], name)
    except OSError as error:
        message = f"this cannot be read: {error.strerror}"
        return SourceDocuments((), (Diagnostic("E002", message, Place(name, 1, 1)),))
