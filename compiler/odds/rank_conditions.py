"""What a rank asks: alternatives, each of conditions joined by `and`, and what each of them looks at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from pitboss.compiler.front.walk import within
from pitboss.compiler.odds.active_law import WORDS, Law, needs
from pitboss.grammar import tree as t


@dataclass(frozen=True, slots=True)
class Part:
    """One of the conditions that are joined by `and`."""

    number: int
    expr: t.Expr
    ranks: bool  # what it looks at
    suits: bool
    hand: bool  # whether it looks at the hand that is ranked
    rest: bool  # and at the cards beside it
    plain: bool  # it looks at cards, and at nothing that is chosen
    apart: bool  # it is met by different ranks alone


def parts_of(law: Law, rank: t.Rank) -> tuple[tuple[Part, ...], ...]:
    """The alternatives; a condition on ranks `or` suits is two of them, so that each looks along one axis."""
    if id(rank) not in law.cache:
        asked = [_split(law, e) for e in _joined(law, rank.has)]
        law.cache[id(rank)] = tuple(product(*asked))
    return law.cache[id(rank)]  # type: ignore[no-any-return]


def _split(law: Law, e: t.Expr) -> tuple[Part, ...]:
    whole = _part_of(law, e)
    return (
        tuple(_part_of(law, i) for i in e.items) if isinstance(e, t.Any) and whole.ranks and whole.suits else (whole,)
    )


def _part_of(law: Law, e: t.Expr) -> Part:
    found = needs(law, (), (e,))
    known: dict[t.Expr, int] = law.cache.setdefault("parts", {})
    inside = [p for one in found.expressions for p in within(one)]
    paths = [p for p in inside if isinstance(p, t.Path)]
    return Part(
        known.setdefault(e, len(known)), e, bool(found.ranks), found.suits,
        not all(_of_rest(p) for p in inside if isinstance(p, t.Call | t.Pattern) or p in _BARE),
        any(p.name == "rest" for p in paths),
        all(name.startswith("meaning of") for name in found.paths) and not found.clauses,
        any(p.name == "consecutive" for p in paths) or isinstance(e, t.Call) and e.name == "consecutive",
    )  # fmt: skip


_BARE = tuple(t.Path(name) for name in WORDS)


def _of_rest(e: t.Expr) -> bool:
    """Whether a question is put to the cards beside the hand."""
    asked = [a.value for a in e.arguments if a.name is None] if isinstance(e, t.Call) else []
    return bool(asked) and all(a == t.Path("rest") or isinstance(a, t.Cards) and a.of == "rest" for a in asked)


def _joined(law: Law, e: t.Expr) -> Iterator[t.Expr]:
    if isinstance(e, t.Path) and e.name in law.meanings:
        yield from _joined(law, law.meanings[e.name])
    elif isinstance(e, t.All):
        for item in e.items:
            yield from _joined(law, item)
    else:
        yield e
