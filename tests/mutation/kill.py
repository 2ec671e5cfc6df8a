"""Whether the compiler, the printed text, or a case notices a mutant of the rules. A digest of figures does not count.

One section is parsed anew; the others are parsed once. Cases are judged by the compiled clauses (filings) and by the fast settlement
of the reference (rounds), so that only what changed is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import date
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from tests.mutation.mutants import Mutant
from tests.support import rule_cases
from tests.support.product import (
    NOT_EVALUATED,
    RULES,
    ClauseReadings,
    CompiledClause,
    CompiledRulebook,
    Corpus,
    Ground,
    Pair,
    RecordRow,
    ResolvedRulebook,
    Settlement,
    assemble,
    core,
    emit_python,
    facts_of,
    facts_on,
    ground_compare,
    ground_sift,
    judge,
    judge_in_sequence,
    lower,
    parse,
    problems_of,
    query,
    read,
    read_corpus,
    read_ground,
    resolve,
    transcribe,
    with_precedence,
    with_successions,
)
from tests.support.round_cases import RoundCase, law_of, record_of, round_cases, section_of
from tests.support.rule_cases import VALUES, Case, as_stated

LAW = Path(__file__).parents[3] / "shared" / "regulation"
COMPILER, TEXT, CASE, NO_EFFECT, SURVIVED = "compiler", "text", "case", "no effect", "survived"


@dataclass(frozen=True)
class Fate:
    """The fate of a mutant: who noticed it, and how."""

    mutant: Mutant
    by: str
    how: str = ""


def core_of(book: ResolvedRulebook) -> core.Rulebook:
    return with_successions(with_precedence(lower(book)))


class Rules:
    """The rules without mutation, with which every mutant is compared."""

    def __init__(self) -> None:
        self.corpus: Corpus = read_corpus(RULES)
        assert not self.corpus.problems
        self.core = core_of(resolve(self.corpus).rulebook)
        self.clauses = {clause.id: clause for clause in self.core.clauses}
        self.texts = {
            path.relative_to(RULES.parent).as_posix(): path.read_text("utf-8")
            for path in sorted(RULES.rglob("*.rules"))
        }
        self.users = _users(self.core)

    @cached_property
    def ground(self) -> Ground | None:
        """The printed text; None if it is not next to the checkout."""
        return read_ground(LAW, RULES) if LAW.is_dir() else None

    @cached_property
    def differences(self) -> dict[str, frozenset[tuple[str, str, str]]]:
        """The differences between the printed text and each section, with the explanation of each."""
        ground = self.ground
        return {} if ground is None else {s.citation: self._unexplained(s.citation, s) for s in ground.sections}

    def _unexplained(self, citation: str, section: Any) -> frozenset[tuple[str, str, str]]:
        assert self.ground is not None
        found = ground_compare(Pair(section, self.ground.text, self.ground.sections))
        left, _ = ground_sift(dict.fromkeys(found), self.ground.explained)
        return frozenset(
            (d.check, d.provision, d.difference) for d in left if d.rules is not None or d.text is not None
        )

    def by_text(self, tree: Any) -> str:
        """The differences of a section from the printed text that it did not have before."""
        if self.ground is None:
            return ""
        section = transcribe(tree)
        new = self._unexplained(section.citation, section) - self.differences.get(section.citation, frozenset())
        return " ".join(min(new)) if new else ""


@cache
def rules() -> Rules:
    return Rules()


def fate(mutant: Mutant) -> Fate:
    """Who notices the mutant; the cheapest check comes first."""
    base = rules()
    parsed = parse(mutant.applied(base.texts[mutant.file]), mutant.file)
    if parsed.tree is None:
        return Fate(mutant, COMPILER, parsed.problems[0].code)
    corpus = _with(base.corpus, parsed.tree)
    resolved = resolve(corpus)
    if resolved.problems:
        return Fate(mutant, COMPILER, resolved.problems[0].code)
    if _is_section(parsed.tree) and (how := base.by_text(parsed.tree)):
        return Fate(mutant, TEXT, how)
    try:
        book = core_of(resolved.rulebook)
    except Exception as error:  # noqa: BLE001 - the compiler checks before it lowers; here it lowers first
        found = problems_of(resolved)
        assert found, f"{mutant} cannot be lowered and is not rejected: {error!r}"
        return Fate(mutant, COMPILER, found[0].code)
    changed = _changed(base, book)
    try:
        how = next(_noticed(base, book, changed, mutant), "")
    except Exception as error:  # noqa: BLE001 - as above
        how = repr(error)
        assert problems_of(resolved), f"{mutant} cannot be judged and is not rejected: {how}"
    if how:
        return Fate(mutant, CASE, how)
    if found := problems_of(resolved):  # the slowest check
        return Fate(mutant, COMPILER, found[0].code)
    return Fate(mutant, SURVIVED if changed or _declared(base.core, book) else NO_EFFECT)


def _is_section(tree: Any) -> bool:
    return hasattr(tree, "citation")


def _with(corpus: Corpus, tree: Any) -> Corpus:
    """The corpus with the tree of one file replaced."""
    if _is_section(tree):
        return replace(
            corpus,
            digest="mutant",
            sections=tuple(tree if s.place.file == tree.place.file else s for s in corpus.sections),
        )
    return replace(
        corpus,
        digest="mutant",
        vocabularies=tuple(tree if v.place.file == tree.place.file else v for v in corpus.vocabularies),
    )


# ---- what changed


def _changed(base: Rules, book: core.Rulebook) -> list[str]:
    """The clauses that differ, and those that use a term, a ranking or a field that differs."""
    own = [c.id for c in book.clauses if base.clauses.get(c.id) != c]
    names = {
        name
        for part in ("terms", "rankings", "derivations", "fields", "parameters", "names")
        for name in {*getattr(book, part), *getattr(base.core, part)}
        if getattr(book, part).get(name) != getattr(base.core, part).get(name)
    }
    here = {clause.id for clause in book.clauses}
    gone = [id for id in base.clauses if id not in here]
    using = [clause for name in sorted(names) for clause in base.users.get(name.partition(" ")[0], ())]
    return [*dict.fromkeys([*gone, *own, *using])]


def _declared(old: core.Rulebook, new: core.Rulebook) -> bool:
    """Whether anything else in the rules' declarations differs, except places and the digest."""
    return any(getattr(old, f.name) != getattr(new, f.name) for f in fields(old) if f.name not in ("digest", "clauses"))


def _users(book: core.Rulebook) -> dict[str, tuple[str, ...]]:
    """By term, ranking and field: the clauses that use it, through terms."""
    found: dict[str, dict[str, None]] = {}
    for clause in book.clauses:
        for version in clause.versions:
            for reading in version.readings:
                for name in _names(book, reading.duty):
                    found.setdefault(name, {})[clause.id] = None
    return {name: tuple(ids) for name, ids in found.items()}


def _names(book: core.Rulebook, duty: core.Duty) -> Iterator[str]:
    yield duty.subject.name
    for expr in query.through_terms(book, *core.expressions(duty)):
        for part in ("name", "ranking", "of"):
            if isinstance(found := getattr(expr, part, None), str):
                yield found


# ---- cases


def _noticed(base: Rules, book: core.Rulebook, changed: list[str], mutant: Mutant) -> Iterator[str]:
    """Each case with a different result: first those of the changed clauses, then those of the section, then of its game."""
    section = next((s.citation for s in base.core.sections if s.file == mutant.file), "")
    filings, rounds = _filing_cases(), _cases_on_rounds()
    near = [id for id in (*filings, *rounds) if section and section_of(id) == section]
    judged_filings = _JudgedFilings(base, book, changed)
    settlements = _Settlements(book)
    for id in dict.fromkeys((*changed, *near)):
        for case in filings.get(id, ()):
            if how := judged_filings.differs(case):
                yield f"{id}: {how}"
        for round_case in rounds.get(id, ()):
            if how := _differs_on_rounds(settlements, round_case):
                yield f"{id}: {how}"


@cache
def _filing_cases() -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for case in rule_cases.cases():
        found.setdefault(case.clause, []).append(case)
    return found


@cache
def _cases_on_rounds() -> dict[str, list[RoundCase]]:
    found: dict[str, list[RoundCase]] = {}
    for case in round_cases():
        found.setdefault(case.clause, []).append(case)
    return found


class _JudgedFilings:
    """The compiled clauses of a mutant, as far as a case needs them."""

    def __init__(self, base: Rules, book: core.Rulebook, changed: list[str]) -> None:
        self.book = book
        self.known = rule_cases.without_beginning(rule_cases.load_rulebook()[0])
        self.vocabulary = rule_cases.load_rulebook()[1]
        self.touched = {section_of(id) for id in changed}

    @cached_property
    def clauses(self) -> dict[str, list[CompiledClause]]:
        """By id, the clauses of the changed sections compiled anew."""
        found: dict[str, list[CompiledClause]] = {}
        for clause in self.known.clauses:
            if section_of(clause.id) not in self.touched:
                found.setdefault(clause.id, []).append(clause)
        sections = tuple(s for s in self.book.sections if s.citation in self.touched)
        for name, text in emit_python(replace(self.book, sections=sections)).items():
            space: dict[str, Any] = {}
            exec(compile(text, name, "exec"), space)
            for clause in space[f"CLAUSES_{name.upper()}"]:
                found.setdefault(clause.id, []).append(clause)
        return found

    def differs(self, case: Case) -> str:
        for side in (1, 2):
            verdicts = self.verdicts(case, side)
            if side == 1 and not as_stated(case.applies, verdicts):
                return f"the first filing comes to {', '.join(sorted(verdicts)) or 'nothing'}"
            if side == 2 and case.verdict not in verdicts:
                return f"the second filing comes to {', '.join(sorted(verdicts)) or 'nothing'}"
        return ""

    def verdicts(self, case: Case, side: int) -> set[str]:
        filing = _filing(case, side)
        clause = self.clauses.get(case.clause, [])
        every = (
            [c for many in self.clauses.values() for c in many]
            if any(c.kind == "authority" for c in clause)
            else clause
        )
        book: CompiledRulebook = replace(self.known, clauses=tuple(every))
        judgment = judge(filing, book, VALUES.sub(lambda m: m[side], case.day))
        return {str(v.verdict) for v in judgment.verdicts if v.clause.id == case.clause}


@cache
def _filing(case: Case, side: int) -> Any:
    """The filing of a case, as read."""
    import tempfile

    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        file.write(VALUES.sub(lambda m: m[side], case.filing) + rule_cases.FRAME)
        file.flush()
        filing, faults = assemble(read(Path(file.name)).documents, rule_cases.load_rulebook()[1])
    assert not faults
    return filing


@cache
def _choices(case: RoundCase, side: int) -> list[tuple[str, Any, list[Any]]]:
    """The game, the facts of the table and the facts of each row, for each of the choices of the table that a case files."""
    day, records = record_of(case, side)
    game, zeros, form, variants = _table(VALUES.sub(lambda m: m[side], case.table), day)
    rows = [form.read(record, "").facts for record in records]
    return [
        (game, facts, [facts_of({**facts, **zeros, "zeros": zeros}, RecordRow(row, "")) for row in rows])
        for facts in variants
    ]


@cache
def _table(table: str, day: str) -> tuple[str, Any, Any, list[Any]]:
    """The game of a table, its zeros, the form of its records, and the facts of each of its choices; many cases share them."""
    law = law_of(table, day)
    (filed,) = law.filings[0].tables
    facts = [facts_on(law.filings[0], filed, variant, day) for variant in filed.variants]
    return filed.game, law.form.zeros(filed.game), law.form, facts


class _OneClause(Settlement):
    """Judges one clause of a row: the one that a case is on."""

    judged = ""

    def only(self, clause: str) -> _OneClause:
        if clause != self.judged:
            self.judged, self._idle = clause, [NOT_EVALUATED] * len(self.clauses)
        return self

    def _verdict(self, clause: ClauseReadings, facts: Any) -> str | None:
        return super()._verdict(clause, facts) if clause.clause.id == self.judged else None


class _Settlements:
    """The settlements of a mutant, one for each table and day of the cases."""

    def __init__(self, book: core.Rulebook) -> None:
        self.book = book
        self.made: dict[tuple[int, str], _OneClause] = {}

    def of(self, clause: str, game: str, facts: Any, row: Any) -> Settlement:
        day = row["moment"][:10]
        if (id(facts), day) not in self.made:  # `_table` keeps the facts
            self.made[id(facts), day] = _OneClause(self.book, game, facts, date.fromisoformat(day))
        return self.made[id(facts), day].only(clause)


def _differs_on_rounds(settlements: _Settlements, case: RoundCase) -> str:
    """The difference between a case on rounds and its stated result; empty if there is none."""
    for side in (1, 2):
        found: set[str] = set()
        for game, facts, rows in _choices(case, side):
            for row in judge_in_sequence(partial(settlements.of, case.clause, game, facts), rows):
                found |= {str(row[case.clause])} if case.clause in row else set()
        if side == 1 and not as_stated(case.applies, found):
            return f"the first record comes to {', '.join(sorted(found)) or 'nothing'}"
        if side == 2 and case.verdict not in found:
            return f"the second record comes to {', '.join(sorted(found)) or 'nothing'}"
    return ""
