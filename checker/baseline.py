"""The report of an earlier run, read again: what `pitboss check --format json` writes, `pitboss compare` can hold to another.

>>> read_report(b'{"schema": "pitboss.timeline/1"}', "old.json")
'old.json is no report of a check: its schema is pitboss.timeline/1, not pitboss.check/1'
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any, TypeVar

from pitboss.checker.compare import VERDICTS, Report, Told, compare, report_of, standing
from pitboss.checker.findings import Share
from pitboss.checker.result import Against, Result

_T = TypeVar("_T")
_SCHEMA = "pitboss.check/1"


class _Misfit(Exception):
    """Where the report is not as a report is."""


def read_report(raw: bytes, name: str) -> Report | str:
    """The report, or what is wrong with it."""
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as fault:
        told = str(fault) if isinstance(fault, json.JSONDecodeError) else "it is not JSON in UTF-8"
        return f"{name} is no report of a check: {told}"
    try:
        schema = _of(data, dict, "the report").get("schema")
        if schema != _SCHEMA:
            given = f"its schema is {schema}" if isinstance(schema, str) else "it names no schema"
            return f"{name} is no report of a check: {given}, not {_SCHEMA}"
        return _report(data, hashlib.sha256(raw).hexdigest())
    except _Misfit as fault:
        return f"{name} is no report that can be compared: {fault}; write it anew with pitboss check --format json"


def against(result: Result, old: Report) -> Result:
    """The result with the standing of each finding against an earlier run."""
    found = compare(old, report_of(result))
    cured = {id(c.told) for c in found.changes if c.state == "cured"}
    lost = {id(c.told) for c in found.changes if c.state == "not comparable" and c.after is None}
    held = Against(old.name, old.as_of, old.rulebook, old.sha256, len(cured), len(lost), found.first_seen)
    return replace(result, baseline=standing(found), against=held)


def _report(data: dict[str, Any], sha256: str) -> Report:
    judged = _get(data, "judged", dict, "")
    games = _get(judged, "tables", dict, "judged.")
    rows = _get(data, "clauses", list, "")
    versions = {
        _get(row, "clause", str, f"clauses[{n}]."): _get(row, "version", str, f"clauses[{n}].")
        for n, row in enumerate(rows)
    }
    as_of = _get(data, "as_of", str, "")
    return Report(
        _get(data, "filing", str, ""), as_of, _get(data, "rulebook", str, ""), sha256, not _get(data, "problems", list, ""),
        versions, {number: game for game in games for number in _texts(games, game, "judged.tables.")},
        frozenset(_texts(judged, "pits", "judged.")), frozenset(_texts(judged, "events", "judged.")),
        tuple(_told(f, as_of, f"findings[{n}].") for n, f in enumerate(_get(data, "findings", list, ""))),
    )  # fmt: skip


def _told(data: Any, as_of: str, at: str) -> Told:
    clauses, place = _get(data, "clauses", list, at), _get(data, "place", dict, at)
    verdict = _get(data, "verdict", str, at)
    if verdict not in VERDICTS:
        raise _Misfit(f"{at}verdict is none of {', '.join(VERDICTS)}")
    parts = _get(data, "parts", list, at)
    return Told(
        _get(data, "code", str, at), verdict, _get(data, "floor", bool, at), _texts(data, "provisions", at),
        _texts(data, "tables", at), ":".join(str(place[key]) for key in ("file", "line", "column") if key in place),
        _get(clauses[0], "rule", str, f"{at}clauses[0].") if clauses else "", _get(data, "expected", str, at),
        _get(data, "actual", str, at), _get(data, "fingerprint", str, at),
        tuple(_share(part, as_of, f"{at}parts[{n}].") for n, part in enumerate(parts)),
    )  # fmt: skip


def _share(data: Any, as_of: str, at: str) -> tuple[Share, str]:
    clause, scope, beside, evidence = (_get(data, key, str, at) for key in ("clause", "scope", "beside", "evidence"))
    first = _get(data, "first_seen", str, at) if "first_seen" in data else as_of
    return Share(clause, scope, beside, _texts(data, "tables", at), _texts(data, "points", at), evidence), first


def _texts(data: dict[str, Any], key: str, at: str) -> tuple[str, ...]:
    listed = _get(data, key, list, at)
    return tuple(_of(item, str, f"{at}{key}[{n}]") for n, item in enumerate(listed))


def _get(data: Any, key: str, kind: type[_T], at: str) -> _T:
    if key not in _of(data, dict, at.rstrip(".") or "the report"):
        raise _Misfit(f"it lacks {at}{key}")
    return _of(data[key], kind, f"{at}{key}")


def _of(value: Any, kind: type[_T], at: str) -> _T:
    if not isinstance(value, kind):
        raise _Misfit(f"{at} is not {_CALLED[kind]}")
    return value


_CALLED: dict[type[Any], str] = {dict: "a mapping", list: "a list", str: "a text", bool: "yes or no"}
