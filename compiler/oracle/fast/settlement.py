"""How a round must settle, read off the syntax trees of its clauses: slow, and the oracle of what is generated.

Written from docs/semantics.md, Settled rounds. It judges one row: a seat, or a hand of a seat, in one round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from fractions import Fraction
from typing import Any

from pitboss.compiler.front.inheritance import borrowed
from pitboss.compiler.front.paths import reach
from pitboss.compiler.front.wager_columns import MONEY
from pitboss.compiler.front.walk import within
from pitboss.compiler.model.rulebook import Check, Clause, Rulebook, Said, Version
from pitboss.compiler.oracle import interpreter
from pitboss.compiler.oracle.fast.closures import Reader
from pitboss.compiler.oracle.fast.footprint import Sight
from pitboss.compiler.oracle.fast.memoization import Anew, Asked, hangs_on, to_step, whole
from pitboss.compiler.oracle.interpreter import Here, of_readings, version_on
from pitboss.compiler.oracle.kleene import FAIL, NEEDS, NOT, NOT_APPLICABLE, OPEN, Truth, every, some, verdict
from pitboss.compiler.oracle.other_rows import ROWS
from pitboss.grammar import tree as t

Facts = dict[str, Any]
CENT = Fraction(1, 100)
_READ_ONCE = (t.Rounds, t.PaysEach, t.PaysGross, t.Shares)  # the first reading counts
QUESTIONS = ("when", "comes to", "holds", "values", "reading")
UNKNOWN = "unknown"


class Settlement:
    """The clauses of a game that are in force on a day at a table."""

    def __init__(self, book: Rulebook, game: str, table: Facts, day: date) -> None:
        self.book, self.game, self.table, self.day = book, game, table, day
        self.sight = Sight(book)
        self.round_fields = self.sight.of_round
        self._asked: dict[str, dict[int, Asked]] = {what: {} for what in QUESTIONS}
        self._readers: dict[date, Reader] = {}
        self.clauses: list[tuple[Clause, Version, bool]] = []
        others = borrowed(book, game)
        for clause in book.clauses:
            if (clause.game in (None, game) or clause.id in others) and (found := self._in_force(clause)):
                self.clauses.append(found)
        round_ones = [(c, v) for c, v, _ in self.clauses if c.kind == "derived" and c.scope == "round"]
        self.derived = [(c, v, v.checks[0].subject.name) for c, v in round_ones]
        self._derived_from: dict[str, list[int]] = {ROWS: []}
        # by its own name too: where that is taken away it follows anew
        for number, (_, version, own) in enumerate(self.derived):
            exprs = [expr for check in version.checks for expr in self.reads(check)]
            for name in {own, *(view.name for view in self.sight.views(exprs)), *([ROWS] if self.far(exprs) else [])}:
                self._derived_from.setdefault(name, []).append(number)
        self._of_wager: dict[tuple[type, str | None], list[tuple[Clause, Check]]] = {}
        self._of_row: dict[tuple[str, str | None, str], list[tuple[Clause, Version]]] = {}
        for clause, version, _ in self.clauses:
            for check in version.checks:
                if isinstance(check.predicate, _READ_ONCE) and check is not version.checks[0]:
                    continue
                for wager in dict.fromkeys((check.subject.name, check.subject.of)):
                    self._of_wager.setdefault((type(check.predicate), wager), []).append((clause, check))
            if clause.kind in ("outcome", "rank"):
                subject = version.checks[0].subject
                self._of_row.setdefault((clause.kind, subject.of, subject.name), []).append((clause, version))

        self._wager_of = [hangs_on(version) for _, version, _ in self.clauses]
        self._idle: list[str | None] = [UNKNOWN] * len(self.clauses)  # what is said where its wager was not made
        self._ranked: dict[str, list[str]] = {}
        self._asks: dict[str, list[int]] = {}
        self._asks_afar: list[int] = []
        for number, (_, version, _) in enumerate(self.clauses):
            exprs = [expr for check in version.checks for expr in self._settles(check)]
            views = self.sight.views(exprs)
            if self.far(exprs):
                self._asks_afar.append(number)
            for name in dict.fromkeys(view.name for view in views):
                self._asks.setdefault(name, []).append(number)

    def _in_force(self, clause: Clause) -> tuple[Clause, Version, bool] | None:
        version, doubtful = version_on(self.book, clause, self.day)
        if version is None:
            return None
        predicate = version.checks[0].predicate
        filed = isinstance(predicate, (t.Pays, t.Requires))
        if isinstance(predicate, t.Requires) and not (
            self._is_wager(version.checks[0].subject.name) and self._is_wager(predicate.names[0])
        ):
            return None
        if filed:
            said = interpreter.judge_table(self.book, clause, self.table, self.day)
            return None if said == NOT_APPLICABLE else (clause, version, doubtful)
        return (clause, version, doubtful) if clause.scope == "round" else None

    def _is_wager(self, name: str) -> bool:
        return name in self.book.names and self.book.names[name].kind == "wager"

    def complete(self, facts: Facts, changed: Iterable[str] | None = None, among: set[int] | None = None) -> Facts:
        """What follows, over and over; where readings do not agree nothing does. Of facts complete before, only what `changed` counts."""
        among = {*range(len(self.derived))} if among is None else among
        waiting = among
        if changed is not None:
            waiting = {number for name in changed for number in self._derived_from.get(name, ())}
        made = facts
        while waiting:
            now, waiting = sorted(waiting & among), set()
            for number in now:
                clause, version, name = self.derived[number]
                if made.get(name) is None:
                    found = [self.follows(clause, check, made) for check in version.checks]
                    if found[0] is not None and all(value == found[0] for value in found):
                        made = {**made} if made is facts else made
                        made[name] = found[0]
                        waiting.update(self._derived_from.get(name, ()))
        return made

    def here(self, clause: Clause, facts: Facts) -> Here:
        return Here(self.book, clause, facts, self.day)

    def reader(self, clause: Clause) -> Reader:
        """What reads the expressions of a clause. Before it starts, defined terms mean in it what they mean when it does."""
        day = max(self.day, clause.versions[0].since or self.day)
        if day not in self._readers:
            self._readers[day] = Reader(self.here(clause, self.table), self.sight)
        return self._readers[day]

    def conditions(self, clause: Clause, check: Check, facts: Facts) -> Truth:
        if not check.conditions:
            return True
        asked = self._asked["when"].get(id(check)) or self.asked(
            "when", check, check.conditions, self._when(clause, check)
        )
        return asked(facts)  # type: ignore[no-any-return]

    def _when(self, clause: Clause, check: Check) -> Callable[[Facts], Truth]:
        holds = self.reader(clause).every(check.conditions)
        if not isinstance(check.predicate, Said) or check.predicate.what != "outcome":
            return holds
        first = [p for c in check.conditions for p in within(c) if isinstance(p, t.Cards) and p.which == "first"]

        def when(facts: Facts) -> Truth:
            hands = [(facts.get(part.of or "cards"), part.count) for part in first]
            fewer = any(hand is not None and len(hand) < count for hand, count in hands)
            return False if fewer else holds(facts)  # the hand was settled with fewer cards

        return when

    def follows(self, clause: Clause, check: Check, facts: Facts) -> Any:
        return self.comes_to(clause, check, facts) if self.conditions(clause, check, facts) is True else None

    def comes_to(self, clause: Clause, check: Check, facts: Facts) -> Any:
        asked = self._asked["comes to"].get(id(check)) or self.asked(
            "comes to", check, self.reads(check), self._comes_to(clause, check)
        )
        return asked(facts)

    def _comes_to(self, clause: Clause, check: Check) -> Callable[[Facts], Any]:
        law = check.predicate
        if not isinstance(law, t.Limit) or law.mode != "follows":
            return lambda facts: self.here(clause, facts).comes_to(check)
        return self.reader(clause).said(law.values[0], check.subject)

    def holds(self, clause: Clause, check: Check, facts: Facts) -> Truth:
        asked = self._asked["holds"].get(id(check)) or self.asked(
            "holds", check, self.reads(check), lambda one: self._holds(clause, check, one)
        )
        return asked(facts)  # type: ignore[no-any-return]

    def _holds(self, clause: Clause, check: Check, facts: Facts) -> Truth:
        here, law = self.here(clause, facts), check.predicate
        said = here.holds(check)
        if said is False and isinstance(law, t.Limit) and law.mode == "exactly" and self._is_money(check.subject):
            told, comes_to = here.field(check.subject), here.value(law.values[0], check.subject)
            return self.agree(check.subject, told, comes_to) is True
        return said

    def agree(self, subject: t.Path, told: Any, comes_to: Any) -> Truth:
        """Money to the cent: of what no cents come to, either of the two next to it."""
        if None in (told, comes_to):
            return None
        near = abs(Fraction(told) - Fraction(comes_to)) < CENT if self._is_money(subject) else False
        return near or bool(told == comes_to)

    def _is_money(self, subject: t.Path) -> bool:
        return subject.name in self.round_fields and self.book.fields[subject.name].type.kind == "money"

    def rounded(self, clause: Clause, check: Check, facts: Facts) -> Any:
        """What an amount of a round rounds to."""
        law, here = check.predicate, self.here(clause, facts)
        assert isinstance(law, t.Rounds)
        amount = here.value(law.values[0])
        return None if amount is None else to_step(law, amount, here.value(law.to))

    def asked(self, what: str, check: Check, reads: Iterable[t.Expr], ask: Callable[[Facts], Any]) -> Asked:
        exprs = [*reads]
        made = Anew((), ask) if self.far(exprs) else Asked(self.sight.views(exprs), ask)
        self._asked[what][id(check)] = made
        return made

    def far(self, exprs: Iterable[t.Expr]) -> bool:
        """Whether they ask of other rows."""
        return bool(reach(*exprs, means=self.sight.means))

    def values(self, check: Check, facts: Facts, ask: Callable[[Facts], Any]) -> Any:
        return (self._asked["values"].get(id(check)) or self.asked("values", check, self.reads(check), ask))(facts)

    def reads(self, check: Check) -> list[t.Expr]:
        """All that a check reads; what is filed of the table does not change."""
        law, by = check.predicate, getattr(check.predicate, "by", None)
        values = (*getattr(law, "values", ()), *((law.to,) if isinstance(law, t.Rounds) else ()))
        return [check.subject, *values, *check.conditions, *([t.Path(by)] if by else [])]

    def judge(self, row: Facts, before: tuple[Facts, dict[str, str]] | None = None) -> dict[str, str]:
        """Clause → verdict, of every clause that the row can breach.

        With what was said of a row `before`, complete as it was, only clauses are asked that read what is different.
        """
        nothing = {"consequence": "none"} if row.get("irregularity") == "none" else {}
        found: dict[str, str] = {}
        asked: Iterable[int] = range(len(self.clauses))
        if before is None:
            facts = self.complete({**nothing, **row})
        else:
            was, found = before[0], dict(before[1])
            told = {**nothing, **row}
            different = [name for name in {**was, **told} if told.get(name) is not was.get(name)]
            facts = self.complete(told, [*different, ROWS])
            changed = {name for name in {**was, **facts} if facts.get(name) is not was.get(name)}
            asked = sorted({number for name in changed for number in self._asks.get(name, ())} | {*self._asks_afar})
        money = [facts.get(what) or {} for what in MONEY]
        idle = {wager for wager, stake in money[0].items() if stake == 0 and all(one.get(wager) == 0 for one in money)}
        for number in asked:
            clause = self.clauses[number][0]
            said = self._idle[number] if self._wager_of[number] in idle else UNKNOWN
            if said is UNKNOWN:
                said = self._said(number, facts)
                if self._wager_of[number] in idle:
                    self._idle[number] = said
            if said is None:
                found.pop(clause.id, None)
            else:
                found[clause.id] = said
        return found

    def _said(self, number: int, facts: Facts) -> str | None:
        clause, version, doubtful = self.clauses[number]
        said = [self.reading(clause, check, facts) for check in version.checks]
        if None in said:
            return None
        return said[0] if len(said) == 1 and not doubtful else of_readings([one for one in said if one], doubtful)

    def reading(self, clause: Clause, check: Check, facts: Facts) -> str | None:
        asked = self._asked["reading"].get(id(check)) or self.asked(
            "reading", check, self._settles(check), lambda one: self._reading(clause, check, one)
        )
        return asked(facts)  # type: ignore[no-any-return]

    def _settles(self, check: Check) -> Iterator[t.Expr]:
        """All that tells whether a round keeps a check."""
        subject = check.subject
        yield from self.reads(check)
        match check.predicate:
            case t.Limit() if subject.of:
                yield t.Path("stake", subject.of)
            case t.Requires((other,)):
                yield from (t.Path("stake", subject.name), t.Path("stake", other))
            case Said("irregular"):
                yield from (t.Path("irregularity"), t.Path("consequence"))
            case Said("outcome"):
                for wager in [subject.of] if subject.of else self._of_rank(subject.name):
                    yield from (t.Path(what, wager) for what in ("stake", "paid", "settled_as"))
            case t.Result():
                yield from (t.Path(what, subject.name) for what in MONEY)
                yield from (part for _, one in self.about(t.Result, subject.name) for part in one.conditions)
            case t.Pays() | t.Shares() | t.PaysOnly():
                wager = subject.of or subject.name
                yield from (t.Path(what, wager) for what in ("stake", "paid", "settled_as"))
                about = (self.about(kind, wager) for kind in (t.Rounds, t.Shares, t.PaysGross, t.Limit))
                yield from (part for found in about for _, one in found for part in self.reads(one))
                rows = (version for row in self.payouts(wager) for _, version in self.saying(wager, row))
                yield from (part for version in rows for one in version.checks for part in one.conditions)

    def _reading(self, clause: Clause, check: Check, facts: Facts) -> str | None:
        subject, conditions = check.subject, self.conditions(clause, check, facts)
        match check.predicate:
            case t.Result(verb):
                return self._result(conditions, check, verb, facts)
            case t.Limit(mode) if mode.startswith("follows"):
                told, comes_to = facts.get(subject.name), self.comes_to(clause, check, facts)
                return verdict(conditions, self.agree(subject, told, comes_to))
            case t.Limit() if (
                subject.of in self.book.names
                and self.here(clause, facts).offered(subject.of) is False
                and self._staked(subject.of, facts) is False
            ):
                return NOT_APPLICABLE
            case t.Limit():
                return verdict(conditions, self.holds(clause, check, facts))
            case Said("irregular", leads_to):
                named = None if facts.get("irregularity") is None else facts["irregularity"] == subject.name
                became = facts.get("consequence")
                allowed = None if became is None else became in [value.value for value in leads_to]
                return verdict(every([named, conditions]), allowed)
            case Said("outcome"):
                wagers = [subject.of] if subject.of else self._of_rank(subject.name)
                settled = some(self._settled(w, subject.name, facts) for w in wagers)
                return verdict(settled, conditions)
            case t.Requires((other,)):
                return verdict(self._staked(subject.name, facts), self._staked(other, facts))
            case t.Rounds(_, _, (_,)):
                value, comes_to = facts.get(subject.name), self.rounded(clause, check, facts)
                return verdict(conditions, None if value is None or comes_to is None else value == comes_to)
            case t.Pays():
                return self._pays(subject.of or subject.name, facts)
            case t.Shares():
                return self._shares(subject.name, conditions, facts)
            case t.PaysOnly():
                return self._highest(subject.name, conditions, facts)
        return None

    # ---- how wagers end

    def _entry(self, facts: Facts, what: str, wager: str | None) -> Any:
        return (facts.get(what) or {}).get(wager)

    def _staked(self, wager: str | None, facts: Facts) -> Truth:
        stake = self._entry(facts, "stake", wager)
        return None if stake is None else stake > 0

    def _won(self, wager: str | None, facts: Facts) -> Truth:
        paid = self._entry(facts, "paid", wager)
        return None if paid is None else paid > 0

    def results(self, wager: str, facts: Facts) -> list[tuple[str, Truth]]:
        """(verb, whether its condition holds) of each clause on how the wager ends, each reading."""
        found = []
        for clause, check in self.about(t.Result, wager):
            found.append((check.predicate.verb, self.conditions(clause, check, facts)))  # type: ignore[union-attr]
        return found

    def _result(self, conditions: Truth, check: Check, verb: str, facts: Facts) -> str:
        wager = check.subject.name
        stake, paid, collected, returned = (self._entry(facts, what, wager) for what in MONEY)
        if None in (stake, paid, collected, returned):
            return NEEDS
        here, results = conditions, self.results(wager, facts)
        ended = {
            "wins": paid > 0 and collected == 0,
            "loses": collected == stake and paid == 0 and returned == 0,
            "returns": returned == stake and paid == 0 and collected == 0,
        }.get(verb, paid == collected == returned == 0)
        applies, holds = every([stake > 0, here]), ended
        if verb == "wins":
            never = every(NOT[truth] for said, truth in results if said == "wins")
            applies = every([stake > 0, some([here, never])])
            holds = ended if here else paid == 0
            if here is None and ended != (paid == 0):
                return verdict(applies, None)
        said = verdict(applies, holds)
        contradicted = here is True and any(truth is True for other, truth in results if other != verb)
        return OPEN if said == FAIL and contradicted else said

    # ---- what is due

    def payouts(self, wager: str | None) -> dict[str, tuple[str, Any]]:
        filed = self.table.get("offers", {}).get(wager, {}).get("payouts") or {}
        return dict(filed)

    def _of_rank(self, rank: str) -> list[str]:
        if rank in self._ranked:
            return self._ranked[rank]
        paying = dict.fromkeys(
            v.checks[0].subject.of or v.checks[0].subject.name
            for _, v, _ in self.clauses
            if isinstance(v.checks[0].predicate, t.Pays)
        )
        self._ranked[rank] = [w for w in paying if rank in self.payouts(w) and not self._outcomes(w, rank)]
        return self._ranked[rank]

    def _outcomes(self, wager: str | None, row: str) -> list[tuple[Clause, Version]]:
        return self._of_row.get(("outcome", wager, row), [])

    def saying(self, wager: str, row: str) -> list[tuple[Clause, Version]]:
        """The clauses that say when a row is reached."""
        ranks = (found for (kind, _, name), found in self._of_row.items() if (kind, name) == ("rank", row))
        return self._outcomes(wager, row) or [one for found in ranks for one in found]

    def reached(self, wager: str, row: str, facts: Facts) -> Truth:
        named = self.saying(wager, row)
        if not named:
            settled = self._entry(facts, "settled_as", wager)
            return None if settled is None else settled == row
        return every(self.conditions(c, check, facts) for c, v in named for check in v.checks)

    def _settled(self, wager: str | None, row: str, facts: Facts) -> Truth:
        settled = self._entry(facts, "settled_as", wager)
        return every([self._staked(wager, facts), self._won(wager, facts), None if settled is None else settled == row])

    def about(self, kind: type, wager: str) -> list[tuple[Clause, Check]]:
        """The clauses on a wager whose predicate is of a kind, each reading."""
        return self._of_wager.get((kind, wager), [])

    def amount(self, wager: str, row: str, facts: Facts, gross: bool = False) -> Any:
        """What a row pays beside the stake; where it pays gross, the stake is in what is no odds."""
        kind, value = self.payouts(wager)[row]
        stake = self._entry(facts, "stake", wager)
        if kind == "odds":
            return whole(None if stake is None else value * stake)
        if kind == "meter":
            of = [self.here(c, facts).value(k.predicate.values[0]) for c, k in self.about(t.Shares, wager)]  # type: ignore[union-attr]
            value = None if not of or of[0] is None else value * of[0]
        if gross:
            return None if None in (value, stake) else whole(value - stake)
        return whole(value)

    def due(self, wager: str, facts: Facts, gross: bool = False) -> tuple[bool, Any]:
        """Whether payouts are filed, and what they come to: a share of the meter, else the highest that was reached."""
        filed = self.payouts(wager)
        if not filed or self.about(t.PaysEach, wager):
            return False, None
        metered, alone = self.metered(wager, facts), len(filed) == 1
        rows = [r for r, pay in filed.items() if (pay[0] == "meter") == metered]
        truths = {r: True if alone else self.reached(wager, r, facts) for r in rows}
        amounts = [(truths[r], self.amount(wager, r, facts, gross)) for r in rows]
        most = max((a for truth, a in amounts if truth is True and a is not None), default=None)
        if most is not None and any(h is not False and (a is None or h is None and a > most) for h, a in amounts):
            most = None
        return True, None if metered is None else self._rounded(wager, most, facts)

    def metered(self, wager: str, facts: Facts) -> Truth:
        """Whether the wager reached a share of the meter."""
        filed = self.payouts(wager)
        meters = [row for row, pay in filed.items() if pay[0] == "meter"]
        return some(len(filed) == 1 or self.reached(wager, row, facts) for row in meters)

    def owed(self, wager: str, facts: Facts, gross: bool) -> Any:
        """What is due, within the limits on what is paid."""
        _, owed = self.due(wager, facts, gross)
        for truth, limit in self._limits(wager, facts, "at_most"):
            over = every([truth, None if None in (owed, limit) else owed > limit])
            owed = limit if over else None if over is None else owed
        return owed

    def gross(self, wager: str, facts: Facts) -> Truth:
        return some(self.conditions(clause, check, facts) for clause, check in self.about(t.PaysGross, wager))

    def _paid_rightly(self, wager: str, facts: Facts) -> Truth:
        """Whether what was paid is what is owed; where it is not known whether the stake is in it, if both ways say so."""
        gross, paid = self.gross(wager, facts), self._entry(facts, "paid", wager)
        ways = [False, True] if gross is None else [gross]
        found = {self.agree(t.Path("paid"), paid, self.owed(wager, facts, way)) for way in ways}
        return found.pop() if len(found) == 1 else None

    def _won_stake(self, wager: str, facts: Facts) -> Truth:
        return every([self._staked(wager, facts), self._won(wager, facts)])

    def _rounded(self, wager: str, amount: Any, facts: Facts) -> Any:
        for clause, check in self.about(t.Rounds, wager):
            if amount is not None and self.conditions(clause, check, facts) is True:
                assert isinstance(check.predicate, t.Rounds)
                amount = to_step(check.predicate, amount, self.here(clause, facts).value(check.predicate.to))
        return amount

    def _pays(self, wager: str, facts: Facts) -> str | None:
        if not self.due(wager, facts)[0]:
            return None
        instead = [NOT[truth] for truth, _ in self._limits(wager, facts, "exactly")]
        if self.about(t.Shares, wager):
            instead.append(NOT[self.metered(wager, facts)])  # what the clause on the meter says
        return verdict(every([self._won_stake(wager, facts), *instead]), self._paid_rightly(wager, facts))

    def _shares(self, wager: str, conditions: Truth, facts: Facts) -> str | None:
        if not self.due(wager, facts)[0]:
            return None
        applies = every([conditions, self._won_stake(wager, facts), self.metered(wager, facts)])
        return verdict(applies, self._paid_rightly(wager, facts))

    def _limits(self, wager: str, facts: Facts, mode: str) -> Iterator[tuple[Truth, Any]]:
        """(whether it binds, the amount) of each clause that says what is paid, or at most."""
        for clause, check in self.about(t.Limit, wager):
            law = check.predicate
            assert isinstance(law, t.Limit)
            if law.mode == mode and check.subject.name == "paid":
                yield self.conditions(clause, check, facts), self.here(clause, facts).value(law.values[0])

    def _highest(self, wager: str, conditions: Truth, facts: Facts) -> str | None:
        filed, due = self.due(wager, facts)
        if not filed:
            return None
        settled = self._entry(facts, "settled_as", wager)
        applies = every([conditions, self._won_stake(wager, facts), settled is not None])
        named = self.amount(wager, settled, facts) if settled in self.payouts(wager) else None
        return verdict(applies, None if named is None or due is None else named == due)
