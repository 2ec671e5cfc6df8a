"""Imports keep the contracts of pyproject.toml, wherever they are: in modules, in functions, in text that becomes code."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.house import package_graph
from tests.house.ratchets import parsed, production

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders")
linted = pytest.mark.skipif(find_spec("importlinter") is None, reason="import-linter is not installed: run `make`")

FOLDERS = ("algebra", "grammar", "compiler", "checker", "reports", "rulespecs")
IMPORTED = re.compile(r"^\s*(?:from|import) (pitboss[.\w]*)(?: import \(?([\w, ]*))?", re.M)
EXECUTED = {  # modules that run text as code, and what the text is
    "src/pitboss/rulebook.py": "a rulebook that was compiled from folders of rules",
}


def contracts(root: Path) -> subprocess.CompletedProcess[str]:
    """The report of import-linter on the package below a root folder."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    env = os.environ | {"PYTHONPATH": str(root / "src"), "COLUMNS": "200", "NO_COLOR": "1"}
    return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True)


@linted
def test_the_contracts_hold() -> None:
    done = contracts(ROOT)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


BREACHES = {
    "an import in a function, from a folder above": (
        "checker/filing/facts.py", "def f():\n    from pitboss.reports import sanitize", "the front door .* BROKEN"
    ),
    "an algebra that knows the compiler": ("algebra/arrays.py", "from pitboss.compiler.model import core", "the front door .* BROKEN"),
    "a target that a pass imports": ("compiler/front/lower.py", "from pitboss.compiler.emit import english", "the compiler: .* BROKEN"),
    "a cycle of modules through a function": (
        "reports/csv_cell.py", "def f():\n    import pitboss.reports.csv_text", "no package .* BROKEN"
    ),
    "an oracle that shares the lowering": (
        "compiler/oracle/kleene.py", "from pitboss.compiler.front import lower", "the reference oracle .* BROKEN"
    ),
}  # fmt: skip


@pytest.mark.soak  # it guards the contracts alone
@linted
@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_of_a_contract_is_found(breach: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    name, text, found = BREACHES[breach]
    module = root / name
    module.write_text(module.read_text("utf-8") + f"\n\n{text}\n", "utf-8")
    done = contracts(root)
    assert done.returncode == 1 and re.search(found, done.stdout), done.stdout + done.stderr


def copied(place: Path) -> Path:
    """A copy of the product in which modules can be changed; the compiled rulebook is left out but for its package."""
    for folder in FOLDERS[:-1]:
        shutil.copytree(ROOT / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__"))
    unwanted = shutil.ignore_patterns("__pycache__", "compiled", *FOLDERS)
    shutil.copytree(ROOT / "src/pitboss", place / "src/pitboss", symlinks=True, ignore=unwanted)
    for folder in FOLDERS[:-1]:
        (place / "src/pitboss" / folder).symlink_to(f"../../{folder}")
    (place / "src/pitboss/compiled").mkdir()
    (place / "src/pitboss/compiled/__init__.py").write_text("")
    shutil.copy(ROOT / "pyproject.toml", place)
    return place


# ---- the drawing


@pytest.fixture(scope="module")
def graph() -> package_graph.Graph:
    pytest.importorskip("grimp")
    return package_graph.package_graph()


def test_no_package_imports_upward_or_in_a_cycle(graph: package_graph.Graph) -> None:
    assert package_graph.upward(graph) == []
    assert {name: found for name, found in graph.items() if name in found} == {}
    assert {"grammar", "compiler/model", "checker/runtime", "reports/formats", "src/pitboss/cli"} <= graph.keys()


def test_the_drawing_is_current(graph: package_graph.Graph) -> None:
    page = package_graph.PAGE.read_text("utf-8")
    assert package_graph.with_drawing(page, graph) == page, "run `make graph`"


def test_an_upward_import_is_found() -> None:
    drawn = {"checker/read": {"grammar", "reports"}, "reports": {"grammar"}, "grammar": set[str]()}
    assert package_graph.upward(drawn) == ["checker/read imports reports"]
    assert package_graph.reduced(drawn)["checker/read"] == {"reports"}


# ---- text that becomes code


def texts(tree: ast.Module) -> Iterator[str]:
    """Every string of a module; a formatted value inside one is replaced by `*`."""
    inside = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in inside:
            yield node.value


def in_text(root: Path) -> Iterator[tuple[str, str, list[str]]]:
    """(module, what a text in it imports, the names) for each import of the product in a string."""
    for name, tree in production(root):
        for text in texts(tree):
            for found in IMPORTED.finditer(text):
                yield name, found[1].rstrip("."), [word.strip() for word in (found[2] or "").split(",") if word.strip()]


def test_what_a_text_imports_exists() -> None:
    """A template that imports a module or a name that has moved would fail only in the code that it makes."""
    seen = [*in_text(ROOT)]
    assert {"compiler/emit/vocabulary_module.py", "compiler/emit/rounds.py"} <= {name for name, _, _ in seen}
    for name, module, names in seen:
        assert find_spec(module), f"{name}: a text imports {module}"
        path = Path(*module.split(".")[1:])
        if not module.startswith("pitboss.compiled") and (ROOT / path).with_suffix(".py").exists():
            defined = names_of(parsed((ROOT / path).with_suffix(".py")))
            assert set(names) <= defined, f"{name}: a text imports {set(names) - defined} from {module}"


def names_of(tree: ast.Module) -> set[str]:
    """The names that a module defines or imports at the top."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {alias.asname or alias.name for alias in node.names}
        else:
            found |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return found


def test_only_known_modules_run_text_as_code() -> None:
    """Text that runs imports without a contract: each module that does so is known, and none is added."""
    found = set()
    for name, tree in production(ROOT):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if called in ("exec", "eval", "exec_module"):
                    found.add(name)
    assert found <= EXECUTED.keys(), found - EXECUTED.keys()
