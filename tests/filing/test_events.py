"""What a comparison with the previous filing shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.checker.filing.events import differences
from tests.support.product import Filing, Vocabulary, assemble

OLD = {"decks": 6, "opening": "left", "wagers": {"pairs": {"maximum": 100, "payouts": {"pair": "3 to 1"}}}}


class File:
    name = "filing.yaml"

    def __init__(self, data: Any) -> None:
        self.data = data


def filed(vocabulary: Vocabulary, tables: dict[str, Any], events: list[Any] | None = None) -> Filing:
    rows = [{"number": number, "game": "tiles", **keys} for number, keys in tables.items()]
    data = {"submission": {"effective": "2024-07-01"}, "pits": [{"name": "A", "tables": rows}], "events": events or []}
    filing, faults = assemble([File(data)], vocabulary)
    assert faults == ()
    return filing


def pairs(**keys: Any) -> dict[str, Any]:
    return {"wagers": {"pairs": {**OLD["wagers"]["pairs"], **keys}}}  # type: ignore[index]


@pytest.mark.parametrize(
    ("now", "subject", "kind"),
    [
        ({**OLD, "wagers": {**OLD["wagers"], "lantern": {}}}, "lantern", "start"),  # type: ignore[dict-item]
        ({**OLD, "options": ["redraw"]}, "redraw", "start"),
        ({**OLD, "wagers": {}}, "pairs", "withdrawal"),
        ({**OLD, **pairs(maximum=200)}, "maximum of pairs", "increase"),
        ({**OLD, **pairs(maximum="$50.50")}, "maximum of pairs", "decrease"),
        ({**OLD, **pairs(maximum=[100, 200])}, "maximum of pairs", "increase"),
        ({**OLD, **pairs(payouts={"pair": "4 to 1"})}, "payouts of pairs", "change"),
        ({**OLD, "opening": "right"}, "opening", "change"),
        ({**OLD, "opening": ["left", "right"]}, "opening", "change"),
        ({**OLD, "decks": 8}, "decks", "change"),
    ],
)
def test_a_difference_is_an_event(now: Any, subject: str, kind: str, vocabulary: Vocabulary) -> None:
    old, new = filed(vocabulary, {"1": OLD, "2": OLD, "3": OLD}), filed(vocabulary, {"1": now, "2": OLD, "3": now})
    (event,) = differences(old, new)
    assert event.facts == {"kind": kind, "subject": subject, "on": "2024-07-01", "tables": ("1", "3"), "notice": None}
    assert event.path[:5] == (0, "pits", 0, "tables", 0)


@pytest.mark.parametrize(
    "now",
    [OLD, {**OLD, "decks": None}, {**OLD, "boxes": 7}, pairs(maximum="$100.00"), {**OLD, **pairs(minimum=5)}],
)
def test_no_difference_no_event(now: Any, vocabulary: Vocabulary) -> None:
    """What only one of the filings states is not known to have changed."""
    assert differences(filed(vocabulary, {"1": OLD}), filed(vocabulary, {"1": now})) == ()


def test_a_table_comes_and_another_goes(vocabulary: Vocabulary) -> None:
    old, new = filed(vocabulary, {"1": OLD, "2": OLD}), filed(vocabulary, {"2": OLD, "3": OLD})
    found = {(e.facts["kind"], e.facts["subject"], e.facts["tables"], e.path) for e in differences(old, new)}
    assert found == {
        ("start", "pairs", ("3",), (0, "pits", 0, "tables", 1, "wagers", "pairs")),
        ("withdrawal", "pairs", ("1",), (0, "pits", 0)),
    }


@pytest.mark.parametrize(
    ("declared", "left"),
    [
        ({"kind": "changed", "subject": "opening", "tables": "all"}, []),
        ({"kind": "changed", "subject": "opening", "tables": [1]}, [("2",)]),
        ({"kind": "changed", "subject": "opening"}, [("1", "2")]),
        ({"kind": "start", "subject": "opening", "tables": "all"}, [("1", "2")]),
        ({"kind": "changed", "subject": "decks", "tables": "all"}, [("1", "2")]),
    ],
)
def test_what_is_declared_is_not_repeated(declared: Any, left: Any, vocabulary: Vocabulary) -> None:
    now = {**OLD, "opening": "right"}
    new = filed(vocabulary, {"1": now, "2": now}, [{**declared, "on": "2024-07-01"}])
    found = differences(filed(vocabulary, {"1": OLD, "2": OLD}), new)
    assert [event.facts["tables"] for event in found] == left


@pytest.mark.parametrize(
    ("before", "unread", "left"),
    [
        ([{"number": 1}, {"number": 2}], False, [("redraw", ("1", "2")), ("pairs", ("3",))]),
        ([{"number": 1, "wager": {}}, {"number": 2}], False, [("redraw", ("2",)), ("pairs", ("3",))]),
        ([{"number": 1, "decks": "many"}, {"number": 2}], False, [("redraw", ("2",)), ("pairs", ("3",))]),
        ([{"number": 1}, {"number": 2}, {"number": 3, "game": "tile"}], False, [("redraw", ("1", "2"))]),
        ([{"number": 1}, {"number": 2}], True, []),
    ],
)
def test_what_an_error_of_the_previous_filing_may_hide_is_not_new(
    before: Any, unread: bool, left: Any, vocabulary: Vocabulary
) -> None:
    """Tables 1 and 2 offer a redraw that they did not offer, and table 3 is new."""
    rows = [{"game": "tiles", "wagers": ["pairs"], "options": [], **row} for row in before]
    old, _ = assemble([File({"pits": [{"name": "A", "tables": rows}]})], vocabulary)
    now = {"wagers": ["pairs"], "options": ["redraw"]}
    new = filed(vocabulary, {"1": now, "2": now, "3": {"wagers": ["pairs"]}})
    changes = differences(old, new, unread=(unread, False))
    assert [(event.facts["subject"], event.facts["tables"]) for event in changes] == left


def test_of_several_forms_the_form_of_the_law(vocabulary: Vocabulary) -> None:
    old, new = filed(vocabulary, {"1": OLD}), filed(vocabulary, {"1": {**OLD, **pairs(maximum=200)}})
    for received, expected in (
        ({"pairs": ("start", "change")}, [("pairs", "change")]),
        ({"maximum of pairs": ("change",)}, [("maximum of pairs", "change")]),
        (
            {"maximum of pairs": ("increase",), "pairs": ("change",)},
            [("maximum of pairs", "increase"), ("pairs", "change")],
        ),
        ({"lantern": ("change",)}, [("maximum of pairs", "increase")]),
    ):
        assert [(e.facts["subject"], e.facts["kind"]) for e in differences(old, new, received)] == expected


def test_the_order_does_not_depend_on_the_hash_seed(file_text: Callable[[str], Any], vocabulary: Vocabulary) -> None:
    now = {**OLD, "wagers": {"lantern": {}, "tile_wager": {}, "skip": {}}, "decks": 8, "opening": "right"}
    found = differences(filed(vocabulary, {"1": OLD}), filed(vocabulary, {"1": now}))
    subjects = [event.facts["subject"] for event in found]
    assert subjects == ["lantern", "skip", "tile_wager", "pairs", "decks", "opening"]
