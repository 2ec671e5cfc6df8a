"""SECURITY.md is true: every claim names tests that exist, and nothing in the code evaluates input."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.ratchets import production

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders")
EVALUATING = {"eval", "exec", "compile", "__import__", "system", "popen", "exec_module", "run_module", "run_path"}
MODULES = {
    "pickle",
    "marshal",
    "shelve",
    "subprocess",
    "ctypes",
    "code",
    "runpy",
    "socket",
    "urllib.request",
    "http.client",
}
ALLOWED = {
    "src/pitboss/rulebook.py: exec_module",  # the package that rules were compiled to
    "src/pitboss/commands/print_pdf.py: subprocess",  # the user's browser, only for `report --pdf`
    "reports/shell_word.py: subprocess",  # quotes a word as shells of Windows do; nothing is started
    "src/pitboss/cli.py: system",  # an empty command, by which an older Windows console learns escape sequences
}


def evaluating(name: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called, of = node.func, ""
            if isinstance(called, ast.Attribute):
                called, of = ast.Name(called.attr), ast.unparse(called.value)
            if isinstance(called, ast.Name) and called.id in EVALUATING and of != "re":
                yield f"{name}: {called.id}"
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        yield from (f"{name}: {each}" for each in names if each in MODULES)


def test_nothing_is_evaluated() -> None:
    assert {found for name, tree in production(ROOT) for found in evaluating(name, tree)} == ALLOWED
    bad = "import pickle\nfrom subprocess import run\neval('1')\nos.system('x')\nre.compile('a')\n"
    assert len([*evaluating("bad.py", ast.parse(bad))]) == 4


def test_every_claim_names_tests_that_exist() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    rows = [row for row in re.findall(r"^\|(.+)\|$", text, re.M) if not re.match(r"-|.*\| tests *$", row)]
    assert len(rows) > 20
    assert [row for row in rows if "`tests/" not in row.rpartition("|")[2]] == []
    for file, name in re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", text):
        assert (ROOT / file).is_file(), file
        assert not name or f"\ndef {name}(" in (ROOT / file).read_text("utf-8"), f"{file}::{name}"
