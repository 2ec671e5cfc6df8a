"""Payouts that the law prints as one table and the rules as one statement per wager: reports show one table again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from pitboss.compiler.model.catalog_entries import ClauseEntry, VersionEntry, Wording

_FEW = 3  # fewer than these read as well in sentences


def runs(clauses: Iterable[ClauseEntry]) -> Iterator[tuple[str, list[ClauseEntry]]]:
    """Clauses in order, grouped: those that state only what a wager pays, all "at least" or all "exactly", form a run with that
    phrase; the phrase of every other group is empty.

    >>> from pitboss.compiler.model.catalog_entries import CheckedAs
    >>> from pitboss.compiler.model.core import Basis, Scope
    >>> def pays(wager: str, odds: str) -> ClauseEntry:
    ...     dates = (None, None, Basis.FIRM, "", None, (), "")
    ...     version = VersionEntry(f"{wager} pays {odds}.", f"{wager} pays {odds}.", odds, (), (), (), *dates, (), ())
    ...     return ClauseEntry("", "", "payout", CheckedAs.FILING, Scope.TABLE, (), (), "", (), False, (version,))
    >>> listed = [pays("One", "at least 35 to 1"), pays("Two", "at least 17 to 1"), pays("Red", "at least 1 to 1")]
    >>> [(how, [row(v) for c in run for v in c.versions]) for how, run in runs([*listed, pays("Even", "exactly 1 to 1")])]
    [('at least', [('One', '35 to 1'), ('Two', '17 to 1'), ('Red', '1 to 1')]), ('', [('Even', '1 to 1')])]
    """
    for how, found in groupby(clauses, key=_how):
        run = list(found)
        yield (how if len(run) >= _FEW else ""), run


def row(version: Wording) -> tuple[str, str]:
    """What pays, and how much.

    >>> row(Wording("The red wager pays at least 1 to 1.", "", "at least 1 to 1", (), (), ()))
    ('Red wager', '1 to 1')
    """
    who, _, pays = version.words.partition(" pays ")
    title = who.removeprefix("The ")
    return title[:1].upper() + title[1:], re.sub(r"^(at least|exactly) |\.$", "", pays)


def _how(clause: ClauseEntry) -> str:
    found = {_single_figure(version) for version in clause.versions} if clause.kind == "payout" else set()
    return found.pop() if len(found) == 1 else ""


def _single_figure(version: VersionEntry) -> str:
    """`at least` or `exactly` if the version pays one figure, without tables, readings or conditions; empty if not."""
    found = re.fullmatch(r"(at least|exactly) [\d ,./$]+( (to|for) \d+)?", version.expected)
    alone = found and not version.tables and len(version.readings) < 2 and version.words == version.demand
    return found[1] if found and alone and version.words.endswith(f" pays {version.expected}.") else ""
