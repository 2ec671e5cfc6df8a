"""Every case of the reader of filings is a case of the schema too."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pitboss.compiler.emit.schema import _Filing
from tests.support.product import assemble, read
from tests.support.schema_limits import UNSEEN
from tests.support.tile_filings import VOCABULARY, cases, whole, write_files

SCHEMA = _Filing(VOCABULARY).schema()


def as_json(data: Any) -> Any:
    """Figures as a validator of JSON has them."""
    if isinstance(data, dict):
        return {key: as_json(value) for key, value in data.items()}
    if isinstance(data, list):
        return [as_json(value) for value in data]
    return float(data) if isinstance(data, Decimal) else data


@pytest.mark.parametrize(("text", "expected"), [*cases("good"), *cases("bad")])
def test_schema_and_reader_agree(text: str, expected: list[str], file_text: Callable[[str], Path]) -> None:
    documents = read(file_text(whole(text))).documents
    _, faults = assemble(documents, VOCABULARY)
    seen = [f for f in faults if not UNSEEN.match(f"{f.code} {f.message}")]
    for i, document in enumerate(documents):
        if document.format != "csv":
            reported = [e.message for e in jsonschema.Draft202012Validator(SCHEMA).iter_errors(as_json(document.data))]
            assert bool(reported) == any(f.path[:1] == (i,) for f in seen), (reported, seen)


@pytest.fixture
def file_text(tmp_path: Path) -> Callable[[str], Path]:
    """`%%% name` starts another file of the folder; without pits, there is one table."""

    def file(text: str) -> Path:
        write_files(text, tmp_path)
        return tmp_path

    return file
