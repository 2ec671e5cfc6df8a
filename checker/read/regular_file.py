"""Reads the bytes of a regular file, or states why that is not possible. Standalone validators contain this module."""

from __future__ import annotations

import os
import pathlib
import stat

from pitboss.checker.read.limits import Limits
from pitboss.grammar.diagnostics import Diagnostic, Place


def contents(path: pathlib.Path, name: str, limits: Limits) -> bytes | Diagnostic:
    """The bytes of a regular file; never waits for a pipe, never reads a device."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return Diagnostic("E003", "this is not a regular file", Place(name, 1, 1))
        # The file may have been replaced since: a pipe must not block, and the check applies to what is open.
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(number, "rb") as file:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                return Diagnostic("E003", "this is not a regular file", Place(name, 1, 1))
            # In pieces, since read(n) allocates n bytes at once, and the reported size need not be true.
            raw = bytearray()
            while len(raw) <= limits.file_bytes and (piece := file.read(1 << 20)):
                raw += piece
    except (OSError, ValueError) as error:
        return fault(error, name)
    if len(raw) > limits.file_bytes:
        return Diagnostic("E004", f"the file has more than {limits.file_bytes:,} bytes", Place(name, 1, 1))
    return bytes(raw)


def fault(error: OSError | ValueError, name: str) -> Diagnostic:
    """The diagnostic of an error of the operating system."""
    place = Place(name, 1, 1)
    if isinstance(error, (FileNotFoundError, NotADirectoryError, ValueError)):
        return Diagnostic("E001", "this does not exist", place)
    if isinstance(error, PermissionError):
        return Diagnostic("E002", "permission to read this is denied", place)
    return Diagnostic("E002", f"this cannot be read: {error.strerror}", place)
