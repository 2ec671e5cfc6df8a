"""The figures that follow from filed chances, as docs/semantics.md defines them.

>>> odds = {Fraction(1): {Fraction(5): Fraction(3, 4), Fraction(25): Fraction(1, 4)}}
>>> word("smallest", [odds], {}), word("edge", [Fraction(1, 20), odds], {"back": True})
({Fraction(1, 1): Fraction(5, 1)}, {Fraction(1, 1): Fraction(9, 20)})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pitboss.compiler.oracle.kleene import Truth, every
from pitboss.compiler.oracle.values import Number, as_number
from pitboss.grammar import tree as t

WORDS = ("hit", "edge", "smallest", "largest")


def word(name: str, given: Sequence[object], named: Mapping[str, object]) -> dict[Number, Number | None] | None:
    """The figure by stake; None if any input is unknown."""
    awards: dict[Number, dict[Number, Number]] = given[-1] if isinstance(given[-1], dict) else {}
    if None in given or not awards:
        return None
    if name in ("smallest", "largest"):
        return {stake: sorted(chances)[0 if name == "smallest" else -1] for stake, chances in awards.items()}
    hit, stakes = as_number(given[0]), named.get("stakes")
    if hit is None or named.get("back", False) not in (True, False) or 0 in awards:
        return None
    edges: dict[Number, Number | None] = dict.fromkeys(stakes if isinstance(stakes, tuple | list) else ())
    for stake, chances in awards.items():
        won = sum(chance * (amount + (stake if named.get("back") else 0)) for amount, chance in chances.items())
        edges[stake] = (stake - hit * won) / Fraction(stake)
    return edges


def of_call(call: t.Call, value: Callable[[t.Expr], object], chance: Callable[[str], object]) -> object:
    """The result of the call; `value` evaluates a quantity and `chance` computes the probability that a wager wins."""
    plain, named = [a.value for a in call.arguments if not a.name], {a.name or "": a.value for a in call.arguments}
    given = [value(e) for e in plain]
    if call.name in ("hit", "edge"):
        given[0] = chance(str(plain[0]))
    return given[0] if call.name == "hit" else word(call.name, given, {n: value(e) for n, e in named.items() if n})


def completed(filed: object, follows: object, stated: bool = False) -> object:
    """The derived value, else the filed one; with `stated`, the filed value takes precedence."""
    if isinstance(filed, dict) and isinstance(follows, dict):
        return follows | filed if stated else filed | follows
    first, second = (filed, follows) if stated else (follows, filed)
    return second if first is None else first


def agreed(filed: object, follows: object) -> Truth:
    """Whether the filed value equals the derived one, within half a unit of its last place; maps entry by entry."""
    if isinstance(follows, dict):
        known = filed if isinstance(filed, dict) else {}
        return every(agreed(known.get(key), follows.get(key)) for key in [*known, *follows])
    if follows is None or filed is None:
        return None if follows is None else True
    if isinstance(filed, int | Fraction) and isinstance(follows, int | Fraction):
        half: Number = getattr(filed, "half", 0)
        return -half <= filed - follows <= half
    return filed == follows
