"""Reads a filing: a file or a folder of YAML, JSON and CSV becomes plain data; problems are reported with their places.

Nothing here knows a field of a filing. Bad input never raises; it is reported in `Source.problems`.

>>> import tempfile, pathlib
>>> file = pathlib.Path(tempfile.mkdtemp(), "filing.yaml"); _ = file.write_text("wagers:\\n  - pays: 6:5\\n")
>>> document = read(file).documents[0]
>>> document.data, document.place(("wagers", 0, "pays")).column
({'wagers': [{'pays': '6:5'}]}, 11)
"""

from __future__ import annotations

import os

from pitboss.checker.read.codes import CODES
from pitboss.checker.read.document import Data, Document, SourceDocuments, Steps
from pitboss.checker.read.file import NO_FILES, Unsaved, load, normal, shown
from pitboss.checker.read.folder import below, resolve_file
from pitboss.checker.read.limits import USUAL, Limits
from pitboss.grammar.diagnostics import Diagnostic, Place

__all__ = [
    "CODES",
    "NO_FILES",
    "Data",
    "Document",
    "Limits",
    "SourceDocuments",
    "Steps",
    "Unsaved",
    "read",
    "resolve_file",
]


def read(path: str | os.PathLike[str], limits: Limits = USUAL, unsaved: Unsaved = NO_FILES) -> SourceDocuments:
    """Read every document at `path`; a document that cannot be read is reported, and the others are still read.

    `unsaved` has the contents of files that are open in an editor, by absolute path.
    """
    if not os.fspath(path):  # `normal` would take it for the working directory
        help = "give the file or the folder; a variable that the command names may be empty"
        return SourceDocuments((), (Diagnostic("E001", "the path is empty", Place("''", 1, 1), help=help),))
    path = normal(path)
    files, problems = below(path, limits) if os.path.isdir(path) else ([path], [])
    documents: list[Document] = []
    texts: dict[str, str] = {}
    room = limits.total_bytes
    for each in files:
        file = load(each, limits, unsaved)
        room -= len(file.text or "")
        if room < 0:
            message = f"the files of the folder have more than {limits.total_bytes:,} characters together"
            problems.append(Diagnostic("E004", message, Place(shown(path), 1, 1)))
            break
        problems += file.problems
        if file.document:
            documents.append(file.document)
        if file.text is not None:
            texts[file.name] = file.text
    return SourceDocuments(tuple(documents), tuple(problems), texts)
