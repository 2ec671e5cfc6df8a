"""Every starter of the rulebook, completed: lawful values in every key, and the filing passes without needing evidence.

The first value of a key comes from the vocabulary; where the law allows fewer, the cure of the finding names a lawful one.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.support.product import (
    Result,
    assemble,
    check,
    cures,
    load_catalog,
    load_rulebook,
    locator,
    read,
    starter_filing,
)

ROUNDS = 4
DAY = "2010-01-01"
VALUES = {
    "count": 1, "number": 1, "money": 25, "percent": "5%", "odds": "1 to 1", "flag": "yes", "text": "as filed", "name": "as filed",
    "date": DAY, "time": "09:30", "moment": DAY, "chance": "1/2", "payout": "1 to 1", "payouts": "1 to 1",
}  # fmt: skip
ENTRY = {"instrument": "Letter 1", "sha256": "0" * 64, "from": DAY}
BOOK, VOCABULARY = load_rulebook()
GAMES = list(VOCABULARY.named("game"))
LATER = re.compile(r"^( *)# ((?:- )?(?:[a-z_0-9]+|\"[^\"]+\"):)", re.M)  # an entry in a comment


def value(of: tuple[Any, ...]) -> Any:
    match of:
        case ("one_of", listed, *_):
            return str(listed[0])
        case ("set_of" | "list_of", item):
            return [str(each) for each in item[1]] if item[0] == "one_of" else [value(item)]
        case ("map_of", key, item):
            return {str(value(key)): value(item)}
        case ("chances",):
            return {"$5": 1}
    return VALUES[of[0]]


def completed(text: str, folder: Path, everything: bool) -> dict[str, Any]:
    """The starter with a value in every key: with `everything`, of all that it offers in comments."""
    head, _, instruments = text.partition("\napprovals:")
    made = (LATER.sub(r"\1\2", head) if everything else head) + "\napprovals:" + LATER.sub(r"\1\2", instruments)
    (folder / "filing.yaml").write_text(made)
    source = read(folder / "filing.yaml")
    assert source.problems == ()
    data: Any = source.documents[0].data
    data["submission"]["certifications"] = [{"by": "A. Person", "role": "manager", "on": DAY}]
    table = data["pits"][0]["tables"][0]
    for owner in (data["submission"], data["pits"][0], table):
        complete(owner, "")
    table["equipment"] = dict.fromkeys(table["equipment"] or {}, "no")
    for key in ("wagers", "options"):
        table[key] = table[key] or []
        for name in table[key]:
            complete(table[key][name] or {}, name)
    if "variation" in table:
        table["variation"] = next(n.name for n in VOCABULARY.named("variation").values() if n.game == table["game"])
        if not everything:
            del table["variation"]
    data["approvals"] = [{**entry, **ENTRY} for entry in data["approvals"] or []]
    return dict(data)


def complete(entry: dict[str, Any], offer: str) -> None:
    for key in entry:
        if key in ("payouts", "pays"):
            entry[key] = "1 to 1" if key == "pays" else dict.fromkeys(VOCABULARY.outcomes[offer], "1 to 1")
        elif key == "selection":
            entry[key] = VOCABULARY.selections[offer][0]
        elif entry[key] is None and key == "maximum":
            entry[key] = 500
        elif entry[key] is None and key in VOCABULARY.fields and key not in ("variation", "equipment"):
            entry[key] = DAY if key == "effective" else value(VOCABULARY.fields[key].type)
        elif entry[key] is None and offer == "" and key in ("id", "effective"):
            entry[key] = DAY


def checked(data: dict[str, Any], folder: Path) -> Result:
    (folder / "filing.json").write_text(json.dumps(data))
    source = read(folder / "filing.json")
    filing, faults = assemble(source.documents, VOCABULARY)
    assert faults == ()
    return check("filing.json", filing, BOOK, VOCABULARY, DAY, (), locator(source))


def cured(data: dict[str, Any], result: Result) -> bool:
    """Take the lawful values that the findings state; whether there were any."""
    table = data["pits"][0]["tables"][0]
    before = json.dumps(data)
    for step in (
        step for finding in result.findings if finding.verdict in ("fail", "needs evidence") for step in finding.steps
    ):
        if isinstance(step, cures.Pay):
            offer = next(table[key][step.wager] for key in ("wagers", "options") if step.wager in table[key])
            rows = {name: paid(*pays) for name, pays in step.rows if pays}
            offer.update({"pays": rows["win"]} if "pays" in offer else {"payouts": {**offer["payouts"], **rows}})
        elif isinstance(step, cures.Provide) and step.fact[0] == "equipment":
            table["equipment"][step.fact[1]] = "yes"
        elif isinstance(step, cures.Set) and step.values and VOCABULARY.fields[step.fact[-1]].type[0] != "map_of":
            owner = table
            if step.fact[0] == "offers":
                owner = next(table[key][step.fact[1]] for key in ("wagers", "options") if step.fact[1] in table[key])
            owner[step.fact[-1]] = stated(step.values[0], VOCABULARY.fields[step.fact[-1]].type)
    return json.dumps(data) != before


def paid(kind: str, figure: object) -> str:
    if kind == "odds":
        whole, rest = divmod(Fraction(str(figure)), 1)
        return f"{whole} {rest} to 1" if rest else f"{whole} to 1"
    return f"${figure}" if kind == "money" else f"{100 * Fraction(str(figure))}% of meter"


def lawful(data: dict[str, Any], folder: Path) -> Result:
    """The result with the lawful values that findings state."""
    result = checked(data, folder)
    for _ in range(ROUNDS):  # offers that exclude each other may ask for opposite values
        if not cured(data, result):
            break
        result = checked(data, folder)
    return result


def stated(lawful: Any, of: tuple[Any, ...]) -> Any:
    if of[0] in ("set_of", "list_of"):
        return [lawful]
    if of[0] == "percent":
        return f"{100 * lawful}%"
    return float(lawful) if isinstance(lawful, Fraction) else lawful


def starter(game: str) -> str:
    return starter_filing(VOCABULARY, game, BOOK.clauses, load_catalog())


def open_questions(result: Result) -> list[str]:
    """What needs evidence that only a filing can give: not what the floor shows."""
    return [finding.code for finding in result.findings if finding.verdict == "needs evidence" and not finding.floor]


@pytest.mark.parametrize("game", GAMES)
def test_a_completed_starter_passes(game: str, tmp_path: Path) -> None:
    data = completed(starter(game), tmp_path, everything=False)
    result = lawful(data, tmp_path)
    assert [(f.code, f.cure) for f in result.findings if f.verdict == "fail"] == []
    assert open_questions(result) == []


@pytest.mark.parametrize("game", GAMES)
def test_with_everything_on_offer_no_key_is_missing(game: str, tmp_path: Path) -> None:
    result = lawful(completed(starter(game), tmp_path, everything=True), tmp_path)
    assert open_questions(result) == []
