"""The faults that are planted, each with the layer of tests that must see it.

A layer is named for what it compares; its tests are paths for pytest. A fault replaces one text of one file, which has to occur there
exactly once: where the code changes, so does the fault.
"""

from __future__ import annotations

from dataclasses import dataclass

LAYERS: dict[str, tuple[str, ...]] = {
    "cards": ("tests/rankings/test_evaluators_agree.py",),
    "cases": ("tests/cases/test_cases.py",),
    "cases on rounds": ("tests/cases/test_round_cases.py",),
    "boundaries": ("tests/boundaries",),
    "filings and the oracle": ("tests/differential/test_differential.py",),
    "rounds and the oracle": ("tests/differential/test_rounds.py",),
    "columns and rows": ("tests/rounds/test_columns.py",),
    "other rows": ("tests/rounds/test_sequence.py",),
    "odds": ("tests/odds",),
}


@dataclass(frozen=True)
class Planted:
    """A fault: in a file, `text` becomes `fault`."""

    name: str
    file: str
    text: str
    fault: str
    layer: str


FAULTS = (
    Planted(
        "a joker counts ten in columns and odds",
        "algebra/card_arrays.py",
        "return sum((np.where(c.there, np.minimum(c.rank, 10), np.int16(0)) for c in hand), np.int16(0))",
        "return sum((np.where(c.there, np.minimum(c.rank, 10) + 10 * np.equal(c.rank, 0), 0) for c in hand), np.int16(0))",
        "cards",
    ),
    Planted(
        "a joker stands for a king in rows",
        "checker/runtime/cards.py",
        'return ((*rest, (1, "j")),) if joker == "ace" else ()',
        'return ((*rest, (13, "j")),) if joker == "ace" else ()',
        "cards",
    ),
    Planted(
        "a joker stands for a king in columns and odds",
        "algebra/ranked_arrays.py",
        "ACE = CardColumn(1, NO_SUIT)",
        "ACE = CardColumn(13, NO_SUIT)",
        "cards",
    ),
    Planted(
        "a joker is a suit for the fast evaluator",
        "compiler/oracle/fast/row_footprints.py",
        'sorted(-many if mark == "j" else many for mark, many in',
        "sorted(many for mark, many in",
        "cards",
    ),
    Planted(
        "an ace counts eleven up to 20 in the oracle",
        "compiler/oracle/cards.py",
        "if 1 in ranks and low + 10 <= 21 else low",
        "if 1 in ranks and low + 10 < 21 else low",
        "cards",
    ),
    Planted(
        "the order of a ranking is swapped",
        "compiler/front/lower.py",
        "            for r in known.ranks\n",
        "            for r in reversed(known.ranks)\n",
        "cards",
    ),
    Planted(
        "a reading is dropped",
        "compiler/emit/python.py",
        "readings = zip(version.readings, self.names, strict=True)",
        "readings = zip(version.readings[:1], self.names[:1], strict=True)",
        "cases",
    ),
    Planted(
        "a limit excludes its figure in rows",
        "checker/runtime/operations.py",
        "return _compare(a, b, operator.le)",
        "return _compare(a, b, operator.lt)",
        "cases",
    ),
    Planted(
        "a version starts a day late",
        "checker/judging/judge.py",
        'return (clause.since or "") <= day and',
        'return (clause.since or "") < day and',
        "boundaries",
    ),
    Planted(
        "both for either",
        "compiler/emit/expressions.py",
        "return self.either(map(self.condition, items))",
        "return self.both(map(self.condition, items))",
        "filings and the oracle",
    ),
    Planted(
        "what is not filed passes",
        "checker/runtime/operations.py",
        "    if holds is True:\n        return PASS\n",
        "    if holds is not False:\n        return PASS\n",
        "filings and the oracle",
    ),
    Planted(
        "a condition that is not known applies in the oracle",
        "compiler/oracle/kleene.py",
        "return FAIL if applies is True and holds is False else NEEDS",
        "return FAIL if holds is False else NEEDS",
        "filings and the oracle",
    ),
    Planted(
        "an irregularity overrides nothing",
        "compiler/front/precedence.py",
        "applies=(*r.duty.applies, *exceptions)",
        "applies=r.duty.applies",
        "rounds and the oracle",
    ),
    Planted(
        "the hands of a seat are those of the round in rows",
        "checker/runtime/other_rows.py",
        'case "own hands":\n                return self._together(mine, hand_of)',
        'case "own hands":\n                return self._together([True for _ in mine], hand_of)',
        "rounds and the oracle",
    ),
    Planted(
        "the amount due is doubled",
        "checker/rounds/settlement.py",
        "return ops.times(value, stake)",
        "return ops.times(value, ops.plus(stake, stake))",
        "cases on rounds",
    ),
    Planted(
        "amounts are rounded the other way in rows",
        "checker/rounds/row_operations.py",
        'ceil if direction == "up" else floor',
        'floor if direction == "up" else ceil',
        "cases on rounds",
    ),
    Planted(
        "what is not recorded passes in columns",
        "checker/rounds/column_operations.py",
        "np.equal(h, YES).view(np.int8), (np.subtract",
        "np.not_equal(h, NO).view(np.int8), (np.subtract",
        "columns and rows",
    ),
    Planted(
        "the hands of a seat are those of the round in columns",
        "checker/rounds/other_rows.py",
        'keys = ["run", "own"] if rows == "own hands" else ["run"]',
        'keys = ["run"]',
        "other rows",
    ),
    Planted(
        "a kind of hand counts as one hand in the odds",
        "compiler/odds/sample_space.py",
        "return rows[first], weight.astype(np.int64)",
        "return rows[first], np.ones_like(weight, np.int64)",
        "odds",
    ),
)
