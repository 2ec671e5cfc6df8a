"""Formats what a table may still offer as text for a pit manager."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    things = (*answer.offers, *answer.equipment)
    for standing, head in _HEADS.items():
        some = [p for p in things if p.standing is standing and _is_news(p)]
        if not some:
            continue
        yield ""
        if standing is Standing.MAY:
            yield f"  {head} (each by itself; `pitboss law sets` shows what goes together)"
            yield from wrapped("    ", ", ".join(p.title for p in some))
            continue
        yield f"  {head}"
        for possible in some:
            yield f"    {possible.title}{' (not filed)' if _is_missing(possible) else ''}"
            yield from _because(answer, possible.grounds, "      ")
    if answer.limits:
        yield ""
        yield "  limits"
        for limit in answer.limits:
            yield from _paragraph(f"{limit.title}: {_limit(limit)} ({_cites(limit.grounds)})")
    if answer.paytables:
        yield ""
        yield "  paytables"
        for paytable in answer.paytables:
            yield from _paytable(paytable)


def _is_news(possible: Possible) -> bool:
    """Whether the answer adds to what is known: what is filed and lawful needs no line."""
    if possible.filed is None:
        return True
    return possible.filed == (possible.standing in (Standing.NO, Standing.OPEN)) or possible.filed is False and (
        possible.standing in (Standing.MUST, Standing.SHOULD)
    )  # fmt: skip


def _is_missing(possible: Possible) -> bool:
    return possible.filed is False and possible.standing in (Standing.MUST, Standing.SHOULD)


def _because(answer: Answer, grounds: Grounds, indent: str) -> Iterator[str]:
    """The first ground in the words of its clauses, and the provisions of the others."""
    for n, clause in enumerate(grounds[0] if grounds else ()):
        known = answer.clauses[clause]
        yield from wrapped(f"{indent}{'and ' if n else ''}{known['cite']}: ", _words(known["words"], known["since"], answer.day))
    if more := _cites(grounds[1:]):
        yield from wrapped(f"{indent}also: ", more)


def _words(words: str, since: str | None, day: str) -> str:
    """
    >>> _words("Pairs may be offered only while it is authorized.", "2006-06-05", "2005-01-01")
    'Pairs may be offered only while it is authorized. In force from 2006-06-05.'
    """
    if words:
        return f"{words} In force from {since}." if since and since > day else words
    return f"authorized from {since}" if since else "not authorized"


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


def _paragraph(text: str) -> Iterator[str]:
    first, *more = wrapped("      ", text)
    yield from (first[2:], *more)


def _number(limit: LawfulLimit, value: Fraction) -> str:
    whole = int(value) if value.denominator == 1 else value
    return show(whole, (limit.type,))


def _paytable(paytable: PrintedChoice) -> Iterator[str]:
    yield from _paragraph(f"{paytable.title}: {paytable.expected} ({paytable.clause.partition('/')[0]})")
    for table in paytable.tables:
        if table.title:
            yield f"      {table.title}"
        width = [max(len(row[n]) if n < len(row) else 0 for row in table.rows) for n in range(len(table.rows[0]))]
        for row in table.rows:
            yield "        " + "  ".join(f"{cell:<{width[n]}}" for n, cell in enumerate(row))
