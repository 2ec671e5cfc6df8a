"""Answers to a question about what a table may offer, as text: each with a short chain of clauses and their dates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from pitboss.compiler.exclusion.proof import ProofStep, ProvenAnswer, Reply
from pitboss.compiler.exclusion.question import Question
from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.reports.sanitize import safe

_WIDTH = 96


def why(catalog: Catalog, question: Question, found: Iterable[tuple[ProvenAnswer, int]]) -> str:
    """The answers, each with the number of tables on which the checker confirmed it."""
    return "\n".join(line for answer, tables in found for line in _answer(catalog, question, answer, tables)) + "\n"


def _answer(catalog: Catalog, question: Question, answer: ProvenAnswer, tables: int) -> Iterator[str]:
    things = [_title(catalog, name) for name in question.offers]
    things += [f"{count} {name.replace('_', ' ')}" for name, count in question.counts]
    span = (
        f"on {question.day}"
        if not question.later
        else f"from {answer.since}" + (f" until {answer.until}" if answer.until else "")
    )
    yield from _wrapped("", f"{answer.reply}, {span}: {_title(catalog, question.game)}, {' with '.join(things)}")
    for number, step in enumerate(answer.steps, start=1):
        yield from _step(number, step)
    if answer.reply is Reply.YES:
        listed = [_stated(catalog, name, value) for name, value in answer.example.items()]
        yield from _wrapped("     ", f"for example a table with {', '.join(listed)}")
        yield "     the checker finds no clause on combinations breached at this table"
    else:
        verb = "breaches" if answer.reply is Reply.NO else "breaches, under some reading,"
        yield from _wrapped(
            "     ",
            "the checker confirms it: the table as asked" + (f", in each of {tables} forms," if tables > 1 else "")
            + f" {verb} {'one of these' if len(answer.steps) > 1 else 'this clause'}",
        )  # fmt: skip
        if answer.others:
            yield f"     {answer.others} further proof{'s' * (answer.others > 1)} from other clauses"


def _step(number: int, step: ProofStep) -> Iterator[str]:
    dates = f"since {step.since or 'the adoption'}" + (f" until {step.until}" if step.until else "")
    reading = f", read as {step.reading.replace('_', ' ')}" if step.reading else ""
    yield f"  {number}. {step.clause}, {dates}{reading}"
    yield from _wrapped("     ", step.words)


def _title(catalog: Catalog, name: str) -> str:
    return catalog.names[name].title if name in catalog.names else name.replace("_", " ")


def _stated(catalog: Catalog, name: str, value: str) -> str:
    if name in catalog.names:
        return _title(catalog, name) if value == "yes" else f"no {_title(catalog, name)}"
    return f"{name.replace('_', ' ')} {value.replace('_', ' ')}"


def _wrapped(start: str, text: str) -> list[str]:
    return wrap(
        safe(text), _WIDTH, initial_indent=start, subsequent_indent=" " * max(len(start), 2), break_long_words=False
    )
