"""The result of following examples from one day to another: filings that became unlawful by a clause, or lawful."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.compiler.witness.draft import Path
from pitboss.grammar.json_types import Json


@dataclass(frozen=True, slots=True)
class Turned:
    """The smallest filing found that is lawful on one day, and on the other fails by the clause alone."""

    clause: str
    lawful_on: str
    unlawful_on: str
    game: str
    changes: Mapping[Path, Json]  # in the lawful table of the game on the lawful day
    filing: Mapping[str, Json]

    @property
    def became_lawful(self) -> bool:
        """Whether the unlawful day is the earlier one."""
        return self.unlawful_on < self.lawful_on


@dataclass(frozen=True, slots=True)
class Changed:
    """What the changed clauses between two days did to filings."""

    turned: tuple[Turned, ...]
    without: tuple[str, ...]  # clauses on filings that changed and for which no such filing is known
