"""Findings that report the same are read together: one breach at several tables, or several figures on which one missing text decides.

In a workbook each table has a row of its own, so that one mistake is written at every table. The findings stay apart; lists show them once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pitboss.checker.findings.findings import at_tables
from pitboss.checker.runtime.operations import OPEN
from pitboss.grammar.quick_start import NamedTuple, TypeVar


class Reported(NamedTuple):
    """What a finding reports."""

    verdict: str
    expected: str
    notice: str
    tables: tuple[str, ...]
    mark: str = ""  # what must not be read together with anything else


class LikeFindings(NamedTuple):
    """Findings that report the same, by their positions."""

    members: tuple[int, ...]
    notice: str  # of all of them
    tables: tuple[str, ...]


_Finding = TypeVar("_Finding")


def together(findings: Iterable[_Finding], reported: Callable[[_Finding], Reported]) -> list[LikeFindings]:
    """The findings in groups, each at the position of its first.

    >>> cards = [Reported("fail", "6", f"Table {n}: Decks are 4; 2.2 requires 6.", (str(n),)) for n in (7, 8)]
    >>> together(cards, lambda card: card)
    [LikeFindings(members=(0, 1), notice='Tables 7, 8: Decks are 4; 2.2 requires 6.', tables=('7', '8'))]
    >>> limits = [Reported("open", "as 8.2 has it", f"Table 7: {limit} is $5; 8.2 may decide.", ("7",)) for limit in ("Lowest", "Highest")]
    >>> together(limits, lambda limit: limit)[0].notice
    'Table 7: Lowest is $5; 8.2 may decide. The same holds for 1 more figure.'
    """
    same: dict[object, list[tuple[int, Reported]]] = {}
    for n, finding in enumerate(findings):
        r = reported(finding)
        undecided = r.verdict == OPEN and r.expected.startswith("as ") and r.expected.endswith(" has it")
        same.setdefault((r.verdict, r.mark, r.expected if undecided else _text(r), undecided), []).append((n, r))
    return [_together(some) for some in same.values()]


def _text(r: Reported) -> str:
    return r.notice.removeprefix(at_tables(r.tables))


def _together(some: list[tuple[int, Reported]]) -> LikeFindings:
    first = some[0][1]
    tables = tuple(dict.fromkeys(table for _, r in some for table in r.tables))
    if len({_text(r) for _, r in some}) == 1:
        notice = first.notice if _text(first) == first.notice else at_tables(tables) + _text(first)
    else:
        notice = f"{first.notice} The same holds for {len(some) - 1} more figure{'s' * (len(some) > 2)}."
    return LikeFindings(tuple(n for n, _ in some), notice, tables)
