"""The files of a filing that is a folder, and references from one of its files to another.

>>> import tempfile, pathlib
>>> folder = pathlib.Path(tempfile.mkdtemp()); _ = (folder / "a.csv").write_text("n"); (folder / ".b.csv").touch()
>>> [os.path.basename(file) for file in below(str(folder), Limits())[0]]
['a.csv']
"""

from __future__ import annotations

import os

from pitboss.checker.read.decoding import quoted
from pitboss.checker.read.document import Document, Steps
from pitboss.checker.read.file import FORMATS, NO_FILES, Unsaved, load, shown, suffix_of
from pitboss.checker.read.limits import USUAL, Limits
from pitboss.checker.read.regular_file import fault
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.input_folders import in_order, lies_below

SCHEMA = ".schema.json"  # an editor's schema may lie next to the filing it describes


def below(root: str, limits: Limits) -> tuple[list[str], list[Diagnostic]]:
    """All files that may be documents, in order of their paths, without hidden files, duplicates, and files outside the folder."""
    home = os.path.realpath(root)
    files: list[str] = []
    problems: list[Diagnostic] = []
    seen: set[str] = {home}
    folders, links, entries = [root], list[str](), 0
    # Links are followed last, so that each file is first found under its own name.
    while folders or links:
        here = folders.pop() if folders else links.pop(0)
        if not folders and here is not root and os.path.islink(here):
            real = os.path.realpath(here)
            if not lies_below(real, home):
                if os.path.isdir(here) or suffix_of(here) in FORMATS:
                    problems.append(outside(Place(shown(here), 1, 1)))
                continue
            if real in seen or (not os.path.isdir(here) and suffix_of(here) not in FORMATS):
                continue
            seen.add(real)
            if not os.path.isdir(here):
                files.append(here)
                continue
        try:
            with os.scandir(here) as listing:
                for entry in listing:
                    entries += 1
                    path = os.path.join(here, entry.name)
                    if entries > limits.files:
                        problems.append(_too_many(shown(root), limits))
                        return in_order(files), problems
                    if entry.name.startswith(".") or entry.name.endswith(SCHEMA):
                        continue
                    if entry.is_symlink():
                        links.append(path)
                        continue
                    folder = entry.is_dir(follow_symlinks=False)
                    if folder or suffix_of(path) in FORMATS:
                        real = os.path.realpath(path)
                        if real not in seen:
                            seen.add(real)
                            (folders if folder else files).append(path)
        except OSError as error:
            problems.append(fault(error, shown(here)))
    if not files and not problems:
        known = ", ".join(FORMATS)
        problems.append(Diagnostic("E006", f"the folder holds no file that ends in {known}", Place(shown(root), 1, 1)))
    return in_order(files), sorted(problems, key=lambda problem: problem.place.file)


def _too_many(name: str, limits: Limits) -> Diagnostic:
    return Diagnostic("E004", f"more than {limits.files:,} files and folders", Place(name, 1, 1))


def outside(place: Place) -> Diagnostic:
    """A path that must not be followed."""
    return Diagnostic("E007", "this path leaves the filing's folder", place)


def resolve_file(
    document: Document,
    reference: str,
    root: str,
    at: Steps = (),
    limits: Limits = USUAL,
    unsaved: Unsaved = NO_FILES,
) -> Document | Diagnostic:
    """The document that `{file: reference}` at path `at` refers to.

    The reference is relative to the file it is written in, and stays below `root`, the filing's folder. If the file has
    several problems, the first is reported.
    """
    from pathlib import Path, PurePosixPath, PureWindowsPath

    posix, windows = PurePosixPath(reference), PureWindowsPath(reference)
    if posix.is_absolute() or windows.is_absolute() or windows.anchor or ".." in windows.parts or "\0" in reference:
        return outside(document.place(at))
    if "\\" in reference:
        help = "write / between folder and file"
        return Diagnostic("E001", f"{quoted(reference)} does not exist", document.place(at), help=help)
    path = str(Path(document.path).parent / posix)
    if not lies_below(os.path.realpath(path), os.path.realpath(root)):
        return outside(document.place(at))
    file = load(path, limits, unsaved)
    if file.document:
        return file.document
    problem = file.problems[0]
    if problem.code not in ("E001", "E005"):
        return problem
    return Diagnostic(problem.code, f"{quoted(reference)}: {problem.message}", document.place(at), help=problem.help)
