"""House edges on a floor: the odds of the rulebook for what each table files. Information; no verdict depends on it.

>>> _same("six_decks", "Six decks"), _same("8", "6")
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.checker.account.declared_odds import declared
from pitboss.checker.filing.model import FiledTable, Filing
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.fact_text import in_part, show
from pitboss.checker.findings.odds_data import (
    FloorOdds,
    FloorWagerOdds,
    OddsCondition,
    OddsData,
    OddsFigure,
    OddsOutcome,
    UndeterminedOdds,
    WagerOdds,
)
from pitboss.checker.runtime.operations import CompiledClause, Facts, Rows, offers_of

_WIN = "win"  # the one payout of a wager whose outcomes the filing does not distinguish
_DIGITS = 10
_SELECTION = "selection"  # the condition that names a paytable
_NOT_USED = "the least the law allows; filed otherwise"
_OTHERWISE = "the table files conditions for which no odds are computed"
_UNCOUNTED = "no odds are computed for it"


@dataclass(slots=True)
class _FigureRow:
    """A figure, and the tables that have it."""

    wager: WagerOdds
    figure: OddsFigure
    edge: Fraction
    paid: str  # how the filed values relate to those that the figure is computed with
    floor: Fraction  # the advantage at the lawful payouts with the highest one, other things equal
    paytable: str
    tables: dict[str, None] = field(default_factory=dict)


def odds_of_floor(
    filing: Filing, odds: OddsData, vocabulary: Vocabulary, clauses: Iterable[CompiledClause] = ()
) -> FloorOdds:
    """`odds` is `pitboss.odds/1`. A table that does not file the conditions that distinguish figures has all figures that can apply."""
    known = {w["wager"]: w for w in odds["wagers"]}
    because = {part: u["because"] for u in odds["undetermined"] for part in _parts(u)}
    wagers = vocabulary.named("wager")
    counted = {part for w in odds["wagers"] for part in _parts(w)}
    rows: dict[tuple[object, ...], _FigureRow] = {}
    without: dict[tuple[str, str], dict[str, None]] = {}
    seen: dict[int, list[tuple[tuple[object, ...], _FigureRow]]] = {}  # equal tables share their facts
    for table in filing.tables:
        for facts in table.variants:
            if id(facts) not in seen:
                seen[id(facts)] = list(_rows(facts, known, vocabulary))
            for key, row in seen[id(facts)]:
                rows.setdefault(key, row).tables[table.number] = None
            with_odds = {part for _, row in seen[id(facts)] for part in _parts(row.wager)}
            for name in (n for n in offers_of(facts) if n in wagers and n not in with_odds):
                why = because.get(name, _OTHERWISE if name in counted else _UNCOUNTED)
                without.setdefault((name, why), {})[table.number] = None
    order = {name: n for n, name in enumerate(known)}
    games = {name: n for n, name in enumerate(dict.fromkeys(w["game"] for w in odds["wagers"]))}
    listed = sorted(rows.values(), key=lambda r: (games[r.wager["game"]], order[r.wager["wager"]], _place(r)))
    return {
        "as_of": odds["as_of"],
        "wagers": [_row_data(row, filing.tables, vocabulary) for row in listed],
        "without": [
            {"wager": name, "title": wagers[name].title, "because": why, "tables": _in_order(some, filing.tables)}
            for name in wagers
            for (n, why), some in without.items()
            if n == name
        ],
        "declared": declared(filing, clauses, vocabulary, odds["as_of"]),
    }


def _rows(
    facts: Facts, known: Mapping[str, WagerOdds], vocabulary: Vocabulary
) -> Iterator[tuple[tuple[object, ...], _FigureRow]]:
    offers = offers_of(facts)
    for name in (name for name, w in known.items() if all(part in offers for part in _parts(w))):
        own: Facts = offers.get(name) or {}  # for wagers computed together, the filed payouts are not substituted
        payouts = own.get("payouts")
        filed: Rows = payouts if isinstance(payouts, dict) else {}
        numbered = list(enumerate(known[name]["figures"]))
        fitting = [(n, f) for n, f in numbered if all(_fits(g, own, facts, vocabulary) for g in f["given"])]
        paid = [(n, f) for n, f in fitting if filed and _differing(f, filed) == [] and not _sums_differ(f, filed)]
        for number, figure in paid or fitting:
            edge, how = _edge(figure, filed)
            row = _FigureRow(known[name], figure, edge, how, _floor(known[name], figure), _paytable(name, own, facts))
            yield (name, number, edge, how, row.paytable), row


def _floor(wager: WagerOdds, figure: OddsFigure) -> Fraction:
    """The highest advantage of the printed paytables that differ from the figure in nothing but the paytable."""

    def apart(one: OddsFigure) -> tuple[object, ...]:
        return [g for g in one["given"] if g["name"] != _SELECTION], one["readings"]

    return max(Fraction(one["edge"]) for one in wager["figures"] if apart(one) == apart(figure))


def _paytable(name: str, own: Facts, facts: Facts) -> str:
    """The paytable of a wager, and the part of the table that has it."""
    parts = facts.get("part")
    part = parts.get(f"payouts of {name}", "") if isinstance(parts, dict) else ""
    return in_part(str(own.get("paytable") or ""), part).strip()


def _parts(wager: WagerOdds | UndeterminedOdds) -> list[str]:
    """The paytables of a figure; several if wagers are computed together."""
    return wager.get("of") or [wager["wager"]]


def _fits(given: OddsCondition, own: Facts, facts: Facts, vocabulary: Vocabulary) -> bool:
    """Whether the figure may apply to the table; a value that the table does not file may be anything."""
    value = own.get(given["name"], facts.get(given["name"]))
    if value is None:
        return True
    known = vocabulary.fields.get(given["name"])
    forms = {str(value), show(value), *([show(value, known.type)] if known else [])}
    return any(_same(each, str(given["value"])) for each in forms)


def _same(a: str, b: str) -> bool:
    return a.replace("_", " ").casefold() == b.replace("_", " ").casefold()


def _edge(figure: OddsFigure, filed: Rows) -> tuple[Fraction, str]:
    """The advantage at the filed payouts, or at those of the figure if the filed ones cannot be used; the second value
    states which.
    """
    edge = Fraction(figure["edge"])
    differing = _differing(figure, filed)
    sums_differ = _sums_differ(figure, filed)
    if not differing and not sums_differ:
        return edge, "as filed" if filed else "the least the law allows"
    if sums_differ or figure["decision"] or any(new is None or o["net"] is None for o, new in differing):
        return edge, _NOT_USED
    changes = ((o["probability"], o["net"], new) for o, new in differing)
    more = sum(
        (Fraction(share) * (new - Fraction(net)) for share, net, new in changes if net is not None and new is not None),
        Fraction(0),
    )
    return edge - more, "as filed"


def _differing(figure: OddsFigure, filed: Rows) -> list[tuple[OddsOutcome, Fraction | None]]:
    """Outcomes with a filed payout that differs, and their net per unit; none if a net is not a multiple of the stake.

    A filed payout is before the vigorish; the net of a figure is after it.
    """
    found: list[tuple[OddsOutcome, Fraction | None]] = []
    for outcome in figure["outcomes"]:
        charge = Fraction(outcome.get("charge", 0))
        wins = outcome["net"] is None or Fraction(outcome["net"]) + charge > 0
        payout = filed.get(outcome["name"]) or (filed.get(_WIN) if wins else None)
        if payout is None or not charge and _same(show(payout), outcome["pays"]):
            continue
        new = Fraction(payout[1]) - charge if isinstance(payout, tuple) and payout[0] == "odds" else None
        if new is None or outcome["net"] is None or new != Fraction(outcome["net"]):
            found.append((outcome, new))
    return found


def _sums_differ(figure: OddsFigure, filed: Rows) -> bool:
    """Whether the filing changes the payout of a row that outcomes are sums of; such a payout cannot be substituted."""
    rows = figure.get("payouts", {})
    return any(filed.get(name, ("odds", Fraction(odds))) != ("odds", Fraction(odds)) for name, odds in rows.items())


def _place(row: _FigureRow) -> tuple[int, str, str, Fraction]:
    return row.wager["figures"].index(row.figure), row.paytable, row.paid, row.edge


def _row_data(row: _FigureRow, tables: tuple[FiledTable, ...], vocabulary: Vocabulary) -> FloorWagerOdds:
    figure, game = row.figure, vocabulary.names.get(row.wager["game"])
    return {
        "wager": row.wager["wager"], "title": row.wager["title"], "game": row.wager["game"],
        "game_title": game.title if game else row.wager["game"].replace("_", " "),
        "given": [{"name": g["name"], "title": g["title"], "value": str(g["value"])} for g in figure["given"]],
        "readings": [r["name"] for r in figure["readings"]],
        "paytable": row.paytable, "paid": row.paid, "tables": _in_order(row.tables, tables),
        "hit": str(Fraction(figure["hit"])), "edge": str(row.edge), "edge_decimal": f"{float(row.edge):.{_DIGITS}f}",
        "above_floor": None if row.paid == _NOT_USED else str(row.floor - row.edge),
    }  # fmt: skip


def _in_order(numbers: Mapping[str, None], tables: tuple[FiledTable, ...]) -> list[str]:
    return [t.number for t in tables if t.number in numbers]
