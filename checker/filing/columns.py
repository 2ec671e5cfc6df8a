"""Lists of tables as spreadsheets have them: columns under human headers, offers and payouts in columns of their own.

A header is a field in any spelling, its title, or a field or an outcome of an offer: `minimum of pairs`, `Pairs minimum`, `trio of pairs`.

>>> from pitboss.checker.filing.vocabulary import Named, VocabularyField
>>> decks = VocabularyField("decks", ("table",), ("count",), "decks of tiles", "")
>>> least = VocabularyField("minimum", ("wager",), ("money",), "lowest wager", "")
>>> known = Vocabulary({"decks": decks, "minimum": least}, {"pairs": Named("wager", "pairs", "pairs wager", "tiles", "")}, {}, {}, (), {})
>>> columns = Columns(known)
>>> [columns.of(header) for header in ("Table No.", "DECKS", "Decks of tiles", "Pairs wager minimum", "deks")]
[('number',), ('decks',), ('decks',), ('wagers', 'pairs', 'minimum'), ()]
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.checker.filing.cell_values import as_filed, equipment_in_cell
from pitboss.checker.filing.scalar_values import canonical
from pitboss.checker.filing.table_facts import REQUIRED, TABLE_KEYS
from pitboss.checker.filing.typed_values import closest
from pitboss.checker.filing.vocabulary import Type, Vocabulary
from pitboss.checker.read.document import Data, Look, Steps
from pitboss.grammar.diagnostics import Place

_OWN = (*REQUIRED, *TABLE_KEYS)
_CALLED = {"table": "number", "table_no": "number", "table_number": "number", "no": "number", "table_id": "number"}
_OFFERS = {"wager": "wagers", "option": "options", "variation": "options"}
_PAYMENT = ("pays", "paytable", "selection")


class Columns:
    """The meaning of headers: (field of a table), (list of offers, offer, field), or nothing."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.fields = {**{name: name for name in _OWN}, **_titled(vocabulary, "table"), **_CALLED}
        named = vocabulary.named(*_OFFERS).values()
        self.offers = {canonical(n.title): n for n in named} | {n.name: n for n in named}
        self._known: dict[str, Steps] = {}

    def of(self, header: str) -> Steps:
        if header not in self._known:
            self._known[header] = self._of(header)
        return self._known[header]

    def _of(self, header: str) -> Steps:
        words = canonical(header)
        if words in self.fields:
            return (self.fields[words],)
        for name in sorted(self.offers, key=len, reverse=True):
            for field in (words.removesuffix(f"_of_{name}"), words.removeprefix(f"{name}_")):
                if field != words and (found := self._field(name, field)):
                    return found
        return ()

    def _field(self, offer: str, words: str) -> Steps:
        known = self.offers[offer]
        at = (_OFFERS[known.kind], known.name)
        outcomes = {canonical(outcome): outcome for outcome in self.vocabulary.outcomes.get(known.name, ())}
        own = {**{name: name for name in _PAYMENT}, **_titled(self.vocabulary, known.kind, known.name)}
        if words in own:
            return (*at, own[words])
        for outcome in (words, words.removesuffix("_pays"), words.removesuffix("_payout")):
            if outcome in outcomes:
                return (*at, "payouts", outcomes[outcome])
        return ()

    def meant_by(self, header: str) -> str:
        """What a header that nothing reads may be meant for.

        >>> from pitboss.checker.filing.vocabulary import VocabularyField
        >>> least = VocabularyField("minimum", ("wager",), ("money",), "lowest wager", "")
        >>> columns = Columns(Vocabulary({"minimum": least}, {}, {}, {}, (), {}))
        >>> columns.meant_by("Min"), columns.meant_by("Gmae")
        ("name the wager, as 'minimum of WAGER'", "did you mean 'game'?")
        """
        words = canonical(header)
        if words == "pit":
            return "leave it out: the tables are those of the pit that refers to this file; give each pit a file of its own"
        from difflib import get_close_matches  # only where something is wrong

        for kind in ("wager", "option"):
            if near := get_close_matches(words, self.vocabulary.of(kind), 1):
                return f"name the {kind}, as '{near[0]} of {kind.upper()}'"
        return (
            closest(words, self.fields)
            or "a column is a field of a table, as Decks, or of an offer, as 'minimum of WAGER'"
        )

    def type_of(self, column: Steps) -> Type:
        if "payouts" in column or column[-1] == "pays":
            return ("payout",)
        field = self.vocabulary.fields.get(str(column[-1]))
        return field.type if field else ("text",)


def _titled(vocabulary: Vocabulary, *owners: str) -> dict[str, str]:
    """The fields of an owner by name and by title; a title is also understood up to its comma."""
    fields = vocabulary.of(*owners).values()
    titles = {canonical(title): f.name for f in fields for title in (f.title, f.title.partition(",")[0])}
    return {**titles, **{f.name: f.name for f in fields}}


def table_of(columns: Columns, row: Mapping[str, Data], at: Steps, cells: dict[Steps, Steps]) -> dict[str, Data]:
    """The table of one row; `cells` records the header behind each path."""
    table: dict[str, Data] = {}
    offers: dict[str, dict[str, dict[str, Data]]] = {}
    for header, value in row.items():
        column = columns.of(header)
        if not column:
            continue
        value = in_cell(value, columns.type_of(column))
        if column == ("equipment",) and isinstance(value, str):
            value = equipment_in_cell([part.strip() for part in value.split(";") if part.strip()])
        if len(column) == 1:
            table[str(column[0])] = value
            cells[(*at, *column)] = (*at, header)
        else:
            entry = offers.setdefault(str(column[0]), {}).setdefault(str(column[1]), {})
            if len(column) == 4:
                payouts = entry.setdefault("payouts", {})
                assert isinstance(payouts, dict)
                payouts[str(column[3])] = value
            else:
                entry[str(column[2])] = value
            cells.setdefault((*at, *column[:2]), (*at, header))
            cells[(*at, *column)] = (*at, header)
    for key, named in offers.items():
        listed = table.get(key)
        words = listed if isinstance(listed, list) else str(listed).split(";") if listed is not None else []
        whole: dict[str, Data] = {str(name).strip(): {} for name in words if str(name).strip()}
        spelled = {canonical(name): name for name in whole}
        for name, entry in named.items():
            whole[spelled.get(name, name)] = entry
            if spelled.get(name, name) != name:
                cells |= {
                    (*at, key, spelled[name], *path[3:]): cell
                    for path, cell in cells.items()
                    if path[:3] == (*at, key, name)
                }
        table[key] = whole
    return table


def in_cell(value: Data, of: Type) -> Data:
    """The value of a cell, or each of several between semicolons, as a filing writes it."""
    kind = str(of[1][0] if of[0] in ("set_of", "list_of") and isinstance(of[1], tuple) else of[0])
    if not isinstance(value, str) or ";" not in value:
        return as_filed(value, kind)  # type: ignore[return-value]
    return "; ".join(str(as_filed(part.strip(), kind)) for part in value.split(";"))


def moved(look: Look, cells: Mapping[Steps, Steps]) -> Look:
    """Places of a document whose data were rearranged: of the cell that a path, or its nearest beginning, was in."""

    def cell(path: Steps) -> Steps:
        return next((cells[path[:end]] for end in range(len(path), 0, -1) if path[:end] in cells), path)

    def looked(paths: list[Steps], key: bool, written: bool) -> Mapping[Steps, Place | None]:
        wanted = {path: cell(path) for path in paths}
        found = look(list(dict.fromkeys(wanted.values())), key, written)
        return {path: found[at] for path, at in wanted.items()}

    return looked
