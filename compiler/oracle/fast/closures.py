"""Expressions of the core compiled to closures: functions of the facts of a row, for one table.

What does not differ between rows of the table is evaluated once, and removed from the conditions that contain it. Comparisons of
values that are known to be single numbers or words have closures of their own, because most evaluations are such comparisons.
`tests/rounds/test_fast_evaluator.py` compares the results with the reference interpreter, which evaluates the syntax tree anew
for every row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar, assert_never

from pitboss.compiler.model import core, query
from pitboss.compiler.model.functions import FUNCTIONS, Domain
from pitboss.compiler.model.stated_limits import StatedLimit, limits_of
from pitboss.compiler.oracle.cards import Hand, word
from pitboss.compiler.oracle.fast.memoization import Closure, whole
from pitboss.compiler.oracle.fast.ranking import RankingEvaluator, Rankings, Strength
from pitboss.compiler.oracle.fast.row_footprints import RowFootprints
from pitboss.compiler.oracle.fast.rows import RowGroups, fold, value_before
from pitboss.compiler.oracle.kleene import COMPARE, COMPUTE, NOT, Truth, every, flag, met
from pitboss.compiler.oracle.other_rows import EARLIER, place, rows_of
from pitboss.compiler.oracle.values import NUMBERS, SCALARS, Facts, Number, Scalar, as_number, entries
from pitboss.grammar.limit_kinds import LimitKind

Condition = Callable[[Facts], Truth]

MOST_HANDS = (
    1 << 12
)  # hands of the latest rounds whose strength, or value of a function, is cached: several clauses need it
FOLD_COST, APPLY_COST = 20, 5  # of an evaluation over rows or of a function, in comparisons
CONTAINERS = (tuple, list, frozenset)
SINGLE = ("count", "flag", "money", "name", "number", "one_of", "percent")  # kinds of a field with one value in a row
K = TypeVar("K")
R = TypeVar("R")
COMPUTES: dict[core.Operator, Callable[[Number, Number], Number]] = {
    **{operator: COMPUTE[operator] for operator in core.Operator if operator in COMPUTE},
    core.Operator.OVER: lambda x, y: Fraction(x, y) if type(x) is type(y) is int else Fraction(x) / y,
    core.Operator.GREATER: max,
    core.Operator.LESSER: min,
}
SIGNS = {relation: "=" if relation is core.Relation.EXACTLY else relation.value for relation in core.Relation}


class ClosureCompiler:
    """Compiles expressions for rows of one table, whose filed facts are `table`."""

    def __init__(
        self, book: core.Rulebook, table: Facts, footprints: RowFootprints, rankings: Rankings | None = None
    ) -> None:
        self.book, self.table, self.footprints = book, table, footprints
        self.rankings = Rankings() if rankings is None else rankings
        self._conditions: dict[
            int, tuple[core.Expr, Condition]
        ] = {}  # by identity of the expression, which is kept alive
        self._costs: dict[int, int] = {}
        self._quantities: dict[int, tuple[core.Expr, Closure]] = {}
        self._constants: dict[object, object] = {}  # by closure: its value, if that is the same in every row
        self._rankings_of_rows: dict[core.RankingRef, RankingEvaluator] = {}  # which read the row
        self._groups = RowGroups()
        self._same_seat: tuple[list[Facts], dict[object, list[Facts]]] = ([], {})

    # ---- conditions

    def condition(self, expr: core.Expr) -> Condition:
        """A function of a row that returns whether the condition holds."""
        known = self._conditions.get(id(expr))
        if known is None:
            known = self._conditions[id(expr)] = (expr, self._constant_or(self._condition(expr), expr))
        return known[1]

    def all_of(self, exprs: Iterable[core.Expr]) -> Condition:
        """A function of a row that returns whether all the conditions hold."""
        return self._joined(exprs, decisive=False)

    def is_constant(self, closure: Callable[[Facts], object], value: object) -> bool:
        """Whether a function that this compiler returned has this value in every row of the table."""
        return self._constants.get(closure, self) is value

    def _constant(self, value: R) -> Callable[[Facts], R]:
        constant = lambda facts: value  # noqa: E731
        self._constants[constant] = value
        return constant

    def _constant_or(self, closure: Callable[[Facts], R], expr: core.Expr) -> Callable[[Facts], R]:
        """The closure, or its value for the table if it does not depend on the row."""
        if closure in self._constants or self.footprints.varies(expr):
            return closure
        return self._constant(closure(self.table))

    def _joined(self, exprs: Iterable[core.Expr], *, decisive: bool) -> Condition:
        """Conditions joined by `and`, where one that is False is decisive, or by `or`, where one that is True is.

        The order does not affect the result, so the cheapest comes first.
        """
        return self._any_decisive([self.condition(expr) for expr in sorted(exprs, key=self._cost)], decisive=decisive)

    def _any_decisive(self, parts: list[Condition], *, decisive: bool) -> Condition:
        if any(self.is_constant(part, decisive) for part in parts):
            return self._constant(decisive)
        open_parts = [part for part in parts if not self.is_constant(part, not decisive)]
        return _joined(open_parts, decisive) if open_parts else self._constant(not decisive)

    def _cost(self, expr: core.Expr) -> int:
        """About how long an evaluation takes, in comparisons."""
        known = self._costs.get(id(expr))
        if known is None:
            parts = (
                [self.book.terms[expr.name]]
                if isinstance(expr, core.Term) and expr.name in self.book.terms
                else core.children(expr)
            )
            own = (
                FOLD_COST
                if isinstance(expr, core.Fold)
                else APPLY_COST
                if isinstance(expr, core.Apply | core.Earlier)
                else 1
            )
            known = self._costs[id(expr)] = own + sum(map(self._cost, parts))
        return known

    def _condition(self, expr: core.Expr) -> Condition:
        match expr:
            case core.Not(item):
                inner = self.condition(item)
                return lambda facts: NOT[inner(facts)]
            case core.AllOf(items):
                return self.all_of(items)
            case core.AnyOf(items):
                return self._joined(items, decisive=True)
            case core.Compare(relation, left, right):
                return self._compare(relation, left, right)
            case core.Member():
                return self._member(expr)
            case core.Term(name):
                meaning = self.book.terms.get(name)
                return _unknown if meaning is None else self.condition(meaning)
            case core.Offered():
                return self._offered(expr)
            case (
                core.Const()
                | core.Fact()
                | core.Earlier()
                | core.Cards()
                | core.RankingRef()
                | core.Apply()
                | core.Arith()
                | core.Lookup()
                | core.Fold()
            ):
                return self._flag(expr)
        assert_never(expr)

    def _flag(self, expr: core.Expr) -> Condition:
        readable, value = self._readable(expr), self.quantity(expr)
        if not readable:
            return self._constant(readable)
        return lambda facts: found if (found := value(facts)) is True or found is False else None

    def _offered(self, atom: core.Offered) -> Condition:
        name = atom.name
        if atom.where is not core.Where.TABLE:
            offers = f"{atom.where}_offers"
            return lambda facts: flag(entries(facts, offers).get(name))
        if atom.kind is core.SubjectKind.EQUIPMENT:
            return lambda facts: flag(entries(facts, "equipment").get(name))
        return (lambda facts: is_offered(facts, name)) if atom.kind.is_offer else _unknown

    def _compare(self, relation: core.Relation, left: core.Expr, right: core.Expr) -> Condition:
        readable = self._readable(left, right)
        if not readable:
            return self._constant(readable)
        sign, a, b = SIGNS[relation], self.quantity(left), self.quantity(right)
        if self._is_equipment(left) and relation in (core.Relation.EQUAL, core.Relation.UNEQUAL):
            return self._in_use(b, relation is core.Relation.EQUAL)
        compares = COMPARE[sign]
        if self._is_single(left) and self._is_single(right):
            if b not in self._constants:
                return _compared(compares, a, b)
            known = self._constants[b]
            if known is None:
                return self._constant(None)
            if isinstance(known, SCALARS):
                return self._compared_with(compares, left, a, known)

        def compare(facts: Facts) -> Truth:
            x, y = a(facts), b(facts)
            if isinstance(x, SCALARS):  # sets and maps are not compared directly
                if isinstance(y, SCALARS):
                    return compares(x, y)
                return None if y is None else met(sign, x, y)
            return None if x is None and isinstance(y, SCALARS) else met(sign, x, y)

        return compare

    def _compared_with(
        self, compares: Callable[[Scalar, Scalar], bool], left: core.Expr, value: Closure, known: Scalar
    ) -> Condition:
        """The comparison of a single value with a constant."""
        name = self._plain_field(left)
        if name is None:
            return lambda facts: None if (x := value(facts)) is None else compares(x, known)  # type: ignore[arg-type]
        if compares is COMPARE["="]:
            return lambda facts: None if (x := facts.get(name)) is None else x == known
        return lambda facts: None if (x := facts.get(name)) is None else compares(x, known)  # type: ignore[arg-type]

    def _plain_field(self, expr: core.Expr) -> str | None:
        """The field of a row that the expression is, if its value is a single number or word."""
        if isinstance(expr, core.Fact) and expr.of is None and not expr.derived and self._is_single(expr):
            return expr.name
        return None

    def _is_single(self, expr: core.Expr) -> bool:
        """Whether the value of an expression in a row is one number, word or truth, if it is known, and no set, map or hand."""
        match expr:
            case core.Const(_, value):
                return isinstance(value, SCALARS)
            case core.Fact(name, of, source):
                known = self.book.fields.get(name)
                recorded = name in self.footprints.round_fields and known is not None and known.type.kind in SINGLE
                mapped = name in query.SETTLEMENT and of is None
                return recorded and not mapped and source is not core.Source.OFFER and not expr.derived
            case core.Earlier(fact):
                return self._is_single(fact)
            case core.Term(name):
                return name in self.book.terms and self._is_single(self.book.terms[name])
            case core.Fold(_, value):
                return value is None or self._is_single(value)
            case core.Apply():
                return True
            case core.Arith() | core.Lookup():
                return True
        return isinstance(expr, core.Condition)

    def _is_equipment(self, expr: core.Expr) -> bool:
        known = self.book.fields.get(expr.name) if isinstance(expr, core.Fact) else None
        return known is not None and known.type.kind == "equipment"

    def _in_use(self, equipment: Closure, expected: bool) -> Condition:
        """Whether the equipment that a fact names is in use."""

        def in_use(facts: Facts) -> Truth:
            name = str(equipment(facts))
            known = self.book.kind(name) is core.SubjectKind.EQUIPMENT
            found = flag(entries(facts, "equipment").get(name)) if known else None
            return found if expected else NOT[found]

        return in_use

    def _member(self, expr: core.Member) -> Condition:
        readable = self._readable(expr.item)
        if not readable:
            return self._constant(readable)
        item, values = self.quantity(expr.item), [value.value for value in expr.values]
        if self._is_single(expr.item) and not self._is_equipment(expr.item):
            return _among(item, self._plain_field(expr.item), frozenset(map(whole, values)), expr.negated)
        if all(value.kind is core.ValueKind.NAME for value in expr.values):
            found = self._any_decisive(
                [self._compare(core.Relation.EQUAL, expr.item, value) for value in expr.values], decisive=True
            )
        else:
            found = lambda facts: every(_within(item(facts), values))  # noqa: E731
        return (lambda facts: NOT[found(facts)]) if expr.negated else found

    def _readable(self, *exprs: core.Expr) -> Truth:
        """Whether every offer whose field is read is offered."""
        return every(is_offered(self.table, name) for expr in exprs for name in _offers_read(expr))

    # ---- requirements

    def holds(self, duty: core.Requirement) -> Condition:
        """A function of a row that returns whether the requirement's demand holds, whether or not it applies."""
        limits = [part for limit in limits_of(duty) for part in limit.parts()]
        if not limits:
            return self.condition(duty.holds)
        subject = query.fact_of(self.book, duty.subject)
        return self._any_decisive([self._within(subject, limit) for limit in limits], decisive=False)

    def _within(self, subject: core.Expr, limit: StatedLimit) -> Condition:
        """Whether the subject is within the limit; every element of it, if the limit names values."""
        if limit.relation is not None:
            if limit.row is not None:
                return self._by_row(limit.relation, subject, limit.row)
            compared = [self._compare(limit.relation, subject, operand) for operand in limit.operands]
            return self._any_decisive(compared, decisive=True)
        value, values = self.quantity(subject), [v.value for v in limit.operands if isinstance(v, core.Const)]
        if limit.kind is LimitKind.AMONG:
            return lambda facts: every(_within(value(facts), values))
        return lambda facts: every(NOT[one] for one in _within(value(facts), values))

    def _by_row(self, relation: core.Relation, subject: core.Expr, lookup: core.Lookup) -> Condition:
        filed, sign = self.quantity(subject), SIGNS[relation]
        rows = {row_key(key.value): whole(value.value) for key, value in lookup.rows}
        chosen: Closure = _unknown if lookup.key is None else self.quantity(lookup.key)

        def by_row(facts: Facts) -> Truth:
            value, row = filed(facts), chosen(facts)
            if isinstance(value, dict):
                return every(
                    met(sign, {k: v}, rows[row_key(k)]) if row_key(k) in rows else False for k, v in value.items()
                )
            if row is None:
                return None
            return met(sign, value, rows[row_key(row)]) if row_key(row) in rows else False

        return by_row

    # ---- quantities

    def quantity(self, expr: core.Expr) -> Closure:
        """A function of a row that returns a value, None where it is unknown; of a condition, whether it holds."""
        if isinstance(expr, core.Condition):
            return self.condition(expr)
        known = self._quantities.get(id(expr))
        if known is None:
            known = self._quantities[id(expr)] = (expr, self._constant_or(self._quantity(expr), expr))
        return known[1]

    def _quantity(self, expr: core.Expr) -> Closure:
        match expr:
            case core.Const(_, value):
                return self._constant(whole(value))
            case core.Fact():
                return self._fact(expr)
            case core.Earlier(fact, span):
                return self._earlier(fact, span)
            case core.Term(name):
                meaning = self.book.terms.get(name)
                return _unknown if meaning is None else self.quantity(meaning)
            case core.Cards():
                return _part_of_hand(expr)
            case core.Arith(operator, left, right):
                return self._arith(operator, left, right)
            case core.Lookup():
                return self._lookup(expr)
            case core.Fold(rows, value, where):
                counted = None if where is None else self.condition(where)
                summed = None if value is None else self.quantity(value)
                return lambda facts: fold(rows, counted, summed, facts, self._groups)
            case core.Apply("of_a_rank" | "of_a_suit" as function, (cards, core.Const(value=count))):
                return self._has_group(cards, function == "of_a_suit", as_number(count) or 0)
            case core.Apply("payout", (core.Const(value=offer), outcome)):
                return self._payout(str(offer), self.quantity(outcome))
            case core.Apply("best" | "strength" as function, (core.RankingRef() as ranking, cards), named):
                return self._best(function == "best", ranking, self.quantity(cards), dict(named).get("height"))
            case core.Apply(function) if function in FUNCTIONS and FUNCTIONS[function].domain is Domain.CARDS:
                return self._card_function(expr)
            case core.Apply():
                return _unknown  # chances and house advantages are judged when the filing is checked, not in a round
        raise TypeError(f"no quantity: {expr}")

    def _fact(self, fact: core.Fact) -> Closure:
        known = self.book.fields.get(fact.name)
        cards = fact.name == "rest" or known is not None and known.type.kind == "cards"
        if fact.source is core.Source.OFFER:
            offer, name = fact.of, fact.name
            filed: Closure = lambda facts: _stated(entries(entries(facts, "offers"), str(offer)).get(name))  # noqa: E731
        else:
            filed = _field(fact.name, fact.of, cards, self._is_single(core.Fact(fact.name, fact.of, fact.source)))
        if not fact.derived:
            return filed
        follows = self.quantity(self.book.derivations[str(fact)])
        return lambda facts: _completed(filed(facts), follows(facts))

    def _earlier(self, fact: core.Fact, span: core.Span) -> Closure:
        """The value of a fact in the round before."""
        field, seated = self._fact(fact), span is core.Span.SEAT
        return lambda facts: value_before(self._rows_before(facts) if seated else rows_of(facts, EARLIER), field)

    def _rows_before(self, facts: Facts) -> list[Facts]:
        """The rows of the round before that have the same seat; they are found once for each round and seat."""
        rows = rows_of(facts, EARLIER)
        if rows is not self._same_seat[0]:
            self._same_seat = (rows, {})
        seat, found = place(facts), self._same_seat[1]
        if seat not in found:
            found[seat] = [row for row in rows if seat is not None and place(row) == seat]
        return found[seat]

    def _arith(self, operator: core.Operator, left: core.Expr, right: core.Expr) -> Closure:
        a, b, computes = self.quantity(left), self.quantity(right), COMPUTES[operator]
        divides = operator in (core.Operator.OVER, core.Operator.MODULO)

        def compute(facts: Facts) -> Number | None:
            x, y = a(facts), b(facts)
            if x is None or y is None or not isinstance(x, NUMBERS) or not isinstance(y, NUMBERS) or divides and y == 0:
                return None
            return computes(x, y)

        return compute

    def _lookup(self, lookup: core.Lookup) -> Closure:
        rows = {row_key(key.value): whole(value.value) for key, value in lookup.rows}
        chosen: Closure = _unknown if lookup.key is None else self.quantity(lookup.key)

        def cell(facts: Facts) -> object:
            row = chosen(facts)
            return None if row is None else rows.get(row_key(row))

        return cell

    def _payout(self, offer: str, outcome: Closure) -> Closure:
        def payout(facts: Facts) -> object:
            row = outcome(facts)
            filed = entries(entries(entries(facts, "offers"), offer), "payouts").get(row_key(row))
            return filed[1] if row is not None and isinstance(filed, tuple) else None

        return payout

    def _has_group(self, cards: core.Expr, of_suit: bool, count: Number) -> Closure:
        hand = self.quantity(cards)

        def has_group(facts: Facts) -> Truth:
            held = _hand(hand(facts))
            if not held:
                return None
            marks = [card[of_suit] for card in held]
            return any(marks.count(mark) >= count for mark in marks)

        return has_group

    def _card_function(self, call: core.Apply) -> Closure:
        of_cards, *of_others = [self.quantity(arg) for arg in call.args]
        named, function = {name: self.quantity(value) for name, value in call.named}, call.function

        known: dict[object, object] = {}
        if not of_others and not named:

            def of_hand(facts: Facts) -> object:
                cards = of_cards(facts)
                if cards is None:
                    return None
                found = known.get(cards, known) if isinstance(cards, tuple) else known
                if found is known:
                    hand = _hand(cards)
                    found = None if hand is None else word(function, hand, {})
                    if isinstance(cards, tuple):
                        _remember(known, cards, found)
                return found

            return of_hand

        def of_hands(facts: Facts) -> object:
            cards, by = _hand(of_cards(facts)), [value(facts) for value in named.values()]
            if cards is None or None in by:
                return None
            others = [_hand(of_other(facts)) for of_other in of_others]
            key = cards, *others, *by
            found = known.get(key, known)
            if found is known:
                hands = [hand for hand in others if hand is not None]
                found = (
                    word(function, cards, dict(zip(named, by, strict=True)), hands)
                    if len(hands) == len(others)
                    else None
                )
                _remember(known, key, found)
            return found

        return of_hands

    # ---- rankings

    def _best(self, name: bool, ranking: core.RankingRef, of_cards: Closure, height: core.Expr | None) -> Closure:
        """The name of the best hand that cards make, or its strength."""
        of_height: Closure | None = None if height is None else self.quantity(height)

        def best(facts: Facts) -> object:
            cards = _hand(of_cards(facts))
            if cards is None:
                return None
            if of_height is None:
                found = self.strongest(ranking, cards, facts)
            else:
                given = as_number(of_height(facts))
                found = None if given is None else self.strongest(ranking, cards, facts, given)
            return None if found is None else found[name]

        return best

    def strongest(
        self, of: core.RankingRef, cards: Hand, facts: Facts, height: Number | None = None
    ) -> Strength | None:
        """The strength and the rank of the best hand that the cards make; None where that is unknown."""
        ranking = self.ranking(of)
        return ranking.one_by_one(cards, height, facts) if ranking.reads_row else ranking.strongest(cards, height)

    def ranking(self, of: core.RankingRef) -> RankingEvaluator:
        """What evaluates a ranking."""
        ranking = self.rankings.evaluators.get(of) or self._rankings_of_rows.get(of)
        if ranking is None:
            ranked = core.only(self.book.rankings[of.name], of.rank)
            ranking = RankingEvaluator(ranked, self.footprints, self.quantity)
            (self._rankings_of_rows if ranking.reads_row else self.rankings.evaluators)[of] = ranking
        return ranking


def is_offered(facts: Facts, name: str) -> Truth:
    """Whether the offer is offered at the table; False only where the filing lists all offers."""
    return True if name in entries(facts, "offers") else False if facts.get("closed") else None


@lru_cache(maxsize=MOST_HANDS)
def row_key(value: object) -> str:
    """The key of a row of a table for a value: 'any_two', '6', '5/2'.

    >>> row_key("any_two"), row_key(Fraction(5, 2))
    ('any_two', '5/2')
    """
    return str(Fraction(value)) if isinstance(value, NUMBERS) else str(value)


def _hand(value: object) -> Hand | None:
    """The cards, if all of them are known."""
    return tuple(value) if isinstance(value, tuple | list) and None not in value else None


def _unknown(facts: Facts) -> None:
    return None


def _joined(parts: list[Condition], decisive: bool) -> Condition:
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        first, second = parts

        def both(facts: Facts) -> Truth:
            one = first(facts)
            if one is decisive:
                return decisive
            other = second(facts)
            return other if other is decisive or one is not None else None

        return both

    def joined(facts: Facts) -> Truth:
        found: Truth = not decisive
        for part in parts:
            one = part(facts)
            if one is decisive:
                return decisive
            if one is None:
                found = None
        return found

    return joined


def _compared(compares: Callable[[Scalar, Scalar], bool], left: Closure, right: Closure) -> Condition:
    """The comparison of two single values."""

    def compared(facts: Facts) -> Truth:
        x = left(facts)
        if x is None:
            return None
        y = right(facts)
        return None if y is None else compares(x, y)  # type: ignore[arg-type]

    return compared


def _among(item: Closure, name: str | None, values: frozenset[object], negated: bool) -> Condition:
    """Whether a single value is one of the values, or with `negated` none of them."""
    if name is not None:
        if negated:
            return lambda facts: None if (x := facts.get(name)) is None else x not in values
        return lambda facts: None if (x := facts.get(name)) is None else x in values
    return lambda facts: None if (x := item(facts)) is None else (x in values) is not negated


def _remember(known: dict[K, R], key: K, found: R) -> None:
    """Cache the value, instead of all others if there are many."""
    if len(known) > MOST_HANDS:
        known.clear()
    known[key] = found


def _within(value: object, values: Sequence[object]) -> list[Truth]:
    """For each element of a set, or for the one value: whether it is one of the values."""
    elements = (
        list(value) if isinstance(value, CONTAINERS) else list(value.values()) if isinstance(value, dict) else [value]
    )
    return [None if element is None else element in values for element in elements]


def _offers_read(expr: core.Expr) -> Iterable[str]:
    """The offers of which a field or a payout is read."""
    match expr:
        case core.Fact(_, str() as offer, core.Source.OFFER):
            yield offer
        case core.Apply("payout", (core.Const(value=offer), _)):
            yield str(offer)
        case core.Apply() | core.Arith():
            for part in core.children(expr):
                yield from _offers_read(part)


def _field(name: str, of: str | None, cards: bool, single: bool) -> Closure:
    if single:
        if of is None:
            return lambda facts: facts.get(name)
        return lambda facts: found.get(of) if type(found := facts.get(name)) is dict else found

    def field(facts: Facts) -> object:
        found = facts.get(name)
        if not found and not cards and (found == () or found == {}):
            return None  # an empty set or map states nothing
        return found.get(of) if of and isinstance(found, dict) else found

    return field


def _stated(value: object) -> object:
    return None if value in ((), {}) else value


def _completed(filed: object, follows: object) -> object:
    """The derived value, or the filed one if nothing follows."""
    if isinstance(filed, dict) and isinstance(follows, dict):
        return filed | follows
    return filed if follows is None else follows


def _part_of_hand(part: core.Cards) -> Closure:
    hand, count, first = part.of, part.count, part.which is core.Which.FIRST

    def part_of_hand(facts: Facts) -> object:
        cards = facts.get(hand)
        if not isinstance(cards, tuple | list) or len(cards) < count:
            return None
        return cards[:count] if first else cards[-count:]

    return part_of_hand
