"""Random facts for a clause, from the rulebook alone: values at and around those of the clause.

A draw fills *slots*, one per fact that the clause can read. To reach a target verdict, slots are drawn again one at a
time until the oracle returns it, keeping any draw that brings the clause's conditions nearer to true if that is the target; so rare
verdicts are met as often as common ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from pitboss.grammar import tree as t
from tests.support.product import (
    CARD_FUNCTIONS,
    FILING_FUNCTIONS,
    MINUTES,
    RANKS,
    Declared,
    ResolvedClause,
    ResolvedRulebook,
    interpreter,
    otherwise,
)

from .reachable_verdicts import OFFERS, doubtful_days, overridden, reachable

IN_A_ROUND = ("round", "seat", "hand")
TRIES = 100  # redraws before a target verdict is given up
Undo = Callable[[], None]
Draw = Callable[[], Undo]


@dataclass
class Case:
    """The input of a clause: facts of a table, pit or licensee; of several tables; an event; a round."""

    clause: ResolvedClause
    day: date
    facts: dict[str, Any]
    tables: list[dict[str, Any]]


def without_beginning(book: ResolvedRulebook) -> ResolvedRulebook:
    """Return the rulebook without the first day of its chapter, before which nothing is judged.

    On earlier days clauses have no version or count in doubt, and evaluators must agree on these answers as well. The
    first day is that of the section which states the expiry.
    """
    return replace(book, expiry_cite="")


def ask(book: ResolvedRulebook, case: Case, evaluator: Any = interpreter) -> Any:
    """What an evaluator with the four functions of the interpreter answers."""
    match case.clause.scope:
        case "same":
            return evaluator.judge_same(book, case.clause, case.tables, case.day)
        case "event":
            return evaluator.judge_event(book, case.clause, case.facts, case.tables[0], case.day)
        case "round":
            return evaluator.judge_round(book, case.clause, case.facts, case.day)
    return evaluator.judge_table(book, case.clause, case.facts, case.day)


def verdicts(answer: Any) -> list[str]:
    """The verdicts in an answer, in words; of a round, whether the condition holds."""
    if isinstance(answer, list):
        return [verdict for _, verdict in answer] or ["not applicable"]
    return [{True: "holds", False: "does not hold", None: "not judged"}.get(answer, answer)]


def judged(clause: ResolvedClause) -> bool:
    """Whether an evaluator returns any verdict for the clause."""
    return clause.scope in ("table", "pit", "licensee", "same", "event") or (
        clause.scope == "round" and clause.kind in ("result", "outcome", "rank", "irregularity")
    )


def cases(book: ResolvedRulebook, clause: ResolvedClause, each: int, seed: str = "") -> Iterator[tuple[Case, Any]]:
    """Cases with the oracle's answers: a quarter drawn blindly, the others after each verdict in turn, until every
    reachable verdict was met `each` times, or was sought so often in vain that it is given up."""
    maker = _Maker(book, clause, Random(f"{seed}{clause.id}"))
    counts = dict.fromkeys(sorted(reachable(book, clause)), 0)
    missed = dict.fromkeys(counts, 0)
    number = 0
    while short := [v for v, count in counts.items() if count < each and missed[v] < 100 + 5 * count]:
        expected = short[number % len(short)] if number % 4 else None
        case, answer = maker.case(expected)
        found = verdicts(answer)
        for verdict in found:
            counts[verdict] = counts.get(verdict, 0) + 1
            missed.setdefault(verdict, 0)
        if expected and expected not in found:
            missed[expected] += 1
        number += 1
        yield case, answer


# ---- what a clause reads


def nodes(tree: Any) -> Iterator[Any]:
    """Every node of the syntax below, in the order of the text."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from nodes(part)
    elif is_dataclass(tree):
        yield tree
        for part in fields(tree):
            if part.name not in ("place", "ground", "per"):
                yield from nodes(getattr(tree, part.name))


class _Maker:
    def __init__(self, book: ResolvedRulebook, clause: ResolvedClause, random: Random) -> None:
        self.book, self.clause, self.random = book, clause, random
        self.overriding = [c for v in clause.versions for every in overridden(book, clause, v) for c in every]
        self.checks = [check for version in clause.versions for check in version.checks]
        self.dates = [day for v in clause.versions for day in (v.since, v.until) if day]
        self.nodes = list(nodes((*self.checks, *self.overriding)))
        if any(isinstance(node, t.Otherwise) for node in self.nodes):
            self.nodes += nodes(otherwise(book, clause.check))
        followed = [book.followed[str(n)] for n in self.nodes if isinstance(n, t.Path) and str(n) in book.followed]
        self.nodes += nodes(tuple(followed))
        made = [[a.value for a in n.arguments] for n in self.nodes if isinstance(n, t.Call) and n.name == "makes"]
        self.nodes += nodes(
            tuple(r for of, name, _ in made for r in book.rankings[str(of)].ranks if r.name == str(name))
        )
        self._define()
        rankings = [book.rankings[str(of)] for of, *_ in made]
        rankings += [book.rankings[clause.name.rpartition(".")[0]]] if clause.kind == "rank" else []
        self.ranked = max(
            (ranking.count for ranking in rankings), default=0
        )  # with fewer cards nothing is known of a rank
        self.made = bool(made)
        hands = [
            t.Path(node.of) for node in self.nodes if isinstance(node, t.CardsNode) and node.of
        ]  # `first 2 cards of` them
        self.paths = list(dict.fromkeys([*(node for node in self.nodes if isinstance(node, t.Path)), *hands]))
        self.paths += [t.Path(n.by) for n in self.nodes if getattr(n, "by", None)]
        self.paths += [t.Path(name) for n in self.nodes for name in getattr(n, "equal", ())]
        self.chances = any(
            isinstance(n, t.Call) and n.name in FILING_FUNCTIONS and n.name != "payout" for n in self.nodes
        )
        self.paths += [t.Path("decks")] if self.chances else []  # by which it is known how likely a wager wins
        literals = [n for n in self.nodes if isinstance(n, t.Literal)]
        self.numbers = list(dict.fromkeys(n.value for n in literals if isinstance(n.value, Fraction))) or [Fraction(2)]
        words = [n.value for n in literals if isinstance(n.value, str)]
        words += [p.name for p in self.paths if not p.of and p.name not in book.fields and p.name not in book.names]
        self.words = list(dict.fromkeys(words))
        named = [n for p in self.paths for n in (p.name, p.of) if n in book.names]
        named += [n for law in self.nodes for n in getattr(law, "names", ()) if n in book.names]
        self.offers = [n for n in dict.fromkeys(named) if book.names[n].kind in OFFERS]
        self.equipment = [n for n in dict.fromkeys(named) if book.names[n].kind == "equipment"]
        self.tables = [n for n in self.nodes if isinstance(n, t.TableNode)]
        self.counted = dict(map(_counted, (n for n in self.nodes if isinstance(n, t.ComparisonNode))))
        section = book.section(clause.section)
        self.doubtful = doubtful_days(book, clause)
        self.met_before: dict[str | None, tuple[Case, list[Draw]]] = {}
        self.dates += [day for day in (section.adopted if section else None, book.expires) if day]

    def _define(self) -> None:
        """Terms that the clause uses, and the terms that these use, are read through."""
        seen: set[str] = set()
        for node in self.nodes:  # grows while it is walked
            if isinstance(node, t.Path) and node.name not in seen:
                seen.add(node.name)
                versions = self.book.meanings.get(node.name, [])
                self.nodes += nodes(tuple(c.conditions for v in versions for c in v.checks))
                self.dates += [day for v in versions for day in (v.since, v.until) if day]

    # ---- cases

    def case(self, expected: str | None) -> tuple[Case, Any]:
        """A case, optionally with a target verdict: usually a variation of an earlier case with it, otherwise a new one."""
        if expected in self.met_before and self.random.random() < 0.7:
            case, draws = self.met_before[expected]
            self.vary(case, draws, expected)
        elif expected == "open" and self.doubtful and "fail" in self.met_before:
            case, draws = self.met_before.pop("fail")  # what fails is open before a start that is only inferred
            first, until = self.doubtful
            case.day = first + timedelta(self.random.randrange((until - first).days))
        else:
            case = Case(self.clause, self.day(), {}, [])
            draws = [*self.slots(case)]
            for draw in draws:
                draw()
            self.approach(case, draws, expected)
        answer = ask(self.book, case)
        for verdict in verdicts(answer):
            self.met_before[verdict] = case, draws
        return Case(case.clause, case.day, deepcopy(case.facts), deepcopy(case.tables)), answer

    def vary(self, case: Case, draws: list[Draw], expected: str) -> None:
        """Draws a few slots again, but for those on which the verdict hangs."""
        for draw in self.random.sample(draws, min(len(draws), 4)):
            undo = draw()
            if expected not in verdicts(ask(self.book, case)):
                undo()

    def approach(self, case: Case, draws: list[Draw], expected: str | None) -> None:
        """Redraw one slot at a time until the oracle returns the target verdict, or TRIES times."""
        climbs = expected in (
            "pass",
            "fail",
            "open",
            "holds",
        )  # its conditions must hold: keep no redraw that moves away
        near = self.nearness(case) if climbs else 0
        for _ in range(TRIES if expected else 0):
            if expected in verdicts(ask(self.book, case)):
                return
            undo = self.random.choice(draws)()
            if climbs:
                now = self.nearness(case)
                if now < near:
                    undo()
                else:
                    near = now

    def nearness(self, case: Case) -> float:
        """How much of the conditions is met, of the version of the day."""
        if case.tables and self.clause.scope == "same":
            return 0
        facts = case.tables[0] if case.tables else case.facts
        here = interpreter.Here(self.book, self.clause, facts, case.day)
        version = next((v for v in self.clause.versions if v.in_force(case.day)), self.clause.versions[0])
        conditions = [condition for check in version.checks for condition in check.conditions]
        conditions += map(t.NotNode, self.overriding)
        return sum(self.met(here, condition, True) for condition in conditions)

    def met(self, here: Any, expr: t.Expr, expected: bool) -> float:
        match expr:
            case t.NotNode(item):
                return self.met(here, item, not expected)
            case t.All(items) | t.Any(items):
                parts = [self.met(here, item, expected) for item in items]
                if not parts:
                    return float(isinstance(expr, t.All) == expected)
                return sum(parts) / len(parts) if isinstance(expr, t.All) == expected else max(parts)
            case t.Path(name, None) if meaning := here.meaning(name):
                return self.met(here, meaning, expected)
            case t.Otherwise():
                return self.met(here, otherwise(self.book, self.clause.check), expected)
        return {expected: 1.0, None: 0.3}.get(here.truth(expr), 0.0)

    def slots(self, case: Case) -> Iterator[Draw]:
        def set_day() -> Undo:
            old, case.day = case.day, self.day()
            return lambda: setattr(case, "day", old)

        yield set_day
        match self.clause.scope:
            case "same":
                case.tables = [{} for _ in range(self.random.choice((1, 2, 2, 2, 3, 4)))]
                for facts in case.tables:
                    yield from self.of_table(facts)
            case "event":
                case.tables = [{}]
                yield from self.of_event(case.facts)
                yield from [*self.of_table(case.tables[0])][1:]
                yield from self.of_people(case.tables[0])
            case "round":
                yield from self.of_table(case.facts)
                yield from self.of_round(case.facts)
            case _:
                yield from self.of_table(case.facts)
                yield from self.of_people(case.facts)

    def day(self) -> date:
        """At a boundary and the day before it, or any day; mostly one on which a version is in force."""
        random = self.random
        if self.dates and random.random() < 0.3:
            return random.choice(self.dates) - timedelta(random.choice((0, 1)))
        if self.doubtful and random.random() < 0.3:
            first, until = self.doubtful
            return first + timedelta(random.randrange((until - first).days))
        version = random.choice(self.clause.versions)
        first = version.since or min(self.dates, default=date(1990, 1, 1)) - timedelta(900)
        last = version.until or max(max(self.dates, default=first), first) + timedelta(900)
        return first + timedelta(random.randrange((last - first).days + 1))

    # ---- slots

    def slot(self, facts: dict[str, Any], name: str, value: Callable[[], Any], known: float = 0.85) -> Draw:
        """Draws one entry, or leaves it out."""

        def draw() -> Undo:
            before = dict(facts)
            facts.pop(name, None)
            if self.random.random() < known:
                facts[name] = value()
            return lambda: (facts.clear(), facts.update(before))[0]

        return draw

    def any_of(self, *values: Any) -> Callable[[], Any]:
        return lambda: self.random.choice(values)

    def of_table(self, facts: dict[str, Any]) -> Iterator[Draw]:
        random, games = self.random, [n.name for n in self.book.names.values() if n.kind == "game"]
        own = next((n.game for n in self.nodes if isinstance(n, t.Same) and n.game), self.clause.game)
        yield self.slot(
            facts, "game", lambda: own if own and random.random() < 0.9 else random.choice([*games, "other"]), 1
        )
        yield self.slot(facts, "closed", self.any_of(True, True, False))
        facts["offers"], facts["equipment"] = {}, {}
        for path in self.paths:
            if path.name in self.book.fields and path.of not in self.offers and not self.of_a_round(path):
                yield self.slot(facts, path.name, lambda path=path: self.value(path))
        for name in self.offers:
            yield self.offer(facts["offers"], name, 0.75)
        others = [n for n in self.book.names.values() if n.kind in OFFERS and n.name not in self.offers]
        for other in others[:3]:
            yield self.offer(facts["offers"], other.name, 0.2)
        yield self.offer(facts["offers"], "an_offer_that_no_rule_knows", 0.1)
        for name in (
            self.equipment
        ):  # what no clause reads is reported of the whole table: tests/findings/test_nothing_is_ignored.py
            yield self.slot(facts["equipment"], name, self.any_of(True, True, False), 0.7)
        compared = [
            c.subject for c in self.checks if isinstance(c.predicate, t.Limit) and c.predicate.mode == "uniform"
        ]
        if compared:
            facts["at_once"] = {}
        for path in dict.fromkeys(compared):
            yield self.slot(facts["at_once"], str(path), lambda path=path: self.parts(path), 0.6)
        for scope in ("licensee", "pit"):
            facts[f"{scope}_offers"] = {}
            for name in [p.name for p in self.paths if p.of == scope] or self.offers[:1]:
                yield self.slot(facts[f"{scope}_offers"], name, self.any_of(True, False), 0.7)

    def parts(self, path: t.Path) -> dict[str, Any]:
        """Values of a field in parts of a table; now and then equal, now and then unknown."""
        values = [self.value(path) if self.random.random() < 0.8 else None for _ in "ab"]
        return dict(zip(("a", "b"), values * 2 if self.random.random() < 0.8 else values[:1] * 2, strict=False))

    def of_a_round(self, path: t.Path) -> bool:
        found = self.book.fields.get(path.name)
        return found is not None and any(owner in IN_A_ROUND for owner in found.owners)

    def offer(self, offers: dict[str, Any], name: str, often: float) -> Draw:
        """Draws whether an offer is made, with all its fields."""
        own = [p for p in self.paths if p.of == name]
        if any(isinstance(check.predicate, t.PaysNode) and check.subject.name == name for check in self.checks):
            own += [t.Path("payouts", name), t.Path("selection", name)]
        if any(
            isinstance(check.predicate, t.Same) and check.subject == t.Path("payouts", name) for check in self.checks
        ):
            own += [t.Path("selection", name)]
        if any(isinstance(n, t.Call) and n.name == "payout" for n in self.nodes):
            own += [t.Path("payouts", name)]

        def made() -> dict[str, Any]:
            known = [p for p in own if self.random.random() < (0.35 if p.name == "selection" else 0.85)]
            return {path.name: self.value(path) for path in known}

        return self.slot(offers, name, made, often)

    def of_people(self, facts: dict[str, Any]) -> Iterator[Draw]:
        """What is attested, posted and approved: of the clause, of what contains it, and of its neighbours."""
        cite, facts["attested"] = self.clause.cite, {}
        inner = [cite[:end] for end in range(len(cite), 0, -1) if cite[end - 1] in ")0123456789iv"]
        message = dict.fromkeys([self.clause.id, *inner, f"{cite}1", f"{cite}/neighbour", "9:9-9.9(z)"])
        for number, name in enumerate(message):
            yield self.slot(facts["attested"], name, self.any_of(True, False, None), 0.3 if number < 2 else 0.08)
        subjects = [str(check.subject) for check in self.checks]
        yield self.slot(facts, "posted", self.any_of((), (*subjects, "x"), ("x",), tuple(subjects)), 0.6)
        field = next((check.subject for check in self.checks if check.subject.name in self.book.fields), None)

        def instruments() -> tuple[tuple[str, Any], ...]:
            values = [None, self.value(field), self.value(field)] if field else [None]
            names = [cite, self.clause.id, "9:9-9.9(z)", f"{cite}1"]
            drawn = [(self.random.choice(names), self.random.choice(values)) for _ in range(self.random.randrange(3))]
            held = [
                offer.get(field.name) for name, offer in facts.get("offers", {}).items() if field and name == field.of
            ]
            return tuple(drawn) + tuple((cite, value) for value in held if self.random.random() < 0.5)

        yield self.slot(facts, "approved", instruments, 0.6)

    def of_event(self, facts: dict[str, Any]) -> Iterator[Draw]:
        laws = [check.predicate for check in self.checks if isinstance(check.predicate, t.NoticeNode)]
        subjects = [str(check.subject) for check in self.checks]
        kinds = [kind for law in laws for kind in law.before]
        leads = [law.lead[0] * MINUTES[law.lead[1]] for law in laws if law.lead] or [30]
        reported = list(dict.fromkeys(name for law in laws for name in law.to))
        random = self.random
        yield self.slot(facts, "subject", self.any_of(*subjects * 5, "something_else"), 1)
        yield self.slot(facts, "kind", self.any_of(*kinds * 5, "something_else"), 1)
        yield self.slot(facts, "notice", self.any_of(True, True, True, False))
        yield self.slot(facts, "lead_minutes", lambda: int(random.choice(leads)) + random.choice((-1, 0, 0, 1)))
        yield self.slot(facts, "written", self.any_of(True, True, False))
        yield self.slot(
            facts, "to", lambda: (*[n for n in reported if random.random() < 0.9], *random.choice(((), ("x",))))
        )

    def of_round(self, facts: dict[str, Any]) -> Iterator[Draw]:
        """The record's own entries; `stake of W` is an entry by wager."""
        for path in self.paths:
            if self.of_a_round(path):
                if path.of in self.offers:
                    yield self.slot(facts.setdefault(path.name, {}), path.of, lambda path=path: self.value(path))
                else:
                    yield self.slot(facts, path.name, lambda path=path: self.value(path), 0.9)
        bare = any(
            isinstance(n, t.Path) and n.name in CARD_FUNCTIONS for n in self.nodes
        )  # `suited`, of the whole hand
        beside = any(path.name == "rest" for path in self.paths)
        if bare or any(isinstance(n, t.CardsNode | t.Pattern) for n in self.nodes):
            hand = (lambda: self.cards() + self.beside()) if self.made and beside else self.cards
            yield self.slot(facts, "cards", hand, 0.9)
        if beside and not self.made:  # what makes a hand leaves its own rest
            yield self.slot(facts, "rest", self.beside, 0.9)
        leads = [v.value for c in self.checks if isinstance(c.predicate, Declared) for v in c.predicate.values]
        yield self.slot(facts, "consequence", self.any_of(*leads, "something_else"), 0.7)

    # ---- values

    def value(self, path: t.Path) -> Any:
        if path.name == "payouts":
            return self.payouts()
        if path.name == "selection" and self.tables:
            heads = [cell.value for table in self.tables for cell in table.head[1:] if cell.value]
            return _plain(self.random.choice(heads).value) if heads and self.random.random() < 0.9 else "no_such_table"
        if self.chances and path.name in ("decks", "stakes"):
            return self.random.randint(1, 9) if path.name == "decks" else self.random.choice(((1,), (5,), (1, 5)))
        found = self.book.fields.get(path.name)
        return self.of_type(found.type if found else t.TypeNode("count"), path.name)

    def of_type(self, kind: t.TypeNode, name: str = "") -> Any:
        random = self.random
        match kind:
            case t.TypeNode("one_of", values):
                known = [_plain(value.value) for value in values]
                numbers = all(
                    isinstance(value, int | Fraction) for value in known
                )  # then no word comes through a reader
                return random.choice([*known * 3, max(known) + 1 if numbers else "none_of_these"])
            case t.TypeNode("set_of", _, (inner,)):
                return tuple(dict.fromkeys(self.of_type(inner) for _ in range(random.choice((1, 1, 2, 3)))))
            case t.TypeNode("map_of", _, (keys, inner)):
                if inner.kind == "chances" or self.chances and not self.tables:
                    return {stake: self.of_type(inner) for stake in self.random.choice(((1,), (5,), (1, 5)))}
                rows = [row for table in self.tables for row in table.body if row[0].value and row[1].value]
                if not rows:
                    return {self.of_type(keys): self.of_type(inner) for _ in range(random.choice((1, 2, 3)))}
                near = {
                    _plain(k.value.value): self.near(v.value.value)
                    for k, v, *_ in random.sample(rows, random.randint(1, len(rows)))
                }
                return near | ({"no_such_row": 1} if random.random() < 0.1 else {})
            case t.TypeNode("list_of", _, (inner,)):
                names = [v.value for v in inner.values]
                return tuple(names if random.random() < 0.5 else random.sample(names, len(names)))
            case t.TypeNode("chances"):
                amounts = random.sample((5, 6, 50, 1000, 5000), random.choice((1, 2, 3)))
                return {amount: Fraction(1, len(amounts)) for amount in amounts}
            case t.TypeNode("flag"):
                return random.random() < 0.5
            case t.TypeNode("cards"):
                return self.cards()
            case t.TypeNode("payouts"):
                return self.payouts()
            case t.TypeNode("game" | "variation" | "name" | "text" | "equipment"):
                return random.choice([*self.words, *self.offers, "something_else"])
            case t.TypeNode("date"):
                return self.day()
        heads = [row[0].value.value for table in self.tables for row in table.body if row[0].value]
        blocks = [n.value.value for n in self.nodes if isinstance(n, t.Block) and n.name == name]
        rows = [n for n in (blocks or heads) if isinstance(n, Fraction)]
        if any(getattr(n, "by", None) == name for n in self.nodes) and rows and random.random() < 0.9:
            return _plain(random.choice(rows))
        return self.near(
            random.choice(self.numbers) if random.random() < 0.9 else Fraction(random.choice((0, 1, 10**9)))
        )

    def near(self, number: Any) -> Any:
        """At, just below or just above; sometimes far."""
        if not isinstance(number, Fraction):
            return self.random.choice([*self.words, "something_else"])
        step = Fraction(1) if number.denominator == 1 and number > 0 else Fraction(1, 2 * number.denominator)
        return _plain(self.random.choice((number, number, number - step, number + step, number * 2, number + 10)))

    def payouts(self) -> dict[str, tuple[str, Any]]:
        """One of the law's tables, or of a value that the clause states; then, half of the time, not quite."""
        random = self.random
        columns = [(table, number) for table in self.tables for number in range(1, len(table.head))]
        filed: dict[str, tuple[str, Any]] = {}
        if columns:
            table, number = random.choice(columns)
            for row in table.body:
                if row[0].value and row[number].value:
                    filed[str(row[0].value.value)] = _payout(row[number].value)
        else:
            stated = [n for n in self.nodes if isinstance(n, t.Literal) and isinstance(n.value, Fraction)]
            pools = [*[_payout(n) for n in stated], ("odds", 1), ("odds", 2)]
            outcomes = [p.name for p in self.paths if not p.of and p.name not in self.book.fields] or ["any"]
            filed = {name: random.choice(pools) for name in [*outcomes, "another"][: random.choice((1, 2, 9))]}
        for name in [*filed] if random.random() < 0.5 else []:
            kind, value = filed[name]
            match random.choice(("", "", "", "near", "near", "kind", "gone")):
                case "near":
                    filed[name] = (kind, self.near(Fraction(value)))
                case "kind":
                    filed[name] = ("money" if kind == "odds" else "odds", value)
                case "gone":
                    del filed[name]
        if random.random() < 0.15:
            filed["a_row_of_its_own"] = random.choice((("odds", 1), ("odds", 1000), ("money", 5)))
        return filed

    def beside(self) -> tuple[tuple[int, str], ...]:
        """The two cards outside a hand of five: a pair half of the time, and sometimes an ace and the joker."""
        low, high = self.random.choice((("c", "d"), ("h", "s"))), self.random.randint(1, 13)
        pair = self.random.random() < 0.5
        other = (high if pair else self.random.randint(1, 13), low[1])
        return ((1, "s"), (0, "j")) if self.random.random() < 0.1 else ((high, low[0]), other)

    def cards(self) -> tuple[tuple[int, str], ...]:
        """A hand in which the clause's ranks are common, and one suit or color half of the time."""
        random = self.random
        if (
            len(self.counted) > 3 and random.random() < 0.3
        ):  # exactly the ranks that are named, the first of each in one suit
            pairs = [(rank, "hs"[n > 0]) for rank, many in self.counted.items() if rank for n in range(many)]
            return tuple(random.sample(pairs, len(pairs)))
        ranks = [RANKS.index(w) + 1 for w in self.words if w in RANKS]
        ranks += [int(n) for n in self.numbers if n in range(1, 14)]
        suits = random.choice(("c", "d", "h", "s", "h", "h", "dh", "cs", "cdhs", "cdhs", "cdhs"))
        pool = random.choice((ranks or [10], [10, 11, 12, 13, 1], [*range(1, 14)], [random.randint(1, 13)]))
        totals, sizes = [n for n in self.numbers if n > 10], [int(n) for n in self.numbers if n in range(1, 8)]
        size = random.choice((1, 2, 2, 3, 3, 4, 5, *sizes, *sizes))
        hand = [random.choice(pool) for _ in range(size)]
        if self.ranked and random.random() < 0.7:
            size, low = self.ranked + (random.random() < 0.3), random.randint(1, 13)
            in_a_row = [(low + n) % 13 + 1 for n in range(size)]
            hand = in_a_row if random.random() < 0.3 else [random.choice((*pool, *in_a_row)) for _ in range(size)]
        for _ in range(20 if totals and random.random() < 0.6 else 0):  # a hand of a total that the clause names
            low = sum(min(rank, 10) for rank in hand)
            if low in totals or (1 in hand and low + 10 in totals):
                break
            hand = [random.randint(1, 13) for _ in range(size)]
        return tuple((rank, random.choice(suits)) for rank in hand)


def _counted(test: t.ComparisonNode) -> tuple[int, int]:
    """Rank and number of `count(cards, rank: king) = 2`; rank 0 of what is something else."""
    match test:
        case t.ComparisonNode("=", t.Call("count", (_, t.Argument("rank", t.Path(rank)))), t.Literal(value=many)):
            return (RANKS.index(rank) + 1, int(many)) if rank in RANKS else (0, 0)
    return 0, 0


def _plain(value: Any) -> Any:
    """Whole numbers as int, as a filing that is read has them."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def _payout(literal: t.Literal) -> tuple[str, Any]:
    value = literal.value - 1 if literal.kind == "odds_for" else literal.value
    return literal.kind if literal.kind in ("money", "meter") else "odds", _plain(value)
