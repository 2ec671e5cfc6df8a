"""What a dealer heeds of a game's rules: what bounds a field, what leaves no choice about it, on what the next card hangs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.compiler.front.paths import paths
from pitboss.compiler.front.wager_columns import MONEY, SETTLEMENT
from pitboss.compiler.front.walk import of_round, within
from pitboss.compiler.model.rulebook import Check, Clause, Field, Said
from pitboss.compiler.oracle.fast.settlement import Facts, Settlement
from pitboss.compiler.oracle.interpreter import version_on
from pitboss.compiler.simulate.satisfying_assignment import BESIDE, meeting
from pitboss.grammar import tree as t

Bound = tuple[Clause, Check]


class Heeded:
    """`offers`: what the filing has of wagers and options at the table."""

    def __init__(self, settlement: Settlement, offers: list[str]) -> None:
        self.settlement, self.book = settlement, settlement.book
        book = self.book
        self.chances = list(self._in_force("deal", "chance"))
        clauses = [(c, check) for c, v, _ in self.settlement.clauses for check in v.checks[:1]]
        self.laws = [
            (c, check, law) for c, check in clauses
            if isinstance(check.predicate, t.Limit | t.Rounds) and ((law := limit_of(check)).values or law.by)
        ]  # fmt: skip
        self.on_field: dict[str, list[Bound]] = {}
        self.exact: list[tuple[Clause, Check, str, frozenset[str]]] = []
        for clause, check, law in self.laws:
            name = check.subject.name
            field = book.fields.get(name)
            if check.subject.of or law.mode.startswith("follows") or field is None:
                continue
            self.on_field.setdefault(name, []).append((clause, check))
            if law.mode in ("exactly", "exactly_by") and of_round(book, name) and field.type.kind != "cards":
                self.exact.append((clause, check, name, frozenset(p.name for v in law.values for p in paths(v))))
        self.reading: dict[str, list[Bound]] = {}  # the limits that a field can break, its own or another's
        for clause, check, law in self.laws:
            if check.subject.name in MONEY[1:] or law.mode.startswith("follows"):
                continue
            for name in {check.subject.name, *(n for e in (*law.values, *check.conditions) for n in self._read(e))}:
                self.reading.setdefault(name, []).append((clause, check))
        views = self.settlement.sight.views
        self.asking = {
            id(check): {view.name for view in views(self.settlement.reads(check))} for _, check, _, _ in self.exact
        }
        self.by_wager = [
            (clause, check, law) for clause, check, law in self.laws
            if check.subject.name in MONEY[1:] and check.subject.of and law.mode in ("exactly", "at_least")
        ]  # fmt: skip
        self.on_stakes = [
            (clause, check) for clause, check in clauses
            if isinstance(check.predicate, t.Requires) or check.subject.name == "stake" and check.subject.of
        ]  # fmt: skip
        self.reads: dict[str, set[str]] = {}  # what each of the fields that follow hangs on
        follows: list[t.Expr] = []
        for _, version, name in self.settlement.derived:
            exprs = [expr for check in version.checks for expr in self.settlement.reads(check)]
            self.reads.setdefault(name, set()).update(view.name for view in views(exprs))
            follows += exprs
        self.read = set[str]().union(*self.reads.values(), *self.asking.values())  # what something hangs on
        self.fields = self._in_order(self._fields())
        self.same: dict[str, list[str]] = {}  # by a field the others that are exactly that
        for _, check, name, _ in self.exact:
            for value in getattr(check.predicate, "values", ()):
                if isinstance(value, t.Path) and not value.of and value.name in book.fields:
                    self.same.setdefault(value.name, []).append(name)
        self.settled = self._settled()
        fields = (f for f in book.fields.values() if "round" in f.owners)
        self.shared = {"irregularity", *(f.name for f in fields if not {"seat", "hand"} & {*f.owners})}
        self.irregular = [
            check for clause, check in clauses
            if isinstance(check.predicate, Said) and check.predicate.what == "irregular"
            and settlement.conditions(clause, check, settlement.table) is not False
        ]  # fmt: skip
        self.counted = {name for *_, reads in self.exact for name in reads}
        self.hands = {
            field for _, c in self.chances if isinstance(c.predicate, t.Deal) for field, _ in c.predicate.dealt
        }
        self.follow = {*self.reads}
        self.parted = self._parted(follows)
        self.asked = self._asked()
        self.lasting = {
            c.subject.name for _, c in clauses if isinstance(c.predicate, t.Result) and c.predicate.verb == "advances"
        }
        self.bonuses = self._bonuses(offers)
        self.first = self._first()

    def free(self, name: str) -> bool:
        """Whether a record tells it, and neither cards nor other facts say what it is."""
        return of_round(self.book, name) and name not in self.follow | self.hands

    def how_met(self, check: Check, facts: Facts) -> Facts | None:
        """What would have to be different in a row for the check to apply; None where that cannot be told."""
        return meeting(t.All(check.conditions), facts, self.book, self.free)

    def _in_force(self, *kinds: str) -> Iterator[tuple[Clause, Check]]:
        for clause in self.book.clauses:
            if clause.kind in kinds and clause.game in (None, self.settlement.game):
                version = version_on(self.book, clause, self.settlement.day)[0]
                if version:
                    yield clause, version.checks[0]

    def _fields(self) -> list[Field]:
        """What a record of this game tells: what its clauses on rounds bound, and what its results read."""
        named: dict[str, None] = {}
        for clause, version, _ in self.settlement.clauses:
            for check in version.checks[:1]:
                if clause.kind in ("result", "outcome", "rank"):
                    for condition in check.conditions:
                        named |= dict.fromkeys(self._read(condition))
                elif clause.kind in ("bound", "derived", "rounding") or isinstance(check.predicate, t.Shares):
                    named[check.subject.name] = None
                    for read in (*getattr(check.predicate, "values", ()), *check.conditions):
                        named |= dict.fromkeys(self._read(read))
        fields = [self.book.fields[name] for name in named if name in self.book.fields]
        return [f for f in fields if of_round(self.book, f.name) and f.name not in SETTLEMENT]

    def _in_order(self, fields: list[Field]) -> list[Field]:
        """What follows comes behind what it hangs on."""
        known, found = {field.name: field for field in fields}, dict[str, Field]()

        def visit(name: str, above: tuple[str, ...] = ()) -> None:
            for other in sorted(self.reads.get(name, ())):
                if other not in (*above, name, *found) and other in known:
                    visit(other, (*above, name))
            found.setdefault(name, known[name])

        for field in fields:
            visit(field.name)
        return [*found.values()]

    def _settled(self) -> set[str]:
        """What is not chosen before the wagers are settled: what hangs on how they end."""
        named = {name: {*read} - {name} for name, read in self.reads.items()}
        for name, bounds in self.on_field.items():
            exprs = [expr for _, check in bounds for expr in self.settlement.reads(check)]
            named[name] = named.get(name, set()) | {view.name for view in self.settlement.sight.views(exprs)} - {name}
        for name, others in self.same.items():
            named[name] = named.get(name, set()) | {*others}
        found = {*SETTLEMENT[1:]}
        while more := {name for name, read in named.items() if read & found} - found:
            found |= more
        return found

    def _asked(self) -> dict[str, list[Any]]:
        """Numbers that conditions ask for, by the field that they ask: what is worth choosing."""
        asked: dict[str, dict[Any, None]] = {}
        for _, version, _ in self.settlement.clauses:
            for condition in version.checks[0].conditions:
                for name, value in _compared(condition, self.book.definitions):
                    asked.setdefault(name, {})[value] = None
        return {name: list(values) for name, values in asked.items()}

    def _parted(self, reads: list[t.Expr]) -> list[tuple[str, list[tuple[str, str]]]]:
        """Cards, and the hands that are set of them, each with the ranking by which it is ranked."""
        calls = [call for expr in reads for call in within(expr) if isinstance(call, t.Call)]
        ranked: dict[str, str] = {}
        for call in calls:
            if call.name in ("best", "strength") and isinstance(call.arguments[-1].value, t.Path):
                ranked.setdefault(call.arguments[-1].value.name, str(call.arguments[0].value))
        found = [[str(argument.value) for argument in call.arguments] for call in calls if call.name == "strays"]
        return [(whole, [(one, ranked[one]) for one in parts]) for whole, *parts in found if {*parts} <= ranked.keys()]

    def _bonuses(self, offers: list[str]) -> dict[str, str]:
        """Options that are paid like wagers, and the wager on whose stake each is reckoned."""
        found, results = {}, dict[str, list[Check]]()
        for clause, version, _ in self.settlement.clauses:
            if clause.kind == "result":
                results.setdefault(version.checks[0].subject.name, []).append(version.checks[0])
        requires = [
            (check.subject.name, check.predicate.names) for _, check in self._in_force("requires")
            if isinstance(check.predicate, t.Requires)
        ]  # fmt: skip
        for name in offers:
            if self.book.names[name].kind == "option":
                paid = [c for _, c, _ in self.by_wager if (c.subject.name, c.subject.of) == ("paid", name)]
                asked = [c for check in results.get(name, paid) for c in check.conditions]
                on = [p.of for c in asked for p in paths(c) if p.name == "stake" and p.of]
                if name in results:
                    on += [other for option, others in requires if option == name for other in others]
                    on += [
                        wager for wager, checks in results.items() for check in checks for c in check.conditions
                        if any(isinstance(one, t.Offered) and one.path.name == name for one in within(c))
                    ]  # fmt: skip
                on = [wager for wager in on if self.book.names[wager].kind == "wager"]
                if on:
                    found[name] = on[0]
        return found

    def _first(self) -> tuple[set[int], set[int]]:
        """Of what follows and of what is exact, that on which hangs what is dealt next."""
        sight, derived = self.settlement.sight, self.settlement.derived
        views = [view.name for view in sight.views(c for _, check in self.chances for c in check.conditions)]
        follows: set[int] = set()
        exact: set[int] = set()
        while views:
            name = views.pop()
            for number in {n for n, (_, _, told) in enumerate(derived) if told == name} - follows:
                follows.add(number)
                reads = [e for check in derived[number][1].checks for e in self.settlement.reads(check)]
                views += [view.name for view in sight.views(reads)]
            for number in {n for n, (*_, told, _) in enumerate(self.exact) if told == name} - exact:
                exact.add(number)
                views += self.asking[id(self.exact[number][1])]
        return follows, exact

    def _read(self, expr: t.Expr) -> Iterator[str]:
        for path in paths(expr):
            yield path.name
            if path.name in self.book.definitions:
                yield from self._read(self.book.definitions[path.name])


def limit_of(check: Check) -> t.Limit:
    """What an amount rounds to, it is exactly."""
    law = check.predicate
    assert isinstance(law, t.Limit | t.Rounds)
    return law if isinstance(law, t.Limit) else t.Limit("exactly", law.values)


def _compared(expr: t.Expr, definitions: dict[str, t.Expr]) -> Iterator[tuple[str, Any]]:
    """Each field that is compared with a number, and that number."""
    match expr:
        case t.Comparison(sign, t.Path(name, None), t.Literal(kind, value)) if kind != "name":
            yield name, value
            if sign in "<>" and kind in ("number", "money"):
                yield name, value + BESIDE[sign]  # type: ignore[operator]
        case t.Not(item):
            yield from _compared(item, definitions)
        case t.All(items) | t.Any(items):
            for item in items:
                yield from _compared(item, definitions)
        case t.Path(name) if name in definitions:
            yield from _compared(definitions[name], definitions)
