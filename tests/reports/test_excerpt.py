"""The lines around a place: the value and its caret are visible, at any position in a line."""

from __future__ import annotations

import pytest

from pitboss.reports.color import paint
from pitboss.reports.excerpt import excerpt
from tests.support.product import Place


@pytest.mark.parametrize("before", [0, 7, 60, 108, 109, 110, 219, 220, 221, 500, 1_000_000])
@pytest.mark.parametrize("after", [0, 3, 1_000_000])
@pytest.mark.parametrize("odd", ["", "\x1b\u202e"])
def test_the_caret_is_under_the_value(before: int, after: int, odd: str) -> None:
    text = f"first\n{'a' * before}{odd}VALUE{'b' * after}\n"
    column = before + len(odd) + 1
    where, _, line, caret = excerpt(Place("f.json", 2, column, column + 5), {"f.json": text}, paint(False))
    assert where == f"  --> f.json:2:{column}"
    at = caret.index("^")
    assert (line[at : at + 5], caret.count("^")) == ("VALUE", 5)
    assert len(line) <= 120 and "\x1b" not in line
    assert line.endswith("…") == (after > 1000)
