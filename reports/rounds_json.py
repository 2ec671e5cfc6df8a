"""Formats an audit of rounds as JSON: every listed finding, and the counts of all findings."""

from __future__ import annotations

import json

from pitboss.checker.rounds.audit import Audit
from pitboss.checker.rounds.round_findings import RoundFinding


def rounds_json(result: Audit) -> str:
    data = {
        "schema": "pitboss.rounds/1",
        "determination": "preliminary",
        "records": result.name,
        "rulebook": result.rulebook,
        "rounds": result.rounds,
        "rows": result.rows,
        "set_aside": result.aside,
        "reasons": [{"reason": why, "rows": many, "first": first} for why, many, first in result.reasons],
        "not_in_sequence": [{"note": note, "rounds": many, "first": first} for note, many, first in result.notes],
        "clauses": [
            {"clause": clause, "verdicts": dict(each), "missing": dict(result.missing.get(clause, ()))}
            for clause, each in result.counts
        ],
        "facts_known": result.facts_known._asdict(),
        "never_judged": list(result.never_judged),
        "ledger": [{"clause": clause, "verdict": verdict, "rows": many} for clause, verdict, many in result.records],
        "findings": [_finding(result, finding) for finding in result.findings],
        "findings_not_kept": result.beyond,
    }
    return json.dumps(data, indent=2) + "\n"


def _finding(result: Audit, f: RoundFinding) -> dict[str, object]:
    return {
        "kind": f.kind, "verdict": f.verdict, "provision": f.cite, "clause": f.clause, "rule": result.clauses[f.clause].source,
        "round": f.round, "table": f.table, "moment": f.moment, "seat": f.seat, "hand": f.hand, "place": f.place,
        "readings": [{"name": r.name, "verdict": r.verdict, "expected": r.expected} for r in f.readings],
        "words": f.words, "expected": f.expected, "actual": f.actual, "lawful": list(f.lawful),
        "print": result.clauses[f.clause].older_print(f.moment[:10]),
        "facts": {fact.name: fact.value for fact in f.facts}, "departure": f.departs, "per": list(f.per),
    }  # fmt: skip
