"""`pitboss law …`: the rulebook, read from its catalogue."""

from __future__ import annotations

import argparse
import json
import sys

from pitboss.book import catalog


def run(arguments: argparse.Namespace) -> int:
    return {"explain": _explain, "coverage": _coverage}[arguments.what](arguments)


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
