"""Malformed files: what goes in, and each problem that must come out as `code line:column`.

A snippet is YAML unless its name states otherwise; `related` places follow after `<`.
"""

from pathlib import Path

import pytest

from pitboss.checker.read import yaml_events
from tests.support.product import READ_CODES as CODES
from tests.support.product import Limits, read

BAD: list[tuple[str, str | bytes, str]] = [
    # name, text, problems
    ("a quote never closed.yaml", 'a: 1\nb: "two\nc: 3\n', "E020 2:4"),
    ("a tab indents.yaml", "a:\n\tb: 1\n", "E020 2:1"),
    ("second colon.yaml", "a: b\nnote: pays: 2\n", "E020 2:11"),
    ("value begins with at.yaml", "a: @b\n", "E020 1:4"),
    ("line without colon.yaml", "a: 1\nbee\nc: 2\n", "E020 2:1"),
    ("does not line up.yaml", "a:\n  b: 1\n   c: 2\n", "E020 3:5"),
    ("dash does not line up.yaml", "a:\n  - 1\n  b: 2\n", "E020 3:3"),
    ("bracket never closed.yaml", "a: 1\nb: [1, 2\nc: 3\n", "E020 2:4"),
    ("brace never closed.yaml", "b: {c: 1\n", "E020 1:4"),
    ("backslash.yaml", 'a: "C:\\q"\n', "E020 1:7"),
    ("text after quote.yaml", "a: 'b' c\n", "E020 1:8"),
    ("star without name.yaml", "a: * b\n", "E020 1:5"),
    ("beyond the BMP.yaml", "a: '😀😀'\n😀: @\n", "E020 2:4"),
    ("byte order mark.yaml", b"\xef\xbb\xbfa: @\n", "E020 1:4"),
    ("old line ends.yaml", "a: 1\rb: 2\r\nc: @\r", "E020 3:4"),
    ("two documents.yaml", "a: 1\n---\nb: 2\n", "E021 2:1"),
    ("tag.yaml", "a: 1\nb: !!python/object:os.system x\nc: !foo [1]\nd: !!float 1\ne: ! 2\n!k f: 1\n",
     "E022 2:4, E022 3:4, E022 4:4, E022 5:4, E022 6:1"),
    ("undefined tag handle.yaml", "a: !e!x 1\n", "E022 1:4"),
    ("tag directive.yaml", "%YAML 1.2\n%TAG ! tag:x\n---\na: 1\n", "E022 2:1"),
    ("unknown alias.yaml", "a: 1\nb: [*c]\n", "E023 2:5"),
    ("alias before anchor.yaml", "a: *x\nb: &x 1\n", "E023 1:4"),
    ("recursive alias.yaml", "a: &x\n  b: [1, *x]\n", "E024 2:10 < 1:4"),
    ("merge of a text.yaml", "a: 1\n<<: b\n", "E025 2:1"),
    ("merge of texts.yaml", "<<: [{a: 1}, b]\n", "E025 1:1"),
    ("key twice.yaml", "a: 1\nb: {c: 1, d: 2, c: 3}\n'a': 2\n", "E050 2:17 < 2:5, E050 3:1 < 1:1"),
    ("key twice by escape.yaml", 'x: {a: 1, "\\x61": 2}\n', "E050 1:11 < 1:5"),
    ("merge twice.yaml", "x: &x {a: 1}\ny:\n  <<: *x\n  <<: *x\n", "E050 4:3 < 3:3"),
    ("same key twice inside.yaml", "- {a: 1}\n- {b: 1, b: 2}\n", "E050 2:10 < 2:4"),
    ("key is true.yaml", "a:\n  12: b\n  true: c\n", "E051 3:3"),
    ("key is nothing.yaml", "a:\n  ? \n  : b\n", "E051 2:4"),
    ("key is missing.yaml", "a:\n  : b\n", "E020 2:3"),
    ("value is missing.yaml", "a: [, b]\n", "E020 1:5"),
    ("key is a list.yaml", "[a]: b\n", "E051 1:1"),
    ("key is an alias.yaml", "a: &k b\n*k : c\n", "E051 2:1"),
    ("number too long.yaml", f"a: {'1' * 31}\nb: {'1' * 30}\nc: 0.{'1' * 30}\n", "E054 1:4, E054 3:4"),
    ("escape character.yaml", 'a: 1\nb: "\\e[31m"\n', "E011 2:4"),
    ("empty.yaml", "", "E012 1:1"),
    ("comments.yaml", "# nothing\n", "E012 1:1"),
    ("only a dash line.yaml", "---\n", "E012 1:1"),
    ("not utf8.yaml", b"a: 1\nb: caf\xe9\n", "E010 2:7"),
    ("utf16.yaml", "a: 1\n".encode("utf-16"), "E010 1:1"),
    ("utf32.json", "{}".encode("utf-32"), "E010 1:1"),
    ("control character.yaml", "a: 1\nb: x\x1b[2J\n", "E011 2:5"),
    ("line separator.yaml", "a: b\u2028c: d\n", "E011 1:5"),
    ("mark in the middle.yaml", "a: b\ufeffc\n", "E011 1:5"),
    ("control character.csv", "a\nx\x00\n", "E011 2:2"),
    ("deep.yaml", "[" * 65 + "]" * 65, "E052 1:65"),
    ("deep blocks.yaml", "- " * 65 + "a", "E052 1:129"),
    ("deep through aliases.yaml", f"a: &a {'[' * 40}{']' * 40}\nb: {'[' * 30}*a{']' * 30}\n", "E052 2:34"),
    ("too many.yaml", "a: &a [1,2,3,4,5]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b,*b,*b]\n", "E055 3:5"),
    ("too many in a list.yaml", "- a\n" * 60, "E055 50:3"),
    ("too many in quotes.yaml", "- 'a'\n" * 60, "E055 50:3"),
    ("too many in a mapping.yaml", "".join(f"k{n}: a\n" for n in range(60)), "E055 50:6"),
    ("text too long.yaml", "a: " + "x" * 65537 + "\nb: '" + "x" * 65537 + "'\n", "E053 1:4, E053 2:4"),
    ("amount cut in braces.yaml", "a: {b: $2,500, c: 1}\nd: $2,500\n", "E026 1:8"),
    ("amount cut in brackets.yaml", "a: ['$2,500', $1, $2,500]\n", "E026 1:19"),
    # JSON
    ("empty.json", " \n", "E012 1:1"),
    ("comma at the end.json", '{"a": 1,\n }', "E030 2:2"),
    ("comma missing.json", '{"a": 1\n "b": 2}', "E030 2:2"),
    ("colon missing.json", '{"a" 1}', "E030 1:6"),
    ("value missing.json", '{"a": }', "E030 1:7"),
    ("single quotes.json", "{'a': 1}", "E030 1:2"),
    ("quote never closed.json", '{"a": "b}', "E030 1:7"),
    ("line break in text.json", '{"a": "b\nc"}', "E030 1:9"),
    ("bad escape.json", '{"a": "\\q"}', "E030 1:8"),
    ("comment.json", '{"a": 1} // one', "E021 1:10"),
    ("two lines.json", '{"a": 1}\n{"a": 2}\n', "E021 2:1"),
    ("octal.json", '{"a": 017}', "E030 1:8"),
    ("not a number.json", '[NaN,\n -Infinity]', "E031 1:2, E031 2:2"),
    ("key twice.json", '{"a": {"b": 1,\n "b": 2}, "\\u0061": 3}', "E050 2:2 < 1:8, E050 2:11 < 1:2"),
    ("number too long.json", f'[{"1" * 31}, -{"1" * 30}, 0.{"1" * 30}]', f"E054 1:2, E054 1:{2 + 31 + 2 + 31 + 2}"),
    ("exponent too long.json", "[1e29, 1e30, 1E-999999999999]", "E054 1:8, E054 1:14"),
    ("one exponent too long.json", "[1e30]", "E054 1:2"),
    ("escaped control.json", '["a\\n", "\\u001b[2J"]', "E011 1:9"),
    ("half a surrogate.json", '["\\ud83d\\ude00", "\\ud83d"]', "E011 1:18"),
    ("deep.json", '{"a":' * 65 + "1" + "}" * 65, f"E052 1:{64 * 5 + 1}"),
    ("too many.json", str(list(range(60))), "E055 1:188"),
    ("text too long.json", '{"a": "' + "x" * 65537 + '", "' + "y" * 65537 + '": 1}', f"E053 1:7, E053 1:{65548}"),
    ("byte order mark.json", b'\xef\xbb\xbf{"a" 1}', "E030 1:6"),
    # CSV
    ("empty.csv", "\n , \n", "E012 1:1"),
    ("quote never closed.csv", 'a,b\n1,2\n3,"4\n', "E040 3:3"),
    ("text after quote.csv", 'a,b\n1, "2" x\n', "E040 2:4"),
    ("header never closed.csv", 'a,"b\n', "E040 1:3"),
    ("few cells.csv", "a,b,c\n1,2,3\n\n4,5\n", "E041 4:3"),
    ("many cells.csv", "a,b\n1,2,3\n4,5,,\n", "E041 2:5, E041 3:5"),
    ("name twice.csv", "a,b, a\n1,2,3\n", "E042 1:6 < 1:1"),
    ("name missing.csv", "a,,b\n1,2,3\n", "E042 1:3"),
    ("few cells between semicolons.csv", "a;b\n1;2\n3\n", "E041 3:1"),
    ("name twice between tabs.csv", "a\tb\ta\n1\t2\t3\n", "E042 1:5 < 1:1"),
    ("number too long.csv", f"a,b\nx,{'1' * 31}\n", "E054 2:3"),
    ("text too long.csv", f"a\n{'x' * 65537}\n", "E053 2:1"),
    ("too many.csv", "a,b,c\n" + "1,2,3\n" * 20, "E055 18:1"),
    # files
    ("notes.txt", "hello", "E005 1:1"),
    ("too large.yaml", "a: 1 #" + "x" * 300_000, "E004 1:1"),
]  # fmt: skip

LIMITS = Limits(nodes=50, file_bytes=300_000)


@pytest.mark.parametrize(("name", "text", "problems"), BAD, ids=[name for name, _, _ in BAD])
def test_each_problem_has_its_code_and_place(name: str, text: str | bytes, problems: str, tmp_path: Path) -> None:
    limits = LIMITS if "too many" in name or "large" in name else Limits()
    assert reported(name, text, tmp_path, limits) == problems


def reported(name: str, text: str | bytes, folder: Path, limits: Limits) -> str:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    source = read(file, limits)
    assert not source.documents
    for problem in source.problems:
        assert problem.place.file.endswith(name)
        assert problem.message.isprintable() and problem.help.isprintable()
        assert not problem.place.end or problem.place.end > problem.place.column
    return ", ".join(
        f"{problem.code} {problem.place.line}:{problem.place.column}"
        + "".join(f" < {place.line}:{place.column}" for _, place in problem.related)
        for problem in source.problems
    )


NAMES = [name for name, _, _ in BAD if name.endswith("yaml")]
# libyaml and the parser in pure Python differ in where they notice these, not in that they do.
ELSEWHERE = {"does not line up.yaml", "backslash.yaml", "undefined tag handle.yaml"}


@pytest.mark.parametrize(("name", "text", "problems"), [bad for bad in BAD if bad[0].endswith("yaml")], ids=NAMES)
def test_the_same_without_the_c_parser(
    name: str, text: str | bytes, problems: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml_events, "CParser", None)
    limits = LIMITS if "too many" in name or "large" in name else Limits()
    found = reported(name, text, tmp_path, limits)
    if name in ELSEWHERE:
        found, problems = found[:4], problems[:4]
    assert found == problems


def test_every_code_is_given_by_some_test() -> None:
    text = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    assert [code for code in CODES if f'"{code}' not in text and f" {code} " not in text] == []


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        (b"a: b\x1b[2J", "the control character \\x1b has no place in a filing", ""),
        (b"a: caf\xe9", "byte 6 of the file, 0xe9, is not UTF-8",
         "in Windows-1252 it would be 'é'; save the file again as UTF-8"),
        (b"a:\n\tb: 1", "a tab is not allowed here", "indent with spaces, and put a space after a colon"),
        (b"a: b: c", "a second ': ' where one value should be", "put a text with ': ' in it in quotes"),
        (b"a: @b", "a value cannot begin with @", "put the text in quotes"),
        (b"b: {c: 1", "this '{' is never closed, or a comma is missing", "write a comma between two entries, and } after the last one"),
        (b"true: a", "the key 'true' is not text", 'write "true" in quotes'),
        ("a: 1\n'\u202e': 1\n'\u202e': 2".encode(), "the key '\\u202e' is written twice", "remove one of the two"),
    ],
)  # fmt: skip
def test_words(text: bytes, message: str, help: str, tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_bytes(text)
    (problem,) = read(tmp_path / "f.yaml").problems
    assert (problem.message, problem.help) == (message, help)


@pytest.mark.parametrize("text", [b"caf\xe9\n", "number\n7\n".encode("utf-16")])
def test_a_list_in_another_encoding_states_how_to_save_it(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(text)
    (problem,) = read(tmp_path / "t.csv").problems
    assert problem.code == "E010" and problem.help.endswith("as UTF-8, in Excel as the type CSV UTF-8")


def test_no_more_than_a_screen_of_problems(tmp_path: Path) -> None:
    for name, text in (
        ("t.yaml", "- !x\n" * 100),
        ("d.yaml", "a: 1\n" * 100),
        ("n.json", "[" + "NaN," * 100 + "1]"),
        ("r.csv", "a,b\n" + "1\n" * 100),
    ):
        (tmp_path / name).write_text(text)
        assert len(read(tmp_path / name, Limits(problems=7)).problems) == 7
