"""Which filing a file that is open in an editor belongs to."""

from __future__ import annotations

import re
from pathlib import Path

_SUBMISSION = re.compile(rb'^(?:submission\s*:|\s*\{?\s*"submission"\s*:)', re.M)
_SUFFIXES = (".yaml", ".yml", ".json")
_ENOUGH = 1 << 20  # bytes of a file in which its `submission` is looked for


def filing_of(file: Path, roots: tuple[Path, ...]) -> Path:
    """The filing of a file: the closest folder, no higher than the opened ones, in which exactly one file has a submission.

    A file that has a submission of its own, next to others that have theirs, is a filing by itself; so is a file without any.
    """
    folder = file.parent
    while True:
        submissions = [one for one in _documents(folder) if _submits(one)]
        if len(submissions) == 1:
            return folder if len(_documents(folder)) > 1 or submissions[0] != file or _has_folders(folder) else file
        if submissions or folder in roots or folder.parent == folder or not roots:
            return file
        folder = folder.parent


def _documents(folder: Path) -> list[Path]:
    try:
        return sorted(p for p in folder.iterdir() if p.suffix in _SUFFIXES and not p.name.startswith("."))
    except OSError:
        return []


def _has_folders(folder: Path) -> bool:
    return any(p.is_dir() and not p.name.startswith(".") for p in folder.iterdir())


def _submits(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return bool(_SUBMISSION.search(stream.read(_ENOUGH)))
    except OSError:
        return False
