"""Plants mistakes in lawful rounds: a clause is chosen, its subject is changed until the clause fails, and all that fails is noted.

Which clauses fail is the interpreter's word. Nothing of what audits rounds is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from math import floor
from typing import Any

from pitboss.compiler.front.paths import paths
from pitboss.compiler.front.wager_columns import MONEY
from pitboss.compiler.model.rulebook import Check, Clause, Said
from pitboss.compiler.oracle.fast.settlement import Facts
from pitboss.compiler.oracle.kleene import FAIL, OPEN, PASS
from pitboss.compiler.simulate.biased_sampling import shuffled
from pitboss.compiler.simulate.dealer import AMOUNTS, NOTHING, Dealer
from pitboss.compiler.simulate.field_constraints import limit_of
from pitboss.compiler.simulate.targets import Wish
from pitboss.grammar import tree as t

Breaches = dict[str, str]
OFTEN = 0.5  # how often the cards are changed rather than what they come to
ROUNDS = 10  # that are dealt until a wager that takes several can end
FEEDING = ("definition", "derived", "independent", "rank")  # what others are told by
IDLE = 2  # how many clauses that a row has nothing to do with are tried in it, of those that were never breached


def breachable(clause: Clause, check: Check) -> bool:
    """Whether a row can breach it; else others are told by it: what a wager pays each, or is rounded to."""
    law = check.predicate
    if isinstance(law, t.PaysEach | t.PaysGross) or isinstance(law, t.Rounds) and not law.values:
        return False
    return clause.kind not in FEEDING


class Planter:
    """`planted`: how often each clause was breached so far, at this table and others; what was seldom comes first.

    `tables`: at how many tables each can be; those of few tables come before others.
    """

    def __init__(self, dealer: Dealer, planted: Counter[str], tables: Counter[str] | None = None) -> None:
        self.dealer, self.random, self.planted = dealer, dealer.random, planted
        self.checks = {c.id: (c, v.checks[0]) for c, v, _ in dealer.settlement.clauses}
        self.possible = [
            clause for clause, (c, check) in self.checks.items()
            if breachable(c, check) and dealer.wishes.possible(c, check)
        ]  # fmt: skip
        self.tried: Counter[str] = Counter()
        self.tables = Counter() if tables is None else tables
        self.tables.update(self.possible)
        self.due: tuple[str, Wish] | None = None
        self.rounds = 0  # that it takes at most until the round that is wished for is there

    def wish(self, mistakes: float) -> Wish:
        """What the next round is dealt for: now and then a mistake is due, in a clause that was seldom planted."""
        if self.due is None and self.random.random() < mistakes:
            self.random.shuffle(self.possible)
            self.want(min(self.possible, key=self._often))
        if self.due is None or self.rounds == ROUNDS:  # what takes several rounds begins where nothing goes on
            return NOTHING
        return self.due[1]

    def _often(self, clause: str) -> tuple[int, int]:
        return self.planted[clause] + self.tried[clause], self.tables[clause]

    def want(self, target: str) -> None:
        self.tried[target] += 1
        self.due = target, self.dealer.wishes.of(*self.checks[target])
        self.rounds = ROUNDS if self.due[1].far else 1

    def planted_in(self, rows: list[Facts]) -> tuple[list[Facts], list[Breaches]] | None:
        """The round with the mistake that is due; None where none is, or where what is wished for can still come."""
        if self.due is None:
            return None
        self.rounds -= 1
        (target, _), last = self.due, self.rounds <= 0
        made = self.plant(rows, target, not last)
        self.due = None if made or last else self.due
        return made

    def plant(
        self, rows: list[Facts], first: str | None = None, only: bool = False
    ) -> tuple[list[Facts], list[Breaches]] | None:
        """The rows of a round with a mistake in one of them, and every clause that each breaches; None where no change breaches any.

        A mistake in what the round as a whole has stands in all of its rows. `first`: the clause that is tried before others,
        or `only` that.
        """
        rows = self.dealer.joined.around(rows)
        for place in shuffled(self.random, [*range(len(rows))]):
            lawful = rows[place]
            said = self.dealer.settlement.judge(lawful)
            if first is None or said.get(first) == PASS:
                break
        kept = [c for c, verdict in said.items() if verdict == PASS or self.checks[c][0].kind == "irregularity"]
        kept = shuffled(self.random, kept)
        idle = shuffled(self.random, [clause for clause in said if clause not in kept and not self.planted[clause]])
        idle = [*islice((clause for clause in idle if self._can_be_met(clause, lawful)), IDLE)]
        if first and first not in (*kept, *idle) and self._can_be_met(first, lawful):
            idle.append(first)
        tried = [clause for clause in (*kept, *idle) if not only or clause == first]
        for target in sorted(tried, key=lambda clause: -1 if clause == first else self.planted[clause]):
            for changed in self._changes(*self.checks[target], lawful):
                found = self.dealer.settlement.judge(changed, (lawful, said))
                if found.get(target) == FAIL:
                    return self._throughout(rows, place, changed)
        return None

    def _can_be_met(self, target: str, facts: Facts) -> bool:
        """Whether a clause that the row has nothing to do with can be made to apply."""
        clause, check = self.checks[target]
        if clause.kind == "outcome":
            return any(self._stake(wager, facts) for wager in self._settled_by(check))
        return clause.kind in ("bound", "rounding") and self.dealer.heeds.how_met(check, facts) is not None

    def _settled_by(self, check: Check) -> list[str]:
        """The wagers that can be settled as an outcome."""
        row, of = check.subject.name, check.subject.of
        return [w for w in ([of] if of else self.dealer.offers) if row in self.dealer.settlement.payouts(w)]

    def _stake(self, wager: str, facts: Facts) -> Any:
        """A bonus that was not paid has the stake of the wager that it is reckoned on."""
        return facts["stake"].get(wager) or facts["stake"].get(self.dealer.heeds.bonuses.get(wager, wager))

    def _throughout(self, rows: list[Facts], place: int, changed: Facts) -> tuple[list[Facts], list[Breaches]]:
        common = {n: v for n, v in changed.items() if n in self.dealer.heeds.shared and v is not rows[place].get(n)}
        made = [changed if n == place else {**row, **common} if common else row for n, row in enumerate(rows)]
        if self.dealer.joined.any:  # what one of them says, others can hang on
            made = self.dealer.joined.bare(made)
            found = self.dealer.joined.judged(made)
        else:
            judge = self.dealer.settlement.judge
            found = [{} if row is old else judge(row) for row, old in zip(made, rows, strict=True)]
        breached = [{clause: v for clause, v in one.items() if v in (FAIL, OPEN)} for one in found]
        self.planted.update({clause for one in breached for clause in one})
        return made, breached

    def _changes(self, clause: Clause, check: Check, facts: Facts) -> Iterator[Facts]:
        subject = check.subject
        if clause.kind in ("irregularity", "bound", "rounding") and (more := self.dealer.heeds.how_met(check, facts)):
            facts = {**facts, **more}
            yield facts
        match check.predicate:
            case t.Result():
                yield from self._ended_otherwise(subject.name, facts)
            case t.Pays() | t.Shares():
                yield from self._paid_otherwise(subject.of or subject.name, facts)
            case t.Requires((other,)):
                yield self._with(facts, "stake", other, 0)
            case t.PaysOnly():
                yield from self._settled_otherwise(subject.name, facts)
            case Said("outcome"):
                for wager in self._settled_by(check):
                    yield from self._settled_otherwise(wager, facts, [subject.name])
            case Said("irregular"):
                yield from self._became_otherwise(subject.name, check, facts)
            case t.Limit(_, values):
                yield from self._dealt_otherwise(values, facts)
                yield from self._told_by_cards(subject.name, facts)
                yield from self._just_past(clause, check, facts)
                yield from self._valued_otherwise(subject, facts)
            case t.Rounds(_, step, (_,)) if isinstance(step.value, Fraction) and facts.get(subject.name) is not None:
                yield {**facts, subject.name: facts[subject.name] + step.value}  # one step too much
                yield from self._valued_otherwise(subject, facts)
            case t.Rounds() if subject.name in self.dealer.book.fields:
                yield from self._valued_otherwise(subject, facts)

    def _with(self, facts: Facts, what: str, wager: str, value: Any) -> Facts:
        return {**facts, what: {**facts[what], wager: value}}

    def _ended_otherwise(self, wager: str, facts: Facts) -> Iterator[Facts]:
        """Lost in place of won, won in place of lost, given back in place of either."""
        stake = facts["stake"].get(wager)
        for what in shuffled(self.random, ("collected", "returned", "paid")):
            if facts[what].get(wager):
                continue
            changed = facts
            for one in MONEY[1:]:
                changed = self._with(changed, one, wager, stake if one == what else 0)
            settled = {k: v for k, v in changed["settled_as"].items() if k != wager}
            yield {**changed, "settled_as": settled}

    def _paid_otherwise(self, wager: str, facts: Facts) -> Iterator[Facts]:
        paid = facts["paid"].get(wager)
        if paid:
            stake = facts["stake"][wager]
            for amount in shuffled(self.random, [paid + stake, paid + 1, paid - 1, paid * 2]):
                if amount > 0:
                    yield self._with(facts, "paid", wager, amount)

    def _settled_otherwise(self, wager: str, facts: Facts, among: Iterable[str] = ()) -> Iterator[Facts]:
        rows = among or [row for row in self.dealer.settlement.payouts(wager) if row != facts["settled_as"].get(wager)]
        for row in shuffled(self.random, [*rows]):
            staked = self._with(facts, "stake", wager, self._stake(wager, facts))
            paid = self.dealer.settlement.amount(wager, row, staked)
            if not staked["stake"][wager]:
                continue
            paid = AMOUNTS[-1] if paid is None else paid  # there may be no share to be had
            won = staked if facts["paid"].get(wager) else self._with(staked, "collected", wager, 0)
            yield self._with(self._with(won, "settled_as", wager, row), "paid", wager, paid)

    def _became_otherwise(self, name: str, check: Check, facts: Facts) -> Iterator[Facts]:
        """An irregularity that led to what another one leads to."""
        said = [c.predicate for c in self.dealer.heeds.irregular]
        became = dict.fromkeys(str(v.value) for p in said if isinstance(p, Said) for v in p.values)
        for other in shuffled(self.random, list(became)):
            yield {**facts, "irregularity": name, "consequence": other}

    def _dealt_otherwise(self, values: tuple[t.Expr, ...], facts: Facts) -> Iterator[Facts]:
        """A card too few or too many, or another one, in a hand that the clause reads."""
        hands = [p.name for value in values for p in paths(value) if self._is_hand(p.name) and facts.get(p.name)]
        if hands and self.random.random() < OFTEN:
            name = self.random.choice(hands)
            hand, another = facts[name], (self.random.randint(1, 13), self.random.choice("cdhs"))
            yield {**facts, name: self.random.choice([(*hand, another), hand[:-1] or hand, (*hand[:-1], another)])}

    def _told_by_cards(self, name: str, facts: Facts) -> Iterator[Facts]:
        """A limit on what follows from cards: a card for which another lies there already, and nothing said of what follows."""
        follows = [v.checks[0].predicate for _, v, told in self.dealer.settlement.derived if told == name]
        values = (value for law in follows if isinstance(law, t.Limit) for value in law.values)
        hands = dict.fromkeys(p.name for v in values for p in paths(v) if self._is_hand(p.name) and facts.get(p.name))
        if hands and self.random.random() < OFTEN:
            hand, other = self.random.choice([*hands]), self.random.choice([*hands])
            changed = (*facts[hand][:-1], facts[other][0])
            yield {**{told: value for told, value in facts.items() if told != name}, hand: changed}

    def _is_hand(self, name: str) -> bool:
        return name in self.dealer.book.fields and self.dealer.book.fields[name].type.kind == "cards"

    def _valued_otherwise(self, subject: t.Path, facts: Facts) -> Iterator[Facts]:
        field = self.dealer.book.fields[subject.name]
        value = facts[subject.name].get(subject.of) if subject.of else facts.get(subject.name)
        for other in shuffled(self.random, list(self._others(field.type, value))):
            yield self._set(facts, subject, other)

    def _set(self, facts: Facts, subject: t.Path, value: Any) -> Facts:
        if subject.of:
            return self._with(facts, subject.name, subject.of, value)
        return {**facts, subject.name: value}

    def _just_past(self, clause: Clause, check: Check, facts: Facts) -> Iterator[Facts]:
        """What a limit does not allow: just past it, or the very thing that it names."""
        law, subject = limit_of(check), check.subject
        kind, here = self.dealer.book.fields[subject.name].type, self.dealer.settlement.here(clause, facts)
        step = {"count": Fraction(1), "money": Fraction(1)}.get(kind.items[0].kind if kind.items else kind.kind)
        past = {"at_most": 1, "at_least": -1, "exactly": 1}.get(law.mode)
        for quantity in law.values:
            named = quantity.value if isinstance(quantity, t.Literal) and quantity.kind == "name" else None
            value: Any = named or here.said(quantity, subject)
            if law.mode != "not_among":
                beyond = value + past * step if past and step and isinstance(value, int | Fraction) else None
                value = None if beyond is None else Fraction(floor(beyond * 100), 100)
            if value is not None and (isinstance(value, str) or value >= 0):
                yield self._set(facts, subject, (value,) if kind.items else value)

    def _others(self, kind: t.Type, value: Any) -> Iterator[Any]:
        match kind.kind:
            case "one_of":
                yield from (v.value for v in kind.values if v.value != value)
            case "flag":
                yield not value
            case "money":
                amount, half, cent = Fraction(value or 0), Fraction(1, 2), Fraction(1, 100)
                near: list[Any] = [amount + 1, amount - 1, amount * 2, amount + cent, 0, half]
                yield from (a for a in (*near, *AMOUNTS, 10**6) if a >= 0 and a != amount)
            case "count" | "number":
                known = Fraction(value or 0)
                near = [known + 1, known - 1, known + 2, known + 7, Fraction(0), Fraction(100)]
                yield from (n for n in near if n >= 0 and n != known)
            case "percent":
                known = Fraction(value or 0)
                yield from (p for p in (known + Fraction(1, 100), known * 2, known / 2) if value != p <= 1)
            case "set_of":
                yield from ((one,) for one in self._others(kind.items[0], None) if (one,) != value)
