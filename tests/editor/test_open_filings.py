"""The language server checks filings only, and as `pitboss check` does with the same configuration."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from pitboss.editor.open_filing import filing_of
from tests.support.editor_client import Editor
from tests.support.product import main

ROOT = Path(__file__).parents[2]
MADEUP = ROOT / "tests" / "madeup"
EXAMPLES = ("boardwalk", "boardwalk-troubled", "lighthouse", "lighthouse-troubled")
SUBMISSION = "submission: {id: 7, licensee: Lantern, effective: 2007-06-01}\n"
SCHEMA = "# yaml-language-server: $schema=./filing.schema.json\n"
COMPOSE = "services:\n  db: {image: postgres}\n"
REPORT = '{\n "schema": "pitboss.audit/1",\n "filing": {\n  "submission": {"id": 7}\n }\n}\n'
FILES = {
    "docker-compose.yaml": COMPOSE,
    "package.json": '{"name": "lantern", "version": "1.0.0"}\n',
    "numbers.csv": "a,b\n1,2\n",
    "report/audit.json": REPORT,
    "report/worksheet.csv": "id,table,answer\n1,101,yes\n",
    "lantern/submission.yaml": SUBMISSION,
    "lantern/floor/east.yaml": "pits: []\n",
    "lantern/floor/west.csv": "number,game\n",
    "lantern/.drafts/east.yaml": "pits: []\n",
    "lantern/filing.schema.json": "{}\n",
    "json/filing.json": '{"pits": [], "submission": {"id": 7}}\n',
    "twice/one.yaml": SUBMISSION,
    "twice/two.yaml": SUBMISSION,
    "twice/notes.yaml": "a: b\n",
    "schema/table.yaml": f"{SCHEMA}pits: []\n",
    "schema/compose.yaml": "# yaml-language-server: $schema=https://example.org/compose-spec.json\nservices: {}\n",
    "listed/east.yaml": "pits: []\n",
    "listed/submission.yaml": SUBMISSION,
    "listed/compose.yaml": COMPOSE,
    "typed/new.yaml": "",
}  # fmt: skip
FOUND: dict[str, tuple[str, ...] | None] = {
    **dict.fromkeys(FILES),
    "lantern/submission.yaml": ("lantern",),
    "lantern/floor/east.yaml": ("lantern",),
    "lantern/floor/west.csv": ("lantern",),
    "json/filing.json": ("json/filing.json",),
    "twice/one.yaml": ("twice/one.yaml",),
    "twice/two.yaml": ("twice/two.yaml",),
    "schema/table.yaml": ("schema/table.yaml",),
    "listed/east.yaml": ("listed/submission.yaml", "listed/east.yaml"),
    "listed/submission.yaml": ("listed/submission.yaml", "listed/east.yaml"),
    "typed/new.yaml": ("typed/new.yaml",),
}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("name", FOUND)
def test_which_filing_a_file_is_of(workspace: Path, name: str) -> None:
    """The configuration lists the two files of `listed`; a submission is typed in `typed` and not saved."""
    configured = tuple(str(workspace / "listed" / each) for each in ("submission.yaml", "east.yaml"))
    unsaved = {str(workspace / "typed/new.yaml"): SUBMISSION.encode()}
    paths = filing_of(workspace / name, (workspace,), configured, unsaved)
    assert (paths and tuple(Path(path).relative_to(workspace).as_posix() for path in paths)) == FOUND[name]


def test_a_workbook_of_init_makes_its_folder_a_filing(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    assert main(["init", "blackjack", "--format", "xlsx", "--out", str(tmp_path / "book")]) == 0
    (tmp_path / "book/more.csv").write_text("number,game\n")
    (tmp_path / "more.csv").write_text("number,game\n")
    assert filing_of(tmp_path / "book/more.csv", (tmp_path,)) == (str(tmp_path / "book"),)
    assert filing_of(tmp_path / "more.csv", (tmp_path,)) is None


def test_nothing_is_published_of_other_files(workspace: Path) -> None:
    """They are opened first: findings of theirs would be there when the filing has its own."""
    (workspace / "pitboss.toml").write_text('paths = ["listed/submission.yaml", "./listed/east.yaml"]\n')
    editor = Editor(workspace)
    try:
        others = [name for name, paths in FOUND.items() if paths is None]
        for name in others:
            editor.show(name)
        assert "E201" in [each.code for each in editor.open("lantern/floor/east.yaml", "pitts: []\n")]
        assert not editor.found.keys() & {editor.uri(name) for name in others}
        assert editor.hovered("docker-compose.yaml", 0, 2) == ""
        ask = lsp.CompletionParams(**editor.at("docker-compose.yaml", 0, 0))
        assert editor.run(editor.client.text_document_completion_async(ask)) is None
        editor.show("typed/new.yaml")
        assert "E203" in [each.code for each in editor.type("typed/new.yaml", SUBMISSION)]
        assert editor.type("typed/new.yaml", "a: b\n") == []
    finally:
        editor.close()


# ---- the findings are those of `pitboss check`


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor whose folder has the examples, and a filing of tiles with rules of its own."""
    folder = tmp_path_factory.mktemp("floor")
    for name in EXAMPLES:
        shutil.copytree(ROOT / "examples" / name, folder / name)
    for name in ("words", "rules"):
        shutil.copytree(MADEUP / name, folder / "tiles" / name)
    shutil.copy(MADEUP / "floor.yaml", folder / "tiles" / "floor.yaml")
    editor = Editor(folder)
    yield editor
    editor.close()


SEVERITY = {
    "fail": lsp.DiagnosticSeverity.Error,
    "open": lsp.DiagnosticSeverity.Warning,
    "needs evidence": lsp.DiagnosticSeverity.Warning,
    "approved": lsp.DiagnosticSeverity.Hint,
}
IGNORE = '[[ignore]]\nprovision = ["2.13(a)", "5.1"]\nuntil = 2099-01-31\nreason = "the signs are on order"\n'


def listed(folder: Path, capsys: pytest.CaptureFixture[str], *paths: str) -> set[tuple[Any, ...]]:
    """What `pitboss check` finds: code, place and severity of each finding, but for those of the floor, and of each error."""
    assert main(["check", *paths, "--format", "json"]) in (0, 1, 2)
    report = json.loads(capsys.readouterr().out)
    ignored = {fingerprint for rule in report.get("ignored", ()) for fingerprint in rule["findings"]}
    expected: set[tuple[Any, ...]] = set()
    for f in report["findings"]:
        if not (f["floor"] and f["verdict"] == "needs evidence"):
            quiet = f["fingerprint"] in ignored or f.get("baseline", "new") != "new"
            severity = lsp.DiagnosticSeverity.Information if quiet else SEVERITY[f["verdict"]]
            place = f["place"]
            where = (place["file"], place["line"], place["column"]) if "line" in place else ()
            expected.add((f"{f['verdict']} {', '.join(f['provisions'])}", where, severity, f["fingerprint"]))
    for p in report["problems"]:
        where = () if p["file"].startswith("--") else (p["file"], p["line"], p["column"])
        expected.add((p["code"], where, lsp.DiagnosticSeverity.Error, None))
    return expected


def published(editor: Editor, expected: set[tuple[Any, ...]], folder: str) -> set[tuple[Any, ...]]:
    """What the editor shows of the files of a folder, without the places of what has none in a check."""
    placed = {(code, fingerprint) for code, where, _, fingerprint in expected if where}
    shown: set[tuple[Any, ...]] = set()
    for uri, (_, diagnostics) in editor.found.items():
        name = uri.removeprefix(editor.folder.as_uri() + "/")
        for d in diagnostics if name.startswith(f"{folder}/") else ():
            start = d.range.start
            where = (name, start.line + 1, start.character + 1) if (d.code, d.data) in placed else ()
            shown.add((d.code, where, d.severity, d.data))
    return shown


CONFIGURATIONS = {
    "no configuration": "",
    "paths and a date": 'paths = ["{folder}/"]\nas-of = 2006-01-01\n',
    "a date beyond the chapter": "as-of = 2031-01-01\n",
    "a baseline": 'baseline = "known.json"\n',
    "ignored findings": f'paths = ["{{folder}}"]\nbaseline = "known.json"\n{IGNORE}',
}


@pytest.mark.parametrize(
    ("folder", "configuration"),
    [*((folder, "no configuration") for folder in EXAMPLES), *product(EXAMPLES[1:3], [*CONFIGURATIONS][1:])],
)
def test_the_findings_are_those_of_check(
    floor: Editor, folder: str, configuration: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(floor.folder)
    Path("pitboss.toml").write_text("")
    clean = folder.removesuffix("-troubled")
    main(["check", clean, "--format", "json", "--as-of", "2006-01-01"])
    Path("known.json").write_text(capsys.readouterr().out)
    Path("pitboss.toml").write_text(CONFIGURATIONS[configuration].format(folder=folder))
    expected = listed(floor.folder, capsys, folder)
    file = f"{folder}/submission.yaml"
    if file in floor.versions:
        floor.written(file, "pitboss.toml")
    else:
        floor.open(file)
    floor.hovered(file, 0, 0)  # its answer comes after the diagnostics of all files
    assert published(floor, expected, folder) == expected


def test_the_rulebook_of_the_configuration_applies_and_is_read_again(
    floor: Editor, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (floor.folder / "tiles/pitboss.toml").write_text('paths = ["floor.yaml"]\nrulebook = ["words", "rules"]\n')
    monkeypatch.chdir(floor.folder / "tiles")
    expected = {(code, severity, data) for code, _, severity, data in listed(floor.folder, capsys)}
    shown = {(d.code, d.severity, d.data) for d in floor.open("tiles/floor.yaml")}
    assert shown == expected and any(str(code).startswith("fail 1:1-") for code, _, _ in shown)
    rule = next(
        path for path in sorted((floor.folder / "tiles/rules").glob("*.rules")) if "at most" in path.read_text()
    )
    rule.write_text(rule.read_text().replace("at most", "at least"))
    saved = lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(rule.as_uri()))
    again = floor.after("tiles/floor.yaml", lambda: floor.client.text_document_did_save(saved))
    expected = {(code, severity, data) for code, _, severity, data in listed(floor.folder, capsys)}
    assert {(d.code, d.severity, d.data) for d in again} == expected != shown


@pytest.mark.parametrize(
    ("configuration", "message"),
    [
        ("pats = []\n", "pitboss.toml: unknown key 'pats'; did you mean 'paths'?"),
        ('baseline = "no.json"\n', "no.json cannot be read: No such file or directory"),
        (IGNORE.replace("5.1", "5.111"), "the rulebook has no provision or clause '5.111'"),
    ],
)
def test_a_configuration_that_cannot_be_used_is_shown_at_the_open_file(
    floor: Editor, configuration: str, message: str
) -> None:
    file = "boardwalk/submission.yaml"
    (floor.folder / "pitboss.toml").write_text(configuration)
    (error,) = floor.written(file, "pitboss.toml") if file in floor.versions else floor.open(file)
    assert (message in error.message, error.severity) == (True, lsp.DiagnosticSeverity.Error), error.message
    (floor.folder / "pitboss.toml").write_text("")
    assert [d.code for d in floor.written(file, "pitboss.toml") if not d.code] == []


def test_a_list_of_tables_is_of_the_filing_that_names_it(workspace: Path) -> None:
    """The paths of the configuration contain the file that names it, and not the list."""
    (workspace / "pitboss.toml").write_text('paths = ["listed/submission.yaml", "listed/east.yaml"]\n')
    (workspace / "listed/east.yaml").write_text("pits: [{name: A, tables: [{file: more.csv}]}]\n")
    (workspace / "listed/more.csv").write_text("number,game,decks\n301,blackjack,8\n")
    editor = Editor(workspace)
    try:
        editor.open("listed/east.yaml")
        assert "E205" not in [each.code for each in editor.open("listed/more.csv")]
        broken = editor.type("listed/more.csv", "number,game,decks\n301,blackjack,eight\n")
        assert "E205" in [each.code for each in broken]
        assert editor.uri("listed/compose.yaml") not in editor.found
    finally:
        editor.close()


def test_the_option_of_other_servers_is_accepted(workspace: Path) -> None:
    editor = Editor(workspace, "--stdio")
    assert "E203" in [each.code for each in editor.open("lantern/submission.yaml", f"{SUBMISSION}pits: [{{}}]\n")]
    editor.close()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="NOT RUN: the memory of a process is not known here")
def test_memory_does_not_grow_with_the_keystrokes(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples/boardwalk", tmp_path / "boardwalk")
    name, editor = "boardwalk/submission.yaml", Editor(tmp_path)
    text = (tmp_path / name).read_text()

    def megabytes_after(strokes: int) -> float:
        for stroke in range(strokes):
            editor.type(name, f"{text}# {stroke}\n")
        return int(Path(f"/proc/{editor.client._server.pid}/statm").read_text().split()[1]) * 4096 / 1e6

    try:
        editor.open(name)
        before = megabytes_after(10)
        assert megabytes_after(20) - before < 5
    finally:
        editor.close()
