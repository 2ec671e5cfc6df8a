"""Reads folders of `.rules` files and registers of anomalies, in the law's order; reports all faults at once."""

from __future__ import annotations

import errno
import hashlib
from dataclasses import dataclass
from pathlib import Path

from pitboss.compiler.front.register import REGISTER, duplicate_codes
from pitboss.compiler.front.source_cache import Sources
from pitboss.compiler.model.citations import law_order
from pitboss.grammar.diagnostics import Diagnostic
from pitboss.grammar.input_files import read_regular
from pitboss.grammar.input_folders import files_below
from pitboss.grammar.resolved_rulebook import ResolvedAnomaly
from pitboss.grammar.tree import SectionNode, VocabularyNode


@dataclass(frozen=True, slots=True)
class Corpus:
    """The syntax trees of all files, with the faults of those that cannot be parsed."""

    vocabularies: tuple[VocabularyNode, ...]
    sections: tuple[SectionNode, ...]
    digest: str
    problems: tuple[Diagnostic, ...]
    register: tuple[ResolvedAnomaly, ...] = ()


def read_corpus(*folders: Path, sources: Sources | None = None) -> Corpus:
    """The corpus of the folders. File names in places are relative to the parent of the folder.

    OSError for a folder without rules: a report on no law would look like one without findings.
    """
    vocabularies: list[VocabularyNode] = []
    sections: list[SectionNode] = []
    problems: list[Diagnostic] = []
    register: list[ResolvedAnomaly] = []
    digest = hashlib.sha256()
    sources = sources or Sources()
    for folder in folders:
        paths = files_below(folder, ".rules") if folder.is_dir() else [folder]
        if not paths:
            raise OSError(errno.ENOENT, "there is no .rules file in this folder", str(folder))
        for path in paths:
            name = path.relative_to(folder.parent).as_posix()
            content = read_regular(path)
            digest.update(name.encode() + b"\0" + content + b"\0")
            parsed = sources.rules(path, name, content)
            problems += parsed.problems
            if isinstance(parsed.tree, SectionNode):
                sections.append(parsed.tree)
            elif parsed.tree is not None:
                vocabularies.append(parsed.tree)
        for path in files_below(folder, ".toml") if folder.is_dir() else []:
            if path.name != REGISTER:
                continue
            name = path.relative_to(folder.parent).as_posix()
            content = read_regular(path)
            digest.update(name.encode() + b"\0" + content + b"\0")
            entries, faults = sources.register(path, name, content)
            register += entries
            problems += faults
    problems += duplicate_codes(register)
    sections.sort(key=lambda s: law_order(s.citation))
    return Corpus(tuple(vocabularies), tuple(sections), digest.hexdigest(), tuple(problems), tuple(register))
