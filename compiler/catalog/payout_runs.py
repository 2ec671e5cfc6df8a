"""Payouts that the law prints as one table and the rules as a line a wager: they are told as one table again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

_FEW = 3  # below that a sentence each reads as well
_Json = dict[str, Any]


def runs(clauses: Iterable[_Json]) -> Iterator[tuple[str, list[_Json]]]:
    """Clauses of the catalogue in order, those together that say no more than what a wager pays, and in one way:
    with `at least` or `exactly`; all others with nothing.

    >>> pays = lambda wager, odds: {"kind": "payout", "versions": [_plain | {"words": f"{wager} pays {odds}.", "expected": odds}]}
    >>> _plain = {"readings": [], "tables": [], "given": ""}
    >>> listed = [pays("One", "at least 35 to 1"), pays("Two", "at least 17 to 1"), pays("Red", "at least 1 to 1")]
    >>> [(how, [row(v) for c in run for v in c["versions"]]) for how, run in runs([*listed, pays("Even", "exactly 1 to 1")])]
    [('at least', [('One', '35 to 1'), ('Two', '17 to 1'), ('Red', '1 to 1')]), ('', [('Even', '1 to 1')])]
    """
    for how, found in groupby(clauses, key=_how):
        run = list(found)
        yield (how if len(run) >= _FEW else ""), run


def row(version: _Json) -> tuple[str, str]:
    """Who pays, and what."""
    who, _, said = version["words"].partition(" pays ")
    title = who.removeprefix("The ")
    return title[:1].upper() + title[1:], re.sub(r"^(at least|exactly) |\.$", "", said)


def _how(clause: _Json) -> str:
    told = {_alone(version) for version in clause["versions"]} if clause["kind"] == "payout" else set()
    return told.pop() if len(told) == 1 else ""


def _alone(version: _Json) -> str:
    """How a version pays that is one figure, without tables, readings or conditions."""
    found = re.fullmatch(r"(at least|exactly) [\d ,./$]+( (to|for) \d+)?", version["expected"])
    alone = found and not version["tables"] and len(version["readings"]) < 2 and not version["given"]
    return found[1] if found and alone and version["words"].endswith(f" pays {version['expected']}.") else ""
