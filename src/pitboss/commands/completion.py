"""`pitboss completion bash|zsh`: a script that completes commands, options and their choices, written from the parser."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator

# One function for both shells: zsh runs completions of bash. What is neither command nor option is a file.
_SCRIPT = """\
_pitboss() {
  local word=${COMP_WORDS[COMP_CWORD]} command="" choices="" each n
  for ((n = 1; n < COMP_CWORD; n++)); do
    each="$command ${COMP_WORDS[n]}"
    case "$each" in
%s
    esac
  done
  case "$command" in
%s
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$word") $(compgen -f -- "$word"))
}
complete -o filenames -F _pitboss pitboss
"""
_ZSH = "#compdef pitboss\nautoload -U +X bashcompinit && bashcompinit\n"


def run(arguments: argparse.Namespace) -> int:
    sys.stdout.write(completion(arguments.whole(), arguments.shell))
    return 0


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the script for bash or zsh."""
    known = dict(words_by_command(parser))
    commands = "|".join(shlex.quote(f" {name}") for name in known if name)
    rows = [f"    {shlex.quote(f' {name}' if name else '')}) choices={shlex.quote(' '.join(words))} ;;" for name, words in known.items()]
    return (_ZSH if shell == "zsh" else "") + _SCRIPT % (f"      {commands}) command=$each ;;", "\n".join(rows))


def words_by_command(parser: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield each command, as `law odds`, with its options, its subcommands, and the choices of its arguments."""
    words: list[str] = []
    below: list[tuple[str, argparse.ArgumentParser]] = []
    for action in parser._actions:
        words += action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            below += action.choices.items()
        words += map(str, action.choices or ())
    yield name, words
    for each, inner in below:
        yield from words_by_command(inner, f"{name} {each}".strip())
