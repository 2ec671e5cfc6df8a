"""The catalog as a file: the build writes it, and commands read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pitboss.compiler.model import catalog_entries, serial
from pitboss.compiler.model.catalog_entries import Catalog, SectionEntry

_TYPES = serial.types_of(catalog_entries)


def dumps(law: Catalog) -> str:
    """The catalog as JSON text; equal catalogs make equal text.

    >>> loads(dumps(Catalog("d"))) == Catalog("d")
    True
    """
    return joined(replace(law, sections=()), map(section_text, law.sections))


def section_text(section: SectionEntry) -> str:
    """A section of the catalog as text for `joined`."""
    return serial.dumps(section, _TYPES)


def joined(head: Catalog, sections: Iterable[str]) -> str:
    """The text of a catalog: that of a catalog without sections, and those of its sections."""
    return serial.joined([serial.dumps(head, _TYPES), *sections]) + "\n"


def loads(text: str | bytes) -> Catalog:
    """The catalog that `dumps` wrote; `serial.Corrupt` if the text is anything else."""
    match serial.loads_all(text, _TYPES):
        case [Catalog() as head, *sections] if all(isinstance(one, SectionEntry) for one in sections):
            return replace(head, sections=tuple(sections))  # type: ignore[arg-type]  # as just checked
    raise serial.Corrupt("the text contains no catalog")
