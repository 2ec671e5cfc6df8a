"""`pitboss rules …`: format and compile rules."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pitboss.commands.complete_file import complete_files
from pitboss.commands.errors import report_diagnostics, report_error
from pitboss.grammar.input_folders import files_below


def run(arguments: argparse.Namespace) -> int:
    for path in map(Path, arguments.paths if arguments.action == "fmt" else arguments.folders):
        if not path.exists() or not _files([str(path)]):
            return report_error(f"no .rules files at {path}")
    return {"fmt": _fmt, "compile": _compile}[arguments.action](arguments)


def _fmt(arguments: argparse.Namespace) -> int:
    from pitboss.grammar.format import format_text
    from pitboss.grammar.parse import read_rules

    changed = 0
    for path in _files(arguments.paths):
        parsed = read_rules(path)
        if parsed.problems:
            return report_diagnostics(parsed.problems)
        before = path.read_text(encoding="utf-8")
        after = format_text(before, str(path))
        if after != before:
            changed += 1
            sys.stdout.write(f"{'would format' if arguments.check else 'formatted'} {path}\n")
            if not arguments.check:
                complete_files([(path, after.encode("utf-8"))])
    return int(arguments.check and changed > 0)


def _compile(arguments: argparse.Namespace) -> int:
    from pitboss.compiler.build import core_rulebook, files, write
    from pitboss.rulebook import load_core

    book = core_rulebook(*map(Path, arguments.folders)) if arguments.folders else load_core()
    if arguments.standalone:
        from pitboss.compiler.emit.standalone import standalone

        made = {"validator.py": standalone(files(book), book.digest)}
    else:
        made = files(book)
    write(made, Path(arguments.out))
    sys.stdout.write(f"{len(made)} files in {arguments.out}, rulebook {book.digest[:12]}\n")
    return 0


def _files(paths: list[str]) -> list[Path]:
    return [f for p in map(Path, paths) for f in (files_below(p, ".rules") if p.is_dir() else [p])]
