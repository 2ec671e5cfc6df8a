"""Lowers a resolved rulebook to the core: every construct of the syntax tree becomes one core type, and every name its referent.

One pass, one function for each kind of node. Nothing is rejected here: a construct without a core type is an internal error
(`TypeError`), and a name that is not declared becomes a constant, so that the analysis can report what else is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_never

from pitboss.compiler.front.dated_terms import with_terms_of_their_day
from pitboss.compiler.front.walk import Statement, statements
from pitboss.compiler.model import core
from pitboss.compiler.model.core import (
    AllOf,
    AnyOf,
    Apply,
    Arith,
    Basis,
    Cards,
    Citation,
    CitationRole,
    Compare,
    Const,
    Duty,
    Earlier,
    Expr,
    Fact,
    Fold,
    Lookup,
    Member,
    Need,
    Not,
    Offered,
    Operator,
    PartKind,
    PayMode,
    RankingRef,
    Relation,
    Rows,
    Scope,
    Source,
    Span,
    Subject,
    SubjectKind,
    Term,
    ValueKind,
    Where,
    Which,
)
from pitboss.compiler.model.functions import FILING_FUNCTIONS, IMPLICIT
from pitboss.compiler.model.memo import once_for_each
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import NOWHERE, Place
from pitboss.grammar.resolved_rulebook import (
    Check,
    Declaration,
    Declared,
    ResolvedAnomaly,
    ResolvedClause,
    ResolvedField,
    ResolvedName,
    ResolvedRulebook,
    ResolvedSection,
    ResolvedVersion,
)

RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
RANK_OF_NAME = {"joker": 0, **{name: number for number, name in enumerate(RANKS, 1)}}
SUIT_OF_NAME = {name: name[0] for name in ("clubs", "diamonds", "hearts", "spades")}
_KINDS = {
    "number": ValueKind.NUMBER, "money": ValueKind.MONEY, "percent": ValueKind.PERCENT, "odds_to": ValueKind.ODDS,
    "odds_for": ValueKind.ODDS, "meter": ValueKind.METER, "name": ValueKind.NAME, "text": ValueKind.TEXT, "date": ValueKind.DATE,
}  # fmt: skip
_LIMITS = {"at_least": Relation.AT_LEAST, "at_most": Relation.AT_MOST, "exactly": Relation.EXACTLY}
MINUTES = {"minute": 1, "minutes": 1, "hour": 60, "hours": 60, "day": 1440, "days": 1440}
_RANKED = ("best", "strength")  # functions whose first argument is a ranking


def has_rank(ranking: str, rank: str, cards: Expr) -> Compare:
    """Whether cards make a hand of the rank, whatever else they make: of more cards than are ranked, any hand may have it."""
    hand = Apply("best", (RankingRef(ranking, rank), cards))
    return Compare(Relation.EQUAL, hand, Const(ValueKind.NAME, rank, rank))


@once_for_each  # the checks read it, and then everything that follows
def lower(book: ResolvedRulebook) -> core.Rulebook:
    """The core of a resolved rulebook."""
    return Lowering(book).rulebook()


class Lowering:
    """The lowering of one rulebook."""

    def __init__(self, book: ResolvedRulebook) -> None:
        self.book = book
        self.clauses_at: dict[Place, list[str]] = {}
        self.statements: dict[str, list[Statement]] = {}  # by the citation of their section
        for statement in statements(book):
            self.statements.setdefault(statement.section, []).append(statement)
        for clause in book.clauses:
            for version in clause.versions:
                self.clauses_at.setdefault(version.place, []).append(clause.id)

    def rulebook(self) -> core.Rulebook:
        book = self.book
        return with_terms_of_their_day(
            core.Rulebook(
                digest=book.digest,
                scopes=tuple(core.ScopeName(s.name, s.of, s.title) for s in book.scopes),
                names={name: _name(known) for name, known in book.names.items()} | self._end_names(),
                fields={name: self._field(known) for name, known in book.fields.items()},
                sections=tuple(map(self.section, book.sections)),
                clauses=tuple(map(self.clause, book.clauses)),
                expires=book.expires,
                expiry_cite=book.expiry_cite,
                parameters={name: tuple(map(const, values)) for name, values in book.parameters.items()},
                terms={name: self.operand(meaning) for name, meaning in book.definitions.items()} | self._end_terms(),
                rankings={name: self._ranking(known) for name, known in book.rankings.items()},
                derivations={key: self.value(expr) for key, expr in book.followed.items()},
                register=tuple(map(_anomaly, book.register)),
                vocabulary=self._entries(""),
            )
        )

    def _field(self, known: ResolvedField) -> core.Field:
        return core.Field(
            known.name, known.owners, _type(known.type), known.title, known.game, known.cite, known.place
        )  # fmt: skip

    def _ranking(self, known: t.RankingNode) -> core.Ranking:
        ranks = tuple(
            core.Rank(
                r.name, self.condition(r.has), r.title, r.joker, None if r.by is None else self.value(r.by), r.label
            )
            for r in known.ranks
        )  # fmt: skip
        return core.Ranking(known.name, known.count, known.title, ranks, known.place)

    # ---- sections

    def section(self, s: ResolvedSection) -> core.Section:
        editions = tuple(core.Edition(e.name, e.since, e.until, e.words, e.place) for e in s.editions)
        entries = self._entries(s.citation)
        return core.Section(
            s.citation, s.title, s.game, s.adopted, tuple(map(note, s.notes)), s.labels, s.file, editions, entries
        )

    def _entries(self, section: str) -> tuple[core.Entry, ...]:
        """The entries of a section; without a citation, those of the vocabularies."""
        return tuple(map(self._entry, self.statements.get(section, ())))

    def _entry(self, statement: Statement) -> core.Entry:
        made = statement.node
        clauses = tuple(self.clauses_at.get(made.place, ()))
        parts = tuple(self._parts(made))
        return core.Entry(statement.label, clauses, tuple(_cited(made)), parts, made.place)

    def _parts(self, s: t.Statement) -> Iterator[core.Part]:
        """The parts of a statement that have a label of their own."""
        for block in getattr(s, "blocks", ()):
            if block.label:
                title, value = self.title(block.name), const(block.value)
                yield core.Part(block.label, PartKind.SCHEDULE, title, None, (value,), _table(block.table), block.place)
        for rank in getattr(s, "ranks", ()):
            if rank.label:
                title = rank.title or rank.name.replace("_", " ")
                yield core.Part(rank.label, PartKind.RANK, title, self.condition(rank.has), place=rank.place)
        for parameter in getattr(s, "parameters", ()):
            if parameter.label:
                title, values = parameter.title or parameter.name, tuple(map(const, parameter.values))
                yield core.Part(parameter.label, PartKind.PARAMETER, title, None, values, place=parameter.place)
        for exception in getattr(s, "exceptions", ()):
            if exception.label:
                when = self.condition(exception.when)
                yield core.Part(exception.label, PartKind.EXCEPTION, "", when, place=exception.place)
        for reading in getattr(s, "readings", ()):
            if reading.label:
                title = f"{reading.name}: {reading.ground}"
                yield core.Part(reading.label, PartKind.READING, title, place=reading.place)
        for printed in (getattr(s, "table", None), *(b.table for b in getattr(s, "blocks", ()))):
            made = _table(printed)
            if made is None or printed is None:
                continue
            for row, cells in zip(made.rows, printed.body, strict=True):
                if row.label:
                    alone, first = core.Table(made.heads, (row,)), cells[0]
                    yield core.Part(row.label, PartKind.ROW, first.text, None, (), alone, first.place)

    def title(self, name: str) -> str:
        known = self.book.names.get(name) or self.book.fields.get(name)
        return known.title if known else name.replace("_", " ")

    # ---- clauses

    def clause(self, clause: ResolvedClause) -> core.Clause:
        versions = tuple(self._version(clause, version) for version in clause.versions)
        return core.Clause(
            clause.id, clause.section, clause.label, clause.name, clause.kind, Scope(clause.scope), clause.game, versions
        )  # fmt: skip

    def _version(self, clause: ResolvedClause, version: ResolvedVersion) -> core.Version:
        readings = tuple(
            core.Reading(check.reading, check.ground, self.duty(clause, check), check.place) for check in version.checks
        )
        return core.Version(
            version.since, version.until, Basis(version.basis), version.ground, version.operative, readings, version.label,
            _citations(CitationRole.PER, version.per), version.place,
        )  # fmt: skip

    def duty(self, clause: ResolvedClause, check: Check) -> Duty:
        """The duty of one reading of a clause."""
        subject, applies = self.subject(check.subject), tuple(self._applies(check))
        match check.predicate:
            case t.Limit("uniform"):
                return core.Requirement(subject, applies, Need.UNIFORM, Apply("uniform", (self.fact(check.subject),)))
            case t.Limit(mode, values, by):
                if mode in ("follows", "follows_by"):
                    value = self._lookup(check, by) if by else self.operand(values[0], check.subject)
                    return core.Derives(subject, applies, value)
                return core.Requirement(subject, applies, Need.BOUND, self.bound(check))
            case t.Bars((other,), exclusive):
                return core.Requirement(subject, applies, Need.BARS, Not(self.offered(t.Path(other))), exclusive)
            case t.Requires((other,)):
                return core.Requirement(subject, applies, Need.REQUIRES, self.offered(t.Path(other)))
            case t.MustOffer(negated):
                offered = self.offered(check.subject)
                holds, need = (Not(offered), Need.NO_OFFER) if negated else (offered, Need.OFFER)
                return core.Requirement(subject, applies, need, holds)
            case t.PaysNode(mode, values, by):
                schedules = tuple(
                    core.Schedule(b.name, const(b.value), _table(b.table), b.label) for b in check.blocks
                )  # fmt: skip
                limits = tuple(map(self.value, values))
                return core.PayoutTable(subject, applies, PayMode(mode), by, limits, _table(check.table), schedules)
            case t.Same(game, scope, equal):
                return core.SameAcross(subject, applies, self.fact(check.subject), _where(scope), game, equal)
            case t.NoticeNode(before, to, written, lead):
                minutes = int(lead[0] * MINUTES[lead[1]]) if lead and lead[1] in MINUTES else None
                return core.Notice(subject, applies, before, to, written, lead, minutes)
            case t.Posting():
                return core.Posted(subject, applies)
            case t.ApprovalNode():
                fact = self.fact(check.subject) if check.subject.name in self.book.fields else None
                return core.Approved(subject, applies, fact)
            case t.ResultNode(verb):
                return core.Ends(subject, applies, core.End(verb))
            case t.IndependentNode():
                return core.Independent(subject, applies)
            case t.PaysOnly():
                return core.HighestOnly(subject, applies)
            case t.PaysEachNode(unit):
                return core.PaysEach(subject, applies, unit)
            case t.PaysGrossNode():
                return core.PaysGross(subject, applies)
            case t.SharesNode((amount,)):
                return core.Shares(subject, applies, self.value(amount))
            case t.Rounds(direction, to, values):
                comes_from = self.value(values[0]) if values else None
                return core.Rounding(subject, applies, core.Direction(direction), const(to), comes_from)
            case t.SeesNode(values):
                return core.Sees(subject, applies, tuple(map(self.value, values)))
            case t.ChargesNode(wager):
                return core.Charges(subject, applies, wager)
            case t.DealNode(dealt, decks, jokers):
                return core.Deal(subject, applies, dealt, decks, jokers)
            case t.ChanceNode(_, lots):
                return core.Chance(subject, applies, tuple((const(value), ways) for value, ways in lots))
            case Declared():
                return self._declared(clause, check, check.predicate, subject, applies)
            case t.Bars() | t.Requires() | t.SharesNode():
                raise TypeError(f"no duty with several objects: {check.predicate}")
        assert_never(check.predicate)

    def _declared(
        self,
        clause: ResolvedClause,
        check: Check,
        declared: Declared,
        subject: Subject,
        applies: tuple[Expr, ...],
    ) -> Duty:
        values = tuple(map(const, declared.values))
        match declared.what:
            case Declaration.AUTHORIZED:
                return core.Authority(subject, applies)
            case Declaration.ELECTED:
                holds = Member(self.fact(check.subject), values)
                return core.Requirement(subject, applies, Need.ELECTION, holds)
            case Declaration.RANKED:
                order = Apply("in_order", (self.fact(check.subject), *values))
                return core.Requirement(subject, applies, Need.ORDER, order)
            case Declaration.ORDERED:
                return core.Ordering(subject, applies, values)
            case Declaration.ATTESTED:
                return core.Attested(subject, applies, declared.words)
            case Declaration.OUTCOME if clause.kind == "outcome":
                return core.ReachesRow(Subject(SubjectKind.ROW, check.subject.name, check.subject.of), applies)
            case Declaration.OUTCOME:
                ranking = clause.name.removesuffix("-has").rpartition(".")[0]
                name = check.subject.name
                reached = has_rank(ranking, name, Fact("cards"))
                return core.HasRank(Subject(SubjectKind.ROW, name), (reached,), ranking)
            case Declaration.IRREGULAR:
                subject = Subject(SubjectKind.IRREGULARITY, check.subject.name)
                return core.LeadsTo(subject, applies, values, declared.words)
            case Declaration.PERMITTED:
                return core.Permitted(subject, applies, declared.words)
            case Declaration.LEFT:
                return core.Left(
                    subject, applies, declared.words.removesuffix(f": {declared.because}"), declared.because
                )
            case Declaration.DEFINED:
                return core.Defined(subject, applies, declared.words)
        assert_never(declared.what)

    def subject(self, path: t.Path) -> Subject:
        where = _where(path.of)
        of = path.of if where is Where.TABLE else None
        if path.name in self.book.fields:
            return Subject(SubjectKind.FIELD, path.name, of, where)
        if path.name in self.book.names:
            return Subject(SubjectKind(self.book.names[path.name].kind), path.name, of, where)
        return Subject(SubjectKind.SCOPE, path.name, of, where)

    def bound(self, check: Check) -> Expr:
        """The condition that a limit on the subject demands."""
        law, subject = check.predicate, self.value(check.subject)
        assert isinstance(law, t.Limit)
        match law.mode:
            case "among" | "not_among":
                values = tuple(const(v) for v in law.values if isinstance(v, t.Literal))
                return Member(subject, values, law.mode == "not_among")
            case "between":
                low, high = (self.operand(v, check.subject) for v in law.values)
                return AllOf((Compare(Relation.AT_LEAST, subject, low), Compare(Relation.AT_MOST, subject, high)))
            case "at_least_by" | "at_most_by" | "exactly_by":
                return Compare(_LIMITS[law.mode.removesuffix("_by")], subject, self._lookup(check, law.by))
        return Compare(_LIMITS[law.mode], subject, self.operand(law.values[0], check.subject))

    def _lookup(self, check: Check, by: str | None) -> Lookup:
        """The row that `by` selects; a map is compared row by row under its own keys."""
        table, field = _table(check.table), self.book.fields.get(check.subject.name)
        own = (
            field is not None
            and field.type.kind == "map_of"
            and by is not None
            and isinstance(check.predicate, t.Limit)
        )
        keyed = own and check.predicate.mode != "follows_by"  # type: ignore[union-attr]
        key = None if keyed or by is None else self.fact(t.Path(by))
        rows, heads = (tuple(table.column()), table.heads[:2]) if table else ((), ())
        return Lookup(key, rows, by or "", tuple(head.text if head else "" for head in heads))

    # ---- `otherwise`

    def _wagers_otherwise(self) -> list[str]:
        """The wagers with a clause on `otherwise`, which applies if no other clause states how they end."""
        checks = (check for clause in self.book.clauses for version in clause.versions for check in version.checks)
        return list(dict.fromkeys(_wager(check) for check in checks if _is_otherwise(check)))

    def _end_terms(self) -> dict[str, Expr]:
        """The term for each wager with `otherwise`: some clause, of whatever day, states how the wager ends."""
        results = [
            check for clause in self.book.clauses for version in clause.versions for check in version.checks
            if isinstance(check.predicate, t.ResultNode) and not _is_otherwise(check)
        ]  # fmt: skip
        return {
            core.end_term(wager): AnyOf(tuple(
                AllOf(tuple(map(self.condition, check.conditions))) for check in results if _wager(check) == wager
            ))
            for wager in self._wagers_otherwise()
        }  # fmt: skip

    def _end_names(self) -> dict[str, core.Name]:
        found = {}
        for wager in self._wagers_otherwise():
            name, known = core.end_term(wager), self.book.names[wager]
            title = f"another rule states how the {known.title} ends"
            found[name] = core.Name(SubjectKind.TERM, name, title, known.game, known.cite, known.place)
        return found

    def _applies(self, check: Check) -> Iterator[Expr]:
        for expr in check.conditions:
            yield Not(Term(core.end_term(_wager(check)))) if isinstance(expr, t.Otherwise) else self.condition(expr)

    # ---- conditions

    def condition(self, e: t.Expr) -> Expr:
        """A condition as written."""
        match e:
            case t.NotNode(item):
                return Not(self.condition(item))
            case t.All(items):
                return AllOf(tuple(map(self.condition, items)))
            case t.Any(items):
                return AnyOf(tuple(map(self.condition, items)))
            case t.OfferedNode(path, negated):
                found = self.offered(path)
                return Not(found) if negated else found
            case t.Among(path, values, negated):
                return Member(self.value(path), tuple(map(const, values)), negated)
            case t.ComparisonNode(sign, left, right):
                return Compare(Relation(sign), self.operand(left, right), self.operand(right, left))
            case t.Pattern(count, what):
                return Apply(f"of_a_{what}", (Fact("cards"), _number(count)))
            case t.Path() if not self._is_value(e):
                return self.offered(e)
        return self.value(e)

    def _is_value(self, path: t.Path) -> bool:
        """Whether a name alone is a fact, a defined term or a card function, and no offer."""
        name = path.name
        return name in self.book.fields or name in self.book.definitions or name not in self.book.names

    def offered(self, path: t.Path) -> Offered:
        known = self.book.names.get(path.name)
        return Offered(path.name, SubjectKind(known.kind) if known else SubjectKind.TERM, _where(path.of))

    # ---- quantities

    def operand(self, e: t.Expr, other: t.Expr | None = None) -> Expr:
        """A quantity. A name becomes a constant if the field on the `other` side enumerates it, or if the other side is a rank."""
        if isinstance(e, t.Path) and isinstance(other, t.Path) and not e.of and self._enumerates(other.name, e.name):
            return Const(ValueKind.NAME, e.name, e.name)
        if isinstance(other, t.Call) and other.name in ("rank", "suit"):
            return self._named(other.name, e)
        return self.value(e)

    def value(self, e: t.Expr) -> Expr:
        match e:
            case t.Literal():
                return const(e)
            case t.Path(before=True):
                known = self.book.fields.get(e.name)
                of_seat = known is not None and not {"seat", "hand"}.isdisjoint(known.owners)
                return Earlier(self.fact(t.Path(e.name, e.of)), Span.SEAT if of_seat else Span.ROUND)
            case t.Path(name) if name in self.book.fields:
                return self.fact(e)
            case t.Path(name) if name in self.book.definitions:
                return Term(name)
            case t.Path("rest"):
                return Fact("rest")
            case t.Path(name) if name in IMPLICIT:
                return Apply(name, (Fact("cards"),))
            case t.Path(name) if name in self.book.names:
                return self.offered(e) if self.book.names[name].kind != "define" else Term(name)
            case t.Path(name):
                return Const(ValueKind.NAME, name, name)
            case t.CardsNode(which, count, of):
                return Cards(Which(which), count, of or "cards")
            case t.Over(rows, value, where):
                return Fold(
                    Rows(rows), None if value is None else self.value(value), None if where is None else self.condition(where)
                )  # fmt: skip
            case t.Arithmetic(sign, left, right) | t.Extreme(sign, left, right):
                return Arith(Operator(sign), self.value(left), self.value(right))
            case t.Call():
                return self._call(e)
        return self.condition(e)

    def _call(self, call: t.Call) -> Expr:
        name, arguments = call.name, call.arguments
        if name == "makes":
            ranking, rank, hand = (a.value for a in arguments)
            return has_rank(str(ranking), str(rank), self.value(hand))
        plain = [a.value for a in arguments if not a.name]
        args = tuple(self._argument(name, n, value) for n, value in enumerate(plain))
        named = tuple((a.name, self._named(a.name, a.value)) for a in arguments if a.name)
        return Apply(name, args, named, call.place if name in FILING_FUNCTIONS else NOWHERE)

    def _argument(self, function: str, number: int, e: t.Expr) -> Expr:
        """An argument; a ranking, and the wager and row of a payout, are names that no fact replaces."""
        if isinstance(e, t.Path) and function in _RANKED and number == 0:
            return RankingRef(e.name)
        if isinstance(e, t.Path) and (function == "payout" or function in ("hit", "edge") and number == 0):
            return Const(ValueKind.NAME, e.name, e.name)
        return self.value(e)

    def _named(self, name: str, e: t.Expr) -> Expr:
        """A named argument; ranks and suits of cards have names of their own."""
        if isinstance(e, t.Path) and name == "rank" and e.name in RANK_OF_NAME and e.name not in self.book.fields:
            return Const(ValueKind.RANK, Fraction(RANK_OF_NAME[e.name]), e.name)
        if isinstance(e, t.Path) and name == "suit" and e.name in SUIT_OF_NAME and e.name not in self.book.fields:
            return Const(ValueKind.SUIT, SUIT_OF_NAME[e.name], e.name)
        return self.value(e)

    def fact(self, path: t.Path) -> Fact:
        """A field at its path in the facts."""
        field = self.book.fields.get(path.name)
        if path.of not in self.book.names:
            return Fact(path.name, derived=str(path) in self.book.followed)
        entry = field is not None and any(o in ("round", "seat", "hand") for o in field.owners)
        return Fact(
            path.name, path.of, Source.ENTRY if entry else Source.OFFER, str(path) in self.book.followed
        )  # fmt: skip

    def _enumerates(self, field: str, name: str) -> bool:
        known = self.book.fields.get(field)
        types = (known.type, *known.type.items) if known else ()
        return any(name == literal.value for kind in types for literal in kind.values)


def _wager(check: Check) -> str:
    """The wager of a check on it or on an amount of it."""
    return check.subject.of or check.subject.name


def _is_otherwise(check: Check) -> bool:
    return any(isinstance(expr, t.Otherwise) for expr in check.conditions)


# ---- values, tables and declarations


def const(literal: t.Literal) -> Const:
    """
    >>> const(t.Literal("odds_for", Fraction(6), "6 for 1")).value
    Fraction(5, 1)
    """
    value = literal.value
    if literal.kind == "odds_for":
        assert isinstance(value, Fraction)
        value -= 1
    return Const(_KINDS[literal.kind], value, literal.text)


def _where(scope: str | None) -> Where:
    return Where(scope) if scope in ("licensee", "pit") else Where.TABLE


def _number(value: int) -> Const:
    return Const(ValueKind.NUMBER, Fraction(value), str(value))


def _table(table: t.TableNode | None) -> core.Table | None:
    if table is None:
        return None
    heads = tuple(_cell(cell) for cell in table.head)
    labels = table.labels[1:] if len(table.labels) == len(table.rows) else table.labels or [None] * len(table.body)
    rows = tuple(
        core.Row(_cell(row[0]), tuple(map(_cell, row[1:])), label)
        for row, label in zip(table.body, labels, strict=True)
    )
    return core.Table(heads, rows)


def _cell(cell: t.Cell) -> Const | None:
    if cell.value is None:
        return None
    made = const(cell.value)
    return Const(made.kind, made.value, cell.text)


def _type(of: t.TypeNode) -> core.Type:
    return core.Type(of.kind, tuple(map(const, of.values)), tuple(map(_type, of.items)))


def _name(known: ResolvedName) -> core.Name:
    return core.Name(SubjectKind(known.kind), known.name, known.title, known.game, known.cite, known.place)


def note(n: t.NoteNode) -> core.Note:
    """A history note."""
    per = _citations(CitationRole.PER, n.per)
    return core.Note(n.kind, n.day, n.source, n.operative, n.until, n.see, per, n.words, n.place)


def citation(role: CitationRole, cite: t.Cite) -> Citation:
    """A citation in its role."""
    return Citation(role, cite.printed, cite.reading, cite.ground, cite.place)


def _citations(role: CitationRole, cites: tuple[t.Cite, ...]) -> tuple[Citation, ...]:
    return tuple(citation(role, cite) for cite in cites)


def _cited(statement: t.Statement) -> Iterator[Citation]:
    """Every citation of a statement and of the rules of its readings."""
    for s in (statement, *(r.rule for r in getattr(statement, "readings", ()) if r.rule)):
        yield from _citations(CitationRole.PER, s.trailers.per)
        yield from _citations(CitationRole.DESPITE, s.trailers.despite)
        for exception in getattr(s, "exceptions", ()):
            yield from _citations(CitationRole.EXCEPT, exception.per)


def _anomaly(o: ResolvedAnomaly) -> core.Anomaly:
    return core.Anomaly(
        o.code, o.cite, o.kind, o.printed, o.reading, o.ground, o.clauses, o.since, o.derived, o.place
    )  # fmt: skip
