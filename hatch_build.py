"""Compiles the rules at every build, wheel and editable alike; `python hatch_build.py` does only that, and
`python hatch_build.py man` prints the man page, which a wheel contains.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
import tempfile
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


def man_page(root: Path) -> str:
    """Return the man page, written from the parser of the command line."""
    sys.path.insert(0, str(root / "src"))
    from pitboss import __version__
    from pitboss.cli import parser_of
    from pitboss.reports.man_page import man_page as formatted

    return formatted(parser_of(), __version__)


class CompileRules(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        compile_rules(root)
        if self.target_name == "wheel" and version == "standard" and (root / "src" / "pitboss" / "cli.py").exists():
            self.made = Path(tempfile.mkdtemp())
            (self.made / "pitboss.1").write_text(man_page(root), encoding="utf-8")
            build_data["shared_data"][str(self.made / "pitboss.1")] = "share/man/man1/pitboss.1"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if made := getattr(self, "made", None):
            shutil.rmtree(made)


if __name__ == "__main__":
    if sys.argv[1:] == ["man"]:
        sys.stdout.write(man_page(Path(__file__).parent))
    else:
        compile_rules(Path(__file__).parent)
