"""Formats a check as SARIF 2.1.0: a rule for each provision, a result for each finding, and one for each clause without findings.

Results that pass, do not apply, or are approved are marked (`kind`, `suppressions`) and not omitted. They are counted by clause, so
that a floor of thousands costs no more than its findings.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from pitboss import __version__
from pitboss.checker.filing.model import Approval
from pitboss.checker.findings.findings import Finding
from pitboss.checker.findings.ignore import ignored_data
from pitboss.checker.findings.result import Result
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, NOT_APPLICABLE, OPEN, PASS, CompiledClause
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.reports.formats import Context
from pitboss.reports.remarks import remarks
from pitboss.reports.sanitize import safe
from pitboss.reports.uri import address

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_KINDS = {
    PASS: "pass", FAIL: "fail", NEEDS: "review", OPEN: "open", APPROVED: "fail", NOT_APPLICABLE: "notApplicable",
}  # fmt: skip
_STANDING = {"new": "new", "changed": "updated", "persisting": "unchanged"}
_BASE = "SRCROOT"  # the folder in which pitboss ran, which only the reader of the file knows
_EXITS = ("nothing to act on", "findings to act on", "the filing could not be read or judged as a whole")
_MOST = 1000  # characters of a description: some readers refuse longer ones


def sarif(result: Result, context: Context) -> str:
    rules = _rules(result)
    index = {cite: n for n, cite in enumerate(rules)}
    artifacts = {name: n for n, (name, _) in enumerate(result.documents)}
    notices = list(dict.fromkeys(p.code for p in (*result.problems, *result.previous_problems)))
    run: dict[str, object] = {
        "tool": {
            "driver": {
                "name": "pitboss",
                "semanticVersion": __version__,
                "language": "en",
                "rules": [_rule(cite, clauses) for cite, clauses in rules.items()],
                "notifications": [{"id": code} for code in notices],
                "properties": {"rulebook": result.rulebook},
            }
        },
        "automationDetails": {"id": f"pitboss/{safe(result.name)}/"},
        "columnKind": "unicodeCodePoints",
        "defaultEncoding": "utf-8",
        "originalUriBaseIds": {_BASE: {"description": {"text": "The folder in which the check was run."}}},
        "artifacts": [
            {"location": _artifact(name), "roles": ["analysisTarget"], "hashes": {"sha-256": sha256}}
            for name, sha256 in result.documents
        ],
        "invocations": [
            {
                "executionSuccessful": context.exit_code < 2,
                "exitCode": context.exit_code,
                "exitCodeDescription": _EXITS[context.exit_code],
                "toolExecutionNotifications": [
                    *(_notice(p, "error", notices, artifacts) for p in result.problems),
                    *(_notice(p, "warning", notices, artifacts) for p in result.previous_problems),
                    *(
                        {"level": "note", "message": {"text": _message(remark)}}
                        for remark in remarks(result.filed_approvals(), 0)
                    ),
                ],
            }
        ],
        "results": [
            *(_found(f, result, index, artifacts) for f in result.findings),
            *_others(result, index, artifacts),
        ],
        "properties": {
            "determination": "preliminary",
            "asOf": result.as_of,
            "tables": result.tables,
            "counts": dict(result.counts),
            "filedApprovals": result.filed_approvals(),
            **({"ignored": ignored_data(result.ignores)} if result.ignores else {}),
        },
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1, ensure_ascii=True) + "\n"


# ---- rules


def _cite(clause: str) -> str:
    return clause.partition("/")[0]


def _rules(result: Result) -> dict[str, list[CompiledClause]]:
    """Every provision that was judged, with its clauses."""
    clauses: dict[str, CompiledClause] = {}
    for some in (result.judged, *(f.clauses for f in result.findings)):
        for clause in some:
            clauses.setdefault(clause.id, clause)
    rules: dict[str, list[CompiledClause]] = {}
    for clause in clauses.values():
        rules.setdefault(clause.cite, []).append(clause)
    return rules


def _rule(cite: str, clauses: list[CompiledClause]) -> dict[str, object]:
    words = list(dict.fromkeys(c.words for c in clauses))
    rows = [f"{c.words} ({c.id.partition('/')[2]}, {_since(c)}, {c.source})" for c in clauses]
    ask = f"pitboss law explain '{cite}'"
    return {
        "id": cite,
        "shortDescription": {"text": _message(_short(words[0] if len(words) == 1 else f"{words[0]} And {len(words) - 1} more."))},
        "fullDescription": {"text": _message(_short(" ".join(words)))},
        "help": {
            "text": "\n".join(map(_message, [f"{cite} has:", *rows, f"More: {ask}"])),
            "markdown": "\n".join([f"**{_plain(cite)}** has:", "", *(f"- {_plain(row)}" for row in rows), "", f"More: `{ask}`"]),
        },
        "defaultConfiguration": {"level": "error"},
        "properties": {
            "source": list(dict.fromkeys(c.source for c in clauses)),
            "since": min((c.since for c in clauses if c.since), default=None),
            "cites": sorted({cited for c in clauses for cited in c.per}),
            "clauses": [c.id for c in clauses],
            "tags": [cite.partition("(")[0]],
        },
    }  # fmt: skip


def _since(clause: CompiledClause) -> str:
    return f"since {clause.since}" if clause.since else "since ever"


def _short(text: str) -> str:
    return text if len(text) <= _MOST else text[: _MOST - 1] + "…"


def _plain(text: str) -> str:
    """The text unchanged, as Markdown."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|~&" else c for c in text)


# ---- results


def _found(f: Finding, result: Result, index: dict[str, int], artifacts: dict[str, int]) -> dict[str, object]:
    kind, cite = _KINDS[f.verdict], f.clauses[0].cite
    place, related = result.places.get(f.path), [(w, result.places[p]) for w, p in f.related if p in result.places]
    parts = [
        f.notice,
        f.law,
        f"Expected: {f.expected}." if f.expected else "",
        f"Filed: {f.actual}." if f.actual else "",
    ]
    made: dict[str, object] = {
        "ruleId": cite,
        "ruleIndex": index[cite],
        "kind": kind,
        "level": "error" if kind == "fail" else "none",
        "message": {"text": _message(" ".join(filter(None, parts)))},
        "locations": _somewhere(place, result, artifacts),
    }
    if result.against:
        made["baselineState"] = _STANDING[result.standing(f)]
    if related:
        made["relatedLocations"] = [
            {"id": n, **_location(at, artifacts), "message": {"text": _message(what)}}
            for n, (what, at) in enumerate(related, start=1)
        ]
    if f.approval:
        made["suppressions"] = [_suppression(f.approval, result, artifacts)]
    elif rule := result.ignored.get(f.fingerprint):
        justification = safe(f"ignored until {rule.until}: {rule.reason} ({rule.written})")
        made["suppressions"] = [{"kind": "external", "status": "accepted", "justification": justification}]
    made["partialFingerprints"] = {"pitboss/v1": f.fingerprint}
    made["properties"] = {
        "verdict": f.verdict,
        "code": f.code,
        "provisions": list(f.provisions),
        "clauses": [c.id for c in f.clauses],
        "notice": safe(f.notice),
        "tables": list(map(safe, f.tables)),
        "expected": safe(f.expected),
        "actual": safe(f.actual),
        "why": list(map(safe, f.why)),
        "cure": safe(f.cure),
        "floor": f.floor,
        "evidence": f.evidence,
    }
    return made


def _others(result: Result, index: dict[str, int], artifacts: dict[str, int]) -> Iterator[dict[str, object]]:
    """A clause that passed or does not apply, with the number of places."""
    for clause, counts in result.by_clause:
        for verdict, phrase in ((PASS, "Met"), (NOT_APPLICABLE, "Does not apply")):
            n = counts.get(verdict, 0)
            if n:
                yield {
                    "ruleId": _cite(clause),
                    "ruleIndex": index[_cite(clause)],
                    "kind": _KINDS[verdict],
                    "level": "none",
                    "message": {"text": f"{phrase} at {n} place{'' if n == 1 else 's'}: {clause}."},
                    "locations": _somewhere(None, result, artifacts),
                    "partialFingerprints": {"pitboss/v1": f"{clause} {verdict}"},
                    "properties": {"verdict": verdict, "clauses": [clause], "places": n},
                }


def _suppression(approval: Approval, result: Result, artifacts: dict[str, int]) -> dict[str, object]:
    until = f"until {approval.until}" if approval.until else "until withdrawn"
    place = result.places.get(approval.path)
    return {
        "kind": "external",
        "status": "accepted",
        "justification": safe(f"{approval.instrument}, {until}"),
        **({"location": _location(place, artifacts)} if place else {}),
        "properties": {
            "instrument": safe(approval.instrument),
            "sha256": safe(approval.digest),
            "from": approval.since,
            "until": approval.until,
            "conditions": list(map(safe, approval.conditions)),
        },
    }


def _notice(p: Diagnostic, level: str, notices: list[str], artifacts: dict[str, int]) -> dict[str, object]:
    """Faults of the input, or of the previous filing; a fault in an option of the command line has no place in a file."""
    text = f"{p.message} ({p.help})" if p.help else p.message
    return {
        "descriptor": {"id": p.code, "index": notices.index(p.code)},
        "level": level,
        "message": {"text": _message(text)},
        **({} if p.place.file.startswith("--") else {"locations": [_location(p.place, artifacts)]}),
    }


# ---- places and texts


def _somewhere(place: Place | None, result: Result, artifacts: dict[str, int]) -> list[dict[str, object]]:
    """The place of a result. Without one of its own it is the first document as a whole: some readers refuse a result without a place."""
    if place:
        return [_location(place, artifacts)]
    return [{"physicalLocation": {"artifactLocation": _artifact(n, artifacts)}} for n, _ in result.documents[:1]]


def _location(place: Place, artifacts: dict[str, int]) -> dict[str, object]:
    region = {"startLine": place.line, "startColumn": place.column}
    region |= {"endColumn": place.end} if place.end else {}
    where: dict[str, object] = {
        "physicalLocation": {"artifactLocation": _artifact(place.file, artifacts), "region": region}
    }
    return {**where, "logicalLocations": [{"fullyQualifiedName": safe(place.cell)}]} if place.sheet else where


def _artifact(name: str, artifacts: dict[str, int] | None = None) -> dict[str, object]:
    where = address(name)
    inside = not where.startswith("file:") and ".." not in where.split("/")
    known = {"index": artifacts[name]} if artifacts and name in artifacts else {}
    return {"uri": where, **({"uriBaseId": _BASE} if inside else {}), **known}


def _message(text: str) -> str:
    """The text without links and placeholders, which a message can have."""
    text = safe(text)
    for plain, meant in (("\\", "\\\\"), ("[", "\\["), ("]", "\\]")) if "](" in text else ():
        text = text.replace(plain, meant)
    return text.replace("{", "{{").replace("}", "}}")
