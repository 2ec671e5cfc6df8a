"""Groups the rows of the odds engine by wager for `pitboss.odds/1`: with titles, readings and their differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.compiler.odds.odds_row import EngineOutcome, OddsRow, OddsRows
from pitboss.grammar.json_types import JsonObject

Given = dict[str, str]  # name, title and value of an option
_SEPARATOR = " + "  # between wagers that are computed together
_TABLE = "selection"  # the key under which a filing selects a whole paytable


def by_wager(counted: OddsRows, catalog: Catalog) -> JsonObject:
    """The `pitboss.odds/1` document. `counted`: the result of `engine.odds`; `catalog`: the titles and the grounds of readings.

    >>> lost = {"name": "lost", "count": 2, "probability": "1", "net": "-1"}
    >>> row = {"wager": "lamp", "title": "lamp wager", "game": "tiles", "cite": "1:1-9.1(a)", "option": {}, "readings": {}, "clauses": [],
    ...        "hands": 2, "outcomes": [lost], "hit": "0", "advantage": "1", "decimal": "1.0"}
    >>> document = by_wager({"as_of": "2004-01-01", "rulebook": "d", "rows": [row]}, Catalog("d"))
    >>> document["wagers"][0]["figures"][0]["outcomes"][0]["pays"], document["undetermined"]
    ('lost', [])
    """
    names = {t.name: t.title for t in catalog.terms}
    grounds = _grounds(catalog)
    rows: dict[str, list[OddsRow]] = {}
    for row in counted["rows"]:
        rows.setdefault(row["wager"], []).append(row)
    wagers = [_wager(some, names, grounds) for some in rows.values() if any("outcomes" in row for row in some)]
    return {
        "schema": "pitboss.odds/1", "as_of": counted["as_of"], "rulebook": counted["rulebook"],
        "wagers": wagers, "undetermined": [u for some in rows.values() for u in _undetermined(some, names)],
    }  # fmt: skip


def _wager(rows: list[OddsRow], names: Mapping[str, str], grounds: Mapping[tuple[str, str], str]) -> JsonObject:
    counted = [row for row in rows if "outcomes" in row]
    figures = [_figure(row, names, grounds) for row in counted]
    wrong = dict.fromkeys(each for row in counted for each in (*row.get("overlaps", ()), *row.get("gaps", ())))
    clauses = dict.fromkeys(c.partition("/")[0] for row in counted for c in row["clauses"])
    return {
        **_head(rows[0]),
        "cites": list(dict.fromkeys([rows[0]["cite"], *clauses])),
        "figures": figures,
        "differences": list(_differences(counted, names)),
        "partition": {"proved": not wrong, "counterexample": list(wrong) or None},
        "notes": list(dict.fromkeys(note for row in counted for note in _notes(row))),
    }


def _head(row: OddsRow) -> JsonObject:
    wager = row["wager"]
    return {"wager": wager, "title": row["title"], "game": row["game"], "of": wager.split(_SEPARATOR)}


def _figure(row: OddsRow, names: Mapping[str, str], grounds: Mapping[tuple[str, str], str]) -> JsonObject:
    read = row["readings"].values()
    return {
        "given": _given(row, names),
        "readings": [{"name": name, "ground": _ground(row["clauses"], name, grounds)} for name in read],
        "space": str(row["hands"]),
        "outcomes": [_outcome(o, not row.get("no_stake")) for o in row["outcomes"]],
        "hit": row["hit"], "edge": row["advantage"], "edge_decimal": row["decimal"], "decision": _decision(row),
        **({"payouts": row["payouts"]} if "payouts" in row else {}),
        **({"floor": True} if row.get("least") else {}),
    }  # fmt: skip


def _decision(row: OddsRow) -> str | None:
    """The decision rule of the player; None if the player has no choice."""
    if "folded" not in row:
        return None
    return f"the player sees the cards and makes the choice with the highest expected value; {row['folded']} of all hands are folded"


def _given(row: OddsRow, names: Mapping[str, str]) -> list[Given]:
    """The options, decks, stake and paytable that distinguish a figure from the others of its wager."""
    given = [(key.partition(" of ")[0], value) for key, value in row.get("option", {}).items()]
    found = [(name, names.get(name, name.replace("_", " ")), value) for name, value in given]
    if "decks" in row:
        found.append(("decks", "decks", str(row["decks"])))
    if "stake" in row:
        found.append(("stake", "stake", row["stake"]))
    if "paytable" in row:
        found.append((_TABLE, "paytable", row["paytable"]))
    return [{"name": name, "title": title, "value": value} for name, title, value in found]


def _outcome(outcome: EngineOutcome, staked: bool) -> JsonObject:
    """One outcome, as the document has it.

    >>> fives = {"name": "five aces", "count": 1, "probability": "1"}
    >>> [_outcome({**fives, "net": net}, False)["pays"] for net in ("5000", "1/2", "0")]
    ['$5,000', '1/2', 'nothing']
    """
    net, meter = Fraction(outcome["net"]), outcome.get("meter")
    pays = (
        _pays(net)
        if staked
        else f"${net.numerator:,}"
        if net.denominator == 1 and net
        else str(net)
        if net
        else "nothing"
    )
    title = outcome.get("title") or _title(outcome["name"].replace("_", " "), pays)
    if meter:
        share = f"{float(Fraction(meter) * 100):g}% of the meter"
        pays = share if net <= 0 else f"{pays} and {share}"
    return {
        "name": outcome["name"], "title": title, "count": outcome["count"], "probability": outcome["probability"],
        "pays": pays, "net": outcome["net"],
        **({"charge": outcome["charge"]} if "charge" in outcome else {}),
    }  # fmt: skip


def _title(name: str, pays: str) -> str:
    """The title of an outcome that has none in the rules.

    >>> _title("paid 14", "14 to 1"), _title("win, charged", "0.95 to 1"), _title("two pair", "2 to 1")
    ('win at 14 to 1', 'win, with a charge', 'two pair')
    """
    if name.startswith("paid "):
        return f"win at {pays}"
    return name.replace(", charged", ", with a charge")


def _pays(net: Fraction) -> str:
    """The net of a stake of one, in words.

    >>> [_pays(Fraction(n)) for n in ("5/2", "5000", "1/3", "0", "-1/2", "-1")]
    ['2.5 to 1', '5,000 to 1', '1/3 to 1', 'push', 'loses 1/2', 'lost']
    """
    if net > 0:
        plain = (
            f"{net.numerator:,}"
            if net.denominator == 1
            else f"{float(net):g}"
            if 100 % net.denominator == 0
            else str(net)
        )
        return f"{plain} to 1"
    return "push" if not net else "lost" if net == -1 else f"loses {-net}"


def _grounds(catalog: Catalog) -> dict[tuple[str, str], str]:
    """(clause, name of a reading) → its ground."""
    versions = ((clause.id, version) for clause in catalog.clauses for version in clause.versions)
    return {(id, r.name): r.ground for id, version in versions for r in version.readings}


def _ground(clauses: Iterable[str], name: str, grounds: Mapping[tuple[str, str], str]) -> str:
    return next((grounds[c, name] for c in clauses if (c, name) in grounds), "")


def _differences(rows: list[OddsRow], names: Mapping[str, str]) -> Iterator[JsonObject]:
    """The differences between readings with everything else equal, each once."""
    seen = set()
    for a, b in combinations(rows, 2):
        between = [", ".join(row["readings"].values()) for row in (a, b)]
        edge, conditions = abs(Fraction(a["advantage"]) - Fraction(b["advantage"])), _given(a, names)
        if conditions == _given(b, names) and between[0] != between[1]:
            given = ", ".join(f"{g['title']} {g['value']}" for g in conditions)
            key = (given, *between, edge)
            if key not in seen:
                seen.add(key)
                yield {"between": between, "given": given, "edge": str(edge)}


def _notes(row: OddsRow) -> Iterator[str]:
    """What a figure assumes or depends on in addition to the clauses that it names."""
    for assumed in row.get("assumes", ()):
        yield f"assumes: {assumed}"
    if row.get("rests_on"):
        yield f"depends on {', '.join(dict.fromkeys(row['rests_on']))}, whose text is not available"
    if row.get("no_stake"):
        yield "it pays money and has no stake: the figures are in dollars per round"
    if row.get("lost_by_default"):
        yield "a hand that no rule wins, pushes or loses counts as lost"
    if row.get("meter"):
        yield "payments from the meter are not included in the house advantage"


def _undetermined(rows: list[OddsRow], names: Mapping[str, str]) -> Iterator[JsonObject]:
    """Each reason once; with the options that it concerns, if the rest of the wager has figures."""
    whole = not any("outcomes" in row for row in rows)
    found: dict[str, list[list[Given]]] = {}
    for row in rows:
        if "undetermined" in row:
            found.setdefault(row["undetermined"], []).append(_given(row, names))
    for why, some in found.items():
        given = "" if whole else _listed(some)
        because = f"for {given}: {why}" if given else why
        yield {**_head(rows[0]), "because": because}


def _listed(many: list[list[Given]]) -> str:
    """The options that several figures are for, title by title.

    >>> _listed([[{"title": "decks", "value": n}, {"title": "wheel", "value": "single_zero"}] for n in ("3", "5")])
    'decks 3 or 5, wheel single zero'
    """
    values: dict[str, dict[str, None]] = {}
    for given in (g for some in many for g in some):
        values.setdefault(given["title"], {})[given["value"].replace("_", " ")] = None
    return ", ".join(f"{title} {' or '.join(some)}" for title, some in values.items())
