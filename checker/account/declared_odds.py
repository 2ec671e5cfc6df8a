"""The figures that a filing declares of its wagers, with the exact figures. Information; no verdict depends on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.checker.filing.model import Filing
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.fact_text import element_type, show
from pitboss.checker.findings.odds_data import DeclaredOdds
from pitboss.checker.findings.tracing import at
from pitboss.checker.runtime.awards import agrees
from pitboss.checker.runtime.operations import ClauseScope, CompiledClause, Facts
from pitboss.grammar.clause_kinds import ClauseKind


def declared(filing: Filing, clauses: Iterable[CompiledClause], vocabulary: Vocabulary, day: str) -> list[DeclaredOdds]:
    """A row for each figure in percent that is declared or follows from the filing. Tables with equal figures share a row."""
    ours = [
        c for c in clauses
        if c.kind == ClauseKind.DERIVED and c.scope == ClauseScope.TABLE and c.subject[:1] == ("offers",) and _in_percent(c, vocabulary)
        and (c.since or "") <= day and (c.until is None or day < c.until)
    ]  # fmt: skip
    rows: dict[tuple[str, ...], DeclaredOdds] = {}
    for clause in ours:
        for table in filing.tables:
            for facts in table.variants if clause.game in (None, table.game) else ():
                for key, row in _rows(clause, facts, vocabulary):
                    tables = rows.setdefault((clause.id, *key), row)["tables"]
                    tables += [] if table.number in tables else [table.number]
    return list(rows.values())


def _in_percent(clause: CompiledClause, vocabulary: Vocabulary) -> bool:
    known = vocabulary.fields.get(clause.subject[-1])
    return known is not None and ("percent",) in (known.type, known.type[-1])


def _rows(
    clause: CompiledClause, facts: Facts, vocabulary: Vocabulary
) -> Iterator[tuple[tuple[str, ...], DeclaredOdds]]:
    filed, exact = at(facts, clause.subject), clause.quantity(facts) if clause.quantity else None
    field, offer = vocabulary.fields[clause.subject[-1]], vocabulary.names.get(clause.subject[1])
    by_key = field.type[0] == "map_of"
    ours, theirs = (v if isinstance(v, dict) else {} if by_key or v is None else {None: v} for v in (filed, exact))
    for key in dict.fromkeys([*ours, *theirs]):
        stated, comes, truth = ours.get(key), theirs.get(key), agrees(ours.get(key), theirs.get(key))
        row: DeclaredOdds = {
            "wager": clause.subject[1], "title": offer.title if offer else clause.subject[1], "what": field.title,
            "of": "" if key is None else show(key, element_type(field.type)),
            "declared": None if stated is None else show(stated, ("percent",)),
            "exact": None if comes is None else str(comes),
            "exact_decimal": f"{float(comes):.10f}" if isinstance(comes, int | Fraction) else None,
            "agrees": truth if stated is not None else None, "cite": clause.cite, "tables": [],
        }  # fmt: skip
        yield tuple(map(str, row.values())), row
