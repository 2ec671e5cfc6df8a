"""The exclusion matrix of a game on a day: which of its wagers, options and variations may stand together at one table.

It is reasoned from the clauses in force, never listed by hand: a pair is barred or impossible when no lawful table could offer
both, whatever else it has, and allowed only when such a table can be named; that table is the pair's `example`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from pitboss.compiler.exclusion.active_constraints import BindingClause, Lawful, lawful
from pitboss.compiler.exclusion.solver import NO, YES, Clause, Problem, met, reasons

_Json = dict[str, Any]


def matrix_data(catalog: _Json, game: str, day: str) -> _Json | None:
    """None when the rulebook does not know the game.

    >>> matrix_data({"names": {}}, "tiles", "2004-01-01")
    """
    if catalog["names"].get(game, {}).get("kind") != "game":
        return None
    law = lawful(catalog, game, day)
    title = _titles(catalog)
    things = [name for name in law.firm.sizes if catalog["names"].get(name, {}).get("kind") == "equipment"]
    lawless = {name: _alone(law, name) for name in law.offers}
    pairs = [_pair(law, a, b, lawless) for a, b in combinations(law.offers, 2)]
    beside = {b: [_pair(law, a, b, lawless) for a in law.offers] for b in things}
    things = [
        b for b in things if any(p["status"] in _NEVER and lawless[p["first"]]["status"] == "lawful" for p in beside[b])
    ]
    pairs += [p for b in things for p in beside[b]]
    needs = [need for a in law.offers for need in _needs(law, a, lawless)]
    stated = {(n["first"], n["second"]) for n in needs if n["status"] == "required"}
    for pair in pairs:
        both = [(pair["first"], pair["second"]), (pair["second"], pair["first"])]
        if pair["status"] == "allowed" and any(p in stated for p in both):
            pair["status"] = "required"
    cited = [c for p in (*pairs, *needs) for g in p["grounds"] for c in g["clauses"]]
    cited += [c for found in lawless.values() for g in found["grounds"] for c in g["clauses"]]
    return {
        "schema": "pitboss.matrix/1",
        "rulebook": catalog["digest"],
        "expires": catalog["expires"],
        "expiry_cite": catalog["expiry_cite"],
        "game": {"name": game, "title": title(game)},
        "day": day,
        "offers": [_offer(catalog, law, name, bound, lawless[name]) for name, bound in law.offers.items()],
        "equipment": [{"name": name, "title": title(name)} for name in things],
        "absent": [_absent(catalog, name, bound, day) for name, bound in law.absent.items()],
        "pairs": pairs,
        "requires": needs,
        "clauses": {c: _clause(law, c) for c in (*law.bounds, *_authority(law)) if c in cited},
        "titles": {n: title(n) for n in law.firm.sizes},
    }


_NEVER = ("barred", "impossible", "open", "conditional")


def _titles(catalog: _Json) -> Callable[[str], str]:
    def title(name: str) -> str:
        field, _, of = name.partition(" of ")
        known = catalog["names"].get(field) or catalog["fields"].get(field) or {"title": name}
        return f"{known['title']} of the {title(of)}" if of else str(known["title"])

    return title


def _authority(law: Lawful) -> list[str]:
    return [bound.id for bound in law.absent.values()]


# ---- offers


def _alone(law: Lawful, name: str) -> _Json:
    """Whether a table can lawfully offer this at all."""
    for status, problem in (("impossible", law.firm), ("open", law.strict)):
        found = reasons(problem, {name: YES}) if met(problem, {name: YES}) is None else []
        if found:
            return {"status": status, "grounds": [_ground(law, problem, {name: YES}, r) for r in found]}
    return {"status": "lawful", "grounds": []}


def _offer(catalog: _Json, law: Lawful, name: str, bound: BindingClause, alone: _Json) -> _Json:
    known = catalog["names"][name]
    always, perhaps = (_clauses_of(reasons(problem, {name: NO})) for problem in (law.firm, law.strict))
    return {
        "name": name, "title": known["title"], "kind": known["kind"], "clause": bound.id,
        "since": bound.version["since"], "basis": bound.version["basis"], "ground": bound.version["ground"],
        "authority": "open" if bound.doubtful else "in force",
        "required": always, "perhaps": [] if always else perhaps,
        "alone": alone["status"], "grounds": alone["grounds"],
    }  # fmt: skip


def _clauses_of(found: list[tuple[str, ...]]) -> list[str]:
    return list(dict.fromkeys(_id(rule) for reason in found for rule in reason))


def _absent(catalog: _Json, name: str, bound: BindingClause, day: str) -> _Json:
    known, v = catalog["names"][name], bound.version
    coming = (v["since"] or "") > day
    return {
        "name": name, "title": known["title"], "kind": known["kind"], "clause": bound.id,
        "since": v["since"] if coming else None, "until": None if coming else v["until"], "basis": v["basis"],
    }  # fmt: skip


# ---- pairs


def _pair(law: Lawful, a: str, b: str, lawless: dict[str, _Json]) -> _Json:
    given = {a: YES, b: YES}
    pair: _Json = {
        "first": a,
        "second": b,
        "status": "allowed",
        "stated": "",
        "since": None,
        "grounds": [],
        "alike": [],
        "example": None,
    }
    example = met(law.strict, given)
    if example is not None:
        grounds = list(_conditional(law, a, b))
        if not grounds:
            return {**pair, "example": _example(law, example)}
        return {**pair, "status": "conditional", "grounds": grounds, "example": _example(law, example)}
    table = met(law.firm, given)
    firm, more = _grounds(law, law.firm, given), _grounds(law, law.strict, given)
    known = [set(g["clauses"]) for g in firm]
    more = [g for g in more if not any(k <= set(g["clauses"]) for k in known)]
    grounds = [*firm, *more] or [g for n in (a, b) if n in lawless for g in lawless[n]["grounds"]]
    status = "open" if table is not None else "impossible"
    if any(g["how"] in ("stated", "through") for g in firm):
        status = "barred"
    first = min((g["since"] or "" for g in firm or grounds), default="")
    told = {"status": status, "stated": _stated(law, firm or more), "since": first or None, "grounds": grounds}
    told["alike"] = _alike(law, given, grounds) if status == "open" else []
    return {**pair, **told, "example": _example(law, table) if table is not None else None}


def _grounds(law: Lawful, problem: Problem, given: dict[str, int]) -> list[_Json]:
    return [_ground(law, problem, given, r) for r in reasons(problem, given) if _needs_both(problem, r, given)]


def _alike(law: Lawful, given: dict[str, int], grounds: list[_Json]) -> list[str]:
    """Names of readings that several clauses share, where under each of them, read so throughout, no table is left."""
    clauses = {r["clause"] for g in grounds for r in g["readings"]}
    names = [set(law.bounds[c].readings) for c in clauses]
    if len(clauses) < 2 or any(n != names[0] for n in names):
        return []
    for name in names[0]:
        others = {f"{c}|{n}" for c in clauses for n in names[0] if n != name}
        if met(law.strict, given, frozenset(others)) is not None:
            return []
    return sorted(names[0])


def _needs_both(problem: Problem, reason: tuple[str, ...], given: dict[str, int]) -> bool:
    """Whether it is these two that the constraints keep apart, and not one of them alone."""
    small = Problem(problem.sizes, {name: problem.rules[name] for name in reason})
    return all(met(small, {n: v for n, v in given.items() if n != left}) is not None for left in given)


def _ground(law: Lawful, problem: Problem, given: dict[str, int], reason: tuple[str, ...]) -> _Json:
    """How some clauses keep two apart: stated by one of them, through another offer, or by what a field, or equipment, would have to be."""
    parts = [(rule, clause) for rule in reason for clause in _parts(problem, given, reason, rule)]
    through = [v for _, clause in parts for v, _ in clause if v not in given and v not in law.values]
    fields = [(_id(rule), v, bits) for rule, clause in parts for v, bits in clause if v in law.values]
    values = [{"clause": rule, "field": v, "is": _amount(law.values[v], bits)} for rule, v, bits in fields]
    things = [n for n in through if n not in law.offers and n not in law.absent]
    how = "values" if values else "equipment" if things else "through" if through or len(reason) > 1 else "stated"
    clauses = list(dict.fromkeys(map(_id, reason)))
    since = [v["since"] for c in clauses if (v := _version(law, c))["since"]]
    return {
        "how": how,
        "clauses": clauses,
        "through": list(dict.fromkeys(through)),
        "values": [v for n, v in enumerate(values) if v not in values[:n]],
        "since": max(since, default=None),
        "readings": [{"clause": _id(r), "reading": r.partition("|")[2]} for r in reason if "|" in r],
        "before": [c for c in clauses if c in law.bounds and law.bounds[c].doubtful],
    }


def _parts(problem: Problem, given: dict[str, int], reason: tuple[str, ...], rule: str) -> list[Clause]:
    """Of a constraint with several clauses, those that matter here."""
    pieces = {f"{name} {n}": [clause] for name in reason for n, clause in enumerate(problem.rules[name])}
    needed = reasons(Problem(problem.sizes, pieces), given)[0] if len(pieces) > len(reason) else tuple(pieces)
    return [clause for piece in needed if piece.rpartition(" ")[0] == rule for clause in pieces[piece]]


def _amount(values: tuple[str, ...], bits: int) -> str:
    """
    >>> _amount(("3", "4", "5"), 6), _amount(("3", "4", "5"), 1), _amount(("one_deck", "two", "three"), 5)
    ('at least 4', 'at most 3', 'one deck or three')
    """
    chosen = [v for n, v in enumerate(values) if bits & 1 << n]
    if values[0][:1].isdigit() and chosen and len(values) > 2:
        if chosen == list(values[values.index(chosen[0]) :]):
            return f"at least {chosen[0]}"
        if chosen == list(values[: len(chosen)]):
            return f"at most {chosen[-1]}"
    return " or ".join(v.replace("_", " ") for v in chosen)


def _stated(law: Lawful, grounds: list[_Json]) -> str:
    """Whether the law says it of one of the two, of each of them, or in one breath of both."""
    bars = [law.bounds[g["clauses"][0]].clause for g in grounds if g["how"] == "stated"]
    if any(c["mutual"] for c in bars):
        return "of both at once"
    sides = {c["subject"] for c in bars}
    return "both ways" if len(sides) > 1 else "one way" if sides else ""


def _conditional(law: Lawful, a: str, b: str) -> Iterator[_Json]:
    """Clauses that bar the two where something else holds as well, if it ever can."""
    for rule, bound in law.bounds.items():
        if bound.clause["kind"] not in ("bars", "offered"):
            continue
        for raw in (clause for some in bound.readings.values() for clause in some):
            barred = {x[0] for x in raw if x[1:] == ["is", False]}
            others = {x[0]: NO if x[2] else YES for x in raw if x[1:2] == ["is"] and x[0] not in (a, b)}
            if {a, b} <= barred and met(law.strict, {a: YES, b: YES, **others}, _readings_of(law, rule)) is not None:
                since = bound.version["since"]
                plain: _Json = {"values": [], "readings": [], "before": [rule] if bound.doubtful else []}
                yield {"how": "condition", "clauses": [rule], "through": list(others), "since": since, **plain}
                break


def _readings_of(law: Lawful, rule: str) -> frozenset[str]:
    return frozenset(name for name in law.strict.rules if _id(name) == rule)


# ---- what one of them requires


def _needs(law: Lawful, name: str, lawless: dict[str, _Json]) -> Iterator[_Json]:
    if lawless[name]["status"] != "lawful":
        return
    example = met(law.strict, {name: YES}) or {}
    for other, value in example.items():
        if other == name or other in law.values or value != YES:
            continue
        for status, problem in (("required", law.firm), ("open", law.strict)):
            grounds = _grounds(law, problem, {name: YES, other: NO})
            if grounds:
                yield {"first": name, "second": other, "status": status, "grounds": grounds}
                break


# ---- clauses, and the table that shows that a pair is lawful


def _clause(law: Lawful, clause: str) -> _Json:
    version = _version(law, clause)
    told = {
        key: version[key] for key in ("words", "conditions", "since", "until", "basis", "ground", "operative", "source")
    }
    readings = [{"name": r["name"], "words": r["words"], "ground": r["ground"]} for r in version["readings"]]
    bound = law.bounds.get(clause)
    return {"cite": clause.partition("/")[0], **told, "readings": readings, "doubtful": bool(bound and bound.doubtful)}


def _version(law: Lawful, clause: str) -> _Json:
    absent = {bound.id: bound for bound in law.absent.values()}
    return law.bounds[clause].version if clause in law.bounds else absent[clause].version


def _example(law: Lawful, chosen: dict[str, int]) -> _Json:
    fields = {n: law.values[n][bits.bit_length() - 1] for n, bits in chosen.items() if n in law.values}
    things = [n for n in chosen if n not in law.values and n not in law.offers and n not in law.absent]
    return {
        "offers": [n for n in law.offers if chosen[n] == YES],
        "equipment": {n: chosen[n] == YES for n in things},
        "fields": fields,
    }


def _id(rule: str) -> str:
    return rule.partition("|")[0]
