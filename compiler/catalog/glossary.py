"""The glossary of the rulebook: games, wagers, equipment, defined terms and fields, and what refers to each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from pitboss.compiler.model import core
from pitboss.compiler.model.catalog_entries import GlossaryEntry
from pitboss.compiler.model.core import Clause, Rulebook


def terms(book: Rulebook) -> tuple[GlossaryEntry, ...]:
    """Every name and field, by name.

    >>> lamp = core.Name(core.SubjectKind.EQUIPMENT, "lamp", "red lamp", None, "1:1-9.1(a)")
    >>> listed = terms(Rulebook("", (), {"lamp": lamp}, {}, (), (), None, ""))
    >>> [(x.name, x.kind, x.title, x.cite, x.type) for x in listed]
    [('lamp', 'equipment', 'red lamp', '1:1-9.1(a)', '')]
    """
    listed = [GlossaryEntry(n.kind.value, n.name, n.title, n.game, n.cite, (), "") for n in book.names.values()]
    listed += [
        GlossaryEntry("fact", f.name, f.title, f.game, f.cite, tuple(f.owners), _type(f.type))
        for f in book.fields.values()
    ]
    return tuple(sorted(listed, key=lambda x: (x.name, x.kind)))


def named(book: Rulebook, clause: Clause) -> tuple[str, ...]:
    """The names and fields that a clause refers to, sorted."""
    found = dict.fromkeys(
        x for version in clause.versions for reading in version.readings for x in _names(book, reading.duty)
    )
    return tuple(sorted(str(x) for x in found if x in book.names or x in book.fields))


def _type(of: core.Type) -> str:
    """
    >>> _type(core.Type("set_of", (), (core.Type("money"),)))
    'several amounts of money'
    """
    match of.kind:
        case "one_of":
            return "one of " + ", ".join(v.text.replace("_", " ") for v in of.values)
        case "set_of" | "list_of":
            return "several " + _MANY.get(of.items[0].kind, _type(of.items[0]))
        case "map_of":
            return f"{_type(of.items[1])} for each {_type(of.items[0])}"
    return _ONE.get(of.kind, of.kind.replace("_", " "))


_ONE = {"chances": "chance of each amount", "flag": "yes or no", "money": "amount of money", "count": "whole number"}
_MANY = {"money": "amounts of money", "name": "names", "count": "whole numbers"}


def _names(book: Rulebook, duty: core.Duty) -> Iterator[str]:
    """The names in a duty: its subject, its object and everything its expressions refer to."""
    yield from (x for x in (duty.subject.name, duty.subject.of) if x)
    match duty:
        case core.SameAcross(game=game, equal=equal):
            yield from (*equal, *([game] if game else []))
        case core.PayoutTable(schedules=schedules):
            yield from (schedule.field for schedule in schedules)
        case (
            core.Requirement()
            | core.Authority()
            | core.Notice()
            | core.Attested()
            | core.Posted()
            | core.Approved()
            | core.Derives()
            | core.RoundDuty()
            | core.ChanceDuty()
            | core.DeclaredDuty()
        ):
            pass
        case _:
            assert_never(duty)
    exprs = core.expressions(duty)
    if isinstance(duty, core.HasRank):
        exprs = core.ranked_by(core.only(book.rankings[duty.ranking], duty.subject.name))
    for node in core.walk(*exprs):
        match node:
            case core.Fact(name, of):
                yield from (x for x in (name, of) if x)
            case core.Offered(name, _, where):
                yield from (name, where)
            case core.Term(name) | core.RankingRef(name) | core.Cards(of=name) | core.Apply(name):
                yield name
            case core.Const(core.ValueKind.NAME, str() as name):
                yield name
