"""The documents of a filing against the files beside it: a file that is there must be the one whose digest was filed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256

from pitboss.checker.filing.field_reader import Fault
from pitboss.checker.filing.model import Filing

OUTSIDE = "outside the filing's folder"


def root_of(path: str) -> str:
    """The folder of a filing: itself, or the one its file lies in."""
    return path if os.path.isdir(path) else os.path.dirname(path) or "."


def mismatched(filing: Filing, root: str) -> Iterator[Fault]:
    """Files that are not there prove nothing and are not asked for.

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
    """Of each document that the filing names, whether the file beside it is the one."""
    for document in filing.documents:
        found = digest_of(document.name, root)
        state = {"": "not there", OUTSIDE: OUTSIDE, document.sha256: "as filed"}.get(found, "another file")
        yield {"path": document.name, "kind": document.kind, "sha256": document.sha256, "state": state}


def digest_of(path: str, root: str) -> str:
    """Of a file below the folder; empty when it is not there."""
    inside = os.path.realpath(root)
    file = os.path.realpath(os.path.join(root, path))
    if os.path.commonpath((inside, file)) != inside:
        return OUTSIDE
    if not os.path.isfile(file):
        return ""
    with open(file, "rb") as stream:
        return sha256(stream.read()).hexdigest()
