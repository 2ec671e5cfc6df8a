"""A scripted editor speaks to `pitboss lsp`: it opens a filing and a rule file, types, asks, and renames."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

MADEUP = Path(__file__).parents[1] / "madeup"
FILING = """\
submission:
  id: 7
  licensee: The Lantern
  effective: 2007-06-01
  certifications:
  - {by: A. Person, role: casino manager, on: 2007-05-01}
paytables:
  long run: {wager: streak, payouts: {2: 3 to 1, 3: 7 to 1, 4: 17 to 1, 5: 37 to 1}}
pits:
- name: A
  tables:
  - number: 101
    game: blackjack
    decks: 8
    wagers:
    - blackjack_wager
    - {wager: streak, paytable: long run}
    - {wager: insurance, paytable: long run}
    options:
      shared_boxes: {players_per_box: 4}
"""

RULES = """\
section 1:1-1.1 "Tiles"
(a)  game slabs "Slabs"
(b)  field lamps of table count "lamps"
     lamps is at least 6
"""


class Editor:
    """A client that keeps the latest diagnostics of each file."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.client = LanguageClient("editor", "1")
        self.found: dict[str, tuple[int | None, list[lsp.Diagnostic]]] = {}
        self.published = asyncio.Event()
        self.folder, self.versions = folder, dict[str, int]()

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: lsp.PublishDiagnosticsParams) -> None:
            self.found[params.uri] = params.version, list(params.diagnostics)
            self.published.set()

        self.run(self._start())

    def run(self, what: Awaitable[Any]) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(what, 60))

    async def _start(self) -> None:
        await self.client.start_io(sys.executable, "-m", "pitboss", "lsp")
        await self.client.initialize_async(
            lsp.InitializeParams(
                lsp.ClientCapabilities(),
                workspace_folders=[lsp.WorkspaceFolder(self.folder.as_uri(), "lantern")],
            )
        )
        self.client.initialized(lsp.InitializedParams())

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> list[lsp.Diagnostic]:
        text = (self.folder / name).read_text() if text is None else text
        item = lsp.TextDocumentItem(self.uri(name), "yaml", 1, text)
        return self.after(name, lambda: self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item)))

    def change(self, name: str, text: str) -> None:
        """Type without waiting for what the server finds: requests are answered in their order."""
        version = self.versions[name] = self.versions.get(name, 1) + 1
        document = lsp.VersionedTextDocumentIdentifier(version, self.uri(name))
        change = lsp.DidChangeTextDocumentParams(document, [lsp.TextDocumentContentChangeWholeDocument(text)])
        self.client.text_document_did_change(change)

    def type(self, name: str, text: str) -> list[lsp.Diagnostic]:
        return self.after(name, lambda: self.change(name, text))

    def after(self, name: str, act: Callable[[], None]) -> list[lsp.Diagnostic]:
        self.found.pop(self.uri(name), None)

        async def wait() -> None:
            act()
            while self.found.get(self.uri(name), (0, []))[0] != self.versions.get(name, 1):
                self.published.clear()
                await self.published.wait()

        self.run(wait())
        return self.found[self.uri(name)][1]

    def at(self, name: str, line: int, character: int) -> dict[str, Any]:
        return {"text_document": lsp.TextDocumentIdentifier(self.uri(name)), "position": lsp.Position(line, character)}

    def completed(self, name: str, line: int, character: int) -> dict[str, lsp.CompletionItem]:
        found = self.run(self.client.text_document_completion_async(lsp.CompletionParams(**self.at(name, line, character))))
        return {item.label: item for item in found.items}

    def hovered(self, name: str, line: int, character: int) -> str:
        found = self.run(self.client.text_document_hover_async(lsp.HoverParams(**self.at(name, line, character))))
        return found.contents.value if found else ""

    def defined(self, name: str, line: int, character: int) -> list[tuple[str, int]]:
        ask = lsp.DefinitionParams(**self.at(name, line, character))
        found = self.run(self.client.text_document_definition_async(ask))
        return [(one.uri.rpartition("/")[2], one.range.start.line) for one in found]

    def close(self) -> None:
        self.run(self.client.shutdown_async(None))
        self.client.exit(None)
        self.run(self.client.stop())


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("lantern")
    (folder / "filing.yaml").write_text(FILING)
    shutil.copytree(MADEUP / "words", folder / "words")
    shutil.copytree(MADEUP / "rules", folder / "rules")
    (folder / "tiles.rules").write_text(RULES)
    one = Editor(folder)
    one.open("filing.yaml")
    yield one
    one.close()


def line_of(text: str, part: str) -> tuple[int, int]:
    before = text[: text.index(part)]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def diagnostic(found: list[lsp.Diagnostic], code: str) -> lsp.Diagnostic:
    (one,) = [each for each in found if each.code == code]
    return one


def test_a_breach_is_underlined_where_it_is_written(editor: Editor) -> None:
    found = diagnostic(editor.type("filing.yaml", FILING), "fail 19:47-2.13(a)")
    line, start = line_of(FILING, "4}\n")
    assert found.range == lsp.Range(lsp.Position(line, start), lsp.Position(line, start + 1))
    assert found.severity == lsp.DiagnosticSeverity.Error
    assert found.message.endswith("Cure: set the players to a box of box sharing to between 1 and 3.")


def test_what_is_typed_is_checked_before_it_is_saved(editor: Editor) -> None:
    codes = [one.code for one in editor.type("filing.yaml", FILING.replace("players_per_box: 4", "players_per_box: 3"))]
    assert "fail 19:47-2.13(a)" not in codes
    broken = editor.type("filing.yaml", FILING.replace("decks: 8", "decks: eight"))
    line, start = line_of(FILING, "8\n")
    assert [(one.code, one.range.start) for one in broken if one.code == "E205"] == [("E205", lsp.Position(line, start))]
    assert diagnostic(editor.type("filing.yaml", FILING), "fail 19:47-2.13(a)")


@pytest.mark.parametrize(
    ("old", "new", "offered", "not_offered"),
    [
        ("    - blackjack_wager\n", "    - blackjack_wager\n    - s@\n", "sevens", "roulette_red"),
        ("    - blackjack_wager\n", "    - blackjack_wager\n    - s@\n", "same_suit", "streak"),  # it is there already
        ("game: blackjack", "game: @", "roulette", "streak"),
        ("decks: 8\n", "decks: 8\n    dealer_draws: @\n", "hits_soft_17", "face_up"),
        ("decks: 8\n", "decks: 8\n    @\n", "equipment", "decks"),
        ("{wager: insurance, paytable: long run}", "{wager: streak, paytable: @}", "long run", "streak"),
        ("5: 37 to 1}}", "@: 37 to 1}}", "5", "2"),
        ("  id: 7\n", "  id: 7\n  @\n", "supersedes", "id"),
    ],
)
def test_completion_knows_the_game_and_what_is_there(editor: Editor, old: str, new: str, offered: str, not_offered: str) -> None:
    text = FILING.replace(old, new)
    editor.change("filing.yaml", text.replace("@", ""))
    found = editor.completed("filing.yaml", *line_of(text, "@"))
    editor.change("filing.yaml", FILING)
    assert offered in found and not_offered not in found


def test_what_the_law_bars_beside_what_is_there_is_offered_last_with_the_reason(editor: Editor) -> None:
    text = FILING.replace("shared_boxes: {players_per_box: 4}", "@")
    editor.change("filing.yaml", text.replace("@", ""))
    found = editor.completed("filing.yaml", *line_of(text, "@"))
    editor.change("filing.yaml", FILING)
    barred = found["multiple_action"]
    assert barred.documentation.value.startswith("**Not here:** ") and "(19:47-2.18(a))" in barred.documentation.value
    assert list(barred.tags) == [lsp.CompletionItemTag.Deprecated] and not found["surrender"].tags
    assert barred.sort_text > found["surrender"].sort_text


def test_hover_states_the_law_and_since_when(editor: Editor) -> None:
    line, column = line_of(FILING, "players_per_box")
    note = editor.hovered("filing.yaml", line, column + 2)
    assert note.startswith("**Players to a box** (19:47-2.13(a))")
    assert "19:47-2.13(a): The players to a box of box sharing must be between 1 and 3. *(since 1978-06-02)*" in note
    line, column = line_of(FILING, "paytable: long run}\n    - {wager: insurance")
    assert "17 to 1" in editor.hovered("filing.yaml", line, column + len("paytable: l"))


def test_definitions_lead_to_the_paytable_and_to_the_rule(editor: Editor) -> None:
    line, column = line_of(FILING, "long run}\n    options")
    assert editor.defined("filing.yaml", line, column + 1) == [("filing.yaml", line_of(FILING, "long run: {")[0])]
    line, column = line_of(FILING, "streak, paytable")
    assert [file for file, _ in editor.defined("filing.yaml", line, column + 1)] == ["19-47-2.22.rules"]


def test_a_finding_offers_the_fixes_that_keep_their_promise(editor: Editor) -> None:
    found = diagnostic(editor.type("filing.yaml", FILING), "fail 19:47-2.13(a)")
    context = lsp.CodeActionContext([found])
    ask = lsp.CodeActionParams(lsp.TextDocumentIdentifier(editor.uri("filing.yaml")), found.range, context)
    actions = editor.run(editor.client.text_document_code_action_async(ask))
    assert [one.title for one in actions] == [
        "Set the players to a box of box sharing to 3",
        "Set the players to a box of box sharing to 1",
    ]
    ((uri, (edit,)),) = actions[0].edit.changes.items()
    assert (uri, edit.range, edit.new_text) == (editor.uri("filing.yaml"), found.range, "3")


def test_a_paytable_is_renamed_wherever_it_is_used(editor: Editor) -> None:
    line, column = line_of(FILING, "long run: {")
    ask = lsp.RenameParams(**editor.at("filing.yaml", line, column + 1), new_name="35: red")
    edit = editor.run(editor.client.text_document_rename_async(ask))
    edits = edit.changes[editor.uri("filing.yaml")]
    assert sorted(one.range.start.line for one in edits) == [7, 16, 17]
    assert {one.new_text for one in edits} == {'"35: red"'}


def test_the_outline_has_pits_tables_and_paytables(editor: Editor) -> None:
    ask = lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(editor.uri("filing.yaml")))
    found = {one.name: one for one in editor.run(editor.client.text_document_document_symbol_async(ask))}
    assert [one.name for one in found["paytables"].children] == ["long run"]
    assert [(one.name, [t.name for t in one.children]) for one in found["pits"].children] == [("A", ["Table 101"])]


def test_rules_are_parsed_formatted_and_explored(editor: Editor) -> None:
    text = (editor.folder / "tiles.rules").read_text()
    assert editor.open("tiles.rules") == []
    (fault,) = editor.type("tiles.rules", text.replace("is at least", "is at lest"))
    assert (fault.code[0], fault.range.start.line) == ("R", 3)
    editor.type("tiles.rules", text)
    line, column = line_of(text, "lamps is")
    assert editor.hovered("tiles.rules", line, column) == "**lamps**, field: lamps  \n1:1-1.1(b)"
    assert editor.defined("tiles.rules", line, column) == [("tiles.rules", 2)]
    references = lsp.ReferenceParams(**editor.at("tiles.rules", line, column), context=lsp.ReferenceContext(True))
    assert [one.range.start.line for one in editor.run(editor.client.text_document_references_async(references))] == [2, 3]
    document = lsp.TextDocumentIdentifier(editor.uri("tiles.rules"))
    options = lsp.FormattingOptions(2, True)
    (edit,) = editor.run(
        editor.client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))
    )
    assert edit.new_text.splitlines()[1] == '(a)       game slabs "Slabs"'
    (section,) = editor.run(editor.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document)))
    assert [one.name for one in section.children] == ["(a)", "(b)"]


def test_a_saved_rule_is_compiled_with_its_rulebook(editor: Editor) -> None:
    name = "rules/1-1-9.1.rules"
    text = (editor.folder / name).read_text().replace("lantern bars pairs", "lantern bars pears")
    assert editor.open(name, text) == []  # it parses
    (editor.folder / name).write_text(text)
    saved = lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(editor.uri(name)))
    found = editor.after(name, lambda: editor.client.text_document_did_save(saved))
    (fault,) = [one for one in found if one.code == "R201"]
    assert fault.range.start == lsp.Position(*line_of(text, "lantern bars pears"))
    assert fault.message == "no wager, option or equipment is called 'pears'\ndid you mean 'pairs'?"
