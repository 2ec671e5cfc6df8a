"""Sample spaces of wheels and dice: the fields that a `Chance` decides, and each combination with its number of ways."""

from __future__ import annotations

import numpy as np

from pitboss.algebra.arrays import Array, Value
from pitboss.compiler.model import core
from pitboss.compiler.model.query import facts
from pitboss.compiler.odds.active_law import ActiveLaw
from pitboss.compiler.odds.constants import constant
from pitboss.compiler.odds.deal_space import MOST
from pitboss.compiler.odds.dependencies import Dependencies
from pitboss.compiler.odds.evaluate import Case, Evaluator
from pitboss.compiler.odds.formatting import title
from pitboss.compiler.odds.sample_space import HandBlock

_WAYS = 2**63  # counts are 64-bit integers


class TooManyCombinations(Exception):
    """The reason why the combinations of drawn values are not enumerated."""


def drawn(law: ActiveLaw, case: Case, found: Dependencies) -> tuple[HandBlock, dict[str, Value]]:
    """Return the block of all combinations of the drawn fields, with the value of each field.

    Raise TooManyCombinations, before any memory is taken, if there are more than MOST of them.
    """
    names = [n for n in law.chances if any(active.clause.id in found.clauses for active, _ in law.chances[n])]
    block, values, waiting = HandBlock((), np.ones(1, np.int64), (1,)), dict[str, Value](), names
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
    law: ActiveLaw, case: Case, found: Dependencies, block: HandBlock, values: dict[str, Value]
) -> tuple[HandBlock, dict[str, Value]]:
    """Merges rows that differ only by a field on which no condition depends."""
    for name in list(values) if len(values) > 1 else ():
        others = [
            np.broadcast_to(part, block.shape) for k, v in values.items() if k != name for part in (v.of, v.known)
        ]
        _, first, lot = np.unique(np.stack(others), axis=1, return_index=True, return_inverse=True)
        evaluator, lot = Evaluator(law, case, block, {}, values), lot.reshape(-1)
        if all(_same(evaluator, e, name, first[lot]) for e in found.conditions):
            weight = np.zeros(len(first), np.int64)
            np.add.at(weight, lot, block.weight)
            values = {
                k: Value(np.broadcast_to(v.of, block.shape)[first], np.broadcast_to(v.known, block.shape)[first])
                for k, v in values.items()
            }
            block = HandBlock((), weight, weight.shape)
    return HandBlock((), _in_fewest(law, values, block.weight), block.shape), values


def _in_fewest(law: ActiveLaw, values: dict[str, Value], weight: Array) -> Array:
    """The weights without a common factor that comes only from the number of ways of a field."""
    for name in values:
        for total in {sum(many for _, many in chance.lots) for _, chance in law.chances[name]}:
            if not np.any(weight % total):
                weight = weight // total
                break
    return weight


def _same(evaluator: Evaluator, e: core.Expr, name: str, like: Array) -> bool:
    """Whether the condition has the same truth in each row as in row `like`."""
    if not isinstance(e, core.Compare | core.Member | core.Not | core.AllOf | core.AnyOf):
        return all(fact.name != name for fact in facts(e))
    found = evaluator.truth(e)
    return all(bool((side == side[like]).all()) for side in np.broadcast_arrays(found.yes, found.no, like)[:2])


def _draw(
    law: ActiveLaw, case: Case, block: HandBlock, values: dict[str, Value], name: str, waiting: list[str]
) -> tuple[HandBlock, dict[str, Value]] | None:
    """The block with one more drawn field; None if that field depends on one that is not drawn yet, or no chance applies."""
    for _, chance in law.chances[name]:
        evaluator = Evaluator(law, case, block, {}, values)
        where = evaluator.applies(chance)
        if any(n in evaluator.missing for n in waiting):
            return None
        if np.any(where.unknown) or not np.any(where.yes):
            continue
        lots = chance.lots
        count, total = block.shape[0], sum(many for _, many in lots)
        _bounded(law, (*values, name), count * len(lots), int(block.weight.sum()) * total)
        here = np.broadcast_to(where.yes, count)
        rows = [np.where(here, many, total if n == 0 else 0) for n, (_, many) in enumerate(lots)]
        weight = (block.weight[:, None] * np.stack(rows, axis=1)).reshape(-1)
        remaining = {
            k: Value(
                np.repeat(np.broadcast_to(v.of, count), len(lots)),
                np.repeat(np.broadcast_to(v.known, count), len(lots)),
            )
            for k, v in values.items()
        }
        drawn_value = np.tile(np.array([constant(value).of for value, _ in lots]), count)
        remaining[name] = Value(drawn_value, np.repeat(here, len(lots)))
        keep = weight > 0
        remaining = {k: Value(v.of[keep], v.known[keep]) for k, v in remaining.items()}
        return HandBlock((), weight[keep], (int(keep.sum()),)), remaining
    return None


def _bounded(law: ActiveLaw, names: tuple[str, ...], rows: int, ways: int) -> None:
    """Raise TooManyCombinations if the fields would take too much space, or have ways that 64 bits cannot count."""
    fields = ", ".join(title(law, name) for name in names)
    if rows * len(names) > MOST:
        size = f"{rows:,} combinations of {fields}, with {rows * len(names):,} values"
        raise TooManyCombinations(f"there are {size}; at most {MOST:,} are counted")
    if ways >= _WAYS:
        raise TooManyCombinations(f"there are {ways:,} ways to {fields}; at most {_WAYS - 1:,} are counted")
