"""Adds the examples of clauses to the page model: for each version a filing or a record that breaches it, and one that satisfies it."""

from __future__ import annotations

import json

from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.compiler.witness.entries import Example, Unshown, Witness, Witnesses
from pitboss.compiler.witness.round_entries import RoundWitness, RoundWitnesses, records
from pitboss.reports.example_sentence import sentence
from pitboss.reports.round_sentence import round_sentence
from pitboss.reports.site.page_data import ExampleView, SectionPage


def add_examples(
    catalog: Catalog, sections: list[SectionPage], witnesses: Witnesses | None, rounds: RoundWitnesses | None = None
) -> None:
    """Give every version of a clause its `examples`; none where no filing and no record can show it."""
    clauses = (c for s in sections for p in s["provisions"] for g in p["groups"] for c in g["clauses"])
    for clause in clauses:
        for version in clause["versions"]:
            version["examples"] = []
            if witnesses is not None:
                known = witnesses.of(clause["id"], version["since"])
                version["examples"] += [_view(catalog, witnesses, known[one]) for one in Example if one in known]
            if rounds is not None:
                played = rounds.of(clause["id"], version["since"])
                version["examples"] += [_round_view(catalog, rounds, played[one]) for one in Example if one in played]


def _view(catalog: Catalog, witnesses: Witnesses, known: Witness | Unshown) -> ExampleView:
    filed = json.dumps(witnesses.filing(known)) if isinstance(known, Witness) else ""
    return {"example": known.example.value, "words": sentence(catalog, known), "filing": filed, "rows": []}


def _round_view(catalog: Catalog, rounds: RoundWitnesses, known: RoundWitness | Unshown) -> ExampleView:
    filed = json.dumps(rounds.filing(known)) if isinstance(known, RoundWitness) else ""
    rows = [json.dumps(row) for row in records(known)] if isinstance(known, RoundWitness) else []
    return {
        "example": known.example.value,
        "words": round_sentence(catalog, rounds, known),
        "filing": filed,
        "rows": rows,
    }
