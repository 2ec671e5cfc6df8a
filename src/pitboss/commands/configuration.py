"""`pitboss.toml`, or `[tool.pitboss]` in pyproject.toml: options for `check`, `report` and `fix`, which the command line overrides.

The nearest one counts, from the working directory upward. Its paths are relative to its own folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from datetime import date

from pitboss.grammar.input_files import read_regular
from pitboss.grammar.quick_start import TYPE_CHECKING, regex

if TYPE_CHECKING:
    import argparse

    from pitboss.checker.findings.ignore import Ignore

FILES = ("pitboss.toml", "pyproject.toml")
_MENTIONED = regex(r"""^\s*(\[+\s*)?["']?tool["']?\s*(\.\s*["']?pitboss|\]|=)""", re.M)
DEFAULT_FAIL_ON = "fail,needs evidence"


class Configuration:
    """The options of a file; what it does not state is empty. A plain class, since a dataclass costs time at every start."""

    def __init__(self) -> None:
        self.folder = ""
        self.paths: list[str] = []
        self.as_of: str | None = None
        self.rulebook: list[str] = []
        self.fail_on: str | None = None
        self.formats: list[str] = []
        self.baseline: str | None = None
        self.ignores: list[Ignore] = []


class Misconfigured(ValueError):
    """The file cannot be used; the message names it and the key."""


def find_configuration(start: str) -> Configuration:
    """Return the nearest configuration from a folder upward; an empty one if there is none. Raises `Misconfigured`.

    Its paths are absolute if the folder is.
    """
    folder = os.path.abspath(start)
    while True:
        for name in FILES:
            path = os.path.join(folder, name)
            shown = path if os.path.isabs(start) else os.path.relpath(path, start)
            if os.path.isfile(path) and (found := _read(path, shown)):
                found.folder = folder
                return found
        if os.path.dirname(folder) == folder:
            return Configuration()
        folder = os.path.dirname(folder)


def configure(arguments: argparse.Namespace, start: str = ".") -> str:
    """Fill what the command line leaves open from the nearest configuration; return an error message, or an empty string."""
    try:
        found = Configuration() if arguments.no_config else find_configuration(start)
    except Misconfigured as fault:
        return str(fault)
    period = getattr(arguments, "first", None) or getattr(arguments, "last", None)
    paths = tuple(arguments.paths or found.paths)
    arguments.path = paths[0] if len(paths) == 1 else paths
    arguments.rules = arguments.rules or found.rulebook
    arguments.fail_on = next(each for each in (arguments.fail_on, found.fail_on, DEFAULT_FAIL_ON) if each is not None)
    arguments.ignores = [] if period else found.ignores
    if not period:  # several dates have no baseline and no one date
        arguments.as_of = arguments.as_of or found.as_of
    if hasattr(arguments, "baseline"):
        arguments.baseline = arguments.baseline or (None if period else found.baseline)
        arguments.format = arguments.format or ([] if period else found.formats)
    if not paths:
        return "PATH is missing: give the filing, or set paths in pitboss.toml or in [tool.pitboss] of pyproject.toml"
    return "give - only once" if [*paths, arguments.previous, *arguments.inspection].count("-") > 1 else ""


def _read(path: str, shown: str) -> Configuration | None:
    """The configuration in a file; None if it is a pyproject.toml without one."""
    try:
        text = read_regular(path).decode("utf-8")
    except (OSError, ValueError) as error:
        raise Misconfigured(f"{shown} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    project = os.path.basename(path) == "pyproject.toml"
    if project and not _MENTIONED.search(text):  # reading TOML costs more than the rest of the start
        return None
    import tomllib

    try:
        table: object = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Misconfigured(f"{shown}: {error}") from None
    assert isinstance(table, dict)
    if project:
        table = table.get("tool", {}).get("pitboss")
        if table is None:
            return None
    return _configuration(table, shown)


def _configuration(table: object, shown: str) -> Configuration:
    if not isinstance(table, dict):
        raise Misconfigured(f"{shown}: pitboss must be a table")
    found, folder = Configuration(), os.path.dirname(shown)

    def here(path: str) -> str:
        return path if path == "-" else os.path.join(folder, path)

    readers: dict[str, Callable[[object], None]] = {
        "paths": lambda value: found.paths.extend(map(here, _texts(value, "paths"))),
        "as-of": lambda value: setattr(found, "as_of", _day(value, "as-of")),
        "rulebook": lambda value: found.rulebook.extend(map(here, _texts(value, "rulebook"))),
        "fail-on": lambda value: setattr(found, "fail_on", _verdicts(",".join(_texts(value, "fail-on")))),
        "formats": lambda value: found.formats.extend(_output(each, here) for each in _texts(value, "formats")),
        "baseline": lambda value: setattr(found, "baseline", here(_text(value, "baseline"))),
        "ignore": lambda value: found.ignores.extend(_rules(value, "ignore", shown)),
        "select": lambda value: found.ignores.extend(_rules(value, "select", shown)),
    }
    try:
        _known(table, readers, "")
        for key, value in table.items():
            readers[key](value)
    except ValueError as fault:
        raise Misconfigured(f"{shown}: {fault}") from None
    return found


def _rules(value: object, key: str, shown: str) -> Iterable[Ignore]:
    from pitboss.checker.runs.ignoring import ignore_of

    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise ValueError(f"{key} must be a list of tables: {{provision = ..., until = ..., reason = ...}}")
    for each in value:
        _known(each, ("provision", "until", "reason"), f"{key}.")
        for needed in ("provision", "until", "reason"):
            if needed not in each:
                raise ValueError(f"{key}: {needed} is missing; a rule without a reason and an end date is not accepted")
        names, until = _texts(each["provision"], f"{key}.provision"), _day(each["until"], f"{key}.until")
        rule = ignore_of(names, until, _text(each["reason"], f"{key}.reason"), shown, key == "select")
        if isinstance(rule, str):
            raise ValueError(rule.removeprefix(f"{shown}: "))
        yield rule


def _known(table: dict[str, object], keys: Iterable[str], prefix: str) -> None:
    for key in table:
        if key not in keys:
            from difflib import get_close_matches

            near = get_close_matches(key.replace("_", "-"), [*keys], 1)
            advice = f"did you mean '{near[0]}'?" if near else f"known are {', '.join(keys)}"
            raise ValueError(f"unknown key '{prefix}{key}'; {advice}")


def _output(text: str, here: Callable[[str], str]) -> str:
    name, sign, file = text.partition("=")
    return f"{name}={here(file)}" if file else name + sign


def _texts(value: object, key: str) -> list[str]:
    """One text, or a list of texts."""
    if isinstance(value, list) and value and all(isinstance(each, str) and each for each in value):
        return value
    if isinstance(value, str) and value:
        return [value]
    raise ValueError(f"{key} must be a text or a list of texts")


def _text(value: object, key: str) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{key} must be a text")
    return value


def _verdicts(names: str) -> str:
    """The names, if they are verdicts."""
    from pitboss.commands.fail_on import parse_fail_on

    wrong = parse_fail_on(names)
    if isinstance(wrong, str):
        raise ValueError(wrong.removeprefix("--"))
    return names


def _day(value: object, key: str) -> str:
    """A TOML date, or one in a text."""
    if type(value) is date:
        return value.isoformat()
    text = _text(value, key)
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError(f"{key}: '{text}' is not a date; write dates as 2007-01-31") from None
