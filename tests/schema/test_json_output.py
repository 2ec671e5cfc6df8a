"""The JSON output of odds and of audits of rounds matches its schema, and the schema is no wider than the output."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.product import main

Json = dict[str, Any]
ROUNDS = Path(__file__).parents[1] / "rounds"
RULES = [part for name in ("words", "tiles") for part in ("--rules", str(ROUNDS / f"{name}.rules"))]
LAWFUL = {"round": "1", "table": "1", "moment": "2005-06-01T20:00", "cards": "Kh Kd"}


def reported(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Json]:
    code = main([*words])
    return code, json.loads(capsys.readouterr().out)


def schema(capsys: pytest.CaptureFixture[str], of: str) -> jsonschema.Draft202012Validator:
    _, made = reported(capsys, "schema", "--of", of)
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(made)


def faults(validator: jsonschema.Draft202012Validator, made: Json) -> list[str]:
    return [f"{e.json_path}: {e.message}" for e in validator.iter_errors(made)]


@contextmanager
def spoilt(made: Any, key: str, value: Any) -> Iterator[None]:
    """The same with another value under a key, for a while."""
    kept = dict(made)
    made[key] = value
    yield
    made.clear()
    made.update(kept)


# ---- odds


def test_odds_keep_their_schema(capsys: pytest.CaptureFixture[str]) -> None:
    validator, seen = schema(capsys, "odds"), list[Json]()
    for name in ("roulette", "sevens", "three_card_poker", "craps"):
        code, made = reported(capsys, "law", "odds", name, "--as-of", "2010-01-01", "--format", "json")
        assert (code, faults(validator, made)) == (0, [])
        seen.append(made)
    wagers = [wager for made in seen for wager in made["wagers"]]
    figures = [figure for wager in wagers for figure in wager["figures"]]
    assert all(sum(o["count"] for o in figure["outcomes"]) == int(figure["space"]) for figure in figures)
    some = {  # one of them has each shape of the schema
        "several": any(len(wager["of"]) > 1 for wager in wagers),
        "differences": any(wager["differences"] for wager in wagers),
        "readings": any(figure["readings"] for figure in figures),
        "decision": any(figure["decision"] for figure in figures),
        "undetermined": any(made["undetermined"] for made in seen),
    }
    assert [what for what, there in some.items() if not there] == []


@pytest.mark.parametrize(
    ("at", "key", "value"),
    [
        ((), "more", 1),
        ((), "schema", "pitboss.odds/2"),
        ((), "as_of", "today"),
        (("wagers", 0), "of", []),
        (("wagers", 0), "partition", {"proved": True}),
        (("wagers", 0), "figures", []),
        (("wagers", 0, "figures", 0), "space", 38),
        (("wagers", 0, "figures", 0), "edge", 0.0526),
        (("wagers", 0, "figures", 0), "edge", "0.0526"),
        (("wagers", 0, "figures", 0), "hit", "-1/38"),
        (("wagers", 0, "figures", 0), "edge_decimal", "0.05"),
        (("wagers", 0, "figures", 0, "outcomes", 0), "count", "1"),
        (("wagers", 0, "figures", 0, "outcomes", 0), "probability", "3/2/1"),
    ],
)
def test_what_odds_never_contain(capsys: pytest.CaptureFixture[str], at: tuple[Any, ...], key: str, value: Any) -> None:
    validator = schema(capsys, "odds")
    _, made = reported(capsys, "law", "odds", "roulette_straight", "--as-of", "2010-01-01", "--format", "json")
    part: Any = made
    for step in at:
        part = part[step]
    assert validator.is_valid(made)
    with spoilt(part, key, value):
        assert not validator.is_valid(made)


# ---- audits of rounds


@pytest.fixture
def audited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Json:
    """Rows that breach, pass and cannot be read."""
    rows = [
        {**LAWFUL, "stake": {"streak": 10}, "paid": {"streak": 7}}, {**LAWFUL, "round": "2", "cards": "Kh 11d"}, {**LAWFUL, "round": "3"},
    ]  # fmt: skip
    records = tmp_path / "rows.jsonl"
    records.write_text("".join(json.dumps(row) + "\n" for row in rows))
    code, made = reported(
        capsys, "rounds", "audit", str(records), "--filing", str(ROUNDS / "tiles.yaml"), *RULES, "--format", "json"
    )
    assert code == 2 and made["findings"] and made["rows"] == 2 and made["set_aside"] == 1
    return made


def test_an_audit_of_rounds_keeps_its_schema(audited: Json, capsys: pytest.CaptureFixture[str]) -> None:
    validator = schema(capsys, "rounds-report")
    assert faults(validator, audited) == []
    for part, key, value in (
        (audited, "more", 1), (audited, "schema", "pitboss.rounds/2"), (audited, "rows", -1), (audited, "determination", "final"),
        (audited["reasons"][0], "first", "somewhere"), (audited["clauses"][0]["verdicts"], "maybe", 1),
        (audited["findings"][0], "verdict", "pass"), (audited["findings"][0], "facts", {"cards": None}),
    ):  # fmt: skip
        with spoilt(part, key, value):
            assert not validator.is_valid(audited), (key, value)
    assert faults(validator, audited) == []


def test_rounds_of_the_law_keep_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Dealt at a table whose law depends on the round before, with mistakes, and with the rows of a round apart."""
    filing, dealt = str(ROUNDS / "chemin.yaml"), tmp_path / "dealt.jsonl"
    deal = ["rounds", "deal", "chemin_de_fer", "--rounds", "40", "--seed", "3", "--mistakes", "0.2", "--filing", filing]
    assert main([*deal, "--out", str(dealt)]) == 0
    lines = dealt.read_text().splitlines()
    dealt.write_text("\n".join([*lines[1:], lines[0]]) + "\n")
    capsys.readouterr()
    _, made = reported(capsys, "rounds", "audit", str(dealt), "--filing", filing, "--format", "json")
    assert faults(schema(capsys, "rounds-report"), made) == []
    assert made["findings"] and made["not_in_sequence"]


def test_reasons_without_end_are_reported_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each wrong cell makes a reason of its own; a file of them must not fill the memory."""
    monkeypatch.setattr("pitboss.checker.rounds.audit.MOST_REASONS", 3)
    records = tmp_path / "rows.jsonl"
    cards = ("1x", "2x", "1x", "3x", "4x", "5x", "1x")
    records.write_text("".join(json.dumps({**LAWFUL, "round": f"{n}", "cards": c}) + "\n" for n, c in enumerate(cards)))
    _, made = reported(
        capsys, "rounds", "audit", str(records), "--filing", str(ROUNDS / "tiles.yaml"), *RULES, "--format", "json"
    )
    assert [(each["reason"].partition(" is ")[0], each["rows"], each["first"]) for each in made["reasons"]] == [
        ("cards: '1x'", 3, "rows.jsonl:1"), ("for other reasons", 2, "rows.jsonl:5"), ("cards: '2x'", 1, "rows.jsonl:2"),
        ("cards: '3x'", 1, "rows.jsonl:4"),
    ]  # fmt: skip
    assert faults(schema(capsys, "rounds-report"), made) == []
