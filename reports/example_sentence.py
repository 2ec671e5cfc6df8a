"""An example of a clause in one sentence."""

from __future__ import annotations

from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.compiler.witness.entries import Example, Unshown, Witness
from pitboss.reports.example_facts import changed
from pitboss.reports.verdict_verb import verb


def sentence(catalog: Catalog, known: Witness | Unshown) -> str:
    """An example in one sentence, or why there is none."""
    if isinstance(known, Unshown):
        return f"no example of a {'breach' if known.example is Example.BREACH else 'filing that satisfies it'}: {known.reason}"
    told = "; ".join(changed(catalog, known.changes)) or "nothing else"
    also = [f"{clause} {verb(verdict)}" for verdict, clause in known.also]
    more = f" (not alone: {', '.join(also)})" if also else ""
    return (
        f"{verb(known.verdict)} on {known.day}: {catalog.names[known.game].title}, the lawful table with {told}{more}"
    )
