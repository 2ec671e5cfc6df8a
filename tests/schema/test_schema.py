"""The schema accepts exactly what the reader of filings accepts, as far as a schema can see.

It cannot see: what refers to another place (tables, pits, paytables, files), what is said twice, the calendar, how many
combinations choices make, that a part of a filing has no pits, `6.0` for 6, and a third decimal of an unquoted amount.
It is stricter with an enumerated figure in an unusual spelling (`1,000` for 1000) and with figures of over 60 digits,
and with the title of a name in place of the name (`Red wager` for `roulette_red`).
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.support.product import Fault, Vocabulary, assemble, core, lower, read_corpus, resolve
from tests.support.product import emit_schema as schema
from tests.support.product import emit_vocabulary as vocabulary
from tests.support.schema_limits import UNSEEN
from tests.support.soak import examples

RULES = Path(__file__).parents[1] / "madeup" / "rules", Path(__file__).parent / "rules"


@dataclass(frozen=True)
class Document:
    data: Any
    name: str = "filing.json"


@dataclass(frozen=True)
class Made:
    schema: dict[str, Any]
    vocabulary: Vocabulary

    def fits(self, data: Any) -> bool:
        return jsonschema.Draft202012Validator(self.schema).is_valid(data)

    def faults(self, data: Any) -> tuple[Fault, ...]:
        _, faults = assemble([Document(as_read(data))], self.vocabulary)
        return tuple(f for f in faults if not UNSEEN.match(f"{f.code} {f.message}"))

    def agree(self, data: Any) -> bool:
        """Whether it fits, after both evaluators agreed."""
        fits, faults = self.fits(data), self.faults(data)
        assert fits == (not faults), (
            data,
            [e.message for e in jsonschema.Draft202012Validator(self.schema).iter_errors(data)],
            faults,
        )
        return fits


def rulebook(folder: Path) -> core.Rulebook:
    """The made-up games, unread fields and all."""
    with as_file(files("pitboss") / "rulespecs" / "vocabulary.rules") as file:
        shutil.copy(file, folder)
    return lower(resolve(read_corpus(folder, *RULES)).rulebook)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    book = rulebook(tmp_path_factory.mktemp("vocabulary"))
    names: dict[str, Any] = {}
    exec(vocabulary(book), names)
    return Made(json.loads(schema(book)), names["VOCABULARY"])


def as_read(data: Any) -> Any:
    """As the reader gives it: figures are exact."""
    return json.loads(json.dumps(data), parse_float=Decimal)


def filing(table: dict[str, Any] | None = None, **sections: Any) -> dict[str, Any]:
    return {"pits": [{"name": "A", "tables": [{"number": 7, "game": "discs", **(table or {})}]}], **sections}


OPENING = {"kind": "start", "subject": "opening", "on": "2006-07-01"}
SEEN = {"provision": "9.1(g)", "answer": "yes", "by": "B", "on": "2006-07-01"}
GRANTED = {"instrument": "I", "sha256": "0" * 63 + "a", "provision": "9.1(g)", "from": "2006-07-01"}
TABLES: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"decks": 6}, True),
    ({"decks": None}, True),
    ({"decks": [6, 8]}, True),
    ({"decks": []}, False),
    ({"decks": [6, None]}, False),
    ({"decks": 0}, False),
    ({"decks": "6"}, False),
    ({"decks": True}, False),
    ({"decks": {"a": 6}}, True),  # in a part of the table
    ({"decks": {"seat 1": 6, "$5": 8, "rest": None}}, True),
    ({"decks": {}}, False),
    ({"decks": {"!": 6}}, False),
    ({"decks": {"a": "6"}}, False),
    ({"decks": {"a": [6, 8]}}, False),
    ({"share": {"a": "5%"}}, True),
    ({"colors": {"a": ["red"]}}, True),
    ({"colors": {"a": "red"}}, False),
    ({"dekcs": 6}, False),
    ({"dekcs": None}, False),
    ({"cards": []}, False),  # of a hand in a round
    ({"fee": "4%"}, True),
    ({"fee": " 4 1/2 % "}, True),
    ({"fee": 4}, False),
    ({"fee": "4"}, False),
    ({"share": "5%"}, True),
    ({"share": ["4%", "5%"]}, True),
    ({"share": "6%"}, False),
    ({"share": "5.0 %"}, True),
    ({"share": "5"}, False),
    ({"felt": "pale_green"}, True),
    ({"felt": "Pale green"}, True),
    ({"felt": "palegreen"}, False),
    ({"felt": 3}, False),
    ({"colors": ["red", "Blue"]}, True),
    ({"colors": []}, True),
    ({"colors": "red"}, False),
    ({"colors": ["pink"]}, False),
    ({"denominations": ["$5", 25, "2,500.00", 2.5]}, True),
    ({"denominations": ["$5.001"]}, False),
    ({"denominations": [-5]}, False),
    ({"denominations": ["$2,50"]}, False),
    ({"denominations": [None]}, False),
    ({"worth": {"red": "$1", "Pale green": 2}}, True),
    ({"worth": {"red": None}}, False),
    ({"worth": {"!": 1}}, False),
    ({"worth": ["red"]}, False),
    ({"opening": "other:both sides"}, True),  # elected: whether it may be is not the schema's
    ({"opening": "other: "}, False),
    ({"opening": "both"}, False),
    ({"thrown_by_hand": "Yes"}, True),
    ({"thrown_by_hand": False}, True),
    ({"thrown_by_hand": "on"}, False),
    ({"price": "5 1/2 to 1"}, True),
    ({"price": "4 FOR 1"}, True),
    ({"price": "6:5"}, False),
    ({"price": 365}, False),
    ({"price": "3 to 0"}, False),
    ({"price": "$250"}, False),
    ({"weight": "1/3"}, True),
    ({"weight": -2.25}, True),
    ({"weight": "1/0"}, False),
    ({"number": None}, False),
    ({"number": "BJ 7"}, True),
    ({"number": " "}, False),
    ({"game": None}, False),
    ({"game": "Tiles"}, True),
    ({"game": "tile"}, False),
    ({"game": ["tiles"]}, False),
    ({"variation": "double disc"}, True),
    ({"variation": ["double_disc"]}, True),
    ({"variation": "late_call"}, False),
    ({"variation": "other:mine"}, False),
    ({"equipment": ["disc box"]}, True),
    ({"equipment": {"disc_box": "no"}}, True),
    ({"equipment": {"disc_box": None}}, True),
    ({"equipment": {"disc_bin": True}}, False),
    ({"equipment": "disc_box"}, False),
    ({"wagers": ["high_disc", "Three of a kind", "pairs", "other:golden disc"]}, True),  # another game's: shape only
    ({"wagers": {"high_disc": None, "three_of_a_kind": {"added": 3}}}, True),
    ({"wagers": {"high_disc": {"added": 3}}}, False),
    ({"wagers": {"Three Of A Kind": {"added": 3}}}, True),
    ({"wagers": [{"wager": "three_of_a_kind", "added": 3}]}, True),
    ({"wagers": [{"wager": "high_disc", "added": 3}]}, False),
    ({"wagers": [{"wager": "other:x", "added": 3}]}, False),
    ({"wagers": {"other:x": {"minimum": 5}}}, True),
    ({"wagers": {"other:!": {}}}, False),
    ({"wagers": ["golden"]}, False),
    ({"wagers": [None]}, False),
    ({"wagers": [{"minimum": 5}]}, False),
    ({"wagers": [{"wager": None}]}, False),
    ({"wagers": {"high_disc": {"wager": "high_disc"}}}, False),
    ({"wagers": "high_disc"}, False),
    ({"wagers": ["late_call"]}, False),
    ({"wagers": {"high_disc": {"minimum": "$5", "maximum": [500, 1000], "stakes": [5, 10]}}}, True),
    ({"wagers": {"high_disc": {"stakes": 5}}}, False),
    ({"wagers": {"high_disc": {"pays": "3 to 1"}}}, True),
    ({"wagers": {"high_disc": {"pays": "$250"}}}, True),
    ({"wagers": {"high_disc": {"pays": "100% of the meter"}}}, True),
    ({"wagers": {"high_disc": {"pays": 3}}}, False),
    ({"wagers": {"high_disc": {"pays": "3/1"}}}, False),
    ({"wagers": {"high_disc": {"payouts": {"anything": "3 to 1"}}}}, True),
    ({"wagers": {"high_disc": {"payouts": {"?": "3 to 1"}}}}, False),
    ({"wagers": {"three_of_a_kind": {"payouts": {"All red": "2 to 1", "two_blue": "9 to 1"}}}}, True),  # unlawful
    ({"wagers": {"three_of_a_kind": {"payouts": {"all_red": None}}}}, False),
    ({"wagers": {"three_of_a_kind": {"payouts": {"all_green": "2 to 1"}}}}, False),
    ({"wagers": {"three_of_a_kind": {"payouts": {"other:all green": "2 to 1"}}}}, True),
    ({"wagers": [{"wager": "three_of_a_kind", "payouts": {"all_green": "2 to 1"}}]}, False),
    ({"wagers": [{"wager": "Three of a kind", "payouts": {"all red": "2 to 1"}}]}, True),
    ({"wagers": [{"wager": "pairs", "selection": "Option 7"}]}, True),
    ({"wagers": {"high_disc": {"paytable": "P"}}}, True),
    ({"wagers": {"high_disc": {"paytable": ["P"]}}}, False),
    ({"options": ["late_call", "double_disc"]}, True),
    ({"options": [{"option": "late_call", "payouts": {"x": "1 to 1"}}]}, True),
    ({"options": [{"wager": "late_call"}]}, False),
    ({"options": {"late_call": {"stakes": [5]}}}, False),
]  # fmt: skip
SECTIONS: list[tuple[dict[str, Any], bool]] = [
    ({"submission": None, "pits": None}, True),
    ({"submission": {"id": "1", "licensee": "L", "effective": "2006-07-01", "supersedes": 0, "method": "draw"}}, True),
    ({"submission": {"effective": "1 July 2006"}}, False),
    ({"submission": {"effective": "2006-02-30"}}, True),  # the calendar is not the schema's
    ({"submission": {"method": ["draw", "throw"]}}, False),
    ({"submission": {"mehtod": "draw"}}, False),
    ({"submission": {"certifications": [{"by": "B", "role": "R", "on": "2006-07-01"}, {"by": None}]}}, True),
    ({"submission": {"certifications": {"by": "B"}}}, False),
    ({"submission": {"certifications": [{"by": "B", "when": "2006-07-01"}]}}, False),
    ({"paytables": {"P": {"wager": "high_disc", "pays": "1 to 1"}}}, True),
    ({"paytables": {"P": {"wager": "high_disc"}}}, False),
    ({"paytables": {"P": {"wager": "high_disc", "payouts": None}}}, False),
    ({"paytables": {"P": None}}, False),
    ({"paytables": {"P": {"wager": "three_of_a_kind", "payouts": {"win": "1 to 1"}}}}, False),
    ({"paytables": {"P": {"wager": "pairs", "selection": "option 1", "pays": "1 to 1", "minimum": 5}}}, False),
    ({"defaults": {"Discs": {"decks": 6}, "tiles": None}}, True),
    ({"defaults": {"discs": {"number": 6}}}, False),
    ({"defaults": {"disc": {}}}, False),
    ({"pits": []}, True),
    ({"pits": [{"name": "A", "tables": [], "opened": "2001-01-01"}]}, True),
    ({"pits": [{"name": "A", "tables": {"file": "a.csv"}}]}, True),
    ({"pits": [{"name": "A", "tables": [{"file": "a.csv"}]}]}, True),
    ({"pits": [{"name": "A", "tables": [{"file": "a.csv", "number": 1}]}]}, False),
    ({"pits": [{"name": "A", "tables": {"number": 1}}]}, False),
    ({"pits": [{"name": "A"}]}, False),
    ({"pits": [{"tables": []}]}, False),
    ({"pits": [None]}, False),
    ({"pits": {"A": {}}}, False),
    ({"pit": []}, False),
    ({"statements": [{"kind": "layout", "about": "maximum of pairs", "says": "$500", "tables": "all"}]}, True),
    ({"statements": [{"kind": "sign", "about": ["Maximum of pairs", "high disc"], "says": "x"}]}, True),
    ({"statements": [{"kind": "poster", "about": "pairs", "says": "x"}]}, False),
    ({"statements": [{"kind": "sign", "about": "maximum of maximum", "says": "x"}]}, False),
    ({"statements": [{"kind": "sign", "about": "three of a kind", "says": "x"}]}, False),  # of parts field and offer
    ({"statements": [{"kind": "sign", "about": "minimum of three_of_a_kind", "says": "x"}]}, True),
    ({"statements": [{"kind": "sign", "says": "x"}]}, False),
    ({"events": [{"kind": "offered", "subject": "pairs", "on": "2006-07-01", "notice": "no"}]}, True),
    ({"events": [{**OPENING, "on": "2006-07-01 09:30", "tables": [7, {"pit": "A"}]}]}, True),
    ({"events": [{**OPENING, "notice": {"lead": "30 minutes", "written": True, "to": ["floor"]}}]}, True),
    ({"events": [{**OPENING, "notice": {"lead": 30}}]}, False),
    ({"events": [{**OPENING, "notice": "given"}]}, False),
    ({"events": [{**OPENING, "notice": {"whom": "floor"}}]}, False),
    ({"events": [{**OPENING, "tables": {}}]}, False),
    ({"events": [{**OPENING, "tables": {"game": "discs"}}]}, True),
    ({"events": [{**OPENING, "tables": {"table": 7}}]}, False),
    ({"events": [{"kind": "begin", "subject": "opening", "on": "2006-07-01"}]}, False),
    ({"events": [{"kind": "start", "subject": "openning", "on": "2006-07-01"}]}, False),
    ({"attestations": [SEEN]}, True),
    ({"attestations": [{**SEEN, "provision": "N.J.A.C. 1:1-9.1 (g)", "basis": "observed", "note": "n"}]}, True),
    ({"attestations": [{**SEEN, "provision": "the last one"}]}, False),
    ({"attestations": [{**SEEN, "provision": 9.1}]}, False),
    ({"attestations": [{**SEEN, "answer": "maybe"}]}, False),
    ({"attestations": [{**SEEN, "basis": "guessed"}]}, False),
    ({"attestations": [{**SEEN, "on": None}]}, False),
    ({"approvals": [GRANTED]}, True),
    ({"approvals": [{**GRANTED, "value": {"any": [1]}, "conditions": ["c"], "until": "2007-07-01"}]}, True),
    ({"approvals": [{**GRANTED, "conditions": "c", "by": None}]}, True),
    ({"approvals": [{**GRANTED, "sha256": "abc"}]}, False),
    ({"approvals": [{**GRANTED, "from": None}]}, False),
    ({"approvals": [{**GRANTED, "term": 3}]}, False),
    ({"documents": [{"path": "p", "kind": "k", "sha256": "F" * 64}]}, True),
    ({"documents": [{"path": "p", "kind": "k"}]}, False),
]  # fmt: skip


def test_the_schema_is_a_schema(made: Made) -> None:
    jsonschema.Draft202012Validator.check_schema(made.schema)


def test_it_is_the_same_every_time(made: Made, tmp_path: Path) -> None:
    assert json.loads(schema(rulebook(tmp_path))) == made.schema


@pytest.mark.parametrize(("table", "good"), TABLES, ids=str)
def test_a_table(table: dict[str, Any], good: bool, made: Made) -> None:
    assert made.agree(filing(table)) is good


@pytest.mark.parametrize(("table", "good"), [(t, g) for t, g in TABLES if not t.keys() & {"number", "game"}], ids=str)
def test_defaults_are_like_tables(table: dict[str, Any], good: bool, made: Made) -> None:
    assert made.agree(filing(defaults={"discs": table})) is good


@pytest.mark.parametrize(("sections", "good"), SECTIONS, ids=str)
def test_a_section(sections: dict[str, Any], good: bool, made: Made) -> None:
    assert made.agree({**filing(), **sections}) is good


@pytest.mark.parametrize("data", [None, 3, "pits", True])
def test_what_is_no_mapping_is_no_filing(data: Any, made: Made) -> None:
    assert not made.fits(data)


def test_a_list_is_tables(made: Made) -> None:
    assert made.fits([{"number": 7, "game": "discs"}])
    assert not made.fits([{"number": 7, "game": "disks"}])


def test_values_are_reported_with_title_and_citation(made: Made) -> None:
    assert made.schema["$defs"]["table"]["properties"]["felt"] == {"$ref": "#/$defs/field:felt"}
    felt = made.schema["$defs"]["field:felt"]
    assert felt["description"] == "Color of the felt (1:1-9.2(b))"
    assert felt["anyOf"][0]["enum"] == ["red", "pale_green"]


def offered(schema: dict[str, Any], at: Any) -> set[str]:
    """What an editor offers below a part of the schema: the keys and the words of enumerations, references followed."""
    if isinstance(at, list):
        return set().union(*(offered(schema, each) for each in at))
    if "$ref" in at:
        return offered(schema, schema["$defs"][at["$ref"].rpartition("/")[2]])
    return {*map(str, at.get("enum", ())), *at.get("properties", ())}.union(
        *(offered(schema, at[key]) for key in ("anyOf", "items") if key in at)
    )


def test_a_table_offers_the_wagers_of_its_game(made: Made) -> None:
    known = made.vocabulary.names.values()
    games = [n.name for n in known if n.kind == "game"]
    table = made.schema["$defs"]["table"]
    for word, kinds in (("wager", {"wager"}), ("option", {"option", "variation"})):
        every = {n.name for n in known if n.kind in kinds}
        assert every and not every & offered(made.schema, table["properties"][f"{word}s"])
        for game in games:
            own = {n.name for n in known if n.kind in kinds and n.game in (game, None)}
            part = made.schema["$defs"][f"table:{game}"]["properties"].get(f"{word}s", {})
            assert offered(made.schema, part) & every == own, (game, word)
    branches = {
        each["then"]["$ref"]: re.compile(each["if"]["properties"]["game"]["pattern"]) for each in table["allOf"]
    }
    assert [[bool(p.match(g)) for p in branches.values()].count(True) for g in games] == [1] * len(games)


def test_every_pattern_of_a_value_has_a_message(made: Made) -> None:
    def silent(at: Any, path: str = "") -> Iterator[str]:
        if isinstance(at, dict):
            if isinstance(at.get("pattern"), str) and "errorMessage" not in at and "propertyNames" not in path:
                yield path
            for key, below in at.items():
                yield from silent(below, f"{path}/{key}")
        elif isinstance(at, list):
            for n, below in enumerate(at):
                yield from silent(below, f"{path}/{n}")

    assert list(silent(made.schema)) == []
    assert "2,500" in made.schema["$defs"]["money"]["errorMessage"]


# ---- by chance

WORDS = ("red", "Pale green", "all red", "three_of_a_kind", "high disc", "other:x", "double_disc", "yes", "on", "", "?")
SCALARS = st.sampled_from(
    [
        *WORDS,
        None,
        True,
        False,
        0,
        6,
        -1,
        2.5,
        "6",
        "$5",
        "$5.5",
        "$ 2,500",
        "4%",
        "4 %",
        "3 to 1",
        "3 To 2",
        "6:5",
        "100% of meter",
        "2006-07-01",
        "09:30",
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=2),
    max_leaves=4,
)


def keys(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(sorted(schema["properties"])), VALUES, max_size=3)


@examples(150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_filed_both_agree(made: Made, data: st.DataObject) -> None:
    defs = made.schema["$defs"]
    table = data.draw(keys(defs["table"]))
    offer = data.draw(keys(defs["wager:three_of_a_kind"]) | keys(defs["wager:other"]))
    name = data.draw(st.sampled_from(["three_of_a_kind", "Three of a kind", "high_disc", "other:x"]))
    wagers = data.draw(st.sampled_from([{name: offer}, [{**offer, "wager": name}], [name], None, name]))
    made.agree(filing({"wagers": wagers, **{k: v for k, v in table.items() if k not in ("number", "game")}}))


@examples(100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_both_agree_on_statements_next_to_the_tables(made: Made, data: st.DataObject) -> None:
    section = data.draw(st.sampled_from(["statements", "events", "attestations", "documents", "pits"]))
    entry = data.draw(keys(made.schema["properties"][section]["items"]))
    submission = data.draw(keys(made.schema["properties"]["submission"]))
    made.agree({**filing(), section: [entry], "submission": submission})


def test_references_are_uris(made: Made) -> None:
    """Lenient validators look a name up as it is; others refuse a schema with a space in one."""
    named = re.findall(r'"\$ref": "#/\$defs/([^"]*)"', json.dumps(made.schema))
    assert named and [name for name in named if not re.fullmatch(r"[\w:.-]+", name)] == []
