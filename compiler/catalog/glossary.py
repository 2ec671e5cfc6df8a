"""The words of the rulebook: games, wagers, equipment, defined terms and fields, where each is named, and what uses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.compiler.front.walk import within
from pitboss.compiler.model.rulebook import Check, Clause, Rulebook
from pitboss.grammar import tree as t

_Json = dict[str, Any]


def terms(book: Rulebook) -> list[_Json]:
    """By name, since a name is unique in the rulebook.

    >>> from pitboss.compiler.model.rulebook import Name
    >>> lamp = Name("equipment", "lamp", "red lamp", None, "1:1-9.1(a)", t.NOWHERE)
    >>> told = terms(Rulebook((), {"lamp": lamp}, {}, (), (), None, "", "", {}))
    >>> [(x["name"], x["kind"], x["title"], x["cite"], x["type"]) for x in told]
    [('lamp', 'equipment', 'red lamp', '1:1-9.1(a)', '')]
    """
    told = [_term(n.kind, n.name, n.title, n.game, n.cite, (), "") for n in book.names.values()]
    told += [_term("fact", f.name, f.title, f.game, f.cite, f.owners, _type(f.type)) for f in book.fields.values()]
    return sorted(told, key=lambda x: (x["name"], x["kind"]))


def named(book: Rulebook, clause: Clause) -> list[str]:
    """What a clause speaks of: the names and fields in its subject, its object, its conditions and its blocks."""
    found = dict.fromkeys(x for version in clause.versions for check in version.checks for x in _names(check))
    return sorted(x for x in found if x in book.names or x in book.fields)


def _term(kind: str, name: str, title: str, game: str | None, cite: str, owners: tuple[str, ...], type_: str) -> _Json:
    told = {"kind": kind, "name": name, "title": title, "game": game, "cite": cite}
    return {**told, "owners": list(owners), "type": type_}


def _type(of: t.Type) -> str:
    """
    >>> _type(t.Type("set_of", (), (t.Type("money"),)))
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


def _names(check: Check) -> Iterator[str]:
    yield from (x for x in (check.subject.name, check.subject.of) if x)
    said = check.predicate
    match said:
        case t.Bars(names) | t.Requires(names):
            yield from names
        case t.Same(game, _, equal):
            yield from (*equal, *([game] if game else []))
    yield from (block.name for block in check.blocks)
    for expr in (*check.conditions, *getattr(said, "values", ())):
        for inner in within(expr):
            match inner:
                case t.Path(name, of):
                    yield name
                    if of:
                        yield of
                case t.Call(name):
                    yield name
