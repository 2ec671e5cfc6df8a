"""The demand of a version of a clause in canonical form, and its digest.

Equal digests mean equal demands: dates, places, titles, labels, grounds and the printed form of a figure do not count. Defined
terms, rankings, derived facts and probabilities count by their meaning, because a change of one of them changes the demand.

Baselines and statements of users contain digests, so a class of the core that gains a field keeps the digests of all demands that do
not use it: a field counts only where its value is not its default. `_ALWAYS` are the fields that counted before this rule.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import cast

from pitboss.compiler.model import core, query
from pitboss.grammar.json_types import Json

WinChances = Mapping[str, Mapping[int, Fraction] | Fraction]  # by wager: by number of decks, or one figure

# `lead` is `lead_minutes` as printed; `clause` names the exception whose conditions count.
_PROSE = frozenset({"place", "label", "title", "ground", "lead", "columns", "clause"})

_SCALARS = {str, int, bool}
_OWN_FORM = (
    core.Const, core.Term, core.RankingRef, core.Fact, core.Apply, core.Requirement, core.Ordering, core.Table,
)  # fmt: skip
_ALWAYS = {
    "Apply": {"args", "named"}, "Approved": {"fact"}, "Cards": {"of"}, "Deal": {"jokers"}, "Fact": {"of", "source", "derived"},
    "Fold": {"value", "where"}, "Member": {"negated"}, "Notice": {"to", "written", "lead_minutes"}, "Offered": {"where"},
    "PayoutTable": {"by", "limits", "table", "schedules"}, "Rank": {"joker", "by"}, "RankingRef": {"rank"},
    "Requirement": {"exclusive"}, "Rounding": {"amount"}, "SameAcross": {"game", "equal"}, "Subject": {"of", "where"},
}  # fmt: skip


def version_digest(book: core.Rulebook, clause: core.Clause, version: core.Version, chances: WinChances) -> str:
    """The digest of a version's demand in each of its readings; `chances` are the probabilities of the wagers that it refers to."""
    form = _Form(book, chances)
    readings = [[reading.name, form.of(reading.duty)] for reading in version.readings]
    written = json.dumps([clause.kind, clause.scope, clause.game, readings], separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()[:16]


class _Form:
    def __init__(self, book: core.Rulebook, chances: WinChances) -> None:
        self.book = book
        self.chances = chances

    def of(self, value: object) -> Json:
        """The canonical form of any part of the core, as JSON data."""
        kind = type(value)
        if value is None or kind in _SCALARS:
            return cast("Json", value)
        if isinstance(value, tuple):
            return [self.of(part) for part in value]
        form = [kind.__name__, *self.parts(value)] if _is_plain(kind) else self.own_form(value)  # type: ignore[arg-type]  # of a class
        if added := self.added(value):
            return [form, added]
        return form

    def own_form(self, value: object) -> Json:
        """The form of a value whose class is not written field by field."""
        match value:
            case Enum():
                return self.of(value.value)
            case Fraction() | date():
                return str(value)
            case Mapping():
                return [[self.of(key), self.of(part)] for key, part in value.items()]
            case core.Const(unit, figure):
                return [self.of(unit), self.of(figure)]
            case core.Term(name):
                return self.of(self.book.terms[name])
            case core.RankingRef(name, rank):
                return self.of(core.only(self.book.rankings[name], rank))
            case core.Fact(derived=True):
                return ["derived", *self.parts(value), self.of(self.book.derivations[str(value)])]
            case core.Apply("hit" | "edge", (core.Const(value=str(wager)), *_)):
                return ["Apply", *self.parts(value), self.of(self.chances[wager])]
            case core.Requirement(core.Subject(name=name), need=core.Need.ORDER) | core.Ordering(
                core.Subject(name=name)
            ):
                return [type(value).__name__, *self.parts(value), self.of(self.book.rankings[name])]
            case core.Table(heads, rows):  # facts name rows and columns as they are printed
                columns = [None if head is None else query.key(head) for head in heads[1:]]
                return [
                    columns,
                    *([None if row.key is None else query.key(row.key), *map(self.of, row.cells)] for row in rows),
                ]
        return [type(value).__name__, *self.parts(value)]

    def parts(self, value: object) -> list[Json]:
        names = _demanding(type(value))  # type: ignore[arg-type]  # of a class
        return [self.of(getattr(value, name)) for name in names]

    def added(self, value: object) -> Json:
        """The fields that count only where they are not at their default, by name."""
        if not (defaults := _defaults(type(value))):  # type: ignore[arg-type]  # of a class
            return {}
        stated = {name: getattr(value, name) for name, default in defaults if getattr(value, name) != default}
        return {name: self.of(part) for name, part in stated.items()}


@cache
def _is_plain(kind: type) -> bool:
    """Whether the form of an instance is the name of the class and the fields; most are, and need not be matched."""
    return is_dataclass(kind) and not issubclass(kind, _OWN_FORM)


@cache
def _demanding(kind: type) -> tuple[str, ...]:
    """The fields of a class of the core that always make a difference to what is demanded."""
    if not is_dataclass(kind):
        raise TypeError(f"no part of the core: {kind.__name__}")
    counted = [field.name for field in fields(kind) if field.name not in _PROSE]
    optional = {name for name, _ in _defaults(kind)}
    return tuple(name for name in counted if name not in optional)


@cache
def _defaults(kind: type) -> tuple[tuple[str, object], ...]:
    """The fields of a class of the core that make a difference where they are not at their default, with that default."""
    if not is_dataclass(kind):
        return ()
    counted = [field for field in fields(kind) if field.compare and field.name not in _PROSE]
    always = _ALWAYS.get(kind.__name__, ())
    return tuple(
        (field.name, field.default) for field in counted if field.default is not MISSING and field.name not in always
    )
