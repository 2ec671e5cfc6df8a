"""Finds the smallest filings that were lawful on one day and no longer are on another, and the reverse, by the clause that changed."""

from __future__ import annotations

from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.runtime.operations import FAIL
from pitboss.compiler.catalog.changes import ChangesData
from pitboss.compiler.model import core
from pitboss.compiler.witness.draft import Draft, filing, text
from pitboss.compiler.witness.entries import Witness, Witnesses, changes
from pitboss.compiler.witness.turned import Changed, Turned
from pitboss.witnesses.search import Search, standing


def turned_filings(
    changed: ChangesData, witnesses: Witnesses, law: core.Rulebook, book: CompiledRulebook, vocabulary: Vocabulary
) -> Changed:
    """From the examples of each changed clause, adapted to the law of one day: filings that are lawful on it, and on the other day
    fail by this clause alone. The checker judges them on both days.

    What is merely attested under the clause itself does not count: nobody attests what no clause asks for.
    """
    following = _Following(witnesses, law, book, vocabulary)
    found: list[Turned] = []
    without: list[str] = []
    for clause in (clause["id"] for section in changed["sections"] for clause in section["clauses"]):
        known = [one for one in witnesses.found if one.of.clause == clause and ("attested", clause) not in one.changes]
        days = (changed["from"], changed["to"])
        made = [
            one for lawful, other in (days, days[::-1]) if (one := following.smallest(clause, known, lawful, other))
        ]
        found += made
        if known and not made:
            without.append(clause)
    return Changed(tuple(found), tuple(without))


class _Following:
    """The searches on the two days."""

    def __init__(
        self, witnesses: Witnesses, law: core.Rulebook, book: CompiledRulebook, vocabulary: Vocabulary
    ) -> None:
        self.witnesses, self.law, self.book, self.vocabulary = witnesses, law, book, vocabulary
        self.searches: dict[tuple[str, str], Search] = {}

    def search(self, game: str, day: str) -> Search:
        """The search on a day, which begins with the lawful table of the last one."""
        if (game, day) not in self.searches:
            bases = self.witnesses.bases
            seed = bases.get((game, day)) or bases[max(place for place in bases if place[0] == game)]
            self.searches[game, day] = Search(self.law, self.book, self.vocabulary, game, day, seed)
        return self.searches[game, day]

    def smallest(self, clause: str, known: list[Witness], lawful: str, other: str) -> Turned | None:
        """The smallest filing that is lawful on one day and fails by the clause on the other."""
        found: list[tuple[int, str, Draft]] = []
        tried: set[str] = set()
        for witness in known:
            search = self.search(witness.game, lawful)
            for draft in search.adapted(witness.changes):
                data = text(search.data(draft))
                if data not in tried and self._fails(clause, draft, witness.game, other):
                    found.append((len(draft), data, draft))
                tried.add(data)
        if not found:
            return None
        draft, game = min(found, key=lambda one: one[:2])[2], known[0].game
        search = self.search(game, lawful)
        return Turned(clause, lawful, other, game, changes(search.base, draft), search.data(draft))

    def _fails(self, clause: str, draft: Draft, game: str, day: str) -> bool:
        """Whether the checker, on the day, finds the filing failing by the clause and by no other."""
        data = filing(draft, game, day, self.witnesses.kinds)
        found = standing(data, self.book, self.vocabulary, day)
        return found is not None and {id for verdict, id, _ in found.amiss if verdict is FAIL} == {clause}
