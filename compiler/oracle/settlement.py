"""The reference semantics of settled rounds (docs/semantics.md, Settled rounds): small, slow and independent.

It reads the resolved rulebook before precedence is written into the conditions, and judges one row: a seat, or a hand of a
seat, in one round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from math import ceil, floor

from pitboss.compiler.oracle.interpreter import (
    Here,
    cards_suffice,
    judge_table,
    readings,
    version_on,
)
from pitboss.compiler.oracle.kleene import (
    FAIL,
    NEEDS,
    NOT,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    Truth,
    every,
    met,
    some,
    verdict,
)
from pitboss.compiler.oracle.permission import permitted, settles
from pitboss.compiler.oracle.precedence import overriding
from pitboss.compiler.oracle.reading_choices import Choice, World, choice_of, judged_in_worlds
from pitboss.compiler.oracle.syntax import column, nodes, through_terms
from pitboss.compiler.oracle.values import Facts, Number, as_number, elements, entries, key_of
from pitboss.grammar import tree as t
from pitboss.grammar.resolved_rulebook import Check, Declared, ResolvedClause, ResolvedRulebook, ResolvedVersion

CENT = Fraction(1, 100)
MONEY = ("stake", "paid", "collected", "returned")
IN_A_ROUND = {"round", "seat", "hand"}
SEVERITY = (NOT_APPLICABLE, PASS, NEEDS, OPEN, FAIL)

Verdicts = dict[str, str]  # clause → verdict
Reading = tuple[ResolvedClause, ResolvedVersion, Check]  # of a clause, with the version that the check is from
Payouts = dict[str, tuple[str, Number]]  # by row: how it pays, and the figure


def judge(book: ResolvedRulebook, game: str, table: Facts, day: date, row: Facts) -> Verdicts:
    """The verdict of every clause that a row of a record can breach. `table`: the facts of its table on that day."""
    return Law(book, game, table, day).judge(row)


def least_severe(choices: list[Verdicts]) -> Verdicts:
    """From the verdicts under each choice of a table: those under which the row is worst off least.

    >>> least_severe([{"a": "fail", "b": "pass"}, {"a": "open", "b": "open"}])
    {'a': 'open', 'b': 'open'}
    """
    return min(choices, key=lambda found: sorted(map(SEVERITY.index, found.values()), reverse=True))


def of_stakes(tables: list[Facts], stakes: Facts, parts: Iterable[str] = ()) -> list[int]:
    """The choices of a table that count for a row with these stakes, by their payouts; all if none is for them. Of the parts
    of the table that the row names, only these.

    >>> by_stake = [{"offers": {"a": {"payout_stakes": (n,)}}} for n in (1, 5)]
    >>> of_stakes(by_stake, {"a": 5}), of_stakes(by_stake, {"a": 2}), of_stakes(by_stake, {"b": 5})
    ([1], [0, 1], [0, 1])
    >>> of_stakes([{"part": {"rate": "left"}}, {"part": {"rate": "right"}}], {}, ["right"])
    [1]
    """
    own = []
    named = [n for n, table in enumerate(tables) if all(part in entries(table, "part").values() for part in parts)]
    for number, table in ((n, tables[n]) for n in named):
        offers = entries(table, "offers")
        of = {wager: elements(entries(offers, wager).get("payout_stakes") or ()) for wager in offers}
        if all(not amount or not of.get(wager) or amount in of[wager] for wager, amount in stakes.items()):
            own.append(number)
    return own or named


def inherited(book: ResolvedRulebook, game: str) -> set[str]:
    """The clauses of other games that derive a field which those games declare and a rule of this game reads."""
    read = [c for c in book.clauses if c.scope == "round" and c.game in (None, game)]
    others = [
        c for c in book.clauses
        if c.kind == "derived" and c.scope == "round" and c.game not in (None, game)
        and book.fields[c.check.subject.name].game == c.game
    ]  # fmt: skip
    taken: set[str] = set()
    for clause in read:  # the list grows during the loop
        names = {name for version in clause.versions for check in version.checks for name in _read(book, check)}
        for other in others:
            if other.id not in taken and other.check.subject.name in names:
                taken.add(other.id)
                read.append(other)
    return taken


def _read(book: ResolvedRulebook, check: Check) -> Iterator[str]:
    """The names that a check reads."""
    yield from filter(None, [getattr(check.predicate, "by", None)])
    quantities = getattr(check.predicate, "values", ())
    for node in through_terms(book, (*check.conditions, *quantities)):
        if isinstance(node, t.Path):
            yield node.name
        elif isinstance(node, t.CardsNode):
            yield node.of or "cards"


@dataclass(frozen=True)
class Law:
    """Judges the rounds of a table on a day, in one world; where no reading is chosen, the first one counts."""

    book: ResolvedRulebook
    game: str
    table: Facts
    day: date
    world: tuple[tuple[Choice, str], ...] = ()

    def in_world(self, world: World) -> Law:
        """The same law with these readings."""
        key = tuple(sorted(world.items()))
        if key == self.world:
            return self
        if key not in self._worlds:
            self._worlds[key] = replace(self, world=key)
            self._worlds[key].__dict__["in_force"] = self.in_force
        return self._worlds[key]

    @cached_property
    def _worlds(self) -> dict[tuple[tuple[Choice, str], ...], Law]:
        return {}

    @cached_property
    def clauses(self) -> list[Reading]:
        """The clauses in force, each with the check that counts in this world and the version that it is from."""
        chosen = dict(self.world)
        found = []
        for clause, version, _ in self.in_force:
            name = chosen.get(choice_of(clause, version) or ("", ()))
            own = readings(clause, version)
            of, check = next((one for one in own if name is not None and (one[1].reading or "") == name), own[0])
            found.append((clause, of, check))
        return found

    @cached_property
    def doubtful(self) -> frozenset[str]:
        """The clauses that are applied before an inferred start."""
        return frozenset(clause.id for clause, _, doubtful in self.in_force if doubtful)

    @cached_property
    def left_open(self) -> frozenset[str]:
        """The clauses of which a text decides that is not available: they have one reading, and it has a name."""
        return frozenset(
            clause.id for clause, version, _ in self.in_force
            if len(version.checks) == 1 and version.check.reading is not None
        )  # fmt: skip

    @cached_property
    def in_force(self) -> list[tuple[ResolvedClause, ResolvedVersion, bool]]:
        """The clauses in force, each with whether it is applied before an inferred start."""
        others = inherited(self.book, self.game)
        found = []
        for clause in self.book.clauses:
            version, doubtful = version_on(self.book, clause, self.day)
            mine = clause.game in (None, self.game) or clause.id in others
            if version and mine and self._counts(clause, version):
                found.append((clause, version, doubtful))
        return found

    def _counts(self, clause: ResolvedClause, version: ResolvedVersion) -> bool:
        """Whether a clause is about rounds, or is one on what is filed that settles them and applies to the table."""
        check = version.check
        match check.predicate:
            case t.Requires() if not settles(self.book, clause):
                return False
            case t.PaysNode() | t.Requires():
                return judge_table(self.book, clause, self.table, self.day) != NOT_APPLICABLE
        return clause.scope == "round"

    @cached_property
    def overridden_by(self) -> dict[int, list[tuple[t.Expr, ...]]]:
        """By check: the conditions of each clause that overrides it."""
        return {
            id(check): overriding(self.book, clause, of, self.day) for clause, of, check in self.clauses
        }  # fmt: skip

    # ---- the facts of a row

    def facts(self, row: Facts) -> Facts:
        """The recorded facts on top of the filed facts of the table; wagers that the row does not name count as not made."""
        wagers = [
            n.name for n in self.book.names.values() if n.kind in ("wager", "option") and n.game in (None, self.game)
        ]
        made = {"irregularity": "none", **self.table, **row}
        if made["irregularity"] == "none":
            made = {"consequence": "none", **made}
        money = [what for what in MONEY if what in self.book.fields]
        return made | {what: {**dict.fromkeys(wagers, 0), **entries(row, what)} for what in money}

    def complete(self, facts: Facts) -> Facts:
        """The facts with everything that follows from them."""
        made = facts | {}
        while True:
            known = len(made)
            for clause, _, check in self.clauses:
                name = check.subject.name
                if clause.kind == "derived" and clause.scope == "round" and made.get(name) is None:
                    value = self._follows(clause, check, made)
                    if value is not None:
                        made[name] = value
            if len(made) == known:
                return made

    def _follows(self, clause: ResolvedClause, check: Check, facts: Facts) -> object:
        return self.here(clause, facts).comes_to(check) if self.applies(clause, check, facts) else None

    def here(self, clause: ResolvedClause, facts: Facts) -> Here:
        return Here(self.book, clause, facts, self.day)

    def applies(self, clause: ResolvedClause, check: Check, facts: Facts) -> Truth:
        """Whether the conditions of a check hold and no clause overrides it."""
        here = self.here(clause, facts)
        overrides = map(here.fails, self.overridden_by[id(check)])
        return every([*cards_suffice(check, facts), *here.met(check), *overrides])

    # ---- verdicts

    def judge(self, row: Facts) -> Verdicts:
        """The verdict of every clause that the row can breach, over all worlds."""

        def judged(world: World) -> list[Verdicts]:
            law = self.in_world(world)
            return [law.judge_facts(law.complete(law.facts(row)))]

        (found,) = judged_in_worlds([self], judged)
        return found | self.permitted({wager: amount for wager, amount in entries(row, "stake").items() if amount})

    def judge_facts(self, facts: Facts) -> Verdicts:
        """The verdict of every clause that the row can breach in this world, on complete facts, as if its start were certain."""
        if self.contradicts_irregularity(facts):
            facts = {**facts, "consequence": "none"}
        return self.verdicts_of(facts, {clause.id for clause, _, _ in self.clauses})

    def verdicts_of(self, facts: Facts, clauses: Collection[str]) -> Verdicts:
        """The verdicts of some clauses in this world, on complete facts."""
        found: Verdicts = {}
        for clause, _, check in self.clauses:
            if clause.id in clauses and (one := self._verdict(clause, check, facts)) is not None:
                found[clause.id] = OPEN if one == FAIL and clause.id in self.left_open else one
        return found

    def contradicts_irregularity(self, facts: Facts) -> bool:
        """Whether the record states an irregularity, and shows that the conditions of all clauses on it are unmet."""
        named = [
            self.applies(clause, check, facts)
            for clause, _, check in self.clauses
            if clause.kind == "irregularity" and check.subject.name == facts.get("irregularity")
        ]  # fmt: skip
        return bool(named) and all(truth is False for truth in named)

    def permitted(self, stakes: Facts) -> Verdicts:
        """The clauses on what the table may offer that these stakes breach, or are not known to meet."""
        key = frozenset(stakes.items())
        if key not in self._permitted:
            self._permitted[key] = permitted(self.book, self.game, self.table, stakes, self.day)
        return self._permitted[key]

    @cached_property
    def _permitted(self) -> dict[frozenset[tuple[str, object]], Verdicts]:
        return {}

    def _verdict(self, clause: ResolvedClause, check: Check, facts: Facts) -> str | None:
        """The verdict of a check; None where no row can breach it by itself."""
        subject, settling = check.subject, SettledRow(self, facts)
        applies = self.applies(clause, check, facts)
        match check.predicate:
            case t.ResultNode(verb):
                return settling.ends(clause, subject.name, verb, applies)
            case t.Limit():
                return settling.limit(clause, check, applies)
            case t.Rounds(_, _, (quantity,)) as law:
                here = self.here(clause, facts)
                rounded = _to_step(law, as_number(here.value(quantity)), as_number(here.value(law.to)))
                return verdict(applies, met("=", here.field(subject), rounded))
            case Declared("irregular", leads_to):
                occurred = met("=", facts.get("irregularity"), subject.name)
                if occurred and self.contradicts_irregularity(facts):
                    return NEEDS
                became = facts.get("consequence")
                lawful = None if became is None else became in [value.value for value in leads_to]
                return verdict(every([occurred, applies]), lawful)
            case Declared("outcome"):
                wagers = [subject.of] if subject.of else settling.paid_by_rank(subject.name)
                return verdict(some(settling.settled(wager, subject.name) for wager in wagers), applies)
            case t.Requires((other,)):
                return verdict(settling.staked(subject.name), settling.staked(other))
            case t.PaysNode():
                return settling.pays(clause, check)
            case t.SharesNode():
                return settling.shares(subject.name, applies)
            case t.PaysOnly():
                return settling.pays_only_highest(subject.name, applies)
        return None

    def on(self, kind: type, wager: str) -> list[tuple[ResolvedClause, Check]]:
        """The clauses on a wager whose predicate is of a kind."""
        if (kind, wager) not in self._on:
            self._on[kind, wager] = [
                (clause, check)
                for clause, _, check in self.clauses
                if isinstance(check.predicate, kind) and wager in (check.subject.name, check.subject.of)
            ]  # fmt: skip
        return self._on[kind, wager]

    @cached_property
    def _on(self) -> dict[tuple[type, str], list[tuple[ResolvedClause, Check]]]:
        return {}


@dataclass(frozen=True)
class SettledRow:
    """One row and the law that applies to it: its wagers, how they ended, and what is owed for them."""

    law: Law
    facts: Facts
    schedule: Payouts | None = None  # the payouts to compute with instead of the filed ones

    def _entry(self, what: str, wager: str) -> object:
        return entries(self.facts, what).get(wager)

    def _amount(self, what: str, wager: str) -> Number | None:
        return as_number(self._entry(what, wager))

    def staked(self, wager: str) -> Truth:
        return met(">", self._entry("stake", wager), 0)

    def won(self, wager: str) -> Truth:
        """Whether the wager was made and was paid."""
        return every([self.staked(wager), met(">", self._entry("paid", wager), 0)])

    def settled(self, wager: str, row: str) -> Truth:
        return every([self.won(wager), met("=", self._entry("settled_as", wager), row)])

    def _applies(self, found: tuple[ResolvedClause, Check]) -> Truth:
        return self.law.applies(*found, self.facts)

    # ---- limits

    def limit(self, clause: ResolvedClause, check: Check, applies: Truth) -> str:
        """A limit on a field, or the value from which a field follows."""
        subject, law, here = check.subject, check.predicate, self.law.here(clause, self.facts)
        assert isinstance(law, t.Limit)
        if law.mode.startswith("follows"):
            agrees = self._agree(subject, self.facts.get(subject.name), here.comes_to(check))
            told, rows = as_number(self.facts.get(subject.name)), as_number(here.comes_to(check))
            fewer = told is not None and rows is not None and not isinstance(told, bool) and told < rows
            return verdict(applies, None if agrees is False and _counts_rows(law) and not fewer else agrees)
        wager = subject.of if here.is_offer(subject.of) else None
        if wager and here.offered(wager) is False and self.staked(wager) is False:
            return NOT_APPLICABLE
        holds = here.holds(check)
        if law.mode == "exactly" and holds is False:
            holds = self._agree(subject, here.field(subject), here.value(law.values[0], subject)) is True
        found = verdict(applies, holds)
        if found == FAIL and _states_payment(check) and (tables := self.law.on(t.PaysNode, subject.of or "")):
            return FAIL if any(self._breaches_figures(*table) for table in tables) else OPEN
        return found

    def _agree(self, subject: t.Path, recorded: object, expected: object) -> Truth:
        """Whether amounts are equal to the cent: if the exact amount is not in whole cents, both neighboring cents are right."""
        if recorded is None or expected is None:
            return None
        field = self.law.book.fields.get(subject.name)
        if field and field.type.kind == "money" and IN_A_ROUND & {*field.owners}:
            paid, due = as_number(recorded), as_number(expected)
            return None if paid is None or due is None else -CENT < paid - due < CENT
        return recorded == expected

    # ---- how wagers end

    def ends(self, clause: ResolvedClause, wager: str, verb: str, here: Truth) -> str:
        """A clause on how a wager ends, whose condition is `here`."""
        stake, paid, collected, returned = (self._entry(what, wager) for what in MONEY)
        nothing = {what: met("=", self._entry(what, wager), 0) for what in MONEY}
        won = every([met(">", paid, 0), nothing["collected"]])
        lost = every([met("=", collected, stake), nothing["paid"], nothing["returned"]])
        back = every([met("=", returned, stake), nothing["paid"], nothing["collected"]])
        left = every([nothing["paid"], nothing["collected"], nothing["returned"]])
        results = [(of, _verb(check), self._applies((of, check))) for of, check in self.law.on(t.ResultNode, wager)]
        applies, holds = here, {"wins": won, "loses": lost, "returns": back, "stays": left, "advances": left}[verb]
        if verb == "wins":
            applies = some([here, NOT[some(truth for _, other, truth in results if other == "wins")]])
            holds = some([every([here, won]), every([NOT[here], nothing["paid"]])])
            if here is False and any(truth for _, other, truth in results if other == "loses"):
                return NOT_APPLICABLE
        found = verdict(every([self.staked(wager), applies]), holds)
        ends_otherwise = here is True and any(
            truth for of, other, truth in results if other != verb and of.id != clause.id
        )
        return OPEN if found == FAIL and ends_otherwise else found

    # ---- the amount owed

    def payouts(self, wager: str) -> Payouts:
        """The filed payouts of a wager."""
        if self.schedule is not None:
            return self.schedule
        filed = entries(entries(self.law.table, "offers"), wager).get("payouts")
        return dict(filed) if isinstance(filed, dict) else {}

    def paid_by_rank(self, rank: str) -> list[str]:
        """The wagers with a row that is paid for the rank of a hand."""
        checks = [check for _, _, check in self.law.clauses]
        wagers = dict.fromkeys(c.subject.of or c.subject.name for c in checks if isinstance(c.predicate, t.PaysNode))
        return [w for w in wagers if rank in self.payouts(w) and not self._reaching("outcome", w, rank)]

    def _reaching(self, kind: str, wager: str | None, row: str) -> list[tuple[ResolvedClause, Check]]:
        subject = t.Path(row, wager)
        return [
            (c, check) for c, _, check in self.law.clauses
            if c.kind == kind and check.subject == subject
        ]  # fmt: skip

    def reached(self, wager: str, row: str) -> Truth:
        """Whether a row was reached: if only one row is filed, every wager that won reaches it."""
        if len(self.payouts(wager)) == 1:
            return True
        readings = self._reaching("outcome", wager, row) or self._reaching("rank", None, row)
        return every(map(self._applies, readings)) if readings else met("=", self._entry("settled_as", wager), row)

    def amount(self, wager: str, row: str, gross: bool = False) -> Number | None:
        """The payout of a row in addition to the stake; if it pays gross, an amount of money includes the stake."""
        (kind, figure), stake = self.payouts(wager)[row], self._amount("stake", wager)
        value: Number | None = figure
        if kind == "odds":
            return None if stake is None else figure * stake
        if kind == "meter":
            meters = [
                as_number(self.law.here(clause, self.facts).value(check.predicate.values[0]))
                for clause, check in self.law.on(t.SharesNode, wager)
                if isinstance(check.predicate, t.SharesNode)
            ]
            value = figure * meters[0] if meters and meters[0] is not None else None
        if gross:
            return None if value is None or stake is None else value - stake
        return value

    def metered(self, wager: str) -> Truth:
        """Whether a share of a meter was reached."""
        return some(self.reached(wager, row) for row, (kind, _) in self.payouts(wager).items() if kind == "meter")

    def is_due(self, wager: str) -> bool:
        """Whether the filing determines what the wager is paid."""
        each = self.law.on(t.PaysEachNode, wager)
        return bool(self.payouts(wager)) and (not each or any(True for _ in self._stated_payments(wager)))

    def due(self, wager: str, gross: bool = False) -> Number | None:
        """The filed payout of the result: a share of a meter if one was reached, else the highest row; rounded."""
        metered = self.metered(wager)
        if metered is None or self.law.on(t.PaysEachNode, wager):
            return None
        rows = [row for row, (kind, _) in self.payouts(wager).items() if (kind == "meter") == metered]
        amounts = [(self.reached(wager, row), self.amount(wager, row, gross)) for row in rows]
        known = [amount for reached, amount in amounts if reached and amount is not None]
        if not known or any(reached and amount is None for reached, amount in amounts):
            return None
        if any(reached is None and (amount is None or amount > max(known)) for reached, amount in amounts):
            return None
        return self.rounded(wager, max(known))

    def rounded(self, wager: str, amount: Number | None) -> Number | None:
        """An amount to the step to which what the wager is paid is rounded."""
        for clause, check in self.law.on(t.Rounds, wager):
            if isinstance(check.predicate, t.Rounds) and self._applies((clause, check)):
                step = as_number(self.law.here(clause, self.facts).value(check.predicate.to))
                amount = _to_step(check.predicate, amount, step)
        return amount

    def owed(self, wager: str, gross: bool) -> Number | None:
        """The amount owed, within the limits on what is paid."""
        owed = self.due(wager, gross)
        for applies, stated in self._stated_payments(wager):
            owed = {True: stated, False: owed, None: None}[applies]
        for applies, limit in self._limits_on_paid(wager, "at_most"):
            exceeds = every([applies, met(">", owed, limit)])
            owed = {True: limit, False: owed, None: None}[exceeds]
        return owed

    def _limits_on_paid(self, wager: str, mode: str) -> Iterator[tuple[Truth, Number | None]]:
        """(whether it applies, the amount) of each clause that states what is paid, other than by the payouts, or its maximum."""
        for clause, check in self.law.on(t.Limit, wager):
            law = check.predicate
            stated = check.subject == t.Path("paid", wager) and not _states_payment(check)
            if isinstance(law, t.Limit) and law.mode == mode and stated:
                yield self._applies((clause, check)), as_number(self.law.here(clause, self.facts).value(law.values[0]))

    def _stated_payments(self, wager: str) -> Iterator[tuple[Truth, Number | None]]:
        """(whether it applies, the amount) of each clause that computes what is paid from the payouts, whichever are used here."""
        offers = entries(self.facts, "offers")
        facts = self.facts | {"offers": {**offers, wager: {**entries(offers, wager), "payouts": self.payouts(wager)}}}
        for clause, check in self.law.on(t.Limit, wager):
            if (
                isinstance(check.predicate, t.Limit)
                and check.subject == t.Path("paid", wager)
                and _states_payment(check)
            ):
                yield (
                    self._applies((clause, check)),
                    as_number(self.law.here(clause, facts).value(check.predicate.values[0])),
                )

    def paid_what_is_owed(self, wager: str) -> Truth:
        """Whether the paid amount is the amount owed; unknown if gross or net is unknown and makes a difference."""
        gross = some(map(self._applies, self.law.on(t.PaysGrossNode, wager)))
        ways = [True, False] if gross is None else [gross]
        paid = self._entry("paid", wager)
        found = {self._agree(t.Path("paid", wager), paid, self.owed(wager, way)) for way in ways}
        return found.pop() if len(found) == 1 else None

    def pays(self, clause: ResolvedClause, check: Check) -> str | None:
        wager = check.subject.of or check.subject.name
        if not self.is_due(wager):
            return None
        instead = [applies for applies, _ in self._limits_on_paid(wager, "exactly")]
        judged = every([self.won(wager), NOT[some(instead)]])
        as_filed, breached = self.paid_what_is_owed(wager), self._breaches_figures(clause, check)
        if self.law.on(t.SharesNode, wager):  # the clause on the meter covers a share that is not the filed one
            judged = every([judged, some([NOT[self.metered(wager)], every([as_filed, breached])])])
        if breached:
            return verdict(judged, False)
        found = verdict(judged, as_filed)
        return OPEN if found == FAIL else found

    def _breaches_figures(self, clause: ResolvedClause, check: Check) -> bool:
        """Whether a clause on payouts certainly applies, and what was paid is certainly none that its figures allow."""
        kept = self._keeps_to_the_law(clause, check, check.subject.of or check.subject.name)
        return self._applies((clause, check)) is True and kept is False

    def _keeps_to_the_law(self, clause: ResolvedClause, check: Check, wager: str) -> Truth:
        """Whether the paid amount is at least, and for an exact clause also at most, the amount of one of the law's tables."""
        here, law = self.law.here(clause, self.facts), check.predicate
        assert isinstance(law, t.PaysNode)

        def law_of(cells: Mapping[str, t.Expr]) -> Payouts:
            figures = {row: (here.kind_of(cell), as_number(here.value(cell))) for row, cell in cells.items()}
            return {row: (kind, figure) for row, (kind, figure) in figures.items() if figure is not None}

        if law.values:
            bounds = [law_of(dict.fromkeys(self.payouts(wager), value)) for value in law.values]
            tables = [(bounds[0], bounds[-1] if law.mode != "at_least" else None)]
        else:
            exact = law.mode.endswith("exactly")
            tables = [
                (law_of(cells), law_of(cells) if exact else None) for cells in self._accepted_columns(here, check, law)
            ]
        if not tables:
            return None
        gross = some(map(self._applies, self.law.on(t.PaysGrossNode, wager)))
        ways = [True, False] if gross is None else [gross]
        found = {some(self._is_between(wager, low, high, way) for low, high in tables) for way in ways}
        return found.pop() if len(found) == 1 else None

    def _accepted_columns(self, here: Here, check: Check, law: t.PaysNode) -> list[dict[str, t.Literal]]:
        """The selected column; else the columns that the filing satisfies; else all printed ones."""
        table = check.table
        if law.by:
            key = self.facts.get(law.by)
            chosen = [b.table for b in check.blocks if key is not None and key_of(b.value.value) == key_of(key)]
            table = chosen[0] if chosen else None
        if table is None:
            return []
        if not law.mode.startswith("one_table"):
            return [column(table, 1)]
        named = {key_of(head.value.value): column(table, n) for n, head in enumerate(table.head) if n and head.value}
        filed = entries(entries(here.facts, "offers"), check.subject.name)
        selected = [cells for name, cells in named.items() if name == filed.get("selection")]
        met_by_filed = [cells for cells in named.values() if here.meets(law.mode, cells, entries(filed, "payouts"))]
        return selected or met_by_filed or list(named.values())

    def _is_between(self, wager: str, low: Payouts, high: Payouts | None, gross: bool) -> Truth:
        """Whether the paid amount lies between the amounts of two payout schedules, to the cent, and is rounded as required."""
        paid = self._entry("paid", wager)
        whole = met("=", paid, self.rounded(wager, as_number(paid)))
        amounts = [replace(self, schedule=rows).owed(wager, gross) for rows in (low, *([high] if high else []))]
        near = [self._agree(t.Path("paid", wager), paid, amount) for amount in amounts]
        beyond = [every([met(sign, paid, amount), whole]) for sign, amount in zip((">", "<"), amounts, strict=False)]
        return every(some(both) for both in zip(near, beyond, strict=True))

    def shares(self, wager: str, applies: Truth) -> str | None:
        if not self.is_due(wager):
            return None
        return verdict(every([applies, self.won(wager), self.metered(wager)]), self.paid_what_is_owed(wager))

    def pays_only_highest(self, wager: str, applies: Truth) -> str | None:
        if not self.is_due(wager):
            return None
        row = self._entry("settled_as", wager)
        named = self.amount(wager, row) if row in self.payouts(wager) else None
        return verdict(every([applies, self.won(wager), row is not None]), met("=", named, self.due(wager)))


def _counts_rows(law: t.Limit) -> bool:
    """Whether a field follows from the number of rows; a record may lack some of them."""
    return any(isinstance(node, t.Over) and node.value is None and node.where is None for node in nodes(law.values))


def _states_payment(check: Check) -> bool:
    """Whether a check states what a wager is paid, computed from its payouts."""
    law, subject = check.predicate, check.subject
    if not isinstance(law, t.Limit) or law.mode != "exactly" or subject.name != "paid":
        return False
    calls = (node for node in nodes(law.values) if isinstance(node, t.Call) and node.name == "payout")
    return any(t.Path(subject.of or "") == argument.value for call in calls for argument in call.arguments)


def _verb(check: Check) -> str:
    assert isinstance(check.predicate, t.ResultNode)
    return check.predicate.verb


def _to_step(law: t.Rounds, amount: Number | None, step: Number | None) -> Number | None:
    """The least multiple of the step that is not below the amount; with `down` the greatest that is not above it."""
    if amount is None or step is None:
        return None
    return (ceil if law.direction == "up" else floor)(Fraction(amount) / step) * Fraction(step)
