"""How a wager ends on every hand of a block, and what it pays at the least."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.compiler.front.payouts import key, payout
from pitboss.compiler.odds.active_law import Law, Said, needs
from pitboss.compiler.odds.evaluate import Asker, told
from pitboss.compiler.odds.kleene import Array, Truth, Value, both, compare, either, truth
from pitboss.grammar import tree as t


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    kind: str  # odds money meter
    value: Fraction


@dataclass(frozen=True, slots=True)
class Paytable:
    """One table, or one figure, that the law lets a licensee pay by."""

    name: str
    rows: tuple[Row, ...]
    head: str = ""  # the field that heads the rows, where it is one
    least: bool = False  # a floor
    said: Said | None = None
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """One way of ending: a share of the meter comes on top of the net."""

    name: str
    mask: Array
    net: Fraction
    meter: Fraction = Fraction(0)


@dataclass(eq=False, slots=True)
class Settled:
    ends: list[End] = field(default_factory=list)
    excluded: Array = False  # hands on which the wager cannot be made
    unknown: Array = False
    overlaps: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    by_default: Array = False  # lost because no clause says otherwise


VERBS = ("wins", "loses", "returns", "stays")


def clauses_of(law: Law, wager: str) -> list[Said]:
    """What the end of a wager hangs on, save its pay."""
    found = [s for verb in VERBS for s in law.results(wager, verb)]
    found += [s for s in law.said.get("outcome", ()) if s.checks[0].subject.of == wager]
    found += charges(law, wager) + _amounts(law, wager, "collected") + barred(law, wager) + _gross(law, wager)
    return found


def _gross(law: Law, wager: str) -> list[Said]:
    """Where an amount of money is all that is paid, the stake in it; elsewhere it comes beside the stake."""
    return [s for s in law.about("payout", wager) if isinstance(s.checks[0].predicate, t.PaysGross)]


def pays_each(law: Law, wager: str) -> bool:
    return any(isinstance(s.checks[0].predicate, t.PaysEach) for s in law.about("payout", wager))


def charges(law: Law, wager: str) -> list[Said]:
    mine = [s for s in law.said.get("charge", ()) if s.checks[0].predicate.name == wager]  # type: ignore[union-attr]
    return mine + [d for s in mine for d in law.derived.get(s.checks[0].subject.name, ())]


def barred(law: Law, wager: str) -> list[Said]:
    """Where the stake must be nothing."""
    return [s for s in _amounts(law, wager, "stake") if _literal(s) == 0]


def _amounts(law: Law, wager: str, name: str) -> list[Said]:
    found = [s for s in law.said.get("bound", ()) if s.checks[0].subject == t.Path(name, wager)]
    return [s for s in found if isinstance(s.checks[0].predicate, t.Limit) and s.checks[0].predicate.mode == "exactly"]


def _literal(said: Said) -> Any:
    values = [v.value for v in getattr(said.checks[0].predicate, "values", ()) if isinstance(v, t.Literal)]
    return values[0] if len(values) == 1 else None


def floors(law: Law, wager: str) -> list[Said]:
    """What must be paid, where the amount is said and not its odds."""
    found = [s for s in law.said.get("bound", ()) if s.checks[0].subject == t.Path("paid", wager)]
    return [
        s
        for s in found
        if isinstance(s.checks[0].predicate, t.Limit) and s.checks[0].predicate.mode in ("exactly", "at_least")
    ]


def settle(asker: Asker, wager: str, table: Paytable | None, unit: Fraction) -> Settled:
    law, made = asker.law, Settled()
    out = either(_when(asker, s) for s in barred(law, wager))
    made.excluded = out.yes
    wins, loses, returns, stays = (either(_when(asker, s) for s in _ends(law, asker, wager, v)) for v in VERBS)
    returns = either([returns, stays])  # what stays has neither won nor lost
    open_ = np.logical_not(made.excluded)
    made.unknown = np.logical_and(open_, _unsettled(wins, loses, returns))
    if not law.results(wager, "wins") and table is not None:  # it wins where a row says so
        wins = either(row_truth(asker, wager, row.name, table.head) for row in table.rows)
        made.unknown = np.logical_and(open_, wins.unknown)
    win, back = (
        np.logical_and(open_, wins.yes),
        np.logical_and(open_, np.logical_and(returns.yes, np.logical_not(wins.yes))),
    )
    lost = np.logical_and(open_, np.logical_not(np.logical_or(win, back)))
    for one, other, names in (
        (wins, loses, "wins and loses"),
        (wins, returns, "wins and is returned"),
        (loses, returns, "loses and is returned"),
    ):
        twice = np.logical_and(open_, np.logical_and(one.yes, other.yes))
        if _any(asker, twice):
            made.overlaps.append(f"{names}: {told(asker.block, asker.dealt, twice)}")
    if law.results(wager, "loses"):
        made.by_default = np.logical_and(lost, np.logical_not(loses.yes))
    charge = _charge(asker, wager)
    for end in (
        *_paid(asker, wager, table, win, unit, made),
        End("returned", back, Fraction(0)),
        *_lost(asker, wager, lost, unit),
    ):
        made.ends += _charged(end, charge)
    return made


def _ends(law: Law, asker: Asker, wager: str, verb: str) -> Iterator[Said]:
    """The clauses that end a wager so; a reading can say another verb than its clause."""
    for every in VERBS:
        for said in law.results(wager, every):
            check = asker.read(said)
            if isinstance(check.predicate, t.Result) and check.predicate.verb == verb:
                yield said


def _when(asker: Asker, said: Said) -> Truth:
    return both(asker.truth(c) for c in asker.read(said).conditions)


def _unsettled(wins: Truth, loses: Truth, returns: Truth) -> Array:
    """Unknown whether it wins; or, where it does not, whether it goes back."""
    return np.logical_or(
        wins.unknown, np.logical_and(wins.no, np.logical_and(returns.unknown, np.logical_not(loses.yes)))
    )


def _any(asker: Asker, mask: Array) -> bool:
    return bool(np.any(mask)) and asker.block.total(mask) > 0


# ---- what is paid


def _paid(asker: Asker, wager: str, table: Paytable | None, win: Array, unit: Fraction, made: Settled) -> Iterator[End]:
    law = asker.law
    if pays_each(law, wager) or table is None:
        yield from _by_amount(asker, wager, win, made)
        return
    whole = either(_when(asker, s) for s in _gross(law, wager))
    made.unknown = np.logical_or(made.unknown, np.logical_and(win, whole.unknown) if _fixed(table) else False)
    kept = unit if np.all(whole.yes) else Fraction(0)
    if table.rows and not table.rows[0].name:
        yield _end("win", win, table.rows[0], unit, kept)
        return
    highest = any(isinstance(s.checks[0].predicate, t.PaysOnly) for s in law.about("payout", wager))
    rows = [(row, np.logical_and(win, row_truth(asker, wager, row.name, table.head).yes)) for row in table.rows]
    if highest:
        rows.sort(key=lambda pair: (pair[0].kind != "meter", -pair[0].value))
    left = win
    for row, mask in rows:
        again = np.logical_and(mask, np.logical_not(left))
        if not highest and _any(asker, again):
            made.overlaps.append(f"{row.name} and another row: {told(asker.block, asker.dealt, again)}")
        yield _end(row.name, np.logical_and(mask, left), row, unit, kept)
        left = np.logical_and(left, np.logical_not(mask))
    if _any(asker, left):
        made.gaps.append(f"wins and has no row: {told(asker.block, asker.dealt, left)}")
        yield End("wins, no row", left, Fraction(0))


def _fixed(table: Paytable) -> bool:
    return any(row.kind != "odds" for row in table.rows)


def _end(name: str, mask: Array, row: Row, unit: Fraction, kept: Fraction) -> End:
    """`kept` is what of the stake a payout in money has in it."""
    if row.kind == "meter":
        return End(name, mask, -kept, row.value)
    return End(name, mask, row.value * unit if row.kind == "odds" else row.value - kept)


def _by_amount(asker: Asker, wager: str, win: Array, made: Settled) -> Iterator[End]:
    paid: list[tuple[Array, Value]] = []
    for said in floors(asker.law, wager):
        check = asker.read(said)
        if not isinstance(check.predicate, t.Limit):
            continue
        where = both(asker.truth(c) for c in check.conditions)
        value = asker.value(check.predicate.values[0])
        paid.append((np.logical_and(np.logical_and(win, where.yes), value.known), value))
    left = win
    for mask, value in paid:
        here = np.logical_and(mask, left)
        full = np.broadcast_to(np.asarray(value.of), asker.block.shape)
        shown = np.broadcast_to(here, asker.block.shape)
        for amount in sorted(set(full[shown].tolist()) if shown.any() else ()):
            yield End(f"paid {Fraction(amount)}", np.logical_and(here, full == amount), Fraction(amount))
        left = np.logical_and(left, np.logical_not(here))
    if _any(asker, left):
        made.unknown = np.logical_or(made.unknown, left)
        asker.missing["what a win pays"] = None


def _lost(asker: Asker, wager: str, lost: Array, unit: Fraction) -> Iterator[End]:
    for said in _amounts(asker.law, wager, "collected"):
        check = asker.read(said)
        part = asker.value(check.predicate.values[0])
        here = np.logical_and(lost, both(asker.truth(c) for c in check.conditions).yes)
        if np.all(part.known) and np.ndim(part.of) == 0 and Fraction(part.of) != unit and np.any(here):
            yield End("partly lost", here, -Fraction(part.of))
            lost = np.logical_and(lost, np.logical_not(here))
    yield End("lost", lost, -unit if asker.law.book.names[wager].kind == "wager" else Fraction(0))


def _charge(asker: Asker, wager: str) -> list[tuple[Array, Fraction]]:
    found = []
    for said in asker.law.said.get("charge", ()):
        if said.checks[0].predicate.name == wager:  # type: ignore[union-attr]
            name = said.checks[0].subject.name
            value = asker.field(t.Path(name))
            asker.missing.pop(name, None)  # where nothing follows nothing is charged
            full = np.broadcast_to(np.asarray(value.of), asker.block.shape)
            known = np.broadcast_to(np.asarray(value.known), asker.block.shape)
            for amount in sorted(set(full[known].tolist())):
                if amount:
                    found.append((np.logical_and(known, full == amount), Fraction(amount)))
    return found


def _charged(end: End, charge: list[tuple[Array, Fraction]]) -> Iterator[End]:
    left = end.mask
    for mask, amount in charge:
        here = np.logical_and(left, mask)
        if np.any(here):
            yield End(f"{end.name}, charged", here, end.net - amount, end.meter)
            left = np.logical_and(left, np.logical_not(mask))
    yield End(end.name, left, end.net, end.meter)


def row_truth(asker: Asker, wager: str, row: str, head: str) -> Truth:
    law = asker.law
    outcomes = [s for s in law.said.get("outcome", ()) if s.checks[0].subject == t.Path(row, wager)]
    if outcomes:
        return either(_when(asker, s) for s in outcomes)
    if head:
        return compare("=", asker.field(t.Path(head)), asker.value(t.Literal("number", Fraction(row), row)))
    asked = rank_call(law, row)
    return compare("=", asker.value(asked), asker.value(t.Literal("name", row, row))) if asked else truth(False, False)


def row_asks(law: Law, wager: str) -> list[t.Expr]:
    """What the rows of the tables of a wager ask, where no outcome says it."""
    outcomes = {s.checks[0].subject.name for s in law.said.get("outcome", ()) if s.checks[0].subject.of == wager}
    tables = list(paytables(law, wager))
    plain = [row.name for table in tables for row in table.rows if not table.head]
    calls = [rank_call(law, name) for name in plain if name and name not in outcomes]
    return list(dict.fromkeys(call for call in calls if call is not None))


def asked_of(law: Law, wager: str) -> list[t.Expr]:
    """Everything that `settle` can ask of a wager."""
    heads = [t.Path(table.head) for table in paytables(law, wager) if table.head]
    said = [*clauses_of(law, wager), *law.about("payout", wager), *floors(law, wager)]
    return needs(law, said, [*row_asks(law, wager), *heads]).asked


def rank_call(law: Law, row: str) -> t.Call | None:
    """The question whether the hand has the rank that a row is named after."""
    for said in law.said.get("ranking", ()):
        ranking = law.book.rankings[said.checks[0].subject.name]
        if ranking.title is not None and any(rank.name == row for rank in ranking.ranks):
            return t.Call("best", (t.Argument(None, t.Path(ranking.name)), t.Argument(None, t.Path("cards"))))
    return None


# ---- the tables of the law


def has_rows(law: Law, wager: str) -> bool:
    """Whether the law has a table, or a figure, that it pays by."""
    return any(table.rows for table in paytables(law, wager))


def paytables(law: Law, wager: str) -> Iterator[Paytable]:
    """Every table that the law has for a wager; of a table by decks, one a block."""
    for said in law.about("payout", wager):
        for check in said.checks:
            if isinstance(check.predicate, t.Pays):
                yield from _tables(law, said, check)


def _tables(law: Law, said: Said, check: Any) -> Iterator[Paytable]:
    predicate, alias = check.predicate, said.clause.name.partition("-pays")[0]
    least = predicate.mode.endswith("least")
    name = "" if alias == (check.subject.of or check.subject.name) else alias
    if predicate.values:
        (least_value, *_) = predicate.values
        yield Paytable(name, (Row("", *payout(least_value)),), "", least or predicate.mode == "between", said)
        return
    tables = [(f"{b.name} {b.value.text}", b.table) for b in check.blocks] if predicate.by else [("", check.table)]
    for label, table in tables:
        if table is None:
            continue
        head = key(table.head[0]) if table.head[0].value else ""
        head = head if head in law.book.fields or head in law.book.parameters else ""
        for column in range(1, len(table.head)):
            rows = tuple(
                Row(key(row[0]), *payout(row[column].value)) for row in table.body if row[0].value and row[column].value
            )
            title = table.head[column].text if len(table.head) > 2 else name
            yield Paytable(title, rows, head, least, said, (label,) if label else ())
