"""R213: a clause that needs a table has one of the right shape, without duplicate or empty rows and columns."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.front.checks.expression_types import (
    PAYOUT_KINDS,
    compatible,
    kind_in_words,
    literal_kind,
    type_kind,
)
from pitboss.compiler.front.walk import Sentence, cell_key, fault, sentences
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.grammar.resolved_rulebook import ResolvedRulebook


def malformed_tables(book: ResolvedRulebook) -> Iterator[Diagnostic]:
    """Report tables that are missing, of the wrong shape, or that no clause reads."""
    for sentence in sentences(book):
        match sentence.predicate:
            case t.PaysNode():
                yield from _pays(book, sentence, sentence.predicate)
            case t.Limit(_, _, by) if by:
                yield from _stray(sentence, blocks=True)
                yield from _by(sentence, by)
            case None:
                pass
            case _:  # every other predicate stands alone
                yield from _stray(sentence, blocks=True, table=True)


def _stray(s: Sentence, blocks: bool = False, table: bool = False) -> Iterator[Diagnostic]:
    if blocks and s.blocks:
        yield fault(
            "R213",
            f"nothing reads the block 'for {s.blocks[0].name}'",
            s.blocks[0].place,
            "blocks belong under `pays ... by`",
        )
    if table and s.table:
        yield fault(
            "R213",
            "nothing reads this table",
            s.table.place,
            "a table belongs under `pays`, `follows by` or a bound `by` something",
        )


def _pays(book: ResolvedRulebook, s: Sentence, predicate: t.PaysNode) -> Iterator[Diagnostic]:
    whole = predicate.mode.startswith("one_table")
    if predicate.values:
        yield from _stray(s, blocks=True, table=True)
        if predicate.by:
            yield fault(
                "R213",
                f"one payout for all is not chosen by {predicate.by}",
                s.place,
                "drop the `by`, or give a table for each value",
            )
        return
    if predicate.by is None:
        if s.blocks:
            block = s.blocks[0]
            yield fault(
                "R213",
                "the clause does not state which field selects its blocks",
                block.place,
                f"write: pays ... by {block.name}",
            )
        elif s.table is None:
            yield fault(
                "R213", "the payout table is missing", s.place, "write it under the clause, or a payout behind it"
            )
        else:
            yield from _payouts(s.table, whole)
        return
    if s.table is not None:
        yield fault(
            "R213",
            f"a table by {predicate.by} is written in blocks",
            s.table.place,
            f"write `for {predicate.by} 6` above it",
        )
    if not s.blocks:
        yield fault(
            "R213",
            f"the tables by {predicate.by} are missing",
            s.place,
            f"write `for {predicate.by} 6` and a table below it",
        )
    seen: dict[tuple[str, object], t.Block] = {}
    for block in s.blocks:
        if block.name != predicate.by:
            yield fault(
                "R213",
                f"this block is for {block.name}, the clause goes by {predicate.by}",
                block.place,
                f"write: for {predicate.by} ...",
            )
        elif block.name in book.fields:
            expected = type_kind(book.fields[block.name].type)
            if not compatible(expected, literal_kind(block.value)):
                yield fault(
                    "R213",
                    f"{block.name} is {kind_in_words(expected)}, not {kind_in_words(literal_kind(block.value))}",
                    block.value.place,
                )
        if (block.name, block.value.value) in seen:
            first = seen[block.name, block.value.value]
            yield fault(
                "R213",
                f"there is a block for {block.name} {block.value.text} already",
                block.place,
                "",
                ("the first one", first.place),
            )
        seen.setdefault((block.name, block.value.value), block)
        if block.table is None:
            yield fault("R213", f"the table for {block.name} {block.value.text} is missing", block.place)
        else:
            yield from _payouts(block.table, whole)


def _payouts(table: t.TableNode, whole: bool) -> Iterator[Diagnostic]:
    yield from _keys(table)
    if len(table.head) < 2:
        yield fault("R213", "the column of payouts is missing", table.place, "| outcome | odds |")
    elif len(table.head) > 2 and not whole:
        place = table.head[2].place
        yield fault(
            "R213",
            f"which of the {len(table.head) - 1} columns is paid is not stated",
            place,
            "write: pays one table ...",
        )
    if whole:
        yield from _distinct(table.head[1:], "column")
    for row in table.body:
        for cell in row[1:]:
            if cell.value is None:
                if whole and any(other.value for other in row[1:]):
                    continue  # one of several printed tables may lack an outcome that another has
                yield fault(
                    "R213", "this payout is empty", cell.place, "every outcome of a payout table pays something"
                )
            elif cell.value.kind not in PAYOUT_KINDS:
                yield fault(
                    "R213",
                    f"'{cell.text}' is {kind_in_words(literal_kind(cell.value))} and no payout",
                    cell.place,
                    "write 3 to 1, $25 or 10% of meter",
                )


def _keys(table: t.TableNode) -> Iterator[Diagnostic]:
    for row in table.body:
        if row[0].value is None:
            yield fault("R213", "this row has no name", row[0].place)
        elif row[0].value.kind not in ("name", "number", "money"):
            yield fault(
                "R213", f"'{row[0].text}' is {kind_in_words(literal_kind(row[0].value))} and names no row", row[0].place
            )
    yield from _distinct(tuple(row[0] for row in table.body), "row")


def _distinct(cells: tuple[t.Cell, ...], what: str) -> Iterator[Diagnostic]:
    seen: dict[str, t.Cell] = {}
    for cell in cells:
        if cell.value is None:
            if what == "column":
                yield fault("R213", "this column has no heading", cell.place)
            continue
        if cell_key(cell) in seen:
            yield fault(
                "R213",
                f"the {what} '{cell.text}' is there twice",
                cell.place,
                "",
                ("the first one", seen[cell_key(cell)].place),
            )
        seen.setdefault(cell_key(cell), cell)


def _by(s: Sentence, by: str) -> Iterator[Diagnostic]:
    if s.table is None:
        yield fault("R213", f"the table by {by} is missing", s.place, "write it under the clause, two columns wide")
        return
    if len(s.table.head) != 2:
        yield fault("R213", f"a bound by {by} needs two columns, here are {len(s.table.head)}", s.table.place)
    yield from _keys(s.table)
    for row in s.table.body:
        for cell in row[1:]:
            if cell.value is None:
                yield fault("R213", "this bound is empty", cell.place)
