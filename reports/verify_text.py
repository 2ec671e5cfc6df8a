"""Formats a verification for a terminal: what a statement was compared with, and the differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pitboss.checker.runs.verify import Stated, StatementDifference
from pitboss.checker.runtime.operations import NOT_APPLICABLE
from pitboss.reports.color import paint
from pitboss.reports.sanitize import safe

_MOST = 8  # differences of one kind that are listed: documents, clauses, findings
_UNSEEN = "not given: documents and verdicts NOT verified"


def verify(
    name: str,
    stated: Stated,
    found: Iterable[StatementDifference],
    installed: str,
    filing: str | None,
    color: bool = False,
) -> str:
    """`filing`: the filing that was judged again; None if none was given."""
    tint = paint(color)
    signed = (
        "unsigned"
        if stated.signatures is None
        else f"in an envelope with {stated.signatures} signature{'' if stated.signatures == 1 else 's'}, not verified here"
    )
    same = "the one installed" if stated.rulebook == installed else f"NOT the one installed, which is {installed}"
    counts = [f"{n} {verdict}" for verdict, n in stated.counts.items() if verdict != NOT_APPLICABLE]
    judged = f"{filing}, judged again as of {stated.as_of or 'no day'}" if filing else _UNSEEN
    rows = (
        ("statement", f"{name}, {signed}"),
        ("rulebook", f"{stated.rulebook}, {same}"),
        ("filing", judged),
        ("stated", f"{stated.result}; verdicts: {', '.join(counts) or 'none'}; documents: {len(stated.subject)}"),
    )
    lines = [f"{tint('dim', key.rjust(9))}  {safe(value)}" for key, value in rows]
    listed = list(found)
    of_kind: Counter[str] = Counter()
    for d in listed:
        kind = d.what.partition(" ")[0]
        of_kind[kind] += 1
        if of_kind[kind] > _MOST:
            continue
        lines += ["", f"{tint('fail', 'differs')}: {tint('bold', safe(d.what))}"]
        lines += [
            f"{tint('dim', key.rjust(9))}  {safe(value)}" for key, value in (("stated", d.stated), ("found", d.found))
        ]
    more = [f"{n - _MOST} more of '{kind}'" for kind, n in of_kind.items() if n > _MOST]
    if more:
        lines += ["", f"not listed: {safe(', '.join(more))} (--format json lists all)"]
    if listed:
        parts = tint("fail", f"{len(listed)} difference{'' if len(listed) == 1 else 's'}")
    else:
        parts = tint("pass", "as stated" if filing else "well-formed, and NOT verified: give the FILING")
    return "\n".join([*lines, "", parts]) + "\n"
