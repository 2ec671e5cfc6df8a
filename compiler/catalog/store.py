"""The catalog as a file: the build writes it, and commands read it."""

from __future__ import annotations

from pitboss.compiler.catalog import catalog
from pitboss.compiler.catalog.catalog import Catalog
from pitboss.compiler.model import serial

_TYPES = serial.types_of(catalog)


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
