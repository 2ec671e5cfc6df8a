"""Finds the smallest filings that breach a clause, or satisfy it, and nothing else.

The search begins with a small lawful table of the game, applies a goal of the clause (`compiler.witness.goals`), repairs what else it
breached, and drops every fact that is not needed. Only the checker decides: each step assembles a filing and judges it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import islice, product

from pitboss.checker.filing.assemble import assemble
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import CompiledRulebook, in_force, judge
from pitboss.checker.runtime.operations import (
    APPROVED,
    FAIL,
    NEEDS,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    ClauseKind,
    ClauseScope,
    CompiledClause,
    Verdict,
)
from pitboss.compiler.model import core
from pitboss.compiler.witness.draft import Draft, Path, filing, text
from pitboss.compiler.witness.goals import Goal, Goals
from pitboss.grammar.json_types import Json

Start = tuple[Draft, Collection[Path]]  # a draft to begin with, and the paths of its goal
_ORDER = (FAIL, OPEN, NEEDS, APPROVED, PASS, NOT_APPLICABLE)
_WEIGHT = {FAIL: 10_000, OPEN: 100, NEEDS: 1, APPROVED: 100}
_TRIED = 400  # goals of a clause that are judged
_REPAIRED = 3  # of those that have the verdict, how many are repaired
_STEPS = 60  # of one repair
_FIRST_CHANGES = 20  # of one clause, that are judged with a second one
_PATIENCE = 1500  # drafts that one repair looks at


@dataclass(frozen=True, slots=True)
class WitnessDocument:
    """A document of a filing."""

    name: str
    data: object


@dataclass(frozen=True, slots=True)
class CheckedFiling:
    """What the checker finds in a filing: the worst verdict of each clause, and what else is not in order."""

    verdicts: Mapping[str, Verdict]
    amiss: tuple[tuple[Verdict, str, str], ...]  # verdict, clause and the name in it, without evidence from the floor

    def cost(self, target: str = "") -> int:
        """How far the filing is from showing only the clause."""
        return sum(_WEIGHT[verdict] for verdict, clause, _ in self.amiss if clause != target)


def standing(data: object, book: CompiledRulebook, vocabulary: Vocabulary, day: str) -> CheckedFiling | None:
    """Judge a filing; None if it has an error of form."""
    assembled, faults = assemble([WitnessDocument("witness.json", data)], vocabulary)
    if faults:
        return None
    judgment = judge(assembled, book, day)
    verdicts: dict[str, Verdict] = {}
    amiss = []
    for found in judgment.verdicts:
        known = verdicts.get(found.clause.id, NOT_APPLICABLE)
        verdicts[found.clause.id] = min(known, found.verdict, key=_ORDER.index)
        if found.verdict not in (PASS, NOT_APPLICABLE) and not (found.verdict == NEEDS and found.clause.floor):
            amiss.append((found.verdict, found.clause.id, found.name))
    return CheckedFiling(verdicts, tuple(amiss))


@dataclass(frozen=True, slots=True)
class Shown:
    """A filing that shows a verdict of a clause."""

    draft: Draft
    data: dict[str, Json]
    also: tuple[tuple[Verdict, str], ...]  # what else is not in order, the verdict and the clause


class Search:
    """The search in the tables of one game on one day."""

    def __init__(
        self,
        law: core.Rulebook,
        book: CompiledRulebook,
        vocabulary: Vocabulary,
        game: str,
        day: str,
        seed: Draft | None = None,
    ) -> None:
        """`seed`: a table that is perhaps lawful on the day, from which the lawful table is made."""
        self.law, self.vocabulary, self.game, self.day = law, vocabulary, game, day
        own = tuple(c for c in book.clauses if c.game in (None, game) and c.scope is not ClauseScope.ROUND)
        self.book = CompiledRulebook(own, book.begins, book.expires, book.digest)
        self.kinds = {name.name: name.kind for name in vocabulary.named("wager", "option", "variation").values()}
        self.goals = Goals(law)
        self.clauses = {clause.id: clause for clause in law.clauses}
        self.judged: dict[str, CheckedFiling | None] = {}
        self.looked = 0
        self._goals_of = cache(self._compute_goals)
        self._lawful: dict[str, Draft] = {}
        self.base: Draft = {}
        self.base = self._minimized(self._repaired(seed or {}, "", PASS), "", PASS)
        self._applying: dict[tuple[core.Expr, ...], Draft | None] = {}

    # ---- one clause

    def find(self, clause: CompiledClause, wanted: Verdict, goal: Verdict | None = None) -> Shown | None:
        """The smallest filing found with the wanted verdict of the clause; None if there is none among its goals.

        `goal`: the verdict at which the goals aim, if it is another one. Before its start, an authority that is met fails.
        """
        version = self.version(clause.id, clause.since)
        duty = version.duty
        if isinstance(duty, core.Attested) and not version.is_open:
            return self._attested(clause, duty, wanted)
        best = self._smallest(clause, self._starts(clause, version, goal or wanted), wanted)
        return None if best is None else self._result(best, clause.id)

    def _attested(self, clause: CompiledClause, duty: core.Attested, wanted: Verdict) -> Shown | None:
        """Clauses that apply under the same conditions differ only in what is attested."""
        if duty.applies not in self._applying:
            goals = self.goals.applying(duty, False, clause.id)
            drafts = ((draft, goal.keys()) for goal in goals for draft in self._with(self.base, goal))
            denied = self._smallest(clause, drafts, FAIL)
            self._applying[duty.applies] = denied and applied(denied, {("attested", clause.id): None})
        draft = self._applying[duty.applies]
        if draft is None:
            return None
        answered = applied(draft, {("attested", clause.id): wanted is PASS})
        found = self.standing(answered)
        return self._result(answered, clause.id) if found and found.verdicts.get(clause.id) == wanted else None

    def _result(self, draft: Draft, target: str) -> Shown:
        last = self.standing(draft)
        assert last is not None
        also = sorted({(verdict, id) for verdict, id, _ in last.amiss if id != target})
        return Shown(draft, self.data(draft), tuple(also))

    def _smallest(self, clause: CompiledClause, starts: Iterator[Start], wanted: Verdict) -> Draft | None:
        """The smallest draft with the verdict that repairs of the starts lead to.

        What satisfies a clause keeps the facts of its goal: a clause also passes where it is unknown whether it applies.
        """
        matches: list[tuple[int, int, int, str, Draft, Collection[Path]]] = []
        for draft, goal in islice(starts, _TRIED):
            found = self.standing(draft)
            if found is not None and found.verdicts.get(clause.id) == wanted:
                kept = goal if wanted is PASS else ()
                matches.append((found.cost(clause.id), len(draft), *self._by_text(draft), draft, kept))
        best: tuple[int, int, int, str, Draft] | None = None
        for *_, draft, kept in sorted(matches, key=lambda match: match[:4])[:_REPAIRED]:
            small = self._minimized(self._repaired(draft, clause.id, wanted, kept), clause.id, wanted, kept)
            last = self.standing(small)
            assert last is not None
            one = (last.cost(clause.id), len(small), *self._by_text(small), small)
            best = one if best is None or one[:4] < best[:4] else best
        return None if best is None else best[4]

    def _starts(self, clause: CompiledClause, version: core.Version, wanted: Verdict) -> Iterator[Start]:
        if wanted is FAIL and isinstance(version.duty, core.Authority) and clause.subject == ("game",):
            yield applied(self.base, {("offers", "other:another"): True}), ()
        for goal in self._goals_of(clause.id, clause.since, "meet" if wanted is PASS else "breach"):
            yield from ((draft, goal.keys()) for draft in self._with(self.base, goal))

    def version(self, id: str, since: str | None) -> core.Version:
        """The version of a clause in the core that starts on a day."""
        return next(v for v in self.clauses[id].versions if (v.since.isoformat() if v.since else None) == since)

    def _compute_goals(self, id: str, since: str | None, way: str) -> tuple[Goal, ...]:
        duties = [reading.duty for reading in self.version(id, since).readings]
        if way == "avoid":
            return tuple(goal for duty in duties for goal in self.goals.exempting(duty))
        by_reading = [self.goals.applying(duty, way == "meet", id) for duty in duties]
        if way == "breach":
            by_reading = [[*goals, *([] if len(duties) == 1 else [{}])] for goals in by_reading]
        together = ({path: value for goal in some for path, value in goal.items()} for some in product(*by_reading))
        return (*islice(together, _TRIED), *(goal for goals in by_reading for goal in goals if len(duties) > 1))

    # ---- filings

    def data(self, draft: Draft) -> dict[str, Json]:
        """The draft as a filing."""
        return filing(draft, self.game, self.day, self.kinds)

    def standing(self, draft: Draft) -> CheckedFiling | None:
        """Judge a draft; None if it has an error of form."""
        self.looked += 1
        data = self.data(draft)
        key = text(data)
        if key not in self.judged:
            self.judged[key] = standing(data, self.book, self.vocabulary, self.day)
        return self.judged[key]

    def _repaired(self, draft: Draft, target: str, wanted: Verdict, kept: Collection[Path] = ()) -> Draft:
        """The draft with as little else amiss as changes of one clause at a time can reach."""
        now = self.standing(draft)
        assert now is not None
        patience = self.looked + _PATIENCE
        for _ in range(_STEPS):
            better = self._better(draft, now, target, wanted, patience)
            if better is None or any(better[0].get(path) != draft.get(path) for path in kept):
                break  # the repair would undo the goal
            draft, now = better
        return draft

    def _better(
        self, draft: Draft, now: CheckedFiling, target: str, wanted: Verdict, patience: int
    ) -> tuple[Draft, CheckedFiling] | None:
        cost = now.cost(target)
        amiss = sorted(
            ((v, c, n) for v, c, n in now.amiss if c != target), key=lambda one: (_ORDER.index(one[0]), one[1:])
        )
        for _, clause, name in amiss:
            best = self._best(self._changes(draft, clause, name), cost, target, wanted)
            if best is not None:
                return best
        for _, clause, name in amiss[:3]:  # a change may pay only with a second one
            if self.looked > patience:
                return None
            best = self._best(self._twice(draft, clause, name, target, wanted), cost, target, wanted)
            if best is not None:
                return best
        return None

    def _best(
        self, drafts: Iterable[Draft], cost: int, target: str, wanted: Verdict
    ) -> tuple[Draft, CheckedFiling] | None:
        """The draft with the least amiss, below a cost, that keeps the verdict of the target."""
        best: tuple[int, int, int, str, Draft, CheckedFiling] | None = None
        for draft in drafts:
            found = self.standing(draft)
            if found is None or target and found.verdicts.get(target) != wanted or found.cost(target) >= cost:
                continue
            one = (found.cost(target), len(draft), *self._by_text(draft), draft, found)
            best = one if best is None or one[:4] < best[:4] else best
        return None if best is None else (best[4], best[5])

    def _by_text(self, draft: Draft) -> tuple[int, str]:
        """The order of drafts with as many facts: the shortest figures first."""
        stated = text(self.data(draft))
        return len(stated), stated

    def _twice(self, draft: Draft, id: str, name: str, target: str, wanted: Verdict) -> Iterator[Draft]:
        before = self.standing(draft)
        known = {(v, c) for v, c, _ in before.amiss} if before else set()
        for changed in islice(self._changes(draft, id, name), _FIRST_CHANGES):
            found = self.standing(changed)
            if found is not None and (not target or found.verdicts.get(target) == wanted):
                new = [(c, n) for v, c, n in found.amiss if (v, c) not in known and c != target]
                for clause, of in new[:2]:
                    yield from islice(self._changes(changed, clause, of), _FIRST_CHANGES)

    def _changes(self, draft: Draft, id: str, name: str) -> Iterator[Draft]:
        if name:  # a figure on which no clause decides, or an offer that nothing authorizes
            field, _, offer = name.partition(" of ")
            yield applied(draft, {("offers", offer, field) if offer else (field,): None})
            yield applied(draft, {("offers", name): None})
        own = [clause for clause in self.book.clauses if clause.id == id]
        since = next((clause.since for clause in own if in_force(clause, self.day)), own[0].since)
        goals = (*self._goals_of(id, since, "avoid"), *islice(self._goals_of(id, since, "meet"), 60))
        for goal in goals:
            yield from self._with(draft, goal)

    def _with(self, draft: Draft, goal: Mapping[Path, Json]) -> Iterator[Draft]:
        """The draft with a goal; then with what its new offers need as well."""
        yield applied(draft, goal)
        new = [
            path[1]
            for path, value in goal.items()
            if path[0] == "offers" and len(path) == 2 and value and path not in draft
        ]
        whole = dict(draft)
        for offer in new if self.base else ():
            whole |= {path: value for path, value in self.lawful(offer).items() if path not in whole}
        if len(whole) > len(draft) + len(new):
            yield applied(whole, goal)

    def adapted(self, goal: Mapping[Path, Json]) -> Iterator[Draft]:
        """Lawful tables of the day with the facts of a goal."""
        for draft in self._with(self.base, goal):
            if self.standing(draft) is not None:
                repaired = self._repaired(draft, "", PASS, goal.keys())
                found = self.standing(repaired)
                if found is not None and not found.amiss:
                    yield repaired

    def nearest(self, goal: Mapping[Path, Json], start: Draft | None = None) -> Draft | None:
        """The table with the facts of a goal of which the least is amiss; None if something fails in every one.

        `start`: the table to begin with, if it is another one than the smallest.
        """
        drafts = self._with(self.base, goal) if start is None else [applied(start, goal)]
        found = (self._repaired(draft, "", PASS, goal.keys()) for draft in drafts if self.standing(draft))
        known = [
            (now.cost(), len(draft), *self._by_text(draft), draft) for draft in found if (now := self.standing(draft))
        ]
        cost, *_, draft = min(known, key=lambda one: one[:4], default=(_WEIGHT[FAIL], {}))
        return draft if cost < _WEIGHT[FAIL] else None

    def lawful(self, offer: str) -> Draft:
        """A small lawful table with the offer, as far as one is found."""
        if offer not in self._lawful:
            self._lawful[offer] = {}  # an offer that needs another that needs it
            authority = next(
                (c.id for c in self.book.clauses if c.kind == ClauseKind.AUTHORITY and c.subject[-1] == offer), ""
            )
            with_it = applied(self.base, {("offers", offer): True})
            found = self.standing(with_it)
            verdict = found.verdicts.get(authority) if found else None
            if authority and verdict in (PASS, OPEN):
                self._lawful[offer] = self._minimized(self._repaired(with_it, authority, verdict), authority, verdict)
        return self._lawful[offer]

    def _minimized(self, draft: Draft, target: str, wanted: Verdict, kept: Collection[Path] = ()) -> Draft:
        """The draft without any fact that can be dropped alone."""
        now = self.standing(draft)
        assert now is not None
        cost, again = now.cost(target), True
        # beside more evidence alone, every fact of the lawful table is still needed
        needed = self.base.keys() if all(draft.get(path) == value for path, value in self.base.items()) else set[Path]()
        if any(path[0] not in ("attested", "approved", "posted", "event") for path in draft if path not in self.base):
            needed = set()
        while again:
            again = False
            for path in sorted(draft.keys() - needed - {*kept}, key=lambda path: (len(path), path)):
                smaller = applied(draft, {path: None}) if path in draft else draft
                if len(smaller) < len(draft) and not any(one in draft and one not in smaller for one in kept):
                    found = self.standing(smaller)
                    if (
                        found is not None
                        and found.cost(target) <= cost
                        and (not target or found.verdicts.get(target) == wanted)
                    ):
                        draft, cost, again = smaller, found.cost(target), True
        return draft


def applied(draft: Draft, goal: Mapping[Path, Json]) -> Draft:
    """The draft with the facts of the goal; payouts of a goal replace those of the draft."""
    made = dict(draft)
    gone = {path for path, value in goal.items() if value is None}
    gone |= {path[:3] for path, value in goal.items() if path[2:3] == ("payouts",) and value is not None}
    for path in [path for path in made if any(path[: len(one)] == one for one in gone)]:
        del made[path]
    made.update({path: value for path, value in goal.items() if value is not None})
    return made


def shown_on(version: core.Version, law: core.Rulebook) -> str:
    """The day on which a version is shown: the last one on which it is in force."""
    end = min(day for day in (version.until, law.expires, date.max) if day is not None)
    return date.fromordinal(end.toordinal() - 1).isoformat()


def judged_on_filings(clause: core.Clause) -> bool:
    """Whether a filing can show the clause."""
    return clause.scope not in (core.Scope.NONE, core.Scope.ROUND)


def days_of(
    clauses: Iterable[core.Clause], law: core.Rulebook
) -> dict[tuple[str, str], list[tuple[core.Clause, core.Version]]]:
    """The versions of the clauses by the game and the day on which they are shown."""
    found: dict[tuple[str, str], list[tuple[core.Clause, core.Version]]] = {}
    for clause in clauses:
        for version in clause.versions:
            found.setdefault((clause.game or "", shown_on(version, law)), []).append((clause, version))
    return found
