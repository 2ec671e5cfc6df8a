"""`python -m pitboss.witnesses.generate_rounds`: search the witnesses of all clauses on rounds, and write `rulespecs/round_witnesses.json`.

python -m pitboss.witnesses.generate_rounds         # only those whose meaning changed
python -m pitboss.witnesses.generate_rounds --all   # all again; an hour of CPU
python -m pitboss.witnesses.generate_rounds --game GAME   # only those of the game; the others remain as they are
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path

from pitboss.checker.rounds.law_index import LawIndex
from pitboss.checker.runtime.operations import CompiledClause
from pitboss.compiler.analysis.reachable import Reachable
from pitboss.compiler.model import core
from pitboss.compiler.witness.draft import Draft
from pitboss.compiler.witness.entries import Example, Unshown, VersionKey, Witnesses
from pitboss.compiler.witness.lacking import Lacking, impossible
from pitboss.compiler.witness.round_entries import NAME, RoundTable, RoundWitness, RoundWitnesses, dumps, loads
from pitboss.rulebook import RULES, load_core, load_round_clauses, load_rulebook, load_witnesses
from pitboss.witnesses.round_search import RoundSearch, RoundShown, audited
from pitboss.witnesses.round_tables import LoadedLaw, RoundTables, index_of
from pitboss.witnesses.search import shown_on

Found = list[tuple[RoundWitness | Unshown, RoundTable | None]]
Versions = list[tuple[core.Clause, core.Version, CompiledClause]]


def load_law() -> LoadedLaw:
    """The rulebook of this package."""
    return LoadedLaw(load_core(), *load_rulebook(), load_round_clauses())


def versions_on_rounds(law: LoadedLaw) -> Versions:
    """The versions of the clauses on rounds."""
    compiled = {(clause.id, clause.since): clause for clause in law.book.clauses}
    return [
        (clause, version, compiled[clause.id, version.since.isoformat() if version.since else None])
        for clause in law.core.clauses if clause.scope is core.Scope.ROUND
        for version in clause.versions
    ]  # fmt: skip


def generate(
    law: LoadedLaw, filings: Witnesses, before: RoundWitnesses, games: Collection[str] = (),
    progress: Callable[[str], None] = lambda text: None,
) -> RoundWitnesses:  # fmt: skip
    """The witnesses of all versions; those of `before` are kept whose meaning is unchanged and which the audit confirms.

    `games`: those whose clauses are searched, if not all are; what is missing elsewhere is stated as not searched.
    `filings`: the witnesses of the clauses on filings, whose lawful tables the search begins with.
    """
    wanted, reachable = versions_on_rounds(law), Reachable(law.core)
    index = cache(lambda table: index_of(law, before.filing_of(table)))
    made: dict[tuple[str, str | None], Found] = {}
    place, search = ("", ""), None
    for clause, version, known in sorted(wanted, key=lambda one: (one[0].game or "", shown_on(one[1], law.core))):
        old = [*before.of(clause.id, known.since).values()]
        of = VersionKey(clause.id, known.version, known.since)
        same = len(old) == len(Example) and all(one.of == of and not _is_missing(one) for one in old)
        elsewhere = bool(games) and clause.game not in games
        if same and (elsewhere or all(_is_confirmed(one, index) for one in old)):
            made[clause.id, known.since] = [
                (one, before.tables[one.table] if isinstance(one, RoundWitness) else None) for one in old
            ]
            continue
        if elsewhere:
            made[clause.id, known.since] = [(Unshown(of, example, Lacking.NOT_SEARCHED), None) for example in Example]
            continue
        proven = impossible(reachable, version)
        if len(proven) == len(Example):
            made[clause.id, known.since] = [(Unshown(of, example, proven[example]), None) for example in Example]
            continue
        here = clause.game or "", shown_on(version, law.core)
        if search is None or here != place:
            place, search = here, RoundSearch(RoundTables(law, *here, _seed(filings, *here), _lawful(filings, *here)))
        progress(f"{clause.id} since {known.since}")
        made[clause.id, known.since] = _version(search, of, version, here[1], proven)
    in_order = [one for clause, version, known in wanted for one in made[clause.id, known.since]]
    kinds = {name.name: name.kind for name in law.vocabulary.named("wager", "option", "variation").values()}
    return RoundWitnesses(
        {table.key: table for _, table in in_order if table is not None},
        tuple(one for one, _ in in_order if isinstance(one, RoundWitness)),
        tuple(one for one, _ in in_order if isinstance(one, Unshown)),
        kinds,
    )


def _is_missing(one: RoundWitness | Unshown) -> bool:
    return isinstance(one, Unshown) and one.reason == Lacking.NOT_SEARCHED


def _is_confirmed(one: RoundWitness | Unshown, index: Callable[[str], LawIndex | None]) -> bool:
    """Whether the audit finds in the example of an earlier run what it states; a reason needs no check. `index`: by table."""
    if isinstance(one, Unshown):
        return True
    law_index = index(one.table)
    found = None if law_index is None else audited(law_index, one.rows, one.day)
    shown = {(one.verdict, one.of.clause)} if one.example is Example.BREACH else set()
    return found is not None and found.findings == {*one.also, *shown}


def _seed(filings: Witnesses, game: str, day: str) -> Draft | None:
    """The lawful table of the game on the day, or on a later one."""
    known = sorted(other for of, other in filings.bases if of == game)
    later = [other for other in known if other >= day] or known[-1:]
    return filings.bases[game, later[0]] if later else None


def _lawful(filings: Witnesses, game: str, day: str) -> list[Draft]:
    """The tables of the game at which nothing else is amiss: those of the day first, then the smallest first."""
    mine = [one for one in filings.found if one.game == game and one.example is Example.SATISFIED and one.alone]
    facts = [(one.day != day, one.day, filings.facts(one)) for one in mine]
    return [
        draft
        for *_, draft in sorted(facts, key=lambda one: (*one[:2], len(one[2]), repr(sorted(one[2].items(), key=repr))))
    ]


def _version(
    search: RoundSearch, of: VersionKey, version: core.Version, day: str, proven: Mapping[Example, Lacking]
) -> Found:
    made: Found = []
    for example, one in {**search.find(of.clause, version), **proven}.items():
        if isinstance(one, RoundShown):
            table = one.table.table
            made.append((RoundWitness(of, example, one.verdict, day, table.key, one.rows, one.also), table))
        else:
            made.append((Unshown(of, example, one), None))
    return made


def main(arguments: list[str]) -> int:
    """Write the file, and report what it has."""
    parser = argparse.ArgumentParser(prog="python -m pitboss.witnesses.generate_rounds")
    parser.add_argument("--all", action="store_true", help="search all again")
    parser.add_argument("--game", action="append", default=[], help="search only the clauses of this game")
    options = parser.parse_args(arguments)
    path = Path(RULES, NAME)
    before, law = loads(path.read_bytes()) if path.exists() else RoundWitnesses({}, (), ()), load_law()
    if options.all:
        again = {clause.id for clause in law.core.clauses if not options.game or clause.game in options.game}
        before = RoundWitnesses(
            before.tables,
            tuple(one for one in before.found if one.of.clause not in again),
            tuple(one for one in before.unshown if one.of.clause not in again),
        )
    made = generate(law, load_witnesses(), before, options.game, lambda text: print(text, file=sys.stderr))
    path.write_text(dumps(made), encoding="utf-8", newline="\n")
    print(
        f"{len(made.found)} witnesses, {sum(one.alone for one in made.found)} of them alone; {len(made.unshown)} without one"
    )
    for (example, reason), many in sorted(Counter((one.example.value, one.reason) for one in made.unshown).items()):
        print(f"{many:5} {example}: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
