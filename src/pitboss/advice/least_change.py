"""The cheapest sets of steps after which a table breaches nothing that it can help.

The solver proposes sets of steps, in the order of their cost; the compiled clauses judge the table after each. A clause that still
fails, or fails anew, depends only on the facts that it reads: at least one step on these must be taken or left. That is what the solver
learns, so the first set that the clauses accept is the cheapest, and no clause is modeled twice.

The steps are those that the clauses themselves name, and the withdrawal of any offer that a failing clause reads. What is added is
filed with the figures that its clauses demand, as far as they leave no choice of a printed table. Only where nothing else helps do
steps leave something that people have to show afterwards, such as a posting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.explanation import expectation, remedy
from pitboss.checker.findings.fact_text import fact_name, fact_type
from pitboss.checker.findings.tracing import NAMED, at, subject_of, watch, with_value
from pitboss.checker.findings.verified_cures import applied, one_by_one
from pitboss.checker.judging.judge import ClauseVerdict, CompiledRulebook, Plan, run
from pitboss.checker.runtime.cures import Act, Pay, Provide, Set, Step, Withdraw
from pitboss.checker.runtime.operations import (
    FAIL,
    NEEDS,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    ClauseScope,
    CompiledClause,
    FactPath,
    Facts,
    Verdict,
    offers_of,
)
from pitboss.compiler.exclusion.sat import cheapest
from pitboss.compiler.exclusion.solver import BOTH, NO, YES, Disjunction, Problem
from pitboss.grammar.clause_kinds import ClauseKind

ABOVE = ("licensee_offers", "pit_offers")  # what is offered anywhere in the casino, and in the pit
WITHDRAWAL = 100  # the cost of an offer or a piece of equipment more or less; any other step costs 1
_ROUNDS = 400  # proposals that are tried for one table

Verdicts = dict[str, Verdict]  # clause, or offer that nothing authorizes → its verdict


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a clause that no step brings in order stays unmet: the facts of it that the licensee has to choose."""

    clause: str  # or the offer that nothing authorizes
    facts: tuple[FactPath, ...]  # empty: whatever is filed, it is unmet


@dataclass(frozen=True, slots=True)
class LeastChange:
    """Every cheapest set of steps; where there is none, what no step brings in order."""

    sets: tuple[tuple[Step, ...], ...]
    missing: tuple[Missing, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """A verdict that a set of steps must change: the facts that it rests on, and the steps on them that were taken."""

    reads: tuple[FactPath, ...]
    taken: frozenset[str]


class JudgedTable:
    """The variants of one table, each of which must be lawful, and the clauses on it."""

    def __init__(
        self, variants: Sequence[Facts], game: str, book: CompiledRulebook, vocabulary: Vocabulary, day: str,
        others: Mapping[str, frozenset[str]] | None = None,
    ) -> None:  # fmt: skip
        """`others`: what other tables of the licensee and of the pit offer, by `licensee_offers` and `pit_offers`."""
        self.others = others or {}
        self.variants, self.vocabulary, self.day = tuple(variants), vocabulary, day
        clauses = Plan(book.clauses, day).of(ClauseScope.TABLE, game)
        self.clauses = {c.id: c for c in clauses if c.check is not None or c.readings}
        self.authorities = {c.subject[-1] for c in clauses if c.kind == ClauseKind.AUTHORITY}
        self.front = next((c for c in clauses if c.kind == ClauseKind.AUTHORITY and c.subject == ("game",)), None)
        self.before = [self.verdicts(facts) for facts in self.variants]

    def verdicts(self, facts: Facts) -> Verdicts:
        """The verdict of each clause, and of each offer that nothing authorizes."""
        found = {id: run(clause, self.day, facts) for id, clause in self.clauses.items()}
        if self.front is not None:
            unknown = OPEN if self.front.elsewhere else FAIL
            found |= {name: unknown for name in offers_of(facts) if name not in self.authorities}
        return found

    def unmet(self, steps: Iterable[Step], targets: set[str], shown_later: bool = False) -> Iterator[tuple[str, Facts]]:
        """The clauses that the steps do not bring in order, with the facts after them; a verdict that no target had may stay.

        `shown_later`: what people have to show for the steps is in order.
        """
        for facts, before in zip(self.variants, self.before, strict=True):
            after = self.taken(steps, facts)
            for name, verdict in self.verdicts(after).items():
                same = verdict == before.get(name) and name not in targets
                if (
                    verdict not in (PASS, NOT_APPLICABLE)
                    and not same
                    and not (shown_later and self._is_shown(name, verdict))
                ):
                    yield name, after

    def _is_shown(self, name: str, verdict: Verdict) -> bool:
        """Whether people have to show what the clause demands."""
        return verdict == NEEDS and name in self.clauses and bool(self.clauses[name].kind.evidence)

    def taken(self, steps: Iterable[Step], facts: Facts) -> Facts:
        """The facts after all steps, additions first and withdrawals last.

        What no other table offers, the licensee and the pit no longer offer.
        """
        for step in sorted(steps, key=lambda step: isinstance(step, Withdraw) - isinstance(step, Provide)):
            made = applied(step, facts)
            assert made is not None  # each step is for a program
            facts, own = made[0], fact_of(step)
            for above in ABOVE if len(own) == 2 and own[0] == "offers" else ():
                known = facts.get(above)
                if isinstance(known, dict):
                    there = not isinstance(step, Withdraw) or own[1] in self.others.get(above, ())
                    facts = {**facts, above: {**known, own[1]: there}}
        return facts

    def reads(self, name: str, facts: Facts) -> tuple[FactPath, ...]:
        """The facts on which a verdict rests; a clause that runs through all offers rests on each."""
        clause = self.clauses.get(name)
        if clause is None:
            return (("offers", name),)
        watched = watch(ClauseVerdict(clause, FAIL, (), facts))
        through = [path for path in clause.footprint or () if len(path) == 1 and path[0] in NAMED]
        return (*watched.reads, *through) if clause.footprint is not None else ((),)

    def steps(self, name: str, facts: Facts) -> Iterator[Step]:
        """What would change a verdict: the steps that the clause names, and the withdrawal of each offer that it reads."""
        for path in self.reads(name, facts):
            if path[0:1] and path[0] in ("offers", *ABOVE) and len(path) > 1 and path[1] in offers_of(facts):
                yield Withdraw(path[1], fact_name(("offers", path[1]), self.vocabulary), ())
        clause = self.clauses.get(name)
        if clause is not None:
            for step in self._remedy(clause, facts):
                for one in one_by_one(step):
                    if (
                        not isinstance(one, Act | Withdraw)
                        and applied(one, facts) is not None
                        and self._has_place(one, facts)
                    ):
                        yield one

    def _has_place(self, step: Step, facts: Facts) -> bool:
        """Whether the value of a step has a place: the entries of a map that is not filed have no names yet."""
        if not isinstance(step, Set):
            return True
        kind = fact_type(step.fact, self.vocabulary)[0]
        return kind != "map_of" or any(isinstance(value, dict) for value in (at(facts, step.fact), *step.values))

    def missing(self, name: str, facts: Facts) -> Missing:
        """What is not known of a clause that no step brings in order."""
        clause = self.clauses.get(name)
        if clause is None or run(clause, self.day, facts) != NEEDS:
            return Missing(name, ())
        unknown = [
            path for path, value in watch(ClauseVerdict(clause, NEEDS, (), facts)).reads.items() if value is None
        ]
        return Missing(name, tuple(unknown))

    def _remedy(self, clause: CompiledClause, facts: Facts) -> Iterator[Step]:
        unpaid = clause.kind == ClauseKind.PAYOUT and all(at(filed, clause.subject) is None for filed in self.variants)
        if unpaid:  # payouts of nothing differ from every figure of the law, so the clause names them all, whatever other steps pay
            facts = with_value(
                facts, clause.subject, dict.fromkeys(self.vocabulary.outcomes.get(clause.subject[1], ()), ("odds", 0))
            )
        verdict = ClauseVerdict(clause, FAIL, (), facts)
        watched = watch(verdict)
        if unpaid and watched.compared:
            return  # which printed table is paid is the licensee's choice
        place = subject_of(verdict, watched)
        expected = expectation(verdict, place, watched, self.vocabulary)
        yield from remedy(verdict, place, expected, (), self.vocabulary, watched.notes)


def least_change(
    table: JudgedTable, targets: set[str], accepts: Callable[[tuple[Step, ...]], bool] = lambda steps: True
) -> LeastChange:
    """Every cheapest set of steps that brings the target clauses in order and breaches nothing else; none if there is none.

    `accepts` decides on what a single table does not show; a set that it refuses is replaced by the next.
    """
    found = _least_change(table, targets, accepts, False)
    return found if found.sets else _least_change(table, targets, accepts, True)


def _least_change(
    table: JudgedTable, targets: set[str], accepts: Callable[[tuple[Step, ...]], bool], shown_later: bool
) -> LeastChange:
    steps: dict[str, Step] = {}
    failures = _Failures(steps)
    decided: dict[frozenset[str], bool] = {}
    proposals: list[frozenset[str]] = [frozenset()]
    stuck: dict[Missing, None] = {}
    for _ in range(_ROUNDS):
        learned = False
        for names in proposals:
            chosen = [steps[name] for name in sorted(names)]
            unmet = list(table.unmet(chosen, targets, shown_later)) if names not in decided else []
            if not unmet:
                if names not in decided:
                    decided[names] = accepts(tuple(chosen))
                    learned |= not decided[names]
                continue
            added = {step.fact for step in chosen if isinstance(step, Provide)}
            for name, facts in unmet:
                found = list(table.steps(name, facts))
                missing = table.missing(name, facts)
                if all(isinstance(step, Withdraw) and (missing.facts or fact_of(step) in added) for step in found):
                    stuck.setdefault(missing)
                for step in found:
                    steps.setdefault(repr(step), step)
                failures.learn(table.reads(name, facts), names)
            learned = True
        if not learned or not proposals:
            sets = tuple(tuple(steps[name] for name in sorted(names)) for names in proposals)
            return LeastChange(sets, () if sets else tuple(stuck))
        costs = {name: cost(step) for name, step in steps.items()}
        refused = ([(name, NO) for name in names] for names, accepted in decided.items() if not accepted)
        learned_rules = {"": [*failures.learned(), *_apart(steps), *_within(steps), *refused]}
        proposals = cheapest(costs, Problem(dict.fromkeys(sorted(steps), BOTH), learned_rules))
    return LeastChange((), tuple(stuck))


def cost(step: Step) -> int:
    """What a step costs: fewest offers and equipment more or less first, then fewest values."""
    return WITHDRAWAL if isinstance(step, Withdraw | Provide) else 1


class _Failures:
    """What sets of steps failed by, and the steps that are on it; `steps` grows."""

    def __init__(self, steps: dict[str, Step]) -> None:
        self.steps = steps
        self.known: dict[Failure, None] = {}
        self.touching: dict[tuple[FactPath, ...], tuple[int, list[str]]] = {}  # reads → steps looked at; those on them

    def learn(self, reads: tuple[FactPath, ...], names: frozenset[str]) -> None:
        """Add that a verdict which rests on these reads fails after the steps of these names."""
        self.known.setdefault(Failure(reads, names.intersection(self._on(reads))))

    def learned(self) -> Iterator[Disjunction]:
        """At least one step on the facts that a failing clause read must change: be taken, or no longer be taken."""
        for failure in self.known:
            yield [(name, NO if name in failure.taken else YES) for name in self._on(failure.reads)]

    def _on(self, reads: tuple[FactPath, ...]) -> list[str]:
        seen, names = self.touching.get(reads, (0, []))
        names += [name for name in list(self.steps)[seen:] if _touches(self.steps[name], reads)]
        self.touching[reads] = len(self.steps), names
        return names


def _apart(steps: dict[str, Step]) -> Iterator[Disjunction]:
    """No fact gets two values, and what is withdrawn none."""
    names = list(steps)
    for n, a in enumerate(names):
        for b in names[n + 1 :]:
            if _touches(steps[a], (fact_of(steps[b]),)) and not (
                _is_within(steps[a], steps[b]) or _is_within(steps[b], steps[a])
            ):
                yield [(a, NO), (b, NO)]


def _within(steps: dict[str, Step]) -> Iterator[Disjunction]:
    """What is filed of an offer that is added needs its addition."""
    for a, outer in steps.items():
        yield from ([(a, YES), (b, NO)] for b, inner in steps.items() if _is_within(inner, outer))


def _is_within(inner: Step, outer: Step) -> bool:
    return isinstance(outer, Provide) and isinstance(inner, Set | Pay) and fact_of(inner)[:2] == outer.fact


def _touches(step: Step, reads: Iterable[FactPath]) -> bool:
    own = fact_of(step)
    facts = [own, *((above, own[1]) for above in ABOVE if len(own) == 2 and own[0] == "offers")]
    return any(fact[: len(path)] == path or path[: len(fact)] == fact for path in reads for fact in facts)


def fact_of(step: Step) -> FactPath:
    """The fact that a step changes."""
    match step:
        case Withdraw(offer):
            return ("offers", offer)
        case Pay(wager):
            return ("offers", wager, "payouts")
        case Provide(fact) | Set(fact):
            return fact
        case Act():
            raise TypeError(f"{step} is not for a program")
    assert_never(step)
