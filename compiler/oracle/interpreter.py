"""The reference semantics of a clause: evaluates the resolved syntax tree directly, slowly and plainly.

Written from docs/semantics.md alone. It imports only data definitions (the resolved rulebook and the syntax tree), so that a
fault in what the product generates, optimizes or lowers cannot confirm itself. A truth is True, False or None (unknown); a
value that is not filed is None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import product
from typing import assert_never

from pitboss.compiler.model.citations import resolved
from pitboss.compiler.oracle import awards
from pitboss.compiler.oracle.cards import CARDS, WORDS, Hand, word
from pitboss.compiler.oracle.kleene import (
    COMPUTE,
    FAIL,
    NEEDS,
    NOT,
    NOT_APPLICABLE,
    OPEN,
    PASS,
    Truth,
    every,
    flag,
    met,
    of_readings,
    some,
    verdict,
)
from pitboss.compiler.oracle.notices import given
from pitboss.compiler.oracle.other_rows import earlier, over
from pitboss.compiler.oracle.precedence import otherwise, overriding
from pitboss.compiler.oracle.rankings import strongest
from pitboss.compiler.oracle.syntax import CONDITION, column, nodes, once_per_rulebook, through_terms
from pitboss.compiler.oracle.values import Facts, as_number, differ, elements, entries, key_of
from pitboss.grammar import tree as t
from pitboss.grammar.resolved_rulebook import Check, Declared, ResolvedClause, ResolvedRulebook, ResolvedVersion

SIGN = {"at_least": ">=", "at_most": "<=", "exactly": "="}


# ---- the four kinds of clauses


def judge_table(book: ResolvedRulebook, clause: ResolvedClause, facts: Facts, day: date) -> str | None:
    """A clause on the facts of a table, a pit or the licensee; None when no version applies on that day."""
    version, doubtful = version_on(book, clause, day)
    if clause.scope not in ("table", "pit", "licensee") or not book.covers(day):
        return None
    here = Here(book, clause, facts, day)
    if clause.kind == "authority":
        subject = clause.check.subject.name
        game = book.names[subject].kind == "game"
        if not here.in_section() or (facts.get("game") != subject if game else here.offered(subject) is not True):
            return NOT_APPLICABLE
        if version is None or doubtful:  # before a start that is only inferred no version is in force
            return OPEN if doubtful else FAIL
        known = not game or all(here.is_offer_here(name) for name in entries(facts, "offers"))
        if not known and any(book.section(resolved(c.printed, clause.section)[0]) is None for c in version.per):
            return OPEN  # a text that is not available may allow further offers
        return of_readings([verdict(here.applies(check), known) for _, check in readings(clause, version)])
    if version is None:
        return None
    found = [verdict(here.applies(check), here.holds(check)) for _, check in readings(clause, version)]
    return of_readings(found, doubtful)


def judge_same(
    book: ResolvedRulebook, clause: ResolvedClause, tables: list[Facts], day: date
) -> list[tuple[list[int], str]]:
    """The groups among the tables of one scope, each with its verdict."""
    version, doubtful = version_on(book, clause, day)
    if version is None:
        return []
    here = [Here(book, clause, facts, day) for facts in tables]
    found = [_groups(check, here) for _, check in readings(clause, version)]
    groups = sorted({group for reading in found for group in reading})
    return [(list(g), of_readings([r.get(g, NOT_APPLICABLE) for r in found], doubtful)) for g in groups]


def judge_event(
    book: ResolvedRulebook, clause: ResolvedClause, event: Facts, facts_licensee: Facts, day: date
) -> str | None:
    """A clause on notice, on one event of the licensee; None when no version applies on that day."""
    version, doubtful = version_on(book, clause, day)
    if version is None:
        return None
    filed, holder = Here(book, clause, event, day), Here(book, clause, facts_licensee, day)
    return of_readings([given(check, filed, holder) for _, check in readings(clause, version)], doubtful)


def judge_round(book: ResolvedRulebook, clause: ResolvedClause, facts: Facts, day: date | None = None) -> Truth:
    """The condition of a result, an outcome or an irregularity; without a day, of the last version."""
    version, became = clause.versions[-1] if day is None else version_on(book, clause, day)[0], facts.get("consequence")
    if version is None:
        return None
    here, check = Here(book, clause, facts, day), version.check
    overrides = map(here.fails, overriding(book, clause, version, day or date.max))
    applies = every([*cards_suffice(check, facts), *here.met(check), *overrides])
    match check.predicate:
        case Declared("irregular", leads_to):
            holds = None if became is None else became in [literal.value for literal in leads_to]
            return {PASS: True, FAIL: False}.get(verdict(applies, holds))
    return applies


def cards_suffice(check: Check, facts: Facts) -> Iterator[Truth]:
    """Whether every hand whose first cards an outcome reads has as many cards; a hand settled with fewer does not reach it."""
    if isinstance(check.predicate, Declared) and check.predicate.what == "outcome":
        for node in nodes(check.conditions):
            if isinstance(node, t.CardsNode) and node.which == "first":
                hand = facts.get(node.of or "cards")
                yield len(hand) >= node.count if isinstance(hand, tuple | list) else None


def win_chance(book: ResolvedRulebook, wager: str, decks: int | None) -> Fraction | None:
    """The probability that a wager wins that depends on the first cards of one hand alone; the analysis rejects others.

    The oracle computes it independently, so that an error in the product's computation (`odds/win_chance.py`) shows.
    """
    known = _winning(book)
    if wager not in known:
        known[wager] = _winning_hands(book, wager)
    hands, fixed = known[wager]
    shoe = fixed or decks
    if shoe is None or shoe > (fixed or _most_decks(book)):
        return None
    return sum((_drawn(hand, shoe) for hand in hands), Fraction(0))


@once_per_rulebook
def _winning(book: ResolvedRulebook) -> dict[str, tuple[list[Hand], int | None]]:
    """By wager: what `_winning_hands` returned."""
    return {}


def _winning_hands(book: ResolvedRulebook, wager: str) -> tuple[list[Hand], int | None]:
    """Every sequence of first cards that wins, and the number of decks if the rules fix it."""
    (clause,) = (
        c
        for c in book.clauses
        if isinstance(law := c.check.predicate, t.ResultNode) and (law.verb, c.check.subject.name) == ("wins", wager)
    )
    day, conditions = clause.versions[0].since, clause.check.conditions
    looked = [node for node in through_terms(book, conditions) if isinstance(node, t.CardsNode)]
    hand, count = looked[0].of or "cards", max(part.count for part in looked)
    deck = [(rank, suit) for rank in range(1, 14) for suit in "cdhs"]
    won = [
        drawn
        for drawn in product(deck, repeat=count)
        if judge_round(book, clause, {hand: drawn, "consequence": "none"}, day)
    ]
    deals = (c.versions[-1].check.predicate for c in book.clauses if c.kind == "deal" and c.game == clause.game)
    fixed = {d.decks for d in deals if isinstance(d, t.DealNode) and isinstance(d.decks, int) and hand in dict(d.dealt)}
    return won, fixed.pop() if fixed else None


@once_per_rulebook
def _most_decks(book: ResolvedRulebook) -> Fraction:
    """The largest number of decks that a rule names; no probability is stated for a larger shoe."""
    checks = [check for clause in book.clauses for version in clause.versions for check in version.checks]
    limits = [e for c in checks if c.subject == t.Path("decks") for e in getattr(c.predicate, "values", ())]
    blocks = [b.value for c in checks if getattr(c.predicate, "by", None) == "decks" for b in c.blocks]
    return max(e.value for e in (*limits, *blocks) if isinstance(e, t.Literal) and isinstance(e.value, Fraction))


def _drawn(hand: Hand, decks: int) -> Fraction:
    """The probability that exactly these cards are drawn, in this order."""
    chance = Fraction(1)
    for place, card in enumerate(hand):
        chance *= Fraction(decks - hand[:place].count(card), 52 * decks - place)
    return chance


def completed(book: ResolvedRulebook, facts: Facts, day: date) -> Facts:
    """The facts of a round with everything that follows from them; nothing follows if readings disagree."""
    clauses = [
        c for c in book.clauses if c.kind == "derived" and c.scope == "round" and c.game in (None, facts.get("game"))
    ]
    for clause in clauses:
        name, version = clause.check.subject.name, version_on(book, clause, day)[0]
        if version and facts.get(name) is None:
            here = Here(book, clause, facts, day)
            found = [here.follows(check) for check in version.checks]
            if found[0] is not None and all(value == found[0] for value in found):
                return completed(book, {**facts, name: found[0]}, day)
    return facts


# ---- versions, readings, groups, notices


def version_on(book: ResolvedRulebook, clause: ResolvedClause, day: date) -> tuple[ResolvedVersion | None, bool]:
    """The version to apply, and whether it is applied before an inferred start."""
    if not book.covers(day):
        return None, False
    for version in clause.versions:
        if version.in_force(day):
            return version, False
    first, section = clause.versions[0], book.section(clause.section)
    adopted = section.adopted if section else None
    doubtful = first.basis == "inferred" and first.since and adopted and adopted <= day < first.since
    return (first, True) if doubtful else (None, False)


def readings(clause: ResolvedClause, version: ResolvedVersion) -> list[tuple[ResolvedVersion, Check]]:
    """The readings of a version, and those of later versions with inferred starts: each may be in force already."""
    found = [(version, check) for check in version.checks]
    later = clause.versions[clause.versions.index(version) + 1 :]
    end = version.until
    for after in later:
        if after.basis != "inferred" or after.since != end:
            break
        found += [(after, check) for check in after.checks]
        end = after.until
    return found


def _groups(check: Check, tables: list[Here]) -> dict[tuple[int, ...], str]:
    law, path = check.predicate, check.subject
    assert isinstance(law, t.Same)
    groups: dict[object, dict[int, object]] = {}
    for index, here in enumerate(tables):
        belongs = every([*map(here.offered, here.offers_named(path)), *map(here.truth, check.conditions)])
        if belongs is not False and law.game in (None, here.facts.get("game")):
            kind = tuple(here.facts.get(k) for k in law.equal)
            value = here.field(path, stated=True) if belongs else None
            if (
                belongs and path.name == "payouts"
            ):  # the rows, or which of the printed tables: either determines the payout
                selected = here.field(replace(path, name="selection"))
                rows = value if isinstance(value, dict) else {}
                value = {**rows, **({} if selected is None else {"selection": selected})} or None
            value = frozenset(value) if isinstance(value, tuple | list) and here.type_of(path) == "set_of" else value
            groups.setdefault(("alone", index) if None in kind else kind, {})[index] = value
    found = {}
    for group in groups.values():
        known = [value for value in group.values() if value is not None]
        apart = any(differ(a, b) for a in known for b in known)
        some_unlike = path.name == "payouts" and any(not {*_rows_of(a)} & {*_rows_of(b)} for a in known for b in known)
        lacking = (len(known) < len(group) or some_unlike) and len(group) > 1
        found[tuple(group)] = FAIL if apart else NEEDS if lacking else PASS
    return found


# ---- facts and truths


@dataclass(frozen=True)
class Here:
    """Facts, and the clause and the day for which expressions are evaluated on them."""

    book: ResolvedRulebook
    clause: ResolvedClause
    facts: Facts
    day: date | None

    def on(self, facts: Facts) -> Here:
        return replace(self, facts=facts)

    def kind(self, name: str | None) -> str:
        return self.book.names[name].kind if name in self.book.names else ""

    def is_offer(self, name: str | None) -> bool:
        return self.kind(name) in ("wager", "option", "variation")

    def is_offer_here(self, name: str) -> bool:
        return self.is_offer(name) and self.book.names[name].game in (None, self.clause.game)

    def offers_named(self, path: t.Path) -> list[str]:
        return [name for name in (path.name, path.of) if name and self.is_offer(name)]

    def type_of(self, expr: t.Expr) -> str:
        known = self.book.fields.get(expr.name) if isinstance(expr, t.Path) else None
        return known.type.kind if known else ""

    def in_section(self) -> bool:
        return self.clause.scope != "table" or self.clause.game in (None, self.facts.get("game"))

    def offered(self, name: str) -> Truth:
        return True if name in entries(self.facts, "offers") else False if self.facts.get("closed") else None

    def elsewhere(self, path: t.Path) -> Truth:
        return flag(entries(self.facts, f"{path.of}_offers").get(path.name))

    def present(self, name: str) -> Truth:
        if self.kind(name) == "equipment":
            return flag(entries(self.facts, "equipment").get(name))
        return self.offered(name) if self.is_offer(name) else None

    def attestations(self) -> list[Truth]:
        """The attestations of the clause, of its provision, and of each provision that contains it."""
        attested = entries(self.facts, "attested")
        found = re.fullmatch(r"([^(]*)(\(.*\))?(\d+)?([a-z]+)?", self.clause.cite)
        parts = [part or "" for part in found.groups()] if found else [self.clause.cite]
        names = [self.clause.id, *("".join(parts[:n]) for n in range(len(parts), 0, -1))]
        return [flag(attested[name]) for name in names if name in attested]

    def attested(self) -> Truth:
        return next(iter(self.attestations()), None)

    def attested_itself(self) -> Truth:
        """As `attested`, but an attestation of a whole section is neither an instrument nor a sign."""
        attested = entries(self.facts, "attested")
        return flag(attested.get(self.clause.id, attested.get(self.clause.cite)))

    def is_posted(self, subject: str) -> bool:
        posted = self.facts.get("posted")
        return isinstance(posted, frozenset | set | tuple | list) and subject in posted

    # ---- values

    def field(self, path: t.Path, stated: bool = False) -> object:
        """The filed or recorded value. A derived value takes precedence, unless `stated` values are requested."""
        found, follows = self.filed(path), self.book.followed.get(str(path))
        return found if follows is None else awards.completed(found, self.value(follows), stated)

    def filed(self, path: t.Path) -> object:
        if path.before:
            seated = bool({"seat", "hand"} & {*self.book.fields[path.name].owners})
            return earlier(seated, self.facts, lambda facts: self.on(facts).filed(replace(path, before=False)))
        if offer := self.offer_of(path):
            found = entries(entries(self.facts, "offers"), offer).get(path.name)
            return None if found in ((), {}) else found  # an empty set or map is unknown
        found = self.facts.get(path.name)
        if found in ((), {}) and self.type_of(path) != "cards":
            return None
        return found.get(path.of) if self.is_offer(path.of) and isinstance(found, dict) else found

    def offer_of(self, path: t.Path) -> str | None:
        """The offer whose field is read; `stake of W` is a field of the round."""
        owners = self.book.fields[path.name].owners if path.name in self.book.fields else ()
        return path.of if self.is_offer(path.of) and not {"round", "seat", "hand"} & {*owners} else None

    def value(self, expr: t.Expr, compared_with: t.Expr | None = None) -> object:
        """The value of a quantity. A name is text if it is enumerated by the field in `compared_with`."""
        match expr:
            case t.Over():
                return self.over(expr)
            case t.Literal("odds_for", Fraction() as value):
                return value - 1
            case t.Literal(_, value):
                return value
            case t.Path(name, None, before=False) if isinstance(compared_with, t.Path) and self.enumerates(
                compared_with.name, name
            ):
                return name
            case t.Path(name, of) if of or name in self.book.fields:
                return self.field(expr)
            case t.Path(name) if meaning := self.meaning(name):
                return self.value(meaning)
            case t.Path(name) if name in WORDS:
                return self.card_word(t.Call(name, ()))
            case t.Path("rest"):
                return self.facts.get("rest")
            case t.Path(name):
                return CARDS.get(name, name) if isinstance(compared_with, t.Call) else name
            case t.Arithmetic(sign, left, right) | t.Extreme(sign, left, right):
                a, b = self.value(left), self.value(right)
                if a is None or b is None or (sign in ("/", "mod") and b == 0):
                    return None
                if not isinstance(a, int | Fraction) or not isinstance(b, int | Fraction):
                    raise TypeError(f"{expr} is not of numbers")
                extreme = {"greater": max, "lesser": min}.get(sign)
                return extreme(a, b) if extreme else a / Fraction(b) if sign == "/" else COMPUTE[sign](a, b)
            case t.CardsNode(which, count, of):
                cards = self.facts.get(of or "cards")
                if not isinstance(cards, tuple | list) or len(cards) < count:
                    return None
                return cards[:count] if which == "first" else cards[-count:]
            case t.Call("payout", (t.Argument(_, t.Path(offer)), t.Argument(_, outcome))):
                row = outcome.name if isinstance(outcome, t.Path) else key_of(self.value(outcome))
                payouts = self.field(t.Path("payouts", offer))
                return payouts.get(row, (None, None))[1] if isinstance(payouts, dict) else None
            case t.Call(name) if name in awards.WORDS:
                decks = self.facts.get("decks")
                decks = decks if isinstance(decks, int) else None
                return awards.of_call(expr, self.truth_or_value, lambda wager: win_chance(self.book, wager, decks))
            case t.Call():
                return self.card_word(expr)
        return None

    def over(self, expr: t.Over) -> object:
        """A count or a sum over rows of the round."""
        where, value = expr.where, expr.value
        return over(
            expr.rows,
            self.facts,
            None if where is None else lambda row: self.on(row).truth(where),
            None if value is None else lambda row: self.on(row).value(value),
        )

    def enumerates(self, field: str, name: str) -> bool:
        types = [self.book.fields[field].type] if field in self.book.fields else []
        return any(name == literal.value for kind in types for one in (kind, *kind.items) for literal in one.values)

    def meaning(self, name: str) -> t.Expr | None:
        """The meaning of a defined term on the day; if the clause is applied before it starts, on the day it starts."""
        if self.kind(name) != "define":
            return None
        day = self.day and max(self.day, self.clause.versions[0].since or self.day)
        every_one = self.book.meanings.get(name, [])
        early = every_one[:1] if day and every_one and day < (every_one[0].since or day) else every_one
        versions = [v for v in every_one if day is None or v.in_force(day)] or early
        return next(iter(versions[-1].check.conditions), None) if versions else None

    def card_word(self, expr: t.Call) -> object:
        if expr.name == "makes":
            of, rank, hand = (a.value for a in expr.arguments)
            return self.makes(str(of), str(rank), self.value(hand))
        ranked = expr.name in ("best", "strength")
        given = [self.value(a.value) for a in expr.arguments[ranked:] if not a.name]
        hands = [_hand(one) for one in given or [self.facts.get("cards")]]
        by = {a.name: self.value(a.value, expr) for a in expr.arguments if a.name}
        known = [hand for hand in hands if hand is not None]
        if len(known) < len(hands) or None in by.values():
            return None
        cards, *others = known
        if ranked:
            ranking = self.book.rankings[str(expr.arguments[0].value)]
            found = strongest(ranking, cards, self.of_hand, as_number(by.get("height")))
            return None if found is None else found[expr.name == "best"]
        return word(expr.name, cards, by, others)

    def makes(self, ranking: str, rank: str, cards: object) -> Truth:
        """Whether the cards make a hand of the rank, whatever else they make."""
        whole, hand = self.book.rankings[ranking], _hand(cards)
        alone = replace(whole, ranks=tuple(one for one in whole.ranks if one.name == rank))
        found = None if hand is None else strongest(alone, hand, self.of_hand, 0)
        return None if found is None else found[1] == rank

    def of_hand(self, expr: t.Expr, hand: Hand, rest: Hand) -> object:
        return self.on(self.facts | {"cards": hand, "rest": rest}).truth_or_value(expr)

    def truth_or_value(self, expr: t.Expr, compared_with: t.Expr | None = None) -> object:
        """The truth of a condition or the value of a quantity; a defined term is a condition."""
        defined = isinstance(expr, t.Path) and self.kind(expr.name) == "define"
        return self.truth(expr) if defined or isinstance(expr, CONDITION) else self.value(expr, compared_with)

    # ---- conditions

    def met(self, check: Check) -> Iterator[Truth]:
        """What each condition of a clause on rounds comes to. A rank asks for as many cards as are ranked, out of those that there are."""
        if self.clause.kind != "rank":
            yield from map(self.truth, check.conditions)
            return
        yield self.makes(self.clause.name.rpartition(".")[0], check.subject.name, self.facts.get("cards"))

    def fails(self, conditions: tuple[t.Expr, ...]) -> Truth:
        """Whether one of the conditions does not hold."""
        return NOT[every(map(self.truth, conditions))]

    def truth(self, expr: t.Expr) -> Truth:
        match expr:
            case t.NotNode(item):
                return NOT[self.truth(item)]
            case t.Otherwise():
                return self.truth(otherwise(self.book, self.clause.check))
            case t.All(items):
                return every(map(self.truth, items))
            case t.Any(items):
                return some(map(self.truth, items))
            case t.OfferedNode(path, negated):
                found = self.elsewhere(path) if path.of in ("licensee", "pit") else self.present(path.name)
                return NOT[found] if negated else found
            case t.ComparisonNode(sign, left, right):
                return self.compare(sign, left, right)
            case t.Among(path, values, negated):
                if not (readable := self.readable(path)):
                    return readable
                names = all(value.kind == "name" for value in values)
                found = some(self.compare("=", path, v) for v in values) if names else every(self.within(path, values))
                return NOT[found] if negated else found
            case t.Path(name, None) if name not in self.book.fields and name in self.book.names:
                meaning = self.meaning(name)
                return self.truth(meaning) if meaning else self.present(name)
            case t.Pattern(count, what):
                hand = _hand(self.facts.get("cards"))
                if not hand:
                    return None
                parts = [card[what == "suit"] for card in hand]
                return any(parts.count(part) >= count for part in parts)
        flag = self.value(expr)
        return flag if isinstance(flag, bool) and self.readable(expr) else self.readable(expr) and None

    def readable(self, *exprs: t.Expr) -> Truth:
        """Whether every offer whose fields are read is offered."""
        return every(self.offered(name) for expr in exprs for name in self.offers_read(expr))

    def offers_read(self, expr: t.Expr) -> Iterator[str]:
        match expr:
            case t.Path():
                yield from filter(None, [self.offer_of(expr)])
            case t.Call("payout", (t.Argument(_, t.Path(offer)), _)):
                yield offer
            case t.Call(_, arguments):
                for argument in arguments:
                    yield from self.offers_read(argument.value)
            case t.Extreme(_, left, right) | t.Arithmetic(_, left, right):
                yield from [*self.offers_read(left), *self.offers_read(right)]

    def compare(self, sign: str, left: t.Expr, right: t.Expr) -> Truth:
        if not (readable := self.readable(left, right)):
            return readable
        a, b = self.value(left, right), self.value(right, left)
        if self.type_of(left) == "equipment" and sign in ("=", "!="):
            there = self.present(str(b))
            return there if sign == "=" else NOT[there]
        return met(sign, a, b)

    def within(self, path: t.Path, values: tuple[t.Expr, ...]) -> list[Truth]:
        """Whether each element is one of the values."""
        listed = [self.value(value) for value in values]
        return [None if element is None else element in listed for element in elements(self.field(path))]

    # ---- a rule at a table

    def applies(self, check: Check) -> Truth:
        names = [] if isinstance(check.predicate, t.MustOffer) else self.offers_named(check.subject)
        if isinstance(check.predicate, t.ApprovalNode) and self.kind(check.subject.name) == "equipment":
            names = [check.subject.name]
        return every([self.in_section(), *map(self.present, names), *map(self.truth, check.conditions)])

    def holds(self, check: Check) -> Truth:
        subject = check.subject
        match check.predicate:
            case t.Limit(mode, _, str() as by):
                return self.by_row(SIGN[mode.removesuffix("_by")], check, by)
            case t.Limit("among" | "not_among" as mode, values) | Declared("elected" as mode, values):
                return every(NOT[one] if mode == "not_among" else one for one in self.within(subject, values))
            case t.Limit("between", (low, high)):
                return every([self.compare(">=", subject, low), self.compare("<=", subject, high)])
            case t.Limit("uniform"):
                return self.uniform(subject)
            case t.Limit("follows", (quantity,)):
                filed, follows = self.filed(subject), self.value(quantity)
                return True if follows is None and not isinstance(quantity, t.Call) else awards.agreed(filed, follows)
            case t.Limit(mode, (quantity,)):
                return _limbs(SIGN[mode], quantity, lambda limb: self.compare(SIGN[mode], subject, limb))
            case t.Requires((name,)):
                return self.present(name)
            case t.Bars((name,)):
                return NOT[self.present(name)]
            case t.MustOffer(negated):
                found = self.elsewhere(subject) if subject.of in ("licensee", "pit") else self.present(subject.name)
                return NOT[found] if negated else found
            case t.PaysNode() as law:
                return self.pays(check, law)
            case t.Posting():
                return True if self.is_posted(str(subject)) else self.attested_itself()
            case t.ApprovalNode():
                return self.approved(subject)
            case Declared("attested"):
                return self.attested()
            case Declared("ranked", order):
                filed = self.field(subject)
                return None if filed is None else elements(filed) == [literal.value for literal in order]
            case (
                t.Limit()
                | t.Requires()
                | t.Bars()
                | t.Same()
                | t.IndependentNode()
                | t.PaysOnly()
                | t.PaysEachNode()
                | t.PaysGrossNode()
                | t.SharesNode()
                | t.Rounds()
                | t.ResultNode()
                | t.NoticeNode()
                | t.SeesNode()
                | t.ChargesNode()
                | t.DealNode()
                | t.ChanceNode()
                | Declared()
            ):
                raise TypeError(f"no filing is judged by {check.predicate}")
        assert_never(check.predicate)

    def uniform(self, path: t.Path) -> Truth:
        """Whether all values of a field that are in use at once are equal."""
        if not (readable := self.readable(path)):
            return readable
        several = list(entries(entries(self.facts, "at_once"), str(path)).values()) or [self.field(path)]
        if any(a != b for a in several for b in several if None not in (a, b)):
            return False
        return None if None in several else True

    def follows(self, check: Check) -> object:
        return self.comes_to(check) if every(map(self.truth, check.conditions)) is True else None

    def comes_to(self, check: Check) -> object:
        law = check.predicate
        if not isinstance(law, t.Limit) or not law.mode.startswith("follows"):
            return None
        if law.by:
            cell = column(check.table, 1).get(key_of(self.facts.get(law.by, "")))
            return cell and self.value(cell)
        (quantity,) = law.values
        return self.truth_or_value(quantity, check.subject)

    def approved(self, subject: t.Path) -> Truth:
        instruments = self.facts.get("approved", ())
        assert isinstance(instruments, frozenset | tuple | list)
        named = [value for provision, value in instruments if provision in (self.clause.id, self.clause.cite)]
        if subject.name in self.book.fields:
            filed = self.field(subject)
            named = [value for value in named if filed is not None and value in (None, filed)]
        return True if named else self.attested_itself()

    def by_row(self, sign: str, check: Check, by: str) -> Truth:
        filed, chosen = self.field(check.subject), self.facts.get(by)
        rows = {key: self.value(literal) for key, literal in column(check.table, 1).items()}
        if isinstance(filed, dict):
            return every(met(sign, {k: v}, rows[key_of(k)]) if key_of(k) in rows else False for k, v in filed.items())
        if chosen is None or self.type_of(check.subject) == "map_of":
            return None
        return met(sign, filed, rows[key_of(chosen)]) if key_of(chosen) in rows else False

    def pays(self, check: Check, law: t.PaysNode) -> Truth:
        offer, table = check.subject.name, check.table
        payouts, selected = self.field(t.Path("payouts", offer)), self.field(t.Path("selection", offer))
        filed: Facts = payouts if isinstance(payouts, dict) else {}
        chosen = self.facts.get(law.by) if law.by else None
        if law.by and chosen is not None:
            tables = [block.table for block in check.blocks if key_of(block.value.value) == key_of(chosen)]
            if not tables:
                return False
            table = tables[0]
        if table and law.mode.startswith("one_table") and not (law.by and chosen is None):
            columns = [None, *(key_of(head.value.value) for head in table.head[1:] if head.value)]
            if (selected and key_of(selected)) not in columns:
                return False
        if not filed or (law.by and chosen is None):
            return None
        if table and law.mode.startswith("one_table"):
            heads = {key_of(head.value.value): n for n, head in enumerate(table.head) if n and head.value}
            met = {name: self.meets(law.mode, column(table, n), filed) for name, n in heads.items()}
            return some(met.values()) if selected is None else met.get(key_of(selected), False)
        if table:
            return self.meets(law.mode, column(table, 1), filed)
        signs = (">=", "<=") if law.mode == "between" else (SIGN[law.mode],)
        limits = list(zip(signs, law.values, strict=True))
        return every(self.payout(sign, row, value) for row in filed.values() for sign, value in limits)

    def meets(self, mode: str, law: dict[str, t.Literal], filed: Facts) -> Truth:
        sign = "=" if mode.endswith("exactly") else ">="
        rows = [self.payout(sign, filed.get(name), value) for name, value in law.items()]
        return every([*rows, sign == ">=" or all(name in law for name in filed)])

    def payout(self, sign: str, filed: object, value: t.Expr) -> Truth:
        """Compare one filed payout with the law's; payouts of different kinds cannot be compared."""

        def meets(limb: t.Expr) -> Truth:
            if not isinstance(filed, tuple) or filed[0] != self.kind_of(limb) or not self.readable(limb):
                return self.readable(limb) and None
            return met(sign, filed[1], self.value(limb))

        return _limbs(sign, value, meets)

    def kind_of(self, expr: t.Expr) -> str:
        match expr:
            case t.Arithmetic(_, left, right):
                return next((k for k in (self.kind_of(left), self.kind_of(right)) if k != "odds"), "odds")
            case t.Literal(kind):
                return kind if kind in ("money", "meter") else "odds"
        return "money" if self.type_of(expr) == "money" else "odds"


def _rows_of(value: object) -> list[object]:
    """The keys of a map."""
    return [*value] if isinstance(value, dict) else []


def _hand(value: object) -> Hand | None:
    """The cards, if all of them are known."""
    return tuple(value) if isinstance(value, tuple | list) and None not in value else None


def _limbs(sign: str, quantity: t.Expr, meets: Callable[[t.Expr], Truth]) -> Truth:
    """At least the greater of two means at least both; at least the lesser means at least one. For at most, it is reversed."""
    if isinstance(quantity, t.Extreme) and sign in (">=", "<="):
        both = [_limbs(sign, limb, meets) for limb in (quantity.left, quantity.right)]
        return every(both) if (quantity.which == "greater") == (sign == ">=") else some(both)
    return meets(quantity)
