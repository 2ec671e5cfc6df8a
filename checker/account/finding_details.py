"""The findings of an account: each with its rules, its place and the lines around it, and what would be otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.checker.account.audit_data import (
    Alternative,
    ApprovalOfFinding,
    AuditedClause,
    AuditedFact,
    AuditedFinding,
    ExcerptLine,
)
from pitboss.checker.account.common import (
    JudgedFiling,
    facts_of,
    provision,
    readings_of,
    section,
    where,
)  # fmt: skip
from pitboss.checker.filing.model import Approval
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.explanation import deciding_sections
from pitboss.checker.findings.findings import Finding
from pitboss.checker.findings.severity import ranked, severity_of
from pitboss.checker.findings.tracing import Read
from pitboss.checker.judging.judge import ClauseVerdict, CompiledRulebook, in_force, run
from pitboss.checker.runtime.operations import (
    APPROVED,
    FAIL,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    ClauseBasis,
    ClauseScope,
    CompiledClause,
)
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.grammar.diagnostics import Place

ABOVE, BELOW, WIDTH = 2, 1, 160
_Site = tuple[str, str | None, str]  # clause, table, verdict


def found(case: JudgedFiling) -> list[AuditedFinding]:
    """In the order of the check: what fails first."""
    looked = _by_place(case)
    lines: dict[str, list[str]] = {}
    rank = {id(f): n for n, f in enumerate(ranked(case.findings), 1)}
    return [_finding(case, f, id_, rank[id(f)], looked, lines) for f, id_ in zip(case.findings, case.ids, strict=True)]


def ids_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Unique names for URLs: a second finding of a clause at the same place gets a number."""
    seen: dict[str, int] = {}
    made = []
    for f in findings:
        stem = f"f-{f.fingerprint}"
        seen[stem] = seen.get(stem, 0) + 1
        made.append(stem if seen[stem] == 1 else f"{stem}-{seen[stem]}")
    return tuple(made)


def _by_place(case: JudgedFiling) -> dict[_Site, ClauseVerdict]:
    """The verdict behind a finding, by clause, table and verdict."""
    made: dict[_Site, ClauseVerdict] = {}
    for v in case.verdicts:
        if v.verdict != PASS:
            for table in v.outliers or v.tables or (None,):
                made.setdefault((v.clause.id, table.number if table else None, v.verdict), v)
    return made


def _finding(
    case: JudgedFiling, f: Finding, id_: str, rank: int, looked: Mapping[_Site, ClauseVerdict],
    lines: dict[str, list[str]],
) -> AuditedFinding:  # fmt: skip
    judged = FAIL if f.verdict == APPROVED else f.verdict
    number = f.tables[0] if f.tables else None
    behind = {c.id: looked.get((c.id, number, judged)) for c in f.clauses}
    place = case.places.get(f.path)
    cites = list(dict.fromkeys(provision(c.id) for c in f.clauses))
    return {
        "id": id_,
        "verdict": f.counts_as,
        "duty": severity_of(f).value,
        "rank": rank,
        "code": f.code,
        "cites": cites,
        "section": section(cites[0]),
        "headline": f.words,
        "notice": f.notice,
        "clauses": [_clause(c, behind[c.id]) for c in f.clauses],
        "expected": f.expected,
        "actual": f.actual,
        "why": list(f.why),
        "cure": f.cure,
        "place": where(place),
        "excerpt": _excerpt(place, case.texts, lines),
        "related": [{"what": what, "place": where(case.places.get(path))} for what, path in f.related],
        "tables": list(f.tables),
        "pits": list(dict.fromkeys(case.pit_of[n] for n in f.tables)),
        "facts": [_fact(case, r, f, number) for r in f.reads],
        "approval": _approval(case, f.approval) if f.approval else None,
        "fingerprint": f.fingerprint,
        "evidence": f.evidence,
        "alternatives": _alternatives(case, f, behind),
    }


def _clause(c: CompiledClause, v: ClauseVerdict | None) -> AuditedClause:
    return {
        "id": c.id, "cite": provision(c.id), "words": c.words, "source": c.source, "since": c.since, "until": c.until,
        "basis": c.basis, "ground": c.ground, "per": list(c.per), "readings": readings_of(c, facts_of(v) if v else None),
        "odd": [{"code": code, "kind": kind, "short": short} for code, kind, short in c.anomalies],
    }  # fmt: skip


def _fact(case: JudgedFiling, r: Read, f: Finding, number: str | None) -> AuditedFact:
    basis = r.basis
    if basis == "attested":
        attestation = case.attested.of(f.code, number)
        basis = attestation.basis if attestation else "represented"
    elif r.fact[0] in ("licensee_offers", "pit_offers") and basis == "filed":
        basis = "computed"
    return {
        "fact": ".".join(r.fact), "name": r.name, "value": r.value, "basis": basis,
        "place": where(case.places.get(r.path)),
    }  # fmt: skip


def _approval(case: JudgedFiling, a: Approval) -> ApprovalOfFinding:
    return {
        "instrument": a.instrument, "digest": a.digest, "from": a.since, "until": a.until,
        "conditions": list(a.conditions), "place": where(case.places.get(a.path)),
    }  # fmt: skip


# ---- the lines around a value


def _excerpt(place: Place | None, texts: Mapping[str, str], known: dict[str, list[str]]) -> list[ExcerptLine]:
    """The lines around it; of long lines the part around the value."""
    if place is None or place.file not in texts:
        return []
    lines = known.setdefault(place.file, []) or texts[place.file].splitlines()
    known[place.file] = lines
    if not 0 < place.line <= len(lines):
        return []
    start = place.column - 1
    end = max(start + 1, (place.end or place.column + 1) - 1)
    left = 0 if min(end, start + WIDTH // 2) <= WIDTH else max(0, start - WIDTH // 4)
    made: list[ExcerptLine] = []
    for number in range(max(1, place.line - ABOVE), min(len(lines), place.line + BELOW) + 1):
        whole = lines[number - 1]
        text = whole[left : left + WIDTH]
        text = ("…" + text[1:] if left and text else text) + ("…" if len(whole) > left + WIDTH else "")
        mark = [start - left, min(end - left, len(text))] if number == place.line else None
        made.append({"line": number, "text": text, "mark": mark})
    return made


# ---- what would be otherwise


def _alternatives(case: JudgedFiling, f: Finding, behind: Mapping[str, ClauseVerdict | None]) -> list[Alternative]:
    made: dict[str, str] = {}
    for clause in f.clauses:
        v = behind[clause.id]
        if v is None:
            continue
        if f.verdict == OPEN:
            for reading in readings_of(clause, facts_of(v)):
                made[f"the text is read as {reading['name'].replace('_', ' ')}"] = str(reading["verdict"])
            made |= _unavailable(clause, v, case.vocabulary)
        if f.verdict in (FAIL, OPEN) and not v.name:
            made |= dict(otherwise(case.book, clause, v, case.day))
    return [{"if": words, "verdict": verdict} for words, verdict in made.items()]


def _unavailable(clause: CompiledClause, v: ClauseVerdict, vocabulary: Vocabulary) -> dict[str, str]:
    """Both answers to a question that a text that is not available leaves open."""
    if v.unread:
        condition = f"it is as {' and '.join(deciding_sections(v, vocabulary)) or 'the law'} has it"
        return {condition: PASS, condition.replace("it is as", "it is not as"): FAIL}
    if v.name and clause.elsewhere:
        condition = f"something in {', '.join(clause.elsewhere)}, whose text is not available, authorizes it"
    elif clause.kind == ClauseKind.NOTICE and clause.per and not clause.readings:
        condition = f"the notice is as {', '.join(clause.per)}, whose text is not available, requires"
    else:
        return {}
    return {condition: PASS, condition.replace("something", "nothing").replace("is as", "is not as"): FAIL}


def otherwise(book: CompiledRulebook, clause: CompiledClause, v: ClauseVerdict, day: str) -> list[tuple[str, str]]:
    """Of a start that is inferred or presumed: what the verdict would be had the rule started on another day.

    An authority works the other way round: before it starts, anything that it would allow is offered without authority.
    """
    if clause.basis == ClauseBasis.FIRM or v.event or clause.scope == ClauseScope.SAME:
        return []
    allows = clause.kind == ClauseKind.AUTHORITY
    earlier = next((c for c in book.clauses if c.id == clause.id and clause.since and c.until == clause.since), None)
    not_yet = run(earlier, earlier.since or "", *facts_of(v)) if earlier else FAIL if allows else NOT_APPLICABLE
    if v.verdict == OPEN and not in_force(clause, day):
        return [
            (f"the rule was in force before {clause.since} already, on {day}", PASS if allows else FAIL),
            (f"the rule was not yet in force on {day}", not_yet),
        ]
    if not in_force(clause, day):
        return []
    return [(f"the rule was not yet in force on {day}", not_yet)]
