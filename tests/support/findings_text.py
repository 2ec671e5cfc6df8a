"""Findings as short lines: verdict, code and place."""

from __future__ import annotations

from tests.support.product import Result


def lines(found: Result, about: str = "") -> list[str]:
    """`fail 19:47-2.17(e)2/same_suit-pays 1:60` for each clause of a finding that contains `about`."""
    return [
        f"{f.verdict} {clause.id} {found.places[f.path].line}:{found.places[f.path].column}"
        for f in found.findings for clause in f.clauses if about in clause.id
    ]  # fmt: skip


def requested(found: Result, about: str = "") -> list[str]:
    """The facts that the findings request, of clauses whose code contains `about`."""
    return sorted({
        ".".join(read.fact)
        for f in found.findings if f.verdict == "needs evidence" and any(about in clause.id for clause in f.clauses)
        for read in f.reads if read.basis == "missing"
    })  # fmt: skip
