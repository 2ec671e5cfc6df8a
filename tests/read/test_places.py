"""Where values are written: each snippet marks with carets what `place` must point at."""

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yaml import safe_dump

from pitboss.checker.read import csv_table, json_load, yaml_events, yaml_line_places, yaml_load
from pitboss.checker.read.decoding import decode, line_columns
from pitboss.checker.read.json_places import locate
from tests.support.product import Document, Limits, read
from tests.support.soak import examples

CASES = [
    # format, path, key?, text with the expected place between « and »
    ("yaml", ("a", "b"), False, "a:\n  b: «12»  # c\n"),
    ("yaml", ("a", "b"), True, "a:\n  «b»: 12\n"),
    ("yaml", ("a", 1), False, "a: [x, «y z», w]\n"),
    ("yaml", ("a", 1), True, "a: [x, «y z», w]\n"),
    ("yaml", ("a",), False, "a: «[x, y]» # c\n"),
    ("yaml", ("a",), False, "a: «[»x,\n  y]\n"),
    ("yaml", ("a",), False, "a:\n  «»b: 1\n"),
    ("yaml", (), False, "# c\n«»b: 1\n"),
    ("yaml", (), False, "--- «{b: 1}»\n"),
    ("yaml", ("a",), False, "b: 1\na:«»\n"),
    ("yaml", ("a",), False, "a: «'it''s'»\n"),
    ("yaml", ("a",), False, "a: &x   «12»\nb: *x\n"),
    ("yaml", ("a",), False, "a: «&x» # c\nb: 1\n"),
    ("yaml", ("a", 0), False, "a: [«&x» , 1]\n"),
    ("yaml", ("a",), False, "a: &x «[»1,\n  2]\n"),
    ("yaml", ("a",), False, "a: &x «[1]»\nb: *x\n"),
    ("yaml", ("a",), False, "a: !!str &x «12»\n"),
    ("yaml", ("a",), False, "a: &x # c\n  «»b: 1\n"),
    ("yaml", ("b",), False, "a: &x 1\nb: «*x»\n"),
    ("yaml", ("b",), True, "a: &x 1\n«b»: *x\n"),
    ("yaml", ("a",), False, "a: «|»\n  b\n  c\n"),
    ("yaml", ("a",), False, "a: «one»\n  two\n"),
    ("yaml", ("é😀", 0), False, "é😀: [«'😀'», 1]\n"),
    ("yaml", ("a",), False, "\ufeffa: «1»\n"),
    ("yaml", ("b",), False, "a: 1\rb: «2»\r\n"),
    ("yaml", ("b",), False, "{a: 'x\ty', b: «2»}\n"),
    ("yaml", ("a", "absent", 3), False, "a:\n  «»b: 1\n"),
    ("yaml", ("b", "x"), False, "a: &a {x: 1}\nb: {<<: «*a», y: 2}\n"),
    ("yaml", ("b", "x"), True, "a: &a {x: 1}\nb: {<<: «*a», y: 2}\n"),
    ("yaml", ("b", "x"), False, "a: &a {x: 1}\nb: {<<: *a, x: «2»}\n"),
    ("yaml", ("b", "x"), False, "b: {<<: {x: «1», y: 2}}\n"),
    ("yaml", ("b", "x"), False, "a: &a {y: 1}\nc: &c {x: 1, y: 2}\nb: {<<: [*a, «*c»]}\n"),
    ("yaml", ("b", "x"), False, "a: &a {y: 1}\nb: {<<: [*a, {y: 2, x: «3»}]}\n"),
    ("yaml", ("b", "x", "q"), False, "a: &a {x: {q: 1}}\nb: «*a»\n"),
    ("json", ("a", "b"), False, '{"a": {"c": [{}, "}"], "b" : «12» }}'),
    ("json", ("a", "b"), True, '{"a": {"c": 1,\n "«»b": 12}}'.replace('"«»b"', '«"b"»')),
    ("json", ("a", 1), True, '{"a": [0, «"\\u0061"», 2]}'),
    ("json", ("a",), False, '{"a": «[1, 2]»}'),
    ("json", ("a",), False, '{"a": «[»1,\n 2]}'),
    ("json", (), False, ' «[1]» '),
    ("json", ("é😀", "absent"), False, '{"é😀": «{}»}'),
    ("json", ("a",), False, '{"\\u0061": «1»}'),
    ("csv", (1, "b"), False, 'a,b\n1,2\n\n3, «"4""5"» \n'),
    ("csv", (1, "b"), True, "a,«b»\n1,2\n3,4\n"),
    ("csv", (0, "b"), False, "a,b,c\n1,«»,2\n"),
    ("csv", (0, "absent"), False, "a,b,c\n«1»,,2\n"),
    ("csv", (0,), False, "a,b,c\n«1»,,2\n"),
    ("csv", (), False, "«a»,b\n1,2\n"),
    ("csv", (9, "a"), False, "«»a,b\n1,2\n"),
]  # fmt: skip


@pytest.fixture(params=["by line", "libyaml", "pure Python"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What reads and locates YAML: lines where they are plain, or a parser everywhere."""
    if request.param != "by line":
        monkeypatch.setattr(yaml_load, "scan", lambda text, limits: None)
    if request.param == "pure Python":
        monkeypatch.setattr(yaml_events, "CParser", None)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(("form", "path", "key", "marked"), CASES, ids=[repr(marked) for *_, marked in CASES])
def test_place(form: str, path: tuple, key: bool, marked: str, tmp_path: Path) -> None:
    document = document_of(form, marked.replace("«", "").replace("»", ""), tmp_path)
    place = document.place(path, key)
    assert with_marks(document.text, place) == marked.removeprefix("\ufeff")


def document_of(form: str, text: str, folder: Path) -> Document:
    (folder / f"f.{form}").write_bytes(text.encode())
    source = read(folder / f"f.{form}")
    assert source.problems == ()
    return source.documents[0]


def with_marks(text: str, place) -> str:
    lines = text.replace("\r\n", "\0\n").replace("\r", "\1\n").split("\n")
    line, start, end = lines[place.line - 1], place.column - 1, (place.end or place.column) - 1
    lines[place.line - 1] = line[:start] + "«" + line[start:end] + "»" + line[end:]
    return "\n".join(lines).replace("\0\n", "\r\n").replace("\1\n", "\r")


WRITTEN = [
    (("b",), "a: &x «1»\nb: *x\n"),
    (("a",), None),
    (("b", 0, "q"), "a: &x [{q: «1»}]\nb: *x\n"),
    (("b", "x"), "a: &a {x: «1»}\nb: {<<: *a, y: 2}\n"),
    (("b", "y"), None),
    (("b", "x"), "a: &a\n  k: 1\n  x:\n    - «2»\nb: {<<: [{z: 1}, *a], y: 2}\n".replace("x:\n    - «2»", "x: «2»")),
    (("c", "x"), "a: &a {x: «1»}\nb: &b {<<: *a, y: 2}\nc: {<<: *b}\n"),
    (("c", "m", "x"), "a: &a {x: «1»}\nb: &b {m: *a}\nc: *b\n"),
    (("d", "x"), "a: &a {x: «1», z: 1}\nb: &b {y: 2}\nl: &l [*b, *a]\nd: {<<: *l}\n"),
    (("c",), "? &k «a»\n: 1\nc: *k\n"),
    (("c", "x"), "a: &a {x: 1}\nb: &a {x: «2»}\nc: *a\n"),
    (("t", 0, "x"), "b: {<<: &a {x: «1»}}\nt: [*a]\n"),
    (("t", "y"), "a: &a {i: &i {y: «1»}}\nt: {<<: *i, i: *a}\n"),
]


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(("path", "marked"), WRITTEN)
def test_written(path: tuple, marked: str | None, tmp_path: Path) -> None:
    text = (marked or "a: 1\nb: {<<: {x: 1}, y: 2}\n").replace("«", "").replace("»", "")
    document = document_of("yaml", text, tmp_path)
    place = document.written(path)
    assert (place and with_marks(text, place)) == marked


def test_written_of_a_key(tmp_path: Path) -> None:
    document = document_of("yaml", "a: &a {x: 1}\nb: {<<: *a}\n", tmp_path)
    assert str(document.written(("b", "x"), key=True)).endswith(":1:8")
    assert document_of("json", '{"a": 1}', tmp_path).written(("a",)) is None
    assert document_of("csv", "a\n1\n", tmp_path).written((0, "a")) is None


def test_places_of_many(tmp_path: Path) -> None:
    paths = [("d", 1), ("a",), ("b", "c"), ("b",), ()]
    texts = {
        "yaml": "a: 1\nb:\n  c: 2\nd: [3, 4]\n", "json": '{"a": 1,\n"b":\n  {"c": 2},\n"d": [3, 4]}',
    }  # fmt: skip
    where = {
        ("yaml", False): "4:8 1:4 3:6 3:3 1:1", ("yaml", True): "4:8 1:1 3:3 2:1 1:1",
        ("json", False): "4:10 1:7 3:9 3:3 1:1", ("json", True): "4:10 1:2 3:4 2:1 1:1",
    }  # fmt: skip
    for (form, key), expected in where.items():
        places = document_of(form, texts[form], tmp_path).places(paths, key)
        assert " ".join(f"{places[path].line}:{places[path].column}" for path in paths) == expected


def test_places_in_a_row_of_several_lines(tmp_path: Path) -> None:
    paths = [(0, "b"), (0, "a")]
    places = document_of("csv", 'a,b\n"x\ny",2\n', tmp_path).places(paths)
    assert [(places[path].line, places[path].column) for path in paths] == [(3, 4), (2, 1)]


def test_lines_end_in_three_ways() -> None:
    assert list(line_columns("a\r\nb\rc\n\nd", [0, 1, 2, 3, 5, 7, 8, 9])) == [
        (1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (4, 1), (5, 1), (5, 2),
    ]  # fmt: skip


@pytest.mark.parametrize(("start", "most"), [("", 5), ("---\n", 25)])
def test_looking_stops_after_the_last_path(
    start: str, most: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    document = document_of("yaml", f"{start}a: {{b: 1}}\n" + "".join(f"k{n}: [1, 2]\n" for n in range(500)), tmp_path)
    taken = []
    original, next_entry = yaml_events.events, yaml_line_places._LineWalk.next_entry

    def counted(text: str):
        get = original(text)
        return lambda: taken.append(1) or get()

    monkeypatch.setattr("pitboss.checker.read.yaml_event_places.events", counted)
    monkeypatch.setattr(yaml_line_places._LineWalk, "next_entry", lambda self: taken.append(1) or next_entry(self))
    document.places([("a", "b"), ("a",), ("k1", 0)])
    assert 0 < len(taken) < most


def test_json_beyond_the_last_path_is_not_looked_at() -> None:
    assert locate('{"a": [1, {"b": 2}], "c": 3, broken', [("a", 1, "b"), ("c",)]) == {
        ("a", 1, "b"): (1, 17, 18), ("c",): (1, 27, 28),
    }  # fmt: skip
    assert locate('{"a": [1, {"b": 2 broken', [("a", 1, "b")]) == {("a", 1, "b"): (1, 17, 18)}
    assert locate('{"a": 1}', [("b",), ("a", 0), (0,)]) == {}


# Properties: what is dumped comes back, and each scalar's place holds its text.
texts = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"], exclude_characters="\u2028\u2029\ufeff"), max_size=8
)
plains = st.sampled_from(["6:5", "on", "a b", "é😀", "12x", "[", "- a", "#c", "<<", "null", "", " x ", "it's", '"'])
numbers = st.integers(-(10**29), 10**29) | st.decimals(-1000, 1000, places=2)
trees = st.recursive(
    numbers | st.booleans() | st.none() | texts | plains,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(texts | plains, inside, max_size=4),
    max_leaves=20,
)


def leaves(data, path=()) -> Iterator[tuple]:
    if isinstance(data, (dict, list)):
        for step, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, step))
    else:
        yield path, data


def block(data, indent: str = "") -> str:
    """A text in block style, by a writer that shares nothing with the reader."""
    if isinstance(data, dict) and data:
        return "".join(
            f"\n{indent}{json.dumps(k, ensure_ascii=False)}: {block(v, indent + '  ')}" for k, v in data.items()
        )
    if isinstance(data, list) and data:
        return "".join(f"\n{indent}- {block(v, indent + '  ')}" for v in data)
    return flow(data)


def flow(data) -> str:
    if isinstance(data, Decimal):
        return f"{data:f}"
    if isinstance(data, dict):
        return "{" + ", ".join(f"{json.dumps(k, ensure_ascii=False)}: {flow(v)}" for k, v in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(flow, data)) + "]"
    return json.dumps(data, ensure_ascii=False)


def spread(data) -> str:
    """JSON over several lines."""
    return flow(data).replace(", ", ",\r\n ").replace("[", "[\n") if not isinstance(data, str) else flow(data)


@examples(150)
@given(trees.filter(lambda tree: tree is not None))
def test_what_is_written_is_read_and_found(data) -> None:
    written = [(yaml_load.load, block(data)), (yaml_load.load, flow(data)), (json_load.load, flow(data))]
    for load, text in written:
        loaded = load(text, "f", Limits())
        assert loaded.problems == ()
        assert loaded.data == data
        paths = [path for path, _ in leaves(data)]
        places = loaded.look(paths, False, False)
        lines = text.split("\n")
        for path, value in leaves(data):
            place = places[path]
            assert lines[place.line - 1][place.column - 1 : place.end - 1] == flow(value)
        assert loaded.look(paths, False, True) == dict.fromkeys(paths)


@examples(100)
@given(
    st.recursive(
        texts | plains | st.integers(-99, 99), lambda i: st.lists(i, max_size=3) | st.dictionaries(texts, i, max_size=3)
    )
)
def test_what_another_writer_writes_is_read(data) -> None:
    text = safe_dump(data, allow_unicode=True, default_flow_style=None)
    assert yaml_load.load(text, "f", Limits()).data == data


@examples(100)
@given(st.lists(st.lists(texts.map(str.strip) | plains, min_size=3, max_size=3), max_size=5))
def test_cells_are_read_and_found(rows: list[list[str]]) -> None:
    rows = [[f"x{cell}" for cell in row] for row in rows]
    quoted = ['"' + cell.replace('"', '""') + '"' for row in rows for cell in row]
    text = "a,b,c\n" + "".join(", ".join(quoted[n : n + 3]) + "\n" for n in range(0, len(quoted), 3))
    loaded = csv_table.load(text, "f", Limits())
    assert loaded.data == [dict(zip("abc", row, strict=True)) for row in rows]
    lines = text.split("\n")
    for (row, name), place in loaded.look([(r, n) for r in range(len(rows)) for n in "abc"], False, False).items():
        assert lines[place.line - 1][place.column - 1 : place.end - 1] == quoted[row * 3 + "abc".index(name)]


@examples(300)
@given(st.text("ab:- \n[]{}&*!<'\"#,?|>%\t1.~\\e\r", max_size=30) | st.text(max_size=20))
def test_any_text_is_data_or_problems(text: str) -> None:
    """Never an exception; and whatever is data has a place for every leaf."""
    decoded = decode(text.encode(), "f")
    for load in (yaml_load.load, json_load.load, csv_table.load) if isinstance(decoded, str) else ():
        loaded = load(decoded, "f", Limits())
        assert (loaded.look is None) == bool(loaded.problems)
        if loaded.look:
            paths = [path for path, _ in leaves(loaded.data)]
            for key in (False, True):
                assert set(loaded.look(paths, key, False)) == set(paths)
                loaded.look(paths, key, True)
