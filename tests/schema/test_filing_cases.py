"""Every case of the reader of filings is a case of the schema too."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import pytest

from pitboss.checker.filing.assemble import assemble
from pitboss.checker.read import read

TESTS = Path(__file__).parents[1]


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}_for_the_schema", path)
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


FILING, CASES = module(TESTS / "filing" / "conftest.py"), module(TESTS / "filing" / "test_cases.py")
UNSEEN: re.Pattern[str] = module(TESTS / "schema" / "test_schema.py").UNSEEN
SCHEMA = importlib.import_module("pitboss.compiler.emit.schema")._Filing(FILING.VOCABULARY).schema()


def as_json(data: Any) -> Any:
    """Figures as a validator of JSON has them."""
    if isinstance(data, dict):
        return {key: as_json(value) for key, value in data.items()}
    if isinstance(data, list):
        return [as_json(value) for value in data]
    return float(data) if isinstance(data, Decimal) else data


@pytest.mark.parametrize(("text", "expected"), [*CASES.cases("good"), *CASES.cases("bad")])
def test_schema_and_reader_agree(text: str, expected: list[str], file_text: Callable[[str], Path]) -> None:
    documents = read(file_text(CASES.whole(text))).documents
    _, faults = assemble(documents, FILING.VOCABULARY)
    seen = [f for f in faults if not UNSEEN.match(f"{f.code} {f.message}")]
    for i, document in enumerate(documents):
        if document.format != "csv":
            told = [e.message for e in jsonschema.Draft202012Validator(SCHEMA).iter_errors(as_json(document.data))]
            assert bool(told) == any(f.path[:1] == (i,) for f in seen), (told, seen)


@pytest.fixture
def file_text(tmp_path: Path) -> Callable[[str], Path]:
    """`%%% name` starts another file of the folder; without pits, there is one table."""

    def file(text: str) -> Path:
        first, *others = text.split("%%% ")
        files = {"filing.yaml": first, **{name: body for name, _, body in (o.partition("\n") for o in others)}}
        if not any(re.search("^pits:", body, re.MULTILINE) for body in files.values()):
            files["filing.yaml"] = FILING.ONE_TABLE + first
        for name, body in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(body)
        return tmp_path

    return file
