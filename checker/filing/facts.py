"""The facts of a place on a day: what was filed for it, plus statements, attestations and approvals.

Equal tables share one object for each variant, and the object caches its key. Grouping a floor of thousands of tables
therefore costs one dictionary lookup per table.

>>> facts_key(Settled({"decks": 6})) == facts_key({"decks": 6}), facts_key({"decks": 6}) == facts_key({"decks": 8})
(True, False)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction

from pitboss.checker.filing.model import Approval, Attestation, FiledTable, Filing
from pitboss.checker.runtime.awards import with_places
from pitboss.checker.runtime.operations import Facts, instruments_of, offers_of
from pitboss.grammar.quick_start import TypeVar

Approved = frozenset[tuple[str, Hashable]]  # (provision, value) of instruments
V = TypeVar("V")


class Settled(dict[str, V]):
    """Facts that no longer change; their key is computed once."""

    __slots__ = ("base", "rest")
    base: Facts  # the same facts without approvals, if there are any
    rest: Hashable


class Numbers(tuple[str, ...]):
    """Table numbers, with a fast `in`."""

    def __contains__(self, number: object) -> bool:
        if "listed" not in self.__dict__:
            self.__dict__["listed"] = frozenset(self)
        return number in self.__dict__["listed"]


def field_name(path: tuple[str, ...]) -> str:
    """The field or the equipment at a path, as the rules name it; empty where there is none.

    >>> field_name(("offers", "streak", "maximum")), field_name(("decks",)), field_name(("offers", "streak"))
    ('maximum of streak', 'decks', '')
    >>> field_name(("equipment", "shuffler"))
    'shuffler'
    """
    if path[:1] == ("offers",):
        return f"{path[2]} of {path[1]}" if len(path) > 2 else ""
    return path[-1] if path[:1] == ("equipment",) else path[0] if path else ""


def path_of(field: str) -> tuple[str, ...]:
    """The path of a field that is named as the rules name it.

    >>> path_of("maximum of streak"), path_of("decks")
    (('offers', 'streak', 'maximum'), ('decks',))
    """
    name, _, offer = field.partition(" of ")
    return ("offers", offer, name) if offer else (name,)


def facts_key(facts: Facts) -> tuple[Hashable, frozenset[Hashable]]:
    """A key that is equal for equal facts, in whatever order they were filed."""
    return rest_key(facts), frozenset(instruments_of(facts))


def rest_key(facts: Facts) -> Hashable:
    """The key of all facts except the approvals, which are the only facts that depend on the day."""
    if isinstance(facts, Settled):
        if hasattr(facts, "rest"):
            return facts.rest
        if hasattr(facts, "base"):
            return rest_key(facts.base)
    made = frozenset([(name, value_key(value)) for name, value in facts.items() if name != "approved"])
    if isinstance(facts, Settled):
        facts.rest = made
    return made


def value_key(value: object) -> Hashable:
    """A key that is equal exactly for values that no clause distinguishes.

    >>> value_key(True) == value_key(1), value_key({"a": [5], "b": 6}) == value_key({"b": 6, "a": (5,)})
    (False, True)
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is bool:
        return bool, value
    if isinstance(value, dict):
        return facts_key(value) if value.get("approved") else rest_key(value)
    if isinstance(value, list | tuple):
        return tuple([value_key(item) for item in value])
    if isinstance(value, set | frozenset):
        return frozenset([value_key(item) for item in value])
    return with_places(value)


_PLAIN = {str, int, Fraction, type(None)}  # types with reliable equality; compared by identity, because that is fast


def facts_on(filing: Filing, table: FiledTable | None, facts: Facts, day: str) -> Facts:
    """The facts of a table's variant, with the approvals in force on a day; without a table, the facts of the
    licensee.
    """
    if not filing.approvals:
        return facts
    where = filing.tables if table is None else (table,)
    return with_approved(facts, approved_provisions(filing.approvals, where, day))


def variants_on(filing: Filing, day: str) -> Iterator[tuple[FiledTable, Facts]]:
    """Every variant of every table, with the approvals in force on a day; equal variants share their facts."""
    named = {number for approval in filing.approvals for number in approval.tables or ()}
    everywhere = approved_provisions(filing.approvals, (), day)
    made: dict[tuple[int, Approved], Facts] = {}
    for table in filing.tables:
        provisions = approved_provisions(filing.approvals, (table,), day) if table.number in named else everywhere
        for variant in table.variants:
            key = id(variant), provisions
            if key not in made:
                made[key] = with_approved(variant, provisions)
            yield table, made[key]


def pit_facts_on(filing: Filing, pit: str, day: str) -> Facts:
    """The facts of a pit; an approval for every table of the pit is an approval for the pit."""
    pits = filing.licensee["pits"]
    assert isinstance(pits, dict)
    where = tuple(table for table in filing.tables if table.pit == pit)
    return with_approved(pits[pit], approved_provisions(filing.approvals, where, day))


def with_approved(facts: Facts, provisions: Approved) -> Facts:
    if not provisions:
        return facts
    made = Settled({**facts, "approved": provisions})
    made.base = facts
    return made


def approved_provisions(approvals: Iterable[Approval], where: tuple[FiledTable, ...], day: str) -> Approved:
    """(provision, value) of each instrument that is in force at all these tables, on `[from, until)`."""
    return frozenset(
        (a.provision, approved_value(a))
        for a in approvals
        if (a.since or "") <= day and (a.until is None or day < a.until)
        and (a.tables is None or bool(where) and all(table.number in a.tables for table in where))
    )  # fmt: skip


def approved_value(approval: Approval) -> Hashable:
    """The value that an instrument approves, in hashable form."""
    value = approval.value
    return tuple(value) if isinstance(value, list) else rest_key(value) if isinstance(value, dict) else value


def attested_facts(attestations: Iterable[Attestation]) -> dict[str, bool | None]:
    """One answer for each provision: an observed answer overrides a represented one; any other contradiction gives
    None.
    """
    filed: dict[str, dict[str, set[bool | None]]] = {}
    for attestation in attestations:
        filed.setdefault(attestation.provision, {}).setdefault(attestation.basis, set()).add(attestation.answer)
    found: dict[str, bool | None] = {}
    for provision, by_basis in filed.items():
        answers = by_basis.get("observed") or by_basis["represented"]
        found[provision] = next(iter(answers)) if len(answers) == 1 else None
    return Settled(found)


def offers_over(tables: Iterable[tuple[Facts, ...]], names: Iterable[str], complete: bool) -> dict[str, bool]:
    """Which offers at least one table has, and which no table has; `complete` if every table could be read."""
    found: dict[str, bool] = {}
    for variants in tables:
        for facts in variants:
            found.update(dict.fromkeys(offers_of(facts), True))
            complete = complete and bool(facts["closed"])
    return Settled({**dict.fromkeys(names, False), **found} if complete else found)
