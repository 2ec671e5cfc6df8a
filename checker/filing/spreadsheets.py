"""The workbooks and the lists of tables in CSV among the documents of a filing, in the shape of a filing.

A header that nothing reads is one fault, however many rows it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.checker.filing.columns import Columns, moved, table_of
from pitboss.checker.filing.field_reader import Fault
from pitboss.checker.filing.model import Path
from pitboss.checker.filing.scalar_values import shown
from pitboss.checker.filing.table_facts import REQUIRED
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.read.document import Data, Document, SourceDocuments, Steps
from pitboss.grammar.quick_start import replace

_NO_HEADER = "the first row names no field of a table"


def with_columns(source: SourceDocuments, vocabulary: Vocabulary) -> tuple[SourceDocuments, tuple[Fault, ...]]:
    """The documents with every workbook as a filing and every list of tables in CSV as its tables, and what nothing reads."""
    columns, faults, documents = Columns(vocabulary), list[Fault](), list[Document]()
    for i, document in enumerate(source.documents):
        rows = document.data
        if document.format == "xlsx" and isinstance(rows, dict):
            from pitboss.checker.filing.workbook import Workbook  # only where there is one

            book = Workbook(rows, vocabulary, i)
            documents.append(replace(document, data=book.filing(), look=moved(document.look, book.cells)))
            faults += book.faults
            continue
        if document.format != "csv" or not isinstance(rows, list):
            documents.append(document)
            continue
        first: dict[str, int] = {}
        for n, row in enumerate(rows):
            for header in row if isinstance(row, dict) else ():
                first.setdefault(header, n)
        faults += _unknown(columns, first, i)
        tables, cells = list[Data](), dict[Steps, Steps]()
        for n, row in enumerate(rows):
            tables.append(table_of(columns, row if isinstance(row, dict) else {}, (n,), cells))
        documents.append(replace(document, data=tables, look=moved(document.look, cells)))
    return replace(source, documents=tuple(documents)), tuple(faults)


def missing_columns(source: SourceDocuments, faults: Sequence[Fault]) -> tuple[Fault, ...]:
    """The faults, with one for a column that a list of tables in CSV lacks, and none where it has no header at all."""
    found, seen = [], set[tuple[Path, str]]()
    bare = {fault.path[0] for fault in faults if fault.message.startswith(_NO_HEADER)}
    for fault in faults:
        document = source.documents[int(fault.path[0])] if fault.path else None
        rows = document.data if document and document.format == "csv" else None
        key = next(
            (key for key in REQUIRED if fault.code == "E203" and fault.message == f"{shown(key)} is missing"), None
        )
        if isinstance(rows, list) and key and not any(isinstance(row, dict) and key in row for row in rows):
            if (fault.path[:1], key) in seen or fault.path[0] in bare:
                continue
            seen.add((fault.path[:1], key))
            fault = replace(fault, message=f"no column is called {shown(key)}", help=f"add the column {shown(key)}")
        found.append(fault)
    return tuple(found)


def _unknown(columns: Columns, first: Mapping[str, int], document: int) -> list[Fault]:
    """One fault for each header that nothing reads, and for each that means the same as an earlier one."""
    if first and not any(map(columns.of, first)):
        message = f"{_NO_HEADER}: {', '.join(map(shown, [*first][:5]))}"
        help = "begin the file with a row of headers, for example Table no., Game, Decks"
        return [Fault("E201", message, (document, 0, next(iter(first))), True, help)]
    faults, meant = [], dict[Steps, str]()
    for header, n in first.items():
        column = columns.of(header)
        if not column:
            help = columns.meant_by(header)
            faults.append(Fault("E201", f"unknown column {shown(header)}", (document, n, header), True, help))
        elif meant.setdefault(column, header) != header:
            message = f"the columns {shown(meant[column])} and {shown(header)} state the same"
            faults.append(Fault("E206", message, (document, n, header), True))
    return faults
