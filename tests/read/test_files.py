"""Files and folders: which are read, in which order, and which are not."""

import os
from pathlib import Path

import pytest

from pitboss.checker.read import resolve_file
from tests.support.product import Document, Limits, SourceDocuments, read


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "filing").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(*names: str, text: str = "a: 1\n") -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)


def found(source: SourceDocuments) -> tuple[list[str], list[str]]:
    return [d.name for d in source.documents], [f"{p.code} {p.place}" for p in source.problems]


def test_a_folder_is_all_its_files_in_order(here: Path) -> None:
    put("filing/b.yaml", "filing/a/z.YML", "filing/.hidden.yaml", "filing/.git/x.yaml", "filing/notes.txt", "c.yaml")
    put("filing/a.csv", text="n\n1\n")
    put("filing/a/d.yaml/e.json", text="[]")
    names = ["filing/a/d.yaml/e.json", "filing/a/z.YML", "filing/a.csv", "filing/b.yaml"]
    assert found(read(Path("filing"))) == (names, [])
    assert found(read(Path("filing/../filing/."))) == (names, [])


def test_one_bad_file_does_not_hide_the_others(here: Path) -> None:
    put("filing/a.yaml", "filing/c.yaml")
    put("filing/b.yaml", text="a: [")
    put("filing/d.json", text="nope")
    source = read(Path("filing"))
    assert found(source) == (
        ["filing/a.yaml", "filing/c.yaml"], ["E020 filing/b.yaml:1:5", "E030 filing/d.json:1:1"],
    )  # fmt: skip
    assert source.texts["filing/b.yaml"] == "a: ["


def test_what_is_not_there(here: Path) -> None:
    put("filing/notes.txt", "f.yaml")
    assert found(read(Path("filing"))) == ([], ["E006 filing:1:1"])
    assert found(read(Path("no.yaml"))) == ([], ["E001 no.yaml:1:1"])
    assert found(read(Path("no"))) == ([], ["E001 no:1:1"])
    assert found(read(Path("f.yaml/g.yaml"))) == ([], ["E001 f.yaml/g.yaml:1:1"])
    assert found(read(Path("a\0b.yaml"))) == ([], ["E001 a\\x00b.yaml:1:1"])
    assert found(read(Path("x" * 5000 + ".yaml")))[1][0][:4] == "E002"


def test_names_are_safe_to_print(here: Path) -> None:
    put("filing/a\x1b[2Jb.yaml")
    Path(os.fsdecode(b"filing/\xff.yaml")).write_text("a: 1")
    assert found(read(Path("filing")))[0] == ["filing/a\\x1b[2Jb.yaml", "filing/\\xff.yaml"]


def test_what_is_no_file(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Opening a device can already do something.
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("opened"))
    os.mkfifo("filing/pipe.yaml")
    Path("null.yaml").symlink_to("/dev/null")
    assert found(read(Path("filing"))) == ([], ["E003 filing/pipe.yaml:1:1"])
    assert found(read(Path("filing/pipe.yaml"))) == ([], ["E003 filing/pipe.yaml:1:1"])
    assert found(read(Path("null.yaml"))) == ([], ["E003 null.yaml:1:1"])


def test_permission_denied(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put("filing/a.yaml", "filing/b.yaml", "filing/sub/c.yaml")
    open_, scan = os.open, os.scandir

    def refuse(path: Path, *rest: int) -> int:
        if Path(path).name == "a.yaml":
            raise PermissionError(13, "Permission denied")
        return open_(path, *rest)

    def refuse_folder(path: Path):
        if Path(path).name == "sub":
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(os, "scandir", refuse_folder)
    source = read(Path("filing"))
    assert found(source) == (["filing/b.yaml"], ["E002 filing/sub:1:1", "E002 filing/a.yaml:1:1"])
    assert {problem.message for problem in source.problems} == {"permission to read this is denied"}


def test_links(here: Path) -> None:
    put(
        "filing/a.yaml", "filing/.data/h.yaml", "filing/sub/s.yaml", "outside/o.yaml", "filing2/x.yaml", "outside/o.txt"
    )
    for name, target in {
        "filing/0 same.yaml": "a.yaml", "filing/hidden.yaml": ".data/h.yaml", "filing/0 sub": "sub",
        "filing/loop": ".", "filing/up": "..", "filing/out.yaml": "../outside/o.yaml",
        "filing/sibling.yaml": "../filing2/x.yaml", "filing/o.txt": "../outside/o.txt",
        "filing/dangling.yaml": "nowhere.yaml", "filing/self.yaml": "self.yaml",
    }.items():  # fmt: skip
        Path(name).symlink_to(target)
    assert found(read(Path("filing"))) == (
        ["filing/a.yaml", "filing/hidden.yaml", "filing/sub/s.yaml"],
        ["E007 filing/out.yaml:1:1", "E007 filing/sibling.yaml:1:1", "E007 filing/up:1:1",
         "E001 filing/dangling.yaml:1:1", "E002 filing/self.yaml:1:1"],
    )  # fmt: skip
    Path("link").symlink_to("filing/sub")
    assert found(read(Path("link"))) == (["link/s.yaml"], [])


def test_folders_without_end(here: Path) -> None:
    put(*(f"filing/{n}.yaml" for n in range(5)))
    names, problems = found(read(Path("filing"), Limits(files=3)))
    assert (len(names), problems) == (3, ["E004 filing:1:1"])
    names, problems = found(read(Path("filing"), Limits(total_bytes=12)))
    assert (len(names), problems) == (2, ["E004 filing:1:1"])


def test_references(here: Path) -> None:
    put("filing/main.yaml", text="tables:\n  file: t.csv\n")
    put("filing/t.csv", "filing/sub/t.csv", text="n\n1\n")
    put("filing/bad.csv", text="n,n\n")
    put("outside.yaml", "filing/x.txt")
    Path("filing/link.yaml").symlink_to("../outside.yaml")
    main = read(Path("filing/main.yaml")).documents[0]
    at = ("tables", "file")

    def resolved(reference: str) -> str:
        answer = resolve_file(main, reference, Path("filing"), at)
        return answer.name if isinstance(answer, Document) else f"{answer.code} {answer.place}"

    assert resolved("t.csv") == "filing/t.csv"
    assert resolved("./sub/t.csv") == "filing/sub/t.csv"
    assert resolve_file(main, "t.csv", Path("filing")).data == [{"n": 1}]
    for outside in ("/etc/passwd", "../outside.yaml", "sub/../t.csv", "..\\outside.yaml", "C:\\x.yaml", "C:x.yaml",
                    "\\\\host\\x.yaml", "link.yaml", "a\0.yaml", str(here / "filing/t.csv")):  # fmt: skip
        assert resolved(outside) == "E007 filing/main.yaml:2:9", outside
    assert resolved("none.csv") == resolved("sub\\t.csv") == "E001 filing/main.yaml:2:9"
    assert resolved("") == resolved("sub") == "E005 filing/main.yaml:2:9"
    assert resolved("x.txt") == "E005 filing/main.yaml:2:9"
    assert resolved("bad.csv") == "E042 filing/bad.csv:1:3"
