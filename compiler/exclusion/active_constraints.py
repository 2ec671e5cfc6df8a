"""What binds the tables of a game on a day, from the catalogue: who may be offered, and which constraints hold.

Two problems come of it. A table that breaks the *firm* one fails, whatever else is filed. A table that meets the *strict* one
breaks no clause under any reading, nor before a start that is only inferred. Between the two a table is open.

>>> lawful({"sections": [], "names": {}, "fields": {}}, "tiles", "2004-01-01").offers
{}
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

from pitboss.compiler.exclusion.solver import NO, YES, Clause, Problem

_Json = dict[str, Any]
_Raw = list[list[list[Any]]]


@dataclass(frozen=True)
class BindingClause:
    """A clause as it counts on the day."""

    id: str
    clause: _Json
    version: _Json
    doubtful: bool  # before a start that is only inferred

    @property
    def readings(self) -> dict[str, _Raw]:
        """Name of a reading → its constraints; the name is empty where the text is not open."""
        names = [r["name"] for r in self.version["readings"]] or [""]
        return dict(zip(names, self.version["constraints"], strict=True))


@dataclass(frozen=True)
class Lawful:
    offers: dict[str, BindingClause]  # authorised on the day, or perhaps, in the law's order
    absent: dict[str, BindingClause]  # not authorised on the day: by the version that comes, or the last one
    bounds: dict[str, BindingClause]
    values: dict[str, tuple[str, ...]]  # of a field: each kind of value that makes a difference
    firm: Problem
    strict: Problem


def lawful(catalog: _Json, game: str, day: str) -> Lawful:
    offers: dict[str, BindingClause] = {}
    absent: dict[str, BindingClause] = {}
    bounds: dict[str, BindingClause] = {}
    for section, clause in _clauses(catalog, game):
        version, doubtful = _version(section, clause, day)
        if clause["kind"] == "authority":
            known = absent if version is None else offers
            if clause["subject"] != game:
                known[clause["subject"]] = BindingClause(
                    clause["id"], clause, version or _nearest(clause, day), doubtful
                )
        elif version is not None and any(version["constraints"]):
            bounds[clause["id"]] = BindingClause(clause["id"], clause, version, doubtful)
    values = _values(catalog, bounds)
    sizes = {name: len(some) for name, some in values.items()}
    sizes |= dict.fromkeys((*offers, *absent, *_mentioned(bounds)), 2)
    barred: dict[str, list[Clause]] = {b.id: [[(name, NO)]] for name, b in absent.items()}
    firm, strict = dict(barred), dict(barred)
    for name, bound in bounds.items():
        readings = {r: _made(raw, values) for r, raw in bound.readings.items()}
        if not bound.doubtful:
            firm[name] = [_joined(some) for some in product(*readings.values())]
        for reading, made in readings.items():
            strict[f"{name}|{reading}" if reading else name] = made
    return Lawful(offers, absent, bounds, values, Problem(sizes, _real(firm)), Problem(sizes, _real(strict)))


# ---- the clauses of a day


def _clauses(catalog: _Json, game: str) -> Iterator[tuple[_Json, _Json]]:
    for section in catalog["sections"]:
        for provision in section["provisions"] if section["game"] in (None, game) else ():
            for clause in provision["clauses"]:
                if clause["scope"] == "table":
                    yield section, clause


def _version(section: _Json, clause: _Json, day: str) -> tuple[_Json | None, bool]:
    for version in clause["versions"]:
        if (version["since"] or "") <= day and (version["until"] is None or day < version["until"]):
            return version, False
    first = clause["versions"][0]
    doubtful = first["basis"] == "inferred" and section["adopted"] and section["adopted"] <= day < first["since"]
    return (first, True) if doubtful else (None, False)


def _nearest(clause: _Json, day: str) -> _Json:
    coming = [v for v in clause["versions"] if (v["since"] or "") > day]
    return coming[0] if coming else clause["versions"][-1]  # type: ignore[no-any-return]


# ---- variables and their values


def _literals(bounds: dict[str, BindingClause]) -> Iterator[list[Any]]:
    for bound in bounds.values():
        for raw in bound.readings.values():
            for clause in raw:
                yield from (literal for literal in clause if literal != ["anything"])


def _mentioned(bounds: dict[str, BindingClause]) -> list[str]:
    return list(dict.fromkeys(name for name, sign, _ in _literals(bounds) if sign == "is"))


def _values(catalog: _Json, bounds: dict[str, BindingClause]) -> dict[str, tuple[str, ...]]:
    cuts: dict[str, set[Fraction]] = {}
    for name, sign, values in _literals(bounds):
        if sign != "is":
            of = catalog["fields"][name.partition(" of ")[0]]
            cuts.setdefault(name, set()).update(map(Fraction, values) if of["type"] not in ("one_of", "flag") else ())
    return {name: _kinds(catalog["fields"][name.partition(" of ")[0]], some) for name, some in cuts.items()}


def _kinds(of: _Json, cuts: set[Fraction]) -> tuple[str, ...]:
    """One value of each kind that the constraints can tell apart.

    >>> _kinds({"type": "count"}, {Fraction(4), Fraction(6)}), _kinds({"type": "money"}, {Fraction(1), Fraction(2)})
    (('3', '4', '5', '6', '7'), ('0', '1', '3/2', '2', '3'))
    """
    if of["type"] == "one_of":
        return tuple(of["values"])
    if of["type"] == "flag":
        return ("False", "True")
    if of["type"] == "count":
        whole = {n for c in cuts for n in (floor(c) - 1, floor(c), floor(c) + 1)}
        return tuple(str(n) for n in sorted(whole) if n >= 0)
    order = sorted(cuts)
    between = [(a + b) / 2 for a, b in zip(order, order[1:], strict=False)]
    return tuple(str(n) for n in sorted({order[0] - 1, *order, *between, order[-1] + 1}))


def _made(raw: _Raw, values: dict[str, tuple[str, ...]]) -> list[Clause]:
    """Clauses in bits; one in which anything may stand is always met, and left out by `_real`."""
    return [[_bits(literal, values) for literal in clause] for clause in raw]


def _bits(literal: list[Any], values: dict[str, tuple[str, ...]]) -> tuple[str, int]:
    if literal == ["anything"]:
        return "", YES
    name, sign, wanted = literal
    if sign == "is":
        return name, YES if wanted else NO
    return name, sum(1 << n for n, value in enumerate(values[name]) if meets(value, sign, wanted))


def meets(value: str, sign: str, wanted: list[str]) -> bool:
    """
    >>> meets("4", ">=", ["4"]), meets("double_zero", "not in", ["double_zero"])
    (True, False)
    """
    if sign in ("in", "not in"):
        return (value in wanted) == (sign == "in")
    a, b = Fraction(value), Fraction(wanted[0])
    return {">=": a >= b, "<=": a <= b, ">": a > b, "<": a < b}[sign]


def _joined(clauses: tuple[Clause, ...]) -> Clause:
    """One of several clauses, a reading each, is met."""
    return [literal for clause in clauses for literal in clause]


def _real(rules: dict[str, list[Clause]]) -> dict[str, list[Clause]]:
    """Literals of one variable become one; what is always met goes."""
    found = {}
    for name, clauses in rules.items():
        kept = []
        for clause in clauses:
            bits: dict[str, int] = {}
            for variable, wanted in clause:
                bits[variable] = bits.get(variable, 0) | wanted
            if "" not in bits:
                kept.append(list(bits.items()))
        if kept:
            found[name] = kept
    return found
