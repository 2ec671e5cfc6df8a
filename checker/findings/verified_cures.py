"""Cures that cure: each step is tried on the facts of the table, and one that would breach another clause there is not proposed."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.checker.findings.tracing import with_value
from pitboss.checker.judging.judge import ClauseVerdict, run
from pitboss.checker.runtime.cures import Act, Cure, Pay, Provide, Set, Step, Withdraw, words
from pitboss.checker.runtime.operations import FAIL, ClauseScope, CompiledClause, FactPath, Facts, offers_of
from pitboss.grammar.quick_start import dataclass, replace


@dataclass(frozen=True, slots=True)
class VerifiedCure:
    """The steps of which each alone cures a breach, and what must be cured besides where no step is enough."""

    steps: Cure
    besides: tuple[str, ...] = ()  # provisions that a step breaches, or does not cure by itself

    def __str__(self) -> str:
        """The cure in the imperative."""
        then = f"; then also cure the breach of {' and '.join(self.besides)}" if self.besides else ""
        return words(self.steps) + then if self.steps else ""


class Cures:
    """The clauses of one judgment, by what they observe of a table."""

    def __init__(self, clauses: Iterable[CompiledClause], day: str) -> None:
        self.day = day
        self._observers: dict[str, list[CompiledClause]] = {}
        for clause in clauses:
            if clause.scope == ClauseScope.TABLE and (clause.check or clause.readings):
                for name in {_root(fact) for fact in clause.footprint or ()}:
                    self._observers.setdefault(name, []).append(clause)

    def verified(self, v: ClauseVerdict, cure: Cure) -> VerifiedCure:
        """The steps that cure a breach at a table and make no other; all, with what they breach, where there is no such step."""
        if v.verdict != FAIL or v.clause.scope != ClauseScope.TABLE or v.event:
            return VerifiedCure(cure)
        kept: list[Step] = []
        besides: dict[str, None] = {}
        for step in cure:
            left = {one: self._breached(v, one) for one in one_by_one(step)}
            if sound := [one for one, breached in left.items() if not breached]:
                kept.append(_together(step, sound))
            else:
                besides.update(dict.fromkeys(next(iter(left.values()))))
        return VerifiedCure(tuple(kept)) if kept else VerifiedCure(cure, tuple(besides))

    def _breached(self, v: ClauseVerdict, step: Step) -> list[str]:
        """The provisions that the table breaches after a step, and did not breach before; the own one, if it still does."""
        after = applied(step, v.facts)
        if after is None:
            return []
        facts, fact = after
        return [
            clause.cite
            for clause in self._observers.get(_root(fact), ())
            if clause.game in (None, v.facts.get("game"))
            and run(clause, self.day, facts) == FAIL
            and (clause is v.clause or run(clause, self.day, v.facts) != FAIL)
        ]


def one_by_one(step: Step) -> list[Step]:
    """The step with each of the values that it names; a step without values by itself."""
    return (
        [replace(step, values=(value,)) for value in step.values] if isinstance(step, Set) and step.values else [step]
    )


def _together(step: Step, sound: list[Step]) -> Step:
    """The step with the values that cure; where it lists its values, it names these alone."""
    if not isinstance(step, Set) or not step.values:
        return step
    values = tuple(one.values[0] for one in sound if isinstance(one, Set))
    named = step.to.split(" or ")
    listed = [to for to, value in zip(named, step.values, strict=False) if value in values]
    return replace(step, values=values, to=" or ".join(listed) if len(named) == len(step.values) else step.to)


def applied(step: Step, facts: Facts) -> tuple[Facts, FactPath] | None:
    """The facts of a table after a step, and the fact that it changes; None for what a program cannot do.

    >>> applied(Withdraw("lamp", "the lantern wager", ()), {"offers": {"lamp": {}}, "closed": True})
    ({'offers': {}, 'closed': True}, ('offers', 'lamp'))
    >>> applied(Set(("decks",), "decks", "6 or 8", (6, 8)), {"decks": 5})
    ({'decks': 6}, ('decks',))
    """
    match step:
        case Withdraw(offer):
            offers = {name: own for name, own in offers_of(facts).items() if name != offer}
            return {**facts, "offers": offers}, ("offers", offer)
        case Provide(fact):
            return with_value(facts, fact, True if fact[0] == "equipment" else {}), fact
        case Set(fact, _, _, (value, *_)):
            after = with_value(facts, fact, value)
            if fact[2:] == ("stakes",):  # without parts, payouts are for all stakes that are taken
                own, new = offers_of(facts).get(fact[1], {}), offers_of(after)[fact[1]]
                if own.get("payout_stakes") == own.get("stakes"):
                    after = with_value(after, (*fact[:2], "payout_stakes"), new["stakes"])
            return after, fact
        case Pay(wager, rows):
            filed = offers_of(facts).get(wager, {}).get("payouts")
            paid = {**(filed if isinstance(filed, dict) else {}), **dict(rows)}
            fact = ("offers", wager, "payouts")
            return with_value(facts, fact, {row: law for row, law in paid.items() if law}), fact
        case Set() | Act():
            return None


def _root(fact: FactPath) -> str:
    """The offer, equipment or field of a table that a fact belongs to."""
    return fact[1] if fact[0] in ("offers", "equipment") and len(fact) > 1 else fact[0]
