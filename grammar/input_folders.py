"""Lists the files of a folder, and leaves none out in silence."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator

from pitboss.grammar.input_files import read_regular
from pitboss.grammar.quick_start import TYPE_CHECKING, sha256

if TYPE_CHECKING:
    import pathlib  # its import would cost every check 3 ms


def files_below(root: str | os.PathLike[str], *suffixes: str) -> list[pathlib.Path]:
    """The files below a folder whose names end so, in the order of their paths.

    OSError where a folder cannot be listed, or a link leads to a folder outside: without it, part of the input would be missing.
    """
    from pathlib import Path

    return list(map(Path, in_order(_below(os.fspath(root), suffixes, os.path.realpath(root)))))


def in_order(paths: Iterable[str], separator: str = os.sep) -> list[str]:
    """Paths below one folder, in an order that is the same on every platform.

    >>> in_order(["b.yaml", "a-1.yaml", "a\\\\x.yaml", "B.yaml"], "\\\\")
    ['B.yaml', 'a\\\\x.yaml', 'a-1.yaml', 'b.yaml']
    """
    return sorted(paths, key=lambda path: path.split(separator))


def lies_below(path: str, folder: str) -> bool:
    """Whether a resolved path is a resolved folder or in it, as the platform compares names.

    >>> lies_below("/a/b", "/a"), lies_below("/a", "/a"), lies_below("/ab", "/a"), lies_below("/a", "/")
    (True, True, False, True)
    """
    here, home = (os.path.join(os.path.normcase(each), "") for each in (path, folder))
    return here.startswith(home)


def _below(folder: str, suffixes: tuple[str, ...], home: str) -> Iterator[str]:
    with os.scandir(folder) as listing:
        for entry in listing:
            if entry.is_symlink() and os.path.isdir(entry.path):
                # What a link inside the folder leads to is found under its own name.
                if not lies_below(os.path.realpath(entry.path), home):
                    raise OSError(errno.EXDEV, "this link leaves the folder and is not followed", entry.path)
            elif entry.is_dir(follow_symlinks=False):
                yield from _below(entry.path, suffixes, home)
            elif entry.name.endswith(suffixes) and entry.name not in suffixes:
                yield entry.path


SOURCES_DIGEST = "sources.digest"  # the file in a compiled package that has the digest of its sources


def sources_digest(*folders: str | os.PathLike[str]) -> str:
    """A digest of the sources in the folders: their names and their contents."""
    found = []
    for folder in map(os.path.realpath, folders):
        for path in files_below(folder, ".rules", ".toml", ".py", ".lark"):
            found += [path.relative_to(folder).as_posix(), sha256(read_regular(path))]
    return sha256("\0".join(found).encode())
