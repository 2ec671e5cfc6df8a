"""Opens input: a regular file, never a pipe that blocks or a device that does not end; and whole folders, nothing left out in silence."""

from __future__ import annotations

import errno
import hashlib
import os
import pathlib
import stat
from collections.abc import Iterator
from io import BufferedReader


def open_regular(path: str | pathlib.Path) -> BufferedReader:
    """Open a file for reading bytes; OSError with the reason when it is not a regular file or cannot be opened.

    >>> open_regular("/dev/null")
    Traceback (most recent call last):
    OSError: [Errno 22] this is not a regular file: '/dev/null'
    """
    _require_regular(os.stat(path), path)
    # The file may have been replaced since: opening a pipe must not block, and the check applies to what is open.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        _require_regular(os.fstat(number), path)
        return open(number, "rb")
    except BaseException:
        os.close(number)
        raise


def read_regular(path: str | pathlib.Path) -> bytes:
    """The bytes of a regular file."""
    with open_regular(path) as file:
        return file.read()


def files_below(root: str | pathlib.Path, *suffixes: str) -> list[pathlib.Path]:
    """The files below a folder whose names end so, in the order of their paths.

    OSError where a folder cannot be listed, or a link leads to a folder outside: without it, part of the input would be missing.
    """
    return sorted(map(pathlib.Path, _below(os.fspath(root), suffixes, os.path.realpath(root))))


def _below(folder: str, suffixes: tuple[str, ...], home: str) -> Iterator[str]:
    with os.scandir(folder) as listing:
        for entry in listing:
            if entry.is_symlink() and entry.is_dir():
                # What a link inside the folder leads to is found under its own name.
                if os.path.commonpath((home, os.path.realpath(entry.path))) != home:
                    raise OSError(errno.EXDEV, "this link leaves the folder and is not followed", entry.path)
            elif entry.is_dir():
                yield from _below(entry.path, suffixes, home)
            elif entry.name.endswith(suffixes) and entry.name not in suffixes:
                yield entry.path


def digest_of(*folders: pathlib.Path) -> str:
    """A digest of the sources in the folders: their names and their contents."""
    whole = hashlib.sha256()
    for folder in folders:
        for path in files_below(folder.resolve(), ".rules", ".toml", ".py", ".lark"):
            content = read_regular(path)
            whole.update(b"%s\0%d\0" % (path.relative_to(folder.resolve()).as_posix().encode(), len(content)) + content)
    return whole.hexdigest()


def _require_regular(status: os.stat_result, path: str | pathlib.Path) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "this is not a regular file", os.fspath(path))
