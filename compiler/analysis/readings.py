"""R211, R202: the readings of an open text differ, in name and in meaning, and the first of them demands something."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pitboss.compiler.model import core
from pitboss.grammar.diagnostics import Diagnostic


def equal_readings(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report readings of one clause that demand the same or have one name, and a first reading without duty.

    The readings of an authority differ in the meaning of the offer, which no duty expresses.
    """
    for clause in book.clauses:
        for version in clause.versions:
            if core.NEVER in version.duty.applies:
                yield Diagnostic(
                    "R211", "the first reading has no duty", version.readings[0].place, (), "begin with a reading that demands something"
                )  # fmt: skip
            for first, second in combinations(version.readings, 2):
                if first.duty == second.duty and not isinstance(first.duty, core.Authority):
                    yield Diagnostic(
                        "R211",
                        f"the reading '{second.name}' has the same meaning as '{first.name}'",
                        second.place,
                        (("the other reading", first.place),),
                        "a reading without a rule of its own is the clause itself",
                    )
                elif first.name == second.name and not isinstance(first.duty, core.Authority):
                    yield Diagnostic(
                        "R202",
                        f"there is a reading '{second.name}' already",
                        second.place,
                        (("the first one", first.place),),
                    )
