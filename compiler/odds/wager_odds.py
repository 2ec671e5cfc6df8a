"""The odds of one wager: a row for each choice, each reading and each table that the law has for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from pitboss.compiler.front.walk import of_round
from pitboss.compiler.model.citations import resolved
from pitboss.compiler.model.rulebook import Name
from pitboss.compiler.odds import choices
from pitboss.compiler.odds.active_law import Law, Needs, Said, needs
from pitboss.compiler.odds.deal_space import Setting, asker, held, setting, spaces
from pitboss.compiler.odds.equivalence_classes import merged, questions
from pitboss.compiler.odds.evaluate import Asker, Case
from pitboss.compiler.odds.formatting import decimal, words
from pitboss.compiler.odds.payoff import (
    Paytable,
    Settled,
    asked_of,
    clauses_of,
    floors,
    has_rows,
    pays_each,
    paytables,
    row_asks,
    settle,
)
from pitboss.compiler.odds.sample_space import Block
from pitboss.compiler.odds.wheel_and_dice import drawn
from pitboss.grammar import tree as t

Json = dict[str, Any]


def rows_of(law: Law, name: Name, memory: dict[Any, Any]) -> list[Json]:
    """The rows of a wager. `memory` keeps the spaces, which wagers of a game share."""
    wager, found = name.name, _needs(law, name.name)
    head = {"wager": wager, "title": name.title, "game": law.game, "cite": name.cite}
    rowed = any(s.checks[0].subject.of == wager for s in law.said.get("outcome", ()))
    if not law.results(wager, "wins") and not rowed:
        return [{**head, "undetermined": "no rule in hand says when it wins"}]
    where = setting(law, found)
    if where.problem:
        return [{**head, "undetermined": where.problem}]
    made: list[Json] = []
    by_decks = where.parts and isinstance(where.decks, str)
    decks: tuple[int | None, ...] = choices.deck_counts(law, wager) if by_decks else (None,)
    blocks = _blocks(law, wager, found, where, decks, memory) if where.parts else {}
    if where.parts and not blocks:
        return [{**head, "undetermined": _too_many(law, found)}]
    for chosen, many in choices.choices(law, wager, found, decks):
        for unit in choices.units(law, wager):
            tables = [*_tables(law, wager, many, unit, chosen)]
            if not tables and many is not None:
                made.append(
                    {
                        **head,
                        "decks": many,
                        "option": {},
                        "readings": {},
                        "undetermined": "the law has no table for so many decks",
                    }
                )
            for table in tables:
                made += _readings(law, head, found, where, blocks, Chosen(chosen, many, unit, table))
    return _joined(made) or [{**head, "undetermined": "no choice of what it hangs on is lawful"}]


def _needs(law: Law, wager: str) -> Needs:
    floor = floors(law, wager) if not has_rows(law, wager) or pays_each(law, wager) else []
    return needs(law, [*clauses_of(law, wager), *floor], row_asks(law, wager))


def _blocks(
    law: Law, wager: str, found: Needs, where: Setting, decks: tuple[int | None, ...], memory: dict[Any, Any]
) -> dict[int, list[Block]]:
    """What can be dealt, for each number of decks, hands together that no question of the wager tells apart."""
    whole = spaces(found, where, [where.shoe(d) for d in decks], memory)
    if not whole:
        return {}
    asked = questions(law, [*found.asked, *asked_of(law, wager)])
    key = (where.parts, id(whole), frozenset(asked))
    if key not in memory:
        memory[key] = {d: merged(law, lots, partial(held, where), asked) for d, lots in whole.items()}
    return memory[key]  # type: ignore[no-any-return]


def _tables(
    law: Law, wager: str, decks: int | None, unit: Fraction, chosen: dict[str, Any]
) -> Iterator[Paytable | None]:
    """The tables that can apply: of those by decks the one of these decks, of those by stake the one of this stake."""
    listed: list[Paytable | None] = []
    case = _case(law, wager, chosen, {}, unit, None, decks)
    for table in paytables(law, wager):
        if table.where and decks is not None and table.where[0] != f"decks {decks}":
            continue
        if table.said and not _applies(law, case, table.said, wager, unit):
            continue
        if not any(_same(table, other) for other in listed if other):
            listed.append(table)
    names = [{row.name for row in table.rows} for table in listed if table]
    listed = [
        table for table in listed if table and not any({row.name for row in table.rows} < other for other in names)
    ]
    yield from listed or ([] if has_rows(law, wager) else [None])


def _same(a: Paytable, b: Paytable) -> bool:
    return (a.name, a.rows) == (b.name, b.rows)


def _applies(law: Law, case: Case, said: Said, wager: str, unit: Fraction) -> bool:
    """Not excluded by what is known; what else is offered, or filed of it, is left open."""
    asked = Asker(law, case, Block((), np.ones(1, np.int64), (1,)), {})
    for condition in said.checks[0].conditions:
        found = _open(asked, condition, wager, unit)
        if found is False:
            return False
    return True


def _open(asked: Asker, e: Any, wager: str, unit: Fraction) -> bool | None:
    match e:
        case t.Not(item):
            inner = _open(asked, item, wager, unit)
            return None if inner is None else not inner
        case t.All(items) | t.Any(items):
            all_ = [_open(asked, i, wager, unit) for i in items]
            decisive = isinstance(e, t.Any)
            return decisive if decisive in all_ else None if None in all_ else not decisive
        case t.Offered() | t.Call():
            return None
        case t.Path(name) if name in asked.law.meanings:
            return _open(asked, asked.law.meanings[name], wager, unit)
        case t.Path(name) if name in asked.law.book.fields:
            return None
        case t.Comparison(sign, t.Path("stakes", of), t.Literal(_, Fraction() as value)) if of == wager:
            return {
                "<": unit < value,
                ">": unit > value,
                "=": unit == value,
                "<=": unit <= value,
                ">=": unit >= value,
            }.get(sign)
        case t.Comparison(_, t.Call(), _):
            return None
    truth = asked.truth(e)
    return None if np.any(truth.unknown) else bool(np.all(truth.yes))


def _case(
    law: Law,
    wager: str,
    chosen: dict[str, Any],
    readings: Any,
    unit: Fraction,
    table: Paytable | None,
    decks: int | None,
) -> Case:
    offers = choices.offered(law, wager)
    stakes = dict.fromkeys(offers, unit)
    if law.book.names[wager].kind != "wager":  # an option stands beside the wagers it speaks of
        stakes |= {n.name: unit for n in law.wagers() if n.kind == "wager"}
    pays = {(wager, row.name): row.value for row in table.rows} if table else {}
    options = dict(chosen) if decks is None else {**chosen, "decks": decks}
    return Case(options, readings, stakes, offers, pays)


# ---- one choice, in every reading


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the licensee and the player chose."""

    options: dict[str, Any]
    decks: int | None
    unit: Fraction
    table: Paytable | None


def _readings(
    law: Law, head: Json, found: Needs, where: Setting, blocks: dict[int, list[Block]], made: Chosen
) -> Iterator[Json]:
    for readings in choices.readings(found):
        case = _case(law, head["wager"], made.options, readings, made.unit, made.table, made.decks)
        if where.parts:
            mine = blocks[where.shoe(made.decks)]
            askers = [asker(law, case, block, where) for block in mine]
        else:
            block, values = drawn(law, case, found)
            askers = [Asker(law, case, block, {}, values)]
        yield {**_head(law, head, found, made, readings), **_counted(law, head["wager"], askers, made.table, made.unit)}


def _head(law: Law, head: Json, found: Needs, made: Chosen, readings: Any) -> Json:
    told: Json = {**head, "option": {k: _text(v) for k, v in made.options.items()}}
    if made.decks is not None:
        told["decks"] = made.decks
    if made.unit != 1 or len(choices.units(law, head["wager"])) > 1:
        told["stake"] = f"${made.unit}"
    if made.table and made.table.name:
        told["paytable"] = made.table.name
    if made.table and made.table.least:
        told["least"] = True
    if law.book.names[head["wager"]].kind != "wager" and made.table and any(r.kind == "money" for r in made.table.rows):
        told["no_stake"] = True
    told["readings"] = {" or ".join(sorted(group)): name for group, name in readings.items()}
    told["clauses"] = sorted(found.clauses)
    told["rests_on"] = sorted(_elsewhere(law, found))
    return told


def _elsewhere(law: Law, found: Needs) -> Iterator[str]:
    """Provisions that the chances rest on and that are not in hand."""
    for said in found.clauses.values():
        if said.clause.kind in ("chance", "deal", "derived"):
            for cite in said.version.per:
                section = resolved(cite.reading or cite.printed, said.clause.section)[0]
                if law.book.section(section) is None:
                    yield section


def _text(value: Any) -> str:
    if isinstance(value, Fraction):
        return f"{value * 100}%" if 0 < value < 1 else str(value)
    return str(value)


def _counted(law: Law, wager: str, askers: list[Asker], table: Paytable | None, unit: Fraction) -> Json:
    met: dict[tuple[str, Fraction, Fraction], int] = {}
    places: dict[tuple[str, Fraction, Fraction], tuple[int, ...]] = {}
    total = unknown = by_default = 0
    overlaps: dict[str, None] = {}
    gaps: dict[str, None] = {}
    missing: dict[str, None] = {}
    assumed: dict[str, None] = {}
    for number, asked in enumerate(askers):
        settled: Settled = settle(asked, wager, table, unit)
        block = asked.block
        total += block.total(True) - block.total(settled.excluded)
        unknown += block.total(settled.unknown)
        by_default += block.total(settled.by_default)
        for end in settled.ends:
            if many := block.total(end.mask):
                label = (end.name, end.net / unit, end.meter)
                met[label] = met.get(label, 0) + many
                places.setdefault(label, (number, block.lot(end.mask)))
        overlaps |= dict.fromkeys(settled.overlaps)
        gaps |= dict.fromkeys(settled.gaps)
        missing |= asked.missing
        assumed |= asked.assumed
    counts = {label: met[label] for label in sorted(met, key=lambda label: places[label])}  # stable: as they were met
    if unknown or not total:
        names = ", ".join(words(law, m) for m in missing)
        return {
            "undetermined": f"not in hand, or left to the players: {names}" if names else "nothing says how it ends"
        }
    if not any(net > 0 or share for _, net, share in counts):
        return {"undetermined": "nothing wins here"}
    assert sum(counts.values()) == total, (wager, sum(counts.values()), total)
    return _figures(counts, total, by_default, overlaps, gaps, assumed, law)


def _too_many(law: Law, found: Needs) -> str:
    """Why hands are not counted: what people choose stands before how many there are."""
    fields = {name: law.book.fields[path.name] for name, path in found.paths.items() if path.name in law.book.fields}
    chosen = [
        words(law, name) for name, field in fields.items()
        if of_round(law.book, field.name) and field.type.kind == "count"
        and field.name not in law.derived and field.name not in law.chances
    ]  # fmt: skip
    if chosen:
        return f"not in hand, or left to the players: {', '.join(chosen)}"
    return "its hands are too many to be counted one by one"


def _figures(counts: Any, total: int, by_default: int, overlaps: Any, gaps: Any, assumed: Any, law: Law) -> Json:
    back = sum((Fraction(many, total) * net for (_, net, _), many in counts.items()), Fraction(0))
    meter = sum((Fraction(many, total) * share for (_, _, share), many in counts.items()), Fraction(0))
    won = sum(many for (_, net, share), many in counts.items() if net > 0 or share)
    told: Json = {
        "hands": total,
        "outcomes": [
            {"name": name, "count": many, "probability": str(Fraction(many, total)), "net": str(net)}
            | ({"meter": str(share)} if share else {})
            for (name, net, share), many in counts.items()
        ],
        "hit": str(Fraction(won, total)),
        "advantage": str(-back),
        "decimal": decimal(-back),
    }
    if meter:
        told["meter"] = str(meter)
    if by_default:
        told["lost_by_default"] = by_default
    told |= {"overlaps": [*overlaps]} if overlaps else {}
    told |= {"gaps": [*gaps]} if gaps else {}
    told |= {"assumes": [_assumed(law, a) for a in assumed]} if assumed else {}
    return told


def _assumed(law: Law, what: str) -> str:
    """What a figure takes for granted, in words: of a field that it is not so, or that there is none."""
    if what not in law.book.fields:
        return what
    flag = law.book.fields[what].type.kind == "flag"
    return f"it is not so that {words(law, what)}" if flag else f"no {words(law, what)}"


def _joined(made: list[Json]) -> list[Json]:
    """Without the choices and readings that nowhere make a difference, and each row once."""
    for part in ("option", "readings"):
        for key in dict.fromkeys(k for row in made for k in row[part]):
            if not _matters(part, key, made):
                for row in made:
                    row[part] = {k: v for k, v in row[part].items() if k != key}
    seen: dict[str, Json] = {}
    for row in made:
        told = "undetermined" not in row
        seen.setdefault(
            repr({k: v for k, v in row.items() if k != "assumes" and (told or k not in ("decks", "option"))}), row
        )
    for row in seen.values():
        if "undetermined" in row and "decks" in row and not any("advantage" in r for r in made):
            del row["decks"]
    return [*seen.values()]


def _matters(part: str, key: str, made: list[Json]) -> bool:
    """Whether two rows that differ in this alone differ in their figures."""
    groups: dict[str, set[str]] = {}
    for row in made:
        apart = {p: {k: v for k, v in row[p].items() if (p, k) != (part, key)} for p in ("option", "readings")}
        same = repr((apart, *(row.get(k) for k in ("decks", "stake", "paytable"))))
        groups.setdefault(same, set()).add(repr(_result(row)))
    return any(len(results) > 1 for results in groups.values())


def _result(row: Json) -> Any:
    return (row.get("hands"), row.get("outcomes"), row.get("advantage"), row.get("undetermined"))
