"""Operations on columns give what the row operations give for each row; they are evaluated once, whatever the number of rows."""

from __future__ import annotations

import gc
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pl = pytest.importorskip("polars")
pytest.importorskip("numpy")

from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from pitboss.checker.rounds import column_operations, columnar_evaluator, round_findings, row_operations  # noqa: E402
from pitboss.checker.rounds.audit import lots  # noqa: E402
from pitboss.checker.rounds.cells import CARD_WORDS  # noqa: E402
from pitboss.checker.rounds.column import YES, Column, Distinct, Texts, Truths, column_of, words_of  # noqa: E402
from pitboss.checker.rounds.column_operations import CODES, ColumnFacts, Verdicts  # noqa: E402
from pitboss.checker.rounds.settlement import Settling  # noqa: E402
from pitboss.checker.rounds.steps import Role, Step, WagerEnd  # noqa: E402
from pitboss.checker.runtime import cards  # noqa: E402
from tests.support.product import load_law, main  # noqa: E402
from tests.support.soak import examples  # noqa: E402

FILING = str(Path(__file__).parent / "wheel.yaml")
MANY = 5
TRUTHS = st.sampled_from([True, False, None])
NUMBERS = st.none() | st.integers(-3, 9) | st.fractions(-2, 9, max_denominator=4) | st.just(10**30)
WORDS = st.sampled_from(["a", "b", None])
CARDS = st.none() | st.lists(st.sampled_from([*CARD_WORDS]), min_size=1, max_size=6).map(tuple)
UNARY = ["no", "truthy", "known"]
OF_NUMBERS = ["at_least", "at_most", "more", "less", "equal", "unequal", "all_equal", "same", "to_cent"]
RECKONED = ["plus", "minus", "times", "over", "modulo", "greater", "lesser"]


def rows_of(value: object) -> list[Any]:
    """A value for each row."""
    if isinstance(value, Verdicts):
        return [CODES[code] for code in value.codes]
    return value.cells() if isinstance(value, Column) else [value] * MANY


def columns(*kinds: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[list[Any], ...]]:
    """Several values for each of the rows; where they are all the same, sometimes as one value."""
    each = [st.lists(kind, min_size=MANY, max_size=MANY) | kind.map(lambda one: [one] * MANY) for kind in kinds]
    return st.tuples(*each)


def operand(values: list[Any]) -> object:
    return values[0] if len({*map(repr, values)}) == 1 else column_of(values, MEMO)


MEMO: dict[Any, Any] = {}


def agree(name: str, *operands: list[Any], more: tuple[object, ...] = ()) -> None:
    MEMO.clear()
    found = rows_of(getattr(column_operations, name)(*map(operand, operands), *more))
    assert found == [getattr(row_operations, name)(*row, *more) for row in zip(*operands, strict=True)], name


@examples(60)
@given(columns(TRUTHS, TRUTHS, TRUTHS))
def test_truths(rows: tuple[list[Any], ...]) -> None:
    for name in UNARY:
        agree(name, rows[0])
    for name in ("both", "either", "choose"):
        agree(name, *rows)
    agree("verdict", *rows[:2])


@examples(120)
@given(columns(NUMBERS, NUMBERS))
def test_quantities(rows: tuple[list[Any], ...]) -> None:
    for name in (*OF_NUMBERS, *RECKONED):
        agree(name, *rows)
    agree("among", rows[0], more=((1, 2, Fraction(1, 2)),))
    for direction in ("up", "down"):
        agree(
            "rounded", [value if value is None else abs(value) for value in rows[0]], more=(Fraction(1, 4), direction)
        )


@examples(60)
@given(columns(TRUTHS, NUMBERS, NUMBERS))
def test_choices(rows: tuple[list[Any], ...]) -> None:
    agree("pick", *rows)
    agree("given", *rows[:2])
    agree("or_else", *rows[1:])


@examples(60)
@given(columns(TRUTHS, NUMBERS, TRUTHS, NUMBERS))
def test_the_highest(rows: tuple[list[Any], ...]) -> None:
    MEMO.clear()
    due, size, other, more = map(operand, rows)
    found = column_operations.highest([(due, size), (other, more)])  # type: ignore[list-item]
    assert rows_of(found) == [row_operations.highest([row[:2], row[2:]]) for row in zip(*rows, strict=True)]


@examples(60)
@given(columns(WORDS, WORDS), columns(CARDS, CARDS))
def test_words_and_cards(words: tuple[list[Any], ...], dealt: tuple[list[Any], ...]) -> None:
    for name in ("equal", "unequal", "same", "or_else"):
        agree(name, *words)
    agree("same", *dealt)
    agree("or_else", *dealt)


@examples(60)
@given(columns(TRUTHS, TRUTHS, TRUTHS))
def test_verdicts(rows: tuple[list[Any], ...]) -> None:
    MEMO.clear()
    first, second, doubt = map(operand, rows)
    made = [column_operations.verdict(first, second), column_operations.verdict(second, doubt)]  # type: ignore[arg-type]
    each = [[row_operations.verdict(a, b), row_operations.verdict(b, c)] for a, b, c in zip(*rows, strict=True)]
    assert rows_of(column_operations.of_readings(made)) == [*map(row_operations.of_readings, each)]
    assert rows_of(column_operations.doubted(made[0], doubt)) == [  # type: ignore[arg-type]
        row_operations.doubted(one[0], c) for one, c in zip(each, rows[2], strict=True)
    ]
    assert rows_of(column_operations.where(doubt, made[0])) == [  # type: ignore[arg-type]
        row_operations.where(c, one[0]) for one, c in zip(each, rows[2], strict=True)
    ]


@examples(60)
@given(st.lists(CARDS, min_size=1, max_size=8))
def test_hands(dealt: list[Any]) -> None:
    """Of texts and of cards, the functions on all hands at once give what each hand gives."""
    texts = pl.Series(
        [None if hand is None else " ".join(CARD_WORDS[card] for card in hand) for hand in dealt], dtype=pl.String
    )
    asked: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in cards.CARD_FUNCTIONS]
    asked += [("points", {"ace": 1}), ("peak", {"low_ace": Fraction(7, 2)})]
    asked += [("count", given) for given in ({"rank": 1}, {"rank": 0}, {"suit": "h"}, {"rank": 13, "suit": "s"})]
    for column in (column_of(dealt), words_of(texts, {}, are_cards=True), Texts(texts, are_cards=True)):
        assert column.cells() == dealt
        for name, arguments in asked:
            more = (2,) if name.startswith("of_a_") else (((4, "h"), (9, "c")),) if name == "strays" else ()
            found = getattr(column_operations, name)(column, *more, **arguments)
            expected = [getattr(cards, name)(hand, *more, **arguments) for hand in dealt]
            assert (found.cells() if isinstance(found, Column) else [found] * len(dealt)) == expected, name
        for part in ("first", "last"):
            for many in (1, 2, 3):
                found = getattr(column_operations, part)({"hand": column}, "hand", many)
                given = found.cells() if isinstance(found, Column) else [found] * len(dealt)
                assert given == [getattr(cards, part)({"hand": hand}, "hand", many) for hand in dealt]


def test_arguments_that_differ_between_rows() -> None:
    hand = column_of([((4, "h"), (4, "s")), ((9, "h"), (13, "h")), None], memo := {})
    ranks, letters = column_of([4, 4, 4], memo), column_of(["h", "h", "s"], memo)
    assert rows_of(column_operations.count(hand, rank=ranks)) == [2, 0, None]  # type: ignore[attr-defined]
    assert rows_of(column_operations.count(hand, suit=letters)) == [1, 2, None]  # type: ignore[attr-defined]
    of_first = column_operations.suit(column_of([((9, "h"),), ((0, "j"),), None], memo))  # type: ignore[attr-defined]
    assert rows_of(column_operations.count(hand, suit=of_first)) == [1, 0, None]  # type: ignore[attr-defined]
    assert rows_of(column_operations.copies(hand, hand)) == [2, 2, None]  # type: ignore[attr-defined]
    assert rows_of(column_operations.suit(hand)) == ["h", "h", None]  # type: ignore[attr-defined]
    assert column_operations.points(column_of([None, None])) is None  # type: ignore[attr-defined]


# ---- how often


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], str]:
    """Files of lawful rounds: the same rounds so many times."""
    folder = tmp_path_factory.mktemp("dealt")
    some = str(folder / "some.parquet")
    assert main(["rounds", "deal", "roulette", "--rounds", "12", "--filing", FILING, "--out", some]) == 0
    frame = pl.read_parquet(some)

    def file(times: int) -> str:
        path = folder / f"{times}.parquet"
        pl.concat([frame.with_columns(round=pl.col("round") + f"-{n}") for n in range(times)]).write_parquet(path)
        return str(path)

    return file


def counting(calls: dict[str, int], name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any) -> Any:
        calls[name] += 1
        return function(*given)

    return call


def counted(monkeypatch: pytest.MonkeyPatch, path: str, *names: str) -> dict[str, int]:
    """How often an audit in columns calls these functions."""
    calls = dict.fromkeys(names, 0)
    with monkeypatch.context() as patched:
        for name in names:
            module = column_operations if hasattr(column_operations, name) else columnar_evaluator
            patched.setattr(module, name, counting(calls, name, getattr(module, name)))
        assert sum(lot.rows for lot in columnar_evaluator.lots_in_columns(load_law([FILING], [])[0], path)) > 10
    return calls


def test_operations_do_not_depend_on_the_number_of_rows(
    dealt: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("_compared", "_sum", "_product", "verdict", "judge_frame", "frame_of")
    once, often = (counted(monkeypatch, dealt(times), *names) for times in (1, 30))
    assert once == often and once["judge_frame"] == once["frame_of"] == 1 and once["_compared"] > 100


def test_a_comparison_is_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    monkeypatch.setattr(column_operations, "_compared", lambda *given: calls.append(given))
    left, right = column_of([1, 2]), column_of([2, 1])
    for _ in range(3):
        column_operations.equal(left, 2)
        column_operations.equal(left, right)
        column_operations.equal(left, "a")
    assert len(calls) == 3


def test_the_end_of_a_wager_is_judged_only_where_a_row_stakes_it(
    dealt: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ends, staked = Settling.ends, []

    def judging(self: Settling[Any, Any], step: Step[Role], wager: str, end: WagerEnd) -> object:
        staked.append(self.staked(wager))
        return ends(self, step, wager, end)

    monkeypatch.setattr(Settling, "ends", judging)
    assert [*columnar_evaluator.lots_in_columns(load_law([FILING], [])[0], dealt(1))]
    assert staked and all(isinstance(one, Truths) and YES in one.codes for one in staked)


def test_equal_rows_are_explained_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In other rounds and at other seats too; each finding has the round, seat and place of its own row."""
    some, path = tmp_path / "some.parquet", tmp_path / "r.parquet"
    ask = ["rounds", "deal", "roulette", "--rounds", "20", "--mistakes", "0.5", "--filing", FILING]
    assert main([*ask, "--out", str(some)]) == 0
    frame = pl.read_parquet(some)
    other = frame.with_columns(
        round=pl.col("round") + "-2", moment=pl.lit("2009-08-01T12:00"), seat="s" + pl.col("seat")
    )
    unseated = frame.with_columns(round=pl.col("round") + "-3", seat=pl.lit(None, pl.String))
    calls = []
    for records in (frame, pl.concat([frame, other]), pl.concat([frame, other, unseated])):
        records.write_parquet(path)
        explained = {"findings_of": 0}
        counter = counting(explained, "findings_of", round_findings.findings_of)
        with monkeypatch.context() as patched:
            patched.setattr(columnar_evaluator, "findings_of", counter)
            found = [lot.findings for lot in columnar_evaluator.lots_in_columns(load_law([FILING], [])[0], str(path))]
        assert found == [[finding for lot in lots(load_law([FILING], [])[0], str(path)) for finding in lot.findings]]
        calls.append(explained["findings_of"])
    assert 10 < calls[0] == calls[1] < calls[2] <= 2 * calls[0]


def test_memory_does_not_grow_with_the_number_of_rows(
    dealt: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What remains of a batch after the next one began, without a collection of garbage."""
    monkeypatch.setattr("pitboss.checker.rounds.row_files.CHUNK", 60)
    remaining = []
    gc.freeze()  # what other tests left is not looked through again after every batch
    gc.disable()
    try:
        for _ in columnar_evaluator.lots_in_columns(load_law([FILING], [])[0], dealt(20)):
            remaining.append(sum(isinstance(one, Column | Distinct | ColumnFacts) for one in gc.get_objects()))
    finally:
        gc.enable()
    assert len(remaining) > 3 and remaining[1:] == [remaining[1]] * (len(remaining) - 1)
