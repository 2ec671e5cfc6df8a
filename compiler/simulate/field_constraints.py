"""The constraints of a game's rules on the fields that a dealer fills: bounds, exact values, and the inputs of the next deal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, assert_never

from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Need, Relation, SubjectKind, ValueKind
from pitboss.compiler.model.stated_limits import StatedLimit, amounts_of, limits_of, only_limit
from pitboss.compiler.oracle.fast.active_rules import ActiveReading
from pitboss.compiler.oracle.fast.bits import bits_of
from pitboss.compiler.oracle.fast.closures import Condition
from pitboss.compiler.oracle.fast.memoization import whole
from pitboss.compiler.oracle.fast.payments import STAKE
from pitboss.compiler.oracle.fast.settlement import Judge, Settlement
from pitboss.compiler.oracle.values import Facts
from pitboss.compiler.simulate.satisfying_assignment import OFFSETS, satisfying_changes
from pitboss.grammar.limit_kinds import LimitKind

AMOUNTS = (5, 10, 20, 25, 40, 50, 100, 200, 500, 1000, 2000)
DIVISORS = {"count": 1, "money": 100}  # by kind of a field: into how many parts a unit of it is divided
AWARDS = query.MONEY[1:]  # what is paid, collected and returned


class BoundRule(NamedTuple):
    """A rule that bounds its subject."""

    rule: ActiveReading
    limits: tuple[StatedLimit, ...]


class ExactRule(NamedTuple):
    """A rule that leaves no choice about a field. `operands`: the fields that it equals or is computed from."""

    rule: ActiveReading
    applies: Condition
    field: str
    operands: frozenset[str]
    reads: frozenset[str]
    divisor: int


class FieldChoices(NamedTuple):
    """A field of a row, with what its possible choices depend on."""

    name: str
    kind: str
    rules: tuple[
        tuple[ActiveReading, Condition, bool], ...
    ]  # the bounds on it, and whether any smaller number is allowed too
    equal_to: tuple[str, ...]
    compared: tuple[object, ...]  # the values that conditions compare it with
    amounts: tuple[object, ...]  # of money, if nothing bounds it
    values: tuple[object, ...]
    divisor: int
    of_wagers: bool  # it names wagers
    counts_free: bool  # a count that equals one which a player chooses
    shown: bool  # cards that no rule deals
    read: bool  # something follows from it
    deriving: tuple[ActiveReading, ...]  # the rules from which it follows
    judges: tuple[Judge, ...]  # of the bounds that it can breach


class StakeRule(NamedTuple):
    """A rule on the stake of a wager: it bounds it, or requires another wager with it."""

    rule: ActiveReading
    wager: str
    required: str | None


class PartedHand(NamedTuple):
    """A hand that is set into hands, each with the ranking by which it is ranked."""

    whole: str
    parts: tuple[tuple[str, str], ...]


class FieldConstraints:
    """`offers`: the wagers and options that are filed for the table."""

    def __init__(self, settlement: Settlement, offers: list[str]) -> None:
        self.settlement, self.book = settlement, settlement.book
        book, footprints = self.book, settlement.footprints
        self.chances = chances(settlement)
        self.rules = [clause.first for clause in settlement.clauses]
        self.bounds = [
            BoundRule(rule, limits) for rule in self.rules if (limits := limits_of(rule.duty))
        ]  # fmt: skip
        self.on_field: dict[str, list[ActiveReading]] = {}
        self.exact: list[ExactRule] = []
        for rule, limits in self.bounds:
            name = rule.subject.name
            field = book.fields.get(name)
            if rule.subject.of or field is None:
                continue
            self.on_field.setdefault(name, []).append(rule)
            if limits[0].kind is LimitKind.EXACTLY and query.of_round(book, name) and field.type.kind != "cards":
                operands = frozenset(fact.name for fact in query.facts(*amounts_of(rule.duty)))
                observed = footprints.names(*settlement.reads(rule))
                self.exact.append(
                    ExactRule(
                        rule, settlement.condition(rule), name, operands, observed, DIVISORS.get(field.type.kind, 0)
                    )
                )
        self.exact_reading: dict[str, int] = {}  # by field: the exact rules that read it, as bits
        for number, exact in enumerate(self.exact):
            for name in exact.reads:
                self.exact_reading[name] = self.exact_reading.get(name, 0) | 1 << number
        self.breakable: dict[
            str, list[ActiveReading]
        ] = {}  # by field: the bounds that it can breach, on itself or on another field
        for rule, _ in self.bounds:
            if rule.subject.name not in AWARDS and settlement.can_breach(rule):
                reads = {
                    name for expr in (*amounts_of(rule.duty), *rule.duty.applies) for name in names_read(book, expr)
                }
                for name in {rule.subject.name, *reads}:
                    self.breakable.setdefault(name, []).append(rule)
        self.awards = [
            bound for bound in self.bounds
            if bound.rule.subject.name in AWARDS and bound.rule.subject.of
            and only_limit(bound.rule.duty, LimitKind.EXACTLY, LimitKind.AT_LEAST)
        ]  # fmt: skip
        self.on_stakes = [*self._on_stakes()]
        self.exact_awards: dict[str, list[BoundRule]] = {}  # by wager: what exactly is collected or returned of it
        for bound in self.awards:
            if bound.rule.subject.name in ("collected", "returned") and bound.limits[0].kind is LimitKind.EXACTLY:
                self.exact_awards.setdefault(str(bound.rule.subject.of), []).append(bound)
        self.inputs: dict[str, set[str]] = {}  # by derived field: its inputs
        for rules, name in settlement.derived:
            exprs = [expr for rule in rules for expr in settlement.reads(rule)]
            self.inputs.setdefault(name, set()).update(footprints.names(*exprs))
        self.derived = {*self.inputs}
        for rules, name in settlement.derived:  # counts over rows, which a choice in any of them can breach
            exprs = [expr for rule in rules for expr in settlement.reads(rule)]
            if footprints.of(*exprs).other_rows:
                for other in footprints.names(*exprs) - {name}:
                    bounds = self.breakable.setdefault(other, [])
                    bounds += [rule for rule in self.breakable.get(name, ()) if rule not in bounds]
        self.of_stakes = dependents({STAKE}, self.inputs) & self.derived  # what follows from stakes, among other facts
        self.deriving: dict[str, list[ActiveReading]] = {}  # by field: the rules from which it follows
        for rules, name in settlement.derived:
            self.deriving.setdefault(name, []).extend(rules)
        self.read = set[str]().union(*self.inputs.values(), *(one.reads for one in self.exact))
        self.fields = self._in_order(self._fields())
        self.equal_to: dict[str, list[str]] = {}  # by field: the others that are exactly equal to it
        for exact in self.exact:
            for operand in amounts_of(exact.rule.duty):
                match operand:
                    case core.Fact(name, None) | core.Earlier(core.Fact(name, None)) if name in book.fields:
                        self.equal_to.setdefault(name, []).append(exact.field)
        self.settled = self._settled()
        of_round = (field for field in book.fields.values() if "round" in field.owners)
        self.shared = {"irregularity", *(f.name for f in of_round if not {"seat", "hand"} & {*f.owners})}
        self.irregularities = [
            rule for rule in self.rules
            if isinstance(rule.duty, core.LeadsTo) and settlement.applies(rule, settlement.table) is not False
        ]  # fmt: skip
        self.counted = {name for exact in self.exact for name in exact.operands}
        deals = (rule.duty for rule in self.chances)
        self.hands = {field for duty in deals if isinstance(duty, core.Deal) for field, _ in duty.dealt}
        self.parted = self._parted()
        self.on_deal = [*self._on_deal()]
        self.compared = self._compared_values()
        self.lasting = {rule.subject.name for rule in self.rules if _ends(rule.duty, core.End.ADVANCES)}
        self.bonuses = self._bonuses(offers)
        self.before_deal = self._before_deal()
        self.choices = {field.name: self._choices_of(field) for field in self.fields}

    def free(self, name: str) -> bool:
        """Whether a record states the field, and neither cards nor other facts determine it."""
        return query.of_round(self.book, name) and name not in self.settlement.follow | self.hands

    def changes_to_apply(self, rule: ActiveReading, facts: Facts) -> Facts | None:
        """The changes in a row that make the rule apply; None if they cannot be found."""
        return satisfying_changes(core.AllOf(rule.duty.applies), facts, self.book, self.free)

    def _choices_of(self, field: core.Field) -> FieldChoices:
        name, kind, equal_to = field.name, field.type.kind, self.equal_to.get(field.name, ())
        items = [item.kind for item in field.type.items]
        return FieldChoices(
            name,
            kind,
            tuple(
                (rule, self.settlement.condition(rule), kind == "count" and only_limit(rule.duty, LimitKind.AT_MOST) is not None)
                for rule in self.on_field.get(name, ())
            ),
            (*equal_to,),
            () if name in self.derived else tuple(map(whole, self.compared.get(name, ()))),
            tuple((a,) if items else a for a in AMOUNTS) if "money" in (kind, *items) else (),
            tuple(value.value for value in field.type.values),
            DIVISORS.get(kind, 0),
            items[:1] == ["name"],
            any(other not in self.derived for other in equal_to),
            kind == "cards" and name not in self.hands,
            name in self.read,
            (*self.deriving.get(name, ()),),
            tuple(map(self.settlement.judge_of, self.breakable.get(name, ()))),
        )  # fmt: skip

    def _on_deal(self) -> Iterator[ActiveReading]:
        """The bounds on what follows from dealt hands alone: no choice makes a hand lawful that breaches one."""
        known = {"irregularity", "consequence", *self.hands}
        while more := {name for name, read in self.inputs.items() if read - {name} <= known} - known:
            known |= more
        certain = {clause.first for clause in self.settlement.clauses if len(clause.rules) == 1 and not clause.doubtful}
        for rule, _ in self.bounds:
            reads = self.settlement.footprints.of(*self.settlement.reads(rule))
            of_hands = not rule.subject.of and reads.names <= known and not reads.beyond_row
            if rule in certain and of_hands and self.settlement.can_breach(rule):
                yield rule

    def _on_stakes(self) -> Iterator[StakeRule]:
        for rule in self.rules:
            required, subject = required_offer(rule.duty), rule.subject
            if required is not None:
                yield StakeRule(rule, subject.name, required)
                continue
            bounds = isinstance(rule.duty, core.Requirement | core.Derives) and self.settlement.can_breach(rule)
            if subject.name == STAKE and subject.of and bounds:
                yield StakeRule(rule, subject.of, None)

    def _fields(self) -> list[core.Field]:
        """The facts that a record of this game states: those that its clauses on rounds bound, and those that its results read."""
        named: dict[str, None] = {}
        for rule in self.rules:
            match rule.duty:
                case core.Ends() | core.ReachesRow() | core.HasRank():
                    exprs: tuple[core.Expr, ...] = rule.duty.applies
                case core.Requirement(need=Need.BOUND) | core.Derives() | core.Rounding() | core.Shares():
                    named[rule.subject.name] = None
                    exprs = (*operands_of(rule.duty), *rule.duty.applies)
                case (
                    core.Requirement()
                    | core.PayoutTable()
                    | core.FilingDuty()
                    | core.LeadsTo()
                    | core.Independent()
                    | core.HighestOnly()
                    | core.PaysEach()
                    | core.PaysGross()
                    | core.ChanceDuty()
                    | core.DeclaredDuty()
                ):
                    continue
                case _:
                    assert_never(rule.duty)
            named |= dict.fromkeys(name for expr in exprs for name in names_read(self.book, expr))
        fields = [self.book.fields[name] for name in named if name in self.book.fields]
        return [f for f in fields if query.of_round(self.book, f.name) and f.name not in query.SETTLEMENT]

    def _in_order(self, fields: list[core.Field]) -> list[core.Field]:
        """Derived fields, each after its inputs."""
        known, found = {field.name: field for field in fields}, dict[str, core.Field]()

        def visit(name: str, above: tuple[str, ...] = ()) -> None:
            for other in sorted(self.inputs.get(name, ())):
                if other not in (*above, name, *found) and other in known:
                    visit(other, (*above, name))
            found.setdefault(name, known[name])

        for field in fields:
            visit(field.name)
        return [*found.values()]

    def _settled(self) -> set[str]:
        """The fields that are chosen after the wagers are settled, because they depend on how wagers end."""
        depends_on = {name: {*read} - {name} for name, read in self.inputs.items()}
        for name, rules in self.on_field.items():
            exprs = [expr for rule in rules for expr in self.settlement.reads(rule)]
            depends_on[name] = depends_on.get(name, set()) | self.settlement.footprints.names(*exprs) - {name}
        for name, others in self.equal_to.items():
            depends_on[name] = depends_on.get(name, set()) | {*others}
        return dependents({*query.SETTLEMENT[1:]}, depends_on)

    def _compared_values(self) -> dict[str, list[core.ConstValue]]:
        """By field: the numbers with which conditions compare it; they are useful choices."""
        found: dict[str, dict[core.ConstValue, None]] = {}
        for rule in self.rules:
            for condition in rule.duty.applies:
                for name, value in _compared(self.book, condition):
                    found.setdefault(name, {})[value] = None
        return {name: list(values) for name, values in found.items()}

    def _parted(self) -> list[PartedHand]:
        rules = [rule for rules, _ in self.settlement.derived for rule in rules]
        nodes = [node for rule in rules for node in core.walk(*_demanded(rule.duty), *rule.duty.applies)]
        ranked: dict[str, str] = {}
        for node in nodes:
            match node:
                case core.Apply("best" | "strength", (core.RankingRef(ranking), core.Fact(hand)), ()):
                    ranked.setdefault(hand, ranking)
        found = [
            [arg.name for arg in node.args if isinstance(arg, core.Fact)]
            for node in nodes if isinstance(node, core.Apply) and node.function == "strays"
        ]  # fmt: skip
        return [
            PartedHand(whole, tuple((part, ranked[part]) for part in parts))
            for whole, *parts in found if {*parts} <= ranked.keys()
        ]  # fmt: skip

    def _bonuses(self, offers: list[str]) -> dict[str, str]:
        """Options that are paid like wagers, and the wager by whose stake each is computed."""
        found, results = dict[str, str](), dict[str, list[ActiveReading]]()
        for rule in self.rules:
            if isinstance(rule.duty, core.Ends):
                results.setdefault(rule.subject.name, []).append(rule)
        requires = [
            (rule.subject.name, required_offer(rule.duty)) for rule in _in_force(self.settlement, core.Requirement)
        ]
        for name in offers:
            if self.book.kind(name) is not SubjectKind.OPTION:
                continue
            paid = [rule for rule, _ in self.awards if (rule.subject.name, rule.subject.of) == ("paid", name)]
            conditions = [expr for rule in results.get(name, paid) for expr in rule.duty.applies]
            related = [fact.of for fact in query.facts(*conditions) if fact.name == STAKE and fact.of]
            if name in results:
                related += [other for option, other in requires if option == name and other]
                related += [
                    wager for wager, rules in results.items() for rule in rules for expr in rule.duty.applies
                    if any(isinstance(node, core.Offered) and node.name == name for node in core.walk(expr))
                ]  # fmt: skip
            wagers = [wager for wager in related if self.book.kind(wager) is SubjectKind.WAGER]
            if wagers:
                found[name] = wagers[0]
        return found

    def _before_deal(self) -> tuple[int, list[ExactRule]]:
        """The derivations, as bits, and the exact rules that determine the next deal."""
        settlement = self.settlement
        conditions = [expr for rule in self.chances for expr in rule.duty.applies]
        names = [*settlement.footprints.names(*conditions)]
        derivations: set[int] = set()
        exact: set[int] = set()
        while names:
            name = names.pop()
            for number in {n for n, one in enumerate(settlement.derived) if one.field == name} - derivations:
                derivations.add(number)
                reads = [expr for rule in settlement.derived[number].rules for expr in settlement.reads(rule)]
                names += settlement.footprints.names(*reads)
            for number in {n for n, one in enumerate(self.exact) if one.field == name} - exact:
                exact.add(number)
                names += self.exact[number].reads
        return bits_of(derivations), [self.exact[number] for number in sorted(exact)]


def chances(settlement: Settlement) -> list[ActiveReading]:
    """The rules on what chance deals."""
    return [*_in_force(settlement, core.Deal, core.Chance)]


def _in_force(settlement: Settlement, *kinds: type[core.DutyBase]) -> Iterator[ActiveReading]:
    for clause in settlement.book.clauses:
        if clause.game in (None, settlement.game) and isinstance(clause.versions[0].duty, kinds):
            version = query.version_on(settlement.book, clause, settlement.day)[0]
            if version:
                yield ActiveReading(clause, version.duty)


def required_offer(duty: core.Duty) -> str | None:
    """The offer that a clause requires together with its subject."""
    match duty:
        case core.Requirement(need=Need.REQUIRES, holds=core.Offered(name=name)):
            return name
    return None


def operands_of(duty: core.Duty) -> tuple[core.Expr, ...]:
    """The expressions that a clause states for its subject, without those that a table provides."""
    if isinstance(duty, core.Shares):
        return (duty.amount,)
    if isinstance(duty, core.Derives):
        return () if isinstance(duty.value, core.Lookup) else (duty.value,)
    return amounts_of(duty)


def names_read(book: core.Rulebook, expr: core.Expr) -> Iterator[str]:
    """The names that an expression reads, in reading order; through defined terms, the names of the terms included."""
    for node in core.walk(expr):
        match node:
            case core.Fact(name):
                yield name
            case core.Cards(of=hand):
                yield hand
            case core.Term(name):
                yield name
                if name in book.terms:
                    yield from names_read(book, book.terms[name])


def dependents(names: set[str], depends_on: dict[str, set[str]]) -> set[str]:
    """The names, with everything that depends on one of them.

    >>> sorted(dependents({"a"}, {"b": {"a"}, "c": {"b"}, "d": {"e"}}))
    ['a', 'b', 'c']
    """
    found = set(names)
    while more := {name for name, read in depends_on.items() if read & found} - found:
        found |= more
    return found


def _demanded(duty: core.Duty) -> tuple[core.Expr, ...]:
    """The expressions of a duty without its conditions."""
    return core.expressions(duty)[len(duty.applies) :]


def _ends(duty: core.Duty, end: core.End) -> bool:
    return isinstance(duty, core.Ends) and duty.end is end


def _compared(book: core.Rulebook, expr: core.Expr) -> Iterator[tuple[str, core.ConstValue]]:
    """Each field that is compared with a number, and that number."""
    match expr:
        case core.Compare(
            relation, core.Fact(name, None) | core.Earlier(core.Fact(name, None)), core.Const(kind, value)
        ) if kind is not ValueKind.NAME:  # fmt: skip
            yield name, value
            beyond = relation in (Relation.LESS, Relation.MORE)
            if beyond and kind in (ValueKind.NUMBER, ValueKind.MONEY) and isinstance(value, Fraction):
                yield name, value + OFFSETS[relation]
        case core.Not(item):
            yield from _compared(book, item)
        case core.AllOf(items) | core.AnyOf(items):
            for item in items:
                yield from _compared(book, item)
        case core.Term(name) if name in book.terms:
            yield from _compared(book, book.terms[name])
