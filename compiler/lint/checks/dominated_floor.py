"""L301 A paytable asks nothing of a licensee who may choose another one.

What: Of several paytables that are floors, one is at least as high as another in every row: whoever pays it complies with the lower
    one as well, so that the higher table never decides.
Why: The choice that the text offers is an illusion, or the odds were meant as fixed payouts.
Example: Paytable B has 200 to 1 where paytable A has 125 to 1, and equal odds in all other rows.
Remedy: Ask the agency whether the payouts are fixed; otherwise strike the higher table.
Register: table that cannot bind.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.compiler.lint.law_under_lint import LawUnderLint, tables
from pitboss.compiler.lint.lint_finding import LintFinding, of_duty
from pitboss.compiler.model import core
from pitboss.compiler.model.query import key, payouts

_Column = dict[str, tuple[str, Fraction]]


def dominated_floor(law: LawUnderLint) -> Iterator[LintFinding]:
    """Columns of floors of which one is enough that are nowhere below another column."""
    for stated in law.stated:
        duty = stated.duty
        if not isinstance(duty, core.PayoutTable) or duty.mode is not core.PayMode.ONE_TABLE_AT_LEAST:
            continue
        for table in tables(duty):
            columns = _columns(table)
            for name, column in columns.items():
                lower = [
                    other for other, floor in columns.items()
                    if other != name and _above(column, floor) and (floor != column or other < name)
                ]  # fmt: skip
                if lower:
                    yield of_duty(
                        stated, f"{name} is nowhere below {' or '.join(lower)}: as a floor it never decides",
                        "ask whether the payouts are meant as fixed; otherwise the table can go",
                    )  # fmt: skip


def _columns(table: core.Table) -> dict[str, _Column]:
    return {
        head.text or str(head.value) if (head := table.heads[n]) else key(table.heads[0] or _NO_HEAD) + f" {n}": column
        for n in range(1, len(table.heads))
        if (column := payouts(table, n))
    }


_NO_HEAD = core.Const(core.ValueKind.NAME, "column")


def _above(column: _Column, floor: _Column) -> bool:
    """Whether whoever pays the column pays the floor: it has every row of the floor, none of them lower."""
    return all(
        row in column and column[row][0] == kind and column[row][1] >= value for row, (kind, value) in floor.items()
    )
