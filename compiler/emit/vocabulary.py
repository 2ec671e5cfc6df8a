"""Core → the module that tells the checker what a filing can state."""

from __future__ import annotations

from collections.abc import Iterable
from pprint import pformat

from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Need, SubjectKind


def vocabulary(book: core.Rulebook) -> str:
    """The module's text: fields, names, and what each wager can pay on and each event can be about."""
    outcomes: dict[str, dict[str, None]] = {}
    selections: dict[str, dict[str, None]] = {}
    events: dict[str, dict[str, None]] = {}
    postable: dict[str, None] = {}
    elected: set[str] = set()
    for duty in (reading.duty for clause in book.clauses for version in clause.versions for reading in version.readings):
        match duty:
            case core.PayoutTable(subject, _, mode):
                wager = subject.of or subject.name
                for table in (duty.table, *(schedule.table for schedule in duty.schedules)):
                    if table is not None:
                        outcomes.setdefault(wager, {}).update(_keys(row.key for row in table.rows))
                        if mode.whole:
                            selections.setdefault(wager, {}).update(_keys(table.heads[1:]))
                if duty.limits:
                    outcomes.setdefault(wager, {}).setdefault("win")
            case core.Notice(subject, _, before):
                events.setdefault(str(subject), {}).update(dict.fromkeys(before))
            case core.Posted(subject):
                postable[str(subject)] = None
            case core.Requirement(subject, need=Need.ELECTION):
                elected.add(subject.name)
    fields = [
        f"    {f.name!r}: Field({f.name!r}, {f.owners!r}, {_type(f.type, f.name in elected)!r}, {f.title!r}, {f.cite!r}),\n"
        for f in book.fields.values()
    ]
    names = [
        f"    {n.name!r}: Named({n.kind.value!r}, {n.name!r}, {n.title!r}, {n.game!r}, {n.cite!r}),\n"
        for n in book.names.values() if n.kind is not SubjectKind.TERM
    ]  # fmt: skip
    return (
        '"""What a filing can say. Generated from the rulebook; do not edit."""\n\n'
        "from pitboss.checker.filing.vocabulary import Field, Named, Vocabulary\n\n"
        f"FIELDS = {{\n{''.join(fields)}}}\n\nNAMES = {{\n{''.join(names)}}}\n\n"
        f"OUTCOMES = {_lists(outcomes)}\n\nSELECTIONS = {_lists(selections)}\n\n"
        f"VOCABULARY = Vocabulary(FIELDS, NAMES, OUTCOMES, SELECTIONS, {tuple(postable)!r}, {_lists(events)})\n"
    )


def _keys(heads: Iterable[core.Const | None]) -> dict[str, None]:
    return dict.fromkeys(query.key(head) for head in heads if head is not None)


def _type(of: core.Type, elected: bool = False) -> tuple[object, ...]:
    if of.kind == "one_of":
        return ("one_of", tuple(map(_filed, of.values)), *(("elected",) if elected else ()))
    return (of.kind, *(_type(item) for item in of.items))


def _filed(value: core.Const) -> object:
    """An enumerated value as a filing writes it."""
    return value.value if value.kind is core.ValueKind.NAME else value.text


def _lists(found: dict[str, dict[str, None]]) -> str:
    return pformat({k: tuple(v) for k, v in found.items()}, width=120, sort_dicts=False)
