"""`pitboss completion bash|zsh|fish`: a script that completes commands, options and their values, written from the parser."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator

from pitboss.commands.fail_on import VERDICTS
from pitboss.reports.formats import known

# One function for bash and zsh, which runs completions of bash. What is neither command, option nor value is a file.
_SCRIPT = """\
_pitboss() {
  local word=${COMP_WORDS[COMP_CWORD]} command="" options="" choices="" files=1 each n
  for ((n = 1; n < COMP_CWORD; n++)); do
    each="$command ${COMP_WORDS[n]}"
    case "$each" in
%s
    esac
  done
  case "$command" in
%s
  esac
  if [[ $word == -* ]]; then choices=$options files=""; fi
  case "$command ${COMP_WORDS[COMP_CWORD-1]}" in
%s
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
  if [[ -n $files ]]; then COMPREPLY+=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _pitboss pitboss
"""
_ZSH = "#compdef pitboss\nautoload -U +X bashcompinit && bashcompinit\n"
_FISH = """\
function __pitboss_at
    set -l command
    for word in (commandline -opc)[2..]
        if contains -- (string join ' ' -- $command $word) %s
            set command $command $word
        end
    end
    test "$command" = "$argv[1]"
end
"""


def run(arguments: argparse.Namespace) -> int:
    sys.stdout.write(completion(arguments.whole(), arguments.shell))
    return 0


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the script for bash, zsh or fish."""
    return "".join(_fish(parser)) if shell == "fish" else (_ZSH if shell == "zsh" else "") + _bash(parser)


def words_by_command(parser: argparse.ArgumentParser) -> Iterator[tuple[str, list[str]]]:
    """Yield each command, as `law odds`, with its options, its subcommands, and the choices of its arguments."""
    for name, one in _commands(parser):
        yield (
            name,
            [word for action in one._actions for word in (*action.option_strings, *map(str, action.choices or ()))],
        )


def _commands(parser: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield name, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, one in action.choices.items():
                yield from _commands(one, f"{name} {word}".strip())


def _values(action: argparse.Action) -> list[str]:
    """What may follow an option, or stand for an argument; none where that is a file, a date or any text."""
    if action.metavar in ("NAME[=FILE]", "VERDICT,…"):
        return list(known()) if action.metavar == "NAME[=FILE]" else [v for v in (*VERDICTS, "none") if " " not in v]
    return [*map(str, action.choices or ())]


def _bash(parser: argparse.ArgumentParser) -> str:
    commands, rows, values = [], [], []
    for name, one in _commands(parser):
        at = f" {name}" if name else ""
        words = [word for action in one._actions if not action.option_strings for word in _values(action)]
        options = [option for action in one._actions for option in action.option_strings]
        only = "" if not any(isinstance(action, argparse._SubParsersAction) for action in one._actions) else " files=''"
        rows.append(
            f"    {shlex.quote(at)}) options={shlex.quote(' '.join(options))} choices={shlex.quote(' '.join(words))}{only} ;;"
        )
        commands += [shlex.quote(at)] if name else []
        for action in one._actions:
            if action.option_strings and (some := _values(action)):
                places = "|".join(shlex.quote(f"{at} {option}") for option in action.option_strings)
                values.append(f"    {places}) choices={shlex.quote(' '.join(some))} files='' ;;")
    return _SCRIPT % (f"      {'|'.join(commands)}) command=$each ;;", "\n".join(rows), "\n".join(values))


def _fish(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield _FISH % " ".join(shlex.quote(name) for name, _ in _commands(parser) if name)
    for name, one in _commands(parser):
        at = f"complete -c pitboss -n \"__pitboss_at '{name}'\""
        for action in one._actions:
            described = f" -d {_quoted(one._get_formatter()._expand_help(action))}" if action.help else ""
            values = f" -a {_quoted(' '.join(_values(action)))}" if _values(action) else ""
            if isinstance(action, argparse._SubParsersAction):
                for choice in action._choices_actions:
                    yield f"{at} -f -a {choice.dest} -d {_quoted(choice.help or '')}\n"
            elif action.option_strings:
                names = " ".join(f"-l {o[2:]}" if o.startswith("--") else f"-s {o[1:]}" for o in action.option_strings)
                takes = "" if action.nargs == 0 else f" -x{values}" if values else " -r"
                yield f"{at} {names}{takes}{described}\n"
            elif values:
                yield f"{at} -f{values}{described}\n"


def _quoted(text: str) -> str:
    """A text in single quotes for fish."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
