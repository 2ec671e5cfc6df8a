"""A change of a finding as JSON data."""

from __future__ import annotations

from pitboss.reports.view_data import FlipData


def flip_data(flip: FlipData) -> dict[str, object]:
    """A flip as JSON data; a finding without a place in the filing has an empty one."""
    return {**flip, "place": flip["place"] or {}}
