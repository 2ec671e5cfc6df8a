"""Compiles the rules at every build, wheel and editable alike; `python hatch_build.py` does only that."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_rules(root: Path) -> None:
    """Write `src/pitboss/compiled/` anew: a module left over from a removed section would still count as law."""
    sys.path.insert(0, str(root / "src"))
    if importlib.util.find_spec("pitboss.compiler.build") is None:
        sys.exit("pitboss: compiler/build.py is missing, so the rules cannot be compiled and nothing can be built")
    from pitboss.compiler.build import build

    package = root / "src" / "pitboss"
    shutil.rmtree(package / "compiled", ignore_errors=True)
    build(package / "rulespecs", package / "compiled")


class CompileRules(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_rules(Path(self.root))


if __name__ == "__main__":
    compile_rules(Path(__file__).parent)
