"""The generated functions: each is used and states its citation, in lines that a reader can take in."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from pitboss.compiled.rounds import STEPS
from tests.support.every import every

ROOT = Path(__file__).parents[2]

with as_file(files("pitboss") / "compiled") as _folder:
    TEXTS = sorted(Path(_folder).glob("*.py"))
    MODULES = [path for path in TEXTS if path.stem not in ("__init__", "vocabulary")]
# The starts of the names that other modules import from a generated module, and the import of `annotations`.
INTERFACE = ("CLAUSES", "STEPS", "BY_WAGER", "BORROWED", "ADDITIONS", "DEPARTURE", "READS", "annotations")
PROVISION = re.compile(r"\b\d+:\d+[A-Z]*-\d")


def name_of(path: Path) -> str:
    return path.stem


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def test_every_function_is_used_and_cites_its_provision() -> None:
    every(MODULES, uses_its_functions, name_of)


def uses_its_functions(path: Path) -> None:
    tree = parsed(path)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    assert [f.name for f in functions if f.name not in used] == []
    assert [f.name for f in functions if not PROVISION.search(ast.get_docstring(f) or "")] == []
    assert len({f.name for f in functions}) == len(functions)


def test_every_constant_and_import_is_used() -> None:
    every(MODULES, uses_its_constants, name_of)


def uses_its_constants(path: Path) -> None:
    tree = parsed(path)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    bound = [
        node.targets[0].id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    bound += [alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert [name for name in bound if name not in used and not name.startswith(INTERFACE)] == []


def test_every_function_that_is_called_is_defined() -> None:
    every(MODULES, calls_what_it_defines, name_of)


def calls_what_it_defines(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    assert {name for name in names if re.match(r"s\d+_|\w+_in_rounds$", name)} - functions == set()


def test_no_line_is_long_except_sentences() -> None:
    every(TEXTS, has_short_lines, name_of)


def has_short_lines(path: Path) -> None:
    lines = path.read_text("utf-8").split("\n")
    assert [line for line in lines if len(line) > 140 and not line.lstrip().startswith('"""')] == []


def test_conditions_are_joined_once_and_from_two_on() -> None:
    every(MODULES, joins_conditions_once, name_of)


def joins_conditions_once(path: Path) -> None:
    calls = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.Call)]
    joined = [call for call in calls if operation(call) in ("both", "either")]
    assert [ast.unparse(call) for call in joined if len(call.args) < 2] == []
    nested = [call for call in joined if operation(call) == "both" and "both" in map(operation, call.args)]
    assert [ast.unparse(call) for call in nested] == []
    constant = [
        call for call in joined if any(isinstance(part, ast.Constant) and part.value is False for part in call.args)
    ]
    assert [ast.unparse(call) for call in constant if ast.unparse(call.func).startswith("ops.")] == []


def test_wagers_of_one_provision_share_their_conditions() -> None:
    """A rule about six wagers is six clauses with one condition; a condition that is a term is the function of the term."""
    applies = {(step.id, step.since, step.reading): step.applies.__name__ for step in STEPS if step.applies}
    loses = {
        name
        for (id, since, _), name in applies.items()
        if re.match(r"19:47-5.2\(b\)/\w+-loses", id) and since == "1998-08-17"
    }
    assert loses == {"s5_2_b_loses_from_1998_08_17_applies"}
    collected = {name for (id, *_), name in applies.items() if re.match(r"19:47-5.4\(a\)/\w+.collected", id)}
    assert collected == {"roulette_ball_ran_with_wheel_in_rounds"}


def test_no_condition_of_a_provision_is_written_twice() -> None:
    written: dict[tuple[str, str], list[str]] = {}
    for node in ast.parse(next(path for path in MODULES if path.stem == "rounds").read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.endswith("_applies"):
            provision, _, _ = (ast.get_docstring(node) or "").partition(" applies: ")
            written.setdefault((provision, ast.unparse(node.body[1:])), []).append(node.name)
    assert len(written) > 500
    assert [names for names in written.values() if len(names) > 1] == []


def operation(node: ast.expr) -> str:
    """The operation that an expression calls, on filings or on rounds."""
    return ast.unparse(node.func).removeprefix("ops.") if isinstance(node, ast.Call) else ""


SETTLING = [ROOT / "checker" / "rounds" / f"{name}.py" for name in ("settlement", "ledger", "steps")]


def test_facts_of_a_round_are_read_through_the_operations() -> None:
    """A set of operations that binds facts otherwise sees every read; the ranks of a ranking are written for single hands."""
    every([Path(_folder) / "rounds.py", *SETTLING], reads_through_the_operations, name_of)


def reads_through_the_operations(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    defined = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    nodes = [node for function in defined for node in ast.walk(function)]
    read = [ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute) and node.attr == "get"]
    read += [ast.unparse(node) for node in nodes if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)]
    assert [text for text in read if text.startswith(("t.", "t[", "self.t.", "self.t["))] == []
