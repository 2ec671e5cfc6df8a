"""Before a start that is only inferred, the later version may already have been in force: both are readings of the earlier one.

    decks is at most 6 until 2002-01-01
    decks is at most 8 from 2002-01-01 inferred "..."

so that seven decks on a day of 2001 are *open*, and nine fail. Every consumer of the core finds the later version among the
readings of the earlier one.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.model import core
from pitboss.grammar.quick_start import replace

FORMER = "former"  # the name of the reading of a version whose own text has one meaning


def with_successions(book: core.Rulebook) -> core.Rulebook:
    """The rulebook, in which each version has the readings of those that follow it from inferred starts.

    >>> with_successions(core.Rulebook("", (), {}, {}, (), (), None, "")).clauses
    ()
    """
    return replace(book, clauses=tuple(map(_clause, book.clauses)))


def _clause(clause: core.Clause) -> core.Clause:
    versions = tuple(_version(clause.versions[i:]) for i in range(len(clause.versions)))
    return clause if versions == clause.versions else replace(clause, versions=versions)


def _version(versions: tuple[core.Version, ...]) -> core.Version:
    """The first of consecutive versions, with the demands of the others that it does not have."""
    first, *_ = versions
    added: dict[core.Duty, core.Reading] = {}
    for version in _successors(versions):
        for reading in version.readings:
            if all(reading.duty != own.duty for own in first.readings):
                added.setdefault(reading.duty, _reading(version, reading, {r.name for r in added.values()}))
    if not added:
        return first
    stood = f"the rule that stood until {first.until}"
    own = tuple(replace(r, name=r.name or FORMER, ground=r.ground or stood) for r in first.readings)
    return replace(first, readings=(*own, *added.values()))


def _successors(versions: tuple[core.Version, ...]) -> Iterator[core.Version]:
    for before, after in zip(versions, versions[1:], strict=False):
        if after.basis is not core.Basis.INFERRED or after.since != before.until:
            return
        yield after


def _reading(version: core.Version, reading: core.Reading, taken: set[str | None]) -> core.Reading:
    assert version.since is not None
    name = f"amended_{version.since.year}" + (f"_{reading.name}" if reading.name else "")
    name = name if name not in taken else f"{name}_{version.since.month:02}"
    ground = f"the rule from {version.since} on, a day that is not printed: {version.ground}"
    return replace(reading, name=name, ground=ground, since=version.since)
