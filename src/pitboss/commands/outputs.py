"""`--format NAME[=FILE]`, once or several times: parse it, and write the reports."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

from pitboss.checker.read.file import FORMATS
from pitboss.commands.errors import report_error
from pitboss.grammar.quick_start import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

Output = tuple[str, str | None]  # a format and a file; None is standard output


def parse_outputs(
    given: Iterable[str], known: Iterable[str], inputs: Iterable[str], baseline: str | None = None, where: str = ""
) -> tuple[Output, ...] | str:
    """Return the outputs, or an error message. No report may overwrite an input or the baseline.

    >>> parse_outputs(["text", "sarif=no such/a=b.sarif"], ("sarif", "text"), ["filing.yaml"])
    "--format sarif=no such/a=b.sarif: the folder 'no such' does not exist"
    >>> parse_outputs(["text", "json=-"], ("json", "text"), ["filing.yaml"])
    '--format text, json: only one format can go to standard output; give the others a file, as in --format json=FILE'
    """
    found: list[Output] = []
    for each in given:
        name, sign, file = each.partition("=")
        if name not in known:
            return f"--format: '{name}' is not available{where}; use {', '.join(known)}"
        problem = "" if file == "-" or not sign else _problem(file, inputs, baseline)
        if problem:
            return f"--format {each}: {problem}"
        found.append((name, None if file in ("", "-") else file))
    to_stdout = [name for name, file in found if file is None]
    if len(to_stdout) > 1:
        rule = "only one format can go to standard output; give the others a file, as in"
        return f"--format {', '.join(to_stdout)}: {rule} --format {to_stdout[-1]}=FILE"
    files = [os.path.realpath(file) for _, file in found if file]
    twice = next((file for _, file in found if file and files.count(os.path.realpath(file)) > 1), None)
    return f"--format: two formats have the same file, {twice}" if twice else tuple(found)


def _problem(file: str, inputs: Iterable[str], baseline: str | None) -> str:
    if not file:
        return "the file name is missing"
    if os.path.isdir(file):
        return "this is a folder; give a file"
    if not os.path.isdir(os.path.dirname(os.path.realpath(file))):
        return f"the folder '{os.path.dirname(file)}' does not exist"
    if any(_part_of(file, path) for path in inputs):
        return "this file would become part of the filing; write it elsewhere"
    if baseline and os.path.realpath(file) == os.path.realpath(baseline):
        return "this is the baseline; overwriting it would accept every new finding. Write it elsewhere"
    return ""


def _part_of(file: str, path: str) -> bool:
    """Whether the next check would read the report as part of the filing."""
    target, filing = os.path.realpath(file), os.path.realpath(path)
    if not os.path.isdir(filing):
        return target == filing
    return target.startswith(os.path.join(filing, "")) and target.lower().endswith(tuple(FORMATS))


def use_color() -> bool:
    """Whether to write color: as `--color` or FORCE_COLOR says, else if standard output is a terminal and NO_COLOR is not set."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def screen_width(on_screen: bool = True) -> int:
    """The columns of the terminal, at most 120; 100 for what is written to a file or a pipe."""
    if on_screen and sys.stdout.isatty():
        try:
            return max(40, min(120, os.get_terminal_size(sys.stdout.fileno()).columns))
        except OSError:  # a terminal that does not state its size
            return 100
    return 100


def write_outputs(outputs: Iterable[Output], render: Callable[[str, bool], str]) -> bool:
    """Write each output and return whether all were written. `render` takes a format name and whether to use color.

    Standard output comes last, so the files exist even if its reader stops early.
    """
    complete = True
    for name, file in sorted(outputs, key=lambda output: output[1] is None):
        text = render(name, file is None and use_color())
        if file is None:
            sys.stdout.write(text)
        elif problem := _write(file, text):
            report_error(problem)
            complete = False
    return complete


def write_files(folder: Path, files: Iterable[tuple[str, str | bytes]]) -> int:
    """Write named texts or archives to a folder, creating it if needed, and return how many; an OSError names the path that failed."""
    from pitboss.commands.complete_file import complete_files

    folder.mkdir(parents=True, exist_ok=True)
    return complete_files(
        (folder / name, text if isinstance(text, bytes) else text.encode("utf-8")) for name, text in files
    )


def _write(file: str, text: str) -> str:
    """Write a file; return an error message, or an empty string."""
    from pitboss.commands.complete_file import complete_files

    try:
        complete_files([(file, text.encode("utf-8"))])
    except OSError as error:
        return f"{file} cannot be written: {error.strerror}"
    return ""
