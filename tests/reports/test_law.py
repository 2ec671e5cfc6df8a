"""`law.txt` is a session: commands, and what they print. `REWRITE=1 pytest tests/reports` writes it anew."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.compiler.targets.catalog import catalog
from pitboss.reports.coverage import coverage
from pitboss.reports.explain import explain

HERE = Path(__file__).parent
SESSION = HERE / "law.txt"
_spec = importlib.util.spec_from_file_location("compiler_documents", HERE.parent / "compiler/documents.py")
documents = importlib.util.module_from_spec(_spec)  # type: ignore[arg-type]
sys.modules["compiler_documents"] = documents
_spec.loader.exec_module(documents)  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def law() -> dict[str, Any]:
    text = (HERE.parent / "compiler/law.rules").read_text()
    return json.loads(catalog(documents.book(text, "law.rules")))  # type: ignore[no-any-return]


def printed(law: dict[str, Any], command: str) -> str:
    what, _, citation = command.partition(" ")
    if what == "coverage":
        return coverage(law, citation or None)
    return explain(law, citation) or "(unknown)\n"


def test_the_session_prints_what_it_shows(law: dict[str, Any]) -> None:
    text = SESSION.read_text()
    commands = re.findall(r"^\$ (.+)$", text, re.MULTILINE)
    told = "\n".join(f"$ {c}\n{printed(law, c)}" for c in commands)
    if os.environ.get("REWRITE"):
        SESSION.write_text(told)
    assert told == text


def test_no_line_is_wider_than_a_page(law: dict[str, Any]) -> None:
    for section in law["sections"]:
        for label in ("", *(p["label"] for p in section["provisions"])):
            text = explain(law, section["citation"] + label)
            assert text is not None
            assert max(map(len, text.splitlines())) <= 100
    assert max(map(len, coverage(law, None).splitlines())) <= 100


def test_the_same_catalogue_makes_the_same_text_and_is_not_changed(law: dict[str, Any]) -> None:
    before = json.dumps(law)
    assert explain(law, "9.1(b)") == explain(law, "9.1(b)")
    assert coverage(law, "9") == coverage(law, "9")
    assert json.dumps(law) == before
