"""The fates of mutants from earlier runs, by section, in `.mutation`, so that a run that was cut off continues.

A fate counts as long as the rules, the compiler, the checker and these tests are the same. Where a case noticed the mutant the cases of
its clause must be the same too; where nothing did, those of every clause that could have.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache
from pathlib import Path

from tests.mutation.kill import CASE, SURVIVED, Fate, cases_on_filings, cases_on_rounds
from tests.mutation.mutants import Mutant

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".mutation"
SOURCES = ("rulespecs", "algebra", "grammar", "compiler", "checker", "tests/mutation", "tests/proof", "tests/support")
KINDS = {".rules", ".lark", ".py"}


@cache
def sources() -> str:
    """A digest of everything that a fate depends on except cases."""
    whole = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if (path.suffix in KINDS or path.name == "ground.yaml") and not path.match("tests/mutation/examples.py"):
                whole.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return whole.hexdigest()


@cache
def cases_of(*clauses: str) -> str:
    """A digest of the cases of some clauses."""
    some = [part.get(clause, []) for clause in clauses for part in (cases_on_filings(), cases_on_rounds())]
    return hashlib.sha256(repr(some).encode()).hexdigest()


def _cases(one: Fate) -> str:
    if one.by == CASE:
        return cases_of(one.how.partition(": ")[0])
    return cases_of(*one.how.split()) if one.by == SURVIVED else ""


def _file(rules: str) -> Path:
    return KEPT / f"{Path(rules).stem}.json"


def kept(rules: str) -> dict[Mutant, Fate]:
    """The fates of the mutants of a rule file that still count."""
    path = _file(rules)
    if not path.exists():
        return {}
    data = json.loads(path.read_text("utf-8"))
    if data["sources"] != sources():
        return {}
    known = [(Fate(Mutant(*mutant), by, how), cases) for mutant, by, how, cases in data["fates"]]
    return {one.mutant: one for one, cases in known if cases == _cases(one)}


def keep(rules: str, fates: dict[Mutant, Fate]) -> None:
    """Store the fates of the mutants of a rule file."""
    KEPT.mkdir(exist_ok=True)
    rows = [
        ([m.file, m.start, m.end, m.kind, m.line, m.old, m.new], one.by, one.how, _cases(one))
        for m, one in sorted(fates.items())
    ]
    draft = _file(rules).with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps({"sources": sources(), "fates": rows}), "utf-8")
    draft.replace(_file(rules))
