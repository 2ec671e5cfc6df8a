"""Compares the documents that a filing names with the files in its folder: a file that exists must have the digest
that was filed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from pitboss.checker.filing.field_reader import Fault
from pitboss.checker.filing.model import Filing
from pitboss.grammar.quick_start import sha256

OUTSIDE = "outside the filing's folder"


def root_of(path: str) -> str:
    """The folder of a filing: the filing itself, or the folder that contains its file."""
    return path if os.path.isdir(path) else os.path.dirname(path) or "."


def mismatched(filing: Filing, root: str) -> Iterator[Fault]:
    """Report each file whose digest differs. A file that does not exist proves nothing and is not reported.

    >>> list(mismatched(Filing({}, None, False, (), (), (), (), (), (), lambda t, p: ()), "."))
    []
    """
    for document in filing.documents:
        found = digest_of(document.name, root)
        if found == OUTSIDE:
            yield Fault("E212", "the document lies outside the filing's folder", (*document.path, "path"))
        elif found and found != document.sha256:
            message = f"{document.name} is not the file that was filed: its digest is {found[:12]}..."
            yield Fault("E212", message, (*document.path, "sha256"))


def states(filing: Filing, root: str) -> Iterator[dict[str, str]]:
    """State for each document that the filing names whether the file in the folder is that document."""
    for document in filing.documents:
        found = digest_of(document.name, root)
        state = {"": "not there", OUTSIDE: OUTSIDE, document.sha256: "as filed"}.get(found, "another file")
        yield {"path": document.name, "kind": document.kind, "sha256": document.sha256, "state": state}


def digest_of(path: str, root: str) -> str:
    """The digest of a file below the folder; empty if the file does not exist."""
    drive, own = (os.path.normcase(os.path.splitdrive(each)[0]) for each in (path, os.path.abspath(root)))
    if drive and drive != own:  # for //machine/share/file, Windows would log on to that machine
        return OUTSIDE
    file = os.path.realpath(os.path.join(root, path))
    here, home = (os.path.join(os.path.normcase(each), "") for each in (file, os.path.realpath(root)))
    if not here.startswith(home):
        return OUTSIDE
    if not os.path.isfile(file):
        return ""
    with open(file, "rb") as stream:
        return sha256(stream.read())
