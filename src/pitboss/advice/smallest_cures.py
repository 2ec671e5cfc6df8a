"""The smallest changes that make the tables of a filing lawful, as edits that the checker itself has verified.

`cures` takes a filing that was read and checked, and returns for each group of tables with equal facts every cheapest set of edits
after which their breaches are gone and no finding is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss.advice.filed_edits import CHOICE, SAFE, Edit, edited, edits
from pitboss.advice.least_change import JudgedTable, Missing, least_change
from pitboss.checker.filing.assemble import assemble
from pitboss.checker.filing.facts import variants_on
from pitboss.checker.filing.model import FiledTable, Filing
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.findings.fact_text import fact_name
from pitboss.checker.findings.result import Result
from pitboss.checker.judging.judge import CompiledRulebook, Judgment, judge
from pitboss.checker.read.document import SourceDocuments
from pitboss.checker.runtime.cures import Step
from pitboss.checker.runtime.operations import (
    FAIL,
    NEEDS,
    OPEN,
    PASS,
    ClauseScope,
    Facts,
    Verdict,
    offers_of,
)

Places = dict[tuple[str, str, str], Verdict]  # clause; event, pit or offer that nothing authorizes; table → verdict
_WORST = (NEEDS, OPEN, FAIL)


@dataclass(frozen=True, slots=True)
class _Edited:
    """A document after edits."""

    name: str
    data: object


@dataclass(frozen=True, slots=True)
class Cure:
    """One set of edits. It is safe if each of its edits is."""

    edits: tuple[Edit, ...]
    then: tuple[str, ...] = ()  # the clauses that people have to show besides, for example that limits are posted

    @property
    def kind(self) -> str:
        """Safe if each edit is safe."""
        return SAFE if all(edit.kind == SAFE for edit in self.edits) else CHOICE


@dataclass(frozen=True, slots=True)
class TableCures:
    """The cures of tables with equal facts, each by itself enough and none smaller than another."""

    tables: tuple[str, ...]
    breaches: tuple[str, ...]  # the clauses that they breach
    cures: tuple[Cure, ...]  # empty: no edit that a program can propose cures them all
    missing: tuple[Missing, ...] = ()  # where there is no cure, what stays unmet, and what only the licensee can choose


def cures(
    source: SourceDocuments, filing: Filing, result: Result, book: CompiledRulebook, vocabulary: Vocabulary
) -> tuple[TableCures, ...]:
    """The cures of every table that breaches a clause on tables; `result`: the check of the filing."""
    checked = _Checked(source, filing, result.as_of, book, vocabulary)
    groups = list(_groups(filing, result))
    for tables, variants, targets in groups:
        law = JudgedTable(variants, tables[0].game, book, vocabulary, result.as_of)
        asked = {repr(step) for name in targets for facts in variants for step in law.steps(name, facts)}
        checked.asked.update({table.number: asked for table in tables})
    return tuple(checked.cures(*group) for group in groups)


def reason(missing: Missing, book: CompiledRulebook, vocabulary: Vocabulary) -> str:
    """Why no edit brings a clause in order, in words: what has to be chosen first, or what the clause demands."""
    words = demand(missing.clause, book)
    chosen = " and ".join(dict.fromkeys(fact_name(fact, vocabulary) for fact in missing.facts))
    return f"{words} The law leaves open which: file {chosen}." if chosen else words


def demand(clause: str, book: CompiledRulebook) -> str:
    """What a clause demands, with its provision."""
    known = next((each for each in book.clauses if each.id == clause), None)
    return f"{known.cite}: {known.words}" if known else f"No provision in force authorizes {clause.replace('_', ' ')}."


class _Checked:
    """A filing that was checked, and what its tables ask for."""

    def __init__(
        self, source: SourceDocuments, filing: Filing, day: str, book: CompiledRulebook, vocabulary: Vocabulary
    ) -> None:
        self.source, self.filing, self.day, self.book, self.vocabulary = source, filing, day, book, vocabulary
        self.before = _places(judge(filing, book, day))
        self.asked: dict[str, set[str]] = {}  # by table number
        self.shown = {clause.id for clause in book.clauses if clause.kind.evidence}

    def cures(self, tables: list[FiledTable], variants: tuple[Facts, ...], targets: set[str]) -> TableCures:
        """The cures of tables with equal facts."""
        law = JudgedTable(variants, tables[0].game, self.book, self.vocabulary, self.day, self._others(tables))
        sound: dict[tuple[Step, ...], Cure] = {}

        def accepts(steps: tuple[Step, ...]) -> bool:
            made = self._edits(tables, steps)
            then = self._then(made, tables, targets)
            if then is not None:
                sound[steps] = Cure(made, then)
            return then is not None

        least = least_change(law, targets, accepts)
        found = [sound[steps] for steps in least.sets]
        distinct = {tuple((edit.place, repr(edit.new)) for edit in cure.edits): cure for cure in found}
        numbers = tuple(t.number for t in tables)
        return TableCures(numbers, tuple(sorted(targets)), tuple(distinct.values()), least.missing)

    def _others(self, tables: list[FiledTable]) -> dict[str, frozenset[str]]:
        """What tables other than these offer, in the casino and in the pits of these."""
        numbers, pits = {table.number for table in tables}, {table.pit for table in tables}
        rest = [table for table in self.filing.tables if table.number not in numbers]
        above = (("licensee_offers", rest), ("pit_offers", [table for table in rest if table.pit in pits]))
        return {
            key: frozenset(n for t in some for facts in t.variants for n in offers_of(facts)) for key, some in above
        }

    def _edits(self, tables: list[FiledTable], steps: tuple[Step, ...]) -> tuple[Edit, ...]:
        names = [document.name for document in self.source.documents]
        return edits(
            self.filing, tables, steps, names, self.vocabulary,
            lambda table, step: repr(step) in self.asked.get(table.number, ()),
        )  # fmt: skip

    def _then(self, made: Sequence[Edit], tables: list[FiledTable], targets: set[str]) -> tuple[str, ...] | None:
        """What people have to show at these tables after the edits, and had not before.

        None if a check of the edited filing still has the breaches, or any other finding that was not there.
        """
        data = edited([document.data for document in self.source.documents], made)
        documents = [_Edited(document.name, each) for document, each in zip(self.source.documents, data, strict=True)]
        filing, faults = assemble(documents, self.vocabulary)
        if {(fault.code, fault.path) for fault in faults} - {*self.filing.faults}:
            return None
        after = _places(judge(filing, self.book, self.day))
        numbers = {table.number for table in tables}
        gone = not any(number in numbers and (name or clause) in targets for clause, name, number in after)
        new = {place: verdict for place, verdict in after.items() if self.before.get(place) != verdict}
        if not gone or any(
            v != NEEDS or number not in numbers or clause not in self.shown for (clause, _, number), v in new.items()
        ):
            return None
        return tuple(dict.fromkeys(clause for clause, _, _ in new))


def _groups(filing: Filing, result: Result) -> Iterator[tuple[list[FiledTable], tuple[Facts, ...], set[str]]]:
    """Tables with equal facts that fail the same clauses, with the facts on the day and the clauses that fail."""
    failing: dict[str, set[str]] = {}
    for finding in result.findings:
        if finding.verdict == FAIL:
            kinds = {clause.id: clause.kind for clause in finding.clauses}
            for share in finding.shares:
                if share.scope == ClauseScope.TABLE and not kinds[share.clause].evidence:
                    for number in share.tables:
                        # an offer that nothing authorizes fails under its own name
                        failing.setdefault(number, set()).add(share.beside or share.clause)
    facts: dict[int, list[Facts]] = {}
    tables: dict[int, FiledTable] = {}
    for table, variant in variants_on(filing, result.as_of):
        if table.number in failing:
            tables[id(table)] = table
            facts.setdefault(id(table), []).append(variant)
    groups: dict[tuple[object, ...], list[FiledTable]] = {}
    for key, table in tables.items():
        same = (table.game, *(id(variant) for variant in facts[key]), frozenset(failing[table.number]))
        groups.setdefault(same, []).append(table)
    for some in groups.values():
        yield some, tuple(facts[id(some[0])]), failing[some[0].number]


def _places(judgment: Judgment) -> Places:
    """What each verdict that makes a finding is about."""
    found: dict[tuple[str, str, str], Verdict] = {}
    for v in judgment.verdicts:
        if v.verdict != PASS:
            for number in [table.number for table in v.outliers or v.tables] or [""]:
                place = (v.clause.id, v.event.id if v.event else v.name, number)
                found[place] = max(v.verdict, found.get(place, v.verdict), key=_WORST.index)
    return found
