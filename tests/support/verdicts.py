"""The one place where the golden sets reach the product: its command line, and the verdicts of a filing."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.support.product import (
    COMPILED,
    ClauseVerdict,
    Result,
    check,
    load_catalog,
    load_rulebook,
    load_with_previous,
    locator,
    main,
)

__all__ = ["COMPILED", "Judged", "Shown", "command", "judged", "load_catalog", "result", "shown", "tables"]


def command(*arguments: str, cache: str = "") -> tuple[int, str]:
    """The exit code and standard output of `pitboss ARGUMENTS`; a `--help` exits as argparse does. `cache`: of odds, a folder."""
    out, plain = io.StringIO(), {"COLUMNS": "80", "NO_COLOR": "1", "PITBOSS_CACHE": cache}
    with redirect_stdout(out), redirect_stderr(io.StringIO()), patch.dict("os.environ", plain):
        try:
            code = main(list(arguments))
        except SystemExit as exit_:
            code = int(exit_.code or 0)
    return code, out.getvalue()


@dataclass(frozen=True, slots=True)
class Judged:
    """One clause at one place: where it applies, its verdict there, and the quantity that its bound evaluates to."""

    clause: str
    place: str  # a table number, a pit or an event with its table, or empty: the licensee
    verdict: str
    quantity: Any


@dataclass(frozen=True, slots=True)
class Shown:
    """What a finding reports of one clause at one place."""

    clause: str
    place: str
    verdict: str
    floor: bool
    points: tuple[str, ...]
    expected: str
    actual: str
    approval: str


@cache
def _book(rules: tuple[str, ...]) -> Any:
    return load_rulebook(*map(Path, rules))


def result(path: str, day: str | None = None, previous: str | None = None, rules: tuple[str, ...] = ()) -> Result:
    book, vocabulary = _book(rules)
    source, filing, problems, *_ = load_with_previous(path, previous, book, vocabulary)
    assert filing is not None and not problems, (path, problems)
    return check(path, filing, book, vocabulary, day or str(filing.effective), (), locator(source))


def judged(found: Result) -> Iterator[Judged]:
    """Every verdict, apart from *not applicable*, at each table by itself."""
    for v in found.verdicts:
        quantity = v.clause.quantity(v.facts) if v.clause.quantity and not v.event else None
        for number in [t.number for t in v.tables] or [""]:
            yield Judged(v.clause.id, _place(v, number), v.verdict, quantity)


def _place(v: ClauseVerdict, number: str) -> str:
    beside = v.event.id if v.event else v.name
    return f"{beside}@{number}" if beside else number


def shown(found: Result) -> Iterator[Shown]:
    """Every finding, by clause and table."""
    for f in found.findings:
        for share in f.shares:
            for number in share.tables or ("",):
                place = f"{share.beside}@{number}" if share.beside else number
                approval = f.approval.instrument if f.approval else ""
                yield Shown(share.clause, place, f.verdict, f.floor, share.points, f.expected, f.actual, approval)


def tables(found: Result) -> list[tuple[str, str]]:
    """The number and the game of every table, in the order of the filing."""
    return [(t.number, t.game) for t in found.filing.tables] if found.filing else []
