"""What is read line by line is what the parser of YAML reads; what the parser would refuse is left to it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal
from itertools import product
from pathlib import Path

import pytest

from pitboss.checker.read import yaml_event_places, yaml_line_places, yaml_lines
from pitboss.checker.read.limits import Limits
from pitboss.checker.read.yaml_lines import AliasLinks, scan
from pitboss.checker.read.yaml_parse import parse
from pitboss.checker.read.yaml_places import look
from tests.support.product import Rejected
from tests.support.soak import count

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("examples", "tests/fuzz/corpus/yaml_files", "tests/rounds") for path in (ROOT / folder).rglob("*.yaml")
)  # fmt: skip
HARD = (
    "a: 1\na: 2\n", "a: {b: 1, b: 2}\n", "a: b: c\n", "a: |\n  b\n", "a: !t 1\n", "? a\n: b\n", "a: &x [*x]\n", "a: *x\n", "{a: 1}\n",
    "- a\nb: 1\n", "a: 1\n  b: 2\n", "a:\n  b: 1\n c: 2\n", "\ta: 1\n", "a: [1\n", "a: '1\n", "%YAML 1.1\n---\na: 1\n", "a: 1\n---\nb: 2\n",
    "a: 1\n...\n", "true: 1\n", "~: 1\n", ": 1\n", "a: [1, , 2]\n", "a: {b}\n", "<<: 1\n", "<<: {a: 1}\n<<: {b: 1}\n", "a: [$1,000]\n",
    "a: 'b\n\n  c'\n", "'a\n  b': 1\n", "- 'a\n  b': 1\n", 'a: "\\x00"\n', "a: &x\nb: 1\n",
    "- &x b: 1\n", "a: -\n", "a: - b\n", "", "# nothing\n", "a\n",
    f"a: {'9' * 31}\n", "a: {b: &x [*x]}\n", "a: 1 #b\n2\n", "a: \"b\\\n  c\"\n", "... a: 1\n", "a:\n- b\n-c\n", "a: @b\n",
    "a: b\u2028c\n", "a: [b c: d]\n",
)  # fmt: skip
READ = {
    "a: 1 # b\n": {"a": 1},
    "a:\n- - 1\n  - b: 2\n    c: ~\n-\n": {"a": [[1, {"b": 2, "c": None}], None]},
    "a: &x {b: [1, 6:5], 'c d': ''}\ne:\n  <<: *x\n  b: on\nf: *x\n": {
        "a": {"b": [1, "6:5"], "c d": ""}, "e": {"b": "on", "c d": ""}, "f": {"b": [1, "6:5"], "c d": ""},
    },
    "a: one\n  two\nb: 'it''s\n  so'\nc: \"\\xb7 \\\"d\\\"\"\n": {"a": "one two", "b": "it's so", "c": '· "d"'},
    "a:\n- k: 'one\n two'\n  l: &x [{}, [ ], {m: , n: \"\\u0041\"}]\n- - 'three\n\t".replace("\t", " ") + " four'\n  - *x\nb:\n": {
        "a": [{"k": "one two", "l": [{}, [], {"m": None, "n": "A"}]}, ["three four", [{}, [], {"m": None, "n": "A"}]]], "b": None,
    },
    "2: [017, 0.50]": {"2": ["017", Decimal("0.50")]},
}  # fmt: skip


def parsed(text: str) -> object:
    """What the parser returns, with the offsets of aliases; None if there is a fault."""
    try:
        return parse(text, "f.yaml", Limits())
    except Rejected:
        return None


def paths_of(data: object, path: tuple = ()) -> Iterator[tuple]:
    """The path of every value, and a path from each mapping to what it does not have."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in items:
        yield from paths_of(value, (*path, step))
    if isinstance(data, dict):
        yield (*path, "absent")


def located_alike(text: str, data: object, links: AliasLinks, chance: random.Random) -> bool:
    """Whether every place by line is the place by event; also where only some are wanted, and the rest is passed over."""
    paths = list(paths_of(data))
    for some in (paths, chance.sample(paths, min(3, len(paths)))):
        for key, written in product((False, True), repeat=2):
            by_line, by_event = (
                look(each.find, text, "f.yaml", data, links, some, key, written)
                for each in (yaml_line_places, yaml_event_places)
            )
            if by_line != by_event:
                return False
    return True


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_as_the_parser_reads_it(name: str) -> None:
    text = (ROOT / name).read_bytes().decode("utf-8", "replace")
    found = scan(text, Limits())
    assert found is None or repr(found) == repr(parsed(text)) and located_alike(text, *found, random.Random(name))
    assert found is not None or not name.startswith("examples/boardwalk")


@pytest.mark.parametrize("text", HARD)
def test_what_is_not_plain_is_left_to_the_parser(text: str) -> None:
    assert scan(text, Limits()) is None


@pytest.mark.parametrize("text", READ)
def test_what_is_plain_is_read(text: str) -> None:
    found = scan(text, Limits())
    assert found and found[0] == READ[text] and repr(found) == repr(parsed(text))
    assert located_alike(text, *found, random.Random(text))


@pytest.mark.parametrize("limits", [Limits(nodes=7), Limits(depth=3), Limits(digits=1), Limits(scalar=3)])
def test_what_exceeds_a_limit_is_left_to_the_parser(limits: Limits) -> None:
    assert scan("a: [12, b, {cccc: 1}]\nd: [1, 2, 3]\n", limits) is None
    bomb = "a: &a [1, 2]\n" + "".join(
        f"{new}: &{new} [*{old}, *{old}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert scan(bomb, Limits()) is not None and scan(bomb, Limits(nodes=1000)) is None


MARKS = ["\n", " ", "  ", "- ", ": ", ":", "#", " #", "'", '"', "{", "}", "[", "]", ", ", "&a ", "*a", "<<: *a", "~", "?",
         "|", "!", "%", "\t", "\\", "---", "...", "1", "$1,000", "é", "\u2028", "\x85", "\n\n", "\n  ", "\n- ", "b: ", "@",
         "`", ">", ",", "\\x41", "6:5"]  # fmt: skip


def test_a_changed_file_is_read_as_the_parser_reads_it() -> None:
    """Characters that mean something to YAML are inserted into files, and pieces are removed and moved."""
    chance, read = random.Random(12), 0
    texts = [(ROOT / name).read_text("utf-8") for name in FILES if name.startswith("examples/")] + [*READ, *HARD]
    for _ in range(count(3000, soak=300_000)):
        text = chance.choice(texts)
        start = chance.randrange(len(text) + 1)
        lines = text[start : start + 400].split("\n")
        text = "\n".join(lines[1:] if len(lines) > 2 else lines) + "\n"
        for _ in range(chance.randrange(4)):
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(MARKS) + text[at + chance.choice((0, 0, 1, 2, 9)) :]
        if found := scan(text, Limits()):
            read += 1
            assert repr(found) == repr(parsed(text)) and located_alike(text, *found, chance), text
    assert read > 100


def test_a_line_that_repeats_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, original = list[str](), yaml_lines._Scan.line
    monkeypatch.setattr(yaml_lines._Scan, "line", lambda self, line: lines.append(line) or original(self, line))
    found = scan(
        "tables:\n" + "- number: 7\n  limits: {minimum: 5}\n" * 5000, Limits()
    )  # more than one piece of a text
    assert found and found[0] == {"tables": [{"number": 7, "limits": {"minimum": 5}}] * 5000}
    assert len(lines) == 4  # the last is empty
