"""R212: what is declared is read by some clause; else it is a slip, or a rule was forgotten."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.front.payouts import key
from pitboss.compiler.front.walk import Statement, fault, sentences_of, statements, within
from pitboss.compiler.model.rulebook import Rulebook
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic, Place


def all_is_read(book: Rulebook) -> Iterator[Diagnostic]:
    """
    >>> list(all_is_read(Rulebook((), {}, {}, (), (), None, "", "", {})))
    []
    """
    readers: dict[str, set[int]] = {}
    for number, statement in enumerate(statements(book)):
        for name in _reads(statement):
            readers.setdefault(name, set()).add(number)
    for number, statement in enumerate(statements(book)):
        if not statement.section:
            continue  # the vocabulary's fields are what filings and records are made of
        for what, name, place in _declares(statement):
            if not readers.get(name, set()) - {number}:
                yield fault(
                    "R212",
                    f"nothing reads the {what} '{name}'",
                    place,
                    "write the clause that needs it, or leave it out",
                )


def _declares(statement: Statement) -> Iterator[tuple[str, str, Place]]:
    match statement.said:
        case t.Equipment(name, place=place):
            yield "equipment", name, place
        case t.Field(name, place=place):
            yield "field", name, place
        case t.Define(name, means, place=place) if means is not None:
            yield "definition", name, place
        case t.Offer(parameters=parameters):
            yield from (("parameter", p.name, p.place) for p in parameters)


def _reads(statement: Statement) -> Iterator[str]:
    for sentence in sentences_of(statement):
        for path in sentence.subjects:
            follows = isinstance(sentence.predicate, t.Limit) and sentence.predicate.mode.startswith("follows")
            if not follows:  # what follows from something else is read when something reads it
                yield from (path.name, path.of or "")
        for expr in (*sentence.conditions, *sentence.quantities):
            for part in within(expr):
                if isinstance(part, t.Path):
                    yield from (part.name, part.of or "")
                elif isinstance(part, t.Among):
                    yield from (str(v.value) for v in part.values if v.kind == "name")
        predicate = sentence.predicate
        yield from (*getattr(predicate, "names", ()), *getattr(predicate, "equal", ()), getattr(predicate, "name", ""))
        by = getattr(predicate, "by", None) or ()
        yield from (by,) if isinstance(by, str) else by
        for table in (sentence.table, *(b.table for b in sentence.blocks)):
            if table and table.head[0].value:
                yield key(table.head[0])
        yield from (b.name for b in sentence.blocks)
