"""Queries on the core that several consumers share: what an expression reads, how far it looks, which version is in force.

`model` holds data and these queries; nothing here evaluates a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from enum import StrEnum
from fractions import Fraction

from pitboss.compiler.model import core
from pitboss.compiler.model.citations import ancestors, resolved
from pitboss.compiler.model.core import Const, Expr, Fact, Fold, ValueKind
from pitboss.compiler.model.memo import once_for_each, once_for_each_part

MONEY = ("stake", "paid", "collected", "returned")  # amounts that a record of a round has for each wager
SETTLEMENT = (*MONEY, "settled_as")


class Reach(StrEnum):
    """How far beyond its own row an expression looks."""

    ROW = ""
    ROUND = "round"  # other rows of the same round
    BEFORE = "before"  # the round before


# ---- expressions


def facts(*exprs: Expr) -> Iterator[Fact]:
    """Every fact that the expressions name, in reading order; the meanings of terms and of derived facts are left out.

    >>> [str(fact) for fact in facts(core.Not(Fact("misdealt")), core.Cards(core.Which.FIRST, 2))]
    ['misdealt', 'cards']
    """
    return _named(core.walk(*exprs))


def facts_through_terms(book: core.Rulebook, *exprs: Expr) -> Iterator[Fact]:
    """Every fact that the expressions name, those in the meanings of terms included."""
    return _named(through_terms(book, *exprs))


def _named(nodes: Iterable[Expr]) -> Iterator[Fact]:
    for node in nodes:
        if isinstance(node, Fact):
            yield node
        elif isinstance(node, core.Cards):
            yield Fact(node.of)


def through_terms(book: core.Rulebook, *exprs: Expr) -> Iterator[Expr]:
    """The expressions and all their parts, those of the defined terms in them included."""
    seen: set[str] = set()
    waiting = [*reversed(exprs)]
    while waiting:
        expr = waiting.pop()
        yield expr
        if isinstance(expr, core.Term):
            if expr.name not in seen and expr.name in book.terms:
                seen.add(expr.name)
                waiting.append(book.terms[expr.name])
        else:
            waiting += reversed(core.children(expr))


def together(conditions: tuple[Expr, ...]) -> Expr:
    """The conditions of a clause as one."""
    return conditions[0] if len(conditions) == 1 else core.AllOf(conditions)


def exception_term(clause: str, version: core.Version) -> core.Term:
    """The term for the conditions of a version of a clause that prevails over others.

    >>> from pitboss.compiler.model.clause_terms import Basis
    >>> exception_term("1:1-1.2(a)/red-returns", core.Version(date(2001, 2, 3), None, Basis.FIRM, "", None, (), "(a)")).name
    'exception_1_1_1_2_a__red_returns_from_2001_02_03'
    """
    place = "".join(letter if letter.isalnum() else "_" for letter in clause)
    since = f"from_{version.since:%Y_%m_%d}" if version.since else "at_first"
    return core.Term(f"exception_{place}_{since}", clause)


def changing_terms(book: core.Rulebook) -> dict[str, tuple[core.Version, ...]]:
    """The terms that stand for different conditions on different days, with their versions."""
    return {
        clause.name: clause.versions
        for clause in book.clauses
        if clause.name in book.terms and isinstance(clause.versions[0].duty, core.Defined) and len(clause.versions) > 1
    }


def not_available(book: core.Rulebook, citations: Iterable[core.Citation], section: str) -> tuple[str, ...]:
    """What is cited in a section and is in no section of the rulebook, as it is printed."""
    return tuple(c.printed for c in citations if not book.section(resolved(c.reading or c.printed, section)[0]))


def reach(book: core.Rulebook, *exprs: Expr) -> Reach:
    """The farthest that any of the expressions looks."""
    nodes = [*through_terms(book, *exprs)]
    if any(isinstance(node, core.Earlier) for node in nodes):
        return Reach.BEFORE
    return Reach.ROUND if any(isinstance(node, Fold) for node in nodes) else Reach.ROW


def sees_other_rows(book: core.Rulebook, *exprs: Expr) -> bool:
    """Whether any of the expressions reads other rows of its round."""
    return any(isinstance(node, Fold) for node in through_terms(book, *exprs))


def counts_rows(expr: Expr) -> bool:
    """Whether the expression counts rows as such: more rows may have been dealt than a record has.

    >>> counts_rows(Fold(core.Rows.OWN_SEATS)), counts_rows(Fold(core.Rows.HANDS, where=Fact("misdealt")))
    (True, False)
    """
    return any(isinstance(node, Fold) and node.value is None and node.where is None for node in core.walk(expr))


def states_payment(duty: core.Duty) -> bool:
    """Whether a duty states what a wager is paid, and computes it from the payouts that are filed."""
    match duty:
        case core.Requirement(
            core.Subject(name="paid", of=str(wager)), holds=core.Compare(core.Relation.EXACTLY, _, amount)
        ):
            return any(_is_payout_of(wager, node) for node in core.walk(amount))
    return False


def _is_payout_of(wager: str, node: Expr) -> bool:
    match node:
        case core.Apply("payout", (core.Const(value=offer), _)):
            return offer == wager
    return False


def without_counts_of_own_hands(book: core.Rulebook) -> core.Rulebook:
    """The rulebook without what follows from the number of rows that a seat has."""

    def counts_hands(duty: core.Duty) -> bool:
        return isinstance(duty, core.Derives) and any(
            node == Fold(core.Rows.OWN_HANDS) for node in core.walk(duty.value)
        )

    return replace(book, clauses=tuple(c for c in book.clauses if not counts_hands(c.versions[0].duty)))


def outermost_folds(*exprs: Expr) -> Iterator[Fold]:
    """Counts and totals over rows that are not inside another one."""
    for expr in exprs:
        if isinstance(expr, Fold):
            yield expr
        else:
            yield from outermost_folds(*core.children(expr))


# ---- constants


def key(const: Const) -> str:
    """The key of a row or column as facts spell it: a name, or a number as the law prints it.

    >>> key(Const(ValueKind.MONEY, Fraction(5000), "$5,000"))
    '$5000'
    """
    return str(const.value) if const.kind is ValueKind.NAME else const.text.replace(",", "")


def payout(const: Const) -> tuple[str, Fraction]:
    """A printed payout as the facts hold it: its kind, and odds net of the stake.

    >>> payout(Const(ValueKind.ODDS, Fraction(5), "6 for 1"))
    ('odds', Fraction(5, 1))
    """
    assert isinstance(const.value, Fraction)
    return const.kind.value, const.value


def payouts(table: core.Table, column: int = 1) -> dict[str, tuple[str, Fraction]]:
    """The payouts of one column of a printed table, by the key of the row."""
    return {key(head): payout(value) for head, value in table.column(column)}


# ---- the rulebook


def fact_of(book: core.Rulebook, subject: core.Subject) -> Fact:
    """The fact that a subject of kind `FIELD` denotes."""
    assert subject.kind is core.SubjectKind.FIELD
    derived = str(subject) in book.derivations
    if subject.of not in book.names:
        return Fact(subject.name, derived=derived)
    source = core.Source.ENTRY if of_round(book, subject.name) else core.Source.OFFER
    return Fact(subject.name, subject.of, source, derived)


def chance_wagers(book: core.Rulebook) -> tuple[str, ...]:
    """The wagers whose probability of winning a rule refers to."""
    duties = (reading.duty for clause in book.clauses for version in clause.versions for reading in version.readings)
    exprs = [
        *(expr for duty in duties for expr in core.expressions(duty)),
        *book.terms.values(),
        *book.derivations.values(),
    ]
    calls = (node for node in core.walk(*exprs) if isinstance(node, core.Apply) and node.function in ("hit", "edge"))
    first = (node.args[0] for node in calls)
    return tuple(dict.fromkeys(str(wager.value) for wager in first if isinstance(wager, Const)))


def of_round(book: core.Rulebook, name: str) -> bool:
    """Whether a record of a round holds the field, not a filing."""
    return name in book.fields and book.fields[name].of_round


def labels(book: core.Rulebook, citation: str) -> tuple[str, ...]:
    """Every label printed in a section, and those that contain it, in the law's order.

    Labels of exceptions, readings and rows of tables are among them; `Section.labels` has those of statements.
    """
    return _labels(book).get(citation, ())


@once_for_each
def _labels(book: core.Rulebook) -> dict[str, tuple[str, ...]]:
    """By the citation of a section."""
    made: dict[str, tuple[str, ...]] = {}
    for section in book.sections:
        printed = [
            label
            for entry in section.entries
            for label in (entry.label, *(part.label for part in sorted(entry.parts, key=lambda part: part.place)))
        ]
        steps = dict.fromkeys(step for label in printed if label for step in ancestors(label))
        made.setdefault(section.citation, tuple(steps))
    return made


def version_on(book: core.Rulebook, clause: core.Clause, day: date) -> tuple[core.Version | None, bool]:
    """The version that counts on a day, and whether it counts before a start that is only inferred."""
    if not book.covers(day):
        return None, False
    for version in clause.versions:
        if version.in_force(day):
            return version, False
    first, section = clause.versions[0], book.section(clause.section)
    adopted = section.adopted if section else None
    inferred = first.basis is core.Basis.INFERRED and first.since is not None
    doubtful = inferred and adopted is not None and first.since is not None and adopted <= day < first.since
    return (first, True) if doubtful else (None, False)


@once_for_each
def by_wager(book: core.Rulebook) -> tuple[str, ...]:
    """Fields of a record of rounds that have one entry for each wager: `stake of W`."""
    ours = {field.name for field in book.fields.values() if field.of_round}
    read = []
    for clause in book.clauses:
        for version in clause.versions:
            for reading in version.readings:
                duty = reading.duty
                found = [(duty.subject.name, duty.subject.of)]
                found += [(fact.name, fact.of) for fact in facts(*core.expressions(duty))]
                read += [name for name, of in found if of in book.names and name in ours]
    return tuple(dict.fromkeys([*(name for name in SETTLEMENT if name in ours), *read]))


def stated_of_stakes(book: core.Rulebook, clause: core.Clause, other: str) -> bool:
    """Whether a clause of the same provision states of the stakes of a round what this one requires of the offers.

    That clause can have conditions on a round, which a clause on what is filed cannot have.
    """
    duties = (
        reading.duty
        for one in book.clauses
        if one.scope is core.Scope.ROUND and one.provision == clause.provision and one.game == clause.game
        for version in one.versions
        for reading in version.readings
    )
    return any(
        isinstance(duty, core.Requirement)
        and (duty.subject.name, duty.subject.of) == ("stake", clause.subject.name)
        and any(
            isinstance(part, core.Fact) and (part.name, part.of) == ("stake", other)
            for part in core.walk(*duty.applies)
        )
        for duty in duties
    )


def borrowed(book: core.Rulebook, game: str) -> tuple[str, ...]:
    """The clauses of other games from which a fact follows in rounds of this one, in the law's order.

        small_extra follows from large_extra  per 1:1-1.9

    so that a fact derived for the large game is derived for the small one too, without a second copy of the rule.
    """
    others = {
        name: some
        for name, clauses in _derived_elsewhere(book).items()
        if (some := [c for c in clauses if c.game != game])
    }
    if not others:
        return ()
    waiting = [c for c in book.clauses if c.scope is core.Scope.ROUND and c.game in (None, game)]
    taken: set[str] = set()
    while waiting:
        for name in _asked_by(book, waiting.pop()):
            new = [clause for clause in others.get(name, ()) if clause.id not in taken]
            taken.update(clause.id for clause in new)
            waiting += new
    return tuple(clause.id for clause in book.clauses if clause.id in taken)


@once_for_each
def _derived_elsewhere(book: core.Rulebook) -> dict[str, list[core.Clause]]:
    """By field of the rounds of a game: the clauses of that game from which it follows."""
    found: dict[str, list[core.Clause]] = {}
    for clause in book.clauses:
        field = book.fields.get(clause.subject.name)
        derives = isinstance(clause.versions[0].duty, core.Derives) and clause.scope is core.Scope.ROUND
        if derives and clause.game is not None and field is not None and field.game == clause.game:
            found.setdefault(clause.subject.name, []).append(clause)
    return found


@once_for_each_part
def _asked_by(book: core.Rulebook, clause: core.Clause) -> set[str]:
    """The fields that a clause reads."""
    duties = (reading.duty for version in clause.versions for reading in version.readings)
    return {name for duty in duties for name in _asked(book, duty)}


def _asked(book: core.Rulebook, duty: core.Duty) -> set[str]:
    """The fields that a duty reads; for a requirement, without the field that it bounds."""
    whole = {fact.name for fact in facts_through_terms(book, *core.expressions(duty))}
    if isinstance(duty, core.Requirement) and duty.subject.name in whole:
        when = {fact.name for fact in facts_through_terms(book, *duty.applies)}
        return when | (whole - {duty.subject.name})
    return whole


__all__ = [
    "MONEY", "SETTLEMENT", "Reach", "borrowed", "by_wager", "chance_wagers", "counts_rows", "exception_term", "fact_of",
    "facts", "facts_through_terms", "key", "labels", "of_round", "outermost_folds", "payout",
    "payouts", "reach", "sees_other_rows", "stated_of_stakes", "through_terms", "together", "version_on",
]  # fmt: skip
