"""The output of a standalone validator equals that of the package, byte for byte: it is the package, in one file."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import subprocess
import sys
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest

from pitboss.compiler import build
from tests.support import output_safety
from tests.support.product import CompiledRulebook, Rejected, main
from tests.support.product import emit_standalone as standalone
from tests.support.product import validator_main as standalone_main

RULES = Path(__file__).parents[1] / "madeup" / "rules"
# The module: its package has the function under the same name.
TARGET = importlib.import_module("pitboss.compiler.emit.standalone")

SUBMISSION = {
    "id": "S-1",
    "licensee": "Harbour",
    "effective": "2006-01-01",
    "certifications": [{"by": "A", "role": "B", "on": "2006-01-01"}],
}
GOOD = {
    "number": 1,
    "game": "tiles",
    "decks": 2,
    "boxes": 6,
    "opening": "left",
    "wagers": ["tile_wager"],
    "options": [],
}
LANTERN = {"pays": "6 to 1"}
SEEN = {"provision": "9.1(g)", "answer": "yes", "by": "A", "on": "2006-01-01", "tables": [1, {"pit": "B"}]}
APPROVED = {"instrument": "I", "sha256": "0" * 64, "provision": "9.1(e)", "from": "2005-01-01", "value": 9, "tables": 2}
FAULTY = {**GOOD, "dekcs": 2}, {**GOOD, "wagers": ["lantrn"]}, {"number": 3, "game": "tiles", "decks": "6:5"}
PAIRS = {"payouts": {"trio": "20 to 1", "pair": "3 to 1"}}
FILINGS: dict[str, Any] = {
    "lawful": {"submission": SUBMISSION, "pits": [{"name": "A", "tables": [GOOD]}]},
    "every kind of verdict": {
        "submission": SUBMISSION,
        "paytables": {"P": {"wager": "pairs", "payouts": {"trio": "21 to 1", "pair": "4 to 1"}}},
        "defaults": {"tiles": {"decks": 2, "boxes": 9}},
        "pits": [
            {"name": "A", "tables": [
                GOOD,
                {"number": "2", "game": "tiles", "wagers": {"tile_wager": {}, "pairs": {"paytable": "P"}}},
                {"number": "3", "game": "tiles", "boxes": [6, 8], "wagers": {"pairs": PAIRS, "lantern": LANTERN}},
                {"number": "4", "game": "tiles", "wagers": ["other:gölden tile"], "opening": "right"},
            ]},
            {"name": "B", "tables": [{"number": "5", "game": "tiles"}]},
        ],
        "events": [{"kind": "start", "subject": "opening", "on": "2006-02-01", "notice": False, "tables": "all"}],
        "attestations": [SEEN],
        "approvals": [APPROVED],
    },
    "faults of shape": {
        "submission": {"effective": "2006-02-30"},
        "pits": [{"name": "A", "tables": list(FAULTY)}],
    },
    "no day": {"pits": [{"name": "A", "tables": [GOOD]}]},
    "no pits": {},
    "no tables": {"submission": SUBMISSION, "pits": [{"name": "A", "tables": []}]},
    "no filing": 3,
}  # fmt: skip
TEXTS = {
    "a comma too many": '{"pits": [\n  1,]}',
    "a key twice": '{"pits": [],\n "pits": []}',
    "not a number": '{"pits": [NaN]}',
    "a control character": '{"pits": "\\u0007"}',
    "a half character": '{"pits": "\\ud800"}',
    "nothing": "\n",
    "two documents": "{} {}",
    "too deep": "[" * 100 + "]" * 100,
    "a byte order mark": '\ufeff{"pits": []}',
    "line ends of others": '{"pits":\r\n [],\r "pit": 1}',
    "a long number": f'{{"pits": {"1" * 40}}}',
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> build.core.Rulebook:
    folder = tmp_path_factory.mktemp("vocabulary")
    with as_file(files("pitboss") / "rulespecs" / "vocabulary.rules") as file:
        shutil.copy(file, folder)
    return build.core_rulebook(folder, RULES)


@pytest.fixture(scope="module")
def validator(book: build.core.Rulebook, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("standalone") / "validator.py"
    file.write_text(standalone(build.files(book), book.digest), encoding="utf-8", newline="\n")
    return file


@pytest.fixture
def package(book: build.core.Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """`pitboss check` with the made-up rulebook."""
    made: dict[str, Any] = {}
    for name, text in build.files(book).items():
        if name.endswith(".py") and name not in ("__init__.py", "clauses.py"):
            exec(text, made)
    clauses = tuple(c for name, listed in made.items() if name.startswith("CLAUSES_") for c in listed)
    compiled = (
        CompiledRulebook(
            clauses, book.begins and book.begins.isoformat(), book.expires and book.expires.isoformat(), book.digest
        ),
        made["VOCABULARY"],
    )
    monkeypatch.setattr("pitboss.commands.check.load_rulebook", lambda: compiled)


def run(validator: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-I", "-S", str(validator), *arguments], capture_output=True, cwd=cwd)


def agree(validator: Path, capsysbinary: pytest.CaptureFixture[bytes], cwd: Path, *arguments: str) -> dict[str, Any]:
    alone = run(validator, *arguments, "--format", "json", cwd=cwd)
    assert alone.stderr == b""
    code = main(["check", *arguments, "--format", "json"])
    assert alone.stdout == capsysbinary.readouterr().out
    assert alone.returncode == code
    return {"exit": code, **json.loads(alone.stdout)}


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("name", FILINGS)
@pytest.mark.parametrize("indent", [None, 2])
def test_the_same_verdicts(
    name: str,
    indent: int | None,
    validator: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "filing.json").write_text(json.dumps(FILINGS[name], indent=indent, ensure_ascii=indent is None))
    reported = agree(validator, capsysbinary, tmp_path, "filing.json")
    assert reported["exit"] == {"lawful": 1, "every kind of verdict": 1}.get(name, 2)
    if name == "every kind of verdict":
        assert {f["verdict"] for f in reported["findings"]} == {"fail", "needs evidence", "approved"}


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("name", TEXTS)
def test_the_same_complaints(
    name: str,
    validator: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "filing.json").write_bytes(TEXTS[name].encode())
    reported = agree(validator, capsysbinary, tmp_path, "filing.json", "--as-of", "2006-01-01")
    assert (reported["exit"], bool(reported["problems"])) == (2, True)
    assert ([p["code"] for p in reported["problems"]] == ["E304"]) == (name == "a byte order mark")


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    "options",
    [
        ["--as-of", "2004-01-01"],
        ["--as-of", "2006-02-30"],
        ["--fail-on", "open"],
        ["--fail-on", "floor,approved"],
        ["--fail-on", "none"],
    ],
    ids=str,
)
def test_the_same_options(
    options: list[str],
    validator: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "filing.json").write_text(json.dumps(FILINGS["every kind of verdict"]))
    agree(validator, capsysbinary, tmp_path, "filing.json", *options)


def test_a_verdict_that_there_is_not_fails_nothing_in_silence(
    validator: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    alone = run(validator, "filing.json", "--fail-on", "fails", cwd=tmp_path)
    assert (alone.returncode, alone.stdout) == (2, b"")
    assert main(["check", "filing.json", "--fail-on", "fails"]) == 2
    assert capfdbinary.readouterr().err == b"pitboss: " + alone.stderr


@pytest.mark.usefixtures("package")
def test_a_folder(
    validator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    whole = FILINGS["every kind of verdict"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f" / "b").mkdir(parents=True)
    (tmp_path / "f" / ".hidden.json").write_text("?")
    for name, keys in {
        "a.json": ("submission", "paytables"),
        "b/a.json": ("pits",),
        "b-c.json": ("defaults", "events"),
    }.items():
        (tmp_path / "f" / name).write_text(json.dumps({k: whole[k] for k in keys}))
    reported = agree(validator, capsysbinary, tmp_path, "f")
    assert [d["name"] for d in reported["documents"]] == ["f/a.json", "f/b/a.json", "f/b-c.json"]


def test_bad_json_is_placed(validator: Path, tmp_path: Path) -> None:
    (tmp_path / "filing.json").write_text(TEXTS["a comma too many"])
    done = run(validator, "filing.json", cwd=tmp_path)
    assert (done.returncode, done.stdout.split(b" ")[0]) == (2, b"filing.json:2:5:")


@pytest.mark.parametrize("name", ["missing.json", "filing.yaml", ".", ""])
def test_what_it_cannot_read_is_no_pass(name: str, validator: Path, tmp_path: Path) -> None:
    (tmp_path / "filing.yaml").write_text("pits: []")
    (tmp_path / "other.json").write_text(json.dumps(FILINGS["lawful"]))
    done = run(validator, name, cwd=tmp_path)
    assert done.returncode == 2 and b"error E00" in done.stdout


def test_a_link_is_not_passed_over(validator: Path, tmp_path: Path) -> None:
    (tmp_path / "f").mkdir()
    (tmp_path / "other.json").write_text(json.dumps(FILINGS["lawful"]))
    (tmp_path / "f" / "filing.json").symlink_to(tmp_path / "other.json")
    assert run(validator, "f", cwd=tmp_path).returncode == 2


def test_a_list_for_people(validator: Path, tmp_path: Path) -> None:
    (tmp_path / "filing.json").write_text(json.dumps(FILINGS["every kind of verdict"], indent=1))
    lines = run(validator, "filing.json", cwd=tmp_path).stdout.decode().splitlines()
    assert [
        line
        for line in lines
        if ": fail 1:1-9.1(e) 1:1-9.1(e)/boxes-at-most: expected no more than 8; actual 9" in line
    ]
    assert lines[-1].endswith("Preliminary determination. The verdicts rest on 1 approval that only the filing states.")


def test_no_line_is_obeyed_by_a_log(validator: Path, tmp_path: Path) -> None:
    hostile = json.dumps(FILINGS["every kind of verdict"], indent=1).replace(
        '"number": ', '"number": "##[error]", "n": '
    )
    assert "##[error]" in hostile
    (tmp_path / "::error file=a,line=1::b.json").write_text(hostile)
    assert list(output_safety.lines(run(validator, ".", cwd=tmp_path).stdout.decode())) == []


def test_the_same_bytes_every_time(book: build.core.Rulebook, validator: Path) -> None:
    assert standalone(build.files(book), book.digest) == validator.read_text(encoding="utf-8")


def test_nothing_of_the_package_is_requested(validator: Path) -> None:
    text = validator.read_text(encoding="utf-8")
    assert "\nfrom pitboss" not in text and "\nimport pitboss" not in text
    assert text.count("from __future__") == 1
    assert "# ---- checker/runtime/operations.py\n" in text


def test_it_contains_the_modules_verbatim(validator: Path) -> None:
    text = validator.read_text(encoding="utf-8")
    for name in (
        "checker/runtime/operations.py",
        "checker/findings/findings.py",
        "checker/read/json_places.py",
        "reports/formats/json.py",
    ):
        source = (files("pitboss") / name).read_text(encoding="utf-8")
        for line in re.sub(r"(?m)^from (pitboss\.|__future__).* import (\([^)]*\)|.*)$", "", source).splitlines():
            assert line in text


# ---- what must not become one file


@pytest.mark.parametrize(
    ("one", "two", "reported"),
    [
        ("x = 1", "x = 1", "`x` is defined in a.py already"),
        ("def f(): ...", "class f: ...", "`f` is defined in a.py already"),
        ("import re", "re = 1", "`re` is defined in a.py already"),
        ("import json", "from simplejson import json", "`json` is defined in a.py already"),
        ("from typing import Any", "import typing as Any", "`Any` is defined in a.py already"),
        ("x: int = 1", "for x in (): ...", "`x` is defined in a.py already"),
        ("if True:\n    x = 1", "with open('f') as x: ...", "`x` is defined in a.py already"),
        ("(x := 1)", "try: ...\nexcept OSError as x: ...", "`x` is defined in a.py already"),
        ("", "def max(): ...", "`max` hides the built-in for all other modules"),
        ("import re", "import re", None),
        ("import json.decoder", "import json", None),
        ("from typing import Any", "from typing import Any", None),
        ("def f(x): return [y for y in x]", "def g(x): y = x", None),
        ("__all__ = []", "__all__ = []", None),
    ],
)
def test_one_name_one_meaning(one: str, two: str, reported: str | None) -> None:
    assert [d.message for d in TARGET._clashes({"a.py": one, "b.py": two})] == ([reported] if reported else [])


@pytest.mark.parametrize(
    "text",
    [
        "import pitboss.checker.runtime.operations",
        "from pitboss.checker.runtime.operations import Clause as C",
        "from pitboss.checker.runtime.operations import *",
        "def f():\n    from pitboss.checker.runtime.operations import Clause",
        "if True:\n    from pitboss.checker.runtime.operations import Clause",
    ],
)
def test_an_import_that_cannot_be_left_out(text: str) -> None:
    with pytest.raises(Rejected, match="at the top of the file"):
        TARGET._strip("checker/x.py", text)


def test_an_import_over_several_lines_is_left_out_whole() -> None:
    text = "from __future__ import annotations\nimport re\nfrom ..checker.x import (\n    a,\n    b,\n)\ny = 1\n"
    assert TARGET._strip("checker/x.py", text) == "import re\ny = 1\n"


def test_a_name_that_is_imported_and_nowhere_defined() -> None:
    parts = {"a.py": "x = 1", "b.py": "from pitboss.a import x, y"}
    assert [d.message for d in TARGET._clashes(parts)] == ["a.py does not define `y`"]


def test_a_name_that_is_used_and_nowhere_defined() -> None:
    assert [d.message for d in TARGET._clashes({"a.py": "def f(t):\n    return lambda: g(t) + len(t)"})] == [
        "nothing defines `g`"
    ]


# ---- the program as a module of the package


@pytest.mark.parametrize("options", [[], ["--as-of", "2006-03-01"], ["--as-of", "tomorrow"], ["--fail-on", "none"]])
def test_the_program_itself_answers_as_the_package_does(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the rulebook of the package: what is bundled is code that is tested and typed where it is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "filing.json").write_text(json.dumps(FILINGS["lawful"]))
    arguments = ["filing.json", "--format", "json", *options]
    answers = [
        (program(arguments), capsys.readouterr()) for program in (standalone_main, lambda a: main(["check", *a]))
    ]
    assert answers[0] == answers[1]
