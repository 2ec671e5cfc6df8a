"""The workbooks and the lists of tables in CSV among the documents of a filing, in the shape of a filing.

A header that nothing reads is one fault, however many rows it has.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.checker.filing.columns import Columns, moved, table_of
from pitboss.checker.filing.field_reader import Fault
from pitboss.checker.filing.scalar_values import canonical, shown
from pitboss.checker.filing.typed_values import closest
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.read.document import Data, Document, SourceDocuments, Steps
from pitboss.grammar.quick_start import replace


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


def _unknown(columns: Columns, first: Mapping[str, int], document: int) -> list[Fault]:
    """One fault for each header that nothing reads, and for each that means the same as an earlier one."""
    faults, meant = [], dict[Steps, str]()
    for header, n in first.items():
        column = columns.of(header)
        if not column:
            help = closest(canonical(header), columns.fields) or "a column is a field of a table, or FIELD of WAGER"
            faults.append(Fault("E201", f"unknown column {shown(header)}", (document, n, header), True, help))
        elif meant.setdefault(column, header) != header:
            message = f"the columns {shown(meant[column])} and {shown(header)} state the same"
            faults.append(Fault("E206", message, (document, n, header), True))
    return faults
