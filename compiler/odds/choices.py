"""The choices made before cards are dealt: by the licensee within the law, by the player, and between readings of the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np

from pitboss.algebra.arrays import Truth
from pitboss.compiler.model import core
from pitboss.compiler.model.core import Const, Fact, Need, Relation
from pitboss.compiler.model.query import of_round
from pitboss.compiler.odds.active_law import ActiveClause, ActiveLaw, Readings, highest_decks, limits
from pitboss.compiler.odds.dependencies import Dependencies
from pitboss.compiler.odds.evaluate import Case, Evaluator, Option
from pitboss.compiler.odds.formatting import title
from pitboss.compiler.odds.sample_space import HandBlock

Options = dict[str, Option]  # by `str(Fact)`
MOST = 2_000  # combinations of options, decks and readings of a wager, each a row of figures
_SUBJECT = tuple[str, str | None]


def choices(
    law: ActiveLaw, wager: str, found: Dependencies, decks: Iterable[int | None]
) -> Iterator[tuple[Options, int | None]]:
    """Every lawful combination of options and of decks."""
    listed = options(law, found)
    for many in decks:
        for values in product(*listed.values()):
            chosen = dict(zip(listed, values, strict=True))
            if lawful(law, wager, chosen, many):
                yield chosen, many


def too_many(law: ActiveLaw, found: Dependencies, decks: bool) -> str:
    """The reason why the combinations of what is chosen are not counted; empty if they are. `decks`: their number is chosen too."""
    sizes = {title(law, path): len(values) for path, values in options(law, found).items()}
    sizes |= {title(law, "decks"): highest_decks(law.book)} if decks else {}
    sizes |= {f"the reading of {' or '.join(sorted(group))}": len(group) for group in found.readings}
    many = prod(sizes.values())
    named = ", ".join(name for name, size in sizes.items() if size > 1)
    return "" if many <= MOST else f"there are {many:,} combinations of {named}; at most {MOST:,} are counted"


def options(law: ActiveLaw, found: Dependencies) -> dict[str, tuple[Option, ...]]:
    """Each fact that a licensee or a player chooses, with its values."""
    made: dict[str, tuple[Option, ...]] = {}
    for path, fact in found.facts.items():
        known = law.book.fields.get(fact.name)
        if known is None or fact.name in law.derived or fact.name in law.chances or fact.name in law.dealt:
            continue
        if fact.name in law.book.parameters:
            made[path] = tuple(const.value for const in law.book.parameters[fact.name])
        elif not of_round(law.book, fact.name) and fact.name != "decks":
            values = tuple(const.value for const in known.type.values) or _bounds(law, fact)
            if values:
                made[path] = values
    return made


def _bounds(law: ActiveLaw, fact: Fact) -> tuple[Option, ...]:
    """The values that bounds and elections on the fact name."""
    found: dict[Option, None] = {}
    for need in (Need.BOUND, Need.ELECTION):
        for active in law.having(core.Requirement):
            for duty in active.duties:
                same = (duty.subject.name, duty.subject.of) == (fact.name, fact.of)
                if same and isinstance(duty, core.Requirement) and duty.need is need:
                    found |= dict.fromkeys(_listed(duty))
    return tuple(found)


def _listed(duty: core.Duty) -> Iterator[Option]:
    """The values to which a duty limits its subject."""
    for relation, quantity in limits(duty):
        if relation in (Relation.EQUAL, Relation.EXACTLY) and isinstance(quantity, Const):
            yield quantity.value


# ---- compliance


def lawful(law: ActiveLaw, wager: str, chosen: Options, decks: int | None) -> bool:
    """Whether no clause on what is chosen fails at a table that offers the wager."""
    subjects: set[_SUBJECT] = {("decks", None)}
    for path in chosen:
        name, _, of = path.partition(" of ")
        subjects.add((name, of or None))
    offers = offered(law, wager) | {of for _, of in subjects if of}
    filed: Options = {**chosen, "game": law.game} | ({} if decks is None else {"decks": Fraction(decks)})
    evaluator = Evaluator(law, Case(filed, offers=offers), HandBlock((), np.ones(1, np.int64), (1,)), {})
    return not any(_fails(evaluator, active) for active in _rules(law) if _names(active.subject) in subjects)


def _rules(law: ActiveLaw) -> Iterator[ActiveClause]:
    """The bounds and elections at a table."""
    for active in law.having(core.Requirement):
        match active.clause.scope, active.duty:
            case core.Scope.TABLE, core.Requirement(need=Need.BOUND | Need.ELECTION):
                yield active


def _names(subject: core.Subject) -> _SUBJECT:
    return subject.name, subject.of


def _fails(evaluator: Evaluator, active: ActiveClause) -> bool:
    """Whether the clause fails in every reading."""
    return all(_breached(evaluator, duty) for duty in active.duties if isinstance(duty, core.Requirement))


def _breached(evaluator: Evaluator, duty: core.Requirement) -> bool:
    book, offers = evaluator.law.book, evaluator.case.offers
    named = [name for name in _names(duty.subject) if (kind := book.kind(name)) is not None and kind.is_offer]
    if any(name not in offers for name in named) or not bool(np.all(evaluator.applies(duty).yes)):
        return False
    return bool(np.all(_holds(evaluator, duty.holds).no))


def _holds(evaluator: Evaluator, holds: core.Expr) -> Truth:
    """Whether a requirement holds. A value that selects no row of the table does not meet it."""
    match holds:
        case core.Compare(_, _, core.Lookup(Fact() as by, rows) as lookup) if rows:
            if np.all(evaluator.value(by).known) and not np.any(evaluator.value(lookup).known):
                return Truth(False, True)
    return evaluator.truth(holds)


def offered(law: ActiveLaw, wager: str) -> frozenset[str]:
    """The wager, and the offers without which it cannot be offered."""
    found, waiting = {wager: None}, [wager]
    while waiting:
        for active in law.required(waiting.pop()):
            match active.duty:
                case core.Requirement(holds=core.Offered(name, kind)) if kind is not core.SubjectKind.EQUIPMENT:
                    if name not in found and name in law.book.names:
                        found[name] = None
                        waiting.append(name)
    return frozenset(found)


def deck_counts(law: ActiveLaw, wager: str) -> tuple[int, ...]:
    """Every lawful number of decks, up to the highest that any rule names."""
    return tuple(n for n in range(1, highest_decks(law.book) + 1) if lawful(law, wager, {}, n))


def readings(found: Dependencies) -> Iterator[Readings]:
    """Every combination of readings; texts with equal readings are read the same way."""
    groups = sorted(found.readings, key=sorted)
    for names in product(*(sorted(group) for group in groups)):
        yield dict(zip(groups, names, strict=True))


def units(law: ActiveLaw, wager: str) -> tuple[Fraction, ...]:
    """The possible stakes, if the law lists them; else one unit."""
    for active in law.bounds("stakes", wager):
        listed = list(_listed(active.duty))
        amounts = tuple(value for value in listed if isinstance(value, Fraction))
        if amounts and len(amounts) == len(listed):
            return amounts
    return (Fraction(1),)
