"""Whether some facts can breach a version of a clause, and whether some can meet it.

"No" is proven: no facts satisfy the constraints. What compares facts with each other counts as possible, so "yes" may be wrong.

>>> from fractions import Fraction
>>> from pitboss.compiler.model.core import Basis, Const, Field, Reading, Subject, SubjectKind, Type, ValueKind
>>> book = core.Rulebook("", (), {}, {"decks": Field("decks", ("table",), Type("count"), "", None, "")}, (), (), None, "")
>>> least = [core.Compare(core.Relation.AT_LEAST, core.Fact("decks"), Const(ValueKind.NUMBER, Fraction(n))) for n in (1, 2)]
>>> bounds_of = [core.Requirement(Subject(SubjectKind.FIELD, "decks"), (), core.Need.BOUND, holds) for holds in least]
>>> [Reachable(book).breach((Reading(None, "", duty),)) for duty in bounds_of]
[False, True]
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.compiler.exclusion.encoding import EncodedFacts, Encoding
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Reading


class Reachable:
    """The verdicts that the versions of one rulebook can have."""

    def __init__(self, book: core.Rulebook) -> None:
        self.encoding = Encoding(book, EncodedFacts.STATED)

    def application(self, readings: Sequence[Reading]) -> bool:
        """Whether the version can apply under some reading."""
        return any(self.encoding.possible(self.encoding.applies(reading.duty)) for reading in readings)

    def breach(self, readings: Sequence[Reading]) -> bool:
        """Whether some facts can breach the version under some reading."""
        of = self.encoding
        return any(of.possible(of.applies(reading.duty), of.demand(reading.duty, False)) for reading in readings)

    def compliance(self, readings: Sequence[Reading]) -> bool:
        """Whether some facts meet the version under every reading, and it applies to them under one of them."""
        of = self.encoding
        applying = of.either(of.applies(reading.duty) for reading in readings)
        return of.possible(applying, *(of.met(reading.duty) for reading in readings))
