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
    for paper in filing.documents:
        found = digest_of(paper.name, root)
        if found == OUTSIDE:
            yield Fault("E212", "the document lies outside the filing's folder", (*paper.path, "path"))
        elif found and found != paper.sha256:
            message = f"{paper.name} is not the file that was filed: its digest is {found[:12]}..."
            yield Fault("E212", message, (*paper.path, "sha256"))


def states(filing: Filing, root: str) -> Iterator[dict[str, str]]:
    """Of each document that the filing names, whether the file beside it is the one."""
    for paper in filing.documents:
        found = digest_of(paper.name, root)
        state = {"": "not there", OUTSIDE: OUTSIDE, paper.sha256: "as filed"}.get(found, "another file")
        yield {"path": paper.name, "kind": paper.kind, "sha256": paper.sha256, "state": state}


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
