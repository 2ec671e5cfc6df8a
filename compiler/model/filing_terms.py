"""The terms of a filing: its fields and names, the outcomes of each wager and the kinds of each event, over all dates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from pitboss.compiler.model import core, query
from pitboss.compiler.model.core import Need, SubjectKind
from pitboss.compiler.model.memo import once_for_each

# ("count",), ("one_of", ("a", "b")), ("set_of", FiledType), ("map_of", FiledType, FiledType), ("list_of", FiledType), and
# ("one_of", ("a", "b"), "elected") for a value that the licensee elects: any other value breaches a clause and is no fault of form.
FiledType = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class FiledField:
    """`owners`: scopes, or names of single offers."""

    name: str
    owners: tuple[str, ...]
    type: FiledType
    title: str
    cite: str
    elsewhere: tuple[str, ...] = ()  # what its declaration cites and is not available


@dataclass(frozen=True, slots=True)
class FiledName:
    kind: str  # game wager option variation equipment
    name: str
    title: str
    game: str | None
    cite: str


@dataclass(frozen=True, slots=True)
class FilingTerms:
    """The terms of the filings of one rulebook."""

    fields: dict[str, FiledField]
    names: dict[str, FiledName]
    outcomes: dict[str, tuple[str, ...]]  # by wager or option: every outcome that the law names for it
    selections: dict[str, tuple[str, ...]]  # by wager: the headings of its whole tables
    postable: tuple[str, ...]  # subjects that a statement can show: "maximum of streak"
    events: dict[str, tuple[str, ...]]  # by subject: kinds of events that need a notice

    def of(self, owner: str) -> dict[str, FiledField]:
        """The fields of a scope or of an offer."""
        return {field.name: field for field in self.fields.values() if owner in field.owners}

    def named(self, *kinds: str) -> dict[str, FiledName]:
        """The names of these kinds."""
        return {name.name: name for name in self.names.values() if name.kind in kinds}


@once_for_each
def filing_terms(book: core.Rulebook) -> FilingTerms:
    """The terms that filings under a rulebook can use."""
    outcomes: dict[str, dict[str, None]] = {}
    selections: dict[str, dict[str, None]] = {}
    events: dict[str, dict[str, None]] = {}
    postable: dict[str, None] = {}
    elected: set[str] = set()
    for duty in (
        reading.duty for clause in book.clauses for version in clause.versions for reading in version.readings
    ):
        match duty:
            case core.PayoutTable(subject, _, mode):
                wager = subject.of or subject.name
                for table in (duty.table, *(schedule.table for schedule in duty.schedules)):
                    if table is not None:
                        outcomes.setdefault(wager, {}).update(_keys(row.key for row in table.rows))
                        if mode.whole:
                            selections.setdefault(wager, {}).update(_keys(table.heads[1:]))
                if duty.limits:
                    outcomes.setdefault(wager, {}).setdefault("win")
            case core.Notice(subject, _, before):
                events.setdefault(str(subject), {}).update(dict.fromkeys(before))
            case core.Posted(subject):
                postable[str(subject)] = None
            case core.Requirement(subject, need=need):
                elected |= {subject.name} if need is Need.ELECTION else set()
            case (
                core.Authority()
                | core.SameAcross()
                | core.Attested()
                | core.Approved()
                | core.Derives()
                | core.RoundDuty()
                | core.ChanceDuty()
                | core.DeclaredDuty()
            ):
                pass  # a filing needs no term for them
            case _:
                assert_never(duty)
    cited = {
        entry.place: query.not_available(book, entry.citations, section)
        for section, entries in (("", book.vocabulary), *((s.citation, s.entries) for s in book.sections))
        for entry in entries
    }
    return FilingTerms(
        {
            f.name: FiledField(f.name, f.owners, _type(f.type, f.name in elected), f.title, f.cite, cited.get(f.place, ()))
            for f in book.fields.values()
        },
        {
            n.name: FiledName(n.kind.value, n.name, n.title, n.game, n.cite)
            for n in book.names.values() if n.kind is not SubjectKind.TERM
        },
        {wager: tuple(keys) for wager, keys in outcomes.items()},
        {wager: tuple(keys) for wager, keys in selections.items()},
        tuple(postable),
        {subject: tuple(kinds) for subject, kinds in events.items()},
    )  # fmt: skip


def _keys(heads: Iterable[core.Const | None]) -> dict[str, None]:
    return dict.fromkeys(query.key(head) for head in heads if head is not None)


def _type(of: core.Type, elected: bool = False) -> FiledType:
    if of.kind == "one_of":
        return ("one_of", tuple(map(_filed, of.values)), *(("elected",) if elected else ()))
    return (of.kind, *(_type(item) for item in of.items))


def _filed(value: core.Const) -> object:
    """An enumerated value as the facts hold it; one with a sign or a fraction as a filing writes it, since the sign shows its kind."""
    if value.kind is core.ValueKind.NUMBER and isinstance(value.value, Fraction) and value.value.denominator == 1:
        return int(value.value)
    return value.value if value.kind is core.ValueKind.NAME else value.text
