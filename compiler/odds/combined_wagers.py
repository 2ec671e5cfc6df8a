"""The rows of wagers that go together, one of them placed with sight of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from pitboss.compiler.front.walk import within
from pitboss.compiler.odds import choices as cases
from pitboss.compiler.odds.active_law import Law, needs
from pitboss.compiler.odds.best_play import Best, Choice, best, choices, feasible, pairs
from pitboss.compiler.odds.deal_space import setting
from pitboss.compiler.odds.equivalence_classes import questions
from pitboss.compiler.odds.evaluate import Case
from pitboss.compiler.odds.formatting import decimal, words
from pitboss.compiler.odds.outcome_labels import told as ways_told
from pitboss.compiler.odds.payoff import Paytable, asked_of, clauses_of, paytables
from pitboss.compiler.odds.shown_card import best_by_sight, comparable, compared
from pitboss.grammar import tree as t

Json = dict[str, Any]


def together(law: Law) -> Iterator[tuple[tuple[str, ...], list[Json]]]:
    """Which wagers are counted together, and their rows."""
    for choice in choices(law):
        yield (choice.base, choice.wager, *_beside(law, choice)), list(_rows(law, choice))


def _beside(law: Law, choice: Choice) -> list[str]:
    """What is paid beside, by what is staked."""
    return [n.name for n in law.wagers() if n.kind != "wager" and _reads_stake(law, n.name, choice.wager)]


def _rows(law: Law, choice: Choice) -> Iterator[Json]:
    beside = _beside(law, choice)
    group = [choice.base, choice.wager, *beside]
    found = needs(law, [s for wager in group for s in clauses_of(law, wager)])
    asked = questions(law, [*found.asked, *(e for wager in group for e in asked_of(law, wager))])
    where = setting(law, found)
    titles = {name: law.book.names[name].title for name in group}
    head: Json = {
        "wager": f"{choice.base} + {choice.wager}", "title": f"{titles[choice.base]} and {titles[choice.wager]}",
        "game": law.game, "cite": law.book.names[choice.base].cite,
    }  # fmt: skip
    case = Case({}, {}, {}, cases.offered(law, choice.wager) | cases.offered(law, choice.base))
    count: Callable[[Case, dict[str, Paytable]], Best]
    if feasible(choice, where):
        met = pairs(law, case, where, asked)
        count = lambda case, tables: best(law, choice, where, case, tables, met)  # noqa: E731
    elif comparable(choice, where, asked):
        seen = compared(law, case, where, asked)
        count = lambda case, tables: best_by_sight(law, choice, where, case, tables, seen)  # noqa: E731
    else:
        yield {**head, "undetermined": "its pairs of hands are too many to be counted one by one"}
        return
    for readings in cases.readings(found):
        case.readings = readings
        for tables in _paid(law, choice, beside):
            told = {**head, "option": {}, "readings": {" or ".join(sorted(g)): n for g, n in readings.items()}}
            names = [t.name or titles[w] for w, t in tables.items() if w in beside]
            told["paytable"] = ", ".join(f"with {name}" for name in names) or "without bonus"
            told |= {"clauses": sorted(found.clauses), "rests_on": []}
            yield {**told, **_figures(law, count(case, tables), [titles[w] for w in (choice.wager, *beside)])}


def _paid(law: Law, choice: Choice, beside: list[str]) -> Iterator[dict[str, Paytable]]:
    """Alone, and with each table of what is paid beside."""
    alone = {w: next(paytables(law, w)) for w in (choice.base, choice.wager)}
    yield alone
    listed = [[(w, table) for table in _distinct(paytables(law, w))] for w in beside]
    for picked in product(*listed) if beside else ():
        yield alone | dict(picked)


def _distinct(tables: Iterator[Paytable]) -> list[Paytable]:
    kept: list[Paytable] = []
    for table in tables:
        if not any(table.rows == other.rows for other in kept):
            kept.append(table)
    return kept


def _reads_stake(law: Law, wager: str, of: str) -> bool:
    conditions = (c for s in clauses_of(law, wager) for check in s.checks for c in check.conditions)
    return any(part == t.Path("stake", of) for c in conditions for part in within(c))


def _figures(law: Law, made: Best, titles: list[str]) -> Json:
    """`titles` are of the wager that is chosen, and of what is paid beside."""
    if made.unknown:
        names = ", ".join(words(law, m) for m in made.missing)
        return {"undetermined": f"not in hand, or left to the players: {names}"}
    back = sum((Fraction(many, made.hands) * net for net, many in made.counts.items()), Fraction(0))
    won = sum(many for net, many in made.counts.items() if net > 0)
    told: Json = {
        "hands": made.hands,
        "outcomes": [
            {
                "name": f"net {net}",
                "title": ways_told(made.ways[net], titles[0], titles[1:]),
                "count": many,
                "probability": str(Fraction(many, made.hands)),
                "net": str(net),
            }
            for net, many in made.counts.items()
        ],
        "hit": str(Fraction(won, made.hands)),
        "advantage": str(-back),
        "decimal": decimal(-back),
        "folded": str(Fraction(made.folded, made.hands)),
        "assumes": ["the player chooses what is worth most"],
    }
    return told | ({"overlaps": [*made.overlaps]} if made.overlaps else {})
