"""Core → readable Python that judges filings: a module for each section, a function for each reading of a clause version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import assert_never

from pitboss.compiler.catalog.anomalies import resting
from pitboss.compiler.emit import english, phrases
from pitboss.compiler.emit.cure_steps import cure
from pitboss.compiler.emit.expressions import (
    Library,
    Module,
    Writer,
    constant,
    docstring,
    function_name,
    in_force,
    module_name,
)
from pitboss.compiler.emit.extracts import Extract
from pitboss.compiler.emit.line_breaks import wrapped
from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Need, PayMode, Scope, SubjectKind
from pitboss.compiler.model.footprint import FactPath, clause_footprint
from pitboss.compiler.model.meaning import version_digest
from pitboss.grammar.clause_kinds import ClauseKind


def python(of: Extract) -> str:
    """The text of the module of a section; empty if it has no clause to judge."""
    section, clauses = of.section, [clause for clause in of.clauses if clause.scope is not Scope.NONE]
    if not clauses:
        return ""
    module, anomalies = Module(of.book, module_name(section.citation), of.chances), resting(of.anomalies, clauses)
    module.operations[Library.OPERATIONS].add("CompiledClause")
    functions: list[str] = []
    records: list[str] = []
    for clause in clauses:
        for version in clause.versions:
            made = _Version(module, of, clause, version)
            functions += made.functions()
            records.append(made.record(anomalies.get((clause.id, version.since), ())))
    body = "".join(f"{text}\n\n\n" for text in [*module.definitions(), *functions])
    fractions = "from fractions import Fraction\n\n" if "Fraction(" in body else ""
    head = f"{docstring(f'{section.citation} {section.title}. Generated from {section.file}; do not edit.')}\n\n"
    listed = "".join(f"{record}\n" for record in records)
    return wrapped(f"{head}{fractions}{module.imports()}\n\n{body}CLAUSES_{module.name.upper()} = (\n{listed})\n")


_PURPOSE = {"comes": "What the subject comes to", "quantity": "The quantity"}


class _Version:
    """One version of a clause: its functions, and its record with the data for reports."""

    def __init__(self, module: Module, of: Extract, clause: core.Clause, version: core.Version) -> None:
        self.module = module
        self.book = module.book
        self.section = section = of.section
        self.notices = of.notices
        self.clause = clause
        self.version = version
        place = f"s{section.citation.partition('-')[2]}"  # unique over all sections, since a standalone validator is one file
        self.name = function_name(place, clause, version)
        self.names = [function_name(place, clause, version, reading.name) for reading in version.readings]
        self.writers = [Writer(module, name) for name in self.names]
        self.quantities: dict[str, str] = {}  # the operands that the clause compares: field of the record → expression
        if clause.scope is not Scope.ROUND:
            found = {"comes": _comes(self.writers[0], version.duty), "quantity": self._quantity()}
            self.quantities = {key: expression for key, expression in found.items() if expression}

    # ---- functions

    def functions(self) -> Iterator[str]:
        """A function for each reading of a clause on filings. Clauses on rounds have a module of their own (`rounds.py`)."""
        if self.clause.scope is Scope.ROUND:
            return
        citation = f"{self.clause.provision}, {in_force(self.version)}"
        for name, writer, reading in zip(self.names, self.writers, self.version.readings, strict=True):
            lines = [*_body(writer, self.clause, reading.duty)]
            arguments = "event, t" if self.clause.scope is Scope.EVENT else "t"
            doc = f"{citation}. {english.rule(self.book, reading.duty)}"
            yield from writer.constants()
            yield _function(name, arguments, doc, lines)
        rule = english.rule(self.book, self.version.duty)
        for key, expression in self.quantities.items():
            doc = f"{_PURPOSE[key]} in {citation}: {rule}"
            yield _function(f"{self.name}_{key}", "t", doc, [f"return {expression}"])

    # ---- the record

    def record(self, anomalies: tuple[core.Anomaly, ...]) -> str:
        """The version as an entry of `CLAUSES`."""
        return f"    CompiledClause({', '.join(f'{key}={value}' for key, value in self._fields(anomalies))}),"

    def _fields(self, anomalies: tuple[core.Anomaly, ...]) -> Iterator[tuple[str, str]]:
        book, clause, version, duty = self.book, self.clause, self.version, self.version.duty
        of_round = clause.scope is Scope.ROUND
        yield "id", repr(clause.id)
        yield "kind", self._member("ClauseKind", clause.kind)
        yield "scope", self._member("ClauseScope", clause.scope)
        yield "game", repr(clause.game)
        yield "since", repr(_day(version.since))
        yield "until", repr(_day(version.until))
        yield "basis", self._member("ClauseBasis", version.basis)
        yield "ground", repr(version.ground)
        yield "check", "None" if of_round else self.names[0]
        yield "subject", constant(_place(book, clause, duty))
        yield "words", repr(english.rule(book, duty))
        yield "expected", repr(english.expected(book, duty))
        yield "cure", self._cure()
        yield "source", repr(f"{version.place.file}:{version.place.line}")
        if version.citations:
            yield (
                "per",
                constant(tuple(c.printed + (f" (read {c.reading})" if c.reading else "") for c in version.citations)),
            )
        if elsewhere := self._elsewhere():
            yield "elsewhere", constant(elsewhere)
        if version.is_open:
            readings = zip(version.readings, self.names, strict=True)
            yield "readings", f"({', '.join(self._reading(reading, name) for reading, name in readings)})"
        if other := _other(book, duty):
            yield "other", constant(other)
        if "comes" in self.quantities:
            yield "comes", f"{self.name}_comes"
        if ClauseKind(clause.kind).on_floor:
            yield "floor", "True"
        if version.basis is core.Basis.INFERRED and version is clause.versions[0] and self.section.adopted:
            yield "opened", repr(_day(self.section.adopted))
        if "quantity" in self.quantities:
            yield "quantity", f"{self.name}_quantity"
        if isinstance(duty, core.SameAcross):
            yield "span", repr(duty.span.value)
        if anomalies:
            yield "anomalies", repr(tuple(map(_anomaly, anomalies)))
        if self.section.printed:
            yield "printed", repr(_day(self.section.printed))
        footprint = clause_footprint(book, clause)
        yield "footprint", repr(_of_filing(book, footprint) if of_round else footprint)
        yield "version", repr(version_digest(book, clause, version, self.module.chances))

    def _cure(self) -> str:
        steps = cure(self.book, self.notices, self.version.duty, _place(self.book, self.clause, self.version.duty))
        self.module.operations[Library.CURES].update(step.partition("(")[0] for step in steps)
        return f"({', '.join(steps)}{',' * (len(steps) == 1)})"

    def _member(self, enumeration: str, value: str) -> str:
        """A value of a closed set, as a member of the checker's enumeration."""
        self.module.operations[Library.OPERATIONS].add(enumeration)
        return f"{enumeration}.{value.upper()}"

    def _reading(self, reading: core.Reading, name: str) -> str:
        """A reading; it names its subject if that differs from the subject of the first reading."""
        expected, subject = english.expected(self.book, reading.duty), reading.duty.subject
        if subject != self.version.duty.subject:
            expected = f"{phrases.subject(self.book, subject)} {expected}"
        function = "None" if self.clause.scope is Scope.ROUND else name
        return f"({reading.name!r}, {reading.ground!r}, {function}, {expected!r})"

    def _elsewhere(self) -> tuple[str, ...]:
        """For an authority: the cited sections that are not in the rulebook."""
        if not isinstance(self.version.duty, core.Authority):
            return ()
        return query.not_available(self.book, self.version.citations, self.clause.section)

    def _quantity(self) -> str:
        """The bound of the subject, if it depends on other facts; for a derived value, in all readings."""
        duties = [reading.duty for reading in self.version.readings]
        if any(isinstance(duty, core.Derives) for duty in duties):
            parts = [_derived(w, duty) for w, duty in zip(self.writers, duties, strict=True)]
            return parts[0] if len(parts) == 1 else self.writers[0].call("agreed", *parts)
        match duties[0]:
            case core.Requirement(need=Need.BOUND, holds=core.Compare(_, _, right)) if not isinstance(
                right, core.Const | core.Lookup
            ):
                return self.writers[0].write(right)
        return ""


def _derived(w: Writer, duty: core.Duty) -> str:
    """The value of the subject in one reading, if its conditions hold."""
    if not isinstance(duty, core.Derives):
        return "None"
    return w.call("given", w.both(w.conditions(duty.applies)), w.write(duty.value))


def _function(name: str, arguments: str, doc: str, lines: list[str]) -> str:
    return f"def {name}({arguments}):\n    {docstring(doc)}\n" + "\n".join(f"    {line}" for line in lines)


# ---- what a function returns


def _body(w: Writer, clause: core.Clause, duty: core.Duty) -> Iterator[str]:
    """The lines of the function of a duty on filings."""
    match duty:
        case core.SameAcross(fact=fact, equal=equal):
            keys = ", ".join(f't.get("{name}")' for name in equal)
            value = _comes(w, duty) or (
                w.call("terms", "t", constant(fact.of)) if fact.name == "payouts" else w.write(fact)
            )
            yield f"return {w.both(_guards(w, duty))}, ({keys}{',' if len(equal) == 1 else ''}), {value}"
        case core.Notice(subject, applies, before, to, written, _, minutes):
            given = ["event", w.both(w.conditions(applies)), repr(minutes), repr(written), constant(to), "t"]
            yield f'if event.get("subject") != "{subject}" or event.get("kind") not in {constant(before)}:'
            yield f"    return {w.operation('NOT_APPLICABLE')}"
            yield f"return {w.call('notice_given', *given, constant(clause.id))}"
        case core.Authority(subject):
            game = clause.name.removesuffix("-authorised") == clause.game
            yield f"return {w.call('verdict', 'True', 'True') if game else w.call('authorized', 't', constant(subject.name))}"
        case _:
            guards = _guards(w, duty)
            holds = _holds(w, clause, duty)
            if guards:
                yield f"applies = {w.both(guards)}"
                yield "if applies is False:"
                yield f"    return {w.operation('NOT_APPLICABLE')}"
            yield f"return {w.call('verdict', 'applies' if guards else 'True', holds)}"


def _guards(w: Writer, duty: core.Duty) -> list[str]:
    """The conditions under which a duty applies: its subject is offered or in use, and its conditions hold."""
    found = []
    if not (isinstance(duty, core.Requirement) and duty.need in (Need.OFFER, Need.NO_OFFER)):
        name = duty.subject.of if duty.subject.of in w.book.names else duty.subject.name
        kind = w.book.kind(name)
        if name and kind and (kind.is_offer or kind is SubjectKind.EQUIPMENT):
            found.append(w.write(core.Offered(name, kind)))
    return found + w.conditions(duty.applies)


def _holds(w: Writer, clause: core.Clause, duty: core.Duty) -> str:
    """What a duty demands, as a truth."""
    match duty:
        case core.Requirement(holds=core.Member() as member):
            return w.member(member)
        case core.Requirement(holds=holds):
            return w.condition(holds)
        case core.Derives(subject, _, value):
            fact = query.fact_of(w.book, subject)
            if fact.derived:
                return w.call("agrees" if isinstance(value, core.Apply) else "fits", w.filed(fact), w.write(value))
            return w.call("all_equal", w.write(fact), w.write(value))
        case core.PayoutTable():
            return _pays(w, duty)
        case core.Posted(subject):
            return w.call("posted", "t", constant(str(subject)), constant(clause.id))
        case core.Approved(fact=fact):
            return w.call("approved", "t", constant(clause.id), *([w.write(fact)] if fact else []))
        case core.Attested():
            return w.call("attested", "t", constant(clause.id))
        case (
            core.Authority()
            | core.Notice()
            | core.SameAcross()
            | core.RoundDuty()
            | core.ChanceDuty()
            | core.DeclaredDuty()
        ):
            raise TypeError(f"no truth on a filing: {duty}")
    assert_never(duty)


def _pays(w: Writer, duty: core.PayoutTable) -> str:
    """Whether the filed payouts of a wager are as the law prints them."""
    wager = constant(duty.subject.of or duty.subject.name)
    if duty.limits:
        law = [constant(query.payout(limit)) for limit in duty.limits if isinstance(limit, core.Const)]
        match duty.mode:
            case PayMode.AT_LEAST:
                return w.call("every_row", "t", wager, law[0], "None")
            case PayMode.EXACTLY:
                return w.call("every_row", "t", wager, law[0], law[0])
            case PayMode.BETWEEN:
                return w.call("every_row", "t", wager, law[0], law[1])
        raise TypeError(f"no code for figures that are paid {duty.mode}")
    test = "pays_exactly" if duty.mode.exact else "pays_at_least"

    def meets(rows: str) -> str:
        return (
            w.call("one_table", "t", wager, rows, w.operation(test))
            if duty.mode.whole
            else w.call(test, "t", wager, rows)
        )

    if duty.by:
        tables = {s.value.value: _payouts(duty.mode, s.table) for s in duty.schedules if s.table}
        return w.call("by_block", "t", constant(duty.by), w.table(tables), f"lambda block: {meets('block')}")
    assert duty.table is not None
    return meets(w.table(_payouts(duty.mode, duty.table)))


def _payouts(mode: PayMode, table: core.Table) -> Mapping[str, object]:
    """The payouts of a printed table; if it is one of several, each column after the first is a whole table."""
    if not mode.whole:
        return query.payouts(table)
    return {query.key(head): query.payouts(table, n) for n, head in enumerate(table.heads) if n and head}


# ---- the place of a duty in a filing


def _place(book: core.Rulebook, clause: core.Clause, duty: core.Duty) -> tuple[str, ...]:
    """The path of the duty's subject in the facts."""
    subject = duty.subject
    match duty:
        case core.Attested():
            return ("attested", clause.id)
        case core.PayoutTable():
            return ("offers", subject.of or subject.name, "payouts")
        case core.Requirement(need=Need.OFFER) if subject.kind is not SubjectKind.EQUIPMENT:
            return ("wagers" if subject.kind is SubjectKind.WAGER else "options",)
    match subject.kind:
        case SubjectKind.WAGER | SubjectKind.OPTION | SubjectKind.VARIATION:
            return ("offers", subject.name)
        case SubjectKind.EQUIPMENT:
            return ("equipment", subject.name)
        case SubjectKind.GAME:
            return ("game",)
        case SubjectKind.FIELD:
            return _place_of(book, query.fact_of(book, subject))
        case SubjectKind.TERM | SubjectKind.SCOPE | SubjectKind.ROW | SubjectKind.IRREGULARITY:
            return ()
    assert_never(subject.kind)


def _of_filing(book: core.Rulebook, facts: Iterable[FactPath]) -> tuple[FactPath, ...]:
    """Of what a clause on rounds observes, the facts of the table, its equipment and its offers."""
    return tuple(
        fact for fact in facts
        if fact[0] in ("offers", "equipment") or fact[0] in book.fields and not book.fields[fact[0]].of_round and len(fact) == 1
    )  # fmt: skip


def _place_of(book: core.Rulebook, fact: core.Fact) -> tuple[str, ...]:
    return ("offers", fact.of, fact.name) if fact.of in book.names and fact.of else (fact.name,)


def _other(book: core.Rulebook, duty: core.Duty) -> tuple[str, ...]:
    """The second place that a duty is about: the other offer, or the fact from which the subject is derived."""
    match duty:
        case core.Requirement(
            need=Need.BARS | Need.REQUIRES, holds=core.Offered(name, kind) | core.Not(core.Offered(name, kind))
        ):
            return ("equipment" if kind is SubjectKind.EQUIPMENT else "offers", name)
    if str(duty.subject) not in book.derivations:
        return ()
    inside = (fact for fact in query.facts(book.derivations[str(duty.subject)]) if fact.name in book.fields)
    return _place_of(book, next(inside, query.fact_of(book, duty.subject)))


def _comes(w: Writer, duty: core.Duty) -> str:
    """The value of the subject, if it need not be filed."""
    if str(duty.subject) not in w.book.derivations or isinstance(duty, core.Derives):
        return ""
    fact = query.fact_of(w.book, duty.subject)
    return w.derived("filled", fact) if isinstance(duty, core.SameAcross) else w.write(fact)  # compared as it is filed


def _anomaly(anomaly: core.Anomaly) -> tuple[str, str, str]:
    """Code, kind, and the defect in one line."""
    printed = [f"printed {anomaly.printed}"] if anomaly.printed else []
    read = [f"read {anomaly.reading}"] if anomaly.reading else []
    return anomaly.code, anomaly.kind, ", ".join(printed + read) or anomaly.ground


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
