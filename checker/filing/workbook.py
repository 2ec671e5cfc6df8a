"""The filing that a workbook states: one sheet for each kind of entry, and a row for each entry.

`Tables` has a row for each table, `Wagers` and `Options` one for each offer at a table (or at several, or in the defaults of a game),
`Paytables` one for each outcome; the other sheets have a row for each entry of their section. Headers are keys in any spelling. A cell
that begins with { or [ is read as YAML, so that a workbook can state whatever a filing can.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from pitboss.checker.filing.assemble import LISTS_IN_CELLS, cell_value
from pitboss.checker.filing.cell_values import as_filed, equipment_in_cell
from pitboss.checker.filing.columns import Columns
from pitboss.checker.filing.field_reader import Fault
from pitboss.checker.filing.scalar_values import RANGE, canonical, shown
from pitboss.checker.filing.table_facts import REQUIRED
from pitboss.checker.filing.typed_values import closest
from pitboss.checker.filing.vocabulary import Type, Vocabulary
from pitboss.checker.read import yaml_load
from pitboss.checker.read.document import Data, Steps
from pitboss.checker.read.limits import USUAL
from pitboss.checker.read.scalars import TooLong, plain

SECTIONS = ("statements", "events", "attestations", "approvals", "documents")
SHEETS = (
    "Submission",
    "Certifications",
    "Pits",
    "Tables",
    "Defaults",
    "Wagers",
    "Options",
    "Paytables",
    *map(str.title, SECTIONS),
)
LISTS = "Lists"  # the sheet with the words of the drop-downs
DEFAULTS = "default "  # in place of a table number: the defaults of a game
NO_PIT = "no pit"  # of tables whose pit is not stated
NONE = "none"  # in place of a list: there is none
MOST_LISTED = 20  # tables that a message names
_TEXTS = ("text", "name", "any")
_TYPES: dict[str, Type] = {
    "effective": ("date",), "from": ("date",), "until": ("date",), "on": ("moment",), "answer": ("flag",), "pays": ("payout",),
    "value": ("number",),
}  # fmt: skip
_LISTED = ("about", "conditions", "tables", "notice_to")
_NOTICE = ("notice_on", "notice_at", "notice_lead", "notice_written", "notice_to")


class Workbook:
    """Rearranges the sheets of one document; `cells` records the cell behind each path."""

    def __init__(self, sheets: Mapping[str, Data], vocabulary: Vocabulary, document: int) -> None:
        self.columns, self.vocabulary, self.document = Columns(vocabulary), vocabulary, document
        self.sheets = {canonical(name): name for name in sheets}
        self.data = sheets
        self.cells: dict[Steps, Steps] = {}
        self.faults: list[Fault] = []
        self._listed: dict[str, dict[str, list[tuple[Steps, dict[str, Data]]]]] = {}

    def filing(self) -> dict[str, Data]:
        made: dict[str, Data] = {}
        for words, name in self.sheets.items():
            known = next((sheet for sheet in SHEETS if canonical(sheet) == words), None)
            if self.data[name] is None:
                if known:
                    help = "show the sheet, or delete it"
                    message = f"the sheet {shown(name)} is hidden and was not read"
                    self.faults.append(Fault("E201", message, (self.document, name), False, help))
            elif not known and words != canonical(LISTS):
                near = next((sheet for sheet in SHEETS if words.startswith(canonical(sheet))), "")
                help = f"move its rows into the sheet {near}" if near else closest(words, map(canonical, SHEETS))
                help = help or f"the sheets are {', '.join(SHEETS)}"
                self.faults.append(Fault("E201", f"unknown sheet {shown(name)}", (self.document, name), False, help))
        if submission := self._submission():
            made["submission"] = submission
        for key, entries in (("paytables", self._paytables()), ("defaults", self._defaults()), ("pits", self._pits())):
            if entries or key == "pits" and "tables" in self.sheets:
                made[key] = entries
        for section in SECTIONS:
            listed: list[Data] = [self._entry(row, at, (section, n)) for n, (at, row) in enumerate(self._rows(section))]
            if listed:
                made[section] = listed
        return made

    def _rows(self, sheet: str) -> list[tuple[Steps, dict[str, Data]]]:
        """The rows of a sheet, each with its address."""
        name = self.sheets.get(sheet)
        rows = self.data[name] if name else []
        return [
            ((str(name), n), row)
            for n, row in enumerate(rows if isinstance(rows, list) else [])
            if isinstance(row, dict)
        ]

    def _put(self, into: dict[str, Data], key: str, value: Data, path: Steps, cell: Steps) -> None:
        into[key] = value
        self.cells[(*path, key)] = cell

    # ---- cells

    def _value(self, value: Data, of: Type, listed: bool, cell: Steps) -> Data:
        """The value of a cell as a filing writes it."""
        if isinstance(value, Decimal) and of[0] in _TEXTS:
            return str(value)
        if not isinstance(value, str):
            found = as_filed(value, str(of[0]))
            return [found] if listed else found  # type: ignore[list-item, return-value]
        if value == "~":
            return None
        if listed and value.lower() == NONE:
            return []
        if value[:1] in "{[" and value[-1:] in "}]":
            loaded = yaml_load.load(value, "cell", USUAL)
            if not loaded.problems:
                return loaded.data
            first = loaded.problems[0]
            message = f"this cell begins as YAML and is none: {first.message}"
            self.faults.append(Fault("E205", message, (self.document, *cell), False, first.help))
            return None
        kind = str(of[1][0] if of[0] in ("set_of", "list_of") and isinstance(of[1], tuple) else of[0])
        if kind in _TEXTS and not listed:
            return value
        cut = cell_value(value, listed, not listed)
        if isinstance(cut, list):
            return [self._scalar(item, kind) for item in cut]
        if isinstance(cut, dict):
            return {key: self._scalar(item, kind) for key, item in cut.items()}
        return self._scalar(cut, kind)

    def _scalar(self, value: object, kind: str) -> Data:
        made = as_filed(value, kind)
        if kind in _TEXTS or not isinstance(made, str):
            return made  # type: ignore[return-value]
        try:
            return plain(made)
        except TooLong:
            return made

    def _field(self, header: str, owners: tuple[str, ...], extra: Mapping[str, Type] = {}) -> tuple[str, Type]:  # noqa: B006
        """The key that a header means, and its type."""
        words = canonical(header)
        known = {f.name: f for f in self.vocabulary.of(*owners).values()} if owners else {}
        titled = {canonical(title): f.name for f in known.values() for title in (f.title, f.title.partition(",")[0])}
        key = words if words in known or words in extra else titled.get(words, words)
        return key, extra.get(key) or (known[key].type if key in known else _TYPES.get(key, ("any",)))

    # ---- sections

    def _submission(self) -> dict[str, Data]:
        made: dict[str, Data] = {}
        for at, row in self._rows("submission"):
            by_name = {canonical(header): (header, value) for header, value in row.items()}
            header, value = by_name.get("value", ("", None))
            if "key" in by_name and header:
                key, of = self._field(str(by_name["key"][1]), ("licensee",))
                listed = of[0] in ("set_of", "list_of")
                self._put(made, key, self._value(value, of, listed, (*at, header)), ("submission",), (*at, header))
        rows = enumerate(self._rows("certifications"))
        certified: list[Data] = [self._entry(row, at, ("submission", "certifications", n)) for n, (at, row) in rows]
        if certified:
            made["certifications"] = certified
        return made

    def _entry(self, row: dict[str, Data], at: Steps, path: Steps) -> dict[str, Data]:
        """An entry of a section: its columns are its keys; those of a notice are `notice on`, `notice lead` and so on."""
        made: dict[str, Data] = {}
        self.cells[path] = at
        for header, value in row.items():
            key, cell = canonical(header), (*at, header)
            of = _TYPES.get(key.removeprefix("notice_"), ("any",))
            listed = key in _LISTED and isinstance(value, str) and ";" in value
            found = self._value(value, of, listed, cell)
            if key == "tables" and isinstance(found, str):
                found = _selector(found)
            elif key == "tables" and isinstance(found, list):
                found = [_selector(item) if isinstance(item, str) else item for item in found]
            if key in _NOTICE:
                notice = made.setdefault("notice", {})
                if isinstance(notice, dict):
                    self._put(notice, key.removeprefix("notice_"), found, (*path, "notice"), cell)
            else:
                self._put(made, key, found, path, cell)
        return made

    def _paytables(self) -> dict[str, Data]:
        """A row without an outcome states the single payout of a wager."""
        made: dict[str, Data] = {}
        for at, row in self._rows("paytables"):
            cells = {canonical(header): (header, value) for header, value in row.items()}
            if "paytable" not in cells:
                self.faults.append(
                    Fault("E203", "'paytable' is missing", (self.document, *at), False, "name the paytable of this row")
                )
                continue
            name = str(cells["paytable"][1])
            entry = made.setdefault(name, {})
            assert isinstance(entry, dict)
            path: Steps = ("paytables", name)
            self.cells.setdefault(path, (*at, cells["paytable"][0]))
            for key, (header, value) in cells.items():
                cell = (*at, header)
                if key == "pays" and "outcome" in cells:
                    payouts = entry.setdefault("payouts", {})
                    if isinstance(payouts, dict):
                        outcome = str(cells["outcome"][1])
                        if outcome in payouts:
                            message = f"the outcome {shown(outcome)} is here twice"
                            self.faults.append(Fault("E206", message, (self.document, *cell)))
                        self._put(
                            payouts, outcome, self._value(value, ("payout",), False, cell), (*path, "payouts"), cell
                        )
                elif key not in ("paytable", "outcome"):
                    found = self._value(value, ("payout",) if key in ("pays", "payouts") else ("name",), False, cell)
                    if entry.get(key, found) != found:
                        message = f"the {key} of the paytable {shown(name)} is stated in two ways"
                        self.faults.append(Fault("E207", message, (self.document, *cell)))
                    self._put(entry, key, found, path, cell)
        return made

    def _part(self, row: dict[str, Data], at: Steps, path: Steps, skip: tuple[str, ...] = ()) -> dict[str, Data]:
        """What a row states about a table, or about all tables of a game."""
        made: dict[str, Data] = {}
        self.cells[path] = at
        for header, value in row.items():
            if canonical(header) in skip:
                continue
            column, cell = self.columns.of(header), (*at, header)
            key = str(column[0]) if len(column) == 1 else header
            of = self.columns.type_of(column) if len(column) == 1 else ("any",)
            listed = key in LISTS_IN_CELLS or of[0] in ("set_of", "list_of")
            of = ("name",) if key in LISTS_IN_CELLS or key == "variation" else of
            found = self._value(value, of, listed, cell)
            if key == "variation" and isinstance(found, str) and ";" in found:
                found = [part.strip() for part in found.split(";")]
            if key == "equipment" and isinstance(found, list):
                found = equipment_in_cell(found)
            self._put(made, key, found, path, cell)
        return made

    def _defaults(self) -> dict[str, Data]:
        made: dict[str, dict[str, Data]] = {}
        for at, row in self._rows("defaults"):
            game = next((str(value) for header, value in row.items() if canonical(header) == "game"), "")
            made[game] = self._part(row, at, ("defaults", game), ("game",))
            self._offers(made[game], f"{DEFAULTS}{game}", ("defaults", game))
        return dict(made)

    def _pits(self) -> list[Data]:
        pits: dict[str, dict[str, Data]] = {}
        for at, row in self._rows("pits"):
            made: dict[str, Data] = {}
            path: Steps = ("pits", len(pits))
            self.cells[path] = at
            for header, value in row.items():
                key, of = self._field(header, ("pit",))
                self._put(
                    made,
                    key,
                    self._value(value, of, of[0] in ("set_of", "list_of"), (*at, header)),
                    path,
                    (*at, header),
                )
            pits.setdefault(str(made.get("name")), {**made, "tables": []})
        used: set[str] = set()
        headers = {header: None for _, row in self._rows("tables") for header in row}
        for at, row in self._rows("tables"):
            header, pit = next(((h, str(value)) for h, value in row.items() if canonical(h) == "pit"), ("", ""))
            if not pit:
                help = "name the pit of this table in a column 'Pit'"
                self.faults.append(Fault("E203", "'pit' is missing", (self.document, *at), False, help))
                pit = NO_PIT
            if pit not in pits:
                self.cells[("pits", len(pits), "name")] = (*at, header)
            entry = pits.setdefault(pit, {"name": pit, "tables": []})
            tables = entry["tables"]
            assert isinstance(tables, list)
            path = ("pits", list(pits).index(pit), "tables", len(tables))
            table = self._part(row, at, path, ("pit",))
            for key in {*REQUIRED} - table.keys():
                self.cells[path] = (*at, next((h for h in headers if self.columns.of(h) == (key,)), ""))
            self._offers(table, str(table.get("number")), path)
            used.add(str(table.get("number")))
            tables.append(table)
        self._strays(used)
        return list(pits.values())

    def _by_table(self, word: str) -> dict[str, list[tuple[Steps, dict[str, Data]]]]:
        """The rows of a sheet of offers, by table number or `default GAME`."""
        if word not in self._listed:
            found: dict[str, list[tuple[Steps, dict[str, Data]]]] = {}
            for at, row in self._rows(f"{word}s"):
                given = next(
                    (str(v) for h, v in row.items() if self.columns.of(h) == ("number",) or canonical(h) == "tables"),
                    "",
                )
                for number in given.split(";") or [""]:
                    found.setdefault(number.strip(), []).append((at, row))
            self._listed[word] = found
        return self._listed[word]

    def _offers(self, table: dict[str, Data], number: str, path: Steps) -> None:
        """Add the offers that have rows of their own to those that the row of the table lists."""
        for word in ("wager", "option"):
            rows, key = self._by_table(word).get(number, []), f"{word}s"
            if not rows:
                continue
            listed = table.get(key) or []
            entries: list[Data] = [*listed] if isinstance(listed, list) else [listed]
            own = {canonical(str(entry)): n for n, entry in enumerate(entries) if isinstance(entry, str)}
            for at, row in rows:
                offer = self._offer(word, row, at)
                n = own.get(canonical(str(offer.get(word))), len(entries))
                entries[n : n + 1] = [offer]
                self.cells[(*path, key, n)] = at
                for header in row:
                    known = self._field(header, (word, canonical(str(offer.get(word)))))[0]
                    self.cells[(*path, key, n, known)] = (*at, header)
            table[key] = entries

    def _offer(self, word: str, row: dict[str, Data], at: Steps) -> dict[str, Data]:
        made: dict[str, Data] = {}
        name = next((str(value) for header, value in row.items() if canonical(header) == word), "")
        for header, value in row.items():
            if self.columns.of(header) == ("number",) or canonical(header) == "tables":
                continue
            extra: dict[str, Type] = {
                word: ("name",),
                "pays": ("payout",),
                "payouts": ("payout",),
                "paytable": ("text",),
            }
            key, of = self._field(header, (word, canonical(name)), extra)
            found = self._value(value, of, of[0] in ("set_of", "list_of"), (*at, header))
            if key == "payouts" and isinstance(found, str) and ": " in found:
                outcome, _, pays = found.partition(": ")
                found = {outcome: pays}
            made[key] = found
        return made

    def _strays(self, tables: set[str]) -> None:
        """Offers of tables that are not in the workbook."""
        games = {
            f"{DEFAULTS}{value}"
            for _, row in self._rows("defaults")
            for h, value in row.items()
            if canonical(h) == "game"
        }
        for word in ("wager", "option"):
            for number, rows in self._by_table(word).items():
                if number not in tables and number not in games:
                    help = _meant(number, tables)
                    at = rows[0][0]
                    header = next(iter(rows[0][1]))
                    self.faults.append(
                        Fault("E204", f"there is no table {shown(number)}", (self.document, *at, header), False, help)
                    )


def _meant(number: str, tables: set[str]) -> str:
    """What a row names that is no table: several of them, as `501-508`, or nothing in the sheet Tables."""
    if (span := RANGE.fullmatch(number)) and tables >= {span[1], span[2]} and len(span[1]) == len(span[2]):
        between = sorted(table for table in tables if len(table) == len(span[1]) and span[1] <= table <= span[2])
        return (
            f"list the tables: {'; '.join(between)}"
            if len(between) <= MOST_LISTED
            else "list the tables, with semicolons between them"
        )
    if number.isdecimal():
        return "the sheet Tables has no row that can be read with this number"
    return closest(number, tables) or f"a table of the sheet Tables, or '{DEFAULTS}GAME'"


def _selector(text: str) -> Data:
    """Tables by number, `pit: West`, or `game: tiles`."""
    key, separator, value = text.partition(": ")
    return {key.lower(): value} if separator and key.lower() in ("pit", "game") else text
