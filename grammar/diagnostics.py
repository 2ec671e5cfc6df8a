"""The diagnostic type of the whole system: a code, a message, a place, and a hint.

Faults in a rule file and faults in a filing are reported the same way; only `reports` turns them into text.

>>> Diagnostic("E101", "unknown key 'deks'", Place("filing.yaml", 7, 9), help="did you mean 'decks'?").code
'E101'
"""

from __future__ import annotations

from pitboss.grammar.quick_start import dataclass, field


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file. Lines and columns count from 1; `end` is the column after the last character.

    In a workbook it is a cell of a sheet.

    >>> str(Place("filing.xlsx", 7, 4, sheet="Wagers")), str(Place("filing.yaml", 7, 4))
    ('filing.xlsx:Wagers!D7', 'filing.yaml:7:4')
    """

    file: str
    line: int
    column: int
    end: int | None = None
    sheet: str = field(default="", repr=False)

    def __lt__(self, other: Place) -> bool:
        """In the order of the text; a place without an end precedes one with an end.

        >>> sorted([Place("f", 1, 2, 5), Place("f", 1, 2)])[0].end
        """
        mine, others = ((p.file, p.sheet, p.line, p.column, p.end or 0) for p in (self, other))
        return mine < others

    def __str__(self) -> str:
        return f"{self.file}:{self.cell}" if self.sheet else f"{self.file}:{self.line}:{self.column}"

    @property
    def cell(self) -> str:
        """The sheet and the cell in a workbook, empty elsewhere."""
        letters, number = "", self.column
        while number:
            number, letter = divmod(number - 1, 26)
            letters = chr(65 + letter) + letters
        return f"{self.sheet}!{letters}{self.line}" if self.sheet else ""


NOWHERE = Place("", 0, 0)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error in the input (or, if `internal`, in pitboss itself)."""

    code: str
    message: str
    place: Place
    related: tuple[tuple[str, Place], ...] = ()
    help: str = ""
    internal: bool = False
    path: tuple[str | int, ...] = ()  # the path in the data, if the error is in data


class Rejected(Exception):
    """Carries diagnostics to the caller if there is no usable result."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(f"{d.place}: {d.code} {d.message}" for d in diagnostics))
        self.diagnostics = diagnostics
