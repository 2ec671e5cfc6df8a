"""Facts → verdicts: every clause of the rulebook, at every place where it can be judged, on one day.

Tables with equal facts are judged once, so that a floor of thousands costs what its distinct tables cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pitboss.checker.filing.facts import facts_key, facts_on, pit_facts_on
from pitboss.checker.filing.model import Event, Filing, Table
from pitboss.checker.runtime.operations import FAIL, NEEDS, NOT_APPLICABLE, OPEN, PASS, Clause, Facts, by_readings


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The compiled rulebook, as the checker needs it."""

    clauses: tuple[Clause, ...]
    expires: str | None
    expiry_cite: str
    digest: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one clause says of one place, or of all places with the same facts."""

    clause: Clause
    verdict: str
    tables: tuple[Table, ...]  # empty: the licensee
    facts: Facts
    event: Event | None = None
    name: str = ""  # the offer that nothing authorises, or the group of tables that must be the same
    odd: tuple[Table, ...] = ()  # of such a group, the tables that differ from the most


def judge(filing: Filing, book: Rulebook, day: str) -> tuple[Verdict, ...]:
    if book.expires and day >= book.expires:
        return (Verdict(_expired(book), OPEN, (), {}),)
    plan = Plan(book.clauses, day)
    groups = _grouped(filing, day)
    licensee = facts_on(filing, None, filing.licensee, day)
    dealt = {table.game for table in filing.tables}
    clauses = [c for c in plan.of("licensee", None) if c.game is None or c.game in dealt]
    found = [Verdict(c, run(c, day, licensee), (), licensee) for c in clauses]
    for pit in filing.pits:
        found += _pit(plan, filing, pit)
    for tables, facts in groups:
        found += _table_verdicts(plan, tables, facts)
    for clause in plan.of("same", None):
        found += _same(clause, groups, day)
    for event in filing.events:
        found += _event(Plan(book.clauses, str(event.facts.get("on") or day)[:10]), event, groups, licensee)
    return tuple(found)


class Plan:
    """The clause versions that count on a day, by scope and game. A date selects; nothing is rebuilt for it."""

    def __init__(self, clauses: Iterable[Clause], day: str) -> None:
        self.day = day
        self.chosen: dict[str, Clause] = {}
        self.in_force: set[str] = set()
        seen: set[str] = set()
        for clause in clauses:  # the versions of one clause follow one another
            known = self.chosen.get(clause.id)
            earliest = clause.id not in seen
            seen.add(clause.id)
            if _in_force(clause, day):
                self.chosen[clause.id] = clause
                self.in_force.add(clause.id)
            elif clause.id in self.in_force or known is not None and (known.since or "") > day:
                continue  # of versions not in force the next one counts, and when there is none, the last
            elif (
                clause.kind == "authority" or earliest and clause.opened and clause.opened <= day < (clause.since or "")
            ):
                self.chosen[clause.id] = clause
        self._by: dict[tuple[str, str | None], tuple[Clause, ...]] = {}

    def of(self, scope: str, game: str | None) -> tuple[Clause, ...]:
        """Clauses of a scope: those of a game and those of every game; with None, of all games."""
        key = (scope, game)
        if key not in self._by:
            self._by[key] = tuple(
                c for c in self.chosen.values() if c.scope == scope and (game is None or c.game in (None, game))
            )
        return self._by[key]


def run(clause: Clause, day: str, *facts: Facts) -> str:
    """One clause on one set of facts, every reading of it."""
    if clause.readings:
        verdict = by_readings(tuple(reading[2](*facts) for reading in clause.readings))
    else:
        assert clause.check is not None
        verdict = clause.check(*facts)
    in_force = _in_force(clause, day)
    if verdict == FAIL and not in_force and clause.kind != "authority":
        return OPEN  # an inferred start: whether it was in force already is not established
    if verdict == PASS and not in_force and clause.kind == "authority":
        return OPEN if clause.opened and clause.opened <= day < (clause.since or "") else FAIL
    return verdict


def _in_force(clause: Clause, day: str) -> bool:
    return (clause.since or "") <= day and (clause.until is None or day < clause.until)


def _grouped(filing: Filing, day: str) -> list[tuple[list[Table], Facts]]:
    groups: dict[Any, tuple[list[Table], Facts]] = {}
    for table in filing.tables:
        for variant in table.variants:
            facts = facts_on(filing, table, variant, day)
            known = groups.setdefault((table.game, facts_key(facts)), ([], facts))
            if not known[0] or known[0][-1] is not table:
                known[0].append(table)
    return list(groups.values())


def _table_verdicts(plan: Plan, tables: list[Table], facts: Facts) -> list[Verdict]:
    where, game = tuple(tables), tables[0].game
    clauses = plan.of("table", game)
    found = [Verdict(c, run(c, plan.day, facts), where, facts) for c in clauses if c.check is not None or c.readings]
    known = {c.subject[-1] for c in clauses if c.kind == "authority"}
    front = next((c for c in clauses if c.kind == "authority" and c.subject == ("game",)), None)
    if front is not None:
        unknown = OPEN if front.elsewhere else FAIL
        strangers = [name for name in facts.get("offers", ()) if name not in known]
        found += [Verdict(front, unknown, where, facts, name=name) for name in strangers]
    return found


def _pit(plan: Plan, filing: Filing, pit: str) -> list[Verdict]:
    facts = pit_facts_on(filing, pit, plan.day)
    inside = [table for table in filing.tables if table.pit == pit]
    found = []
    for clause in plan.of("pit", None):
        where = tuple(table for table in inside if clause.game in (None, table.game))
        if where:
            found.append(Verdict(clause, run(clause, plan.day, facts), where, facts, name=pit))
    return found


def _same(clause: Clause, groups: list[tuple[list[Table], Facts]], day: str) -> list[Verdict]:
    """Known values that differ fail; the odd ones out are those that differ from the most."""
    assert clause.check is not None
    members: dict[Any, list[tuple[list[Table], Any, Facts]]] = {}
    for tables, facts in groups:
        if clause.game not in (None, tables[0].game):
            continue
        member, keys, value = clause.check(facts)
        if member is False:
            continue
        by_span: dict[Any, list[Table]] = {}
        for table in tables:
            lone = table.number if None in keys else ""
            by_span.setdefault((table.pit if clause.span == "pit" else "", *keys, lone), []).append(table)
        for key, some in by_span.items():
            members.setdefault(key, []).append((some, None if member is None or value in ((), {}) else value, facts))
    return [_one_group(clause, key, rows, day) for key, rows in members.items()]


def _one_group(clause: Clause, key: Any, rows: list[tuple[list[Table], Any, Facts]], day: str) -> Verdict:
    where = tuple(dict.fromkeys(t for some, _, _ in rows for t in some))
    known = [(v, len(some)) for some, v, _ in rows if v is not None]
    verdict = PASS
    odd: tuple[Table, ...] = ()
    if any(differ(a, b) for i, (a, _) in enumerate(known) for b, _ in known[i + 1 :]):
        verdict = FAIL if _in_force(clause, day) else OPEN
        most = max((v for v, _ in known), key=lambda v: sum(n for w, n in known if not differ(v, w)))
        odd = tuple(dict.fromkeys(t for some, v, _ in rows if v is not None and differ(v, most) for t in some))
    elif len(known) < len(rows) and len(where) > 1:
        verdict = NEEDS
    facts = next((f for some, _, f in rows if some[0] in odd), rows[0][2])
    return Verdict(clause, verdict, where, facts, name=" ".join(str(k) for k in key if k != ""), odd=odd)


def differ(a: Any, b: Any) -> bool:
    """Maps are compared on the keys that they share."""
    if isinstance(a, dict) and isinstance(b, dict):
        return any(a[k] != b[k] for k in a.keys() & b.keys() if a[k] is not None and b[k] is not None)
    return bool(a != b)


def _event(plan: Plan, event: Event, groups: list[tuple[list[Table], Facts]], licensee: Facts) -> list[Verdict]:
    """An event is judged at each table it touches, or, when it names none, for the licensee."""
    wanted = event.facts.get("tables")
    touched = [([t for t in tables if t.number in wanted], facts) for tables, facts in groups] if wanted else []
    touched = [(tables, facts) for tables, facts in touched if tables]
    found = []
    for clause in plan.of("event", None):
        if not touched:
            found.append(Verdict(clause, run(clause, plan.day, event.facts, licensee), (), licensee, event))
        for tables, facts in touched:
            if clause.game in (None, tables[0].game):
                found.append(Verdict(clause, run(clause, plan.day, event.facts, facts), tuple(tables), facts, event))
    return [v for v in found if v.verdict != NOT_APPLICABLE]


def _expired(book: Rulebook) -> Clause:
    cite = book.expiry_cite
    return Clause(
        f"{cite}/expiry", "expiry", "licensee", None, None, None, "firm", "", None, (),
        f"The text of this rulebook expired on {book.expires} by its own words; what is in force since is not in hand.",
        "a rulebook of the law in force on that day", "judge the filing on a day before, or bring the rulebook up to date", "",
    )  # fmt: skip
