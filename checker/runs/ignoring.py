"""Rules that ignore findings: reads them, and applies them to a result."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from difflib import get_close_matches

from pitboss.checker.findings.findings import Finding
from pitboss.checker.findings.ignore import Ignore, IgnoreUse
from pitboss.checker.findings.result import Result
from pitboss.checker.runtime.operations import APPROVED, CompiledClause

_FORM = re.compile(r"\s*(\S+(?:\s*,\s*\S+)*)\s+until\s+(\S+)\s+because\s+(\S.*?)\s*", re.S)


def with_ignored(result: Result, rules: Iterable[Ignore], today: str) -> Result:
    """Return the result with what each rule ignores. A finding is ignored if one rule covers every clause that it breaches."""
    uses, ignored = [], dict(result.ignored)
    for rule in rules:
        expired = rule.until < today
        covered = [f for f in result.findings if _covers(rule, f)]
        uses.append(IgnoreUse(rule, expired, tuple(f.fingerprint for f in covered)))
        if not expired:
            ignored |= {f.fingerprint: rule for f in covered if f.fingerprint not in ignored}
    return replace(result, ignored=ignored, ignores=(*result.ignores, *uses))


def _covers(rule: Ignore, f: Finding) -> bool:
    if f.verdict == APPROVED:
        return False
    return all(any(_named(name, clause) for name in rule.names) != rule.select for clause in f.clauses)


def ignore_of(names: Iterable[str], until: str, reason: str, written: str, select: bool = False) -> Ignore | str:
    """Return the rule, or what is wrong with it.

    >>> ignore_of(["2.13(a)"], "2027-02-30", "on order", "--ignore")
    "--ignore: '2027-02-30' is not a date; write dates as 2007-01-31"
    >>> ignore_of(["2.13(a)"], "2027-02-28", " ", "--ignore")
    '--ignore: a reason is missing'
    """
    try:
        last = date.fromisoformat(until).isoformat()
    except ValueError:
        return f"{written}: '{until}' is not a date; write dates as 2007-01-31"
    if not reason.strip():
        return f"{written}: a reason is missing"
    return Ignore(tuple(names), last, reason.strip(), written, select)


def parse_ignore(text: str, written: str, select: bool = False) -> Ignore | str:
    """Return the rule that an option states, or what is wrong with it.

    >>> parse_ignore("2.13(a), 2.14 until 2027-01-31 because signs are on order", "--ignore").names
    ('2.13(a)', '2.14')
    >>> parse_ignore("2.13(a)", "--ignore")
    "--ignore '2.13(a)': write PROVISION until DATE because REASON; a rule without a reason and an end date is not accepted"
    """
    found = _FORM.fullmatch(text)
    if not found:
        form = "write PROVISION until DATE because REASON; a rule without a reason and an end date is not accepted"
        return f"{written} '{text}': {form}"
    return ignore_of(re.split(r"\s*,\s*", found[1]), found[2], found[3], written, select)


def unknown_name(rule: Ignore, clauses: Iterable[CompiledClause]) -> str:
    """Return an error message if a name is of no provision and no clause; a rule with a misprint would ignore nothing."""
    every = list(clauses)
    for name in rule.names:
        if not any(_named(name, clause) for clause in every):
            known = {n for c in every for n in (c.id, c.cite, c.cite.partition("(")[0], c.id.partition("/")[2])}
            near = get_close_matches(name, sorted(known), 1)
            return f"{rule.written}: the rulebook has no provision or clause '{name}'" + (
                f"; did you mean {near[0]}?" if near else ""
            )
    return ""


def _named(name: str, clause: CompiledClause) -> bool:
    """Whether a name is of the clause, of its provision, or of a part of the law that contains this."""
    cite = clause.cite if ":" in name else clause.cite.partition("-")[2]  # 2.13(a) is of the chapter
    if name in (clause.id, clause.id.partition("/")[2], cite):
        return True
    return cite.startswith(name) and not (name[-1].isalnum() and cite[len(name)].isalnum())
