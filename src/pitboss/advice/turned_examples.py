"""Judges the examples of changed clauses on two days: which filings and records a change of the law made lawful or unlawful."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import ModuleType

from pitboss.advice.generated_filing import generated_filing
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import CompiledRulebook, judge
from pitboss.checker.read.case_text import data_of, rows_of
from pitboss.checker.rounds.audit import judge_rows
from pitboss.checker.rounds.compiled_law import law_index
from pitboss.checker.rounds.row_files import Raw
from pitboss.checker.runtime.operations import FAIL
from pitboss.compiler.model.clause_examples import BREACHED, MET, ClauseExample, ClauseExamples, TurnedExample


class TurnedExamples:
    """The rulebook by which examples are judged on two days."""

    def __init__(self, book: CompiledRulebook, vocabulary: Vocabulary, clauses_on_rounds: ModuleType) -> None:
        self.book, self.vocabulary, self.clauses_on_rounds = book, vocabulary, clauses_on_rounds

    def of(self, clauses: Iterable[str], examples: ClauseExamples, first: str, last: str) -> Iterator[TurnedExample]:
        """For each clause, the shortest example that fails by it on one day, and in which nothing fails on the other."""
        for clause in clauses:
            texts = [one.on(side) for one in examples.of_clause(clause) for side in (MET, BREACHED)]
            for lawful_on, fails_on in ((first, last), (last, first)):
                turned = [one for one in texts if self._turns(one, lawful_on, fails_on)]
                if turned:
                    shortest = min(turned, key=lambda one: len(one.tables + one.rows))
                    yield TurnedExample(shortest.dated(fails_on), lawful_on, fails_on)

    def _turns(self, example: ClauseExample, lawful_on: str, fails_on: str) -> bool:
        return example.clause in self.failing(example, fails_on) and not self.failing(example, lawful_on)

    def failing(self, example: ClauseExample, day: str) -> set[str]:
        """The clauses that fail if the filing is of the day, or the record is of a round on it."""
        of_day = example.dated(day)
        filing = generated_filing(data_of(of_day.filing), self.vocabulary)
        assert filing is not None, example
        if not example.rows:
            return {v.clause.id for v in judge(filing, self.book, day).verdicts if v.verdict is FAIL}
        raws = [Raw(f"example:{number}", row) for number, row in enumerate(rows_of(of_day.rows, day), 1)]
        lot = judge_rows(law_index(self.book, self.vocabulary, self.clauses_on_rounds, [filing]), raws)
        return {clause for clause, verdict in lot.counts if verdict is FAIL}
