"""What chance gives besides cards: the pockets of a wheel, the faces of dice."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pitboss.compiler.front.walk import within
from pitboss.compiler.odds.active_law import Law, Needs
from pitboss.compiler.odds.cards import Array
from pitboss.compiler.odds.evaluate import Asker, Case
from pitboss.compiler.odds.kleene import Value, both, code, whole
from pitboss.compiler.odds.sample_space import Block
from pitboss.grammar import tree as t


def drawn(law: Law, case: Case, found: Needs) -> tuple[Block, dict[str, Value]]:
    """The values of the fields that chance gives, each combination with the number of ways it comes."""
    names = [n for n in law.chances if any(s.clause.id in found.clauses for s in law.chances[n])]
    block, values, waiting = Block((), np.ones(1, np.int64), (1,)), dict[str, Value](), names
    while waiting:
        later = []
        for name in waiting:
            made = _draw(law, case, block, values, name, waiting)
            if made is None:
                later.append(name)
            else:
                block, values = made
        if len(later) == len(waiting):
            break
        waiting = later
    return _without_idle(law, case, found, block, values)


def _without_idle(
    law: Law, case: Case, found: Needs, block: Block, values: dict[str, Value]
) -> tuple[Block, dict[str, Value]]:
    """Rows that differ by nothing but a chance that changes no answer to what is asked are one."""
    for name in list(values) if len(values) > 1 else ():
        others = [
            np.broadcast_to(part, block.shape) for k, v in values.items() if k != name for part in (v.of, v.known)
        ]
        _, first, lot = np.unique(np.stack(others), axis=1, return_index=True, return_inverse=True)
        asked, lot = Asker(law, case, block, {}, values), lot.reshape(-1)
        if all(_alike(asked, e, name, first[lot]) for e in found.asked):
            weight = np.zeros(len(first), np.int64)
            np.add.at(weight, lot, block.weight)
            values = {
                k: Value(np.broadcast_to(v.of, block.shape)[first], np.broadcast_to(v.known, block.shape)[first])
                for k, v in values.items()
            }
            block = Block((), weight, weight.shape)
    return Block((), _in_fewest(law, values, block.weight), block.shape), values


def _in_fewest(law: Law, values: dict[str, Value], weight: Array) -> Array:
    """Ways that a chance only multiplies are counted once."""
    for name in values:
        for total in {sum(many for _, many in said.checks[0].predicate.lots) for said in law.chances[name]}:  # type: ignore[misc,union-attr]
            if not np.any(weight % total):
                weight = weight // total
                break
    return weight


def _alike(asked: Asker, e: t.Expr, name: str, like: Array) -> bool:
    """Whether the answer is the same in each row as in the one that it is `like`."""
    if not isinstance(e, t.Comparison | t.Among | t.Not | t.All | t.Any):
        return all(not isinstance(part, t.Path) or part.name != name for part in within(e))
    found = asked.truth(e)
    return all(bool((side == side[like]).all()) for side in np.broadcast_arrays(found.yes, found.no, like)[:2])


def _draw(
    law: Law, case: Case, block: Block, values: dict[str, Value], name: str, waiting: list[str]
) -> tuple[Block, dict[str, Value]] | None:
    for said in law.chances[name]:
        asked = Asker(law, case, block, {}, values)
        where = both(asked.truth(c) for c in said.checks[0].conditions)
        if any(n in asked.missing for n in waiting):
            return None  # it hangs on another that is not drawn yet
        if np.any(where.unknown) or not np.any(where.yes):
            continue
        lots = said.checks[0].predicate.lots  # type: ignore[union-attr]
        count, total = block.shape[0], sum(many for _, many in lots)
        here = np.broadcast_to(where.yes, count)
        rows = [np.where(here, many, total if n == 0 else 0) for n, (_, many) in enumerate(lots)]
        weight = (block.weight[:, None] * np.stack(rows, axis=1)).reshape(-1)
        kept = {
            k: Value(
                np.repeat(np.broadcast_to(v.of, count), len(lots)),
                np.repeat(np.broadcast_to(v.known, count), len(lots)),
            )
            for k, v in values.items()
        }
        drawn_value = np.tile(np.array([_number(literal) for literal, _ in lots]), count)
        kept[name] = Value(drawn_value, np.repeat(here, len(lots)))
        keep = weight > 0
        kept = {k: Value(v.of[keep], v.known[keep]) for k, v in kept.items()}
        return Block((), weight[keep], (int(keep.sum()),)), kept
    return None


def _number(literal: t.Literal) -> int:
    if isinstance(literal.value, Fraction):
        return int(whole(literal.value))
    return code(str(literal.value))
