"""Converts faults of a filing, which have paths, to diagnostics with file, line and column; each document's text is
scanned once.

>>> FAULT_CODES["E206"]
'the same number, name or id twice'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pitboss.checker.filing.cell_values import help_in_cell
from pitboss.checker.filing.field_reader import MOST_PLACED, Fault
from pitboss.checker.filing.merge_documents import references
from pitboss.checker.filing.model import Path
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from typing import Final

FAULT_CODES: Final[dict[str, str]] = {
    "E201": "a key that nothing reads",
    "E202": "a list, a mapping or a single value where another is expected",
    "E203": "something that is required is missing",
    "E204": "a name that is not declared: a game, wager, option, equipment, outcome, paytable, table or pit",
    "E205": "a value that is not of its type",
    "E206": "the same number, name or id twice",
    "E207": "two documents state the same thing differently",
    "E208": "a named paytable that differs from payouts stated at the offer",
    "E209": "too many combinations of choices at one table",
    "E210": "a list of tables that was not read, or that no pit or more than one pit refers to",
    "E211": "an attestation or approval of something that no clause rests on",
    "E212": "a document whose file in the filing's folder has another digest, or that lies outside the folder",
    "E213": "a row of a worksheet that is not as it was made, or an answer that is neither yes nor no",
    "E214": "more faults than are reported one by one",
    "E215": "a lowest wager above the highest one",
}


class Placed(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def data(self) -> object: ...

    def places(self, paths: Iterable[Path], key: bool = False) -> Mapping[Path, Place]: ...


class Placing(Protocol):
    """The documents of a filing, in the order in which they were assembled."""

    @property
    def documents(self) -> Sequence[Placed]: ...


def place_faults(source: Placing, faults: Iterable[Fault]) -> tuple[Diagnostic, ...]:
    """Return the diagnostics in the order of the text. Each document is scanned at most once for values and once for
    keys.
    """
    faults = tuple(faults)
    if (more := len(faults) - MOST_PLACED) > 0:
        rest = Fault(
            "E214", f"the filing has {more:,} more faults; correct the first ones and check again", faults[0].path
        )
        faults = (*faults[:MOST_PLACED], rest)
    requested: dict[tuple[int, bool], list[Path]] = {}
    for fault in faults:
        for path, on_key in ((fault.path, fault.on_key), *((path, False) for _, path in fault.related)):
            if path:
                requested.setdefault((int(path[0]), on_key), []).append(path[1:])
    found = {(i, key): source.documents[i].places(paths, key) for (i, key), paths in requested.items()}

    def place(path: Path, on_key: bool = False) -> Place:
        return found[int(path[0]), on_key][path[1:]] if path else Place("", 1, 1)

    made = []
    for fault in faults:
        at, related = place(fault.path, fault.on_key), tuple((words, place(path)) for words, path in fault.related)
        help = help_in_cell(fault.help) if at.sheet or at.file.endswith(".csv") else fault.help
        made.append(Diagnostic(fault.code, fault.message, at, related, help, path=fault.path))
    return tuple(sorted(made, key=lambda d: (d.place.file, d.place.line, d.place.column, d.code)))


def without_echoes(
    source: Placing, placed: Iterable[Diagnostic], problems: Sequence[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """Leave out that a list of tables was not read, where a problem states why."""
    reasons = {problem.place.file for problem in problems} - {document.name for document in source.documents}
    explained = {at for at, name in references(source.documents) if name in reasons}
    at = {problem.place for problem in problems}
    return tuple(d for d in placed if d.code != "E210" or d.path not in explained and d.place not in at)
