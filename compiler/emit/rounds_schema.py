"""Rulebook → JSON Schema 2020-12 of one row of a record of rounds, by game: what `checker/rounds/record_format.py` reads."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pitboss.compiler.emit.value_shapes import SCALARS, Schema, a_list, about, an_object, choices, names, text
from pitboss.compiler.model.core import Field, LeadsTo, Rulebook, SubjectKind
from pitboss.compiler.model.filing_terms import FiledType, filing_terms
from pitboss.compiler.model.query import by_wager

_JUDGES = "x-judges"  # the clauses that need a field; a field that follows from others may be left out
_CARD = "(?:(?:A|[2-9]|10|J|Q|K)[cdhs]|Jk)"
_CARDS = text(rf"\s*{_CARD}(?:\s+{_CARD})*\s*", examples=["Ah 10d Jk"])
_COUNT: Schema = {"type": ["integer"], "minimum": 0}
_WHERE: dict[str, tuple[str | FiledType, str]] = {
    "round": ("text", "what the round is called; its rows follow one another"),
    "table": ("text", "table number, as in the filing"),
    "moment": ("moment", "when the round was dealt: its day chooses the law and the filing"),
    "game": ("name", "game dealt"),
    "licensee": ("text", "casino licensee"),
    "pit": ("text", "pit"),
    "shoe": ("text", "shoe"),
    "sequence": ("count", "place of the round at the table"),
    "seat": ("text", "place at the table"),
    "hand": ("text", "hand of the seat"),
    "player": ("text", "player"),
    "role": ("name", "what the player is in the round: bank, co-bank"),
    "part": (("set_of", ("text",)), "parts of the table, as the filing names them, whose values were in use"),
    "consequence": ("name", "what it led to"),
}


def rounds_schema(book: Rulebook, reads: Mapping[str, tuple[str, ...]]) -> str:
    """The schema as JSON text. It is generated from the terms that the checker reads, so that the two cannot differ.

    `reads` are the columns that each clause can observe.
    """
    types = {name: field.type for name, field in filing_terms(book).fields.items()}
    by_wager_fields = by_wager(book)
    games = [n.name for n in book.names.values() if n.kind is SubjectKind.GAME]
    read_by = _read_by(book, reads)
    defs = {game: _row(book, game, types, by_wager_fields, read_by[game]) for game in games}
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A row of a record of rounds: a seat, or a hand of a seat, in one round",
        "anyOf": [{"$ref": f"#/$defs/{game}"} for game in games],
        "$defs": defs,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _row(
    book: Rulebook,
    game: str,
    types: dict[str, FiledType],
    by_wager_fields: tuple[str, ...],
    read_by: dict[str, list[str]],
) -> Schema:
    where = {
        name: {**_shape((kind,) if isinstance(kind, str) else kind), **about(title)}
        for name, (kind, title) in _WHERE.items()
    }
    fields = [f for f in book.fields.values() if f.of_round and f.game in (None, game)]
    kinds = (SubjectKind.WAGER, SubjectKind.OPTION)
    wagers = [n.name for n in book.names.values() if n.kind in kinds and n.game in (None, game)]
    irregularities = ["none", *_irregularities(book, game)]
    where["irregularity"] = {**choices(tuple(irregularities)), **about("irregularity that occurred")}
    described = {
        f.name: {
            **_field(f, types[f.name], wagers if f.name in by_wager_fields else []),
            _JUDGES: read_by.get(f.name, []),
        }
        for f in fields
    }
    return an_object({**where, **described}, "round", "table", "moment", title=book.names[game].title)


def _read_by(book: Rulebook, reads: Mapping[str, tuple[str, ...]]) -> dict[str, dict[str, list[str]]]:
    """By game and field: the clauses on rounds that can observe it."""
    game_of = {clause.id: clause.game for clause in book.clauses}
    found: dict[str, dict[str, list[str]]] = {n.name: {} for n in book.names.values() if n.kind is SubjectKind.GAME}
    for clause, columns in reads.items():
        own = game_of[clause]
        for name in dict.fromkeys(column.partition(".")[0] for column in columns):
            for game in found if own is None else (own,):
                found[game].setdefault(name, []).append(clause)
    return found


def _irregularities(book: Rulebook, game: str) -> list[str]:
    """The irregularities that the clauses of a game name, in the law's order."""
    clauses = [clause for clause in book.clauses if clause.game in (None, game)]
    readings = (reading for clause in clauses for version in clause.versions for reading in version.readings)
    return [*dict.fromkeys(r.duty.subject.name for r in readings if isinstance(r.duty, LeadsTo))]


def _field(field: Field, of: FiledType, wagers: list[str]) -> Schema:
    described = about(field.title, field.cite)
    if not wagers:
        return {**_shape(of), **described}
    return {"type": "object", "propertyNames": names(wagers), "additionalProperties": _shape(of), **described}


def _shape(of: FiledType) -> Schema:
    match of:
        case ("cards",):
            return _CARDS
        case ("count",):
            return _COUNT
        case ("one_of", tuple(listed), *_):
            return choices(listed)
        case ("set_of", tuple(item)):
            return {"anyOf": [a_list(_shape(item)), {"type": "string"}]}
    return SCALARS.get(str(of[0]), {"type": ["string"]})
