"""The library changes no setting of the process that imports it; the entry points may, in a process of their own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.ratchets import production

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders")

CHANGING = re.compile(
    r"gc\.(?!collect$|get_|is)\w+|warnings\.(?!warn)\w+|locale\.setlocale|os\.(f?chdir|putenv|unsetenv|umask|dup2|nice)"
    r"|sys\.set\w+|signal\.signal|decimal\.(get|set)context|logging\.(basicConfig|disable)|random\.seed|csv\.field_size_limit"
    r"|socket\.setdefaulttimeout|threading\.(stack_size|setprofile|settrace)|resource\.setrlimit|atexit\.register|time\.tzset"
    r"|faulthandler\.\w+|sys\.std(out|err|in)\.reconfigure|stream\.reconfigure"
    r"|(os\.environ|sys\.(path|meta_path|path_hooks|warnoptions))\.(append|insert|extend|remove|pop|update|setdefault|clear)"
)
KEPT = re.compile(r"(os\.environ|sys\.path|sys\.meta_path)(\[.*\])?|sys\.(std(out|err|in)|excepthook|unraisablehook)")
ENTRY_POINTS = {
    "src/pitboss/cli.py": {
        "gc.set_threshold", "warnings.simplefilter", "sys.stdout.reconfigure", "stream.reconfigure", "os.environ.pop",
        "os.environ[]", "os.dup2",
    },
    "src/pitboss/commands/serve.py": {"os.chdir"},
    "src/pitboss/standalone/validator.py": {"sys.stdout.reconfigure"},
    "checker/rounds/sound_parquet.py": {"os.environ[]", "os.dup2", "resource.setrlimit"},  # a process of its own
}  # fmt: skip


def changes(tree: ast.Module) -> Iterator[str]:
    """The calls and assignments of a module that change the process."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and CHANGING.fullmatch(name := ast.unparse(node.func)):
            yield name
        targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else []
        for target in targets:
            if KEPT.fullmatch(name := ast.unparse(target)):
                yield re.sub(r"\[.*\]", "[]", name)


def test_only_entry_points_change_the_process() -> None:
    by_module = {name: {*changes(tree)} for name, tree in production(ROOT)}
    assert {name: calls for name, calls in by_module.items() if calls} == ENTRY_POINTS


@pytest.mark.parametrize(
    "statement",
    ["gc.freeze()", "gc.disable()", "os.environ['A'] = 'b'", "del os.environ['A']", "sys.path.insert(0, 'a')",
     "sys.stdout = file", "warnings.catch_warnings(action='ignore')", "sys.setrecursionlimit(5)"],
)  # fmt: skip
def test_a_change_is_seen(statement: str) -> None:
    assert [*changes(ast.parse(f"def f():\n    {statement}"))]
