"""What a table that is being written may not offer beside what it states, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from pitboss.compiler.exclusion.known_facts import parse_fact
from pitboss.compiler.exclusion.may import Standing, may
from pitboss.compiler.model.catalog_entries import Catalog, Literal

Stated = tuple[tuple[str, str | tuple[str, ...]], ...]  # field → its value; `wagers`, `options` → names


class LawfulOffers:
    """Answers for one rulebook, remembered while a text is typed."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._answer = lru_cache(64)(self._reasons)

    def __call__(self, game: str, day: str, stated: Mapping[str, object]) -> Mapping[str, str]:
        """The offers and pieces of equipment that a table with these facts may not have; for each, the clauses in words."""
        facts = ((name, tuple(value) if isinstance(value, list) else str(value)) for name, value in stated.items())
        return self._answer(game, day, tuple(sorted(facts)))

    def _reasons(self, game: str, day: str, stated: Stated) -> dict[str, str]:
        answer = may(self._catalog, game, day, self._known(game, stated))
        if answer is None or answer.lawful == "no":
            return {}
        return {
            one.name: " ".join(
                f"{answer.clauses[clause]['words']} ({answer.clauses[clause]['cite']})" for clause in one.grounds[0]
            )
            for one in (*answer.offers, *answer.equipment)
            if one.standing == Standing.NO and one.grounds
        }

    def _known(self, game: str, stated: Stated) -> Iterator[Literal]:
        """The facts that can be read; a half-written one is unknown."""
        for name, value in stated:
            for text in value if isinstance(value, tuple) else (f"{name}={value}",):
                fact = parse_fact(self._catalog, game, text)
                if not isinstance(fact, str):
                    yield fact
