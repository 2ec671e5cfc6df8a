"""The conditions that a rank joins by `and`, and what each of them looks at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.compiler.odds.law import Law, needs
from pitboss.compiler.walk import within
from pitboss.grammar import tree as t


@dataclass(frozen=True, slots=True)
class Part:
    """One of the conditions that a rank joins by `and`."""

    number: int
    expr: t.Expr
    ranks: bool  # what it looks at
    suits: bool
    rest: bool
    plain: bool  # it looks at cards, and at nothing that is chosen
    apart: bool  # it is met by different ranks alone


def parts_of(law: Law, rank: t.Rank) -> tuple[Part, ...]:
    if id(rank) not in law.cache:
        law.cache[id(rank)] = tuple(_part_of(law, e) for e in _joined(law, rank.has))
    return law.cache[id(rank)]  # type: ignore[no-any-return]


def _part_of(law: Law, e: t.Expr) -> Part:
    found = needs(law, (), (e,))
    known: dict[t.Expr, int] = law.cache.setdefault("parts", {})
    paths = [p for e in found.expressions for p in within(e) if isinstance(p, t.Path)]
    return Part(
        known.setdefault(e, len(known)), e, bool(found.ranks), found.suits, any(p.name == "rest" for p in paths),
        all(name.startswith("meaning of") for name in found.paths) and not found.clauses,
        any(p.name == "consecutive" for p in paths) or isinstance(e, t.Call) and e.name == "consecutive",
    )  # fmt: skip


def _joined(law: Law, e: t.Expr) -> Iterator[t.Expr]:
    if isinstance(e, t.Path) and e.name in law.meanings:
        yield from _joined(law, law.meanings[e.name])
    elif isinstance(e, t.All):
        for item in e.items:
            yield from _joined(law, item)
    else:
        yield e
