"""Splits the tables of a game by what a clause can observe of them, so that a clause is evaluated once per projection.

Comparing the facts of every table for every clause would cost more than evaluating the clause. Instead each fact is
compared once over all tables: a fact that does not differ splits nothing, and clauses that observe the same differing
facts share one partition.

>>> def group(number, **facts): return Group(number, "tiles", (), facts)
>>> tables = Partition((group(0, decks=6, boxes=1), group(1, decks=8, boxes=1), group(2, decks=6, boxes=2)))
>>> [[g.number for g in one.groups] for one in tables.projections((("decks",), ("closed",)))]
[[0, 2], [1]]
>>> len(tables.projections((("closed",),))), len(tables.projections(None))
(1, 3)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from pitboss.checker.filing.facts import value_key
from pitboss.checker.filing.model import FiledTable
from pitboss.checker.runtime.operations import FactPath, Facts
from pitboss.grammar.quick_start import dataclass, replace

_MISSING, _NOWHERE = object(), object()  # a fact that is not filed; a fact of an offer that is not made
_REMEMBERED = 8  # ways to split the groups of a game
_Column = tuple[int, ...] | bytes  # a number from 0 for each group; equal numbers mean equal facts


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Tables with equal facts; `number` follows the order of the filing."""

    number: int
    game: str
    tables: tuple[FiledTable, ...]
    facts: Facts


class Projection:
    """Groups with equal facts in a footprint."""

    __slots__ = ("groups", "_tables")

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = tuple(groups)
        self._tables: tuple[FiledTable, ...] = groups[0].tables if len(groups) == 1 else ()

    @property
    def facts(self) -> Facts:
        """The facts of the first group; those of the others are equal in the footprint."""
        return self.groups[0].facts

    @property
    def tables(self) -> tuple[FiledTable, ...]:
        """The tables, each once for each of its groups. They are listed when a clause that applies asks for them."""
        if not self._tables:
            self._tables = tuple([table for group in self.groups for table in group.tables])
        return self._tables


def numbers_of(some: Iterable[tuple[Group, ...]]) -> set[int]:
    """The numbers of groups."""
    return {group.number for groups in some for group in groups}


def games_of(variants: Iterable[tuple[FiledTable, Facts]]) -> dict[str, Partition]:
    """The tables of each game, with equal facts in one group; a table with a choice is in several groups."""
    games: dict[str, dict[int, tuple[int, list[FiledTable], Facts]]] = {}
    order: dict[FiledTable, int] = {}
    for number, (table, facts) in enumerate(variants):
        order.setdefault(table, number)
        found = games.setdefault(table.game, {})
        if id(facts) in found:  # tables with identical text share their facts
            found[id(facts)][1].append(table)
        else:
            found[id(facts)] = (number, [table], facts)
    return {
        game: _merged(
            Partition(tuple([Group(n, game, tuple(some), facts) for n, some, facts in found.values()])), order
        )
        for game, found in games.items()
    }


def _merged(partition: Partition, order: Mapping[FiledTable, int]) -> Partition:
    """The partition with groups of equal facts merged."""
    if partition.all_differ():
        return partition
    found = partition.projections(partition.everything())
    tables = [tuple(sorted(set(one.tables), key=order.__getitem__)) for one in found]
    return Partition(tuple([replace(one.groups[0], tables=some) for one, some in zip(found, tables, strict=True)]))


class Partition:
    """The groups of one game, split on demand."""

    def __init__(self, groups: tuple[Group, ...]) -> None:
        self.groups = groups
        every = _Reached([group.facts for group in groups], range(len(groups)))
        self._reached: dict[FactPath, _Reached] = {(): every}
        self._columns: dict[FactPath, _Column | None] = {}
        self._interned: dict[_Column, _Column] = {}
        self._projections: dict[frozenset[int], tuple[Projection, ...]] = {}

    def projections(self, footprint: tuple[FactPath, ...] | None) -> tuple[Projection, ...]:
        """The groups split by the facts of a footprint, in the order of their first group; without one, each group."""
        if footprint is None:
            return tuple([Projection((group,)) for group in self.groups])
        columns = {id(column): column for path in footprint if (column := self._column(path)) is not None}
        key = frozenset(columns)
        found = self._projections.pop(key, ()) or self._split(list(columns.values()))
        self._projections[key] = found  # the last ones: clauses with one footprint stand near one another
        if len(self._projections) > _REMEMBERED:
            del self._projections[next(iter(self._projections))]
        return found

    def all_differ(self) -> bool:
        """Whether no two groups have equal facts."""
        columns = [column for path in self.everything() if (column := self._column(path)) is not None]
        # Rows with different hashes differ, and hashes cost less memory than the rows.
        hashes = set(map(hash, zip(*columns, strict=True)))
        return len(hashes) == len(self.groups) or len(set(zip(*columns, strict=True))) == len(self.groups)

    def everything(self) -> tuple[FactPath, ...]:
        """The paths of all facts that any group has."""
        found: dict[FactPath, None] = {}
        for facts in self._at(()).values:
            found.update({(name,): None for name in facts if name != "offers"} if isinstance(facts, dict) else {})
        for equipment in self._at(("equipment",)).values:
            found.update({("equipment", name): None for name in equipment} if isinstance(equipment, dict) else {})
        for offers in self._at(("offers",)).values:
            for name in offers if isinstance(offers, dict) else ():
                found["offers", name] = None
        for path in [path for path in found if path[0] == "offers"]:
            fields = {name: None for offer in self._at(path).values if isinstance(offer, dict) for name in offer}
            found.update({(*path, name): None for name in fields})
        return tuple(found)

    def _split(self, columns: Sequence[_Column]) -> tuple[Projection, ...]:
        if not columns:
            return (Projection(self.groups),)
        rows: Iterable[Hashable] = zip(*columns, strict=True) if len(columns) > 1 else columns[0]
        found: dict[Hashable, list[Group]] = {}
        for row, group in zip(rows, self.groups, strict=True):
            if row in found:
                found[row].append(group)
            else:
                found[row] = [group]
        return tuple([Projection(groups) for groups in found.values()])

    def _column(self, path: FactPath) -> _Column | None:
        """The column of a fact, None if all groups agree; facts that separate the same groups share one column."""
        if path not in self._columns:
            self._columns[path] = self._compared(path)
        return self._columns[path]

    def _compared(self, path: FactPath) -> _Column | None:
        numbers: dict[Hashable, int] = {}
        if len(path) == 2 and path[0] == "offers":  # a clause that reads a whole offer observes only whether it is made
            reached = self._at(("offers",))
            keys: list[Hashable] = [isinstance(offers, dict) and path[1] in offers for offers in reached.values]
        else:
            reached = self._reached.get(path) or self._at(path[:-1]).step(path[-1])  # most are needed only here
            keys = [value_key(value) for value in reached.values] if len(reached.values) > 1 else [None]
        by_value = [numbers.setdefault(key, len(numbers)) for key in keys]
        if len(numbers) == 1:
            return None
        column = _small([by_value[position] for position in reached.positions], len(numbers))
        return self._interned.setdefault(column, column)

    def _at(self, path: FactPath) -> _Reached:
        if path not in self._reached:
            self._reached[path] = self._at(path[:-1]).step(path[-1])
        return self._reached[path]


class _Reached:
    """The distinct objects at a path, and for each group the index of its own."""

    def __init__(self, values: list[object], positions: Sequence[int]) -> None:
        self.values, self.positions = values, positions
        self.everywhere = all(isinstance(value, dict) for value in values)  # most facts are in mappings at every group

    def step(self, name: str) -> _Reached:
        """The same, one step further along the path."""
        if self.everywhere:
            values: list[object] = [holder.get(name, _MISSING) for holder in self.values]  # type: ignore[attr-defined]
        else:
            values = [holder.get(name, _MISSING) if isinstance(holder, dict) else _NOWHERE for holder in self.values]
        many = len(set(map(id, values)))  # tables with identical text share objects
        if many == len(values):
            return _Reached(values, self.positions)
        if many == 1:
            return _Reached(values[:1], bytes(len(self.positions)))
        distinct = dict(zip(map(id, values), values, strict=True))
        position = {identity: n for n, identity in enumerate(distinct)}
        moved = [position[id(value)] for value in values]
        return _Reached(list(distinct.values()), _small([moved[n] for n in self.positions], many))


def _small(numbers: list[int], below: int) -> _Column:
    """Numbers in as little memory as their range needs: there is a column for most facts, with a number for each group."""
    return bytes(numbers) if below <= 256 else tuple(numbers)
