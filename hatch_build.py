"""Compiles the rules at every build of a wheel, editable or not; `python hatch_build.py` does only that, and
`python hatch_build.py man` prints the man page, which a wheel contains.

Where git or an archive put a text file in the place of each symbolic link, as on Windows, a build puts in what the links mean.
"""

from __future__ import annotations

import atexit
import importlib.util
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def follow_text_links(root: Path, editable: bool) -> None:
    """Put a copy of each linked folder in the place of a text file that names it; the files are back when this process ends."""
    for link in sorted((root / "src" / "pitboss").iterdir()):
        if link.is_symlink() or not link.is_file() or not (root / link.name).is_dir():
            continue
        text = link.read_bytes()
        if text.strip() != f"../../{link.name}".encode():
            continue
        if editable:  # it would go on with the copies of this day
            sys.exit(
                f"pitboss: src/pitboss/{link.name} is a text file and not a symbolic link; for an editable installation,"
                " clone again with `git clone -c core.symlinks=true` (on Windows, in developer mode)"
            )
        link.unlink()
        shutil.copytree(root / link.name, link, ignore=shutil.ignore_patterns("__pycache__"))
        atexit.register(_put_back, link, text)


def _put_back(link: Path, text: bytes) -> None:
    shutil.rmtree(link)
    link.write_bytes(text)


def compile_rules(root: Path) -> None:
    """Write `src/pitboss/compiled/` anew: a module left over from a removed section would still count as law."""
    sys.path.insert(0, str(root / "src"))
    if importlib.util.find_spec("pitboss.compiler.build") is None:
        sys.exit("pitboss: compiler/build.py is missing, so the rules cannot be compiled and nothing can be built")
    from pitboss.compiler.build import build

    package = root / "src" / "pitboss"
    shutil.rmtree(package / "compiled", ignore_errors=True)
    build(package / "rulespecs", package / "compiled")


def write_examples(root: Path) -> None:
    """Write an example of each clause, chosen from the cases, which a wheel does not contain."""
    from pitboss.cases import examples_of
    from pitboss.compiler.model.clause_examples import NAME, dumps
    from pitboss.rulebook import load_catalog

    package = root / "src" / "pitboss"
    chosen = examples_of(load_catalog(), package / "rulespecs").examples
    (package / "compiled" / NAME).write_bytes(dumps(chosen))


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
        follow_text_links(root, version == "editable")
        if self.target_name != "wheel":
            return
        compile_rules(root)
        if version == "standard" and (root / "src" / "pitboss" / "cli.py").exists():
            write_examples(root)
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
