"""Makes small lawful tables at which rounds can be dealt for a clause: with its offers, their payouts, and the filed facts it reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import islice, product
from random import Random
from types import ModuleType

from pitboss.checker.filing.assemble import assemble
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.rounds.compiled_law import law_index
from pitboss.checker.rounds.law_index import LawIndex
from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Relation
from pitboss.compiler.oracle.fast.row_footprints import RowFootprints
from pitboss.compiler.simulate.dealer import Dealer, NotDealt
from pitboss.compiler.simulate.field_constraints import operands_of
from pitboss.compiler.simulate.mutate import Mutator
from pitboss.compiler.witness.draft import Draft
from pitboss.compiler.witness.goals import Goal
from pitboss.compiler.witness.round_entries import RoundTable
from pitboss.grammar.json_types import Json
from pitboss.witnesses.search import Search, WitnessDocument, applied

MOST = 3  # tables of a clause
_STARTS = 3  # tables with the offers of a clause that are tried if the smallest table does not lead to a lawful one
_GOALS = 60  # of a duty, from which rows are made
_WAYS = 3  # in which one condition on filed facts can hold
_EVEN: Json = "1 to 1"  # where no clause states payouts


@dataclass(frozen=True)
class LoadedLaw:
    """The rulebook in the forms that dealing and auditing read."""

    core: core.Rulebook
    book: CompiledRulebook
    vocabulary: Vocabulary
    round_clauses: ModuleType


def index_of(law: LoadedLaw, filed: Json) -> LawIndex | None:
    """The law index by which records of a filing are audited; None if it has an error of form."""
    filing, faults = assemble([WitnessDocument("witness.json", filed)], law.vocabulary)
    return None if faults else law_index(law.book, law.vocabulary, law.round_clauses, [filing])


class DealtTable:
    """A table, with what audits its rounds, and what deals and changes them; `mutator` is None if no round can be dealt."""

    def __init__(self, law: LoadedLaw, table: RoundTable, index: LawIndex) -> None:
        self.table, self.index = table, index
        self.mutator: Mutator | None = None
        facts = index.filings[0].tables[0].variants[0]
        with suppress(NotDealt):
            dealer = Dealer(law.core, table.game, facts, date.fromisoformat(table.day), Random(0))
            self.mutator = Mutator(dealer, Counter())


class RoundTables:
    """The tables of one game on one day."""

    def __init__(self, law: LoadedLaw, game: str, day: str, seed: Draft | None, others: Collection[Draft] = ()) -> None:
        """`seed`: a table that is perhaps lawful on the day; `others`: tables with further offers."""
        self.law, self.game, self.day, self.seed, self.others = law, game, day, seed, others
        self.footprints = RowFootprints(law.core)
        self._dealt: dict[str, DealtTable | None] = {}
        self._whole: dict[str, Draft | None] = {}

    @cached_property
    def search(self) -> Search:
        """The search for filings, which makes the tables."""
        return Search(self.law.core, self.law.book, self.law.vocabulary, self.game, self.day, self.seed)

    def of(self, version: core.Version) -> list[DealtTable]:
        """Tables at which the version can apply."""
        found: dict[str, DealtTable] = {}
        for goal in islice(self._goals(version.readings[0].duty), 3 * MOST):
            draft = self._table(goal)
            if draft is None:
                continue
            table = RoundTable(self.game, self.day, draft)
            if table.key not in self._dealt:
                index = index_of(self.law, self.search.data(draft))
                self._dealt[table.key] = None if index is None else DealtTable(self.law, table, index)
            known = self._dealt[table.key]
            if known is not None:
                found[table.key] = known
            if len(found) == MOST:
                break
        return [*found.values()]

    def records(self, version: core.Version, clause: str) -> Iterator[dict[str, Json]]:
        """Rows of the facts by which the version is met, or breached: for what cannot be dealt."""
        fields = self.law.core.fields
        for duty in dict.fromkeys(reading.duty for reading in version.readings):
            for met in (False, True):
                for goal in islice(self.search.goals.applying(duty, met, clause), _GOALS):
                    row: dict[str, Json] = {}
                    for path, value in goal.items():
                        name, of = (path[2], path[1]) if path[0] == "offers" and len(path) == 3 else (path[-1], "")
                        if name in fields and query.of_round(self.law.core, name) and value is not None:
                            row[f"{name}.{of}" if of else name] = value
                    yield row

    # ---- what a table has to state

    def _goals(self, duty: core.Duty) -> Iterator[Goal]:
        book, goals = self.law.core, self.search.goals
        parts = [part for expr in duty.applies for part in _conjuncts(book, expr)]
        names = [name for name in (duty.subject.of, duty.subject.name) if name and self._is_offer(name)]
        names += [node.of for part in parts for node in _staked(part) if node.of and self._is_offer(node.of)]
        offered: Goal = {("offers", name): True for name in dict.fromkeys(names)}
        paying: list[Goal] = [{}]
        if isinstance(duty, core.ReachesRow | core.HasRank):
            row = duty.subject.name
            paying = [
                goal for other in self._payout_tables() for goal in goals.paying(other) if row in {p[-1] for p in goal}
            ] or [{}]
        filed = [[*islice(goals.of(part, True), _WAYS)] or [{}] for part in parts if not self.footprints.varies(part)]
        read = query.facts(*duty.applies, *operands_of(duty))
        names_filed = [fact for fact in dict.fromkeys(read) if self._is_filed(fact)]
        stated = [[*islice(goals.stating(fact), _WAYS), {}] for fact in names_filed]
        for chosen in product(*filed, paying, *stated):
            together: Goal = dict(offered)
            for goal in reversed(chosen):  # a condition prevails over a value that is merely stated
                together |= goal
            for path in [*together]:
                if path[0] == "offers" and len(path) > 2:
                    together.setdefault(path[:2], True)
            yield together

    def _is_offer(self, name: str) -> bool:
        kind = self.law.core.kind(name)
        return kind is not None and kind.is_offer

    def _is_filed(self, fact: core.Fact) -> bool:
        known = self.law.core.fields.get(fact.name)
        return (
            known is not None
            and not fact.derived
            and not self.footprints.varies(fact)
            and not query.of_round(self.law.core, fact.name)
        )

    def _payout_tables(self) -> Iterator[core.PayoutTable]:
        for clause in self.law.core.clauses:
            for version in clause.versions[-1:]:
                if clause.game in (None, self.game) and isinstance(version.duty, core.PayoutTable):
                    yield version.duty

    # ---- tables

    def _table(self, goal: Goal) -> Draft | None:
        key = repr(sorted(goal.items(), key=repr))
        if key not in self._whole:
            offered = {path for path in goal if path[0] == "offers" and len(path) == 2}
            starts = [None, *islice((other for other in self.others if offered <= other.keys()), _STARTS), {}]
            found = (self.search.nearest(goal, start) for start in starts)
            draft = next((draft for draft in found if draft is not None), None)
            self._whole[key] = None if draft is None else self._paid(draft)
        return self._whole[key]

    def _paid(self, draft: Draft) -> Draft:
        """The draft with payouts of every offer that pays, as far as clauses state any."""
        for path in sorted(path for path in draft if path[0] == "offers" and len(path) == 2):
            if self.law.core.kind(path[1]) is core.SubjectKind.VARIATION or any(
                p[:3] == (*path, "payouts") for p in draft
            ):
                continue
            mine = [duty for duty in self._payout_tables() if (duty.subject.of or duty.subject.name) == path[1]]
            even: Goal = {(*path, "payouts", "win"): _EVEN}
            wager = self.law.core.kind(path[1]) is core.SubjectKind.WAGER
            ways = [goal for duty in mine for goal in islice(self.search.goals.paying(duty), _WAYS)] or [even] * wager
            now = self.search.standing(draft)
            for goal in ways:
                tried = applied(draft, goal)
                found = self.search.standing(tried)
                if found and now and found.cost() <= now.cost():
                    draft = tried
                    break
        return draft


def _conjuncts(book: core.Rulebook, expr: core.Expr) -> Iterator[core.Expr]:
    """The conditions that must all hold, through defined terms."""
    match expr:
        case core.AllOf(items):
            for item in items:
                yield from _conjuncts(book, item)
        case core.Term(name) if name in book.terms:
            yield from _conjuncts(book, book.terms[name])
        case _:
            yield expr


def _staked(part: core.Expr) -> Iterator[core.Fact]:
    """The stake that a condition requires."""
    match part:
        case core.Compare(Relation.MORE, core.Fact("stake") as stake, _):
            yield stake
