"""Functions of facts that are evaluated once for all facts that agree on what they read.

The evaluators of the oracle are deterministic and read facts only through the dictionary that they are given. So the names that
they read, with the values that they found, decide the result: the second name depends on the value of the first, and so on. A
`Remembered` function keeps this tree of names and values. Facts that lead to one leaf of it are read in the same way and have the
same result, whatever their other entries are. Nothing is assumed of the function, of cards or of the law.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

from pitboss.compiler.oracle.kleene import Truth
from pitboss.compiler.oracle.other_rows import EARLIER, ROWS
from pitboss.compiler.oracle.values import Facts
from tests.support.product import Check, Law, ResolvedClause

V = TypeVar("V")
_ABSENT = object()
_PLAIN = frozenset((str, int, Fraction, type(None), object))
_MOST_KNOWN = 100_000


class CannotRemember(Exception):
    """A fact that has no key: rows of a round, which contain themselves."""


class Observed(dict[str, Any]):
    """Facts that record which names are read. A copy made with `|` can be changed, and records the names that are left."""

    __slots__ = ("over", "plain", "reads")

    def __init__(self, facts: dict[str, Any], reads: dict[str, None], over: frozenset[str] = frozenset()) -> None:
        super().__init__(facts)
        self.plain, self.reads, self.over = facts, reads, over

    def _note(self, name: str) -> None:
        if name in (ROWS, EARLIER):
            raise CannotRemember(name)
        if name not in self.over:
            self.reads[name] = None

    def get(self, name: str, default: Any = None) -> Any:
        self._note(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> Any:
        self._note(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._note(str(name))
        return super().__contains__(name)

    def __or__(self, other: dict[str, Any]) -> Observed:  # type: ignore[override]
        return Observed({**self.plain, **other}, self.reads, self.over | other.keys())

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        self.plain[name], self.over = value, self.over | {name}

    def _whole(self) -> Any:
        raise CannotRemember("all facts are read at once")

    __iter__ = keys = values = items = copy = _whole  # type: ignore[assignment]


class Keys:
    """Hashable keys of facts. Equal maps and sets have one number, which is looked up by identity the second time."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}
        self.known: dict[int, tuple[Any, int]] = {}  # by identity, with the object, so that no other gets its identity

    def of(self, value: Any) -> Any:
        kind = value.__class__
        if kind in _PLAIN or (kind is tuple and value and value[0].__class__ is tuple):  # a word, a number, cards
            return value
        known = self.known.get(id(value))
        if known is not None:
            return kind, known[1]
        number = self.numbers.setdefault(_frozen(value), len(self.numbers))
        if len(self.known) > _MOST_KNOWN:
            self.known.clear()
        self.known[id(value)] = value, number
        return kind, number


class Remembered(Generic[V]):
    """A function of facts, and what it returned."""

    def __init__(self, function: Callable[[dict[str, Any]], V], keys: Keys) -> None:
        self.function, self.key = function, keys.of
        self.root: Any = None  # (name, {key: node}) or a leaf, (result,)
        self.evaluated = 0
        self.never = False

    def __call__(self, facts: dict[str, Any]) -> V:
        if self.never:
            return self.function(facts)
        node, key = self.root, self.key
        try:
            while node is not None:
                if len(node) == 1:
                    return node[0]  # type: ignore[no-any-return]
                node = node[1].get(key(facts.get(node[0], _ABSENT)))
            return self._evaluated(facts)
        except CannotRemember:
            self.never = True
            return self.function(facts)

    def _evaluated(self, facts: dict[str, Any]) -> V:
        reads: dict[str, None] = {}
        self.evaluated += 1
        found = self.function(Observed(facts, reads))
        path = [(name, self.key(facts.get(name, _ABSENT))) for name in reads]
        leaf: Any = (found,)
        if not path:
            self.root = leaf
            return found
        node = self.root = self.root or (path[0][0], {})
        for (_, key), (name, _) in zip(path, path[1:], strict=False):
            node = node[1].setdefault(key, (name, {}))
            assert node[0] == name, "an evaluator read facts in another order"
        node[1][path[-1][1]] = leaf
        return found


def _frozen(value: Any) -> Any:
    """A hashable key with the type of each part, since `1 == True`."""
    if isinstance(value, dict):
        return dict, tuple((name, _frozen(part)) for name, part in value.items())
    if isinstance(value, tuple | list | frozenset):
        return value.__class__, *map(_frozen, value)
    return value.__class__, value


class RememberingLaw(Law):
    """The reference settlement, with each evaluation of a clause remembered by the facts that it read."""

    def applies(self, clause: ResolvedClause, check: Check, facts: Facts) -> Truth:
        if isinstance(facts, Observed):  # a part of an evaluation that is remembered
            return Law.applies(self, clause, check, facts)
        return self._remembered(Law.applies, clause, check)(facts)

    def _follows(self, clause: ResolvedClause, check: Check, facts: Facts) -> object:
        return self._remembered(Law._follows, clause, check)(facts)

    def _reading(self, clause: ResolvedClause, check: Check, facts: Facts) -> str | None:
        return self._remembered(Law._reading, clause, check)(facts)

    def _remembered(self, method: Callable[..., V], clause: ResolvedClause, check: Check) -> Remembered[V]:
        known, key = self._known, (method.__name__, id(clause), id(check))
        if key not in known:
            known[key] = Remembered(lambda facts: method(self, clause, check, facts), self._keys)
        return known[key]

    @cached_property
    def _known(self) -> dict[tuple[str, int, int], Remembered[Any]]:
        return {}

    @cached_property
    def _keys(self) -> Keys:
        return Keys()
