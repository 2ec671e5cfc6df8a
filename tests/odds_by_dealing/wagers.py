"""How a wager ends on a deal, by the reference semantics alone, and so its exact distribution over all deals.

The clauses on the wager decide whether it wins, is returned or loses; the reference settlement, what it is paid from the payouts that
are filed. Facts that a licensee, a player or a reading of the text chooses are those of the figure that is compared. A deal is
evaluated once for all figures that agree on everything that its evaluation reads (`Remembered`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import product

from pitboss.compiler.oracle.settlement import Law, SettledRow
from pitboss.compiler.oracle.syntax import column, nodes, through_terms
from tests.support.observed_facts import Keys, Remembered
from tests.support.product import Check, ResolvedClause, ResolvedField, ResolvedRulebook, interpreter, kleene
from tests.support.product import oracle_values as values
from tests.support.product import tree as t

from .deals import Hands, drawn, hands

Facts = values.Facts
Net = tuple[
    Fraction, Fraction
]  # of a stake of one: what is won less what is lost, and the share of the meter in addition
WHOLE = 100  # units of a stake of which no payout is rounded: odds are of the payouts as they are stated
AMOUNTS = (0, 1_000_000)  # of the meter: the difference in what is paid is the share
DECIDING = {"stake": ("exactly",), "collected": ("exactly",), "paid": ("exactly", "at_least")}  # limits, by their field
OF_ONE_CARD = ("rank", "suit")  # functions of the first card of a hand
ROUND = {"round", "seat", "hand"}


class NotDecided(Exception):
    """The reference semantics does not decide how a wager ends; the message names the deal."""


@dataclass(frozen=True)
class Choice:
    """What is chosen for one figure: see `OddsRow`."""

    game: str
    wager: str
    decks: int | None
    stake: Fraction
    paytable: str
    options: tuple[tuple[str, object], ...]
    readings: tuple[tuple[str, str], ...]


class Wager:
    """A wager on a day, under one choice. Evaluations are shared by the choices of one wager through `shared`."""

    def __init__(
        self, book: ResolvedRulebook, choice: Choice, day: date, shared: dict[object, Remembered[Net | None]]
    ) -> None:
        if any(clause.kind == "rounding" and clause.check.subject.name == choice.wager for clause in book.clauses):
            choice = replace(choice, stake=choice.stake * WHOLE)
        self.choice, self.day = choice, day
        chosen = dict(choice.readings)
        self.book = replace(book, clauses=tuple(_as_read(clause, chosen) for clause in book.clauses))
        self.whole = Law(self.book, choice.game, self.table, day)
        self.law = Law(replace(self.book, clauses=self.read), choice.game, self._table(dict(self.payouts)), day)
        key = (choice.wager, choice.readings, repr(self.payouts), choice.stake, choice.options)
        if key not in shared:
            shared[key] = Remembered(self._net, Keys())
        self.net = shared[key]

    # ---- the filing

    @cached_property
    def table(self) -> Facts:
        """The facts of a table that offers the wager, with what is chosen."""
        return self._table({})

    def _table(self, payouts: Facts) -> Facts:
        choice = self.choice
        offers: Facts = {name: {} for name in self._offered()}
        facts: Facts = {"game": choice.game, "closed": True, "offers": offers}
        if choice.decks is not None:
            facts["decks"] = choice.decks
        mine = values.entries(offers, choice.wager)
        mine |= {"payout_stakes": (choice.stake,)} | ({"payouts": payouts} if payouts else {})
        for path, value in choice.options:
            name, _, of = path.partition(" of ")
            if of in offers:
                values.entries(offers, of)[name] = value
            else:
                facts[name] = value
        return facts

    def _offered(self) -> list[str]:
        """The wager, and the offers that it requires."""
        found = [self.choice.wager]
        for name in found:  # grows during the loop
            for clause in self.book.clauses:
                version, _ = interpreter.version_on(self.book, clause, self.day)
                law = version.check.predicate if version else None
                if isinstance(law, t.Requires) and clause.check.subject == t.Path(name):
                    found += [
                        other
                        for other in law.names
                        if other not in found and self.book.names[other].kind != "equipment"
                    ]
        return found

    @cached_property
    def payouts(self) -> dict[str, tuple[str, Fraction]]:
        """The payouts of the figure, as the text prints them: the one table with its name that the clauses allow here."""
        found: list[dict[str, tuple[str, Fraction]]] = []
        for clause, _check, cells, name in self._printed():
            here = interpreter.Here(self.book, clause, self.table, self.day)
            rows = {row: (here.kind_of(cell), values.as_number(here.value(cell))) for row, cell in cells.items()}
            made = {row: (kind, Fraction(figure)) for row, (kind, figure) in rows.items() if figure is not None}
            applies = (
                interpreter.judge_table(self.book, clause, self._table(dict(made)), self.day) != kleene.NOT_APPLICABLE
            )
            if applies and name == self.choice.paytable and made not in found:
                found.append(made)
        if len(found) > 1:
            raise NotDecided(f"{len(found)} tables of {self.choice.wager} are named {self.choice.paytable!r}")
        return found[0] if found else {}

    def _printed(self) -> Iterator[tuple[ResolvedClause, Check, dict[str, t.Expr], str]]:
        """The columns of the printed tables, each with its name."""
        wager, decks = self.choice.wager, values.key_of(self.choice.decks)
        for clause in self.book.clauses:
            version, _ = interpreter.version_on(self.book, clause, self.day)
            for check in version.checks if version else ():
                law = check.predicate
                if not isinstance(law, t.PaysNode) or wager not in (check.subject.name, check.subject.of):
                    continue
                alias = clause.name.partition("-pays")[0]
                plain = "" if alias == wager else alias
                tables = (
                    [b.table for b in check.blocks if values.key_of(b.value.value) == decks]
                    if law.by
                    else [check.table]
                )
                if law.values:
                    yield clause, check, {"win": law.values[0]}, plain
                for table in filter(None, tables):
                    for number, head in [*enumerate(table.head)][1:]:
                        name = head.value.text if head.value and len(table.head) > 2 else plain
                        yield clause, check, dict(column(table, number)), name

    # ---- the clauses that are read

    @cached_property
    def read(self) -> tuple[ResolvedClause, ...]:
        """The clauses that decide how the wager ends and what it pays, and those from which the facts follow that they read."""
        wager = self.choice.wager
        found = [c for c in self.book.clauses if wager in (c.check.subject.name, c.check.subject.of) and _settles(c)]
        found += [
            c
            for c in self.book.clauses
            if isinstance(c.check.predicate, t.ChargesNode) and c.check.predicate.name == wager
        ]
        rows = {
            c.check.subject.name for c in found if c.kind == "outcome"
        }  # what a rank with the name of a row need not decide
        ranks = [c for c in self.book.clauses if c.kind == "rank" and c.game == self.choice.game]
        found += ranks if {c.check.subject.name for c in ranks} & (self.payouts.keys() - rows) else []
        names: set[str] = set()
        for clause in found:  # grows during the loop
            if isinstance(clause.check.predicate, t.ChargesNode):
                names.add(clause.check.subject.name)
            for version in clause.versions:
                for check in version.checks:
                    names |= {*self._names(check)}
            found += [
                c for c in (*self._derived, *self._definitions) if c.check.subject.name in names and c not in found
            ]
        self.names = names
        return tuple(c for c in self.book.clauses if c in found)

    @cached_property
    def _definitions(self) -> list[ResolvedClause]:
        return [c for c in self.book.clauses if c.kind == "definition"]

    @cached_property
    def _derived(self) -> list[ResolvedClause]:
        return [c for c, _, _ in self.whole.clauses if c.kind == "derived"]

    def _names(self, check: Check) -> Iterator[str]:
        yield from filter(None, [getattr(check.predicate, "by", None)])
        for node in through_terms(self.book, (*check.conditions, *getattr(check.predicate, "values", ()))):
            match node:
                case t.Path(name):
                    yield name
                    if name in self.book.rankings:
                        for rank in self.book.rankings[name].ranks:
                            yield from self._names(replace(check, conditions=(rank.has,), predicate=None))  # type: ignore[arg-type]
                case t.CardsNode(_, _, of):
                    yield of or "cards"
                case t.Call(_, ()) | t.Pattern():
                    yield "cards"

    @cached_property
    def hands(self) -> Hands | None:
        """The hands that are dealt for the wager."""
        prefixes: dict[str, int] = {}
        whole: set[str] = set()
        for check in (check for clause in self.read for version in clause.versions for check in version.checks):
            trees = [*through_terms(self.book, (*check.conditions, *getattr(check.predicate, "values", ())))]
            parts = [node for node in trees if isinstance(node, t.CardsNode)]
            for part in parts:
                name = self._as_dealt.get(part.of or "cards", part.of or "cards")
                if part.which == "first":
                    prefixes[name] = max(part.count, prefixes.get(name, 0))
                else:
                    whole.add(name)
            single = [
                node.arguments[0].value for node in trees if isinstance(node, t.Call) and node.name in OF_ONE_CARD
            ]
            for path in (
                node for node in trees if isinstance(node, t.Path) and check.subject.name not in self._as_dealt
            ):
                name = self._as_dealt.get(path.name, path.name)
                if any(path is one for one in single):
                    prefixes[name] = max(1, prefixes.get(name, 0))
                else:
                    whole.add(name)
        return hands(self.whole, prefixes, whole)

    @cached_property
    def _as_dealt(self) -> dict[str, str]:
        """Hands that follow from a dealt hand as a whole, by whichever clause: odds are of hands as they are dealt."""
        found = {}
        for clause in self._derived:
            match clause.check.predicate:
                case t.Limit(_, (t.Path(name, None, before=False),)) if self._is_hand(name) and self._is_hand(
                    clause.check.subject.name
                ):
                    found.setdefault(clause.check.subject.name, name)
        return found

    def _is_hand(self, name: str) -> bool:
        return name in self.book.fields and self.book.fields[name].type.kind == "cards"

    def drawn(self, chosen: Facts) -> Iterator[tuple[Facts, Fraction]]:
        """What chance decides of the facts that are read, with what is chosen."""
        for facts, chance in drawn(self.whole, {*self.names}, {**self.table, **chosen}):
            yield facts, Fraction(chance)

    @cached_property
    def chosen(self) -> list[Facts]:
        """What a player chooses with the wager, such as its column, and a licensee for the table: each lawful combination."""
        fixed = {clause.check.subject.name for clause in (*self._derived, *self._chances)} | self.table.keys()
        fields = [self.book.fields[name] for name in sorted(self.names - fixed) if name in self.book.fields]
        mine = [field for field in fields if field.type.kind == "one_of" and {*ROUND, "table"} & {*field.owners}]
        ways = product(*(self._lawful(field) for field in mine))
        return [dict(zip((field.name for field in mine), way, strict=True)) for way in ways]

    def _lawful(self, field: ResolvedField) -> list[object]:
        values_ = [value.value for value in field.type.values]
        clauses = [c for c in self.book.clauses if c.scope == "table" and c.check.subject == t.Path(field.name)]

        def allowed(value: object) -> bool:
            judged = (
                interpreter.judge_table(self.book, c, {**self.table, field.name: value}, self.day) for c in clauses
            )
            return kleene.FAIL not in judged

        return [value for value in values_ if allowed(value)]

    @cached_property
    def _chances(self) -> list[ResolvedClause]:
        return [clause for clause in self.book.clauses if clause.kind == "chance"]

    # ---- a deal

    def facts(self, deal: Facts) -> Facts:
        """The facts of a row with this deal."""
        return {**self._ordinary, **deal, **{name: deal[of] for name, of in self._as_dealt.items() if of in deal}}

    @cached_property
    def _ordinary(self) -> Facts:
        """The facts of a row before the deal: stakes of one unit, nothing out of the ordinary."""
        names, fields = self.book.names.values(), self.book.fields
        stakes = {
            n.name: self.choice.stake for n in names if n.kind in ("wager", "option") and n.game == self.choice.game
        }
        follow = {clause.check.subject.name for clause in self._derived}
        flags = {
            name: False for name in self.names - follow
            if name in fields and fields[name].type.kind == "flag" and ROUND & {*fields[name].owners}
        }  # fmt: skip
        return self.law.facts({**flags, "stake": stakes})

    def _net(self, facts: Facts) -> Net | None:
        """What the wager comes to on a deal, of a stake of one; None if the wager cannot be made on it."""
        nets = [
            self._at(facts | dict.fromkeys(self._meters, amount), amount)
            for amount in AMOUNTS[: 1 + bool(self._meters)]
        ]
        if None in nets:
            return None
        known = [Fraction(net) for net in nets if net is not None]
        share = (known[-1] - known[0]) / AMOUNTS[1]
        return known[0] / self.choice.stake, share

    @cached_property
    def _meters(self) -> list[str]:
        """The amounts of which a payout is a share."""
        checks = [
            check
            for c in self.read
            for v in c.versions
            for check in v.checks
            if isinstance(check.predicate, t.SharesNode)
        ]
        return [node.name for check in checks for node in nodes(check.predicate.values) if isinstance(node, t.Path)]  # type: ignore[union-attr]

    def _at(self, facts: Facts, meter: int) -> Fraction | None:
        law, wager, unit = self.law, self.choice.wager, self.choice.stake
        facts = law.complete(facts)
        settling = SettledRow(law, facts)
        ends: dict[str, list[bool | None]] = {}
        for clause, check in law.on(t.ResultNode, wager):
            assert isinstance(check.predicate, t.ResultNode)
            ends.setdefault(check.predicate.verb, []).append(law.applies(clause, check, facts))
        if any(law.applies(c, check, facts) for c, check in self._exactly(law, "stake", facts, 0)):
            return None
        wins = (
            kleene.some(ends["wins"])
            if "wins" in ends
            else kleene.some(settling.reached(wager, row) for row in self.payouts)
        )
        back = kleene.some([*ends.get("returns", ()), *ends.get("stays", ())])
        if wins is None or (wins is False and back is None and kleene.some(ends.get("loses", ())) is not True):
            raise NotDecided(f"{wager}: {ends} on { ({k: v for k, v in facts.items() if isinstance(v, tuple)}) }")
        charged = sum((Fraction(values.as_number(facts.get(name)) or 0) for name in self._charges), Fraction(0))
        if wins:
            gross = kleene.some(law.applies(c, check, facts) for c, check in law.on(t.PaysGrossNode, wager))
            owed = settling.owed(wager, bool(gross)) if self.payouts else self._stated(law, facts)
            return Fraction(0 if owed is None else owed) - charged
        if back:
            return -charged
        part = [
            law.here(c, facts).value(check.predicate.values[0])
            for c, check in self._exactly(law, "collected", facts, None)
        ]  # type: ignore[union-attr]
        lost = Fraction(values.as_number(part[0]) or 0) if part else unit
        return -(lost if self.book.names[wager].kind == "wager" else 0) - charged

    def _exactly(self, law: Law, name: str, facts: Facts, amount: int | None) -> list[tuple[ResolvedClause, Check]]:
        """The clauses that apply and state an exact amount of a field of the wager."""
        found = [
            (c, check) for c, check in law.on(t.Limit, self.choice.wager)
            if check.subject == t.Path(name, self.choice.wager) and getattr(check.predicate, "mode", "") in DECIDING[name]
        ]  # fmt: skip
        found = [(c, check) for c, check in found if law.applies(c, check, facts)]
        return [
            one
            for one in found
            if amount is None or law.here(one[0], facts).value(one[1].predicate.values[0]) == amount
        ]  # type: ignore[union-attr]

    def _stated(self, law: Law, facts: Facts) -> Fraction | None:
        """What must be paid where the text states an amount, and no odds."""
        for clause, check in law.on(t.Limit, self.choice.wager):
            mode = getattr(check.predicate, "mode", "")
            if (
                check.subject == t.Path("paid", self.choice.wager)
                and mode in DECIDING["paid"]
                and law.applies(clause, check, facts)
            ):
                amount = values.as_number(law.here(clause, facts).value(check.predicate.values[0]))  # type: ignore[union-attr]
                return None if amount is None else Fraction(amount)
        return None

    @cached_property
    def _charges(self) -> list[str]:
        return [c.check.subject.name for c in self.read if isinstance(c.check.predicate, t.ChargesNode)]


def _settles(clause: ResolvedClause) -> bool:
    """Whether the settlement reads a clause on a wager; other limits, as on the times of wagers, decide no end."""
    match clause.check.predicate:
        case t.Limit() as limit:
            return limit.mode in DECIDING.get(clause.check.subject.name, ())
    return clause.kind != "authority"


def _as_read(clause: ResolvedClause, chosen: dict[str, str]) -> ResolvedClause:
    """The clause with the reading that is chosen."""
    versions = []
    for version in clause.versions:
        names = " or ".join(sorted(check.reading for check in version.checks if check.reading))
        kept = tuple(check for check in version.checks if check.reading == chosen.get(names))
        versions.append(replace(version, checks=kept) if names in chosen and kept else version)
    return replace(clause, versions=tuple(versions))


def choice_of(row: dict[str, object]) -> Choice:
    """The choices behind a row of the engine."""
    options = row["option"]
    readings = row["readings"]
    assert isinstance(options, dict) and isinstance(readings, dict)
    return Choice(
        str(row["game"]), str(row["wager"]), row.get("decks"), Fraction(str(row.get("stake", "$1")).removeprefix("$")),  # type: ignore[arg-type]
        str(row.get("paytable", "")), tuple((name, _value(str(value))) for name, value in options.items()), tuple(readings.items()),
    )  # fmt: skip


def _value(text: str) -> object:
    if text.endswith("%"):
        return Fraction(text.removesuffix("%")) / 100
    return int(text) if text.isdigit() else text
