"""Builds the facts of a filing from its documents. A piece with a fault is recorded and left unknown; the rest is
still judged.

>>> from dataclasses import make_dataclass
>>> from pitboss.checker.filing.vocabulary import Named, Vocabulary, VocabularyField
>>> decks, game = VocabularyField("decks", ("table",), ("count",), "decks", ""), Named("game", "tiles", "Tiles", "tiles", "")
>>> file = make_dataclass("File", ("name", "data"))
>>> data = {"pits": [{"name": "A", "tables": [{"number": 7, "game": "tiles", "decks": "six"}]}]}
>>> filing, faults = assemble([file("f.yaml", data)], Vocabulary({"decks": decks}, {"tiles": game}, {}, {}, (), {}))
>>> filing.tables[0].number, faults[0].message
('7', "'six' is not a whole number from 1 on")
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import normpath

from pitboss.checker.filing.events import declared_events
from pitboss.checker.filing.field_reader import Fault, FieldReader
from pitboss.checker.filing.locate import Written
from pitboss.checker.filing.merge_documents import Filed, Gathered, Once, as_referred, gather, named_from
from pitboss.checker.filing.merge_statements import Draft, merge_statements
from pitboss.checker.filing.model import Filing, Path
from pitboss.checker.filing.offers import Offers
from pitboss.checker.filing.scalar_values import shown
from pitboss.checker.filing.statements import ANY, TEXT, Floor, StatementReader
from pitboss.checker.filing.table_facts import NOTHING, MappingFacts, Tables
from pitboss.checker.filing.typed_values import closest
from pitboss.checker.filing.vocabulary import Type, Vocabulary
from pitboss.checker.runtime.operations import Facts

CERTIFICATION: dict[str, Type] = {"by": TEXT, "role": TEXT, "on": ("date",)}
LISTS_IN_CELLS = ("wagers", "options", "equipment")


def assemble(
    documents: Sequence[Filed], vocabulary: Vocabulary, complete: bool = True
) -> tuple[Filing, tuple[Fault, ...]]:
    """Return the filing and every fault of its form. `complete` is False if another file of the filing could not be
    read.
    """
    reader = FieldReader(vocabulary)
    written = Written([document.data for document in documents], vocabulary)
    assembly = Assembly(reader, documents, gather(reader, documents), written)
    licensee, certified = assembly.submission()
    offers = Offers(reader)
    assembly.paytables(offers)
    tables = Tables(reader, offers, certified)
    assembly.defaults(tables)
    pits = assembly.pits(tables)
    del tables, offers  # they remember how each text was read
    items = assembly.items
    statement_reader = StatementReader(reader, assembly.floor)
    statements = tuple(statement_reader.statements(items("statements")))
    written.attestations = tuple(statement_reader.attestations(items("attestations")))
    approvals = tuple(statement_reader.approvals(items("approvals")))
    events = tuple(declared_events(reader, statement_reader, items("events")))
    papers = tuple(statement_reader.documents(items("documents")))
    names = reader.names("wager", "option", "variation")
    merged = merge_statements(
        licensee,
        pits,
        assembly.drafts,
        statements,
        written.attestations,
        names,
        complete=complete and not reader.faults,
    )
    effective = licensee.get("effective")
    filing = Filing(
        merged[0], effective if isinstance(effective, str) else None, certified, merged[1], tuple(pits), events,
        written.attestations, approvals, papers, written, tuple(assembly.certifications),
        tuple((fault.code, fault.path) for fault in reader.faults), not_read=assembly.listed - len(assembly.drafts),
    )  # fmt: skip
    return filing, tuple(reader.faults)


class Assembly:
    """The parts of a filing, read in the order of their dependencies."""

    def __init__(self, reader: FieldReader, documents: Sequence[Filed], gathered: Gathered, written: Written) -> None:
        self.reader, self.documents, self.gathered, self.written = reader, documents, gathered, written
        self.floor = Floor()
        self.drafts: list[Draft] = []
        self.listed = 0  # tables, also those that could not be read
        self.certifications: list[dict[str, str | None]] = []

    def items(self, section: str) -> Iterator[tuple[Path, object]]:
        yield from self.gathered.items[section]

    def submission(self) -> tuple[Facts, bool]:
        types: dict[str, Type] = {"licensee": TEXT, **self.reader.fields("licensee")}
        types |= {"id": TEXT, "effective": ("date",), "supersedes": TEXT, "certifications": ANY}
        once, facts, certified = Once(self.reader), dict[str, object](), False
        for path, block in self.gathered.blocks["submission"]:
            self.written.paths.setdefault(("submission",), path)
            for key, value in self.reader.known(block, path, types):
                at = (*path, key)
                if key == "certifications":
                    certified |= self._certified(value, at)
                elif once.new((key,), value, at):
                    facts[key] = self.reader.value(value, types[key], at)
                    self.written.paths["submission", key] = at
                elif once.disputed((key,)):
                    facts[key] = None
        return {key: value for key, value in facts.items() if value is not None}, certified

    def _certified(self, value: object, path: Path) -> bool:
        """Whether a certification is complete; an entry with an empty field certifies nothing."""
        complete = False
        for i, raw in enumerate(self.reader.sequence(value, path, "certifications")):
            entry = self.reader.record(raw, (*path, i), "'by', 'role' and 'on'", CERTIFICATION)
            complete |= bool(entry) and all((entry or {}).get(key) for key in CERTIFICATION)
            self.certifications += [{key: entry.get(key) for key in CERTIFICATION}] if entry else []
        return complete

    def paytables(self, offers: Offers) -> None:
        once = Once(self.reader)
        for path, block in self.gathered.blocks["paytables"]:
            for name, raw in block.items():
                if once.new((name,), raw, (*path, name)):
                    offers.paytables[name] = offers.paytable(raw, (*path, name))
                    self.written.paths["paytables", name] = (*path, name)
                elif once.disputed((name,)):
                    offers.paytables[name] = None

    def defaults(self, tables: Tables) -> None:
        once = Once(self.reader)
        for path, block in self.gathered.blocks["defaults"]:
            for name, raw in block.items():
                at = (*path, name)
                game = self.reader.named(name, ("game",), at, True)
                entry = self.reader.mapping(raw, at, "what is the same at every table of the game")
                if game is None:
                    continue
                self.written.paths.setdefault(("defaults", game), at)
                own = {key: value for key, value in entry.items() if once.new((game, key), value, (*at, key))}
                self.written.paths.update({("defaults", game, key): (*at, key) for key in own})
                part, known = tables.part(own, at), tables.defaults.get(game, NOTHING)
                disputed = frozenset(key for key in entry if once.disputed((game, key)))
                facts = {**known.facts, **part.facts, **dict.fromkeys(disputed & known.facts.keys())}
                tables.defaults[game] = MappingFacts(facts, known.broken | part.broken | disputed)

    # ---- the floor

    def pits(self, tables: Tables) -> dict[str, Facts]:
        """Return the facts of the pits, and collect their tables as drafts."""
        types = {**self.reader.fields("pit"), "name": TEXT, "tables": ANY}
        found: dict[str, Facts] = {}
        first: dict[str, Path] = {}
        for path, raw in self.items("pits"):
            before = len(self.reader.faults)
            entry = self.reader.mapping(raw, path, "'name' and 'tables'")
            if len(self.reader.faults) > before:
                continue
            self.reader.has(entry, path, "name", "tables")
            facts = {k: self.reader.value(v, types[k], (*path, k)) for k, v in self.reader.known(entry, path, types)}
            name = facts.pop("name", None) or ""
            facts.pop("tables", None)
            if name and name in first:
                message = f"two pits are called {shown(name)}"
                self.reader.fault(
                    "E206",
                    message,
                    (*path, "name"),
                    "list all of its tables under one",
                    False,
                    ("the first", first[name]),
                )
            first.setdefault(name, (*path, "name"))
            self.written.paths.setdefault(("pits", name), path)
            self.written.paths |= {("pits", name, key): (*path, key) for key in facts}
            found.setdefault(name, {k: v for k, v in facts.items() if v is not None})
            self.floor.pits.setdefault(name, [])
            for at, row in self._rows(entry.get("tables"), (*path, "tables")):
                self._table(tables, name, row, at)
        for i in self.gathered.sheets.values():
            if i not in self.gathered.used and not self.gathered.no_pits:
                help = "write {file: ...} under the 'tables' of one"
                self.reader.fault("E210", "no pit asks for this list of tables", (i,), help)
        return found

    def _rows(self, value: object, path: Path) -> Iterator[tuple[Path, object]]:
        if isinstance(value, dict) and value.keys() & {"number", "game"}:
            self.reader.misfit_container(value, "a list of tables", path, "begin each table with '- '")
            return
        if isinstance(value, dict):
            yield from self._sheet(value, path)
            return
        for i, row in enumerate(self.reader.sequence(value, path, "tables")):
            if isinstance(row, dict) and "file" in row:
                yield from self._sheet(row, (*path, i))
            else:
                yield (*path, i), row

    def _sheet(self, raw: dict[str, object], path: Path) -> Iterator[tuple[Path, object]]:
        """Yield the tables of another document."""
        entry = self.reader.record(raw, path, "'file', or a list of tables", {"file": TEXT}, "file")
        if entry is None:
            return
        at = (*path, "file")
        here, words = self.documents[int(path[0])].name, shown(entry["file"])
        name = named_from(here, entry["file"])
        i = self.gathered.sheets.get(name)
        if i is None:
            whole = any(name == normpath(document.name) for document in self.documents)
            help = closest(entry["file"], (as_referred(here, sheet) for sheet in self.gathered.sheets))
            self.reader.fault(
                "E210", f"{words} is not a list of tables" if whole else f"{words} was not read", at, help
            )
        elif i in self.gathered.used:
            message = f"the tables of {words} are already those of another pit"
            self.reader.fault("E210", message, at, "", False, ("here", self.gathered.used[i]))
        else:
            self.gathered.used[i] = at
            types = self.reader.fields("table")
            lists = {*LISTS_IN_CELLS, *(key for key, of in types.items() if of[0] in ("set_of", "list_of"))}
            single = {key for key, of in types.items() if key not in lists and of[0] != "text"}
            rows = self.documents[i].data
            for j, row in enumerate(rows if isinstance(rows, list) else []):
                cells = isinstance(row, dict) and name.endswith(".csv")
                yield (i, j), {k: cell_value(v, k in lists, k in single) for k, v in row.items()} if cells else row

    def _table(self, tables: Tables, pit: str, raw: object, path: Path) -> None:
        before, self.listed = len(self.reader.faults), self.listed + 1
        row = self.reader.mapping(raw, path, "'number' and 'game'")
        if len(self.reader.faults) > before:
            return
        self.reader.has(row, path, "number", "game")
        number, game = row.get("number"), row.get("game")
        if number is not None:
            number = self.reader.value(number, TEXT, (*path, "number"))
        if number in self.floor.read:
            related = ("the first", self.floor.read[number])
            message = f"two tables have the number {shown(number)}"
            self.reader.fault("E206", message, (*path, "number"), "give each table a number of its own", False, related)
        elif number is not None:
            self.floor.read[number] = (*path, "number")
        game = self.reader.named(game, ("game",), (*path, "game")) if game is not None else None
        stated = {key: value for key, value in row.items() if key not in ("number", "game")}
        if game is None:
            tables.part(stated, path)
            return
        variants = tables.variants(game, stated, path)
        if number is not None and self.floor.read[number] == (*path, "number"):
            self.floor.add(number, pit, game)
            self.drafts.append(Draft(number, pit, game, variants, path, self.written.paths.get(("defaults", game))))


def cell_value(value: object, listed: bool, single: bool = False) -> object:
    """Split a cell of a CSV table at its semicolons if the field holds several values; of a field with a `single` value these
    are alternatives, or values in use at once, each with the name of its part of the table.

    >>> cell_value("6; 8", False, True), cell_value("left: 6; right: 8", False, True), cell_value("red: 6; blue: 8", True)
    ([6, 8], {'left': 6, 'right': 8}, ['red: 6', 'blue: 8'])
    """
    if isinstance(value, str) and ";" in value:
        parts = [part.strip() for part in value.split(";") if part.strip()]
        named = dict(part.split(": ", 1) for part in parts if ": " in part)
        if single and len(named) == len(parts):
            return {name.strip(): _scalar(part.strip()) for name, part in named.items()}
        return [_scalar(part) for part in parts]
    return [value] if listed and value is not None and not isinstance(value, list | dict) else value


def _scalar(text: str) -> int | str:
    return int(text) if text.isdecimal() and text.isascii() else text
