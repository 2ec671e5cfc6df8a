"""How a round must settle: a verdict of every clause in force, in words that stand for one row or for whole columns.

What each part of a settlement demands is said in docs/semantics.md, Settled rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pitboss.checker.rounds.steps import Step

Facts = Any
Word = Any
MONEY = ("paid", "collected", "returned")


class Deal:
    """What is in force at one table on one day: each clause with its readings, in the law's order."""

    def __init__(self, clauses: tuple[tuple[Step, ...], ...]) -> None:
        self.clauses = clauses
        self._steps: dict[tuple[str, str], list[Step]] = {}
        self.derived: dict[str, list[tuple[Step, ...]]] = {}
        self.reach = ""  # how far any of them looks beyond its row
        for readings in clauses:
            for step in readings:
                for wager in {"", step.role[1]}:
                    self._steps.setdefault((step.role[0], wager), []).append(step)
                self.reach = step.reach if self.reach != "before" and step.reach else self.reach
            if readings[0].role[0] == "derived":
                self.derived.setdefault(readings[0].role[2], []).append(readings)

    def steps(self, part: str, wager: str = "") -> list[Step]:
        return self._steps.get((part, wager), [])


def verdicts(deal: Deal, t: Facts, w: Word) -> Iterator[tuple[str, Any]]:
    """(clause, its verdict) of every clause that a round can show."""
    settling = Settling(deal, complete(deal, t, w), w)
    for readings in deal.clauses:
        found = [settling.judge(step) for step in readings]
        if all(one is not None for one in found):
            yield readings[0].id, w.of_readings(found) if len(found) > 1 else found[0]


def complete(deal: Deal, t: Facts, w: Word) -> Facts:
    """The facts with what follows from them; what is recorded stays, and is compared."""
    waiting, changed = list(deal.derived), True
    while waiting and changed:
        waiting, changed = once(deal, t, w, waiting)
    return t


def once(deal: Deal, t: Facts, w: Word, waiting: list[str]) -> tuple[list[str], bool]:
    """What follows now: the fields that are not complete yet, and whether anything has become known."""
    known = [w.known_in(t.get(name)) for name in waiting]
    later = [name for name in waiting if not _follows(t, name, deal.derived[name], w)]
    return later, known != [w.known_in(t.get(name)) for name in waiting]


def _follows(t: Facts, name: str, clauses: list[tuple[Step, ...]], w: Word) -> bool:
    """Whether the field is complete now: recorded, or what every reading of some clause comes to."""
    for readings in clauses:
        if w.complete(t.get(name)):
            return True
        found = [step.value(t) for step in readings if step.value is not None]
        if len(found) == len(readings):  # a reading that does not say it agrees with none that does
            t[name] = w.or_else(t.get(name), w.agreed(*found))
    return w.complete(t.get(name))  # type: ignore[no-any-return]


class Settling:
    """One row, or one lot of rows, before the clauses in force."""

    def __init__(self, deal: Deal, t: Facts, w: Word) -> None:
        self.deal, self.t, self.w = deal, t, w
        self._conditions: dict[int, Any] = {}
        self._due: dict[tuple[str, bool], Any] = {}

    def judge(self, step: Step) -> Any:
        """The verdict of one reading; None where it is no clause that a round can breach."""
        part: Callable[[Step], Any] = getattr(self, step.role[0])
        return part(step)

    def condition(self, step: Step) -> Any:
        if id(step) not in self._conditions:
            assert step.applies is not None
            self._conditions[id(step)] = step.applies(self.t)
        return self._conditions[id(step)]

    def staked(self, wager: str) -> Any:
        return self.w.more(self.w.entry(self.t, "stake", wager), 0)

    def entries(self, wager: str) -> tuple[Any, ...]:
        return tuple(self.w.entry(self.t, what, wager) for what in MONEY)

    # ---- each part

    def bound(self, step: Step) -> Any:
        assert step.judge is not None
        said, wager = step.judge(self.t), step.role[1]
        if wager and self.w.offered(self.t, wager) is False:
            return self.w.where(self.staked(wager), said)
        return said

    def irregularity(self, step: Step) -> Any:
        assert step.judge is not None
        return step.judge(self.t)

    rounding = derived = irregularity

    def rounds(self, step: Step) -> Any:
        return None  # counts in what is due

    each = gross = rounds

    def requires(self, step: Step) -> Any:
        _, wager, other = step.role
        return self.w.verdict(self.staked(wager), self.staked(other))

    def result(self, step: Step) -> Any:
        _, wager, verb = step.role
        w, here = self.w, self.condition(step)
        results = self.deal.steps("result", wager)
        others = w.either(*[self.condition(s) for s in results if s.role[2] != verb])
        paid, collected, returned = self.entries(wager)
        stake = w.entry(self.t, "stake", wager)
        nothing = {"paid": w.equal(paid, 0), "collected": w.equal(collected, 0), "returned": w.equal(returned, 0)}
        match verb:
            case "wins":
                ended = w.both(w.more(paid, 0), nothing["collected"])
                never = w.both(*[w.no(self.condition(s)) for s in results if s.role[2] == "wins"])
                said = w.verdict(
                    w.both(self.staked(wager), w.either(here, never)), w.choose(here, ended, nothing["paid"])
                )
                return w.doubted(said, w.both(here, others))
            case "loses":
                ended = w.both(w.equal(collected, stake), nothing["paid"], nothing["returned"])
            case "returns":
                ended = w.both(w.equal(returned, stake), nothing["paid"], nothing["collected"])
            case _:
                ended = w.both(*nothing.values())
        return w.doubted(w.verdict(w.both(self.staked(wager), here), ended), others)

    def pays(self, step: Step) -> Any:
        """A won wager is paid what is filed for what it reached."""
        w, wager = self.w, step.role[1]
        if not self.is_owed(wager):
            return None
        applies = self.won_stake(wager)
        for bound in self.deal.steps("bound", wager):
            # a clause that says the amount itself stands in place of the odds
            if bound.role[2:] == ("paid", "exactly"):
                applies = w.both(applies, w.no(self.condition(bound)))
        if self.deal.steps("shares", wager):
            applies = w.both(applies, w.no(self.metered(wager)))
        return w.verdict(applies, self.paid_rightly(wager))

    def shares(self, step: Step) -> Any:
        """A share of the meter is paid of the amount that the clause names."""
        w, wager = self.w, step.role[1]
        if not self.is_owed(wager):
            return None
        applies = w.both(self.condition(step), self.won_stake(wager), self.metered(wager))
        return w.verdict(applies, self.paid_rightly(wager))

    def highest(self, step: Step) -> Any:
        """What it was settled as is the highest that it reached."""
        w, wager = self.w, step.role[1]
        if not self.is_owed(wager):
            return None
        settled, due = w.entry(self.t, "settled_as", wager), self.due(wager)
        named = w.highest([(w.equal(settled, row), self.amount(wager, row)) for row in self.rows(wager)])
        applies = w.both(self.condition(step), self.won_stake(wager), w.known(settled))
        return w.verdict(applies, w.equal(named, due))

    def outcome(self, step: Step) -> Any:
        """What it was settled as is what it reached."""
        w, (_, wager, row) = self.w, step.role
        settled = w.equal(w.entry(self.t, "settled_as", wager), row)
        return w.verdict(w.both(self.won_stake(wager), settled), self.condition(step))

    def rank(self, step: Step) -> Any:
        w, row = self.w, step.role[2]
        wagers = [wager for wager in self.filed() if row in self.rows(wager) and not self.deal_outcome(wager, row)]
        settled = w.either(*[
            w.both(self.won_stake(wager), w.equal(w.entry(self.t, "settled_as", wager), row))
            for wager in wagers
        ])  # fmt: skip
        return w.verdict(settled, self.condition(step))

    # ---- what is due

    def won_stake(self, wager: str) -> Any:
        return self.w.both(self.staked(wager), self.w.more(self.w.entry(self.t, "paid", wager), 0))

    def filed(self) -> list[str]:
        return list(dict.fromkeys(s.role[1] for s in self.deal.steps("pays")))

    def rows(self, wager: str) -> dict[str, tuple[str, Any]]:
        return ((self.t.get("offers") or {}).get(wager) or {}).get("payouts") or {}

    def amount(self, wager: str, row: str, gross: bool = False) -> Any:
        """What a row pays beside the stake; where it pays gross, the stake is in what is no odds."""
        w, (kind, value) = self.w, self.rows(wager)[row]
        stake = w.entry(self.t, "stake", wager)
        if kind == "odds":
            return w.times(value, stake)
        if kind == "meter":
            of = [step.value(self.t) for step in self.deal.steps("shares", wager) if step.value is not None]
            value = w.times(value, of[0]) if of else None
        return w.minus(value, stake) if gross else value

    def deal_outcome(self, wager: str, row: str) -> list[Step]:
        return [s for s in self.deal.steps("outcome", wager) if s.role[2] == row]

    def is_owed(self, wager: str) -> bool:
        """Whether what is filed tells what the wager is paid."""
        return bool(self.rows(wager)) and not self.deal.steps("each", wager)

    def paid_rightly(self, wager: str) -> Any:
        """Whether what was paid is owed; where it is not known whether the stake is in it, what both ways say."""
        w, paid, gross = self.w, self.w.entry(self.t, "paid", wager), self.pays_gross(wager)
        if isinstance(gross, bool):
            return w.to_cent(paid, self.owed(wager, gross))
        return w.choose(gross, w.to_cent(paid, self.owed(wager, True)), w.to_cent(paid, self.owed(wager)))

    def pays_gross(self, wager: str) -> Any:
        return self.w.either(*[self.condition(step) for step in self.deal.steps("gross", wager)])

    def owed(self, wager: str, gross: bool = False) -> Any:
        """What is due, within the limits on what is paid."""
        w, owed = self.w, self.due(wager, gross)
        for bound in self.deal.steps("bound", wager):
            if bound.role[2:] == ("paid", "at_most") and bound.value is not None:
                limit = bound.value(self.t)
                owed = w.pick(w.both(self.condition(bound), w.more(owed, limit)), limit, owed)
        return owed

    def due(self, wager: str, gross: bool = False) -> Any:
        """The filed payout of what was reached, rounded: a share of the meter, else the highest; None where none is filed."""
        if (wager, gross) not in self._due:
            self._due[wager, gross] = self._filed_for(wager, gross) if self.is_owed(wager) else None
        return self._due[wager, gross]

    def _filed_for(self, wager: str, gross: bool) -> Any:
        w, rows = self.w, self.rows(wager)
        alone = len(rows) == 1

        def most(metered: bool) -> Any:
            of = [row for row, (kind, _) in rows.items() if (kind == "meter") is metered]
            if alone and of:
                return self.amount(wager, of[0], gross)
            return w.highest([(self.reached(wager, row), self.amount(wager, row, gross)) for row in of])

        metered = self.metered(wager)
        amount = most(metered) if isinstance(metered, bool) else w.pick(metered, most(True), most(False))
        for step in self.deal.steps("rounds", wager):
            if self.condition(step) is True and step.value is not None:
                amount = w.rounded(amount, step.value(self.t), step.role[2])
        return amount

    def metered(self, wager: str) -> Any:
        """Whether the wager reached a share of the meter."""
        rows = self.rows(wager)
        meters = [row for row, (kind, _) in rows.items() if kind == "meter"]
        return self.w.either(*[len(rows) == 1 or self.reached(wager, row) for row in meters])

    def reached(self, wager: str, row: str) -> Any:
        """By the outcome of the wager, else the rank of the hand, else as it was settled."""
        w = self.w
        steps = self.deal_outcome(wager, row) or [s for s in self.deal.steps("rank") if s.role[2] == row]
        if steps:
            return w.both(*[self.condition(s) for s in steps])
        return w.equal(w.entry(self.t, "settled_as", wager), row)
