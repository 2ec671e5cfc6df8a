"""What the code is to lose does not grow: each count of `ratchets.py` stays within its limit."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.house import ratchets
from tests.house.ratchets import RATCHETS, Ratchet

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders")

ONE_OF_EACH = {
    "compiler/emit/a.py": """
from typing import Any
from pitboss.grammar import tree as t
class Twice: ...
def first(checks: Any, role: tuple[str, ...]) -> str:
    return checks[0] + version.checks[1] + role[2] + checks[:1]
""",
    "compiler/front/a.py": "from pitboss.grammar.tree import Node\nclass Twice: ...",
    "src/pitboss/commands/a.py": "",
    "src/pitboss/compiled/a.py": "class Twice: ...",
    "tests/support/product.py": "from pitboss.compiler.front.a import Twice",
    "tests/b/test_b.py": "from pitboss.compiler.emit import a\nfrom pitboss.compiler.front import a as own",
    "tests/a.py": """
from pitboss.compiler.emit import a
from importlib.util import spec_from_file_location
import importlib
importlib.util.spec_from_file_location("a", "a.py")
""",
}
FOUND = {
    "modules that import the syntax tree": ["compiler/emit/a.py"],
    "uses of Any as a type": ["compiler/emit/a.py:5"],
    "class names that several modules define": ["Twice: compiler/emit/a.py, compiler/front/a.py"],
    "module names that several packages share": ["a: compiler/emit/a.py, compiler/front/a.py"],
    "items taken by number from checks or a role": ["compiler/emit/a.py:6"] * 3,
    "product modules that several folders of tests import without the facade": ["pitboss.compiler.emit.a"],
    "modules that tests load by path": ["tests/a.py:5"],
}


@pytest.mark.parametrize("ratchet", RATCHETS, ids=lambda r: r.name)
def test_no_count_exceeds_its_limit(ratchet: Ratchet) -> None:
    found = [*ratchet.found(ROOT)]
    assert len(found) <= ratchet.limit, found


def test_any_is_a_type_only_where_foreign_data_enters() -> None:
    used = Counter(place.partition(":")[0] for place in ratchets.untyped(ROOT))
    assert used == {name: count for name, (count, _) in ratchets.EDGES.items()}


def test_generated_code_names_no_any() -> None:
    folder = ROOT / "src" / "pitboss" / "compiled"
    named = [path.name for path in folder.glob("*.py") if ratchets.imported(ratchets.parsed(path), "typing.Any")]
    assert named == []


@pytest.mark.parametrize("ratchet", RATCHETS, ids=lambda r: r.name)
def test_what_a_ratchet_counts_is_found(ratchet: Ratchet, tmp_path: Path) -> None:
    for name, text in ONE_OF_EACH.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert [*ratchet.found(tmp_path)] == FOUND[ratchet.name]


def test_a_module_name_is_shared_for_a_reason() -> None:
    used = {Path(name).stem for name, _ in ratchets.production(ROOT)}
    assert ratchets.SAME_ROLE.keys() <= used and all(ratchets.SAME_ROLE.values())
