"""The exclusion matrix of a game on a day: which of its wagers, options and variations may be combined at one table.

It is derived from the clauses in force. A pair is barred or impossible if no lawful table could offer both, whatever else it has. It is
allowed only if there is such a table; that table is the pair's `example`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations
from typing import TypedDict

from pitboss.compiler.exclusion.active_constraints import (
    ActiveConstraints,
    ConstrainingClause,
    active_constraints,
    clauses_of,
)
from pitboss.compiler.exclusion.solver import NO, YES, Disjunction, Problem, conflicts, satisfying
from pitboss.compiler.model.catalog_entries import Catalog, NameEntry, Presence

_NEVER = ("barred", "impossible", "open", "conditional")  # of two offers that cannot be combined freely


class NamedThing(TypedDict):
    """An offer or a piece of equipment."""

    name: str
    title: str


FieldLimit = TypedDict("FieldLimit", {"clause": str, "field": str, "is": str})
"""What a clause makes of a field."""


class ClauseReading(TypedDict):
    """A reading of a clause."""

    clause: str
    reading: str


class ExclusionGround(TypedDict):
    """How clauses exclude a pair."""

    how: str
    clauses: list[str]
    through: list[str]
    values: list[FieldLimit]
    since: str | None
    readings: list[ClauseReading]
    before: list[str]


class AloneData(TypedDict):
    """Whether a table can offer something at all."""

    status: str
    grounds: list[ExclusionGround]


class MatrixOffer(NamedThing):
    """An offer that is authorized."""

    kind: str
    clause: str
    since: str | None
    basis: str
    ground: str
    authority: str
    required: list[str]
    perhaps: list[str]
    alone: str
    grounds: list[ExclusionGround]


class AbsentOffer(NamedThing):
    """An offer that is not authorized on the day."""

    kind: str
    clause: str
    since: str | None
    until: str | None
    basis: str


class ExampleTable(TypedDict):
    """A lawful table."""

    offers: list[str]
    equipment: dict[str, bool]
    fields: dict[str, str]


class MatrixNeed(TypedDict):
    """Two offers, or an offer and a piece of equipment."""

    first: str
    second: str
    status: str
    grounds: list[ExclusionGround]


class MatrixPair(MatrixNeed):
    """Whether two offers may be combined."""

    stated: str
    since: str | None
    alike: list[str]
    example: ExampleTable | None


class ReadingWords(TypedDict):
    """A reading, in words."""

    name: str
    words: str
    ground: str


class ExcludingClause(TypedDict):
    """A clause that the matrix depends on."""

    cite: str
    words: str
    conditions: list[str]
    since: str | None
    until: str | None
    basis: str
    ground: str
    operative: str | None
    source: str
    readings: list[ReadingWords]
    doubtful: bool


class MatrixData(TypedDict):
    """The document `pitboss.matrix/1`."""

    schema: str
    rulebook: str
    expires: str | None
    expiry_cite: str
    game: NamedThing
    day: str
    offers: list[MatrixOffer]
    equipment: list[NamedThing]
    absent: list[AbsentOffer]
    pairs: list[MatrixPair]
    requires: list[MatrixNeed]
    clauses: dict[str, ExcludingClause]
    titles: dict[str, str]


def matrix_data(catalog: Catalog, game: str, day: str) -> MatrixData | None:
    """The matrix as `pitboss.matrix/1`; None if the rulebook does not have the game.

    >>> matrix_data(Catalog("d"), "tiles", "2004-01-01")
    """
    if not is_a(catalog, game, "game"):
        return None
    law = active_constraints(catalog, game, day)
    title = titles(catalog)
    things = [name for name in law.firm.domains if is_a(catalog, name, "equipment")]
    alone = {name: _alone(law, name) for name in law.offers}
    pairs = [_pair(law, a, b, alone) for a, b in combinations(law.offers, 2)]
    with_thing = {b: [_pair(law, a, b, alone) for a in law.offers] for b in things}
    things = [
        b
        for b in things
        if any(p["status"] in _NEVER and alone[p["first"]]["status"] == "lawful" for p in with_thing[b])
    ]
    pairs += [p for b in things for p in with_thing[b]]
    needs = [need for a in law.offers for need in _needs(law, a, alone)]
    stated = {(n["first"], n["second"]) for n in needs if n["status"] == "required"}
    for pair in pairs:
        both = [(pair["first"], pair["second"]), (pair["second"], pair["first"])]
        if pair["status"] == "allowed" and any(p in stated for p in both):
            pair["status"] = "required"
    cited = [c for p in (*pairs, *needs) for g in p["grounds"] for c in g["clauses"]]
    cited += [c for found in alone.values() for g in found["grounds"] for c in g["clauses"]]
    return {
        "schema": "pitboss.matrix/1",
        "rulebook": catalog.digest,
        "expires": catalog.expires,
        "expiry_cite": catalog.expiry_cite,
        "game": {"name": game, "title": title(game)},
        "day": day,
        "offers": [_offer(catalog.names[name], law, name, active, alone[name]) for name, active in law.offers.items()],
        "equipment": [{"name": name, "title": title(name)} for name in things],
        "absent": [_absent(catalog.names[name], name, active, day) for name, active in law.absent.items()],
        "pairs": pairs,
        "requires": needs,
        "clauses": {c: excluding_clause(law, c) for c in law.by_id if c in cited},
        "titles": {n: title(n) for n in law.firm.domains},
    }


def is_a(catalog: Catalog, name: str, kind: str) -> bool:
    """Whether the rulebook has such a name."""
    return name in catalog.names and catalog.names[name].kind == kind


def titles(catalog: Catalog) -> Callable[[str], str]:
    """The titles of offers, equipment and fields, fields of an offer included."""

    def title(name: str) -> str:
        field, _, of = name.partition(" of ")
        known = catalog.names.get(field) or catalog.fields.get(field)
        own = known.title if known else name
        return f"{own} of the {title(of)}" if of else own

    return title


# ---- offers


def _alone(law: ActiveConstraints, name: str) -> AloneData:
    """Whether a table can lawfully offer this at all."""
    for status, problem in (("impossible", law.firm), ("open", law.strict)):
        found = conflicts(problem, {name: YES}) if satisfying(problem, {name: YES}) is None else []
        if found:
            return {"status": status, "grounds": [_ground(law, problem, {name: YES}, c) for c in found]}
    return {"status": "lawful", "grounds": []}


def _offer(
    known: NameEntry, law: ActiveConstraints, name: str, active: ConstrainingClause, alone: AloneData
) -> MatrixOffer:
    always, perhaps = (list(clauses_of(chain(*conflicts(problem, {name: NO})))) for problem in (law.firm, law.strict))
    version = active.version
    return {
        "name": name, "title": known.title, "kind": known.kind, "clause": active.id,
        "since": version.since, "basis": version.basis.value, "ground": version.ground,
        "authority": "open" if active.doubtful else "in force",
        "required": always, "perhaps": [] if always else perhaps,
        "alone": alone["status"], "grounds": alone["grounds"],
    }  # fmt: skip


def _absent(known: NameEntry, name: str, active: ConstrainingClause, day: str) -> AbsentOffer:
    v = active.version
    coming = (v.since or "") > day
    return {
        "name": name, "title": known.title, "kind": known.kind, "clause": active.id,
        "since": v.since if coming else None, "until": None if coming else v.until, "basis": v.basis.value,
    }  # fmt: skip


# ---- pairs


def _pair(law: ActiveConstraints, a: str, b: str, alone: dict[str, AloneData]) -> MatrixPair:
    given = {a: YES, b: YES}
    pair: MatrixPair = {
        "first": a,
        "second": b,
        "status": "allowed",
        "stated": "",
        "since": None,
        "grounds": [],
        "alike": [],
        "example": None,
    }
    example = satisfying(law.strict, given)
    if example is not None:
        grounds = list(_conditional(law, a, b))
        if not grounds:
            return {**pair, "example": example_table(law, example)}
        return {**pair, "status": "conditional", "grounds": grounds, "example": example_table(law, example)}
    table = satisfying(law.firm, given)
    firm, more = _grounds(law, law.firm, given), _grounds(law, law.strict, given)
    known = [set(g["clauses"]) for g in firm]
    more = [g for g in more if not any(k <= set(g["clauses"]) for k in known)]
    grounds = [*firm, *more] or [g for n in (a, b) if n in alone for g in alone[n]["grounds"]]
    status = "open" if table is not None else "impossible"
    if any(g["how"] in ("stated", "through") for g in firm):
        status = "barred"
    first = min((g["since"] or "" for g in firm or grounds), default="")
    return {
        **pair,
        "status": status,
        "stated": _stated(law, firm or more),
        "since": first or None,
        "grounds": grounds,
        "alike": _under_either(law, given, grounds) if status == "open" else [],
        "example": example_table(law, table) if table is not None else None,
    }


def _grounds(law: ActiveConstraints, problem: Problem, given: dict[str, int]) -> list[ExclusionGround]:
    return [_ground(law, problem, given, c) for c in conflicts(problem, given) if _needs_both(problem, c, given)]


def _under_either(law: ActiveConstraints, given: dict[str, int], grounds: list[ExclusionGround]) -> list[str]:
    """Names of the readings that the clauses share, if under each of them, applied to all of the clauses, there is no lawful table."""
    clauses = {r["clause"] for g in grounds for r in g["readings"]}
    names = [set(law.clauses[c].readings) for c in clauses]
    if len(clauses) < 2 or any(n != names[0] for n in names):
        return []
    for name in names[0]:
        others = {f"{c}|{n}" for c in clauses for n in names[0] if n != name}
        if satisfying(law.strict, given, frozenset(others)) is not None:
            return []
    return sorted(names[0])


def _needs_both(problem: Problem, conflict: tuple[str, ...], given: dict[str, int]) -> bool:
    """Whether the rules exclude the two together, and not one of them alone."""
    small = Problem(problem.domains, {name: problem.rules[name] for name in conflict})
    return all(satisfying(small, {n: v for n, v in given.items() if n != left}) is not None for left in given)


def _ground(
    law: ActiveConstraints, problem: Problem, given: dict[str, int], conflict: tuple[str, ...]
) -> ExclusionGround:
    """How clauses exclude a pair: one states it, or another offer, a piece of equipment or the value of a field does."""
    parts = [(rule, clause) for rule in conflict for clause in _parts(problem, given, conflict, rule)]
    through = [v for _, clause in parts for v, _ in clause if v not in given and v not in law.values]
    fields = [(_id(rule), v, bits) for rule, clause in parts for v, bits in clause if v in law.values]
    values: list[FieldLimit] = [
        {"clause": rule, "field": v, "is": _amount(law.values[v], bits)} for rule, v, bits in fields
    ]
    things = [n for n in through if n not in law.offers and n not in law.absent]
    how = "values" if values else "equipment" if things else "through" if through or len(conflict) > 1 else "stated"
    clauses = list(clauses_of(conflict))
    since = [day for c in clauses if (day := law.by_id[c].version.since)]
    return {
        "how": how,
        "clauses": clauses,
        "through": list(dict.fromkeys(through)),
        "values": [v for n, v in enumerate(values) if v not in values[:n]],
        "since": max(since, default=None),
        "readings": [{"clause": _id(r), "reading": r.partition("|")[2]} for r in conflict if "|" in r],
        "before": [c for c in clauses if c in law.clauses and law.clauses[c].doubtful],
    }


def _parts(problem: Problem, given: dict[str, int], conflict: tuple[str, ...], rule: str) -> list[Disjunction]:
    """The disjunctions of a rule that the conflict needs."""
    pieces = {f"{name} {n}": [part] for name in conflict for n, part in enumerate(problem.rules[name])}
    needed = conflicts(Problem(problem.domains, pieces), given)[0] if len(pieces) > len(conflict) else tuple(pieces)
    return [part for piece in needed if piece.rpartition(" ")[0] == rule for part in pieces[piece]]


def _amount(values: tuple[str, ...], bits: int) -> str:
    """The values of the bits in words.

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


def _stated(law: ActiveConstraints, grounds: list[ExclusionGround]) -> str:
    """Whether the law states the exclusion for one of the two, for each of them, or for both in one clause."""
    bars = [law.clauses[g["clauses"][0]].clause for g in grounds if g["how"] == "stated"]
    if any(c.exclusive for c in bars):
        return "of both at once"
    sides = {c.subject for c in bars}
    return "both ways" if len(sides) > 1 else "one way" if sides else ""


def _conditional(law: ActiveConstraints, a: str, b: str) -> Iterator[ExclusionGround]:
    """Clauses that bar the pair if a further condition holds that can hold."""
    for rule, active in law.clauses.items():
        if active.clause.kind not in ("bars", "offered"):
            continue
        for alternatives in (each for found in active.readings.values() for each in found):
            presences = [literal for literal in alternatives if isinstance(literal, Presence)]
            barred = {p.name for p in presences if not p.present}
            others = {p.name: NO if p.present else YES for p in presences if p.name not in (a, b)}
            given = {a: YES, b: YES, **others}
            if {a, b} <= barred and satisfying(law.strict, given, _readings_of(law, rule)) is not None:
                before = [rule] if active.doubtful else []
                yield {
                    "how": "condition", "clauses": [rule], "through": list(others), "since": active.version.since,
                    "values": [], "readings": [], "before": before,
                }  # fmt: skip
                break


def _readings_of(law: ActiveConstraints, rule: str) -> frozenset[str]:
    return frozenset(name for name in law.strict.rules if _id(name) == rule)


# ---- what an offer requires


def _needs(law: ActiveConstraints, name: str, alone: dict[str, AloneData]) -> Iterator[MatrixNeed]:
    if alone[name]["status"] != "lawful":
        return
    example = satisfying(law.strict, {name: YES}) or {}
    for other, value in example.items():
        if other == name or other in law.values or value != YES:
            continue
        for status, problem in (("required", law.firm), ("open", law.strict)):
            grounds = _grounds(law, problem, {name: YES, other: NO})
            if grounds:
                yield {"first": name, "second": other, "status": status, "grounds": grounds}
                break


# ---- clauses, and the lawful table that is an example of a pair


def excluding_clause(law: ActiveConstraints, clause: str) -> ExcludingClause:
    """A clause that constrains tables on the day, or that authorizes an offer on some day."""
    active = law.by_id[clause]
    version = active.version
    return {
        "cite": clause.partition("/")[0],
        "words": version.words,
        "conditions": list(version.conditions),
        "since": version.since,
        "until": version.until,
        "basis": version.basis.value,
        "ground": version.ground,
        "operative": version.operative,
        "source": version.source,
        "readings": [{"name": r.name, "words": r.words, "ground": r.ground} for r in version.readings],
        "doubtful": active.doubtful,
    }


def example_table(law: ActiveConstraints, chosen: dict[str, int]) -> ExampleTable:
    """The table that an assignment describes."""
    fields = {n: law.values[n][bits.bit_length() - 1] for n, bits in chosen.items() if n in law.values}
    things = [n for n in chosen if n not in law.values and n not in law.offers and n not in law.absent]
    return {
        "offers": [n for n in law.offers if chosen[n] == YES],
        "equipment": {n: chosen[n] == YES for n in things},
        "fields": fields,
    }


def _id(rule: str) -> str:
    return rule.partition("|")[0]
