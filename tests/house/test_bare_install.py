"""Every command works in a bare install: the wheel and its dependencies, without an extra and without what only tests need."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path

import pytest

from pitboss.commands.extras import EXTRA_OF
from tests.house.ratchets import production
from tests.support import ground_law
from tests.support.documented_commands import IN_CHECKOUT, ROOT, blocks, noted_exit, placed, run

pytestmark = pytest.mark.skipif(not IN_CHECKOUT, reason="an unpacked sdist has no root folders")

NEEDS_AN_EXTRA = (  # the beginnings, or parts, of the documented commands that do; every other one works without
    " --odds", "pitboss law odds ", " --engine columnar ", " --format xlsx ", "pitboss law sets ", "pitboss law may ", "pitboss fix ",
    "pitboss serve ", "pitboss lsp",
)  # fmt: skip
UNDOCUMENTED = [  # lines that no page shows, since they need a copy of the law or only fail here
    "pitboss law ground --text text --rules rules",
    "pitboss law ground --text text --rules rules --write",
    "pitboss law drift --text text --rules rules",
    "pitboss rounds deal roulette --rounds 9 --filing tests/rounds/wheel.yaml --out rounds.parquet",
    "pitboss rounds deal roulette --rounds 9 --filing tests/rounds/wheel.yaml --out rounds.jsonl",
    "pitboss rounds audit rounds.jsonl --filing tests/rounds/wheel.yaml --engine dask",
]


def declared(extra: str = "") -> set[str]:
    """The normalized names of the packages that pyproject.toml requires, always or for an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    listed = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return {normalized(each.split(">=")[0].split("[")[0]) for each in listed}


def normalized(name: str) -> str:
    return name.strip().lower().replace("_", "-")


def third_party(tree: ast.Module) -> Iterator[str]:
    """The modules outside pitboss and the standard library that a module imports, at any depth, by their top name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        for name in names:
            first = name.partition(".")[0]
            if first and first != "pitboss" and first not in sys.stdlib_module_names:
                yield first


def test_what_the_product_imports_is_a_dependency_or_an_extra_that_is_named() -> None:
    """ruamel.yaml was declared for tests only, so two commands crashed wherever the tests had not been installed."""
    by_module, wrong, seen = packages_distributions(), [], set()
    for path, tree in production(ROOT):
        for module in third_party(tree):
            seen.add(module)
            allowed = declared(EXTRA_OF.get(module, ""))
            if not {normalized(name) for name in by_module.get(module, [module])} & allowed:
                wrong.append(f"{path}: imports {module}, which is not among {sorted(allowed)}")
    assert {"yaml", "numpy", "polars", "ruamel"} <= seen
    assert wrong == []


@pytest.mark.parametrize("extra", sorted({*EXTRA_OF.values()}))
def test_an_extra_that_a_message_names_exists(extra: str) -> None:
    assert declared(extra)


def required(name: str, seen: set[str]) -> Iterator[Distribution]:
    """A distribution and what it requires here, without extras."""
    if name not in seen:
        seen.add(name)
        found = distribution(name)
        yield found
        for line in found.requires or ():
            if "extra" not in line.partition(";")[2]:
                word = line.partition(";")[0]
                yield from required(normalized(word.split(">")[0].split("<")[0].split("=")[0].split("(")[0]), seen)


def installed(place: Path, wheel: Path) -> str:
    """Install a wheel in a fresh environment, and link what it requires, so that no package index is needed; return its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    python = str(place / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(pip, check=True)
    (folder,) = place.glob("lib/python*/site-packages")
    for name in declared():
        for each in required(name, set()):
            for top in {file.parts[0] for file in each.files or () if file.parts[0] not in ("..", "__pycache__")}:
                if not (folder / top).exists():
                    (folder / top).symlink_to(each.locate_file(top))
    return python


@pytest.mark.soak
def test_every_documented_command_works_in_a_bare_install(tmp_path: Path) -> None:
    """Its exit code is the documented one; or it names the extra that it needs, and exits with 2."""
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    python = installed(tmp_path / "bare", wheel)
    named, wrong, every = set(), [], set()
    for number, block in enumerate([*blocks(), UNDOCUMENTED]):
        folder = tmp_path / str(number)
        surroundings = placed(folder, python, PYTHONPATH="", PITBOSS_CACHE=str(tmp_path / "cache"))
        ground_law.laid_out(folder)
        for line in block:
            if line.startswith("make "):
                continue
            done = run(line, folder, surroundings)
            every.add(line.partition("  #")[0].strip())
            if done.returncode == 2 and "pip install 'pitboss[" in done.stderr:
                named.add(line.partition("  #")[0].strip())
            elif done.returncode != noted_exit(line):
                wrong.append(f"{line}: exit {done.returncode}\n{done.stdout[-500:]}{done.stderr[-1000:]}")
    assert wrong == []
    assert named == {line for line in every if any(part in f"{line} " for part in NEEDS_AN_EXTRA)} | {
        UNDOCUMENTED[3],
        UNDOCUMENTED[5],
    }
