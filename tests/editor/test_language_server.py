"""A scripted editor speaks to `pitboss lsp`: it opens a filing and a rule file, types, asks, and renames."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from tests.editor import session_log
from tests.support.editor_client import Editor, line_of

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
    assert [(one.code, one.range.start) for one in broken if one.code == "E205"] == [
        ("E205", lsp.Position(line, start))
    ]
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
def test_completion_knows_the_game_and_what_is_there(
    editor: Editor, old: str, new: str, offered: str, not_offered: str
) -> None:
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
    assert [one.range.start.line for one in editor.run(editor.client.text_document_references_async(references))] == [
        2,
        3,
    ]
    document = lsp.TextDocumentIdentifier(editor.uri("tiles.rules"))
    options = lsp.FormattingOptions(2, True)
    (edit,) = editor.run(editor.client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options)))
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


@pytest.mark.parametrize(
    ("old", "new", "offered", "not_offered"),
    [
        (
            "pits:\n",
            "att@\npits:\n",
            "attestations",
            "paytables",
        ),  # below a block, which reaches as far as the next key
        (
            "      shared_boxes: {players_per_box: 4}\n",
            "      shared_boxes: {players_per_box: 4}\nev@",
            "events",
            "pits",
        ),
        ("pits:\n", "defaults: {blackjack: {@}}\npits:\n", "decks", "number"),
        ("pits:\n", "attestations:\n- {provision: 2.1@, answer: yes}\npits:\n", "19:47-2.13(a)", "19:47-2.13"),
    ],
)
def test_completion_beside_the_tables(editor: Editor, old: str, new: str, offered: str, not_offered: str) -> None:
    text = FILING.replace(old, new)
    editor.type("filing.yaml", text.replace("@", ""))
    line, column = line_of(text, "@")
    found = editor.completed("filing.yaml", line, column)
    editor.type("filing.yaml", FILING)
    assert offered in found and not_offered not in found
    edit = found[offered].text_edit
    assert (edit.range.start, edit.range.end) == (
        lsp.Position(line, column - len(written(text))),
        lsp.Position(line, column),
    )


def written(text: str) -> str:
    """What is written of the word before the @."""
    before = text[: text.index("@")]
    return before[max(before.rfind(mark) for mark in "\n {") + 1 :]


def test_a_misspelled_name_is_corrected(editor: Editor) -> None:
    text = FILING.replace("decks: 8", "deks: 8").replace("- blackjack_wager", "- blackjack_wagr")
    found = editor.type("filing.yaml", text)
    faults = [one for one in found if one.code in ("E201", "E204")]
    titles = {}
    for fault in faults:
        ask = lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(editor.uri("filing.yaml")), fault.range, lsp.CodeActionContext([fault])
        )
        (action,) = editor.run(editor.client.text_document_code_action_async(ask))
        ((edit,),) = action.edit.changes.values()
        titles[action.title] = (edit.range.start, edit.range.end, edit.new_text)
    editor.type("filing.yaml", FILING)
    key, wager = line_of(text, "deks: 8"), line_of(text, "blackjack_wagr")
    assert titles == {
        "Write decks": (lsp.Position(*key), lsp.Position(key[0], key[1] + 4), "decks"),
        "Write blackjack_wager": (lsp.Position(*wager), lsp.Position(wager[0], wager[1] + 14), "blackjack_wager"),
    }


def test_a_paytable_keeps_a_name(editor: Editor) -> None:
    line, column = line_of(FILING, "long run: {")
    for name in ("", "  "):
        ask = lsp.RenameParams(**editor.at("filing.yaml", line, column + 1), new_name=name)
        with pytest.raises(JsonRpcException, match="a paytable needs a name"):
            editor.run(editor.client.text_document_rename_async(ask))


def test_a_file_that_another_program_writes_is_checked_again(editor: Editor) -> None:
    """It is not open; here a list of tables that a spreadsheet program saves."""
    listed = FILING.replace("  tables:\n", "  tables:\n  - {file: more.csv}\n")
    (editor.folder / "more.csv").write_text("number,game,decks\n301,blackjack,8\n")
    editor.type("filing.yaml", listed)
    editor.hovered("filing.yaml", 0, 0)  # its answer comes after the diagnostics of all files
    assert "E205" not in [one.code for one in editor.found[editor.uri("more.csv")][1]]
    (editor.folder / "more.csv").write_text("number,game,decks\n301,blackjack,eight\n")
    changed = lsp.DidChangeWatchedFilesParams([lsp.FileEvent(editor.uri("more.csv"), lsp.FileChangeType.Changed)])
    found = editor.after("more.csv", lambda: editor.client.workspace_did_change_watched_files(changed))
    assert diagnostic(found, "E205").range.start == lsp.Position(1, 14)
    assert any("xlsx" in str(each.register_options) for each in editor.registered), "the editor watches workbooks"
    (editor.folder / "more.csv").unlink()
    editor.type("filing.yaml", FILING)


@pytest.mark.parametrize(
    ("written", "offered", "not_offered"),
    [
        ("@", {"wager", "lamps", "attest"}, {"per", "at least"}),
        ("lamps @", {"is", "bars", "of"}, {"lamps", "slabs", "per"}),
        ("lamps is @", {"at least", "between", "same"}, {"lamps", "when"}),
        ("lamps is at m@", {"most"}, {"lamps", "at most"}),
        ("lamps is at least 6 @", {"per", "when", "from"}, {"lamps", "is"}),
        ("lamps is at least 6 when l@", {"lamps", "not"}, {"per"}),
        ("lamps is at least 6  per 1:1-1.@", {"1:1-1.1(a)", "1:1-1.1"}, {"lamps", "per"}),
    ],
)
def test_completion_of_rules_follows_the_grammar(
    editor: Editor, written: str, offered: set[str], not_offered: set[str]
) -> None:
    text = (editor.folder / "tiles.rules").read_text() + f"     {written}"
    editor.open("tiles.rules", text.replace("@", ""))
    found = editor.completed("tiles.rules", *line_of(text, "@"))
    assert offered <= found.keys() and not not_offered & found.keys()
    word = text[text.rfind(" ") + 1 : -1]
    assert {item.text_edit.range.start.character for item in found.values()} == {5 + len(written) - 1 - len(word)}


def test_after_a_save_hover_shows_the_clause_and_what_a_citation_requires(editor: Editor) -> None:
    """Also in rules that are not those of the installation."""
    name = "rules/1-1-9.1.rules"
    text = (MADEUP / name).read_text()
    (editor.folder / name).write_text(text)
    editor.open(name, text)
    saved = lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(editor.uri(name)))
    assert editor.after(name, lambda: editor.client.text_document_did_save(saved)) == []
    line, column = line_of(text, "lantern bars pairs")
    assert "> The lantern wager may not be combined with" in editor.hovered(name, line, column + 1)


def test_the_documented_session_is_as_written(tmp_path: Path) -> None:
    if session_log.PAGE.exists():  # an unpacked sdist has no docs
        assert session_log.session(tmp_path) == session_log.PAGE.read_text("utf-8"), (
            "run `python -m tests.editor.session_log`"
        )
