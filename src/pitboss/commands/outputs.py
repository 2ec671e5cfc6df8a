"""What `--format NAME[=FILE]`, given once or several times, asks for; and how it is written."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from pitboss.checker.read.file import FORMATS
from pitboss.commands.errors import report_error

Output = tuple[str, str | None]  # a format and a file; no file: standard output


def parse_outputs(
    given: Iterable[str], known: Iterable[str], paths: Iterable[str], baseline: str | None = None, where: str = ""
) -> tuple[Output, ...] | str:
    """What is asked for, or what is wrong with it; no report may touch a filing, or what it is held against.

    >>> parse_outputs(["text", "sarif=no such/a=b.sarif"], ("sarif", "text"), ["filing.yaml"])
    "--format sarif=no such/a=b.sarif: there is no folder 'no such'"
    >>> parse_outputs(["text", "json=-"], ("json", "text"), ["filing.yaml"])
    '--format text, json: only one of them can go to standard output; give the others a file, as in --format json=FILE'
    """
    found: list[Output] = []
    for each in given:
        name, sign, file = each.partition("=")
        if name not in known:
            return f"--format knows {', '.join(known)}{where}; not {name}"
        trouble = "" if file == "-" or not sign else _trouble(file, paths, baseline)
        if trouble:
            return f"--format {each}: {trouble}"
        found.append((name, None if file in ("", "-") else file))
    out = [name for name, file in found if file is None]
    if len(out) > 1:
        told = "only one of them can go to standard output; give the others a file, as in"
        return f"--format {', '.join(out)}: {told} --format {out[-1]}=FILE"
    files = [os.path.realpath(file) for _, file in found if file]
    twice = next((file for _, file in found if file and files.count(os.path.realpath(file)) > 1), None)
    return f"--format: {twice} is asked for twice" if twice else tuple(found)


def _trouble(file: str, paths: Iterable[str], baseline: str | None) -> str:
    if not file:
        return "the name of the file is missing"
    if os.path.isdir(file):
        return "this is a folder"
    if not os.path.isdir(os.path.dirname(os.path.realpath(file))):
        return f"there is no folder '{os.path.dirname(file)}'"
    if any(_part_of(file, path) for path in paths):
        return "this would become part of the filing; write it elsewhere"
    if baseline and os.path.realpath(file) == os.path.realpath(baseline):
        return "this is the baseline: what is new now would be known the next time; write it elsewhere"
    return ""


def _part_of(file: str, path: str) -> bool:
    """A report beside the documents of a filing, with the name of one, would be read as one the next time."""
    here, filing = os.path.realpath(file), os.path.realpath(path)
    if not os.path.isdir(filing):
        return here == filing
    return here.startswith(os.path.join(filing, "")) and here.lower().endswith(tuple(FORMATS))


def write_outputs(asked: Iterable[Output], tell: Callable[[str, bool], str]) -> bool:
    """Each format, told by name and whether in colour, to where it is wanted; whether that was possible.

    Standard output comes last, so that files are there when a reader of it stops early.
    """
    done = True
    for name, file in sorted(asked, key=lambda each: each[1] is None):
        colour = file is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ
        text = tell(name, colour)
        if file is None:
            sys.stdout.write(text)
        elif trouble := _write(file, text):
            report_error(trouble)
            done = False
    return done


def write_files(out: Path, files: Iterable[tuple[str, str]]) -> list[Path]:
    """Files in a folder, which is made where it is not; what is wrong with them is an OSError that names one."""
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in files:
        (out / name).write_bytes(text.encode("utf-8"))
        written.append(out / name)
    return written


def _write(file: str, text: str) -> str:
    """Whole or not at all, where the file is one; what is wrong when it cannot be written, or nothing."""
    target = os.path.realpath(file)
    try:
        if os.path.exists(target) and not os.path.isfile(target):  # a pipe or a device is written to, never replaced
            with open(target, "wb") as stream:
                stream.write(text.encode("utf-8"))
            return ""
        draft = f"{target}.{os.getpid()}.part"
        try:
            with open(draft, "xb") as stream:
                stream.write(text.encode("utf-8"))
            os.replace(draft, target)
        finally:
            if os.path.exists(draft):
                os.unlink(draft)
    except OSError as error:
        return f"{file} cannot be written: {error.strerror}"
    return ""
