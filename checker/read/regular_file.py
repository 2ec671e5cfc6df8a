"""Reads the bytes of a file of a filing, or states why that is not possible. Standalone validators contain this module."""

from __future__ import annotations

import errno
import os

from pitboss.checker.read.limits import Limits
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.input_files import open_regular


def contents(path: str | os.PathLike[str], name: str, limits: Limits) -> bytes | Diagnostic:
    """The bytes of a regular file; never waits for a pipe, never reads a device."""
    try:
        with open_regular(path) as file:
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
    if isinstance(error, OSError) and error.errno == errno.EINVAL:
        return Diagnostic("E003", "this is not a regular file", place)
    if isinstance(error, (FileNotFoundError, NotADirectoryError, ValueError)):
        return Diagnostic(
            "E001", "this does not exist", place, help="check the spelling; a path begins at the folder of the command"
        )
    if isinstance(error, PermissionError):
        return Diagnostic("E002", "permission to read this is denied", place)
    return Diagnostic("E002", f"this cannot be read: {error.strerror}", place)
