"""A statement held to a check made again: what it says, read with care, and each thing in which the two differ.

>>> read_statement(b'{"_type": "x"}', "s.json")
's.json is no statement of a check: _type is not https://in-toto.io/Statement/v1'
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from pitboss.checker.statement import PREDICATE, STATEMENT, Json

_T = TypeVar("_T")
_PAYLOAD = "application/vnd.in-toto+json"


@dataclass(frozen=True, slots=True)
class Stated:
    """What a statement says; `signatures` is None for one without an envelope. None of them is verified here."""

    signatures: int | None
    rulebook: str
    as_of: str
    result: str
    problems: int
    tables: int
    digest: str  # of the verdicts
    subject: tuple[tuple[str, str], ...]
    previous: tuple[tuple[str, str], ...]
    papers: tuple[tuple[str, str], ...]
    tests: dict[str, str]  # clause → passed, warned or failed
    counts: dict[str, int]
    findings: dict[str, tuple[str, str, tuple[str, ...], str]]  # fingerprint → code, verdict, tables, evidence


@dataclass(frozen=True, slots=True)
class Difference:
    what: str
    stated: str
    found: str


class _Unfit(Exception):
    """Where the statement is not as one is."""


def read_statement(raw: bytes, name: str) -> Stated | str:
    """The statement, bare or in a DSSE envelope, or what is wrong with it."""
    try:
        data = json.loads(raw.decode("utf-8-sig"))
        data, signatures = _opened(data)
        return _stated(data, signatures)
    except _Unfit as fault:
        return f"{name} is no statement of a check: {fault}"
    except (ValueError, RecursionError) as fault:
        told = str(fault) if isinstance(fault, json.JSONDecodeError) else "it is not JSON in UTF-8"
        return f"{name} is no statement of a check: {told}"


def departures(stated: Stated, made: Stated) -> Iterator[Difference]:
    """What is stated against what is found now."""
    yield from _unlike("rulebook", stated.rulebook, made.rulebook)
    yield from _files("document", stated.subject, made.subject)
    yield from _files("document of the previous filing", stated.previous, made.previous)
    yield from _files("filed paper", stated.papers, made.papers)
    yield from _unlike("as of", stated.as_of or "no day", made.as_of or "no day")
    yield from _unlike("faults of form", str(stated.problems), str(made.problems))
    yield from _unlike("tables", str(stated.tables), str(made.tables))
    yield from _unlike("result", stated.result, made.result)
    for verdict in sorted(stated.counts.keys() | made.counts.keys()):
        yield from _unlike(
            f"verdicts that are {verdict}", str(stated.counts.get(verdict, 0)), str(made.counts.get(verdict, 0))
        )
    for clause in {**stated.tests, **made.tests}:
        yield from _unlike(f"clause {clause}", stated.tests.get(clause, "not told"), made.tests.get(clause, "not told"))
    for print_ in {**stated.findings, **made.findings}:
        was, now = stated.findings.get(print_), made.findings.get(print_)
        if was != now:
            code = (was or now or ("",))[0]
            yield Difference(f"finding {code}", _finding(was, now), _finding(now, was))
    yield from _unlike("digest of the verdicts", stated.digest, made.digest)


def _finding(
    one: tuple[str, str, tuple[str, ...], str] | None, other: tuple[str, str, tuple[str, ...], str] | None
) -> str:
    if one is None:
        return "nothing"
    code, verdict, tables, evidence = one
    words = f"{verdict}{' at ' + ', '.join(tables) if tables else ''}"
    alike = other is not None and (verdict, tables) == other[1:3]
    return f"{words}, on the facts {evidence}" if alike else words


def _unlike(what: str, stated: str, found: str) -> Iterator[Difference]:
    if stated != found:
        yield Difference(what, stated, found)


def _files(what: str, stated: tuple[tuple[str, str], ...], found: tuple[tuple[str, str], ...]) -> Iterator[Difference]:
    """By name; a name may stand in a statement twice, and then both digests count."""
    if sorted(stated) == sorted(found):
        return
    for name in dict.fromkeys(name for name, _ in (*stated, *found)):
        sides = [" and ".join(sorted(sha for n, sha in files if n == name)) or "nothing" for files in (stated, found)]
        yield from _unlike(f"{what} {name}", sides[0], sides[1])


# ---- reading


def _opened(data: Any) -> tuple[Any, int | None]:
    """Out of a DSSE envelope, or a bundle with one in it: the payload, and how many signatures stand beside it."""
    if isinstance(data, dict) and "dsseEnvelope" in data:
        data = data["dsseEnvelope"]
    if not isinstance(data, dict) or "payload" not in data:
        return data, None
    if data.get("payloadType") != _PAYLOAD:
        raise _Unfit(f"its envelope holds something else than {_PAYLOAD}")
    payload = _fit(data, "payload", str, "")
    try:
        raw = base64.b64decode(payload.translate(str.maketrans("-_", "+/")), validate=True)
    except (binascii.Error, ValueError):
        raise _Unfit("the payload of its envelope is not base64") from None
    return json.loads(raw.decode()), len(_fit(data, "signatures", list, ""))


def _stated(data: Any, signatures: int | None) -> Stated:
    if _fit(data, "_type", str, "") != STATEMENT:
        raise _Unfit(f"_type is not {STATEMENT}")
    if _fit(data, "predicateType", str, "") != PREDICATE:
        raise _Unfit(f"predicateType is not {PREDICATE}")
    predicate = _fit(data, "predicate", dict, "")
    at = "predicate.pitboss_check."
    check = _fit(predicate, "pitboss_check", dict, "predicate.")
    books = _digests(predicate, "configuration", "predicate.")
    rulebooks = [sha for name, sha in books if name == "rulebook"]
    if len(rulebooks) != 1:
        raise _Unfit("predicate.configuration does not name one rulebook")
    tests: dict[str, str] = {}
    for what in ("passed", "warned", "failed"):
        for clause in _texts(predicate, f"{what}Tests", "predicate."):
            if tests.setdefault(clause, what) != what:
                raise _Unfit(f"predicate.{what}Tests names {clause}, which {tests[clause]} already")
    counts = _fit(check, "counts", dict, at)
    findings = [_told(f, f"{at}findings[{n}].") for n, f in enumerate(_fit(check, "findings", list, at))]
    if len({print_ for print_, _ in findings}) < len(findings):
        raise _Unfit(f"{at}findings has a fingerprint twice")
    return Stated(
        signatures, rulebooks[0], _fit(check, "as_of", str, at), _fit(predicate, "result", str, "predicate."),
        _fit(check, "problems", int, at), _fit(check, "tables", int, at),
        _sha(_fit(check, "verdicts", dict, at), f"{at}verdicts."), _digests(data, "subject", ""),
        _digests(check, "previous", at), _digests(check, "papers", at), tests,
        {verdict: _fit(counts, verdict, int, f"{at}counts.") for verdict in counts}, dict(findings),
    )  # fmt: skip


def _told(data: Any, at: str) -> tuple[str, tuple[str, str, tuple[str, ...], str]]:
    fingerprint, code, verdict, evidence = (
        _fit(data, key, str, at) for key in ("fingerprint", "code", "verdict", "evidence")
    )
    return fingerprint, (code, verdict, _texts(data, "tables", at), evidence)


def _texts(data: Any, key: str, at: str) -> tuple[str, ...]:
    listed = _fit(data, key, list, at)
    if not all(isinstance(text, str) for text in listed):
        raise _Unfit(f"{at}{key} is not a list of texts")
    return tuple(listed)


def _digests(data: Json, key: str, at: str) -> tuple[tuple[str, str], ...]:
    listed = _fit(data, key, list, at)
    rows = [(row, f"{at}{key}[{n}].") for n, row in enumerate(listed)]
    return tuple(
        (_fit(row, "name", str, where), _sha(_fit(row, "digest", dict, where), f"{where}digest."))
        for row, where in rows
    )


def _sha(data: Json, at: str) -> str:
    found = _fit(data, "sha256", str, at)
    if not re.fullmatch("[0-9a-f]{64}", found):
        raise _Unfit(f"{at}sha256 is not 64 hexadecimal digits")
    return found


def _fit(data: Any, key: str, kind: type[_T], at: str) -> _T:
    if not isinstance(data, dict):
        raise _Unfit(f"{at.rstrip('.') or 'it'} is not a mapping")
    if key not in data:
        raise _Unfit(f"it lacks {at}{key}")
    value = data[key]
    if not isinstance(value, kind) or kind is int and isinstance(value, bool):
        raise _Unfit(f"{at}{key} is not {_NAMES[kind]}")
    return value


_NAMES: dict[type[Any], str] = {dict: "a mapping", list: "a list", str: "a text", int: "a whole number"}
