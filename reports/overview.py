"""A check on one screen: what was judged, the findings by pit and section, and the most severe of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from pitboss.checker.findings.findings import FLOOR, Finding
from pitboss.checker.findings.likeness import LikeFindings, Reported, together
from pitboss.checker.findings.result import Result
from pitboss.checker.findings.severity import VERDICTS, heading_of
from pitboss.checker.runtime.operations import FAIL, PASS
from pitboss.reports.sanitize import safe
from pitboss.reports.shorten import shortened
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
        pits = Counter(
            pit
            for f in failing
            for pit in {pit_of.get(number, "no pit"): 0 for number in f.tables} or ("the licensee",)
        )
        sections = Counter(section for f in failing for section in {c.partition("(")[0]: 0 for c in f.provisions})
        rows += [("by pit", _most(pits)), ("by section", _most(sections))]
    lines = [line for name, text in rows for line in _row(name, text, tint, width)]
    if severe:
        listed = together(severe, lambda f: _reported(f, result))
        many = f"The {_MOST} most severe of {len(severe)} findings" if len(listed) > _MOST else "Most severe first"
        many += ", like ones together" * any(len(group.members) > 1 for group in listed[:_MOST])
        lines += ["", tint("bold", many), *_listed(listed[:_MOST], severe, result, tint, width)]
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
    unread = result.filing.not_read if result.filing else 0
    text = f"{filed + unread:,} filed, {len(judged):,} judged, {filed + unread - len(judged):,} skipped"
    return text + (f": {unread:,} could not be read" if unread else "")


def _faults(result: Result) -> str:
    if not result.problems:
        return "none: everything could be read"
    tables = len({number for hidden in result.folded.values() for number in hidden.tables})
    part = f"; {tables:,} table{'s' * (tables != 1)} judged only in part because of them" if tables else ""
    return f"{len(result.problems):,}, listed above; what they hide was not judged{part}"


def _worst(result: Result, tint: _Tint) -> str:
    kinds = {f.counts_as for f in result.findings}
    worst = next((verdict for verdict in VERDICTS if verdict in kinds), str(PASS))
    return tint(worst, "to be seen on the floor" if worst == FLOOR else worst)


def _most(counts: Counter[str], most: int = 8) -> str:
    """The pits or sections with the most findings that fail."""
    shown = [f"{safe(name)} ({n})" for name, n in counts.most_common(most)]
    more = len(counts) - most
    return "failing: " + ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def _reported(f: Finding, result: Result) -> Reported:
    return Reported(f.counts_as, f.expected, f.notice, f.tables, _mark(f, result))


def _mark(f: Finding, result: Result) -> str:
    mark = "ignored: " if f.fingerprint in result.ignored else ""
    return mark + ("new: " if result.against and result.standing(f) == "new" else "")


def _listed(
    groups: Sequence[LikeFindings], severe: Sequence[Finding], result: Result, tint: _Tint, width: int
) -> Iterator[str]:
    """Each group of like findings in at most three lines, with the rank of its first, below its heading."""
    heading = ""
    for group in groups:
        f = severe[group.members[0]]
        if heading_of(f) != heading:
            heading = heading_of(f)
            yield tint(f.verdict, heading)
        place = result.places.get(f.path)
        at = safe(place.cell) if place and place.sheet else place.line if place else ""
        where = f" [{safe(place.file.removeprefix(result.name.rstrip('/') + '/'))}:{at}]" if place else ""
        room = max(_LINES * (width - 4) - len(where) - 12, 40)  # a line breaks at a word
        first, *more = wrapped("    ", shortened(safe(_mark(f, result) + group.notice), room) + where, width)
        yield f"{group.members[0] + 1:>3} {first.lstrip()}"
        yield from more
