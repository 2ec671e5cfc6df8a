"""Reads the cases next to the rules (`*.cases.yaml`) and chooses one for each version of a clause as its example.

    - clause: 19:47-2.22(j)/streak-pays
      as of: 2007-01-01
      filing: |
        pits: [{name: A, tables: [{number: 1, ..., decks: [[6|5]], ...}]}]
      fails at: 1:60

docs/examples.md describes the form. A wheel has no cases: its build writes the examples (`hatch_build.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from pitboss.checker.read.case_text import data_of
from pitboss.checker.read.document import Data
from pitboss.compiler.model.catalog_entries import Catalog, VersionEntry
from pitboss.compiler.model.clause_examples import MET, VALUES, ClauseExample, ClauseExamples
from pitboss.grammar.input_folders import files_below

Case = Mapping[str, Data]  # as written


def read_cases(path: Path) -> list[Case]:
    """Return the cases of a file as written; ValueError says what cannot be read."""
    cases = data_of(path.read_text("utf-8"))
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise ValueError(f"{path}: a file of cases is a list of mappings")
    return cast("list[Case]", cases)


def tables_of(case: Case) -> str:
    """Return the filing of a case without its submission; that of a record has one table."""
    if "round" not in case:
        return str(case["filing"])
    table = case["table"].strip() if isinstance(case["table"], str) else _flow(case["table"])
    return f"pits: [{{name: A, tables: [{table[:-1]}, number: 1}}]}}]\n"


def _flow(table: object) -> str:
    """A table as YAML in one line.

    >>> _flow({"game": "tiles", "decks": 6, "wagers": ["lamp"]})
    '{game: tiles, decks: 6, wagers: [lamp]}'
    """
    return re.sub(r'"([a-z_]+)"', r"\1", json.dumps(table, default=str))


def verdicts_of(case: Case) -> tuple[str, str]:
    """Return the verdicts that a case states with its first value and with its second one; the latter is empty if there is none.

    >>> verdicts_of({"first": "not applicable", "opens at": "1:2"}), verdicts_of({"passes": True})
    (('not applicable', 'open'), ('pass', ''))
    """
    breached = "" if "passes" in case else "open" if "opens at" in case else "fail"
    return str(case.get("first", "pass")), breached


def examples_of(catalog: Catalog, *folders: Path, section: str = "") -> ClauseExamples:
    """Return an example of each version of a clause that has a case, of all sections or of one."""
    versions = {
        clause.id: clause.versions
        for entry in catalog.sections
        for provision in entry.provisions
        for clause in provision.clauses
        if section in ("", entry.citation)
    }
    chosen: dict[tuple[str, str | None], ClauseExample] = {}
    for case in _cases(folders, section):
        if version := _version(versions.get(str(case["clause"]), ()), case):
            example = ClauseExample(
                str(case["clause"]),
                version.since,
                str(case["as of"]),
                tables_of(case),
                str(case.get("round", "")),
                *verdicts_of(case),
            )
            known = chosen.setdefault((example.clause, example.since), example)
            chosen[example.clause, example.since] = min(known, example, key=_rank)
    return ClauseExamples(tuple(chosen.values()))


def _cases(folders: tuple[Path, ...], section: str) -> Iterator[Case]:
    """The cases with a filing or a record; for one section, only files that name it are read."""
    for folder in folders:
        for path in files_below(folder, ".cases.yaml"):
            if not section or f"clause: {section}" in path.read_text("utf-8"):
                yield from (case for case in read_cases(path) if "filing" in case or "round" in case)


def _version(versions: tuple[VersionEntry, ...], case: Case) -> VersionEntry | None:
    """The version in force on the day of a case, if a day decides it on the first."""
    day = VALUES.sub(lambda pair: pair[MET], str(case["as of"]))
    return next((version for version in versions if version.in_force(day)), None)


def _rank(example: ClauseExample) -> tuple[bool, bool, bool, int, str]:
    """First the pairs that pass and fail, then other values than days, then the shortest."""
    text = example.tables + example.rows
    return example.met != "pass", example.breached != "fail", "[[" in example.day, len(text), text
