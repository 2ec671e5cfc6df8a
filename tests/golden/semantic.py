"""The semantic set: clause, place, verdict and values. It changes only where a commit states a bug or a change of law.

Prose stays out: of an expectation and of what was found only the figures count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from tests.support.verdicts import command, judged, load_catalog, result, shown, tables

ROUNDS = "tests/golden/rounds"
BOARDWALK, LIGHTHOUSE = "examples/boardwalk", "examples/lighthouse"

DAYS = ("1980-01-01", "1989-01-01", "1994-01-01", "1999-01-01", "2004-06-01", "2006-02-01", "2007-07-01",
        "2009-06-01", "2011-01-01")  # fmt: skip
MADEUP_DAYS = ("2003-01-01", "2005-06-01", "2006-06-01", "2007-06-01")
EXPIRED = ("2012-01-01",)
MATRIX_DAYS = ("1994-01-01", "2002-01-01", "2011-06-08")
ODDS_DAYS = ("2002-01-01", "2011-06-08")

PREVIOUS = {
    BOARDWALK: f"{BOARDWALK}-troubled",
    f"{BOARDWALK}-troubled": BOARDWALK,
    LIGHTHOUSE: f"{LIGHTHOUSE}-troubled",
    f"{LIGHTHOUSE}-troubled": LIGHTHOUSE,
}
ROUND_FILINGS = tuple(
    f"tests/rounds/{name}.yaml"
    for name in ("box", "cards", "chemin", "following", "four", "low", "mini", "money", "seven", "three", "wheel",
                 "tables/blackjack", "tables/pai_gow_poker")
)  # fmt: skip
OWN_RULES = {
    "tests/madeup/floor.yaml": ("tests/madeup/words", "tests/madeup/rules"),
    "tests/timeline/filing.yaml": ("tests/madeup/words", "tests/timeline/rules"),
}
FILINGS = (*PREVIOUS, *ROUND_FILINGS, *OWN_RULES)

AUDITED = {  # records in `rounds/` → the filing that they are audited by
    "box": "box", "cards": "cards", "chemin": "chemin", "following": "following", "following-bank": "following",
    "four": "four", "low": "low", "mini": "mini", "money": "money", "seven": "seven", "tables-blackjack": "tables/blackjack",
    "tables-pai_gow_poker": "tables/pai_gow_poker", "three": "three", "wheel": "wheel",
}  # fmt: skip
ENGINES = ("plain", "columnar")

_FIGURE = re.compile(r"-?\$?\d[\d,]*(?:\.\d+)?(?:/\d+)?%?(?: to \d+)?")


# ---- check


def check(filing: str, days: tuple[str, ...]) -> str:
    """Every verdict and finding on a filing, on its effective date and on other days; equal runs are written once."""
    rules = OWN_RULES.get(filing, ())
    found = {"effective": result(filing, rules=rules)}
    if filing in PREVIOUS:
        found["previous"] = result(filing, previous=PREVIOUS[filing])
    found |= {day: result(filing, day, rules=rules) for day in days}
    runs = dict(sorted(found.items(), key=lambda run: run[1].as_of))
    clauses: dict[str, dict[str, dict[str, list[str]]]] = {}  # clause → what → places → runs
    for run, found in runs.items():
        places: dict[tuple[str, str], dict[str, None]] = {}
        for j in judged(found):
            quantity = "" if j.quantity is None else f" ={_data(j.quantity)}"
            places.setdefault((j.clause, f"{j.verdict}{quantity}"), {})[j.place] = None
        for s in shown(found):
            parts = [f"> {s.verdict}{' (floor)' if s.floor else ''}"]
            parts += [f"expects {_figures(s.expected.rpartition('which is ')[2])}"] if _figures(s.expected) else []
            parts += [f"has {_figures(s.actual)}"] if _figures(s.actual) else []
            parts += [f"at {', '.join(s.points)}"] if s.points else []
            parts += [f"approved by {s.approval}"] if s.approval else []
            if len(parts) > 1 or s.floor:  # else it repeats the verdict
                places.setdefault((s.clause, "; ".join(parts)), {})[s.place] = None
        for (clause, what), where in places.items():
            here = _compact(where, tables(found))
            clauses.setdefault(clause, {}).setdefault(what, {}).setdefault(here, []).append(run)
    lines = [f"effective {runs['effective'].as_of}"]
    for clause in sorted(clauses):
        lines.append(clause)
        for what, placed in sorted(clauses[clause].items()):
            lines += sorted(f"  {what} | {where} | {_spans(on, list(runs))}" for where, on in placed.items())
    return _text(lines)


def _compact(places: Iterable[str], floor: list[tuple[str, str]]) -> str:
    """Tables in the order of the filing, neighbors as a span, all of a game by its name."""
    by_name: dict[str, set[str]] = {}
    for place in places:
        name, _, number = place.rpartition("@")
        by_name.setdefault(name, set()).add(number)
    return "; ".join(f"{name}@{_numbers(by_name[name], floor)}" if name else _numbers(by_name[name], floor)
                     for name in sorted(by_name))  # fmt: skip


def _numbers(numbers: set[str], floor: list[tuple[str, str]]) -> str:
    if numbers == {""}:
        return "licensee"
    games = list(dict.fromkeys(game for _, game in floor))
    whole = [game for game in games if {n for n, g in floor if g == game} <= numbers]
    rest = numbers - {n for n, g in floor if g in whole}
    reported = [
        "all" if len(whole) == len(games) else f"all {game}"
        for game in whole[: 1 if len(whole) == len(games) else None]
    ]
    return " ".join([*reported, *([_spans(rest, [n for n, _ in floor])] if rest else [])])


def _spans(some: Iterable[str], order: list[str]) -> str:
    """
    >>> _spans(["a", "b", "c", "e"], list("abcdef")), _spans("ab", list("ab"))
    ('a..c e', 'all')
    """
    target, found = set(some), []
    if target >= set(order) and len(order) > 1:
        return "all"
    run: list[str] = []
    for one in (*order, None):
        if one in target and one is not None:
            run.append(one)
        elif run:
            found.append(run[0] if len(run) == 1 else f"{run[0]}{'..' if len(run) > 2 else ' '}{run[-1]}")
            run = []
    return " ".join(found)


def _figures(prose: str) -> str:
    """
    >>> _figures("exactly $1,500 or 5% of it, at 4 to 1")
    '$1,500 5% 4 to 1'
    """
    return " ".join(match.rstrip(",") for match in _FIGURE.findall(prose))


def _data(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_data(part)}" for key, part in sorted(value.items(), key=str)) + "}"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(map(_data, value)) + ")"
    return "?" if value is None else str(value)


# ---- audit


def audit(name: str) -> str:
    """The verdicts on settled rounds, the same of every engine: counts per clause, and every breach with its figures."""
    found = {engine: _audited(name, engine) for engine in ENGINES}
    assert found["plain"] == found["columnar"], name
    reported = found["plain"]
    lines = [f"{reported['rounds']} rounds, {reported['rows']} rows, {reported['set_aside']} set aside"]
    lines += [f"set aside: {json.dumps(reported['reasons'])}"] if reported["reasons"] else []
    lines += [f"{len(reported['not_in_sequence'])} notes on sequence"] if reported["not_in_sequence"] else []
    breaches: dict[tuple[str, str], list[str]] = {}
    for f in reported["findings"]:
        where = f"{f['table']}/{f['round']}" + "".join(f"/{f[key]}" for key in ("seat", "hand") if f[key])
        expected = f["expected"]
        due = re.search(r" \(([^()]*)\)$", expected)
        expects = due[1] if due else " ".join(re.findall(r"\$[\d,.]*\d", expected)) or "-"
        lawful = " ".join(re.findall(r"\$[\d,.]*\d", "; ".join(f["lawful"]))) or "-"
        has = _figures(f["actual"]) or f["actual"].removeprefix("settled as ") or "-"
        line = f"  {f['verdict']} {where}: expects {expects}; has {has}; lawful {lawful}"
        breaches.setdefault((f["kind"], f["clause"]), []).append(line)
    for clause in sorted(reported["clauses"], key=lambda c: str(c["clause"])):
        counts = {verdict: many for verdict, many in clause["verdicts"].items() if verdict != "not applicable"}
        if counts:
            lines.append(f"{clause['clause']}: {', '.join(f'{v} {n}' for v, n in sorted(counts.items()))}")
            lines += breaches.pop(("clause", clause["clause"]), [])
    for entry in reported["ledger"]:
        lines.append(f"record {entry['clause']}: {entry['verdict']} {entry['rows']}")
        lines += breaches.pop(("record", entry["clause"]), [])
    assert not breaches
    return _text(lines)


def _audited(name: str, engine: str) -> Any:
    filing = f"tests/rounds/{AUDITED[name]}.yaml"
    records = f"{ROUNDS}/{name}.csv"
    code, out = command("rounds", "audit", records, "--filing", filing, "--engine", engine, "--format", "json")
    assert code == 1, (name, code)
    return json.loads(out)


# ---- odds and matrix


def games() -> list[str]:
    return [name for name, of in load_catalog().names.items() if of.kind == "game"]


def odds(game: str) -> str:
    """Exact odds of every wager of a game whose outcomes the text determines, over several days."""
    facts: dict[str, list[str]] = {}
    for day in ODDS_DAYS:
        code, out = command("law", "odds", game, "--as-of", day, "--format", "json")
        assert code == 0, (game, day, out)
        for line in _odds(json.loads(out)):
            facts.setdefault(line, []).append(day)
    return _text(f"{line} | {_spans(days, list(ODDS_DAYS))}" for line, days in facts.items())


def _odds(reported: Any) -> Iterator[str]:
    for wager in reported["wagers"]:
        for figure in wager["figures"]:
            given = [f"{g['name']}={g['value']}" for g in figure["given"]] + [r["name"] for r in figure["readings"]]
            outcomes = ", ".join(
                f"{o['name']} {o['count']} p={o['probability']} net={o['net']}" for o in figure["outcomes"]
            )
            of = f"{wager['wager']} [{', '.join(given)}]"
            yield f"{of}: hit {figure['hit']}, edge {figure['edge']}, space {figure['space']}: {outcomes}"
    for wager in reported["undetermined"]:
        yield f"{wager['wager']}: undetermined"


def matrix(game: str) -> str:
    """What may be offered together, and by which clauses not, over several days."""
    facts: dict[str, list[str]] = {}
    for day in MATRIX_DAYS:
        code, out = command("law", "matrix", game, "--as-of", day, "--format", "json")
        assert code == 0, (game, day, out)
        for line in _matrix(json.loads(out)):
            facts.setdefault(line, []).append(day)
    return _text(f"{line} | {_spans(days, list(MATRIX_DAYS))}" for line, days in sorted(facts.items()))


def _matrix(reported: Any) -> Iterator[str]:
    for offer in reported["offers"]:
        since = f"since {offer['since']} {offer['basis']}"
        yield f"offer {offer['name']}: {offer['kind']}, {offer['authority']}, {offer['alone']}, {since}{_grounds(offer)}"
    for absent in reported["absent"]:
        yield f"absent {absent['name']}"
    for pair in reported["pairs"]:
        if pair["status"] != "allowed":
            since = f" since {pair['since']}" if pair["since"] else ""
            yield f"pair {pair['first']} + {pair['second']}: {pair['status']}{since}{_grounds(pair)}"
    for need in reported["requires"]:
        yield f"needs {need['first']} → {need['second']}: {need['status']}{_grounds(need)}"
    yield f"{sum(pair['status'] == 'allowed' for pair in reported['pairs'])} pairs allowed"


def _grounds(one: Any) -> str:
    return "".join(f"; {g['how']} {' + '.join(g['clauses'])}" for g in one["grounds"])


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _name(filing: str) -> str:
    return filing.removeprefix("examples/").removeprefix("tests/").removesuffix(".yaml").replace("/", "-")


# ---- lint


def lint() -> str:
    """What lint finds in the law without odds: the count of each code, then provision, clause, days and register of each finding."""
    data = json.loads(command("law", "lint", "--format", "json")[1])
    counts = [f"{code} {count}" for code, count in data["totals"]["by_code"].items()]
    found = [
        " ".join([f["code"], f["provision"], f["clause"] or "-", f["since"] or "-", f["until"] or "-", *f["explained"]])
        for f in data["findings"]
    ]
    return "\n".join((*counts, f"register {data['totals']['register_found']}", "", *found)) + "\n"


SETS = {
    **{f"check/{_name(f)}.txt": (check, f, MADEUP_DAYS if f in OWN_RULES else DAYS) for f in FILINGS},
    "check/expired.txt": (check, BOARDWALK, EXPIRED),
    **{f"audit/{name}.txt": (audit, name) for name in AUDITED},
    **{f"odds/{game}.txt": (odds, game) for game in games()},
    **{f"matrix/{game}.txt": (matrix, game) for game in games()},
    "lint.txt": (lint,),
}
