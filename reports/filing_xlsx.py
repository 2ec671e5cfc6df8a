"""Formats a filing as a workbook (XLSX): a sheet for each kind of entry, drop-downs from the rulebook, and the headers to fill in.

`checker/filing/workbook.py` reads it back; what no single cell holds is written as JSON in one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from io import BytesIO

from pitboss.checker.filing.vocabulary import Type, Vocabulary
from pitboss.checker.filing.workbook import DEFAULTS, LISTS, SECTIONS
from pitboss.checker.read.document import Data
from pitboss.reports.filing_cell import filing_cell
from pitboss.reports.zip_bytes import unchanging

_Row = dict[str, Data]
_HEADS: dict[str, tuple[str, ...]] = {
    "Submission": ("key", "value"),
    "Certifications": ("by", "role", "on"),
    "Pits": ("name",),
    "Tables": ("pit", "table no.", "game", "variation", "wagers", "options", "equipment"),
    "Defaults": ("game", "variation", "wagers", "options", "equipment"),
    "Wagers": ("table no.", "wager", "pays", "payouts", "paytable", "selection", "minimum", "maximum"),
    "Options": ("table no.", "option", "pays", "payouts", "minimum", "maximum"),
    "Paytables": ("paytable", "wager", "selection", "outcome", "pays"),
    "Statements": ("kind", "about", "says", "tables"),
    "Events": (
        "kind",
        "subject",
        "on",
        "tables",
        "notice",
        "notice on",
        "notice at",
        "notice lead",
        "notice written",
        "notice to",
    ),
    "Attestations": ("provision", "answer", "basis", "by", "on", "tables", "note"),
    "Approvals": ("instrument", "sha256", "provision", "value", "tables", "from", "until", "conditions", "by"),
    "Documents": ("path", "kind", "sha256"),
}
_WORDS = {
    "answer": ("yes", "no"), "written": ("yes", "no"), "notice written": ("yes", "no"), "basis": ("represented", "observed"),
    "kind": ("layout", "sign", "guide", "brochure"),
}  # fmt: skip
_FIELDS = ("Pits", "Tables", "Defaults", "Wagers", "Options")  # sheets with fields of the rulebook
_EVENTS = ("start", "withdrawal", "change", "increase", "decrease")


def filing_xlsx(
    filing: Mapping[str, Data], vocabulary: Vocabulary, game: str = "", provisions: tuple[str, ...] = ()
) -> bytes:
    """The filing as a workbook; openpyxl must be installed.

    With a `game`, it is a template: keys without a value are empty columns, and drop-downs have the names of that game only.
    `provisions` are the clauses that require an approval.
    """
    if not game:
        return _saved(_sheets(filing), vocabulary)
    sheets = _sheets(filing)
    mine = {n.name: n for n in vocabulary.names.values() if n.kind in ("game", "equipment") or n.game == game}
    offers = {n.name for n in mine.values()}
    known = replace(
        vocabulary, names=mine, outcomes={k: v for k, v in vocabulary.outcomes.items() if k in offers},
        selections={k: v for k, v in vocabulary.selections.items() if k in offers},
    )  # fmt: skip
    empty: dict[str, list[_Row]] = {}
    for name, rows in sheets.items():
        empty[name] = [{key: "" if _unfilled(value) else value for key, value in row.items()} for row in rows]
    own = {
        sheet: tuple(f.name for f in vocabulary.fields.values() if not offers_of_kind.isdisjoint(f.owners))
        for sheet, kind in (("Wagers", "wager"), ("Options", "option"))
        if (offers_of_kind := {n.name for n in mine.values() if n.kind == kind})
    }
    return _saved(empty, known, provisions, {**own, "Wagers": ("stakes", *own.get("Wagers", ()))})


def _unfilled(value: Data) -> bool:
    return value is None or isinstance(value, dict) and all(map(_unfilled, value.values()))


# ---- the rows of a filing


def _sheets(filing: Mapping[str, Data]) -> dict[str, list[_Row]]:
    made: dict[str, list[_Row]] = {name: [] for name in _HEADS}
    submission = _mapping(filing.get("submission"))
    made["Submission"] = [{"key": key, "value": value} for key, value in submission.items() if key != "certifications"]
    made["Certifications"] = [_mapping(entry) for entry in _listed(submission.get("certifications"))]
    for label, paytable in _mapping(filing.get("paytables")).items():
        made["Paytables"] += _paytable(label, _mapping(paytable))
    for game, entry in _mapping(filing.get("defaults")).items():
        made["Defaults"].append({"game": game, **_table(_mapping(entry), f"{DEFAULTS}{game}", made)})
    for pit in map(_mapping, _listed(filing.get("pits"))):
        name = pit.get("name")
        made["Pits"].append({key: value for key, value in pit.items() if key != "tables"})
        for table in map(_mapping, _listed(pit.get("tables"))):
            row = _table(
                {key: value for key, value in table.items() if key != "number"}, str(table.get("number")), made
            )
            made["Tables"].append({"pit": name, "table no.": table.get("number"), **row})
    for section in SECTIONS:
        made[section.title()] = [_entry(_mapping(stated)) for stated in _listed(filing.get(section))]
    return made


def _table(table: _Row, number: str, made: dict[str, list[_Row]]) -> _Row:
    """The row of a table; offers that state more than their name have rows of their own."""
    row = dict(table)
    for word in ("wager", "option"):
        offers = row.get(f"{word}s")
        if isinstance(offers, dict):
            offers = [{word: name, **_mapping(entry)} for name, entry in offers.items()]
        if not isinstance(offers, list):
            continue
        names: list[Data] = []
        for offer in offers:
            stated = _mapping(offer)
            names.append(stated[word] if stated else offer)
            if len(stated) > 1:
                made[f"{word.title()}s"].append({"table no.": number, **stated})
        row[f"{word}s"] = names
    return row


def _paytable(name: str, paytable: _Row) -> list[_Row]:
    payouts = paytable.get("payouts")
    head: _Row = {"paytable": name, **{key: value for key, value in paytable.items() if key not in ("payouts", "pays")}}
    if isinstance(payouts, dict) and payouts and not any(isinstance(value, dict) for value in payouts.values()):
        return [{**head, "outcome": outcome, "pays": value} for outcome, value in payouts.items()]
    return [{**head, **{key: paytable[key] for key in ("payouts", "pays") if key in paytable}}]


def _entry(entry: _Row) -> _Row:
    notice = entry.get("notice")
    if not isinstance(notice, dict):
        return entry
    return {
        **{key: value for key, value in entry.items() if key != "notice"},
        **{f"notice {key}": value for key, value in notice.items()},
    }


def _mapping(value: Data) -> _Row:
    return value if isinstance(value, dict) else {}


def _listed(value: Data) -> list[Data]:
    return value if isinstance(value, list) else []


# ---- cells


def _separable(key: str, vocabulary: Vocabulary) -> bool:
    """Whether semicolons separate values in a cell of this column; in a text they are part of it."""
    field = vocabulary.fields.get(key)
    return field is None or field.type[0] not in ("text", "name")


# ---- the file


def _saved(
    sheets: Mapping[str, Sequence[_Row]],
    vocabulary: Vocabulary,
    provisions: tuple[str, ...] = (),
    more: Mapping[str, tuple[str, ...]] = {},  # noqa: B006
) -> bytes:
    """The file; `more` has columns that no row of a sheet has."""
    from openpyxl import Workbook  # type: ignore[import-untyped]
    from openpyxl.styles import Font  # type: ignore[import-untyped]
    from openpyxl.utils import get_column_letter  # type: ignore[import-untyped]
    from openpyxl.worksheet.datavalidation import DataValidation  # type: ignore[import-untyped]

    book = Workbook()
    book.remove(book.active)
    offered: dict[tuple[str, ...], str] = {}
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        keys = list(
            dict.fromkeys(
                [*_HEADS[name], *more.get(name, ()), *(key for row in rows for key in row if key not in ("number",))]
            )
        )
        sheet.append([_header(key) for key in keys])
        for number, row in enumerate(rows, start=2):
            for column, key in enumerate(keys, start=1):
                if key in row and row[key] != "":
                    cell = sheet.cell(number, column)
                    value = filing_cell(row[key], _separable(key, vocabulary), key == "payouts")
                    cell.value = value
                    if isinstance(value, str):
                        cell.data_type = "s"  # also where it begins with '='
                        cell.number_format = "@"
        sheet.freeze_panes = "A2"
        for column, key in enumerate(keys, start=1):
            letter = get_column_letter(column)
            sheet.cell(1, column).font = Font(bold=True)
            sheet.column_dimensions[letter].width = max(12, min(40, len(key) + 4))
            if words := provisions if (name, key) == ("Approvals", "provision") else _choices(name, key, vocabulary):
                at = offered.setdefault(words, get_column_letter(len(offered) + 1))
                asked = DataValidation(
                    "list", formula1=f"{LISTS}!${at}$1:${at}${len(words)}", allow_blank=True, showErrorMessage=False
                )
            else:
                asked = DataValidation(allow_blank=True, showErrorMessage=False)
            if (field := vocabulary.fields.get(key)) and name in _FIELDS:  # a spreadsheet shows it at the cell
                asked.promptTitle, asked.prompt = _header(key)[:32], f"{field.title} ({field.cite})"[:255]
                asked.showInputMessage = True
            if words or asked.prompt:
                asked.add(f"{letter}2:{letter}2000")
                sheet.add_data_validation(asked)
    lists = book.create_sheet(LISTS)
    lists.sheet_state = "hidden"
    for column, words in enumerate(offered, start=1):
        for number, word in enumerate(words, start=1):
            lists.cell(number, column, word)
    book.properties.created = book.properties.modified = datetime(2000, 1, 1)
    made = BytesIO()
    book.save(made)
    return unchanging(made.getvalue())


def _header(key: str) -> str:
    return key.replace("_", " ").capitalize() if key.islower() else key


def _choices(sheet: str, key: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The words of a drop-down; the sheet takes others too, since names may differ by game."""
    if sheet == "Events" and key == "kind":
        return _EVENTS
    if key in ("game", "wager", "option", "variation"):
        return tuple(vocabulary.named(*(("option", "variation") if key == "option" else (key,))))
    if sheet == "Paytables" and key == "outcome":
        return tuple(dict.fromkeys(outcome for listed in vocabulary.outcomes.values() for outcome in listed))
    if key == "selection":
        return tuple(dict.fromkeys(heading for listed in vocabulary.selections.values() for heading in listed))
    if sheet == "Submission" and key == "key":
        return ("id", "licensee", "effective", "supersedes", *(f for f in vocabulary.of("licensee") if f != "licensee"))
    field = vocabulary.fields.get(key)
    return _WORDS.get(key) or (_of_type(field.type) if field and sheet in _FIELDS else ())


def _of_type(of: Type) -> tuple[str, ...]:
    match of:
        case ("one_of", tuple(listed), *_):
            return tuple(map(str, listed))
        case ("flag",):
            return ("yes", "no")
    return ()
