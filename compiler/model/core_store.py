"""The core as a file, section by section: the build writes it, and commands that need rules without their text read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pitboss.compiler.model import core, serial


def section_text(section: core.Section, clauses: tuple[core.Clause, ...]) -> str:
    """A section and its clauses as text for `joined`."""
    return serial.dumps((section, clauses))


def joined(book: core.Rulebook, sections: Iterable[str]) -> str:
    """The text of a rulebook, of the texts of its sections.

    >>> book = core.Rulebook("d", (), {}, {}, (core.Section("1:1-1.1", "", None, None, (), (), ""),), (), None, "")
    >>> loads(joined(book, [section_text(book.sections[0], ())])) == book
    True
    """
    return serial.joined([serial.dumps(replace(book, sections=(), clauses=())), *sections])


def loads(text: str | bytes) -> core.Rulebook:
    """The rulebook of which `joined` made the text; `serial.Corrupt` for any other text."""
    sections: list[core.Section] = []
    clauses: dict[str, core.Clause] = {}  # by id: a section in two files has its clauses twice
    head, *parts = serial.loads_all(text)
    for part in parts:
        match part:
            case (core.Section() as section, tuple(own)):
                sections.append(section)
                clauses |= {clause.id: clause for clause in own}
            case _:
                raise serial.Corrupt("the text contains no section")
    if not isinstance(head, core.Rulebook):
        raise serial.Corrupt("the text contains no rulebook")
    return replace(head, sections=tuple(sections), clauses=tuple(clauses.values()))
