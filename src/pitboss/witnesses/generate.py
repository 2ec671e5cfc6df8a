"""`python -m pitboss.witnesses.generate`: search the witnesses of all clauses on filings, and write `rulespecs/witnesses.json`.

python -m pitboss.witnesses.generate                # only those whose meaning changed
python -m pitboss.witnesses.generate --all          # all again; some minutes of CPU
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path

from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.runtime.operations import FAIL, OPEN, PASS, CompiledClause, Verdict
from pitboss.compiler.analysis.reachable import Reachable
from pitboss.compiler.model import core
from pitboss.compiler.witness.draft import Draft
from pitboss.compiler.witness.entries import (
    NAME,
    Example,
    Unshown,
    VersionKey,
    Witness,
    Witnesses,
    changes,
    dumps,
    loads,
)
from pitboss.compiler.witness.lacking import Lacking, impossible
from pitboss.rulebook import RULES, load_core, load_rulebook
from pitboss.witnesses.search import Search, Shown, judged_on_filings, shown_on, standing


@dataclass
class Generator:
    """Searches games and days one after the other; a search keeps what it judged."""

    law: core.Rulebook
    book: CompiledRulebook
    vocabulary: Vocabulary
    before: Witnesses
    searches: dict[tuple[str, str], Search] = field(default_factory=dict)
    bases: dict[tuple[str, str], Draft] = field(default_factory=dict)

    @cached_property
    def reachable(self) -> Reachable:
        """What filings can show at all."""
        return Reachable(self.law)

    def search(self, game: str, day: str) -> Search:
        """The search in the tables of a game on a day; it begins with the table of an earlier run, or of the last day."""
        if (game, day) not in self.searches:
            if any(known != game for known, _ in self.searches):
                self.searches.clear()  # the judged filings of another game are of no use
            assert self.law.expires is not None
            last = date.fromordinal(self.law.expires.toordinal() - 1).isoformat()
            seed = self.before.bases.get((game, day)) or (self.search(game, last).base if day != last else None)
            self.searches[game, day] = Search(self.law, self.book, self.vocabulary, game, day, seed)
        return self.searches[game, day]

    def confirms(self, entry: Witness | Unshown) -> bool:
        """Whether the checker finds in the example of an earlier run what the entry states; a reason needs no check."""
        if isinstance(entry, Unshown):
            return True
        judged = standing(self.before.filing(entry), self.book, self.vocabulary, entry.day)
        if judged is None:
            return False
        also = {(verdict.value, clause) for verdict, clause, _ in judged.amiss if clause != entry.of.clause}
        return judged.verdicts.get(entry.of.clause) == entry.verdict and sorted(also) == [*entry.also]

    def version(self, clause: core.Clause, version: core.Version, compiled: CompiledClause) -> list[Witness | Unshown]:
        """The examples of a version, or why there is none."""
        of = VersionKey(clause.id, compiled.version, compiled.since)
        game, day = clause.game or "", shown_on(version, self.law)
        made: list[Witness | Unshown] = []
        proven = impossible(self.reachable, version)
        for example in Example:
            if example in proven:
                made.append(Unshown(of, example, proven[example]))
                continue
            breach = example is Example.BREACH
            found = self._breach(game, day, compiled, version) if breach else self._shown(game, day, compiled, PASS)
            authorized = breach and isinstance(version.duty, core.Authority)
            made.append(found or Unshown(of, example, Lacking.AUTHORIZED if authorized else Lacking.NO_FILING))
        return made

    def _breach(self, game: str, day: str, compiled: CompiledClause, version: core.Version) -> Witness | None:
        if isinstance(version.duty, core.Authority):
            if compiled.subject == ("game",):  # an offer that nothing authorizes breaches it
                found = self._shown(game, day, compiled, FAIL) or self._shown(game, day, compiled, OPEN, FAIL)
                if found is not None:
                    return found
            days = self._days_without(version, compiled)
            tried = (self._shown(game, other, compiled, verdict, PASS) for verdict in (FAIL, OPEN) for other in days)
            return next((found for found in tried if found is not None), None)
        found = self._shown(game, day, compiled, FAIL)
        if found is None or found.also and compiled.readings:
            doubtful = self._shown(game, day, compiled, OPEN)
            if doubtful is not None and (found is None or doubtful.alone):
                return doubtful
        return found

    def _days_without(self, version: core.Version, compiled: CompiledClause) -> list[str]:
        """Days of the chapter on which an authority is not in force: the one before it, and the one after it.

        An inferred start may be as early as the adoption of the section.
        """
        starts = [version.since, date.fromisoformat(compiled.opened) if compiled.opened else None]
        days = [date.fromordinal(start.toordinal() - 1) for start in starts if start]
        days += [version.until] if version.until else []
        return [day.isoformat() for day in days if self.law.covers(day)]

    def _shown(
        self, game: str, day: str, compiled: CompiledClause, wanted: Verdict, goal: Verdict | None = None
    ) -> Witness | None:
        search = self.search(game, day)
        shown: Shown | None = search.find(compiled, wanted, goal)
        if shown is None:
            return None
        self.bases[game, day] = dict(search.base)
        example = Example.SATISFIED if wanted is PASS else Example.BREACH
        of = VersionKey(compiled.id, compiled.version, compiled.since)
        also = tuple((verdict.value, clause) for verdict, clause in shown.also)
        return Witness(of, example, wanted.value, game, day, changes(search.base, shown.draft), also)


def generate(
    law: core.Rulebook, book: CompiledRulebook, vocabulary: Vocabulary, before: Witnesses, games: Collection[str] = (),
    progress: Callable[[str], None] = lambda text: None,
) -> Witnesses:  # fmt: skip
    """The witnesses of all versions; those of `before` are kept whose meaning is unchanged and which the checker confirms.

    An amendment of another clause can breach an example whose own clause is as before.
    """
    compiled = {(clause.id, clause.since): clause for clause in book.clauses}
    wanted = [
        (clause, version, compiled[clause.id, version.since.isoformat() if version.since else None])
        for clause in law.clauses
        if judged_on_filings(clause) and (not games or clause.game in games)
        for version in clause.versions
    ]
    generator = Generator(law, book, vocabulary, before)
    made: dict[tuple[str, str | None], list[Witness | Unshown]] = {}
    kept: set[VersionKey] = set()
    for clause, version, known in sorted(wanted, key=lambda one: (one[0].game or "", shown_on(one[1], law))):
        old = [*before.of(clause.id, known.since).values()]
        if len(old) == 2 and all(one.of.meaning == known.version and generator.confirms(one) for one in old):
            made[clause.id, known.since] = old
            kept.add(old[0].of)
        else:
            progress(f"{clause.id} since {known.since}")
            made[clause.id, known.since] = generator.version(clause, version, known)
    in_order = [one for clause, version, known in wanted for one in made[clause.id, known.since]]
    found = tuple(one for one in in_order if isinstance(one, Witness))
    unshown = tuple(one for one in in_order if isinstance(one, Unshown))
    return _with_bases(before, generator, kept, found, unshown, vocabulary)


def _with_bases(
    before: Witnesses,
    generator: Generator,
    kept: Collection[VersionKey],
    found: tuple[Witness, ...],
    unshown: tuple[Unshown, ...],
    vocabulary: Vocabulary,
) -> Witnesses:
    """The witnesses with the lawful tables that they refer to; what was kept is stated as a change of the new table."""
    bases: dict[tuple[str, str], Draft] = {**before.bases}
    new = generator.bases
    moved = tuple(
        Witness(
            one.of, one.example, one.verdict, one.game, one.day,
            changes(new[one.game, one.day], before.facts(one)), one.also,
        )
        if one.of in kept and (one.game, one.day) in new
        else one
        for one in found
    )  # fmt: skip
    used = {(one.game, one.day) for one in moved}
    kinds = {name.name: name.kind for name in vocabulary.named("wager", "option", "variation").values()}
    return Witnesses(
        {place: facts for place, facts in {**bases, **new}.items() if place in used}, moved, unshown, kinds
    )


def main(arguments: list[str]) -> int:
    """Write the file, and report what it has."""
    parser = argparse.ArgumentParser(prog="python -m pitboss.witnesses.generate")
    parser.add_argument("--all", action="store_true", help="search all again")
    parser.add_argument("--game", action="append", default=[], help="only this game, without writing the file")
    options = parser.parse_args(arguments)
    path = Path(RULES, NAME)
    before = loads(path.read_bytes()) if path.exists() and not options.all else Witnesses({}, (), ())
    made = generate(load_core(), *load_rulebook(), before, options.game, lambda text: print(text, file=sys.stderr))
    if not options.game:
        path.write_text(dumps(made), encoding="utf-8", newline="\n")
    print(
        f"{len(made.found)} witnesses, {sum(one.alone for one in made.found)} of them alone; {len(made.unshown)} without one"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
