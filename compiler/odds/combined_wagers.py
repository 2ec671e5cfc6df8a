"""The rows of wagers that are played together, one of them placed after cards are seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product

from pitboss.compiler.model.core import SubjectKind
from pitboss.compiler.model.query import facts_through_terms
from pitboss.compiler.odds import choices
from pitboss.compiler.odds.active_law import ActiveLaw
from pitboss.compiler.odds.best_play import Best, OptionalRaise, Way, best, feasible, optional_raises, pairs
from pitboss.compiler.odds.deal_space import setting
from pitboss.compiler.odds.dependencies import dependencies
from pitboss.compiler.odds.equivalence_classes import predicates
from pitboss.compiler.odds.evaluate import Case
from pitboss.compiler.odds.formatting import decimal, title
from pitboss.compiler.odds.odds_row import OddsRow
from pitboss.compiler.odds.payoff import Paytable, clauses_of, conditions_of, paytables
from pitboss.compiler.odds.shown_card import best_with_shown_card, comparable, compared


def combined(law: ActiveLaw) -> Iterator[tuple[tuple[str, ...], list[OddsRow]]]:
    """Which wagers are computed together, and their rows."""
    for choice in optional_raises(law):
        yield (choice.base, choice.wager, *_bonuses(law, choice)), list(_rows(law, choice))


def _bonuses(law: ActiveLaw, choice: OptionalRaise) -> list[str]:
    """The options that pay by the stake of the wager."""
    return [n.name for n in law.wagers() if n.kind is not SubjectKind.WAGER and _reads_stake(law, n.name, choice.wager)]


def _rows(law: ActiveLaw, choice: OptionalRaise) -> Iterator[OddsRow]:
    bonuses = _bonuses(law, choice)
    group = [choice.base, choice.wager, *bonuses]
    found = dependencies(law, [active for wager in group for active in clauses_of(law, wager)])
    looks = predicates(law, [*found.conditions, *(e for wager in group for e in conditions_of(law, wager))])
    where = setting(law, found)
    titles = {name: law.book.names[name].title for name in group}
    head: OddsRow = {
        "wager": f"{choice.base} + {choice.wager}", "title": f"{titles[choice.base]} and {titles[choice.wager]}",
        "game": law.game, "cite": law.book.names[choice.base].cite,
    }  # fmt: skip
    case = Case(offers=choices.offered(law, choice.wager) | choices.offered(law, choice.base))
    count: Callable[[Case, dict[str, Paytable]], Best]
    if feasible(choice, where):
        met = pairs(law, case, where, looks)
        count = lambda case, tables: best(law, choice, where, case, tables, met)  # noqa: E731
    elif comparable(law, choice, where, looks):
        seen = compared(law, case, where, looks)
        count = lambda case, tables: best_with_shown_card(law, choice, where, case, tables, seen)  # noqa: E731
    else:
        yield {**head, "undetermined": "there are too many pairs of hands to count"}
        return
    for readings in choices.readings(found):
        case.readings = readings
        for tables in _paid(law, choice, bonuses):
            row: OddsRow = {**head, "option": {}, "readings": {" or ".join(sorted(g)): n for g, n in readings.items()}}
            names = [t.name or titles[w] for w, t in tables.items() if w in bonuses]
            row["paytable"] = ", ".join(f"with {name}" for name in names) or "without bonus"
            row |= {"clauses": sorted(found.clauses), "rests_on": []}
            yield {**row, **_figures(law, count(case, tables), [titles[w] for w in (choice.wager, *bonuses)])}


def _paid(law: ActiveLaw, choice: OptionalRaise, bonuses: list[str]) -> Iterator[dict[str, Paytable]]:
    """The tables without bonus, and with each table of the bonuses."""
    alone = {w: next(paytables(law, w)) for w in (choice.base, choice.wager)}
    yield alone
    listed = [[(w, table) for table in _distinct(paytables(law, w))] for w in bonuses]
    for picked in product(*listed) if bonuses else ():
        yield alone | dict(picked)


def _distinct(tables: Iterator[Paytable]) -> list[Paytable]:
    distinct: list[Paytable] = []
    for table in tables:
        if not any(table.rows == other.rows for other in distinct):
            distinct.append(table)
    return distinct


def _reads_stake(law: ActiveLaw, wager: str, of: str) -> bool:
    conditions = [e for active in clauses_of(law, wager) for duty in active.duties for e in duty.applies]
    return any((fact.name, fact.of) == ("stake", of) for fact in facts_through_terms(law.book, *conditions))


def _figures(law: ActiveLaw, made: Best, titles: list[str]) -> OddsRow:
    """The figures of a row; `titles` are those of the wager that is optional and of the bonuses."""
    if made.unknown:
        names = ", ".join(title(law, m) for m in made.missing)
        return {"undetermined": f"not available, or chosen by the players: {names}"}
    back = sum((Fraction(many, made.hands) * net for net, many in made.counts.items()), Fraction(0))
    won = sum(many for net, many in made.counts.items() if net > 0)
    row: OddsRow = {
        "hands": made.hands,
        "outcomes": [
            {
                "name": f"net {net}",
                "title": outcome_title(made.ways[net], titles[0], titles[1:]),
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
        "assumes": ["the player makes the choice with the highest expected value"],
    }
    return row | ({"overlaps": [*made.overlaps]} if made.overlaps else {})


# ---- the ends of wagers in words

_ENDS = {"win": "wins", "lost": "loses", "returned": "goes back"}
_MOST = 2  # combinations of ends that are named for one net


def outcome_title(ways: Mapping[Way, float], wager: str, bonuses: Iterable[str] = ()) -> str:
    """The combinations of ends with one net, the most frequent first; a folded hand does not make `wager`.

    >>> often = {(("ante", "win"), ("play", "lost")): 1.0, (("ante", "win"), ("play", "win"), ("bonus", "straight")): 2.0}
    >>> outcome_title(often, "play", ["bonus"])
    'ante and play win, bonus for straight; or ante wins, play loses'
    >>> outcome_title({(("ante", "lost"), ("bonus", "lost")): 1.0}, "play", ["bonus"])
    'folded, ante loses'
    """
    listed = sorted(ways, key=lambda way: -ways[way])
    each = list(dict.fromkeys(_way(way, wager, frozenset(bonuses)) for way in listed))
    more = len(each) - _MOST
    others = f"; or in {more} other way{'s' if more > 1 else ''}" if more > 0 else ""
    return "; or ".join(each[:_MOST]) + others


def _way(way: Way, wager: str, paid: frozenset[str]) -> str:
    wagers, bonuses = [w for w in way if w[0] not in paid], [w for w in way if w[0] in paid]
    parts = []
    for end in dict.fromkeys(end for _, end in wagers):
        titles = [title for title, other in wagers if other == end]
        parts.append(f"{' and '.join(titles)} {_verb(end, len(titles) > 1)}")
    parts += [f"{title} for {end.replace('_', ' ')}" for title, end in bonuses if end not in _ENDS]
    return ("" if any(title.startswith(wager) for title, _ in wagers) else "folded, ") + ", ".join(parts)


def _verb(end: str, several: bool) -> str:
    verb = _ENDS.get(end, f"ends as {end.replace('_', ' ')}")
    return verb.replace("goes", "go").removesuffix("s") if several else verb
