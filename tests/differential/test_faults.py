"""A fault in any function of the product that decides an answer makes it disagree with the oracle.

Each function of lowering, the runtime, the settlement and the odds gets a fault, one at a time: it returns another value than
it computed (a truth negated, a number one higher, a list without its last entry), or does nothing where it returns none.
Then probes compute answers again, until one differs from the answer of the reference semantics, or for odds from a count that
deals every hand. It takes hours and guards other tests only: `make soak` runs it, and `make faults` plants a few faults.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from tests.support import probes
from tests.support.faults import Kind, Target, fault_in, targets
from tests.support.probes import Probe

from .test_rounds import FLOORS

AREAS = {
    "lowering": ("pitboss.compiler.front.lower",),
    "runtime": ("pitboss.checker.runtime",),
    "settlement": ("pitboss.checker.rounds.settlement", "pitboss.checker.rounds.row_operations"),
    "columns": ("pitboss.checker.rounds.column_operations", "pitboss.checker.rounds.other_rows"),
    "odds": ("pitboss.compiler.odds",),
}
LONGEST = 20  # seconds of the processor until a probe under a fault counts as one that found it: it does not end

# Functions whose faults no answer shows, each with the reason.
_NOTES = "adds to what a finding quotes"
_IMPORT = "is called when the module is imported"
_CACHE = "makes the key of a cache"
_TEXT = "is a text for developers"
UNSEEN: dict[str, str] = {
    "compiler.front.lower._anomaly": "is shown in the catalog",
    "compiler.front.lower.citation": "names another provision in the catalog",
    "compiler.front.lower.Lowering.title": "is a heading in the catalog",
    "checker.runtime.operations._note": _NOTES,
    "checker.runtime.operations._note_at": _NOTES,
    "checker.runtime.operations.Absent.__repr__": _TEXT,
    "checker.runtime.operations.CompiledClause.cite": "names the provision in a finding",
    "checker.runtime.awards.with_places": _CACHE,
    "checker.runtime.awards.StatedFigure.__repr__": _TEXT,
    "checker.runtime.awards.StatedFigure.__reduce__": "sends a figure to another process",
    "checker.runtime.awards.StatedFigure.__copy__": "copies a figure",
    "checker.runtime.awards.StatedFigure.__deepcopy__": "copies a figure",
    "checker.runtime.awards.stated": "reads a figure of a filing, before any clause is judged",
    "checker.rounds.row_operations.a_ranking": _IMPORT,
    "checker.runtime.cards.card_function": _IMPORT,
    "checker.runtime.cards.HandRanking.__init__": _IMPORT,
    "checker.rounds.column_operations._over_cards": _IMPORT,
    "compiler.odds.equivalence_classes._calls_no_ranking": "decides which hands are counted as one, and not what is counted",
    "compiler.odds.evaluate.Evaluator._now": "decides whether a value is computed again",
    "compiler.odds.sample_space.HandBlock.lot": "orders outcomes",
}


@cache
def probes_of(area: str) -> list[Probe]:
    """The probes of an area, the cheapest first."""
    return sorted((probe.measured() for probe in _probes(area)), key=lambda probe: probe.seconds)


def _probes(area: str) -> Iterator[Probe]:
    if area == "odds":
        yield from probes.odds_probes()
        return
    filings, rounds = probes.made_up_filings(), probes.made_up_rounds()
    match area:
        case "lowering":
            yield Probe("filings", filings.compiled_and_judged)
            for name, some in rounds.items():
                yield Probe(name, some.compiled_and_judged)
        case "runtime" | "settlement":
            yield Probe("filings", filings.judged)
            for name, some in rounds.items():
                yield Probe(name, some.by_rows)
            yield Probe("money", probes.money_rounds().by_rows)
            yield Probe("awards", probes.award_filings().judged)
            for name, floor in FLOORS.items():
                if not floor.rules:
                    yield Probe(name, probes.dealt_rounds(name, floor).by_rows)
        case "columns":
            for name, some in rounds.items():
                yield Probe(name, some.by_columns)
            yield Probe("money", probes.money_rounds().by_columns)
            for name, floor in FLOORS.items():
                if not floor.rules:
                    yield Probe(name, probes.dealt_rounds(name, floor).by_columns)


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def found(target: Target, some: list[Probe]) -> str:
    """Which probe finds a fault in a function, or why none does."""
    called = [probe for probe in some if target.function.__code__ in probe.codes]
    if not called:
        return "never called"
    for kind in Kind:
        for probe in called:
            with fault_in(target, kind) as fault:
                try:
                    with limited(LONGEST):
                        probe.run()
                except (Exception, pytest.fail.Exception):  # a wrong answer, or none
                    return f"found by {probe.name}"
            if kind is Kind.NEGATES and not fault.acts:  # it returns no number
                break
    return "not found"


def judging(area: str) -> list[Target]:
    """The functions of an area whose faults an answer shows."""
    return [target for name, target in sorted(targets(*AREAS[area]).items()) if name not in UNSEEN]


@pytest.mark.soak
@pytest.mark.parametrize("area", AREAS)
def test_a_fault_in_any_function_is_found(area: str) -> None:
    if area in ("columns", "odds"):
        pytest.importorskip("polars" if area == "columns" else "numpy")
    some = probes_of(area)
    results = {str(target): found(target, some) for target in judging(area)}
    assert {name: result for name, result in results.items() if not result.startswith("found")} == {}
    assert results


def test_every_exception_is_a_function() -> None:
    known = {name for names in AREAS.values() for name in targets(*names)}
    assert {*UNSEEN} <= known
    assert all(UNSEEN.values())
