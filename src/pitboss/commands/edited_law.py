"""A rulebook as an editor asks about it: its parts are loaded when they are first needed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.editor.law_notes import LawOnDay
from pitboss.editor.lawful_offers import LawfulOffers
from pitboss.rulebook import COMPILED, load_catalog, load_rulebook


class EditedLaw:
    """The rulebook of this package, or of folders of rules. Raises `Rejected` if these cannot be compiled."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self.folders = folders
        self.book, self.vocabulary = load_rulebook(*folders)
        self._by_day: dict[str, LawOnDay] = {}

    @cached_property
    def catalog(self) -> Catalog:
        """What `pitboss law` reads."""
        return load_catalog(*self.folders)

    @cached_property
    def schema(self) -> Mapping[str, object]:
        """The shape of a filing."""
        schema: Mapping[str, object] = json.loads(Path(COMPILED, "filing.schema.json").read_text(encoding="utf-8"))
        return schema

    @cached_property
    def offers(self) -> LawfulOffers:
        """What a table may not offer beside what it states."""
        return LawfulOffers(self.catalog)

    def on(self, day: str) -> LawOnDay:
        """The law on a date; without a date, on the last day of the chapter or today."""
        day = day or _latest(self.book.expires)
        if day not in self._by_day:
            self._by_day[day] = LawOnDay(self.vocabulary, self.catalog, day)
        return self._by_day[day]


def _latest(expires: str | None) -> str:
    from datetime import date, timedelta

    today = date.today().isoformat()
    if expires and today >= expires:
        return (date.fromisoformat(expires) - timedelta(days=1)).isoformat()
    return today
