"""The register of anomalies, listed from the catalog."""

from __future__ import annotations

from typing import TypedDict

from pitboss.compiler.catalog.coverage import inside
from pitboss.compiler.catalog.json_shape import AnomalyShape, anomaly_data
from pitboss.compiler.model.catalog_entries import AnomalyEntry, Catalog


def registered(catalog: Catalog, subchapter: str | None = None) -> list[AnomalyEntry]:
    """All anomalies of the law, or of a subchapter, in the law's order."""
    found: list[AnomalyEntry] = []
    for section in catalog.sections:
        if inside(section.citation, subchapter):
            found += section.anomalies
            for provision in section.provisions:
                found += provision.anomalies if provision.label else ()
    return found


class RegisterData(TypedDict):
    """The document `pitboss.register/1`."""

    schema: str
    rulebook: str
    subchapter: str | None
    oddities: list[AnomalyShape]


def register_data(catalog: Catalog, subchapter: str | None = None) -> RegisterData:
    """The anomalies as `pitboss.register/1`.

    >>> register_data(Catalog("d"))
    {'schema': 'pitboss.register/1', 'rulebook': 'd', 'subchapter': None, 'oddities': []}
    """
    found = [anomaly_data(anomaly) for anomaly in registered(catalog, subchapter)]
    return {"schema": "pitboss.register/1", "rulebook": catalog.digest, "subchapter": subchapter, "oddities": found}
