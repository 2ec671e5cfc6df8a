"""Assembles the account of a check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.checker.account.attestations import AttestationIndex
from pitboss.checker.account.audit_data import AuditData, AuditedFiling, AuditProblem, BasisCount, NotApplicableClause
from pitboss.checker.account.common import JudgedFiling, provision, where
from pitboss.checker.account.finding_details import found, ids_of
from pitboss.checker.account.floor import floor
from pitboss.checker.account.instruments import approvals
from pitboss.checker.account.listed_law import ListedLaw
from pitboss.checker.account.observations import observations_asked
from pitboss.checker.account.passed import BASES, passed
from pitboss.checker.account.reliance import relied
from pitboss.checker.account.scope import rulebook, scope
from pitboss.checker.account.tally import tally
from pitboss.checker.filing.document_digests import states
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.ignore import ignored_data
from pitboss.checker.findings.result import Locate, Result
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.grammar.clause_kinds import Severity
from pitboss.grammar.diagnostics import Diagnostic

METHOD = (
    "Every clause in force on the date was judged at every table that it applies to. Tables with equal facts are judged once.",
    "A fact that the filing omits is unknown, not absent. A requirement that depends on it is reported as Needs evidence; it never passes.",
    "An offer that a certified list does not name is not offered.",
    "If a field has several values in use, every combination must be lawful.",
    "If a text can be read in more than one way, each reading was judged. If the readings disagree, the verdict is Open.",
    "If the law does not print an effective date, we inferred it. Before that date a breach is Open; from that date on, Fail.",
    "An instrument of approval covers exactly the clause, the tables and the value that it names, while it is in force.",
    "An observation outranks a representation. Other contradictions leave the answer unknown.",
)


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """The command that requested the report."""

    command: str
    as_of_from: str = "filing"  # or option
    previous: str | None = None
    version: str = ""  # of the program
    root: str = "."  # the folder of the filing


def account(
    result: Result, book: CompiledRulebook, vocabulary: Vocabulary, catalog: ListedLaw, texts: Mapping[str, str],
    locate: Locate, request: ReportRequest,
) -> AuditData:  # fmt: skip
    """The document `pitboss.audit/1`. For a filing that could not be judged, it contains what is known of it."""
    case = _case(result, book, vocabulary, texts, locate)
    none: list[BasisCount] = [{"basis": each, "passes": 0} for each in BASES]
    passes, basis = passed(case) if case else ([], none)
    return {
        "schema": "pitboss.audit/1",
        "determination": "preliminary",
        "command": request.command,
        "as_of": result.as_of,
        "as_of_from": request.as_of_from,
        "filing": _filing(result, request),
        "rulebook": rulebook(catalog, book.digest, request.version),
        "scope": scope(case, catalog, result.as_of),
        "method": list(METHOD),
        "summary": tally(case, catalog.sections) if case and result.judged else {"verdicts": [], "sections": []},
        "basis": basis,
        "floor": floor(case) if case else {"pits": [], "counts": [], "tables": [], "reconciled": []},
        "severity": [{"duty": severity.value, "reason": severity.reason} for severity in Severity],
        "findings": found(case) if case else [],
        "passes": passes,
        "not_applicable": _not_applicable(case) if case else [],
        "relied": relied(case) if case else {"readings": [], "inferred": []},
        "approvals": approvals(case) if case else [],
        "inspection": observations_asked(case) if case else [],
        "filed_approvals": result.filed_approvals(),
        "ignored": ignored_data(result.ignores),
        "odds": result.floor_odds,
    }


def _case(
    result: Result, book: CompiledRulebook, vocabulary: Vocabulary, texts: Mapping[str, str], locate: Locate
) -> JudgedFiling | None:
    filing = result.filing
    if filing is None:
        return None
    requested = {t.path for t in filing.tables} | {a.path for a in filing.approvals}
    places = {**locate(requested), **result.places} if requested else result.places
    return JudgedFiling(
        filing, result.verdicts, result.not_applicable, result.findings, ids_of(result.findings), book, vocabulary,
        result.as_of, places, texts, AttestationIndex(filing.attestations), {table.number: table.pit for table in filing.tables},
        {table.number: position for position, table in enumerate(filing.tables)},
    )  # fmt: skip


def _filing(result: Result, request: ReportRequest) -> AuditedFiling:
    filing = result.filing
    licensee = filing.licensee if filing else {}
    return {
        "name": result.name,
        "id": licensee.get("id"),
        "licensee": licensee.get("licensee"),
        "effective": filing.effective if filing else None,
        "supersedes": licensee.get("supersedes"),
        "previous": request.previous,
        "certifications": [dict(c) for c in filing.certifications] if filing else [],
        "certified": bool(filing and filing.certified),
        "documents": [{"name": name, "sha256": digest} for name, digest in result.documents],
        "papers": [dict(document) for document in states(filing, request.root)] if filing else [],
        "problems": list(map(_problem, result.problems)),
        "previous_problems": list(map(_problem, result.previous_problems)),
    }


def _problem(p: Diagnostic) -> AuditProblem:
    return {"code": p.code, "message": p.message, "help": p.help, "place": where(p.place)}


def _not_applicable(case: JudgedFiling) -> list[NotApplicableClause]:
    """Clauses that did not apply at some place; `nowhere`: at no place at all."""
    rows: dict[str, NotApplicableClause] = {}
    met = {v.clause.id for v in case.verdicts}
    for exempt in case.not_applicable:
        c = exempt.clause
        row = rows.setdefault(
            c.id, {"clause": c.id, "cite": provision(c.id), "words": c.words, "places": 0, "nowhere": c.id not in met}
        )
        row["places"] += exempt.places
    return list(rows.values())
