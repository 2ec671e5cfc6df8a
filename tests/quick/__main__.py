"""`python -m tests.quick PART [OPTION ...]` runs what holds one section of the law or one package, in a minute or less.

PART is a section, such as 2.22: its cases, its boundaries, its clauses before the oracle, and the golden sets and recorded rounds of its
game. Or it is a package, such as checker/rounds: the tests about it (parts.py) and the examples in its docstrings. The options are those
of pytest.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.quick.parts import PACKAGES

ROOT = Path(__file__).parents[2]
BY_SECTION = (
    "tests/cases/test_cases.py",
    "tests/cases/test_round_cases.py",
    "tests/boundaries/test_boundaries.py",
    "tests/differential/test_differential.py",
    "tests/differential/test_inferred_starts.py",
)
GOLDEN, ROUNDS = "tests/golden/test_golden.py", "tests/differential/test_rounds.py"


class OfSection:
    """Select the tests that name the section, or that hold its game."""

    def __init__(self, citation: str, game: str | None) -> None:
        self.citation, self.game = citation, game

    def holds(self, item: pytest.Item) -> bool:
        file, _, parameter = item.nodeid.partition("::")
        parameter = parameter.partition("[")[2].removesuffix("]")
        if file == GOLDEN:
            kind, _, name = parameter.removesuffix(".txt").partition("/")
            sets = (f"matrix/{self.game}", f"odds/{self.game}", "check/boardwalk-troubled", "check/lighthouse-troubled")
            return name in sets or (kind, name) == ("presentation", "sentences")
        if file == ROUNDS:
            return parameter.partition("-")[0] == self.game
        return re.split(r"[(/@]", parameter)[0] == self.citation

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        others = [item for item in items if not self.holds(item)]
        items[:] = [item for item in items if self.holds(item)]
        config.hook.pytest_deselected(items=others)


def game_of(rules: Path) -> str | None:
    """The game that the first line of the rules of a section names."""
    game = re.match(r'section \S+ ".*" at (\w+)', rules.read_text("utf-8"))
    return game and game[1]


def package_of(part: str) -> str | None:
    """The package that a path means: itself, or the innermost that contains it."""
    path = Path(part)
    return next((name for each in (path, *path.parents) if (name := each.as_posix()) in PACKAGES), None)


def main(part: str = "", *more: str) -> int:
    options = ["-q", "-x", "-p", "no:cacheprovider", "--rootdir", str(ROOT), *more]
    if package := package_of(part.removesuffix("/")):
        linked = ROOT / "src/pitboss" / package.removeprefix("src/pitboss/")
        return pytest.main([*options, "-n", "2", *PACKAGES[package], str(linked)])
    if section := re.fullmatch(r"(?:19:47-)?(\d+\.\d+)", part):
        for rules in (ROOT / "rulespecs").rglob(f"19-47-{section[1]}.rules"):
            plugin = OfSection(f"19:47-{section[1]}", game_of(rules))
            return pytest.main([*options, "-n", "0", *BY_SECTION, GOLDEN, ROUNDS], plugins=[plugin])
    print(
        f"PART={part} is neither a section of the rules, such as 2.22, nor one of the packages:", *PACKAGES, sep="\n  "
    )
    return 2


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
