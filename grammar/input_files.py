"""Opens an input file: a regular file, never a pipe that blocks or a device that does not end."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader


def open_regular(path: str | os.PathLike[str]) -> BufferedReader:
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


def read_regular(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a regular file."""
    with open_regular(path) as file:
        return file.read()


def _require_regular(status: os.stat_result, path: str | os.PathLike[str]) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "this is not a regular file", os.fspath(path))
