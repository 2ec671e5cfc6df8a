"""Cache for slow computations, kept between runs. Entries are JSON data, keyed by a digest of all inputs.

The first line of an entry is a digest of its key and its data: a truncated, altered or misplaced entry is ignored. So is one
that belongs to another user.

`PITBOSS_CACHE` sets another folder; an empty value disables the cache.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from pitboss.grammar.input_files import open_regular


def cached(key: tuple[str, ...]) -> object:
    """Return the data stored under the key, or None."""
    path = _path(key)
    with suppress(OSError, ValueError):
        digest, _, data = _own(path).partition(b"\n") if path else (b"", b"", b"")
        found: object = json.loads(data) if digest == _digest(key, data) else None
        return found
    return None


def store(key: tuple[str, ...], data: object) -> None:
    """Store the data under the key; do nothing if the folder is not writable."""
    path = _path(key)
    with suppress(OSError):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            entry = json.dumps(data).encode()
            draft = path.with_suffix(f".{os.getpid()}.part")
            try:
                draft.write_bytes(_digest(key, entry) + b"\n" + entry)
                os.replace(draft, path)
            finally:
                draft.unlink(missing_ok=True)


def code_digest(folder: Path) -> str:
    """Return the digest of the code in a folder, so results of another version are not reused."""
    files = sorted(folder.resolve().rglob("*.py"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()


def _own(path: Path) -> bytes:
    """The content of a file that belongs to this user; another could have written any figure and its digest."""
    with open_regular(path) as file:
        mine = not hasattr(os, "geteuid") or os.fstat(file.fileno()).st_uid == os.geteuid()
        return file.read() if mine else b""


def _digest(key: tuple[str, ...], entry: bytes) -> bytes:
    return hashlib.sha256(json.dumps(key).encode() + b"\n" + entry).hexdigest().encode()


def _path(key: tuple[str, ...]) -> Path | None:
    folder = _folder()
    return folder / f"{hashlib.sha256(json.dumps(key).encode()).hexdigest()}.json" if folder else None


def _folder() -> Path | None:
    named = os.environ.get("PITBOSS_CACHE")
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "pitboss" if os.path.isabs(base) else None
