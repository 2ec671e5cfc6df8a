"""Formats the exclusion matrix of a game on a day as text: a grid, and below it every pair that is not simply allowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from pitboss.checker.runtime.operations import ClauseBasis
from pitboss.compiler.exclusion.matrix import (
    AbsentOffer,
    ExcludingClause,
    ExclusionGround,
    MatrixData,
    MatrixNeed,
    MatrixPair,
)
from pitboss.reports.color import paint
from pitboss.reports.wrap import wrapped

_GRID = 100
_MARKS = {"barred": "x", "impossible": "#", "open": "?", "conditional": "c", "required": "r", "allowed": "·"}
_COLOURS = {
    "barred": "fail",
    "impossible": "fail",
    "open": "open",
    "conditional": "open",
    "required": "bold",
    "allowed": "dim",
}
_SAYS = {
    "barred": "a clause bars the combination",
    "impossible": "their requirements exclude each other",
    "open": "the text is ambiguous, or its effective date is not established",
    "conditional": "barred under a further condition",
    "required": "one of the two requires the other",
    "allowed": "a lawful table may offer both",
}
_Paint = Callable[[str, str], str]


def matrix(data: MatrixData, color: bool = False) -> str:
    """
    >>> listed = {"game": {"title": "Tiles"}, "day": "2004-01-01", "offers": [], "equipment": [], "absent": [], "pairs": [], "requires": []}
    >>> print(matrix(listed), end="")
    Tiles on 2004-01-01: nothing is authorized
    """
    return "\n".join(line.rstrip() for line in _lines(data, paint(color))) + "\n"


def _lines(data: MatrixData, ink: _Paint) -> Iterator[str]:
    pairs = data["pairs"]
    if not data["offers"]:
        yield f"{data['game']['title']} on {data['day']}: nothing is authorized"
        yield from _absent(data)
        return
    kinds = Counter(o["kind"] for o in data["offers"])
    yield f"{data['game']['title']} on {data['day']}: {_many(kinds)}"
    yield ""
    yield from _grid(data, ink)
    yield ""
    counts = Counter(p["status"] for p in pairs)
    for status, mark in _MARKS.items():
        if counts[status]:
            yield f"  {ink(_COLOURS[status], mark)}  {counts[status]:>3} {status}: {_SAYS[status]}"
    yield from _offers(data)
    for status in ("barred", "impossible", "open", "conditional"):
        some = [p for p in pairs if p["status"] == status]
        if some:
            yield ""
            yield ink("bold", status)
            for pair in some:
                yield from _pair(data, pair)
    if data["requires"]:
        yield ""
        yield ink("bold", "required")
        for need in data["requires"]:
            yield from _need(data, need)
    yield from _absent(data)


def _many(kinds: Counter[str]) -> str:
    listed = [f"{n} {kind}{'s' * (n > 1)}" for kind, n in kinds.items()]
    return " and ".join((", ".join(listed[:-1]), listed[-1])) if len(listed) > 1 else listed[0]


# ---- the grid: rows by name, columns by number


def _grid(data: MatrixData, ink: _Paint) -> Iterator[str]:
    things = [*data["offers"], *data["equipment"]]
    status = {frozenset((p["first"], p["second"])): p["status"] for p in data["pairs"]}
    wide = 3 if 4 + 24 + 3 * len(things) <= _GRID else 2
    room = min(max(len(t["title"]) for t in things), _GRID - 5 - wide * (len(things) - 1))
    for number, thing in enumerate(things, start=1):
        title = thing["title"] if len(thing["title"]) <= room else thing["title"][: room - 1] + "…"
        cells = (status.get(frozenset((thing["name"], other["name"]))) for other in things[: number - 1])
        marks = "".join(" " * (wide - 1) + (ink(_COLOURS[c], _MARKS[c]) if c else " ") for c in cells)
        yield f"{number:>3} {title:{room}} {marks}"
    numbers = [f"{n:>{wide}}" for n in range(1, len(things))]
    if wide == 3:
        yield " " * (room + 5) + "".join(numbers)
        return
    yield " " * (room + 5) + "".join(f" {n // 10 or ' '}" for n in range(1, len(things)))
    yield " " * (room + 5) + "".join(f" {n % 10}" for n in range(1, len(things)))


# ---- available offers, and others


def _offers(data: MatrixData) -> Iterator[str]:
    always = [f"{o['title']} ({_cites(o['required'])})" for o in data["offers"] if o["required"]]
    if always:
        yield ""
        yield from wrapped("every table must offer: ", ", ".join(always))
    maybe = [f"{o['title']} ({_cites(o['perhaps'])})" for o in data["offers"] if o["perhaps"]]
    if maybe:
        yield ""
        yield from wrapped("open whether every table must offer: ", ", ".join(maybe))
    doubtful = [
        f"{o['title']}, {o['since']} ({_cite(o['clause'])})" for o in data["offers"] if o["authority"] == "open"
    ]
    if doubtful:
        yield ""
        yield from wrapped("open, since the start is only inferred: ", "; ".join(doubtful))
    for offer in data["offers"]:
        if offer["alone"] != "lawful":
            yield ""
            kind = "cannot lawfully be offered on that day" if offer["alone"] == "impossible" else "is open by itself"
            yield f"{offer['title']} {kind}"
            yield from _grounds(data, offer["grounds"])


def _absent(data: MatrixData) -> Iterator[str]:
    if data["absent"]:
        listed = [f"{a['title']} ({_when(a)})" for a in data["absent"]]
        yield ""
        yield from wrapped("not authorized on that day: ", "; ".join(listed))


def _when(absent: AbsentOffer) -> str:
    return f"from {_day(absent)}" if absent["since"] else f"until {absent['until']}"


def _day(of: AbsentOffer | ExcludingClause) -> str:
    return str(of["since"]) + (", inferred" if of["basis"] == ClauseBasis.INFERRED else "")


# ---- pairs and the clauses behind them


def _pair(data: MatrixData, pair: MatrixPair) -> Iterator[str]:
    first, second = data["titles"][pair["first"]], data["titles"][pair["second"]]
    stated = f" ({pair['stated']})" if pair["stated"] else ""
    yield f"  {first} × {second}{stated}"
    yield from _grounds(data, pair["grounds"])
    if pair["alike"]:
        yield "      If all of these are read in the same way, the two may never be combined."


def _need(data: MatrixData, need: MatrixNeed) -> Iterator[str]:
    clauses = dict.fromkeys(_cite(c) for g in need["grounds"] for c in g["clauses"])
    through = dict.fromkeys(data["titles"][n] for g in need["grounds"] for n in g["through"])
    how = f", through {' and '.join(through)}" if through else ""
    open_ = ", open" if need["status"] == "open" else ""
    text = (
        f"{data['titles'][need['first']]} requires {data['titles'][need['second']]}{how}{open_}: {', '.join(clauses)}"
    )
    yield from wrapped("  ", text)


def _grounds(data: MatrixData, grounds: list[ExclusionGround]) -> Iterator[str]:
    """Each clause once: several sets of clauses may exclude a pair, and share some."""
    through = dict.fromkeys(data["titles"][n] for g in grounds if g["how"] != "condition" for n in g["through"])
    if through:
        also = "also " if any(g["how"] == "stated" for g in grounds) else ""
        yield from wrapped("      ", f"{also}through {' and '.join(through)}")
    for clause in data["clauses"]:
        listed = [g for g in grounds if clause in g["clauses"]]
        read = {r["reading"]: None for g in listed for r in g["readings"] if r["clause"] == clause}
        for reading in read or ([""] if listed else []):
            yield from _clause(data, clause, reading, listed)


def _clause(data: MatrixData, clause: str, reading: str, grounds: list[ExclusionGround]) -> list[str]:
    known = data["clauses"][clause]
    phrase = next((r["words"] for r in known["readings"] if r["name"] == reading), known["words"]).rstrip(".")
    ours = [g for g in grounds if not reading or {"clause": clause, "reading": reading} in g["readings"]]
    for v in {
        v["is"]: v for g in ours for v in g["values"] if v["clause"] == clause and v["is"] not in phrase
    }.values():
        phrase += f"; that is, {data['titles'][v['field']]}: {v['is']}"
    since = f"since {_day(known)}" if known["since"] else "since ever"
    since = f"open before {_day(known)}" if known["doubtful"] else since
    return wrapped(f"      {known['cite']:18} ", f"{phrase} [{since}{f'; read as {reading}' if reading else ''}]")


def _cites(clauses: list[str]) -> str:
    return ", ".join(dict.fromkeys(_cite(c) for c in clauses))


def _cite(clause: str) -> str:
    return clause.partition("/")[0]
