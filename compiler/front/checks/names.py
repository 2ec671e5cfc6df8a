"""R201: every name is declared, and every value is one that its field can have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.compiler.front.walk import (
    OFFERS,
    OUTER,
    Sentence,
    Statement,
    cell_key,
    fault,
    offered_kind,
    sentences,
    simple,
    statements,
    unknown,
    within,
)
from pitboss.compiler.model.functions import CALLABLE
from pitboss.compiler.model.memo import once_for_each
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.resolved_rulebook import ResolvedRulebook

ROWS = "seats, or of other seats, own seats, hands, other hands, own hands, own first hand, own box, boxes"
UNITS = ("minutes", "hours", "days")


def undeclared_names(book: ResolvedRulebook) -> Iterator[Diagnostic]:
    """Report names that nothing declares and values that a field cannot have."""
    for statement in statements(book):
        yield from _declaration(book, statement)
    for sentence in sentences(book):
        yield from _subjects(book, sentence)
        yield from _objects(book, sentence)
        for expr in sentence.conditions:
            yield from _expression(book, expr)
        yield from _quantities(book, sentence)
    for file in book.trees:
        game = file.game if isinstance(file, t.SectionNode) else None
        if game and offered_kind(book, game) != "game":
            yield unknown(game, file.place, _named(book, "game"), "no game is called")


def _named(book: ResolvedRulebook, *kinds: str) -> tuple[str, ...]:
    """The names of these kinds, in the order of their declarations."""
    known = _by_kinds(book)
    if kinds not in known:
        known[kinds] = tuple(n.name for n in book.names.values() if n.kind in kinds)
    return known[kinds]


@once_for_each
def _by_kinds(book: ResolvedRulebook) -> dict[tuple[str, ...], tuple[str, ...]]:
    """What `_named` found so far."""
    return {}


def _scopes(book: ResolvedRulebook) -> list[str]:
    return [s.name for s in book.scopes]


def _declaration(book: ResolvedRulebook, statement: Statement) -> Iterator[Diagnostic]:
    s = statement.node
    match s:
        case t.FieldNode():
            for owner in s.owners:
                if owner not in _scopes(book) and offered_kind(book, owner) not in OFFERS:
                    yield unknown(
                        owner, s.place, [*_scopes(book), *_named(book, *OFFERS)], "no scope and no offer is called"
                    )
        case t.Elect() if s.of and s.of not in _scopes(book) and offered_kind(book, s.of) not in OFFERS:
            yield unknown(s.of, s.place, [*_scopes(book), *_named(book, *OFFERS)], "no scope and no offer is called")
        case t.Attest() if s.scope and s.scope not in _scopes(book):
            yield unknown(s.scope, s.place, _scopes(book), "no scope is called")
        case t.DealNode(dealt, decks):
            yield from (unknown(n, s.place, book.fields) for n, _ in dealt if n not in book.fields)
            if isinstance(decks, str) and decks not in book.fields:
                yield unknown(decks, s.place, book.fields)
        case t.ChanceNode(name, lots):
            if name not in book.fields:
                yield unknown(name, s.place, book.fields, "no field is called")
            for literal, _ in lots:
                if literal.kind == "name":
                    yield from _value(book, t.Path(name), str(literal.value), literal.place)
        case t.Outcome() if offered_kind(book, s.of) not in OFFERS:
            yield unknown(s.of, s.place, _named(book, *OFFERS), "an outcome belongs to a wager, and none is called")


def _subjects(book: ResolvedRulebook, sentence: Sentence) -> Iterator[Diagnostic]:
    if sentence.predicate is None:
        return
    for path in sentence.subjects:
        known = _offered_or_filed(book)
        yield from _path(book, path, known if path.name not in book.names else book.names)


@once_for_each
def _offered_or_filed(book: ResolvedRulebook) -> dict[str, None]:
    return dict.fromkeys([*book.fields, *_named(book, *OFFERS, "equipment")])


@once_for_each
def _readable(book: ResolvedRulebook) -> dict[str, None]:
    """Every name that an expression can read."""
    return dict.fromkeys([*book.fields, *book.names, *CALLABLE, "rest"])


def _quantities(book: ResolvedRulebook, sentence: Sentence) -> Iterator[Diagnostic]:
    """Check the bounds of a subject. If the subject has names for values, a name in the bound is one of them."""
    limit = isinstance(sentence.predicate, t.Limit)
    for value in sentence.quantities:
        fields = [p for p in sentence.subjects if limit and _enumerates(book, p)]
        if fields and isinstance(value, t.Literal) and value.kind == "name":
            for field in fields:
                yield from _value(book, field, str(value.value), value.place)
        elif fields and isinstance(value, t.Path) and not value.of and any(_listed(book, f, value) for f in fields):
            for field in fields:
                yield from _value(book, field, value.name, value.place)
        else:
            yield from _expression(book, value)


def _path(book: ResolvedRulebook, path: t.Path, known: Iterable[str]) -> Iterator[Diagnostic]:
    place = path.place
    if path.name == "count" and path.of:
        yield fault("R201", f"no rows of a round are called '{path.of}'", place, f"write: count of {ROWS}")
        return
    if path.name not in known:
        yield unknown(path.name, place, known)
    if path.of and path.of not in _scopes(book) and offered_kind(book, path.of) not in (*OFFERS, "equipment"):
        yield unknown(path.of, place, [*_named(book, *OFFERS), *_scopes(book)])


def _objects(book: ResolvedRulebook, sentence: Sentence) -> Iterator[Diagnostic]:
    place = sentence.place
    match sentence.predicate:
        case t.Bars(names) | t.Requires(names):
            known = _named(book, *OFFERS, "equipment")
            yield from (
                unknown(n, place, known, "no wager, option or equipment is called") for n in names if n not in known
            )
            verb = "bars" if isinstance(sentence.predicate, t.Bars) else "requires"
            for path in sentence.subjects:  # of `all but one` there are no names
                if path.name in names and not path.of:
                    yield fault(
                        "R204", f"'{path.name}' {verb} itself", place, "name another wager, option or equipment"
                    )
        case t.Same(game, scope, equal):
            if game and offered_kind(book, game) != "game":
                yield unknown(game, place, _named(book, "game"), "no game is called")
            if scope not in OUTER:
                yield unknown(scope, place, OUTER, "sameness goes over a pit or the licensee, not over")
            yield from (unknown(e, place, book.fields, "no field is called") for e in equal if e not in book.fields)
        case t.Limit(_, _, by) if by:
            heads = [cell_key(c) for c in (sentence.table.head[:1] if sentence.table else ()) if c.value]
            whole = all(p.name in book.fields and book.fields[p.name].type.kind == "map_of" for p in sentence.subjects)
            if by not in book.fields and not (whole and by in heads):
                yield unknown(by, place, [*book.fields, *heads], "no field and no first column is called")
        case t.PaysNode(_, _, by) if by and by not in book.fields:
            yield unknown(by, place, book.fields, "no field is called")
        case t.ChargesNode(name) if name not in _named(book, *OFFERS):
            yield unknown(name, place, _named(book, *OFFERS), "what is charged is a wager, and none is called")
        case t.PaysEachNode(name) if name not in book.names and name not in book.fields:
            yield unknown(name, place, [*book.names, *book.fields])
        case t.NoticeNode(before, to, _, lead):
            if lead and lead[1] not in UNITS:
                yield unknown(lead[1], place, UNITS, "no unit of time is called")
            yield from _words(book, "kind", before, place)
            yield from _words(book, "addressee", to, place)
    yield from _rows(book, sentence)
    for block in sentence.blocks:
        if block.name not in book.fields:
            yield unknown(block.name, block.place, book.fields, "no field is called")


def _words(book: ResolvedRulebook, field: str, words: tuple[str, ...], place: Place) -> Iterator[Diagnostic]:
    """Check the kinds of events and addressees, where the vocabulary lists them."""
    of = simple(book, field)
    if of and of.kind == "one_of" and "event" in book.fields[field].owners:
        known = [str(v.value) for v in of.values]
        yield from (unknown(w, place, known, f"the {field} of an event cannot be") for w in words if w not in known)


def _rows(book: ResolvedRulebook, sentence: Sentence) -> Iterator[Diagnostic]:
    """Check the rows of payout tables: declared outcomes, or values of the field that heads them."""
    if not isinstance(sentence.predicate, t.PaysNode):
        return
    for path in sentence.subjects:
        known = outcomes(book, path.of or path.name)
        for table in (sentence.table, *(b.table for b in sentence.blocks)):
            head = cell_key(table.head[0]) if table and table.head[0].value else ""
            for row in table.body if table else ():
                if not row[0].value or row[0].value.kind != "name":
                    continue
                if head in book.fields:
                    yield from _value(book, t.Path(head), cell_key(row[0]), row[0].place)
                elif known and cell_key(row[0]) not in known:
                    yield unknown(cell_key(row[0]), row[0].place, known, f"no outcome of {path} and no rank is called")


def outcomes(book: ResolvedRulebook, wager: str) -> tuple[str, ...]:
    """The declared outcomes of the wager, and the ranks of all rankings."""
    own, ranks = _outcomes_and_ranks(book)
    return tuple(dict.fromkeys((*own.get(wager, ()), *ranks)))


@once_for_each
def _outcomes_and_ranks(book: ResolvedRulebook) -> tuple[dict[str, list[str]], list[str]]:
    """The declared outcomes by wager, and the ranks of all rankings."""
    own: dict[str, list[str]] = {}
    ranks: list[str] = []
    for s in statements(book):
        match s.node:
            case t.Outcome(name=name, of=wager):
                own.setdefault(wager, []).append(name)
            case t.RankingNode():
                ranks += [r.name for r in s.node.ranks]
    return own, ranks


def _expression(book: ResolvedRulebook, expr: t.Expr) -> Iterator[Diagnostic]:
    quoted: set[int] = set()  # names that are values in this position
    for part in within(expr):
        match part:
            case t.ComparisonNode(_, left, right):
                for field, value in ((left, right), (right, left)):
                    if (
                        _enumerates(book, field)
                        and isinstance(value, t.Path)
                        and not value.of
                        and _listed(book, field, value)
                    ):
                        quoted.add(id(value))
                        yield from _value(book, field, value.name, value.place)
            case t.Among(path, values):
                for literal in values:
                    if literal.kind == "name":
                        yield from _value(book, path, str(literal.value), literal.place)
            case t.OfferedNode(path):
                quoted.add(id(path))
                known = _named(book, *OFFERS, "equipment")
                if path.name not in known:
                    yield unknown(path.name, path.place, known, "no wager, option or equipment is called")
                if path.of and path.of not in OUTER:
                    yield unknown(
                        path.of,
                        path.place,
                        OUTER,
                        "what is offered is offered by a table, the pit or the licensee, not by",
                    )
            case t.Call("payout", (wager, outcome)):
                quoted |= {id(wager.value), id(outcome.value)}
                yield from _payout(book, part, wager.value, outcome.value)
            case t.Call(name, arguments):
                quoted |= {id(a.value) for a in arguments if a.name in ("rank", "suit")}  # the type checks cover this
                if name in ("best", "strength", "makes") and arguments:
                    quoted.add(id(arguments[0].value))
                if name == "makes":
                    quoted |= {id(a.value) for a in arguments[1:2]}
                if name not in CALLABLE:
                    yield unknown(name, part.place, CALLABLE, "no function is called")
            case t.Path() if id(part) not in quoted:
                yield from _path(book, part, _readable(book))


def _enumerates(book: ResolvedRulebook, expr: t.Expr) -> bool:
    of = simple(book, expr.name) if isinstance(expr, t.Path) else None
    return of is not None and of.kind in ("one_of", "name", "game", "variation", "equipment")


def _listed(book: ResolvedRulebook, field: t.Expr, value: t.Path) -> bool:
    """Whether a name compared with an enumerated field is a value: always, unless it is itself a field and not a value."""
    assert isinstance(field, t.Path)
    return value.name not in book.fields or value.name in values_of(book, field.name)


def values_of(book: ResolvedRulebook, field: str) -> tuple[str, ...]:
    """The names that a field can have; empty if any name is possible."""
    of = simple(book, field)
    match of.kind if of else "":
        case "one_of":
            return tuple(str(v.value) for v in of.values if v.kind == "name")  # type: ignore[union-attr]
        case "game":
            return tuple(_named(book, "game"))
        case "variation":
            return tuple(_named(book, *OFFERS))
        case "equipment":
            return tuple(_named(book, "equipment"))
        case "name" if field == "consequence":
            nodes = [s.node for s in statements(book)]
            return ("none", *(name for s in nodes if isinstance(s, t.Irregularity) for name in s.leads_to))
    return ()


def _value(book: ResolvedRulebook, field: t.Expr, name: str, place: Place) -> Iterator[Diagnostic]:
    if isinstance(field, t.Path) and _enumerates(book, field) and field.name in book.fields:
        known = values_of(book, field.name)
        if known and name not in known:
            yield unknown(name, place, known, f"'{field}' cannot be")


def _payout(book: ResolvedRulebook, call: t.Call, wager: t.Expr, outcome: t.Expr) -> Iterator[Diagnostic]:
    name = wager.name if isinstance(wager, t.Path) else ""
    if offered_kind(book, name) not in OFFERS:
        yield unknown(
            name or "this", call.place, _named(book, *OFFERS), "payout() asks for a wager, and none is called"
        )
        return
    row = outcome.name if isinstance(outcome, t.Path) else outcome.text if isinstance(outcome, t.Literal) else ""
    known = [*outcomes(book, name), *rows_of(book, name)]
    if row not in known:
        yield unknown(row or "this", outcome.place if row else call.place, known, f"no outcome of {name} is called")


def rows_of(book: ResolvedRulebook, wager: str) -> list[str]:
    """The row keys of every payout table of a wager."""
    return _rows_by_wager(book).get(wager, [])


@once_for_each
def _rows_by_wager(book: ResolvedRulebook) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for s in sentences(book):
        if isinstance(s.predicate, t.PaysNode):
            keys = [
                cell_key(r[0])
                for table in (s.table, *(b.table for b in s.blocks)) if table
                for r in table.body if r[0].value
            ]  # fmt: skip
            for wager in dict.fromkeys(p.of or p.name for p in s.subjects):
                found.setdefault(wager, []).extend(keys)
    return found
