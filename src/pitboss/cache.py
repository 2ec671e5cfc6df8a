"""Cache for slow computations, kept between runs. Entries are JSON data, keyed by a digest of all inputs.

`PITBOSS_CACHE` sets another folder; an empty value disables the cache.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any


def cached(key: tuple[str, ...]) -> Any:
    """Return the data stored under the key, or None."""
    path = _path(key)
    with suppress(OSError, ValueError):
        return json.loads(path.read_bytes()) if path else None
    return None


def store(key: tuple[str, ...], data: Any) -> None:
    """Store the data under the key; do nothing if the folder is not writable."""
    path = _path(key)
    with suppress(OSError):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as draft:
                json.dump(data, draft)
            os.replace(draft.name, path)


def code_digest(folder: Path) -> str:
    """Return the digest of the code in a folder, so results of another version are not reused."""
    files = sorted(folder.resolve().rglob("*.py"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()


def _path(key: tuple[str, ...]) -> Path | None:
    folder = _folder()
    return folder / f"{hashlib.sha256(json.dumps(key).encode()).hexdigest()}.json" if folder else None


def _folder() -> Path | None:
    named = os.environ.get("PITBOSS_CACHE")
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "pitboss" if os.path.isabs(base) else None
