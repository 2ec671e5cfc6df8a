"""Why a version of a clause has no example, and which of these reasons claim that there can be none.

>>> [reason.name for reason in Lacking if reason.proven]
['NEVER_APPLIES', 'NO_BREACH', 'NO_COMPLIANCE']
"""

from __future__ import annotations

from enum import StrEnum

from pitboss.compiler.analysis.reachable import Reachable
from pitboss.compiler.model import core


class Example(StrEnum):
    """What a witness is an example of."""

    BREACH = "breach"
    SATISFIED = "satisfied"


class Lacking(StrEnum):
    """Why no filing or no round shows a version."""

    # shown for all facts by `compiler.analysis.reachable`; lint reports these
    NEVER_APPLIES = "its conditions exclude each other"
    NO_BREACH = "every value that is possible where it applies complies"
    NO_COMPLIANCE = "nothing complies with it under each of its readings"
    # by what the clause is
    AUTHORIZED = "authorized on every day of the chapter: what it authorizes is never offered without authority"
    NO_DEMAND = "it only decides what other clauses demand: no row can breach it"
    # the search did not find one, which claims nothing about the clause
    NO_FILING = "no filing made from its names and thresholds shows it"
    NO_TABLE = "no table was found at which it can apply"
    NO_DEAL = "no rule states what chance deals in the game"
    ELSEWHERE = "every breach of it that was found is reported under another clause"
    NO_ROUND = "no round dealt for it shows it"
    UNSETTLED = "no round dealt for it has all the facts that decide it"
    NOT_SEARCHED = "not searched yet"

    @property
    def proven(self) -> bool:
        """Whether it is shown that there can be no example."""
        return self in (Lacking.NEVER_APPLIES, Lacking.NO_BREACH, Lacking.NO_COMPLIANCE)


def impossible(reachable: Reachable, version: core.Version) -> dict[Example, Lacking]:
    """The examples that a version cannot have, with the reason."""
    if not reachable.application(version.readings):
        return dict.fromkeys(Example, Lacking.NEVER_APPLIES)
    found: dict[Example, Lacking] = {}
    if not reachable.breach(version.readings):
        found[Example.BREACH] = Lacking.NO_BREACH
    if not reachable.compliance(version.readings):
        found[Example.SATISFIED] = Lacking.NO_COMPLIANCE
    return found
