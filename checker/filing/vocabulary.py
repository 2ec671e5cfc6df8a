"""What a filing can state, as the compiled rulebook declares it. Standard library only; embedded in standalone
validators.
"""

from __future__ import annotations

import re
from functools import cache

from pitboss.grammar.quick_start import dataclass

# ("count",) ("one_of", ("a", "b")) ("set_of", Type) ("map_of", Type, Type) ("list_of", Type). ("one_of", ("a", "b"),
# "elected")
# accepts other values: an elected value that the law does not list fails a clause; for other fields it is a fault of
# form.
Type = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class VocabularyField:
    """`owners`: scopes (licensee pit table wager option event round seat hand), or names of single offers."""

    name: str
    owners: tuple[str, ...]
    type: Type
    title: str
    cite: str
    elsewhere: tuple[str, ...] = ()  # provisions on it whose text is not available


@dataclass(frozen=True, slots=True)
class Named:
    kind: str  # game wager option variation equipment
    name: str
    title: str
    game: str | None
    cite: str

    def is_called(self, words: str) -> bool:
        """Whether its title is these words, with or without the kind: `red` and `red_wager` for "red wager"."""
        return _spelled(self.title) in (words, f"{words}_{self.kind}")


@cache
def _spelled(title: str) -> str:
    return re.sub("[^a-z0-9]+", "_", title.lower()).strip("_")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    fields: dict[str, VocabularyField]
    names: dict[str, Named]
    outcomes: dict[str, tuple[str, ...]]  # wager or option → every outcome the law names for it, over all dates
    selections: dict[str, tuple[str, ...]]  # wager → the headings of its whole tables, over all dates
    postable: tuple[str, ...]  # subjects that a statement can show: "maximum of streak"
    events: dict[str, tuple[str, ...]]  # subject → kinds of events that need a notice

    def of(self, owner: str, *also: str) -> dict[str, VocabularyField]:
        """The fields of a scope, or of an offer (its kind and its own name)."""
        owners = {owner, *also}
        return {f.name: f for f in self.fields.values() if not owners.isdisjoint(f.owners)}

    def called(self, words: str, *kinds: str) -> tuple[str, ...]:
        """The names whose title is these words."""
        return tuple(named.name for named in self.named(*kinds).values() if named.is_called(words))

    def named(self, *kinds: str) -> dict[str, Named]:
        return {n.name: n for n in self.names.values() if n.kind in kinds}
