"""The rules as written, for the checks: every statement and sentence with its place, and questions that checks share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never, get_args

from pitboss.compiler.front.resolve import ROUND_SCOPES
from pitboss.compiler.model.memo import once_for_each
from pitboss.compiler.model.spelling import nearest
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import field_names
from pitboss.grammar.resolved_rulebook import ResolvedRulebook

OFFERS = ("wager", "option", "variation")
SCOPE_OF = {
    "wager": "wager",
    "option": "option",
    "variation": "option",
}  # kinds of names that have the fields of an offer
OUTER = ("licensee", "pit")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with its position: its file, its section (None in a vocabulary) and its provision."""

    file: t.File
    label: str
    node: t.Statement

    @property
    def section(self) -> str:
        return self.file.citation if isinstance(self.file, t.SectionNode) else ""

    @property
    def game(self) -> str | None:
        return self.file.game if isinstance(self.file, t.SectionNode) else None


@dataclass(frozen=True, slots=True)
class Sentence:
    """One subject-verb-object, or the condition of a declaration: a rule, a reading's own rule, an outcome, a rank."""

    of: Statement
    place: Place
    subjects: tuple[t.Path, ...] = ()
    predicate: t.Predicate | None = None
    when: t.Expr | None = None
    unless: t.Expr | None = None
    exceptions: tuple[t.Exception_, ...] = ()
    blocks: tuple[t.Block, ...] = ()
    table: t.TableNode | None = None
    by: t.Expr | None = None  # the order of the hands of one rank
    otherwise: t.Otherwise | None = None

    @property
    def conditions(self) -> tuple[t.Expr, ...]:
        return tuple(e for e in (self.when, self.unless, *(x.when for x in self.exceptions)) if e is not None)

    @property
    def quantities(self) -> tuple[t.Expr, ...]:
        return (*getattr(self.predicate, "values", ()), *(() if self.by is None else (self.by,)))


def statements(book: ResolvedRulebook) -> tuple[Statement, ...]:
    """Every statement of the rules, in the order of the files.

    >>> statements(ResolvedRulebook((), {}, {}, (), (), None, "", "", {}))
    ()
    """
    return _statements(book.trees)


@once_for_each
def _statements(trees: tuple[t.File, ...]) -> tuple[Statement, ...]:
    found = []
    for file in trees:
        label = ""
        for item in file.items:
            if isinstance(item, t.EditionNode):
                label = ""
            elif isinstance(item, t.EntryNode):
                label = "" if item.label == "(-)" else item.label or label
                found.append(Statement(file, label, item.statement))
    return tuple(found)


@once_for_each
def sentences(book: ResolvedRulebook) -> tuple[Sentence, ...]:
    """Every sentence of the rules."""
    return tuple(sentence for statement in statements(book) for sentence in sentences_of(statement))


def sentences_of(statement: Statement) -> Iterator[Sentence]:
    """The sentences of a statement: a rule has one, and one for each reading with a rule of its own."""
    s = statement.node
    when, unless = s.trailers.when, s.trailers.unless
    otherwise = s.trailers.otherwise
    match s:
        case t.Rule():
            yield Sentence(
                statement,
                s.place,
                s.subjects,
                s.predicate,
                when,
                unless,
                s.exceptions,
                s.blocks,
                s.table,
                otherwise=otherwise,
            )
            for reading in s.readings:
                if (r := reading.rule) is not None:
                    when, unless = r.trailers.when, r.trailers.unless
                    yield Sentence(
                        statement, r.place, r.subjects, r.predicate, when, unless, r.exceptions, r.blocks, r.table,
                        otherwise=r.trailers.otherwise,
                    )  # fmt: skip
        case t.Outcome():
            yield Sentence(statement, s.place, when=s.when, otherwise=otherwise)
        case t.Define():
            yield Sentence(statement, s.place, when=s.means, otherwise=otherwise)
        case t.RankingNode():
            yield Sentence(statement, s.place, when=when, unless=unless, otherwise=otherwise)
            yield from (Sentence(statement, rank.place, when=rank.has, by=rank.by) for rank in s.ranks)
        case t.DealNode(dealt, decks):
            fields = (t.Path(name, None, s.place) for name in (*(n for n, _ in dealt), decks) if isinstance(name, str))
            yield Sentence(statement, s.place, tuple(fields), None, when, unless, otherwise=otherwise)
        case t.ChanceNode(name):
            yield Sentence(statement, s.place, (t.Path(name, None, s.place),), None, when, unless, otherwise=otherwise)
        case (
            t.Game() | t.Offer() | t.Equipment() | t.FieldNode() | t.Elect() | t.Attest() | t.Permit() | t.Leave() | t.Irregularity()
        ):  # fmt: skip
            yield Sentence(statement, s.place, when=when, unless=unless, otherwise=otherwise)
        case _:
            assert_never(s)


def within(expr: object) -> Iterator[t.Expr]:
    """An expression and everything inside it; `F of W` is one path.

    >>> [str(e) for e in within(t.NotNode(t.Path("suited"))) if isinstance(e, t.Path)]
    ['suited']
    """
    found: list[t.Expr] = []
    _collect(expr, found)
    return iter(found)


def _collect(expr: object, found: list[t.Expr]) -> None:
    """Add an expression and everything inside it; generators inside each other would take twice as long."""
    if isinstance(expr, t.Argument):
        return _collect(expr.value, found)
    if (names := field_names(type(expr))) is None:
        return
    found.append(expr)  # type: ignore[arg-type]
    for name in names:
        inner = getattr(expr, name)
        if inner.__class__ is tuple:
            for item in inner:
                if item.__class__ in _INNER:
                    _collect(item, found)
        elif inner.__class__ in _INNER:
            _collect(inner, found)
    if isinstance(expr, t.CardsNode) and expr.of:
        found.append(t.Path(expr.of, None, expr.place))


_INNER = frozenset((*get_args(t.Expr), t.Argument))


def expanded(book: ResolvedRulebook, expr: t.Expr, known: frozenset[str] = frozenset()) -> t.Expr:
    """The expression with defined terms replaced by what they mean."""
    match expr:
        case t.Path(name, None) if name in book.definitions and name not in known and name not in book.fields:
            return expanded(book, book.definitions[name], known | {name})
        case t.NotNode(item):
            return t.NotNode(expanded(book, item, known), expr.place)
        case t.All(items):
            return t.All(tuple(expanded(book, i, known) for i in items), expr.place)
        case t.Any(items):
            return t.Any(tuple(expanded(book, i, known) for i in items), expr.place)
        case t.ComparisonNode(operator, left, right):
            return t.ComparisonNode(operator, expanded(book, left, known), expanded(book, right, known), expr.place)
        case t.Over(rows, value, where):
            value, where = (e and expanded(book, e, known) for e in (value, where))
            return t.Over(rows, value, where, expr.place)
        case t.Arithmetic(operator, left, right):
            return t.Arithmetic(operator, expanded(book, left, known), expanded(book, right, known), expr.place)
        case (
            t.Literal() | t.Path() | t.Among() | t.OfferedNode() | t.Pattern() | t.CardsNode() | t.Call() | t.Extreme()
            | t.Otherwise()
        ):  # fmt: skip
            return expr
    assert_never(expr)


def of_round(book: ResolvedRulebook, name: str) -> bool:
    """Whether a record of a round holds the field, rather than a filing."""
    return name in book.fields and any(o in ROUND_SCOPES for o in book.fields[name].owners)


def offered_kind(book: ResolvedRulebook, name: str | None) -> str:
    """The kind of a declared name (wager, option, variation, equipment, game, define); empty for other names."""
    return book.names[name].kind if name in book.names else ""


def simple(book: ResolvedRulebook, name: str) -> t.TypeNode | None:
    """The type of a field; for a set, map or list the type of its elements, since comparisons go element by element."""
    if name not in book.fields:
        return None
    kind = book.fields[name].type
    return kind.items[-1] if kind.items else kind


def fault(code: str, message: str, place: Place, help: str = "", *related: tuple[str, Place]) -> Diagnostic:
    """A diagnostic with its hint before the related places."""
    return Diagnostic(code, message, place, related, help)


def unknown(name: str, place: Place, known: Iterable[str], what: str = "nothing is called") -> Diagnostic:
    """The diagnostic of a name that is not among the known ones."""
    return fault("R201", f"{what} '{name}'", place, nearest(name, known))


def cites(statement: Statement) -> Iterator[t.Cite]:
    """Every citation of a statement: per, despite, except per, and those of its readings."""
    s = statement.node
    rules = (s, *(r.rule for r in getattr(s, "readings", ()) if r.rule))
    for rule in rules:
        yield from (*rule.trailers.per, *rule.trailers.despite)
        for exception in getattr(rule, "exceptions", ()):
            yield from exception.per


def cell_key(cell: t.Cell) -> str:
    """How facts write the key of a row or column: a name, or a number as it is printed."""
    assert cell.value is not None
    return str(cell.value.value) if cell.value.kind == "name" else cell.value.text.replace(",", "")
