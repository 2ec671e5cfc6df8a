"""Conditions, quantities and predicates of the rulebook as Python expressions in the words of `checker.runtime`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

from pitboss.compiler.emit import english
from pitboss.compiler.front.lower import core_of, expr_of
from pitboss.compiler.front.paths import paths
from pitboss.compiler.front.payouts import key, payout, rows
from pitboss.compiler.front.walk import of_round, within
from pitboss.compiler.model.cards import CARD_WORDS, CARDS
from pitboss.compiler.model.rulebook import Check, Rulebook, Said
from pitboss.compiler.odds.win_chance import winning
from pitboss.grammar import tree as t

_COMPARE = {"=": "equal", "!=": "unequal", "<": "less", ">": "more", "<=": "at_most", ">=": "at_least"}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "over", "mod": "modulo"}
_LIMIT = {"at_least": "at_least", "at_most": "at_most", "exactly": "equal"}
AWARD_WORDS = {"filled", "counted", "agrees", "smallest", "largest", "edge"}
ROW_FUNCTIONS = {"before", "count_over", "sum_over"}
# What can be asked of a hand without a look at more of its suits than whether they are one.
BLIND_TO_SUITS = {
    "both", "either", "no", "truthy", "equal", "unequal", "at_least", "at_most", "more", "less", "plus", "minus", "times",
    "count", "pairs", "of_a_rank", "same_rank", "consecutive", "suited", "peak", "groups", "points", "size", "Fraction",
}  # fmt: skip
CARD_FUNCTIONS = {*CARD_WORDS, "first", "last", "of_a_rank", "of_a_suit", "best", "strength", "a_ranking"}


def module_name(citation: str) -> str:
    """
    >>> module_name("19:47-2.8A")
    's19_47_2_8a'
    """
    return "s" + re.sub(r"\W", "_", citation).lower()


def constant(value: object) -> str:
    """
    >>> constant(Fraction(5, 2)), constant(Fraction(6)), constant(("a",))
    ('Fraction(5, 2)', '6', '("a",)')
    """
    match value:
        case Fraction():
            return (
                str(value.numerator) if value.denominator == 1 else f"Fraction({value.numerator}, {value.denominator})"
            )
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case date():
            return f'"{value.isoformat()}"'
        case tuple():
            inner = ", ".join(constant(v) for v in value)
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        case dict():
            return "{" + ", ".join(f"{constant(k)}: {constant(v)}" for k, v in value.items()) + "}"
        case _:
            return repr(value)


def _alike(of_hand: str, beside: str) -> bool:
    """Whether ranks say the same of two hands of the same ranks, both of one suit or neither, in any order, and beside the same ranks."""
    told = {*re.findall(r"\b([a-z_]+)\(", of_hand + beside)} - {"get"}
    read = [{*re.findall(r't\.get\("(\w+)"\)', text)} for text in (of_hand, beside)]
    blind = told <= BLIND_TO_SUITS and "suit=" not in of_hand + beside and "suited(" not in beside
    return blind and read[0] <= {"cards"} and read[1] <= {"rest"}


def ranking_name(ranking: str, module: str) -> str:
    return f"{ranking}_in_{module}".upper()


def chances_name(wager: str, module: str) -> str:
    return f"{wager}_wins_in_{module}".upper()


class Writer:
    """Writes expressions for one function; tables become constants beside it."""

    def __init__(self, book: Rulebook, module: str = "") -> None:
        self.book = book
        self.module = module
        self.constants: list[str] = []

    def constant(self, name: str, value: Mapping[Any, object]) -> str:
        label = f"{name.upper()}_{'TABLE' if not self.constants else f'TABLE_{len(self.constants) + 1}'}"
        inner = "".join(f"    {constant(k)}: {constant(v)},\n" for k, v in value.items())
        self.constants.append(f"{label} = {{\n{inner}}}")
        return label

    # ---- what applies

    def guards(self, check: Check, subject: bool = True) -> list[str]:
        found = []
        path = check.subject
        if subject and not isinstance(check.predicate, t.MustOffer):
            name = path.of if path.of in self.book.names else path.name
            known = self.book.names.get(name or "")
            if known and known.kind in ("wager", "option", "variation"):
                found.append(f'offered(t, "{name}")')
            elif known and known.kind == "equipment":
                found.append(f'present(t, "{name}")')
        return found + [self.condition(c) for c in check.conditions]

    @staticmethod
    def both(parts: list[str]) -> str:
        return parts[0] if len(parts) == 1 else f"both({', '.join(parts)})" if parts else "True"

    # ---- conditions

    def condition(self, e: t.Expr) -> str:
        match e:
            case t.Not(item):
                return f"no({self.condition(item)})"
            case t.All(items):
                return f"both({', '.join(map(self.condition, items))})"
            case t.Any(items):
                return f"either({', '.join(map(self.condition, items))})"
            case t.Offered(path, negated):
                return f"no({self.offer(path)})" if negated else self.offer(path)
            case t.Among(path, values, negated):
                listed = tuple(v.value for v in values)
                if len(listed) == 1:
                    return f"{'unequal' if negated else 'equal'}({self.value(path)}, {constant(listed[0])})"
                return f"{'not_among' if negated else 'among'}({self.value(path)}, {constant(listed)})"
            case t.Comparison(operator, left, right):
                return self.compare(_COMPARE[operator], left, right)
            case t.Path() if e.name in self.book.definitions:
                return self.condition(self.book.definitions[e.name])
            case t.Path() if e.name in self.book.fields:
                return f"truthy({self.value(e)})"
            case t.Path() if e.name in self.book.names:
                return self.offer(e)
            case t.Path():
                return f'{e.name}(t.get("cards"))'
            case t.Pattern(count, what):
                return f'of_a_{what}(t.get("cards"), {count})'
            case t.Call():
                return f"truthy({self.value(e)})"
            case _:
                return f"truthy({self.value(e)})"

    def compare(self, word: str, left: t.Expr, right: t.Expr) -> str:
        """`at least greater of A, B` is at least both; a known limb can decide."""
        if isinstance(right, t.Extreme) and word in ("at_least", "more", "at_most", "less"):
            together = (right.which == "greater") == (word in ("at_least", "more"))
            a, b = self.compare(word, left, right.left), self.compare(word, left, right.right)
            return f"{'both' if together else 'either'}({a}, {b})"
        return f"{word}({self.value(left)}, {self.value(right)})"

    def offer(self, path: t.Path) -> str:
        if path.of in ("licensee", "pit"):
            return f'offered_in(t, "{path.of}", "{path.name}")'
        known = self.book.names.get(path.name)
        return f'{"present" if known and known.kind == "equipment" else "offered"}(t, "{path.name}")'

    # ---- quantities

    def value(self, e: t.Expr) -> str:
        match e:
            case t.Literal():
                return constant(e.value)
            case t.Path(name, of, before=True):
                scope = "seat" if {"seat", "hand"} & {*self.book.fields[name].owners} else "round"
                label = f"{name}.{of}" if of else name
                return f'before(t, "{label}", "{scope}", lambda t: {self.filed(replace(e, before=False))})'
            case t.Over():
                return self.over(e)
            case t.Path(name) if name in self.book.fields and str(e) in self.book.followed:
                return self.followed("counted", e)
            case t.Path(name) if name in self.book.fields:
                return self.filed(e)
            case t.Path("rest"):
                return 't.get("rest")'
            case t.Path(name):
                return constant(CARDS.get(name, name))
            case t.Cards(which, count, field):
                return f'{which}(t, "{field or "cards"}", {count})'
            case t.Arithmetic(operator, left, right):
                return f"{_ARITHMETIC[operator]}({self.value(left)}, {self.value(right)})"
            case t.Extreme(which, left, right):
                return f"{which}({self.value(left)}, {self.value(right)})"
            case t.Call("payout", (wager, outcome)):
                return f'payout(t, "{wager.value}", "{outcome.value}")'
            case t.Call("hit", (wager,)):
                return self.chance(str(wager.value))
            case t.Call("edge", (wager, awards, *rest)):
                more = "".join(f", {a.name}={self.value(a.value)}" for a in rest)
                return f"edge({self.chance(str(wager.value))}, {self.value(awards.value)}{more})"
            case t.Call("best" | "strength" as name, (ranking, cards, *rest)):
                more = "".join(f", {a.name}={self.value(a.value)}" for a in rest)
                return f"{name}(t, {ranking_name(str(ranking.value), self.module)}, {self.value(cards.value)}{more})"
            case t.Call(name, arguments):
                inner = ", ".join(
                    f"{a.name}={self.value(a.value)}" if a.name else self.value(a.value) for a in arguments
                )
                return f"{name}({inner})"
            case _:
                return self.condition(e)

    def filed(self, path: t.Path) -> str:
        """What is filed or recorded of a field, and nothing that follows."""
        if path.of in self.book.names:
            return f'{"entry" if of_round(self.book, path.name) else "of"}(t, "{path.name}", "{path.of}")'
        return f't.get("{path.name}")'

    def followed(self, word: str, path: t.Path) -> str:
        return f"{word}({self.filed(path)}, lambda: {self.value(self.book.followed[str(path)])})"

    def chance(self, wager: str) -> str:
        """How likely a wager wins, as the rules have it; the chances are a constant of the module."""
        label, found = chances_name(wager, self.module), winning(core_of(self.book), wager)
        return f'row(t, "decks", {label})' if isinstance(found, dict) else label

    def over(self, e: t.Over) -> str:
        """A count or a sum over rows, with the words by which a finding tells it."""
        said = f't, "{e.rows}", {constant(english.quantity(core_of(self.book), expr_of(self.book, e)))}'
        where = f", lambda t: {self.condition(e.where)}" if e.where is not None else ""
        if e.value is None:
            return f"count_over({said}{where})"
        fields = (self.book.fields.get(path.name) for path in paths(e.value))
        kinds = {field.type.kind for field in fields if field}
        unit = "money" if "money" in kinds else "cards" if "cards" in kinds else ""
        return f'sum_over({said}, "{unit}", lambda t: {self.value(e.value)}{where})'

    # ---- what must hold

    def holds(self, check: Check, clause: str, name: str) -> str:
        match check.predicate:
            case t.Limit():
                return self.limit(check, name)
            case t.Bars((other,)):
                return f"no({self.offer(t.Path(other))})"
            case t.Requires((other,)):
                return self.offer(t.Path(other))
            case t.MustOffer(negated):
                return f"no({self.offer(check.subject)})" if negated else self.offer(check.subject)
            case t.Pays():
                return self.pays(check, name)
            case t.Posting():
                return f'posted(t, "{check.subject}", "{clause}")'
            case t.Approval():
                filed = f", {self.value(check.subject)}" if check.subject.name in self.book.fields else ""
                return f'approved(t, "{clause}"{filed})'
            case Said("attested"):
                return f'attested(t, "{clause}")'
            case Said("elected", values):
                return f"among({self.value(check.subject)}, {constant(tuple(v.value for v in values))})"
            case Said("ranked", values):
                return f'in_order(t.get("{check.subject.name}"), {constant(tuple(v.value for v in values))})'
            case other:
                raise TypeError(f"no code for {other}")

    def chances(self, wager: str) -> str:
        """How likely a wager wins, as a constant of the module: by decks, or one figure."""
        found = winning(core_of(self.book), wager)
        assert not isinstance(found, str), found
        rows = (
            "".join(f"    {decks}: {constant(share)},\n" for decks, share in found.items())
            if isinstance(found, dict)
            else ""
        )
        label = chances_name(wager, self.module)
        return f"{label} = {{\n{rows}}}" if isinstance(found, dict) else f"{label} = {constant(found)}"

    def ranking(self, ranking: t.Ranking) -> str:
        """A ranking as a constant of the module."""
        lines, hands, others = [], "", ""
        for rank in ranking.ranks:
            parts = rank.has.items if isinstance(rank.has, t.All) else (rank.has,)
            asked = [[self.condition(p) for p in parts if self._asks_rest(p) is rest] for rest in (False, True)]
            has, beside = (one[0] if len(one) == 1 else f"both({', '.join(one)})" if one else "True" for one in asked)
            over = self.value(rank.by) if rank.by is not None else "0"
            last = f", lambda t: {beside}" if asked[1] else ""
            lines.append(f'        ("{rank.name}", lambda t: {has}, "{rank.joker or ""}", lambda t: {over}{last}),\n')
            hands, others = f"{hands} {has} {over}", f"{others} {beside}"
        more = "    alike=True,\n" if _alike(hands, others) else ""
        name = ranking_name(ranking.name, self.module)
        return f"{name} = a_ranking(\n    {ranking.count},\n    (\n{''.join(lines)}    ),\n{more})"

    def _asks_rest(self, expr: t.Expr) -> bool:
        """Whether it asks of the cards beside the hand, and of nothing else."""
        return {*re.findall(r't\.get\("(\w+)"\)', self.condition(expr))} == {"rest"}

    def follows(self, check: Check, name: str) -> str:
        """What the subject comes to."""
        predicate = check.predicate
        assert isinstance(predicate, t.Limit)
        if predicate.by:
            return f'row(t, "{predicate.by}", {self.constant(name, _two_columns(check.table))})'
        return self.value(predicate.values[0])

    def limit(self, check: Check, name: str) -> str:
        predicate, subject = check.predicate, self.value(check.subject)
        assert isinstance(predicate, t.Limit)
        match predicate.mode:
            case "follows" if str(check.subject) in self.book.followed:
                return f"agrees({self.filed(check.subject)}, {self.follows(check, name)})"
            case "follows" | "follows_by":
                return f"all_equal({subject}, {self.follows(check, name)})"
            case "at_least" | "at_most":
                return self.compare(predicate.mode, check.subject, predicate.values[0])
            case "exactly":
                return f"all_equal({subject}, {self.value(predicate.values[0])})"
            case "between":
                low, high = predicate.values
                return f"both({self.compare('at_least', check.subject, low)}, {self.compare('at_most', check.subject, high)})"
            case "among" | "not_among":
                listed = tuple(v.value for v in predicate.values if isinstance(v, t.Literal))
                return f"{predicate.mode}({subject}, {constant(listed)})"
            case mode:
                law = _two_columns(check.table)
                test = {"at_least_by": "at_least", "at_most_by": "at_most", "exactly_by": "all_equal"}[mode]
                by = "" if self.book.fields[check.subject.name].type.kind == "map_of" else predicate.by
                return f'by_row(t, {subject}, "{by}", {self.constant(name, law)}, {test})'

    def pays(self, check: Check, name: str) -> str:
        predicate, wager = check.predicate, check.subject.of or check.subject.name
        assert isinstance(predicate, t.Pays)
        if predicate.values:
            law = [constant(payout(v)) for v in predicate.values if isinstance(v, t.Literal)]
            low, high = {"at_least": (law[0], "None"), "exactly": (law[0], law[0]), "between": (law[0], law[-1])}[
                predicate.mode
            ]
            return f'every_row(t, "{wager}", {low}, {high})'
        whole = predicate.mode.startswith("one_table")
        test = "pays_exactly" if predicate.mode.endswith("exactly") else "pays_at_least"
        if predicate.by:
            blocks = {b.value.value: _tables(b.table) if whole else rows(b.table) for b in check.blocks if b.table}
            label = self.constant(name, blocks)
            inner = f'one_table(t, "{wager}", block, {test})' if whole else f'{test}(t, "{wager}", block)'
            return f'by_block(t, "{predicate.by}", {label}, lambda block: {inner})'
        assert check.table is not None
        if whole:
            return f'one_table(t, "{wager}", {self.constant(name, _tables(check.table))}, {test})'
        return f'{test}(t, "{wager}", {self.constant(name, rows(check.table))})'

    # ---- where it stands in a filing

    def place(self, check: Check) -> tuple[str, ...]:
        path, predicate = check.subject, check.predicate
        known = self.book.names.get(path.name)
        if isinstance(predicate, t.MustOffer) and not predicate.negated:
            if known and known.kind == "equipment":
                return ("equipment", path.name)
            return ("wagers" if known and known.kind == "wager" else "options",)
        if isinstance(predicate, t.Pays):
            return ("offers", path.of or path.name, "payouts")
        if known and known.kind in ("wager", "option", "variation"):
            return ("offers", path.name)
        if known and known.kind == "equipment":
            return ("equipment", path.name)
        if known and known.kind == "game":
            return ("game",)
        if path.name in self.book.fields:
            return ("offers", path.of, path.name) if path.of in self.book.names else (path.name,)
        return ()

    def other(self, check: Check) -> tuple[str, ...]:
        if isinstance(check.predicate, t.Bars | t.Requires):
            name = check.predicate.names[0]
            known = self.book.names.get(name)
            return ("equipment", name) if known and known.kind == "equipment" else ("offers", name)
        if str(check.subject) in self.book.followed:  # where that is filed from which it follows
            inside = (p for p in within(self.book.followed[str(check.subject)]) if isinstance(p, t.Path))
            path = next((p for p in inside if p.name in self.book.fields), check.subject)
            return ("offers", path.of, path.name) if path.of in self.book.names else (path.name,)
        return ()

    def comes(self, check: Check) -> str:
        """What the subject of a clause comes to, where that need not be filed."""
        if str(check.subject) not in self.book.followed:
            return ""
        if isinstance(check.predicate, t.Same):  # what is stated is compared as it is stated
            return self.followed("filled", check.subject)
        follows = isinstance(check.predicate, t.Limit) and check.predicate.mode.startswith("follows")
        return "" if follows else self.value(check.subject)


def _tables(table: t.Table | None) -> dict[str, dict[str, tuple[str, Fraction]]]:
    """Each column after the first is a whole table, under its heading."""
    return {key(head): rows(table, i) for i, head in enumerate(table.head) if i and head.value} if table else {}


def _two_columns(table: t.Table | None) -> dict[Any, Any]:
    return (
        {row[0].value.value: row[1].value.value for row in table.body if row[0].value and row[1].value} if table else {}
    )
