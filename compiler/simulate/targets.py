"""What a clause asks of a round, part by part: a dealer that is told deals a round that the clause is about, rare hands too.

A part that reads one field, or one hand, says which of its values are wished for; what reads more is left to trying again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from pitboss.compiler.front.paths import overs
from pitboss.compiler.front.wager_columns import MONEY
from pitboss.compiler.front.walk import within
from pitboss.compiler.model.cards import CARDS
from pitboss.compiler.model.rulebook import Check, Clause, Said
from pitboss.compiler.oracle.fast.settlement import Facts, Settlement
from pitboss.compiler.oracle.kleene import Truth
from pitboss.grammar import tree as t

ENOUGH = {"=": 0, ">=": 0, ">": 1}  # how much more than the number named is enough
Cards = frozenset[tuple[int, str]]


class Ask(NamedTuple):
    """What is asked of a field: what tells it; of a hand, the cards that it names, and how many it has then."""

    name: str
    holds: Callable[[Facts], Truth]
    cards: Cards = frozenset()
    many: int = 0


class Wish(NamedTuple):
    """A round to be dealt: with `wagers`, with fields as they are asked for, among all that a clause reads.

    `met`: whether a round is what was wished for, as far as can be told.
    """

    wagers: tuple[str, ...] = ()
    asks: Mapping[str, Ask] = MappingProxyType({})
    reads: frozenset[str] = frozenset()
    met: Callable[[Facts], Truth] = lambda facts: True
    far: bool = False  # what is wished for comes about over several rounds


class Wishes:
    """`bonuses`: what is paid like a wager, and the wager that it is reckoned on; `hands`: what chance deals."""

    def __init__(
        self, settlement: Settlement, wagers: list[str], bonuses: dict[str, str], hands: set[str], random: Random
    ) -> None:
        self.settlement, self.wagers, self.random = settlement, wagers, random
        self.bonuses, self.hands = bonuses, hands
        self.behind: dict[str, str] = {}  # what follows from one hand, and which
        self.numbers: dict[str, set[int]] = {hand: set() for hand in hands}
        self.onwards: dict[str, tuple[t.Expr, ...]] = {}  # what brings a count from round to round one on
        for number, (_, version, name) in enumerate(settlement.derived):
            law = version.checks[0].predicate
            if isinstance(law, t.Limit) and any(_one_more(value, name) for value in law.values):
                self.onwards.setdefault(name, version.checks[0].conditions)
            reads = [e for check in version.checks for p in [check.predicate] for e in getattr(p, "values", ())]
            seen = {view.name for view in settlement.sight.views([*reads, *version.checks[0].conditions])}
            if len(seen) == 1 and (hand := min(seen)) in hands:
                self.behind[name] = hand
                self.numbers[hand].add(number)

    def possible(self, clause: Clause, check: Check) -> bool:
        """Whether it can apply at the table: what is filed there is not against it, and its wager is offered."""
        book, sight, read = self.settlement.book, self.settlement.sight, self.settlement.reader(clause)
        filed = [part for expr in check.conditions for part in _conjuncts(expr) if not sight.views([part])]
        subject = check.subject
        kinds = ("wager", "option")
        names = [n for n in (subject.of, subject.name) if n in book.names and book.names[n].kind in kinds]
        names += [path.of for path in _staked(check) if path.of and path.of in book.names]
        offered = self.settlement.table.get("offers", {})
        return all(name in offered for name in names) and read.every((*filed,))(self.settlement.table) is not False

    def of(self, clause: Clause, check: Check) -> Wish:
        """One of the ways in which the clause can apply."""
        subject, law = check.subject, check.predicate
        named = [self.bonuses.get(str(name), name) for name in (subject.of, subject.name) if subject.name != "stake"]
        wager = next((name for name in named if name in self.wagers), None)
        checks = [(clause, check)]
        if isinstance(law, t.Pays | t.PaysOnly | t.Shares) or subject.name in ("paid", "settled_as"):
            checks += self._paid(subject.of or subject.name, isinstance(law, t.Shares))
        elif isinstance(law, Said) and law.what == "outcome":
            checks = []
        return self._wish(() if wager is None else (wager,), checks)

    def _paid(self, wager: str, meter: bool) -> list[tuple[Clause, Check]]:
        """How the wager can win, or a row of its payouts be reached."""
        settlement = self.settlement
        rows = [row for row, (kind, _) in settlement.payouts(wager).items() if (kind == "meter") == meter]
        ways = [[(c, v.checks[0]) for c, v in settlement.saying(wager, row)] for row in rows]
        wins = [[(c, k)] for c, k in settlement.about(t.Result, wager) if k.predicate == t.Result("wins")]
        found = [way for way in (ways if meter else ways + wins) if way]
        return self.random.choice(found) if found else []

    def _wish(self, wagers: tuple[str, ...], checks: list[tuple[Clause, Check]]) -> Wish:
        told: dict[str, list[t.Expr]] = {}
        clauses, reads = [clause for clause, _ in checks], [expr for _, check in checks for expr in check.conditions]
        counted = {view.name for view in self.settlement.sight.views(reads)} & {*self.onwards}
        reads += [expr for name in sorted(counted) for expr in self.onwards[name]]
        for part in (part for expr in reads for part in self._one_way(expr)):
            views = {(view.name, view.of) for view in self.settlement.sight.views([part])}
            if len(views) != 1 or any(True for _ in overs(part)):
                continue
            ((name, of),) = views
            if name in MONEY and of:
                none = self.settlement.reader(clauses[0]).every((part,))({name: {of: 0}})
                wagers = (*wagers, of) if name == "stake" and of in self.wagers and none is not True else wagers
                name = f"{name} of {of}"
            told.setdefault(self.behind.get(name, name), []).append(part)
        asks = {name: self._ask(clauses[0], name, parts) for name, parts in told.items()}

        def met(facts: Facts) -> Truth:
            return bool(counted) or all(self.settlement.conditions(c, k, facts) is not False for c, k in checks)

        names = frozenset(view.name for view in self.settlement.sight.views(reads))
        return Wish(tuple(dict.fromkeys(wagers)), asks, names, met, self.settlement.far(reads) or bool(counted))

    def _one_way(self, expr: t.Expr) -> Iterator[t.Expr]:
        """What must hold in one of the ways in which a condition can."""
        match expr:
            case t.All(items):
                for item in items:
                    yield from self._one_way(item)
            case t.Any(items):
                yield from self._one_way(self.random.choice(items))
            case t.Path(name, None, before=False) if name in self.settlement.book.definitions:
                yield from self._one_way(self.settlement.book.definitions[name])
            case _:
                yield expr

    def _ask(self, clause: Clause, name: str, parts: list[t.Expr]) -> Ask:
        every = self.settlement.reader(clause).every(tuple(parts))
        if not self.settlement.sight.is_cards(name):
            return Ask(name, every)
        behind = self.numbers.get(name, set())

        def holds(facts: Facts) -> Truth:
            said: Truth = every(self.settlement.complete(facts, among=behind) if behind else facts)
            return said

        inside = [one for part in parts for one in within(part)]
        ranks, suits, sizes = set[Any](), set[Any](), [0]
        for one in inside:
            match one:
                case t.Comparison(sign, t.Call("size", _), t.Literal(_, Fraction() as many)) if sign in ENOUGH:
                    sizes.append(int(many) + ENOUGH[sign])
                case t.Comparison(sign, t.Call(_, arguments), t.Literal(_, value)) if sign in ENOUGH and value != 0:
                    named = {argument.name: _card(argument.value) for argument in arguments if argument.name}
                    ranks |= {named.get("rank")} - {None}
                    suits |= {named.get("suit")} - {None}
                case t.Cards(_, count, of) if (of or "cards") == name:
                    sizes.append(count)
        cards = [(rank, suit) for rank in ranks or range(1, 14) for suit in suits or "cdhs"] if ranks | suits else []
        return Ask(name, holds, frozenset(cards), max(sizes))


def _conjuncts(expr: t.Expr) -> Iterator[t.Expr]:
    """What all must hold of a condition."""
    if isinstance(expr, t.All):
        for item in expr.items:
            yield from _conjuncts(item)
    else:
        yield expr


def _one_more(value: t.Expr, name: str) -> bool:
    """Whether it is what the field was in the round before, and more."""
    return isinstance(value, t.Arithmetic) and value.operator == "+" and value.left == t.Path(name, None, before=True)


def _staked(check: Check) -> Iterator[t.Path]:
    """The wagers that a condition has staked."""
    for part in (part for expr in check.conditions for part in _conjuncts(expr)):
        match part:
            case t.Comparison(">", t.Path("stake", _) as path, _):
                yield path


def _card(expr: t.Expr) -> Any:
    """The rank or suit that is named."""
    match expr:
        case t.Path(name, None):
            return CARDS.get(name)
        case t.Literal(_, str() as name):
            return CARDS.get(name)
        case t.Literal(_, Fraction() as rank):
            return rank.numerator
    return None
