"""The account of a check, put together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.checker.account.attestations import AttestationIndex
from pitboss.checker.account.common import Json, JudgedFiling, provision, where
from pitboss.checker.account.finding_details import found, ids_of
from pitboss.checker.account.floor import floor
from pitboss.checker.account.instruments import approvals
from pitboss.checker.account.listed_law import ListedLaw
from pitboss.checker.account.observations import asked
from pitboss.checker.account.passed import BASES, passed
from pitboss.checker.account.reliance import relied
from pitboss.checker.account.scope import rulebook, scope
from pitboss.checker.account.tally import tally
from pitboss.checker.filing.document_digests import states
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.result import Locate, Result
from pitboss.checker.judging.judge import CompiledRulebook

METHOD = (
    "Every clause in force on the day was judged at every table it is about; tables with equal facts are judged once.",
    "What the filing does not say is unknown, not absent: a duty that needs it needs evidence, and never passes for want of words.",
    "What a certified list of offers does not name is not offered.",
    "Of a field with several values in use, every combination must be lawful.",
    "Where the text can be read in more than one way each reading was judged; where they disagree the verdict is open.",
    "A start that is only inferred is firm from its day on; before it, a breach is open and not failed.",
    "An instrument dispenses from exactly the clause, the tables and the value that it names, while it is in force.",
    "What was observed outranks what was represented; other contradictions leave the answer unknown.",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the report was asked for, and by which words."""

    command: str
    as_of_from: str = "filing"  # or option
    previous: str | None = None
    version: str = ""  # of the program
    root: str = "."  # the folder of the filing


def account(
    result: Result, book: CompiledRulebook, vocabulary: Vocabulary, catalog: ListedLaw, texts: Mapping[str, str],
    locate: Locate, request: Asked,
) -> Json:  # fmt: skip
    """`pitboss.audit/1`; of a filing that could not be judged, what is known of it."""
    case = _case(result, book, vocabulary, texts, locate)
    passes, basis = passed(case) if case else ([], [{"basis": each, "passes": 0} for each in BASES])
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
        "findings": found(case) if case else [],
        "passes": passes,
        "not_applicable": _not_applicable(case) if case else [],
        "relied": relied(case) if case else {"readings": [], "inferred": []},
        "approvals": approvals(case) if case else [],
        "inspection": asked(case) if case else [],
        "odds": dict(result.worth) if result.worth is not None else None,
    }


def _case(
    result: Result, book: CompiledRulebook, vocabulary: Vocabulary, texts: Mapping[str, str], locate: Locate
) -> JudgedFiling | None:
    filing = result.filing
    if filing is None:
        return None
    wanted = {t.path for t in filing.tables} | {a.path for a in filing.approvals}
    places = {**locate(wanted), **result.places} if wanted else result.places
    return JudgedFiling(
        filing, result.verdicts, result.not_applicable, result.findings, ids_of(result.findings), book, vocabulary,
        result.as_of, places, texts, AttestationIndex(filing.attestations), {table.number: table.pit for table in filing.tables},
        {table.number: position for position, table in enumerate(filing.tables)},
    )  # fmt: skip


def _filing(result: Result, request: Asked) -> Json:
    filing = result.filing
    told = filing.licensee if filing else {}
    return {
        "name": result.name,
        "id": told.get("id"),
        "licensee": told.get("licensee"),
        "effective": filing.effective if filing else None,
        "supersedes": told.get("supersedes"),
        "previous": request.previous,
        "certifications": [dict(c) for c in filing.certifications] if filing else [],
        "certified": bool(filing and filing.certified),
        "documents": [{"name": name, "sha256": digest} for name, digest in result.documents],
        "papers": [dict(paper) for paper in states(filing, request.root)] if filing else [],
        "problems": [
            {"code": p.code, "message": p.message, "help": p.help, "place": where(p.place)} for p in result.problems
        ],
    }


def _not_applicable(case: JudgedFiling) -> list[Json]:
    """Clauses that did not apply at some place; `nowhere`: at no place at all."""
    rows: dict[str, Json] = {}
    met = {v.clause.id for v in case.verdicts}
    for exempt in case.not_applicable:
        c = exempt.clause
        row = rows.setdefault(c.id, {"clause": c.id, "cite": provision(c.id), "words": c.words, "places": 0})
        row["places"] += exempt.places
    return [{**row, "nowhere": clause not in met} for clause, row in rows.items()]
