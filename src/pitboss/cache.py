"""What took long to count, kept between runs: data only, found again by the digest of all that it was counted from.

`PITBOSS_CACHE` names another folder; empty, nothing is kept.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any


def cached(parts: tuple[str, ...]) -> Any:
    """What is kept under these parts; None where nothing is."""
    path = _path(parts)
    with suppress(OSError, ValueError):
        return json.loads(path.read_bytes()) if path else None
    return None


def store(parts: tuple[str, ...], made: Any) -> None:
    """Where that can be written."""
    path = _path(parts)
    with suppress(OSError):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as draft:
                json.dump(made, draft)
            os.replace(draft.name, path)


def code_digest(folder: Path) -> str:
    """The digest of the code that counts: what an earlier version counted is not found again."""
    files = sorted(folder.resolve().rglob("*.py"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()


def _path(parts: tuple[str, ...]) -> Path | None:
    folder = _folder()
    return folder / f"{hashlib.sha256(json.dumps(parts).encode()).hexdigest()}.json" if folder else None


def _folder() -> Path | None:
    named = os.environ.get("PITBOSS_CACHE")
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "pitboss" if os.path.isabs(base) else None
