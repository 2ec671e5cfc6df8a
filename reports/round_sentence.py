"""An example of a clause on rounds in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.compiler.witness.entries import Example, Unshown
from pitboss.compiler.witness.round_entries import RoundTable, RoundWitness, RoundWitnesses, Row
from pitboss.grammar.json_types import Json
from pitboss.reports.verdict_verb import verb

_PLACE = ("seat", "player", "hand")


def round_sentence(catalog: Catalog, witnesses: RoundWitnesses, known: RoundWitness | Unshown) -> str:
    """An example in one sentence, or why there is none."""
    if isinstance(known, Unshown):
        return f"no example of a {'breach' if known.example is Example.BREACH else 'round that satisfies it'}: {known.reason}"
    table = witnesses.tables[known.table]
    told = "; ".join(_row(catalog, row, len({one["round"] for one in known.rows}) > 1) for row in known.rows)
    also = [f"{clause} {verb(verdict)}" for verdict, clause in known.also]
    more = f" (not alone: {', '.join(also)})" if also else ""
    return f"{verb(known.verdict)} on {known.day}: {catalog.names[table.game].title}{_offers(catalog, table)}; {told}{more}"


def _offers(catalog: Catalog, table: RoundTable) -> str:
    named = [_title(catalog, path[1]) for path in sorted(table.facts) if path[0] == "offers" and len(path) == 2]
    return f", a table with {', '.join(named)}" if named else ""


def _row(catalog: Catalog, row: Row, several: bool) -> str:
    place = [f"round {row['round']}"] if several else ["a round"]
    place += [f"{name} {row[name]}" for name in _PLACE if name in row]
    facts = ", ".join(_facts(catalog, row))
    return " ".join(place) + (f" with {facts}" if facts else " of which nothing else is recorded")


def _facts(catalog: Catalog, row: Row) -> Iterator[str]:
    for column, value in row.items():
        if column not in ("round", *_PLACE):
            name, _, wager = column.partition(".")
            of = f" of {_title(catalog, wager)}" if wager else ""
            yield f"{_title(catalog, name)}{of} {_value(value)}"


def _title(catalog: Catalog, name: str) -> str:
    known = catalog.names.get(name)
    return known.title if known else name.replace("_", " ")


def _value(value: Json) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")
