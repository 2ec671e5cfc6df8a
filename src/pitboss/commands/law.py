"""`pitboss law …`: the rulebook, read from its catalogue; held against a text, from its rules."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.book import RULES, catalog

if TYPE_CHECKING:
    from pitboss.compiler.ground.ground import Ground


def run(arguments: argparse.Namespace) -> int:
    return {"explain": _explain, "coverage": _coverage, "ground": _ground, "drift": _drift}[arguments.what](arguments)


def _explain(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.cites import entry, suggestion
    from pitboss.reports.explain import explain

    book = catalog()
    told = explain(book, arguments.citation)
    if told is None:
        near = suggestion(book, arguments.citation)
        sys.stderr.write(
            f"pitboss: the rulebook has no provision {arguments.citation}{f'; did you mean {near}?' if near else ''}\n"
        )
        return 2
    sys.stdout.write(
        json.dumps(entry(book, arguments.citation), indent=2) + "\n" if arguments.format == "json" else told
    )
    return 0


def _coverage(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.coverage import coverage_data
    from pitboss.reports.coverage import coverage

    if arguments.format == "json":
        sys.stdout.write(json.dumps(coverage_data(catalog(), arguments.subchapter), indent=2) + "\n")
    else:
        sys.stdout.write(coverage(catalog(), arguments.subchapter))
    return 0


def _ground(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.ground.fingerprints import NAME
    from pitboss.compiler.ground.ground import ground_data, sealed, waiting
    from pitboss.reports.ground import ground

    both = _both(arguments)
    if both is None:
        return 2
    if arguments.write:
        if waiting(both):
            sys.stderr.write("pitboss: nothing written: text and rules differ, and fingerprints seal what agrees\n")
        else:
            (_rules(arguments) / NAME).write_text(sealed(both), encoding="utf-8", newline="\n")
            both = _both(arguments) or both
    data = ground_data(both)
    sys.stdout.write(json.dumps(data, indent=2) + "\n" if arguments.format == "json" else ground(data))
    return int(data["totals"]["unexplained"] > 0)


def _drift(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.ground.drift import drift_data, read_cases
    from pitboss.reports.drift import drift

    both = _both(arguments)
    if both is None:
        return 2
    data = drift_data(both, read_cases(_rules(arguments)))
    sys.stdout.write(json.dumps(data, indent=2) + "\n" if arguments.format == "json" else drift(data))
    return int(bool(data["changes"]))


def _both(arguments: argparse.Namespace) -> Ground | None:
    """The text and the rules, read; None, and why, when one of them cannot be."""
    from pitboss.commands.rules import tell
    from pitboss.compiler.ground.ground import UNREADABLE, read_ground
    from pitboss.grammar.diagnostics import Rejected

    try:
        return read_ground(Path(arguments.text), _rules(arguments))
    except Rejected as rejected:
        tell(rejected.diagnostics)
    except UNREADABLE as error:
        sys.stderr.write(f"pitboss: {error}\n")
    return None


def _rules(arguments: argparse.Namespace) -> Path:
    return Path(arguments.rules or RULES)
