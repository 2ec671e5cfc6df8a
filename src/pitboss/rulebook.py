"""Load the compiled rulebook.

A wheel contains it. A checkout recompiles it when the content of a rule or of the compiler changed, and writes to no other folder.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Collection, Iterable
from types import ModuleType

from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.judging.judge import ClausesBySection, CompiledRulebook
from pitboss.checker.runtime.operations import CompiledClause
from pitboss.grammar.input_folders import SOURCES_DIGEST, sources_digest
from pitboss.grammar.quick_start import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from pitboss.compiler.model import core
    from pitboss.compiler.model.catalog_entries import Catalog
    from pitboss.compiler.model.clause_examples import ClauseExamples

PACKAGE = os.path.dirname(__file__)
RULES = os.path.join(PACKAGE, "rulespecs")
COMPILED = os.path.join(PACKAGE, "compiled")
SOURCES = os.path.join(COMPILED, SOURCES_DIGEST)  # written last


def load_rulebook(*folders: str | Path) -> tuple[CompiledRulebook, Vocabulary]:
    """Return the clauses and the vocabulary of this package's rulebook, or of the rules in `folders`."""
    if folders:
        clauses: Collection[CompiledClause] = _compile_and_import(folders, "clauses").CLAUSES
        module = sys.modules["pitboss_rules"]
    else:
        ensure_compiled()
        module = importlib.import_module("pitboss.compiled")
        clauses = ClausesBySection(module.SECTIONS, _import_sections)
    return CompiledRulebook(clauses, module.BEGINS, module.EXPIRES, module.DIGEST), module.VOCABULARY


def _import_sections(names: Iterable[str]) -> tuple[CompiledClause, ...]:
    """Import the clauses of sections."""
    modules = [importlib.import_module(f"pitboss.compiled.{name}") for name in names]
    return tuple(
        [c for module in modules for c in getattr(module, f"CLAUSES_{module.__name__.rpartition('.')[2].upper()}")]
    )


def _compile_and_import(folders: Iterable[str | Path], name: str = "") -> ModuleType:
    """Compile other rules for this run only, and return the package or its module `name`.

    The temporary folder that holds the package is deleted after the import.
    """
    from importlib.util import module_from_spec, spec_from_file_location
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from pitboss.compiler.build import core_rulebook, files, write

    for loaded in [loaded for loaded in sys.modules if loaded.partition(".")[0] == "pitboss_rules"]:
        del sys.modules[loaded]  # modules of an earlier call
    with TemporaryDirectory() as place:
        write(files(core_rulebook(*map(Path, folders))), Path(place))
        spec = spec_from_file_location("pitboss_rules", Path(place, "__init__.py"), submodule_search_locations=[place])
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        sys.modules["pitboss_rules"] = module
        spec.loader.exec_module(module)
        return importlib.import_module(f"pitboss_rules.{name}") if name else module


def load_round_clauses(*folders: Path) -> ModuleType:
    """Return the compiled clauses on rounds, of this package's rulebook or of the rules in `folders`."""
    if folders:
        return _compile_and_import(folders, "rounds")
    ensure_compiled()
    return importlib.import_module("pitboss.compiled.rounds")


def load_catalog(*folders: Path) -> Catalog:
    """Return the catalog that `pitboss law` reads: of this package's rulebook, or of the rules in `folders`."""
    if folders:
        from pitboss.compiler.build import core_rulebook
        from pitboss.compiler.emit.catalog import catalog

        return catalog(core_rulebook(*folders))
    from pitboss.compiler.catalog import store

    ensure_compiled()
    return store.loads(_contents(COMPILED, "catalog.json"))


def load_examples(section: str = "") -> ClauseExamples:
    """Return examples of the clauses of this package's rulebook; in a checkout, if a section is named, only of that one.

    A wheel has chosen them from the cases when it was built.
    """
    from pitboss.compiler.model import clause_examples

    if os.path.exists(os.path.join(COMPILED, clause_examples.NAME)):
        return clause_examples.loads(_contents(COMPILED, clause_examples.NAME))
    from pathlib import Path

    from pitboss.cases import examples_of

    return examples_of(load_catalog(), Path(RULES), section=section)


def load_core(*folders: Path, passed: str = "") -> core.Rulebook:
    """Return the core of this package's rulebook, or of the rules in `folders`. `passed`: as in `compiler.build.core_rulebook`."""
    from pitboss.compiler.model import core_store

    if folders:
        from pitboss.compiler.build import core_rulebook

        return core_rulebook(*folders, passed=passed)
    ensure_compiled()
    return core_store.loads(_contents(COMPILED, "core.json"))


def ensure_compiled() -> None:
    """Compile the rulebook if this is a checkout and a source of it changed.

    If several processes find it stale at once, one compiles and the others wait.
    """
    if not os.path.islink(RULES) or "pitboss.compiled" in sys.modules or _up_to_date():
        return
    lock = _lock()
    try:
        if not _up_to_date():  # another process may have compiled it in the meantime
            from pathlib import Path

            from pitboss import cache
            from pitboss.compiler.build import build

            build(Path(RULES), Path(COMPILED), cache)
    finally:
        if lock is not None:
            os.close(lock)
    importlib.invalidate_caches()  # the import system may have cached that the package is missing


def _lock() -> int | None:
    """Lock the package folder itself, so no lock file remains, until its number is closed. Platforms without fcntl do not lock."""
    try:
        import fcntl
    except ImportError:
        return None
    folder = os.open(PACKAGE, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    return folder


def _up_to_date() -> bool:
    """By content: an edit can keep the modification time, and a copied or restored file is older than what it replaces."""
    try:
        digest = _contents(SOURCES).decode("ascii")
    except FileNotFoundError:
        return False
    return digest == sources_digest(RULES, os.path.join(PACKAGE, "compiler"), os.path.join(PACKAGE, "grammar"))


def _contents(*path: str) -> bytes:
    with open(os.path.join(*path), "rb") as file:
        return file.read()
