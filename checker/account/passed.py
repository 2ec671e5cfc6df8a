"""What passed, on which facts, and what those rest on: filed, represented, observed, or computed.

A clause is one row for all tables at which it read the same. The clause runs over facts that remember once for each row;
for the others it is enough that what it read then is the same.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from pitboss.checker.account.common import Json, JudgedFiling, provision, section
from pitboss.checker.filing.facts import value_key
from pitboss.checker.findings.fact_text import fact_name
from pitboss.checker.findings.tracing import ASKS, approved_or_posted, at, said_of, told, watch
from pitboss.checker.judging.judge import ClauseVerdict
from pitboss.checker.runtime.operations import PASS, ClauseScope, CompiledClause, FactPath, Facts, named, offers_of

MOST = 24  # rows a clause; a floor on which every table differs is told in one row instead
SHOWN = 6  # values of a fact in such a row
BASES = ("filed", "represented", "observed", "computed")
GATHERED = ("licensee_offers", "pit_offers")  # what several tables come to


@dataclass(slots=True)
class PassedRow:
    clause: CompiledClause
    basis: str
    facts: list[Json]
    event: str
    tables: dict[str, None] = field(default_factory=dict)
    places: int = 0


class ClauseRows:
    """The rows of one clause, found again by what it read."""

    def __init__(self) -> None:
        self.read: list[tuple[FactPath, ...]] = []  # the facts that it may read, one entry for each way through it
        self.facts: dict[Hashable, list[Json]] = {}
        self.rows: dict[Hashable, PassedRow] = {}

    def key(self, v: ClauseVerdict) -> Hashable | None:
        for paths in self.read:
            if (key := _key(v, paths)) in self.facts:
                return key
        return None


def passed(case: JudgedFiling) -> tuple[list[Json], list[Json]]:
    """The rows, in the order of the rulebook, and how many passes rest on what."""
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
        made += [_told(case, row, dealt) for row in (each if len(each) <= MOST else _gathered(each))]
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
                "value": told(path, value, case.vocabulary),
                "basis": _filed(path),
            }
            for path, value in reads.items()
            if value is not None and path != ("offers",)
        ]
    asked = _asked(v)
    by_word = asked == "attested"
    also = asked == "posted" and named(v.facts, v.clause.id) is True  # filed, and somebody says that it hangs there
    for table in v.tables or (None,):
        number = table.number if table else None
        said = case.attested.of(v.clause.id, number) if by_word or also else None
        said = said if by_word or said and said.basis == "observed" else None
        basis = said.basis if said else _basis(v, rows.facts[key], asked)
        event = v.event.id if v.event else ""
        whole = (key, basis, said and (said.by, said.on), event, v.name)
        row = rows.rows.get(whole)
        if row is None:
            facts = list(rows.facts[key])
            if by_word or said:
                answer = {"by": said.by, "on": said.on} if said else {}
                facts.append({"name": "attestation", "value": "yes", "basis": basis, **answer})
            elif asked:
                facts.append({"name": fact_name((asked,), case.vocabulary), "value": "yes", "basis": basis})
            row = rows.rows[whole] = PassedRow(v.clause, basis, facts, event)
        row.places += 1
        if number is not None:
            row.tables[number] = None


def _key(v: ClauseVerdict, paths: tuple[FactPath, ...]) -> Hashable:
    """What it read; and what is read of the facts without being noted."""
    said = tuple(said for _, said in said_of(v.clause, v.facts)) if v.clause.kind in ASKS else ()
    values = tuple(_value(v.facts, path) for path in paths)
    return paths, values, bool(v.facts.get("closed")), said, v.event.id if v.event else ""


def _value(facts: Facts, path: FactPath) -> Hashable:
    if len(path) == 2 and path[0] == "offers":
        return path[1] in offers_of(facts)
    return value_key(at(facts, path))


def _asked(v: ClauseVerdict) -> str:
    """attested, posted or approved, where the verdict rests on somebody's word, on a statement or on an instrument."""
    ask = ASKS.get(v.clause.kind, "")
    said = [said for _, said in said_of(v.clause, v.facts)]
    if not ask or True not in said:
        return ""
    if ask == "attested":
        return ask
    cites = (v.clause.id, provision(v.clause.id))
    held = approved_or_posted(v.facts, ask)
    by_word = named(v.facts, v.clause.id) is True and not any(cite in held for cite in cites)
    return "attested" if by_word else ask


def _filed(path: FactPath) -> str:
    return "computed" if path[0] in GATHERED else "filed"


def _basis(v: ClauseVerdict, facts: list[Json], asked: str) -> str:
    """Worked out from what several tables or two filings say, or from a bound that other facts make."""
    compared = v.event is not None and v.event.facts.get("notice") is None and not asked
    counted = v.clause.scope == ClauseScope.SAME or v.clause.quantity is not None or compared
    return "computed" if counted or any(fact["basis"] == "computed" for fact in facts) else "filed"


def _gathered(rows: list[PassedRow]) -> list[PassedRow]:
    """Too many to tell one by one: one row a basis, with the values that occur."""
    made: dict[tuple[str, str], list[PassedRow]] = {}
    for row in rows:
        made.setdefault((row.basis, row.event), []).append(row)
    found = []
    for (basis, event), same in made.items():
        values: dict[tuple[str, str], dict[str, None]] = {}
        for row in same:
            for fact in row.facts:
                values.setdefault((fact["name"], fact["basis"]), {})[fact["value"]] = None
        facts = [{"name": n, "value": _some(list(v)), "basis": b, "values": len(v)} for (n, b), v in values.items()]
        tables = {number: None for row in same for number in row.tables}
        found.append(PassedRow(same[0].clause, basis, facts, event, tables, sum(row.places for row in same)))
    return found


def _some(values: list[str]) -> str:
    more = len(values) - SHOWN
    return "; ".join(values[:SHOWN]) + (f"; and {more} more" if more > 0 else "")


def _told(case: JudgedFiling, row: PassedRow, dealt: dict[str | None, int]) -> Json:
    cite, n = provision(row.clause.id), len(row.tables)
    everywhere = n > 1 and n == dealt.get(row.clause.game)
    return {
        "clause": row.clause.id, "cite": cite, "section": section(cite), "words": row.clause.words, "source": row.clause.source,
        "game": row.clause.game, "tables": [] if everywhere else case.in_order(row.tables), "everywhere": everywhere, "count": n,
        "event": row.event, "facts": row.facts, "basis": row.basis,
    }  # fmt: skip
