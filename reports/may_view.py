"""What a table may still offer, in the words of a pit manager, as data: the text, and the page of `pitboss serve`, lay it out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.checker.findings.fact_text import show
from pitboss.compiler.exclusion.may import (
    Answer,
    Grounds,
    LawfulInterval,
    LawfulLimit,
    Possible,
    PrintedChoice,
    Standing,
)
from pitboss.reports.view_data import LawfulPaytableView, MayView, PrintedView, ReasonView, StandingView, ThingView

_LAWFUL = {
    "yes": "",
    "open": "lawful under some reading of the law only",
    "no": "no table with these facts is lawful",
}
_HEADS = {
    Standing.MUST: "must have",
    Standing.SHOULD: "must have, under some reading of the law",
    Standing.MAY: "may also have",
    Standing.OPEN: "may have under some reading of the law only",
    Standing.NO: "may not have",
}


def may_view(answer: Answer, about: str) -> MayView:
    """The answer in words. `about`: the table, in words.

    >>> answer = Answer("tiles", "Tiles", "2004-01-01", "yes", (), (), (), (), (), {})
    >>> may_view(answer, "decks=6")["title"]
    'Tiles on 2004-01-01, decks=6'
    """
    return {
        "title": f"{answer.title} on {answer.day}" + (f", {about}" if about else ""),
        "lawful": answer.lawful,
        "verdict": _LAWFUL[answer.lawful],
        "conflict": _because(answer, answer.conflict),
        "standings": [*_standings(answer)],
        "limits": [{"title": each.title, "values": _limit(each), "cites": _cites(each.grounds)} for each in answer.limits],
        "paytables": [*map(_paytable, answer.paytables)],
    }


def _standings(answer: Answer) -> Iterator[StandingView]:
    things = (*answer.offers, *answer.equipment)
    for standing, head in _HEADS.items():
        if some := [p for p in things if p.standing is standing and _is_news(p)]:
            each: list[ThingView] = [{"title": _title(p), **_because(answer, p.grounds)} for p in some]
            yield {"standing": standing.value, "head": head, "things": each}


def _is_news(possible: Possible) -> bool:
    """Whether the answer adds to what is known: what is filed and lawful needs no line."""
    if possible.filed is None:
        return True
    return possible.filed == (possible.standing in (Standing.NO, Standing.OPEN)) or _is_missing(possible)


def _is_missing(possible: Possible) -> bool:
    return possible.filed is False and possible.standing in (Standing.MUST, Standing.SHOULD)


def _title(possible: Possible) -> str:
    return f"{possible.title}{' (not filed)' if _is_missing(possible) else ''}"


def _because(answer: Answer, grounds: Grounds) -> ReasonView:
    """The first ground in the words of its clauses, and the provisions of the others."""
    known = [answer.clauses[clause] for clause in (grounds[0] if grounds else ())]
    return {"clauses": [(each["cite"], _words(each["words"], each["since"])) for each in known], "also": _cites(grounds[1:])}


def _words(words: str, since: str | None) -> str:
    return words if words else f"authorized from {since}" if since else "not authorized"


def _cites(grounds: Grounds) -> str:
    each = ([clause.partition("/")[0] for clause in ground] for ground in grounds)
    return "; ".join(dict.fromkeys(" with ".join(dict.fromkeys(some)) for some in each))


def _limit(limit: LawfulLimit) -> str:
    certain = _values(limit, limit.choices or limit.intervals)
    under_some = _values(limit, limit.open)
    if not certain:
        return f"{under_some}, under some reading of the law only" if under_some else "no value is lawful with these facts"
    return certain + (f"; under some reading of the law also {under_some}" if under_some else "")


def _values(limit: LawfulLimit, values: tuple[str, ...] | tuple[LawfulInterval, ...]) -> str:
    each = [_interval(limit, v) if isinstance(v, LawfulInterval) else _choice(limit, v) for v in values]
    return " or ".join(dict.fromkeys(each))


def _choice(limit: LawfulLimit, value: str) -> str:
    return {"True": "yes", "False": "no"}.get(value, value.replace("_", " ")) if limit.type == "flag" else value.replace("_", " ")


def _interval(limit: LawfulLimit, interval: LawfulInterval) -> str:
    low, high = interval.low, interval.high
    if low is not None and low == high:
        return _number(limit, low)
    words = []
    if low is not None:
        words.append(f"{'more than' if interval.above else 'at least'} {_number(limit, low)}")
    if high is not None:
        words.append(f"{'less than' if interval.below else 'at most'} {_number(limit, high)}")
    return " and ".join(words) or "any"


def _number(limit: LawfulLimit, value: Fraction) -> str:
    whole = int(value) if value.denominator == 1 else value
    return show(whole, (limit.type,))


def _paytable(paytable: PrintedChoice) -> LawfulPaytableView:
    tables: list[PrintedView] = [{"title": each.title or "", "rows": [[*row] for row in each.rows]} for each in paytable.tables]
    return {"title": paytable.title, "values": paytable.expected, "cites": paytable.clause.partition("/")[0], "tables": tables}
