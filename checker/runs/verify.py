"""Compares an in-toto statement with a new check, and lists every difference.

>>> read_statement(b'{"_type": "x"}', "s.json")
's.json is not a statement of a check: _type is not https://in-toto.io/Statement/v1'
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.checker.runs.in_toto_statement import PREDICATE, STATEMENT
from pitboss.checker.runs.json_parts import Unfit, fitting, loaded, taken, texts_at

_TESTS = ("passedTests", "warnedTests", "failedTests")
_PREDICATE = ("result", "configuration", *_TESTS, "pitboss_check")
_CHECK = (
    "determination", "as_of", "previous", "papers", "problems", "tables", "counts", "verdicts", "findings", "ignored",
)  # fmt: skip
_PAYLOAD = "application/vnd.in-toto+json"


@dataclass(frozen=True, slots=True)
class Stated:
    """The content of a statement. `signatures` is None for one without an envelope. None of them is verified here."""

    signatures: int | None
    rulebook: str
    as_of: str
    result: str
    problems: int
    tables: int
    digest: str  # of the verdicts
    subject: tuple[tuple[str, str], ...]
    previous: tuple[tuple[str, str], ...]
    documents: tuple[tuple[str, str], ...]
    tests: dict[str, str]  # clause → passed, warned or failed
    counts: dict[str, int]
    findings: dict[str, tuple[str, str, tuple[str, ...], str]]  # fingerprint → code, verdict, tables, evidence


@dataclass(frozen=True, slots=True)
class StatementDifference:
    what: str
    stated: str
    found: str


def read_statement(raw: bytes, name: str) -> Stated | str:
    """The statement, bare or in a DSSE envelope, or what is wrong with it."""
    try:
        return _stated(*_opened(loaded(raw)))
    except Unfit as fault:
        return f"{name} is not a statement of a check: {fault}"


def departures(stated: Stated, made: Stated) -> Iterator[StatementDifference]:
    """What is stated against what is found now."""
    yield from _unlike("rulebook", stated.rulebook, made.rulebook)
    yield from _files("document", stated.subject, made.subject)
    yield from _files("document of the previous filing", stated.previous, made.previous)
    yield from _files("filed paper", stated.documents, made.documents)
    yield from _unlike("as of", stated.as_of or "no day", made.as_of or "no day")
    yield from _unlike("faults of form", str(stated.problems), str(made.problems))
    yield from _unlike("tables", str(stated.tables), str(made.tables))
    yield from _unlike("result", stated.result, made.result)
    for verdict in sorted(stated.counts.keys() | made.counts.keys()):
        yield from _unlike(
            f"verdicts that are {verdict}", str(stated.counts.get(verdict, 0)), str(made.counts.get(verdict, 0))
        )
    for clause in {**stated.tests, **made.tests}:
        yield from _unlike(
            f"clause {clause}", stated.tests.get(clause, "not stated"), made.tests.get(clause, "not stated")
        )
    for print_ in {**stated.findings, **made.findings}:
        was, now = stated.findings.get(print_), made.findings.get(print_)
        if was != now:
            code = (was or now or ("",))[0]
            yield StatementDifference(f"finding {code}", _finding(was, now), _finding(now, was))
    yield from _unlike("digest of the verdicts", stated.digest, made.digest)


def _finding(
    one: tuple[str, str, tuple[str, ...], str] | None, other: tuple[str, str, tuple[str, ...], str] | None
) -> str:
    if one is None:
        return "nothing"
    code, verdict, tables, evidence = one
    words = f"{verdict}{' at ' + ', '.join(tables) if tables else ''}"
    equal = other is not None and (verdict, tables) == other[1:3]
    return f"{words}, on the facts {evidence}" if equal else words


def _unlike(what: str, stated: str, found: str) -> Iterator[StatementDifference]:
    if stated != found:
        yield StatementDifference(what, stated, found)


def _files(
    what: str, stated: tuple[tuple[str, str], ...], found: tuple[tuple[str, str], ...]
) -> Iterator[StatementDifference]:
    """By name; a name may stand in a statement twice, and then both digests count."""
    if sorted(stated) == sorted(found):
        return
    for name in dict.fromkeys(name for name, _ in (*stated, *found)):
        sides = [" and ".join(sorted(sha for n, sha in files if n == name)) or "nothing" for files in (stated, found)]
        yield from _unlike(f"{what} {name}", sides[0], sides[1])


# ---- reading


def _opened(data: object) -> tuple[object, int | None]:
    """The payload of a DSSE envelope, or of a bundle that contains one, and the number of its signatures."""
    if isinstance(data, dict) and "dsseEnvelope" in data:
        data = data["dsseEnvelope"]
    if not isinstance(data, dict) or "payload" not in data:
        return data, None
    if data.get("payloadType") != _PAYLOAD:
        raise Unfit(f"the payload type of its envelope is not {_PAYLOAD}")
    payload = taken(data, "payload", str)
    try:
        inner = base64.b64decode(payload.translate(str.maketrans("-_", "+/")), validate=True)
    except (binascii.Error, ValueError):
        raise Unfit("the payload of its envelope is not base64") from None
    return loaded(inner), len(taken(data, "signatures", list))


def _stated(data: object, signatures: int | None) -> Stated:
    if taken(data, "_type", str) != STATEMENT:
        raise Unfit(f"_type is not {STATEMENT}")
    if taken(data, "predicateType", str) != PREDICATE:
        raise Unfit(f"predicateType is not {PREDICATE}")
    predicate = taken(data, "predicate", dict)
    at = "predicate.pitboss_check."
    check = taken(predicate, "pitboss_check", dict, "predicate.")
    _only(predicate, _PREDICATE, "predicate.")
    _only(check, _CHECK, at)
    if taken(check, "determination", str, at) != "preliminary":
        raise Unfit(f"{at}determination is not preliminary")
    books = _digests(predicate, "configuration", "predicate.")
    if [name for name, _ in books] != ["rulebook"]:
        raise Unfit("predicate.configuration does not name one rulebook")
    tests: dict[str, str] = {}
    for key in _TESTS:
        what = key.removesuffix("Tests")
        for clause in texts_at(predicate, key, "predicate."):
            if tests.setdefault(clause, what) != what:
                raise Unfit(f"predicate.{key} names {clause}, which {tests[clause]} already")
    counts = taken(check, "counts", dict, at)
    findings = [_stated_finding(f, f"{at}findings[{n}].") for n, f in enumerate(taken(check, "findings", list, at))]
    if len({print_ for print_, _ in findings}) < len(findings):
        raise Unfit(f"{at}findings has a fingerprint twice")
    return Stated(
        signatures, books[0][1], taken(check, "as_of", str, at), taken(predicate, "result", str, "predicate."),
        taken(check, "problems", int, at), taken(check, "tables", int, at),
        _sha(taken(check, "verdicts", dict, at), f"{at}verdicts."), _digests(data, "subject"),
        _digests(check, "previous", at), _digests(check, "papers", at), tests,
        {verdict: taken(counts, verdict, int, f"{at}counts.") for verdict in counts}, dict(findings),
    )  # fmt: skip


def _only(data: object, keys: tuple[str, ...], at: str) -> None:
    """Reject keys that are not verified."""
    for key in fitting(data, dict, at):
        if key not in keys:
            raise Unfit(f"it has {at}{key}, which pitboss does not write")


def _stated_finding(data: object, at: str) -> tuple[str, tuple[str, str, tuple[str, ...], str]]:
    fingerprint, code, verdict, evidence = (
        taken(data, key, str, at) for key in ("fingerprint", "code", "verdict", "evidence")
    )
    return fingerprint, (code, verdict, texts_at(data, "tables", at), evidence)


def _digests(data: object, key: str, at: str = "") -> tuple[tuple[str, str], ...]:
    listed = taken(data, key, list, at)
    rows = [(row, f"{at}{key}[{n}].") for n, row in enumerate(listed)]
    return tuple(
        (taken(row, "name", str, where), _sha(taken(row, "digest", dict, where), f"{where}digest."))
        for row, where in rows
    )


def _sha(data: object, at: str) -> str:
    _only(data, ("sha256",), at)
    found = taken(data, "sha256", str, at)
    if not re.fullmatch("[0-9a-f]{64}", found):
        raise Unfit(f"{at}sha256 is not 64 hexadecimal digits")
    return found
