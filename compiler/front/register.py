"""Reads the register of anomalies: `register.toml` next to the rules has an entry for each defect of the law's text.

    [[oddity]]
    code = "ODD-9.1-a-figure"        # ODD, the section, the label, and a word: stable, named nowhere else
    place = "1:1-9.1(a)"
    kind = "misprinted citation"
    printed = "1:2-9.2"              # figures or a citation, never a sentence of the law
    reading = "1:1-9.2"
    ground = "there is no 1:2-9.2"
    clauses = ["decks-at-least"]     # that depend on it; without this line all clauses of the provision do

A defect that a rule states itself, with `sic`, `reading` or `inferred`, is not repeated: `compiler/catalog/anomalies.py` derives it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from pitboss.compiler.model.citations import anomaly_stem
from pitboss.grammar.diagnostics import Diagnostic, Place
from pitboss.grammar.resolved_rulebook import ResolvedAnomaly

REGISTER = "register.toml"  # the name of the file
KINDS = (
    "misprinted citation", "stale citation", "editions differ", "one-sided exclusion", "overlapping exclusion",
    "table that cannot bind", "definition contradicts payout", "open outcome", "conflicting provisions", "scan damage",
    "wrong word", "incomplete history note", "undefined term", "unused term", "two names", "unit not stated",
    "rounding not stated", "scope not stated", "time not stated", "vague standard", "duty without addressee",
    "duty without deadline", "missing row", "lists differ", "precedence not stated", "idle provision", "numbering",
    "misleading heading", "provision not available", "other",
)  # fmt: skip
DERIVED = ("misprinted citation", "open text", "inferred start")
CODES = {
    "R301": "The register is not TOML, or an entry has a key too many or too few, or a value of the wrong kind.",
    "R302": "The code of an anomaly is not made from its place, or two anomalies have it.",
    "R303": "There is no such kind of anomaly.",
    "R304": "What is printed is quoted at length; figures or a citation are enough.",
    "R305": "An anomaly is registered at a provision that the rulebook does not have.",
    "R306": "An anomaly names a clause that its provision does not have.",
    "R307": "The rules state it already, with `sic`.",
}
_NEEDED, _ALLOWED = ("code", "place", "kind", "ground"), ("printed", "reading", "clauses")
_WORDS, _LETTERS = 8, 60  # of what is printed


def read_register(data: bytes, file: str) -> tuple[list[ResolvedAnomaly], list[Diagnostic]]:
    """The entries of a register, and a diagnostic for each entry that is invalid.

    >>> entries, problems = read_register(b'[[oddity]]\\ncode = "ODD-9.1-x"\\nplace = "1:1-9.1"\\n', "register.toml")
    >>> entries, [(str(p.place), p.message) for p in problems]
    ([], [('register.toml:1:1', "an anomaly lacks 'kind' and 'ground'")])
    """
    try:
        text = data.decode("utf-8")
        read = tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(fault))
        place = Place(file, int(found[1]), int(found[2])) if found else Place(file, 1, 1)
        return [], [Diagnostic("R301", f"the register cannot be read: {str(fault).partition(' (at ')[0]}", place)]
    listed = read.pop("oddity", [])
    where = _Lines(text, file)
    problems = [
        Diagnostic("R301", f"unknown key '{key}'", Place(file, 1, 1), help="a register holds [[oddity]] entries")
        for key in read
    ]
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        return [], [
            *problems,
            Diagnostic("R301", "'oddity' is a list of tables", Place(file, 1, 1), help="write [[oddity]]"),
        ]
    entries = []
    for number, entry in enumerate(listed):
        faults = list(_faults(entry, number, where))
        problems += faults
        if not faults:
            clauses = entry.get("clauses")
            entries.append(
                ResolvedAnomaly(
                    entry["code"], entry["place"], entry["kind"], entry.get("printed", ""), entry.get("reading", ""), entry["ground"],
                    None if clauses is None else tuple(clauses), where.of(number, "code"),
                )
            )  # fmt: skip
    return entries, problems


class _Lines:
    """The places of the keys of each entry, which the TOML reader does not return."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.entries: list[dict[str, Place]] = []
        for number, line in enumerate(text.splitlines(), start=1):
            found = re.match(r"(\w+)\s*=\s*", line)
            if line.startswith("[[oddity]]"):
                self.entries.append({"": Place(file, number, 1)})
            elif found and self.entries:
                self.entries[-1].setdefault(found[1], Place(file, number, found.end() + 1))

    def of(self, number: int, key: str = "") -> Place:
        known = self.entries[number] if number < len(self.entries) else {}
        return known.get(key) or known.get("") or Place(self.file, 1, 1)


def _faults(entry: Mapping[str, object], number: int, where: _Lines) -> Iterator[Diagnostic]:
    missing = [f"'{key}'" for key in _NEEDED if not entry.get(key)]
    if missing:
        yield Diagnostic("R301", f"an anomaly lacks {' and '.join(missing)}", where.of(number))
    for key, value in entry.items():
        place = where.of(number, key)
        if key not in (*_NEEDED, *_ALLOWED):
            near = get_close_matches(key, (*_NEEDED, *_ALLOWED), 1)
            yield Diagnostic("R301", f"unknown key '{key}'", place, help=f"did you mean '{near[0]}'?" if near else "")
        elif key == "clauses" and not (isinstance(value, list) and all(isinstance(name, str) for name in value)):
            yield Diagnostic("R301", "'clauses' is a list of names", place)
        elif key != "clauses" and not isinstance(value, str):
            yield Diagnostic("R301", f"'{key}' is a text", place)
        elif key == "kind" and isinstance(value, str) and value not in KINDS:
            near = get_close_matches(value, KINDS, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"one of: {', '.join(KINDS)}"
            yield Diagnostic("R303", f"there is no kind '{value}'", place, help=hint)
        elif key == "printed" and isinstance(value, str) and (len(value) > _LETTERS or len(value.split()) > _WORDS):
            yield Diagnostic(
                "R304",
                "this quotes the law at length",
                place,
                help="figures, a citation or a word; the rest in our own words",
            )
    code, place_of = entry.get("code"), entry.get("place")
    if isinstance(code, str) and isinstance(place_of, str) and not _is_made_from(code, anomaly_stem(place_of)):
        yield Diagnostic(
            "R302",
            f"'{code}' is not made from its place",
            where.of(number, "code"),
            help=f"begin with {anomaly_stem(place_of)}- and add a word",
        )


def _is_made_from(code: str, stem: str) -> bool:
    return code.startswith(f"{stem}-") and re.fullmatch(r"[a-z0-9-]+", code[len(stem) + 1 :]) is not None


def duplicate_codes(entries: Iterable[ResolvedAnomaly]) -> Iterator[Diagnostic]:
    """Report entries that have the code of another."""
    first: dict[str, ResolvedAnomaly] = {}
    for entry in entries:
        known = first.setdefault(entry.code, entry)
        if known is not entry:
            yield Diagnostic(
                "R302", f"two anomalies have the code {entry.code}", entry.place, (("the other", known.place),)
            )
