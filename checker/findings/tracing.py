"""Traces what a clause reads: runs the generated function once more over facts that record every read."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pitboss.checker.filing.facts import field_name, path_of
from pitboss.checker.filing.model import Attestation, FiledTable, Filing, Path
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.fact_text import fact_name, fact_type, in_part, show_named, show_parts
from pitboss.checker.judging.judge import ClauseVerdict
from pitboss.checker.runtime.operations import (
    FAIL,
    NEEDS,
    OPEN,
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
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.grammar.quick_start import dataclass

UNREAD = ("closed", "attested", "posted", "approved")  # `answers_on` reports these separately
NAMED = ("offers", "equipment", "licensee_offers", "pit_offers", "at_once")
STATES = ("offered", "not offered", "present", "not present")


@dataclass(frozen=True, slots=True)
class Read:
    """A fact that a clause read, and where it is written."""

    fact: FactPath
    name: str
    value: str
    basis: str  # filed, attested, missing
    path: Path


class Watched(dict[str, object]):
    """Facts that record what was read of them, and the notes of the payout operations."""

    def __init__(self, facts: Facts, path: FactPath = (), root: Watched | None = None) -> None:
        super().__init__(facts)
        self.path, self.root = path, root or self
        self.notes: list[tuple[FactPath, object, object]] = self.root.notes if root else []
        self.reads: dict[FactPath, object] = self.root.reads if root else {}
        self.compared = ""  # the printed table that matched best, if none was selected

    def get(self, key: str, default: object = None) -> object:
        value = super().get(key, default)
        path = (*self.path, key)
        if key in NAMED and not self.path or self.path == ("offers",) and isinstance(value, dict):
            return Watched(value if isinstance(value, dict) else {}, path, self.root)
        if key not in UNREAD and (value is not None or self.path != ("at_once",)):
            self.reads[path] = self._stated(value)
        return value

    def __contains__(self, key: object) -> bool:
        found = super().__contains__(key)
        if self.path == ("offers",):
            self.reads[*self.path, str(key)] = True if found else self._stated(None)
        return found

    def _stated(self, value: object) -> object:
        """What is not in a complete list of offers is not offered."""
        return False if value is None and self.path == ("offers",) and at(dict(self.root), ("closed",)) else value

    def __bool__(self) -> bool:
        return True  # an empty list of offers is read like any other

    def note(self, path: FactPath, law: object, filed: object) -> None:
        self.notes.append((path, law, filed))


def watch(v: ClauseVerdict) -> Watched:
    """The facts after every reading of the clause has read them."""
    facts = Watched(v.facts)
    if v.unread:
        facts.reads[v.unread.fact] = at(v.facts, v.unread.fact)
        return facts
    for check in [r[2] for r in v.clause.readings] or ([v.clause.check] if v.clause.check else []):
        check(v.event.facts, facts) if v.event else check(facts)
    return facts


def subject_of(v: ClauseVerdict, facts: Watched) -> FactPath:
    """The fact that the finding points at, as precise as the error allows."""
    clause = v.clause
    if v.verdict == FAIL and any(answer is False for _, answer in answers_on(clause, v.facts)):
        return "attested", clause.id
    if v.unread:
        return v.unread.fact
    if clause.kind == ClauseKind.AUTHORITY and v.name:
        return "offers", v.name
    if clause.kind == ClauseKind.PAYOUT and facts.notes:
        return facts.notes[0][0]
    if clause.kind == ClauseKind.REQUIRES and at(v.facts, clause.other) is False:
        return clause.other
    if clause.kind == ClauseKind.SAME and clause.subject[-1:] == ("payouts",) and at(v.facts, clause.subject) is None:
        return (*clause.subject[:-1], "selection")  # what the table files of its payouts
    where = clause.other if comes_to(v) is not None else clause.subject
    if clause.kind in (ClauseKind.BOUND, ClauseKind.DERIVED) and v.verdict in (FAIL, OPEN) and not v.event:
        return (*where, *entries_off(v)[:1])
    return where


def comes_to(v: ClauseVerdict) -> object:
    """The value that the subject must have, if a different value is filed."""
    found = v.clause.comes(v.facts) if v.clause.comes else None
    return None if found == at(v.facts, v.clause.subject) else found


def stands(v: ClauseVerdict, place: FactPath) -> object:
    """The value at the place of a finding, or the value that follows from it."""
    if v.event:
        return v.event.facts.get("notice")
    if parts := parts_compared(v):
        return parts
    if place[:1] == ("attested",):
        return attested(v.facts, v.clause.id)
    whole = comes_to(v) if v.clause.comes else None
    if whole is None:
        whole = at(v.facts, v.clause.subject)
    elif place == v.clause.other:
        return whole
    if place[:-1] and place[:-1] in (v.clause.subject, v.clause.other) and isinstance(whole, dict):
        return next((value for key, value in whole.items() if str(key) == place[-1]), None)
    return at(v.facts, place)


def entries_off(v: ClauseVerdict) -> tuple[str, ...]:
    """For a map, the entries that fail by themselves."""
    clause = v.clause
    value = clause.comes(v.facts) if clause.comes else at(v.facts, clause.subject)
    if not isinstance(value, dict) or len(value) < 2 or clause.check is None:
        return ()
    alone = with_value(v.facts, clause.other, None) if clause.comes else v.facts  # so that nothing else follows
    wrong = (key for key, part in value.items() if clause.check(with_value(alone, clause.subject, {key: part})) == FAIL)
    return tuple(str(key) for key in wrong)


def with_value(facts: Facts, path: FactPath, value: object) -> Facts:
    """A copy of the facts with another value at the path; of a set that value alone, of a map the value in each entry."""
    first, rest = path[0], path[1:]
    known = facts.get(first)
    if rest:
        return {**facts, first: with_value(known if isinstance(known, dict) else {}, rest, value)}
    if value is None or isinstance(value, tuple | dict):
        return {**facts, first: value}
    if isinstance(known, tuple):
        value = (value,)
    elif isinstance(known, dict) and known:
        value = dict.fromkeys(known, value)
    return {**facts, first: value}


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
        Read(
            fact, fact_name(fact, vocabulary), in_part(fact_value(fact, value, vocabulary), part_of(v, fact)), _basis(fact, value),
            written(v, filing, table, fact),
        )
        for fact, value in (*facts.reads.items(), *bare, *answers_on(v.clause, v.facts))
        if fact != ("offers",) and not (value is None and _only_derives(v.clause, fact))
    )  # fmt: skip


def _only_derives(clause: CompiledClause, fact: FactPath) -> bool:
    """Whether the subject follows from this fact of another offer, and can as well be filed itself."""
    return clause.comes is not None and fact[:1] == ("offers",) and fact[1] != clause.subject[1]


def _bare(v: ClauseVerdict) -> Iterator[FactPath]:
    """For the map that the subject follows from, the missing entries of stakes on offer."""
    filed, stakes = at(v.facts, v.clause.other), at(v.facts, (*v.clause.other[:2], "stakes"))
    if (
        v.clause.kind != ClauseKind.BARS
        and isinstance(filed, dict)
        and isinstance(stakes, tuple)
        and len(v.clause.other) == 3
    ):
        yield from ((*v.clause.other, str(stake)) for stake in stakes if stake not in filed)


def written(v: ClauseVerdict, filing: Filing, table: FiledTable | None, fact: FactPath) -> Path:
    """Where a fact is written: pit facts with the pit's tables, licensee facts in the submission, others at the table.

    For a field that differs in parts of the table, the value of the part that was judged.
    """
    if fact[:1] == ("at_once",):
        fact = path_of(fact[-1])
    elif part := part_of(v, fact):
        n = 3 if fact[0] == "offers" else 1
        fact = (*fact[:n], part, *fact[n:])
    if v.clause.scope == ClauseScope.PIT and fact[:1] != ("attested",):
        return filing.written(None, ("pits", v.name, *fact))
    return filing.written(None if v.clause.scope == ClauseScope.LICENSEE else table, fact)


def part_of(v: ClauseVerdict, fact: FactPath) -> str:
    """The part of the table that has the value of a fact; empty where the whole table has it, or all parts are compared."""
    parts = v.facts.get("part")
    if not isinstance(parts, dict) or parts_compared(v):
        return ""
    return str(parts.get(field_name(fact), ""))


def parts_compared(v: ClauseVerdict) -> dict[str, object] | None:
    """The values of the subject in all parts of the table, where the clause compares them and there are several."""
    field, at_once = field_name(v.clause.subject), v.facts.get("at_once")
    if not isinstance(at_once, dict) or ("at_once", field) not in (v.clause.footprint or ()):
        return None
    return at_once.get(field)


def answers_on(clause: CompiledClause, facts: Facts) -> Iterator[tuple[FactPath, object]]:
    """The answers that attestations, postings or instruments give to a clause that requires one."""
    ask = clause.kind.evidence
    if ask:
        answer = attested(facts, clause.id) if ask == "attested" else named(facts, clause.id)
        held = approved_or_posted(facts, ask)
        if ask != "attested" and answer is None and any(key in held for key in (clause.id, clause.cite)):
            answer = True
        yield (ask, clause.id), answer


def approved_or_posted(facts: Facts, ask: str) -> Collection[str]:
    """The provisions that instruments approve, or what notices state."""
    return {key for key, _ in instruments_of(facts)} if ask == "approved" else posted_in(facts)


def attestation_of(filing: Filing, clause: CompiledClause, table: FiledTable | None) -> Attestation | None:
    """The attestation that counts for a clause at a table: of the closest provision, and observed before represented."""
    for provision in wider(clause.id):
        answer = [
            a for a in filing.attestations
            if a.provision == provision and (a.tables is None or table is not None and table.number in a.tables)
        ]  # fmt: skip
        if answer:
            return min(answer, key=lambda a: a.basis != "observed")
    return None


def fact_value(fact: FactPath, value: object, vocabulary: Vocabulary) -> str:
    if value is not None and (fact[0] == "offers" and len(fact) == 2 or fact[0] in ("licensee_offers", "pit_offers")):
        return "not offered" if value is False else "offered"
    if fact[0] == "at_once" and isinstance(value, dict):
        return show_parts(value, fact_type(path_of(fact[-1]), vocabulary), vocabulary)
    if value is not None and fact[0] == "equipment" and len(fact) == 2:
        return "present" if value else "not present"
    return show_named(value, fact_type(fact, vocabulary), vocabulary)


def _basis(fact: FactPath, value: object) -> str:
    return "missing" if value is None else "attested" if fact[0] == "attested" else "filed"
