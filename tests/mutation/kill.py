"""Whether the compiler, the printed text, or a case notices a mutant of the rules, or whether it is proven to change no answer.

A digest of figures does not count.

One section is parsed anew; the others are parsed once. Cases are judged by the compiled clauses (filings) and by the fast settlement
of the reference (rounds), so that only what changed is compiled.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property, partial
from itertools import chain
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from tests.mutation.dealt import Dealing, deals
from tests.mutation.equal import proven
from tests.mutation.mutants import Mutant
from tests.mutation.recompile import Original, Recompiled, reparsed
from tests.mutation.relevant import Relevant, influences
from tests.proof.proof import names
from tests.support import rule_cases
from tests.support.counted_odds import counted
from tests.support.product import (
    RULES,
    ClauseReadings,
    CompiledClause,
    CompiledRulebook,
    Ground,
    Pair,
    Settlement,
    SourceDocuments,
    UnreadableRow,
    Vocabulary,
    VocabularyField,
    assemble,
    core,
    emit_python,
    facts_on,
    filing_terms,
    ground_compare,
    ground_sift,
    judge,
    judge_in_sequence,
    parse,
    query,
    read,
    read_corpus,
    read_ground,
    transcribe,
)
from tests.support.round_cases import RoundCase, law_of, record_of, round_cases, section_of
from tests.support.round_verdicts import recorded_facts
from tests.support.rule_cases import VALUES, Case, as_stated

LAW = Path(os.environ.get("PITBOSS_LAW", Path(__file__).parents[3] / "shared" / "regulation"))
COMPILER, TEXT, CASE, SAME, EQUAL, SURVIVED = "compiler", "text", "case", "same", "equal", "survived"


@dataclass(frozen=True)
class Fate:
    """The fate of a mutant: who noticed it, and how; of one that survived, the clauses whose cases were judged."""

    mutant: Mutant
    by: str
    how: str = ""


class Rules:
    """The rules without mutation, with which every mutant is compared."""

    def __init__(self) -> None:
        corpus = read_corpus(RULES)
        assert not corpus.problems
        self.original = Original(corpus)
        self.sections = {section.file: section.citation for section in self.original.core.sections}
        self.reads: dict[int, frozenset[str]] = {}
        self.texts = {
            path.relative_to(RULES.parent).as_posix(): path.read_text("utf-8")
            for path in sorted(RULES.rglob("*.rules"))
        }

    @cached_property
    def ground(self) -> Ground | None:
        """The printed text; None if it is not next to the checkout."""
        return read_ground(LAW, RULES) if LAW.is_dir() else None

    @cached_property
    def _transcripts(self) -> dict[str, Any]:
        return {} if self.ground is None else {s.citation: s for s in self.ground.sections}

    @cache  # noqa: B019 - there is one
    def differences(self, citation: str) -> frozenset[tuple[str, str, str]]:
        """The differences between the printed text and a section without mutation."""
        return self._unexplained(citation, self._transcripts[citation])

    def _unexplained(self, citation: str, section: Any) -> frozenset[tuple[str, str, str]]:
        assert self.ground is not None
        found = ground_compare(Pair(section, self.ground.text, self.ground.sections))
        left, _ = ground_sift(dict.fromkeys(found), self.ground.explained)
        return frozenset(
            (d.check, d.provision, d.difference) for d in left if d.rules is not None or d.text is not None
        )

    def by_text(self, tree: Any) -> str:
        """The differences of a section from the printed text that it did not have before."""
        if self.ground is None or not hasattr(tree, "citation"):
            return ""
        section = transcribe(tree)
        new = self._unexplained(section.citation, section) - self.differences(section.citation)
        return " ".join(min(new)) if new else ""


@cache
def rules() -> Rules:
    return Rules()


def warm() -> None:
    """Read what every mutant needs."""
    _ = rules().ground
    cases_on_filings()
    cases_on_rounds()
    names()


def fate(mutant: Mutant) -> Fate:
    """Who notices the mutant; the cheapest check comes first, and the first that notices it decides."""
    base = rules()
    text, whole = mutant.applied(base.texts[mutant.file]), base.original.trees[mutant.file]
    parsed = (
        parse(text, mutant.file) if "\n" in mutant.old + mutant.new else reparsed(text, mutant.file, whole, mutant.line)
    )
    if parsed.tree is None:
        return Fate(mutant, COMPILER, parsed.problems[0].code)
    made = Recompiled(base.original, parsed.tree)
    if fault := next(made.unresolved(), None):
        return Fate(mutant, COMPILER, fault.code)
    try:
        if made.same:
            return Fate(mutant, SAME)
    except Exception as error:  # noqa: BLE001 - the compiler checks before it lowers; here it lowers first
        fault = next(made.misformed(), None)
        assert fault, f"{mutant} cannot be lowered and is not rejected: {error!r}"
        return Fate(mutant, COMPILER, fault.code)
    if how := base.by_text(parsed.tree):
        return Fate(mutant, TEXT, how)
    how = cannot = ""
    judged: list[str] = []
    try:
        how = next(_noticed(base, made, mutant, judged), "")
    except Exception as error:  # noqa: BLE001 - as above
        cannot = repr(error)
    if how:
        return Fate(mutant, CASE, how)
    if fault := next(chain(made.misformed(), made.inconsistent()), None):
        return Fate(mutant, COMPILER, fault.code)
    assert not cannot, f"{mutant} cannot be judged and is not rejected: {cannot}"
    if how := proven(base.original, made):
        return Fate(mutant, EQUAL, how)
    return Fate(mutant, SURVIVED, " ".join(judged))


# ---- cases


def _noticed(base: Rules, made: Recompiled, mutant: Mutant, judged: list[str]) -> Iterator[str]:
    """Each case with a different result: those of the changed clauses, then those of the section that can depend on them.

    `judged` gets the clauses whose cases are judged.
    """
    filings, rounds = cases_on_filings(), cases_on_rounds()
    judged_filings, settlements = JudgedFilings(made), Settlements(base, made)
    terms = Terms(made)
    for name, of_round in rule_cases.scope_cases().items():
        field = made.core.fields.get(name) if name in made.parts else None
        if field and rule_cases.of_the_whole_round(field) != of_round:
            yield f"{name}: of the round or of a seat"
    fields = filing_terms(made.core).fields if made.whole else {}
    for name in (
        name for name in fields if not rule_cases.field_citations().get(name, set()) <= {*fields[name].elsewhere}
    ):
        yield f"{name}: what it rests on"
    for id in made.changed:
        judged.append(id)
        clause = settlements.clauses.get(id)
        if clause and any(case.lacks(clause) for case in rule_cases.citation_cases().get(id, ())):
            yield f"{id}: what it rests on"
        if id not in base.original.clauses and id not in filings and id not in rounds:
            assert clause, id
            if clause.scope is not core.Scope.NONE and clause.kind not in ("irregularity", "rank", "outcome"):
                yield f"{id}: it has no case"
        for case in filings.get(id, ()):
            if how := terms.filing_is_misread(case) or judged_filings.differs(case):
                yield f"{id}: {how}"
        for round_case in rounds.get(id, ()):
            if how := terms.record_is_misread(round_case) or _differs_on_rounds(settlements, round_case):
                yield f"{id}: {how}"
    section, old = base.sections.get(mutant.file), base.original.clauses
    here = [book[id] for id in made.changed for book in (old, settlements.clauses) if id in book]
    if any(map(influences, here)):
        for id in (id for id in rounds if section_of(id) == section and id not in made.changed):
            if not settlements.relevant_in(old[id].game or "").depends(id, made.changed):
                continue
            judged.append(id)
            for round_case in rounds[id]:
                if how := _differs_on_rounds(settlements, round_case):
                    yield f"{id}: {how}"
    for case in chain(*filings.values()) if terms.changed else ():  # a field of the vocabulary may be in no clause
        if how := terms.filing_is_misread(case):
            yield f"{case.clause}: {how}"
    for game in {clause.game for clause in here if clause.game and deals(clause)}:
        if how := _undealt(made.core, game) or _miscounted(made.core, game):
            yield how


def _miscounted(book: core.Rulebook, game: str) -> str:
    """The first wager of which the advantage is not what is counted without the rules."""
    return next((f"the advantage of {one.wager}" for one in counted(game) if one.found(book) != one.advantage), "")


def _undealt(book: core.Rulebook, game: str) -> str:
    """The first record of a case that the rules can deal and the mutant cannot, or the reverse where its cards are the breach."""
    dealing, mutated = _dealing(game), Dealing(book, game)
    for id, some in cases_on_rounds().items():
        known = rules().original.clauses.get(id)
        for case in some if known and known.game == game else ():
            lawful, breach = choices(case, 1), choices(case, 2)
            for side, several in ((1, lawful), (2, breach)):
                for number, (_, table, rows) in enumerate(several):
                    for row, first in zip(rows, lawful[number % len(lawful)][2], strict=False):
                        found = dealing.of(table, row)
                        cards = {
                            name: value
                            for name, value in found.items()
                            if value or side == 2 and row.get(name) != first.get(name)
                        }
                        now = mutated.of(table, row) if cards else {}
                        for field, was in cards.items():
                            if was is not None and now.get(field) is (not was):
                                return f"{id}: {field} of record {side} can{'' if now[field] else 'not'} be dealt"
    return ""


@cache
def _dealing(game: str) -> Dealing:
    """What chance deals by the rules without mutation."""
    return Dealing(rules().original.core, game)


@cache
def cases_on_filings() -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for case in rule_cases.cases():
        found.setdefault(case.clause, []).append(case)
    return found


@cache
def cases_on_rounds() -> dict[str, list[RoundCase]]:
    found: dict[str, list[RoundCase]] = {}
    for case in round_cases():
        found.setdefault(case.clause, []).append(case)
    return found


class Terms:
    """The terms of filings and records of a mutant, where a field has another type or other owners: a case must be readable."""

    def __init__(self, made: Recompiled) -> None:
        old, new = rules().original.core.fields, made.core.fields
        types = {
            name for name in made.parts
            if name in old and name in new and (old[name].type, old[name].owners) != (new[name].type, new[name].owners)
        }  # fmt: skip
        self.changed = (
            {name: field for name, field in filing_terms(made.core).fields.items() if name in types} if types else {}
        )

    @cached_property
    def vocabulary(self) -> Vocabulary:
        known = rule_cases.load_rulebook()[1]
        changed = {
            n: VocabularyField(f.name, f.owners, f.type, f.title, f.cite, f.elsewhere) for n, f in self.changed.items()
        }
        return replace(known, fields={**known.fields, **changed})

    def filing_is_misread(self, case: Case) -> str:
        sides = ((side, VALUES.sub(rf"\{side}", case.filing)) for side in (1, 2) if self.changed)
        return next((f"filing {side} cannot be read" for side, text in sides if self._misreads(text)), "")

    def _misreads(self, filing: str) -> bool:
        return any(name in filing for name in self.changed) and bool(
            assemble(source_of(filing).documents, self.vocabulary)[1]
        )

    def record_is_misread(self, case: RoundCase) -> str:
        for side in (1, 2) if self.changed else ():
            day, records = record_of(case, side)
            table = VALUES.sub(rf"\{side}", case.table)
            if self._misreads(f"pits: [{{name: A, tables: [{table[:-1]}, number: 1}}]}}]\n"):
                return f"the table of record {side} cannot be read"
            form = table_of(table, day)[2]
            for record in records:
                try:
                    type(form)(self.vocabulary, form.by_wager, form.irregularities).read(record, "")
                except UnreadableRow as fault:
                    return f"record {side} cannot be read: {fault}"
        return ""


class JudgedFilings:
    """The compiled clauses of a mutant, as far as a case needs them."""

    def __init__(self, made: Recompiled) -> None:
        self.made = made
        self.known = rule_cases.without_beginning(rule_cases.load_rulebook()[0])

    @cached_property
    def clauses(self) -> dict[str, list[CompiledClause]]:
        """By id, the changed clauses compiled anew."""
        book = self.made.core
        wanted = tuple(clause for clause in book.clauses if clause.id in {*self.made.changed})
        cited = {clause.section for clause in wanted}
        sections = tuple(replace(s, entries=()) for s in book.sections if s.citation in cited)
        some = replace(book, clauses=wanted, sections=sections, register=())
        duties = (r.duty for clause in wanted for version in clause.versions for r in version.readings)
        if any(map(_is_chance, query.through_terms(book, *(e for duty in duties for e in core.expressions(duty))))):
            games = {book.names[wager].game for wager in query.chance_wagers(book)}
            some = replace(some, clauses=tuple(c for c in book.clauses if c in wanted or c.game in games))
        else:  # the probability of winning takes long to compute
            terms, derivations = (
                {name: expr for name, expr in part.items() if not any(map(_is_chance, core.walk(expr)))}
                for part in (book.terms, book.derivations)
            )
            some = replace(some, terms=terms, derivations=derivations)
        found: dict[str, list[CompiledClause]] = {}
        for name, text in emit_python(some).items():
            space: dict[str, Any] = {}
            exec(compile(text, name, "exec"), space)
            for clause in space[f"CLAUSES_{name.upper()}"]:
                found.setdefault(clause.id, []).append(clause)
        return found

    def differs(self, case: Case) -> str:
        for side in (1, 2):
            verdicts = self.verdicts(case, side)
            if side == 1 and not as_stated(case.first, verdicts):
                return f"the first filing comes to {', '.join(sorted(verdicts)) or 'nothing'}"
            if side == 2 and case.verdict not in verdicts:
                return f"the second filing comes to {', '.join(sorted(verdicts)) or 'nothing'}"
        return ""

    def verdicts(self, case: Case, side: int) -> set[str]:
        filing = _filing(case, side)
        clauses = self.clauses.get(case.clause, [])
        if any(
            clause.kind == "authority" for clause in clauses
        ):  # what is offered without authority depends on all of them
            changed = {*self.made.changed}
            clauses = [
                *(c for c in self.known.clauses if c.id not in changed),
                *chain.from_iterable(self.clauses.values()),
            ]
        book: CompiledRulebook = replace(self.known, clauses=tuple(clauses))
        judgment = judge(filing, book, VALUES.sub(lambda m: m[side], case.day))
        return {str(v.verdict) for v in judgment.verdicts if v.clause.id == case.clause}


def _is_chance(expr: core.Expr) -> bool:
    """Whether an expression is the probability that a wager wins."""
    return isinstance(expr, core.Apply) and expr.function in ("hit", "edge")


@cache
def _filing(case: Case, side: int) -> Any:
    """The filing of a case, as read."""
    filing, faults = assemble(
        source_of(VALUES.sub(lambda m: m[side], case.filing)).documents, rule_cases.load_rulebook()[1]
    )
    assert not faults
    return filing


def source_of(filing: str) -> SourceDocuments:
    """The text of a filing, as read."""
    with NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        file.write(filing + rule_cases.FRAME)
        file.flush()
        return read(Path(file.name))


@cache
def choices(case: RoundCase, side: int) -> list[tuple[str, Any, list[Any]]]:
    """The game, the facts of the table and the facts of each row, for each of the choices of the table that a case files."""
    day, records = record_of(case, side)
    game, zeros, form, variants = table_of(VALUES.sub(lambda m: m[side], case.table), day)
    rows = [form.read(record, "").facts for record in records]
    return [
        (game, facts, [recorded_facts({**facts, **zeros, "zeros": zeros}, row) for row in rows]) for facts in variants
    ]


@cache
def table_of(table: str, day: str) -> tuple[str, Any, Any, list[Any]]:
    """The game of a table, its zeros, the form of its records, and the facts of each of its choices; many cases share them."""
    law = law_of(table, day)
    (filed,) = law.filings[0].tables
    facts = [facts_on(law.filings[0], filed, variant, day) for variant in filed.variants]
    return filed.game, law.form.zeros(filed.game), law.form, facts


class Settlements:
    """The settlements of a mutant, each made of the clauses that one clause depends on, for one table and day of the cases."""

    def __init__(self, base: Rules, made: Recompiled) -> None:
        self.book = made.core
        self.clauses = {clause.id: clause for clause in self.book.clauses} if made.changed else {}
        self.reads = {} if made.parts else base.reads
        self.relevant: dict[str, Relevant] = {}
        self.made: dict[tuple[str, int, str], Settlement] = {}

    def relevant_in(self, game: str) -> Relevant:
        """What the clauses of a game depend on."""
        if game not in self.relevant:
            self.relevant[game] = Relevant(self.book, game, self.reads)
        return self.relevant[game]

    def of(self, clause: str, game: str, facts: Any, row: Any) -> Settlement:
        day = row["moment"][:10]
        key = clause, id(facts), day  # `_table` keeps the facts
        if key not in self.made:
            self.made[key] = _OneClause(self.relevant_in(game).to(clause), game, facts, date.fromisoformat(day)).only(
                clause
            )
        return self.made[key]


class _OneClause(Settlement):
    """Judges one clause of a row: the one that a case is on."""

    judged = ""

    def only(self, clause: str) -> _OneClause:
        self.judged = clause
        return self

    def _verdict(self, clause: ClauseReadings, facts: Any) -> str | None:
        return super()._verdict(clause, facts) if clause.clause.id == self.judged else None


def _differs_on_rounds(settlements: Settlements, case: RoundCase) -> str:
    """The difference between a case on rounds and its stated result; empty if there is none."""
    for side in (1, 2):
        found: set[str] = set()
        for game, facts, rows in choices(case, side):
            for row in judge_in_sequence(partial(settlements.of, case.clause, game, facts), rows):
                found |= {str(row[case.clause])} if case.clause in row else set()
        if side == 1 and not as_stated(case.first, found):
            return f"the first record comes to {', '.join(sorted(found)) or 'nothing'}"
        if side == 2 and case.verdict not in found:
            return f"the second record comes to {', '.join(sorted(found)) or 'nothing'}"
    return ""
