"""What is kept from one compilation to the next changes nothing but the time: the result is byte for byte that of a full one."""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from lark import Lark

from tests.support.product import (
    Parsed,
    Rejected,
    Sources,
    build_rulebook,
    compiled_files,
    core_rulebook,
    parse,
    read_corpus,
)

ROOT = Path(__file__).parents[2]
LAW = ROOT / "rulespecs"


class InMemory:
    """A cache that holds entries as text, as a file does."""

    def __init__(self) -> None:
        self.entries: dict[tuple[str, ...], str] = {}

    def cached(self, key: tuple[str, ...]) -> object:
        return json.loads(self.entries[key]) if key in self.entries else None

    def store(self, key: tuple[str, ...], data: object) -> None:
        self.entries[key] = json.dumps(data)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The rules of one game, with what they need."""
    place = tmp_path / "rules"
    shutil.copytree(LAW / "roulette", place, ignore=shutil.ignore_patterns("*.yaml"))
    shutil.copy(LAW / "vocabulary.rules", place)
    return place


def edited(text: str, dice: random.Random) -> str:
    """The text after something that an author does; the result need not be lawful."""
    lines = text.splitlines(keepends=True)
    at = dice.randrange(len(lines))
    match dice.randrange(5):
        case 0:
            lines[at] = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), lines[at], count=1)
        case 1:
            lines.insert(at, "\n")
        case 2:
            del lines[at]
        case 3:
            lines[at] = lines[at].rstrip("\n") + "  # why\n"
        case 4:
            lines.insert(at, lines[at])
    return "".join(lines)


def outcome(folder: Path, cache: InMemory | None) -> dict[str, str] | list[str]:
    """The compiled files, or the faults."""
    try:
        return compiled_files(core_rulebook(folder, sources=Sources(cache)))
    except Rejected as rejected:
        return [*map(repr, rejected.diagnostics)]


def test_edits_give_what_a_full_compilation_gives(folder: Path) -> None:
    dice, cache = random.Random(5), InMemory()
    sources = [*sorted(folder.glob("*.rules")), folder / "register.toml"]
    assert outcome(folder, cache) == outcome(folder, None)
    for _ in range(8):
        changed = dice.choice(sources)
        before = changed.read_text()
        changed.write_text(edited(before, dice))
        found = outcome(folder, cache)
        assert found == outcome(folder, None)
        if isinstance(found, list):
            changed.write_text(before)


def test_sections_are_read_from_the_cache_as_from_their_files(tmp_path: Path) -> None:
    """With every place, which equality leaves out, after random edits of some sections."""
    dice, cache, folder = random.Random(7), InMemory(), tmp_path / "rules"
    folder.mkdir()
    for path in dice.sample(sorted(LAW.rglob("*.rules")), 12):
        shutil.copy(path, folder)
    read_corpus(folder, sources=Sources(cache))
    for path in dice.sample(sorted(folder.glob("*.rules")), 4):
        path.write_text(edited(path.read_text(), dice))
    assert repr(read_corpus(folder, sources=Sources(cache))) == repr(read_corpus(folder))


def test_only_a_changed_file_is_parsed_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache, read = InMemory(), []

    def counting(content: bytes, name: str) -> Parsed:
        read.append(name)
        return parse(content.decode(), name)

    monkeypatch.setattr("pitboss.compiler.front.source_cache.parse_bytes", counting)
    read_corpus(folder, sources=Sources(cache))
    assert len(read) == len([*folder.glob("*.rules")])
    read.clear()
    changed = sorted(folder.glob("*.rules"))[1]
    changed.write_text(changed.read_text() + "# a comment\n")
    read_corpus(folder, sources=Sources(cache))
    read_corpus(folder, sources=Sources(cache))
    assert read == [f"rules/{changed.name}"]


def spoiled(entry: list[Any], other: list[Any], dice: random.Random) -> object:
    """The entry as it must not be believed."""
    origin, written = entry
    return dice.choice((
        None, [], {}, "tree", [origin], [origin, []], [origin, [[], []]], [origin, [[], ["F", "1"]]], [origin, written[:1]],
        [origin, [written[0][: len(written[0]) // 2], written[1]]], [origin, [[["Path", "/etc"]], [0]]], [origin, [[["open", "x"]], [0]]],
        [origin[::-1], written], [other[0], other[1]], [origin, {"T": 1}],
    ))  # fmt: skip


def test_a_spoiled_entry_is_ignored_and_replaced(folder: Path) -> None:
    dice, cache = random.Random(1), InMemory()
    sound = repr(read_corpus(folder, sources=Sources(cache)))
    entries = dict(cache.entries)
    for _ in range(30):
        key, other = dice.sample(sorted(key for key in entries if key != ("parser",)), 2)
        cache.entries[key] = json.dumps(spoiled(json.loads(entries[key]), json.loads(entries[other]), dice))
        assert repr(read_corpus(folder, sources=Sources(cache))) == sound
        assert cache.entries == entries


def test_a_module_that_did_not_change_is_not_written_again(folder: Path, tmp_path: Path) -> None:
    """Python would compile it to bytecode again."""
    out, cache = tmp_path / "compiled", InMemory()
    build_rulebook(folder, out, cache)
    written = {path.name: path.stat().st_ino for path in out.iterdir()}
    section = sorted(folder.rglob("*.rules"))[-1]
    section.write_text(section.read_text() + "\n# a comment\n")
    build_rulebook(folder, out, cache)
    again = {path.name for path in out.iterdir() if path.stat().st_ino != written[path.name]}
    assert again == {"__init__.py", "catalog.json", "core.json", "sources.digest"}  # what holds the digest


def test_the_tables_of_the_parser_are_read_from_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They give the same trees and the same faults; those of other code, and what are no tables, are ignored and replaced."""
    dice, cache, made, computed = random.Random(3), InMemory(), list[Lark](), []
    texts = [edited(path.read_text(), dice) for path in dice.sample(sorted(LAW.rglob("*.rules")), 8)]
    compute = Lark.__init__
    monkeypatch.setattr("pitboss.grammar.parse._parser", made)
    monkeypatch.setattr(Lark, "__init__", lambda *given, **named: (computed.append(1), compute(*given, **named))[1])

    def read() -> str:
        return repr((read_corpus(folder, sources=Sources(cache)), [parse(text, "s") for text in texts]))

    sound = read()
    code, tables = json.loads(cache.entries[("parser",)])
    spoiled = ([code[::-1], tables], [code, []], [code, [{}, {}]], [code, tables[::-1]], [], "tables")
    for entry in ([code, tables], *spoiled):
        made.clear()
        computed.clear()
        cache.entries = {("parser",): json.dumps(entry)}
        assert read() == sound and bool(computed) == (entry in spoiled)
        stored = json.loads(cache.entries[("parser",)])
        assert stored[0] == code and stored not in spoiled
