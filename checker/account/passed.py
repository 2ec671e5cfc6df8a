"""What passed, on which facts, and the basis of those facts: filed, represented, observed, or computed.

A clause has one row for all tables at which it reads equal facts. It runs over traced facts once for each row; at the other
tables it suffices that the facts of that run are equal.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from pitboss.checker.account.audit_data import BasisCount, PassData, PassedFact
from pitboss.checker.account.common import JudgedFiling, provision, section
from pitboss.checker.filing.facts import value_key
from pitboss.checker.findings.fact_text import fact_name
from pitboss.checker.findings.tracing import answers_on, approved_or_posted, at, fact_value, watch
from pitboss.checker.judging.judge import ClauseVerdict
from pitboss.checker.runtime.operations import PASS, ClauseScope, CompiledClause, FactPath, Facts, named, offers_of

MOST = 24  # rows of a clause; more than these are merged into one row for each basis
SHOWN = 6  # values of a fact in a merged row
BASES = ("filed", "represented", "observed", "computed")
GATHERED = ("licensee_offers", "pit_offers")  # facts that several tables determine


@dataclass(slots=True)
class PassedRow:
    clause: CompiledClause
    basis: str
    facts: list[PassedFact]
    event: str
    tables: dict[str, None] = field(default_factory=dict)
    places: int = 0


class ClauseRows:
    """The rows of one clause, indexed by the facts that it read."""

    def __init__(self) -> None:
        self.read: list[tuple[FactPath, ...]] = []  # the facts that it may read: one entry for each path through it
        self.facts: dict[Hashable, list[PassedFact]] = {}
        self.rows: dict[Hashable, PassedRow] = {}

    def key(self, v: ClauseVerdict) -> Hashable | None:
        for paths in self.read:
            if (key := _key(v, paths)) in self.facts:
                return key
        return None


def passed(case: JudgedFiling) -> tuple[list[PassData], list[BasisCount]]:
    """The rows in the order of the rulebook, and the number of passes by basis."""
    clauses: dict[str, ClauseRows] = {}
    for v in case.verdicts:
        if v.verdict == PASS:
            _add(case, v, clauses.setdefault(v.clause.id, ClauseRows()))
    count = dict.fromkeys(BASES, 0)
    dealt: dict[str | None, int] = {}
    for table in case.filing.tables:
        for game in (None, table.game):
            dealt[game] = dealt.get(game, 0) + 1
    made = []
    for rows in clauses.values():
        each = list(rows.rows.values())
        for row in each:
            count[row.basis] += row.places
        made += [_row_data(case, row, dealt) for row in (each if len(each) <= MOST else _gathered(each))]
    return made, [{"basis": basis, "passes": n} for basis, n in count.items()]


def _add(case: JudgedFiling, v: ClauseVerdict, rows: ClauseRows) -> None:
    key = rows.key(v)
    if key is None:
        reads = watch(v).reads
        paths = tuple(path for path in reads if path != ("offers",))
        rows.read += [] if paths in rows.read else [paths]
        key = _key(v, paths)
        rows.facts[key] = [
            {
                "name": fact_name(path, case.vocabulary),
                "value": fact_value(path, value, case.vocabulary),
                "basis": _filed(path),
            }
            for path, value in reads.items()
            if value is not None and path != ("offers",)
        ]
    evidence_kind = _evidence_kind(v)
    by_word = evidence_kind == "attested"
    also = evidence_kind == "posted" and named(v.facts, v.clause.id) is True  # filed, and attested to be posted
    for table in v.tables or (None,):
        number = table.number if table else None
        answer = case.attested.of(v.clause.id, number) if by_word or also else None
        answer = answer if by_word or answer and answer.basis == "observed" else None
        basis = answer.basis if answer else _basis(v, rows.facts[key], evidence_kind)
        event = v.event.id if v.event else ""
        whole = (key, basis, answer and (answer.by, answer.on), event, v.name)
        row = rows.rows.get(whole)
        if row is None:
            facts = list(rows.facts[key])
            if by_word or answer:
                fact: PassedFact = {"name": "attestation", "value": "yes", "basis": basis}
                facts.append({**fact, "by": answer.by, "on": answer.on} if answer else fact)
            elif evidence_kind:
                facts.append({"name": fact_name((evidence_kind,), case.vocabulary), "value": "yes", "basis": basis})
            row = rows.rows[whole] = PassedRow(v.clause, basis, facts, event)
        row.places += 1
        if number is not None:
            row.tables[number] = None


def _key(v: ClauseVerdict, paths: tuple[FactPath, ...]) -> Hashable:
    """The facts that it read, and the facts that it reads untraced."""
    answers = tuple(answer for _, answer in answers_on(v.clause, v.facts)) if v.clause.kind.evidence else ()
    values = tuple(_value(v.facts, path) for path in paths)
    return paths, values, bool(v.facts.get("closed")), answers, v.event.id if v.event else ""


def _value(facts: Facts, path: FactPath) -> Hashable:
    if len(path) == 2 and path[0] == "offers":
        return path[1] in offers_of(facts)
    return value_key(at(facts, path))


def _evidence_kind(v: ClauseVerdict) -> str:
    """attested, posted or approved: whether the verdict rests on an attestation, a statement of postings, or an instrument."""
    ask = v.clause.kind.evidence
    answers = [answer for _, answer in answers_on(v.clause, v.facts)]
    if not ask or True not in answers:
        return ""
    if ask == "attested":
        return ask
    cites = (v.clause.id, provision(v.clause.id))
    held = approved_or_posted(v.facts, ask)
    by_word = named(v.facts, v.clause.id) is True and not any(cite in held for cite in cites)
    return "attested" if by_word else ask


def _filed(path: FactPath) -> str:
    return "computed" if path[0] in GATHERED else "filed"


def _basis(v: ClauseVerdict, facts: list[PassedFact], evidence_kind: str) -> str:
    """Whether facts of several tables or filings, or a bound computed from other facts, decided it."""
    compared = v.event is not None and v.event.facts.get("notice") is None and not evidence_kind
    counted = v.clause.scope == ClauseScope.SAME or v.clause.quantity is not None or compared
    return "computed" if counted or any(fact["basis"] == "computed" for fact in facts) else "filed"


def _gathered(rows: list[PassedRow]) -> list[PassedRow]:
    """One row for each basis, with the values that occur."""
    made: dict[tuple[str, str], list[PassedRow]] = {}
    for row in rows:
        made.setdefault((row.basis, row.event), []).append(row)
    found = []
    for (basis, event), same in made.items():
        values: dict[tuple[str, str], dict[str, None]] = {}
        for row in same:
            for fact in row.facts:
                values.setdefault((fact["name"], fact["basis"]), {})[fact["value"]] = None
        facts: list[PassedFact] = [
            {"name": n, "value": _some(list(v)), "basis": b, "values": len(v)} for (n, b), v in values.items()
        ]
        tables = {number: None for row in same for number in row.tables}
        found.append(PassedRow(same[0].clause, basis, facts, event, tables, sum(row.places for row in same)))
    return found


def _some(values: list[str]) -> str:
    more = len(values) - SHOWN
    return "; ".join(values[:SHOWN]) + (f"; and {more} more" if more > 0 else "")


def _row_data(case: JudgedFiling, row: PassedRow, dealt: dict[str | None, int]) -> PassData:
    cite, n = provision(row.clause.id), len(row.tables)
    everywhere = n > 1 and n == dealt.get(row.clause.game)
    return {
        "clause": row.clause.id, "cite": cite, "section": section(cite), "words": row.clause.words, "source": row.clause.source,
        "game": row.clause.game, "tables": [] if everywhere else case.in_order(row.tables), "everywhere": everywhere, "count": n,
        "event": row.event, "facts": row.facts, "basis": row.basis,
    }  # fmt: skip
