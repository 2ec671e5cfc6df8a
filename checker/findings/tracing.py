"""What a clause reads: the same generated function, run once more over facts that remember."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pitboss.checker.filing.model import Attestation, FiledTable, Filing, Path
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.fact_text import fact_name, fact_type, show_named
from pitboss.checker.judging.judge import ClauseVerdict
from pitboss.checker.runtime.operations import (
    FAIL,
    NEEDS,
    OPEN,
    ClauseKind,
    ClauseScope,
    CompiledClause,
    FactPath,
    Facts,
    attested,
    instruments_of,
    named,
    posted_in,
    wider,
)

UNREAD = ("closed", "attested", "posted", "approved")  # what these say of a clause is told apart, by `said_of`
NAMED = ("offers", "equipment", "licensee_offers", "pit_offers")
STATES = ("offered", "not offered", "present", "not present")
ASKS = {"attest": "attested", "posting": "posted", "approval": "approved", "notice": "attested"}


@dataclass(frozen=True, slots=True)
class Read:
    """A fact that a clause read, and where it is written."""

    fact: FactPath
    name: str
    value: str
    basis: str  # filed, attested, missing
    path: Path


class Watched(dict[str, object]):
    """Facts that remember what was read of them, and what the payout words noted."""

    def __init__(self, facts: Facts, path: FactPath = (), root: Watched | None = None) -> None:
        super().__init__(facts)
        self.path, self.root = path, root or self
        self.notes: list[tuple[FactPath, object, object]] = self.root.notes if root else []
        self.reads: dict[FactPath, object] = self.root.reads if root else {}
        self.compared = ""  # the printed table that came closest, where none was selected

    def get(self, key: str, default: object = None) -> object:
        value = super().get(key, default)
        path = (*self.path, key)
        if key in NAMED and not self.path or self.path == ("offers",) and isinstance(value, dict):
            return Watched(value if isinstance(value, dict) else {}, path, self.root)
        if key not in UNREAD:
            self.reads[path] = value
        return value

    def __contains__(self, key: object) -> bool:
        found = super().__contains__(key)
        if self.path == ("offers",):
            self.reads[*self.path, str(key)] = True if found else False if dict.get(self.root, "closed") else None
        return found

    def __bool__(self) -> bool:
        return True  # an empty list of offers is read like any other

    def note(self, path: FactPath, law: object, filed: object) -> None:
        self.notes.append((path, law, filed))


def watch(v: ClauseVerdict) -> Watched:
    """The facts after every reading of the clause has read them."""
    facts = Watched(v.facts)
    for check in [r[2] for r in v.clause.readings] or ([v.clause.check] if v.clause.check else []):
        check(v.event.facts, facts) if v.event else check(facts)
    return facts


def subject_of(v: ClauseVerdict, facts: Watched) -> FactPath:
    """The fact that the finding points at: as precise as what is off allows."""
    clause = v.clause
    if v.verdict == FAIL and any(said is False for _, said in said_of(clause, v.facts)):
        return "attested", clause.id
    if clause.kind == ClauseKind.AUTHORITY and v.name:
        return "offers", v.name
    if clause.kind == ClauseKind.PAYOUT and facts.notes:
        return facts.notes[0][0]
    if clause.kind == ClauseKind.REQUIRES and at(v.facts, clause.other) is False:
        return clause.other
    where = clause.other if comes_to(v) is not None else clause.subject
    if clause.kind in (ClauseKind.BOUND, ClauseKind.DERIVED) and v.verdict in (FAIL, OPEN) and not v.event:
        return (*where, *entries_off(v)[:1])
    return where


def comes_to(v: ClauseVerdict) -> object:
    """What the subject follows to be, where that is not what is filed."""
    found = v.clause.comes(v.facts) if v.clause.comes else None
    return None if found == at(v.facts, v.clause.subject) else found


def stands(v: ClauseVerdict, place: FactPath) -> object:
    """What stands at the place that a finding points at; of what follows from there, what it comes to."""
    if v.event:
        return v.event.facts.get("notice")
    if place[:1] == ("attested",):
        return attested(v.facts, v.clause.id)
    whole = comes_to(v) if v.clause.comes else None
    if whole is None:
        whole = at(v.facts, v.clause.subject)
    elif place == v.clause.other:
        return whole
    if place[:-1] in (v.clause.subject, v.clause.other) and isinstance(whole, dict):
        return next((value for key, value in whole.items() if str(key) == place[-1]), None)
    return at(v.facts, place)


def entries_off(v: ClauseVerdict) -> tuple[str, ...]:
    """Of a map, the entries that fail by themselves."""
    clause = v.clause
    value = clause.comes(v.facts) if clause.comes else at(v.facts, clause.subject)
    if not isinstance(value, dict) or len(value) < 2 or clause.check is None:
        return ()
    alone = _with(v.facts, clause.other, None) if clause.comes else v.facts  # so that nothing else follows
    wrong = (key for key, part in value.items() if clause.check(_with(alone, clause.subject, {key: part})) == FAIL)
    return tuple(str(key) for key in wrong)


def _with(facts: Facts, path: FactPath, value: object) -> Facts:
    """A copy of the facts with another value at the path."""
    first, rest = path[0], path[1:]
    if not rest:
        return {**facts, first: value}
    inside = facts.get(first)
    return {**facts, first: _with(inside if isinstance(inside, dict) else {}, rest, value)}


def at(facts: Facts, path: FactPath) -> object:
    value: object = facts
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def reads_of(
    v: ClauseVerdict, facts: Watched, filing: Filing, table: FiledTable | None, vocabulary: Vocabulary
) -> tuple[Read, ...]:
    bare = [(fact, None) for fact in _bare(v)] if v.verdict == NEEDS else []
    return tuple(
        Read(fact, fact_name(fact, vocabulary), told(fact, value, vocabulary), _basis(fact, value), written(v, filing, table, fact))
        for fact, value in (*facts.reads.items(), *bare, *said_of(v.clause, v.facts)) if fact != ("offers",)
    )  # fmt: skip


def _bare(v: ClauseVerdict) -> Iterator[FactPath]:
    """Of the map that the subject follows from, the entries that it lacks for a stake on offer."""
    filed, stakes = at(v.facts, v.clause.other), at(v.facts, (*v.clause.other[:2], "stakes"))
    if (
        v.clause.kind != ClauseKind.BARS
        and isinstance(filed, dict)
        and isinstance(stakes, tuple)
        and len(v.clause.other) == 3
    ):
        yield from ((*v.clause.other, str(stake)) for stake in stakes if stake not in filed)


def written(v: ClauseVerdict, filing: Filing, table: FiledTable | None, fact: FactPath) -> Path:
    """Where a fact is written: of a pit beside its tables, of the licensee in the submission, else at the table."""
    if v.clause.scope == ClauseScope.PIT and fact[:1] != ("attested",):
        return filing.written(None, ("pits", v.name, *fact))
    return filing.written(None if v.clause.scope == ClauseScope.LICENSEE else table, fact)


def said_of(clause: CompiledClause, facts: Facts) -> Iterator[tuple[FactPath, object]]:
    """What an attestation, a statement or an instrument says of a clause that asks for one."""
    ask = ASKS.get(clause.kind)
    if ask:
        said = attested(facts, clause.id) if ask == "attested" else named(facts, clause.id)
        held = approved_or_posted(facts, ask)
        if ask != "attested" and said is None and any(key in held for key in (clause.id, clause.cite)):
            said = True
        yield (ask, clause.id), said


def approved_or_posted(facts: Facts, ask: str) -> Collection[str]:
    """The provisions that instruments approve, or what notices state."""
    return {key for key, _ in instruments_of(facts)} if ask == "approved" else posted_in(facts)


def attestation_of(filing: Filing, clause: CompiledClause, table: FiledTable | None) -> Attestation | None:
    """The attestation that counts for a clause at a table: of the closest provision, and what was observed first."""
    for provision in wider(clause.id):
        said = [
            a for a in filing.attestations
            if a.provision == provision and (a.tables is None or table is not None and table.number in a.tables)
        ]  # fmt: skip
        if said:
            return min(said, key=lambda a: a.basis != "observed")
    return None


def told(fact: FactPath, value: object, vocabulary: Vocabulary) -> str:
    if value is not None and (fact[0] == "offers" and len(fact) == 2 or fact[0] in ("licensee_offers", "pit_offers")):
        return "not offered" if value is False else "offered"
    if value is not None and fact[0] == "equipment" and len(fact) == 2:
        return "present" if value else "not present"
    return show_named(value, fact_type(fact, vocabulary), vocabulary)


def _basis(fact: FactPath, value: object) -> str:
    return "missing" if value is None else "attested" if fact[0] == "attested" else "filed"
