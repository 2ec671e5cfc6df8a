"""Whether conditions can hold together, as the rules state them. A "no" is proven.

>>> from fractions import Fraction
>>> never = t.ComparisonNode("<", t.Call("points", ()), t.Literal("number", Fraction(0), "0"))
>>> can_hold(ResolvedRulebook((), {}, {}, (), (), None, "", "", {}), never)
False
"""

from __future__ import annotations

from pitboss.compiler.exclusion.encoding import Encoding
from pitboss.compiler.front.lower import Lowering, lower
from pitboss.compiler.model.memo import once_for_each
from pitboss.grammar import tree as t
from pitboss.grammar.resolved_rulebook import ResolvedRulebook


def can_hold(book: ResolvedRulebook, *conditions: t.Expr) -> bool:
    """Whether all the conditions can be true at once."""
    lowering, encoding = _encoding(book)
    return encoding.possible(*(encoding.truth(lowering.condition(condition)) for condition in conditions))


@once_for_each
def _encoding(book: ResolvedRulebook) -> tuple[Lowering, Encoding]:
    return Lowering(book), Encoding(lower(book))
