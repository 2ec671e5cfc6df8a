"""Assembles a filing that is data and no file."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.checker.filing.assemble import assemble
from pitboss.checker.filing.model import Filing
from pitboss.checker.filing.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class _Generated:
    name: str
    data: object


def generated_filing(data: object, vocabulary: Vocabulary) -> Filing | None:
    """Return the filing, or None if it has a fault of form."""
    filing, faults = assemble([_Generated("generated", data)], vocabulary)
    return None if faults else filing
