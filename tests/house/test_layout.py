"""The layout rules of this repository, each a function from a root folder to complaints: none here, one for each injected breach."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import symtable
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIPELINE = ("grammar", "algebra", "compiler", "checker", "reports")
LINKED = (*PIPELINE, "rulespecs")
ONE_FUNCTION = ("compiler/emit", "compiler/lint/checks", "reports")
# What the reference semantics may import of the project: data definitions and itself.
ORACLE = ("grammar.tree", "grammar.resolved_rulebook", "compiler.model.citations", "compiler.oracle")
SIMULATION = ("compiler/oracle/fast", "compiler/simulate")
ABOVE_CORE = (
    "grammar.tree", "compiler.front", "grammar.resolved_rulebook", "compiler.oracle.awards", "compiler.oracle.interpreter",
    "compiler.oracle.notices", "compiler.oracle.precedence", "compiler.oracle.rankings", "compiler.oracle.sequence",
    "compiler.oracle.settlement", "compiler.oracle.syntax",
)  # fmt: skip
SHARED = (
    "compiler/emit/condition_functions.py",
    "compiler/emit/emitted_sections.py",
    "compiler/emit/english.py",
    "compiler/emit/expressions.py",
    "compiler/emit/extracts.py",
    "compiler/emit/phrases.py",
    "compiler/emit/round_expressions.py",
    "compiler/emit/value_shapes.py",
    "reports/site/",
    "reports/view_data.py",
)
FRONT_DOOR = len(PIPELINE)
RANK = {"rulespecs": 0, "__version__": 0, "compiled": 1, **{name: rank for rank, name in enumerate(PIPELINE)}}

pytestmark = pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders")

MODULE = re.compile(rf"pitboss\.({'|'.join(PIPELINE)}|compiled|cli)\b[\w.]*")
GAMES = re.compile(
    r"blackjack|roulette|baccarat|poker|pokette|caribbean|pai[ _-]?gow|sic[ _-]?bo|red[ _-]?dog|punto[ _-]?banco"
    r"|big[ _-]six|casino[ _-]war|chemin[ _-]de[ _-]fer|let[ _-]it[ _-]ride|spanish[ _-]?21|hold[ _-]?'?em(?![a-z])"
    r"|(?<![a-z])(craps|keno|faro|pontoon)(?![a-z])",
    re.IGNORECASE,
)
MACHINE = re.compile(
    r"(?<![\w.$}~-])/(?:home|Users|root|work|mnt|opt|tmp)/[\w.]|\b[A-Z]:\\+Users"
    r"|\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|crates\.io|docker\.io|ghcr\.io|quay\.io|anaconda\.(?:org|com))\b"
    r"|(?:index-url|find-links)\W+\w+://"
)


def files(root: Path, *folders: str, suffix: str = "") -> Iterator[Path]:
    """The files that git tracks or would track, as paths below `root`; links are not followed."""
    if (root / ".git").exists():  # a checkout may belong to another user than the one who tests it
        command = ["git", "-c", "safe.directory=*", "ls-files", "-zco", "--exclude-standard"]
        listing = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
        found = {Path(name) for name in listing if name}
    else:
        found = {path.relative_to(root) for path in root.rglob("*")}
    for path in sorted(found):
        inside = not folders or any(path.is_relative_to(folder) for folder in folders)
        if inside and path.suffix.endswith(suffix) and (root / path).is_file():
            yield path


def imported(root: Path, path: Path) -> Iterator[tuple[int, str]]:
    """Line and absolute name of all that a file imports, at any depth, modules named in strings included."""
    parts = path.relative_to("src").parts if path.parts[0] == "src" else ("pitboss", *path.parts)
    package = ".".join(parts[:-1])
    for node in ast.walk(ast.parse((root / path).read_bytes())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Constant) and MODULE.fullmatch(str(node.value)):
            yield node.lineno, str(node.value)


def imports_flow_down(root: Path) -> Iterator[str]:
    for path in files(root, *PIPELINE, "src", suffix=".py"):
        own = RANK.get(path.parts[0], FRONT_DOOR)
        for line, name in imported(root, path):
            first, *rest = name.split(".")
            if first in LINKED:
                yield f"{path}:{line}: imports {name}, which is called pitboss.{name}"
            elif first == "pitboss" and RANK.get(rest[0] if rest else "", FRONT_DOOR) > own:
                yield f"{path}:{line}: imports {name}, against the stream"


def imports_are_light(root: Path) -> Iterator[str]:
    look = (
        "import sys; sys.path.insert(0, sys.argv[1]); known = {*sys.modules, 'pitboss'}; import pitboss\n"
        "for name in {*sys.modules} - known: print('src/pitboss/__init__.py: loads', name)\n"
        "import pitboss.checker\n"
        "for name in {'lark', 'jsonschema', 'ruamel.yaml'} & {*sys.modules}: print('checker/__init__.py: loads', name)"
    )
    command = [sys.executable, "-IB", "-c", look, str(root / "src")]
    yield from subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def folders_are_linked(root: Path) -> Iterator[str]:
    for name in LINKED:
        link, target = root / "src" / "pitboss" / name, f"../../{name}"
        if not link.is_symlink() or os.readlink(link) != target or not link.is_dir():
            yield f"src/pitboss/{name}: is not a link to {target}, or that is no folder"


def no_machine_is_named(root: Path) -> Iterator[str]:
    for path in files(root):
        text = (root / path).read_text("utf-8", "replace")
        yield from (f"{path}: names {found[0]}" for found in MACHINE.finditer(text))


def code_knows_no_game(root: Path) -> Iterator[str]:
    for path in files(root, *PIPELINE, "src", suffix=".py"):
        text = f"{path}\n{(root / path).read_text()}"
        yield from (f"{path}: speaks of {found[0]}" for found in GAMES.finditer(text))


def one_public_function(root: Path) -> Iterator[str]:
    for path in files(root, *ONE_FUNCTION, suffix=".py"):
        if path.name == "__init__.py" or str(path).startswith(SHARED):
            continue
        table = symtable.symtable((root / path).read_text(), str(path), "exec")
        public = [s for s in table.get_symbols() if s.is_assigned() and not s.is_imported() and s.get_name()[0] != "_"]
        if [[space.get_type() for space in symbol.get_namespaces()] for symbol in public] != [["function"]]:
            yield f"{path}: its public names are {sorted(s.get_name() for s in public)}, not one function"


def formats_are_equal(root: Path) -> Iterator[str]:
    """A format is found by the name of its file, and called like all others."""
    for path in files(root, "reports/formats", suffix=".py"):
        if path.name.startswith("_"):
            continue
        functions = {n.name: n for n in ast.parse((root / path).read_bytes()).body if isinstance(n, ast.FunctionDef)}
        report = functions.get(path.stem)
        if report is None or [a.arg for a in report.args.args] != ["result", "context"]:
            yield f"{path}: has no function {path.stem}(result, context)"


def the_oracle_is_independent(root: Path) -> Iterator[str]:
    """The reference semantics shares nothing with what is generated, optimized or used by the product."""
    for path in files(root, "compiler/oracle", suffix=".py"):
        if path.parts[2] == "fast":
            continue
        for line, name in imported(root, path):
            first, _, rest = name.partition(".")
            allowed = any(f"{rest}.".startswith(f"{part}.") for part in ORACLE) and ".oracle.fast" not in name
            if first == "pitboss" and not allowed:
                yield f"{path}:{line}: imports {name}, so that a fault in it can confirm itself"


def the_simulation_reads_the_core(root: Path) -> Iterator[str]:
    """The fast evaluator and the dealer read the core; of the reference semantics they share plain functions of values."""
    for path in files(root, *SIMULATION, suffix=".py"):
        for line, name in imported(root, path):
            if any(f"{name}.".startswith(f"pitboss.{part}.") for part in ABOVE_CORE):
                yield f"{path}:{line}: imports {name}, which reads the syntax tree"


Rule = Callable[[Path], Iterator[str]]
RULES: tuple[Rule, ...] = (
    imports_flow_down,
    imports_are_light,
    folders_are_linked,
    no_machine_is_named,
    code_knows_no_game,
    one_public_function,
    formats_are_equal,
    the_oracle_is_independent,
    the_simulation_reads_the_core,
)

BREACHES: list[tuple[Rule, str, str]] = [
    (the_oracle_is_independent, "compiler/oracle/x.py", "from pitboss.compiler.front.walk import within"),
    (the_oracle_is_independent, "compiler/oracle/x.py", "from pitboss.compiler.model.functions import FUNCTIONS"),
    (the_oracle_is_independent, "compiler/oracle/x.py", "def f():\n    from ..odds import engine"),
    (the_oracle_is_independent, "compiler/oracle/x.py", "from pitboss.compiler.oracle.fast import ranking"),
    (the_simulation_reads_the_core, "compiler/oracle/fast/x.py", "from pitboss.grammar import tree as t"),
    (the_simulation_reads_the_core, "compiler/oracle/fast/x.py", "from ..interpreter import Here"),
    (the_simulation_reads_the_core, "compiler/simulate/x.py", "from pitboss.compiler.front.paths import paths"),
    (
        the_simulation_reads_the_core,
        "compiler/simulate/x.py",
        "def f():\n    from pitboss.grammar import resolved_rulebook",
    ),
    (imports_flow_down, "grammar/x.py", "from pitboss.compiler import model"),
    (imports_flow_down, "grammar/x.py", "from ..compiler import model"),
    (imports_flow_down, "grammar/__init__.py", "from .. import reports"),
    (imports_flow_down, "grammar/x.py", "from pitboss import compiled"),
    (imports_flow_down, "compiler/deep/x.py", "def f():\n    import pitboss.checker.filing.facts"),
    (imports_flow_down, "checker/x.py", "from pitboss import grammar, reports"),
    (imports_flow_down, "checker/x.py", "import_module(f'pitboss.reports.{name}')"),
    (imports_flow_down, "reports/x.py", "import pitboss"),
    (imports_flow_down, "reports/x.py", "from pitboss.cli import main"),
    (imports_flow_down, "src/pitboss/x.py", "from compiler import model"),
    (imports_are_light, "src/pitboss/__init__.py", "import json"),
    (imports_are_light, "checker/__init__.py", "import lark"),
    (imports_are_light, "checker/__init__.py", "import jsonschema"),
    (imports_are_light, "checker/__init__.py", "import ruamel.yaml"),
    (no_machine_is_named, "README.md", "see /" + "home/someone/notes"),
    (no_machine_is_named, "bench/x.toml", "C:" + "\\Users\\someone"),
    (no_machine_is_named, ".ci/run", "pip install -i https://" + "pypi" + ".org/simple"),
    (no_machine_is_named, "Makefile", "pip install --extra-" + "index-url https" + "://mirror.example/simple"),
    (code_knows_no_game, "compiler/x.py", "if game == 'Blackjack': pass"),
    (code_knows_no_game, "checker/x.py", "pai_gow_poker = 1"),
    (code_knows_no_game, "reports/roulette.py", "def render(): pass"),
    (code_knows_no_game, "src/pitboss/x.py", "# as in craps"),
    (one_public_function, "reports/x.py", "def a(): pass\ndef b(): pass"),
    (one_public_function, "reports/x.py", "def _a(): pass"),
    (one_public_function, "reports/x.py", "class A: pass"),
    (one_public_function, "reports/formats/x.py", "def x(result, context): pass\ndef y(): pass"),
    (formats_are_equal, "reports/formats/x.py", "def y(result, context): pass"),
    (formats_are_equal, "reports/formats/x.py", "def x(result): pass"),
    (one_public_function, "compiler/emit/x.py", "def a(): pass\nA = 1"),
    (one_public_function, "compiler/emit/x.py", "def a(): pass\nif True:\n    def b(): pass"),
]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A small tree that complies with every rule."""
    sound = {
        "algebra/arrays.py": "import numpy",
        "grammar/__init__.py": "from .tree import Node",
        "grammar/tree.py": "import ast\nNode = ast.AST",
        "compiler/oracle/truth.py": "from pitboss.grammar.resolved_rulebook import Check\nfrom pitboss.grammar import tree",
        "compiler/oracle/fast/truth.py": "from pitboss.compiler.model import core",
        "compiler/emit/odds.py": "from pitboss.grammar import tree\nfrom ...grammar import tree\ndef emit(): pass",
        "checker/__init__.py": "",
        "checker/judging/judge.py": "def judge():\n    from pitboss import compiled\n    import lark  # scraps, thresholds",
        "reports/plain.py": "from pitboss import __version__, checker\n_WIDTH = 80\ndef render(): pass\ndef _f(): pass",
        "reports/formats/__init__.py": "class Context: pass",
        "reports/formats/plain.py": "def plain(result, context): pass",
        "rulespecs/a.rules": "blackjack",
        "src/pitboss/__init__.py": "__version__ = '0'",
        "src/pitboss/cli.py": "#!/usr/bin/env python\nimport pitboss.reports.plain",
        "tests/test_a.py": "assert 'blackjack' in 'src/home/blackjack'",
    }
    for name, text in sound.items():
        write(tmp_path / name, text)
    for name in LINKED:
        (tmp_path / "src" / "pitboss" / name).symlink_to(f"../../{name}")
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_is_met(rule: Rule) -> None:
    assert list(rule(ROOT)) == []


@pytest.mark.parametrize("folder", [*PIPELINE, "compiler/emit"])
def test_no_rule_is_met_only_because_files_are_missing(folder: str) -> None:
    """Empty folders comply with every rule: that is accepted only until the command line exists."""
    assert list(files(ROOT, folder, suffix=".py")) or not (ROOT / "src/pitboss/cli.py").exists()


@pytest.mark.parametrize("rule", RULES)
def test_a_sound_house_has_no_complaints(rule: Rule, house: Path) -> None:
    assert list(rule(house)) == []


@pytest.mark.parametrize(("rule", "name", "text"), BREACHES)
def test_an_injected_breach_is_found(rule: Rule, name: str, text: str, house: Path) -> None:
    write(house / name, text)
    assert [complaint for complaint in rule(house) if complaint.startswith(f"{name}:")]


@pytest.mark.parametrize("name", LINKED)
@pytest.mark.parametrize("how", ["missing", "absolute", "copied", "dangling"])
def test_a_broken_link_is_found(name: str, how: str, house: Path) -> None:
    link, folder = house / "src" / "pitboss" / name, house / name
    if how == "dangling":
        shutil.rmtree(folder)
    else:
        link.unlink()
    if how == "absolute":
        link.symlink_to(folder)
    elif how == "copied":
        shutil.copytree(folder, link)
    assert [complaint for complaint in folders_are_linked(house) if f"src/pitboss/{name}:" in complaint]


def test_what_git_ignores_is_not_looked_at(house: Path) -> None:
    subprocess.run(["git", "init", "-q", str(house)], check=True)
    write(house / ".gitignore", "scratch/")
    path = "/".join(("", "home", "somebody"))
    write(house / "scratch/x.py", f"HOME = '{path}'\n")
    assert list(no_machine_is_named(house)) == []
    write(house / "kept/x.py", f"HOME = '{path}'\n")
    assert [complaint.partition(":")[0] for complaint in no_machine_is_named(house)] == ["kept/x.py"]
