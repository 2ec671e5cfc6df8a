"""The form of catalog entries in JSON reports, such as `pitboss law explain --format json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from pitboss.compiler.model.catalog_entries import (
    AnomalyEntry,
    CitationEntry,
    ClauseEntry,
    MissingText,
    PartEntry,
    Presence,
    PrintedTable,
    ProvisionEntry,
    SectionEntry,
    Unconstrained,
    ValueTest,
)

_KEYS: Mapping[type, Mapping[str, str]] = {  # of an entry: the keys that differ from its attributes
    AnomalyEntry: {"cite": "place"},
    CitationEntry: {"role": "how", "available": "in_hand"},
    ClauseEntry: {"checked_as": "does", "refers_to": "speaks_of", "exclusive": "mutual"},
    PartEntry: {"checked_as": "kind"},
    PrintedTable: {"title": "for"},
    ProvisionEntry: {"anomalies": "odd"},
    SectionEntry: {"anomalies": "odd", "notes": "history"},
}


def entry_data(entry: object) -> dict[str, Any]:
    """An entry of the catalog as JSON data, its keys sorted.

    >>> entry_data(PrintedTable("sets: 1", None, (("Hand", "odds"),)))
    {'for': 'sets: 1', 'label': None, 'rows': [['Hand', 'odds']]}
    """
    assert is_dataclass(entry)
    keys = _KEYS.get(type(entry), {})
    found = {keys.get(name, name): _value(getattr(entry, name)) for name in (f.name for f in fields(entry))}
    if isinstance(entry, CitationEntry):
        found["target"] = entry.target
    if isinstance(entry, MissingText):
        found["citation"] = entry.citation
    return dict(sorted(found.items()))


def _value(value: object) -> Any:
    match value:
        case tuple():
            return [_value(part) for part in value]
        case Presence(name, present):
            return [name, "is", present]
        case ValueTest(name, sign, values):
            return [name, sign.value, list(values)]
        case Unconstrained():
            return ["anything"]
    return entry_data(value) if is_dataclass(value) else value
