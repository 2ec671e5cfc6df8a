"""The inspection: a CSV worksheet of what must be seen on the floor, filled in there and read back.

Its answers become observed attestations, in a document of their own next to those of the filing. A fault in a row, and
any failure that the row causes, is reported at that row. The id of a row is derived from its clause and its table, so
that exchanged rows are noticed.

>>> row_id("1:2-3.4(a)/lamp_lit", "7") == row_id("1:2-3.4(a)/lamp_lit", "8"), len(clause_id("1:2-3.4(a)/lamp_lit"))
(False, 10)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from pitboss.checker.filing.cell_values import day_in_cell
from pitboss.checker.filing.field_reader import Fault
from pitboss.checker.filing.model import Filing, Inspection, Path, Seen, Stranger
from pitboss.checker.filing.scalar_values import a_day_or_moment, a_flag, a_text, help_for, shown
from pitboss.checker.read import NO_FILES, Data, Document, SourceDocuments, Steps, Unsaved, read
from pitboss.checker.read.document import Look
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.quick_start import dataclass, field, replace, sha256

COLUMNS = (
    "id", "table", "pit", "game", "provision", "clause", "what to look for", "filed so far", "answer", "by", "on", "remark",
)  # fmt: skip
STANDS = "The table stands here as it is filed."
TOGETHER = "; "  # separates the clauses of a row that asks about several of them
BLANK = "new-"  # prefix of the ids of blank rows, which are for tables that are not in the filing
UNSAFE = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet reads a cell with such a first character as a formula
_LETTERS = str.maketrans("0123456789abcdef", "ghjkmnpqrtabcdef")
# the cell in which an attestation's entry is written
_AS = {"provision": "clause", "tables": "table", "note": "remark"}


def clause_id(clause: str) -> str:
    return _short(clause)


def row_id(clause: str, table: str) -> str:
    """The id of a row of the worksheet; without a clause, of the row that asks whether the table is as filed."""
    return _short(clause, table)


def _short(*parts: str) -> str:
    """Letters only: a spreadsheet reads `5910e27516` as a number, and `3e5-6` as a formula or a date."""
    return _hexadecimal(*parts).translate(_LETTERS)


def _hexadecimal(*parts: str) -> str:
    """The id as worksheets had it earlier; they are still read."""
    return sha256("\0".join(parts).encode())[:10]


def with_inspection(
    source: SourceDocuments, paths: Sequence[str], unsaved: Unsaved = NO_FILES
) -> tuple[SourceDocuments, Inspection | None, tuple[Fault, ...]]:
    """The filing combined with worksheets: their answers as documents, what they state about tables, and their faults.

    `unsaved`: as in `checker.read.read`.
    """
    documents, problems, texts = list(source.documents), list(source.problems), dict(source.texts)
    seen, strangers, faults = list[Seen](), list[Stranger](), list[Fault]()
    filed = frozenset(_filed_numbers(source)) if paths else frozenset[str]()
    for path in paths:
        found = read(path, unsaved=unsaved)
        problems += found.problems
        texts |= found.texts
        for document in found.documents:
            if document.format not in ("csv", "xlsx"):
                problems.append(_no_worksheet(document.name))
                continue
            sheet = _Sheet(_first_sheet(document), len(documents), filed)
            documents.append(sheet.document())
            seen += sheet.seen
            strangers += sheet.strangers
            faults += sheet.faults
    inspection = Inspection(tuple(seen), tuple(strangers)) if paths else None
    return SourceDocuments(tuple(documents), tuple(problems), texts), inspection, tuple(faults)


def inspected(filing: Filing, inspection: Inspection | None) -> tuple[Filing, tuple[Fault, ...]]:
    """The filing with what was found on the floor, and every mismatch with its list of tables."""
    if inspection is None:
        return filing, ()
    filed = {table.number for table in filing.tables}
    faults = []
    first: dict[str, Seen] = {}
    for row in inspection.seen:
        known = first.setdefault(row.table, row)
        if row.table not in filed:
            faults.append(Fault("E213", f"table {shown(row.table)} is not in the filing", (*row.path, "table")))
        elif known.answer != row.answer:
            message = f"whether table {shown(row.table)} stands as filed is answered twice, differently"
            faults.append(
                Fault("E213", message, (*row.path, "answer"), False, "", (("the other", (*known.path, "answer")),))
            )
    for stranger in inspection.strangers:
        if stranger.table in filed:
            message = f"table {shown(stranger.table)} is in the filing: this row is for those that are not"
            faults.append(Fault("E213", message, (*stranger.path, "table")))
    kept = tuple(row for row in first.values() if row.table in filed)
    return replace(filing, inspection=Inspection(kept, inspection.strangers)), tuple(faults)


def _no_worksheet(name: str) -> Diagnostic:
    return Diagnostic(
        "E213", "an inspection is a worksheet in CSV or XLSX", Place(name, 1, 1), help="pitboss report writes one"
    )


def _first_sheet(document: Document) -> Document:
    """A workbook as the rows of its first sheet that has answers."""
    if not isinstance(document.data, dict):
        return document
    sheets = {name: rows for name, rows in document.data.items() if isinstance(rows, list)}
    name = next(
        (n for n, rows in sheets.items() if any(isinstance(row, dict) and "id" in row for row in rows)),
        next(iter(sheets), ""),
    )

    def look(paths: list[Steps], key: bool, written: bool) -> Mapping[Steps, Place | None]:
        found = document.look([(name, *path) for path in paths], key, written)
        return {path: found[(name, *path)] for path in paths}

    return replace(document, data=sheets.get(name, []), look=look)


@dataclass(slots=True)
class _Sheet:
    """One worksheet; the path of a fault begins with the worksheet's index among the documents."""

    source: Document
    index: int
    filed: frozenset[str]  # the table numbers of the filing
    rows: list[list[int]] = field(default_factory=list)  # for each attestation, the rows that it was made from
    attestations: list[dict[str, Data]] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    strangers: list[Stranger] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def document(self) -> Document:
        data = self.source.data if isinstance(self.source.data, list) else []
        if data and not any(isinstance(row, dict) and "id" in row for row in data):
            self._fault((), "this is no worksheet: no row has an 'id'", "pitboss report writes one")
            data = []
        together: dict[tuple[str | int, ...], int] = {}
        for n, row in enumerate(data):
            if isinstance(row, dict):
                self._row(n, row, together)
        look = _look(self.source.look, self.rows)
        return replace(self.source, data={"attestations": [*self.attestations]}, look=look)

    def _row(self, n: int, row: Mapping[str, object], together: dict[tuple[str | int, ...], int]) -> None:
        cell = {name: _text(row.get(name)) for name in COLUMNS}
        if cell["id"].startswith(BLANK):
            if any(cell[name] for name in ("table", "pit", "game", "remark")):
                self.strangers.append(
                    Stranger(
                        cell["table"], cell["pit"], cell["game"], cell["by"], cell["on"], cell["remark"], self._at(n)
                    )
                )
            return
        cell["on"] = day_in_cell(cell["on"]) or cell["on"]
        cell["table"] = self._table(cell)
        if not _has_id(cell, cell["table"]):
            what = f"clause {shown(cell['clause'])}" if cell["clause"] else "the row without a clause"
            message = f"{shown(cell['id'])} is not the id of {what} at table {shown(cell['table'])}"
            self._fault(
                (n, "id"), message, "write answers into the rows as they were made, or make the worksheet again"
            )
            return
        if not cell["answer"]:
            return
        answer = a_flag(row["answer"])
        if answer is None:
            help = f"{help_for('flag', row['answer'])}; leave it empty where nothing was seen"
            self._fault((n, "answer"), f"{shown(row['answer'])} is neither yes nor no", help)
            return
        if cell["clause"]:
            for clause in cell["clause"].split(TOGETHER):
                self._attest(n, {**cell, "clause": clause}, answer, together)
            return
        missing = [name for name in ("by", "on") if not cell[name]]
        for name in missing:
            self._fault((n,), f"'{name}' is missing in a row with an answer", "")
        if not missing and a_day_or_moment(cell["on"]) is None:
            self._fault((n, "on"), f"{shown(cell['on'])} is not a day", "write it as 2007-01-31")
        elif not missing:
            self.seen.append(Seen(cell["table"], answer, cell["by"], cell["on"], cell["remark"], self._at(n)))

    def _table(self, cell: Mapping[str, str]) -> str:
        """The number of the table; a spreadsheet that makes 7 of `007` leaves the id of the row as it was."""
        if _has_id(cell, cell["table"]) or cell["table"] in self.filed:
            return cell["table"]
        return next((number for number in self.filed if _has_id(cell, number)), cell["table"])

    def _attest(
        self, n: int, cell: Mapping[str, str], answer: bool, together: dict[tuple[str | int, ...], int]
    ) -> None:
        """Rows that answer yes in the same words become one attestation; each no has its own place."""
        key = (cell["clause"], *((cell["by"], cell["on"]) if answer else (n,)))
        if key in together:
            self.rows[together[key]].append(n)
            tables = self.attestations[together[key]]["tables"]
            assert isinstance(tables, list)
            tables.append(cell["table"])
            return
        together[key] = len(self.attestations)
        self.rows.append([n])
        entry: dict[str, Data] = {
            "provision": cell["clause"],
            "tables": [cell["table"]],
            "answer": answer,
            "basis": "observed",
        }
        note = {"note": cell["remark"]} if cell["remark"] and not answer else {}
        self.attestations.append({**entry, "by": cell["by"] or None, "on": cell["on"] or None, **note})

    def _at(self, n: int) -> Path:
        """Rows that are not attestations are addressed by their number."""
        return (self.index, n)

    def _fault(self, steps: Steps, message: str, help: str) -> None:
        self.faults.append(Fault("E213", message, (self.index, *steps), False, help))


def _has_id(cell: Mapping[str, str], table: str) -> bool:
    return cell["id"] in (row_id(cell["clause"], table), _hexadecimal(cell["clause"], table))


def _filed_numbers(source: SourceDocuments) -> Iterator[str]:
    """The table numbers that the documents of a filing state, in any form."""
    for document in source.documents:
        pits = document.data.get("pits") if isinstance(document.data, dict) else None
        rows: list[object] = [document.data] if isinstance(document.data, list) else []
        rows += [pit.get("tables") for pit in pits if isinstance(pit, dict)] if isinstance(pits, list) else []
        for row in (row for listed in rows if isinstance(listed, list) for row in listed if isinstance(row, dict)):
            if number := a_text(row.get("number")):
                yield number


def _text(value: object) -> str:
    """The cell as it was before it was escaped for a spreadsheet."""
    text = a_text(value) or (str(value) if isinstance(value, Decimal) else "")
    return text[1:] if text.startswith("'") and text[1:].startswith(UNSAFE) else text


def _look(look: Look, rows: list[list[int]]) -> Look:
    """Places in the worksheet of attestations, and of rows by their number."""

    def cell(path: Steps) -> Steps:
        if path[:1] != ("attestations",) or len(path) < 2 or not isinstance(path[1], int):
            return path
        name = str(path[2]) if len(path) > 2 else "id"
        nth = path[3] if len(path) > 3 and isinstance(path[3], int) else 0
        return rows[path[1]][nth], _AS.get(name, name)

    def looked(paths: list[Steps], key: bool, written: bool) -> Mapping[Steps, Place | None]:
        cells = {path: cell(path) for path in paths}
        found = look(list(dict.fromkeys(cells.values())), key, written)
        return {path: found[at] for path, at in cells.items()}

    return looked
