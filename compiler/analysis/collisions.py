"""R205, R210: what is in force on one day can be kept on that day."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pitboss.compiler.analysis.expression_types import literal_kind
from pitboss.compiler.analysis.satisfiability import Bounds, bounds, domain, plain
from pitboss.compiler.front.payouts import key
from pitboss.compiler.front.walk import Statement, fault, statements
from pitboss.compiler.model.citations import resolved
from pitboss.compiler.model.rulebook import Check, Clause, Rulebook, Said, Version
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic

Each = tuple[Clause, Version]
Bound = tuple[Bounds, str]  # with the unit: odds and money cannot be compared
_MODE = {"at_least": ">=", "at_most": "<=", "exactly": "="}


def authorities_do_not_overlap(book: Rulebook) -> Iterator[Diagnostic]:
    """R205 over provisions: one name is authorised once on any day.

    >>> list(authorities_do_not_overlap(Rulebook((), {}, {}, (), (), None, "", "", {})))
    []
    """
    named: dict[str, list[Each]] = {}
    for clause in book.clauses:
        if clause.kind == "authority":
            named.setdefault(clause.name, []).extend((clause, version) for version in clause.versions)
    for name, found in named.items():
        for (first, before), (second, version) in combinations(found, 2):
            if first.id != second.id and before.overlaps(version):
                offer = name.removesuffix("-authorised")
                what = f"'{offer}' is authorised by {first.cite} and {second.cite} at the same time"
                yield fault(
                    "R205",
                    what,
                    version.place,
                    "give one of them dates that end before the other's start",
                    ("the other one", before.place),
                )


def clauses_can_be_kept(book: Rulebook) -> Iterator[Diagnostic]:
    """
    >>> list(clauses_can_be_kept(Rulebook((), {}, {}, (), (), None, "", "", {})))
    []
    """
    subjects: dict[tuple[object, ...], list[Each]] = {}
    for clause in book.clauses:
        for version in clause.versions:
            for about in dict.fromkeys(_about(check) for check in version.checks):
                if about:
                    subjects.setdefault(about, []).append((clause, version))
    written = {
        place: statement for statement in statements(book) for place in [(statement.said.place, statement.section)]
    }
    for found in subjects.values():
        for (a, before), (b, after) in combinations(found, 2):
            if before.place == after.place or not before.overlaps(after) or not _one_game(a, b):
                continue
            pairs = [(x, y) for x in before.checks for y in after.checks]
            if all(_collide(book, x, y) for x, y in pairs):
                one, two = written.get((before.place, a.section)), written.get((after.place, b.section))
                if one and two and (_gives_way(one, two) or _gives_way(two, one)):
                    continue
                yield fault(
                    "R210", f"this cannot be kept together with {a.cite}", after.place,
                    "let one of them say where it gives way: `except when ... per`, or dates",
                    ("the other clause", before.place),
                )  # fmt: skip


def _about(check: Check) -> tuple[object, ...]:
    """What a check speaks of, so that only checks on one subject are compared."""
    p, path = check.predicate, (check.subject.name, check.subject.of)
    match p:
        case t.Limit("follows"):
            return ()
        case t.Limit(_, _, None) | Said("elected"):
            return ("bound", *path)
        case t.Pays(_, _, None):
            return ("pays", *path)
        case t.MustOffer():
            return ("offered", *path)
        case t.Bars((other,)) | t.Requires((other,)):
            return ("beside", *path, other)
    return ()


def _one_game(a: Clause, b: Clause) -> bool:
    return a.game == b.game or None in (a.game, b.game)


def _collide(book: Rulebook, a: Check, b: Check) -> bool:
    """Whether no value keeps both, wherever one of them applies."""
    ours, theirs = set(a.conditions), set(b.conditions)
    if not (ours <= theirs or theirs <= ours):
        return False
    match a.predicate, b.predicate:
        case t.MustOffer(x), t.MustOffer(y):
            return x != y
        case (t.Bars(), t.Requires()) | (t.Requires(), t.Bars()):
            return True
    one, two = _bounds(a), _bounds(b)
    start = domain(book, a.subject) if isinstance(a.predicate, t.Limit | Said) else Bounds()
    if start.among and any(isinstance(v, str) for v in start.among):
        start = Bounds()
    return any(
        x.both(y).both(start).empty()
        for row in one | two
        for (x, unit), (y, other) in [(_row(one, row), _row(two, row))]
        if unit == other
    )


def _row(found: dict[str, Bound], row: str) -> Bound:
    return found.get(row) or found.get("") or (Bounds(), "")


def _bounds(check: Check) -> dict[str, Bound]:
    """The literal bounds that a check sets, by row of its table ("" for every row)."""
    match check.predicate:
        case t.Limit("follows"):
            return {"": (Bounds(), "")}
        case t.Limit(mode, values):
            return {"": _of(mode, values)}
        case Said("elected", values):
            return {"": _of("among", values)}
        case t.Pays(mode, values) if values:
            return {"": _of(mode, values)}
        case t.Pays(mode) if check.table and mode in _MODE:
            cells = [row for row in check.table.body if len(row) > 1 and row[0].value and row[1].value]
            return {key(row[0]): _of(mode, (row[1].value,)) for row in cells if row[1].value}
    return {}


def _of(mode: str, values: tuple[t.Expr, ...]) -> Bound:
    listed = [plain(v) if isinstance(v, t.Literal) else None for v in values]
    known = [v for v in listed if v is not None]
    units = {literal_kind(v) for v in values if isinstance(v, t.Literal)}
    if len(known) < len(listed) or len(units) != 1:
        return Bounds(), ""
    unit = units.pop()
    match mode:
        case "between":
            return bounds(">=", known[0]).both(bounds("<=", known[1])), unit
        case "among":
            return Bounds(among=frozenset(known)), unit
        case "not_among":
            return Bounds(never=frozenset(known)), unit
    return bounds(_MODE[mode], known[0]), unit


def _gives_way(one: Statement, two: Statement) -> bool:
    """Whether the law says which of the two goes before."""
    cites = list(one.said.trailers.despite)
    for exception in getattr(one.said, "exceptions", ()):
        cites += exception.per
    for cite in cites:
        section, label = resolved(cite.reading or cite.printed, one.section)
        if section == two.section and (not label or two.label.startswith(label) or label.startswith(two.label)):
            return True
    return False
