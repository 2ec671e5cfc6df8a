"""Finds where a fact is written: follows defaults and named paytables, and returns the nearest place that exists.

It runs only for a finding, on the documents as they were read; nothing is cached per table.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.checker.filing.model import Attestation, FiledTable, Path
from pitboss.checker.filing.offers import OFFER_LISTS
from pitboss.checker.filing.typed_values import as_named, part_name
from pitboss.checker.filing.vocabulary import Vocabulary
from pitboss.checker.runtime.operations import wider


class Written:
    """`paths`, by name: ("submission", KEY), ("pits", PIT, KEY), ("paytables", NAME), ("defaults", GAME, KEY)."""

    def __init__(self, documents: Sequence[object], vocabulary: Vocabulary) -> None:
        self.documents, self.vocabulary = documents, vocabulary
        self.paths: dict[tuple[str, ...], Path] = {}
        self.attestations: tuple[Attestation, ...] = ()

    def __call__(self, table: FiledTable | None, fact: tuple[str, ...]) -> Path:
        if fact[:1] == ("attested",) and len(fact) > 1:
            return self._attested(table, fact[1])
        if table is None:
            return self._outside_tables(fact)
        if not fact:
            return table.path
        if fact[0] == "offers":
            return self._offer(table, fact[1:]) if len(fact) > 1 else self._list(table, ("wagers", "options"))
        stated = self._key(table, fact[0])
        if stated is None:
            return table.path
        return self._inside(stated, fact[1:])

    # ---- facts outside the tables

    def _outside_tables(self, fact: tuple[str, ...]) -> Path:
        above = fact if fact[:1] == ("pits",) else ("submission", *fact)
        for end in range(len(above), 0, -1):
            if above[:end] in self.paths:
                return self._inside(self.paths[above[:end]], above[end:])
        return (0,)

    def _attested(self, table: FiledTable | None, clause: str) -> Path:
        """The attestation that counts for a clause: of the closest provision, and observed before represented."""
        for provision in wider(clause):
            answers = [
                a for a in self.attestations
                if a.provision == provision and (a.tables is None or table is not None and table.number in a.tables)
            ]  # fmt: skip
            for a in sorted(answers, key=lambda a: a.basis != "observed"):
                return (*a.path, "answer")
        return table.path if table else self._outside_tables(())

    # ---- at a table

    def at(self, path: Path) -> object:
        """The value that the documents have at a path; None if there is none."""
        value: object = self.documents
        for step in path:
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, (list, tuple)) and isinstance(step, int):
                value = value[step] if step < len(value) else None
            else:
                return None
        return value

    def _key(self, table: FiledTable, key: str) -> Path | None:
        """The path of a key: at the table, else in the defaults of its game."""
        row = self.at(table.path)
        if isinstance(row, dict) and key in row:
            return (*table.path, key)
        return self.paths.get(("defaults", table.game, key))

    def _list(self, table: FiledTable, keys: tuple[str, ...]) -> Path:
        return next((path for path in (self._key(table, key) for key in keys) if path), table.path)

    def _inside(self, path: Path, names: tuple[str, ...]) -> Path:
        """Follow canonical names as far as they exist: keys of a mapping, or items of a list."""
        for name in names:
            step = self._step(self.at(path), name)
            if step is None:
                return path
            path = (*path, step)
        return path

    def _step(self, value: object, name: str) -> str | int | None:
        """The key or index at which a mapping or a list of offers has a name."""
        if isinstance(value, dict):
            return (
                name if name in value else next((k for k in value if name == part_name(k) or self._is(k, name)), None)
            )
        if isinstance(value, list):
            for i, item in enumerate(value):
                words = item if not isinstance(item, dict) else item.get("wager", item.get("option"))
                if self._is(str(words), name):
                    return i
        return None

    def _is(self, words: str, name: str) -> bool:
        """Whether a filing means the name by these words: in any spelling, or as it is titled."""
        known = self.vocabulary.names.get(name)
        return as_named(words) == name or known is not None and known.is_called(as_named(words))

    def _offer(self, table: FiledTable, fact: tuple[str, ...]) -> Path:
        known = self.vocabulary.names.get(fact[0])
        usual = "options" if known and known.kind in ("option", "variation") else "wagers"
        for key in (usual, *OFFER_LISTS, "variation"):
            stated = self._key(table, key)
            step = self._step(self.at(stated), fact[0]) if stated else None
            if stated and step is not None:
                return self._field((*stated, step), fact[1:])
            if stated and key == "variation" and self._is(str(self.at(stated)), fact[0]):
                return stated
        return self._list(table, ("variation", usual) if known and known.kind == "variation" else (usual,))

    def _field(self, offer: Path, fact: tuple[str, ...]) -> Path:
        raw = self.at(offer)
        if not fact or not isinstance(raw, dict):
            return offer
        if fact[0] == "payouts" and "pays" in raw:
            return self._inside((*offer, "pays"), fact[1:])
        if fact[0] in raw:
            return self._inside((*offer, fact[0]), fact[1:])
        used = raw.get("paytable")
        if isinstance(used, dict):  # a paytable for each part of the table
            return self._of_paytable(
                offer, used.get(self._step(used, fact[1])) if fact[1:] else None, (fact[0], *fact[2:])
            )
        return self._of_paytable(offer, used, fact)

    def _of_paytable(self, offer: Path, used: object, fact: tuple[str, ...]) -> Path:
        """The path of a fact that an offer takes from a named paytable."""
        sheet = self.paths.get(("paytables", str(used)))
        if sheet and fact[0] in ("payouts", "selection"):
            keys = self.at(sheet)
            requested = ("payouts", "pays") if fact[0] == "payouts" else ("selection",)
            key = next((key for key in requested if isinstance(keys, dict) and key in keys), None)
            return self._inside((*sheet, key), fact[1:]) if key else sheet
        return offer
