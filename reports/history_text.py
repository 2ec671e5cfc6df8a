"""Formats the history of a section or a provision: its notes by kind, its days in order, its clause versions by term."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.checker.runtime.operations import ClauseBasis
from pitboss.compiler.catalog.history import ClauseHistory, DayData, HistoryData, NoteData, TermData
from pitboss.reports.wrap import wrapped


def history(data: HistoryData) -> str:
    """
    >>> reported = {"citation": "1:1-9.1", "title": "Tiles", "game": None, "adopted": None, "adopted_with": None}
    >>> print(history({**reported, "notes": {}, "timeline": [], "clauses": []}), end="")
    1:1-9.1  Tiles
    """
    return "\n".join(line.rstrip() for line in _lines(data)) + "\n"


def _lines(data: HistoryData) -> Iterator[str]:
    at = f", at {data['game'].replace('_', ' ')}" if data["game"] else ""
    yield f"{data['citation']}  {data['title']}{at}"
    if data["notes"] and "(" in data["citation"]:
        yield "The law prints its notes for the whole section."
    if data["adopted_with"]:
        yield f"No adoption of its own is printed: it is taken to be as old as {data['adopted_with']}, {data['adopted']}."
    for kind, notes in data["notes"].items():
        yield ""
        yield kind
        for note in notes:
            yield from _note(note)
    if data["timeline"]:
        yield ""
        yield "day by day"
        for day in data["timeline"]:
            yield from _day(day)
    if data["clauses"]:
        yield ""
        yield "clauses, and since when, until when and on which basis"
        yield from _clauses(data["clauses"])


def _note(note: NoteData) -> Iterator[str]:
    parts = [note["source"]] if note["source"] else []
    parts += [f"in force {note['effective']}"] if note.get("effective") else []
    parts += [f"operative {note['operative']}"] if note["operative"] and not note.get("effective") else []
    parts += [f"until {note['until']}"] if note["until"] else []
    parts += [f"of {', '.join(note['per'])}"] if note["per"] else []
    parts += [", ".join(note["reporters"])] if note["reporters"] else []
    text = "; ".join(parts) + (": " if parts and note["says"] else "") + note["says"]
    yield from wrapped(f"  {note['day'] or 'no day':10}  ", text)


def _day(day: DayData) -> Iterator[str]:
    parts = [f"{e['kind']}{', ' + e['source'] if e['source'] else ''}" for e in day["events"]]
    for verb, some in (("start", day["starts"]), ("end", day["ends"])):
        if some:
            names = [_short(x["clause"]) for x in some]
            most = names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} more"]
            verb = verb if len(names) > 1 else verb + "s"
            inferred = sum(x.get("basis") == ClauseBasis.INFERRED for x in some)
            how = f" ({inferred if len(some) > 1 else ''} inferred)".replace("( ", "(") if inferred else ""
            parts.append(f"{_joined(most)} {verb}{how}")
    yield from wrapped(f"  {day['day']}  ", "; ".join(parts))


def _clauses(clauses: list[ClauseHistory]) -> Iterator[str]:
    """Clauses with the same term and the same basis are reported together."""
    by_term: dict[tuple[str, ...], list[str]] = {}
    for clause in clauses:
        for number, v in enumerate(clause["versions"], start=1):
            many = f" [{number} of {len(clause['versions'])}]" if len(clause["versions"]) > 1 else ""
            by_term.setdefault(tuple(_term(v)), []).append(_short(clause["id"]) + many)
    for term, names in sorted(by_term.items(), key=lambda x: x[0][0]):
        yield ""
        for number, line in enumerate(term):
            yield from wrapped("  " if not number else "    ", line)
        yield from wrapped("      ", ", ".join(names))


def _term(v: TermData) -> Iterator[str]:
    since = v["since"] or "ever"
    yield f"{since} until {v['until']}" if v["until"] else f"{since} on"
    by = f" by {v['starts_by']}" if v["starts_by"] else ""
    operative = ", its operative day" if v["operative"] else ""
    yield f"start {v['basis']}{by}{operative}" + (f": {v['ground']}" if v["ground"] else "")
    if v["until"]:
        yield "end" + (f" by {v['ends_by']}" if v["ends_by"] else ": the day is that of the rule alone")


def _short(clause: str) -> str:
    """
    >>> _short("1:1-9.1(a)/decks-at-least"), _short("1:1-9.1/decks-at-least")
    ('(a)/decks-at-least', 'decks-at-least')
    """
    provision, _, name = clause.partition("/")
    label = provision[provision.find("(") :] if "(" in provision else ""
    return f"{label}/{name}" if label else name


def _joined(names: list[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
