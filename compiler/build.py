"""Compiles folders of rules into a rulebook: the driver of the compiler.

It generates `pitboss.compiled` at every build, and again when the rules of a checkout change; equal rules produce equal
bytes.
"""

from __future__ import annotations

import os
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path

from pitboss.compiler.analysis import analyze
from pitboss.compiler.analysis.definitions import deep_definitions
from pitboss.compiler.catalog import store
from pitboss.compiler.emit.catalog import catalog
from pitboss.compiler.emit.emitted_sections import EmittedSections, emitted
from pitboss.compiler.emit.expressions import module_name
from pitboss.compiler.emit.extracts import Extract, extracts
from pitboss.compiler.emit.rounds import rounds
from pitboss.compiler.emit.rounds_schema import rounds_schema
from pitboss.compiler.emit.schema import schema
from pitboss.compiler.emit.vocabulary_module import vocabulary
from pitboss.compiler.front.checks import check_rules
from pitboss.compiler.front.corpus import read_corpus
from pitboss.compiler.front.lower import lower
from pitboss.compiler.front.precedence import with_precedence
from pitboss.compiler.front.resolve import Resolved, resolve
from pitboss.compiler.front.source_cache import DataCache, Sources
from pitboss.compiler.front.succession import with_successions
from pitboss.compiler.model import core, core_store
from pitboss.grammar.diagnostics import Diagnostic, Rejected
from pitboss.grammar.input_folders import SOURCES_DIGEST, sources_digest
from pitboss.grammar.parse import TABLES, tables_text
from pitboss.grammar.resolved_rulebook import ResolvedRulebook


def core_rulebook(*folders: Path, passed: str = "", sources: Sources | None = None) -> core.Rulebook:
    """The core of folders of rules, which every consumer reads. `Rejected` carries every fault that was found.

    `passed` is the digest of rules that were compiled before: they passed all checks then, and are not checked again.
    """
    return with_successions(with_precedence(lower(resolved_rulebook(*folders, passed=passed, sources=sources))))


def resolved_rulebook(*folders: Path, passed: str = "", sources: Sources | None = None) -> ResolvedRulebook:
    """The resolved rulebook before precedence is applied; the reference oracle reads it."""
    resolved = resolve(read_corpus(*folders, sources=sources))
    faulty = resolved.problems or resolved.rulebook.digest != passed
    if faulty and (found := problems(resolved)):
        raise Rejected(*sorted(found, key=lambda d: d.place))
    return resolved.rulebook


def problems(resolved: Resolved) -> tuple[Diagnostic, ...]:
    """Every fault of the rules: of their declarations; if there is none, of the clauses as written and of their meaning."""
    if resolved.problems:
        return resolved.problems
    book = lower(resolved.rulebook)
    if deep := tuple(deep_definitions(book)):  # every other check follows definitions by recursion
        return deep
    return (*check_rules(resolved.rulebook), *analyze(book))


def files(book: core.Rulebook, cached: EmittedSections | None = None) -> dict[str, str]:
    """Every file of the compiled package, by name; sections that `cached` has of their extract are not emitted again."""
    section_of = emitted if cached is None else cached.of
    parts = [(of, section_of(of)) for of in extracts(book)]
    steps = {of.section.citation: made.steps for of, made in parts}
    modules = {module_name(of.section.citation): (of, made.module) for of, made in parts if made.module}
    games = "".join(f"    ({m!r}, {_game(of)!r}),\n" for m, (of, _) in modules.items())
    front = (
        '"""The rulebook, compiled. Generated; do not edit."""\n\n'
        "from .vocabulary import VOCABULARY\n\n"
        f"SECTIONS = (  # each module with clauses, and their game\n{games})\n\n"
        f"BEGINS = {book.begins.isoformat() if book.begins else None!r}\n"
        f"EXPIRES = {book.expires.isoformat() if book.expires else None!r}\nDIGEST = {book.digest!r}\n"
        '\n__all__ = ["BEGINS", "DIGEST", "EXPIRES", "SECTIONS", "VOCABULARY"]\n'
    )
    imports = "".join(f"from .{m} import CLAUSES_{m.upper()}\n" for m in modules)
    listed = "".join(f"    *CLAUSES_{m.upper()},\n" for m in modules)
    clauses = f'"""Every clause of the rulebook. Generated; do not edit."""\n\n{imports}\nCLAUSES = (\n{listed})\n'
    return {
        "__init__.py": front,
        "clauses.py": clauses,
        "vocabulary.py": vocabulary(book),
        "catalog.json": store.joined(catalog(book, ()), [made.catalog for _, made in parts]),
        "filing.schema.json": schema(book),
        "rounds.py": rounds(book, steps),
        "rounds.schema.json": rounds_schema(
            book, {clause: read for part in steps.values() for clause, read in part.reads.items()}
        ),
        "core.json": core_store.joined(book, [of.text for of, _ in parts]),
        **{f"{m}.py": text for m, (_, text) in modules.items()},
    }


def _game(of: Extract) -> str | None:
    """The game that all clauses of a section are about; None if a filing of any game needs them."""
    games = {clause.game for clause in of.clauses}
    return games.pop() if len(games) == 1 else None


def build(rulespecs: Path, out: Path, cache: DataCache | None = None) -> None:
    """Compile a folder of rules into a folder of Python: either all files are written, or none.

    The digest of the sources comes last, and the old one goes first: a process killed in between leaves a rulebook that is compiled
    again. It is taken before anything is read, so that an edit made meanwhile shows. `cache` keeps what was read; with it, the folder
    keeps what was emitted from each section.
    """
    package = Path(__file__).parent
    code = package, package.parent / "grammar"
    digest = sources_digest(rulespecs, *code)
    cached = EmittedSections(out / "sections", sources_digest(*code)) if cache is not None else None
    made = {**files(core_rulebook(rulespecs, sources=Sources(cache)), cached), TABLES: tables_text()}
    (out / SOURCES_DIGEST).unlink(missing_ok=True)
    write(made, out)
    if cached is not None:
        _write_cache(cached)
    _write(out / SOURCES_DIGEST, digest)


def _write_cache(cached: EmittedSections) -> None:
    cached.folder.mkdir(exist_ok=True)
    for name, text in cached.changed.items():
        _write(cached.folder / name, text)
    for stale in {
        path.name for path in cached.folder.glob("*.json")
    } - cached.current:  # not what another process is writing
        (cached.folder / stale).unlink(missing_ok=True)


def write(made: dict[str, str], out: Path) -> None:
    """Replace each file that changed, atomically, `__init__.py` last: a process that finds the new one finds all other files new.

    A module that did not change keeps its bytecode. An OSError names the file that could not be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    for name in sorted(made, key="__init__.py".__eq__):
        if _has(out / name, made[name]):
            continue
        _write(out / name, made[name])
        if name.endswith(".py"):
            # Python takes a module compiled to bytecode for current if the whole second and the length are those of its source.
            with suppress(OSError, NotImplementedError):
                os.unlink(cache_from_source(os.fspath(out / name)))
    for stale in {p.name for p in out.glob("*.py")} - set(made):
        (out / stale).unlink()


def _has(path: Path, text: str) -> bool:
    with suppress(OSError):
        return path.read_bytes() == text.encode()
    return False


def _write(path: Path, text: str) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink()
        error.filename = os.fspath(path)
        raise
