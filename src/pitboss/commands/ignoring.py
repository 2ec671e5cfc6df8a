"""`--ignore` and `--select`, and the same in the configuration: parse the rules and apply them to a result."""

from __future__ import annotations

import argparse
import os
from datetime import UTC, date, datetime

from pitboss.checker.findings.ignore import Ignore
from pitboss.checker.findings.result import Result
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.runs.ignoring import parse_ignore, unknown_name, with_ignored


def ignores_of(arguments: argparse.Namespace) -> list[Ignore] | str:
    """Return the rules of the configuration and of the command line, or an error message."""
    rules = list(arguments.ignores)
    for option, given, select in (("--ignore", arguments.ignore, False), ("--select", arguments.select, True)):
        for text in given:
            rule = parse_ignore(text, option, select)
            if isinstance(rule, str):
                return rule
            rules.append(rule)
    return rules


def apply_ignores(result: Result, rules: list[Ignore], book: CompiledRulebook) -> Result | str:
    """Return the result with what the rules ignore, or an error message if a rule names nothing."""
    for rule in rules:
        if message := unknown_name(rule, book.clauses):
            return message
    return with_ignored(result, rules, _today())


def _today() -> str:
    """The day of the calendar; SOURCE_DATE_EPOCH replaces it, so that a run can be repeated."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC).date().isoformat() if epoch.isdecimal() else date.today().isoformat()
