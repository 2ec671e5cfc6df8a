"""What the emitters make of each section, kept from one compilation to the next.

An entry states the digest of everything that it was made of: the extract of its section and the code of the compiler. Any other
entry, one that was altered and one that is nothing of the kind are ignored and replaced. Entries hold generated code, so they are in the
compiled package, whose text decides the verdicts anyway, and not in a cache that is shared.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pitboss.compiler.catalog import store
from pitboss.compiler.emit.expressions import module_name
from pitboss.compiler.emit.extracts import Extract, SectionSteps
from pitboss.compiler.emit.python import python
from pitboss.compiler.emit.section_catalog import section_catalog
from pitboss.compiler.emit.section_rounds import section_rounds
from pitboss.grammar.input_files import read_regular


@dataclass(frozen=True, slots=True)
class EmittedSection:
    """What the emitters make of a section."""

    module: str  # its validators; empty if it has no clause to judge
    steps: SectionSteps
    catalog: str


def emitted(of: Extract) -> EmittedSection:
    """What the emitters make of a section."""
    return EmittedSection(python(of), section_rounds(of), store.section_text(section_catalog(of)))


class EmittedSections:
    """What was made of each section before, by a compiler with the digest `code`; `changed` are the texts of new entries by file name."""

    def __init__(self, folder: Path, code: str) -> None:
        self.folder = folder
        self.code = code
        self.current: set[str] = set()
        self.changed: dict[str, str] = {}

    def of(self, extract: Extract) -> EmittedSection:
        """What `emitted` returns for the extract."""
        name = f"{module_name(extract.section.citation)}.json"
        key = hashlib.sha256(f"{self.code} {extract.digest}".encode()).hexdigest()
        self.current.add(name)
        with suppress(OSError, ValueError):
            if known := _read(read_regular(self.folder / name), key):
                return known
        made = emitted(extract)
        self.changed[name] = _text(made, key)
        return made


def _text(made: EmittedSection, key: str) -> str:
    steps = made.steps
    data = [
        key,
        made.module,
        steps.functions,
        steps.steps,
        steps.names,
        steps.terms,
        steps.rankings,
        steps.reads,
        made.catalog,
    ]
    text = json.dumps(data, ensure_ascii=False)
    return f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}"


def _read(entry: bytes, key: str) -> EmittedSection | None:
    """The content of an entry that is whole and has this key."""
    digest, _, text = entry.partition(b"\n")
    if digest.decode() != hashlib.sha256(text).hexdigest():
        return None
    match json.loads(text):
        case [
            str(of),
            str(module),
            str(functions),
            str(steps),
            list(names),
            list(terms),
            list(rankings),
            dict(reads),
            str(catalog),
        ] if of == key:
            columns = {str(clause): tuple(map(str, listed)) for clause, listed in reads.items()}
            added = SectionSteps(
                functions, steps, tuple(map(str, names)), tuple(map(str, terms)), tuple(map(str, rankings)), columns
            )
            return EmittedSection(module, added, catalog)
    return None
