"""The documents of a filing against the files beside it: a file that is there must be the one whose digest was filed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256

from pitboss.checker.clerk import Fault
from pitboss.checker.model import Filing


def root_of(path: str) -> str:
    """The folder of a filing: itself, or the one its file lies in."""
    return path if os.path.isdir(path) else os.path.dirname(path) or "."


def mismatched(filing: Filing, root: str) -> Iterator[Fault]:
    """Files that are not there prove nothing and are not asked for.

    >>> list(mismatched(Filing({}, None, False, (), (), (), (), (), (), lambda t, p: ()), "."))
    []
    """
    inside = os.path.realpath(root)
    for paper in filing.documents:
        file = os.path.realpath(os.path.join(root, paper["path"]))
        if os.path.commonpath((inside, file)) != inside:
            yield Fault("E212", "the document lies outside the filing's folder", (*paper["at"], "path"))
        elif os.path.isfile(file):
            with open(file, "rb") as stream:
                found = sha256(stream.read()).hexdigest()
            if found != paper["sha256"]:
                message = f"{paper['path']} is not the file that was filed: its digest is {found[:12]}..."
                yield Fault("E212", message, (*paper["at"], "sha256"))
