"""Deals lawful rounds of a game from its rules alone: what chance deals, what follows, what each clause demands.

It reads the rules as the interpreter does, and shares nothing with what audits rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import date
from fractions import Fraction
from itertools import combinations, islice
from random import Random
from typing import Any

from pitboss.compiler.front.wager_columns import MONEY, SETTLEMENT
from pitboss.compiler.model.cards import column, key_of
from pitboss.compiler.model.rulebook import Check, Clause, Field, Rulebook
from pitboss.compiler.oracle.fast.settlement import Facts, Settlement
from pitboss.compiler.oracle.kleene import FAIL, OPEN, Truth
from pitboss.compiler.oracle.other_rows import EARLIER
from pitboss.compiler.simulate.biased_sampling import DRAWS, Drawing, Spent, shuffled
from pitboss.compiler.simulate.field_constraints import Heeded, limit_of
from pitboss.compiler.simulate.round_assembly import Joined
from pitboss.compiler.simulate.targets import Ask, Wish, Wishes
from pitboss.compiler.simulate.wager_settlement import Ending
from pitboss.grammar import tree as t

AMOUNTS = (5, 10, 20, 25, 40, 50, 100, 200, 500, 1000, 2000)
SEATS = 6  # where the filing does not bound them
MADE = 4  # how many wagers a seat makes at most by itself
TRIES = 40  # how often a seat is tried, and a round whose seats go together
AGAIN = 8  # how often something else goes wrong in a round, where no first seat was lawful
MENDED = 4  # how often what is not lawful in a seat is chosen anew
SETTLED = 10  # how often stakes are mended, each by the others
OFTEN = 0.5  # how often a hand is set as strong as it can be
GOES_ON = 0.1  # how often a round goes on as the one before
WISHED = 12  # how often a seat is tried with what is wished for
NOTHING = Wish()
SELDOM = 0.1  # how often a flag is up that nothing asks for, something goes wrong, or a hand comes of few cards


class NotDealt(ValueError):
    """The rules do not say enough to deal the game, or the filing not enough to settle it."""


class Dealer:
    def __init__(
        self, book: Rulebook, game: str, table: Facts, day: date, random: Random, seats: int | None = None
    ) -> None:
        self.book, self.random = book, random
        self.settlement = Settlement(book, game, table, day)
        self.offers = [name for name in table.get("offers", {}) if name in book.names]
        self.wagers = [name for name in self.offers if book.names[name].kind == "wager"]
        mine = [n.name for n in book.names.values() if n.kind in ("wager", "option") and n.game in (None, game)]
        self.start: Facts = {**table, **{what: dict.fromkeys(mine, 0) for what in MONEY}, "settled_as": {}}
        self.heeds = Heeded(self.settlement, self.offers)
        if not self.heeds.chances:
            raise NotDealt(f"no rule says what chance deals in '{game}'")
        if not self.wagers:
            raise NotDealt(f"no wager of '{game}' is filed at the table")
        self.ending = Ending(self.settlement, self.heeds, random)
        self.joined = Joined(self.settlement, self.heeds.on_field, self.heeds.same)
        self.wishes = Wishes(self.settlement, self.wagers, self.heeds.bonuses, self.heeds.hands, random)
        self.wish = NOTHING
        self.goes_on = False  # whether players do again what they did
        self.beside: Facts = {}  # the hand of the same seat before
        bound = int(table.get("boxes") or SEATS)
        self.seats = min(bound, seats or bound)
        self.waits: set[str] = set()  # what is not chosen yet
        self.wrong: Facts = {}  # what went wrong in the round, and what it led to
        self.drawing = Drawing(random)

    # ---- one round

    def deal(self, wish: Wish = NOTHING) -> list[Facts]:
        """The rows of a lawful round, one a seat or hand; a seat that is not lawful beside the others leaves.

        As far as chance and the law let it, the round is what is wished for.
        """
        self.wish = wish
        self.goes_on = self.joined.earlier is not None and self.random.random() < (1 - SELDOM if wish.far else GOES_ON)
        if not self.joined.any:
            return self._rows()
        for tried in range(TRIES):
            if tried >= WISHED:  # what is wished for, or what players did before, may not be lawful here
                self.wish, self.goes_on = NOTHING, False
            rows = self._rows()
            self.waits = set()
            while rows:
                made = self.joined.finished(rows, self._settled, self.heeds.shared)
                said = map(self.settlement.judge, made)
                wrong = [n for n, one in enumerate(said) if {FAIL, OPEN} & {*one.values()}]
                if not wrong:
                    return self.joined.bare(made)
                rows = rows[: wrong[-1]] + rows[wrong[-1] + 1 :]
        raise NotDealt("no lawful round was found whose seats go together")

    def _rows(self) -> list[Facts]:
        """What the round as a whole has is dealt with the first seat, and is in all of them."""
        drawn: set[int] = set()
        for tried in range(AGAIN):
            self.wrong = self._irregular()
            wished, self.wish = self.wish, NOTHING if tried >= AGAIN // 2 else self.wish
            first, drawn = self._seat({}, drawn, [])
            self.wish = wished
            if first is not None:
                break  # else what went wrong may lead nowhere lawful at this table
        else:
            raise NotDealt("no lawful round was found")
        shared = self.heeds.shared - self.joined.far
        rows, common = [first], {name: first[name] for name in first if name in shared}
        left = self.random.randint(1, self.seats) - 1
        while True:
            own = self.joined.hand(rows, self.random)
            if not own and not left:
                break
            left -= not own
            self.beside = rows[-1] if own else {}
            row, drawn = self._seat({**common, **own}, drawn, rows)
            if row is None:
                break  # the cards are spent, or nobody could sit down lawfully
            rows.append(row)
        self.beside = {}
        return rows

    def _irregular(self) -> Facts:
        """Seldom something goes wrong, as its clause has it, and leads to what it lawfully can."""
        asked = self.wish.asks.get("consequence")
        if not self.heeds.irregular or not asked and self.random.random() >= SELDOM:
            return {"irregularity": "none", "consequence": "none"}
        ways = [(c, str(v.value)) for c in self.heeds.irregular for v in c.predicate.values]  # type: ignore[union-attr]
        if asked:
            ways = [way for way in ways if asked.holds({**self.start, "consequence": way[1]})] or ways
        check, became = self.random.choice(ways)
        how = self.heeds.how_met(check, self.start)
        return {**(how or {}), "irregularity": check.subject.name, "consequence": became}

    def _seat(self, common: Facts, drawn: set[int], rows: list[Facts]) -> tuple[Facts | None, set[int]]:
        """The facts of a seat, lawful beside what the round has already, and the cards that are out of the deck then."""
        wished, self.waits = self.wish, self.joined.later
        found = self._tried(common, drawn, {**self.joined.seat(rows), **common})
        self.wish = wished  # the next seat is tried with it again
        return found

    def _tried(self, common: Facts, drawn: set[int], seen: Facts) -> tuple[Facts | None, set[int]]:
        for tried in range(TRIES):
            if tried == WISHED:
                self.wish = NOTHING
            out = set(drawn)
            self.drawing.few = None if self.random.random() < SELDOM else []
            try:
                dealt = self._dealt(self._staked(seen), common, out)
                facts = self._settled(self._chosen(dealt, common, self.heeds.settled), common)
            except Spent:
                return None, drawn
            before = None
            for _ in range(MENDED):
                said = self.settlement.judge(facts, before)
                wrong = [clause for clause, verdict in said.items() if verdict in (FAIL, OPEN)]
                if not wrong:
                    if self.wish.met(facts) is False:
                        break
                    return facts, out
                before = (facts, said)
                facts = self._chosen_again(wrong, self._staked_again(wrong, facts, common), common)
        return None, drawn

    def _staked(self, common: Facts) -> Facts:
        facts = {**self.start, **self.wrong, **common, **{what: dict(self.start[what]) for what in SETTLEMENT}}
        many = self.random.randint(1, min(MADE, len(self.wagers)))
        last = self._last(facts).get("stake", {})
        made = [wager for wager in self.wagers if last.get(wager)] or self.random.sample(self.wagers, many)
        for wager in dict.fromkeys((*self.wish.wagers, *made)):
            asked = self.wish.asks.get(f"stake of {wager}")
            if not asked or asked.holds({"stake": {wager: 0}}) is not True:
                facts["stake"][wager] = last.get(wager) or self._amount(wager, asked)
        for _ in range(SETTLED):
            changed = False
            for clause, check in self.heeds.on_stakes:
                changed |= self._mend(clause, check, facts)
            if not changed:
                break
        return facts

    def _last(self, facts: Facts) -> Facts:
        """What the same seat had in the round before, where players do it again; for a further hand, what it has already."""
        if self.beside:
            return self.beside
        rows = facts.get(EARLIER) or () if self.goes_on else ()
        return next((row for row in rows if row.get("seat") == facts.get("seat")), {})

    def _staked_again(self, wrong: list[str], facts: Facts, common: Facts) -> Facts:
        """What was staked before the cards made it unlawful is mended, and settled."""
        stakes = [one for one in self.heeds.on_stakes if one[0].id in wrong]
        if not stakes:
            return facts
        facts = {**facts, **{what: dict(self.start[what]) for what in SETTLEMENT}, "stake": dict(facts["stake"])}
        for one in stakes:
            self._mend(*one, facts)
        return self._settled(facts, common)

    def _amount(self, wager: str, asked: Ask | None = None) -> Any:
        offer = self.start["offers"].get(wager, {})
        low, high = offer.get("minimum") or 5, offer.get("maximum") or 500
        within = offer.get("stakes") or [a for a in dict.fromkeys((low, *AMOUNTS)) if low <= a <= high] or [low]
        if asked:
            within = [a for a in within if asked.holds({"stake": {wager: a}})] or within
        return self.random.choice(within)

    def _mend(self, clause: Clause, check: Check, facts: Facts) -> bool:
        """Makes stakes keep a clause that they break."""
        law, subject = check.predicate, check.subject
        if isinstance(law, t.Requires):
            if facts["stake"].get(subject.name) and not facts["stake"].get(law.names[0]):
                facts["stake"][law.names[0]] = self._amount(law.names[0])
                return True
            return False
        if not isinstance(law, t.Limit) or subject.name != "stake" or not subject.of:
            return False
        if not self._broken(clause, check, facts):
            return False
        value = self.random.choice(list(self._values(clause, check, facts)) or [0])
        facts["stake"][subject.of] = value
        return True

    def _values(self, clause: Clause, check: Check, facts: Facts) -> tuple[Any, ...]:
        """Values that the clause alone would allow."""
        ask = self.settlement.values
        return ask(check, facts, lambda one: tuple(self._allowed(clause, check, one)))  # type: ignore[no-any-return]

    def _allowed(self, clause: Clause, check: Check, facts: Facts) -> Iterator[Any]:
        law, here = limit_of(check), self.settlement.here(clause, facts)
        if isinstance(check.predicate, t.Rounds):
            yield from (value for value in [self.settlement.rounded(clause, check, facts)] if value is not None)
            return
        if law.by:
            cell = column(check.table, 1).get(key_of(here.facts.get(law.by, "")))
            if cell is not None:
                yield here.value(cell)
            return
        if law.mode == "not_among":
            kind = here.book.fields[check.subject.name].type
            yield from (v.value for v in kind.values if v.value not in [one.value for one in law.values])  # type: ignore[union-attr]
            if kind.kind == "money":
                yield from AMOUNTS
            return
        for quantity in law.values:
            value = here.said(quantity, check.subject)
            if value is not None:
                yield value

    def _dealt(self, facts: Facts, common: Facts, drawn: set[int]) -> Facts:
        """What chance deals, in the law's order, and what follows from it."""
        waiting, decks_of = list(self.heeds.chances), dict[str, tuple[int, int]]()
        while waiting:
            open_hands = {
                field for _, c in waiting if isinstance(c.predicate, t.Deal) for field, _ in c.predicate.dealt
                if field not in common
            }  # fmt: skip
            seen = self._follow(facts, open_hands, among=self.heeds.first)
            ready = next((one for one in waiting if self._true(*one, seen) is True), None)
            if ready is None:
                left = self._left_open(waiting, seen)
                if left is None:
                    break
                facts |= left
                continue
            waiting.remove(ready)
            predicate: Any = ready[1].predicate
            if isinstance(predicate, t.Chance):
                if predicate.field in common:
                    continue
                values = [literal.value for literal, _ in predicate.lots]
                facts[predicate.field] = self.random.choices(values, [many for _, many in predicate.lots])[0]
                continue
            decks = facts.get(predicate.decks) if isinstance(predicate.decks, str) else predicate.decks
            if decks is None:
                raise NotDealt(f"the filing does not tell '{predicate.decks}'")
            for field, many in predicate.dealt:
                if field in common:
                    continue
                ask, decks_of[field] = self.wish.asks.get(field), (int(decks), predicate.jokers)
                facts[field] = self.drawing.hand(facts.get(field, ()), many, decks_of[field], drawn, ask, self.start)
        for field, ask in self.wish.asks.items():
            if field in decks_of and 0 < len(facts[field]) < ask.many:
                more = ask.many - len(facts[field])
                facts[field] = self.drawing.hand(facts[field], more, decks_of[field], drawn, ask, self.start)
        return self._follow(self._set(facts, common))

    def _set(self, facts: Facts, common: Facts) -> Facts:
        """Hands are set of cards: the first as strong as it can be, or of that of which there is most."""
        for whole, parts in self.heeds.parted:
            cards, counts = facts.get(whole), [self.book.rankings[ranking].count for _, ranking in parts]
            told = [part for part, _ in parts if facts.get(part) is not None or common and part in self.heeds.shared]
            if cards is None or told or len(cards) != sum(counts) or self.random.random() < SELDOM:
                continue
            high = [14 if rank < 2 else rank for rank, _ in cards]
            sets: list[tuple[Any, ...]] = [
                tuple(sorted(range(len(cards)), key=lambda n: (-high.count(high[n]), -high[n]))[: counts[0]])
            ]
            if self.random.random() < OFTEN:
                sets = [*combinations(range(len(cards)), counts[0])]
            first = max(sets, key=lambda places: self._strength(parts[0][1], tuple(cards[n] for n in places)))
            left = iter([cards[n] for n in (*first, *(n for n in range(len(cards)) if n not in first))])
            facts = {**facts, **{part: (*islice(left, many),) for (part, _), many in zip(parts, counts, strict=True)}}
        return facts

    def _strength(self, ranking: str, cards: tuple[Any, ...]) -> Any:
        clause = self.settlement.derived[0][0]
        found = self.settlement.reader(clause).strongest(ranking, cards, self.start, None)
        return found[0] if found else 0

    def _left_open(self, waiting: list[tuple[Clause, Check]], facts: Facts) -> Facts | None:
        """What a deal waits for and no rule tells is somebody's choice: so, or otherwise."""
        asked = [c for _, check in waiting for c in check.conditions if isinstance(c, t.Comparison)]
        for one in asked:
            name = one.left.name if isinstance(one.left, t.Path) else ""
            if name in self.book.fields and name not in self.heeds.follow and facts.get(name) is None:
                values = {o.right.value for o in asked if o.left == one.left and isinstance(o.right, t.Literal)}
                return {name: self._wished(name, shuffled(self.random, sorted({Fraction(0), *values})), facts)[0]}
        return None

    def _true(self, clause: Clause, check: Check, facts: Facts) -> Truth:
        return self.settlement.conditions(clause, check, facts)

    def _follow(
        self, facts: Facts, open_hands: Iterable[str] = (), changed: str | None = None, among: Any = (None, None)
    ) -> Facts:
        """What follows, and what exact clauses leave no choice about; of a hand that may grow no clause counts the cards."""
        new: set[str] | None = None if changed is None else {changed}
        while True:
            before = len(facts)
            facts = self.settlement.complete(facts, new, among[0])
            new = None if new is None else {*new, *[*facts][before:]}
            for number, (clause, check, name, reads) in enumerate(self.heeds.exact):
                if among[1] is not None and number not in among[1]:
                    continue
                if new is not None and new.isdisjoint(self.heeds.asking[id(check)]):
                    continue
                if facts.get(name) is not None or not reads.isdisjoint(open_hands):
                    continue
                if self._true(clause, check, facts) is True:
                    value = next(iter(self._values(clause, check, facts)), None)
                    if value is not None and self._fits(name, value):
                        facts = {**facts, name: value}
            if len(facts) == before:
                return facts
            new = None if new is None else {*[*facts][before:]}

    def _fits(self, name: str, value: Any) -> bool:
        kind = self.book.fields[name].type.kind
        if kind == "count":
            return Fraction(value).denominator == 1 and value >= 0
        return kind != "money" or (100 * Fraction(value)).denominator == 1 and value >= 0

    def _chosen(self, facts: Facts, common: Facts, later: Collection[str] = ()) -> Facts:
        """What players and dealers choose: of what the clauses on a field allow, else of its values."""
        for field in self.heeds.fields:
            told = facts.get(field.name) is not None or common and field.name in self.heeds.shared
            if told or field.name in self.waits or field.name in later or self._open(field.name, facts):
                continue
            for value in self._wished(field.name, self._choices(field, facts), facts):
                tried = {**facts, field.name: value}
                if field.name in self.heeds.read:
                    tried = self._follow(tried, changed=field.name)
                if not self._breaks(field.name, tried):
                    facts = tried
                    break
        return facts

    def _open(self, name: str, facts: Facts) -> bool:
        """Whether the law says what a field comes to, but not one thing alone."""
        return name in self.heeds.follow and any(
            self.settlement.follows(clause, check, facts) is not None
            for clause, version, told in self.settlement.derived if told == name for check in version.checks
        )  # fmt: skip

    def _wished(self, name: str, values: list[Any], facts: Facts) -> list[Any]:
        """What is wished for comes first, else what was chosen in the round before."""
        ask = self.wish.asks.get(name)
        if ask:
            return sorted(values, key=lambda value: ask.holds({**facts, name: value}) is not True)
        before = self._last(facts).get(name) if self.goes_on and not self.beside else None
        return values if before is None or before not in values else [before, *values]

    def _chosen_again(self, wrong: list[str], facts: Facts, common: Facts) -> Facts:
        """What was chosen before something else made it unlawful is chosen anew."""
        named = {
            check.subject.name for clause, check, _ in self.heeds.laws if clause.id in wrong and not check.subject.of
        }
        named |= {name for name, others in self.heeds.same.items() if named & {*others}}
        mine = ({field.name for field in self.heeds.fields} & named) - common.keys()
        return self._chosen({name: value for name, value in facts.items() if name not in mine}, common)

    def _choices(self, field: Field, facts: Facts) -> list[Any]:
        found: list[Any] = []
        for clause, check in self.heeds.on_field.get(field.name, ()):
            truth = self._true(clause, check, facts)
            if truth is True or truth is None and isinstance(check.predicate, t.Rounds):
                found += self._values(clause, check, facts)
                if limit_of(check).mode == "at_most" and field.type.kind == "count":
                    found += [Fraction(self.random.randrange(int(most) + 1)) for most in found[-1:]]
        found += [facts[other] for other in self.heeds.same.get(field.name, ()) if facts.get(other) is not None]
        if field.name in self.wish.asks and field.type.kind == "count" and field.name not in self.heeds.follow:
            found += [value + step for value in self.heeds.asked.get(field.name, ()) for step in (1, -1)]
        bound, money = bool(found), "money" in (field.type.kind, *(item.kind for item in field.type.items))
        found += self.heeds.asked.get(field.name, ()) if field.name not in self.heeds.follow else ()
        if field.type.items and field.type.items[0].kind == "name":
            found += [(wager,) for wager in self.wagers if facts["stake"].get(wager)]
        found += () if bound or not money else [(a,) if field.type.items else a for a in AMOUNTS]
        found = [value for value in dict.fromkeys(found) if self._fits(field.name, value)]
        if not found and field.type.kind == "count":
            others = [other for other in self.heeds.same.get(field.name, ()) if other not in self.heeds.follow]
            found += range(self.seats + 1) if others else ()
        if not found and field.type.kind == "one_of":
            found = [v.value for v in field.type.values]
        if not found and field.type.kind == "flag":
            return [False, True] if self.random.random() > SELDOM else [True, False]
        if field.type.kind == "cards" and field.name not in self.heeds.hands:
            return self._shown(field.name, facts)
        return shuffled(self.random, found)

    def _shown(self, name: str, facts: Facts) -> list[Any]:
        """Cards that are told of and that no rule deals: those that are wished for, else a single one where cards are counted."""
        if name in self.wish.reads:
            ask = self.wish.asks.get(name)
            had = next((facts[hand][:1] for hand in facts if hand in self.heeds.hands), ())
            pairs = [(self.drawing.card(1, 0, set(), ask), self.drawing.card(1, 0, set(), ask)) for _ in range(DRAWS)]
            return [*pairs, (*had, *had)]
        shown = name in self.heeds.counted and self.random.random() < SELDOM
        return [(self.drawing.card(1, 0, set()),)] if shown else []

    def _breaks(self, name: str, facts: Facts) -> bool:
        return any(self._broken(clause, check, facts) for clause, check in self.heeds.reading.get(name, ()))

    def _broken(self, clause: Clause, check: Check, facts: Facts) -> bool:
        return self.settlement.reading(clause, check, facts) == FAIL

    # ---- settling

    def _settled(self, facts: Facts, common: Facts) -> Facts:
        facts = self.settlement.complete(self._unsettled(facts, common))
        for bonus, wager in self.heeds.bonuses.items():
            facts["stake"][bonus] = facts["stake"][wager]
        for wager in self.offers:
            if facts["stake"].get(wager):
                self.ending.settle(wager, facts)
        for clause, check, law in self.heeds.by_wager:
            what, wager = check.subject.name, str(check.subject.of)
            if facts["stake"].get(wager) and self._broken(clause, check, facts):
                value = self.settlement.here(clause, facts).value(law.values[0])
                if value is not None:
                    more = [a for a in AMOUNTS if a > value] if law.mode == "at_least" else []
                    facts[what][wager] = self.random.choice([value, *more])
        return self._chosen(self._follow(self._unsettled(facts, common)), common)

    def _unsettled(self, facts: Facts, common: Facts) -> Facts:
        """Without what was told of money that may change, beside what the round has already."""
        gone = self.heeds.settled - {*SETTLEMENT} - common.keys()
        return {name: value for name, value in facts.items() if name not in gone}
