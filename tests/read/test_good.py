"""Well-formed files: the data they mean, in each format."""

from decimal import Decimal as D
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.checker.read import yaml_events
from tests.support.product import Document, SourceDocuments, read


@pytest.fixture(params=["libyaml", "pure Python"])
def yaml(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A function that reads a text as YAML, with either parser."""
    assert yaml_events.CParser is not None
    if request.param == "pure Python":
        monkeypatch.setattr(yaml_events, "CParser", None)
    return lambda text: only(write(tmp_path / "f.yaml", text))


def write(file: Path, text: str) -> SourceDocuments:
    file.write_text(text, "utf-8", newline="")
    return read(file)


def only(source: SourceDocuments) -> Document:
    assert source.problems == ()
    (document,) = source.documents
    return document


SCALARS = {
    "12": 12, "-3": -3, "0": 0, "-0": 0, "017": "017", "-01": "-01", "+1": "+1", "0x1f": "0x1f", "0o17": "0o17",
    "1_000": "1_000", "1,000": "1,000", "12.50": D("12.50"), "-0.5": D("-0.5"), "0.0": D("0.0"), ".5": ".5",
    "5.": "5.", "00.5": "00.5", "1e3": "1e3", "1.5e3": "1.5e3", "6:5": "6:5", "19:47": "19:47",
    "190:20:30": "190:20:30",
    "true": True, "True": True, "TRUE": True, "tRUE": "tRUE", "false": False, "False": False, "FALSE": False,
    "yes": "yes", "no": "no", "on": "on", "off": "off", "y": "y", "null": None, "~": None, "": None, "nil": "nil",
    "2024-01-01": "2024-01-01", "2024-01-01T10:00:00Z": "2024-01-01T10:00:00Z", ".nan": ".nan", ".inf": ".inf",
    "=": "=", "<<": "<<", "'12'": "12", '"true"': "true", "''": "", "!!str 12": "12", "!!str": "", "٣": "٣",
    "50%": "50%", "$5": "$5", "2 to 1": "2 to 1", "|-\n  6:5": "6:5", "|\n  12": "12\n", ">-\n  6\n  5": "6 5",
    "café 😀": "café 😀",
    "9" * 30: int("9" * 30), "a#b": "a#b", "a # b": "a",
}  # fmt: skip


@pytest.mark.parametrize("written", SCALARS)
def test_scalars_in_yaml(written: str, yaml) -> None:
    found = yaml(f"key: {written}\n").data["key"]
    assert (found, type(found)) == (SCALARS[written], type(SCALARS[written]))


@pytest.mark.parametrize("written", [w for w in SCALARS if w.isprintable() and w[:1] not in "'\"!|>" and "#" not in w])
def test_the_same_scalars_between_brackets_and_in_csv(written: str, yaml, tmp_path: Path) -> None:
    if "," not in written and written != "5.":
        assert yaml(f"[[{written or '~'}], {{a: {written}}}]").data == [[SCALARS[written]], {"a": SCALARS[written]}]
    cell = f'"{written}"' if "," in written else written
    row = {"a": 1} if written == "" else {"a": 1, "b": SCALARS[written]}
    assert only(write(tmp_path / "t.csv", f"a,b\n1, {cell} \n")).data == [row]


def test_shapes(yaml) -> None:
    text = """\
%YAML 1.2
--- # a comment
a: [1, {b: c}]
d:
- e: f
  g: 'it''s'
-
  - h
? i
: []
j: {}
"on": http://x/y
...
"""
    data = {"a": [1, {"b": "c"}], "d": [{"e": "f", "g": "it's"}, ["h"]], "i": [], "j": {}, "on": "http://x/y"}
    assert yaml(text).data == data


def test_aliases_repeat_what_is_anchored_last(yaml) -> None:
    assert yaml("a: &x 1\nb: *x\nc: &x [2]\nd: *x\ne: {f: *x}\n").data == {
        "a": 1, "b": 1, "c": [2], "d": [2], "e": {"f": [2]},
    }  # fmt: skip


def test_merge_keys(yaml) -> None:
    text = """\
one: &one {a: 1, b: 1, deep: {x: 1}}
two: &two {b: 2, c: 2}
explicit wins: {b: 9, <<: *one}
explicit wins before too:
  <<: *one
  b: 9
earlier wins: {<<: [*two, *one]}
chain: &chain {<<: *two, c: 3}
of a chain: {<<: *chain, d: 4}
written out: {<<: {q: 1}}
quoted: {"<<": 1}
nothing: {<<: []}
"""
    data = yaml(text).data
    assert data["explicit wins"] == data["explicit wins before too"] == {"a": 1, "b": 9, "deep": {"x": 1}}
    assert data["earlier wins"] == {"a": 1, "b": 2, "c": 2, "deep": {"x": 1}}
    assert data["of a chain"] == {"b": 2, "c": 3, "d": 4}
    assert (data["written out"], data["quoted"], data["nothing"]) == ({"q": 1}, {"<<": 1}, {})
    assert data["one"] == {"a": 1, "b": 1, "deep": {"x": 1}}


def test_json(tmp_path: Path) -> None:
    text = '\ufeff{"a": [1, -0.50, 1e3, true, null, "\\u00e9\\ud83d\\ude00\\n"], "<<": {"12": "6:5"}}\n'
    found = only(write(tmp_path / "f.JSON", text))
    assert found.data == {"a": [1, D("-0.50"), D("1000"), True, None, "é😀\n"], "<<": {"12": "6:5"}}
    assert [type(value) for value in found.data["a"][:3]] == [int, D, D]
    assert found.format == "json"


def test_csv(tmp_path: Path) -> None:
    text = '\ufeffnumber, game ,denominations,note\r\n7,faro,5;25;100,"a ""b"",\r\nc"\r\n\r\n,,,\r\nT-8,,,12" wheel'
    assert only(write(tmp_path / "t.csv", text)).data == [
        {"number": 7, "game": "faro", "denominations": "5;25;100", "note": 'a "b",\r\nc'},
        {"number": "T-8", "note": '12" wheel'},
    ]
    assert only(write(tmp_path / "t.csv", 'a,b\n"",\n,1\n ,')).data == [{"b": 1}]
    assert only(write(tmp_path / "t.csv", "a,b\n")).data == []


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_first_line_may_state_the_separator(mark: str, separator: str, tmp_path: Path) -> None:
    """As a spreadsheet writes it; places are those of the file."""
    document = only(
        write(
            tmp_path / "t.csv", f"{mark}sep={separator}\r\na{separator}b\r\n1{separator}2,5\r\n".replace("2,5", '"2,5"')
        )
    )
    assert document.data == [{"a": 1, "b": "2,5"}]
    assert (document.place((0, "b")).line, document.place((0, "b"), key=True).line) == (3, 2)


def test_what_a_document_states_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    document = only(write(tmp_path / "sub" / "f.yml", "a: 1\r\n"))
    assert (document.name, document.format, document.text) == ("sub/f.yml", "yaml", "a: 1\r\n")
    assert document.sha256 == sha256(b"a: 1\r\n").hexdigest()
    assert read(Path("sub/../sub/f.yml")).documents[0].name == "sub/f.yml"
    monkeypatch.chdir(tmp_path / "sub")
    assert read(Path("../sub/f.yml")).documents[0].name == "f.yml"
    (tmp_path / "g.yml").write_text("a: 1")
    assert Path(read(Path("../g.yml")).documents[0].name) == Path("../g.yml")
