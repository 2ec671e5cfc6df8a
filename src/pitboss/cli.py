"""Command line: parse the arguments, run one module of `pitboss.commands`, return the exit code."""

from __future__ import annotations

import gc
import importlib
import os
import sys
import warnings
from io import TextIOWrapper

from pitboss import __version__

TYPE_CHECKING = False  # that of `typing` costs its import at every start, as `argparse` does for a mere `--version`
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from typing import TextIO, TypeAlias

    _Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

_VERSION = f"pitboss {__version__}"
_EXIT_CODES = """\
exit codes:
  0  no action needed
  1  findings (see --fail-on)
  2  the filing or the command could not be read, no clause was judged, a file
     could not be written, or the date is outside the time of the chapter
  3  internal error in pitboss
  4  verify: no filing was given, so nothing was verified"""


def start() -> None:
    """The installed command: `main` in a process of its own, whose settings it may change, as the library may not.

    Most commands end before garbage is worth collecting, and taking the interpreter apart would cost a check as much again as
    starting Python. Users of the command have no use for the warnings of openpyxl.
    """
    gc.set_threshold(50_000)
    warnings.simplefilter("ignore")
    code = main()
    if {"atexit", "threading"} & sys.modules.keys():  # something may still have to run
        sys.exit(code)
    if not sys.stdout.closed:
        sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    closed = _prepare_streams()
    try:
        if closed:
            sys.stderr.write("pitboss: standard output is closed; redirect it to a file or to the null device\n")
            return 2
        code = _command_line(sys.argv[1:] if argv is None else argv)
        if not sys.stdout.closed:  # the language server closes it
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        _discard(sys.stdout)
        return 141
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        try:
            code = _report_exception(error)
        except OSError:  # it is standard error that cannot be written
            _discard(sys.stderr)
            return 2
        if code == 3 and "PITBOSS_TRACEBACK" in os.environ:
            raise
        return code


def _prepare_streams() -> bool:
    """Make the standard streams fit to write to; return whether standard output is closed.

    A closed stream becomes the null device, before a file that is opened can take its number.
    """
    closed = sys.stdout is None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # where standard output has no … or ⅓
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.isatty():
        # What is redirected to a file has the same bytes on every platform and in every locale.
        sys.stdout.reconfigure(newline="\n")
        if "PYTHONIOENCODING" not in os.environ:
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # an encoding alone resets the errors
    if sys.platform == "win32" and (sys.stdout.isatty() or sys.stderr.isatty()):
        os.system("")  # lets a console that does not interpret escape sequences yet do so
    return closed


def _discard(stream: TextIO) -> None:
    """Let what is left for a stream that cannot be written go nowhere: Python writes it again as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _command_line(given: list[str]) -> int:
    """Run the command that the arguments state."""
    first = given[0] if given else ""
    if not given:
        parser_of().print_help()
        return 0
    if unknown := _unknown_command(first):
        sys.stderr.write(unknown)
        return 2
    arguments = None
    if first != "--version" and not (arguments := _plainly(given)):
        parser = parser_of(first)
        if mistyped := _mistyped(parser, given):
            sys.stderr.write(mistyped)
            return 2
        try:
            arguments = parser.parse_args(given)
        except SystemExit as printed:  # the help, or what is wrong with the arguments
            return int(printed.code or 0)
    return _run(arguments)


def _run(arguments: argparse.Namespace | None) -> int:
    """Run the module of a command; without arguments the version is asked for."""
    if arguments is None:
        print(_VERSION)
        return 0
    if color := getattr(arguments, "color", ""):
        _set_color(color)
    if hasattr(arguments, "no_config"):
        from pitboss.commands.configuration import configure

        if message := configure(arguments):
            from pitboss.commands.errors import report_error

            return report_error(message)
    return int(importlib.import_module(f"pitboss.commands.{_module(arguments)}").run(arguments))


def _module(arguments: argparse.Namespace) -> str:
    """The module that runs the command; `check` over a period has its own."""
    if arguments.module == "check" and (arguments.first or arguments.last):
        return "date_range"
    return str(arguments.module)


def _set_color(when: str) -> None:
    """`--color` overrides the variables that every report looks at."""
    for name in ("NO_COLOR", "FORCE_COLOR") if when != "auto" else ():
        os.environ.pop(name, None)
    if when != "auto":
        os.environ["FORCE_COLOR" if when == "always" else "NO_COLOR"] = "1"


def _plainly(given: list[str]) -> argparse.Namespace | None:
    """The arguments of a command that is written plainly; None if `argparse` must read it."""
    from pitboss.commands.plain_arguments import PlainCommand

    for add in _every():
        if add.__name__ == f"_{given[0]}":
            command = PlainCommand()
            add(command)  # type: ignore[arg-type]  # it has the methods that describe a command
            return command.parsed(given[1:])
    return None


def _unknown_command(first: str) -> str:
    """A message about a mistyped command; empty if it is one, or an option."""
    names = [add.__name__.lstrip("_") for add in _every()]
    if first.startswith("-") or first in names:
        return ""
    from difflib import get_close_matches

    from pitboss.reports.sanitize import safe

    near = get_close_matches(first, names, 1)
    advice = f"did you mean {near[0]}?" if near else f"use {', '.join(names)}"
    return f"pitboss: no command '{safe(first)}'; {advice}\n"


def _mistyped(parser: argparse.ArgumentParser, given: list[str]) -> str:
    """A message about a subcommand or an option that there is none of, where another resembles it; argparse reports all else."""
    from argparse import _SubParsersAction

    for word in given:
        below = next((action.choices for action in parser._actions if isinstance(action, _SubParsersAction)), None)
        if word == "--" or below is None and not word.startswith("--"):
            continue
        if below is not None and word in below:
            parser = below[word]
            continue
        options = [option for action in parser._actions for option in action.option_strings]
        option = word.partition("=")[0]
        if word.startswith("-") and (below is not None or any(each.startswith(option) for each in options)):
            continue
        from difflib import get_close_matches

        from pitboss.reports.sanitize import safe

        near = get_close_matches(option, options if word.startswith("-") else list(below or ()), 1)
        if near:
            return f"{parser.prog}: no {'option' if word.startswith('-') else 'command'} '{safe(option)}'; did you mean {near[0]}?\n"
    return ""


def _report_exception(error: Exception) -> int:
    """Print the error; return 2 if the user can correct it, 3 if it is a defect of pitboss."""
    from pitboss.commands.errors import report_diagnostics, report_error
    from pitboss.commands.extras import missing_extra
    from pitboss.grammar.diagnostics import Rejected

    if isinstance(error, Rejected):
        return report_diagnostics(error.diagnostics)
    if extra := missing_extra(error):
        return report_error(extra)
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return report_error("the working directory no longer exists")
    if isinstance(error, OSError) and error.strerror and error.filename is None:
        _discard(sys.stdout)
        return report_error(f"standard output cannot be written: {error.strerror}")
    if isinstance(error, OSError) and isinstance(error.filename, str):
        package = os.path.join(os.path.dirname(os.path.realpath(__file__)), "")
        # A file of pitboss that is missing is a defect; one that cannot be written, where rules are compiled anew, is not.
        if not (isinstance(error, FileNotFoundError) and os.path.realpath(error.filename).startswith(package)):
            return report_error(f"{error.filename} cannot be used: {error.strerror}")
    report_error(
        f"internal error, a defect of pitboss: {type(error).__name__}: {error};"
        " set PITBOSS_TRACEBACK=1 to see the traceback"
    )
    return 3


def _every() -> tuple[Callable[[_Commands], None], ...]:
    return (
        _check, _report, _law, _explain, _compare, _verify, _schema, _init, _rules, _rounds, _fix, _lsp, _serve, _completion,
    )  # fmt: skip


def parser_of(first: str = "") -> argparse.ArgumentParser:
    """The parser of the command that the first argument names; of all commands if it names none."""
    parser = _command(None, "pitboss", "Check casino table-game filings against the regulation.", "")
    parser.add_argument("--version", action="version", version=_VERSION)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    named = [add for add in _every() if add.__name__ == f"_{first}"]
    for add in named or _every():
        add(commands)
    return parser


def _command(commands: _Commands | None, name: str, summary: str, examples: str) -> argparse.ArgumentParser:
    """A parser whose help ends with examples and the exit codes."""
    from pitboss.commands.plain_arguments import PlainCommand

    if isinstance(commands, PlainCommand):
        return commands
    import argparse
    from functools import partial

    layout = {
        "description": summary,
        "epilog": (f"examples:\n{examples}\n\n" if examples else "") + _EXIT_CODES,
        "formatter_class": partial(argparse.RawDescriptionHelpFormatter, max_help_position=28, width=_help_width()),
    }
    if commands is None:
        return argparse.ArgumentParser(name, **layout)  # type: ignore[arg-type]
    return commands.add_parser(name, help=summary, **layout)  # type: ignore[arg-type]


def _help_width() -> int:
    """What argparse takes for it. It looks once for each option and imports `shutil` for that, of all the command line the dearest."""
    try:
        columns = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        columns = 0
    if columns <= 0:
        try:
            columns = os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else 0
        except (OSError, ValueError):
            columns = 0
    return (columns or 80) - 2


# ---- options that several commands share


def _filing(command: argparse.ArgumentParser, checks: bool = True) -> None:
    """What a filing is, and what counts, as the configuration states it too; if `checks`, also what else a check reads."""
    command.add_argument(
        "paths", metavar="PATH", nargs="*",
        help="filing: a file or a folder; several paths are one filing, - is standard input",
    )  # fmt: skip
    command.add_argument("--no-config", action="store_true", help="read no pitboss.toml or pyproject.toml")
    command.add_argument("--as-of", metavar="DATE", help="apply the law of this date (default: the effective date)")
    if checks:
        command.add_argument("--previous", metavar="OLD", help="earlier filing; report changes made without due notice")
        _inspection(command)
    _other_rules(command)
    if checks:
        _fail_on(command, "verdicts that exit with 1", configured=True)
        command.add_argument(
            "--odds",
            action="store_true",
            help="also report hit rate and house advantage of each wager, for information",
        )
    for option, what in (("ignore", "do not fail for these"), ("select", "fail for these only")):
        command.add_argument(
            f"--{option}", metavar="RULE", action="append", default=[],
            help=f"{what}: 'PROVISION until DATE because REASON' (repeatable)",
        )  # fmt: skip


def _inspection(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--inspection", metavar="WORKSHEET.csv", action="append", default=[],
        help="completed worksheet of `pitboss report`; its answers count as observed (repeatable)",
    )  # fmt: skip


def _other_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rules", metavar="FOLDER", action="append", default=[],
        help="apply the rules in this folder instead of the rulebook (repeatable)",
    )  # fmt: skip


def _fail_on(
    command: argparse.ArgumentParser,
    what: str,
    default: str = "fail,needs evidence",
    also: str = "",
    configured: bool = False,
) -> None:
    """`configured`: the option is None where it is not given, so that the configuration can state it."""
    command.add_argument(
        "--fail-on", metavar="VERDICT,…", default=None if configured else default,
        help=f"{what}: fail, needs evidence, floor, open, approved, {also}or none (default: {default})",
    )  # fmt: skip


def _color(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        help="color in text output (default: auto; NO_COLOR, FORCE_COLOR)",
    )


def _format(command: argparse.ArgumentParser, *formats: str) -> None:
    command.add_argument("--format", choices=formats, default="text", help="output format (default: %(default)s)")
    _color(command)


def _date_in_text(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--as-of", metavar="DATE", help="apply the law of this date (default: the last day before the text expires)"
    )


def _combinations(command: argparse.ArgumentParser, view: str) -> None:
    command.add_argument("game", metavar="GAME", help="game; an unknown name lists the games of the rulebook")
    _date_in_text(command)
    _format(command, "text", "csv", "json")
    command.set_defaults(module="combinations", view=view)


# ---- commands


def _check(commands: _Commands) -> None:
    from pitboss.reports.formats import known

    check = _command(
        commands, "check", "Check a filing and report each finding with its provision and line.",
        "  pitboss check filing.yaml\n  pitboss check filings/ --as-of 2007-01-01\n"
        "  pitboss check new.yaml --previous old.yaml\n  pitboss check filing.yaml --format json --fail-on fail,open"
        "\n  pitboss check filing.yaml --format text --format sarif=out.sarif --format junit=out.xml"
        "\n  pitboss check filing.yaml --from 2004-01-01 --to 2007-01-01"
        "\n  pitboss check filing.yaml --ignore '2.13(a) until 2027-06-30 because the signs are on order'",
    )  # fmt: skip
    _filing(check)
    check.add_argument(
        "--from", dest="first", metavar="DATE", help="with --to: check each date on which a verdict can change"
    )
    check.add_argument(
        "--to", dest="last", metavar="DATE", help="last date of the period; the worst date sets the exit code"
    )
    check.add_argument(
        "--baseline", metavar="OLD.json", help="earlier JSON report; findings in it are marked and do not fail"
    )
    check.add_argument(
        "--format", metavar="NAME[=FILE]", action="append",
        help=f"output format and destination, repeatable (default: text): {', '.join(known())}",
    )  # fmt: skip
    check.add_argument("--all", action="store_true", help="list every finding in full (text)")
    check.add_argument("--floor", action="store_true", help="list each item that only a floor inspection can show")
    check.add_argument("-q", "--quiet", action="store_true", help="in text output, print the summary without findings")
    check.add_argument("--watch", action="store_true", help="check again whenever a file changes, until Ctrl+C")
    _color(check)
    check.set_defaults(module="check")


def _report(commands: _Commands) -> None:
    report = _command(
        commands, "report", "Check a filing and write the audit report (HTML, Markdown, CSV, JSON) and a floor worksheet.",
        "  pitboss report filings/ --out report\n  pitboss report filings/ --out report --as-of 2007-01-01\n"
        "  pitboss report filings/ --out again --inspection report/worksheet.csv",
    )  # fmt: skip
    _filing(report)
    report.add_argument("--out", metavar="DIR", required=True, help="output folder; created if it does not exist")
    report.add_argument(
        "--pdf", action="store_true", help="also print the report to audit.pdf; needs Chromium, Chrome or Edge"
    )
    report.set_defaults(module="report")


def _law(commands: _Commands) -> None:
    law = _command(
        commands, "law", "Read the rulebook: provisions, history, coverage, exclusions, odds.",
        "  pitboss law explain '19:47-2.22(l)'\n  pitboss law coverage --subchapter 2\n"
        "  pitboss law history 2.18\n  pitboss law diff 2004-01-01 2007-01-01 filing.yaml\n  pitboss law register",
    )  # fmt: skip
    views = law.add_subparsers(metavar="VIEW", required=True)
    explain = _command(
        views, "explain", "Explain a provision: what it requires, since when, its source and citations.",
        "  pitboss law explain '2.22(l)'\n  pitboss law explain 19:47-2.17",
    )  # fmt: skip
    explain.add_argument("citation", metavar="CITATION", help="section or provision, with or without its chapter")
    explain.add_argument(
        "--examples",
        action="store_true",
        help="show for each clause a filing or a record that meets it, one value away from a breach",
    )
    coverage = _command(
        views, "coverage", "List every provision and how the rulebook covers it.",
        "  pitboss law coverage\n  pitboss law coverage --subchapter 2",
    )  # fmt: skip
    history = _command(
        views, "history", "Show the history of a section or provision: notes, dates, clause versions.",
        "  pitboss law history 2.18\n  pitboss law history '2.2(a)' --format json",
    )  # fmt: skip
    history.add_argument("citation", metavar="CITATION", help="section or provision, with or without its chapter")
    diff = _command(
        views, "diff", "Compare the law of two dates, and the verdicts on a filing.",
        "  pitboss law diff 2004-01-01 2007-01-01\n  pitboss law diff 2004-01-01 2007-01-01 filing.yaml",
    )  # fmt: skip
    diff.add_argument("first", metavar="FROM", help="first date")
    diff.add_argument("last", metavar="TO", help="last date")
    diff.add_argument("filing", metavar="FILING", nargs="?", help="also report how the verdicts on this filing change")
    diff.add_argument(
        "--examples", action="store_true", help="show filings and records that became unlawful or lawful, by clause"
    )
    register = _command(
        views, "register", "List anomalies in the law: misprints, ambiguous texts, inferred effective dates.",
        "  pitboss law register\n  pitboss law register --subchapter 2 --format json",
    )  # fmt: skip
    matrix = _command(
        views, "matrix", "Show which wagers, options and variations of a game may be combined at one table.",
        "  pitboss law matrix GAME --as-of 2007-01-01\n  pitboss law matrix GAME --format csv > pairs.csv",
    )  # fmt: skip
    _combinations(matrix, "matrix")
    _sets(views)
    _may(views)
    for each in (coverage, register):
        each.add_argument("--subchapter", metavar="N", help="list this subchapter only")
    by_view = {"explain": explain, "coverage": coverage, "history": history, "diff": diff, "register": register}
    for view, each in by_view.items():
        _format(each, "text", "json")
        each.set_defaults(module="law", view=view)
    _why(views)
    _lint(views)
    _text_of_regulation(views)
    _site(views)
    _odds(views)


def _sets(views: _Commands) -> None:
    sets = _command(
        views, "sets", "List the largest sets of wagers and options that one table may offer.",
        "  pitboss law sets GAME --decks 6\n  pitboss law sets GAME --as-of 2007-01-01 --format csv > sets.csv",
    )  # fmt: skip
    _combinations(sets, "sets")
    sets.add_argument(
        "--decks", type=int, metavar="N", help="number of decks (default: each number that the law distinguishes)"
    )


def _may(views: _Commands) -> None:
    may = _command(
        views, "may", "Show what a table may still offer, what it must offer, and why not the rest.",
        "  pitboss law may GAME decks=6 OFFER OTHER=no OFFER.maximum<=100\n  pitboss law may filing.yaml --table 12",
    )  # fmt: skip
    may.add_argument("subject", metavar="FILE|GAME", help="filing, or game of the rulebook")
    may.add_argument(
        "facts", metavar="FACT", nargs="*",
        help="NAME, NAME=no, FIELD=VALUE, FIELD>=NUMBER, FIELD<=NUMBER, OFFER.FIELD=VALUE (quote < and >)",
    )  # fmt: skip
    may.add_argument("--table", metavar="NUMBER", help="this table of the filing only")
    _date_in_text(may)
    _format(may, "text", "json")
    may.set_defaults(module="may")


def _why(views: _Commands) -> None:
    why = _command(
        views, "why", "Answer whether a table may offer something, with a proof that the checker verified.",
        '  pitboss law why "may GAME offer WAGER with OPTION since 2007-01-01"\n'
        '  pitboss law why "may GAME offer WAGER with 6 decks on 2007-01-01"',
    )  # fmt: skip
    why.add_argument(
        "question", metavar="QUESTION", help="may GAME offer NAME [with NAME or N decks ...] since|on DATE"
    )
    why.set_defaults(module="why")


def _lint(views: _Commands) -> None:
    lint = _command(
        views, "lint", "Find defects of the law that the rules show by themselves.",
        "  pitboss law lint --subchapter 2\n  pitboss law lint --odds --select L201,L303\n  pitboss law lint --explain L201",
    )  # fmt: skip
    lint.add_argument(
        "--explain",
        metavar="CODES",
        nargs="?",
        const="",
        help="explain these codes, separated by commas, or all of them",
    )
    lint.add_argument("--select", metavar="CODES", help="run these checks only, separated by commas")
    lint.add_argument("--subchapter", metavar="N", help="list this subchapter only")
    lint.add_argument("--odds", action="store_true", help="also run the checks that need exact odds")
    lint.add_argument(
        "--fail-on", choices=("never", "new", "any"), default="never",
        help="exit with 1 if there are findings, or findings that the register does not explain (default: %(default)s)",
    )  # fmt: skip
    _other_rules(lint)
    _format(lint, "text", "json", "sarif")
    lint.set_defaults(module="lint")


def _text_of_regulation(views: _Commands) -> None:
    ground = _command(
        views, "ground", "Compare the rulebook with a text of the regulation: provisions, figures, tables, citations.",
        "  pitboss law ground --text regulation/\n  pitboss law ground --text regulation/ --write",
    )  # fmt: skip
    ground.add_argument(
        "--write", action="store_true", help="if nothing differs, save the fingerprints of the text with the rules"
    )
    drift = _command(
        views, "drift", "Report what a new print of the regulation changed and which rules depend on it.",
        "  pitboss law drift --text new-print/",
    )  # fmt: skip
    for view, each in (("ground", ground), ("drift", drift)):
        each.add_argument("--text", metavar="DIR", required=True, help="folder with the text as .txt files")
        each.add_argument("--rules", metavar="FOLDER", help="compare the rules in this folder instead")
        _format(each, "text", "json")
        each.set_defaults(module="law", view=view)


def _site(views: _Commands) -> None:
    site = _command(
        views, "site", "Write the rulebook as web pages that need no network or server.",
        "  pitboss law site --out rulebook/\n  pitboss law site --out rulebook/ --text regulation/",
    )  # fmt: skip
    site.add_argument("--out", metavar="DIR", required=True, help="output folder: new, empty, or an earlier site")
    site.add_argument("--text", metavar="DIR", help="your copy of the regulation, shown next to the rules")
    site.add_argument("--no-odds", action="store_true", help="omit the odds, which take time to compute")
    site.set_defaults(module="site")


def _odds(views: _Commands) -> None:
    odds = _command(
        views, "odds", "Compute exact odds of wagers: outcomes, hit rate, house advantage.",
        "  pitboss law odds GAME\n  pitboss law odds WAGER --as-of 2007-01-01\n  pitboss law odds --all --format csv > odds.csv",
    )  # fmt: skip
    odds.add_argument("name", metavar="GAME|WAGER", nargs="?", help="game or wager of the rulebook")
    odds.add_argument("--all", action="store_true", help="compute every wager that the text determines")
    _date_in_text(odds)
    _format(odds, "text", "json", "csv")
    odds.set_defaults(module="odds")


def _explain(commands: _Commands) -> None:
    explain = _command(
        commands, "explain", "Explain an error code, a lint code, a provision or a clause.",
        "  pitboss explain E205\n  pitboss explain '19:47-2.13(a)'\n  pitboss explain players_per_box-between",
    )  # fmt: skip
    explain.add_argument("name", metavar="NAME", help="error code, lint code, provision, or name of a clause")
    explain.set_defaults(module="explain")


def _completion(commands: _Commands) -> None:
    completion = _command(
        commands, "completion", "Print a script that completes commands and options in a shell.",
        "  source <(pitboss completion bash)\n  source <(pitboss completion zsh)\n  pitboss completion fish | source",
    )  # fmt: skip
    completion.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")
    completion.set_defaults(module="completion", whole=parser_of)  # a command imports nothing of this module


def _compare(commands: _Commands) -> None:
    compare = _command(
        commands, "compare", "Compare two JSON reports: new, changed, persisting and cured findings.",
        "  pitboss check old.yaml --format json > old.json\n  pitboss check new.yaml --format json > new.json"
        "\n  pitboss compare old.json new.json --format markdown",
    )  # fmt: skip
    compare.add_argument("old", metavar="OLD.json", help="report of the earlier check")
    compare.add_argument("new", metavar="NEW.json", help="report of the later check")
    _format(compare, "text", "json", "markdown")
    _fail_on(compare, "verdicts of new findings that exit with 1")
    compare.set_defaults(module="compare")


def _verify(commands: _Commands) -> None:
    verify = _command(
        commands, "verify", "Repeat a check and compare it with its in-toto statement.",
        "  pitboss check filing.yaml --format intoto > filing.intoto.json\n  pitboss verify filing.intoto.json filing.yaml",
    )  # fmt: skip
    verify.add_argument(
        "statement", metavar="STATEMENT", help="statement, plain or in a DSSE envelope (signatures are not verified)"
    )
    verify.add_argument(
        "filing", metavar="FILING", nargs="?", help="filing; without it only form and rulebook are checked (exit 4)"
    )
    verify.add_argument("--previous", metavar="OLD", help="earlier filing, if the check was made with one")
    _inspection(verify)
    _other_rules(verify)
    _format(verify, "text", "json")
    verify.set_defaults(module="verify")


def _schema(commands: _Commands) -> None:
    schema = _command(
        commands, "schema", "Print the JSON Schema of filings, round records or reports.",
        "  pitboss schema > filing.schema.json\n  pitboss schema --of rounds > rounds.schema.json",
    )  # fmt: skip
    schema.add_argument(
        "--of", metavar="WHAT", default="filing",
        help="filing, rounds, check, odds, rounds-report or timeline (default: %(default)s)",
    )  # fmt: skip
    schema.set_defaults(module="schema")


def _init(commands: _Commands) -> None:
    init = _command(
        commands, "init", "Write a filing template for a game.",
        "  pitboss init GAME > filing.yaml\n  pitboss init GAME --out filings/\n  pitboss init GAME --format xlsx --out filings/",
    )  # fmt: skip
    init.add_argument("game", metavar="GAME", help="game; an unknown name lists the games of the rulebook")
    init.add_argument("--out", metavar="DIR", help="write the template, and for YAML its schema, to this folder")
    init.add_argument(
        "--format", choices=("yaml", "xlsx"), default="yaml", help="format of the template (default: %(default)s)"
    )
    init.set_defaults(module="init")


def _rules(commands: _Commands) -> None:
    rules = _command(
        commands, "rules", "Format and compile rules.", "  pitboss rules fmt rulespecs/\n  pitboss rules compile --out build/"
    )  # fmt: skip
    actions = rules.add_subparsers(metavar="ACTION", required=True)
    fmt = _command(
        actions, "fmt", "Format rule files.", "  pitboss rules fmt rulespecs/\n  pitboss rules fmt --check rulespecs/"
    )
    fmt.add_argument("paths", metavar="PATH", nargs="+", help="rule file, or folder of rule files")
    fmt.add_argument("--check", action="store_true", help="change nothing; exit with 1 if a file would change")
    fmt.set_defaults(module="rules", action="fmt")
    build = _command(
        actions, "compile", "Compile rules to readable Python or to one standalone validator.",
        "  pitboss rules compile --out build/\n  pitboss rules compile my/rules --out build/ --standalone",
    )  # fmt: skip
    build.add_argument("folders", metavar="FOLDER", nargs="*", help="folders of .rules files (default: the rulebook)")
    build.add_argument("--out", metavar="DIR", required=True, help="output folder")
    build.add_argument(
        "--standalone", action="store_true", help="write one file, without dependencies, for JSON filings"
    )
    build.set_defaults(module="rules", action="compile")


def _rounds(commands: _Commands) -> None:
    rounds = _command(
        commands, "rounds", "Audit records of settled rounds, or deal test rounds.",
        "  pitboss rounds audit rounds.jsonl --filing filing.yaml\n"
        "  pitboss rounds deal GAME --rounds 1000 --seed 1 --filing filing.yaml --out rounds.jsonl",
    )  # fmt: skip
    actions = rounds.add_subparsers(metavar="ACTION", required=True)
    audit = _command(
        actions, "audit", "Check settled rounds (JSON Lines, CSV, Parquet) against the filing and the law of their date.",
        "  pitboss rounds audit rounds/ --filing filing.yaml --aside unread.jsonl\n"
        "  pitboss rounds audit rounds.parquet --filing old.yaml --filing new.yaml --engine columnar --format json",
    )  # fmt: skip
    audit.add_argument("records", metavar="RECORDS", help="file of round records, or a folder of such files")
    audit.add_argument(
        "--aside", metavar="FILE", help="write rows that cannot be audited to this file, with the reason"
    )
    audit.add_argument(
        "--engine", choices=("plain", "columnar", "dask"), default="plain",
        help="evaluate row by row, by column, or by column on a cluster (default: %(default)s)",
    )  # fmt: skip
    audit.add_argument(
        "--cluster", metavar="ADDRESS", help="with --engine dask: scheduler address (default: a local cluster)"
    )
    _fail_on(audit, "verdicts that exit with 1", "fail,record", "record, departure, unjudged, ")
    _format(audit, "text", "json", "csv")
    audit.set_defaults(module="rounds", action="audit")
    deal = _command(
        actions, "deal", "Deal lawful rounds of a game and inject known breaches.",
        "  pitboss rounds deal GAME --rounds 1000 --seed 1 --mistakes 0.01 --filing filing.yaml --out rounds.jsonl --key key.jsonl",
    )  # fmt: skip
    deal.add_argument("game", metavar="GAME", help="game of the filing")
    deal.add_argument("--rounds", type=int, required=True, metavar="N", help="number of rounds")
    deal.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (default: %(default)s)")
    deal.add_argument("--seats", type=int, metavar="N", help="deal at most N seats per round")
    deal.add_argument(
        "--processes", type=int, metavar="N",
        help="deal on at most N cores; the rounds are the same (default: all cores)",
    )  # fmt: skip
    deal.add_argument(
        "--mistakes",
        type=float,
        default=0.0,
        metavar="P",
        help="fraction of rounds with a breach (default: %(default)s)",
    )
    deal.add_argument("--out", metavar="FILE", required=True, help="output file: .jsonl, .csv or .parquet")
    deal.add_argument("--key", metavar="FILE", help="write the breached rounds and clauses to this file")
    deal.set_defaults(module="rounds", action="deal")
    for each in (audit, deal):
        each.add_argument(
            "--filing", metavar="PATH", action="append", required=True,
            help="filing in force, by effective date (repeatable)",
        )  # fmt: skip
        _other_rules(each)


def _fix(commands: _Commands) -> None:
    fix = _command(
        commands, "fix", "Propose the smallest changes of a filing that cure its breaches, and apply them.",
        "  pitboss fix filing.yaml\n  pitboss fix filings/ --choose 502=2 --write\n  pitboss fix filings/ --alternatives",
    )  # fmt: skip
    _filing(fix, checks=False)
    fix.add_argument(
        "--choose", metavar="TABLE=N", action="append", default=[],
        help="also take cure N of a table whose cure is a choice (repeatable)",
    )  # fmt: skip
    fix.add_argument("--write", action="store_true", help="change the files (default: print the difference)")
    fix.add_argument(
        "--alternatives",
        action="store_true",
        help="list every smallest cure of each table with its places, and change nothing",
    )
    fix.add_argument(
        "--format", choices=("text", "json"), default="text", help="json: the alternatives as data (default: text)"
    )
    fix.set_defaults(module="fix", previous=None, inspection=[], fail_on=None)


def _lsp(commands: _Commands) -> None:
    lsp = _command(
        commands, "lsp", "Serve an editor: diagnostics, hover, completion, definitions and fixes of filings and rules.",
        "  pitboss lsp    # an editor starts it, and speaks to it on standard input and output",
    )  # fmt: skip
    lsp.add_argument("--stdio", action="store_true", help="the default, which many editors state by habit")
    lsp.set_defaults(module="lsp")


def _serve(commands: _Commands) -> None:
    serve = _command(
        commands, "serve", "Open a filing in a local web page: verdicts as you type, what a table may offer, the floor worksheet.",
        "  pitboss serve filings/\n  pitboss serve --no-browser    # drop a filing into the page",
    )  # fmt: skip
    serve.add_argument(
        "path", metavar="PATH", nargs="?", help="filing: a file or a folder (default: drop files into the page)"
    )
    serve.add_argument("--as-of", metavar="DATE", help="apply the law of this date (default: the effective date)")
    serve.add_argument(
        "--port", metavar="N", type=int, default=0, help="port of the loopback address (default: a free one)"
    )
    serve.add_argument("--no-browser", action="store_true", help="print the address only")
    _other_rules(serve)
    serve.set_defaults(module="serve")
