"""Write a session of a scripted editor into docs/editor-session.md: `python -m tests.editor.session_log`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from lsprotocol import types as lsp

from tests.support.editor_client import Editor, line_of

PAGE = Path(__file__).parents[2] / "docs" / "editor-session.md"
FILING = """\
submission: {id: 7, licensee: The Lantern, effective: 2007-06-01, certifications: [{by: A. Person, role: manager, on: 2007-05-01}]}
paytables:
  long run: {wager: streak, payouts: {2: 3 to 1, 3: 7 to 1, 4: 17 to 1, 5: 35 to 1}}
pits:
- name: A
  tables:
  - number: 101
    game: blackjack
    decks: 8
    wagers:
      blackjack_wager: {}
      insurance: {pays: 2 to 1}
      streak: {paytable: long run}
    options: []
"""
RULES = """\
section 1:1-1.1 "Slabs"
(a)       game slabs "Slabs"
(b)       field lamps of table count "lamps"
          lamps is at least 6
"""


def session(folder: Path) -> str:
    """The page: what the editor does, and what the server answers."""
    (folder / "filing.yaml").write_text(FILING)
    (folder / "slabs.rules").write_text(RULES)
    editor = Editor(folder)
    try:
        return "\n".join([*_HEAD, *_filing(editor), *_rules(editor)]) + "\n"
    finally:
        editor.close()


_HEAD = (
    "# A session of the language server",
    "",
    "A scripted editor speaks to `pitboss lsp`; `python -m tests.editor.session_log` writes this page, and a test compares it.",
    "Each line is what the editor does or asks, with the answers below it. A place is line:column, as editors show it; `|` is the cursor.",
)


def _filing(editor: Editor) -> Iterator[str]:
    yield from ("", "## A filing", "", "```yaml", *FILING.splitlines(), "```", "", "```text")
    yield from _act("open filing.yaml", _errors(editor.open("filing.yaml")))
    (breach,) = (
        one for one in editor.found[editor.uri("filing.yaml")][1] if one.severity == lsp.DiagnosticSeverity.Error
    )
    yield from _act(f"quick fix at {_at(breach.range.start)}", _fixes(editor, breach))
    for old, new in (("35 to 1", "37 to 1"), ("decks: 8", "deks: 8"), ("options: []", "options: [")):
        yield from _act(f"type {new!r} for {old!r}", _errors(editor.type("filing.yaml", FILING.replace(old, new))))
    misspelled = FILING.replace("decks: 8", "deks: 8")
    (fault,) = (one for one in editor.type("filing.yaml", misspelled) if one.code == "E201")
    yield from _act(f"quick fix at {_at(fault.range.start)}, with 'deks: 8'", _fixes(editor, fault))
    for old, new in (
        ("game: blackjack", "game: |"),
        ("options: []", "options: [s|]"),
        ("    decks: 8\n", "    decks: 8\n    dealer_draws: |\n"),
        ("paytable: long run", "paytable: |"),
        ("pits:\n", "att|\npits:\n"),
    ):
        yield from _completed(editor, "filing.yaml", FILING.replace(old, new), new)
    editor.type("filing.yaml", FILING)
    for word in ("decks", "long run}"):
        line, column = line_of(FILING, word)
        note = [
            each
            for each in editor.hovered("filing.yaml", line, column + 1).splitlines()
            if each and not each.startswith("```")
        ]
        yield from _act(f"hover over {word.strip('}')!r} at {line + 1}:{column + 2}", note[:2])
    line, column = line_of(FILING, "long run}")
    yield from _act(
        "definition of 'long run'", (f"{file}:{at + 1}" for file, at in editor.defined("filing.yaml", line, column + 1))
    )
    ask = lsp.RenameParams(**editor.at("filing.yaml", line, column + 1), new_name="streak, 2007")
    edits = editor.run(editor.client.text_document_rename_async(ask)).changes[editor.uri("filing.yaml")]
    yield from _act("rename 'long run' to 'streak, 2007'", (f"{_at(one.range.start)} {one.new_text}" for one in edits))
    yield "```"


def _rules(editor: Editor) -> Iterator[str]:
    yield from ("", "## A rule file", "", "```text", *RULES.splitlines(), "```", "", "```text")
    yield from _act("open slabs.rules", _errors(editor.open("slabs.rules")))
    yield from _act(
        "type 'is 6' for 'is at least 6'", _errors(editor.type("slabs.rules", RULES.replace("is at least 6", "is 6")))
    )
    for new in ("lamps is |", "lamps is at least 6 when |", "lamps is at least 6  per 1:|"):
        yield from _completed(editor, "slabs.rules", RULES.replace("lamps is at least 6", new), new)
    editor.type("slabs.rules", RULES)
    line, column = line_of(RULES, "lamps is")
    yield from _act("hover over 'lamps'", editor.hovered("slabs.rules", line, column).splitlines())
    yield from _act(
        "definition of 'lamps'", (f"{file}:{at + 1}" for file, at in editor.defined("slabs.rules", line, column))
    )
    yield "```"


def _act(what: str, answers: Iterable[str]) -> Iterator[str]:
    yield f"> {what}"
    yield from [f"  {each.rstrip()}" for each in answers] or ["  nothing"]


def _errors(found: list[lsp.Diagnostic]) -> Iterator[str]:
    """The errors with place, code and first line, and the number of the others."""
    errors = [one for one in found if one.severity == lsp.DiagnosticSeverity.Error]
    for one in errors:
        message, *advice = one.message.splitlines()
        yield f"{_at(one.range.start)} {one.code}: {message}"
        yield from (f"      {each}" for each in advice[-1:])
    if others := len(found) - len(errors):
        yield f"and {others} of what is open or needs evidence"


def _fixes(editor: Editor, found: lsp.Diagnostic) -> Iterator[str]:
    ask = lsp.CodeActionParams(
        lsp.TextDocumentIdentifier(editor.uri("filing.yaml")), found.range, lsp.CodeActionContext([found])
    )
    for action in editor.run(editor.client.text_document_code_action_async(ask)):
        ((edit,),) = action.edit.changes.values()
        yield f"{action.title}: {edit.new_text!r} at {_at(edit.range.start)} to {_at(edit.range.end)}"


def _completed(editor: Editor, name: str, text: str, shown: str) -> Iterator[str]:
    editor.type(name, text.replace("|", ""))
    found = [*editor.completed(name, *line_of(text, "|"))]
    more = f" and {len(found) - 6} more" if len(found) > 6 else ""
    yield from _act(f"complete {shown.strip()!r}", [", ".join(found[:6]) + more])


def _at(position: lsp.Position) -> str:
    return f"{position.line + 1}:{position.character + 1}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        PAGE.write_text(session(Path(made)), "utf-8")
