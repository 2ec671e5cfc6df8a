"""Which facts can decide a duty: sets of facts with which its conditions hold and its demand is met or not.

A goal is a set of facts that a filing states. Goals are candidates, made from the names and thresholds of the duty itself: whether
one has the wanted verdict is for the checker to decide. They come in a fixed order, the fewest facts first.

>>> from pitboss.compiler.model.core import Compare, Const, Fact, Relation, Rulebook, Source, ValueKind
>>> book = Rulebook("", (), {}, {"maximum": core.Field("maximum", ("wager",), core.Type("money"), "", None, "")}, (), (), None, "")
>>> bound = Compare(Relation.AT_MOST, Fact("maximum", "streak", Source.OFFER), Const(ValueKind.MONEY, Fraction(100)))
>>> [*Goals(book).of(bound, False)][0]
{('offers', 'streak', 'maximum'): '$101', ('offers', 'streak'): True}
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, islice, product

from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Const, Expr, Fact, PayMode, Relation, SubjectKind, ValueKind, Where
from pitboss.compiler.witness.draft import OFFERED, Path
from pitboss.grammar.json_types import Json

Goal = dict[Path, Json]  # None: the fact must not be there
MOST = 400  # goals of one expression; more would repeat what the first ones show
_SOME_TEXT = "as filed"
_UNLISTED = "other:another"
_TESTS = {
    Relation.EQUAL: operator.eq, Relation.EXACTLY: operator.eq, Relation.UNEQUAL: operator.ne, Relation.LESS: operator.lt,
    Relation.MORE: operator.gt, Relation.AT_MOST: operator.le, Relation.AT_LEAST: operator.ge,
}  # fmt: skip
_STEPS = {"count": Fraction(1), "number": Fraction(1), "money": Fraction(1), "percent": Fraction(1, 100)}
_SMALL = (Fraction(1), Fraction(2), Fraction(5), Fraction(10))


class Goals:
    """The goals of the duties of one rulebook."""

    def __init__(self, book: core.Rulebook) -> None:
        self.book = book
        self.pool: tuple[Const, ...] = ()

    def applying(self, duty: core.Duty, met: bool, clause: str = "") -> list[Goal]:
        """The goals with which the duty applies and is met, or breached."""
        self.pool = self._constants(duty)
        when = [self._subject(duty), *(self.of(expr, True) for expr in duty.applies)]
        return _ordered(self._together([*when, self._demand(duty, met, clause)]))

    def exempting(self, duty: core.Duty) -> list[Goal]:
        """The goals with which the duty does not apply."""
        self.pool = self._constants(duty)
        offering = isinstance(duty, core.Requirement) and duty.need in (core.Need.OFFER, core.Need.NO_OFFER)
        found = [goal for expr in duty.applies for goal in self.of(expr, False)]
        for name in () if offering else (duty.subject.name, duty.subject.of):
            if name and self._is_present(name):
                found.append(self._presence(name, False))
        return _ordered(found)

    def stating(self, fact: Fact) -> Iterator[Goal]:
        """The goals that state a fact, each with another value."""
        for value in self._values(fact):
            yield self._stating(fact, value)

    def paying(self, duty: core.PayoutTable) -> Iterator[Goal]:
        """The goals that state payouts which the duty allows."""
        self.pool = self._constants(duty)
        return self._payouts(duty, True)

    # ---- the parts of a duty

    def _subject(self, duty: core.Duty) -> list[Goal]:
        offering = isinstance(duty, core.Requirement) and duty.need in (core.Need.OFFER, core.Need.NO_OFFER)
        names = () if offering else (duty.subject.name, duty.subject.of)
        return [
            dict(
                part for name in names if name and self._is_present(name) for part in self._presence(name, True).items()
            )
        ]

    def _demand(self, duty: core.Duty, met: bool, clause: str) -> list[Goal]:
        match duty:
            case core.Requirement(need=core.Need.ELECTION, holds=core.Member(Fact() as fact)) if not met:
                return [*self.of(duty.holds, False), *(self._stating(fact, value) for value in self._unlisted(fact))]
            case core.Requirement(holds=holds):
                return [*self.of(holds, met)]
            case core.PayoutTable():
                return [*self._payouts(duty, met)]
            case core.Attested():
                return [{("attested", clause): met}]
            case core.Posted():
                shown: Path = ("posted", str(duty.subject))
                return [{shown: True}] if met else [{("attested", clause): False, shown: None}]
            case core.Approved(fact=fact):
                filed: list[Goal] = (
                    [{}] if fact is None else [{}, *(self._stating(fact, value) for value in self._values(fact)[:3])]
                )
                held: Path = ("approved", clause)
                return [
                    {**goal, **({held: True} if met else {("attested", clause): False, held: None})} for goal in filed
                ]
            case core.Derives(subject=subject, value=value):
                exact, derived = [*self._undirected(value)], query.fact_of(self.book, subject)
                return (
                    exact
                    if met
                    else [*self._together([exact, [self._stating(derived, one) for one in self._values(derived)]])]
                )
            case core.Notice():
                return [*self._notices(duty, met, clause)]
            case core.SameAcross(fact=fact, equal=equal):
                return [*self._same(fact, equal, met)]
        return [{}]

    def _payouts(self, duty: core.PayoutTable, met: bool) -> Iterator[Goal]:
        name = duty.subject.of or duty.subject.name
        selects = self.book.kind(name) is SubjectKind.WAGER  # only a wager states which of several tables it pays
        for selecting, heading, rows in self._printed(duty):
            given: Goal = {**selecting, **({("offers", name, "selection"): heading} if heading and selects else {})}
            given |= {("offers", name, "payouts", row): payout_text(*payout) for row, payout in rows.items()}
            if met:
                yield given
                continue
            for row, (kind, figure) in rows.items():
                for other in (figure - 1, figure / 2, figure + 1):
                    if other > 0 and not (kind == "meter" and other > 1):
                        yield {**given, ("offers", name, "payouts", row): payout_text(kind, other)}

    def _printed(self, duty: core.PayoutTable) -> Iterator[tuple[Goal, str, dict[str, tuple[str, Fraction]]]]:
        """What selects a printed table, its heading, and its rows."""
        if duty.limits:
            for limit in duty.limits:
                if isinstance(limit, Const):
                    yield {}, "", {"win": query.payout(limit)}
        tables: list[tuple[Goal, core.Table]] = [({}, duty.table)] if duty.table else []
        tables += [({(s.field,): self._const(s.value, s.field)}, s.table) for s in duty.schedules if s.table]
        for selecting, table in tables:
            for column in range(1, len(table.heads)) if duty.mode.whole else (1,):
                head = table.heads[column]
                yield selecting, query.key(head) if duty.mode.whole and head else "", query.payouts(table, column)
        for schedule in duty.schedules:
            if schedule.table is None:
                yield {(schedule.field,): self._const(schedule.value, schedule.field)}, "", {}

    def _notices(self, duty: core.Notice, met: bool, clause: str) -> Iterator[Goal]:
        subject = str(duty.subject)
        bare = not (
            duty.lead or duty.written or duty.to
        )  # what the notice has to be is in a text that is not available
        for kind in duty.before or ("start",):
            event: dict[str, Json] = {"kind": kind, "subject": subject, "tables": "1"}
            notice: dict[str, Json] = {}
            if duty.written:
                notice["written"] = True
            if duty.to:
                notice["to"] = [*duty.to]
            if duty.lead:
                number, unit = duty.lead
                notice["lead"] = f"{number_text(number)} {unit}"
            given: Goal = {("event",): {**event, "notice": (notice or True) if met else False}}
            yield {**given, ("attested", clause): True} if met and bare else given

    def _same(self, fact: Fact, equal: tuple[str, ...], met: bool) -> Iterator[Goal]:
        if fact.name == "payouts":
            wager = fact.of or ""
            for clause in self.book.clauses:
                duty = clause.versions[-1].duty
                if isinstance(duty, core.PayoutTable) and (duty.subject.of or duty.subject.name) == wager:
                    kept = [*self._payouts(duty, True)][:8]
                    yield from ({**a, **_second(b)} for a, b in product(kept, kept) if (a == b) == met)
            return
        if fact.derived:
            facts = [*query.facts(self.book.derivations[str(fact)])]
            whole = [*self._together([[self._stating(one, value) for value in self._values(one)[:4]] for one in facts])]
        else:
            whole = [self._stating(fact, value) for value in self._values(fact)]
        yield from ({**a, **_second(b)} for a, b in product(whole[:8], whole[:8]) if (a == b) == met)

    # ---- conditions

    def of(self, expr: Expr, wanted: bool) -> Iterator[Goal]:
        """The goals with which the condition is true, or false."""
        if not self.pool:
            self.pool = self._constants_of(expr)
        return islice(self._of(expr, wanted), MOST)

    def _of(self, expr: Expr, wanted: bool) -> Iterator[Goal]:
        match expr:
            case core.Compare(_, Fact(derived=True)) | core.Member(Fact(derived=True)):
                yield from self._undirected(expr)
            case core.Term(name) if name in self.book.terms:
                yield from self.of(self.book.terms[name], wanted)
            case core.Not(item):
                yield from self.of(item, not wanted)
            case core.AllOf(items) | core.AnyOf(items):
                if isinstance(expr, core.AllOf) == wanted:
                    yield from self._together([self.of(item, wanted) for item in items])
                else:
                    for item in items:
                        yield from self.of(item, wanted)
            case core.Offered(name, _, where):
                if where is Where.TABLE or not wanted:
                    yield self._presence(name, wanted)
                else:
                    yield {("elsewhere", name): True}
                    yield self._presence(name, True)
            case core.Member(Fact() as fact, values, negated):
                listed = [one.value for one in values]
                for value, filed in self._figures(fact, values):
                    if value is None or (value in listed) == (wanted != negated):
                        yield self._stating(fact, filed)
            case core.Compare(relation, Fact() as fact, Const(value=limit)):
                for value, filed in self._figures(fact):
                    if value is None or type(value) is not type(limit) or _TESTS[relation](value, limit) == wanted:
                        yield self._stating(fact, filed)
            case core.Compare(relation, Const() as const, Fact() as fact):
                yield from self.of(core.Compare(relation.flipped, fact, const), wanted)
            case core.Compare(_, Fact() as fact, core.Lookup(None, rows)):
                whole = {query.key(key): self._shifted(cell, fact, 0) for key, cell in rows}
                for step in (0, -1, 1):
                    for key, cell in rows[:1]:
                        yield self._stating(fact, {**whole, query.key(key): self._shifted(cell, fact, step)})
            case core.Apply("uniform", (Fact() as fact,)):
                for first, second in islice(product(self._values(fact), repeat=2), 60):
                    if (first == second) == wanted:
                        yield self._stating(fact, first if first == second else {"left": first, "right": second})
            case core.Apply("in_order", (Fact() as fact, *ranks)):
                order: list[Json] = [str(rank.value) for rank in ranks if isinstance(rank, Const)]
                yield self._stating(fact, order if wanted else order[::-1])
            case Fact() if self._type(expr).kind == "flag":
                yield self._stating(expr, wanted)
            case _:
                yield from self._undirected(expr)

    def _undirected(self, expr: Expr) -> Iterator[Goal]:
        """Values of every fact in an expression that is not solved by its form."""
        found: list[list[Goal]] = []
        for fact in dict.fromkeys(query.facts(*query.through_terms(self.book, expr))):
            if fact.derived:
                inner = query.facts(self.book.derivations[str(fact)])
                found += [[self._stating(one, value) for value in self._values(one)] for one in inner]
            else:
                found.append([self._stating(fact, value) for value in self._values(fact)])
        for node in core.walk(expr):
            match node:
                case core.Apply("payout", (Const(value=offer), Const() as outcome)):
                    row = ("offers", str(offer), "payouts", query.key(outcome))
                    figures = [
                        one for one in self.pool if isinstance(one.value, Fraction) and one.kind is ValueKind.ODDS
                    ]
                    given = [payout_text("odds", one.value) for one in figures if isinstance(one.value, Fraction)]
                    rows: list[Goal] = [{row: value, ("offers", str(offer)): True} for value in given]
                    for duty in self._payout_tables(str(offer)):
                        rows += self._payouts(duty, True)
                    found.append(rows)
        yield from self._together(found)

    def _payout_tables(self, offer: str) -> Iterator[core.PayoutTable]:
        for clause in self.book.clauses:
            for version in clause.versions[-1:]:
                duty = version.duty
                if isinstance(duty, core.PayoutTable) and (duty.subject.of or duty.subject.name) == offer:
                    yield duty

    def _together(self, parts: Iterable[Iterable[Goal]]) -> Iterator[Goal]:
        """Goals of each part that do not contradict each other."""
        made: list[Goal] = [{}]
        for part in parts:
            given = [*part]
            made = [*islice((merged for a, b in product(made, given) if (merged := _merged(a, b)) is not None), MOST)]
        yield from made

    # ---- facts

    def _is_present(self, name: str) -> bool:
        kind = self.book.kind(name)
        return kind is not None and (kind.is_offer or kind is SubjectKind.EQUIPMENT)

    def _presence(self, name: str, wanted: bool) -> Goal:
        if self.book.kind(name) is SubjectKind.EQUIPMENT:
            return {("equipment", name): wanted}
        return {(*OFFERED, name): True if wanted else None}

    def _type(self, fact: Fact) -> core.Type:
        known = self.book.fields.get(fact.name)
        return known.type if known else core.Type("text")

    def _stating(self, fact: Fact, value: Json) -> Goal:
        if fact.source is core.Source.OFFER and fact.of:
            return {("offers", fact.of, fact.name): value, ("offers", fact.of): True}
        return {(fact.name,): value}

    def _values(self, fact: Fact) -> list[Json]:
        return [filed for _, filed in self._figures(fact)]

    def _figures(self, fact: Fact, more: tuple[Const, ...] = ()) -> list[tuple[core.ConstValue | None, Json]]:
        """Values that the fact can have, each with its form in a filing; the value is None where it is compared as a whole."""
        kind = self._type(fact)
        pool = (*more, *self.pool)
        match kind.kind:
            case "one_of" if kind.values:
                return [(one.value, self._const(one, fact.name)) for one in kind.values]
            case "flag":
                return [(True, True), (False, False)]
            case "count" | "number" | "money" | "percent":
                return [(value, figure_text(kind.kind, value)) for value in self._numbers(kind.kind, pool)]
            case "set_of":
                inner = kind.items[0]
                if inner.kind in _STEPS:
                    figures = self._stakes(pool)
                    figures.append(figures[-1] + 1)
                    return [(value, [figure_text(inner.kind, value)]) for value in figures]
                names = self._names(pool)
                return [(None, [*names]), *[(str(name), [name]) for name in (*names, _UNLISTED)]]
            case "map_of" if kind.items[1].kind == "chances":
                stakes = [str(figure_text("money", stake)) for stake in self._stakes(pool)]
                return [(None, {stake: chances}) for stake in stakes for chances in self._chances(pool)]
            case "map_of":
                keys = ["first", "second"] if kind.items[0].kind not in _STEPS else ["$1", "$5"]
                of = kind.items[1].kind
                filed = [(value, figure_text(of, value)) for value in self._numbers(of, pool)] if of in _STEPS else []
                return [(value, {keys[0]: one}) for value, one in filed]
            case "list_of":
                return [(None, [*(str(c.value) for c in pool if c.kind is ValueKind.NAME)])]
            case "name" | "variation" | "equipment" | "game":
                return [*[(str(name), name) for name in self._names(pool)], (_UNLISTED, _UNLISTED)]
        return [(_SOME_TEXT, _SOME_TEXT)]

    def _unlisted(self, fact: Fact) -> Iterator[Json]:
        """A value of each kind that the field of an election has, and none that it lists."""
        values = self._type(fact).values
        for kind in dict.fromkeys(one.kind for one in values):
            figures = [one.value for one in values if one.kind is kind and isinstance(one.value, Fraction)]
            yield figure_text(kind.value, max(figures) + _STEPS[kind.value]) if figures else _UNLISTED

    def _stakes(self, pool: Iterable[Const]) -> list[Fraction]:
        money = [one.value for one in pool if one.kind is ValueKind.MONEY and isinstance(one.value, Fraction)]
        return sorted({*money})[:2] or [Fraction(5)]

    def _chances(self, pool: Iterable[Const]) -> Iterator[Json]:
        """Distributions of one amount, or of two of which the larger is rare."""
        money = sorted({one.value for one in pool if one.kind is ValueKind.MONEY and isinstance(one.value, Fraction)})
        amounts = [value for value in money if value > 1] or [Fraction(5), Fraction(1000)]
        for low, high in combinations(amounts, 2):
            for rare in (100, 200, 1000):
                yield {
                    str(figure_text("money", low)): f"{rare - 1}/{rare}",
                    str(figure_text("money", high)): f"1/{rare}",
                }
        for amount in amounts:
            yield {str(figure_text("money", amount)): "100%"}

    def _names(self, pool: Iterable[Const]) -> list[Json]:
        return [*dict.fromkeys(str(one.value) for one in pool if one.kind is ValueKind.NAME)]

    def _numbers(self, kind: str, pool: Iterable[Const]) -> list[Fraction]:
        step = _STEPS[kind]
        own = [one.value for one in pool if isinstance(one.value, Fraction) and one.kind is not ValueKind.ODDS]
        if kind == "percent":
            own = [value for value in own if value <= 1]
            extra: tuple[Fraction, ...] = tuple(Fraction(n, 100) for n in (1, 5, 30, 50))
        else:
            extra = _SMALL
        near = [value for limit in own for value in (limit, limit + step, limit - step, limit * 2)]
        found = dict.fromkeys((*near, *extra))
        return [value for value in found if value >= 0 and (kind != "count" or value >= 1 and value.denominator == 1)]

    def _const(self, const: Const, name: str) -> Json:
        known = self.book.fields.get(name)
        if isinstance(const.value, Fraction):
            if known and known.type.kind == "one_of" and const.kind is ValueKind.NUMBER:
                return figure_text("number", const.value)
            return figure_text(const.kind.value, const.value)
        return const.value if isinstance(const.value, bool) else str(const.value)

    def _shifted(self, const: Const, fact: Fact, steps: int) -> Json:
        assert isinstance(const.value, Fraction)
        kind = self._type(fact).element.kind
        return figure_text(kind, const.value + steps * _STEPS[kind])

    def _constants(self, duty: core.Duty) -> tuple[Const, ...]:
        return self._constants_of(*core.expressions(duty))

    def _constants_of(self, *exprs: Expr) -> tuple[Const, ...]:
        found: list[Const] = []
        for node in query.through_terms(self.book, *exprs):
            match node:
                case Const():
                    found.append(node)
                case core.Member(values=values):
                    found += values
                case core.Lookup(rows=rows):
                    found += [part for row in rows for part in row]
                case Fact(of=str(offer), derived=True):
                    found += self._constants_of(self.book.derivations[str(node)])
                    found += self._money_of(offer)
                case core.Apply("smallest" | "largest" | "edge", args):
                    found += [
                        const
                        for part in args
                        if isinstance(part, Fact) and part.of
                        for const in self._money_of(part.of)
                    ]
        return tuple(dict.fromkeys(found))

    def _money_of(self, offer: str) -> list[Const]:
        """The amounts that the law names for an offer."""
        duties = (clause.versions[-1].duty for clause in self.book.clauses if clause.subject.of == offer)
        found: list[Const] = []
        for duty in duties:
            for node in core.walk(*core.expressions(duty)):
                if isinstance(node, core.Lookup):
                    found += [part for row in node.rows for part in row if part.kind is ValueKind.MONEY]
        return found


def _merged(a: Goal, b: Goal) -> Goal | None:
    """Both goals together; None if they contradict each other."""
    if any(path in a and a[path] != value for path, value in b.items()):
        return None
    made = {**a, **b}
    gone = {path for path, value in made.items() if value is None}
    return (
        None if any(path[:2] in gone and value is not None for path, value in made.items() if len(path) > 2) else made
    )


def _second(goal: Goal) -> Goal:
    return {("second table", *path): value for path, value in goal.items()}


def _ordered(goals: Iterable[Goal]) -> list[Goal]:
    """Each goal once, the fewest facts first."""
    unique = {tuple(sorted((path, repr(value)) for path, value in goal.items())): goal for goal in islice(goals, MOST)}
    return [unique[key] for key in sorted(unique, key=len)]


# ---- values as a filing states them


def number_text(value: Fraction) -> str:
    """
    >>> number_text(Fraction(11, 2)), number_text(Fraction(1, 2)), number_text(Fraction(6))
    ('5 1/2', '1/2', '6')
    """
    whole, part = divmod(value, 1)
    return str(whole) if not part else f"{whole} {part}" if whole else str(part)


def figure_text(kind: str, value: Fraction) -> Json:
    """
    >>> figure_text("money", Fraction(5, 2)), figure_text("percent", Fraction(1, 20)), figure_text("count", Fraction(6))
    ('$2.50', '5%', 6)
    """
    if kind == "money":
        return f"${value}" if value.denominator == 1 else f"${float(value):.2f}"
    if kind == "percent":
        return f"{number_text(value * 100)}%"
    return int(value) if value.denominator == 1 else number_text(value)


def payout_text(kind: str, value: Fraction) -> Json:
    """
    >>> payout_text("odds", Fraction(3, 2)), payout_text("money", Fraction(50)), payout_text("meter", Fraction(1))
    ('3 to 2', '$50', '100% of meter')
    """
    if kind == "money":
        return figure_text("money", value)
    if kind == "meter":
        return f"{number_text(value * 100)}% of meter"
    return f"{value.numerator} to {value.denominator}"


__all__ = ["Goal", "Goals", "PayMode", "figure_text", "number_text", "payout_text"]
