"""The whole register: what is written in it, and what the rules themselves mark as odd, so that nothing is written twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from pitboss.compiler.front.register import stem
from pitboss.compiler.front.walk import cites, statements
from pitboss.compiler.model.citations import label_order, law_order
from pitboss.compiler.model.rulebook import Clause, Oddity, Rulebook
from pitboss.grammar.diagnostics import Place


def oddities(book: Rulebook) -> tuple[Oddity, ...]:
    """In the law's order.

    >>> oddities(Rulebook((), {}, {}, (), (), None, "", "", {}))
    ()
    """
    return tuple(sorted((*book.register, *_derived(book)), key=_order))


def resting(book: Rulebook) -> dict[tuple[str, date | None], tuple[Oddity, ...]]:
    """(clause, start of a version) → the oddities that it rests on."""
    found: dict[str, list[Oddity]] = {}
    for odd in oddities(book):
        found.setdefault(odd.cite, []).append(odd)
    return {
        (clause.id, version.since): tuple(
            o for o in found[clause.cite]
            if (o.clauses is None or clause.name in o.clauses) and (o.kind != "inferred start" or o.since == version.since)
        )
        for clause in book.clauses if clause.cite in found for version in clause.versions
    }  # fmt: skip


def _derived(book: Rulebook) -> Iterator[Oddity]:
    made: dict[Place, list[Clause]] = {}
    for clause in book.clauses:
        for version in clause.versions:
            made.setdefault(version.place, []).append(clause)
    yield from _merged(_misprints(book, made))
    yield from _merged(_open_texts(book))
    yield from _merged(_inferred(book))


def _merged(found: Iterable[Oddity]) -> Iterator[Oddity]:
    """What several clauses of a provision share is one oddity."""
    same: dict[str, Oddity] = {}
    for odd in found:
        known = same.get(odd.code)
        if known:
            names = dict.fromkeys((*(known.clauses or ()), *(odd.clauses or ())))
            grounds = dict.fromkeys((*known.ground.split("; "), *odd.ground.split("; ")))
            odd = replace(known, clauses=tuple(names), ground="; ".join(grounds))
        same[odd.code] = odd
    yield from same.values()


def _misprints(book: Rulebook, made: dict[Place, list[Clause]]) -> Iterator[Oddity]:
    for statement in statements(book):
        for cite in cites(statement) if statement.section else ():
            if cite.reading:
                where = statement.section + statement.label
                names = tuple(dict.fromkeys(c.name for c in made.get(statement.said.place, ())))
                code = f"{stem(where)}-cites-{_slug(cite.printed)}"
                yield Oddity(
                    code,
                    where,
                    "misprinted citation",
                    cite.printed,
                    cite.reading,
                    cite.ground or "",
                    names,
                    cite.place,
                    derived=True,
                )


def _open_texts(book: Rulebook) -> Iterator[Oddity]:
    for clause in book.clauses:
        for version in clause.versions:
            readings = [c for c in version.checks if c.reading]
            if readings:
                names = [str(c.reading) for c in readings]
                code = f"{stem(clause.cite)}-{'-or-'.join(map(_slug, names))}"
                reading = " or ".join(n.replace("_", " ") for n in names)
                ground = "; ".join(dict.fromkeys(c.ground for c in readings))
                yield Oddity(
                    code, clause.cite, "open text", "", reading, ground, (clause.name,), version.place, derived=True
                )


def _inferred(book: Rulebook) -> Iterator[Oddity]:
    for clause in book.clauses:
        for version in clause.versions:
            if version.basis == "inferred" and version.since:
                code = f"{stem(clause.cite)}-since-{version.since}"
                yield Oddity(
                    code, clause.cite, "inferred start", "", f"in force since {version.since}", version.ground,
                    (clause.name,), version.place, version.since, True,
                )  # fmt: skip


def _slug(text: str) -> str:
    """
    >>> _slug("19:46-2.18(c)ii"), _slug("at_the_table")
    ('19-46-2.18-c-ii', 'at-the-table')
    """
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-")


def _order(odd: Oddity) -> tuple[object, ...]:
    section, bracket, label = odd.cite.partition("(")
    return law_order(section), label_order(bracket + label) if bracket else (), odd.derived, odd.code
