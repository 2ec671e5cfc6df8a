"""The language server: the protocol around `pitboss.editor`, with diagnostics of the checker and of the compiler.

A filing is checked as a whole, with the unsaved texts of its open files, as `pitboss check` does by the nearest configuration.
A rule file is parsed at every change; the whole rulebook is compiled when one is saved.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec

from pitboss import __version__
from pitboss.checker.findings.findings import FLOOR, Finding
from pitboss.checker.findings.result import Result
from pitboss.checker.read.file import FORMATS
from pitboss.checker.runtime.operations import APPROVED, FAIL, NEEDS, OPEN
from pitboss.commands.check import checked
from pitboss.commands.configuration import FILES, Configuration, Misconfigured, configure, find_configuration
from pitboss.commands.edited_law import EditedLaw
from pitboss.commands.fix import check_texts
from pitboss.compiler.model.catalog_entries import Catalog
from pitboss.editor.answers import Suggestions, Symbol, TextSpan
from pitboss.editor.filing_text import FilingTexts
from pitboss.editor.fixes import CheckedTexts, fixes_of, sound
from pitboss.editor.open_filing import filing_of
from pitboss.editor.rules_text import RuleTexts
from pitboss.grammar.declared_names import DeclaredName
from pitboss.grammar.diagnostics import Diagnostic, Place, Rejected
from pitboss.grammar.format import format_text
from pitboss.grammar.input_folders import files_below
from pitboss.grammar.parse import parse
from pitboss.rulebook import RULES

_SEVERITY: Final = {
    FAIL: lsp.DiagnosticSeverity.Error,
    OPEN: lsp.DiagnosticSeverity.Warning,
    NEEDS: lsp.DiagnosticSeverity.Warning,
    APPROVED: lsp.DiagnosticSeverity.Hint,
}
_SYMBOLS: Final = {
    "section": lsp.SymbolKind.Module, "pit": lsp.SymbolKind.Namespace, "table": lsp.SymbolKind.Object, "paytable": lsp.SymbolKind.Struct,
    "game": lsp.SymbolKind.Class, "clause": lsp.SymbolKind.Method, "name": lsp.SymbolKind.Variable,
}  # fmt: skip
_ITEMS: Final = {
    "key": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.Value,
    "offer": lsp.CompletionItemKind.EnumMember,
    "keyword": lsp.CompletionItemKind.Keyword,
}
_DELAY = 0.15  # seconds of silence before a filing is checked again
_WATCHED = (f"**/*{{{','.join(FORMATS)}}}", f"**/{{{','.join(FILES)}}}")
_NEAR = re.compile(r"did you mean '([^']+)'\?")
_MISSPELLED = re.compile(r"'([^']+)'")


@dataclass(slots=True)
class Options:
    """What the editor states: a date, other rules, and whether items for the floor are shown. It prevails over `pitboss.toml`."""

    as_of: str | None = None
    rules: tuple[Path, ...] = ()
    floor: bool = False

    @classmethod
    def of(cls, stated: object) -> Options:
        """The options of `initializationOptions`; what does not fit is ignored, as a configuration of another version would be."""
        known = stated if isinstance(stated, dict) else {}
        as_of, rules = known.get("asOf"), known.get("rules")
        folders = tuple(Path(str(one)) for one in rules) if isinstance(rules, list) else ()
        return cls(as_of if isinstance(as_of, str) else None, folders, known.get("floor") is True)


@dataclass(frozen=True, slots=True)
class OpenFiling:
    """The absolute paths of a filing, and the folder from which its configuration is looked for."""

    paths: tuple[str, ...]
    folder: str


@dataclass(slots=True)
class Session:
    """What was loaded, and what was published: the files of each filing or rulebook that have diagnostics."""

    options: Options = field(default_factory=Options)
    laws: dict[tuple[str, ...], EditedLaw | Rejected] = field(default_factory=dict)  # by folders of rules
    catalogs: dict[Path, Catalog] = field(
        default_factory=dict
    )  # of each rulebook that is edited, as it was last saved without a fault
    days: dict[OpenFiling, str] = field(default_factory=dict)
    texts: dict[OpenFiling, dict[str, str]] = field(default_factory=dict)  # by absolute path
    published: dict[OpenFiling | Path, set[str]] = field(default_factory=dict)
    pending: dict[OpenFiling, asyncio.TimerHandle] = field(default_factory=dict)
    rule_names: dict[str, tuple[str, tuple[DeclaredName, ...]]] = field(default_factory=dict)


class PitbossServer(LanguageServer):
    """A server of one editor."""

    def __init__(self) -> None:
        super().__init__("pitboss", __version__)
        self.session = Session()
        _register(self)

    # ---- filings and rulebooks

    def filing(self, file: Path) -> OpenFiling | None:
        """The filing that a file belongs to; None if it is of no filing."""
        try:
            configuration = find_configuration(str(file.parent))
        except Misconfigured:  # a check of the filing reports it
            configuration = Configuration()
        piped = "-" in configuration.paths  # what a command reads from standard input is no file
        configured = tuple(map(os.path.abspath, () if piped else configuration.paths))
        paths = filing_of(file, self.roots(), configured, self.unsaved())
        if paths is None:
            return self._referring(str(file))
        if paths == configured:
            return OpenFiling(paths, configuration.folder)
        return OpenFiling(paths, paths[0] if os.path.isdir(paths[0]) else os.path.dirname(paths[0]))

    def _referring(self, name: str) -> OpenFiling | None:
        """The filing, of files and no folder, that names another file as a list of tables."""
        filings = (filing for filing, texts in self.session.texts.items() if name in texts and name not in filing.paths)
        return next((filing for filing in filings if not any(map(os.path.isdir, filing.paths))), None)

    def arguments(self, filing: OpenFiling) -> argparse.Namespace | str:
        """The arguments of `pitboss check`, from the options of the editor and the configuration; or an error message."""
        options = self.session.options
        arguments = argparse.Namespace(
            paths=filing.paths, as_of=options.as_of, rules=[*map(str, options.rules)], fail_on=None, no_config=False,
            previous=None, inspection=[], baseline=None, format=[], ignore=[], select=[],
        )  # fmt: skip
        return configure(arguments, filing.folder) or arguments

    def law(self, folders: Iterable[str] = ()) -> EditedLaw:
        """The rulebook of this package, or of folders of rules. Raises `Rejected`."""
        named = tuple(map(os.path.abspath, folders))
        if named not in self.session.laws:
            try:
                self.session.laws[named] = EditedLaw(tuple(map(Path, named)))
            except Rejected as rejected:
                self.session.laws[named] = rejected
        law = self.session.laws[named]
        if isinstance(law, Rejected):
            raise law
        return law

    def law_of(self, filing: OpenFiling) -> EditedLaw:
        """The rulebook that a filing is checked by."""
        arguments = self.arguments(filing)
        return self.law(() if isinstance(arguments, str) else arguments.rules)

    def roots(self) -> tuple[Path, ...]:
        """The folders that the editor has opened."""
        found = [to_fs_path(folder.uri) for folder in self.workspace.folders.values()]
        found += [self.workspace.root_path] if self.workspace.root_path else []
        return tuple(Path(one) for one in dict.fromkeys(found) if one)

    # ---- texts

    def unsaved(self) -> dict[str, bytes]:
        """The texts of the open files by absolute path."""
        return {str(path_of(uri)): doc.source.encode() for uri, doc in self.workspace.text_documents.items()}

    def text(self, path: str) -> str:
        """The text of a file, as the editor has it."""
        uri = from_fs_path(path) or ""
        if uri in self.workspace.text_documents:
            source: str = self.workspace.text_documents[uri].source
            return source
        return Path(path).read_text(encoding="utf-8", errors="replace")

    def filing_texts(self, file: Path) -> FilingTexts | None:
        """The texts of the filing that a file belongs to; None if it is of no filing."""
        filing = self.filing(file)
        if filing is None:
            return None
        names = [name for name in self.session.texts.get(filing, {}) if Path(name).exists()]
        texts = {name: self.text(name) for name in dict.fromkeys((*names, str(file)))}
        law = self.law_of(filing)
        return FilingTexts(texts, law.on(self.session.days.get(filing, "")), law.schema, law.offers)

    def texts(self, file: Path) -> FilingTexts | RuleTexts | None:
        """The texts that a file belongs to; None if the server does not know what it is."""
        return self.rule_texts(file) if file.suffix == ".rules" else self.filing_texts(file)

    def rule_texts(self, file: Path) -> RuleTexts:
        """The texts of the rule files around a file."""
        folder = _rules_folder(file, self.roots())
        files = [str(path) for path in files_below(folder, ".rules")] if folder else []
        texts = {name: self.text(name) for name in dict.fromkeys((*files, str(file)))}
        catalog = self.session.catalogs.get(folder) if folder else None
        if catalog is None and folder == Path(RULES).resolve():
            catalog = self.law().catalog
        return RuleTexts(texts, catalog, self.session.rule_names)

    # ---- diagnostics

    def schedule(self, uri: str) -> None:
        """Check again after a moment without changes."""
        path = path_of(uri)
        if path.suffix == ".rules":
            self.publish(path, [_fault(self, p, path) for p in parse(self.text(str(path)), str(path)).problems])
            return
        filing = self.filing(path)
        if filing is None:
            if any(str(path) in names for names in self.session.published.values()):
                self.publish(path, [])
            return
        self.schedule_filing(filing)

    def schedule_filing(self, filing: OpenFiling) -> None:
        """Check a filing after a moment in which nobody asks for it again."""
        if handle := self.session.pending.pop(filing, None):
            handle.cancel()
        self.session.pending[filing] = asyncio.get_running_loop().call_later(_DELAY, self.check, filing)

    def refresh(self) -> None:
        """Check every filing again, since a configuration or a rulebook changed, by which a file may be of another filing."""
        for filing in [owner for owner in self.session.published if isinstance(owner, OpenFiling)]:
            if self.is_current(filing):
                self.schedule_filing(filing)
                continue
            self.session.texts.pop(filing, None)
            for name in self.session.published.pop(filing):
                if other := self.filing(Path(name)):
                    self.schedule_filing(other)
                else:
                    self.publish(Path(name), [])
        for uri in [*self.workspace.text_documents]:
            if path_of(uri).suffix != ".rules":
                self.schedule(uri)

    def check(self, filing: OpenFiling) -> None:
        """Check a filing with its unsaved texts, and publish the findings by file."""
        self.session.pending.pop(filing, None)
        judged = self.judge(filing)
        if isinstance(judged, str):
            fault = lsp.Diagnostic(_START, judged, lsp.DiagnosticSeverity.Error, source="pitboss")
            opened = [path_of(uri) for uri in self.workspace.text_documents]
            self.replace_published(filing, {str(path): [fault] for path in opened if self.filing(path) == filing})
            return
        result, files = judged
        first = next(iter(files.values()), Path(filing.paths[0]))
        by_file: dict[str, list[lsp.Diagnostic]] = {str(path): [] for path in files.values()}
        for problem in result.problems:
            path = _absolute(problem.place.file, files, first)
            by_file.setdefault(str(path), []).append(_fault(self, problem, path))
        for finding in result.findings:
            if self.session.options.floor or finding.counts_as != FLOOR:
                place = result.places.get(finding.path)
                path = _absolute(place.file if place else "", files, first)
                by_file.setdefault(str(path), []).append(_finding(self, finding, result, files, first))
        self.replace_published(filing, by_file)
        if not all(self.is_current(owner) for owner in self.session.published if isinstance(owner, OpenFiling)):
            self.refresh()

    def is_current(self, filing: OpenFiling) -> bool:
        """Whether one of the files that have diagnostics or are open still belongs to a filing."""
        files = [*map(Path, sorted(self.session.published[filing])), *map(path_of, self.workspace.text_documents)]
        return any(self.filing(file) == filing for file in files)

    def judge(self, filing: OpenFiling) -> tuple[Result, dict[str, Path]] | str:
        """The result of `pitboss check` and the files by the names that it uses; or an error message."""
        arguments = self.arguments(filing)
        if isinstance(arguments, str):
            return arguments
        try:
            law = self.law(arguments.rules)
        except Rejected as rejected:
            fault = rejected.diagnostics[0]
            return f"the rulebook cannot be compiled: {fault.place}: {fault.code} {fault.message}"
        judged = checked(arguments, law.book, law.vocabulary, self.unsaved())
        if isinstance(judged, str):
            return judged
        result, source, texts = judged
        files = {d.name: Path(os.path.abspath(d.path)) for d in source.documents}
        self.session.texts[filing] = {str(files.get(name, Path(name).absolute())): texts[name] for name in texts}
        self.session.days[filing] = result.as_of
        return result, files

    def fixes(self, path: Path, wanted: Mapping[str, lsp.Diagnostic]) -> list[lsp.CodeAction]:
        """The sound fixes of the findings that diagnostics show, by fingerprint."""
        filing, unsaved = self.filing(path), self.unsaved()
        arguments = self.arguments(filing) if filing else ""
        if filing is None or isinstance(arguments, str):
            return []
        law, as_of = self.law(arguments.rules), arguments.as_of

        def recheck(texts: Mapping[str, bytes]) -> CheckedTexts:
            return check_texts(arguments.path, {**unsaved, **texts}, law.book, law.vocabulary, as_of)

        before, found = recheck({}), list[lsp.CodeAction]()
        for finding in before.result.findings:
            if finding.fingerprint not in wanted:
                continue
            titles = set[str]()
            for fix in fixes_of(before, finding, law.vocabulary):
                names = {d.name: os.path.abspath(d.path) for d in before.source.documents}
                if fix.title in titles or not fix.edits.keys() <= names.keys() or not sound(before, (fix,), recheck):
                    continue
                titles.add(fix.title)
                edits = [
                    (TextSpan(names[name], start, end), new)
                    for name, some in fix.edits.items()
                    for start, end, new in some
                ]
                found.append(
                    lsp.CodeAction(
                        fix.title[:1].upper() + fix.title[1:], lsp.CodeActionKind.QuickFix, [wanted[finding.fingerprint]],
                        is_preferred=fix.safe or None, edit=workspace_edit(self, edits),
                    )
                )  # fmt: skip
        return found

    def check_rules(self, file: Path) -> None:
        """Compile the whole rulebook of a saved rule file, and publish its faults by file."""
        from pitboss.compiler.build import core_rulebook
        from pitboss.compiler.emit.catalog import catalog

        folder = _rules_folder(file, self.roots())
        if folder is None:
            return
        try:
            self.session.catalogs[folder] = catalog(core_rulebook(folder))
            faults: tuple[Diagnostic, ...] = ()
        except Rejected as rejected:
            faults = rejected.diagnostics
        by_file: dict[str, list[lsp.Diagnostic]] = {str(file): []}
        for fault in faults:
            path = folder.parent / fault.place.file  # as `read_corpus` names it
            by_file.setdefault(str(path), []).append(_fault(self, fault, path))
        self.replace_published(folder, by_file)
        stale = [folders for folders in self.session.laws if any(map(file.is_relative_to, folders))]
        for folders in stale:
            del self.session.laws[folders]
        if stale:
            self.refresh()

    def replace_published(self, owner: OpenFiling | Path, by_file: Mapping[str, list[lsp.Diagnostic]]) -> None:
        """Publish the diagnostics of a filing or a rulebook by file, in place of those before."""
        for gone in self.session.published.get(owner, set()) - by_file.keys():
            self.publish(Path(gone), [])
        self.session.published[owner] = set(by_file)
        for name, diagnostics in by_file.items():
            self.publish(Path(name), diagnostics)

    def publish(self, path: Path, diagnostics: list[lsp.Diagnostic]) -> None:
        """Send the diagnostics of a file to the editor, with the version of its text if it is open."""
        uri = from_fs_path(str(path)) or ""
        opened = self.workspace.text_documents.get(uri)
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, diagnostics, opened.version if opened else None)
        )

    # ---- places

    def position(self, text: str, offset: int) -> lsp.Position:
        """The position of an offset in the editor's units."""
        line = text.count("\n", 0, offset)
        before = text[text.rfind("\n", 0, offset) + 1 : offset]
        return lsp.Position(line, self._codec().client_num_units(before))

    def range(self, text: str, start: int, end: int) -> lsp.Range:
        """The range of a part of a text."""
        return lsp.Range(self.position(text, start), self.position(text, end))

    def offset(self, uri: str, position: lsp.Position) -> int:
        """The offset of the editor's position."""
        document = self.workspace.get_text_document(uri)
        return document.offset_at_position(position)

    def location(self, span: TextSpan) -> lsp.Location:
        """A part of a file."""
        return lsp.Location(from_fs_path(span.file) or "", self.range(self.text(span.file), span.start, span.end))

    def place_range(self, path: Path, place: Place) -> lsp.Range:
        """The range of a place that a diagnostic names, to the end of its word or line."""
        try:
            lines = self.text(str(path)).split("\n")
        except OSError:
            lines = []
        line = lines[place.line - 1] if 0 < place.line <= len(lines) else ""
        start = min(max(place.column - 1, 0), len(line))
        end = min(place.end - 1, len(line)) if place.end else len(line.rstrip())
        units = self._codec().client_num_units
        return lsp.Range(
            lsp.Position(max(place.line - 1, 0), units(line[:start])),
            lsp.Position(max(place.line - 1, 0), units(line[: max(end, start)])),
        )

    def _codec(self) -> PositionCodec:
        return self.workspace.position_codec


def path_of(uri: str) -> Path:
    """The absolute path of a file that the editor names."""
    path = to_fs_path(uri)
    if path is None:
        raise JsonRpcInvalidParams(f"{uri} is not a file")
    return Path(os.path.abspath(path))


def _absolute(name: str, files: Mapping[str, Path], first: Path) -> Path:
    """The path of a file that a place names; the first file of the filing if the place is no file."""
    named = files.get(name) or Path(os.path.abspath(name))
    return named if name and named.is_file() else first


def _rules_folder(file: Path, roots: tuple[Path, ...]) -> Path | None:
    """The rulebook around a rule file: the highest folder, no higher than the opened ones, whose rule files lie in it or one below."""
    found, folder = None, file.parent
    while True:
        if any(folder.glob("*.rules")) or any(folder.glob("*/*.rules")):
            found = folder
        if folder in roots or folder.parent == folder or not roots:
            return found
        folder = folder.parent


def _fault(server: PitbossServer, problem: Diagnostic, path: Path) -> lsp.Diagnostic:
    message = f"{problem.message}\n{problem.help}" if problem.help else problem.message
    return lsp.Diagnostic(
        server.place_range(path, problem.place) if path.is_file() else _START,
        message,
        lsp.DiagnosticSeverity.Error,
        problem.code,
        source="pitboss",
    )


def _corrected(server: PitbossServer, path: Path, fault: lsp.Diagnostic) -> lsp.CodeAction | None:
    """The edit that corrects a misspelled word, where the message of a fault proposes one and its range has the word once."""
    text, (message, *_) = server.text(str(path)), fault.message.split("\n")
    near, misspelled = _NEAR.search(fault.message), _MISSPELLED.findall(message)
    if not near or not misspelled:
        return None
    uri = from_fs_path(str(path)) or ""
    start, end = server.offset(uri, fault.range.start), server.offset(uri, fault.range.end)
    found = [m.start() for m in re.finditer(rf"(?<!\w){re.escape(misspelled[-1])}(?!\w)", text[start:end])]
    if len(found) != 1:
        return None
    span = TextSpan(str(path), start + found[0], start + found[0] + len(misspelled[-1]))
    edit = workspace_edit(server, [(span, near[1])])
    return lsp.CodeAction(f"Write {near[1]}", lsp.CodeActionKind.QuickFix, [fault], is_preferred=True, edit=edit)


_START = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))


def _finding(
    server: PitbossServer, f: Finding, result: Result, files: Mapping[str, Path], first: Path
) -> lsp.Diagnostic:
    place = result.places.get(f.path)
    severity = _SEVERITY[f.verdict] if f.counts_as != FLOOR else lsp.DiagnosticSeverity.Hint
    lines = [f.notice, *([f.law] if f.law else []), *([f"Cure: {f.cure}."] if f.cure else [])]
    if result.standing(f) != "new":
        severity, lines = lsp.DiagnosticSeverity.Information, [*lines, "In the baseline."]
    if rule := result.ignored.get(f.fingerprint):
        severity, lines = lsp.DiagnosticSeverity.Information, [*lines, f"Ignored until {rule.until}: {rule.reason}"]
    related = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(from_fs_path(str(where)) or "", server.place_range(where, other)), what
        )
        for what, path in f.related
        if (other := result.places.get(path)) and (where := _absolute(other.file, files, first))
    ]
    return lsp.Diagnostic(
        server.place_range(_absolute(place.file, files, first), place) if place else _START,
        "\n".join(lines),
        severity,
        f"{f.verdict} {', '.join(f.provisions)}",
        source="pitboss",
        related_information=related or None,
        data=f.fingerprint,
    )


def _register(server: PitbossServer) -> None:
    """Connect the requests of the protocol."""

    @server.feature(lsp.INITIALIZE)
    def initialize(ls: PitbossServer, params: lsp.InitializeParams) -> None:
        ls.session.options = Options.of(params.initialization_options)

    @server.feature(lsp.INITIALIZED)
    def initialized(ls: PitbossServer, params: lsp.InitializedParams) -> None:
        """Ask for changes of files that are not open: a spreadsheet program or git writes them."""
        workspace = ls.client_capabilities.workspace
        if workspace and workspace.did_change_watched_files and workspace.did_change_watched_files.dynamic_registration:
            watched = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(each) for each in _WATCHED])
            wanted = lsp.Registration("watched", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, watched)
            ls.client_register_capability(lsp.RegistrationParams([wanted]))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed_on_disk(ls: PitbossServer, params: lsp.DidChangeWatchedFilesParams) -> None:
        """Check the filings again of which a file changed, if one of their files was opened."""
        for change in params.changes:
            path = path_of(change.uri)
            if path.name in FILES:
                ls.refresh()
            elif ls.filing(path) in ls.session.published:
                ls.schedule(change.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: PitbossServer, params: lsp.DidOpenTextDocumentParams) -> None:
        ls.schedule(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: PitbossServer, params: lsp.DidChangeTextDocumentParams) -> None:
        ls.schedule(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: PitbossServer, params: lsp.DidSaveTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path.suffix == ".rules":
            ls.check_rules(path)
        else:
            ls.schedule(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: PitbossServer, params: lsp.DidCloseTextDocumentParams) -> None:
        ls.schedule(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "[", "{", ",", "\n"]))
    def complete(ls: PitbossServer, params: lsp.CompletionParams) -> lsp.CompletionList | None:
        path, offset = path_of(params.text_document.uri), ls.offset(params.text_document.uri, params.position)
        texts = ls.texts(path)
        return _items(ls, ls.text(str(path)), texts.complete(str(path), offset)) if texts else None

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(ls: PitbossServer, params: lsp.HoverParams) -> lsp.Hover | None:
        path, offset = path_of(params.text_document.uri), ls.offset(params.text_document.uri, params.position)
        texts = ls.texts(path)
        found = texts.hover(str(path), offset) if texts else None
        if found is None:
            return None
        start, end, note = found
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, note), ls.range(ls.text(str(path)), start, end))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(ls: PitbossServer, params: lsp.DefinitionParams) -> list[lsp.Location]:
        path, offset = path_of(params.text_document.uri), ls.offset(params.text_document.uri, params.position)
        if path.suffix == ".rules":
            return [ls.location(span) for span in ls.rule_texts(path).definition(str(path), offset)]
        filing, texts = ls.filing(path), ls.filing_texts(path)
        if filing is None or texts is None:
            return []
        found: list[TextSpan] = []
        for one in texts.definition(str(path), offset):
            found += [one] if isinstance(one, TextSpan) else _declared(ls, ls.law_of(filing), one)
        return [ls.location(span) for span in found]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(ls: PitbossServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
        path, offset = path_of(params.text_document.uri), ls.offset(params.text_document.uri, params.position)
        if path.suffix == ".rules":
            return [ls.location(span) for span in ls.rule_texts(path).references(str(path), offset)]
        texts = ls.filing_texts(path)
        sheet = texts.paytable_at(str(path), offset) if texts else None
        return [ls.location(span) for span in texts.occurrences(sheet[0])] if texts and sheet else []

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(ls: PitbossServer, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        path, offset = path_of(params.text_document.uri), ls.offset(params.text_document.uri, params.position)
        texts = ls.filing_texts(path)
        sheet = texts.paytable_at(str(path), offset) if texts else None
        return ls.range(ls.text(str(path)), sheet[1].start, sheet[1].end) if sheet else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(ls: PitbossServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        path, offset = path_of(params.text_document.uri), ls.offset(params.text_document.uri, params.position)
        texts = ls.filing_texts(path)
        sheet = texts.paytable_at(str(path), offset) if texts else None
        if texts is None or sheet is None:
            return None
        if not params.new_name.strip():
            raise JsonRpcInvalidParams("a paytable needs a name")
        if params.new_name in texts.paytables():
            raise JsonRpcInvalidParams(f"another paytable is named {params.new_name}")
        return workspace_edit(ls, texts.rename(sheet[0], params.new_name))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(ls: PitbossServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        path = path_of(params.text_document.uri)
        texts = ls.texts(path)
        return [_symbol(ls, ls.text(str(path)), one) for one in texts.outline(str(path))] if texts else []

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def actions(ls: PitbossServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        path = path_of(params.text_document.uri)
        wanted = {d.data: d for d in params.context.diagnostics if isinstance(d.data, str)}
        found = [fix for d in params.context.diagnostics if not d.data and (fix := _corrected(ls, path, d))]
        return found + (ls.fixes(path, wanted) if wanted else [])

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def format(ls: PitbossServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        path = path_of(params.text_document.uri)
        if path.suffix != ".rules":
            return None
        text = ls.text(str(path))
        try:
            made = format_text(text, str(path))
        except Rejected:
            return None
        return [lsp.TextEdit(ls.range(text, 0, len(text)), made)] if made != text else []


def workspace_edit(ls: PitbossServer, edits: Iterable[tuple[TextSpan, str]]) -> lsp.WorkspaceEdit:
    """Edits by file."""
    changes: dict[str, list[lsp.TextEdit]] = {}
    for span, text in edits:
        where = ls.location(span)
        changes.setdefault(where.uri, []).append(lsp.TextEdit(where.range, text))
    return lsp.WorkspaceEdit(changes=changes)


def _declared(ls: PitbossServer, law: EditedLaw, name: str) -> list[TextSpan]:
    """Where the rules declare a name that a filing states."""
    folders = law.folders or (Path(RULES).resolve(),)
    files = [str(path) for folder in folders for path in files_below(folder, ".rules")]
    return list(RuleTexts({file: ls.text(file) for file in files}, None, ls.session.rule_names).named(name))


def _items(ls: PitbossServer, text: str, found: Suggestions) -> lsp.CompletionList:
    over = ls.range(text, found.start, found.end)
    items: list[lsp.CompletionItem] = []
    for choice in found.choices:
        note = f"**Not here:** {choice.barred}\n\n{choice.note}" if choice.barred else choice.note
        items.append(
            lsp.CompletionItem(
                choice.word,
                kind=_ITEMS.get(choice.kind, lsp.CompletionItemKind.Value),
                detail=choice.title,
                documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, note) if note else None,
                text_edit=lsp.TextEdit(over, choice.word + (": " if choice.kind == "key" else "")),
                sort_text=f"{int(bool(choice.barred))}{len(items):04}",
                tags=[lsp.CompletionItemTag.Deprecated] if choice.barred else None,
            )
        )
    return lsp.CompletionList(is_incomplete=False, items=items)


def _symbol(ls: PitbossServer, text: str, one: Symbol) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        one.name or "-",
        _SYMBOLS[one.kind],
        ls.range(text, one.start, one.end),
        ls.range(text, one.name_start, one.name_end),
        one.detail or None,
        children=[_symbol(ls, text, below) for below in one.inside] or None,
    )
