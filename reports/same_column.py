"""An error that repeats down a column of a spreadsheet, or down a list of tables, is shown once, with all its cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from pitboss.grammar.diagnostics import Diagnostic
from pitboss.grammar.quick_start import TYPE_CHECKING, NamedTuple, TypeVar, regex

if TYPE_CHECKING:  # a check does not need it
    from pitboss.checker.account.audit_data import AuditProblem, PlaceData

_CELL = regex(r"(.*)!([A-Z]+)[0-9]+")
_MOST = 8  # groups of cells that are named
_Error = TypeVar("_Error", bound="Diagnostic | AuditProblem")  # of a check, or of its account


class _Spot(NamedTuple):
    """What decides whether errors are the same."""

    code: str
    message: str
    file: str
    cell: str  # sheet and cell, in a workbook
    line: int


def once_in_a_column(errors: Iterable[_Error]) -> list[tuple[_Error, str]]:
    """The first error of each column, and where it is repeated; all others with an empty text.

    >>> from pitboss.grammar.diagnostics import Place
    >>> cells = [Diagnostic("E204", "there is no wager 'x'", Place("f.xlsx", n, 7, sheet="Tables")) for n in (2, 3, 4, 7)]
    >>> once_in_a_column(cells)[0][1]
    '3 more cells: G3 to G4, G7'
    """
    same: dict[object, list[_Error]] = {}
    for number, error in enumerate(errors):
        at = _spot(error)
        found = _CELL.fullmatch(at.cell)
        listed = bool(found) or at.file.endswith(".csv")
        same.setdefault((at.code, at.message, at.file, found and found.groups()) if listed else number, []).append(
            error
        )
    return [(some[0], _where([_spot(error) for error in some[1:]])) for some in same.values()]


def _spot(error: Diagnostic | AuditProblem) -> _Spot:
    if isinstance(error, Diagnostic):
        return _Spot(error.code, error.message, error.place.file, error.place.cell, error.place.line)
    at: PlaceData = error["place"] or {"file": "", "line": 0, "column": 0}
    return _Spot(error["code"], error["message"], at["file"], at.get("cell", ""), at["line"])


def _where(more: list[_Spot]) -> str:
    if not more:
        return ""
    found = _CELL.fullmatch(more[0].cell)
    column, what = (found[2], "cell") if found else ("", "line")
    runs = [
        f"{column}{a}" if a == b else f"{column}{a} to {column}{b}" for a, b in _runs(sorted({at.line for at in more}))
    ]
    named = ", ".join(runs[:_MOST]) + (f" and {len(runs) - _MOST} more groups" if len(runs) > _MOST else "")
    return f"{len(more):,} more {what}{'s' * (len(more) != 1)}: {named}"


def _runs(lines: list[int]) -> Iterator[tuple[int, int]]:
    for _, run in groupby(enumerate(lines), lambda pair: pair[1] - pair[0]):
        some = [line for _, line in run]
        yield some[0], some[-1]
