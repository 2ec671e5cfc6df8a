"""Which filing a file that is open in an editor belongs to, if any: most YAML, JSON and CSV files are something else."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from pitboss.checker.read import NO_FILES, Unsaved
from pitboss.checker.read.file import FORMATS
from pitboss.checker.read.folder import SCHEMA

_YAML: Final = re.compile(rb"""^(?:\{\s*)?["']?submission["']?\s*:""", re.M)
_SCHEMA: Final = re.compile(rb"^#\s*yaml-language-server:\s*\$schema=\S*filing\.schema\.json\s*$", re.M)
_JSON: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[][{}]')
_SHEET: Final = re.compile(rb'<(?:\w+:)?sheet\s[^>]*\bname="Submission"')
_ENOUGH: Final = 1 << 20  # bytes of a file in which its declaration is looked for


def filing_of(
    file: Path, roots: tuple[Path, ...], configured: tuple[str, ...] = (), unsaved: Unsaved = NO_FILES
) -> tuple[str, ...] | None:
    """Return the paths of the filing that a file belongs to; None if it is of no filing.

    It is that of the configuration, whose absolute paths are `configured`, if these contain the file. Else it is the closest
    folder, no higher than the opened ones, in which exactly one file has a submission. A file that is in no such folder and
    declares itself is a filing by itself. `unsaved`: as in `checker.read.read`.
    """
    if file.suffix.lower() not in FORMATS or file.name.endswith(SCHEMA):
        return None
    if any(_contains(path, file) for path in configured):
        return configured
    for folder in _upward(file.parent, roots):
        if any(part.startswith(".") for part in file.relative_to(folder).parts):
            break
        documents = _documents(folder)
        submissions = [
            one for one in documents if _submits(one, unsaved) and not any(_contains(p, one) for p in configured)
        ]
        if len(submissions) == 1:
            alone = documents == submissions == [file] and not _has_folders(folder)
            return (str(file if alone else folder),)
        if submissions:
            break
    return (str(file),) if _submits(file, unsaved) or _SCHEMA.search(_text(file, unsaved)) else None


def _contains(path: str, file: Path) -> bool:
    """Whether a check of the path reads the file."""
    if path == str(file):
        return True
    return file.is_relative_to(path) and not any(part.startswith(".") for part in file.relative_to(path).parts)


def _upward(folder: Path, roots: tuple[Path, ...]) -> Iterable[Path]:
    """The folder and those around it, up to an opened one; only the folder itself where it is in none."""
    around = [folder, *folder.parents]
    last = next((number for number, each in enumerate(around) if each in roots), 0)
    return around[: last + 1]


def _documents(folder: Path) -> list[Path]:
    try:
        files = sorted(p for p in folder.iterdir() if p.suffix.lower() in FORMATS and p.suffix.lower() != ".csv")
    except OSError:
        return []
    return [p for p in files if not p.name.startswith(".")]


def _has_folders(folder: Path) -> bool:
    return any(p.is_dir() and not p.name.startswith(".") for p in folder.iterdir())


def _submits(file: Path, unsaved: Unsaved) -> bool:
    """Whether the file has the submission of a filing."""
    form, _ = FORMATS[file.suffix.lower()]
    if form == "xlsx":
        return bool(_SHEET.search(_sheets(file)))
    text = _text(file, unsaved)
    if b"submission" not in text:
        return False
    return _json_key(text) if form == "json" else bool(_YAML.search(text)) if form == "yaml" else False


def _json_key(text: bytes) -> bool:
    """Whether the outermost object of a JSON text has the key; a report of a check may have it further inside."""
    depth = 0
    for found in _JSON.finditer(text):
        if (mark := found[0]) in b"[{":
            depth += 1
        elif mark in b"]}":
            depth -= 1
        elif depth == 1 and mark == b'"submission"':
            return text[found.end() :].lstrip().startswith(b":")
    return False


def _text(file: Path, unsaved: Unsaved) -> bytes:
    """The beginning of a file, as the editor has it."""
    if (typed := unsaved.get(str(file))) is not None:
        return typed[:_ENOUGH]
    try:
        with file.open("rb") as stream:
            return stream.read(_ENOUGH)
    except OSError:
        return b""


def _sheets(file: Path) -> bytes:
    """The list of the sheets of a workbook."""
    try:
        with zipfile.ZipFile(file) as workbook:
            part = workbook.getinfo("xl/workbook.xml")
            return workbook.read(part) if part.file_size <= _ENOUGH else b""
    except (OSError, KeyError, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError):
        return b""
