"""What each evaluator answers to questions about cards: of every hand, the value of each field that follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from types import ModuleType
from typing import Any

import numpy as np

from pitboss.algebra import card_arrays
from pitboss.algebra.card_arrays import CardColumn
from pitboss.checker.rounds import column_operations
from pitboss.checker.rounds.column import Column, column_of
from pitboss.checker.rounds.column_operations import ColumnFacts
from pitboss.checker.rounds.steps import DerivesRole
from pitboss.compiler.odds.active_law import active_law
from pitboss.compiler.odds.constants import code
from pitboss.compiler.odds.evaluate import Case, Evaluator
from pitboss.compiler.odds.sample_space import HandBlock
from pitboss.compiler.oracle import cards as oracle_cards
from pitboss.compiler.oracle.fast.closures import ClosureCompiler
from pitboss.compiler.oracle.fast.row_footprints import RowFootprints
from pitboss.compiler.oracle.rankings import strongest
from tests.support.product import (
    CALLABLE,
    CARD_FUNCTIONS,
    FUNCTIONS,
    ResolvedRulebook,
    card_runtime,
    core,
    interpreter,
    row_operations,
)

Hand = tuple[tuple[int, str], ...]
Answers = dict[str, list[Any]]  # by field: of every hand
GAME = "tiles"
RANKED = {"best", "strength"}
IMPLEMENTED: dict[str, set[str]] = {  # the card functions that an evaluator has; columns and odds have those on arrays
    "rows": {*card_runtime.CARD_FUNCTIONS} | RANKED,
    "arrays": {*card_arrays.IMPLEMENTATIONS} | RANKED,
    "interpreter and closures": {*oracle_cards.WORDS}
    | RANKED
    | ({*CARD_FUNCTIONS} - CALLABLE.keys()),  # those are syntax
}
UNASKED = "unasked"  # the answer of an evaluator that is not asked


def expressions(book: core.Rulebook) -> dict[str, core.Expr]:
    """What each field follows from."""
    duties = [clause.versions[0].duty for clause in book.clauses]
    return {duty.subject.name: duty.value for duty in duties if isinstance(duty, core.Derives)}


def calls(expr: core.Expr) -> list[core.Apply]:
    return [node for node in core.walk(expr) if isinstance(node, core.Apply)]


def _steps(module: ModuleType) -> dict[str, Any]:
    return {step.role.field: step for step in module.STEPS if isinstance(step.role, DerivesRole)}


def by_rows(module: ModuleType, hands: list[Hand]) -> Answers:
    """The row evaluator, on compiled rules."""
    rows: list[dict[str, Any]] = [{"game": GAME, "cards": cards} for cards in hands]
    return {name: [step.derived(row, row_operations) for row in rows] for name, step in _steps(module).items()}


def by_columns(module: ModuleType, hands: list[Hand], **more: list[Any]) -> Answers:
    """The columnar evaluator, on the same; `more`: other facts of the rows."""
    columns = {name: column_of(values) for name, values in {"cards": hands, **more}.items()}
    facts = ColumnFacts({"game": GAME}, columns, len(hands))
    return {name: cells(step.derived(facts, column_operations), hands) for name, step in _steps(module).items()}


def cells(value: object, hands: list[Hand]) -> list[Any]:
    """The value of each hand."""
    return value.cells() if isinstance(value, Column) else [value] * len(hands)


def by_interpreter(book: ResolvedRulebook, names: Mapping[str, object], hands: list[Hand], day: date) -> Answers:
    """The reference semantics, on the rules as resolved."""
    rows = [interpreter.completed(book, {"game": GAME, "cards": cards}, day) for cards in hands]
    return {name: [row.get(name) for row in rows] for name in names}


def ranked_by_interpreter(book: ResolvedRulebook, name: str, hands: list[Hand], few: int) -> Answers:
    """The strongest hands of a ranking in the reference semantics, which is slow: of some of the hands."""
    here = interpreter.Here(book, book.clauses[0], {"game": GAME}, None)
    found = [strongest(book.rankings[name], cards, here.of_hand, None) for cards in hands[:few]]
    unasked = [UNASKED] * (len(hands) - few)
    return {word: [*(one and one[place] for one in found), *unasked] for place, word in enumerate(("strength", "best"))}


def ranked_in_columns(ranking: card_runtime.HandRanking, hands: list[Hand]) -> Answers:
    column, words = column_of(hands), ("strength", "best")
    return {word: cells(getattr(column_operations, word)({}, ranking, column), hands) for word in words}


def by_closures(book: core.Rulebook, asked: Mapping[str, core.Expr], hands: list[Hand]) -> Answers:
    """The fast evaluator, which deals rounds, on the core."""
    compiler = ClosureCompiler(book, {"game": GAME}, RowFootprints(book))
    closures = {name: compiler.quantity(expr) for name, expr in asked.items()}
    return {name: [closure({"game": GAME, "cards": cards}) for cards in hands] for name, closure in closures.items()}


def by_odds(book: core.Rulebook, asked: Mapping[str, core.Expr], hands: list[Hand], day: date) -> Answers:
    """The odds, which take hands of one size at once. They do not ask how a hand was dealt."""
    law = active_law(book, GAME, day)
    words = {code(name): name for name in _rank_names(book)}
    answers = {name: [UNASKED] * len(hands) for name in asked}
    for size in {len(cards) for cards in hands}:
        places = [place for place, cards in enumerate(hands) if len(cards) == size]
        cards = np.array([[(rank, "cdhsj".index(suit)) for rank, suit in hands[place]] for place in places])
        columns = tuple(CardColumn(cards[:, n, 0], cards[:, n, 1]) for n in range(size))
        block = HandBlock(columns, np.ones(len(places), np.int64), (len(places),))
        evaluator = Evaluator(law, Case(), block, {"cards": columns})
        for name, expr in asked.items():
            if any(FUNCTIONS[call.function].of_dealing for call in calls(expr)):
                continue
            value = evaluator.value(expr)
            values, known = (np.broadcast_to(part, block.shape).tolist() for part in (value.of, value.known))
            for place, answer, is_known in zip(places, values, known, strict=True):
                answers[name][place] = words.get(answer, answer) if is_known else None
    return answers


def _rank_names(book: core.Rulebook) -> Iterator[str]:
    yield "none"
    yield from (rank.name for ranking in book.rankings.values() for rank in ranking.ranks)
