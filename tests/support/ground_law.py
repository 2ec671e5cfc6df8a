"""The made-up law of these tests: a text, its rules, and both after a change."""

from __future__ import annotations

from pathlib import Path

from tests.support.product import Difference, Ground, read_ground
from tests.support.product import ground_differences as differences

FOLDER = Path(__file__).parents[1] / "ground"
TEXT = (FOLDER / "law.txt").read_text(encoding="utf-8")
RULES = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.rules")}


def laid_out(
    place: Path, text: str = TEXT, rules: dict[str, str] | None = None, explained: str = ""
) -> tuple[Path, Path]:
    """The folders of a text and of its rules."""
    (place / "text").mkdir(parents=True, exist_ok=True)
    (place / "rules").mkdir(exist_ok=True)
    (place / "text/law.txt").write_text(text, encoding="utf-8")
    for name, content in (rules or RULES).items():
        (place / "rules" / name).write_text(content, encoding="utf-8")
    if explained:
        (place / "rules/ground.yaml").write_text(explained, encoding="utf-8")
    return place / "text", place / "rules"


def ground(place: Path, text: str = TEXT, rules: dict[str, str] | None = None, explained: str = "") -> Ground:
    return read_ground(*laid_out(place, text, rules, explained))


def reported(found: tuple[Difference, ...]) -> list[str]:
    """`check provision: difference (line of the text, line of the rules)`"""
    return [
        f"{d.check} {d.provision}: {d.difference} ({d.line.partition(':')[2]}, {d.rules.line if d.rules else ''})"
        for d in found
    ]


def left(place: Path, text: str = TEXT, rules: dict[str, str] | None = None, explained: str = "") -> list[str]:
    return reported(differences(ground(place, text, rules, explained))[0])


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, (old, text.count(old))
    return text.replace(old, new)
