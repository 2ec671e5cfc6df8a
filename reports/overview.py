"""A check on one screen: what was judged, the findings by pit and section, and the most severe of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from textwrap import shorten

from pitboss.checker.findings.findings import FLOOR, Finding
from pitboss.checker.findings.result import Result
from pitboss.checker.findings.severity import VERDICTS, heading_of
from pitboss.checker.runtime.operations import FAIL, PASS
from pitboss.reports.sanitize import safe
from pitboss.reports.wrap import wrapped

_MOST = 10  # findings that are listed
_LINES = 3  # of one of them
_Tint = Callable[[str, str], str]


def overview(result: Result, severe: Sequence[Finding], tint: _Tint, width: int) -> str:
    """The figures, and the first ten of `severe`, which are in order; empty if nothing was judged.

    A finding carries a mark if it is ignored, or new since the baseline.
    """
    if not result.clauses:
        return ""
    rows = [("tables", _tables(result)), ("faults", _faults(result)), ("worst", _worst(result, tint))]
    failing = [f for f in result.findings if f.counts_as == FAIL]
    if failing and result.filing is not None:
        pit_of = {table.number: table.pit for table in result.filing.tables}
        pits = Counter(pit for f in failing for pit in {pit_of.get(number, "no pit"): 0 for number in f.tables} or ("the licensee",))
        sections = Counter(section for f in failing for section in {c.partition("(")[0]: 0 for c in f.provisions})
        rows += [("by pit", _most(pits)), ("by section", _most(sections))]
    lines = [line for name, text in rows for line in _row(name, text, tint, width)]
    if severe:
        many = f"The {_MOST} most severe of {len(severe)} findings" if len(severe) > _MOST else "Most severe first"
        lines += ["", tint("bold", many), *_listed(severe[:_MOST], result, tint, width)]
    return "\n".join(lines) + "\n"


def _row(name: str, text: str, tint: _Tint, width: int) -> list[str]:
    first, *more = wrapped(f"{name:<10}  ", text, width)
    return [first.replace(name, tint("dim", name), 1), *more]


def _tables(result: Result) -> str:
    filed, judged = result.tables, set[str]()
    for verdict in result.verdicts:
        if len(judged) == filed:
            break
        judged.update(table.number for table in verdict.tables)
    return f"{filed:,} filed, {len(judged):,} judged, {filed - len(judged):,} skipped"


def _faults(result: Result) -> str:
    many = len(result.problems)
    return f"{many:,}, listed above; what they hide was not judged" if many else "none: everything could be read"


def _worst(result: Result, tint: _Tint) -> str:
    kinds = {f.counts_as for f in result.findings}
    worst = next((verdict for verdict in VERDICTS if verdict in kinds), str(PASS))
    return tint(worst, "to be seen on the floor" if worst == FLOOR else worst)


def _most(counts: Counter[str], most: int = 8) -> str:
    """The pits or sections with the most findings that fail."""
    shown = [f"{safe(name)} {n}" for name, n in counts.most_common(most)]
    more = len(counts) - most
    return "failing: " + ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def _listed(severe: Sequence[Finding], result: Result, tint: _Tint, width: int) -> Iterator[str]:
    """Each finding in at most three lines, below the heading of its group."""
    for n, f in enumerate(severe, 1):
        if n == 1 or heading_of(f) != heading_of(severe[n - 2]):
            yield tint(f.verdict, heading_of(f))
        place = result.places.get(f.path)
        at = safe(place.cell) if place and place.sheet else place.line if place else ""
        where = f" [{safe(place.file.removeprefix(result.name.rstrip('/') + '/'))}:{at}]" if place else ""
        mark = "ignored: " if f.fingerprint in result.ignored else ""
        mark += "new: " if result.against and result.standing(f) == "new" else ""
        room = max(_LINES * (width - 4) - len(where) - 12, 40)  # a line breaks at a word
        first, *more = wrapped("    ", shorten(safe(mark + f.notice), room, placeholder=" …") + where, width)
        yield f"{n:>3} {first.lstrip()}"
        yield from more
