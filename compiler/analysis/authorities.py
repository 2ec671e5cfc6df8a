"""R205 across provisions: on any day one clause authorizes a name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pitboss.compiler.model import core
from pitboss.grammar.diagnostics import Diagnostic


def overlapping_authorities(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report names that two clauses authorize on the same day."""
    named: dict[str, list[tuple[core.Clause, core.Version]]] = {}
    for clause in book.clauses:
        if clause.kind == "authority":
            named.setdefault(clause.subject.name, []).extend((clause, version) for version in clause.versions)
    for name, found in named.items():
        for (first, before), (second, version) in combinations(found, 2):
            if first.id != second.id and before.overlaps(version):
                yield Diagnostic(
                    "R205",
                    f"'{name}' is authorized by {first.provision} and {second.provision} at the same time",
                    version.place,
                    (("the other one", before.place),),
                    "give one of them dates that end before the other's start",
                )
