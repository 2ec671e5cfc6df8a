"""The parts of a filing that refer to tables: table selections, statements, attestations, approvals, documents.

>>> provision_of("2.2 (d)3", "19:47-"), provision_of("N.J.A.C. 1:2-3.4", ""), provision_of("see above", "1:2-")
('19:47-2.2(d)3', '1:2-3.4', None)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pitboss.checker.filing.facts import Numbers
from pitboss.checker.filing.field_reader import FieldReader
from pitboss.checker.filing.model import Approval, Attestation, FiledDocument, Path
from pitboss.checker.filing.scalar_values import a_text, canonical, plain_value, shown
from pitboss.checker.filing.typed_values import as_named, closest
from pitboss.checker.filing.vocabulary import Type, Vocabulary
from pitboss.grammar.quick_start import regex

STATEMENT_KINDS = ("layout", "sign", "guide", "brochure")
PROVISION_TEXT = regex(
    r"(?:[A-Za-z.§][A-Za-z.§ ]*)?(?P<chapter>[0-9]+:[0-9]+[A-Z]*-)?(?P<section>[0-9]+\.[0-9]+[A-Z]?)"
    r"(?P<label>(?: *\([A-Za-z0-9]+\) *[0-9]*[a-z]*)*)(?P<clause>/[^ ]+)?"
)
SHA256_TEXT = regex(r"[0-9a-fA-F]{64}")
TEXT: Type = ("text",)
ANY: Type = ("any",)


def chapter_of(vocabulary: Vocabulary) -> str:
    """The chapter of a provision that is written without one: the chapter that the vocabulary itself cites."""
    cites = [named.cite for named in vocabulary.names.values()] + [field.cite for field in vocabulary.fields.values()]
    for cite in cites:
        if found := re.match(r"[0-9]+:[0-9]+[A-Z]*-", cite):
            return found[0]
    return ""


def provision_of(text: str, chapter: str) -> str | None:
    found = PROVISION_TEXT.fullmatch(" ".join(text.split()))
    if not found:
        return None
    label = found["label"].replace(" ", "")
    return f"{found['chapter'] or chapter}{found['section']}{label}{found['clause'] or ''}"


class Floor:
    """The tables of the filing and how they are selected; `read` also contains tables whose facts could not be read."""

    def __init__(self) -> None:
        self.read: dict[str, Path] = {}
        self.pits: dict[str, list[str]] = {}
        self.games: dict[str, list[str]] = {}

    def add(self, number: str, pit: str, game: str) -> None:
        self.pits[pit].append(number)
        self.games.setdefault(game, []).append(number)


class StatementReader:
    def __init__(self, reader: FieldReader, floor: Floor) -> None:
        self.reader, self.floor = reader, floor
        self.chapter = chapter_of(reader.vocabulary)
        self._everything = Numbers(floor.read)

    # ---- which tables

    def selected(self, selector: object, path: Path) -> Numbers | None:
        """Select `all` (None), a number, `{pit:}`, `{game:}`, or a list of these; in the order of the filing."""
        if selector is None or selector == "all":
            return None
        if not isinstance(selector, list):
            return Numbers(self._one(selector, path))
        if "all" in selector:
            return None
        found: set[str] = set()
        for i, item in enumerate(selector):
            found.update(self._one(item, (*path, i)))
        return Numbers(number for number in self.floor.read if number in found)

    def _one(self, selector: object, path: Path) -> list[str]:
        if isinstance(selector, dict):
            return self._by_place(selector, path)
        number = self.reader.value(selector, TEXT, path) if not isinstance(selector, list) else None
        if number in self.floor.read:
            return [str(number)]
        if isinstance(selector, list):
            self.reader.misfit_container(selector, "a table, a pit or a game", path)
        elif number is not None:
            self.reader.fault("E204", f"there is no table {shown(number)}", path, closest(number, self.floor.read))
        return []

    def _by_place(self, selector: dict[str, object], path: Path) -> list[str]:
        found: list[str] | None = None
        for key, value in self.reader.known(selector, path, ("pit", "game")):
            name = self.reader.value(value, TEXT, (*path, key))
            here: list[str] | None = None
            if key == "pit" and name is not None:
                here = self.floor.pits.get(name)
                if here is None:
                    help = closest(name, self.floor.pits)
                    self.reader.fault("E204", f"there is no pit {shown(name)}", (*path, key), help)
            elif name is not None:
                game = self.reader.named(name, ("game",), (*path, key))
                here = self.floor.games.get(game, []) if game else None
            here = here or []
            found = here if found is None else [number for number in found if number in set(here)]
        if not selector:
            self.reader.fault("E203", "'pit' or 'game' is missing", path)
        return found or []

    def everything(self, selected: Numbers | None) -> Numbers:
        return self._everything if selected is None else selected

    # ---- subjects and provisions

    def subject(self, value: object, path: Path) -> str | None:
        """Read `NAME` or `FIELD of NAME`, as the vocabulary writes it."""
        text = self.reader.value(value, TEXT, path)
        if text is None:
            return None
        vocabulary = self.reader.vocabulary
        head, _, tail = ("", "", text) if text.startswith("other:") else text.partition(" of ")
        words = [as_named(part) for part in (head, tail) if part]
        whole = " of ".join(words)
        if whole in vocabulary.postable or whole in vocabulary.events:
            return whole
        name_known = words[-1] in vocabulary.names or words[-1].startswith("other:")
        field_known = words[0] in vocabulary.fields
        if (len(words) == 1 and (name_known or field_known)) or (len(words) == 2 and field_known and name_known):
            return whole
        known = [*vocabulary.postable, *vocabulary.events, *vocabulary.names, *vocabulary.fields]
        self.reader.fault("E204", f"nothing is called {shown(text)}", path, closest(whole, known))
        return None

    def provision(self, value: object, path: Path) -> str | None:
        text = self.reader.value(value, TEXT, path)
        found = provision_of(text, self.chapter) if text else None
        if text and found is None:
            head, slash, clause = text.partition("/")
            if slash and provision_of(head, self.chapter):
                message = f"{shown(clause)} is not the name of a clause"
                self.reader.fault(
                    "E205", message, path, f"write {head}, or a name that `pitboss explain '{head}'` lists"
                )
            else:
                self.reader.fault("E205", f"{shown(text)} is not a provision", path, "write it as 2.2(d)3")
        return found

    def digest(self, value: object, path: Path) -> str | None:
        if isinstance(value, str) and SHA256_TEXT.fullmatch(value):
            return value.lower()
        self.reader.fault("E205", f"{shown(value)} is not a SHA-256 digest", path, "64 hexadecimal digits, in quotes")
        return None

    # ---- entries

    def statements(self, items: Iterator[tuple[Path, object]]) -> Iterator[tuple[frozenset[str], Numbers | None]]:
        """Yield (what is posted, where)."""
        types: dict[str, Type] = {"kind": ("one_of", STATEMENT_KINDS), "tables": ANY, "about": ANY, "says": TEXT}
        for path, raw in items:
            entry = self.reader.record(raw, path, "'kind', 'about' and 'says'", types, "kind", "about", "says")
            if entry is None:
                continue
            about, at = entry["about"], (*path, "about")
            listed = [(item, (*at, i)) for i, item in enumerate(about)] if isinstance(about, list) else [(about, at)]
            subjects = (self.subject(item, where) for item, where in listed)
            yield frozenset(s for s in subjects if s), self.selected(entry.get("tables"), (*path, "tables"))

    def attestations(self, items: Iterator[tuple[Path, object]]) -> Iterator[Attestation]:
        types: dict[str, Type] = {
            "provision": ANY, "tables": ANY, "answer": ("flag",), "basis": ("one_of", ("represented", "observed")),
            "by": TEXT, "on": ("moment",), "note": TEXT,
        }  # fmt: skip
        for path, raw in items:
            what = "'provision', 'answer', 'by' and 'on'"
            entry = self.reader.record(raw, path, what, types, "provision", "answer", "by", "on")
            provision = self.provision(entry["provision"], (*path, "provision")) if entry else None
            if entry and provision:
                tables = self.selected(entry.get("tables"), (*path, "tables"))
                basis = entry.get("basis") or "represented"
                yield Attestation(
                    provision, tables, entry["answer"], basis, entry["by"], entry["on"], path, entry.get("note") or ""
                )

    def approvals(self, items: Iterator[tuple[Path, object]]) -> Iterator[Approval]:
        types: dict[str, Type] = {
            "instrument": TEXT, "sha256": ANY, "provision": ANY, "tables": ANY, "value": ANY,
            "from": ("date",), "until": ("date",), "conditions": ANY, "by": TEXT,
        }  # fmt: skip
        needed = ("instrument", "sha256", "provision", "from")
        for path, raw in items:
            entry = self.reader.record(raw, path, "'instrument', 'sha256', 'provision' and 'from'", types, *needed)
            provision = self.provision(entry["provision"], (*path, "provision")) if entry else None
            digest = self.digest(entry["sha256"], (*path, "sha256")) if entry else None
            if not entry or not provision or not digest:
                continue
            until = entry.get("until")
            if until is not None and until <= entry["from"]:
                related = ("from", (*path, "from"))
                self.reader.fault("E205", "the approval ends before it starts", (*path, "until"), "", False, related)
                continue
            given = entry.get("conditions")
            given = [given] if a_text(given) else given or []
            conditions = self.reader.value(given, ("list_of", TEXT), (*path, "conditions"))
            tables = self.selected(entry.get("tables"), (*path, "tables"))
            value = typed_amount(entry.get("value"), self.reader.vocabulary)
            yield Approval(
                entry["instrument"], digest, provision, tables, value, entry["from"], until, conditions or (), path
            )

    def documents(self, items: Iterator[tuple[Path, object]]) -> Iterator[FiledDocument]:
        types: dict[str, Type] = {"path": TEXT, "kind": TEXT, "sha256": ANY}
        for path, raw in items:
            entry = self.reader.record(raw, path, "'path', 'kind' and 'sha256'", types, "path", "kind", "sha256")
            digest = self.digest(entry["sha256"], (*path, "sha256")) if entry else None
            if entry and digest:
                yield FiledDocument(entry["path"], entry["kind"], digest, path)


def typed_amount(value: object, vocabulary: Vocabulary) -> object:
    """An approved value converted as the facts would hold it, as far as its form shows: `5%`, `$500`, `3 to 1`, a
    known word.
    """
    if isinstance(value, list):
        return tuple(typed_amount(item, vocabulary) for item in value)
    if isinstance(value, dict):
        return {canonical(key): typed_amount(item, vocabulary) for key, item in value.items()}
    if value is None or isinstance(value, bool):
        return value
    kind, found = plain_value(value)
    if kind in ("odds", "meter"):
        return kind, found
    if kind == "name":
        listed = (f.type[1] for f in vocabulary.fields.values() if f.type[0] == "one_of")
        known = found in vocabulary.names or any(isinstance(words, tuple) and found in words for words in listed)
        return found if known else value
    return found
