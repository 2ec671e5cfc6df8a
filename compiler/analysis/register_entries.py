"""R305, R306, R307: an anomaly is registered at a provision of the rulebook, for clauses of that provision, and once."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.compiler.model import core
from pitboss.compiler.model.query import labels
from pitboss.compiler.model.spelling import nearest
from pitboss.grammar.diagnostics import Diagnostic


def misplaced_anomalies(book: core.Rulebook) -> Iterator[Diagnostic]:
    """Report entries of the register that name a missing provision or clause, or repeat what a rule states."""
    names: dict[str, list[str]] = {}
    for clause in book.clauses:
        names.setdefault(clause.provision, []).append(clause.name)
    for anomaly in book.register:
        citation, bracket, rest = anomaly.cite.partition("(")
        known = labels(book, citation)
        section = book.section(citation)
        if section is None:
            help = nearest(citation, [s.citation for s in book.sections])
            yield Diagnostic(
                "R305",
                f"{anomaly.code} is registered at {citation}, whose text is not available",
                anomaly.place,
                help=help,
            )
        elif bracket and bracket + rest not in known:
            help = nearest(bracket + rest, known)
            message = f"{anomaly.code} stands at {anomaly.cite}, and {citation} has no {bracket}{rest}"
            yield Diagnostic("R305", message, anomaly.place, help=help)
        else:
            yield from _missing_clauses(names.get(anomaly.cite, []), anomaly)
            yield from _repetitions(section, anomaly)


def _missing_clauses(names: list[str], anomaly: core.Anomaly) -> Iterator[Diagnostic]:
    for name in anomaly.clauses or ():
        if name not in names:
            yield Diagnostic("R306", f"{anomaly.cite} has no clause '{name}'", anomaly.place, help=nearest(name, names))


def _repetitions(section: core.Section, anomaly: core.Anomaly) -> Iterator[Diagnostic]:
    for entry in section.entries:
        if anomaly.printed and section.citation + entry.label == anomaly.cite:
            for citation in entry.citations:
                if citation.reading and citation.printed == anomaly.printed:
                    yield Diagnostic(
                        "R307",
                        f"{anomaly.cite} has '{citation.printed} sic' already",
                        anomaly.place,
                        (("there", citation.place),),
                        "the register shows it by itself; take this entry out",
                    )
