"""What JUnit and pytest count as one test: a provision at a table to which it applies, or for the licensee."""

from __future__ import annotations

from pitboss.checker.findings.findings import FLOOR, Finding
from pitboss.checker.findings.result import Result
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN, PASS

# A verdict that makes a check exit with 1 takes precedence over a skipped one.
_WORST = (FAIL, NEEDS, "ignored", "known", OPEN, FLOOR, APPROVED, PASS)
_RANK = {verdict: n for n, verdict in enumerate(_WORST)}
_Case = tuple[str, str]  # provision and number of the table; no table: the licensee


def provision_cases(result: Result) -> dict[_Case, tuple[str, list[Finding]]]:
    """Return every provision that applies, at each table, with its worst state (see `Result.state`) and its findings."""
    at: dict[_Case, list[Finding]] = {}
    for f in result.findings:
        for clause in f.clauses:
            for table in f.tables or ("",):
                at.setdefault((clause.id, table), []).append(f)
    cases: dict[_Case, tuple[str, list[Finding]]] = {}
    fresh: tuple[str, list[Finding]] = (PASS, [])
    for v in result.verdicts:
        for table in [t.number for t in v.tables] or [""]:
            known = cases.setdefault((v.clause.cite, table), fresh)
            # Among tables that must agree, only those that differ from the majority have a finding.
            for f in at.get((v.clause.id, table), ()) if v.verdict != PASS else ():
                if f.verdict == v.verdict or (f.verdict, v.verdict) == (APPROVED, FAIL):
                    found = [*known[1], *([f] if f not in known[1] else [])]
                    known = cases[v.clause.cite, table] = (min(known[0], result.state(f), key=_RANK.__getitem__), found)
    return cases
