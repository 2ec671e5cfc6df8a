"""Two values in use at once, for every case of the rules: the table is judged as two tables are that file one value each.

One of the two values of a case passes and one fails. Filed for two parts of the same table, each counts as it does
alone, and the finding on the second names its part.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.product import Result, assemble, check, load_rulebook, locator, read
from tests.support.rule_cases import FRAME, VALUES, Case, as_yaml, cases, without_beginning
from tests.support.soak import count

MANY = count(40, soak=400)
NOT_PARTED = (
    "number",
    "game",
    "variation",
    "equipment",
    "wager",
    "option",
)  # keys whose values are the same for all parts
LAW, VOCABULARY = load_rulebook()
CLAUSES = {clause.id: clause for clause in LAW.clauses}


def data(case: Case, side: int) -> Any:
    return as_yaml(VALUES.sub(lambda m: m[side], case.filing) + FRAME)


def difference(one: Any, other: Any) -> tuple[Any, ...]:
    """The place at which two documents differ; where they differ in several, the place that contains them all."""
    steps: list[Any] = []
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        steps = [key for key in one if one[key] != other[key]]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        steps = [index for index in range(len(one)) if one[index] != other[index]]
    return (steps[0], *difference(one[steps[0]], other[steps[0]])) if len(steps) == 1 else ()


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        document = document[step]
    return document


def parted(case: Case) -> Any:
    """The filing with both values at once; None if no field of a table or an offer has the two values."""
    good, bad = data(case, 1), data(case, 2)
    path = difference(good, bad)
    field = 6 if path[4:5] in (("wagers",), ("options",)) else 4
    if (
        case.first != "pass"
        or "[[" in case.day
        or CLAUSES[case.clause].scope != "table"
        or path[:1] != ("pits",)
        or len(path) <= field
    ):
        return None
    here = path[: field + 1]
    filed = at(good, here)
    if path[2] != "tables" or path[field] in NOT_PARTED or _is_map(path[field]):
        return None
    if isinstance(filed, dict) and (path[field] != "payouts" or any(isinstance(row, dict) for row in filed.values())):
        return None  # the case itself has values at once
    at(good, here[:-1])[here[-1]] = {"here": at(data(case, 1), here), "there": at(bad, here)}
    return good


def _is_map(field: str) -> bool:
    known = VOCABULARY.fields.get(field)
    return known is not None and known.type[0] in ("map_of", "chances")


def judged(document: Any, day: str, folder: Path) -> Result:
    file = folder / "filing.json"
    file.write_text(json.dumps(document, default=float), "utf-8")
    source = read(file)
    filing, faults = assemble(source.documents, VOCABULARY)
    assert not source.problems and not faults, (source.problems, faults)
    return check("case", filing, without_beginning(LAW), VOCABULARY, day, (), locator(source))


def verdicts(result: Result) -> dict[str, Counter[str]]:
    """The verdicts of the clauses on single tables that do not compare the parts of a table."""
    alone = {
        c.id for c in result.judged if c.scope == "table" and not any(p[0] == "at_once" for p in c.footprint or ())
    }
    return {clause: Counter(counts) for clause, counts in result.by_clause if clause in alone}


@cache
def filed() -> list[tuple[Case, Any]]:
    """The cases on a field of a table or an offer, with the filing that has both of its values, in random order.

    A quarter of all cases is looked through; `make soak` looks through all.
    """
    some = Random(1).sample(cases(), len(cases()) // count(4, soak=1))
    return [(case, both) for case in some if (both := parted(case))]


@pytest.mark.parametrize("number", range(MANY))
def test_each_of_two_values_counts_as_it_does_alone(number: int, tmp_path: Path) -> None:
    if number >= len(filed()):
        return
    case, both = filed()[number]
    together = judged(both, case.day, tmp_path)
    one, other = (verdicts(judged(data(case, side), case.day, tmp_path)) for side in (1, 2))
    assert verdicts(together) == {clause: one[clause] + other[clause] for clause in one}
    found = [f for f in together.findings if f.verdict == case.verdict and case.clause in {c.id for c in f.clauses}]
    if case.clause in one:
        assert found
        for f in found:  # the value itself, or one that the clause reads, is that of the part
            assert "there" in f.path or any("there" in read.path for read in f.reads)
            assert "(there)" in f.actual or any("(there)" in read.value for read in f.reads)


def test_most_clauses_on_fields_of_a_table_are_met() -> None:
    assert len({case.clause for case, _ in filed()}) > 200 // count(4, soak=1)


def test_a_cell_of_a_csv_table_states_values_at_once(tmp_path: Path) -> None:
    """As a mapping does in YAML; the finding is at the cell and names the part. Mixed cells are errors at their place."""
    (tmp_path / "floor.yaml").write_text("pits: [{name: A, tables: {file: a.csv}}]\n" + FRAME, "utf-8")
    (tmp_path / "a.csv").write_text("number,game,decks\n1,punto_banco,here: 6; there: 5\n2,punto_banco,6; 8\n", "utf-8")
    source = read(tmp_path)
    filing, faults = assemble(source.documents, VOCABULARY)
    assert filing is not None and not source.problems and not faults
    first, second = (table.variants for table in filing.tables)
    assert sorted(facts["decks"] for facts in first) == [5, 6]
    assert all(facts["at_once"] == {"decks": {"here": 6, "there": 5}} for facts in first)
    assert sorted(facts["decks"] for facts in second) == [6, 8] and not any(facts.get("at_once") for facts in second)
    found = check("case", filing, LAW, VOCABULARY, "2007-02-01", (), locator(source))
    (low,) = [f for f in found.findings if f.verdict == "fail" and "(there)" in f.actual]
    assert (found.places[low.path].file, found.places[low.path].line) == (str(tmp_path / "a.csv"), 2)

    (tmp_path / "a.csv").write_text("number,game,decks\n1,blackjack,here: 6; 8\n", "utf-8")
    source = read(tmp_path)
    _, faults = assemble(source.documents, VOCABULARY)
    assert [(fault.code, fault.path[1:]) for fault in faults] == [("E205", (0, "decks", 0))]
