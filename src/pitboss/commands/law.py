"""`pitboss law …`: views of the catalog, and comparisons of the rules with a text of the regulation."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.commands.complete_file import complete_files
from pitboss.commands.errors import report_error
from pitboss.commands.subchapter import find_subchapter
from pitboss.rulebook import RULES, load_catalog

if TYPE_CHECKING:
    from pitboss.compiler.ground.ground import Ground
    from pitboss.compiler.model.catalog_entries import Catalog


def run(arguments: argparse.Namespace) -> int:
    return {
        "explain": _explain, "coverage": _coverage, "history": _history, "diff": _diff, "register": _register,
        "ground": _ground, "drift": _drift,
    }[arguments.view](arguments)  # fmt: skip


def _explain(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.catalog.json_shape import entry_data
    from pitboss.compiler.catalog.lookup import entry, found, unavailable
    from pitboss.reports.explain_text import explain

    book = load_catalog()
    text = explain(book, arguments.citation)
    if text is None:
        return _unknown(book, arguments.citation)
    if arguments.examples and arguments.format == "json":
        return report_error("--examples is text; leave out --format json")
    if arguments.format == "json":
        known = entry(book, arguments.citation)
        data = entry_data(known) if known else [entry_data(gap) for gap in unavailable(book, arguments.citation)]
        text = json.dumps(data, indent=2) + "\n"
    elif arguments.examples:
        from pitboss.reports.examples_text import examples
        from pitboss.rulebook import load_examples

        place = found(book, arguments.citation)
        text += examples(book, load_examples(place[0].citation if place else ""), arguments.citation)
    sys.stdout.write(text)
    return 0


def _coverage(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.catalog.coverage import coverage_data
    from pitboss.reports.coverage_text import coverage

    book = load_catalog()
    subchapter, error = find_subchapter(book, arguments.subchapter)
    if error:
        return report_error(error)
    if arguments.format == "json":
        sys.stdout.write(json.dumps(coverage_data(book, subchapter), indent=2) + "\n")
    else:
        sys.stdout.write(coverage(book, subchapter))
    return 0


def _ground(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.ground.fingerprints import NAME
    from pitboss.compiler.ground.ground import ground_data, read_ground, sealed, waiting
    from pitboss.reports.ground_text import ground

    compared = _read_both(arguments)
    if isinstance(compared, str):
        return report_error(compared)
    if arguments.write:
        if waiting(compared):
            report_error("fingerprints not written: the text and the rules differ; resolve the differences first")
        else:
            complete_files([(_rules(arguments) / NAME, sealed(compared).encode("utf-8"))])
            compared = read_ground(Path(arguments.text), _rules(arguments))
    data = ground_data(compared)
    sys.stdout.write(json.dumps(data, indent=2) + "\n" if arguments.format == "json" else ground(data))
    return int(data["totals"]["unexplained"] > 0)


def _drift(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.ground.drift import drift_data, read_cases
    from pitboss.reports.drift_text import drift

    compared = _read_both(arguments)
    if isinstance(compared, str):
        return report_error(compared)
    data = drift_data(compared, read_cases(_rules(arguments)))
    sys.stdout.write(json.dumps(data, indent=2) + "\n" if arguments.format == "json" else drift(data))
    return int(bool(data["changes"]))


def _read_both(arguments: argparse.Namespace) -> Ground | str:
    """The text and the rules, or an error message if the text cannot be read."""
    from pitboss.compiler.ground.ground import UNREADABLE, read_ground

    try:
        return read_ground(Path(arguments.text), _rules(arguments))
    except UNREADABLE as error:
        return str(error)


def _rules(arguments: argparse.Namespace) -> Path:
    return Path(arguments.rules or RULES)


def _history(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.catalog.history import history_data
    from pitboss.reports.history_text import history

    book = load_catalog()
    data = history_data(book, arguments.citation)
    if data is None:
        return _unknown(book, arguments.citation)
    sys.stdout.write(json.dumps(data, indent=2) + "\n" if arguments.format == "json" else history(data))
    return 0


def _diff(arguments: argparse.Namespace) -> int:
    from pitboss.commands.dates import parse_range
    from pitboss.compiler.catalog.changes import changes_data
    from pitboss.reports.changes_text import diff

    days = parse_range(arguments.first, arguments.last, "the period")
    if isinstance(days, str):
        return report_error(days)
    changes, flipped, code = changes_data(load_catalog(), *days), None, 0
    if arguments.filing is not None:
        from pitboss.commands.date_range import timeline_of
        from pitboss.reports.flip_json import flip_data
        from pitboss.reports.problems import problems as report
        from pitboss.reports.timeline_changes import flips
        from pitboss.rulebook import load_rulebook

        checked, problems, texts = timeline_of(arguments.filing, None, *load_rulebook(), *days)
        sys.stderr.write(report(problems, texts))
        if not checked.intervals:
            return 2
        flipped, code = flips(checked), 2 if problems else 0
    turned = None
    if arguments.examples:
        from pitboss.advice.turned_examples import TurnedExamples
        from pitboss.reports.turned_json import turned_data
        from pitboss.reports.turned_text import turned_text
        from pitboss.rulebook import load_examples, load_round_clauses, load_rulebook

        judged = TurnedExamples(*load_rulebook(), load_round_clauses())
        clauses = [clause["id"] for section in changes["sections"] for clause in section["clauses"]]
        turned = [*judged.of(clauses, load_examples(), *days)]
    if arguments.format == "json":
        more: dict[str, object] = {}
        if flipped is not None:
            more |= {"filing": arguments.filing, "flips": list(map(flip_data, flipped))}
        if turned is not None:
            more["examples"] = turned_data(turned)
        sys.stdout.write(json.dumps({**changes, **more}, indent=2) + "\n")
    else:
        sys.stdout.write(diff(changes, flipped, arguments.filing or ""))
        if turned is not None:
            sys.stdout.write(turned_text(turned))
    return code


def _register(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.catalog.register_data import register_data
    from pitboss.reports.register_text import register

    book = load_catalog()
    subchapter, error = find_subchapter(book, arguments.subchapter)
    if error:
        return report_error(error)
    data = register_data(book, subchapter)
    sys.stdout.write(json.dumps(data, indent=2) + "\n" if arguments.format == "json" else register(data))
    return 0


_MOST = 8  # provisions that a message names


def _unknown(book: Catalog, citation: str) -> int:
    from pitboss.compiler.catalog.lookup import mentions, suggestion

    if not any(letter.isdigit() for letter in citation) and (some := mentions(book, citation)):
        more = f" and {len(some) - _MOST} more" if len(some) > _MOST else ""
        return report_error(
            f"the rulebook has no provision {citation}; these mention it: {', '.join(some[:_MOST])}{more}"
        )
    near = suggestion(book, citation)
    return report_error(f"the rulebook has no provision {citation}{f'; did you mean {near}?' if near else ''}")
