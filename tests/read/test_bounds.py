"""What would take all time or memory is refused, in little of either."""

import json
import tracemalloc
from pathlib import Path
from time import process_time

import pytest

from pitboss.checker.read import yaml_events
from tests.support.product import Limits, read

M = 10**6
LIMITS = Limits(nodes=200_000)


def levels(n: int, last: str) -> str:
    return "".join(f"l{i}: &l{i} [{', '.join([f'*l{i - 1}' if i else last] * 10)}]\n" for i in range(n))


HUGE = [
    ("bomb of lists.yaml", levels(9, "lol"), "E055"),
    ("bomb of mappings.yaml", "a0: &a0 {x: 1}\n" + "".join(
        f"a{i}: &a{i} {{{', '.join(f'k{k}: *a{i - 1}' for k in range(10))}}}\n" for i in range(1, 10)), "E055"),
    ("bomb of merges.yaml", "a: &a {" + ", ".join(f"k{n}: 1" for n in range(1000)) + "}\n"
     + "".join(f"b{n}: {{<<: *a}}\n" for n in range(500)), "E055"),
    ("chain of anchors.yaml", "a0: &a0 [1]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 2000)), "E052"),
    ("a million brackets.yaml", "[" * M, "E052"),
    ("a million brackets and lines.yaml", "[\n" * M, "E052"),
    ("a million braces.yaml", "{" * M, "E051"),
    ("a million open mappings.yaml", "{a: " * M, "E052"),
    ("a million pairs.yaml", "a: [" + "[" * M + "]" * M + "]", "E052"),
    ("a million dashes.yaml", "- " * M, "E052"),
    ("a million questions.yaml", "? " * M, "E051"),
    ("deep indentation.yaml", "".join(" " * n + "a:\n" for n in range(2000)), "E052"),
    ("a large text.yaml", "a: " + "x" * 10 * M, "E053"),
    ("a large quoted text.yaml", "a: '" + "x" * 10 * M + "'", "E053"),
    ("a large text of lines.yaml", "a: |\n" + "  x\n" * 3 * M, "E053"),
    ("a large key.yaml", "? " + "x" * 10 * M + "\n: 1", "E053"),
    ("a large number.yaml", "a: " + "1" * M, "E053"),
    ("a number of 60,000 digits.yaml", "a: " + "1" * 60_000, "E054"),
    ("a decimal of 60,000 digits.yaml", "a: 0." + "1" * 60_000, "E054"),
    ("many values.yaml", "- a\n" * (M // 5 + 1), "E055"),
    ("many keys twice.yaml", "a: 1\n" * M, "E050"),
    ("many tags.yaml", "- !a b\n" * M, "E022"),
    ("many tag directives.yaml", "".join(f"%TAG !a{n}! tag:x\n" for n in range(200_000)) + "--- a\n", "E022"),
    ("many documents.yaml", "--- a\n" * M, "E021"),
    ("an open quote.yaml", 'a: "' + "b\n" * M, "E020"),
    ("properties.yaml", "&a " * M, "E020"),
    ("many bytes.yaml", "#" * (64 * 1024 * 1024 + 1), "E004"),
    ("a million brackets.json", "[" * M, "E052"),
    ("a million pairs.json", "[" * M + "]" * M, "E052"),
    ("a million objects.json", '{"a":' * M, "E052"),
    ("a thousand levels.json", "[" * 900 + "]" * 900, "E052"),
    ("a large text.json", '{"a": "' + "x" * 10 * M + '"}', "E053"),
    ("a large text of escapes.json", '{"a": "' + "\\n" * 5 * M + '"}', "E053"),
    ("a large key.json", '{"' + "x" * 10 * M + '": 1}', "E053"),
    ("a large number.json", '{"a": ' + "1" * M + "}", "E054"),
    ("a large decimal.json", '{"a": 0.' + "1" * M + "}", "E054"),
    ("a large exponent.json", '{"a": 1e' + "1" * M + "}", "E054"),
    ("many values.json", "[" + "0," * M + "0]", "E055"),
    ("many lists.json", "[" + "[]," * M + "0]", "E055"),
    ("many keys twice.json", '{"a":1,' + '"a":1,' * M + '"b":1}', "E050"),
    ("a million escapes.json", "[" + '"\\u0000",' * M + "1]", "E011"),
    ("an open quote.csv", 'a\n"' + 'b""\n' * M, "E040"),
    ("a large cell.csv", 'a\n"' + 'b""' * 3 * M + '"', "E053"),
    ("many cells.csv", "a,b\n" + "1,2\n" * (M // 10 + 1), "E055"),
    ("a million rows.csv", "a,b\n" + "1\n" * M, "E041"),
    ("a million columns.csv", "a," * M + "b\n", "E055"),
    ("a million commas.csv", "a,b\n1" + "," * M + "\n", "E055"),
    ("blank rows.csv", "\n" * 5 * M, "E012"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "code"), HUGE, ids=[name for name, _, _ in HUGE])
def test_is_refused_in_time(name: str, text: str, code: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    start = process_time()
    source = read(tmp_path / name, LIMITS)
    assert process_time() - start < 10
    assert {problem.code for problem in source.problems} == {code}
    assert len(source.problems) <= 20
    assert all(len(problem.message) < 200 for problem in source.problems)


@pytest.mark.parametrize(
    "name",
    [
        "bomb of lists.yaml",
        "bomb of merges.yaml",
        "a million brackets.yaml",
        "a million dashes.yaml",
    ],
)
def test_is_refused_in_little_memory(name: str, tmp_path: Path) -> None:
    text = next(text for each, text, _ in HUGE if each == name)
    (tmp_path / name).write_text(text, "utf-8")
    tracemalloc.start()
    read(tmp_path / name, LIMITS)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # A mapping merged costs about 40 bytes a key until all have been counted.
    assert peak < 20 * len(text) + (20 if "merges" in name else 2) * M


def test_json_is_counted_before_it_is_built(tmp_path: Path) -> None:
    text = "[" + "[]," * 100_000 + "[]]"
    (tmp_path / "f.json").write_text(text)
    tracemalloc.start()
    read(tmp_path / "f.json", Limits(nodes=1000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * M + 8 * len(text)


@pytest.mark.parametrize("opening", ["[", "[\n", "{a: ", "- "])
def test_the_slow_parser_stops_as_early(opening: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_events, "CParser", None)
    (tmp_path / "f.yaml").write_text(opening * 100_000)
    start = process_time()
    assert [problem.code for problem in read(tmp_path / "f.yaml").problems] == ["E052"]
    assert process_time() - start < 5


def test_what_is_just_small_enough_is_read(tmp_path: Path) -> None:
    depth = 64
    nested = "[" * depth + "]" * depth
    for name, text in (
        ("a.yaml", nested), ("b.json", nested), ("c.yaml", "- " * depth + "a"),
        ("d.yaml", "a: '" + "x" * 65536 + "'"), ("e.json", json.dumps(["x" * 65536, int("9" * 30)])),
        ("f.yaml", levels(5, "x")),
        ("g.yaml", "a: &a " + "[" * 31 + "]" * 31 + "\nb: " + "[" * 32 + "*a" + "]" * 32),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
        assert read(tmp_path / name).problems == ()
