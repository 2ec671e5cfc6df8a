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
        self._row: tuple[Path, object] = (), None  # the last table that was asked about, which is often the next

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
        return self._inside(*stated, fact[1:]) if stated else table.path

    # ---- facts outside the tables

    def _outside_tables(self, fact: tuple[str, ...]) -> Path:
        above = fact if fact[:1] == ("pits",) else ("submission", *fact)
        for end in range(len(above), 0, -1):
            if above[:end] in self.paths:
                path = self.paths[above[:end]]
                return self._inside(path, self.at(path), above[end:])
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

    def _key(self, table: FiledTable, key: str) -> tuple[Path, object] | None:
        """The path of a key and its value: at the table, else in the defaults of its game."""
        path, row = self._row
        if path != table.path:
            row = self.at(table.path)
            self._row = table.path, row
        if isinstance(row, dict) and key in row:
            return (*table.path, key), row[key]
        usual = self.paths.get(("defaults", table.game, key))
        return (usual, self.at(usual)) if usual else None

    def _list(self, table: FiledTable, keys: tuple[str, ...]) -> Path:
        return next((stated[0] for stated in (self._key(table, key) for key in keys) if stated), table.path)

    def _inside(self, path: Path, value: object, names: tuple[str, ...]) -> Path:
        """Follow canonical names from a value as far as they exist: keys of a mapping, or items of a list."""
        for name in names:
            below = self._step(value, name)
            if below is None:
                return path
            step, value = below
            path = (*path, step)
        return path

    def _step(self, value: object, name: str) -> tuple[str | int, object] | None:
        """The key or index at which a mapping or a list of offers has a name, and what is there."""
        if isinstance(value, dict):
            if name in value:
                return name, value[name]
            return next(((k, v) for k, v in value.items() if name == part_name(k) or self._is(k, name)), None)
        if isinstance(value, list):
            for i, item in enumerate(value):
                words = item if not isinstance(item, dict) else item.get("wager", item.get("option"))
                if self._is(str(words), name):
                    return i, item
        return None

    def _is(self, words: str, name: str) -> bool:
        """Whether a filing means the name by these words: in any spelling, or as it is titled."""
        known = self.vocabulary.names.get(name)
        return as_named(words) == name or known is not None and known.is_called(as_named(words))

    def _offer(self, table: FiledTable, fact: tuple[str, ...]) -> Path:
        known = self.vocabulary.names.get(fact[0])
        usual = "options" if known and known.kind in ("option", "variation") else "wagers"
        for key in (usual, *OFFER_LISTS, "variation"):
            if not (stated := self._key(table, key)):
                continue
            path, value = stated
            if offer := self._step(value, fact[0]):
                return self._field((*path, offer[0]), offer[1], fact[1:])
            if key == "variation" and self._is(str(value), fact[0]):
                return path
        return self._list(table, ("variation", usual) if known and known.kind == "variation" else (usual,))

    def _field(self, offer: Path, raw: object, fact: tuple[str, ...]) -> Path:
        if not fact or not isinstance(raw, dict):
            return offer
        if fact[0] == "payouts" and "pays" in raw:
            return self._inside((*offer, "pays"), raw["pays"], fact[1:])
        if fact[0] in raw:
            return self._inside((*offer, fact[0]), raw[fact[0]], fact[1:])
        used = raw.get("paytable")
        if isinstance(used, dict):  # a paytable for each part of the table
            part = self._step(used, fact[1]) if fact[1:] else None
            return self._of_paytable(offer, part[1] if part else None, (fact[0], *fact[2:]))
        return self._of_paytable(offer, used, fact)

    def _of_paytable(self, offer: Path, used: object, fact: tuple[str, ...]) -> Path:
        """The path of a fact that an offer takes from a named paytable."""
        sheet = self.paths.get(("paytables", str(used)))
        if sheet and fact[0] in ("payouts", "selection"):
            keys = self.at(sheet)
            requested = ("payouts", "pays") if fact[0] == "payouts" else ("selection",)
            if not isinstance(keys, dict) or not (key := next((key for key in requested if key in keys), "")):
                return sheet
            return self._inside((*sheet, key), keys[key], fact[1:])
        return offer
