"""Core expressions as Python expressions in the operations of `checker.runtime`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import assert_never

from pitboss.compiler.emit import phrases
from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Expr, Fact, Operator, Relation, Source, SubjectKind
from pitboss.compiler.model.footprint import Footprint, footprint
from pitboss.compiler.model.functions import FUNCTIONS, Domain, Grain
from pitboss.compiler.model.meaning import WinChances

_COMPARE = {
    Relation.EQUAL: "equal", Relation.UNEQUAL: "unequal", Relation.LESS: "less", Relation.MORE: "more",
    Relation.AT_MOST: "at_most", Relation.AT_LEAST: "at_least", Relation.EXACTLY: "all_equal",
}  # fmt: skip
_ARITHMETIC = {
    Operator.PLUS: "plus", Operator.MINUS: "minus", Operator.TIMES: "times", Operator.OVER: "over",
    Operator.MODULO: "modulo", Operator.GREATER: "greater", Operator.LESSER: "lesser",
}  # fmt: skip
_LOWER_BOUNDS = (Relation.AT_LEAST, Relation.MORE)
_BOUNDS = (*_LOWER_BOUNDS, Relation.AT_MOST, Relation.LESS)


class Library(StrEnum):
    """The modules of `checker.runtime` that have the operations of generated code."""

    CURES = "cures"
    OTHER_ROWS = "other_rows"
    AWARDS = "awards"
    CARDS = "cards"
    OPERATIONS = "operations"


_LIBRARIES = {
    **dict.fromkeys(("before", "count_over", "sum_over"), Library.OTHER_ROWS),
    **dict.fromkeys(("filled", "counted", "agrees", "fits"), Library.AWARDS),
    **dict.fromkeys(("first", "last", "a_ranking"), Library.CARDS),
    **{f.name: Library.CARDS for f in FUNCTIONS.values() if f.domain is Domain.CARDS},
    **{f.name: Library.AWARDS for f in FUNCTIONS.values() if "chances" in f.params},
}


def library_of(operation: str) -> Library:
    """The module that has an operation."""
    return _LIBRARIES.get(operation, Library.OPERATIONS)


def module_name(citation: str) -> str:
    """The name of the module that is generated from a section.

    >>> module_name("19:47-2.8A")
    's19_47_2_8a'
    """
    return "s" + re.sub(r"\W", "_", citation).lower()


@cache
def _identifier(module: str, label: str, name: str) -> str:
    place = re.sub(r"\W+", "_", f"{module}{label}").strip("_")
    return f"{place}_{re.sub(r'[^a-z0-9]+', '_', name)}"


def function_name(module: str, clause: core.Clause, version: core.Version, reading: str | None = None) -> str:
    """The name of the function of one reading or of all; unique in its module, because a clause has one version on a day."""
    name = _identifier(module, clause.label, clause.name)
    if len(clause.versions) > 1:
        name += f"_from_{version.since:%Y_%m_%d}" if version.since else "_at_first"
    return name + (f"_read_as_{reading}" if reading else "")


def term_function(term: str, module: str) -> str:
    """The name of the function of a term in a module."""
    return f"{term.replace(' ', '_')}_in_{module}"


def in_force(version: core.Version) -> str:
    """When a version is in force, for docstrings."""
    since = f"from {version.since}" if version.since else "since ever"
    return since + (f" until {version.until}" if version.until else "")


def docstring(text: str) -> str:
    r'''The text as a docstring.

    >>> print(docstring('called "odd"'))
    """called "odd\""""
    '''
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""{escaped[:-1]}\\""""' if escaped.endswith('"') else f'"""{escaped}"""'


def constant(value: object) -> str:
    """A value as Python source.

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
        case Mapping():
            return "{" + ", ".join(f"{constant(k)}: {constant(v)}" for k, v in value.items()) + "}"
        case _:
            return repr(value)


TableRows = (
    Mapping[str, object] | Mapping[int, object] | Mapping[core.ConstValue, object]
    | Mapping[core.ConstValue | None, object] | Mapping[object, object]
)  # fmt: skip


def table(label: str, rows: TableRows) -> str:
    """The definition of a constant that is a map."""
    inner = "".join(f"    {constant(key)}: {constant(value)},\n" for key, value in rows.items())
    return f"{label} = {{\n{inner}}}"


def values(listed: Iterable[core.Const]) -> tuple[object, ...]:
    return tuple(const.value for const in listed)


@dataclass
class Module:
    """One generated module, and what its functions use from elsewhere: operations, chances, rankings and terms."""

    book: core.Rulebook
    name: str
    chances: WinChances
    operations: dict[Library, set[str]] = field(default_factory=lambda: {library: set() for library in Library})
    wagers: set[str] = field(default_factory=set)  # whose chance of winning is needed
    rankings: set[str] = field(default_factory=set)
    terms: set[str] = field(default_factory=set)

    def imports(self) -> str:
        """One import of each library; only the operations that the text calls."""
        return "".join(
            f"from pitboss.checker.runtime.{library} import {', '.join(sorted(names))}\n"
            for library, names in self.operations.items() if names
        )  # fmt: skip

    def chances_label(self, wager: str) -> str:
        return f"{wager}_wins_in_{self.name}".upper()

    def ranking_label(self, ranking: str) -> str:
        return f"{ranking}_in_{self.name}".upper()

    def term_label(self, term: str) -> str:
        return term_function(term, self.name)

    def definitions(self) -> list[str]:
        """What the functions of the module share: chances of winning, terms and rankings, each in the order of the rulebook."""
        terms: dict[str, list[str]] = {}
        rankings: dict[str, str] = {}
        while missing := [*(self.terms - terms.keys()), *(self.rankings - rankings.keys())]:  # they use each other
            for name in missing:
                if name in self.rankings:
                    rankings[name] = self._ranking(self.book.rankings[name])
                else:
                    terms[name] = self._term(name)
        return [
            *(self._chances(wager) for wager in self.book.names if wager in self.wagers),
            *(part for name in self.book.terms for part in terms.get(name, ())),
            *(rankings[name] for name in self.book.rankings if name in rankings),
        ]

    def writer(self, name: str) -> Writer:
        """The writer of a function of the module."""
        return Writer(self, name)

    def head(self, name: str, means: Expr) -> str:
        """The first line of the function of a term."""
        return f"def {name}(t):"

    def given(self, prefix: str) -> str:
        """What a function with these operations passes to the function of a term."""
        return "t"

    def _term(self, term: str) -> list[str]:
        """The function of a term, after the tables in which it looks up values."""
        label, means = self.term_label(term), self.book.terms[term]
        writer = self.writer(label)
        text, known = writer.write(means), self.book.names.get(term)
        doc = docstring(f"{phrases.upper(known.title)} ({known.cite})." if known else "An exception.")
        return [*writer.constants(), f"{self.head(label, means)}\n    {doc}\n    return {text}"]

    def _chances(self, wager: str) -> str:
        label, found = self.chances_label(wager), self.chances[wager]
        return f"{label} = {constant(found)}" if isinstance(found, Fraction) else table(label, dict(found))

    def _ranking(self, ranking: core.Ranking) -> str:
        w = Writer(self, prefix="ops.")
        lines = []
        of_hands: list[Expr] = []  # conditions and order of the hand, and conditions on the other cards
        of_rest: list[Expr] = []
        for rank in ranking.ranks:
            parts = rank.has.items if isinstance(rank.has, core.AllOf) else (rank.has,)
            rest = [part for part in parts if _reads_only_rest(footprint(self.book, part))]
            hand = [part for part in parts if part not in rest]
            by = w.write(rank.by) if rank.by is not None else "0"
            more = f", lambda t, ops: {w.both(map(w.condition, rest))}" if rest else ""
            has = w.both(map(w.condition, hand))
            names = f'"{rank.name}", lambda t, ops: {has}, "{rank.joker or ""}"'
            lines.append(f"        ({names}, lambda t, ops: {by}{more}),\n")
            of_hands += [*hand, *([] if rank.by is None else [rank.by])]
            of_rest += rest
        seen, beside = footprint(self.book, *of_hands), footprint(self.book, *of_rest)
        more = "    symmetric=True,\n" if is_symmetric(seen, beside) else ""
        if reads := sorted({name for name, *_ in seen.facts | beside.facts} - {"cards", "rest"}):
            more += f"    reads={constant(tuple(reads))},\n"
        name, make = self.ranking_label(ranking.name), Writer(self).operation("a_ranking")
        return f"{name} = {make}(\n    {ranking.count},\n    (\n{''.join(lines)}    ),\n{more})"


def _reads_only_rest(seen: Footprint) -> bool:
    return seen.facts <= {("rest",)} and {view.hand for view in seen.views} == {"rest"}


def is_symmetric(hand: Footprint, rest: Footprint) -> bool:
    """Whether a ranking depends only on the ranks of the hand, in any order, on whether it has one suit, and on the ranks of the
    other cards."""
    suits = Grain.SUITS | Grain.SUIT_PATTERN | Grain.ORDER
    return _sees_only(hand, "cards", suits) and _sees_only(rest, "rest", suits | Grain.ONE_SUIT)


def _sees_only(seen: Footprint, cards: str, blind: Grain) -> bool:
    """Whether only these cards as a whole are observed, at no grain named in `blind`."""
    whole = all(view.which is None and not view.grain & blind for view in seen.views)
    return seen.facts <= {(cards,)} and whole and not seen.other_rows and not seen.earlier


class Writer:
    """Writes the expressions of one function, and the tables in which they look up values.

    `prefix` precedes each operation: empty if the module imports them, `ops.` if the function receives them.
    """

    def __init__(self, module: Module, name: str = "", prefix: str = "") -> None:
        self.module = module
        self.book = module.book
        self.name = name
        self.prefix = prefix
        self.tables: dict[str, TableRows] = {}

    def constants(self) -> list[str]:
        return [table(label, rows) for label, rows in self.tables.items()]

    def operation(self, name: str) -> str:
        if not self.prefix:
            self.module.operations[library_of(name)].add(name)
        return self.prefix + name

    def call(self, operation: str, *arguments: str) -> str:
        return f"{self.operation(operation)}({', '.join(arguments)})"

    def both(self, truths: Iterable[str]) -> str:
        parts = [*dict.fromkeys(truths)]
        return parts[0] if len(parts) == 1 else self.call("both", *parts) if parts else "True"

    def either(self, truths: Iterable[str]) -> str:
        parts = [*dict.fromkeys(truths)]
        return parts[0] if len(parts) == 1 else self.call("either", *parts) if parts else "False"

    def table(self, rows: TableRows) -> str:
        """The name of the constant with these rows."""
        for label, known in self.tables.items():
            if known == rows:
                return label
        label = f"{self.name.upper()}_TABLE" + (f"_{len(self.tables) + 1}" if self.tables else "")
        self.tables[label] = rows
        return label

    # ---- expressions

    def conditions(self, exprs: Iterable[Expr]) -> list[str]:
        """Expressions that hold together as truths; one that joins others by `and` is each of them."""
        joined = [self.conditions(e.items) if isinstance(e, core.AllOf) else [self.condition(e)] for e in exprs]
        return [truth for truths in joined for truth in truths]

    def condition(self, e: Expr) -> str:
        """The expression as a truth."""
        return self.write(e) if self.is_truth(e) else self.call("truthy", self.write(e))

    def is_truth(self, e: Expr) -> bool:
        """Whether the expression is a truth as written, not a quantity that is one or the other."""
        match e:
            case core.Term(name):
                return self.is_truth(self.book.terms[name])
            case core.Apply(function):
                return FUNCTIONS[function].result == "flag"
            case (
                core.Const()
                | Fact()
                | core.Earlier()
                | core.Cards()
                | core.RankingRef()
                | core.Arith()
                | core.Lookup()
                | core.Fold()
            ):
                return False
            case _ if isinstance(e, core.Condition):
                return True
        assert_never(e)

    def write(self, e: Expr) -> str:
        """The expression as Python source that reads the facts `t`."""
        match e:
            case core.Const(_, value):
                return constant(value)
            case Fact():
                return self.fact(e)
            case core.Earlier(fact, span):
                label = constant(f"{fact.name}.{fact.of}" if fact.of else fact.name)
                return self.call("before", "t", label, constant(span), f"lambda t: {self.filed(fact)}")
            case core.Term(name):
                return self.term(name)
            case core.Offered(name, kind, core.Where.TABLE):
                return self.call("present" if kind is SubjectKind.EQUIPMENT else "offered", "t", constant(name))
            case core.Offered(name, _, where):
                return self.call("offered_in", "t", constant(where), constant(name))
            case core.Cards(which, count, of):
                return self.call(which, "t", constant(of), str(count))
            case core.RankingRef(name, rank):
                self.module.rankings.add(name)
                label = self.module.ranking_label(name)
                return label if rank is None else f"{label}.only({constant(rank)})"
            case core.Apply():
                return self._apply(e)
            case core.Arith(operator, left, right):
                return self.call(_ARITHMETIC[operator], self.write(left), self.write(right))
            case core.Compare(relation, left, right):
                return self._compare(relation, left, right)
            case core.Lookup(key, rows):
                assert key is not None
                return self.call("row", "t", constant(key.name), self.table(_rows(rows)))
            case core.Member(item, (value,), negated):  # for a set of names: whether it contains this name
                return self.call("unequal" if negated else "equal", self.write(item), self.write(value))
            case core.Member():
                return self.member(e)
            case core.Not(item):
                return self.call("no", self.condition(item))
            case core.AllOf(items):
                return self.both(self.conditions(items))
            case core.AnyOf(items):
                return self.either(map(self.condition, items))
            case core.Fold():
                return self._fold(e)
        assert_never(e)

    def term(self, name: str) -> str:
        """A call of the function of a term."""
        self.module.terms.add(name)
        return f"{self.module.term_label(name)}({self.module.given(self.prefix)})"

    def fact(self, fact: Fact) -> str:
        """A fact, with its derived value if it need not be filed."""
        return self.derived("counted", fact) if fact.derived else self.filed(fact)

    def filed(self, fact: Fact) -> str:
        """The filed or recorded value, and nothing that is derived."""
        match fact.source:
            case Source.FACTS:
                return self.recorded(fact.name)
            case Source.OFFER:
                return self.call("of", "t", constant(fact.name), constant(fact.of))
            case Source.ENTRY:
                return self.call("entry", "t", constant(fact.name), constant(fact.of))
        assert_never(fact.source)

    def recorded(self, name: str) -> str:
        """A fact that is neither of an offer nor of a wager."""
        return f"t.get({constant(name)})"

    def derived(self, operation: str, fact: Fact) -> str:
        found = self.book.derivations[str(fact)]
        value = self.write(found)
        if fact.of and any(
            each.of not in (None, fact.of) for each in query.facts(found)
        ):  # else they show that it is offered
            value = self.call("given", self.call("offered", "t", constant(fact.of)), value)
        return self.call(operation, self.filed(fact), f"lambda: {value}")

    def _apply(self, e: core.Apply) -> str:
        named = [f"{name}={self.write(value)}" for name, value in e.named]
        match e:
            case core.Apply("payout", args):
                assert all(isinstance(arg, core.Const) for arg in args)
                return self.call("payout", "t", *(constant(query.key(a)) for a in args if isinstance(a, core.Const)))
            case core.Apply("hit", (core.Const(value=str(wager)),)):
                return self._chance(wager)
            case core.Apply("edge", (core.Const(value=str(wager)), awards)):
                return self.call("edge", self._chance(wager), self.write(awards), *named)
            case core.Apply("uniform", (Fact() as fact,)):
                return self.call("uniform", "t", constant(str(fact)), f"lambda: {self.fact(fact)}")
            case core.Apply("in_order", (listed, *order)):
                names = values(name for name in order if isinstance(name, core.Const))
                return self.call("in_order", self.write(listed), constant(names))
            case core.Apply(function, (core.RankingRef(), *_)):  # the conditions of its ranks may read any fact
                return self.call(function, "t", *map(self.write, e.args), *named)
        return self.call(e.function, *map(self.write, e.args), *named)

    def _chance(self, wager: str) -> str:
        """The probability that a wager wins, as the rules state it: one figure, or one for each number of decks."""
        self.module.wagers.add(wager)
        label = self.module.chances_label(wager)
        single = isinstance(self.module.chances[wager], Fraction)
        return label if single else self.call("row", "t", constant("decks"), label)

    def _compare(self, relation: Relation, left: Expr, right: Expr) -> str:
        """`at least greater of A, B` is at least both, so that one known figure can decide."""
        match right:
            case core.Lookup(key, rows):
                named, test = constant(key.name if key else ""), self.operation(_COMPARE[relation])
                return self.call("by_row", "t", self.write(left), named, self.table(_rows(rows)), test)
            case core.Arith(Operator.GREATER | Operator.LESSER as which, a, b) if relation in _BOUNDS:
                together = (which is Operator.GREATER) == (relation in _LOWER_BOUNDS)
                parts = self._compare(relation, left, a), self._compare(relation, left, b)
                return self.call("both" if together else "either", *parts)
        return self.call(_COMPARE[relation], self.write(left), self.write(right))

    def member(self, e: core.Member) -> str:
        """Whether a value, or every element of a set, is one of the values."""
        return self.call("not_among" if e.negated else "among", self.write(e.item), constant(values(e.values)))

    def _fold(self, e: core.Fold) -> str:
        """A count or a sum over rows, with its description for findings."""
        given = ["t", constant(e.rows), constant(phrases.quantity(self.book, e))]
        where = [] if e.where is None else [f"lambda t: {self.condition(e.where)}"]
        if e.value is None:
            return self.call("count_over", *given, *where)
        fields = (self.book.fields.get(fact.name) for fact in query.facts(e.value))
        kinds = {known.type.kind for known in fields if known}
        unit = "money" if "money" in kinds else "cards" if "cards" in kinds else ""
        return self.call("sum_over", *given, constant(unit), f"lambda t: {self.write(e.value)}", *where)


def _rows(rows: Iterable[tuple[core.Const, core.Const]]) -> dict[object, object]:
    return {key.value: value.value for key, value in rows}
