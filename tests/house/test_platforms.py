"""Windows and macOS, as far as they can be had here: encodings, newlines, paths, and names of files."""

from __future__ import annotations

import ast
import io
import ntpath
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import pitboss.commands.filing_source as filing_source
import pitboss.commands.print_pdf as print_pdf
from pitboss import cli
from pitboss.checker.filing import document_digests
from pitboss.checker.filing.document_digests import OUTSIDE
from pitboss.grammar.input_folders import in_order
from pitboss.reports import shell_word
from tests.house.ratchets import production
from tests.house.test_layout import files

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders")
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


def without_encoding(tree: ast.Module) -> Iterator[int]:
    """The lines that open a text in the encoding of the platform: cp1252 on Windows."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = {word.arg: word.value for word in node.keywords}
        texts = [
            each.value
            for each in (*node.args, *given.values())
            if isinstance(each, ast.Constant) and isinstance(each.value, str)
        ]
        text = name == "open" and not any("b" in each and set(each) <= set("rwxab+") for each in texts)
        if (
            isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id in ("os", "webbrowser")
        ):
            text = False
        if name in ("run", "Popen", "check_output"):
            text = "text" in given or "universal_newlines" in given
        positional = {"read_text": 1, "write_text": 2, "TextIOWrapper": 2}
        if (text or name in positional and len(node.args) < positional[name]) and "encoding" not in given:
            yield node.lineno


def test_every_text_is_opened_in_a_stated_encoding() -> None:
    lines = (
        'open("a", "w")', 'open("a", "rb")', 'Path("a").read_text()', 'Path("a").read_text("utf-8")', "run([], text=True)",
        'open("a")', 'os.open("a")',
    )  # fmt: skip
    assert list(without_encoding(ast.parse("\n".join(lines)))) == [1, 3, 5, 6]
    found = [f"{path}:{line}" for path, tree in production(ROOT) for line in without_encoding(tree)]
    assert found == []


def test_every_file_can_be_checked_out_on_windows() -> None:
    """And where the case of a name does not count."""
    tracked = [path.as_posix() for path in files(ROOT)]
    assert len(tracked) > 1000
    bad = [
        name
        for name in tracked
        for part in name.split("/")
        if re.search(r'[<>:"\\|?*]|[ .]$', part) or RESERVED.fullmatch(part)
    ]
    assert bad == []
    assert len({name.casefold() for name in tracked}) == len(tracked)
    assert max(map(len, tracked)) < 160, "a path of Windows has 260 characters by default"


def test_a_checkout_has_the_bytes_that_were_committed() -> None:
    """Otherwise git on Windows writes other line ends, and digests of rules differ."""
    assert "* -text\n" in (ROOT / ".gitattributes").read_text("utf-8")


def test_redirected_output_has_the_same_bytes_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text stream of Windows writes two characters for a line end."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="cp1252", newline="\r\n"))
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    assert cli.main(["--version"]) == 0
    assert raw.getvalue().startswith(b"pitboss ") and raw.getvalue().endswith(b"\n") and b"\r" not in raw.getvalue()


def test_a_filing_has_one_name_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert filing_source.name_of(("floor\\a.yaml", "b.csv")) == "floor\\a.yaml, b.csv"
    monkeypatch.setattr(filing_source, "os", SimpleNamespace(sep="\\", path=ntpath))
    assert filing_source.name_of(("floor\\a.yaml", "-")) == "floor/a.yaml, standard input"


def test_a_filing_on_two_drives(monkeypatch: pytest.MonkeyPatch) -> None:
    def relative(path: str) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    there = SimpleNamespace(commonpath=ntpath.commonpath, abspath=str, relpath=relative)
    monkeypatch.setattr(filing_source, "os", SimpleNamespace(path=there))
    monkeypatch.setattr(filing_source, "root_of", ntpath.dirname)
    assert filing_source.folder_of(("C:\\a\\x.yaml", "D:\\b\\y.csv")) == "."
    assert filing_source.folder_of(("D:\\a\\x.yaml", "D:\\a\\b\\y.csv")) == "D:\\a"


@pytest.mark.parametrize("path", ["//machine/share/x.pdf", "\\\\machine\\share\\x.pdf", "E:\\x.pdf", "E:x.pdf"])
def test_no_other_machine_is_asked_for_a_document(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows would log on to it with the name of the user; another drive has no path in common with the filing."""

    def realpath(path: str) -> str:
        raise AssertionError(path)

    there = SimpleNamespace(
        normcase=ntpath.normcase, splitdrive=ntpath.splitdrive, abspath=ntpath.abspath, realpath=realpath
    )
    monkeypatch.setattr(document_digests, "os", SimpleNamespace(path=there))
    assert document_digests.digest_of(path, "D:\\filing") == OUTSIDE


def test_files_are_in_one_order_everywhere() -> None:
    names = ["B.yaml", "a/Z.yaml", "a/y.yaml", "a-1.yaml", "b.yaml"]
    there = in_order([name.replace("/", "\\") for name in reversed(names)], "\\")
    assert [path.replace("\\", "/") for path in there] == in_order(reversed(names), "/") == names


def test_words_of_a_command_are_quoted_for_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [shell_word.shell_word(word) for word in ("a/b", "our filing")] == ["a/b", "'our filing'"]
    monkeypatch.setattr(shell_word, "os", SimpleNamespace(name="nt"))
    assert [shell_word.shell_word(word) for word in ("a\\b", "our filing")] == ["a\\b", '"our filing"']


def test_the_browser_of_windows_is_found_off_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edge = tmp_path / "Microsoft" / "Edge" / "Application" / "msedge.exe"
    edge.parent.mkdir(parents=True)
    edge.write_bytes(b"")
    edge.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PROGRAMFILES(X86)", str(tmp_path))
    monkeypatch.delenv("PITBOSS_CHROMIUM", raising=False)
    assert print_pdf.find_browser() == str(edge)
