"""Rulebook → the module that tells the checker what a filing can say."""

from __future__ import annotations

from pprint import pformat

from pitboss.compiler.front.payouts import key
from pitboss.compiler.model.rulebook import Rulebook
from pitboss.grammar import tree as t


def vocabulary(book: Rulebook) -> str:
    outcomes: dict[str, dict[str, None]] = {}
    selections: dict[str, dict[str, None]] = {}
    events: dict[str, dict[str, None]] = {}
    postable: dict[str, None] = {}
    for clause in book.clauses:
        for version in clause.versions:
            for check in version.checks:
                match check.predicate:
                    case t.Pays(mode):
                        wager = check.subject.of or check.subject.name
                        for table in (check.table, *(b.table for b in check.blocks)):
                            if table:
                                outcomes.setdefault(wager, {}).update(
                                    dict.fromkeys(key(r[0]) for r in table.body if r[0].value)
                                )
                                if mode.startswith("one_table"):
                                    selections.setdefault(wager, {}).update(
                                        dict.fromkeys(key(h) for h in table.head[1:] if h.value)
                                    )
                        if check.predicate.values:
                            outcomes.setdefault(wager, {}).setdefault("win")
                    case t.Notice(before):
                        events.setdefault(str(check.subject), {}).update(dict.fromkeys(before))
                    case t.Posting():
                        postable[str(check.subject)] = None
    elected = {c.versions[0].checks[0].subject.name for c in book.clauses if c.kind == "election"}
    fields = [
        f"    {f.name!r}: Field({f.name!r}, {f.owners!r}, {_type(f.type, f.name in elected)!r}, {f.title!r}, {f.cite!r}),\n"
        for f in book.fields.values()
    ]
    names = [
        f"    {n.name!r}: Named({n.kind!r}, {n.name!r}, {n.title!r}, {n.game!r}, {n.cite!r}),\n"
        for n in book.names.values() if n.kind != "define"
    ]  # fmt: skip
    return (
        '"""What a filing can say. Generated from the rulebook; do not edit."""\n\n'
        "from pitboss.checker.filing.vocabulary import Field, Named, Vocabulary\n\n"
        f"FIELDS = {{\n{''.join(fields)}}}\n\nNAMES = {{\n{''.join(names)}}}\n\n"
        f"OUTCOMES = {_lists(outcomes)}\n\nSELECTIONS = {_lists(selections)}\n\n"
        f"VOCABULARY = Vocabulary(FIELDS, NAMES, OUTCOMES, SELECTIONS, {tuple(postable)!r}, {_lists(events)})\n"
    )


def _type(of: t.Type, elected: bool = False) -> tuple[object, ...]:
    if of.kind == "one_of":
        return ("one_of", tuple(_plain(v) for v in of.values), *(("elected",) if elected else ()))
    return (of.kind, *(_type(i) for i in of.items))


def _plain(v: t.Literal) -> object:
    """Enumerated values as a filing writes them."""
    return v.value if v.kind == "name" else v.text


def _lists(found: dict[str, dict[str, None]]) -> str:
    return pformat({k: tuple(v) for k, v in found.items()}, width=120, sort_dicts=False)
