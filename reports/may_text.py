"""Formats what a table may still offer as text for a pit manager."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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
from pitboss.reports.color import paint
from pitboss.reports.wrap import wrapped

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


def may_text(answer: Answer, about: str, color: bool = False) -> str:
    """The answer. `about`: the table, in words.

    >>> answer = Answer("tiles", "Tiles", "2004-01-01", "yes", (), (), (), (), (), {})
    >>> print(may_text(answer, "decks=6"), end="")
    Tiles on 2004-01-01, decks=6
    """
    return "\n".join(line.rstrip() for line in _lines(answer, about, paint(color))) + "\n"


def _lines(answer: Answer, about: str, ink: Callable[[str, str], str]) -> Iterator[str]:
    yield ink("bold", f"{answer.title} on {answer.day}" + (f", {about}" if about else ""))
    if answer.lawful != "yes":
        yield f"  {ink('fail' if answer.lawful == 'no' else 'open', _LAWFUL[answer.lawful])}"
        yield from _because(answer, answer.conflict, "    ")
    things = [p for p in (*answer.offers, *answer.equipment) if _is_news(p)]
    shared = [p for p in things if p.standing is Standing.OPEN and not _own(answer, p)]  # as open as the table itself
    for standing, head in _HEADS.items():
        some = [p for p in things if p.standing is standing and p not in shared]
        if standing is Standing.MAY:
            some += [p for p in shared if p in answer.offers]
        if not some:
            continue
        yield ""
        if standing is Standing.MAY:
            under = ", as far as the table itself is lawful" if shared else ""
            yield f"  {head} (each by itself{under}; see `pitboss law sets`)"
            yield from wrapped("    ", ", ".join(p.title for p in some))
            continue
        yield f"  {head}"
        for possible in some:
            yield f"    {possible.title}{' (not filed)' if _is_missing(possible) else ''}"
            yield from _because(answer, _own(answer, possible), "      ")
    if answer.limits:
        yield ""
        yield "  limits (each by itself)"
        for limit in answer.limits:
            yield from _paragraph(f"{limit.title}: {_limit(limit)} ({_cites(limit.grounds)}){_stated(limit)}")
    if answer.paytables:
        yield ""
        yield "  payouts"
        yield from _figures([paid for paid in answer.paytables if not paid.tables])
        for paid in answer.paytables:
            if paid.tables:
                yield from _paytable(paid)


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


def _because(answer: Answer, grounds: Grounds, indent: str) -> Iterator[str]:
    """The first ground in the words of its clauses, and the provisions of the others."""
    for n, clause in enumerate(grounds[0] if grounds else ()):
        known = answer.clauses[clause]
        yield from wrapped(f"{indent}{'and ' if n else ''}{known['cite']}: ", known["words"])
    if more := _cites(grounds[1:], grounds[:1]):
        yield from wrapped(f"{indent}also: ", more)


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
        return f"{under_some}, under some reading of the law only" if under_some else "no value is lawful with these facts"
    return certain + (f"; under some reading of the law also {under_some}" if under_some else "")


def _stated(limit: LawfulLimit) -> str:
    """The value that is given, where the law leaves another one."""
    if not limit.stated:
        return ""
    value = _choice(limit, limit.stated) if limit.type in ("one_of", "flag") else _number(limit, Fraction(limit.stated))
    return "" if _limit(limit) == value else f"; it is {value}"


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


def _paragraph(text: str) -> Iterator[str]:
    first, *more = wrapped("      ", text)
    yield from (first[2:], *more)


def _number(limit: LawfulLimit, value: Fraction) -> str:
    whole = int(value) if value.denominator == 1 else value
    return show(whole, (limit.type,))


def _figures(figures: list[LawfulPayouts]) -> Iterator[str]:
    """Single figures, wagers with equal ones together."""
    same: dict[tuple[str, str], list[str]] = {}
    for paid in figures:
        same.setdefault((_demand(paid), paid.clause.partition("/")[0]), []).append(paid.title)
    for (demand, cite), wagers in same.items():
        yield from _paragraph(f"{', '.join(wagers)}: {demand} ({cite})")


def _demand(paid: LawfulPayouts) -> str:
    """
    >>> _demand(LawfulPayouts("runs", "runs", "1:1-1.1/runs-pays", "at least 2 to 1", ("not (it rains)", "it snows"), ()))
    'at least 2 to 1, unless it rains, if it snows'
    """
    under = [f"unless {c[5:-1]}" if c.startswith("not (") and c.endswith(")") else f"if {c}" for c in paid.conditions]
    return ", ".join((paid.expected, *under))


def _paytable(paid: LawfulPayouts) -> Iterator[str]:
    yield from _paragraph(f"{paid.title}: {_demand(paid)} ({paid.clause.partition('/')[0]})")
    for table in paid.tables:
        if table.title:
            yield f"      {table.title}"
        width = [max(len(row[n]) if n < len(row) else 0 for row in table.rows) for n in range(len(table.rows[0]))]
        for row in table.rows:
            yield "        " + "  ".join(f"{cell:<{width[n]}}" for n, cell in enumerate(row))
