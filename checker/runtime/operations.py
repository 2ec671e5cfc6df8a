"""The words that generated clauses are written in: three-valued conditions on the facts of a table.

True, False, and None for *unknown*. Standard library only: a standalone validator carries this file as it is.

>>> table = {"decks": 5, "offers": {"streak": {}}, "closed": True}
>>> print(verdict(offered(table, "streak"), among(table.get("decks"), (6, 8))))
fail
>>> print(verdict(offered(table, "streak"), among(table.get("shoes"), (1,))))
needs evidence
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any


class Verdict(StrEnum):
    """What a clause is judged to be at a place."""

    PASS = "pass"
    FAIL = "fail"
    NEEDS = "needs evidence"
    OPEN = "open"  # the text of the law does not settle it
    APPROVED = "approved"  # it would fail without an instrument of approval
    NOT_APPLICABLE = "not applicable"


PASS, FAIL, NEEDS, OPEN = Verdict.PASS, Verdict.FAIL, Verdict.NEEDS, Verdict.OPEN
APPROVED, NOT_APPLICABLE = Verdict.APPROVED, Verdict.NOT_APPLICABLE


class ClauseKind(StrEnum):
    """What a clause demands."""

    APPROVAL = "approval"
    ATTEST = "attest"
    AUTHORITY = "authority"
    BARS = "bars"
    BOUND = "bound"
    CHARGE = "charge"
    DERIVED = "derived"
    ELECTION = "election"
    INDEPENDENT = "independent"
    IRREGULARITY = "irregularity"
    NOTICE = "notice"
    OFFERED = "offered"
    OUTCOME = "outcome"
    PAYOUT = "payout"
    POSTING = "posting"
    RANK = "rank"
    RANKING = "ranking"
    REQUIRES = "requires"
    RESULT = "result"
    ROUNDING = "rounding"
    SAME = "same"
    SIGHT = "sight"


class ClauseScope(StrEnum):
    """At what a clause is judged."""

    LICENSEE = "licensee"
    PIT = "pit"
    TABLE = "table"
    SAME = "same"  # tables together
    EVENT = "event"
    ROUND = "round"


class ClauseBasis(StrEnum):
    """How well the start of a version is established."""

    FIRM = "firm"
    INFERRED = "inferred"
    PRESUMED = "presumed"


Truth = bool | None
Value = Any  # of a fact: a word, a number, a flag, a tuple or a map of these; None where it is not known
Facts = dict[str, Value]
FactPath = tuple[str, ...]  # as the facts nest: ("offers", offer, field), ("equipment", name), (field,)


class Absent:
    """The field of an offer that is not offered: every comparison with it is false."""

    def __repr__(self) -> str:
        return "not offered"


ABSENT = Absent()


@dataclass(frozen=True, slots=True)
class Clause:
    """One version of one clause, as the checker runs it."""

    id: str
    kind: ClauseKind
    scope: ClauseScope
    game: str | None
    since: str | None  # ISO days; None: since ever
    until: str | None
    basis: ClauseBasis
    ground: str
    check: Callable[..., Any] | None
    subject: tuple[str, ...]  # where in the facts the subject stands
    words: str
    expected: str
    cure: str
    source: str  # the .rules file and line
    per: tuple[str, ...] = ()
    readings: tuple[tuple[str, str, Callable[..., Any], str], ...] = ()  # (name, ground, check, expected)
    other: tuple[str, ...] = ()  # the second place that the clause is about, where it has one
    floor: bool = False  # what is missing can only be seen on the floor
    opened: str = ""  # adoption: from then to an inferred start, a breach is open
    quantity: Callable[[Facts], Any] | None = None  # what a bound that depends on other facts comes to
    comes: Callable[[Facts], Any] | None = None  # what the subject comes to, where that need not be filed
    elsewhere: tuple[str, ...] = ()  # of a game: where its other offers are authorised, in a text that is not in hand
    odd: tuple[tuple[str, str, str], ...] = ()  # what is odd in the law here: (code, kind, in short)
    span: str = ""  # licensee or pit, for what must be the same over several tables

    @property
    def cite(self) -> str:
        """The provision, without the clause's own name."""
        return self.id.partition("/")[0]

    footprint: tuple[FactPath, ...] | None = None  # paths of the facts that it can observe; None: not known
    version: str = ""  # digest of what this version asks, whenever it is in force and wherever it is written


# ---- three values


def both(*truths: Truth) -> Truth:
    if False in truths:
        return False
    return None if None in truths else True


def either(*truths: Truth) -> Truth:
    if True in truths:
        return True
    return None if None in truths else False


def no(truth: Truth) -> Truth:
    return None if truth is None else not truth


def verdict(applies: Truth, holds: Truth) -> Verdict:
    if applies is False:
        return NOT_APPLICABLE
    if holds is True:
        return PASS
    return FAIL if applies is True and holds is False else NEEDS


def by_readings(verdicts: tuple[Verdict, ...]) -> Verdict:
    """The verdict of a clause whose text is open: each reading counts."""
    kinds = set(verdicts)
    if FAIL in kinds:
        return FAIL if kinds == {FAIL} else OPEN if kinds & {PASS, NOT_APPLICABLE, OPEN} else NEEDS
    for kind in (OPEN, NEEDS, PASS):
        if kind in kinds:
            return kind
    return NOT_APPLICABLE


# ---- reading facts


def offered(t: Facts, name: str) -> Truth:
    if name in (t.get("offers") or ()):
        return True
    return False if t.get("closed") else None


def present(t: Facts, name: str) -> Truth:
    """Equipment at the table: what is not named is unknown."""
    return (t.get("equipment") or {}).get(name)


def offered_in(t: Facts, scope: str, name: str) -> Truth:
    """Whether any table of the table's pit, or of the licensee, offers NAME."""
    return (t.get(f"{scope}_offers") or {}).get(name)


def of(t: Facts, field: str, name: str) -> Any:
    """`maximum of streak`"""
    offer = (t.get("offers") or {}).get(name)
    if offer is None:
        return ABSENT if t.get("closed") else None
    return offer.get(field)


def entry(t: Facts, field: str, name: str) -> Any:
    """`stake of streak` in a round: the record keeps one entry a wager."""
    return (t.get(field) or {}).get(name)


def payout(t: Facts, wager: str, outcome: str) -> Any:
    """The number in a filed payout row."""
    rows = of(t, "payouts", wager)
    if rows is None or rows is ABSENT:
        return rows
    row = rows.get(outcome)
    return None if row is None else row[1]


def attested(t: Facts, clause: str) -> Truth:
    """What was attested of the clause, its provision, or the provision that contains it: the closest counts."""
    said = t.get("attested") or {}
    for key in wider(clause):
        if key in said:
            return said[key]  # type: ignore[no-any-return]
    return None


def wider(clause: str) -> tuple[str, ...]:
    """
    >>> wider("19:47-2.2(a)3i/x")
    ('19:47-2.2(a)3i/x', '19:47-2.2(a)3i', '19:47-2.2(a)3', '19:47-2.2(a)', '19:47-2.2')
    """
    found = [clause]
    cite = clause.partition("/")[0]
    while cite and cite != found[-1] or len(found) == 1:
        if cite not in found:
            found.append(cite)
        section, _, label = cite.partition("(")
        if not label:
            break
        letters, _, rest = label.partition(")")
        stem = rest.rstrip("abcdefghijklmnopqrstuvwxyz") if rest[-1:].isalpha() else ""
        cite = f"{section}({letters}){stem}" if rest else section
    return tuple(found)


def named(t: Facts, clause: str) -> Truth:
    """What was attested of the clause or its provision itself: a word on a whole section is no instrument and no sign."""
    said = t.get("attested") or {}
    return next((said[key] for key in (clause, clause.partition("/")[0]) if key in said), None)


def posted(t: Facts, subject: str, clause: str) -> Truth:
    return True if subject in (t.get("posted") or ()) else named(t, clause)


def approved(t: Facts, clause: str, *filed: Any) -> Truth:
    """An instrument names the clause or its provision; one that names a value approves only that value."""
    keys = (clause, clause.partition("/")[0])
    held = [value for key, value in t.get("approved") or () if key in keys]
    value = filed[0] if filed else None
    if held and (not filed or value is not None and value is not ABSENT and (None in held or value in held)):
        return True
    return named(t, clause)


# ---- comparing


_MANY = (tuple, list, dict)


def _each(value: Any) -> tuple[Any, ...]:
    if isinstance(value, dict):
        return tuple(value.values())
    return tuple(value) if isinstance(value, tuple | list) else (value,)


def _compare(a: Any, b: Any, test: Callable[[Any, Any], bool]) -> Truth:
    if a is ABSENT or b is ABSENT:
        return False
    if a is None or b is None:
        return None
    if not isinstance(a, _MANY) and not isinstance(b, _MANY):
        return test(a, b)
    if a in ((), {}) or b in ((), {}):
        return None
    if isinstance(a, dict) and None in a.values() or isinstance(b, dict) and None in b.values():  # an entry is unknown
        return both(*(None if None in (x, y) else test(x, y) for x in _each(a) for y in _each(b)))
    return all(test(x, y) for x in _each(a) for y in _each(b))


def at_least(a: Any, b: Any) -> Truth:
    """
    >>> at_least(5, (4, 5)), at_least(5, ()), at_least(5, {1: 4, 2: None}), at_least({1: 5, 2: None}, 6)
    (True, None, None, False)
    """
    return _compare(a, b, lambda x, y: x >= y)


def at_most(a: Any, b: Any) -> Truth:
    return _compare(a, b, lambda x, y: x <= y)


def more(a: Any, b: Any) -> Truth:
    return _compare(a, b, lambda x, y: x > y)


def less(a: Any, b: Any) -> Truth:
    return _compare(a, b, lambda x, y: x < y)


def equal(a: Any, b: Any) -> Truth:
    """All of a set for a quantity; one of a set for a name."""
    if isinstance(a, tuple) and isinstance(b, str):
        return b in a
    return _compare(a, b, lambda x, y: x == y)


def unequal(a: Any, b: Any) -> Truth:
    return False if a is ABSENT or b is ABSENT else no(equal(a, b))


def among(a: Any, values: tuple[Any, ...]) -> Truth:
    if a is None or a is ABSENT or a in ((), {}):
        return False if a is ABSENT else None
    return all(x in values for x in _each(a))


def not_among(a: Any, values: tuple[Any, ...]) -> Truth:
    if a is None or a is ABSENT or a in ((), {}):
        return False if a is ABSENT else None
    return not any(x in values for x in _each(a))


def all_equal(a: Any, b: Any) -> Truth:
    """`is exactly`: every element of a set, every value of a map."""
    return _compare(a, b, lambda x, y: x == y)


def in_order(a: Any, order: tuple[str, ...]) -> Truth:
    return None if a is None else tuple(a) == order


def truthy(a: Any) -> Truth:
    return None if a is None else False if a is ABSENT else bool(a)


def greater(a: Any, b: Any) -> Any:
    return None if a is None or b is None else ABSENT if ABSENT in (a, b) else max(a, b)


def lesser(a: Any, b: Any) -> Any:
    return None if a is None or b is None else ABSENT if ABSENT in (a, b) else min(a, b)


def plus(a: Any, b: Any) -> Any:
    return None if a is None or b is None else ABSENT if ABSENT in (a, b) else a + b


def minus(a: Any, b: Any) -> Any:
    return None if a is None or b is None else ABSENT if ABSENT in (a, b) else a - b


def times(a: Any, b: Any) -> Any:
    return None if a is None or b is None else ABSENT if ABSENT in (a, b) else a * b


def over(a: Any, b: Any) -> Any:
    return None if a is None or b is None or b == 0 else ABSENT if ABSENT in (a, b) else Fraction(a) / b


def modulo(a: Any, b: Any) -> Any:
    return None if a is None or b is None or b == 0 else ABSENT if ABSENT in (a, b) else a % b


def given(applies: Truth, value: Any) -> Any:
    """What follows where the condition holds; unknown where it does not, or is not known to."""
    return value if applies is True else None


def agreed(*values: Any) -> Any:
    """What follows in every reading."""
    return values[0] if all(value == values[0] for value in values) else None


def row(t: Facts, key: str, rows: dict[Any, Any]) -> Any:
    """`follows by KEY`"""
    return rows.get(t.get(key))


def by_row(t: Facts, value: Any, key: str, rows: dict[Any, Any], test: Callable[[Any, Any], Truth]) -> Truth:
    """`is at least by KEY`: a map entry by entry, any other value with the row that the table's KEY selects."""
    if value is ABSENT:
        return False
    if isinstance(value, dict):
        return None if not value else both(*(test(v, rows[k]) if k in rows else False for k, v in value.items()))
    selected = t.get(key) if key else None  # no key: a map, of which nothing is known
    if selected is None:
        return None
    return test(value, rows[selected]) if selected in rows else False


# ---- payouts: outcome → (kind, value)

Rows = dict[str, tuple[str, Any]]


def _pay(
    t: Facts, wager: str, outcome: str, law: tuple[str, Any], test: Callable[[Any, Any], bool], filed: Rows
) -> Truth:
    row = filed.get(outcome)
    if row is None or row[0] != law[0]:
        _note(t, wager, outcome, law, row)
        return None
    if not test(row[1], law[1]):
        _note(t, wager, outcome, law, row)
        return False
    return True


def _note(t: Facts, wager: str, outcome: str, law: Any, row: Any) -> None:
    """Only the explaining run keeps notes; on the fast path `t` is a plain dictionary."""
    _note_at(t, ("offers", wager, "payouts", outcome), law, row)


def _note_at(t: Facts, path: tuple[str, ...], law: Any, filed: Any) -> None:
    note = getattr(t, "note", None)
    if note:
        note(path, law, filed)


def pays_exactly(t: Facts, wager: str, rows: Rows) -> Truth:
    filed = of(t, "payouts", wager)
    if filed is None or filed is ABSENT:
        return None
    known = [_pay(t, wager, outcome, law, lambda x, y: bool(x == y), filed) for outcome, law in rows.items()]
    for outcome in filed:
        if outcome not in rows:
            _note(t, wager, outcome, None, filed.get(outcome))
            known.append(False)
    return both(*known)


def pays_at_least(t: Facts, wager: str, rows: Rows) -> Truth:
    filed = of(t, "payouts", wager)
    if filed is None or filed is ABSENT:
        return None
    return both(*[_pay(t, wager, outcome, law, lambda x, y: bool(x >= y), filed) for outcome, law in rows.items()])


def every_row(t: Facts, wager: str, low: tuple[str, Any] | None, high: tuple[str, Any] | None) -> Truth:
    """A single figure, or two, for whatever outcome the wager pays on."""
    filed = of(t, "payouts", wager)
    if not filed or filed is ABSENT:
        return None
    known: list[Truth] = []
    for outcome in filed:
        if low is not None:
            known.append(_pay(t, wager, outcome, low, lambda x, y: bool(x >= y), filed))
        if high is not None:
            known.append(_pay(t, wager, outcome, high, lambda x, y: bool(x <= y), filed))
    return both(*known)


def by_block(t: Facts, key: str, blocks: dict[Any, Any], test: Callable[[Any], Truth]) -> Truth:
    """`pays ... by KEY`: the block of the table's value; a value without a block fails."""
    selected = t.get(key)
    if selected is None:
        return None
    if selected not in blocks:
        _note_at(t, (key,), tuple(blocks), selected)
        return False
    return test(blocks[selected])


def one_table(t: Facts, wager: str, tables: dict[str, Rows], test: Callable[[Facts, str, Rows], Truth]) -> Truth:
    """One whole table of several: the one that is selected, else any."""
    selected = of(t, "selection", wager)
    if selected is ABSENT:
        return None
    if selected is not None:
        if selected not in tables:
            _note_at(t, ("offers", wager, "selection"), tuple(tables), selected)
            return False
        return test(t, wager, tables[selected])
    notes = getattr(t, "notes", None)
    if notes is None:
        return either(*[test(t, wager, rows) for rows in tables.values()])
    found, closest = [], None  # the explaining run keeps the notes of the table that comes closest
    for name, rows in tables.items():
        before = len(notes)
        found.append(test(t, wager, rows))
        mine = notes[before:]
        del notes[before:]
        if closest is None or len(mine) < len(closest):
            closest, t.compared = mine, name  # type: ignore[attr-defined]
    notes += closest or []
    return either(*found)


# ---- authority and notices


def authorised(t: Facts, name: str) -> Verdict:
    """While the version is in force; that no version is, the judge knows."""
    return PASS if offered(t, name) is True else NOT_APPLICABLE


def notified(event: Facts, lead: int | None, written: bool, to: tuple[str, ...]) -> Truth:
    """Whether the notice of an event meets what the clause itself states of it."""
    notice = event.get("notice")
    if notice is None or notice is False:
        return notice
    known: list[Truth] = []
    if lead is not None:
        known.append(at_least(notice.get("lead_minutes"), lead))
    if written:
        known.append(notice.get("written"))
    told = notice.get("to")
    known += [None if told is None else name in told for name in to]
    return both(*known)


def notice_given(
    event: Facts, applies: Truth, lead: int | None, written: bool, to: tuple[str, ...], t: Facts, clause: str
) -> Verdict:
    """A clause that states nothing itself refers to a text that is not in hand: only an attestation can answer it."""
    if applies is False:
        return NOT_APPLICABLE
    notice = event.get("notice")
    if notice is None or notice is False or lead is not None or written or to:
        return verdict(applies, notified(event, lead, written, to))
    spoken = any(key in (t.get("attested") or ()) for key in wider(clause))
    return verdict(applies, attested(t, clause)) if spoken else OPEN
