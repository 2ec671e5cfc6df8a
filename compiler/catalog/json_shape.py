"""The form of catalog entries in JSON reports, such as `pitboss law explain --format json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TypedDict

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
    ValueTest,
)

_KEYS: Mapping[type, Mapping[str, str]] = {  # of an entry: the keys that differ from its attributes
    CitationEntry: {"role": "how", "available": "in_hand"},
    ClauseEntry: {"checked_as": "does", "refers_to": "speaks_of", "exclusive": "mutual"},
    PartEntry: {"checked_as": "kind"},
    PrintedTable: {"title": "for"},
    ProvisionEntry: {"anomalies": "odd"},
    SectionEntry: {"anomalies": "odd", "notes": "history"},
}


class AnomalyShape(TypedDict):
    """An anomaly of the law's text."""

    clauses: list[str] | None
    code: str
    derived: bool
    ground: str
    kind: str
    place: str
    printed: str
    reading: str
    source: str


def anomaly_data(entry: AnomalyEntry) -> AnomalyShape:
    """An anomaly as JSON data."""
    return {
        "clauses": None if entry.clauses is None else list(entry.clauses), "code": entry.code, "derived": entry.derived,
        "ground": entry.ground, "kind": entry.kind, "place": entry.cite, "printed": entry.printed, "reading": entry.reading,
        "source": entry.source,
    }  # fmt: skip


def entry_data(entry: object) -> dict[str, object]:
    """An entry of the catalog as JSON data, its keys sorted.

    >>> entry_data(PrintedTable("sets: 1", None, (("Hand", "odds"),)))
    {'for': 'sets: 1', 'label': None, 'rows': [['Hand', 'odds']]}
    """
    assert is_dataclass(entry) and not isinstance(entry, AnomalyEntry)
    keys = _KEYS.get(type(entry), {})
    found: dict[str, object] = {
        keys.get(name, name): _value(getattr(entry, name)) for name in (f.name for f in fields(entry))
    }
    if isinstance(entry, CitationEntry):
        found["target"] = entry.target
    if isinstance(entry, MissingText):
        found["citation"] = entry.citation
    return dict(sorted(found.items()))


def _value(value: object) -> object:
    match value:
        case tuple():
            return [_value(part) for part in value]
        case Presence(name, present):
            return [name, "is", present]
        case ValueTest(name, sign, values):
            return [name, sign.value, list(values)]
        case AnomalyEntry():
            return anomaly_data(value)
    return entry_data(value) if is_dataclass(value) else value
