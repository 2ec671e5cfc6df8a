"""Deals lawful rounds of a game from its rules alone: random draws, derived facts, and the demands of each clause.

It evaluates the core with the fast evaluator of the oracle, and shares nothing with the code that audits rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import chain, islice
from random import Random

from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import SubjectKind
from pitboss.compiler.model.stated_limits import limits_of
from pitboss.compiler.oracle.cards import Hand
from pitboss.compiler.oracle.fast.active_rules import ActiveReading
from pitboss.compiler.oracle.fast.payments import STAKE
from pitboss.compiler.oracle.fast.ranking import Rankings
from pitboss.compiler.oracle.fast.settlement import Settlement
from pitboss.compiler.oracle.kleene import FAIL
from pitboss.compiler.oracle.other_rows import EARLIER, rows_of
from pitboss.compiler.oracle.values import Facts, as_number, elements, entries
from pitboss.compiler.simulate.biased_sampling import CardSampler, DeckExhausted, shuffled
from pitboss.compiler.simulate.field_constraints import (
    AMOUNTS,
    ExactRule,
    FieldChoices,
    FieldConstraints,
    StakeRule,
    chances,
)
from pitboss.compiler.simulate.round_assembly import RoundAssembly
from pitboss.compiler.simulate.targets import FieldTarget, Target, Targets
from pitboss.compiler.simulate.wager_settlement import WagerSettlement
from pitboss.grammar.limit_kinds import LimitKind

MOST_SEATS = 6  # where the filing does not limit them
MOST_WAGERS = 4  # wagers that a seat makes without a target
SEAT_TRIES = 40  # attempts for a seat, and for a round whose seats depend on each other
IRREGULARITY_TRIES = 8  # attempts for an irregularity in a round whose first seat was not lawful
REPAIRS = 4  # attempts to choose an unlawful fact of a seat again
STAKE_REPAIRS = 10  # attempts to repair stakes, because one repair can require another
STRONGEST = 0.5  # probability that a hand is set as strong as it can be
SAME_AGAIN = 0.1  # probability that players repeat their choices of the round before
TARGET_TRIES = 12  # attempts for a seat with the target
SELDOM = 0.1  # probability of a flag that nothing demands, of an irregularity, and of a small deck
NO_TARGET = Target()


def hand_of(facts: Facts, name: str) -> Hand:
    """The cards of a hand; none if it is not dealt."""
    hand = facts.get(name)
    return hand if isinstance(hand, tuple) else ()


class NotDealt(ValueError):
    """The rules do not state enough to deal the game, or the filing does not state enough to settle it."""


class Dealer:
    """Deals rounds of `game` on a day, at a table with the filed facts `table`; at most `seats` seats.

    `rules` are those that can apply to dealt rounds; `settlement` has all, which judge rounds that were changed.
    `rankings`: shared by the dealers of one rulebook, which then rank each hand once.
    """

    def __init__(
        self,
        book: core.Rulebook,
        game: str,
        table: Facts,
        day: date,
        random: Random,
        seats: int | None = None,
        rankings: Rankings | None = None,
    ) -> None:
        self.random = random
        self.book = book = query.without_counts_of_own_hands(book)  # here it is chosen how many hands a seat plays
        self.settlement = Settlement(book, game, table, day, rankings)  # rounds are lawful in the first world
        self.other_worlds = [
            Settlement(book, game, table, day, rankings, world) for world in range(1, self.settlement.number_of_worlds)
        ]
        self.offers = [name for name in entries(table, "offers") if name in book.names]
        self.wagers = [name for name in self.offers if book.kind(name) is SubjectKind.WAGER]
        staked = (SubjectKind.WAGER, SubjectKind.OPTION)
        mine = [n.name for n in book.names.values() if n.kind in staked and n.game in (None, game)]
        self.start: Facts = {**table, **{amount: dict.fromkeys(mine, 0) for amount in query.MONEY}, "settled_as": {}}
        idle = dict.fromkeys((name for name in mine if name not in self.offers), 0)  # nobody stakes what is not offered
        reads = [expr for rule in chances(self.settlement) for expr in self.settlement.reads(rule)]
        self.rules = self.settlement.given({**table, **dict.fromkeys(query.MONEY, idle)}, reads)
        self.constraints = FieldConstraints(self.rules, self.offers)
        if not self.constraints.chances:
            raise NotDealt(f"no rule states what chance deals in '{game}'")
        if not self.wagers:
            raise NotDealt(f"no wager of '{game}' is filed for the table")
        self.wager_settlement = WagerSettlement(self.rules, self.constraints, random)
        self.assembly = RoundAssembly(self.rules, self.settlement, self.constraints.on_field, self.constraints.equal_to)
        self.targets = Targets(
            self.settlement, self.wagers, self.constraints.bonuses, self.constraints.hands, random
        )  # fmt: skip
        self.target = NO_TARGET
        self.repeats = False  # whether players repeat their choices of the round before
        self.previous_hand: Facts = {}  # of the same seat
        limit = int(as_number(table.get("boxes")) or MOST_SEATS)
        self.seats = min(limit, seats or limit)
        self.postponed: set[str] = set()  # the fields that are chosen once all seats are dealt
        self.irregularity: Facts = {}  # the irregularity of the round, and its consequence
        self.sampler = CardSampler(random)

    # ---- one round

    def deal(self, target: Target = NO_TARGET) -> list[Facts]:
        """The rows of a lawful round, one for each seat or hand; a seat that is not lawful with the others is removed.

        The round meets the target as far as chance and the law permit.
        """
        self.target = target
        often = 1 - SELDOM if target.several_rounds else SAME_AGAIN
        self.repeats = self.assembly.earlier is not None and self.random.random() < often
        if not self.assembly.needed:
            return self._undoubted(self._rows())
        for tried in range(SEAT_TRIES):
            if tried >= TARGET_TRIES:  # the target, or a repeated choice, may not be lawful here
                self.target, self.repeats = NO_TARGET, False
            rows = self._rows()
            self.postponed = set()
            while rows:
                made = self.assembly.finished(rows, self._settled, self.constraints.shared)
                unlawful = [n for n, row in enumerate(made) if self.rules.breached(row, complete=True)]
                if not unlawful:
                    return self._undoubted(self.assembly.dealt(made))
                rows = rows[: unlawful[-1]] + rows[unlawful[-1] + 1 :]
        raise NotDealt("no lawful round was found whose seats depend on each other")

    def _undoubted(self, rows: list[Facts]) -> list[Facts]:
        """The rows without what follows in another world to another value: a record that states it takes sides."""
        gone = [{*self._doubted(row)} for row in rows]
        if not any(gone):
            return rows
        return [
            {name: value for name, value in row.items() if name not in out} for row, out in zip(rows, gone, strict=True)
        ]

    def _doubted(self, row: Facts) -> Iterator[str]:
        for name in self.settlement.derived_by_reading & row.keys():
            inputs = {other: value for other, value in row.items() if other != name}
            values = (world.complete(inputs).get(name) for world in self.other_worlds)
            if any(value is not None and value != row[name] for value in values):
                yield name

    def _rows(self) -> list[Facts]:
        """The shared facts of the round are dealt with the first seat."""
        drawn: set[int] = set()
        for tried in range(IRREGULARITY_TRIES):
            self.irregularity = self._irregularity()
            target, self.target = self.target, NO_TARGET if tried >= IRREGULARITY_TRIES // 2 else self.target
            first, drawn = self._seat({}, drawn, [])
            self.target = target
            if first is not None:
                break  # otherwise the irregularity may have no lawful consequence at this table
        else:
            raise NotDealt("no lawful round was found")
        shared = self.constraints.shared - self.assembly.of_round
        rows, common = [first], {name: first[name] for name in first if name in shared}
        left = self.random.randint(1, self.seats) - 1
        while True:
            further_hand = self.assembly.next_hand(rows, self.random)
            if not further_hand and not left:
                break
            left -= not further_hand
            self.previous_hand = rows[-1] if further_hand else {}
            hands = [name for name in self.constraints.hands if name not in self.constraints.shared]
            joined = {} if further_hand else self.assembly.next_player(rows, hands, self.target.fields, self.random)
            row, drawn = self._seat({**common, **further_hand, **joined}, drawn, rows)
            if row is None:
                break  # the deck is exhausted, or no seat could be dealt lawfully
            rows.append(row)
        self.previous_hand = {}
        return rows

    def _irregularity(self) -> Facts:
        """Rarely, or for a target, an irregularity and a lawful consequence of it."""
        target = self.target.fields.get("consequence")
        if not self.constraints.irregularities or not target and self.random.random() >= SELDOM:
            return {"irregularity": "none", "consequence": "none"}
        ways = [
            (rule, str(consequence.value))
            for rule in self.constraints.irregularities if isinstance(rule.duty, core.LeadsTo)
            for consequence in rule.duty.consequences
        ]  # fmt: skip
        if target:
            ways = [way for way in ways if target.holds({**self.start, "consequence": way[1]})] or ways
        rule, consequence = self.random.choice(ways)
        changes = self.constraints.changes_to_apply(rule, self.start)
        return {**(changes or {}), "irregularity": rule.subject.name, "consequence": consequence}

    def _seat(self, common: Facts, drawn: set[int], rows: list[Facts]) -> tuple[Facts | None, set[int]]:
        """The facts of a seat that is lawful with the facts of the round so far, and the cards drawn for it."""
        target, self.postponed = self.target, self.assembly.later
        found = self._tried(common, drawn, {**self.assembly.seat(rows), **common})
        self.target = target  # the next seat is tried with it again
        return found

    def _tried(self, common: Facts, drawn: set[int], seen: Facts) -> tuple[Facts | None, set[int]]:
        for tried in range(SEAT_TRIES):
            if tried == TARGET_TRIES:
                self.target = NO_TARGET
            out = set(drawn)
            self.sampler.small_deck = None if self.random.random() < SELDOM else []
            try:
                dealt = self._dealt(self._staked(seen), common, out)
                if any(self._breached(rule, dealt) for rule in self.constraints.on_deal):
                    continue
                facts = self._settled(self._chosen(dealt, common, self.constraints.settled), common)
            except DeckExhausted:
                return None, drawn
            before = None
            for _ in range(REPAIRS):
                if self.rules.contradicts_irregularity(facts):
                    break
                breached = self.rules.breached(facts, before, complete=before is None)
                if not breached:
                    if self.target.met(facts) is False:
                        break
                    return facts, out
                stakes = [one for one in self.constraints.on_stakes if one.rule.clause.id in breached]
                fields = self._named(breached) - common.keys()
                if not stakes and fields <= self.constraints.derived:
                    break  # nothing that can be chosen makes these facts lawful
                before = self.rules.latest
                facts = self._chosen_again(fields, self._staked_again(stakes, facts, common), common)
        return None, drawn

    # ---- stakes

    def _unstaked(self) -> Facts:
        return {amount: {**entries(self.start, amount)} for amount in query.SETTLEMENT}

    def _staked(self, common: Facts) -> Facts:
        facts = {**self.start, **self.irregularity, **common, **self._unstaked()}
        many = self.random.randint(1, min(MOST_WAGERS, len(self.wagers)))
        last = entries(self._last(facts), STAKE)
        made = [wager for wager in self.wagers if last.get(wager)] or self.random.sample(self.wagers, many)
        for wager in dict.fromkeys((*self.target.wagers, *made)):
            target = self.target.fields.get(f"{STAKE} of {wager}")
            if not target or target.holds({STAKE: {wager: 0}}) is not True:
                entries(facts, STAKE)[wager] = last.get(wager) or self._amount(wager, target)
        for _ in range(STAKE_REPAIRS):
            changed = False
            for stake_rule in self.constraints.on_stakes:
                changed |= self._repair_stakes(stake_rule, facts)
            if not changed:
                break
        return facts

    def _last(self, facts: Facts) -> Facts:
        """The choices of the same seat in the round before, if players repeat them; for a further hand, of the hand before."""
        if self.previous_hand:
            return self.previous_hand
        rows = rows_of(facts, EARLIER) if self.repeats else []
        return next((row for row in rows if row.get("seat") == facts.get("seat")), {})

    def _staked_again(self, breached: list[StakeRule], facts: Facts, common: Facts) -> Facts:
        """The facts settled, with stakes repaired that the cards made unlawful."""
        if not breached:
            return facts
        of_stakes = self.constraints.of_stakes - common.keys()
        facts = {name: value for name, value in facts.items() if name not in of_stakes}
        facts |= {**self._unstaked(), STAKE: {**entries(facts, STAKE)}}
        for one in breached:
            self._repair_stakes(one, facts)
        return self._settled(facts, common, of_stakes)

    def _amount(self, wager: str, target: FieldTarget | None = None) -> object:
        offer = entries(entries(self.start, "offers"), wager)
        low, high = as_number(offer.get("minimum")) or 5, as_number(offer.get("maximum")) or 500
        within = elements(offer.get("stakes") or [a for a in dict.fromkeys((low, *AMOUNTS)) if low <= a <= high] or low)
        if target:
            within = [a for a in within if target.holds({STAKE: {wager: a}})] or within
        return self.random.choice(within)

    def _repair_stakes(self, on_stakes: StakeRule, facts: Facts) -> bool:
        """Whether stakes breached the rule; they are then changed."""
        rule, wager, required = on_stakes
        stakes = entries(facts, STAKE)
        if required is not None:
            if stakes.get(wager) and not stakes.get(required):
                stakes[required] = self._amount(required)
                return True
            return False
        if not self._breached(rule, facts):
            return False
        stakes[wager] = self.random.choice(list(self._values(rule, facts)) or [0])
        return True

    # ---- values that clauses allow

    def _values(self, rule: ActiveReading, facts: Facts) -> tuple[object, ...]:
        """Values that the rule by itself allows."""
        return self.rules.allowed(rule, facts, lambda row: tuple(self._allowed(rule, row)))

    def _allowed(self, rule: ActiveReading, facts: Facts) -> Iterator[object]:
        if isinstance(rule.duty, core.Rounding):
            yield from (value for value in [self.rules.rounded(rule, facts)] if value is not None)
            return
        for limit in limits_of(rule.duty):
            if limit.kind is LimitKind.NOT_AMONG:
                kind = self.book.fields[rule.subject.name].type
                excluded = [value.value for value in limit.operands if isinstance(value, core.Const)]
                yield from (value.value for value in kind.values if value.value not in excluded)
                yield from AMOUNTS if kind.kind == "money" else ()
            else:
                values = (self.rules.value(operand, facts) for operand in limit.operands)
                yield from (value for value in values if value is not None)

    # ---- random facts

    def _dealt(self, facts: Facts, common: Facts, drawn: set[int]) -> Facts:
        """The facts with all random draws, in the law's order, and everything that follows from them."""
        waiting, decks_of = list(self.constraints.chances), dict[str, tuple[int, int]]()
        while waiting:
            open_hands = {
                field for rule in waiting if isinstance(rule.duty, core.Deal) for field, _ in rule.duty.dealt
                if field not in common
            }  # fmt: skip
            seen = self._follow(facts, open_hands, among=self.constraints.before_deal)
            ready = next((rule for rule in waiting if self.rules.applies(rule, seen) is True), None)
            if ready is None:
                choice = self._undetermined(waiting, seen)
                if choice is None:
                    break
                facts |= choice
                continue
            waiting.remove(ready)
            match ready.duty:
                case core.Chance(lots=lots, subject=subject):
                    if subject.name not in common:
                        values = [value.value for value, _ in lots]
                        facts[subject.name] = self.random.choices(values, [ways for _, ways in lots])[0]
                case core.Deal(dealt=dealt, decks=stated, jokers=jokers):
                    decks = as_number(facts.get(stated)) if isinstance(stated, str) else stated
                    if decks is None:
                        raise NotDealt(f"the filing does not state '{stated}'")
                    for field, many in dealt:
                        if field not in common:
                            target, decks_of[field] = self.target.fields.get(field), (int(decks), jokers)
                            facts[field] = self.sampler.hand(
                                hand_of(facts, field), many, decks_of[field], drawn, target, self.start
                            )  # fmt: skip
        for field, target in self.target.fields.items():
            if field in decks_of and 0 < len(hand_of(facts, field)) < target.size:
                more = target.size - len(hand_of(facts, field))
                facts[field] = self.sampler.hand(
                    hand_of(facts, field), more, decks_of[field], drawn, target, self.start
                )
        return self._follow(self._set_hands(facts, common))

    def _set_hands(self, facts: Facts, common: Facts) -> Facts:
        """The facts with hands set from cards: the first as strong as it can be, or with the most frequent ranks."""
        for whole, parts in self.constraints.parted:
            cards, counts = hand_of(facts, whole), [self.book.rankings[ranking].count for _, ranking in parts]
            shared = self.constraints.shared if common else ()
            recorded = [part for part, _ in parts if facts.get(part) is not None or part in shared]
            if recorded or len(cards) != sum(counts) or self.random.random() < SELDOM:
                continue
            high = [14 if rank < 2 else rank for rank, _ in cards]
            most_frequent = sorted(range(len(cards)), key=lambda n: (-high.count(high[n]), -high[n]))
            first = tuple(most_frequent[: counts[0]])
            if self.random.random() < STRONGEST:
                first = self.rules.evaluator.ranking(core.RankingRef(parts[0][1])).strongest_places(cards)
            left = iter([cards[n] for n in (*first, *(n for n in range(len(cards)) if n not in first))])
            facts = {**facts, **{part: (*islice(left, many),) for (part, _), many in zip(parts, counts, strict=True)}}
        return facts

    def _undetermined(self, waiting: list[ActiveReading], facts: Facts) -> Facts | None:
        """A value for a field that a deal depends on and no rule determines: somebody chooses it."""
        conditions = [expr for rule in waiting for expr in rule.duty.applies if isinstance(expr, core.Compare)]
        for one in conditions:
            name = one.left.name if isinstance(one.left, core.Fact) else ""
            if name in self.book.fields and name not in self.constraints.derived and facts.get(name) is None:
                compared = [o.right for o in conditions if o.left == one.left and isinstance(o.right, core.Const)]
                values = {const.value for const in compared if isinstance(const.value, int | Fraction)} | {Fraction(0)}
                return {name: self._preferred(name, shuffled(self.random, sorted(values)), facts)[0]}
        return None

    # ---- derived facts

    def _follow(
        self,
        facts: Facts,
        open_hands: Iterable[str] = (),
        changed: Collection[str] | None = None,
        among: tuple[int, list[ExactRule]] | None = None,
    ) -> Facts:
        """The facts with everything that follows and that exact rules determine; no rule counts the cards of a hand that may grow."""
        derivations, exact_rules = (None, self.constraints.exact) if among is None else among
        reading = self.constraints.exact_reading
        while True:
            before = len(facts)
            facts = self.rules.complete(facts, changed, derivations)
            known = len(facts)
            if changed is not None and among is None:
                read = 0
                for name in chain(changed, islice(facts, before, None)):
                    read |= reading.get(name, 0)
                exact_rules = [self.constraints.exact[n] for n in self.rules.members[read]]
            for exact in exact_rules:
                name = exact.field
                if facts.get(name) is not None or not exact.operands.isdisjoint(open_hands):
                    continue
                if exact.applies(facts) is True:
                    value = next(iter(self._values(exact.rule, facts)), None)
                    if value is not None and _fits(exact.divisor, value):
                        facts = {**facts, name: value}
            if len(facts) == known:
                return facts
            changed = [*facts][known:]

    # ---- choices of players and dealers

    def _chosen(self, facts: Facts, common: Facts, later: Collection[str] = ()) -> Facts:
        """The facts with fields chosen from the values that the rules on them allow, else from all their values."""
        settled_together = self.constraints.shared if common else ()
        for name, field in self.constraints.choices.items():
            if facts.get(name) is not None or name in settled_together or name in self.postponed or name in later:
                continue
            if field.deriving and self._ambiguous(field, facts):
                continue
            for value in self._preferred(name, self._choices(field, facts), facts):
                tried = {**facts, name: value}
                if field.read:
                    tried = self._follow(tried, changed={name})
                if not any(judge(tried) == FAIL for judge in field.judges):
                    facts = tried
                    break
        return facts

    def _ambiguous(self, field: FieldChoices, facts: Facts) -> bool:
        """Whether a value follows for the field, but not one value alone."""
        return any(self.rules.derive(rule, facts) is not None for rule in field.deriving)

    def _preferred(self, name: str, values: Sequence[object], facts: Facts) -> list[object]:
        """The values ordered: those that meet the target first, else the choice of the round before first."""
        target = self.target.fields.get(name)
        if target:
            return sorted(values, key=lambda value: target.holds({**facts, name: value}) is not True)
        before = self._last(facts).get(name) if self.repeats and not self.previous_hand else None
        return [*values] if before is None or before not in values else [before, *values]

    def _named(self, breached: list[str]) -> set[str]:
        """The fields whose values the breached clauses make unlawful."""
        named = {
            rule.subject.name for rule in self.constraints.rules
            if rule.clause.id in breached and not rule.subject.of and _bounds_or_derives(rule.duty)
        }  # fmt: skip
        named |= {name for name, others in self.constraints.equal_to.items() if named & {*others}}
        return named & self.constraints.choices.keys()

    def _chosen_again(self, fields: set[str], facts: Facts, common: Facts) -> Facts:
        """The facts with fields chosen again if another fact made their values unlawful."""
        return self._chosen({name: value for name, value in facts.items() if name not in fields}, common)

    def _choices(self, field: FieldChoices, facts: Facts) -> Sequence[object]:
        name, kind = field.name, field.kind
        found: list[object] = []
        for rule, applies, at_most in field.rules:
            truth = applies(facts)
            if truth is True or truth is None and isinstance(rule.duty, core.Rounding):
                found += self._values(rule, facts)
                if at_most:
                    found += [
                        self.random.randrange(int(most) + 1) for most in found[-1:] if isinstance(most, int | Fraction)
                    ]  # fmt: skip
        found += [facts[other] for other in field.equal_to if facts.get(other) is not None]
        if kind == "count" and name in self.target.fields:
            found += [v + step for v in field.compared if isinstance(v, int | Fraction) for step in (1, -1)]
        bounded = bool(found)
        found += field.compared
        if field.of_wagers:
            found += [(wager,) for wager in self.wagers if entries(facts, STAKE).get(wager)]
        found += () if bounded else field.amounts
        if found:
            found = [*dict.fromkeys(found)]
            if field.divisor:
                found = [value for value in found if _fits(field.divisor, value)]
        if not found:
            match kind:
                case "count" if field.counts_free:
                    found = [*range(self.seats + 1)]
                case "one_of":
                    found = [*field.values]
                case "flag":
                    return [False, True] if self.random.random() > SELDOM else [True, False]
        if field.shown:
            return self._shown(name, facts)
        return shuffled(self.random, found) if len(found) > 1 else found

    def _shown(self, name: str, facts: Facts) -> list[Hand]:
        """Cards that are recorded and that no rule deals: towards the target, or a single card if cards are counted."""
        if name in self.target.reads:
            held = next((hand_of(facts, hand)[:1] for hand in facts if hand in self.constraints.hands), ())
            return [*self.sampler.pairs(self.target.fields.get(name)), (*held, *held)]
        shown = name in self.constraints.counted and self.random.random() < SELDOM
        return [(self.sampler.card(1, 0, set()),)] if shown else []

    def _breached(self, rule: ActiveReading, facts: Facts) -> bool:
        return self.rules.judge_rule(rule, facts) == FAIL

    # ---- settlement

    def _settled(self, facts: Facts, common: Facts, changed: Iterable[str] = ()) -> Facts:
        """The facts with every wager settled. `changed`: the facts from which not everything may be derived that follows."""
        unsettled = self._unsettled(facts, common)
        gone = {*changed, *self.constraints.settled, *query.SETTLEMENT}
        facts = self.rules.complete(unsettled, gone)
        gone.update([*facts][len(unsettled) :])
        for bonus, wager in self.constraints.bonuses.items():
            entries(facts, STAKE)[bonus] = entries(facts, STAKE)[wager]
        for wager in self.offers:
            if entries(facts, STAKE).get(wager):
                self.wager_settlement.settle(wager, facts)
        for rule, (limit, *_) in self.constraints.awards:
            amount, wager = rule.subject.name, str(rule.subject.of)
            if entries(facts, STAKE).get(wager) and self._breached(rule, facts):
                value = self.rules.number(limit.operands[0], facts)
                if value is not None:
                    more = [a for a in AMOUNTS if a > value] if limit.kind is LimitKind.AT_LEAST else []
                    entries(facts, amount)[wager] = self.random.choice([value, *more])
        unsettled = self._unsettled(facts, common)
        return self._chosen(self._follow(unsettled, changed=gone), common)

    def _unsettled(self, facts: Facts, common: Facts) -> Facts:
        """The facts without fields that depend on how wagers end, except those that the round shares."""
        gone = self.constraints.settled - {*query.SETTLEMENT} - common.keys()
        return {name: value for name, value in facts.items() if name not in gone}


def _fits(divisor: int, value: object) -> bool:
    """Whether a number is a whole number of parts, of which one has the divisor; 0 if the field is no such number."""
    return not divisor or isinstance(value, int | Fraction) and value >= 0 and (value * divisor).denominator == 1


def _bounds_or_derives(duty: core.Duty) -> bool:
    return isinstance(duty, core.Derives) or bool(limits_of(duty))
