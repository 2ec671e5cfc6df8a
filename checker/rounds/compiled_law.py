"""Makes the law index of filings from the compiled clauses on rounds."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from pitboss.checker.filing.model import Filing
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import CompiledRulebook
from pitboss.checker.rounds.law_index import LawIndex
from pitboss.checker.rounds.record_format import Form
from pitboss.checker.rounds.steps import LeadsToRole


def law_index(
    book: CompiledRulebook, vocabulary: Vocabulary, clauses: ModuleType, filings: Iterable[Filing]
) -> LawIndex:
    """The law index for the filings. `clauses`: the compiled module of the clauses on rounds."""
    irregularities = dict.fromkeys(s.role.irregularity for s in clauses.STEPS if isinstance(s.role, LeadsToRole))
    form = Form(vocabulary, clauses.BY_WAGER, irregularities)
    return LawIndex(
        book, form, clauses.STEPS, filings, clauses.BORROWED, clauses.READS, clauses.ADDITIONS, clauses.DEPARTURE
    )
