"""What a record of rounds keeps by wager: the words of a settlement, and whatever else the rules read so."""

from __future__ import annotations

from pitboss.compiler.front.paths import paths
from pitboss.compiler.front.resolve import ROUND_SCOPES
from pitboss.compiler.model.rulebook import Rulebook

MONEY = ("stake", "paid", "collected", "returned")
SETTLEMENT = (*MONEY, "settled_as")


def by_wager(book: Rulebook) -> tuple[str, ...]:
    """Fields of a round that have an entry a wager: `stake of W`."""
    ours = {f.name for f in book.fields.values() if {*f.owners} & {*ROUND_SCOPES}}
    read = (
        path.name
        for clause in book.clauses for version in clause.versions for check in version.checks
        for expr in (check.subject, *getattr(check.predicate, "values", ()), *check.conditions)
        for path in paths(expr) if path.of in book.names and path.name in ours
    )  # fmt: skip
    return tuple(dict.fromkeys([*(name for name in SETTLEMENT if name in ours), *read]))
