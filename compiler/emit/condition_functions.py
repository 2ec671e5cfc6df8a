"""The function that tells whether a clause on rounds applies: one for all clauses of a provision that apply under the same conditions.

A rule about ten wagers is ten clauses with one condition. A condition that is a defined term is the function of the term.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pitboss.compiler.emit.expressions import function_name, term_function
from pitboss.compiler.model import core, query
from pitboss.grammar.quick_start import replace

Key = tuple[str, str, str]  # clause, first day of the version, reading


def condition_functions(
    book: core.Rulebook, clauses: Iterable[core.Clause], exceptions: Mapping[str, str]
) -> dict[Key, str]:
    """The name of the function for each reading of the clauses of a section; `exceptions` are those of the clauses that prevail."""
    groups: dict[object, list[tuple[core.Clause, core.Version, core.Reading]]] = {}
    for clause in clauses:
        for version in clause.versions:
            for reading in version.readings:
                groups.setdefault(_conditions(clause, version, reading, exceptions), []).append(
                    (clause, version, reading)
                )
    names: dict[Key, str] = {}
    for members in groups.values():
        name = _name(book, members)
        if name in names.values() and len(members) > 1:
            name = f"{_own_name(*members[0])}_applies"
        names |= {key(*member): name for member in members}
    return names


def key(clause: core.Clause, version: core.Version, reading: core.Reading) -> Key:
    """What a function is looked up by."""
    return clause.id, str(version.since or ""), reading.name or ""


def functions_of_exceptions(book: core.Rulebook) -> dict[str, str]:
    """By exception: the function that tells when the clause that prevails applies.

    The name of a function depends on which clauses share it, and that on the exceptions of each: names are found again until they stay.
    """
    prevailing = {}
    sections: dict[str, list[core.Clause]] = {}
    for clause in book.clauses if book.terms else ():
        sections.setdefault(clause.section, []).append(clause)
        for version in clause.versions if clause.scope is core.Scope.ROUND else ():
            term, first = query.exception_term(clause.id, version).name, version.readings[0]
            if book.terms.get(term) == query.together(first.duty.applies):
                prevailing[term] = key(clause, version, first)
    found: dict[str, str] = {}
    while prevailing:
        names = {
            at: name for clauses in sections.values() for at, name in condition_functions(book, clauses, found).items()
        }
        before, found = found, {term: names[at] for term, at in prevailing.items()}
        if found == before:
            break
    return found


def _conditions(
    clause: core.Clause, version: core.Version, reading: core.Reading, exceptions: Mapping[str, str]
) -> object:
    """What clauses that share a function agree in: the provision, the dates, the reading, and the conditions."""
    if isinstance(reading.duty, core.LeadsTo | core.ReachesRow):
        return key(clause, version, reading)  # their kind implies conditions of their own
    conditions = tuple(
        exceptions.get(e.item.name, _of_term(e.item.name))
        if isinstance(e, core.Not) and isinstance(e.item, core.Term)
        else e
        for e in reading.duty.applies
    )
    return clause.provision, version.since, version.until, reading.name, conditions


def _name(book: core.Rulebook, members: list[tuple[core.Clause, core.Version, core.Reading]]) -> str:
    clause, version, reading = members[0]
    match reading.duty.applies:
        case (core.Term(term, None),) if isinstance(book.terms.get(term), core.Condition) and not isinstance(
            reading.duty, core.LeadsTo | core.ReachesRow
        ):
            return _of_term(term)
    tails = {re.split(r"[-.]", member.name, maxsplit=1)[-1] for member, _, _ in members}
    if len(members) > 1 and len(tails) == 1:
        return f"{_own_name(replace(clause, name=tails.pop()), version, reading)}_applies"
    return f"{_own_name(clause, version, reading)}_applies"


def _of_term(name: str) -> str:
    return term_function(name, "rounds")


def _own_name(clause: core.Clause, version: core.Version, reading: core.Reading) -> str:
    return function_name(place_name(clause.section), clause, version, reading.name)


def place_name(section: str) -> str:
    """What the functions of a section begin with; unique over all sections of a chapter.

    >>> place_name("19:47-2.8A")
    's2_8a'
    """
    return "s" + re.sub(r"\W", "_", section.partition("-")[2]).lower()
