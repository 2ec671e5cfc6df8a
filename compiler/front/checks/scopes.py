"""R206: a clause reads only what its scope has: a filing holds no cards, and a field belongs to its owner."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.front.walk import (
    OFFERS,
    SCOPE_OF,
    Sentence,
    expanded,
    fault,
    of_round,
    offered_kind,
    sentences,
    within,
)
from pitboss.compiler.model.functions import CALLABLE, CARD_FUNCTIONS, FILING_FUNCTIONS
from pitboss.compiler.model.spelling import nearest
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.grammar.resolved_rulebook import ResolvedRulebook

_OF_ROUND = (
    t.ResultNode, t.IndependentNode, t.PaysOnly, t.PaysEachNode, t.PaysGrossNode, t.SharesNode, t.Rounds, t.SeesNode, t.ChargesNode,
)  # fmt: skip
_NO_RECORD = (t.Attest, t.Elect, t.Game, t.Offer, t.Equipment, t.FieldNode)


def scope_errors(book: ResolvedRulebook) -> Iterator[Diagnostic]:
    """Report fields read from the wrong owner, and facts of rounds in clauses on filings."""
    for sentence in sentences(book):
        for path in sentence.subjects:
            yield from _owned(book, path)
        for expr in (*sentence.conditions, *sentence.quantities):
            for part in within(expr):
                if isinstance(part, t.Path):
                    yield from _owned(book, part)
                    yield from _earlier(book, part)
        yield from _filed(book, sentence)


def _earlier(book: ResolvedRulebook, path: t.Path) -> Iterator[Diagnostic]:
    known = book.fields.get(path.name) or book.names.get(path.name)
    if path.before and known and not of_round(book, path.name):
        yield fault(
            "R206",
            f"'{path.name}' is no field of a round, a seat or a hand, and nothing else has a round before it",
            path.place,
            "write `before` after a fact that a record of a round holds",
            ("declared here", known.place),
        )


def _owned(book: ResolvedRulebook, path: t.Path) -> Iterator[Diagnostic]:
    field = book.fields.get(path.name)
    if field is None or (path.name in book.names and not path.of):
        return
    kind = offered_kind(book, path.of)
    declared = ("declared here", field.place)
    if path.of is None:
        scopes = {s.name for s in book.scopes}
        known = all(o in scopes or o in book.names for o in field.owners)
        if known and not any(o in scopes - set(SCOPE_OF.values()) for o in field.owners):
            owner = field.owners[0]
            help = f"write: {path.name} of {owner if owner in book.names else '...'}"
            yield fault(
                "R206",
                f"'{path.name}' belongs to {_listed(field.owners)}, so state which one",
                path.place,
                help,
                declared,
            )
    elif kind in OFFERS:
        if path.of not in field.owners and SCOPE_OF[kind] not in field.owners and not of_round(book, path.name):
            others = [f.name for f in book.fields.values() if path.of in f.owners or SCOPE_OF[kind] in f.owners]
            yield fault(
                "R206",
                f"'{path.of}' has no '{path.name}', which belongs to {_listed(field.owners)}",
                path.place,
                nearest(path.name, others),
                declared,
            )
    elif path.of in {s.name for s in book.scopes} and path.of not in field.owners:
        yield fault(
            "R206", f"'{path.name}' belongs to {_listed(field.owners)}, not to the {path.of}", path.place, "", declared
        )


def _listed(owners: tuple[str, ...]) -> str:
    return " and ".join(f"the {o}" for o in owners)


def _filed(book: ResolvedRulebook, s: Sentence) -> Iterator[Diagnostic]:
    """Check that clauses on filings read no cards, stakes or other facts that only a record of a round holds."""
    predicate = s.predicate
    if isinstance(predicate, _OF_ROUND) or (predicate is None and not isinstance(s.of.node, _NO_RECORD)):
        return
    if isinstance(predicate, t.Limit) and _reads_round(book, (*s.subjects, *s.quantities, *s.conditions)):
        return  # a bound that a round is judged by
    keys = (*getattr(predicate, "equal", ()), getattr(predicate, "by", None))
    for key in keys:
        if isinstance(key, str) and of_round(book, key) and isinstance(predicate, t.Same | t.PaysNode | t.Limit):
            yield fault(
                "R206",
                f"a filing holds no '{key}': it belongs to a round",
                s.place,
                "",
                ("declared here", book.fields[key].place),
            )
    for expr in (*s.subjects, *s.conditions, *s.quantities):
        for part in within(expanded(book, expr)):
            if isinstance(part, t.Path) and of_round(book, part.name):
                yield fault(
                    "R206", f"a filing holds no '{part}': it belongs to a round", expr.place,
                    "only results, outcomes, irregularities and bounds are judged on a round",
                    ("declared here", book.fields[part.name].place),
                )  # fmt: skip
                break
            if isinstance(part, t.Over):
                yield fault(
                    "R206",
                    f"a filing has no {part.rows}: they belong to a round",
                    part.place,
                    "only what is judged on a round counts its rows",
                )
                break
            if _cards(part):
                yield fault(
                    "R206",
                    "a filing holds no cards: they belong to a round",
                    expr.place,
                    "state which hand, as in points(cards)",
                )
                break


def _reads_round(book: ResolvedRulebook, exprs: tuple[t.Expr, ...]) -> bool:
    return any(isinstance(p, t.Path) and of_round(book, p.name) for e in exprs for p in within(expanded(book, e)))


def _cards(part: t.Expr) -> bool:
    if isinstance(part, t.Path):
        return part.name in CALLABLE and part.name in CARD_FUNCTIONS and CALLABLE[part.name].result == "flag"
    return isinstance(part, t.CardsNode | t.Pattern) or (isinstance(part, t.Call) and part.name not in FILING_FUNCTIONS)
