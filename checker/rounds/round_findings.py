"""Converts a verdict other than a pass on a row to a finding: the cards, the wrong step, the lawful settlement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Never

from pitboss.checker.filing.vocabulary import Type
from pitboss.checker.judging.judge import run
from pitboss.checker.rounds import row_operations
from pitboss.checker.rounds.cells import written
from pitboss.checker.rounds.law_index import ActiveTableLaw, LawIndex
from pitboss.checker.rounds.one_breach import one_breach_each
from pitboss.checker.rounds.permission import LIMITS
from pitboss.checker.rounds.record_format import MONEY, Form, RecordRow, entries_of
from pitboss.checker.rounds.row_evaluator import RANK, ROWS, RowVerdicts, stakes_in
from pitboss.checker.rounds.settlement import Settling, excusing
from pitboss.checker.rounds.steps import (
    BoundRole,
    DerivesRole,
    EndsRole,
    HasRankRole,
    HighestOnlyRole,
    LeadsToRole,
    PaysEachRole,
    PaysGrossRole,
    PaysRole,
    ReachesRowRole,
    RequiresWagerRole,
    Role,
    RoundsDueRole,
    RoundsFieldRole,
    SharesRole,
    Step,
    WagerEnd,
)
from pitboss.checker.rounds.worlds import Choice, Worlds
from pitboss.checker.runtime.operations import ABSENT, FAIL, NEEDS, OPEN, PASS, Facts, Verdict, offers_of

RowSettling = Settling[Never, Never]
WHERE = ("table", "moment", "seat", "hand")
PLACE = (
    "round",
    "table",
    "moment",
    "sequence",
    "shoe",
    "seat",
    "hand",
    "player",
    "pit",
    "licensee",
)  # where and when a row is
OUTSIDE_LIMITS = (
    "A stake lies outside the limits that are filed for the wager; no available text states whether it may."
)
UNEXPLAINED = (
    "Money moves only on a wager that was staked, and no more of it is collected and returned than was wagered."
)
DEPARTURE = "A wager was paid otherwise than by the payouts that are filed; no figure of the law is breached."
ENDS = {end: str(end) for end in WagerEnd} | {WagerEnd.RETURNS: "is returned"}


@dataclass(frozen=True, slots=True)
class RowRead:
    """A fact of the row that a clause read: its column, its description, and its value as written."""

    name: str
    title: str
    value: str


class FindingKind(StrEnum):
    CLAUSE = "clause"  # a clause is breached
    RECORD = "record"  # the record contradicts itself, or leaves money unexplained


@dataclass(frozen=True, slots=True)
class ReadingResult:
    """What a clause comes to under one consistent choice of readings."""

    name: str
    verdict: str
    expected: str


@dataclass(frozen=True, slots=True)
class RoundFinding:
    """One clause that one round breaches. A breach that concerns the whole round is reported once, whatever seats it has."""

    clause: str
    verdict: str
    words: str
    round: str
    table: str
    moment: str
    seat: str
    hand: str
    place: str
    expected: str
    actual: str
    facts: tuple[RowRead, ...]
    lawful: tuple[str, ...]
    provision: str  # the breached provision: of several ways to win that were all missed, the one that contains them
    repeats: bool  # another finding on the row reports the same breach
    departs: bool  # paid otherwise than filed, and no figure of the law is breached
    per: tuple[str, ...]  # the provisions that decide it, if their text is not available
    kind: FindingKind
    readings: tuple[ReadingResult, ...]  # where readings compete and differ: what each comes to

    @property
    def joint(self) -> bool:
        """Whether it has several provisions: in every world one of them is breached, and none is in all."""
        return " and " in self.provision

    @property
    def counts_as(self) -> str:
        """Its verdict; a departure from the filing counts separately."""
        return "departure" if self.departs else self.verdict

    @property
    def cite(self) -> str:
        return self.provision

    @property
    def once(self) -> tuple[str, ...]:
        row = self.place if self.kind == FindingKind.RECORD and not self.seat else ""  # its money is that of one row
        return self.table, self.round, self.kind, self.clause, self.seat, self.hand, row


class TracedRow(dict[str, object]):
    """Facts that record which of the row's own facts were read."""

    def __init__(self, facts: Facts, own: frozenset[str], above: str = "", reads: Facts | None = None) -> None:
        super().__init__(facts)
        self.own, self.above = own, above
        self.reads: Facts = {} if reads is None else reads
        self.reads_of_rows: dict[
            str, tuple[str, bool]
        ] = {}  # of other rows: the unit, and whether it depends on the seat

    def note(self, label: str, value: object, unit: str, seated: bool) -> None:
        """Record a read of other rows."""
        self.reads[label], self.reads_of_rows[label] = value, (unit, seated)

    def get(self, key: str, default: object = None, /) -> object:
        value = super().get(key, default)
        if not self.above and key in self.own and isinstance(value, dict):
            return TracedRow(value, self.own, key, self.reads)
        if self.above or key in self.own:
            self.reads[f"{self.above}.{key}" if self.above else key] = value
        return value


def findings_of(
    law_index: LawIndex, active_law: ActiveTableLaw, row: RecordRow, made: tuple[Worlds, tuple[Facts, ...]], judged: RowVerdicts,
    unexplained: Sequence[tuple[str, Verdict]],
) -> Iterator[RoundFinding]:  # fmt: skip
    """The verdicts on a row that are breaches, and the money on the wagers that nothing explains.

    `made`: the row in each world, under the filed choice by which it was judged.
    """
    breaches = {clause: verdict for clause, verdict in judged.verdicts.items() if verdict in (FAIL, OPEN)}
    if not breaches and not unexplained:
        return
    form, (law, in_worlds) = law_index.form, made
    worlds = [
        Settling(each, excusing(each, facts, ROWS), ROWS) for each, facts in zip(law.laws, in_worlds, strict=True)
    ]
    lawful = _lawful_in_worlds(form, law, worlds)
    own = frozenset({*form.fields, *form.by_wager})
    plain = worlds[judged.world]
    breached = [step for step in plain.deal.clauses if step.id in breaches]
    one = one_breach_each(plain, breached, breaches)
    joined = {clauses[0]: clauses for clauses in judged.joint}
    covered = {clause for clauses in judged.joint for clause in clauses[1:]}
    for clause, verdict in breaches.items():
        if active_law.permission.judges(clause):
            wager, limits = active_law.permission.departing(clause, stakes_in(row), ROWS)
            if limits:
                repeats = any(_bounds_stake(step, wager) for step in breached)
                yield _outside_limits(law_index, row, clause, wager, limits, lawful, repeats)
            else:
                yield _not_permitted(form, active_law, row, clause, verdict)
            continue
        steps = [next(step for step in settling.deal.clauses if step.id == clause) for settling in worlds]
        failing = judged.worlds_of(clause)
        seen = TracedRow(worlds[failing].t, own)
        Settling(worlds[failing].deal, seen, ROWS).judge(steps[failing])
        reads = {
            name: value
            for name, value in seen.reads.items()
            if value is not None and (value != 0 or name in seen.reads_of_rows)
        }
        whole = not any(
            seen.reads_of_rows[name][1] if name in seen.reads_of_rows else _of_seat(form, name) for name in seen.reads
        )
        where = {key: "" if whole and key in ("seat", "hand") else str(row.facts.get(key, "")) for key in WHERE}
        role = steps[failing].role
        filed = isinstance(role, PaysRole) or isinstance(role, BoundRole) and role.by_payouts
        departs = filed and {worlds[n].judge(steps[n]) for n in range(law.number(clause))} == {OPEN}
        expected, actual = _against(form, worlds[failing], steps[failing], active_law)
        shown = tuple(_read(form, seen, name, value) for name, value in reads.items())
        provision = " and ".join(dict.fromkeys(each.partition("/")[0] for each in joined.get(clause, ())))
        yield RoundFinding(
            clause, verdict, DEPARTURE if departs else active_law.clauses[clause].words, row.round, place=row.place,
            expected=expected, actual=actual, facts=shown, lawful=lawful,
            provision=provision or one.get(clause, ""), repeats=clause in covered or clause not in one and not provision,
            departs=departs, per=law_index.departure if departs else (), kind=FindingKind.CLAUSE,
            readings=tuple(_in_each_world(form, law, worlds, joined.get(clause, (clause,)), judged, active_law)), **where,
        )  # fmt: skip
    for wager, verdict in unexplained:
        yield _unexplained(law_index, plain, row, wager, verdict, lawful)


def _in_each_world(
    form: Form, law: Worlds, worlds: list[RowSettling], clauses: tuple[str, ...], judged: RowVerdicts, active_law: ActiveTableLaw
) -> Iterator[ReadingResult]:  # fmt: skip
    """The verdict in each world of the clauses' component, and what the clause that fails expects there; none if all worlds agree."""
    component = law.component(clauses[0])
    if component is None:
        return
    results: list[ReadingResult] = []
    for number, world in enumerate(component.worlds):
        verdicts = {clause: judged.in_worlds[clause][number] for clause in clauses}
        worst = max(clauses, key=lambda clause: RANK[verdicts[clause]])
        step = next(step for step in worlds[number].deal.clauses if step.id == worst)
        expected, _ = _against(form, worlds[number], step, active_law)
        results.append(ReadingResult(_world_name(world), verdicts[worst], expected))
    if len({(result.verdict, result.expected) for result in results}) > 1:
        yield from results


def _lawful_in_worlds(form: Form, law: Worlds, worlds: list[RowSettling]) -> tuple[str, ...]:
    """What the clauses state about every staked wager; by the readings, where they compete and differ."""
    found: list[str] = []
    for wager in sorted(w for w, amount in entries_of(worlds[0].t, "stake").items() if amount):
        names: dict[str, list[str]] = {}
        component = law.component_of_wager(wager)
        readings = [{}] if component is None else component.worlds
        for settling, world in zip(worlds, readings, strict=False):
            names.setdefault(_lawful(form, settling, wager), []).append(_world_name(world))
        if len(names) == 1:
            found += [line for line in names if line]
        else:
            found += [f"{line or 'nothing is stated'} (read as {' or '.join(each)})" for line, each in names.items()]
    return tuple(found)


def _world_name(world: Mapping[Choice, str]) -> str:
    return " and ".join(dict.fromkeys(name.replace("_", " ") for name in world.values()))


def _unexplained(
    law_index: LawIndex, s: RowSettling, row: RecordRow, wager: str, verdict: Verdict, lawful: tuple[str, ...]
) -> RoundFinding:
    """Money moved on a wager that was not staked, or more was collected and returned of it than was wagered."""
    form, ledger, facts = law_index.form, law_index.ledger, s.t
    clause, wagered = ledger.authorities[wager], ledger.wagered(wager, facts, ROWS)
    columns = ("stake", *ledger.additions.get(wager, ()), *MONEY[1:])
    names = [name if name not in MONEY else f"{name}.{wager}" for name in columns]
    amounts = [row_operations.entry(facts, name, wager) if name in MONEY else facts.get(name) for name in columns]
    shown = tuple(
        RowRead(name, _named(form, name), _shown(form, name, amount))
        for name, amount in zip(names, amounts, strict=True)
        if amount
    )
    most = f"at most {_money(wagered)} collected and returned of {_title(form, wager)}"
    if not ledger.can_lose(s.deal, wager):
        most = f"nothing collected or returned of {_title(form, wager)}, whose stake repeats that of a wager"
    stake = f"a stake of {_title(form, wager)}, or no money on it"
    if verdict == NEEDS:
        stake += f", unless {_listed(ledger.may_be_stated(s.deal, facts, ROWS, wager), 'or')} states the amount"
    return RoundFinding(
        clause.id, verdict, UNEXPLAINED, row.round, place=row.place,
        expected=most if wagered else stake,
        actual=_ended(facts, wager), facts=shown, lawful=lawful, provision=clause.cite, repeats=False, departs=False, per=(),
        kind=FindingKind.RECORD, readings=(), **{key: str(row.facts.get(key, "")) for key in WHERE},
    )  # fmt: skip


def moved(finding: RoundFinding, row: RecordRow) -> RoundFinding:
    """The finding on another row, whose facts are equal but for those of its place."""
    return replace(
        finding, round=row.round, table=row.table, moment=row.moment, place=row.place,
        seat=finding.seat and str(row.facts["seat"]), hand=finding.hand and str(row.facts["hand"]),
    )  # fmt: skip


def _bounds_stake(step: Step[Role], wager: str) -> bool:
    return isinstance(step.role, BoundRole) and (step.role.wager, step.role.field) == (wager, "stake")


def _outside_limits(
    law_index: LawIndex, row: RecordRow, clause: str, wager: str, limits: list[Facts], lawful: tuple[str, ...], repeats: bool
) -> RoundFinding:  # fmt: skip
    """A stake outside what the table files on it. `repeats`: a clause of the law on that stake is breached as well."""
    form, stake = law_index.form, f"stake.{wager}"
    amount = row_operations.entry(row.facts, "stake", wager)
    ranges = dict.fromkeys(_range(offer) for offer in limits)
    cited = {
        cite
        for offer in limits
        for name in LIMITS
        if offer.get(name)
        for cite in form.vocabulary.fields[name].elsewhere
    }
    where = {key: str(row.facts.get(key, "")) for key in WHERE}
    return RoundFinding(
        clause, OPEN, OUTSIDE_LIMITS, row.round, place=row.place, expected=f"{' or '.join(ranges)} for {_title(form, wager)}",
        actual=_money(amount), facts=(RowRead(stake, _named(form, stake), _shown(form, stake, amount)),), lawful=lawful,
        provision=clause.partition("/")[0], repeats=repeats, departs=True, per=(*sorted(cited), *law_index.departure),
        kind=FindingKind.CLAUSE, readings=(), **where,
    )  # fmt: skip


def _range(offer: Facts) -> str:
    """The stakes that the table files for a wager.

    >>> _range({"minimum": 5, "maximum": 100}), _range({"maximum": 100}), _range({"minimum": 1, "stakes": (1, 5)})
    ('$5 to $100', 'at most $100', 'at least $1, one of $1, $5')
    """
    least, most, stakes = (offer.get(name) for name in LIMITS)
    both = least is not None and most is not None
    parts = [f"{_money(least)} to {_money(most)}"] if both else []
    parts += [f"at least {_money(least)}"] if least is not None and not both else []
    parts += [f"at most {_money(most)}"] if most is not None and not both else []
    parts += [f"one of {', '.join(map(_money, stakes))}"] if isinstance(stakes, tuple) else []
    return ", ".join(parts)


def _not_permitted(form: Form, active_law: ActiveTableLaw, row: RecordRow, clause: str, verdict: str) -> RoundFinding:
    """A wager was staked that the table may not offer, or not together with its other offers."""
    permission = active_law.permission
    law, names = permission.clauses[clause], permission.involved(clause, frozenset(stakes_in(row)))
    were = f"{_listed([_title(form, name) for name in names])} {'was' if len(names) == 1 else 'were'} staked"
    others = [path[-1] for path in (law.subject, law.other) if path and path[-1] not in names and path[0] == "offers"]
    offered_there = [
        name for name in others if law.kind == "bars" and any(name in offers_of(f) for f in permission.facts)
    ]
    if law.kind != "authority":
        actual = (
            f"{were} at a table that offers {_listed([_title(form, name) for name in offered_there])}"
            if offered_there
            else were
        )
        expected = law.expected
    elif run(law, permission.day, {**permission.facts[0], "offers": dict.fromkeys(names, {})}) == PASS:
        actual, expected = f"{were} and is not among the offers filed", "an offer of the table"
    else:
        actual, expected = were, law.expected
    stakes = entries_of(row.facts, "stake")
    reads = tuple(
        RowRead(f"stake.{name}", _named(form, f"stake.{name}"), _shown(form, f"stake.{name}", stakes[name]))
        for name in names
    )
    where = {key: "" if key in ("seat", "hand") else str(row.facts.get(key, "")) for key in WHERE}
    return RoundFinding(
        clause, verdict, law.words, row.round, place=row.place, expected=expected, actual=actual,
        facts=reads, lawful=(), provision=law.cite, repeats=False, departs=False, per=(), kind=FindingKind.CLAUSE, readings=(), **where,
    )  # fmt: skip


def _listed(parts: list[str], conjunction: str = "and") -> str:
    """
    >>> _listed(["one"]), _listed(["one", "two", "three"])
    ('one', 'one, two and three')
    """
    return f" {conjunction} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _read(form: Form, seen: TracedRow, name: str, value: object) -> RowRead:
    """A fact of the row, its value in the round before, or a count over rows."""
    column = name.removesuffix(" before")
    if name not in seen.reads_of_rows:
        return RowRead(name, _named(form, name), _shown(form, name, value))
    if column != name:
        return RowRead(name, f"{_named(form, column)} in the round before", _shown(form, column, value))
    unit = seen.reads_of_rows[name][0]
    breaches = _money(value) if unit == "money" else str(written(value, ("cards",) if unit == "cards" else None))
    return RowRead(name, name, breaches)


def _of_seat(form: Form, name: str) -> bool:
    field = form.vocabulary.fields.get(name.partition(".")[0])
    return field is not None and bool({"seat", "hand"} & {*field.owners})


def _named(form: Form, column: str) -> str:
    name, _, wager = column.partition(".")
    field = form.vocabulary.fields.get(name)
    title = field.title.partition(",")[0] if field else name
    return f"{title} of {_title(form, wager)}" if wager else title


def _shown(form: Form, name: str, value: object) -> str:
    return _in_words(form.type_of(name), value)


def _in_words(of: Type | None, value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if of and of[0] == "set_of" and isinstance(value, tuple):
        return "; ".join(_in_words(of[1], item) for item in value)  # type: ignore[arg-type]
    text = str(written(value, of))
    return f"${text}" if of and of[0] == "money" else text


def _against(form: Form, s: RowSettling, step: Step[Role], active_law: ActiveTableLaw) -> tuple[str, str]:
    """(expected, actual)"""
    clause, facts = active_law.clauses[step.id], s.t
    expected = clause.expected or clause.words
    match step.role:
        case EndsRole(wager, end):
            lawful = ENDS[end] if s.condition(step) is True else "does not win"
            return f"{_title(form, wager)} {lawful}", _ended(facts, wager)
        case PaysRole(wager) | SharesRole(wager):
            law = _by_law(s, step.role) if isinstance(step.role, PaysRole) else ""
            return f"{_owed(s, wager)} for {_title(form, wager)}{law}", _money(
                row_operations.entry(facts, "paid", wager)
            )
        case HighestOnlyRole(wager):
            settled = row_operations.entry(facts, "settled_as", wager)
            return "the highest outcome reached", f"settled as {settled}"
        case ReachesRowRole(_, row) | HasRankRole(row):
            return clause.words, f"settled as {row}"
        case RequiresWagerRole(wager, other):
            return f"{_title(form, other)} staked with {_title(form, wager)}", "not staked"
        case LeadsToRole():
            return expected, str(facts.get("consequence"))
        case RoundsFieldRole(name):
            comes_to = step.value(facts, ROWS) if step.value else None
            known = "" if comes_to is None else f" ({_money(comes_to)})"
            return f"{clause.expected}{known}", _shown(form, name, facts.get(name))
        case DerivesRole(name):
            due = step.derived(facts, ROWS)
            comes_to = "" if due is None else _shown(form, name, due)
            known = f" ({comes_to})" if comes_to not in ("", expected) else ""
            return f"{expected}{known}", _shown(form, name, facts.get(name))
        case BoundRole(wager, name) as role:
            column = f"{name}.{wager}" if wager else name
            of = form.type_of(column)
            value = row_operations.entry(facts, name, wager) if wager and name in form.by_wager else facts.get(name)
            limit = role.limit(facts, ROWS) if role.is_computed else None
            known = f" ({_money(limit) if of and of[0] == 'money' else limit})" if limit is not None else ""
            return f"{clause.expected}{known}", _shown(form, column, value)
        case PaysEachRole() | PaysGrossRole() | RoundsDueRole():
            return expected, ""


def _ended(facts: Facts, wager: str) -> str:
    stated = [(what, row_operations.entry(facts, what, wager)) for what in MONEY[1:]]
    return (
        ", ".join(f"{what} {_money(value)}" for what, value in stated if value) or "nothing paid, collected, returned"
    )


def _lawful(form: Form, s: RowSettling, wager: str) -> str:
    """What the clauses state about a staked wager; empty if they state nothing."""
    stake = row_operations.entry(s.t, "stake", wager)
    ends = [step.role.end for step in s.deal.steps(EndsRole, wager) if s.condition(step) is True]
    if not ends:
        wins = [step for step in s.deal.steps(EndsRole, wager) if step.role.end == WagerEnd.WINS]
        if wins and all(s.condition(r) is False for r in wins):
            return f"{_title(form, wager)} of {_money(stake)} does not win"
        return ""
    known = ends[0] == WagerEnd.WINS and s.owed(wager) is not None
    due = f", {_owed(s, wager)} due" if known else ""
    return f"{_title(form, wager)} of {_money(stake)} {ENDS[ends[0]]}{due}"


def _by_law(s: RowSettling, role: PaysRole) -> str:
    """The amounts by the figures of the law, if they differ from the amount owed by the filed payouts."""
    gross, filed, found = s.pays_gross(role.wager) is True, _owed(s, role.wager), []
    for low, high in s.lawful_rows(role):
        least, most = (None if rows is None else _money(s.owed(role.wager, gross, rows)) for rows in (low, high))
        if least != "not known" != most and {least, most or least} != {filed}:
            found.append(f"at least {least}" if most is None else f"{least} to {most}" if most != least else f"{least}")
    rounding = [step for step in s.deal.steps(RoundsDueRole, role.wager) if s.condition(step) is True]
    steps = "".join(f", in multiples of {_money(step.quantity(s.t, s.ops))}" for step in rounding)
    return f" as filed, and by the law {' or '.join(dict.fromkeys(found))}{steps}" if found else ""


def _owed(s: RowSettling, wager: str) -> str:
    """If it is unknown whether the payment includes the stake, either amount."""
    gross = s.pays_gross(wager)
    ways = (gross,) if isinstance(gross, bool) else (False, True)
    return " or ".join(dict.fromkeys(_money(s.owed(wager, way)) for way in ways))


def _title(form: Form, wager: str) -> str:
    named = form.vocabulary.names.get(wager)
    return f"the {named.title}" if named else wager


def _money(value: object) -> str:
    if not isinstance(value, int | Fraction):
        return "of what is not offered" if value is ABSENT else "not known"
    return f"${float(value):,.2f}" if value != int(value) else f"${int(value):,}"
