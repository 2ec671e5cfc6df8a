"""Facts that are unknown only because an entry of the filing could not be read: they are reported with the fault of that entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.checker.filing.model import FiledTable, Filing, Path
from pitboss.checker.filing.table_facts import OFFER_KEYS
from pitboss.checker.filing.typed_values import as_named, closest
from pitboss.checker.findings.tracing import Read
from pitboss.checker.runtime.operations import FactPath
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.grammar.quick_start import dataclass, field, replace

UNKNOWN_KEY, LIMITS_CROSS = "E201", "E215"
SHEET_FIELDS = ("payouts", "selection")  # fields that a named paytable supplies


@dataclass(slots=True)
class NotJudged:
    """What could not be judged because of one fault."""

    clauses: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        """
        >>> str(NotJudged({"a", "b"}, {"1"}))
        '2 clauses are not judged at 1 table because of it'
        """
        where = f" at {_many(len(self.tables), 'table')}" if self.tables else ""
        return f"{_many(len(self.clauses), 'clause')} {'is' if len(self.clauses) == 1 else 'are'} not judged{where} because of it"


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def fault_behind(reads: Iterable[Read], filing: Filing, table: FiledTable | None) -> Path | None:
    """The fault because of which a fact is unknown; None if there is none."""
    if not filing.faults:
        return None
    found = (_fault_of(read, filing, table) for read in reads if read.basis == "missing")
    return next((path for path in found if path is not None), None)


def with_consequences(problems: Iterable[Diagnostic], folded: Mapping[Path, NotJudged]) -> tuple[Diagnostic, ...]:
    """The errors, each with what could not be judged because of it.

    Text that is written once is one error, although it concerns several tables, as a row of a workbook does.
    """
    same: dict[tuple[object, ...], list[Diagnostic]] = {}
    for problem in problems:
        same.setdefault((problem.code, problem.message, problem.place, problem.related, problem.help), []).append(
            problem
        )
    return tuple(_with_consequence(some, folded) for some in same.values())


def _with_consequence(same: list[Diagnostic], folded: Mapping[Path, NotJudged]) -> Diagnostic:
    hidden = [folded[problem.path] for problem in same if problem.path in folded]
    if not hidden:
        return same[0]
    together = NotJudged(set[str]().union(*(h.clauses for h in hidden)), set[str]().union(*(h.tables for h in hidden)))
    return replace(same[0], help=_joined(same[0].help, str(together)))


def _joined(help: str, consequence: str) -> str:
    return f"{help}{' ' if help.endswith('?') else '; '}{consequence}" if help else consequence


def _fault_of(read: Read, filing: Filing, table: FiledTable | None) -> Path | None:
    fact, within = read.fact, list[Path]()
    if fact[0] in ("licensee_offers", "pit_offers"):
        return filing.faults[0][1]  # a filing with an error never counts an offer elsewhere as absent
    if fact[0] == "offers" and len(fact) == 2 and table is not None:
        lists = {key: filing.written(table, (key,)) for key in OFFER_KEYS}
        stated = {key: path for key, path in lists.items() if path != table.path}
        if filing.certified and {"wagers", "options"} <= stated.keys():
            within += stated.values()  # without the fault the lists would be complete
    elif _is_precise(fact, read.path):
        within.append(read.path)
    paytable = (*read.path, "paytable") if fact[0] == "offers" and fact[2:] and fact[2] in SHEET_FIELDS else None
    for code, path in filing.faults:
        if path == paytable or any(path[: len(above)] == above for above in within):
            return path
        if code == LIMITS_CROSS and path[:-1] == read.path and fact[-1] in ("minimum", "maximum"):
            return path
        if code == UNKNOWN_KEY and _may_be(fact, path, read.path, table):
            return path
    return None


def _is_precise(fact: FactPath, path: Path) -> bool:
    """Whether the path is the fact itself, and not only an entry that contains it."""
    last = str(path[-1]) if path else ""
    return (
        as_named(last) == fact[-1]
        or fact[0] == "equipment"
        and last == "equipment"
        or (fact[0] == "offers" and fact[2:3] == ("payouts",) and (last == "pays" or path[1:2] == ("paytables",)))
    )


def _may_be(fact: FactPath, path: Path, nearest: Path, table: FiledTable | None) -> bool:
    """Whether an unknown key may be a misspelling of the field, at the place where the field belongs."""
    places = [nearest] if fact[0] == "offers" else [] if table is None else [table.path, table.defaults]
    return path[:-1] in places and bool(closest(str(path[-1]), (fact[-1],)))
