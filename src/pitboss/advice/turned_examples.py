"""Judges the examples of changed clauses on two days: which filings and records a change of the law made lawful or unlawful."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from types import ModuleType

from pitboss.advice.generated_filing import generated_filing
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import CompiledRulebook, judge
from pitboss.checker.read.case_text import data_of, rows_of
from pitboss.checker.rounds.audit import judge_rows
from pitboss.checker.rounds.compiled_law import law_index
from pitboss.checker.rounds.row_files import Raw
from pitboss.checker.runtime.operations import FAIL, NEEDS, OPEN
from pitboss.compiler.model.clause_examples import BREACHED, MET, ClauseExample, ClauseExamples, TurnedExample


class TurnedExamples:
    """The rulebook by which examples are judged on two days."""

    def __init__(self, book: CompiledRulebook, vocabulary: Vocabulary, clauses_on_rounds: ModuleType) -> None:
        self.book, self.vocabulary, self.clauses_on_rounds = book, vocabulary, clauses_on_rounds

    def of(self, clauses: Sequence[str], examples: ClauseExamples, first: str, last: str) -> Iterator[TurnedExample]:
        """For each changed clause, the shortest example that fails by it on one day and is lawful on the other.

        Lawful: nothing fails, nothing that a changed clause of the same paragraph asks for is open, and of a record nothing of it
        lacks evidence. A small filing always lacks some.
        """
        for clause in clauses:
            texts = [one.on(side) for one in examples.of_clause(clause) for side in (MET, BREACHED)]
            for lawful_on, fails_on in ((first, last), (last, first)):
                turned = [
                    one
                    for one in texts
                    if clause in self.failing(one, fails_on) and self._lawful(one, lawful_on, clauses)
                ]
                if turned:
                    shortest = min(turned, key=lambda one: len(one.tables + one.rows))
                    yield TurnedExample(shortest.dated(fails_on), lawful_on, fails_on)

    def _lawful(self, example: ClauseExample, day: str, changed: Collection[str]) -> bool:
        near = {clause for clause in changed if _paragraph(clause) == _paragraph(example.clause)}
        undecided = (OPEN, NEEDS) if example.rows else (OPEN,)
        verdicts = self._verdicts(example, day)
        return not any(verdict is FAIL or verdict in undecided and clause in near for clause, verdict in verdicts)

    def failing(self, example: ClauseExample, day: str) -> set[str]:
        """The clauses that fail if the filing is of the day, or the record is of a round on it."""
        return {clause for clause, verdict in self._verdicts(example, day) if verdict is FAIL}

    def _verdicts(self, example: ClauseExample, day: str) -> set[tuple[str, str]]:
        of_day = example.dated(day)
        filing = generated_filing(data_of(of_day.filing), self.vocabulary)
        assert filing is not None, example
        if not example.rows:
            return {(v.clause.id, v.verdict) for v in judge(filing, self.book, day).verdicts}
        raws = [Raw(f"example:{number}", row) for number, row in enumerate(rows_of(of_day.rows, day), 1)]
        return {*judge_rows(law_index(self.book, self.vocabulary, self.clauses_on_rounds, [filing]), raws).counts}


def _paragraph(clause: str) -> str:
    """
    >>> _paragraph("19:47-2.12(b)2i/dealer_total-at-least")
    '19:47-2.12(b)'
    """
    section, letter, _ = clause.partition("/")[0].partition(")")
    return section + letter
