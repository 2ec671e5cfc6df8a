"""The filings that a change of the law made lawful or unlawful, as JSON data."""

from __future__ import annotations

from pitboss.compiler.witness.turned import Changed


def turned_data(changes: Changed) -> list[dict[str, object]]:
    """The filings that turned, by clause."""
    return [
        {"clause": one.clause, "lawful_on": one.lawful_on, "unlawful_on": one.unlawful_on, "filing": one.filing}
        for one in changes.turned
    ]
