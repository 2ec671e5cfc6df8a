"""Probes of the product: each computes answers again, and fails where they are not those of the oracle.

`filings` and `rounds` compare with the reference semantics, `odds` runs the tests that count by dealing every hand.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any

from tests.support import product, random_rounds
from tests.support.differential import random_facts
from tests.support.faults import called, forget
from tests.support.product import Raw, ResolvedClause, ResolvedRulebook, resolved_rulebook
from tests.support.round_verdicts import Floor, Record, Round, lines

DEALT = Path(__file__).parents[1] / "differential" / "rounds"
LAW = Path(__file__).parents[1] / "differential" / "law"
MADE_UP = {
    "law": Floor(str(LAW / "floor.yaml"), (str(LAW),)),
    "tiles": Floor("tiles.yaml", ("words.rules", "tiles.rules")),
    "rows": Floor("rows.yaml", ("words.rules", "rows.rules")),
}
DAY = "2005-06-01"


@dataclass
class Probe:
    """`run` fails where an answer is wrong. `codes`: the functions that it calls; `seconds`: what it takes."""

    name: str
    run: Callable[[], None]
    codes: set[CodeType] = field(default_factory=set)
    seconds: float = 0.0

    def measured(self) -> Probe:
        forget()
        started = time.process_time()
        with called(self.codes):
            self.run()
        self.seconds = time.process_time() - started
        return self


# ---- filings


class Filings:
    """Random facts for the clauses of some rules, with the verdicts of the interpreter."""

    def __init__(self, book: ResolvedRulebook, clauses: list[ResolvedClause], each: int, *folders: Path) -> None:
        self.book, self.folders = random_facts.without_beginning(book), folders
        self.cases = [one for clause in clauses for one in random_facts.cases(self.book, clause, each, "fault")]
        self.evaluator = evaluator_of(*folders)

    def judged(self) -> None:
        for case, expected in self.cases:
            found = random_facts.ask(self.book, case, self.evaluator)
            assert found == expected, (case, expected, found)

    def compiled_and_judged(self) -> None:
        before = self.evaluator
        self.evaluator = evaluator_of(*self.folders)
        try:
            self.judged()
        finally:  # the result of compiling a fault is not cached
            self.evaluator = before


def evaluator_of(*folders: Path) -> Any:
    """The generated code of some rules behind the functions of the interpreter; of the project's without arguments."""
    spec = importlib.util.find_spec("tests.support.differential.compiled_evaluator")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = product.load_rulebook, product.load_round_clauses
    product.load_rulebook = partial(before[0], *folders)
    product.load_round_clauses = partial(before[1], *folders)
    try:
        spec.loader.exec_module(module)
    finally:
        product.load_rulebook, product.load_round_clauses = before
    return module.GENERATED


@cache
def made_up_filings() -> Filings:
    book = resolved_rulebook(LAW)
    return Filings(book, [clause for clause in book.clauses if random_facts.judged(clause)], 12, LAW)


@cache
def award_filings() -> Filings:
    """The clauses of the law on chances that are filed."""
    from tests.support.round_verdicts import resolved

    book = resolved()
    clauses = [c for c in book.clauses if random_facts.judged(c) and _asks_awards(book, c)]
    return Filings(book, clauses, 5)


def _asks_awards(book: ResolvedRulebook, clause: ResolvedClause) -> bool:
    from pitboss.grammar import tree as t

    nodes = random_facts.nodes(tuple(check for version in clause.versions for check in version.checks))
    return any(
        isinstance(node, t.Call) and node.name in ("hit", "edge", "smallest", "largest")
        or isinstance(node, t.Path) and str(node) in book.followed
        for node in nodes
    )  # fmt: skip


# ---- rounds


class Rounds:
    """Recorded rounds, with the verdicts of the reference settlement."""

    def __init__(self, floor: Floor, records: list[Record]) -> None:
        self.floor, self.records = floor, records
        self.expected: list[Round] = floor.by_reference(records)

    def by_rows(self) -> None:
        found = Floor.audited(_Fresh(self.floor), self.records)  # type: ignore[arg-type]
        assert found == self.expected

    def by_columns(self) -> None:
        from pitboss.checker.rounds.columnar_evaluator import judge_chunk

        raws = [Raw(f"r.jsonl:{n}", row, "", "") for n, row in enumerate(self.records, 1)]
        assert judge_chunk(fresh(self.floor), raws).counts == sum(self.expected, Counter())

    def compiled_and_judged(self) -> None:
        forget_courts(self.floor)
        try:
            self.by_rows()
        finally:  # the result of compiling a fault is not cached
            forget_courts(self.floor)


class _Fresh:
    """A floor whose law is put together anew from what was compiled."""

    def __init__(self, floor: Floor) -> None:
        self.law_index = fresh(floor)


def fresh(floor: Floor) -> Any:
    old = floor.law_index
    steps = [step for readings in old.steps.values() for step in readings]
    return product.LawIndex(old.book, old.form, steps, old.filings, old.borrowed, old.reads, old.ledger.additions)


def forget_courts(floor: Floor) -> None:
    from tests.support import round_verdicts

    round_verdicts._law_index.cache_clear()


def tile_rows() -> list[Record]:
    random, made = Random("tiles"), []
    for number in range(120):
        row: Record = {"round": str(number), "table": "1", "moment": f"{DAY}T20:00"}
        row |= {"cards": " ".join(random.choice(["Kh", "Kd", "4h", "4d", "2h", "3c", "7d", "As"]) for _ in range(2))}
        for wager in random.sample(["streak", "ante", "bonus", "extra"], random.randrange(4)):
            stake = random.choice([5, 10])
            row[f"stake.{wager}"] = stake
            end = random.choice(["paid", "paid", "collected", "returned", "none"])
            if end != "none":
                row[f"{end}.{wager}"] = (
                    random.choice([stake, stake * 3 / 2, stake * 2, stake * 9]) if end == "paid" else stake
                )
        if random.random() < 0.5:
            row["settled_as.bonus"] = random.choice(["pair", "kings"])
        values: dict[str, list[Any]] = {
            "splits": [0, 2, 3, 4, 6], "commission": [0.25, 0.5, 0.3], "total": [0, 2, 4, 7], "shown": [1, 2, 3],
        }  # fmt: skip
        row |= {name: random.choice(some) for name, some in values.items() if random.random() < 0.4}
        if random.random() < 0.3:
            row |= {"irregularity": "slip", "consequence": random.choice(["void", "replay", "laughter"])}
        made.append(row)
    return made


def row_rows() -> list[Record]:
    given = random_rounds.at_random(3, 40)
    known = {"won", "lost", "pushed", None}
    return [row for row in given if "moment" in row and row["table"] != "77" and row.get("end") in known]


def law_rows() -> list[Record]:
    """Rounds of the law with many card functions."""
    random, made = Random("law"), []
    deck = [f"{rank}{suit}" for rank in ("A", 2, 3, 7, 9, 10, "K") for suit in "chs"] + ["Jk"]
    values: dict[str, list[Any]] = {
        "settled_as.ante": ["two", "three"], "settled_as.dare": ["high", "low"], "drawn": [0, 1, 2, 3], "limit": [1, 2, 3],
        "height": ["high", "pair_and_more", "low", "none"], "spread": [1, 5, 10], "upper": [18, 20, 25],
    }  # fmt: skip
    for number in range(150):
        row: Record = {"round": str(number), "table": "1", "moment": f"{DAY}T20:00"}
        row["cards"] = " ".join(random.sample(deck, random.choice([2, 2, 2, 3])))
        if random.random() < 0.9:
            row["dealer"] = " ".join(random.sample(deck[:-1], random.choice([2, 2, 3, 4])))
        for wager in ("streak", "ante", "dare"):
            row[f"stake.{wager}"] = 10
            end = random.choice(["paid", "collected", "returned", "none"])
            if end != "none":
                row[f"{end}.{wager}"] = random.choice([10, 20, 30, 50, 90]) if end == "paid" else 10
        row |= {name: random.choice(some) for name, some in values.items() if random.random() < 0.4}
        made.append(row)
    return made


@cache
def made_up_rounds() -> dict[str, Rounds]:
    rows = {"tiles": tile_rows(), "rows": row_rows(), "law": law_rows()}
    return {name: Rounds(floor, rows[name]) for name, floor in MADE_UP.items()}


@cache
def money_rounds() -> Rounds:
    from tests.rounds.test_money import ROWS, raws

    records = [raw.data for n, (given, _) in enumerate(ROWS.values()) for raw in raws(given, str(n))]
    return Rounds(Floor("money.yaml"), records)


@cache
def dealt_rounds(name: str, floor: Floor) -> Rounds:
    return Rounds(floor, [*lines(DEALT / f"{name}.jsonl")])


# ---- odds

# Tests elsewhere that count odds, or group them by wager, on made-up rules: how their names begin.
FURTHER_ODDS: dict[str, str | tuple[str, ...]] = {
    "odds_reports/test_by_wager": "test_",
    "awards/test_awards": ("test_every_function_counts", "test_what_is_no_matter"),
}


def odds_probes() -> Iterator[Probe]:
    """Each test of exact odds that needs no fixture."""
    folder = Path(__file__).parents[1]
    paths = [*sorted(folder.glob("odds/test_*.py")), *(folder / f"{name}.py" for name in FURTHER_ODDS)]
    for path in paths:
        if path.stem == "test_the_law":  # caches its counts
            continue
        module = importlib.import_module(f"tests.{path.parent.name}.{path.stem}")
        begins = FURTHER_ODDS.get(f"{path.parent.name}/{path.stem}", "test_")
        for name, test in [*vars(module).items()]:
            if name.startswith(begins) and inspect.isfunction(test):
                for label, arguments in _parameters(test):
                    if {*inspect.signature(test).parameters} == {*arguments}:
                        yield Probe(f"{path.stem}.{name}{label}", partial(test, **arguments))


def _parameters(test: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    if not marks:
        yield "", {}
    elif len(marks) == 1:
        names, values = marks[0].args
        names = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
        for n, value in enumerate(values):
            yield f"[{n}]", dict(zip(names, value if len(names) > 1 else (value,), strict=True))
