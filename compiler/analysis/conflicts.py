"""R210: a filing can comply with all clauses in force on one day together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import assert_never

from pitboss.compiler.model import core
from pitboss.compiler.model.bounds import COUNT, Bounds, Value, bounds
from pitboss.compiler.model.citations import resolved
from pitboss.compiler.model.core import AllOf, CitationRole, Compare, Const, Lookup, Member, Need, PayMode, Relation
from pitboss.compiler.model.query import key
from pitboss.grammar.diagnostics import Diagnostic, Place

_Dated = tuple[core.Clause, core.Version]
_Topic = tuple[object, ...]
_Limit = tuple[Bounds, core.ValueKind | None]  # with the unit: odds and money cannot be compared
_NO_LIMIT: _Limit = (Bounds(), None)
_RELATION = {PayMode.AT_LEAST: Relation.AT_LEAST, PayMode.EXACTLY: Relation.EQUAL}


def conflicting_clauses(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report pairs of clauses on one subject that no filing can satisfy together, unless one takes precedence over the other."""
    topics: dict[_Topic, list[_Dated]] = {}
    for clause in book.clauses:
        for version in clause.versions:
            for about in dict.fromkeys(topic(reading.duty) for reading in version.readings):
                if about:
                    topics.setdefault(about, []).append((clause, version))
    entries = {(entry.place, section.citation): entry for section in book.sections for entry in section.entries}
    for found in topics.values():
        for (a, before), (b, after) in combinations(found, 2):
            if before.place == after.place or not before.overlaps(after) or not _one_game(a, b):
                continue
            pairs = [(x.duty, y.duty) for x in before.readings for y in after.readings]
            if all(collide(book, x, y) for x, y in pairs) and not _ordered(entries, (a, before), (b, after)):
                yield Diagnostic(
                    "R210", f"no filing can satisfy this together with {a.provision}", after.place,
                    (("the other clause", before.place),),
                    "state in one of them where it gives way: `except when ... per`, or dates",
                )  # fmt: skip


def topic(duty: core.Duty) -> _Topic:
    """The topic of a duty: only duties on one topic can conflict. Empty for duties that are not compared."""
    subject = (duty.subject.name, duty.subject.of, duty.subject.where)
    match duty:
        case core.Requirement(need=Need.BOUND | Need.ELECTION, holds=holds):
            by_table = isinstance(holds, Compare) and isinstance(holds.right, Lookup)
            return () if by_table else ("bound", *subject)
        case core.PayoutTable(by=None):
            return ("pays", *subject)
        case core.Requirement(need=Need.OFFER | Need.NO_OFFER):
            return ("offered", *subject)
        case core.Requirement(need=Need.BARS, holds=core.Not(core.Offered(other))):
            return ("together", *subject, other)
        case core.Requirement(need=Need.REQUIRES, holds=core.Offered(other)):
            return ("together", *subject, other)
        case (
            core.Requirement()
            | core.PayoutTable()
            | core.FilingDuty()
            | core.Derives()
            | core.RoundDuty()
            | core.ChanceDuty()
            | core.DeclaredDuty()
        ):
            return ()
    assert_never(duty)


def _one_game(a: core.Clause, b: core.Clause) -> bool:
    return a.game == b.game or None in (a.game, b.game)


def collide(book: core.Rulebook, a: core.Duty, b: core.Duty) -> bool:
    """Whether no value satisfies both, wherever one of them applies."""
    ours, theirs = set(a.applies), set(b.applies)
    if core.NEVER in ours | theirs or not (ours <= theirs or theirs <= ours):
        return False
    domain = Bounds()
    if isinstance(a, core.Requirement) and isinstance(b, core.Requirement):
        if {a.need, b.need} in ({Need.OFFER, Need.NO_OFFER}, {Need.BARS, Need.REQUIRES}):
            return True
        domain = _domain(book, a.subject)
    one, two = limits(book, a), limits(book, b)
    return any(
        x.both(y).both(domain).empty()
        for row in one | two
        for (x, unit), (y, other) in [(_row(one, row), _row(two, row))]
        if unit == other
    )


def _domain(book: core.Rulebook, subject: core.Subject) -> Bounds:
    """The values that a field can have; the check of names covers names."""
    field = book.fields.get(subject.name)
    match field.type.element if field else None:
        case core.Type("one_of", values) if not any(isinstance(v.value, str) for v in values):
            return Bounds(among=frozenset(v for value in values if (v := _plain(value)) is not None))
        case core.Type("count"):
            return COUNT
    return Bounds()


def _row(found: dict[str, _Limit], row: str) -> _Limit:
    return found.get(row) or found.get("") or _NO_LIMIT


def limits(book: core.Rulebook, duty: core.Duty) -> dict[str, _Limit]:
    """The constant bounds that a duty sets, by row of its table ("" for every row)."""
    match duty:
        case core.Requirement(need=Need.BOUND | Need.ELECTION, holds=Member(_, values, negated)):
            return {"": _listed(values, negated)}
        case core.Requirement(need=Need.BOUND, holds=AllOf((Compare(_, _, low), Compare(_, _, high)))):
            return {"": _between(low, high)}
        case core.Requirement(need=Need.BOUND, holds=Compare(relation, _, right)):
            return {"": _one(relation, right)} if _is_known(book, duty.subject, right) else {}
        case core.PayoutTable(mode=PayMode.BETWEEN, limits=(low, high)):
            return {"": _between(low, high)}
        case core.PayoutTable(mode=mode, limits=(limit,)) if mode in _RELATION:
            return {"": _one(_RELATION[mode], limit)}
        case core.PayoutTable(mode=mode, table=core.Table() as table) if mode in _RELATION:
            return {key(head): _one(_RELATION[mode], value) for head, value in table.column()}
    return {}


def _is_known(book: core.Rulebook, subject: core.Subject, limit: core.Expr) -> bool:
    """Whether the limit can be a value of the field; the checks of names and types report a name that cannot."""
    if not isinstance(limit, Const) or limit.kind is not core.ValueKind.NAME:
        return True
    field = book.fields.get(subject.name)
    return field is not None and limit in field.type.element.values


def _one(relation: Relation, limit: core.Expr) -> _Limit:
    value = _plain(limit)
    return _NO_LIMIT if value is None else (bounds(relation, value), _unit(limit))


def _between(low: core.Expr, high: core.Expr) -> _Limit:
    least, most = _one(Relation.AT_LEAST, low), _one(Relation.AT_MOST, high)
    return (least[0].both(most[0]), least[1]) if least[1] is most[1] is not None else _NO_LIMIT


def _listed(values: tuple[Const, ...], negated: bool) -> _Limit:
    known = [v for value in values if (v := _plain(value)) is not None]
    units = {value.kind for value in values}
    if len(known) < len(values) or len(units) != 1:
        return _NO_LIMIT
    found = Bounds(never=frozenset(known)) if negated else Bounds(among=frozenset(known))
    return found, units.pop()


def _plain(expr: core.Expr) -> Value | None:
    return expr.value if isinstance(expr, Const) and isinstance(expr.value, Value) else None


def _unit(expr: core.Expr) -> core.ValueKind | None:
    return expr.kind if isinstance(expr, Const) else None


def _ordered(entries: dict[tuple[Place, str], core.Entry], one: _Dated, two: _Dated) -> bool:
    """Whether the law states which of two clauses prevails."""
    (a, before), (b, after) = one, two
    first, second = entries.get((before.place, a.section)), entries.get((after.place, b.section))
    if first is None or second is None:
        return False
    return _gives_way(first, a.section, second, b.section) or _gives_way(second, b.section, first, a.section)


def _gives_way(one: core.Entry, section: str, two: core.Entry, other: str) -> bool:
    for citation in one.citations:
        if citation.role is CitationRole.PER:
            continue
        cited, label = resolved(citation.reading or citation.printed, section)
        if cited == other and (not label or two.label.startswith(label) or label.startswith(two.label)):
            return True
    return False
