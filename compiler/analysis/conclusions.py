"""Which fields of a round are conclusions that no rule derives, and which clauses cards, stakes and money alone decide.

A record holds cards, stakes, seats, money, times, and chance draws or player choices. Anything else that a clause reads is a
conclusion: a rule derives it, or `rulespecs/observed.toml` states why a record must have it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.model import core
from pitboss.compiler.model.row_columns import row_columns

_PRIMARY_KINDS = ("cards", "money")
_RECORDED = ("irregularity", "consequence", "settled_as", "seat", "player")  # a round without an irregularity has none


def underived_conclusions(book: core.Rulebook) -> tuple[str, ...]:
    """The fields of a round that clauses read, that are not primary facts and that nothing derives, in alphabetical order.

    >>> underived_conclusions(core.Rulebook("", (), {}, {}, (), (), None, ""))
    ()
    """
    known = _primary(book) | {*_derivations(book)}
    return tuple(sorted({name for names in _reads(book).values() for name in names} - known))


def undecided_clauses(book: core.Rulebook, game: str) -> dict[str, tuple[str, ...]]:
    """The clauses on rounds of a game, each with the fields that it needs in addition to primary facts and their consequences."""
    reads, derivations = _reads(book), _derivations(book)
    known = _primary(book)
    while more := {
        name for name, clauses in derivations.items()
        if name not in known and any(reads[clause] - {name} <= known for clause in clauses)
    }:  # fmt: skip
        known |= more
    mine = [clause.id for clause in book.clauses if clause.game in (None, game) and clause.id in reads]
    return {clause: tuple(sorted(reads[clause] - known)) for clause in mine}


def _reads(book: core.Rulebook) -> dict[str, frozenset[str]]:
    """By clause on rounds: the fields that it reads."""
    return {
        clause: frozenset(column.partition(".")[0] for column in columns)
        for clause, columns in row_columns(book).items()
    }


def _derivations(book: core.Rulebook) -> dict[str, list[str]]:
    """By field of a round: the clauses from which it follows."""
    found: dict[str, list[str]] = {}
    for clause in book.clauses:
        if clause.scope is core.Scope.ROUND and isinstance(clause.versions[0].duty, core.Derives):
            found.setdefault(clause.subject.name, []).append(clause.id)
    return found


def _primary(book: core.Rulebook) -> set[str]:
    """The primary facts: cards and money, chance draws, and what a player chose with a wager."""
    kinds = {name for name, field in book.fields.items() if field.of_round and field.type.kind in _PRIMARY_KINDS}
    return {*_RECORDED, *kinds, *_dealt(book), *book.parameters}


def _dealt(book: core.Rulebook) -> Iterator[str]:
    duties = (reading.duty for clause in book.clauses for version in clause.versions for reading in version.readings)
    for duty in duties:
        match duty:
            case core.Chance(subject=subject):
                yield subject.name
            case core.Deal(dealt=dealt):
                yield from (name for name, _ in dealt)
