"""The operations that generated clauses call: three-valued conditions on the facts of a table.

True, False, and None for *unknown*. Standard library only: a standalone validator contains this file unchanged.

>>> table = {"decks": 5, "offers": {"streak": {}}, "closed": True}
>>> print(verdict(offered(table, "streak"), among(table.get("decks"), (6, 8))))
fail
>>> print(verdict(offered(table, "streak"), among(table.get("shoes"), (1,))))
needs evidence
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from fractions import Fraction

from pitboss.checker.runtime.cures import Cure
from pitboss.grammar.clause_kinds import ClauseKind
from pitboss.grammar.quick_start import TypeVar, dataclass


class Verdict(StrEnum):
    """The verdict of a clause at a place."""

    PASS = "pass"
    FAIL = "fail"
    NEEDS = "needs evidence"
    OPEN = "open"  # the text of the law is ambiguous here
    APPROVED = "approved"  # it would fail without an instrument of approval
    NOT_APPLICABLE = "not applicable"


PASS, FAIL, NEEDS, OPEN = Verdict.PASS, Verdict.FAIL, Verdict.NEEDS, Verdict.OPEN
APPROVED, NOT_APPLICABLE = Verdict.APPROVED, Verdict.NOT_APPLICABLE


class ClauseScope(StrEnum):
    """The scope in which a clause is judged."""

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
Facts = dict[str, object]  # values: words, numbers, flags, tuples and maps of these; None if a value is unknown
FactPath = tuple[str, ...]  # as the facts nest: ("offers", offer, field), ("equipment", name), (field,)


class Absent:
    """The field of an offer that is not offered: whatever else a comparison reads, known or not, it is false."""

    def __repr__(self) -> str:
        return "not offered"


ABSENT = Absent()

Scalar = int | Fraction | str  # a flag is an int
Value = Scalar | Absent | tuple[Scalar, ...] | list[Scalar] | dict[object, Scalar | None] | None  # the operands
Quantity = int | Fraction | Absent | None  # the value of a term; None if unknown
Payout = tuple[str, int | Fraction]  # how an outcome pays (odds, money, meter), and the figure
Test = Callable[[Scalar, Scalar], bool]  # a comparison of two known values
Rows = dict[str, Payout]  # by outcome
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CompiledClause:
    """One version of one clause, as the checker runs it."""

    id: str
    kind: ClauseKind
    scope: ClauseScope
    game: str | None
    since: str | None  # ISO days; None: from the beginning
    until: str | None
    basis: ClauseBasis
    ground: str
    check: Callable[..., Verdict] | None
    subject: tuple[str, ...]  # the path of the subject in the facts
    words: str
    expected: str
    cure: Cure
    source: str  # the .rules file and line
    per: tuple[str, ...] = ()
    readings: tuple[tuple[str, str, Callable[..., Verdict], str], ...] = ()  # (name, ground, check, expected)
    other: tuple[str, ...] = ()  # the second place that the clause is about, where it has one
    floor: bool = False  # missing evidence can only be found on the floor
    opened: str = ""  # adoption: from that day to an inferred start, a breach is open
    quantity: Callable[[Facts], object] | None = None  # the value of a bound that depends on other facts
    comes: Callable[[Facts], object] | None = None  # the value of the subject, if it need not be filed
    elsewhere: tuple[str, ...] = ()  # of a game: where its other offers are authorized, in a text that is not available
    anomalies: tuple[tuple[str, str, str], ...] = ()  # the anomalies of the provision: (code, kind, summary)
    span: str = ""  # licensee or pit, for values that must be the same over several tables
    printed: str = ""  # the last day on which the section's print can have appeared

    @property
    def cite(self) -> str:
        """The provision, without the name of the clause."""
        return self.id.partition("/")[0]

    def older_print(self, day: str) -> str:
        """A warning that the section was printed before the day, so that later amendments are not known; empty if it was not."""
        if not self.printed or day <= self.printed:
            return ""
        section = self.cite.partition("(")[0]
        return f"{section} is known from a print of {self.printed[:4]}: later amendments are not available"

    footprint: tuple[FactPath, ...] | None = None  # paths of the facts that it can observe; None: unknown
    version: str = ""  # digest of the content of this version, independent of its dates and its place in the files


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
    """The verdict of a clause with an ambiguous text: every reading counts."""
    kinds = set(verdicts)
    if FAIL in kinds:
        return FAIL if kinds == {FAIL} else OPEN if kinds & {PASS, NOT_APPLICABLE, OPEN} else NEEDS
    for kind in (OPEN, NEEDS, PASS):
        if kind in kinds:
            return kind
    return NOT_APPLICABLE


# ---- reading facts


def offers_of(t: Facts) -> Mapping[str, Facts]:
    """The facts of each offer by its name."""
    offers = t.get("offers")
    return offers if isinstance(offers, dict) else {}


def answers_of(t: Facts) -> Mapping[str, Truth]:
    """What is attested, by provision or clause."""
    answers = t.get("attested")
    return answers if isinstance(answers, dict) else {}


def instruments_of(t: Facts) -> Collection[tuple[str, object]]:
    """The provision and the value of each approval in force; a value of None approves any."""
    instruments = t.get("approved")
    return instruments if isinstance(instruments, frozenset | tuple | list) else ()


def posted_in(t: Facts) -> Collection[str]:
    """The subjects that notices at the table state."""
    posted = t.get("posted")
    return posted if isinstance(posted, frozenset | set | tuple | list) else ()


def offered(t: Facts, name: str) -> Truth:
    if name in offers_of(t):
        return True
    return False if t.get("closed") else None


def present(t: Facts, name: str) -> Truth:
    """Whether the equipment is at the table; equipment that is not listed is unknown."""
    return _member(t, "equipment", name)


def offered_in(t: Facts, scope: str, name: str) -> Truth:
    """Whether any table of the table's pit, or of the licensee, offers NAME."""
    return _member(t, f"{scope}_offers", name)


def _member(t: Facts, field: str, name: str) -> Truth:
    """The flag of a name in a map of flags."""
    flags = t.get(field)
    return flags.get(name) if isinstance(flags, dict) else None


def of(t: Facts, field: str, name: str) -> object:
    """`maximum of streak`"""
    offer = offers_of(t).get(name)
    if offer is None:
        return ABSENT if t.get("closed") else None
    return offer.get(field)


def entry(t: Facts, field: str, name: str) -> Value:
    """`stake of streak` in a round: a record has one entry per wager."""
    entries = t.get(field)
    value: Value = entries.get(name) if isinstance(entries, dict) else None
    return value


def payout(t: Facts, wager: str, outcome: str) -> Quantity:
    """The number in a filed payout row."""
    rows = of(t, "payouts", wager)
    if not isinstance(rows, dict):
        return ABSENT if rows is ABSENT else None
    row: Payout | None = rows.get(outcome)
    return None if row is None else row[1]


def _filed_rows(t: Facts, wager: str) -> Rows | None:
    """The filed payouts of a wager; None if there are none."""
    rows = of(t, "payouts", wager)
    return rows if isinstance(rows, dict) else None


def attested(t: Facts, clause: str) -> Truth:
    """The attestation of the clause, of its provision, or of the provision that contains it: the closest counts."""
    answers = answers_of(t)
    return next((answers[key] for key in wider(clause) if key in answers), None)


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
    """The attestation of the clause or of its provision itself; one on a whole section is neither an instrument nor a sign."""
    answers = answers_of(t)
    return next((answers[key] for key in (clause, clause.partition("/")[0]) if key in answers), None)


def posted(t: Facts, subject: str, clause: str) -> Truth:
    return True if subject in posted_in(t) else named(t, clause)


def approved(t: Facts, clause: str, *filed: object) -> Truth:
    """Whether an instrument names the clause or its provision; one that names a value approves only that value."""
    keys = (clause, clause.partition("/")[0])
    held = [value for key, value in instruments_of(t) if key in keys]
    value = filed[0] if filed else None
    if held and (not filed or value is not None and value is not ABSENT and (None in held or value in held)):
        return True
    return named(t, clause)


# ---- comparing


_MANY = (tuple, list, dict)
_ONE = frozenset({int, Fraction, str, bool})


def _each(value: Value) -> tuple[Scalar | None, ...]:
    """The entries of a map, the elements of a set, or the one value."""
    if value is None or isinstance(value, Absent):
        return ()
    if isinstance(value, dict):
        return tuple(value.values())
    return tuple(value) if isinstance(value, tuple | list) else (value,)


def _compare(a: Value, b: Value, test: Test) -> Truth:
    if type(a) in _ONE and type(b) in _ONE:  # nearly every comparison
        return test(a, b)  # type: ignore[arg-type]  # `isinstance` would tell the type, in three times the time
    if isinstance(a, Absent) or isinstance(b, Absent):
        return False
    if a is None or b is None:
        return None
    if not isinstance(a, _MANY) and not isinstance(b, _MANY):
        return test(a, b)
    if a in ((), {}) or b in ((), {}):
        return None
    return both(*(None if x is None or y is None else test(x, y) for x in _each(a) for y in _each(b)))


def at_least(a: Value, b: Value) -> Truth:
    """
    >>> at_least(5, (4, 5)), at_least(5, ()), at_least(5, {1: 4, 2: None}), at_least({1: 5, 2: None}, 6)
    (True, None, None, False)
    """
    return _compare(a, b, operator.ge)


def at_most(a: Value, b: Value) -> Truth:
    return _compare(a, b, operator.le)


def more(a: Value, b: Value) -> Truth:
    return _compare(a, b, operator.gt)


def less(a: Value, b: Value) -> Truth:
    return _compare(a, b, operator.lt)


def equal(a: Value, b: Value) -> Truth:
    """All of a set for a quantity; one of a set for a name."""
    if type(a) in _ONE and type(b) in _ONE:  # nearly every comparison
        return a == b
    if isinstance(a, tuple) and isinstance(b, str):
        return b in a
    return _compare(a, b, operator.eq)


def unequal(a: Value, b: Value) -> Truth:
    return False if a is ABSENT or b is ABSENT else no(equal(a, b))


def among(a: Value, values: tuple[Scalar, ...]) -> Truth:
    if a is None or a is ABSENT or a in ((), {}):
        return False if a is ABSENT else None
    return all(x in values for x in _each(a))


def not_among(a: Value, values: tuple[Scalar, ...]) -> Truth:
    if a is None or a is ABSENT or a in ((), {}):
        return False if a is ABSENT else None
    return not any(x in values for x in _each(a))


def all_equal(a: Value, b: Value) -> Truth:
    """`is exactly`: every element of a set, every value of a map."""
    return _compare(a, b, operator.eq)


def in_order(a: tuple[str, ...] | None, order: tuple[str, ...]) -> Truth:
    """Whether a list is in this order; an empty list is unknown, as an empty set is.

    >>> in_order(("pair", "straight"), ("straight", "pair")), in_order((), ("straight", "pair"))
    (False, None)
    """
    return tuple(a) == order if a else None


def uniform(t: Facts, name: str, stated: Callable[[], object]) -> Truth:
    """Whether a field has one value in all parts of the table; `at_once` has the values of a field with several.

    >>> uniform({"at_once": {"rate": {"seat_1": 4, "seat_2": 5}}}, "rate", lambda: 4), uniform({}, "rate", lambda: 4)
    (False, True)
    """
    at_once = t.get("at_once")
    parts = at_once.get(name) if isinstance(at_once, dict) else None
    values = [stated()] if parts is None else list(parts.values())
    known = [value for value in values if value is not None]
    if ABSENT in known or any(value != known[0] for value in known):
        return False
    return True if len(known) == len(values) else None


def truthy(a: Value) -> Truth:
    return None if a is None else False if a is ABSENT else bool(a)


def greater(a: Quantity, b: Quantity) -> Quantity:
    if isinstance(a, Absent) or isinstance(b, Absent):
        return ABSENT
    return None if a is None or b is None else max(a, b)


def lesser(a: Quantity, b: Quantity) -> Quantity:
    if isinstance(a, Absent) or isinstance(b, Absent):
        return ABSENT
    return None if a is None or b is None else min(a, b)


def plus(a: Quantity, b: Quantity) -> Quantity:
    if isinstance(a, Absent) or isinstance(b, Absent):
        return ABSENT
    return None if a is None or b is None else a + b


def minus(a: Quantity, b: Quantity) -> Quantity:
    if isinstance(a, Absent) or isinstance(b, Absent):
        return ABSENT
    return None if a is None or b is None else a - b


def times(a: Quantity, b: Quantity) -> Quantity:
    if isinstance(a, Absent) or isinstance(b, Absent):
        return ABSENT
    return None if a is None or b is None else a * b


def over(a: Quantity, b: Quantity) -> Quantity:
    if isinstance(a, Absent) or isinstance(b, Absent):
        return ABSENT
    return None if a is None or b is None or b == 0 else a / Fraction(b)


def modulo(a: Quantity, b: Quantity) -> Quantity:
    if isinstance(a, Absent) or isinstance(b, Absent):
        return ABSENT
    return None if a is None or b is None or b == 0 else a % b


def given(applies: Truth, value: T) -> T | None:
    """The derived value if the condition holds; unknown if it does not hold or is itself unknown."""
    return value if applies is True else None


def row(t: Facts, key: str, rows: Mapping[object, T]) -> T | None:
    """`follows by KEY`"""
    return rows.get(t.get(key))


def by_row(
    t: Facts, value: Value, key: str, rows: Mapping[object, Scalar], test: Callable[[Value, Value], Truth]
) -> Truth:
    """`is at least by KEY`: a map entry by entry, any other value with the row that the table's KEY selects."""
    if value is ABSENT:
        return False
    if isinstance(value, dict):
        return None if not value else both(*(test(v, rows[k]) if k in rows else False for k, v in value.items()))
    selected = t.get(key) if key else None  # no key: a map of which nothing is known
    if selected is None:
        return None
    return test(value, rows[selected]) if selected in rows else False


# ---- payouts


def _pay(t: Facts, wager: str, outcome: str, law: Payout, test: Test, filed: Rows) -> Truth:
    row = filed.get(outcome)
    if row is None or row[0] != law[0]:
        _note(t, wager, outcome, law, row)
        return None
    if not test(row[1], law[1]):
        _note(t, wager, outcome, law, row)
        return False
    return True


def _note(t: Facts, wager: str, outcome: str, law: Payout | None, row: Payout | None) -> None:
    """Record a note. Only the explaining run records notes; on the fast path `t` is a plain dictionary."""
    _note_at(t, ("offers", wager, "payouts", outcome), law, row)


def _note_at(t: Facts, path: FactPath, law: object, filed: object) -> None:
    note = getattr(t, "note", None)
    if note:
        note(path, law, filed)


def terms(t: Facts, wager: str) -> dict[str, object] | None:
    """The value that must be equal where payouts must be the same: the filed rows, or which printed table is selected.

    >>> terms({"offers": {"streak": {"payouts": {"two": ("odds", 3)}, "selection": "option_1"}}}, "streak")
    {'two': ('odds', 3), 'selection': 'option_1'}
    """
    found = dict[str, object](_filed_rows(t, wager) or {})
    selection = of(t, "selection", wager)
    if selection is not None and selection is not ABSENT:
        found["selection"] = selection
    return found or None


def pays_exactly(t: Facts, wager: str, rows: Rows) -> Truth:
    filed = _filed_rows(t, wager)
    if filed is None:
        return None
    known = [_pay(t, wager, outcome, law, operator.eq, filed) for outcome, law in rows.items()]
    for outcome in filed:
        if outcome not in rows:
            _note(t, wager, outcome, None, filed.get(outcome))
            known.append(False)
    return both(*known)


def pays_at_least(t: Facts, wager: str, rows: Rows) -> Truth:
    filed = _filed_rows(t, wager)
    if filed is None:
        return None
    return both(*[_pay(t, wager, outcome, law, operator.ge, filed) for outcome, law in rows.items()])


def every_row(t: Facts, wager: str, low: Payout | None, high: Payout | None) -> Truth:
    """A single figure, or two, for any outcome that the wager pays on."""
    filed = _filed_rows(t, wager)
    if not filed:
        return None
    known: list[Truth] = []
    for outcome in filed:
        if low is not None:
            known.append(_pay(t, wager, outcome, low, operator.ge, filed))
        if high is not None:
            known.append(_pay(t, wager, outcome, high, operator.le, filed))
    return both(*known)


def by_block(t: Facts, key: str, blocks: Mapping[object, T], test: Callable[[T], Truth]) -> Truth:
    """`pays ... by KEY`: the block of the table's value; a value without a block fails."""
    selected = t.get(key)
    if selected is None:
        return None
    if selected not in blocks:
        _note_at(t, (key,), tuple(blocks), selected)
        return False
    return test(blocks[selected])


def one_table(t: Facts, wager: str, tables: dict[str, Rows], test: Callable[[Facts, str, Rows], Truth]) -> Truth:
    """One whole table of several: the selected one, or any if none is selected."""
    selected = of(t, "selection", wager)
    if selected is ABSENT:
        return None
    if selected is not None:
        if not isinstance(selected, str) or selected not in tables:
            _note_at(t, ("offers", wager, "selection"), tuple(tables), selected)
            return False
        return test(t, wager, tables[selected])
    notes = getattr(t, "notes", None)
    if notes is None:
        return either(*[test(t, wager, rows) for rows in tables.values()])
    found, closest = [], None  # the explaining run keeps the notes of the table that matches best
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


def authorized(t: Facts, name: str) -> Verdict:
    """Authority while the version is in force. The judge handles the case in which no version is."""
    return PASS if offered(t, name) is True else NOT_APPLICABLE


def notified(event: Facts, lead: int | None, written: bool, to: tuple[str, ...]) -> Truth:
    """Whether the notice of an event meets the requirements that the clause itself states."""
    notice = event.get("notice")
    if not isinstance(notice, dict):
        return False if notice is False else None
    known: list[Truth] = []
    if lead is not None:
        known.append(at_least(notice.get("lead_minutes"), lead))
    if written:
        known.append(notice.get("written"))
    recipients = notice.get("to")
    known += [None if recipients is None else name in recipients for name in to]
    return both(*known)


def notice_given(
    event: Facts, applies: Truth, lead: int | None, written: bool, to: tuple[str, ...], t: Facts, clause: str
) -> Verdict:
    """A clause without requirements of its own refers to a text that is not available: only an attestation can answer it."""
    if applies is False:
        return NOT_APPLICABLE
    notice = event.get("notice")
    if notice is None or notice is False or lead is not None or written or to:
        return verdict(applies, notified(event, lead, written, to))
    is_attested = not answers_of(t).keys().isdisjoint(wider(clause))
    return verdict(applies, attested(t, clause)) if is_attested else OPEN
