"""The compiled rulebook, as it stands beside this package.

A wheel carries it. In a checkout it is compiled again when a rule, or the compiler, is newer; nothing is ever written
anywhere else.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import Rulebook

if TYPE_CHECKING:
    from pitboss.compiler.model import core

PACKAGE = Path(__file__).parent
RULES = PACKAGE / "rulespecs"
COMPILED = PACKAGE / "compiled"


def load_rulebook(*folders: Path) -> tuple[Rulebook, Vocabulary]:
    """The rulebook of this package, or of some folders of rules."""
    made: Any
    if folders:
        made = _compile_and_import(folders)
    else:
        ensure_compiled()
        from pitboss import compiled as made
    return Rulebook(made.CLAUSES, made.EXPIRES, made.EXPIRY_CITE, made.DIGEST), made.VOCABULARY


def _compile_and_import(folders: tuple[Path, ...], name: str = "") -> ModuleType:
    """The compiled package of some folders of rules, or one of its modules.

    It is compiled for this run only, into a temporary folder that is removed after the import.
    """
    from importlib.util import module_from_spec, spec_from_file_location
    from tempfile import TemporaryDirectory

    from pitboss.compiler.build import files, rulebook, write

    for stale in [name for name in sys.modules if name.partition(".")[0] == "pitboss_rules"]:
        del sys.modules[stale]  # its parts are of the rules of another run
    with TemporaryDirectory() as place:
        write(files(rulebook(*folders)), Path(place))
        spec = spec_from_file_location("pitboss_rules", Path(place, "__init__.py"), submodule_search_locations=[place])
        assert spec is not None and spec.loader is not None
        for name in [n for n in sys.modules if n.partition(".")[0] == "pitboss_rules"]:
            del sys.modules[name]  # those of other folders
        module = module_from_spec(spec)
        sys.modules["pitboss_rules"] = module
        spec.loader.exec_module(module)
        return importlib.import_module(f"pitboss_rules.{name}") if name else module


def load_round_clauses(*folders: Path) -> ModuleType:
    """The compiled clauses that judge a settled round, of this package's rulebook or of some folders of rules."""
    if folders:
        return _compile_and_import(folders, "rounds")
    ensure_compiled()
    return importlib.import_module("pitboss.compiled.rounds")


def load_catalog(*folders: Path) -> dict[str, Any]:
    """What `pitboss law` reads, of this package's rulebook or of some folders of rules."""
    if folders:
        from pitboss.compiler.build import rulebook
        from pitboss.compiler.emit.catalog import catalog as made

        return json.loads(made(rulebook(*folders)))  # type: ignore[no-any-return]
    ensure_compiled()
    return json.loads((COMPILED / "catalog.json").read_bytes())  # type: ignore[no-any-return]


def load_core(*folders: Path) -> core.Rulebook:
    """The core of this package's rulebook, or of some folders of rules."""
    from pitboss.compiler.model import serial

    if folders:
        from pitboss.compiler.build import rulebook
        from pitboss.compiler.front.lower import lower

        return lower(rulebook(*folders))
    ensure_compiled()
    return serial.loads((COMPILED / "core.json").read_bytes())  # type: ignore[no-any-return]


def ensure_compiled() -> None:
    """Compile when this is a checkout and something the compiled rulebook is made of is newer.

    Of several processes that find it so at once, one compiles, and the others wait for it.
    """
    if not RULES.is_symlink() or "pitboss.compiled" in sys.modules or _is_fresh():
        return
    with _one_at_a_time():
        if not _is_fresh():  # it may have been made while this one waited
            from pitboss.compiler.build import build

            build(RULES, COMPILED)
    importlib.invalidate_caches()  # the import system may have looked there before


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """The folder itself is what is locked, so that no file is left behind; where folders have no locks, nothing is."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    folder = os.open(PACKAGE, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _is_fresh() -> bool:
    made = COMPILED / "__init__.py"
    return made.exists() and made.stat().st_mtime_ns >= max(_times(RULES, PACKAGE / "compiler", PACKAGE / "grammar"))


def _times(*folders: Path) -> list[int]:
    found = []
    for folder in folders:
        for path in (folder.resolve(), *folder.resolve().rglob("*")):
            if path.suffix in ("", ".rules", ".toml", ".py", ".lark") and "__pycache__" not in path.parts:
                found.append(path.stat().st_mtime_ns)
    return found
