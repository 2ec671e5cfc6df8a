"""Core → the clauses of a section that judge a settled round: the functions of each reading, and the part it plays in a settlement.

A function takes the facts and a set of operations, so the same function evaluates one row or many rows in columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from pitboss.compiler.emit import english
from pitboss.compiler.emit.condition_functions import Key, condition_functions, key, place_name
from pitboss.compiler.emit.expressions import (
    Writer,
    constant,
    docstring,
    function_name,
    in_force,
    values,
)
from pitboss.compiler.emit.extracts import Extract, SectionSteps
from pitboss.compiler.emit.round_expressions import SIGNATURE, RoundModule, RoundWriter
from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Need, Relation, Scope, SubjectKind
from pitboss.compiler.model.row_columns import row_columns

_PURPOSE = {"applies": "When {} applies: {}", "value": "The quantity in {}: {}", "holds": "What {} requires: {}"}
_FACTORIES = {"comes_to", "derived_as", "fixed"}
_RETURNS = {"applies": "Truth | C", "value": "Cell | C", "holds": "Truth | C"}


@dataclass(frozen=True, slots=True)
class _Role:
    """The role of a clause in a settlement, as an expression of the classes `names` of `checker/rounds/steps.py`."""

    text: str
    names: tuple[str, ...]


def section_rounds(of: Extract) -> SectionSteps:
    """What a section adds to the module of `rounds.py`."""
    module = RoundModule(of.book, of.prevailing)
    applying = condition_functions(of.book, of.clauses, of.prevailing)
    functions: dict[str, str] = {}  # by name
    steps: list[str] = []
    names: set[str] = set()
    for clause in of.clauses:
        for version in clause.versions:
            for reading in version.readings:
                step = _Step(module, clause, version, reading, applying)
                if step.role is not None:
                    functions |= {constant: constant for constant in step.writer.constants()} | step.functions()
                    steps.append(step.text())
                    names |= step.names()
    return SectionSteps(
        "\n\n\n".join(functions.values()),
        "".join(steps),
        tuple(sorted(names)),
        tuple(sorted(module.terms)),
        tuple(sorted(module.rankings)),
        row_columns(of.book),
    )


class _Step:
    """One reading of a clause version: its role, its functions and its entry in `STEPS`."""

    def __init__(
        self, module: RoundModule, clause: core.Clause, version: core.Version, reading: core.Reading,
        applying: Mapping[Key, str],
    ) -> None:  # fmt: skip
        self.book = module.book
        self.clause = clause
        self.version = version
        self.reading = reading
        self.duty = reading.duty
        self.name = function_name(place_name(clause.section), clause, version, reading.name)
        self.applying = applying[key(clause, version, reading)]
        self.writer = RoundWriter(module, self.name)
        self.role = _role(module.book, clause, reading.duty, self.writer)
        self.figures: dict[str, str] = {}  # by part, what is made without a function of its own
        self.parts = {} if self.role is None else dict(self._parts())
        own = [e for e in core.expressions(self.duty) if not isinstance(self.duty, core.PayoutTable)]
        self.reach = query.reach(self.book, *own)

    def text(self) -> str:
        assert self.role is not None
        since = self.version.since.isoformat() if self.version.since else None
        given = "".join(f", {part}={self.function(part)}" for part in self.parts)
        given += f", reach=RowReach.{self.reach.upper()}" if self.reach else ""
        return f"    Step({self.clause.id!r}, {since!r}, {self.reading.name or ''!r}, {self.role.text}{given}),\n"

    def functions(self) -> dict[str, str]:
        """The functions of the reading, by name; the function of a term is among those of the module."""
        read_as = f", read as {self.reading.name}" if self.reading.name else ""
        citation = f"{self.clause.provision} ({in_force(self.version)}{read_as})"
        given, demand = english.given(self.book, self.duty), english.demand(self.book, self.duty)
        found = {}
        for part, expression in self.parts.items():
            name = self.function(part)
            if part not in self.figures and expression != f"{name}(t, ops)":
                doc = docstring(_PURPOSE[part].format(citation, given if part == "applies" else demand))
                found[name] = f"def {name}{SIGNATURE} -> {_RETURNS[part]}:\n    {doc}\n    return {expression}"
        return found

    def function(self, part: str) -> str:
        """The function of a part: its name, or how it is made of a figure or of the value."""
        return self.figures.get(part) or (self.applying if part == "applies" else f"{self.name}_{part}")

    def names(self) -> set[str]:
        """What the step uses of `checker/rounds/steps.py`."""
        assert self.role is not None
        made = {word for text in self.figures.values() for word in re.findall(r"\w+(?=\()", text)} & _FACTORIES
        return {*self.role.names, *(["RowReach"] if self.reach else []), *made}

    # ---- parts

    def _parts(self) -> Iterator[tuple[str, str]]:
        """(part, expression) of each function: `applies` (unless it always does), `value` and `holds`."""
        duty, w, value = self.duty, self.writer, f"{self.name}_value(t, ops)"
        if isinstance(duty, core.Requirement) and duty.need is Need.REQUIRES:
            return
        conditions = [*self._implied(), *w.conditions(duty.applies)]
        if conditions:
            yield "applies", w.both(conditions)
        match duty:
            case core.Derives(subject, _, amount):
                if isinstance(amount, core.Const):
                    self.figures["value"], value = f"fixed({w.write(amount)})", w.write(amount)
                yield "value", w.write(amount)
                fact = w.write(query.fact_of(self.book, subject))
                if fact == f't.get("{subject.name}")' and not self._in_money() and not query.counts_rows(amount):
                    self.figures["holds"] = f'derived_as("{subject.name}", {self.function("value")})'
                agrees = w.call("to_cent" if self._in_money() else "same", fact, value)
                if query.counts_rows(
                    amount
                ):  # rows may be missing, so only a number below that of the rows is certainly wrong
                    fewer = "False" if isinstance(amount, core.Compare) else w.call("less", fact, value)
                    agrees = w.call("either", agrees, w.call("both", w.call("no", fewer), "None"))
                yield "holds", agrees
            case core.Requirement(subject, _, _, core.Compare(relation, fact, limit)) if not isinstance(
                limit, core.Lookup
            ):
                named = self._names_a_quantity(subject, relation, limit)
                if named:
                    yield "value", w.write(limit)
                    if isinstance(limit, core.Const):
                        self.figures["value"], value = f"fixed({w.write(limit)})", w.write(limit)
                if relation is Relation.EXACTLY and self._in_money() and isinstance(limit, core.Const) and subject.of:
                    self.figures["holds"] = f'comes_to("{subject.name}", "{subject.of}", {w.write(limit)})'
                if relation is Relation.EXACTLY:
                    compare = "to_cent" if self._in_money() else "all_equal"
                    yield "holds", w.call(compare, w.write(fact), value if named else w.write(limit))
                else:
                    yield "holds", w.condition(duty.holds)
            case core.Requirement(holds=core.Member() as member):
                yield "holds", w.member(member)
            case core.Requirement(holds=holds):
                yield "holds", w.condition(holds)
            case core.Rounding(subject, _, direction, step, amount) if amount is not None:
                yield "value", w.call("rounded", w.write(amount), w.write(step), constant(direction))
                yield "holds", w.call("equal", w.write(query.fact_of(self.book, subject)), value)
            case core.Rounding(step=step):
                yield "value", w.write(step)
            case core.Shares(amount=amount):
                yield "value", w.write(amount)
            case core.LeadsTo(consequences=consequences):
                yield "holds", w.call("among", w.write(core.Fact("consequence")), constant(values(consequences)))
            case (
                core.PayoutTable()
                | core.Authority()
                | core.Notice()
                | core.SameAcross()
                | core.Attested()
                | core.Posted()
                | core.Approved()
                | core.Ends()
                | core.ReachesRow()
                | core.HasRank()
                | core.Independent()
                | core.HighestOnly()
                | core.PaysEach()
                | core.PaysGross()
                | core.ChanceDuty()
                | core.DeclaredDuty()
            ):
                pass  # the role says what follows where they apply
            case _:
                assert_never(duty)

    def _implied(self) -> Iterator[str]:
        """Conditions that the kind of duty implies: an irregularity occurred; a hand has as many first cards as its row looks at."""
        w = self.writer
        match self.duty:
            case core.LeadsTo(subject):
                yield w.call("equal", w.write(core.Fact("irregularity")), constant(subject.name))
            case core.ReachesRow():
                for part in core.walk(*self.duty.applies):
                    if isinstance(part, core.Cards) and part.which is core.Which.FIRST:
                        yield w.call("at_least", w.call("size", w.write(core.Fact(part.of))), str(part.count))

    def _names_a_quantity(self, subject: core.Subject, relation: Relation, limit: core.Expr) -> bool:
        """Whether a bound has a quantity of its own: a limit that depends on other facts, or the most that a wager may have."""
        most = subject.of is not None and relation in (Relation.AT_MOST, Relation.EXACTLY)
        return most or not isinstance(limit, core.Const)

    def _in_money(self) -> bool:
        field = self.book.fields.get(self.duty.subject.name)
        return field is not None and field.type.kind == "money" and field.of_round


# ---- roles


def _role(book: core.Rulebook, clause: core.Clause, duty: core.Duty, writer: Writer) -> _Role | None:
    """The role of a duty in a settlement; None if it has none. The figures of the law become constants of the writer."""
    name, of = duty.subject.name, duty.subject.of
    match duty:
        case core.Ends(end=end):
            return _Role(f'EndsRole("{name}", WagerEnd.{end.upper()})', ("EndsRole", "WagerEnd"))
        case core.ReachesRow():
            return _Role(f'ReachesRowRole("{of or ""}", "{name}")', ("ReachesRowRole",))
        case core.HasRank():
            return _Role(f'HasRankRole("{name}")', ("HasRankRole",))
        case core.LeadsTo():
            return _Role(f'LeadsToRole("{name}")', ("LeadsToRole",))
        case core.HighestOnly() | core.PaysEach() | core.PaysGross() | core.Shares():
            role = f"{type(duty).__name__}Role"
            return _Role(f'{role}("{name}")', (role,))
        case core.Rounding(direction=direction, amount=None):
            return _Role(
                f'RoundsDueRole("{of or name}", RoundingDirection.{direction.upper()})',
                ("RoundsDueRole", "RoundingDirection"),
            )
        case core.Rounding():
            return _Role(f'RoundsFieldRole("{of or name}")', ("RoundsFieldRole",))
        case core.Derives() if clause.scope is Scope.ROUND:
            return _Role(f'DerivesRole("{name}")', ("DerivesRole",))
        case core.Requirement(need=Need.BOUND, holds=holds) if clause.scope is Scope.ROUND:
            mode, computed = _mode(holds), ", computed=True" if _is_computed(holds) else ""
            computed += ", by_payouts=True" if query.states_payment(duty) else ""
            return _Role(f'BoundRole("{of or ""}", "{name}", Mode.{mode}{computed})', ("BoundRole", "Mode"))
        case core.PayoutTable():
            return _Role(f'PaysRole("{of or name}"{_figures(duty, writer)})', ("PaysRole",))
        case core.Requirement(need=Need.REQUIRES, holds=core.Offered(other, SubjectKind.WAGER)) if (
            duty.subject.kind is SubjectKind.WAGER and not query.stated_of_stakes(book, clause, other)
        ):
            return _Role(f'RequiresWagerRole("{name}", "{other}")', ("RequiresWagerRole",))
        case (
            core.Derives()
            | core.Requirement()
            | core.Authority()
            | core.Notice()
            | core.SameAcross()
            | core.Attested()
            | core.Posted()
            | core.Approved()
            | core.Independent()
            | core.ChanceDuty()
            | core.DeclaredDuty()
        ):
            return None
    assert_never(duty)


def _figures(duty: core.PayoutTable, writer: Writer) -> str:
    """The payouts that the law prescribes for a wager, as arguments of its role."""
    if duty.limits:
        low, *rest = [query.payout(limit) for limit in duty.limits if isinstance(limit, core.Const)]
        high = rest[0] if rest else low if duty.mode.exact else None
        return f", low={constant(low)}" + (f", high={constant(high)}" if high else "")
    tables = {s.value.value: s.table for s in duty.schedules if s.table} if duty.by else {None: duty.table}
    blocks = {key: _printed(duty.mode, table) for key, table in tables.items() if table}
    given = f", by={constant(duty.by)}" if duty.by else ""
    return f"{'' if duty.mode.exact else ', exact=False'}{given}, tables={writer.table(blocks)}"


def _printed(mode: core.PayMode, table: core.Table) -> Mapping[str, object]:
    """The printed tables of a block by name; a single table has no name."""
    heads = {query.key(head): n for n, head in enumerate(table.heads) if n and head} if mode.whole else {"": 1}
    return {name: query.payouts(table, n) for name, n in heads.items()}


def _mode(holds: core.Expr) -> str:
    """The name of a bound's mode in `checker/rounds/steps.py`."""
    match holds:
        case core.Compare(relation, _, right):
            mode = {Relation.AT_LEAST: "AT_LEAST", Relation.AT_MOST: "AT_MOST", Relation.EXACTLY: "EXACTLY"}[relation]
            return mode + ("_BY" if isinstance(right, core.Lookup) else "")
        case core.Member(negated=negated):
            return "NOT_AMONG" if negated else "AMONG"
        case core.AllOf():
            return "BETWEEN"
    raise TypeError(f"no bound: {holds}")


def _is_computed(holds: core.Expr) -> bool:
    """Whether a limit depends on other facts."""
    return isinstance(holds, core.Compare) and not isinstance(holds.right, core.Const | core.Lookup)
