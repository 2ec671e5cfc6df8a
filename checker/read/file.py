"""Reads one file: opens it safely, decodes it, and passes it to the reader of its format.

>>> import tempfile, pathlib
>>> file = pathlib.Path(tempfile.mkdtemp(), "filing.yaml"); _ = file.write_text("pits: [{tables: 3}]")
>>> load(str(file), Limits()).document.data
{'pits': [{'tables': 3}]}
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import MappingProxyType

from pitboss.checker.read.decoding import decode, escaped
from pitboss.checker.read.document import Document, Loaded
from pitboss.checker.read.limits import Limits
from pitboss.checker.read.regular_file import contents, fault
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.input_folders import lies_below
from pitboss.grammar.quick_start import TYPE_CHECKING, dataclass, sha256

if TYPE_CHECKING:
    from typing import Final

# A reader is imported for the first file of its format: most filings have one or two.


def _yaml(text: str, file: str, limits: Limits) -> Loaded:
    from pitboss.checker.read import yaml_load

    return yaml_load.load(text, file, limits)


def _json(text: str, file: str, limits: Limits) -> Loaded:
    from pitboss.checker.read import json_load

    return json_load.load(text, file, limits)


def _csv(text: str, file: str, limits: Limits) -> Loaded:
    from pitboss.checker.read import csv_table

    return csv_table.load(text, file, limits)


def _workbook(raw: bytes, file: str, limits: Limits) -> Loaded:
    from pitboss.checker.read import xlsx

    return xlsx.load(raw, file, limits)


FORMATS: Final[dict[str, tuple[str, Callable[..., Loaded]]]] = {
    ".yaml": ("yaml", _yaml),
    ".yml": ("yaml", _yaml),
    ".json": ("json", _json),
    ".csv": ("csv", _csv),
    ".xlsx": ("xlsx", _workbook),
}


Unsaved = Mapping[str, bytes]  # what an editor has of a file, by absolute path
NO_FILES: Final[Unsaved] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class File:
    """A document, or problems because of which there is none, or problems of single cells; and the text, as far as it could be decoded."""

    name: str
    document: Document | None = None
    problems: tuple[Diagnostic, ...] = ()
    text: str | None = None


def load(path: str, limits: Limits, unsaved: Unsaved = NO_FILES) -> File:
    """The document in a file, or in its unsaved text."""
    name = shown(path)
    suffix = suffix_of(path)
    if suffix not in FORMATS:
        known = ", ".join(FORMATS)
        problem = Diagnostic(
            "E005", "this kind of file is not read", Place(name, 1, 1), help=f"save it as one of {known}"
        )
        return File(name, problems=(fault(error, name) if (error := _missing(path)) else problem,))
    raw: bytes | Diagnostic | None = unsaved.get(os.path.abspath(path)) if unsaved else None
    if raw is None:
        raw = contents(path, name, limits)
    if isinstance(raw, Diagnostic):
        return File(name, problems=(raw,))
    form, reader = FORMATS[suffix]
    text = None if form == "xlsx" else decode(raw, name)
    if isinstance(text, Diagnostic):
        return File(name, problems=(text,))
    digest = sha256(raw)
    if text is None:
        loaded = reader(raw, name, limits)
    else:
        del raw  # a filing can be large
        loaded = reader(text, name, limits)
    if loaded.look is None:
        return File(name, problems=loaded.problems, text=text)
    document = Document(name, loaded.data, digest, text or "", form, path, loaded.look)
    return File(name, document, loaded.problems, text)


def suffix_of(path: str) -> str:
    """By which the format of a file is known."""
    return os.path.splitext(path)[1].lower()


def _missing(path: str) -> OSError | ValueError | None:
    try:
        os.stat(path)
    except (OSError, ValueError) as error:
        return error
    return None


def normal(path: str | os.PathLike[str]) -> str:
    """A path without what means nothing, as `pathlib` writes it; `..` stays, since it may follow a link.

    >>> normal("a/./b//") == os.path.join("a", "b"), normal(""), normal("a/../b") == os.path.join("a", "..", "b")
    (True, '.', True)
    """
    path = os.fspath(path)
    if ".." in path:
        from pathlib import Path  # its import would cost every check 3 ms

        return str(Path(path))
    return os.path.normpath(path)


def shown(path: str) -> str:
    """A path as the user would write it: relative to the working directory if it lies below it, and safe to print."""
    try:
        absolute, here = os.path.abspath(path), os.getcwd()
        path = os.path.relpath(absolute, here) if lies_below(absolute, here) else normal(path)
    except (ValueError, OSError):
        path = normal(path)
    return escaped(name_in_text(path.replace(os.sep, "/")))


def name_in_text(name: str) -> str:
    r"""A name of a file system as text: its bytes that are not UTF-8 are escaped.

    >>> name_in_text("caf\udce9.csv")
    'caf\\xe9.csv'
    """
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
