"""The made-up game of these tests, and a way to file a text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.product import Fault, Filing, SourceDocuments, Vocabulary, assemble, read, with_columns
from tests.support.tile_filings import VOCABULARY, write_files

Filed = tuple[Filing, tuple[Fault, ...], SourceDocuments]


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    return VOCABULARY


@pytest.fixture
def file_text(tmp_path: Path) -> Callable[[str], Filed]:
    """Files a text: `%%% name` starts another file of the folder; without pits, there is one table."""

    def file(text: str) -> Filed:
        write_files(text, tmp_path)
        source = read(tmp_path)
        assert source.problems == ()
        source, columns = with_columns(source, VOCABULARY)
        filing, faults = assemble(source.documents, VOCABULARY, complete=not columns)
        return filing, (*columns, *faults), source

    return file
