"""A version of a clause, divided at the days on which other versions that bear on it start or end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from pitboss.compiler.model import core
from pitboss.grammar.quick_start import replace


def divided(version: core.Version, others: Iterable[core.Version]) -> Iterator[core.Version]:
    """The version on the days before one of the others starts or ends, and after; a part rests on what the start of the other rests on."""
    others = [*others]
    starts = {v.since: v for v in others}
    days = {day for v in others for day in (v.since, v.until) if day is not None}
    inside = sorted(d for d in days if d != version.since and version.in_force(d))
    yield replace(version, until=inside[0]) if inside else version
    for since, until in pairwise((*inside, version.until)):
        cause = starts.get(since)
        basis, ground = (cause.basis, cause.ground) if cause else (core.Basis.FIRM, "")
        yield replace(version, since=since, until=until, basis=basis, ground=ground, operative=None)
