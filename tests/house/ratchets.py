"""Counts of what the code is to lose, each with its limit. A limit may only fall; lower it along with the count.

`python -m tests.house.ratchets` prints every count.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDERS = ("algebra", "grammar", "compiler", "checker", "reports", "src/pitboss")
READS_THE_TREE = ("grammar/", "compiler/front/", "compiler/oracle/", "compiler/build.py")  # and nothing else
TREES = ("pitboss.grammar.tree", "pitboss.grammar.resolved_rulebook")
COMMANDS = "src/pitboss/commands/"  # a module of a command is named for the command
SAME_ROLE = {  # module names that several packages share because the modules have the same role
    "__init__": "a package",
    "__main__": "a package that is a command",
    "awards": "how an evaluator rates the chances that a filing states",
    "cards": "how an evaluator reads cards",
    "codes": "the error codes of a package",
    "kleene": "the three-valued logic of an evaluator",
    "other_rows": "how an evaluator reads other rows of a round",
    "permission": "whether a table may offer the wagers of a row",
    "precedence": "which clause of a round prevails",
    "ranking": "how an evaluator ranks hands",
    "sequence": "how an evaluator follows a table from round to round",
    "settlement": "how an evaluator settles wagers",
}


EDGES = {  # where `Any` is a type: how often, and why
    "algebra/arrays.py": (1, "numpy mixes arrays with scalars and fractions, and its annotations do not say how"),
    "checker/filing/field_reader.py": (3, "a value of a filing, whose type its vocabulary knows only when it is read"),
    "checker/read/xlsx.py": (3, "the classes of openpyxl are not typed"),
    "src/pitboss/commands/cluster.py": (1, "the classes of dask are not typed"),
}


@dataclass(frozen=True)
class Ratchet:
    """What is counted, where each of it is, and how many there may be."""

    name: str
    found: Callable[[Path], Iterator[str]]
    limit: int


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_bytes())


def production(root: Path) -> Iterator[tuple[str, ast.Module]]:
    """The path, relative to the root, and the tree of every module of the product that is not generated."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):  # links are not followed
            name = path.relative_to(root).as_posix()
            if not name.startswith("src/pitboss/compiled/"):
                yield name, parsed(path)


def imported(tree: ast.Module, module: str) -> bool:
    """Whether a module imports another, at any depth."""
    package, _, name = module.rpartition(".")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(alias.name == module for alias in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and (
            node.module == module or (node.module == package and any(alias.name == name for alias in node.names))
        ):
            return True
    return False


def tree_readers(root: Path) -> Iterator[str]:
    """Modules outside the front and the oracle that import the syntax tree, or the tree with names resolved."""
    for name, tree in production(root):
        if not name.startswith(READS_THE_TREE) and any(imported(tree, module) for module in TREES):
            yield name


def untyped(root: Path) -> Iterator[str]:
    """Uses of `Any` as a type; the syntax tree has a class of that name."""
    for name, tree in production(root):
        named = imported(tree, "typing.Any")
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id == "Any" and named or _is_any_of_typing(node):
                yield f"{name}:{node.lineno}"


def _is_any_of_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node) == "typing.Any"


def shared_classes(root: Path) -> Iterator[str]:
    """Names of classes that several modules define."""
    modules = defaultdict(set)
    for name, tree in production(root):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                modules[node.name].add(name)
    yield from (f"{name}: {', '.join(sorted(where))}" for name, where in sorted(modules.items()) if len(where) > 1)


def shared_modules(root: Path) -> Iterator[str]:
    """Names of modules that several packages use for different roles."""
    modules = defaultdict(set)
    for name, _ in production(root):
        if not name.startswith(COMMANDS):
            modules[Path(name).stem].add(name)
    for name, where in sorted(modules.items()):
        if len(where) > 1 and name not in SAME_ROLE:
            yield f"{name}: {', '.join(sorted(where))}"


def slots(root: Path) -> Iterator[str]:
    """Items taken by number from the checks of a version or from a role: `checks[0]`, `role[1]`."""
    for name, tree in production(root):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Constant):
                continue
            value = node.value
            called = value.id if isinstance(value, ast.Name) else value.attr if isinstance(value, ast.Attribute) else ""
            if called in ("checks", "role") and isinstance(node.slice.value, int):
                yield f"{name}:{node.lineno}"


def internals_in_tests(root: Path) -> Iterator[str]:
    """Modules of the product that several folders of tests import without the facade.

    A unit test may import the module that it is about; what is used beyond one folder goes through `tests.support`, so that a
    module can be moved or renamed with its own tests alone.
    """
    folders: dict[str, set[str]] = {}
    for path in sorted((root / "tests").rglob("*.py")):
        folder = path.relative_to(root / "tests").parts[0]
        if folder == "support":
            continue
        for module in _imported(root, parsed(path)):
            folders.setdefault(module, set()).add(folder)
    yield from sorted(module for module, importing in folders.items() if len(importing) > 1)


def _imported(root: Path, tree: ast.Module) -> Iterator[str]:
    """The modules of the product, inside its package, that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("pitboss."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "pitboss":
            for alias in node.names:
                package = root / Path(*(node.module or "").split(".")[1:])
                inside = (package / f"{alias.name}.py").exists() or (package / alias.name).is_dir()
                yield f"{node.module}.{alias.name}" if inside else str(node.module)


def loads_by_path(root: Path) -> Iterator[str]:
    """Files of the tests that load a module by its path; `tests.support` is imported."""
    for path in sorted((root / "tests").rglob("*.py")):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Attribute) and node.attr == "spec_from_file_location":
                yield f"{path.relative_to(root)}:{node.lineno}"


RATCHETS = (
    Ratchet("modules that import the syntax tree", tree_readers, 0),
    Ratchet("uses of Any as a type", untyped, sum(count for count, _ in EDGES.values())),
    Ratchet("class names that several modules define", shared_classes, 0),
    Ratchet("module names that several packages share", shared_modules, 0),
    Ratchet("items taken by number from checks or a role", slots, 0),
    Ratchet("product modules that several folders of tests import without the facade", internals_in_tests, 0),
    Ratchet("modules that tests load by path", loads_by_path, 1),  # a second copy of the oracle, to inject faults
)


if __name__ == "__main__":
    for ratchet in RATCHETS:
        print(f"{len([*ratchet.found(Path(__file__).parents[2])]):5} of {ratchet.limit:5}  {ratchet.name}")
