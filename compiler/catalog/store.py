"""The catalog as a file: the build writes it, and commands read it."""

from __future__ import annotations

from pitboss.compiler.model import catalog_entries, serial
from pitboss.compiler.model.catalog_entries import Catalog

_TYPES = serial.types_of(catalog_entries)


def dumps(law: Catalog) -> str:
    """The catalog as JSON text; equal catalogs make equal text.

    >>> loads(dumps(Catalog("d"))) == Catalog("d")
    True
    """
    return serial.dumps(law, _TYPES) + "\n"


def loads(text: str | bytes) -> Catalog:
    """The catalog that `dumps` wrote; `serial.Corrupt` if the text is anything else."""
    found = serial.loads(text, _TYPES)
    if not isinstance(found, Catalog):
        raise serial.Corrupt("the text contains no catalog")
    return found
