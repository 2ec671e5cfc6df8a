"""A change of a finding as JSON data."""

from __future__ import annotations

from pitboss.reports.view_data import FlipData


def flip_data(flip: FlipData) -> dict[str, object]:
    """A flip as JSON data; a finding that is written nowhere has an empty place."""
    return {**flip, "place": flip["place"] or {}}
