"""R207, R211, R216: what can never hold, be excepted or be read differently is a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.analysis.satisfiability import can_hold
from pitboss.compiler.front.walk import Sentence, fault, sentences, within
from pitboss.compiler.model.rulebook import Rulebook
from pitboss.grammar import tree as t
from pitboss.grammar.diagnostics import Diagnostic, Place


def terms_are_not_empty(book: Rulebook) -> Iterator[Diagnostic]:
    """R207: a clause, by its own dates or its edition's, starts before it ends.

    >>> list(terms_are_not_empty(Rulebook((), {}, {}, (), (), None, "", "", {})))
    []
    """
    for section in book.sections:
        for edition in section.editions:
            if edition.since and edition.until and edition.since >= edition.until:
                yield fault("R207", f"the edition '{edition.name}' ends before it starts", edition.place)
    for clause in book.clauses:
        for version in clause.versions:
            if version.since and version.until and version.since >= version.until:
                yield fault(
                    "R207", f"the clause ends on {version.until}, before it starts on {version.since}", version.place,
                    "a clause without `from` starts with its edition, or when its section was adopted",
                )  # fmt: skip


def conditions_can_hold(book: Rulebook) -> Iterator[Diagnostic]:
    """
    >>> list(conditions_can_hold(Rulebook((), {}, {}, (), (), None, "", "", {})))
    []
    """
    for sentence in sentences(book):
        yield from _sentence(book, sentence)


def _sentence(book: Rulebook, s: Sentence) -> Iterator[Diagnostic]:
    when = (s.when,) if s.when is not None else ()
    if when and not can_hold(book, *when):
        yield fault("R211", "this condition can never hold", when[0].place)
        return
    if s.unless is not None and not can_hold(book, *when, s.unless):
        yield fault("R211", "this exception never holds where the clause applies", s.unless.place, "", *_beside(s))
    unless = (t.Not(s.unless),) if s.unless is not None else ()
    if unless and not can_hold(book, *when, *unless):
        yield fault("R211", "with this exception the clause never applies", s.unless.place, "", *_beside(s))  # type: ignore[union-attr]
        return
    for exception in s.exceptions:
        if not can_hold(book, *when, exception.when):
            yield fault("R211", "this exception never holds where the clause applies", exception.place, "", *_beside(s))
        elif not can_hold(book, *when, t.Not(exception.when)):
            yield fault("R211", "with this exception the clause never applies", exception.place, "", *_beside(s))


def _beside(s: Sentence) -> tuple[tuple[str, Place], ...]:
    return (("the clause's condition", s.when.place),) if s.when is not None else ()


def terms_mean_something_else(book: Rulebook) -> Iterator[Diagnostic]:
    """R216: what a term means can be said without the term.

    >>> list(terms_mean_something_else(Rulebook((), {}, {}, (), (), None, "", "", {})))
    []
    """
    means = {
        name: {p.name for p in within(expr) if isinstance(p, t.Path) and p.name in book.definitions}
        for name, expr in book.definitions.items()
    }
    for name in means:
        reached, todo = set[str](), [name]
        while todo:
            todo += means[step := todo.pop()] - reached
            reached |= means[step]
        if name in reached:
            through = ", ".join(sorted(reached - {name}))
            message = f"'{name}' is defined by itself" + (f", through {through}" if through else "")
            yield fault("R216", message, book.names[name].place, "say what it means in other terms")


def readings_differ(book: Rulebook) -> Iterator[Diagnostic]:
    """R211: two readings that say the same are one.

    >>> list(readings_differ(Rulebook((), {}, {}, (), (), None, "", "", {})))
    []
    """
    for sentence in sentences(book):
        s = sentence.of.said
        if not isinstance(s, t.Rule) or s.place != sentence.place:
            continue
        seen: list[tuple[object, t.Reading]] = []
        for reading in s.readings:
            rule = reading.rule or s
            told = (
                rule.subjects,
                rule.predicate,
                rule.trailers.when,
                rule.trailers.unless,
                rule.exceptions,
                rule.blocks,
                rule.table,
            )
            for other, first in seen:
                if other == told:
                    message = f"the reading '{reading.name}' says the same as '{first.name}'"
                    yield fault(
                        "R211",
                        message,
                        reading.place,
                        "a reading without a rule of its own is the clause itself",
                        ("the other reading", first.place),
                    )
                elif first.name == reading.name:
                    yield fault(
                        "R202",
                        f"there is a reading '{reading.name}' already",
                        reading.place,
                        "",
                        ("the first one", first.place),
                    )
            seen.append((told, reading))
