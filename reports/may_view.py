"""What a table may still offer, in the words of a pit manager, as data: the text, and the page of `pitboss serve`, lay it out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from pitboss.checker.findings.fact_text import show
from pitboss.compiler.exclusion.may import (
    Answer,
    Grounds,
    LawfulInterval,
    LawfulLimit,
    LawfulPayouts,
    Possible,
    Standing,
)
from pitboss.reports.view_data import MayView, PayoutsView, PrintedView, ReasonView, StandingView, ThingView

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
        "limits": [
            {"title": each.title, "values": _limit(each), "cites": _cites(each.grounds), "stated": _stated(each)}
            for each in answer.limits
        ],
        "payouts": [*_payouts(answer.paytables)],
    }


def _standings(answer: Answer) -> Iterator[StandingView]:
    things = [p for p in (*answer.offers, *answer.equipment) if _is_news(p)]
    shared = [p for p in things if p.standing is Standing.OPEN and not _own(answer, p)]  # as open as the table itself
    for standing, head in _HEADS.items():
        some = [p for p in things if p.standing is standing and p not in shared]
        note = ""
        if standing is Standing.MAY:
            some += [p for p in shared if p in answer.offers]
            note = f"each by itself{', as far as the table itself is lawful' if shared else ''}"
        if some:
            each: list[ThingView] = [{"title": _title(p), **_because(answer, _own(answer, p))} for p in some]
            yield {"standing": standing.value, "head": head, "note": note, "things": each}


def _own(answer: Answer, possible: Possible) -> Grounds:
    """The grounds on which something is decided, without those on which the table itself is open."""
    if possible.standing is not Standing.OPEN:
        return possible.grounds
    return tuple(ground for ground in possible.grounds if ground not in answer.conflict)


def _is_news(possible: Possible) -> bool:
    """Whether the answer adds to what is known: what is there or not there lawfully needs no line."""
    if possible.filed is None:
        return True
    return possible.standing in ((Standing.NO, Standing.OPEN) if possible.filed else (Standing.MUST, Standing.SHOULD))


def _is_missing(possible: Possible) -> bool:
    return possible.filed is False and possible.standing in (Standing.MUST, Standing.SHOULD)


def _title(possible: Possible) -> str:
    return f"{possible.title}{' (not filed)' if _is_missing(possible) else ''}"


def _because(answer: Answer, grounds: Grounds) -> ReasonView:
    """The first ground in the words of its clauses, and the provisions of the others."""
    known = [answer.clauses[clause] for clause in (grounds[0] if grounds else ())]
    return {"clauses": [(each["cite"], each["words"]) for each in known], "also": _cites(grounds[1:], grounds[:1])}


def _cites(grounds: Grounds, named: Grounds = ()) -> str:
    """The provisions of the grounds: of two groups, one in the other, the smaller; without those that are named already.

    >>> _cites((("1:1-1.1/a", "1:1-1.2/b"), ("1:1-1.2/c",), ("1:1-1.3/d",)), (("1:1-1.3/e",),))
    '1:1-1.2'
    """
    known = [tuple(dict.fromkeys(clause.partition("/")[0] for clause in ground)) for ground in (*named, *grounds)]
    smallest = [some for some in dict.fromkeys(known) if not any({*other} < {*some} for other in known)]
    return "; ".join(" with ".join(some) for some in smallest if some not in known[: len(named)])


def _limit(limit: LawfulLimit) -> str:
    certain = _values(limit, limit.choices or limit.intervals)
    under_some = _values(limit, limit.open)
    if not certain:
        return (
            f"{under_some}, under some reading of the law only" if under_some else "no value is lawful with these facts"
        )
    return certain + (f"; under some reading of the law also {under_some}" if under_some else "")


def _stated(limit: LawfulLimit) -> str:
    """The value that is given, where the law leaves another one."""
    if not limit.stated:
        return ""
    value = _choice(limit, limit.stated) if limit.type in ("one_of", "flag") else _number(limit, Fraction(limit.stated))
    return "" if _limit(limit) == value else value


def _values(limit: LawfulLimit, values: tuple[str, ...] | tuple[LawfulInterval, ...]) -> str:
    each = [_interval(limit, v) if isinstance(v, LawfulInterval) else _choice(limit, v) for v in values]
    return " or ".join(dict.fromkeys(each))


def _choice(limit: LawfulLimit, value: str) -> str:
    if limit.type == "flag":
        return {"True": "yes", "False": "no"}[value]
    return show(Fraction(value), ("percent",)) if re.fullmatch(r"\d+/\d+", value) else value.replace("_", " ")


def _interval(limit: LawfulLimit, interval: LawfulInterval) -> str:
    low, high = interval.low, interval.high
    if limit.type == "count" and low is None and high is not None:
        low = Fraction(1)  # a filed count is at least 1
    if low is not None and low == high:
        return _number(limit, low)
    if low is not None and high is not None and not (interval.above or interval.below):
        between = "or" if limit.type == "count" and high == low + 1 else "to"
        return f"{_number(limit, low)} {between} {_number(limit, high)}"
    words = []
    if low is not None:
        words.append(f"{'more than' if interval.above else 'at least'} {_number(limit, low)}")
    if high is not None:
        words.append(f"{'less than' if interval.below else 'at most'} {_number(limit, high)}")
    return " and ".join(words) or "any"


def _number(limit: LawfulLimit, value: Fraction) -> str:
    whole = int(value) if value.denominator == 1 else value
    return show(whole, (limit.type,))


def _payouts(paid: tuple[LawfulPayouts, ...]) -> Iterator[PayoutsView]:
    """Single figures, wagers with equal ones together; then what is chosen from printed tables."""
    same: dict[tuple[str, str], list[str]] = {}
    for each in paid:
        if not each.tables:
            same.setdefault((_demand(each), each.clause.partition("/")[0]), []).append(each.title)
    for (demanded, cite), wagers in same.items():
        yield {"title": ", ".join(wagers), "values": demanded, "cites": cite, "tables": []}
    for each in paid:
        if each.tables:
            tables: list[PrintedView] = [
                {"title": one.title or "", "rows": [[*row] for row in one.rows]} for one in each.tables
            ]
            yield {
                "title": each.title,
                "values": _demand(each),
                "cites": each.clause.partition("/")[0],
                "tables": tables,
            }


def _demand(paid: LawfulPayouts) -> str:
    """
    >>> _demand(LawfulPayouts("runs", "runs", "1:1-1.1/runs-pays", "at least 2 to 1", ("not (it rains)", "it snows"), ()))
    'at least 2 to 1, unless it rains, if it snows'
    """
    under = [f"unless {c[5:-1]}" if c.startswith("not (") and c.endswith(")") else f"if {c}" for c in paid.conditions]
    return ", ".join((paid.expected, *under))
