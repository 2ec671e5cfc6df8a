"""Random filings of one table that keep the form and break the law, and what a cure makes of them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests.support.product import (
    CompiledRulebook,
    Result,
    Step,
    Type,
    Vocabulary,
    assemble,
    check,
    cures,
    load_rulebook,
    show,
)

Data = dict[str, Any]


@dataclass(frozen=True)
class FilingFile:
    """A document that was read."""

    name: str
    data: Data


DAYS = ("1985-01-01", "1994-06-01", "1999-01-01", "2002-06-01", "2005-06-01", "2006-07-01", "2007-02-01", "2010-01-01")
MONEY = ("$1", "$5", "$10", "$20", "$25", "$100", "$500", "$1,000", "$5,000", "$10,000", "$50,000")
ODDS = (*(f"{n} to 1" for n in (1, 2, 3, 4, 5, 8, 10, 11, 25, 30, 50, 100, 125, 500, 1000)), "1 to 2", "3 to 2")
PERCENTS = ("0%", "1%", "4%", "4 1/2%", "5%", "10%", "25%", "70%", "80%", "100%")
SIMPLE = {
    "count": st.integers(1, 12),
    "number": st.sampled_from((0, 1, 2, "2.5", 5, 30)),
    "money": st.sampled_from(MONEY),
    "percent": st.sampled_from(PERCENTS),
    "payout": st.sampled_from((*ODDS, "$100", "$5,000", "10% of meter", "100% of meter")),
    "odds": st.sampled_from(ODDS),
    "flag": st.booleans(),
    "text": st.sampled_from(("by hand", "none")),
    "name": st.sampled_from(("option_1", "option_2", "a", "b")),
}  # fmt: skip
OWNED = ("wagers", "options", "variation")


def _values(of: Type, vocabulary: Vocabulary) -> st.SearchStrategy[Any] | None:
    """The values of a type, as a filing writes them; none of a type that needs more than a value."""
    kind = str(of[0])
    if kind == "one_of":
        return st.sampled_from(of[1])  # type: ignore[arg-type]
    if kind == "set_of":
        inner = _values(of[1], vocabulary)  # type: ignore[arg-type]
        return None if inner is None else st.lists(inner, min_size=1, max_size=2, unique=True)
    return SIMPLE.get(kind)


@st.composite
def broken(draw: st.DrawFn, game: str) -> tuple[str, Data]:
    """A day, and a table of a game: its offers, fields and equipment, with values at random."""
    book, vocabulary = load_rulebook()
    day = draw(st.sampled_from(DAYS))
    read = {
        fact
        for clause in book.clauses
        if clause.game == game and clause.scope != "round"
        for fact in clause.footprint or ()
    }
    table: Data = {"wagers": {}, "options": {}, "variation": [], "equipment": {}}
    names = [n for n in vocabulary.names.values() if n.game == game and ("offers", n.name) in read]
    for name in names:
        if name.kind in ("wager", "option") and draw(st.integers(0, 2)):
            table[f"{name.kind}s"][name.name] = draw(_offer(name.kind, name.name, vocabulary))
        elif name.kind == "variation" and not draw(st.integers(0, 3)):
            table["variation"].append(name.name)
    for fact in sorted(read):
        if fact[0] == "equipment" and draw(st.integers(0, 2)):
            table["equipment"][fact[1]] = draw(st.booleans())
        field = vocabulary.fields.get(fact[0]) if len(fact) == 1 else None
        values = _values(field.type, vocabulary) if field and "table" in field.owners else None
        if values is not None and fact[0] not in ("game", "number", "variation") and draw(st.integers(0, 4)):
            table[fact[0]] = draw(values)
    return day, {"number": 1, "game": game, **table}


@st.composite
def _offer(draw: st.DrawFn, kind: str, name: str, vocabulary: Vocabulary) -> Data:
    made: Data = {}
    outcomes = vocabulary.outcomes.get(name, ())
    if outcomes and draw(st.booleans()):
        made["payouts"] = {row: draw(SIMPLE["payout"]) for row in outcomes if draw(st.integers(0, 6))}
    if kind == "wager" and vocabulary.selections.get(name) and draw(st.booleans()):
        made["selection"] = draw(st.sampled_from((*vocabulary.selections[name], "no_such_table")))
    for field in vocabulary.of(kind, name).values():
        values = _values(field.type, vocabulary)
        if values is not None and field.name not in ("selection", "paytable", "payout_stakes") and draw(st.booleans()):
            made[field.name] = draw(values)
    if {"minimum", "maximum"} <= made.keys():  # limits that cross are a fault of form
        del made["minimum"]
    return {key: value for key, value in made.items() if value not in ({}, [])}


def judged(table: Data, day: str, book: CompiledRulebook, vocabulary: Vocabulary) -> Result:
    """The result of checking a table, of which everything is certified to be filed."""
    certified = {"by": "A. Person", "role": "counsel", "on": "1980-01-01"}
    data = {
        "submission": {"id": "1", "certifications": [certified]},
        "pits": [{"name": "A", "tables": [deepcopy(table)]}],
    }
    filing, faults = assemble([FilingFile("filing.yaml", data)], vocabulary)
    assert not faults, faults
    return check("filing.yaml", filing, book, vocabulary, day, (), lambda paths: {})


def cured(table: Data, step: Step, vocabulary: Vocabulary) -> Data | None:
    """The table as it is filed after a step; None for a step that people must take."""
    made = deepcopy(table)
    match step:
        case cures.Withdraw(offer):
            for key in ("wagers", "options"):
                made[key].pop(offer, None)
            made["variation"] = [name for name in made["variation"] if name != offer]
        case cures.Provide((kind, name)):
            known = vocabulary.names[name].kind
            if kind == "equipment":
                made["equipment"][name] = True
            elif known == "variation":
                made["variation"].append(name)
            else:
                made[f"{known}s"][name] = {}
        case cures.Set(fact, _, _, (value, *_)):
            holder, key = _holder(made, fact, vocabulary)
            field = vocabulary.fields[fact[2] if fact[0] == "offers" else fact[0]]
            holder[key] = _entered(holder.get(key), value, field.type)
        case cures.Pay(wager, rows):
            holder, key = _holder(made, ("offers", wager, "payouts"), vocabulary)
            paid = {**holder.get(key, {}), **{row: law and show(law) for row, law in rows}}
            holder[key] = {row: law for row, law in paid.items() if law}
        case _:
            return None
    return made


def _holder(table: Data, fact: tuple[str, ...], vocabulary: Vocabulary) -> tuple[Data, str]:
    """The mapping that holds a fact, and its key there."""
    if fact[0] != "offers":
        return table, fact[0]
    offer = vocabulary.names[fact[1]].kind
    return table[f"{offer}s"][fact[1]], fact[2]


def _entered(known: Any, value: Any, of: Type) -> Any:
    """A value as a filing writes it, in place of another one."""
    if of[0] in ("set_of", "list_of"):
        return [_entered(None, each, of[1]) for each in (value if isinstance(value, tuple) else (value,))]  # type: ignore[arg-type]
    if isinstance(known, dict):
        return {key: _entered(None, value, of[2]) for key in known}  # type: ignore[arg-type]
    if isinstance(value, bool) or of[0] in ("name", "one_of", "count", "number") and not isinstance(value, tuple):
        return (
            value
            if isinstance(value, bool | int) and of[0] != "one_of"
            else str(show(value, of))
            if of[0] == "one_of"
            else str(value)
        )
    return show(value, of)
