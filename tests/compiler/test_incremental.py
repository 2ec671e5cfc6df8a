"""What is kept from one compilation to the next changes nothing but the time: the result is byte for byte that of a full one."""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import (
    Parsed,
    Parser,
    Rejected,
    Sources,
    build_rulebook,
    core_rulebook,
    core_store,
    parse,
    read_corpus,
    tables_of,
    tables_text,
)
from tests.support.soak import count

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


def built(folder: Path, out: Path, cache: InMemory | None) -> dict[str, bytes] | list[str]:
    """The compiled package, without what it keeps for the next compilation; or the faults."""
    try:
        build_rulebook(folder, out, cache)
    except Rejected as rejected:
        return [*map(repr, rejected.diagnostics)]
    return {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}


@pytest.mark.parametrize(("whole", "edits"), [(False, 4), pytest.param(True, 1, marks=pytest.mark.soak)])
def test_edits_give_what_a_full_compilation_gives(whole: bool, edits: int, folder: Path, tmp_path: Path) -> None:
    """Edits of one game; and of the whole law, where sections of games reach declarations of each other."""
    out = tmp_path / "compiled"
    if whole:
        shutil.copytree(LAW, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.yaml", "*.json", "roulette"))
    dice, cache = random.Random(5), InMemory()
    sources = [*sorted(folder.rglob("*.rules")), *folder.rglob("register.toml")]
    assert isinstance(built(folder, out, cache), dict)
    for number in range(count(edits, soak=60 * edits)):
        changed = dice.choice(sources)
        before = changed.read_text()
        changed.write_text(edited(before, dice))
        found = built(folder, out, cache)
        assert found == built(folder, tmp_path / f"full{number}", None)
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
    origin, text = entry
    pool, root = json.loads(text)
    wrong = dice.choice((
        [], [[], []], [[], ["F", "1"]], [pool], [pool[: len(pool) // 2], root], [[["Path", "/etc"]], [0]], [[["open", "x"]], [0]], {"T": 1},
    ))  # fmt: skip
    return dice.choice((
        None, [], {}, "tree", [origin], [origin, []], [origin, {"T": 1}], [origin, ""], [origin, text[:-1]], [origin, text[1:]],
        [origin[::-1], text], [other[0], other[1]], [origin, json.dumps(wrong)],
    ))  # fmt: skip


def test_a_spoiled_entry_is_ignored_and_replaced(folder: Path) -> None:
    dice, cache = random.Random(1), InMemory()
    sound = repr(read_corpus(folder, sources=Sources(cache)))
    entries = dict(cache.entries)
    for _ in range(30):
        key, other = dice.sample(sorted(key for key in entries), 2)
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


def test_the_tables_of_the_parser_are_read_from_the_compiled_package(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They give the same trees and the same faults; those of another grammar, and what are no tables, are ignored."""
    dice, made, computed, stored = random.Random(3), list[Parser](), [], [""]
    texts = [edited(path.read_text(), dice) for path in dice.sample(sorted(LAW.rglob("*.rules")), 8)]
    compute = tables_of
    monkeypatch.setattr("pitboss.grammar.parse._parser", made)
    monkeypatch.setattr("pitboss.grammar.parse._stored", lambda: stored[0])
    monkeypatch.setattr("pitboss.grammar.parser_tables.tables_of", lambda lark: (computed.append(1), compute(lark))[1])

    def read() -> str:
        return repr((read_corpus(folder), [parse(text, "s") for text in texts]))

    sound, tables = read(), tables_text()
    digest, _, data = tables.partition("\n")
    assert computed
    spoiled = (
        "",
        tables[:-1],
        tables[1:],
        f"{digest}\n[]",
        f"{digest[::-1]}\n{data}",
        tables.replace("0", "1", 1),
        "\n",
    )
    for text in (tables, *spoiled):
        made.clear()
        computed.clear()
        stored[0] = text
        assert read() == sound and bool(computed) == (text in spoiled)
        assert tables_text() == tables
    monkeypatch.setattr("pitboss.grammar.parse.lark_version", lambda: "0")
    assert tables_text() != tables


@pytest.fixture
def compiled_once(folder: Path, tmp_path: Path) -> tuple[Path, InMemory]:
    """A compiled package, and the cache of its compilation."""
    out, cache = tmp_path / "compiled", InMemory()
    build_rulebook(folder, out, cache)
    return out, cache


def emitted_again(folder: Path, out: Path, cache: InMemory) -> set[str]:
    """The sections that another compilation emits."""
    written = {path.name: path.stat().st_ino for path in (out / "sections").iterdir()}
    build_rulebook(folder, out, cache)
    return {path.stem for path in (out / "sections").iterdir() if path.stat().st_ino != written.get(path.name)}


def replaced(folder: Path, old: str, new: str) -> None:
    """Replace a text that is in one place of the rules."""
    (path,) = (path for path in folder.glob("*.rules") if old in path.read_text())
    path.write_text(path.read_text().replace(old, new, 1))


def test_only_sections_that_reach_a_change_are_emitted_again(
    folder: Path, compiled_once: tuple[Path, InMemory]
) -> None:
    out, cache = compiled_once
    assert emitted_again(folder, out, cache) == set()
    vocabulary = folder / "vocabulary.rules"
    head, _, rest = vocabulary.read_text().partition("\n")
    vocabulary.write_text(f"{head}\n# every declaration below is on another line\n{rest}")
    assert emitted_again(folder, out, cache) == set()
    changed = sorted(folder.glob("19*.rules"))[-1]
    changed.write_text(changed.read_text().replace("section ", "# a comment\nsection ", 1))
    assert emitted_again(folder, out, cache) == {"s" + changed.stem.replace("-", "_").replace(".", "_")}


def test_sections_that_reach_a_declaration_are_emitted_again(
    folder: Path, compiled_once: tuple[Path, InMemory]
) -> None:
    """A section reaches a declaration of another through what it names, and states the title of it."""
    out, cache = compiled_once
    replaced(folder, '"split wager"', '"wager on two numbers at once"')
    assert len(emitted_again(folder, out, cache)) > 1
    assert "two numbers at once" in (out / "s19_47_5_2.py").read_text()


def spoiled_section(entry: str, other: str, dice: random.Random) -> str:
    """The entry as it must not be believed."""
    digest, _, text = entry.partition("\n")
    data = json.loads(text)
    wrong = dice.choice(([], {}, [data[0]], [*data[:4], 1, *data[5:]], [data[0][::-1], *data[1:]], [*data[:-1], None]))
    whole = json.dumps(wrong)
    return dice.choice((
        "", digest, entry[:-1], f"{digest}\n", entry.replace("True", "False"), entry.replace("return", "raise"), other,
        f"{hashlib.sha256(whole.encode()).hexdigest()}\n{whole}", f"\udcff{entry}", "[" * 100_000,
    ))  # fmt: skip


def test_a_spoiled_section_is_ignored_and_replaced(folder: Path, compiled_once: tuple[Path, InMemory]) -> None:
    out, cache = compiled_once
    dice, files = random.Random(2), [path for path in out.rglob("*") if path.is_file()]
    sound = {path: path.read_bytes() for path in files}
    entries = sorted(path for path in files if path.parent != out)
    for _ in range(count(10, soak=40)):
        path, other = dice.sample(entries, 2)
        text = spoiled_section(path.read_text(), other.read_text(), dice)
        path.write_bytes(text.encode(errors="surrogateescape"))
        build_rulebook(folder, out, cache)
        assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == sound


def test_a_build_without_a_cache_keeps_nothing(folder: Path, tmp_path: Path) -> None:
    """That of a wheel, which therefore contains nothing of the kind."""
    build_rulebook(folder, tmp_path / "compiled")
    assert not [path for path in (tmp_path / "compiled").rglob("*") if path.is_dir()]


def test_what_is_kept_of_a_removed_section_is_removed(folder: Path, compiled_once: tuple[Path, InMemory]) -> None:
    out, cache = compiled_once
    (out / "sections" / "s1_1_1_1.json").write_text("")
    build_rulebook(folder, out, cache)
    assert not (out / "sections" / "s1_1_1_1.json").exists()


def test_a_section_in_two_files_has_each_clause_once(folder: Path, compiled_once: tuple[Path, InMemory]) -> None:
    out, cache = compiled_once
    two = folder / "19-47-5.4.rules"
    (folder / "register.toml").unlink()
    two.write_text(two.read_text().replace("section 19:47-5.4", "section 19:47-5.3", 1))
    build_rulebook(folder, out, cache)
    book = core_rulebook(folder)
    assert len({section.citation for section in book.sections}) < len(book.sections)
    assert core_store.loads((out / "core.json").read_bytes()) == book
    steps = (out / "rounds.py").read_text().partition("\nSTEPS = (")[2].split("\n    Step(")[1:]
    assert len(steps) == len({*steps}) > 20
