"""Adds the examples of clauses to the page model: for each version a filing or a record that breaches it, and one that satisfies it."""

from __future__ import annotations

import json

from pitboss.checker.read.case_text import rows_of
from pitboss.compiler.model.clause_examples import BREACHED, MET, VERBS, ClauseExample, ClauseExamples
from pitboss.reports.site.page_data import ExampleView, SectionPage


def add_examples(sections: list[SectionPage], examples: ClauseExamples | None) -> None:
    """Give every version of a clause its `examples`; none where it has no case."""
    clauses = (c for s in sections for p in s["provisions"] for g in p["groups"] for c in g["clauses"])
    for clause in clauses:
        for version in clause["versions"]:
            example = examples.of(clause["id"], version["since"]) if examples else None
            version["examples"] = [
                ExampleView(
                    words=words, filing=one.filing, rows=[json.dumps(row) for row in rows_of(one.rows, one.day)]
                )
                for words, one in (_sides(example) if example else {}).items()
            ]


def _sides(example: ClauseExample) -> dict[str, ClauseExample]:
    """The example with each of its values, the breach first, by what it shows.

    >>> list(_sides(ClauseExample("1:1-2.1(a)/sets", None, "2004-01-01", "sets: [[6|]]")))
    ['fails on 2004-01-01', 'passes on 2004-01-01']
    """
    of_value = {BREACHED: example.breached, MET: example.met}
    shown = {side: example.on(side) for side, verdict in of_value.items() if verdict}
    return {f"{VERBS[of_value[side]]} on {one.day}": one for side, one in shown.items()}
