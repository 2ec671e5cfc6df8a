"""The filing of `pitboss serve`, and the answers to what its page asks about it. The page has texts that are not saved."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Final

from pitboss import __version__
from pitboss.checker.account import ReportRequest, account
from pitboss.checker.account.audit_data import AuditData
from pitboss.checker.filing.inspection import COLUMNS
from pitboss.checker.findings.locator import locator
from pitboss.checker.findings.result import Result
from pitboss.checker.read import SourceDocuments
from pitboss.checker.read.document import Document
from pitboss.checker.read.file import FORMATS
from pitboss.checker.read.limits import USUAL
from pitboss.commands.check import check_source, load_filing
from pitboss.commands.complete_file import complete_files
from pitboss.commands.dates import parse_as_of
from pitboss.commands.extras import missing_extra
from pitboss.commands.filing_source import folder_of
from pitboss.commands.fix import check_texts
from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.editor.cell_edits import shown_sheets
from pitboss.editor.filing_text import FilingTexts
from pitboss.editor.fixes import CheckedTexts, diff, fixes_of, sound
from pitboss.editor.law_notes import LawOnDay
from pitboss.rulebook import COMPILED, load_catalog, load_rulebook

Answer = dict[str, object] | bytes | str  # JSON as data or as it is sent, or why there is none
_SHEET: Final = "worksheet.csv"  # as it is saved
_ANSWERED: Final = "worksheet of this page.csv"  # as it is judged; no file of the filing has this name
_MARK: Final = b"\xef\xbb\xbf"
_LONGEST: Final = 200  # characters of a file name
_ANSWER: Final = ("id", "table", "pit", "game", "clause", "answer", "by", "on", "remark")


@dataclass(frozen=True, slots=True)
class Asked:
    """What every question has: the texts that differ from the files, the date, and the answers of the worksheet."""

    texts: Mapping[str, bytes]  # by absolute path
    as_of: str | None
    answers: tuple[dict[str, str], ...]

    @classmethod
    def of(cls, known: Mapping[str, object], filing: ServedFiling) -> Asked | str:
        """The question of a request, or why it is none. Texts are of files of the filing only."""
        texts, as_of, answers = known.get("texts", {}), known.get("as_of"), known.get("answers", [])
        books = known.get("books", {})
        if not isinstance(texts, dict) or not isinstance(answers, list) or not isinstance(as_of, str | None):
            return "texts is an object, answers is a list, as_of is a date"
        if not isinstance(books, dict):
            return "books is an object"
        files, contents = filing.files() if texts or books else {}, dict[str, bytes]()
        for name, text in (*texts.items(), *books.items()):
            raw = decoded(text) if name in books else text.encode("utf-8", "replace") if isinstance(text, str) else None
            if name not in files or raw is None:
                return f"{name} is no file of this filing"
            contents[files[name]] = raw
        rows = [{k: str(row.get(k, "")) for k in _ANSWER} for row in answers if isinstance(row, dict)]
        return cls(contents, as_of or None, tuple(row for row in rows if row["answer"] or row["remark"]))


def decoded(text: object) -> bytes | None:
    """The bytes of a file that the page sends as base64; None if it is not."""
    try:
        return base64.b64decode(text, validate=True) if isinstance(text, str) else None
    except (binascii.Error, ValueError):
        return None


class ServedFiling:
    """A filing at a path. `saved`: it is the user's own, so its files are replaced only on request and none is added."""

    def __init__(self, path: str, saved: bool, as_of: str | None, rules: tuple[Path, ...]) -> None:
        self.path, self.saved, self.as_of, self.rules = path, saved, as_of, rules
        self.book, self.vocabulary = load_rulebook(*rules)
        self.root = os.path.abspath(folder_of(path))
        self._catalog: Catalog | None = None
        self._schema: Mapping[str, object] = {}
        self._files: dict[str, str] | None = None  # until a file is added or removed, or the page is opened again

    @property
    def catalog(self) -> Catalog:
        """What `pitboss law` reads, loaded when it is first needed."""
        if self._catalog is None:
            self._catalog = load_catalog(*self.rules)
            self._schema = json.loads(Path(COMPILED, "filing.schema.json").read_text("utf-8"))
        return self._catalog

    # ---- files

    def files(self) -> dict[str, str]:
        """The absolute path of each file of the filing, by its name in the page."""
        if self._files is None:
            source = load_filing(self.path, self.book, self.vocabulary)[0]
            self._files = {self._name(path): path for path in self._paths(source)}
        return self._files

    def _paths(self, source: SourceDocuments) -> list[str]:
        names = dict.fromkeys((*(document.name for document in source.documents), *source.texts))
        return sorted(os.path.abspath(name) for name in names)

    def _name(self, path: str) -> str:
        return Path(os.path.relpath(path, self.root)).as_posix()

    def opened(self) -> Answer:
        """The files with their texts, and what the page has to know of the filing and the rulebook."""
        source = load_filing(self.path, self.book, self.vocabulary)[0]
        self._files = None
        documents = {os.path.abspath(document.name): document for document in source.documents}
        shown = {os.path.abspath(name): name for name in (*(d.name for d in source.documents), *source.texts)}
        return {
            "path": self.path if self.saved else "",
            "as_of": self.as_of or "",
            "begins": self.book.begins or "",
            "expires": self.book.expires or "",
            "rulebook": self.book.digest[:12],
            "formats": [*FORMATS],
            "games": {name: named.title for name, named in self.vocabulary.named("game").items()},
            "files": [self._opened(path, shown[path], documents.get(path), source) for path in self._paths(source)],
        }

    def _opened(self, path: str, shown: str, document: Document | None, source: SourceDocuments) -> dict[str, object]:
        text, raw = source.texts.get(shown), b""
        try:
            raw = Path(path).read_bytes()
        except OSError:
            text = None
        same = text is not None and raw.removeprefix(_MARK) == text.encode("utf-8", "replace")
        digest = hashlib.sha256(raw).hexdigest()
        return {
            "name": self._name(path), "shown": shown, "text": text, "editable": same, "digest": digest,
            "format": document.format if document else "",
            "sheets": shown_sheets(raw) if document and document.format == "xlsx" else None,
        }  # fmt: skip

    def add(self, name: str, contents: bytes) -> Answer:
        """Put a dropped file into the filing. Its name is that of a file below the folder of dropped files."""
        path = PurePosixPath(name)
        plain = name and len(name) <= _LONGEST and name.isprintable() and not any(c in name for c in '\\:*?"<>|')
        if self.saved:
            return "this filing is on disk: start pitboss serve without a path to check dropped files"
        if not plain or path.is_absolute() or any(part.startswith(".") for part in path.parts) or name != str(path):
            return f"{name[:_LONGEST]!a} is no name for a file of a filing"
        if len(self.files()) >= USUAL.files:
            return f"more than {USUAL.files:,} files"
        target = Path(self.root, *path.parts)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            complete_files([(target, contents)])
        except OSError as error:
            return f"{name} cannot be kept: {error.strerror}"
        self._files = None
        return {"added": name}

    def start(self, game: str) -> Answer:
        """Begin a filing of a game from the template of `pitboss init`."""
        from pitboss.reports.starter_filing import starter

        if game not in self.vocabulary.named("game"):
            return "there is no such game"
        return self.add("filing.yaml", starter(self.vocabulary, game, self.book.clauses, self.catalog).encode())

    def remove(self, name: str) -> Answer:
        """Take a dropped file out of the filing."""
        path = self.files().get(name)
        if self.saved or path is None:
            return f"{name} was not dropped here"
        Path(path).unlink(missing_ok=True)
        self._files = None
        return {"removed": name}

    def save(self, asked: Asked, digests: object) -> Answer:
        """Replace files of the filing, all of which must be as the page read them: `digests` by name."""
        if not self.saved:
            return "there is no filing on disk: download the files"
        stated = digests if isinstance(digests, dict) else {}
        made: dict[str, bytes] = {}
        for path, text in asked.texts.items():
            name = self._name(path)
            try:
                raw = Path(path).read_bytes()
            except OSError as error:
                return f"{name} cannot be read, and nothing was saved: {error.strerror}"
            if hashlib.sha256(raw).hexdigest() != stated.get(name):
                return f"{name} was changed by another program since it was opened: nothing was saved; reload the page"
            made[path] = _MARK + text if raw.startswith(_MARK) else text
        try:
            complete_files(made.items())
        except OSError as error:
            return f"{self._name(str(error.filename))} cannot be written: {error.strerror}"
        return {"saved": {self._name(path): hashlib.sha256(contents).hexdigest() for path, contents in made.items()}}

    # ---- judging

    def check(self, asked: Asked) -> Answer:
        """The findings of `pitboss check`, with the order in which it lists them."""
        from pitboss.reports.formats import Context, render
        from pitboss.reports.serve_json import serve_json

        result = self._judged(asked)[0]
        return serve_json(result, render("json", result, Context())).encode()

    def _judged(self, asked: Asked, seen: bool = True) -> tuple[Result, SourceDocuments, dict[str, str]]:
        """The result with the unsaved texts and, if `seen`, with the answers of the worksheet."""
        texts, sheets = dict(asked.texts), list[str]()
        if seen and asked.answers:
            from pitboss.reports.csv_text import csv_text

            rows = [[row.get(column, "") for column in COLUMNS] for row in asked.answers]
            texts[os.path.abspath(_ANSWERED)] = csv_text([COLUMNS, *rows]).encode()
            sheets.append(_ANSWERED)
        result, source, problems, read = check_source(
            self.path, asked.as_of or self.as_of, None, sheets, self.book, self.vocabulary, texts
        )
        return replace(result, problems=problems), source, read

    def fixes(self, asked: Asked, fingerprint: str) -> Answer:
        """The fixes of a finding that are sound, with their differences and the texts that they make."""

        def recheck(unsaved: Mapping[str, bytes]) -> CheckedTexts:
            texts, as_of = {**asked.texts, **unsaved}, asked.as_of or self.as_of
            return check_texts(self.path, texts, self.book, self.vocabulary, as_of)

        before, found = recheck({}), dict[str, dict[str, object]]()
        finding = next((f for f in before.result.findings if f.fingerprint == fingerprint), None)
        for fix in fixes_of(before, finding, self.vocabulary) if finding else ():
            fixed = sound(before, (fix,), recheck) if fix.title not in found else None
            if fixed is not None:
                found[fix.title] = {
                    "title": fix.title, "safe": fix.safe, "diff": diff(before, fixed.texts), **self._made(before, fixed.texts),
                }  # fmt: skip
        return {"fixes": [*found.values()]}

    def _made(self, before: CheckedTexts, fixed: Mapping[str, bytes]) -> dict[str, object]:
        """The files that a fix changes, as the page keeps them."""
        workbooks = {os.path.abspath(d.path) for d in before.source.documents if d.format == "xlsx"}
        return {
            "texts": {self._name(path): raw.decode("utf-8-sig") for path, raw in fixed.items() if path not in workbooks},
            "books": {
                self._name(path): {"book": base64.b64encode(raw).decode(), "sheets": shown_sheets(raw)}
                for path, raw in fixed.items() if path in workbooks
            },
        }  # fmt: skip

    # ---- what a table may still offer

    def may(self, asked: Asked, table: str, game: str, facts: str) -> Answer:
        """The answers of `pitboss law may`, about a table of the filing or about a game with facts."""
        from pitboss.compiler.exclusion.known_facts import filed_facts, parse_fact
        from pitboss.compiler.exclusion.may import may
        from pitboss.compiler.model.catalog_entries import Literal
        from pitboss.reports.may_view import may_view

        day = self._day(asked)
        known, about = list[tuple[Literal, ...]](), facts
        if table:
            filing = load_filing(self.path, self.book, self.vocabulary, unsaved=asked.texts)[1]
            filed = next((t for t in filing.tables if t.number == table), None) if filing else None
            if filed is None:
                return f"table {table} is not in the filing, or cannot be read"
            game, about = filed.game, f"table {table}"
            known = list(dict.fromkeys(tuple(filed_facts(variant)) for variant in filed.variants))
        else:
            parsed = [parse_fact(self.catalog, game, word) for word in facts.split()]
            if wrong := [fact for fact in parsed if isinstance(fact, str)]:
                return wrong[0]
            known = [tuple(fact for fact in parsed if not isinstance(fact, str))]
        try:
            answers = [may(self.catalog, game, day, some) for some in known]
        except ModuleNotFoundError as error:
            if not (missing := missing_extra(error)):
                raise
            return missing
        return {"answers": [may_view(answer, about) for answer in answers if answer is not None]}

    def _day(self, asked: Asked) -> str:
        """The date of the question, else that of the filing, else the last one of the rulebook."""
        filing = load_filing(self.path, self.book, self.vocabulary, unsaved=asked.texts)[1]
        day = asked.as_of or self.as_of or (filing.effective if filing else None)
        if day and self.book.covers(day):
            return day
        return parse_as_of(None, self.book.begins, self.book.expires)[0]

    # ---- the floor, and the report

    def _account(self, asked: Asked, seen: bool) -> AuditData:
        result, source, texts = self._judged(asked, seen)
        as_of = asked.as_of or self.as_of
        command = f"pitboss serve{f' {self.path}' if self.saved else ''}"
        request = ReportRequest(command, "option" if as_of else "filing", None, __version__, folder_of(self.path))
        return account(result, self.book, self.vocabulary, self.catalog, texts, locator(source), request)

    def worksheet(self, asked: Asked) -> Answer:
        """The rows of the worksheet: what must be seen at each table."""
        from pitboss.reports.worksheet_rows import worksheet_rows

        return {"rows": [*worksheet_rows(self._account(asked, seen=False))]}

    def report(self, asked: Asked) -> Answer:
        """The report with the answers as observed, and the worksheet with the answers."""
        from pitboss.reports.audit_html import audit
        from pitboss.reports.worksheet_csv import worksheet

        data = self._account(asked, seen=True)
        if not data["filing"]["documents"]:
            return "no document could be read"
        answers = {row["id"]: (row["answer"], row["by"], row["on"], row["remark"]) for row in asked.answers}
        return {"audit.html": audit(data), _SHEET: worksheet(self._account(asked, seen=False), answers)}

    # ---- the editor

    def _texts(self, asked: Asked) -> FilingTexts:
        source = load_filing(self.path, self.book, self.vocabulary, unsaved=asked.texts)[0]
        texts = {self._name(os.path.abspath(name)): text for name, text in source.texts.items()}
        return FilingTexts(texts, LawOnDay(self.vocabulary, self.catalog, self._day(asked)), self._schema)

    def complete(self, asked: Asked, file: str, offset: int) -> Answer:
        """The words that may be written at an offset of a file."""
        texts = self._texts(asked)
        if file not in texts.texts or not 0 <= offset <= len(texts.texts[file]):
            return f"{file} has no such place"
        found = texts.complete(file, offset)
        choices = [{"word": c.word, "title": c.title, "kind": c.kind, "barred": c.barred} for c in found.choices]
        return {"start": found.start, "end": found.end, "choices": choices}

    def law(self, asked: Asked, file: str, offset: int) -> Answer:
        """What the law states about the word at an offset of a file, as Markdown."""
        texts = self._texts(asked)
        if file not in texts.texts or not 0 <= offset <= len(texts.texts[file]):
            return f"{file} has no such place"
        found = texts.hover(file, offset)
        return {"note": found[2] if found else ""}
