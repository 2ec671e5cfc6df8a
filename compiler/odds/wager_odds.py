"""Computes the odds of one wager: a row for each choice, each reading and each table that the law has for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

import numpy as np

from pitboss.algebra.arrays import Value, compare, whole
from pitboss.compiler.model import core
from pitboss.compiler.model.citations import resolved
from pitboss.compiler.model.core import Const, Expr, Fact, ValueKind
from pitboss.compiler.odds import choices
from pitboss.compiler.odds.active_law import ActiveClause, ActiveLaw, Readings
from pitboss.compiler.odds.choices import Options
from pitboss.compiler.odds.constants import constant
from pitboss.compiler.odds.deal_space import FieldCards, Setting, Spaces, evaluator, held, setting, spaces
from pitboss.compiler.odds.dependencies import Dependencies, dependencies
from pitboss.compiler.odds.equivalence_classes import merged, predicates
from pitboss.compiler.odds.evaluate import Case, Evaluator, Option
from pitboss.compiler.odds.formatting import decimal, title
from pitboss.compiler.odds.odds_row import EngineOutcome, OddsRow
from pitboss.compiler.odds.payoff import (
    Paytable,
    clauses_of,
    conditions_of,
    floors,
    has_rows,
    payoffs,
    pays_each,
    paytables,
    ranks_paid,
)
from pitboss.compiler.odds.sample_space import HandBlock
from pitboss.compiler.odds.wheel_and_dice import TooManyCombinations, drawn


@dataclass(eq=False, slots=True)
class Shared:
    """Shared by the wagers of a game: sample spaces, and those with hands merged."""

    spaces: Spaces = field(default_factory=lambda: Spaces({}, {}))
    merged: dict[tuple[tuple[FieldCards, ...], int, frozenset[Expr]], dict[int, list[HandBlock]]] = field(
        default_factory=dict
    )


def rows_of(law: ActiveLaw, name: core.Name, shared: Shared) -> list[OddsRow]:
    """The rows of a wager."""
    wager, found = name.name, dependencies_of(law, name.name)
    head: OddsRow = {"wager": wager, "title": name.title, "game": law.game, "cite": name.cite}
    if not law.results(wager, core.End.WINS) and not law.outcomes(wager):
        return [{**head, "undetermined": "no available rule states when it wins"}]
    where = setting(law, found)
    if where.problem:
        return [{**head, "undetermined": where.problem}]
    made: list[OddsRow] = []
    by_decks = bool(where.parts) and isinstance(where.decks, str)
    if problem := choices.too_many(law, found, by_decks):
        return [{**head, "undetermined": problem}]
    decks: tuple[int | None, ...] = choices.deck_counts(law, wager) if by_decks else (None,)
    blocks = blocks_of(law, wager, found, where, decks, shared) if where.parts else {}
    if where.parts and not blocks:
        return [{**head, "undetermined": _too_many(law, found)}]
    for chosen, many in choices.choices(law, wager, found, decks):
        for unit in choices.units(law, wager):
            tables = [*_tables(law, wager, many, unit, chosen)]
            if not tables and many is not None:
                none: OddsRow = {"decks": many, "option": {}, "readings": {}}
                made.append({**head, **none, "undetermined": "the law has no paytable for this number of decks"})
            for table in tables:
                made += _readings(law, head, found, where, blocks, Chosen(chosen, many, unit, table))
    return _joined(made) or [{**head, "undetermined": "no combination of the options is lawful"}]


def dependencies_of(law: ActiveLaw, wager: str) -> Dependencies:
    """The dependencies of the odds of a wager."""
    floor = floors(law, wager) if not has_rows(law, wager) or pays_each(law, wager) else []
    return dependencies(law, [*clauses_of(law, wager), *floor], ranks_paid(law, wager))


def blocks_of(
    law: ActiveLaw, wager: str, found: Dependencies, where: Setting, decks: tuple[int | None, ...], shared: Shared
) -> dict[int, list[HandBlock]]:
    """The possible deals for each number of decks, with hands merged that no predicate of the wager distinguishes."""
    whole = spaces(found, where, [where.shoe(d) for d in decks], shared.spaces)
    if not whole:
        return {}
    looks = predicates(law, [*found.conditions, *conditions_of(law, wager)])
    key = (where.parts, id(whole), frozenset(looks))
    if key not in shared.merged:
        shared.merged[key] = {d: merged(law, lots, partial(held, where), looks) for d, lots in whole.items()}
    return shared.merged[key]


# ---- the tables that can apply


def _tables(
    law: ActiveLaw, wager: str, decks: int | None, unit: Fraction, chosen: Options
) -> Iterator[Paytable | None]:
    """The tables that can apply: for tables by decks or by stake, the one for these decks or this stake."""
    listed: list[Paytable] = []
    case = _case(law, wager, Chosen(chosen, decks, unit, None), {})
    for table in paytables(law, wager):
        if table.schedule and decks is not None and table.schedule != f"decks {decks}":
            continue
        if table.clause and not _can_apply(law, case, table.clause, wager, unit):
            continue
        if not any((table.name, table.rows) == (other.name, other.rows) for other in listed):
            listed.append(table)
    names = [{row.name for row in table.rows} for table in listed]
    listed = [table for table in listed if not any({row.name for row in table.rows} < other for other in names)]
    yield from listed
    if not listed and not has_rows(law, wager):
        yield None


def _can_apply(law: ActiveLaw, case: Case, active: ActiveClause, wager: str, unit: Fraction) -> bool:
    """Whether known facts do not exclude the clause; other offers, and the facts filed for them, are left open."""
    evaluator = Evaluator(law, case, HandBlock((), np.ones(1, np.int64), (1,)), {})
    return all(_open(evaluator, condition, wager, unit) is not False for condition in active.duty.applies)


def _open(evaluator: Evaluator, e: Expr, wager: str, unit: Fraction) -> bool | None:
    """The truth of a condition; None if it depends on facts that are left open."""
    match e:
        case core.Not(item):
            inner = _open(evaluator, item, wager, unit)
            return None if inner is None else not inner
        case core.AllOf(items) | core.AnyOf(items):
            each = [_open(evaluator, item, wager, unit) for item in items]
            decisive = isinstance(e, core.AnyOf)
            return decisive if decisive in each else None if None in each else not decisive
        case core.Term(name) if name in evaluator.law.terms:
            return _open(evaluator, evaluator.law.terms[name], wager, unit)
        case core.Compare(relation, Fact("payout_stakes", of), Const() as value) if of == wager:
            return bool(compare(relation, Value(whole(unit)), constant(value)).yes)
        case core.Offered() | Fact() | core.Apply() | core.Compare(_, core.Apply(), _):
            return None
        case _:
            truth = evaluator.truth(e)
            return None if np.any(truth.unknown) else bool(np.all(truth.yes))


# ---- one choice, in every reading


@dataclass(frozen=True, slots=True)
class Chosen:
    """The choices of the licensee and of the player."""

    options: Options
    decks: int | None
    unit: Fraction
    table: Paytable | None


def _case(law: ActiveLaw, wager: str, made: Chosen, readings: Readings) -> Case:
    offers = choices.offered(law, wager)
    stakes = dict.fromkeys(offers, made.unit)
    if law.book.kind(wager) is not core.SubjectKind.WAGER:  # an option is made with the wagers that it modifies
        stakes |= {n.name: made.unit for n in law.wagers() if n.kind is core.SubjectKind.WAGER}
    pays = {(wager, row.name): row.value for row in made.table.rows} if made.table else {}
    decks: dict[str, Option] = {} if made.decks is None else {"decks": Fraction(made.decks)}
    return Case({**made.options, **decks}, readings, stakes, offers, pays)


def _readings(
    law: ActiveLaw, head: OddsRow, found: Dependencies, where: Setting, blocks: dict[int, list[HandBlock]], made: Chosen
) -> Iterator[OddsRow]:
    for readings in choices.readings(found):
        case = _case(law, head["wager"], made, readings)
        try:
            if where.parts:
                evaluators = [evaluator(law, case, block, where) for block in blocks[where.shoe(made.decks)]]
            else:
                block, values = drawn(law, case, found)
                evaluators = [Evaluator(law, case, block, {}, values)]
            counted = _counted(law, head["wager"], evaluators, made.table, made.unit)
        except TooManyCombinations as reason:
            counted = {"undetermined": str(reason)}
        yield {**_head(law, head, found, made, readings), **counted, **_summed(made.table, counted)}


def _summed(table: Paytable | None, counted: OddsRow) -> OddsRow:
    """The payouts of the table's rows, if outcomes are sums of them and do not have their names."""
    if table is None or not any(o["name"].startswith("paid ") for o in counted.get("outcomes", ())):
        return {}
    return {"payouts": {row.name: str(row.value) for row in table.rows if row.kind is ValueKind.ODDS}}


def _head(law: ActiveLaw, head: OddsRow, found: Dependencies, made: Chosen, readings: Readings) -> OddsRow:
    row: OddsRow = {**head, "option": {k: _text(v) for k, v in made.options.items()}}
    if made.decks is not None:
        row["decks"] = made.decks
    if made.unit != 1 or len(choices.units(law, head["wager"])) > 1:
        row["stake"] = f"${made.unit}"
    if made.table and made.table.name:
        row["paytable"] = made.table.name
    if made.table and made.table.least:
        row["least"] = True
    is_wager = law.book.kind(head["wager"]) is core.SubjectKind.WAGER
    if not is_wager and made.table and any(r.kind is ValueKind.MONEY for r in made.table.rows):
        row["no_stake"] = True
    row["readings"] = {" or ".join(sorted(group)): name for group, name in readings.items()}
    row["clauses"] = sorted(found.clauses)
    row["rests_on"] = sorted(_unavailable(law, found))
    return row


def _unavailable(law: ActiveLaw, found: Dependencies) -> Iterator[str]:
    """Sections that the odds depend on and whose text is not available."""
    for active in found.clauses.values():
        if isinstance(active.duty, core.Chance | core.Deal | core.Derives):
            for cite in active.version.citations:
                section = resolved(cite.reading or cite.printed, active.clause.section)[0]
                if law.book.section(section) is None:
                    yield section


def _text(value: Option) -> str:
    if isinstance(value, Fraction):
        return f"{value * 100}%" if 0 < value < 1 else str(value)
    return str(value)


# ---- figures


@dataclass(eq=False, slots=True)
class Tally:
    """The hands counted, by how the wager ends: (name, net for a stake of one, share of the meter, charge)."""

    counts: dict[tuple[str, Fraction, Fraction, Fraction], int] = field(default_factory=dict)
    places: dict[tuple[str, Fraction, Fraction, Fraction], tuple[int, int]] = field(
        default_factory=dict
    )  # at the first hand that reaches it
    total: int = 0
    unknown: int = 0
    by_default: int = 0
    overlaps: dict[str, None] = field(default_factory=dict)
    gaps: dict[str, None] = field(default_factory=dict)
    missing: dict[str, None] = field(default_factory=dict)
    assumed: dict[str, None] = field(default_factory=dict)


def _counted(
    law: ActiveLaw, wager: str, evaluators: list[Evaluator], table: Paytable | None, unit: Fraction
) -> OddsRow:
    """The figures of a row, or the reason why there are none."""
    tally = _tally(wager, evaluators, table, unit)
    if tally.unknown or not tally.total:
        names = ", ".join(title(law, m) for m in tally.missing)
        return {
            "undetermined": f"not available, or chosen by the players: {names}"
            if names
            else "no rule states how it ends"
        }
    if not any(net > 0 or share for _, net, share, _ in tally.counts):
        return {"undetermined": "no hand wins"}
    assert sum(tally.counts.values()) == tally.total, (wager, sum(tally.counts.values()), tally.total)
    return _figures(law, tally)


def _tally(wager: str, evaluators: list[Evaluator], table: Paytable | None, unit: Fraction) -> Tally:
    made = Tally()
    for number, evaluated in enumerate(evaluators):
        settled, block = payoffs(evaluated, wager, table, unit), evaluated.block
        made.total += block.total(True) - block.total(settled.excluded)
        made.unknown += block.total(settled.unknown)
        made.by_default += block.total(settled.by_default)
        for end in settled.ends:
            if many := block.total(end.mask):
                label = (end.name, end.net / unit, end.meter, end.charge / unit)
                made.counts[label] = made.counts.get(label, 0) + many
                made.places.setdefault(label, (number, block.lot(end.mask)))
        made.overlaps |= dict.fromkeys(settled.overlaps)
        made.gaps |= dict.fromkeys(settled.gaps)
        made.missing |= evaluated.missing
        made.assumed |= evaluated.assumed
    made.counts = {k: made.counts[k] for k in sorted(made.counts, key=made.places.__getitem__)}  # stable sort
    return made


def _too_many(law: ActiveLaw, found: Dependencies) -> str:
    """The reason why hands are not enumerated: people make choices, or there are too many hands."""
    chosen = [
        title(law, path) for path, fact in found.facts.items()
        if (known := law.book.fields.get(fact.name)) is not None and known.of_round and known.type.kind == "count"
        and fact.name not in law.derived and fact.name not in law.chances
    ]  # fmt: skip
    if chosen:
        return f"not available, or chosen by the players: {', '.join(chosen)}"
    return "there are too many hands to count"


def _figures(law: ActiveLaw, tally: Tally) -> OddsRow:
    counts, total = tally.counts, tally.total
    back = sum((Fraction(many, total) * net for (_, net, _, _), many in counts.items()), Fraction(0))
    meter = sum((Fraction(many, total) * share for (_, _, share, _), many in counts.items()), Fraction(0))
    won = sum(many for (_, net, share, _), many in counts.items() if net > 0 or share)
    row: OddsRow = {
        "hands": total,
        "outcomes": [
            _outcome(name, many, total, net, share, charge) for (name, net, share, charge), many in counts.items()
        ],
        "hit": str(Fraction(won, total)),
        "advantage": str(-back),
        "decimal": decimal(-back),
    }
    if meter:
        row["meter"] = str(meter)
    if tally.by_default:
        row["lost_by_default"] = tally.by_default
    if tally.overlaps:
        row["overlaps"] = [*tally.overlaps]
    if tally.gaps:
        row["gaps"] = [*tally.gaps]
    if tally.assumed:
        row["assumes"] = [_assumed(law, a) for a in tally.assumed]
    return row


def _outcome(name: str, many: int, total: int, net: Fraction, share: Fraction, charge: Fraction) -> EngineOutcome:
    row: EngineOutcome = {"name": name, "count": many, "probability": str(Fraction(many, total)), "net": str(net)}
    if share:
        row["meter"] = str(share)
    if charge:
        row["charge"] = str(charge)
    return row


def _assumed(law: ActiveLaw, what: str) -> str:
    """An assumption in words: that a flag is false, or that another field has no value."""
    if what not in law.book.fields:
        return what
    flag = law.book.fields[what].type.kind == "flag"
    return f"it is false that {title(law, what)}" if flag else f"no {title(law, what)}"


def _joined(made: list[OddsRow]) -> list[OddsRow]:
    """The rows without the choices and readings that make no difference anywhere, each row once."""
    for part in ("option", "readings"):
        for key in dict.fromkeys(k for row in made for k in row[part]):
            if not _matters(part, key, made):
                for row in made:
                    row[part] = {k: v for k, v in row[part].items() if k != key}
    seen: dict[str, OddsRow] = {}
    for row in made:
        counted = "undetermined" not in row
        seen.setdefault(
            repr({k: v for k, v in row.items() if k != "assumes" and (counted or k not in ("decks", "option"))}), row
        )
    for row in seen.values():
        if "undetermined" in row and "decks" in row and not any("advantage" in r for r in made):
            del row["decks"]
    return [*seen.values()]


def _matters(part: str, key: str, made: list[OddsRow]) -> bool:
    """Whether two rows that differ only in this have different figures."""
    groups: dict[str, set[str]] = {}
    for row in made:
        apart = {p: {k: v for k, v in row[p].items() if (p, k) != (part, key)} for p in ("option", "readings")}
        same = repr((apart, *(row.get(k) for k in ("decks", "stake", "paytable"))))
        groups.setdefault(same, set()).add(repr(_result(row)))
    return any(len(results) > 1 for results in groups.values())


def _result(row: OddsRow) -> tuple[object, ...]:
    return (row.get("hands"), row.get("outcomes"), row.get("advantage"), row.get("undetermined"))
