"""Rules whose every text and name is an attack: generated code does what it would do otherwise, and pages show text."""

from __future__ import annotations

import ast
import builtins
import json
import keyword
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import hostile_filing, output_safety
from tests.support.product import Rejected, compiled_files, core_rulebook, load_catalog, main, site_files, site_pages

MADEUP = Path(__file__).parents[1] / "madeup"
RULES = sorted(MADEUP.rglob("*.rules"))
FLOOR = (MADEUP / "floor.yaml").read_text("utf-8")
MARK = hostile_filing.MARK
CODE = (
    "''' + __import__('os').abort() + '''", "\\", "\\\\", "{__import__('os').abort()}", "\\N{DIGIT ONE}", "\\x27\\x22\\x0a", "\\x",
    "\\N{no}", "\\u1", "%s{0}{}", "# type: ignore", "${abort()}`${abort()}`", "é ½ 𝟙 ﬁ",
)  # fmt: skip
ATTACKS = [attack.replace('"', "'").replace("\n", " ") for attack in (*CODE, *hostile_filing.ATTACKS.values())]
UNSEEN = ["\r", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\ufeff", "\u202e", "\x00", "\x1b"]
SEEN = [attack for attack in ATTACKS if attack.isprintable()]


def attacked(text: str, attacks: list[str]) -> str:
    """The rules with an attack in every text; each text stays different from the others."""
    numbers = iter(range(10_000))
    return re.sub(r'"[^"\n]*"', lambda _: f'"{MARK} {(n := next(numbers))} {attacks[n % len(attacks)]}"', text)


def laid(folder: Path, change: object) -> list[Path]:
    for path in RULES:
        copy = folder / path.relative_to(MADEUP)
        copy.parent.mkdir(parents=True, exist_ok=True)
        assert callable(change)
        copy.write_text(change(path.read_text("utf-8")), "utf-8", newline="")
    return [folder / "words", folder / "rules"]


def shape(code: str) -> str:
    """The syntax tree without the contents of texts."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


def shapes(made: dict[str, str]) -> dict[str, str]:
    return {name: shape(text) for name, text in made.items() if name.endswith(".py")}


def turns(attacks: list[str]) -> Iterator[list[str]]:
    """Each attack comes to stand in each place once in a while."""
    yield from (attacks[n:] + attacks[:n] for n in range(0, len(attacks), 11))


def test_texts_do_not_alter_the_generated_code(tmp_path: Path) -> None:
    plain = shapes(compiled_files(core_rulebook(*laid(tmp_path / "plain", str))))
    for n, attacks in enumerate(turns(SEEN)):
        folders = laid(tmp_path / str(n), lambda text, attacks=attacks: attacked(text, attacks))
        made = compiled_files(core_rulebook(*folders))
        assert shapes(made) == plain
        assert "abort" in "".join(made.values())
        for name, text in made.items():
            if name.endswith(".json"):
                json.loads(text)


@pytest.mark.parametrize("attack", UNSEEN, ids=ascii)
def test_characters_that_cannot_be_seen_are_refused(attack: str, tmp_path: Path) -> None:
    """Python takes some of them for the end of a line, and so of a comment."""
    with pytest.raises(Rejected) as found:
        core_rulebook(*laid(tmp_path, lambda text: text.replace('"Tiles"', f'"Tiles {attack}"')))
    assert {problem.code for problem in found.value.diagnostics} == {"R109"}


def test_texts_are_shown_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In every page of the rulebook, in the report and in every format of a check."""
    folders = laid(tmp_path, lambda text: attacked(text, SEEN))
    made = site_files(site_pages(load_catalog(*folders), None, None))
    assert sum(MARK in text for name, text in made.items() if name.endswith(".html")) > 3
    assert [each for name, text in made.items() if name.endswith(".html") for each in output_safety.html(text)] == []
    (tmp_path / "floor.yaml").write_text(FLOOR, "utf-8")
    rules = [part for folder in folders for part in ("--rules", str(folder))]
    assert main(["report", str(tmp_path / "floor.yaml"), *rules, "--out", str(tmp_path / "out")]) == 1
    for path in (tmp_path / "out").glob("*.html"):
        assert MARK in path.read_text("utf-8") and [*output_safety.html(path.read_text("utf-8"))] == []
    for form in ("text", "json", "sarif", "junit", "github"):
        capsys.readouterr()
        assert main(["check", str(tmp_path / "floor.yaml"), *rules, "--format", form]) == 1
        assert output_safety.of(capsys.readouterr().out) == [], form


NAMES = (
    "tile_wager",
    "pairs",
    "lantern",
    "tile_hands",
    "dragon",
    "trio",
    "opening",
    "side_door",
    "house_flag",
    "tiles_washed",
)
TAKEN = sorted(
    {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "t", "ops", "facts", "annotations", "clauses", "steps"}
)


def test_names_do_not_alter_the_generated_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Words of Python, and of the generated modules, are names like others: the verdicts are the same."""
    usual = judged(tmp_path / "usual", {}, capsys)
    assert usual
    taken = [name for name in TAKEN if re.fullmatch(r"[a-z][a-z0-9_]*", name)]
    reserved, number = set[str](), 0
    while taken:
        renamed, taken = dict(zip(NAMES, taken, strict=False)), taken[len(NAMES) :]
        while (found := judged(tmp_path / str(number), renamed, capsys)) is None:
            word = re.findall(r"'([a-z_]+)'", REFUSED[-1])
            lost = next(name for name in renamed.values() if name in word or name in REFUSED[-1])
            reserved.add(lost)  # a word of the language of rules
            renamed = {old: new for old, new in renamed.items() if new != lost}
            number += 1
        assert found == sorted(tuple(renamed_in(part, renamed) for part in each) for each in usual), renamed
        number += 1
    assert "abs" not in reserved and len(reserved) < 40, reserved


REFUSED: list[str] = []


def renamed_in(text: str, renamed: dict[str, str]) -> str:
    return re.sub(r"[a-z][a-z0-9_]*", lambda found: renamed.get(found[0], found[0]), text)


def judged(folder: Path, renamed: dict[str, str], capsys: pytest.CaptureFixture[str]) -> list[tuple[str, ...]] | None:
    """The verdicts on the floor; None if the language refuses a name."""

    def change(text: str) -> str:
        return "".join(
            part if part.startswith('"') else renamed_in(part, renamed) for part in re.split(r'("[^"\n]*")', text)
        )

    folders = laid(folder, change)
    (folder / "floor.yaml").write_text(renamed_in(FLOOR, renamed), "utf-8")
    capsys.readouterr()
    rules = [part for each in folders for part in ("--rules", str(each))]
    code = main(["check", str(folder / "floor.yaml"), *rules, "--format", "json"])
    out, error = capsys.readouterr()
    if code == 2 and error:
        REFUSED.append(error)
        return None
    assert code == 1, error
    return sorted((f["verdict"], f["code"]) for f in json.loads(out)["findings"])
