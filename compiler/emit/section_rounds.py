"""Core → the clauses of a section that judge a settled round: the functions of each reading, and the part it plays in a settlement.

A function takes the facts and a set of operations, so the same function evaluates one row or many rows in columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
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
from pitboss.compiler.model.core import Need, Scope, SubjectKind
from pitboss.compiler.model.row_columns import row_columns
from pitboss.compiler.model.stated_limits import limits_of

_PURPOSE = {
    "applies": "When {} applies: {}", "value": "The quantity in {}: {}", "holds": "What {} requires: {}",
    "limit": "The limit in {}: {}", "filed": "What {} limits: {}",
}  # fmt: skip
_TRUTHS = ("applies", "holds")
_FACTORIES = {"derived_as", "fixed"}


@dataclass(frozen=True, slots=True)
class _Role:
    """The role of a clause in a settlement, as an expression of the classes `names` of `checker/rounds/steps.py`.

    `parts` are the expressions of the functions that it names.
    """

    text: str
    names: tuple[str, ...]
    parts: Mapping[str, str] = field(default_factory=dict)


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
        given += ", unavailable=True" if self.reading.name and not self.version.is_open else ""
        name = self.reading.name or "" if self.version.is_open else ""
        return f"    Step({self.clause.id!r}, {since!r}, {name!r}, {self.role.text}{given}),\n"

    def functions(self) -> dict[str, str]:
        """The functions of the reading, by name; the function of a term is among those of the module."""
        read_as = f", read as {self.reading.name}" if self.reading.name else ""
        citation = f"{self.clause.provision} ({in_force(self.version)}{read_as})"
        given, demand = english.given(self.book, self.duty), english.demand(self.book, self.duty)
        found = {}
        for part, expression in {**self.parts, **(self.role.parts if self.role else {})}.items():
            name = self.function(part)
            if part not in self.figures and expression != f"{name}(t, ops)":
                purpose = _PURPOSE[part.rstrip("_0123456789")]
                doc = docstring(purpose.format(citation, given if part == "applies" else demand))
                returned = "Truth" if part in _TRUTHS else "Cell"
                found[name] = f"def {name}{SIGNATURE} -> {returned} | C:\n    {doc}\n    return {expression}"
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
                in_money = _in_money(self.book, subject)
                if fact == f'ops.fact(t, "{subject.name}")' and not in_money and not query.counts_rows(amount):
                    self.figures["holds"] = f'derived_as("{subject.name}", {self.function("value")})'
                agrees = w.call("to_cent" if in_money else "same", fact, value)
                if query.counts_rows(
                    amount
                ):  # rows may be missing, so only a number below that of the rows is certainly wrong
                    fewer = "False" if isinstance(amount, core.Compare) else w.call("less", fact, value)
                    agrees = w.call("either", agrees, w.call("both", w.call("no", fewer), "None"))
                yield "holds", agrees
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
                core.Requirement()
                | core.PayoutTable()
                | core.FilingDuty()
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
        case core.Requirement(need=Need.BOUND) if clause.scope is Scope.ROUND:
            return _bound(book, duty, writer)
        case core.PayoutTable():
            return _Role(f'PaysRole("{of or name}"{_figures(duty, writer)})', ("PaysRole",))
        case core.Requirement(need=Need.REQUIRES, holds=core.Offered(other, SubjectKind.WAGER)) if (
            duty.subject.kind is SubjectKind.WAGER and not query.stated_of_stakes(book, clause, other)
        ):
            return _Role(f'RequiresWagerRole("{name}", "{other}")', ("RequiresWagerRole",))
        case (
            core.Derives()
            | core.Requirement()
            | core.FilingDuty()
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


def _bound(book: core.Rulebook, duty: core.Duty, writer: Writer) -> _Role:
    """The bound on a field. An amount that is no constant, and a field that is none of a round, are functions."""
    subject, fact, parts, limits = duty.subject, query.fact_of(book, duty.subject), dict[str, str](), list[str]()
    names = {"BoundRole", "FieldLimit", "LimitKind"}

    def function(part: str, expression: core.Expr) -> str:
        part += f"_{len(parts) + 1}" if part in parts else ""
        parts[part] = writer.write(expression)
        return f"{writer.name}_{part}"

    for limit in (part for stated in limits_of(duty) for part in stated.parts()):
        if limit.row is not None:
            names.add("SelectedRow")
            key, rows = limit.row.key, {k.value: row.value for k, row in limit.row.rows}
            amounts = f"SelectedRow({constant(key.name if key else '')}, {writer.table(rows)})"
        else:
            amounts = _tuple(
                [constant(e.value) if isinstance(e, core.Const) else function("limit", e) for e in limit.operands]
            )
        limits.append(f"FieldLimit(LimitKind.{limit.kind.name}, {amounts})")
    given = ", money=True" if _in_money(book, subject) else ""
    given += ", by_payouts=True" if query.states_payment(duty) else ""
    if fact.derived or fact.source is core.Source.OFFER:
        given += f", filed={function('filed', fact)}"
    return _Role(
        f'BoundRole("{subject.of or ""}", "{subject.name}", {_tuple(limits)}{given})', (*sorted(names),), parts
    )


def _tuple(items: list[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _in_money(book: core.Rulebook, subject: core.Subject) -> bool:
    field = book.fields.get(subject.name)
    return field is not None and field.type.kind == "money" and field.of_round
