"""A made-up game with one of everything, and a way to file a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.checker.filing.assemble import assemble
from pitboss.checker.filing.field_reader import Fault
from pitboss.checker.filing.model import Filing
from pitboss.checker.filing.vocabulary import Field, Named, Type, Vocabulary
from pitboss.checker.read import Source, read

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
    ("order", ("table",), ("one_of", ("1", "2", "3"))),
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
    ("settled_by", ("table",), ("one_of", ("1", "2"), "elected")),
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
    {name: Field(name, owners, of, name, "1:1-9.1") for name, owners, of in FIELDS},
    {name: Named(kind, name, name, game, "1:1-9.1") for kind, name, game in NAMES},
    {"pairs": ("trio", "pair", "king_and_queen", "2"), "lantern": ("win",)},
    {"pairs": ("option_1", "option_2")},
    ("maximum of pairs", "minimum of pairs"),
    {"opening": ("start", "change"), "lantern": ("start", "change")},
)
ONE_TABLE = "pits: [{name: A, tables: [{number: 1, game: tiles}]}]\n"

Filed = tuple[Filing, tuple[Fault, ...], Source]


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    return VOCABULARY


@pytest.fixture
def file_text(tmp_path: Path) -> Callable[[str], Filed]:
    """Files a text: `%%% name` starts another file of the folder; without pits, there is one table."""

    def file(text: str) -> Filed:
        first, *others = text.split("%%% ")
        files = {"filing.yaml": first, **{name: body for name, _, body in (other.partition("\n") for other in others)}}
        if not any(re.search("^pits:", body, re.MULTILINE) for body in files.values()):
            files["filing.yaml"] = ONE_TABLE + first
        for name, body in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body)
        source = read(tmp_path)
        assert source.problems == ()
        return *assemble(source.documents, VOCABULARY), source

    return file
