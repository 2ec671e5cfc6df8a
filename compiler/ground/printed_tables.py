"""Reads printed tables and compares them with those of the rulebook cell by cell: rows, columns, order.

The rulebook may have several tables for a printed one, each with some of its columns, or one table for several printed ones,
column next to column; a column of cells with two ends (`$5 minimum to $9 maximum`) counts as two columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.compiler.ground.figures import figures, shown
from pitboss.compiler.ground.lines import Line
from pitboss.compiler.model.transcript import Figure, RuleTable, TableCell
from pitboss.grammar.diagnostics import NOWHERE, Place
from pitboss.grammar.literals import canonical, literal

_ENDS = re.compile(r"(\S+) (\w+) to (\S+) (\w+)")
_METER = re.compile(r"(\S+) percent of (?:the )?(?:\w+ )?meter(?: amount)?", re.I)


@dataclass(frozen=True, slots=True)
class PrintedRow:
    line: Line
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypesetTable:
    """A table of the text; `head` is empty if no row heads the columns."""

    head: tuple[str, ...]
    rows: tuple[PrintedRow, ...]
    line: Line

    @property
    def width(self) -> int:
        return max(len(self.head), *(len(row.cells) for row in self.rows), 0)


@dataclass(frozen=True, slots=True)
class Differs:
    what: str
    line: Line
    place: Place | None


def printed_tables(lines: Iterable[Line]) -> Iterator[TypesetTable]:
    """
    >>> rows = (Line("a", 5, "<u>Hand</u>\\t<u>Odds</u>"), Line("a", 6, "Pair\\t1 to 1"), Line("a", 9, "x\\t2"))
    >>> [(table.head, len(table.rows)) for table in printed_tables(rows)]
    [(('Hand', 'Odds'), 1), ((), 1)]
    """
    run: list[PrintedRow] = []
    headed = False
    for line in lines:
        if "\t" not in line.text:
            continue
        tagged = "<u>" in line.text
        if run and (line.number != run[-1].line.number + 1 or (tagged and len(run) > 1)):
            yield _table(run, headed)
            run = []
        headed = headed if run else tagged
        run.append(
            PrintedRow(line, tuple(" ".join(re.sub(r"</?u>", "", cell).split()) for cell in line.text.split("\t")))
        )
    if run:
        yield _table(run, headed)


def _table(run: list[PrintedRow], headed: bool) -> TypesetTable:
    first = run[0]
    if not headed and len(run) > 1:
        headed = not any(_value(cell) for cell in first.cells[1:]) and any(_value(c) for c in run[1].cells[1:])
    head, body = (first.cells, tuple(run[1:])) if headed else ((), tuple(run))
    return _without_verbs(_parted(TypesetTable(head, body, first.line)))


def _parted(table: TypesetTable) -> TypesetTable:
    """Split a column in which every cell has two ends into two, headed by the words at the ends."""
    for column in range(1, table.width):
        found = [_ENDS.fullmatch(row.cells[column]) if len(row.cells) > column else None for row in table.rows]
        words = {(m[2], m[4]) for m in found if m}
        if not table.rows or not all(found) or len(words) != 1:
            continue
        first, last = words.pop()
        rows = tuple(
            PrintedRow(r.line, (*r.cells[:column], m[1], m[3], *r.cells[column + 1 :]))
            for r, m in zip(table.rows, found, strict=True)
            if m
        )
        head = (*table.head[:column], first, last, *table.head[column + 1 :]) if table.head else ()
        return TypesetTable(head, rows, table.line)
    return table


def _without_verbs(table: TypesetTable) -> TypesetTable:
    """Remove a column that repeats one word in every row: `Pair | pays | 1 to 1`."""
    if table.head or len(table.rows) < 2:
        return table
    for column in range(1, table.width - 1):
        cells = {row.cells[column] if len(row.cells) > column else "" for row in table.rows}
        if len(cells) == 1 and (word := cells.pop()).isalpha() and len(word) > 1:
            rows = tuple(PrintedRow(r.line, (*r.cells[:column], *r.cells[column + 1 :])) for r in table.rows)
            return TypesetTable((), rows, table.line)
    return table


def _value(cell: str) -> Figure | None:
    """The figure of a printed cell, if it is one."""
    text = _METER.sub(r"\1% of meter", cell).replace(" percent", "%").replace("-to-", " to ")
    made = literal(text, NOWHERE)
    return (made.kind, made.value) if made and isinstance(made.value, Fraction) else None


def same(printed: str, ours: TableCell) -> bool:
    """Whether a printed cell and a cell of the rulebook agree.

    >>> same("5,000 to 1", TableCell("5000 to 1", ("odds_to", Fraction(5000)), NOWHERE))
    True
    >>> same("Three-of-a-kind", TableCell("Three of a kind", None, NOWHERE)), same("$5", TableCell("5", ("number", Fraction(5)), NOWHERE))
    (True, False)
    """
    left, right = _value(printed), ours.figure
    if right is None:
        return left is None and canonical(printed) == canonical(ours.text)
    return left == right if left is not None else figures(printed) == {right}


# ---- one printed table against those of the rulebook


@dataclass(frozen=True, slots=True)
class Fit:
    """The columns of a printed table that a table of the rulebook has: pairs of printed and own column."""

    table: RuleTable
    columns: tuple[tuple[int, int], ...]
    equal: int


def compare(printed: TypesetTable, ours: Iterable[RuleTable], taken: set[tuple[RuleTable, int]]) -> Iterator[Differs]:
    """The differences between a printed table and the tables of the rulebook that may correspond; `taken` collects their columns.

    >>> rows = (Line("a", 5, "<u>Hand</u>\\t<u>Odds</u>"), Line("a", 6, "Pair\\t1 to 1"))
    >>> [d.what for d in compare(next(printed_tables(rows)), (), set())]
    ['no table: 2 columns, 1 row']
    """
    open_columns = set(range(1, printed.width))
    candidates = list(ours)
    while open_columns:
        fits = [fit for table in candidates for fit in [_fit(printed, table, open_columns, taken)] if fit.columns]
        best = max(fits, key=lambda fit: fit.equal, default=None)
        if best is None or not best.equal:
            break
        candidates = [table for table in candidates if table is not best.table]
        open_columns -= {i for i, _ in best.columns}
        taken |= {(best.table, j) for _, j in best.columns}
        yield from _cells(printed, best)
    if open_columns:
        rows = len(printed.rows)
        columns = len(open_columns) + (len(open_columns) == printed.width - 1)
        yield Differs(
            f"no table: {columns} column{'s'[: columns > 1]}, {rows} row{'s'[: rows > 1]}", printed.line, None
        )


def stated_in_clauses(printed: TypesetTable, stated: list[Figure]) -> bool:
    """Whether the rules state a table of two columns as clauses, one after the other, with no other figures.

    >>> rows = (Line("a", 5, "Pair\\t1 to 1"), Line("a", 6, "Trio\\t3 to 1"))
    >>> from fractions import Fraction
    >>> one, three = ("odds_to", Fraction(1)), ("odds_to", Fraction(3))
    >>> table = next(printed_tables(rows))
    >>> stated_in_clauses(table, [one, one, three]), stated_in_clauses(table, [three, one])
    (True, False)
    """
    expected = [v for row in printed.rows if (v := _value(row.cells[-1])) is not None]
    if printed.width != 2 or len(expected) != len(printed.rows) or not set(stated) <= set(expected):
        return False
    rest = iter(stated)
    return all(any(w == x for x in rest) for w in expected)


def _fit(printed: TypesetTable, table: RuleTable, expected: set[int], taken: set[tuple[RuleTable, int]]) -> Fit:
    width = len(table.head)
    if width == printed.width and len(expected) == width - 1:
        columns = tuple((i, i) for i in range(1, width))
    else:
        by_head = [
            (i, j)
            for i in sorted(expected)
            if i < len(printed.head)
            for j in range(1, width)
            if same(printed.head[i], table.head[j])
        ]
        columns = tuple({i: (i, j) for i, j in reversed(by_head)}.values())[::-1]
    if not columns and not printed.head:
        columns = tuple((i, _likest(printed, table, i)) for i in sorted(expected))
    columns = tuple((i, j) for i, j in columns if (table, j) not in taken)
    pairs = zip(printed.rows, table.body, strict=False)
    equal = sum(i < len(p.cells) and same(p.cells[i], r[j]) for p, r in pairs for i, j in ((0, 0), *columns))
    if printed.head:
        equal += sum(i < len(printed.head) and same(printed.head[i], table.head[j]) for i, j in columns)
    return Fit(table, columns, equal if columns else 0)


def _likest(printed: TypesetTable, table: RuleTable, column: int) -> int:
    """The column whose cells are most similar to those of a printed one without a heading."""
    pairs = [(p.cells[column], r) for p, r in zip(printed.rows, table.body, strict=False) if len(p.cells) > column]
    return max(range(1, len(table.head)), key=lambda j: sum(same(cell, row[j]) for cell, row in pairs))


def _cells(printed: TypesetTable, fit: Fit) -> Iterator[Differs]:
    table, columns = fit.table, ((0, 0), *fit.columns)
    for i, j in columns if printed.head else ():
        head = printed.head[i] if i < len(printed.head) else ""
        if head and not same(head, table.head[j]):
            yield Differs(
                f"heading, column {i + 1}: {canonical(table.head[j].text) or 'nothing'} stated",
                printed.line,
                table.head[j].place,
            )
    for number, (row, ours) in enumerate(zip(printed.rows, table.body, strict=False), 1):
        if len(row.cells) < max(i for i, _ in columns) + 1:
            yield Differs(f"row {number}: {len(row.cells)} cells printed, {len(ours)} stated", row.line, ours[0].place)
            continue
        for i, j in columns:
            if not same(row.cells[i], ours[j]):
                yield Differs(f"row {number}, column {i + 1}{_both(row.cells[i], ours[j])}", row.line, ours[j].place)
    for number in range(len(table.body), len(printed.rows)):
        yield Differs(f"row {number + 1}: printed, not stated", printed.rows[number].line, table.head[0].place)
    for number in range(len(printed.rows), len(table.body)):
        yield Differs(f"row {number + 1}: stated, not printed", printed.line, table.body[number][0].place)


def _both(printed: str, ours: TableCell) -> str:
    left, right = _value(printed), ours.figure
    if left is None and right is None:
        return f": {canonical(ours.text) or 'nothing'} stated"
    theirs, own = (shown(figure) if figure is not None else "words" for figure in (left, right))
    return f": {theirs} printed, {own} stated"
