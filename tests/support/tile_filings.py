"""The made-up game of the filing tests, with one of every kind of fact, and the filings written as documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import Named, Type, Vocabulary, VocabularyField

FOLDER = Path(__file__).parents[1] / "filing"
FIELDS: list[tuple[str, tuple[str, ...], Type]] = [
    ("licensee", ("licensee",), ("text",)),
    ("count_method", ("licensee",), ("one_of", ("by_hand", "by_machine"))),
    ("floor_area", ("licensee",), ("number",)),
    ("supervisors", ("pit",), ("count",)),
    ("number", ("table",), ("text",)),
    ("game", ("table",), ("game",)),
    ("variation", ("table",), ("variation",)),
    ("equipment", ("table",), ("equipment",)),
    ("decks", ("table",), ("count",)),
    ("boxes", ("table",), ("count",)),
    ("ratio", ("table",), ("number",)),
    ("denominations", ("table",), ("set_of", ("money",))),
    ("opening", ("table",), ("one_of", ("left", "right"))),
    ("vigorish", ("table",), ("one_of", ("4%", "5%"))),
    ("order", ("table",), ("one_of", (1, 2, 3))),
    ("cap_by_decks", ("table",), ("map_of", ("count",), ("money",))),
    ("ranks", ("table",), ("list_of", ("one_of", ("dragon", "trio", "pair")))),
    ("best_odds", ("table",), ("odds",)),
    ("opens_at", ("table",), ("time",)),
    ("installed", ("table",), ("date",)),
    ("covered", ("table",), ("flag",)),
    ("layout_name", ("table",), ("name",)),
    ("hold", ("table",), ("percent",)),
    ("deal_as", ("table",), ("one_of", ("face_up", "face_down"), "elected")),
    ("rake", ("table",), ("one_of", ("4%", "5%"), "elected")),
    ("settled_by", ("table",), ("one_of", (1, 2), "elected")),
    ("payouts", ("wager",), ("payouts",)),
    ("paytable", ("wager",), ("text",)),
    ("selection", ("wager",), ("name",)),
    ("minimum", ("wager",), ("money",)),
    ("maximum", ("wager",), ("money",)),
    ("stakes", ("wager",), ("set_of", ("money",))),
    ("lamps", ("lantern",), ("count",)),
    ("seats", ("option",), ("count",)),
    ("hands", ("hand",), ("cards",)),
    ("shown_cards", ("table",), ("cards",)),
]
NAMES = [
    ("game", "tiles", "tiles"),
    ("game", "stones", "stones"),
    ("wager", "tile_wager", "tiles"),
    ("wager", "pairs", "tiles"),
    ("wager", "lantern", "tiles"),
    ("wager", "skip", "stones"),
    ("option", "redraw", "tiles"),
    ("option", "second_box", "tiles"),
    ("variation", "double_tiles", "tiles"),
    ("variation", "night_tiles", "tiles"),
    ("equipment", "lamp", None),
    ("equipment", "washer", None),
]
VOCABULARY = Vocabulary(
    {name: VocabularyField(name, owners, of, name, "1:1-9.1") for name, owners, of in FIELDS},
    {name: Named(kind, name, name, game, "1:1-9.1") for kind, name, game in NAMES},
    {"pairs": ("trio", "pair", "king_and_queen", "2"), "lantern": ("win",)},
    {"pairs": ("option_1", "option_2")},
    ("maximum of pairs", "minimum of pairs"),
    {"opening": ("start", "change"), "lantern": ("start", "change")},
)
ONE_TABLE = "pits: [{name: A, tables: [{number: 1, game: tiles}]}]\n"


def cases(folder: str) -> Iterator[Any]:
    for path in sorted((FOLDER / folder).glob("*.txt")):
        for case in path.read_text().split("\n## ")[1:]:
            title, _, rest = case.partition("\n")
            lines = rest.splitlines()
            expected = [line for line in lines if line[:2] in ("! ", "= ")]
            text = "\n".join(line for line in lines if line not in expected) + "\n"
            yield pytest.param(text, expected, id=f"{path.stem}: {title}")


def whole(text: str) -> str:
    """`table:` and the indented lines below it, as the one table of pit A."""
    if "table:\n" not in text:
        return text
    before, _, after = text.partition("table:\n")
    own = re.match(r"(?:  .*\n)*", after)
    assert own and (not before or before.endswith("\n"))
    keys = "".join(f"  {line}\n" for line in own[0].splitlines())
    floor = f"pits:\n- name: A\n  tables:\n  - number: 1\n    game: tiles\n{keys}"
    return before + floor + after[own.end() :]


def write_files(text: str, folder: Path) -> None:
    """Write the files of a filing into `folder`: `%%% name` starts another file. Without pits, there is one table."""
    first, *others = text.split("%%% ")
    files = {"filing.yaml": first, **{name: body for name, _, body in (other.partition("\n") for other in others)}}
    if not any(re.search("^pits:", body, re.MULTILINE) for body in files.values()):
        files["filing.yaml"] = ONE_TABLE + first
    for name, body in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(body)
