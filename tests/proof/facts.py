"""Facts that are chosen when a program reads them, and the walk through every choice.

`Exploration.leaves` yields the facts once for each path through the choices that programs make, as a depth-first walk: a
fact that no program reads is not chosen. The classes of a fact come from `Cuts`; while programs still show new ones, the walk
starts again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import log10
from typing import Any, NoReturn

from tests.support.product import ResolvedField
from tests.support.product import tree as t

from .observed import OTHERS, Cuts, NotEnumerable, Number, Path, whole

MISSING = object()  # a fact that is not filed
NUMBERS = ("count", "number", "money", "percent")
NAMES = ("text", "name", "game", "variation", "equipment")
FLAGS = {"closed": t.TypeNode("flag"), "notice": t.TypeNode("flag"), "written": t.TypeNode("flag")}
MAPS = ("offers", "equipment", "attested", "licensee_offers", "pit_offers", "at_once")
OF_EVENT = {**FLAGS, "lead_minutes": t.TypeNode("count")}
MOST_IN_A_SET = 8
PARTS = 3  # the most values of one field in use at once, and instruments: programs compare them in pairs


@dataclass(frozen=True)
class Names:
    """The names by which facts are read."""

    fields: Mapping[str, ResolvedField]
    offers: Mapping[str, str]  # wagers, options and variations, each with its kind and game
    of_wager: frozenset[str]  # fields of a round that have an entry for each wager
    keys: frozenset[str]  # names by which tables are printed that are no facts, but the keys of a map


class Exploration:
    """All facts that some programs can tell apart, up to a number of leaves."""

    def __init__(self, names: Names, cuts: Cuts, field: t.Path, bound: int) -> None:
        self.names, self.cuts, self.field, self.bound = names, cuts, field, bound
        self.stack: list[list[int]] = []
        self.depth = 0
        self.chosen: dict[Path, Any] = {}
        self.given: dict[Path, Any] = {}  # the same as programs see it
        self.unread: set[Path] = set()  # chosen only because another fact is compared with it
        self.leaf = 0

    def leaves(self) -> Iterator[Facts]:
        """The facts of every leaf. The consumer runs its programs on each before it asks for the next."""
        while True:
            self.stack, self.leaf = [], 0
            if (yield from self._walk()):
                return

    def _walk(self) -> Iterator[Facts]:
        """Whether the walk came to its end without new classes."""
        while True:
            self.depth, self.chosen, self.given, self.unread, self.cuts.changed = 0, {}, {}, set(), False
            yield Facts(self, ())
            if self.cuts.changed:
                return False
            self.leaf += 1
            del self.stack[self.depth :]
            if self.leaf > self.bound or self.leaf % 1000 == 0 and self.expected() > 2 * self.bound:
                size = log10(self.expected())
                raise NotEnumerable(f"has more than {self.bound:,} classes on one day, about 10^{size:.0f}")
            while self.stack and self.stack[-1][0] + 1 == self.stack[-1][1]:
                self.stack.pop()
            if not self.stack:
                return True
            self.stack[-1][0] += 1

    def expected(self) -> float:
        """How many leaves there will be, if those that are left are like those that were visited."""
        done, share = 0.0, 1.0
        for index, count in self.stack:
            share /= count
            done += share * index
        return self.leaf / done if done else 0

    def choose(self, path: Path, options: list[Any]) -> Any:
        if path not in self.chosen:
            if self.depth == len(self.stack):
                self.stack.append([0, len(options)])
            self.chosen[path] = options[self.stack[self.depth][0]]
            self.depth += 1
        return self.chosen[path]

    # ---- what is read

    def read(self, path: Path) -> Any:
        """The fact at a path, or MISSING."""
        if path not in self.given:
            self.given[path] = self._read(path)
        return self.given[path]

    def _read(self, path: Path) -> Any:
        match path:
            case (str(name),) if name in MAPS or name in self.names.of_wager:
                return Facts(self, path)
            case ("game" | "subject" | "kind",):
                return self.word(path, required=True)
            case ("posted" | "to",):
                return self.subset(path, t.TypeNode("name"))
            case ("approved",):
                return self.instruments(path)
            case (str(name),) if name in OF_EVENT and name not in self.names.fields:
                return self.of_type(path, OF_EVENT[name])
            case ("offers", _):
                return Facts(self, path) if self.choose(path, [True, MISSING]) is True else MISSING
            case ("attested", _):
                return self.choose(path, [MISSING, True, False, None])
            case ("equipment" | "licensee_offers" | "pit_offers", _):
                return self.choose(path, [MISSING, True, False])
            case ("at_once", field):
                return self.parts(path, self.names.fields[field.partition(" of ")[0]].type)
            case ("offers", _, "selection"):
                return self.word(path)
            case (str(name),) | (str(name), _) | ("offers", _, str(name)) if name in self.names.fields:
                return self.of_type(path, self.names.fields[name].type)
            case (str(name),) if name in self.names.keys:
                return MISSING  # the key of a map, not a fact
        raise NotEnumerable("reads other rows" if "row" in str(path[0]) else f"reads {path[0]}")

    def of_type(self, path: Path, kind: t.TypeNode, required: bool = False) -> Any:
        match kind:
            case t.TypeNode("flag"):
                return self.choose(path, [True, False] if required else [MISSING, True, False])
            case t.TypeNode("one_of", values) if all(isinstance(v.value, Fraction) for v in values):
                return self.figure(path, required)
            case t.TypeNode(name) if name in NUMBERS:
                return self.figure(path, required)
            case t.TypeNode(name) if name in NAMES or name == "one_of":
                return self.word(path, required)
            case t.TypeNode("set_of", _, (inner,)):
                return self.subset(path, inner)
            case t.TypeNode("list_of"):
                return self.order(path)
            case t.TypeNode("payouts"):
                return self.payouts(path)
            case t.TypeNode("map_of", _, (keys, inner)) if inner.kind in NUMBERS:
                return self.map(path, keys, inner)
        raise NotEnumerable("computes with chances" if "chances" in str(kind) else f"reads {kind.kind}")

    def word(self, path: Path, required: bool = False) -> Any:
        if path not in self.chosen:
            taken = {self.chosen[one] for one in self.cuts.together(path) if one in self.chosen} - {MISSING}
            self.choose(path, [*([] if required else [MISSING]), *self.cuts.words_of(path, taken)])
        chosen = self.chosen[path]
        return MISSING if chosen is MISSING else self.cuts.word(path, chosen)

    def figure(self, path: Path, required: bool = False) -> Any:
        """A number, with those that it is compared with, in one order whichever is read first."""
        if required and path not in self.cuts.required:
            self.cuts.required.add(path)
        self.unread.discard(path)
        known: dict[Path, Number] = {}
        for one in self.cuts.together(path):
            optional = [] if one in self.cuts.required else [MISSING]
            if one not in self.chosen:
                self.choose(one, [*optional, *self.cuts.values(one, known)])
                if one != path:
                    self.unread.add(one)
            chosen = self.chosen[one]
            if chosen is not MISSING:
                known[one] = chosen
        return self.cuts.figure(path, known[path]) if path in known else MISSING

    def subset(self, path: Path, inner: t.TypeNode) -> Any:
        """A set, as the classes of its elements: programs ask whether all or some of them pass a test."""
        if inner.kind in NUMBERS or inner.values and isinstance(inner.values[0].value, Fraction):
            universe: list[Any] = self.cuts.values(path, {})
        else:
            universe = self.cuts.words_of(path)
        if len(universe) > MOST_IN_A_SET or self.cuts.linked.get(path):
            raise NotEnumerable("reads a set with too many kinds of elements")
        sets = [some for size in range(len(universe) + 1) for some in combinations(universe, size)]
        chosen = self.choose(path, [MISSING, *sets])
        return MISSING if chosen is MISSING else tuple(self.element(path, one) for one in chosen)

    def element(self, path: Path, one: Any) -> Any:
        return self.cuts.word(path, one) if isinstance(one, str) else self.cuts.figure(path, one)

    def order(self, path: Path) -> Any:
        """A list, as a whole equal to one that a program states, or to none: programs ask nothing else."""
        stated = [c for c in self.cuts.constants if isinstance(c, tuple)]
        return self.choose(path, [MISSING, (), *stated, *(one[::-1] for one in stated), *(one[:-1] for one in stated)])

    def parts(self, path: Path, kind: t.TypeNode) -> Any:
        """Values of one field in use at once; programs ask whether two differ, and whether one is unknown."""
        many = self.choose(path, [MISSING, *range(1, PARTS + 1)])
        if many is MISSING:
            return MISSING
        read = [self.of_type((*path, number), kind) for number in range(many)]
        return {str(number): None if value is MISSING else value for number, value in enumerate(read)}

    def instruments(self, path: Path) -> Any:
        many = self.choose(path, [MISSING, 0, 1, 2])
        if many is MISSING:
            return MISSING
        named = self.names.fields.get(self.field.name)
        found = []
        for number in range(many):
            provision = self.word((*path, number, "provision"), required=True)
            states = named is not None and self.choose((*path, number, "states"), [False, True])
            value = self.of_type((*path, number, "value"), named.type, True) if named and states else None
            found.append((provision, value))
        return tuple(found)

    def all_offers(self) -> list[str]:
        """The names of all offers of a table: one of each name, or two of different kinds; programs ask of each whether it is known."""
        known = {**self.names.offers, OTHERS[0]: ""}
        kinds = [*{kind: name for name, kind in known.items()}.values()]
        chosen: tuple[str, ...] = self.choose(
            ("all offers",), [(), *((name,) for name in known), *combinations(kinds, 2)]
        )
        for name in chosen:
            self.chosen["offers", name] = True
        return [*chosen]

    def payouts(self, path: Path) -> Any:
        """The filed rows: those that a program asks for, and up to two others."""
        if self.choose(path, [True, MISSING]) is MISSING:
            return MISSING
        rows: dict[str, Any] = {}
        for name in [*self.cuts.keys.get(path, ()), *OTHERS[:2]]:
            row = (*path, name)
            if name == OTHERS[1] and (OTHERS[0] not in rows or not self.compared((*path, OTHERS[0], 1))):
                continue  # a second row can differ from the first only in a figure that is looked at
            if self.choose(row, [True, MISSING]) is True:
                rows[name] = Row(self, row)
        return Entries(rows, path, self.cuts)

    def map(self, path: Path, keys: t.TypeNode, inner: t.TypeNode) -> Any:
        """The entries of a map: under each constant of the programs, and up to two others."""
        if self.choose(path, [True, MISSING]) is MISSING:
            return MISSING
        numbers = keys.kind in NUMBERS or bool(keys.values) and isinstance(keys.values[0].value, Fraction)
        named: list[Any]
        if numbers:
            own = [c for c in self.cuts.constants if isinstance(c, int | Fraction) and not isinstance(c, bool)]
            named = [*dict.fromkeys(map(Fraction, own)), Fraction(10**9), Fraction(10**9 + 1)]
        else:
            named = [*(c for c in self.cuts.constants if isinstance(c, str)), *OTHERS[:2]]
        found = {}
        for name in named:
            value = self.of_type((*path, name), inner)
            if value is not MISSING:
                found[_plain(name)] = value
        return found

    def compared(self, path: Path) -> bool:
        """Whether a program compares the number at a path."""
        return any(path in dict(parts) for parts, _ in self.cuts.forms)

    # ---- the same facts, as a filing has them

    def plain(self) -> dict[str, Any]:
        """The facts that were read, without observation; what was not read is not there."""
        made: dict[str, Any] = {name: {} for name in MAPS}
        for path, value in self.chosen.items():
            match path:
                case _ if value is MISSING or path in self.unread:
                    continue
                case ("all offers",):
                    continue
                case ("approved",):
                    made["approved"] = tuple(self._instrument(number) for number in range(value))
                case ("approved", *_):
                    continue
                case ("at_once", field):
                    made["at_once"][field] = {str(n): self._plain((*path, n)) for n in range(value)}
                case ("at_once", *_):
                    continue
                case ("offers", _):
                    made["offers"].setdefault(path[1], {})
                case ("offers", offer, name):
                    made["offers"].setdefault(offer, {})[name] = self._whole(name, value)
                case ("offers", offer, "payouts", row):
                    made["offers"][offer]["payouts"][row] = (self._plain((*path, 0)), self._plain((*path, 1)))
                case ("offers", _, "payouts", *_):
                    continue
                case ("offers", offer, name, key):
                    made["offers"][offer][name][_plain(key)] = _plain(value)
                case (name,):
                    made[name] = self._whole(name, value)
                case (name, key):
                    made.setdefault(name, {})[_plain(key)] = _plain(value)
        return made

    def _plain(self, path: Path) -> Any:
        """A value that was chosen; one that was not is not looked at."""
        value = self.chosen.get(path, MISSING)
        return None if value is MISSING or path in self.unread else _plain(value)

    def _instrument(self, number: int) -> tuple[Any, Any]:
        path: Path = ("approved", number)
        return self._plain((*path, "provision")), self._plain((*path, "value"))

    def _whole(self, name: str, value: Any) -> Any:
        """A value; a map without its entries, which follow."""
        is_map = name in self.names.fields and self.names.fields[name].type.kind in ("payouts", "map_of")
        return {} if is_map else _plain(value)


def _plain(value: Any) -> Any:
    """A value, or the values of a set, as a filing has them."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return whole(value) if isinstance(value, Fraction) else value


def _unseen(*_: object, **__: object) -> NoReturn:
    raise NotEnumerable("goes through all facts of a place")


class Facts(dict[str, Any]):
    """Facts at one place, each of which is chosen when it is read by its name."""

    def __init__(self, explored: Exploration, path: Path) -> None:
        super().__init__()
        self.explored, self.path = explored, path
        self.own: dict[str, Any] = {}  # what a program put in their place

    def _read(self, name: object) -> Any:
        return self.own[name] if name in self.own else self.explored.read((*self.path, name))  # type: ignore[index]

    def get(self, name: str, default: Any = None) -> Any:
        found = self._read(name)
        return default if found is MISSING else found

    def __getitem__(self, name: str) -> Any:
        found = self._read(name)
        if found is MISSING:
            raise KeyError(name)
        return found

    def __setitem__(self, name: str, value: Any) -> None:
        self.own[name] = value

    def __contains__(self, name: object) -> bool:
        return self._read(name) is not MISSING

    def __copy__(self) -> Facts:
        made = Facts(self.explored, self.path)
        made.own |= self.own
        return made

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if other == () or other == {}:
            return False  # amounts of one wager or another are always recorded
        return bool(_unseen())

    def keys(self) -> Any:
        return _Keys(self)

    def __iter__(self) -> Iterator[str]:
        return iter(self.explored.all_offers() if self.path == ("offers",) else _unseen())

    __len__ = __bool__ = items = values = copy = __or__ = __ror__ = __reduce_ex__ = __hash__ = _unseen  # type: ignore[assignment]


class _Keys:
    """The names of the facts at one place, of which only single ones can be asked for."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def isdisjoint(self, names: Any) -> bool:
        return not any(name in self.facts for name in names)

    __iter__ = __len__ = __contains__ = _unseen


class Entries(dict[str, Any]):
    """A map with its entries, which reports the names that it is asked for."""

    def __init__(self, rows: dict[str, Any], path: Path, cuts: Cuts) -> None:
        super().__init__(rows)
        self.path, self.cuts = path, cuts

    def _asked(self, name: object) -> None:
        if isinstance(name, str) and name not in OTHERS:
            self.cuts.note(self.cuts.keys.setdefault(self.path, {}), str(name))

    def get(self, name: str, default: Any = None) -> Any:
        self._asked(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> Any:
        self._asked(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._asked(name)
        return super().__contains__(name)


class Row(tuple[Any, Any]):
    """A filed payout: its kind, and its figure, which is chosen when it is read."""

    explored: Exploration
    path: Path

    def __new__(cls, explored: Exploration, path: Path) -> Row:
        made = super().__new__(cls, (None, None))  # type: ignore[type-var]
        made.explored, made.path = explored, path
        return made

    def __getitem__(self, place: Any) -> Any:
        if place == 0:
            return self.explored.word((*self.path, 0), required=True)
        return self.explored.figure((*self.path, 1), required=True)

    def __iter__(self) -> Any:
        yield self[0]
        yield self[1]

    __eq__ = __ne__ = __hash__ = _unseen  # type: ignore[assignment]
