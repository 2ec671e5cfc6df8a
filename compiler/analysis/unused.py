"""R212: some clause reads every declaration; otherwise the declaration is a mistake, or a rule is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from pitboss.compiler.model import core
from pitboss.compiler.model.query import key
from pitboss.grammar.diagnostics import Diagnostic, Place


def unused_declarations(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report equipment, fields, definitions and parameters of sections that no other statement reads.

    The fields of a vocabulary are exempt: filings and records consist of them.
    """
    readers: dict[str, set[Place]] = {}
    for place, names in _reads(book):
        for name in names:
            readers.setdefault(name, set()).add(place)
    for what, name, place in _declarations(book):
        if not readers.get(name, set()) - {place}:
            yield Diagnostic(
                "R212",
                f"nothing reads the {what} '{name}'",
                place,
                help="write the clause that needs it, or leave it out",
            )


def _declarations(book: core.Rulebook) -> Iterator[tuple[str, str, Place]]:
    """(kind, name, place) of each declaration that must be read."""
    for clause in book.clauses:
        for version in clause.versions:
            match version.duty:
                case core.Defined(core.Subject(core.SubjectKind.EQUIPMENT, name)):
                    yield "equipment", name, version.place
                case core.Defined(core.Subject(core.SubjectKind.FIELD, name)):
                    yield "field", name, version.place
                case core.Defined(core.Subject(core.SubjectKind.TERM, name), applies) if applies:
                    yield "definition", name, version.place
    for name in book.parameters:
        field = book.fields[name]
        if book.section(field.cite.partition("(")[0]):
            yield "parameter", name, field.place


def _reads(book: core.Rulebook) -> Iterator[tuple[Place, Iterator[str]]]:
    """The place of each statement with the names that it reads."""
    for clause in book.clauses:
        for version in clause.versions:
            for reading in version.readings:
                yield version.place, _names(reading.duty)
    for name, meaning in book.terms.items():
        yield book.names[name].place, _named(meaning)
    for ranking in book.rankings.values():
        place = book.fields[ranking.name].place if ranking.name in book.fields else _NOWHERE
        yield place, _named(*core.ranked_by(ranking))


_NOWHERE = Place("", 0, 0)


def _names(duty: core.Duty) -> Iterator[str]:
    match duty:
        case core.Requirement(need=core.Need.ELECTION | core.Need.ORDER):
            yield from _named(*duty.applies)
            return
    if not isinstance(duty, core.Derives):  # an input of a derivation is read when something reads the derived fact
        yield from (duty.subject.name, duty.subject.of or "")
    yield from _named(*core.expressions(duty))
    match duty:
        case core.PayoutTable(by=by, table=table, schedules=schedules):
            yield by or ""
            yield from (schedule.field for schedule in schedules)
            for printed in (table, *(schedule.table for schedule in schedules)):
                head = printed.heads[0] if printed else None
                yield key(head) if head else ""
        case core.SameAcross(equal=equal):
            yield from equal
        case core.PaysEach(unit=name) | core.Charges(wager=name):
            yield name
        case core.Deal(dealt=dealt, decks=decks):
            yield from (name for name, _ in dealt)
            yield str(decks)
        case (
            core.Requirement()
            | core.Authority()
            | core.Notice()
            | core.Attested()
            | core.Posted()
            | core.Approved()
            | core.Derives()
            | core.Ends()
            | core.ReachesRow()
            | core.HasRank()
            | core.LeadsTo()
            | core.Independent()
            | core.HighestOnly()
            | core.PaysGross()
            | core.Shares()
            | core.Rounding()
            | core.Chance()
            | core.Sees()
            | core.DeclaredDuty()
        ):
            pass
        case _:
            assert_never(duty)


def _named(*exprs: core.Expr) -> Iterator[str]:
    """Every name in the expressions: facts, offers, terms and values."""
    for node in core.walk(*exprs):
        match node:
            case core.Fact(name, of):
                yield from (name, of or "")
            case core.Cards(of=name) | core.Term(name) | core.Offered(name) | core.RankingRef(name, None):
                yield name
            case core.Const(core.ValueKind.NAME, str(name)):
                yield name
            case core.Member(values=values):
                yield from (str(value.value) for value in values)
            case core.Lookup(title=name):
                yield name
