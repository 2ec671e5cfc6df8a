"""The date whose law applies to a filing, and the errors of a filing of which nothing is judged."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from pitboss.checker.filing.field_reader import Fault
from pitboss.checker.filing.model import Filing
from pitboss.checker.filing.scalar_values import other_day
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.grammar.diagnostics import Diagnostic, Place

CODES = {
    "E301": "--as-of is not a date",
    "E302": "the filing has no effective date, and --as-of is not given",
    "E303": "the date, or that of an event, is outside the time of the chapter; nothing was judged on it",
    "E304": "the filing was read, and no clause was judged: it has no tables, and no event that a clause is about",
}


def effective_day(
    given: str | None, filing: Filing | None, path: str, book: CompiledRulebook, unread: bool = False
) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """Return the date of `--as-of`, else the effective date of the filing, never today; and the errors.

    A date that the rulebook does not cover is an error too: nothing is judged on it. `unread`: a part of the filing could not be read.
    """
    if given is not None:
        try:
            day = date.fromisoformat(given).isoformat()
        except ValueError:
            meant = other_day(given)
            message, advice = f"'{given}' is not a date", f"write {meant}" if meant else "write dates as 2007-01-31"
            return None, (Diagnostic("E301", message, Place("--as-of", 1, 1), help=advice),)
        return day, not_covered(book, day, "--as-of")
    if filing is None:
        return None, ()
    if filing.effective is None:
        message = "the filing has no effective date" + (" in the parts that could be read" if unread else "")
        add_it = (
            "correct the errors above; the date may be stated there"
            if unread
            else "add submission.effective to the filing"
        )
        return None, (Diagnostic("E302", message, Place(path, 1, 1), help=f"{add_it}, or give --as-of DATE"),)
    return filing.effective, not_covered(book, filing.effective, path)


def not_covered(book: CompiledRulebook, day: str, where: str) -> tuple[Diagnostic, ...]:
    """Return an error if the rulebook does not cover a date, with what to do."""
    if book.covers(day):
        return ()
    return (Diagnostic("E303", book.not_covered(day), Place(where, 1, 1), help=_advice(book)),)


def nothing_judged(filing: Filing | None, clauses: int, path: str) -> tuple[Diagnostic, ...]:
    """Return an error for a filing without errors of which no clause was judged: it must not pass for a lawful one."""
    if clauses or filing is None:
        return ()
    empty = not filing.tables and not filing.events
    why = "the filing has no tables and no events" if empty else "no clause of the rulebook is about what is filed"
    help = "list the tables of each pit, with their games, or give the filing that has them"
    return (Diagnostic("E304", f"nothing was judged: {why}", Place(path, 1, 1), help=help),)


def events_not_covered(filing: Filing, book: CompiledRulebook) -> Iterator[Fault]:
    """Yield an error for each event on a date that the rulebook does not cover: it is not judged."""
    for event in filing.events:
        day = str(event.facts.get("on") or "")[:10]
        if day and not book.covers(day):
            yield Fault("E303", book.not_covered(day), (*event.path, "on"), help=_advice(book))


def _advice(book: CompiledRulebook) -> str:
    period = " ".join([f"from {book.begins}"] * bool(book.begins) + [f"before {book.expires}"] * bool(book.expires))
    return f"give a date {period}, or a rulebook of the law in force on that date with --rules"
