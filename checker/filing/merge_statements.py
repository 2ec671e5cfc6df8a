"""Merges statements and attestations that cover tables into the facts of those tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.checker.filing.facts import Numbers, Settled, attested_facts, offers_over
from pitboss.checker.filing.model import Attestation, FiledTable, Path
from pitboss.checker.runtime.operations import Facts
from pitboss.grammar.quick_start import dataclass

_NOTHING_APPROVED = frozenset[str]()
Statement = tuple[frozenset[str], Numbers | None]  # what is posted, where


@dataclass(frozen=True, slots=True)
class Draft:
    """A table before the rest of the floor is known."""

    number: str
    pit: str
    game: str
    variants: tuple[Facts, ...]
    path: Path
    defaults: Path | None


def merge_statements(
    licensee: Facts, pits: dict[str, Facts], drafts: Sequence[Draft], statements: Sequence[Statement],
    attestations: Sequence[Attestation], names: Iterable[str], complete: bool,
) -> tuple[Facts, tuple[FiledTable, ...]]:  # fmt: skip
    """The facts of the licensee and of every table; tables with equal facts share one object."""
    names, combined = tuple(names), CombinedStatements(statements, attestations)
    by_pit: dict[str, list[Draft]] = {pit: [] for pit in pits}
    for draft in drafts:
        by_pit[draft.pit].append(draft)
    everywhere = offers_over((draft.variants for draft in drafts), names, complete)
    in_pit = {pit: offers_over((d.variants for d in some), names, complete) for pit, some in by_pit.items()}
    made: dict[tuple[object, ...], tuple[Facts, ...]] = {}
    tables = []
    for draft in drafts:
        posted, attested = combined.at(draft.number)
        key = (id(draft.variants), id(posted), id(attested), draft.pit)
        if key not in made:
            added: Facts = {"posted": posted, "attested": attested, "approved": _NOTHING_APPROVED}
            added |= {"licensee_offers": everywhere, "pit_offers": in_pit[draft.pit]}
            made[key] = tuple(Settled({**facts, **added}) for facts in draft.variants)
        tables.append(FiledTable(draft.number, draft.pit, draft.game, made[key], draft.path, draft.defaults))
    pit_facts = {}
    for pit, facts in pits.items():
        of_pit = combined.over([draft.number for draft in by_pit[pit]])
        pit_facts[pit] = Settled({**facts, **of_pit, "licensee_offers": everywhere, "pit_offers": in_pit[pit]})
    of_all = combined.over([draft.number for draft in drafts])
    return Settled({**licensee, **of_all, "licensee_offers": everywhere, "pits": pit_facts}), tuple(tables)


class CombinedStatements:
    """Statements and attestations by table; each combination is built once."""

    def __init__(self, statements: Sequence[Statement], attestations: Sequence[Attestation]) -> None:
        self.statements, self.attestations = statements, attestations
        self.stated = _by_number(where for _, where in statements)
        self.attested = _by_number(attestation.tables for attestation in attestations)
        self._made: dict[object, tuple[frozenset[str], dict[str, bool | None]]] = {}

    def at(self, number: str) -> tuple[frozenset[str], dict[str, bool | None]]:
        """(posted, attested) of a table."""
        stated, attested = key = self.stated.get(number, ()), self.attested.get(number, ())
        if key not in self._made:
            posted = [about for i, (about, where) in enumerate(self.statements) if where is None or i in stated]
            answers = [a for i, a in enumerate(self.attestations) if a.tables is None or i in attested]
            self._made[key] = (frozenset().union(*posted), attested_facts(answers))
        return self._made[key]

    def over(self, numbers: list[str]) -> Facts:
        """What holds for all of these tables, as facts of their pit or of the licensee."""
        posted = [about for about, where in self.statements if covers(where, numbers)]
        answers = [a for a in self.attestations if covers(a.tables, numbers)]
        return {
            "posted": frozenset().union(*posted),
            "attested": attested_facts(answers),
            "approved": _NOTHING_APPROVED,
        }


def _by_number(places: Iterable[tuple[str, ...] | None]) -> dict[str, tuple[int, ...]]:
    """For each table the indices of the places that name it; tables that are named alike share them."""
    found: dict[str, tuple[int, ...]] = {}
    longer: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
    for i, numbers in enumerate(places):
        for number in numbers or ():
            before = found.get(number, ())
            found[number] = longer.get((before, i)) or longer.setdefault((before, i), (*before, i))
    return found


def covers(where: tuple[str, ...] | None, numbers: list[str]) -> bool:
    return where is None or 0 < len(numbers) <= len(where) and all(number in where for number in numbers)
