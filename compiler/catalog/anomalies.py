"""All anomalies of the law: those registered by hand, and those that the rules themselves mark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from pitboss.compiler.model import core
from pitboss.compiler.model.citations import anomaly_stem, label_order, law_order
from pitboss.compiler.model.core import Anomaly, Basis, Rulebook


def anomalies(book: Rulebook) -> tuple[Anomaly, ...]:
    """Every anomaly, in the law's order.

    >>> anomalies(Rulebook("", (), {}, {}, (), (), None, ""))
    ()
    """
    return tuple(sorted((*book.register, *_derived(book)), key=_order))


def resting(
    some: Iterable[Anomaly], clauses: Iterable[core.Clause]
) -> dict[tuple[str, date | None], tuple[Anomaly, ...]]:
    """(clause, start of a version) → those of some anomalies that it depends on."""
    found: dict[str, list[Anomaly]] = {}
    for anomaly in some:
        found.setdefault(anomaly.cite, []).append(anomaly)
    return {
        (clause.id, version.since): tuple(
            a for a in found[clause.provision]
            if (a.clauses is None or clause.name in a.clauses) and (a.kind != "inferred start" or a.since == version.since)
        )
        for clause in clauses if clause.provision in found for version in clause.versions
    }  # fmt: skip


def _derived(book: Rulebook) -> Iterator[Anomaly]:
    yield from _merged(_misprints(book))
    yield from _merged(_open_texts(book))
    yield from _merged(_inferred(book))


def _merged(found: Iterable[Anomaly]) -> Iterator[Anomaly]:
    """An anomaly shared by several clauses of a provision is listed once."""
    same: dict[str, Anomaly] = {}
    for anomaly in found:
        known = same.get(anomaly.code)
        if known:
            names = dict.fromkeys((*(known.clauses or ()), *(anomaly.clauses or ())))
            grounds = dict.fromkeys((*known.ground.split("; "), *anomaly.ground.split("; ")))
            anomaly = replace(known, clauses=tuple(names), ground="; ".join(grounds))
        same[anomaly.code] = anomaly
    yield from same.values()


def _misprints(book: Rulebook) -> Iterator[Anomaly]:
    names = {clause.id: clause.name for clause in book.clauses}
    for section in book.sections:
        for entry in section.entries:
            for cite in entry.citations:
                if cite.reading:
                    where = section.citation + entry.label
                    yield Anomaly(
                        f"{anomaly_stem(where)}-cites-{_slug(cite.printed)}", where, "misprinted citation", cite.printed,
                        cite.reading, cite.ground or "", tuple(dict.fromkeys(names[id] for id in entry.clauses)), None, True,
                        cite.place,
                    )  # fmt: skip


def _versions(book: Rulebook) -> Iterator[tuple[core.Clause, core.Version]]:
    for clause in book.clauses:
        for version in clause.versions:
            yield clause, version


def _open_texts(book: Rulebook) -> Iterator[Anomaly]:
    for clause, version in _versions(book):
        readings = [r for r in version.alone.readings if r.name]
        if readings:
            names = [str(r.name) for r in readings]
            yield Anomaly(
                f"{anomaly_stem(clause.provision)}-{'-or-'.join(map(_slug, names))}", clause.provision, "open text", "",
                " or ".join(n.replace("_", " ") for n in names), "; ".join(dict.fromkeys(r.ground for r in readings)),
                (clause.name,), None, True, version.place,
            )  # fmt: skip


def _inferred(book: Rulebook) -> Iterator[Anomaly]:
    for clause, version in _versions(book):
        if version.basis is Basis.INFERRED and version.since:
            yield Anomaly(
                f"{anomaly_stem(clause.provision)}-since-{version.since}", clause.provision, "inferred start", "",
                f"in force since {version.since}", version.ground, (clause.name,), version.since, True, version.place,
            )  # fmt: skip


def _slug(text: str) -> str:
    """
    >>> _slug("19:46-2.18(c)ii"), _slug("at_the_table")
    ('19-46-2.18-c-ii', 'at-the-table')
    """
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-")


def _order(anomaly: Anomaly) -> tuple[object, ...]:
    section, bracket, label = anomaly.cite.partition("(")
    return law_order(section), label_order(bracket + label) if bracket else (), anomaly.derived, anomaly.code
