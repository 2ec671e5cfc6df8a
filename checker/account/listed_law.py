"""What the account of a filing reads of the catalog. The checker imports no compiler, so it states the attributes that it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class ListedVersion(Protocol):
    """A clause from one day to another."""

    @property
    def words(self) -> str:
        """The clause in plain English."""

    def in_force(self, day: str) -> bool:
        """Whether the version is in force on a day."""


class ListedClause(Protocol):
    """A clause with all its versions."""

    @property
    def checked_as(self) -> str:
        """How it is checked: "round", "not checkable"."""

    @property
    def versions(self) -> Sequence[ListedVersion]:
        """Its versions."""


class ListedProvision(Protocol):
    """What one label of a section contains."""

    @property
    def cite(self) -> str:
        """Its citation."""

    @property
    def kinds(self) -> Sequence[str]:
        """How its clauses are checked."""

    @property
    def reasons(self) -> Sequence[str]:
        """Why a part of it is not checkable."""

    @property
    def clauses(self) -> Sequence[ListedClause]:
        """Its clauses."""


class ListedSection(Protocol):
    """A section of the law."""

    @property
    def citation(self) -> str:
        """Its citation."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def game(self) -> str | None:
        """The game that it regulates; None: all games."""

    @property
    def adopted(self) -> str | None:
        """The day on which it was adopted."""

    @property
    def provisions(self) -> Sequence[ListedProvision]:
        """Its provisions."""


class UnavailableText(Protocol):
    """A provision that the law cites and the rulebook does not have."""

    @property
    def citation(self) -> str:
        """The provision that is missing."""

    @property
    def cited_by(self) -> Sequence[str]:
        """The provisions that cite it."""


class ListedLaw(Protocol):
    """The whole catalog."""

    @property
    def expires(self) -> str | None:
        """The day on which the law expires."""

    @property
    def sections(self) -> Sequence[ListedSection]:
        """The sections, in the law's order."""

    @property
    def missing(self) -> Sequence[UnavailableText]:
        """The texts that are not available."""
