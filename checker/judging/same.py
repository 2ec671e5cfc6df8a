"""Judges clauses that require one value at several tables: which tables are compared, and which of them differ.

Known values that differ are a breach; the finding names the tables that differ from the most frequent value. Of a table
with alternatives one is in use at a time: it is not compared with itself. An alternative is in breach if it differs from
every alternative of another table; otherwise which of them are in use together decides.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from pitboss.checker.filing.facts import field_name, value_key
from pitboss.checker.filing.model import FiledTable
from pitboss.checker.judging.partition import Group, Partition, Projection
from pitboss.checker.runtime.operations import FAIL, NEEDS, CompiledClause, Facts, Truth, Verdict, offers_of
from pitboss.grammar.quick_start import cast, dataclass, replace

_Within = tuple[
    Hashable, ...
]  # the pit if it matters, the facts that must be equal, and the table if one of these is unknown


# Whether a table is compared, the facts that must be equal, and its value.
_MemberOf = Callable[[Facts], tuple[Truth, tuple[Hashable, ...], object]]


@dataclass(frozen=True, slots=True)
class Compared:
    """The tables that must have the same value, and the verdict on them."""

    verdict: Verdict
    tables: tuple[FiledTable, ...]
    facts: Facts  # of a table that differs, if there is one
    name: str
    outliers: tuple[FiledTable, ...]  # where evidence is needed: those whose alternatives agree in part


@dataclass(frozen=True, slots=True)
class _Row:
    """Tables with one value; None: unknown."""

    groups: tuple[Group, ...]
    value: object
    facts: Facts

    @property
    def first(self) -> int:
        return self.groups[0].number

    @property
    def many(self) -> int:
        return sum(len(group.tables) for group in self.groups)


def comparisons(clause: CompiledClause, games: Iterable[Partition]) -> list[Compared]:
    """Compare the tables of these games, in the order of the filing."""
    assert clause.check is not None
    member_of = cast("_MemberOf", clause.check)  # the function of such a clause returns no verdict
    found: dict[_Within, list[_Row]] = {}
    games = tuple(games)
    for projection in (projection for partition in games for projection in partition.projections(clause.footprint)):
        member, keys, value = member_of(projection.facts)
        if member is False:
            continue
        known = None if member is None or value in ((), {}) else value
        for key, groups in _spans(clause, keys, projection):
            found.setdefault(key, []).append(_Row(groups, known, projection.facts))
    rows = {key: sorted(some, key=lambda row: row.first) for key, some in found.items()}
    partly = clause.subject[-1:] == ("payouts",)  # rows of payouts, or only which printed table is selected
    choices = _choices(games)
    return [_agreement(key, rows[key], partly, choices) for key in sorted(rows, key=lambda key: rows[key][0].first)]


# Of each table with several alternatives: for each of them, its groups; several where it has values in use at once.
_Choices = dict[FiledTable, list[frozenset[int]]]


def _choices(games: Iterable[Partition]) -> _Choices:
    found: dict[FiledTable, dict[Hashable, set[int]]] = {}
    for group in (group for partition in games for group in partition.groups):
        for table in group.tables:
            if len(table.variants) > 1:
                found.setdefault(table, {}).setdefault(_alternative(group), set()).add(group.number)
    return {table: [frozenset(some) for some in of.values()] for table, of in found.items() if len(of) > 1}


def _alternative(group: Group) -> Hashable:
    """What is equal in all groups of one alternative: the fields that do not vary by the parts of the table."""
    parts = group.facts.get("part")
    if not isinstance(parts, dict):
        return group.number
    offers = [
        (("offers", name, key), value) for name, of in offers_of(group.facts).items() for key, value in of.items()
    ]
    own = [((key,), value) for key, value in group.facts.items() if key not in ("offers", "part")]
    return frozenset([(place, value_key(value)) for place, value in (*own, *offers) if field_name(place) not in parts])


def _spans(
    clause: CompiledClause, keys: _Within, projection: Projection
) -> Iterator[tuple[_Within, tuple[Group, ...]]]:
    """The groups of a projection by the facts within which they are compared; a table with an unknown key stands alone."""
    if clause.span != "pit" and None not in keys:
        yield ("", *keys, ""), projection.groups
        return
    found: dict[_Within, list[Group]] = {}
    for group in projection.groups:
        tables: dict[_Within, list[FiledTable]] = {}
        for table in group.tables:
            lone = table.number if None in keys else ""
            tables.setdefault((table.pit if clause.span == "pit" else "", *keys, lone), []).append(table)
        for key, some in tables.items():
            found.setdefault(key, []).append(replace(group, tables=tuple(some)))
    yield from ((key, tuple(groups)) for key, groups in found.items())


def _agreement(key: _Within, rows: Sequence[_Row], partly: bool, choices: _Choices) -> Compared:
    """`partly`: the values are maps, of which a table may file any part. Two maps without a common key are not compared."""
    known = [(row.value, row.many) for row in rows if row.value is not None]
    tables, verdict = _tables(rows), Verdict.PASS
    outliers: tuple[FiledTable, ...] = ()
    if not choices.keys().isdisjoint(tables):
        verdict, outliers = _of_alternatives(rows, partly, choices)
    elif any(differ(known[0][0], value) for value, _ in known[1:]) or _any_differ(known[1:]):
        most = _most_frequent(known)
        outliers, verdict = _tables(row for row in rows if row.value is not None and differ(row.value, most)), FAIL
    elif (len(known) < len(rows) or partly and _any_disjoint(known)) and len(tables) > 1:
        verdict = NEEDS
    facts = next((row.facts for row in rows if row.groups[0].tables[0] in outliers), rows[0].facts)
    return Compared(verdict, tables, facts, " ".join(str(part) for part in key if part != ""), outliers)


# What one alternative of a table files: nothing where it is not compared; None is unknown.
_Values = tuple[object, ...]


def _of_alternatives(rows: Sequence[_Row], partly: bool, choices: _Choices) -> tuple[Verdict, tuple[FiledTable, ...]]:
    """The verdict, and the tables with an alternative that none of some other table agrees with, or only some."""
    value = {group.number: n for n, row in enumerate(rows) for group in row.groups}
    whole: dict[FiledTable, set[int]] = {}
    for n, row in enumerate(rows):
        for table in _tables((row,)):
            whole.setdefault(table, set()).add(n)
    users: dict[tuple[frozenset[int], ...], list[FiledTable]] = {}  # equal tables agree with the same ones
    for table, all_of_it in whole.items():
        compared = [frozenset([value[n] for n in groups if n in value]) for groups in choices.get(table, ())]
        users.setdefault(tuple(dict.fromkeys(compared)) or (frozenset(all_of_it),), []).append(table)
    known = [(row.value, row.many) for row in rows if row.value is not None]
    most = _most_frequent(known) if known else None
    breaches, outliers, unsettled, unknown = (
        dict[FiledTable, None](),
        dict[FiledTable, None](),
        dict[FiledTable, None](),
        False,
    )
    for used, tables in users.items():
        others = [other for other in users if other != used or len(tables) > 1]
        for one in used:
            values = [rows[n].value for n in one]
            agreements = [
                [_agree(values, [rows[n].value for n in option], partly) for option in other] for other in others
            ]
            own = _agree(values, values, False)
            if own is False or any(all(agree is False for agree in some) for some in agreements):
                breaches.update(dict.fromkeys(tables))
                if any(value is not None and differ(value, most) for value in values):
                    outliers.update(dict.fromkeys(tables))
            elif any(agree is False for some in agreements for agree in some):
                unsettled.update(dict.fromkeys(tables))
            unknown = unknown or (own is None and len(whole) > 1) or any(None in some for some in agreements)
    named = outliers or breaches or unsettled
    verdict = FAIL if breaches else NEEDS if unsettled or unknown else Verdict.PASS
    return verdict, tuple([table for table in _tables(rows) if table in named])


def _agree(values: Sequence[object], others: Sequence[object], partly: bool) -> Truth:
    """Whether all these values agree; maps without a common key are not compared, so that it is unknown of them."""
    pairs = [(one, other) for one in values for other in others]
    if any(one is not None and other is not None and differ(one, other) for one, other in pairs):
        return False
    return None if any(None in pair or partly and _any_disjoint([(one, 1) for one in pair]) for pair in pairs) else True


def _tables(rows: Iterable[_Row]) -> tuple[FiledTable, ...]:
    """The tables in the order of the filing, each once."""
    groups = sorted((group for row in rows for group in row.groups), key=lambda group: group.number)
    return tuple(dict.fromkeys(table for group in groups for table in group.tables))


def _any_differ(known: Sequence[tuple[object, int]]) -> bool:
    """Whether two differ; only maps that share no key with the first can still do so."""
    maps = [value for value, _ in known if isinstance(value, dict)]
    return any(differ(one, other) for n, one in enumerate(maps) for other in maps[n + 1 :])


def _any_disjoint(known: Sequence[tuple[object, int]]) -> bool:
    """Whether two maps have no key in common."""
    maps = [value for value, _ in known if isinstance(value, dict)]
    return any(one.keys().isdisjoint(other) for n, one in enumerate(maps) for other in maps[n + 1 :])


def _most_frequent(known: Sequence[tuple[object, int]]) -> object:
    """The value that agrees with the most tables; if several do, the first."""
    if any(isinstance(value, dict) for value, _ in known):  # agreement of maps is not transitive
        return max((v for v, _ in known), key=lambda v: sum(many for other, many in known if not differ(v, other)))
    counts: dict[object, int] = {}
    for value, many in known:
        counts[value] = counts.get(value, 0) + many
    return max(counts, key=lambda value: counts[value])


def differ(a: object, b: object) -> bool:
    """Whether two values differ; maps are compared on the keys that they share."""
    if isinstance(a, dict) and isinstance(b, dict):
        return any(a[key] != b[key] for key in a.keys() & b.keys() if a[key] is not None and b[key] is not None)
    return bool(a != b)
