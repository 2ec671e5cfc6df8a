"""The register of anomalies, listed from the catalog."""

from __future__ import annotations

from typing import Any

from pitboss.compiler.catalog.coverage import inside

_Json = dict[str, Any]


def register_data(catalog: _Json, subchapter: str | None = None) -> _Json:
    """All that is odd, in the law's order, from the catalogue.

    >>> register_data({"digest": "d", "sections": []})
    {'schema': 'pitboss.register/1', 'rulebook': 'd', 'subchapter': None, 'oddities': []}
    """
    found = []
    for section in catalog["sections"]:
        if inside(section["citation"], subchapter):
            found += section["odd"]
            for provision in section["provisions"]:
                found += provision["odd"] if provision["label"] else []
    return {"schema": "pitboss.register/1", "rulebook": catalog["digest"], "subchapter": subchapter, "oddities": found}
