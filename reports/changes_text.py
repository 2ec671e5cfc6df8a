"""Formats what the law changed between two days: rules, tables, exclusions, and the effect on a filing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from pitboss.checker.runtime.operations import ClauseBasis
from pitboss.compiler.catalog.changes import ChangesData, ClauseChange, TableChange
from pitboss.reports.group_changes import grouped
from pitboss.reports.notice_text import without_tables
from pitboss.reports.sanitize import safe
from pitboss.reports.view_data import FlipData, FlipGroup

_WIDTH = 96
_SIGN = {
    "starts": "+",
    "ends": "-",
    "changes": "~",
    "restated": "=",
    "comes and goes": "±",
    "added": "+",
    "removed": "-",
}
_MANY = {
    "starts": "new",
    "ends": "gone",
    "changes": "changed",
    "restated": "restated",
    "comes and goes": "come and gone",
}


def diff(changes: ChangesData, flips: Iterable[FlipData] | None = None, filing: str = "") -> str:
    """`flips`: the changes in the findings of a filing, if one is compared.

    >>> none = {"starts": 0, "ends": 0, "changes": 0, "restated": 0, "comes and goes": 0}
    >>> empty = {"from": "2004-01-01", "to": "2004-01-02", "totals": none, "expires": None}
    >>> print(diff({**empty, "sections": [], "tables": [], "exclusions": []}), end="")
    from 2004-01-01 to 2004-01-02: nothing changes
    """
    return "\n".join(line.rstrip() for line in _lines(changes, flips, filing)) + "\n"


def _lines(changes: ChangesData, flips: Iterable[FlipData] | None, filing: str) -> Iterator[str]:
    totals = [f"{n} {_MANY[kind]}" for kind, n in changes["totals"].items() if n]
    clauses = f"of the clauses {', '.join(totals)}" if totals else "nothing changes"
    yield f"from {changes['from']} to {changes['to']}: {clauses}"
    if changes["expires"]:
        yield f"the text expires on {changes['expires']}; the text in force since then is not available"
    for section in changes["sections"]:
        yield ""
        yield f"{section['citation']}  {section['title']}"
        steps = [s for c in section["clauses"] for s in c["steps"]]
        if section["new"] and {s["day"] for s in steps} == {steps[0]["day"]}:
            by = f" by {steps[0]['by']}" if steps[0]["by"] else ""
            number = len(section["clauses"])
            many = f"{number} clause{'s' * (number > 1)} (pitboss law explain {section['citation']} reads them)"
            yield from _wrapped(f"  {steps[0]['day']} + ", f"the whole section is new{by}: {many}")
            continue
        for clause in section["clauses"]:
            yield from _clause(clause)
    if changes["tables"]:
        yield ""
        yield "tables"
        for table in changes["tables"]:
            yield from _table(table)
    if changes["exclusions"]:
        yield ""
        yield "exclusions"
        for bar in changes["exclusions"]:
            pair = " and ".join(name.replace("_", " ") for name in bar["pair"])
            cites = ", ".join(dict.fromkeys(c.partition("/")[0] for c in bar["clauses"]))
            yield from _wrapped(f"  {bar['day']} {_SIGN[bar['change']]} ", f"{pair} at one table, barred by {cites}")
    if flips is not None:
        yield ""
        yield safe(filing)
        turned = grouped(flips)
        for flip in turned:
            yield from _flip(flip)
        if not turned:
            yield "  no verdict turns"


def _clause(clause: ClauseChange) -> Iterator[str]:
    start = next((s for s in clause["steps"] if s["what"] == "starts"), None)
    provision, _, name = clause["id"].partition("/")
    label = provision[provision.find("(") :] if "(" in provision else ""
    days = dict.fromkeys(s["day"] for s in clause["steps"])
    by = " or ".join(dict.fromkeys(s["by"] for s in clause["steps"] if s["by"]))
    how = (
        f", {start['basis']}: {start['ground']}"
        if start and start["basis"] in (ClauseBasis.INFERRED, ClauseBasis.PRESUMED)
        else ""
    )
    note = f" [{by or 'no note of that day'}{how}]"
    before, after = clause["before"], clause["after"]
    version = after or before
    sign = _SIGN[clause["change"]]
    yield from _wrapped(f"  {' '.join(days)} {sign} ", f"{label + '/' if label else ''}{name}{note}")
    if clause["change"] == "changes" and before and after:
        yield from _wrapped("               was: ", before["words"])
        same = after["words"] == before["words"]
        yield from _wrapped(
            "               is:  ", "in the same words, with another table or reading" if same else after["words"]
        )
    elif clause["change"] == "comes and goes":
        yield "               in force only between the two days"
    elif clause["change"] != "restated":
        yield from _wrapped("               ", version["words"] if version else "")


def _table(table: TableChange) -> Iterator[str]:
    of = f", {table['for']}" if table["for"] else ""
    yield from _wrapped(
        f"  {table['day']} ", f"{table['clause']}{of}: {table['table']}, {' | '.join(table['head'][1:])}"
    )
    for row in table["rows"]:
        old, new = (" | ".join(cells[1:]) if cells else "" for cells in (row["before"], row["after"]))
        change = f"{old} → {new}" if old and new else old or new
        sign = "~" if old and new else "+" if new else "-"
        yield from _wrapped(f"             {sign} ", f"{row['row']}: {change}")


def _flip(flip: FlipGroup) -> Iterator[str]:
    tables = f" at table{'s' * (len(flip['tables']) > 1)} {_some(flip['tables'])}" if flip["tables"] else ""
    cites = ", ".join(flip["provisions"])
    yield from _wrapped(
        f"  {flip['day']}  ", f"{flip['before']} → {flip['after']}  {cites} {flip['code'].partition('/')[2]}{tables}"
    )
    places = [f"{p['file']}:{p['line']}:{p['column']}" for p in flip["places"]]
    where = f"{_some(places, 2)}: " if places else ""
    yield from _wrapped("              ", f"{where}{without_tables(flip['notice'])}")
    for why in flip["because"][:3]:
        yield from _wrapped("              ", why)


def _some(names: list[str], most: int = 8) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def _wrapped(start: str, text: str) -> list[str]:
    indent = " " * len(start)
    return wrap(
        safe(text),
        _WIDTH,
        initial_indent=start,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
