"""The command line: it parses, calls one function, prints, and chooses the exit code. Nothing else happens here."""

from __future__ import annotations

import argparse
import importlib
import os
import sys

from pitboss import __version__

_EXIT = """\
exit codes: 0 nothing to act on, 1 findings (see --fail-on), 2 the filing or the command could not be read,
3 a fault of pitboss itself, 4 verify: no filing was given, so that nothing was verified"""


def main(argv: list[str] | None = None) -> int:
    arguments = _parser().parse_args(argv)
    try:
        run = importlib.import_module(f"pitboss.commands.{arguments.module}").run
        code = int(run(arguments))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        return 130
    except Exception as fault:
        told = _told(fault)
        if told == 3 and "PITBOSS_TRACEBACK" in os.environ:
            raise
        return told


def _told(fault: Exception) -> int:
    """2 for what whoever gave the command can mend, 3 for what only we can."""
    from pitboss.commands.errors import report_diagnostics, report_error
    from pitboss.grammar.diagnostics import Rejected

    if isinstance(fault, Rejected):
        return report_diagnostics(fault.diagnostics)
    if isinstance(fault, OSError) and fault.strerror and fault.filename is None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return report_error(f"standard output cannot be written: {fault.strerror}")
    if isinstance(fault, OSError) and isinstance(fault.filename, str):
        ours = os.path.join(os.path.dirname(os.path.realpath(__file__)), "")
        if not os.path.realpath(fault.filename).startswith(ours):
            return report_error(f"{fault.filename} cannot be used: {fault.strerror}")
    report_error(f"internal fault, not yours: {type(fault).__name__}: {fault}; PITBOSS_TRACEBACK=1 shows where")
    return 3


def _parser() -> argparse.ArgumentParser:
    parser = _command(None, "pitboss", "The rules of casino table games, as code that judges a filing.", "")
    parser.add_argument("--version", action="version", version=f"pitboss {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _check(commands)
    _report(commands)
    _law(commands)
    _for_filings(commands)
    _rules(commands)
    _rounds(commands)
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser] | None, name: str, what: str, examples: str
) -> argparse.ArgumentParser:
    shape = {
        "description": what,
        "epilog": (f"examples:\n{examples}\n\n" if examples else "") + _EXIT,
        "formatter_class": argparse.RawDescriptionHelpFormatter,
    }
    if commands is None:
        return argparse.ArgumentParser(name, **shape)  # type: ignore[arg-type]
    return commands.add_parser(name, help=what, **shape)  # type: ignore[arg-type]


def _check(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from pitboss.reports.formats import known

    check = _command(
        commands, "check", "Judge a filing: a YAML or JSON file, or a folder of them.",
        "  pitboss check filing.yaml\n  pitboss check filings/ --as-of 2007-01-01\n"
        "  pitboss check new.yaml --previous old.yaml\n  pitboss check filing.yaml --format json --fail-on fail,open"
        "\n  pitboss check filing.yaml --format text --format sarif=out.sarif --format junit=out.xml"
        "\n  pitboss check filing.yaml --from 2004-01-01 --to 2007-01-01",
    )  # fmt: skip
    check.add_argument("path", metavar="PATH")
    check.add_argument(
        "--as-of", metavar="DATE", help="the day whose law counts (default: the filing's effective date)"
    )
    check.add_argument(
        "--from", dest="first", metavar="DATE", help="with --to: every day of a span on which something changes"
    )
    check.add_argument(
        "--to", dest="last", metavar="DATE", help="the last day of the span; the worst day makes the exit code"
    )
    check.add_argument(
        "--previous", metavar="OLD", help="an earlier filing; what differs becomes an event that may need notice"
    )
    _inspection(check)
    _rules_of_ones_own(check)
    check.add_argument(
        "--baseline",
        metavar="OLD.json",
        help="a report of an earlier check: what it told already is marked, and is no failure",
    )
    _fail_on(check, "verdicts that exit with 1")
    check.add_argument(
        "--format", metavar="NAME[=FILE]", action="append",
        help=f"how to tell it, and where (default: text, to standard output); may be given several times; of: {', '.join(known())}",
    )  # fmt: skip
    _odds_of_a_floor(check)
    check.add_argument("--floor", action="store_true", help="list one by one what must be seen on the floor")
    check.set_defaults(module="check")


def _inspection(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--inspection", metavar="WORKSHEET.csv", action="append", default=[],
        help="a filled-in worksheet of `pitboss report`; its answers count as observed (may be given several times)",
    )  # fmt: skip


def _odds_of_a_floor(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--odds", action="store_true",
        help="also tell, as information, hit rate and house advantage of every wager on the floor",
    )  # fmt: skip


def _report(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    report = _command(
        commands, "report", "Judge a filing, and write the audit report: HTML, Markdown, CSV, JSON, and a worksheet for the floor.",
        "  pitboss report filings/ --out report\n  pitboss report filings/ --out report --as-of 2007-01-01\n"
        "  pitboss report filings/ --out again --inspection report/worksheet.csv",
    )  # fmt: skip
    report.add_argument("path", metavar="PATH")
    report.add_argument(
        "--out", metavar="DIR", required=True, help="the folder to write to; it is made where it is not"
    )
    report.add_argument(
        "--as-of", metavar="DATE", help="the day whose law counts (default: the filing's effective date)"
    )
    report.add_argument("--previous", metavar="OLD", help="an earlier filing to compare with")
    _inspection(report)
    _rules_of_ones_own(report)
    _odds_of_a_floor(report)
    _fail_on(report, "verdicts that exit with 1")
    report.set_defaults(module="report")


def _rules_of_ones_own(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rules", metavar="FOLDER", action="append", default=[],
        help="judge by the rules in this folder instead (may be given several times)",
    )  # fmt: skip


def _fail_on(command: argparse.ArgumentParser, what: str, default: str = "fail,needs evidence") -> None:
    command.add_argument(
        "--fail-on", metavar="VERDICT,…", default=default,
        help=f"{what}, of: fail, needs evidence, floor, open, approved; or none (default: %(default)s)",
    )  # fmt: skip


def _law(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    law = _command(
        commands,
        "law",
        "Read the rulebook.",
        "  pitboss law explain '19:47-2.22(l)'\n  pitboss law coverage --subchapter 2\n"
        "  pitboss law history 2.18\n  pitboss law diff 2004-01-01 2007-01-01 filing.yaml\n  pitboss law register",
    )
    readings = law.add_subparsers(metavar="WHAT", required=True)
    explain = _command(
        readings,
        "explain",
        "A provision in plain words: values, sources, citations both ways, since when.",
        "  pitboss law explain '2.22(l)'\n  pitboss law explain 19:47-2.17",
    )
    explain.add_argument("citation", metavar="CITATION")
    coverage = _command(
        readings,
        "coverage",
        "Every provision in hand, and what became of it.",
        "  pitboss law coverage\n  pitboss law coverage --subchapter 2",
    )
    _law_of_a_text(readings)
    _site(readings)
    _odds(readings)
    history = _command(
        readings, "history", "A section or provision in time: its notes by kind, its days, and when each clause version holds.",
        "  pitboss law history 2.18\n  pitboss law history '2.2(a)' --format json",
    )  # fmt: skip
    history.add_argument("citation", metavar="CITATION")
    diff = _command(
        readings, "diff", "What the law changed between two days, and what that does to a filing.",
        "  pitboss law diff 2004-01-01 2007-01-01\n  pitboss law diff 2004-01-01 2007-01-01 filing.yaml",
    )  # fmt: skip
    diff.add_argument("first", metavar="DAY")
    diff.add_argument("last", metavar="DAY")
    diff.add_argument("filing", metavar="FILING", nargs="?")
    register = _command(
        readings, "register", "Everything odd in the law itself: misprints, texts that are open, starts that are inferred.",
        "  pitboss law register\n  pitboss law register --subchapter 2 --format json",
    )  # fmt: skip
    for each in (coverage, register):
        each.add_argument("--subchapter", metavar="N")
    matrix = _command(
        readings, "matrix", "Which of a game's wagers, options and variations may stand together at one table, and which clause says so.",
        "  pitboss law matrix GAME --as-of 2007-01-01\n  pitboss law matrix GAME --format csv > pairs.csv",
    )  # fmt: skip
    matrix.add_argument(
        "game", metavar="GAME", help="as the rulebook calls it; at a name it does not have, it lists those it has"
    )
    matrix.add_argument(
        "--as-of",
        metavar="DATE",
        help="the day whose law counts (default: the last day of the text, before it expires)",
    )
    matrix.add_argument("--format", choices=("text", "csv", "json"), default="text")
    matrix.set_defaults(module="law", what="matrix")
    of_law = {"explain": explain, "coverage": coverage, "history": history, "diff": diff, "register": register}
    for what, each in of_law.items():
        each.add_argument("--format", choices=("text", "json"), default="text")
        each.set_defaults(module="law", what=what)


def _law_of_a_text(readings: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    ground = _command(
        readings, "ground", "The rulebook held against a text of the regulation: provisions, figures, tables, citations, notes.",
        "  pitboss law ground --text regulation/\n  pitboss law ground --text regulation/ --write",
    )  # fmt: skip
    ground.add_argument(
        "--write", action="store_true", help="when nothing differs, keep the fingerprints of the text beside the rules"
    )
    drift = _command(
        readings,
        "drift",
        "What a new print of the regulation changed, and what rests on it.",
        "  pitboss law drift --text new-print/",
    )
    for each in (ground, drift):
        each.add_argument("--text", metavar="DIR", required=True, help="the folder of the text's .txt files")
        each.add_argument("--rules", metavar="FOLDER", help="hold the rules in this folder against it instead")
        each.add_argument("--format", choices=("text", "json"), default="text")
    ground.set_defaults(module="law", what="ground")
    drift.set_defaults(module="law", what="drift")


def _site(readings: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    site = _command(
        readings, "site", "The rulebook as pages to read in a browser, without network or server.",
        "  pitboss law site --out rulebook/\n  pitboss law site --out rulebook/ --text regulation/",
    )  # fmt: skip
    site.add_argument("--out", metavar="DIR", required=True, help="a new folder, or one with such pages")
    site.add_argument("--text", metavar="DIR", help="your own copy of the regulation, shown beside the rules")
    site.add_argument(
        "--no-odds", action="store_true", help="without what the wagers are worth, which takes time to count"
    )
    site.set_defaults(module="site", what="site")


def _odds(readings: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    odds = _command(
        readings, "odds", "What wagers are worth: every outcome counted, hit rate and house advantage as exact fractions.",
        "  pitboss law odds GAME\n  pitboss law odds WAGER --as-of 2007-01-01\n  pitboss law odds --all --format csv > odds.csv",
    )  # fmt: skip
    odds.add_argument("name", metavar="GAME|WAGER", nargs="?", help="as the rulebook calls it")
    odds.add_argument("--all", action="store_true", help="every wager whose outcome the text determines")
    odds.add_argument(
        "--as-of",
        metavar="DATE",
        help="the day whose law counts (default: the last day of the text, before it expires)",
    )
    odds.add_argument("--format", choices=("text", "json", "csv"), default="text")
    odds.set_defaults(module="odds", what="odds")


def _for_filings(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    compare = _command(
        commands, "compare", "Two reports of checks: what is new, changed, persisting, cured, and what cannot be compared.",
        "  pitboss check old.yaml --format json > old.json\n  pitboss check new.yaml --format json > new.json"
        "\n  pitboss compare old.json new.json --format markdown",
    )  # fmt: skip
    compare.add_argument("old", metavar="OLD.json")
    compare.add_argument("new", metavar="NEW.json")
    compare.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    compare.set_defaults(module="compare")
    _fail_on(compare, "verdicts that, where new, exit with 1")
    verify = _command(
        commands, "verify", "An in-toto statement of a check, held to the rulebook and to the filing again, without a network.",
        "  pitboss check filing.yaml --format intoto > filing.intoto.json\n  pitboss verify filing.intoto.json filing.yaml",
    )  # fmt: skip
    verify.add_argument(
        "statement", metavar="STATEMENT", help="bare, or in a DSSE envelope; the signatures of one are not verified:"
        " that is for the tool that made them, such as cosign",
    )  # fmt: skip
    verify.add_argument(
        "filing", metavar="FILING", nargs="?", help="without it, only form and rulebook are looked at: exit code 4"
    )
    verify.add_argument("--previous", metavar="OLD", help="the earlier filing, where the check was made with one")
    _inspection(verify)
    _rules_of_ones_own(verify)
    verify.add_argument("--format", choices=("text", "json"), default="text")
    verify.set_defaults(module="verify")
    schema = _command(
        commands, "schema", "The JSON Schema of a filing, of a record of rounds, or of what a command tells as JSON.",
        "  pitboss schema > filing.schema.json\n  pitboss schema --of rounds > rounds.schema.json",
    )  # fmt: skip
    schema.add_argument(
        "--of",
        metavar="WHAT",
        default="filing",
        help="filing, rounds, or what is told: check, odds, rounds-report, timeline (default: %(default)s)",
    )
    schema.set_defaults(module="schema")
    init = _command(
        commands,
        "init",
        "A filing to fill in, for a game.",
        "  pitboss init GAME > filing.yaml\n  pitboss init GAME --out filings/",
    )
    init.add_argument("game", metavar="GAME")
    init.add_argument("--out", metavar="DIR", help="write filing.yaml and filing.schema.json there")
    init.set_defaults(module="init")


def _rules(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    rules = _command(
        commands, "rules", "Write rules.", "  pitboss rules fmt rulespecs/\n  pitboss rules compile --out build/"
    )
    what = rules.add_subparsers(metavar="WHAT", required=True)
    fmt = _command(
        what,
        "fmt",
        "Lay rule files out in the one way.",
        "  pitboss rules fmt rulespecs/\n  pitboss rules fmt --check rulespecs/",
    )
    fmt.add_argument("paths", metavar="PATH", nargs="+")
    fmt.add_argument("--check", action="store_true", help="change nothing; exit 1 when a file would change")
    build = _command(
        what, "compile", "Rules to readable Python, or to one standalone validator.",
        "  pitboss rules compile --out build/\n  pitboss rules compile my/rules --out build/ --standalone",
    )  # fmt: skip
    build.add_argument(
        "folders", metavar="FOLDER", nargs="*", help="folders of .rules files (default: the rulebook itself)"
    )
    build.add_argument("--out", metavar="DIR", required=True)
    build.add_argument(
        "--standalone", action="store_true", help="one file without dependencies, which reads JSON filings"
    )
    fmt.set_defaults(module="rules", what="fmt")
    build.set_defaults(module="rules", what="compile")


def _rounds(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    rounds = _command(
        commands, "rounds", "Settled rounds: judge records of them, or deal some.",
        "  pitboss rounds audit rounds.jsonl --filing filing.yaml\n"
        "  pitboss rounds deal GAME --rounds 1000 --seed 1 --filing filing.yaml --out rounds.jsonl",
    )  # fmt: skip
    what = rounds.add_subparsers(metavar="WHAT", required=True)
    audit = _command(
        what, "audit", "Judge records of rounds by the filing and the law of their moment: JSON Lines, CSV, Parquet.",
        "  pitboss rounds audit rounds/ --filing filing.yaml --aside unread.jsonl\n"
        "  pitboss rounds audit rounds.parquet --filing old.yaml --filing new.yaml --engine columnar --format json",
    )  # fmt: skip
    audit.add_argument("records", metavar="RECORDS", help="a file of rounds, or a folder of them")
    audit.add_argument(
        "--aside", metavar="FILE", help="write the rows that cannot be judged there, each with its reason"
    )
    audit.add_argument(
        "--cluster", metavar="ADDRESS", help="with --engine dask: the scheduler (default: one of its own)"
    )
    audit.add_argument("--engine", choices=("plain", "columnar", "dask"), default="plain")
    _fail_on(audit, "verdicts that exit with 1", "fail")
    audit.add_argument("--format", choices=("text", "json", "csv"), default="text")
    deal = _command(
        what, "deal", "Deal lawful rounds of a game, and plant known mistakes.",
        "  pitboss rounds deal GAME --rounds 1000 --seed 1 --mistakes 0.01 --filing filing.yaml --out rounds.jsonl --key key.jsonl",
    )  # fmt: skip
    deal.add_argument("game", metavar="GAME")
    deal.add_argument("--rounds", type=int, required=True, metavar="N")
    deal.add_argument("--seed", type=int, default=0, metavar="S")
    deal.add_argument(
        "--seats", type=int, metavar="N", help="at most so many seats a round, where the filing allows more"
    )
    deal.add_argument(
        "--mistakes", type=float, default=0.0, metavar="P", help="the share of rounds with a planted mistake"
    )
    deal.add_argument("--out", metavar="FILE", required=True, help="rounds.jsonl, .csv or .parquet")
    deal.add_argument(
        "--key", metavar="FILE", help="write there which rounds have a mistake, and which clauses it breaches"
    )
    for each, name in ((audit, "audit"), (deal, "deal")):
        each.add_argument(
            "--filing",
            metavar="PATH",
            action="append",
            required=True,
            help="may be given several times, each with its effective date",
        )
        each.add_argument(
            "--rules", metavar="FOLDER", action="append", default=[], help="by the rules in this folder instead"
        )
        each.set_defaults(module="rounds", what=name)
