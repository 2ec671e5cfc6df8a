"""Formats the parser of the command line as a man page."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from pitboss.reports.sanitize import safe


def man_page(parser: argparse.ArgumentParser, version: str) -> str:
    """Return the page in man macros: every command with its arguments, options and examples, and the exit codes once."""
    exit_codes = (parser.epilog or "").partition("exit codes:\n")[2]
    lines = [
        f'.TH PITBOSS 1 "" "pitboss {version}"',
        ".SH NAME",
        f"pitboss \\- {_roff((parser.description or '').rstrip('.').lower())}",
        ".SH SYNOPSIS",
        ".B pitboss",
        ".I COMMAND",
        "[options]",
        ".SH COMMANDS",
        *_commands(parser, ""),
        ".SH EXIT STATUS",
        *_verbatim(exit_codes),
    ]
    return "\n".join(lines) + "\n"


def _commands(parser: argparse.ArgumentParser, name: str) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each, inner in action.choices.items():
                yield from _command(inner, f"{name} {each}".strip())


def _command(parser: argparse.ArgumentParser, name: str) -> Iterator[str]:
    yield f'.SS "pitboss {_roff(name)}"'
    yield _roff(parser.description or "")
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction | argparse._SubParsersAction):
            yield from (".TP", _names(action), _help(action))
    examples = (parser.epilog or "").partition("examples:\n")[2].partition("\n\nexit codes:")[0]
    if examples:
        yield from (".PP", "Examples:", *_verbatim(examples))
    yield from _commands(parser, name)


def _names(action: argparse.Action) -> str:
    value = "" if action.nargs == 0 else str(action.metavar or "|".join(map(str, action.choices or (action.dest,))))
    named = ", ".join(f"\\fB{_roff(option)}\\fR" for option in action.option_strings)
    return " ".join(filter(None, (named, f"\\fI{_roff(value)}\\fR" if value else "")))


def _help(action: argparse.Action) -> str:
    return _roff((action.help or "") % {**vars(action), "prog": "pitboss"})


def _verbatim(text: str) -> Iterator[str]:
    yield ".nf"
    yield from (_roff(line) for line in text.rstrip().splitlines())
    yield ".fi"


def _roff(text: str) -> str:
    """The text as is: a hyphen stays one that can be copied, and a line that starts with a dot or quote is no macro."""
    plain = safe(text).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
