"""Formats an audit of rounds as text: by provision, its count and first examples; unreadable rows; and clauses that no row can show."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.checker.rounds.audit import Audit
from pitboss.checker.rounds.round_findings import FindingKind, RoundFinding
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN, PASS
from pitboss.reports.sanitize import safe

_EXAMPLES = 3


def rounds_text(result: Audit) -> str:
    return "\n".join(_lines(result)) + "\n"


def _lines(result: Audit) -> Iterator[str]:
    by_clause: dict[tuple[FindingKind, str, str], list[RoundFinding]] = {}
    for finding in result.findings:
        by_clause.setdefault((finding.kind, finding.clause, finding.verdict), []).append(finding)
    never_judged = {*result.never_judged}
    counts = {clause: dict(each) for clause, each in result.counts}
    records: dict[tuple[str, str], int] = {(clause, verdict): many for clause, verdict, many in result.records}
    for (kind, clause, verdict), found in by_clause.items():
        if kind == FindingKind.RECORD:
            yield f"{verdict} record {found[0].cite} in {_many(records[clause, verdict], 'row')}: {found[0].words}"
        else:
            many = counts[clause][verdict]
            under = "" if clause.startswith(f"{found[0].cite}/") or found[0].joint else f" ({found[0].cite})"
            yield f"{verdict} {clause}{under} in {_many(many, 'round')}: {found[0].words}"
        for finding in found[:_EXAMPLES]:
            yield from _example(finding)
        if found[0].per:
            yield f"      open  whether that is permitted is decided by {', '.join(found[0].per)}; text not available"
        latest = max(finding.moment for finding in found)
        if older := result.clauses[clause].older_print(latest[:10]):
            yield f"     print  {older}"
        yield f"      rule  {result.clauses[clause].source}"
        yield ""
    if result.aside:
        were = "was" if result.aside == 1 else "were"
        yield f"{_many(result.aside, 'row')} could not be judged and {were} set aside:"
        for why, many, first in result.reasons[:10]:
            yield f"  {many:,} from {safe(first)} on: {safe(why)}"
        if len(result.reasons) > 10:
            yield f"  and for {len(result.reasons) - 10} other reasons"
        yield ""
    for note, many, first in result.notes:
        yield f"{_many(many, 'round')} not in sequence, from {safe(first)} on: {note}."
    for clause, lacks in result.missing.items():
        many = counts[clause][NEEDS]
        missing = ", ".join(f"{safe(name)} ({rows:,})" if rows != many else safe(name) for name, rows in lacks)
        never = ", never judged" if clause in never_judged else ""
        yield f"needs evidence {clause} in {_many(many, 'row')}{never}: missing {missing}"
    if result.missing:
        yield ""
    if result.beyond:
        yield f"{result.beyond:,} more findings were counted and not kept."
    verdicts = (FAIL, OPEN, NEEDS, APPROVED, PASS)
    total = {v: sum(each.get(v, 0) for each in counts.values()) for v in verdicts}
    phrase = ", ".join(f"{many:,} {v}" for v, many in total.items() if many)
    if records:
        phrase += f"{', ' if phrase else ''}unexplained money in {_many(sum(records.values()), 'entry', 'entries')}"
    if never_judged:
        phrase += f" ({_many(len(never_judged), 'clause')} never judged)"
    rounds, rows = _many(result.rounds, "round"), _many(result.rows, "row")
    if result.counts:
        yield _facts_known(result)
    yield f"{rounds} in {rows}; {phrase or 'nothing judged'}. A preliminary determination, not a ruling."


def _facts_known(result: Audit) -> str:
    """In how many rows the clauses had all the facts that decide them."""
    every, some, never = result.facts_known
    in_some = [rows for clause, rows in result.lacking.items() if clause not in result.never_judged]
    least, most = min(in_some, default=0), max(in_some, default=0)
    between = f"{least:,} to {_many(most, 'row')}" if least != most else _many(most, "row")
    parts = [f"{every:,} of {_many(len(result.counts), 'clause')} had all their facts in every row"]
    parts += [f"{some:,} lacked some in {between}"] if some else []
    parts += [f"{never:,} lacked some in every row to which {'they' if never > 1 else 'it'} may apply"] if never else []
    return f"{', '.join(parts)}."


def _many(number: int, what: str, several: str = "") -> str:
    return f"{number:,} {what if number == 1 else several or f'{what}s'}"


def _example(finding: RoundFinding) -> Iterator[str]:
    seat = f", seat {safe(finding.seat)}" if finding.seat else ""
    hand = f", hand {safe(finding.hand)}" if finding.hand else ""
    where = f"round {safe(finding.round)}{seat}{hand} at table {safe(finding.table)}, {safe(finding.moment)}"
    yield f"  --> {safe(finding.place)}: {where}"
    yield f"  expected  {safe(finding.expected)}"
    yield f"    actual  {safe(finding.actual)}"
    if finding.joint:
        yield f"  together  {safe(finding.cite)}"
    for reading in finding.readings:
        yield f"   read as  {safe(reading.name)}: {safe(reading.verdict)}; {safe(reading.expected)}"
    if finding.facts:
        yield f"       why  {safe('; '.join(f'{fact.title}: {fact.value}' for fact in finding.facts))}"
    if finding.lawful:
        yield f"    lawful  {safe('; '.join(finding.lawful))}"
